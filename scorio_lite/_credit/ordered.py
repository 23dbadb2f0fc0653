"""Trials in order, of which a draw of k earns what its highest trial earns: Max@k, and best-of-k with a selector.

For Max@k, trials are ordered by their rewards: those of their classes, or real scores. For best-of-k, they are ordered
by a selector's scores, and tied trials share the pick equally. A question is its groups of tied trials, lowest first.
For a group of t trials with the total reward T and the sum Q of squared rewards, let L trials be below it, and U = L +
t. Write C[c] for C(c, k), which is 0 for c < k. Of the question's k-subsets, C[U] - C[L] have their highest trial in
this group. So

    x_q = sum over groups of (C[U] - C[L]) T/t / C(N, k)

Of two disjoint k-subsets, take the one with the higher pick. If the picks are from different groups, the other subset
is among the L trials below, and C[U-k] - C[L-k] subsets are left. If both are from this group, which J pairs are, any
two of its trials are picked equally often. So

    y_q = sum over groups of (2 (C[U-k] - C[L-k]) T/t W + J (T**2 - Q)/(t (t-1))) / (C(N, k) C(N-k, k))
    W   = sum over the groups below of (C[U'] - C[L']) T'/t'
    J   = C[U] C[U-k] - 2 C[L] C[U-k] + C[L] C[L-k], 0 for t = 1

For example, with the scores 1, 2, 2 and k = 2, the group of the two 2s has C(3, 2) - C(1, 2) = 3 subsets: all.
"""

from __future__ import annotations

from math import comb

from .._arguments import common_denominator, exact_numbers, is_scores
from .._numbers import affordable, dot, ratio_sum
from .._outcomes import BOUNDED, SCORED
from ..tally import different_vectors
from . import check_subsets, draws, tails
from .measures import mean_value
from .rewards import check_rewards, graded_tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .._types import ClassCounts, Index, Parts, Ratio, Rewards, Weights
    from ..tally import Tally


class ClassMeasure:
    """The measure of the best of k rewards of graded outcomes. The key of a question is its class counts.

    The trials of a class all earn its reward r. If the next higher class earns r', let the step be r - r', and r for
    the highest class. Then summation by parts gives x_q = the sum over the classes of C[U] steps. In y_q, a class and a
    class that is not below have C[U] C[U'-k] pairs with the first pick at most in the one, and the other in the other.
    """

    def __init__(self, weights: Weights, k: int) -> None:
        rewards, self.scale = self.weights = weights
        self.k, self.low, self.high = k, min(rewards), max(rewards)
        order = sorted(range(len(rewards)), key=rewards.__getitem__)
        higher = [*(rewards[j] for j in order[1:]), 0]
        self.steps = [(j, rewards[j] - after) for j, after in zip(order, higher)]

    def parts(self, outcomes: Tally) -> Parts:
        parts: Parts = {}
        for counts, number in outcomes.histogram.items():
            parts.setdefault(sum(counts), {})[counts] = number
        check_subsets(self.k, parts)
        check_rewards(self.weights, sum(map(len, parts.values())))
        return parts

    def key(self, counts: ClassCounts) -> Any:
        return counts

    def levels(self, counts: ClassCounts) -> list[tuple[int, int]]:
        """Return (step, U) for each class with a step and U >= k."""
        found, U = [], 0
        for j, step in self.steps:
            U += counts[j] if j < len(counts) else 0
            if step and self.k <= U:
                found.append((step, U))
        return found

    def values(self, trials: int, keys: list[ClassCounts]) -> tuple[list[int], int]:
        k, found = self.k, list(map(self.levels, keys))
        numbers = list({U for levels in found for _, U in levels})
        C = dict(zip(numbers, tails(1, k, k, trials, numbers)))
        return [sum([step * C[U] for step, U in levels]) for levels in found], comb(trials, k) * self.scale

    def pairs(self, trials: int, questions: dict[ClassCounts, int], _: Ratio) -> Ratio:
        check_subsets(2 * self.k, {trials: {}})
        k, total = self.k, 0
        for counts, number in questions.items():
            above = 0
            for step, U in reversed(self.levels(counts)):
                low, high = step * comb(U, k), step * comb(U - k, k)
                total += number * low * (high + 2 * above)
                above += high
        return total, comb(trials, k) * comb(trials - k, k) * self.scale**2

    def mean(self, outcomes: Tally) -> Ratio:
        """Return the mean of x_q over the questions, with one C[U] for all questions that have this U."""
        times: dict[int, dict[int, int]] = {}  # {N: {U: the sum of steps}}
        if outcomes._columns and outcomes.classes > 2:
            from .._outcomes.arrays import steps_of

            check_rewards(self.weights, 1)
            times = {outcomes._columns[0]: steps_of(outcomes._columns, self.steps)}
        if not times:
            check_rewards(self.weights, different_vectors(outcomes))
            for (counts, _), number in outcomes.cells.items():
                of_N = times.setdefault(sum(counts), {})
                for step, U in self.levels(counts):
                    of_N[U] = of_N.get(U, 0) + number * step
        k = self.k
        check_subsets(k, times)
        sums = [(dot(of_N.values(), tails(1, k, k, N, list(of_N))), comb(N, k)) for N, of_N in times.items()]
        n, d = ratio_sum(sums)
        return n, d * self.scale * outcomes.questions


