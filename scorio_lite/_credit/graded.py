"""Rewards of graded trials: their sums over the questions, and the best of k."""

from __future__ import annotations

from itertools import accumulate, zip_longest
from math import comb

from .._arguments import MOST_CLASSES, exact_numbers, is_scores, items_of, other_outcomes
from .._numbers import affordable, dot, ratio_sum
from ..tally import tally_of, trial_numbers
from . import check_subsets, draws, subsets_of
from .measures import OrderedMeasure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._types import ClassCounts, Earned, Index, OrderedRow, Outcomes, Prior, Ratio, Rewards, ValueSums, Weights
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
    """Return (the tally of R with its prior outcomes R0, class_rewards(w)). Without w, outcomes are 0 or 1."""
    weights = class_rewards(w)
    return tally_of(R, len(weights[0]) - 1, other_outcomes(w, weights), R0), weights


class ClassMeasure(OrderedMeasure):
    """The measure of the best of k rewards of graded outcomes. The key of a question is its class counts.

    The trials of a class are a group, as OrderedMeasure calls it. They all earn the same, so `row` lists no ties.
    """

    def __init__(self, weights: Weights, k: int) -> None:
        rewards, scale = self.weights = weights
        super().__init__(k, min(rewards), max(rewards), scale, scale)
        self.order = sorted(range(len(rewards)), key=rewards.__getitem__)
        self.rewards = [rewards[j] for j in self.order]
        self.steps = list(map(int.__sub__, self.rewards, [*self.rewards[1:], 0]))

    def parts(self, outcomes: Tally) -> dict[int, dict[Any, int]]:
        parts: dict[int, dict[Any, int]] = {}
        for (counts, _), number in outcomes.cells.items():
            part = parts.setdefault(sum(counts), {})
            part[counts] = part.get(counts, 0) + number
        check_subsets(self.k, parts)
        check_rewards(self.weights, sum(map(len, parts.values())))
        return parts

    def key(self, counts: ClassCounts) -> Any:
        return counts

    def row(self, counts: ClassCounts) -> OrderedRow:
        counts += (0,) * (len(self.order) - len(counts))
        return tuple(accumulate([counts[j] for j in self.order])), self.rewards, 1, ()

    def values(self, trials: int, keys: list[ClassCounts]) -> tuple[list[int], int]:
        # By parts, x_q is the sum of C[U] s. All questions are computed together, class by class.
        none, columns = [0] * len(keys), list(zip_longest(*keys, fillvalue=0))
        U, ends = none, []
        for j in self.order:
            U = list(map(int.__add__, U, columns[j])) if j < len(columns) else U
            ends.append(U)
        numbers = set().union(*ends)
        C = dict(zip(numbers, subsets_of(numbers, self.k)))
        values = none
        for s, U in zip(self.steps, ends):
            values = [x + s * C[c] for x, c in zip(values, U)] if s else values
        return values, comb(trials, self.k) * self.scale

    def sums_of_one(self, outcomes: Tally) -> list[ValueSums]:
        """Return for k = 1 what `_intervals.value_sums` returns: a tuple of sums over questions for each N."""
        sums: list[ValueSums] = []
        for N, _, number, first, second, square in earned_sums(outcomes, self.weights):
            d = N * self.scale
            sums.append((N, number, first, square, d, (square - second, d * (d - self.scale)) if N > 1 else None))
        return sums

    def mean(self, outcomes: Tally) -> Ratio:
        """Return, as a ratio, the mean over the questions of the best of k rewards."""
        k, steps = self.k, list(zip(self.order, self.steps))
        if outcomes._columns and outcomes.classes > 2:
            from .._outcomes.arrays import steps_of

            check_rewards(self.weights, 1)
            sums = {outcomes._columns[0]: steps_of(outcomes._columns, steps)}
        else:
            check_rewards(self.weights, len(outcomes.cells))
            sums = steps_of_cells(outcomes.cells, steps, k)
        check_subsets(k, sums)
        means = [(dot(part.values(), subsets_of(part, k)), comb(N, k)) for N, part in sums.items()]
        n, d = ratio_sum(means)
        return n, d * self.scale * outcomes.questions


