"""Rewards of graded trials: their sums over the questions, and the best of k."""

from __future__ import annotations

from itertools import accumulate
from math import comb

from .._arguments import MOST_CLASSES, exact_numbers, is_scores, items_of, other_outcomes
from .._numbers import affordable, dot, ratio_sum
from ..tally import tally_of, trial_numbers
from . import at_least_one, check_subsets, draws, subset_mean, subsets_of
from .ordered import OrderedMeasure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._types import Earned, Index, OrderedRow, Outcomes, Parts, Prior, Ratio, Rewards, ValueSums, Weights
    from ..tally import Tally

_FEW_PRODUCTS = 16  # so few products of weights need no check, as `exact_numbers` limits the weights


def check_rewards(weights: Weights, vectors: int) -> None:
    """Raise ValueError if it takes too long to add up the rewards for so many different vectors of class counts."""
    values, denominator = weights
    if vectors * len(values) <= _FEW_PRODUCTS or weights == ([0, 1], 1):
        return
    bits = 2 * max(denominator, max(values), -min(values)).bit_length()
    affordable("w", vectors * (3 + len(values)) * (1 + bits // 4096), bits)


def class_rewards(w: Rewards) -> Weights:
    """Return (rewards of the classes as integers, their common denominator). Without w, the rewards are 0 and 1."""
    if w is None:
        return [0, 1], 1
    return exact_numbers(items_of(w, "w", "a sequence of real numbers, one a class", MOST_CLASSES), "w")


def graded_tally(R: Outcomes, w: Rewards, R0: Prior = None) -> tuple[Tally, Weights]:
    """Return (the tally of R with its prior outcomes R0, the rewards w as in `class_rewards`).

    Without w, outcomes are 0 or 1.
    """
    weights = class_rewards(w)
    return tally_of(R, len(weights[0]) - 1, other_outcomes(w, weights), R0), weights


class ClassMeasure(OrderedMeasure):
    """The measure (see `_credit`) of the best of k rewards. A question's key is its class counts.

    The trials of a class are a group (see OrderedMeasure) and earn the same. So what `row` returns lists no ties.
    """

    def __init__(self, weights: Weights, k: int) -> None:
        rewards, scale = self.weights = weights
        super().__init__(k, (min(rewards), max(rewards), scale), scale)
        self.order = sorted(range(len(rewards)), key=rewards.__getitem__)
        self.rewards = [rewards[j] for j in self.order]

    def parts(self, outcomes: Tally) -> Parts:
        parts: Parts = {}
        for counts, number in outcomes.histogram.items():
            parts.setdefault(sum(counts), {})[counts] = number
        check_rewards(self.weights, sum(map(len, parts.values())))
        return parts

    def row(self, counts: Any) -> OrderedRow:
        counts += (0,) * (len(self.order) - len(counts))
        return tuple(accumulate([counts[j] for j in self.order])), self.rewards, 1, ()

    def sums_of_one(self, outcomes: Tally) -> list[ValueSums]:
        """Return for k = 1 what `_intervals.value_sums` returns: a tuple of sums over questions for each N."""
        sums: list[ValueSums] = []
        for N, _, number, first, second, square in earned_sums(outcomes, self.weights):
            d = N * self.scale
            # y_q is (T**2 - Q)/(N (N-1)), as two trials are
            # drawn: `square` sums up T**2, `second` Q
            sums.append((N, number, first, square, d, (square - second, d * (d - self.scale)) if N > 1 else None))
        return sums

    def mean(self, outcomes: Tally) -> Ratio:
        """Return, as a ratio, the mean over the questions of the best of k rewards."""
        # By parts, x_q is the sum over classes of C[U] s, where s is a reward minus the next higher one.
        k, steps = self.k, list(zip(self.order, map(int.__sub__, self.rewards, [*self.rewards[1:], 0])))
        check_rewards(self.weights, 1 if outcomes._columns else len(outcomes.cells))
        sums: dict[int, dict[int, int]] = {}
        if outcomes._columns:
            from .._outcomes.arrays import steps_of

            sums = {outcomes._columns[0]: steps_of(outcomes._columns, steps)}
        sums = sums or steps_of_cells(outcomes.cells, steps, k)
        check_subsets(k, sums)
        n, d = ratio_sum([(dot(part.values(), subsets_of(part, k)), comb(N, k)) for N, part in sums.items()])
        return n, d * self.scale * outcomes.questions


def steps_of_cells(cells: Any, steps: list[tuple[int, int]], k: int) -> dict[int, dict[int, int]]:
    """Return {N: {U: sum of s}} for U >= k, summed over the questions with N trials and their classes.

    `cells` are those of a Tally. `steps` has (class, s) by rising reward: s is this reward minus the next higher one,
    or the highest reward itself. U counts the question's trials of this class and of those before it in `steps`.
    """
    sums: dict[int, dict[int, int]] = {}
    for (counts, _), number in cells.items():
        of_length, U, classes = sums.setdefault(sum(counts), {}), 0, len(counts)
        for j, step in steps:
            if j < classes:
                U += counts[j]
            if k <= U:
                of_length[U] = of_length.get(U, 0) + step * number
    return sums


def best_mean(R: Any, k: Index, w: Rewards) -> Ratio:
    """Return, as a ratio, the mean over questions of the best of k rewards. If R is Scores, the scores are rewards."""
    if is_scores(R):
        from .selected import mean_of_rows

        if w is not None:
            raise ValueError("w must not be given with Scores, which are the rewards themselves")
        return mean_of_rows(R, k)
    outcomes, weights = graded_tally(R, w)
    k = draws(k, trial_numbers(outcomes))
    if w is None:  # the best of zeros and ones
        return subset_mean(at_least_one(k), outcomes._success_groups())
    return ClassMeasure(weights, k).mean(outcomes)


def earned_sums(outcomes: Tally, weights: Weights, posterior: bool = False) -> list[Earned]:
    """Return sums of what questions earn, in one tuple for each pair (N, number of prior outcomes).

    A tuple is (N, N plus the number of prior outcomes, number of questions, sum of all rewards, sum of their squares,
    sum of squares of each question's total). Unless `posterior`, prior outcomes are ignored: one tuple for each N.
    """
    least, *others = weights[0]
    gaps = [reward - least for reward in others]
    if outcomes._columns:
        from .._outcomes.arrays import sums_of

        N, (totals, square) = outcomes._columns[0], sums_of(outcomes._columns, gaps)
        gains = list(map(int.__mul__, gaps, totals))
        return [_earned(N, outcomes.questions, least, sum(gains), dot(gaps, gains), square)]
    earned = []
    if len(gaps) == 1 and not (posterior and outcomes.has_prior):
        groups, (gap,) = outcomes._success_groups(), gaps
        check_rewards(weights, len(groups))
        for N, group in groups.items():
            M = ones = squares = 0
            for s, number in group.items():
                M += number
                ones += number * s
                squares += number * s * s
            earned.append(_earned(N, M, least, gap * ones, gap * gap * ones, gap * gap * squares))
        return earned
    check_rewards(weights, len(outcomes.cells))
    for (N, size), (vectors, numbers) in _by_trials(outcomes.cells, posterior).items():
        totals, squares = [0] * len(numbers), 0
        for reward, column in zip(weights[0], zip(*vectors)):
            if reward:
                squares += reward * reward * dot(numbers, column)
                totals = [total + reward * count for total, count in zip(totals, column)]
        square = sum([number * total * total for number, total in zip(numbers, totals)])
        earned.append((N, size, sum(numbers), dot(numbers, totals), squares, square))
    return earned


def _earned(N: int, M: int, least: int, gain: int, squares: int, square: int) -> Earned:
    """Return the tuple of `earned_sums` of M questions with N trials each. A trial earns `least` and a gain.

    `gain` is the sum of all gains, and `squares` is the sum of their squares. `square` is the sum, over questions, of
    the square of a question's sum of gains.
    """
    base = least * N
    return N, N, M, base * M + gain, least * (base * M + 2 * gain) + squares, base * (base * M + 2 * gain) + square


def _by_trials(cells: Any, posterior: bool) -> dict[tuple[int, int], tuple[list[Any], list[int]]]:
    """Return {(N, N + number of prior outcomes): ([class counts, ...], [number of questions with these counts, ...])}.

    If `posterior` is true, prior outcomes are added to the class counts. Otherwise they are ignored.
    """
    groups: dict[tuple[int, int], tuple[list[Any], list[int]]] = {}
    for (counts, prior), number in cells.items():
        N = size = sum(counts)
        if prior and posterior:
            counts, size = tuple(map(int.__add__, counts, prior)), N + sum(prior)
        vectors, numbers = groups.setdefault((N, size), ([], []))
        vectors.append(counts)
        numbers.append(number)
    return groups
