"""Graded outcomes under Dirichlet posteriors: the mean reward, and the best of k fresh rewards."""

from __future__ import annotations

from .._credit.graded import earned_sums
from .._numbers import affordable, ratio_sum, rise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._types import Ratio, Weights
    from ..tally import Tally


def reward_moments(outcomes: Tally, weights: Weights, posterior: bool = True) -> tuple[Ratio, Ratio]:
    """Return the mean and the variance of the average reward under Dirichlet posteriors, as two ratios.

    Without `posterior`, return the observed mean, and multiply each question's variance by ((N + classes) / N)**2.
    """
    rewards, denominator = weights
    ones, squares = sum(rewards), sum([reward * reward for reward in rewards])  # the prior adds 1 to each count
    means, variances, M = [], [], 0
    for trials, counted, questions, first, second, product in earned_sums(outcomes, weights, posterior):
        M += questions
        size = len(rewards) + counted
        scale = size if posterior else trials
        spread = size * (second + questions * squares) - product - ones * (2 * first + questions * ones)
        means.append((first + posterior * questions * ones, scale))
        variances.append((spread, scale * scale * (size + 1)))
    (n, d), (v, e) = ratio_sum(means), ratio_sum(variances)
    scale = denominator * M
    return (n, d * scale), (v, e * scale * scale)


def best_moments(k: int, outcomes: Tally, weights: Weights) -> tuple[Ratio, Ratio]:
    """Return the mean and the variance of the best of k fresh rewards, averaged over the questions, as two ratios."""
    # A gap is the difference of two neighbouring rewards. Let A be the chance of a reward below the gap. Given A, the
    # mean of the best reward is the top reward minus the sum of gap * A**k over all gaps. A question has T outcomes, if
    # prior outcomes and 1 for each class count. If c of these are of classes below the gap, A ~ Beta(c, T-c).
    rewards, denominator = weights
    order = sorted(range(len(rewards)), key=rewards.__getitem__)
    top, gaps = rewards[order[-1]], [(j, rewards[above] - rewards[j]) for j, above in zip(order, order[1:])]
    sizes: dict[int, list[tuple[int, list[tuple[int, int]]]]] = {}  # {T: [(questions, [(gap, c)])]}
    cells = outcomes.cells
    M = sum(cells.values())
    for (counts, prior), number in cells.items():
        below, levels = 0, []
        for j, gap in gaps:
            below += 1 + sum(counts[j : j + 1]) + sum(prior[j : j + 1])
            if gap:
                levels.append((gap, below))
        sizes.setdefault(len(rewards) + sum(counts) + sum(prior), []).append((number, levels))
    largest = max(sizes)
    bits = min(k, largest) * (k + largest).bit_length() + max(map(abs, rewards)).bit_length()
    affordable("k", len(cells) * len(rewards) * (1 + bits // 256), bits)
    means, variances = [(top * M, denominator)], []
    for size, questions in sizes.items():
        chances = _chances(k, size, {c for _, levels in questions for _, c in levels})
        lost = square = squares = 0
        for number, levels in questions:
            first = second = above = 0
            for gap, c in reversed(levels):
                low, high = chances[c]
                first += gap * low
                second += gap * low * (gap * high + 2 * above)
                above += gap * high
            lost += number * first
            square += number * second
            squares += number * first * first
        low, high = chances[size]
        means.append((-lost, low * denominator))
        variances.append((square * low - squares * high, low * low * high * denominator * denominator))
    (n, d), (v, e) = ratio_sum(means), ratio_sum(variances)
    return (n, d * M), (v, e * M * M)


def _chances(k: int, size: int, counts: set[int]) -> dict[int, tuple[int, int]]:
    """Return {c: (low(c), high(c))} for each c in `counts` and for c = `size`.

    low(c) is c * (c+1) * ... * (c+k-1), high(c) is (c+k) * ... * (c+2k-1), each times a factor that all c share.
    If A ~ Beta(c, size - c), the mean of A**k is low(c) / low(size).
    """
    # With T = `size`, a gap has A ~ Beta(c, T-c), and E[A**k] = low(c) / low(T). A higher gap has A' ~ Beta(c', T-c').
    # As A/A' ~ Beta(c, c'-c) is independent of A', E[A**k A'**k] = E[(A/A')**k] E[A'**2k] = low(c) high(c') / (low(T)
    # high(T)). If k > T, there are fewer factors in low(c) / low(T) = c ... (T-1) / ((c+k) ... (T+k-1)).
    chances = {}
    for c in (*counts, size):
        if k <= size:  # spare: the way with fewer factors
            chances[c] = rise(c, 1, k), rise(c + k, 1, k)
        else:
            low, high = rise(c, 1, size - c), rise(c + k, 1, size - c)
            chances[c] = low * rise(1 + k, 1, c - 1), high * rise(1 + 2 * k, 1, c - 1)
    return chances
