"""Graded outcomes: the mean reward, observed or under Dirichlet posteriors, and the best of k rewards."""

from __future__ import annotations

from math import comb

from .._arguments import class_weights, is_scores
from .._credit import check_subsets, draws, tails
from .._credit.measures import ScoreMeasure, mean_value
from .._credit.rewards import check_rewards, earned_sums, other_outcomes, reward_gaps
from .._numbers import Meter, dot, ratio_sum, rise
from .._outcomes import BOUNDED, SCORED, WAYS
from ..tally import different_vectors, tally_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._types import Index, Outcomes, Prior, Ratio, Rewards, Weights
    from ..tally import Tally


def graded_tally(R: Outcomes, w: Rewards, R0: Prior = None, ways: tuple[str, str, str] = WAYS) -> tuple[Tally, Weights]:
    """Return (the tally of R and its prior outcomes R0, the rewards of the classes). Without w, outcomes are 0 or 1."""
    weights = rewards(w)
    return tally_of(R, len(weights[0]) - 1, other_outcomes(w, weights), R0, ways=ways), weights


def rewards(w: Rewards) -> Weights:
    """Return (rewards of the classes as integers, their common denominator)."""
    return ([0, 1], 1) if w is None else class_weights(w)


def reward_moments(outcomes: Tally, weights: Weights, posterior: bool = True) -> tuple[Ratio, Ratio]:
    """Return the mean and the variance of the average reward under Dirichlet posteriors: those of the metric bayes.

    Unless `posterior`, return those of avg: the mean of the trials, and the variance of bayes times (T/N)**2. Here T
    is N plus the number of classes.
    """
    rewards, denominator = weights
    ones, squares = sum(rewards), sum([reward * reward for reward in rewards])  # one pseudo-count a class
    means, variances = [], []
    for trials, counted, questions, first, second, product in earned_sums(outcomes, weights, posterior):
        size = len(rewards) + counted
        scale = size if posterior else trials
        spread = size * (second + questions * squares) - product - ones * (2 * first + questions * ones)
        means.append((first + posterior * questions * ones, scale))
        variances.append((spread, scale * scale * (size + 1)))
    (n, d), (v, e) = (ratio_sum(means), ratio_sum(variances)) if len(means) > 1 else (means[0], variances[0])
    scale = denominator * outcomes.questions
    return (n, d * scale), (v, e * scale * scale)


def best_of(R: Any, k: Index, w: Rewards) -> Ratio:
    """Return the mean over questions of the best of k rewards: those in w or, if R is Scores, the scores."""
    if not is_scores(R):
        return _best_mean(k, *graded_tally(R, w, ways=(*BOUNDED[:2], SCORED) if w is None else BOUNDED))
    from .._scores import draws_of_scores

    if w is not None:
        raise ValueError("w must not be given with Scores, which are the rewards themselves")
    return mean_value(ScoreMeasure(R, draws_of_scores(R, k)), R)


def _best_mean(k: Index, outcomes: Tally, weights: Weights) -> Ratio:
    """Compute `best_of` for graded outcomes: the mean value of `RewardMeasure`, which says how gaps give it."""
    k = draws(k, outcomes)
    rewards, denominator = weights
    top, gaps = reward_gaps(rewards)
    check_rewards(weights, different_vectors(outcomes))
    numbers, losses = _losses(k, outcomes, gaps)
    check_subsets(k, losses)
    means = []
    for N, lost in losses.items():
        subsets, below = comb(N, k), tails(1, k, k, N, list(lost))  # C(c, k) for each c
        means.append((numbers[N] * top * subsets - dot(lost.values(), below), subsets * denominator))
    n, d = ratio_sum(means)
    return n, d * outcomes.questions


def _losses(k: int, outcomes: Tally, gaps: list[tuple[int, int]]) -> tuple[dict[int, int], dict[int, dict[int, int]]]:
    """Return ({N: number of questions}, {N: {c: sum of the gaps that just c >= k of a question's trials are below}}).

    `gaps` has (class, gap to the next higher reward), by ascending reward.
    """
    columns = outcomes._columns
    if columns and outcomes.classes > 2:
        from .._outcomes.arrays import array_losses

        return {columns[0]: outcomes.questions}, {columns[0]: array_losses(k, columns, gaps)}
    numbers: dict[int, int] = {}
    losses: dict[int, dict[int, int]] = {}
    for (counts, _), number in outcomes.cells.items():
        trials, below = sum(counts), 0
        numbers[trials] = numbers.get(trials, 0) + number
        lost = losses.setdefault(trials, {})
        for j, gap in gaps:
            below += counts[j] if j < len(counts) else 0
            if gap and below >= k:
                lost[below] = lost.get(below, 0) + number * gap
    return numbers, losses


def best_moments(k: int, outcomes: Tally, weights: Weights) -> tuple[Ratio, Ratio]:
    """Return the mean and the variance of the best of k fresh rewards, averaged over the questions.

    A gap is the difference of two neighbouring rewards. On average, the best reward is the top reward minus the sum of
    gap * A**k over all gaps, where A is the chance of a reward below the gap. A question has T counts: its outcomes,
    and 1 for each class. If c of them are below the gap, A ~ Beta(c, T-c).
    """
    rewards, denominator = weights
    top, gaps = reward_gaps(rewards)
    sizes: dict[int, list[tuple[int, list[tuple[int, int]]]]] = {}  # by T: number of questions, gaps above c counts
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
    Meter("k").spend(len(cells) * len(rewards), bits)
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
    """Return {c: (low(c), high(c))} for each c in `counts` and for T = `size`: R(c, k) and R(c+k, k), times constants.

    R(c, k) is c (c+1) ... (c+k-1). Let A ~ Beta(c, T-c) be the chance of a reward below a gap, as in `best_moments`,
    and let A' and c' be those of a higher gap. Then E[A**k] = low(c) / low(T). As A/A' ~ Beta(c, c'-c) and A' are
    independent, E[A**k A'**k] = E[(A/A')**k] E[A'**2k] = low(c) high(c') / (low(T) high(T)).

    The constants are 1 for k <= T. For k > T they save factors, as R(c, k) / R(T, k) = R(c, T-c) / R(c+k, T-c).
    """
    chances = {}
    for c in (*counts, size):
        few = k if k <= size else size - c
        low, high = rise(c, 1, few), rise(c + k, 1, few)
        if few < k:
            low, high = low * rise(1 + k, 1, c - 1), high * rise(1 + 2 * k, 1, c - 1)
        chances[c] = low, high
    return chances
