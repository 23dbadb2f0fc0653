"""Rewards of graded outcomes: the moments of their means under the Dirichlet posterior of each question."""

from __future__ import annotations

from operator import add, mul

from ._rounding import ratio_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._arguments import Weights
    from ._rounding import Ratio
    from .tally import Tally


def reward_moments(tally: Tally, weights: Weights) -> tuple[Ratio, Ratio]:
    """The mean reward under each question's Dirichlet posterior: mean and variance of its average (bayes)."""
    return _reward_moments(tally, weights, True)


def observed_moments(tally: Tally, weights: Weights) -> tuple[Ratio, Ratio]:
    """The mean reward of the trials, and the posterior variance scaled by (T/N)**2 (avg)."""
    return _reward_moments(tally, weights, False)


def _reward_moments(tally: Tally, weights: Weights, posterior: bool) -> tuple[Ratio, Ratio]:
    rewards, denominator = weights
    squares = [reward * reward for reward in rewards]
    ones = sum(rewards), sum(squares)  # one pseudo-count a class
    sums: dict[tuple[int, int], tuple[int, int]] = {}
    for (counts, prior), number in tally.cells.items():
        trials = sum(counts)
        if prior and posterior:
            counts = tuple(map(add, counts, prior))
        size = len(rewards) + sum(counts)
        first = sum(map(mul, counts, rewards))
        mean = first + ones[0]
        spread = size * (sum(map(mul, counts, squares)) + ones[1]) - mean * mean
        old = sums.get((trials, size), (0, 0))
        sums[trials, size] = old[0] + number * (mean if posterior else first), old[1] + number * spread
    means, variances = [], []
    for (trials, size), (total, spread) in sums.items():
        scale = (size if posterior else trials) * denominator
        means.append((total, scale))
        variances.append((spread, scale * scale * (size + 1)))
    (n, d), (v, e) = ratio_sum(means), ratio_sum(variances)
    return (n, d * tally.questions), (v, e * tally.questions * tally.questions)


def reward_gaps(rewards: list[int]) -> tuple[int, list[tuple[int, int]]]:
    """The top reward, and with the classes sorted by reward each but the last, with the gap to the next."""
    order = sorted(range(len(rewards)), key=rewards.__getitem__)
    return rewards[order[-1]], [(j, rewards[above] - rewards[j]) for j, above in zip(order, order[1:])]