def steps_of_cells(cells: Any, steps: list[tuple[int, int]], k: int) -> dict[int, dict[int, int]]:
    """Return {N: {U: sum of s}} for U >= k. The sums are over the questions with N trials, and over the classes.

    `steps` has a pair (class, s) for each class, by rising reward. U counts a question's trials of this class and of
    those before it. `cells` is {(class counts, prior counts): number of questions}.
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
    return ClassMeasure(weights, draws(k, trial_numbers(outcomes))).mean(outcomes)


def earned_sums(outcomes: Tally, weights: Weights, posterior: bool = False) -> list[Earned]:
    """Return sums of what questions earn, in one tuple for each pair (N, number of prior outcomes).

    A tuple is (N, N plus the number of prior outcomes, number of questions, sum of all rewards, sum of their squares,
    sum of squares of each question's total). Unless `posterior`, prior outcomes are ignored: one tuple for each N.
    """
    rewards = weights[0]
    if outcomes._columns:
        from .._outcomes.arrays import sums_of

        N, gaps = outcomes._columns[0], [reward - rewards[0] for reward in rewards[1:]]
        totals, square = sums_of(outcomes._columns, gaps)
        # A question with c_j trials of class j earns w_0 N + the sum of (w_j - w_0) c_j over j > 0.
        gains, least, M = list(map(int.__mul__, gaps, totals)), rewards[0], outcomes.questions
        gain, every = sum(gains), least * N * M
        second = least * (every + 2 * gain) + dot(gaps, gains)
        return [(N, N, M, every + gain, second, least * N * (every + 2 * gain) + square)]
    if len(rewards) == 2 and not (posterior and outcomes.has_prior):
        groups = outcomes._success_groups()
        check_rewards(weights, len(groups))
        return [_earned_by_two(N, group, *rewards) for N, group in groups.items()]
    cells = outcomes.cells
    check_rewards(weights, len(cells))
    earned = []
    for (trials, counted), (vectors, numbers) in _by_trials(cells, posterior).items():
        second, firsts = 0, [0] * len(numbers)
        for reward, column in zip(rewards, zip(*vectors)):
            if reward:
                second += reward * reward * dot(numbers, column)
                firsts = [before + reward * count for before, count in zip(firsts, column)]
        questions = total = product = 0
        for number, first in zip(numbers, firsts):
            questions += number
            total += number * first
            product += number * first * first
        earned.append((trials, counted, questions, total, second, product))
    return earned


def _earned_by_two(N: int, group: dict[int, int], low: int, high: int) -> Earned:
    """Return the tuple of `earned_sums` for N trials with rewards low and high. `group` is {successes: questions}."""
    M = ones = squares = 0
    for s, number in group.items():
        M += number
        ones += number * s
        squares += number * s * s
    gap, zeros = high - low, N * M - ones
    total = low * zeros + high * ones
    product = low * N * (total + gap * ones) + gap * gap * squares  # the sum of (low N + gap s)**2
    return N, N, M, total, low * low * zeros + high * high * ones, product


def _by_trials(cells: dict[Any, int], posterior: bool) -> dict[tuple[int, int], tuple[Any, Any]]:
    """Return {(N, N + number of prior outcomes): ([class counts, ...], [number of questions with these counts, ...])}.

    If `posterior` is true, prior outcomes are added to the class counts. Otherwise they are ignored.
    """
    different, priors = zip(*cells)
    lengths = set(map(sum, different))
    if len(lengths) == 1 and not (posterior and any(priors)):
        (trials,) = lengths
        return {(trials, trials): (different, list(cells.values()))}
    groups: dict[tuple[int, int], tuple[Any, Any]] = {}
    for counts, prior, number in zip(different, priors, cells.values()):
        trials = sum(counts)
        if prior and posterior:
            counts = tuple(map(int.__add__, counts, prior))
        vectors, numbers = groups.setdefault((trials, sum(counts)), ([], []))
        vectors.append(counts)
        numbers.append(number)
    return groups
