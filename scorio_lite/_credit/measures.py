"""Measures: for each kind of metric, the numbers x_q and y_q of question q, from which an interval is made.

x_q is the value of the question: the mean of what the k-subsets of its N trials earn. y_q is the mean, over all pairs
of disjoint k-subsets, of the product of what the two subsets earn; it needs N >= 2k. Two disjoint subsets are like 2k
fresh draws, so x_q**2 - y_q estimates the variance of x_q without bias.

A measure groups questions by N and by a key. Questions with the same N and key have the same x_q and y_q. Measures have
these methods:

parts   {N: {key: number of questions}}
values  (numerators, denominator) of the x_q of these keys, for N = `trials`
pairs   the sum of y_q over `questions`, which is {key: number of questions}; `earned` is the sum of their x_q
"""

from __future__ import annotations

from math import comb

from .._arguments import exact_numbers
from .._numbers import Meter, binomials, budget, dot, least_common, minus, ratio_sum, rise, square
from ..tally import success_counts
from . import at_least_one, check_subsets, subset_values, tails, unanimous
from .rewards import check_rewards, reward_gaps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._scores import Scores
    from .._types import ClassCounts, Parts, Ratio, Weights
    from ..tally import Tally
    from . import Credit


def values_by_key(measure: Any, parts: Parts, name: str, count: int) -> tuple[dict[tuple[int, Any], int], int]:
    """Return ({(N, key): x}, d), where x/d is the value of a question with N trials and this key.

    Refuse the argument `name` if `count` integers as long as d would take too long.
    """
    tables = {N: (part, *measure.values(N, list(part))) for N, part in parts.items()}
    d = least_common(name, [e for *_, e in tables.values()], count)
    return {(N, key): x * (d // e) for N, (part, values, e) in tables.items() for key, x in zip(part, values)}, d


def mean_value(measure: Any, R: Any) -> Ratio:
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
        self.meter = Meter("k")
        self.low, self.high = 0, max(credit.full, self.scale)  # over the scale; float weights may sum to 1 + 1e-12

    def parts(self, outcomes: Tally) -> Parts:
        groups = success_counts(outcomes)
        check_subsets(self.k, groups)
        return groups

    def key(self, counts: ClassCounts) -> Any:
        return counts[1]

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        return subset_values(self.credit, trials, keys)

    def pairs(self, trials: int, questions: dict[int, int], earned: Ratio) -> Ratio:
        check_subsets(2 * self.k, {trials: questions})
        credit, k, numbers = self.credit, self.k, questions.values()
        full, d = credit.full, credit.denominator
        if k == 1:
            return full**2 * sum([n * s * (s - 1) for s, n in questions.items()]), trials * (trials - 1) * d * d
        if credit.position not in (1, k):
            return self._any_pairs(trials, questions)
        both = at_least_one if credit.position == 1 else unanimous
        values, e = subset_values(both(2 * k), trials, list(questions))
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
        credit, k = self.credit, self.k
        d = credit.denominator
        if credit.harmonic:  # j/(j+1) C(k, j) = C(k, j) - C(k+1, j+1) / (k+1)
            d *= k + 1
            pairs = enumerate(zip(binomials(k), binomials(k + 1)[1:]))
            weights = [(k + 1) * (credit.harmonic - k - j) * c - credit.harmonic * more for j, (c, more) in pairs]
            weights[0] = 0
        else:
            weights = list(map(int.__mul__, credit.values(), binomials(k)))
        bits, longest = 2 * k * trials.bit_length(), max(weights).bit_length()
        self.meter.spend(1, bits, 64, 3 * k * len(questions))
        self.meter.spend(2 * k, longest, 2 * k * longest, 2)  # the square of the weights
        self.meter.spend(2 * k, bits, 2 * k + longest)
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


class RewardMeasure:
    """The measure of the best of k rewards. The key of a question is its vector of class counts.

    A gap is the difference of two neighbouring rewards. The best of k rewards is the top reward minus all gaps that
    each of the k rewards is below. If c trials of a question are below a gap, C(c, k) of its k-subsets are wholly
    below. Take two gaps, with c <= c' trials below them. Then C(c, k) C(c' - k, k) pairs of disjoint subsets have the
    first subset below the lower gap, and the second below the higher gap.
    """

    def __init__(self, weights: Weights, k: int) -> None:
        rewards, denominator = weights
        self.k = k
        self.weights = weights
        self.low, self.high, self.scale = min(rewards), max(rewards), denominator

    def parts(self, outcomes: Tally) -> Parts:
        parts: Parts = {}
        for counts, number in outcomes.histogram.items():
            parts.setdefault(sum(counts), {})[counts] = number
        check_subsets(self.k, parts)
        check_rewards(self.weights, sum(map(len, parts.values())))
        return parts

    def key(self, counts: ClassCounts) -> Any:
        return counts

    def _below(self, counts: ClassCounts, gaps: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return (gap, c) for each gap of `reward_gaps` that c >= k trials of a question are below."""
        found, below = [], 0
        for j, gap in gaps:
            below += counts[j] if j < len(counts) else 0
            if gap and below >= self.k:
                found.append((gap, below))
        return found

    def values(self, trials: int, keys: list[ClassCounts]) -> tuple[list[int], int]:
        k, subsets, (top, gaps) = self.k, comb(trials, self.k), reward_gaps(self.weights[0])
        found = [self._below(counts, gaps) for counts in keys]
        numbers = list({c for below in found for _, c in below})
        ways = dict(zip(numbers, tails(1, k, k, trials, numbers)))  # C(c, k)
        values = [top * subsets - sum([gap * ways[c] for gap, c in below]) for below in found]
        return values, subsets * self.scale

    def pairs(self, trials: int, questions: dict[ClassCounts, int], _: Ratio) -> Ratio:
        check_subsets(2 * self.k, {trials: {}})
        k, (top, gaps) = self.k, reward_gaps(self.weights[0])
        subsets, others = comb(trials, k), comb(trials - k, k)
        total = 0
        for counts, number in questions.items():
            lost = square_lost = above = 0
            for gap, c in reversed(self._below(counts, gaps)):
                low, high = gap * comb(c, k), gap * comb(c - k, k)
                lost += low
                square_lost += low * (high + 2 * above)
                above += high
            total += number * (top * (top * subsets - 2 * lost) * others + square_lost)
        return total, subsets * others * self.scale**2


class ScoreMeasure:
    """The measure of the best of k real scores or, for k = 1, of the mean score. The key of a question is its index."""

    def __init__(self, scores: Scores, k: int) -> None:
        from .._scores import best_sums

        self.scores: Any = scores
        self.k = k
        (self.low, self.high), self.scale = exact_numbers([scores.low, scores.high], "low and high")
        self.sums, self.d = best_sums(scores, k)
        if self.d >> 1024:
            budget("R", len(self.sums), self.d.bit_length(), steps=3)  # products of two of them
        self.pair_sums: tuple[list[int], int] | None = None  # made once they are asked for

    def parts(self, scores: Scores) -> Parts:
        lengths = scores.lengths()
        if scores.trials:
            return {lengths[0]: dict.fromkeys(range(len(lengths)), 1)}
        parts: Parts = {}
        for q, N in enumerate(lengths):
            parts.setdefault(N, {})[q] = 1
        return parts

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        return [self.sums[q] for q in keys], comb(trials, self.k) * self.d

    def pairs(self, trials: int, questions: dict[int, int], _: Ratio) -> Ratio:
        from .._scores import best_pair_sums

        if not self.pair_sums:
            self.pair_sums = best_pair_sums(self.scores, self.k)
        (sums, d), k = self.pair_sums, self.k
        return sum([sums[q] for q in questions]), comb(trials, k) * comb(trials - k, k) * d
