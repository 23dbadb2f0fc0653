"""Measures: for each kind of metric, the numbers x_q and y_q of question q, from which a mean or an interval is made.

x_q is the value of the question: the mean of what the k-subsets of its N trials earn. y_q is the mean, over all pairs
of disjoint k-subsets, of the product of what the two subsets earn; it needs N >= 2k. Two disjoint subsets are like 2k
fresh draws, so x_q**2 - y_q estimates the variance of x_q without bias.

A measure groups questions by N and by a key. Questions with the same N and key have the same x_q and y_q. There are
three: CreditMeasure for 0/1 outcomes, OrderedMeasure for what the highest of k trials earns, and VoteMeasure. Measures
have these methods:

parts   {N: {key: number of questions}}
values  (numerators, denominator) of the x_q of these keys, for N = `trials`
pairs   the sum of y_q over `questions`, which is {key: number of questions}; `earned` is the sum of their x_q
"""

from __future__ import annotations

from .._arguments import common_denominator
from .._numbers import affordable, dot, minus, ratio_sum, rise, square
from ..tally import success_counts
from . import at_least_one, check_subsets, unanimous

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._types import ClassCounts, Parts, Ratio, ValueMeasure
    from ..tally import Tally
    from . import Credit


def values_by_key(measure: ValueMeasure, parts: Parts, name: str, count: int) -> tuple[dict[tuple[int, Any], int], int]:
    """Return ({(N, key): x}, d), where x/d is the value of a question with N trials and this key.

    Refuse the argument `name` if `count` integers as long as d would take too long.
    """
    tables = {N: (part, *measure.values(N, list(part))) for N, part in parts.items()}
    d = common_denominator(name, [e for *_, e in tables.values()], count)
    return {(N, key): x * (d // e) for N, (part, values, e) in tables.items() for key, x in zip(part, values)}, d


def mean_value(measure: ValueMeasure, R: Any) -> Ratio:
    """Return the mean of the values of the questions. `R` is as the measure reads it."""
    means, M = [], 0
    for N, part in measure.parts(R).items():
        values, d = measure.values(N, list(part))
        questions = sum(part.values())
        means.append((dot(values, part.values()) if questions > len(part) else sum(values), d))
        M += questions
    n, d = ratio_sum(means)
    return n, d * M


class CreditMeasure:
    """Computes a 0/1 metric by question. The key of a question is its number of successes."""

    def __init__(self, credit: Credit) -> None:
        self.credit = credit
        self.k = credit.k
        self.scale = credit.denominator
        self.low, self.high = 0, max(credit.full, self.scale)  # over the scale; float weights may sum to 1 + 1e-12

    def parts(self, outcomes: Tally) -> Parts:
        groups = success_counts(outcomes)
        check_subsets(self.k, groups)
        return groups

    def key(self, counts: ClassCounts) -> Any:
        return counts[1]

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        return self.credit.subset_values(trials, keys)

    def pairs(self, trials: int, questions: dict[int, int], earned: Ratio) -> Ratio:
        check_subsets(2 * self.k, {trials: questions})
        credit, k, numbers = self.credit, self.k, questions.values()
        full, d = credit.full, credit.denominator
        if k == 1:
            return full**2 * sum([n * s * (s - 1) for s, n in questions.items()]), trials * (trials - 1) * d * d
        if credit.position not in (1, k):
            return self._any_pairs(trials, questions)
        both = at_least_one if credit.position == 1 else unanimous
        values, e = both(2 * k).subset_values(trials, list(questions))
        n, e = full**2 * dot(numbers, values), e * d * d
        if credit.position == k:  # two subsets both earn if all of their 2k trials succeed
            return n, e
        # P(both subsets earn) = 2 P(one earns) - P(at least one earns)
        return minus((2 * full * earned[0], d * earned[1]), (n, e))

    def _any_pairs(self, trials: int, questions: dict[int, int]) -> Ratio:
        """Compute `pairs` for any credit, which gives A_i to i successes.

        Let a question have s successes and f failures, and let t = i + j. Then s!/(i! j! (s-t)!) f!/((k-i)! (k-j)!
        (f-2k+t)!) of its N!/(k! k! (N-2k)!) pairs of disjoint k-subsets have i successes in the first and j in the
        second. As a share of all pairs, this is (s)_t (f)_(2k-t) C(k, i) C(k, j) / (N)_2k, with (s)_t = s (s-1) ...
        (s-t+1). So the mean product is the sum over t of (s)_t (f)_(2k-t) W_t / (N)_2k, where W_t is the sum over i + j
        = t of A_i C(k, i) A_j C(k, j).
        """
        k = self.k
        weights, d = self.credit.weighted()
        bits, longest = 2 * k * trials.bit_length(), max(weights).bit_length()
        affordable("k", 3 * k * len(questions) + 4 * k * (1 + longest // 32), bits + longest)
        counted = [0] * (2 * k + 1)  # the sum of (s)_t (f)_(2k-t) over all questions
        for s, number in questions.items():
            failures = trials - s
            first, last = max(0, 2 * k - failures), min(s, 2 * k)
            term = number * rise(s - first + 1, 1, first) * rise(failures - 2 * k + first + 1, 1, 2 * k - first)
            counted[first] += term
            for t in range(first, last):
                term = term * (s - t) // (failures - 2 * k + t + 1)
                counted[t + 1] += term
        return dot(counted, square(weights)), rise(trials - 2 * k + 1, 1, 2 * k) * d * d
