"""Rewards of graded outcomes: their means, under the Dirichlet posterior of each question too, and the best of k."""

from __future__ import annotations

from math import comb

from ._limits import check_rewards, check_subsets
from ._rounding import ratio_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._reader import Counts
    from ._rounding import Ratio
    from ._weights import Weights
    from .tally import Tally

    Sums = dict[tuple[int, int], tuple[int, int]]  # by N and T: over questions, of T times the mean, and of the spread


def reward_moments(tally: Tally, weights: Weights) -> tuple[Ratio, Ratio]:
    """The mean reward under each question's Dirichlet posterior: mean and variance of its average (bayes)."""
    return _reward_moments(tally, weights, True)


def observed_moments(tally: Tally, weights: Weights) -> tuple[Ratio, Ratio]:
    """The mean reward of the trials, and the posterior variance scaled by (T/N)**2 (avg)."""
    return _reward_moments(tally, weights, False)


def _reward_moments(tally: Tally, weights: Weights, posterior: bool) -> tuple[Ratio, Ratio]:
    rewards, denominator = weights
    is_plain = len(rewards) == 2 and not (posterior and tally.has_prior)
    sums = _binary_sums if is_plain else _sums
    means, variances = [], []
    for (trials, size), (total, spread) in sums(tally, weights, posterior).items():
        scale = size if posterior else trials
        means.append((total, scale))
        variances.append((spread, scale * scale * (size + 1)))
    (n, d), (v, e) = ratio_sum(means), ratio_sum(variances)
    scale = denominator * tally.questions
    return (n, d * scale), (v, e * scale * scale)


def _sums(tally: Tally, weights: Weights, posterior: bool) -> Sums:
    rewards, _ = weights
    check_rewards(weights, len(tally.cells))
    groups: dict[tuple[int, int], tuple[list[Counts], list[int]]] = {}
    for (counts, prior), number in tally.cells.items():
        size = trials = sum(counts)
        if prior and posterior:
            counts = tuple(map(int.__add__, counts, prior))
            size = sum(counts)
        vectors, numbers = groups.setdefault((trials, len(rewards) + size), ([], []))
        vectors.append(counts)
        numbers.append(number)
    ones, squares = sum(rewards), sum([reward * reward for reward in rewards])  # one pseudo-count a class
    sums: Sums = {}
    for (trials, size), (vectors, numbers) in groups.items():
        questions, first, square, firsts = sum(numbers), 0, 0, [0] * len(numbers)
        for reward, column in zip(rewards, zip(*vectors)):
            if reward:
                total = reward * sum(map(int.__mul__, numbers, column))
                first += total
                square += reward * total
                firsts = [before + reward * count for before, count in zip(firsts, column)]
        product = sum(map(int.__mul__, map(int.__mul__, numbers, firsts), firsts))
        product += ones * (2 * first + questions * ones)
        spread = size * (square + questions * squares) - product
        sums[trials, size] = first + questions * ones if posterior else first, spread
    return sums


def _binary_sums(tally: Tally, weights: Weights, posterior: bool) -> Sums:
    """The same for two classes without prior outcomes: the spread is (w_1 - w_0)**2 (N - s + 1) (s + 1)."""
    low, high = weights[0]
    gap = (high - low) ** 2
    sums: Sums = {}
    parts = tally.by_trials()
    check_rewards(weights, len(parts))
    for trials, group in parts.items():
        numbers = group.values()
        questions = sum(numbers)
        successes = list(map(int.__mul__, group, numbers))
        total = sum(successes)
        first = low * trials * questions + (high - low) * total
        product = (trials + 1) * questions + trials * total - sum(map(int.__mul__, group, successes))
        mean = first + (low + high) * questions if posterior else first
        sums[trials, trials + 2] = mean, gap * product
    return sums


def reward_gaps(rewards: list[int]) -> tuple[int, list[tuple[int, int]]]:
    """The top reward, and with the classes sorted by reward each but the last, with the gap to the next."""
    order = sorted(range(len(rewards)), key=rewards.__getitem__)
    return rewards[order[-1]], [(j, rewards[above] - rewards[j]) for j, above in zip(order, order[1:])]


def best_mean(k: int, tally: Tally, weights: Weights) -> Ratio:
    """The mean of the best of k rewards drawn without replacement from each question's N; k <= N.

    With the classes sorted by reward, the best of a subset is the top reward less every gap between neighbours that it
    stays below: the sum of gap * C(c, k), with c trials below the gap.
    """
    rewards, denominator = weights
    top, gaps = reward_gaps(rewards)
    check_rewards(weights, len(tally.cells))
    losses: dict[int, dict[int, int]] = {}
    numbers: dict[int, int] = {}
    for (counts, _), number in tally.cells.items():
        trials, below = sum(counts), 0
        numbers[trials] = numbers.get(trials, 0) + number
        lost = losses.setdefault(trials, {})
        for j, gap in gaps:
            below += counts[j] if j < len(counts) else 0
            if gap and below >= k:
                lost[below] = lost.get(below, 0) + number * gap
    means = []
    for trials, number in numbers.items():
        check_subsets(k, trials, len(losses[trials]), len(numbers))
        subsets = comb(trials, k)
        total = number * top * subsets
        last, value = k, 1  # value = C(last, k)
        for below, gap in sorted(losses[trials].items()):
            if below - last <= k // 16:
                for c in range(last + 1, below + 1):
                    value = value * c // (c - k)
            else:
                value = comb(below, k)
            last = below
            total -= gap * value
        means.append((total, subsets * denominator))
    n, d = ratio_sum(means)
    return n, d * tally.questions
