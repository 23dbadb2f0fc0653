"""Measures: for each kind of metric, the numbers x_q and y_q of a question q, which means and intervals are made of.

x_q is the value of the question: the mean of what the k-subsets of its N trials earn. y_q is the mean, over all pairs
of disjoint k-subsets, of the product of what the two subsets earn; it needs N >= 2k. Two disjoint subsets are like 2k
fresh draws, so x_q**2 - y_q estimates the variance of x_q without bias.

A measure groups questions by N and by a key. Questions with the same N and key have the same x_q and y_q. There are
three measures: CreditMeasure for 0/1 outcomes, OrderedMeasure for what the highest of k trials earns, and VoteMeasure.
They have these methods:

parts   returns {N: {key: number of questions}}
values  returns (numerators, denominator) of x_q for each of these keys, for N = `trials`
pairs   returns the sum of y_q over `questions`, {key: number of questions}; `earned` is the sum of x_q over them
"""

from __future__ import annotations

from math import comb

from .._arguments import common_denominator
from .._numbers import affordable, dot, minus, ratio_sum, rise, square
from . import at_least_one, check_subsets, subsets_of, unanimous

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._types import ClassCounts, Parts, Ratio
    from ..tally import Tally
    from . import Credit


def values_by_key(measure: Any, parts: Parts, name: str, count: int) -> tuple[dict[tuple[int, Any], int], int]:
    """Return ({(N, key): x}, d). x/d is the value x_q of a question with N trials and this key.

    Raise ValueError about the argument `name` if `count` integers as long as d would take too long.
    """
    tables = {N: (part, *measure.values(N, list(part))) for N, part in parts.items()}
    d = common_denominator(name, [e for *_, e in tables.values()], count)
    return {(N, key): x * (d // e) for N, (part, values, e) in tables.items() for key, x in zip(part, values)}, d


class CreditMeasure:
    """The measure of a credit of 0/1 outcomes. The key of a question is its number of successes."""

    def __init__(self, credit: Credit) -> None:
        self.credit = credit
        self.k = credit.k
        self.scale = credit.denominator
        self.low, self.high = 0, max(credit.full, self.scale)  # in units of 1/scale; float weights may sum to 1 + 1e-12

    def parts(self, outcomes: Tally) -> Parts:
        groups = outcomes._success_groups()
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
        """Return, as a ratio, the sum of y_q over `questions` for any credit. k draws with i successes earn A_i.

        Let a question have s successes and f failures, and let t = i + j. It has N!/(k! k! (N-2k)!) pairs of disjoint
        k-subsets. In s!/(i! j! (s-t)!) f!/((k-i)! (k-j)! (f-2k+t)!) of them, the first has i successes and the second
        has j. As a share of all pairs, this is (s)_t (f)_(2k-t) C(k, i) C(k, j) / (N)_2k, with (s)_t = s (s-1) ...
        (s-t+1). So the mean product is the sum over t of (s)_t (f)_(2k-t) W_t / (N)_2k, where W_t is the sum over i + j
        = t of A_i C(k, i) A_j C(k, j).
        """
        k = self.k
        weights, d = self.credit.weighted()
        bits, longest = 2 * k * trials.bit_length(), max(weights).bit_length()
        affordable("k", 3 * k * len(questions) + 4 * k * (1 + longest // 32), bits + longest)
        W = square(weights)
        sums = [0] * len(W)  # of (s)_t (f)_(2k-t) over all questions
        for s, number in questions.items():
            failures = trials - s
            first, last = max(0, 2 * k - failures), min(s, 2 * k)
            term = number * rise(s - first + 1, 1, first) * rise(failures - 2 * k + first + 1, 1, 2 * k - first)
            sums[first] += term
            for t in range(first, last):
                term = term * (s - t) // (failures - 2 * k + t + 1)
                sums[t + 1] += term
        return dot(sums, W), rise(trials - 2 * k + 1, 1, 2 * k) * d * d


class OrderedMeasure:
    """The measure of what the highest of k trials earns: a class's reward, a real score, or what a selector picks.

    A question has groups of tied trials, lowest first. A group has t trials with the total reward T and the sum Q of
    squared rewards. L trials are below it, and U = L + t. Write C[c] for C(c, k). A subset picks its highest trial, or
    each of its highest trials with the same chance if they are tied. So

        x_q = sum over groups of (C[U] - C[L]) T/t / C(N, k)

    y_q is a sum over pairs of disjoint subsets, divided by C(N, k) C(N-k, k). First suppose that every pick from a
    group earns T/t. Let the step s of a group be its T/t minus that of the next higher group (or minus 0). For U <= U',
    C[U] C[U'-k] pairs have one subset in the lowest U trials, and the other in the lowest U'. So the sum, by parts, is

        sum over groups of C[U] s (C[U-k] s + 2 (sum over the groups above of C[U'-k] s'))

    In J pairs, both subsets pick from the same group. They pick two different trials, so the mean product is (T**2 -
    Q)/(t (t-1)) and not (T/t)**2. Therefore J (t Q - T**2)/(t**2 (t-1)) is subtracted for each group with t > 1, where

        J = C[U] C[U-k] - 2 C[L] C[U-k] + C[L] C[L-k]

    A subclass has `row(key)`, the OrderedRow of a question, in units of 1/d.
    """

    row: Any

    def __init__(self, k: int, low: int, high: int, scale: int, d: int) -> None:
        self.k, self.low, self.high, self.scale, self.d = k, low, high, scale, d

    def values(self, trials: int, keys: list[Any]) -> tuple[list[int], int]:
        C, picks, ratios = subsets_of(range(trials + 1), self.k), {}, []
        for key in keys:
            ends, means, e, _ = self.row(key)
            if ends not in picks:
                picks[ends] = [C[U] - C[L] for L, U in zip((0, *ends), ends)]
            ratios.append((sum(map(int.__mul__, picks[ends], means)), e))
        common = common_denominator(TIES, {e for _, e in ratios}, len(ratios))
        return [x * (common // e) for x, e in ratios], C[-1] * self.d * common

    def pairs(self, trials: int, questions: dict[Any, int], _: Ratio) -> Ratio:
        check_subsets(2 * self.k, {trials: {}})
        k, sums = self.k, {1: 0}
        rows = [(*self.row(key), number) for key, number in questions.items()]
        numbers = {0}.union(*(ends for ends, *_ in rows))
        numbers |= {U - k for U in numbers if k < U}
        C = dict(zip(numbers, subsets_of(numbers, k)))
        for ends, means, e, ties, number in rows:
            total = above = higher = 0
            for U, mean in zip(reversed(ends), reversed(means)):
                if k > U:
                    break
                s, higher = mean - higher, mean
                high = C[U - k] * s
                total += C[U] * s * (high + 2 * above)
                above += high
            sums[e * e] = sums.get(e * e, 0) + number * total
            for U, group in ties:
                if 2 * k <= U:
                    t, T, Q = len(group), sum(group), dot(group, group)
                    L, d = U - t, t * t * (t - 1)
                    J = C[U] * C[U - k] - 2 * C[L] * C[U - k] + C[L] * C.get(L - k, 0)
                    sums[d] = sums.get(d, 0) - number * J * (t * Q - T * T)
        n, d = ratio_sum([(n, d) for d, n in sums.items()])
        return n, d * comb(trials, k) * comb(trials - k, k) * self.d**2


TIES = "S, with this many ties,"  # what long denominators come from