class RowMeasure:
    """The measure of the best of k real scores, or of what a selector picks. The key of a question is its index.

    `data` is Scores, or Selected (see selected.py). For k = 1 the order does not matter, and ties do not.
    """

    def __init__(self, data: Any, k: Index, name: str = "R") -> None:
        from .._scores import draws_of_scores

        self.k = k = draws_of_scores(data, k, name)
        self.data = data
        self.rows: list[tuple[list[int], Sequence[int]]] = []  # rewards in order, and sizes of tied groups, if any
        if is_scores(data):
            (self.low, self.high), self.scale = exact_numbers([data.low, data.high], "low and high")
            self.sums, self.d = data.sums() if k == 1 else ([], data.numerators()[1])
        else:
            (self.low, self.high, self.scale), self.d, self.rows = data.bounds, data.d, data.rows
            self.sums = [sum(earned) for earned, _ in self.rows]
        self.C = [0] * k
        self.tops = [1]  # C[c+1] - C[c] for c = k-1, k, ...
        for c in range(k, max(data.lengths()) + 1) if k > 1 else ():
            self.C.append(self.C[-1] + self.tops[-1])
            self.tops.append(self.tops[-1] * c // (c - k + 1))
        if self.d >> 1024:
            affordable("R", len(data) * self.d.bit_length() // 256, self.d.bit_length())  # products of two sums

    def parts(self, data: Any) -> Parts:
        parts: Parts = {}
        for q, N in enumerate(data.lengths()):
            parts.setdefault(N, {})[q] = 1
        return parts

    def ordered(self) -> list[tuple[list[int], Sequence[int]]]:
        if not self.rows:
            self.rows = [(sorted(row), ()) for row in self.data.numerators()[0]]
        return self.rows

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        if self.k == 1:
            return [self.sums[q] for q in keys], trials * self.d
        rows = self.ordered()
        found = [self._value(*rows[q]) for q in keys]
        common = common_denominator("S, with this many ties,", {e for _, e in found}, len(found))
        return [n * (common // e) for n, e in found], comb(trials, self.k) * self.d * common

    def _value(self, earned: list[int], sizes: Sequence[int]) -> Ratio:
        """Return C(N, k) x_q in units of 1/d."""
        if not sizes:
            return sum(map(int.__mul__, self.tops, earned[self.k - 1 :])), 1
        C, L, terms = self.C, 0, []
        for t in sizes:
            U = L + t
            n, e = _share(sum(earned[L:U]), t)
            terms.append((n * (C[U] - C[L]), e))
            L = U
        return _shared(terms)

    def pairs(self, trials: int, questions: dict[int, int], _: Ratio) -> Ratio:
        k, rows = self.k, self.ordered()
        if k == 1:
            squares = sum([self.sums[q] ** 2 - dot(rows[q][0], rows[q][0]) for q in questions])
            return squares, trials * (trials - 1) * self.d**2
        n, e = ratio_sum([self._pair_value(*rows[q]) for q in questions])
        return n, e * comb(trials, k) * comb(trials - k, k) * self.d**2

    def _pair_value(self, earned: list[int], sizes: Sequence[int]) -> Ratio:
        """Return C(N, k) C(N-k, k) y_q in units of 1/d**2."""
        k, C = self.k, self.C
        groups, L = [], 0  # (L, U, T/t as a ratio)
        for t in sizes or [1] * len(earned):
            L, U = L + t, L + t
            groups.append((U - t, U, *(_share(sum(earned[U - t : U]), t) if t > 1 else (earned[U - 1], 1))))
        common = common_denominator("S, with this many ties,", {e for *_, e in groups}, len(groups)) if sizes else 1
        total = W = 0
        squares = []
        for L, U, n, e in groups[k - 1 if not sizes else 0 :]:
            if k > U:
                continue
            low, high, n = C[max(L - k, 0)], C[U - k], n * (common // e)
            total += 2 * (high - low) * n * W
            W += (C[U] - C[L]) * n
            if U - L > 1 and high:
                group, t = earned[L:U], U - L
                m, e = _share(sum(group) ** 2 - dot(group, group), t * (t - 1))
                J = C[U] * high - 2 * C[L] * high + C[L] * low
                squares.append((m * J, e))
        return ratio_sum(((total, common * common), _shared(squares)))


def _share(total: int, parts: int) -> Ratio:
    """Return total/parts as a ratio. An integer gets the denominator 1, so that few different denominators occur."""
    whole, rest = divmod(total, parts)
    return (total, parts) if rest else (whole, 1)


def _shared(ratios: list[Ratio]) -> Ratio:
    """Return the sum of ratios, over their least common denominator."""
    totals = {1: 0}
    for n, d in ratios:
        totals[d] = totals.get(d, 0) + n
    common = common_denominator("S, with this many ties,", totals, len(totals))
    return sum([n * (common // d) for d, n in totals.items()]), common


def best_mean(R: Any, k: Index, w: Rewards) -> Ratio:
    """Return the mean over questions of the best of k rewards: those in w or, if R is Scores, the scores."""
    if not is_scores(R):
        outcomes, weights = graded_tally(R, w, ways=(*BOUNDED[:2], SCORED) if w is None else BOUNDED)
        return ClassMeasure(weights, draws(k, outcomes)).mean(outcomes)
    if w is not None:
        raise ValueError("w must not be given with Scores, which are the rewards themselves")
    return mean_value(RowMeasure(R, k), R)
