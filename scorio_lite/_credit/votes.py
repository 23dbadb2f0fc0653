"""The vote of k answers: how many of a question's k-subsets have a right answer in first place, exactly.

A question is given as counts: how often each right answer, each wrong answer, and no answer was given. Let v be the
number of votes that an answer in first place has. An answer that was given n times has j votes in C(n, j) ways. Write
this as a polynomial, in which y stands for an answer in first place:

    P = C(n, 0) + C(n, 1) x + ... + C(n, v-1) x**(v-1) + C(n, v) y

Multiply the P of all answers, and (1 + x)**none for the trials without an answer. In the product, the coefficient of
x**(k - v t) y**t is the number of k-subsets in which t answers share first place. Each of them wins 1/t of such a
subset. To count only right answers, replace the product over the right answers by its derivative by y. Then a subset
counts once for each right answer in first place, and the power of y is the number of other answers in first place.

For example, a right answer is given twice, two wrong answers once each, and k = 2. For v = 1, the right answer has P =
1 + 2 y, with the derivative 2, and each wrong answer has P = 1 + y. The product 2 (1 + y)**2 = 2 + 4 y + 2 y**2 has the
coefficient 4 for one other answer in first place. So in 4 subsets the right answer shares first place, and wins half of
each. For v = 2 it is alone in first place, in C(2, 2) = 1 subset. So it wins 4/2 + 1 = 3 of the 6 subsets.
"""

from __future__ import annotations

from math import comb

from .._arguments import common_denominator, is_votes, shown
from .._numbers import affordable, binomials, dot, joined, ratio_sum, subset_bits, unpacked
from .._outcomes import counted, emptiness
from . import draws, tails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .._types import Ratio, VoteCounts, VoteParts

_LONG = 32  # a single coefficient of the product of longer polynomials than this is computed faster alone


class VoteMeasure:
    """The measure of the chance that a right answer wins the vote of k trials. The key of a question is its votes.

    `pairs` is None: nothing estimates the variance of a question's value without bias, so intervals use a bound.
    """

    low, high, scale = 0, 1, 1
    pairs = None

    def __init__(self, k: int) -> None:
        self.k = k

    def parts(self, votes: Any) -> VoteParts:
        """Return {N: {votes: number of questions with N trials}}."""
        return _votes_by_trials(votes.counts, [self.k])

    def values(self, trials: int, keys: list[VoteCounts]) -> tuple[list[int], int]:
        chances, common = _win_chances([self.k], keys)
        return [n for (n,) in chances], comb(trials, self.k) * common


def measure_votes(metric: Any, R: Any, name: str) -> tuple[VoteMeasure, Any]:
    """Return (measure of cons_at_k, the VoteTally that it reads)."""
    if not is_votes(R):
        raise ValueError(f"{name} must be a VoteTally for cons_at_k, such as VoteTally(answers, R); got {shown(R)}")
    if not R.questions:
        raise emptiness("answers", "it has no rows")
    return VoteMeasure(draws(metric.k, R.lengths())), R


def mean_votes(ks: list[int], questions: list[VoteCounts]) -> list[Ratio]:
    """Return, for each k, the chance that a right answer wins the vote of k trials, averaged over questions; k <= N."""
    parts, M, found = _votes_by_trials(questions, ks), len(questions), []
    for N, part in parts.items():
        chances, common = _win_chances(ks, list(part))
        sums = [dot(of_k, part.values()) for of_k in zip(*chances)]
        found.append([(total, comb(N, k) * common * M) for k, total in zip(ks, sums)])
    return [ratio_sum(of_k) for of_k in zip(*found)]


def _votes_by_trials(questions: list[VoteCounts], ks: list[int]) -> VoteParts:
    """Return {N: {votes: number of questions}}. Refuse k if counting the votes takes too long."""
    parts: VoteParts = {}
    for votes, number in counted(questions).items():
        parts.setdefault(_trials(votes), {})[votes] = number
    k, work = max(ks), 0
    for N, part in parts.items():
        bits = subset_bits(N, min(k, N // 2))
        for right, wrong, _ in part:
            given = (*right, *wrong)
            places = min(k // 2, max(right, default=0))  # the v that are counted
            affordable("k", len(ks) + places * len(given), bits)
            work += sum([_work_of(v, [n for n in given if n >= v], k, bits, len(ks)) for v in range(1, places + 1)])
            affordable("k", work >> 12, 0)
    return parts


def _work_of(v: int, first: list[int], k: int, bits: int, ks: int) -> int:
    """Return about how much `_add_first` works, in bits of results; `first` are the counts of at least v votes."""
    answers, ties = len(first), min(len(first), k // v)
    alike = answers // (len(set(first)) or 1)
    factor, product = ((1 + min(k, digits)) * bits for digits in ((v - 1) * alike, (v - 1) * answers))  # in x
    return ties * (answers * (1024 + product + product * factor // 8192) + k * bits * (1 + product // 8192) + 64 * ks)


def _trials(votes: VoteCounts) -> int:
    right, wrong, none = votes
    return sum(right) + sum(wrong) + none


def _win_chances(ks: list[int], keys: list[VoteCounts]) -> tuple[list[list[int]], int]:
    """Return (for each key, a numerator for each k; d). Each numerator over C(N, k) d is the chance to win.

    It is the chance that a right answer wins the vote of k of the N trials.
    """
    ties = range(1, 1 + max([_most_ties(votes, ks) for votes in keys]))
    common = common_denominator("k", ties, len(keys))
    shares = [common // t for t in ties]
    return [[dot(one, shares) for one in _wins(votes, ks)] for votes in keys], common


def _most_ties(votes: VoteCounts, ks: Sequence[int]) -> int:
    return max(1, min(len(votes[0]) + len(votes[1]), max(ks)))


def _wins(votes: VoteCounts, ks: Sequence[int]) -> list[list[int]]:
    """Return a list for each k: entry t counts the k-subsets in which a right answer shares first place with t others.

    A subset counts once for each right answer in first place.
    """
    (right, wrong, none), N = votes, _trials(votes)
    if len(right) > len(wrong):  # a right answer wins unless a wrong answer wins, or nobody votes; this takes fewer v
        lost = _wins((wrong, right, none), ks)
        return [[comb(N, k) - comb(none, k) - n[0], *[-x for x in n[1:]]] for k, n in zip(ks, lost)]
    found = [[0] * _most_ties(votes, ks) for _ in ks]
    for k, total in zip(ks, found):  # more than half of the votes wins, whoever gets the others
        enough = [n for n in right if 2 * n > k]
        if enough:
            total[0] = sum(tails(1, k // 2 + 1, k, N, enough))
    for v in range(1, min(max(ks) // 2, max(right, default=0)) + 1):
        most = sum([min(n, v) for n in (*right, *wrong)]) + none
        asked = [(k, total) for k, total in zip(ks, found) if 2 * v <= k <= most]
        if asked:
            _add_first(v, votes, asked)
    return found


def _add_first(v: int, votes: VoteCounts, asked: list[tuple[int, list[int]]]) -> None:
    """Count the k-subsets in which a right answer is in first place with v votes; add the counts to `total`.

    `asked` has a pair (k, total) for each k, with `total` as in `_wins`. Each count is a coefficient of the module's
    product. A polynomial in x is kept as one integer, whose digits of `size` bytes are its coefficients. Each
    coefficient counts subsets, so it is at most the largest binomial of N times the number of right answers.
    """
    ours, theirs = ([n for n in side if n >= v] for side in votes[:2])
    N, most = _trials(votes), max([k for k, _ in asked])
    size = (comb(N, min(most, N // 2)) * (len(ours) + 1)).bit_length() // 8 + 1
    product = _multiplied([1], ours, v, most, size)
    product = _multiplied([t * x for t, x in enumerate(product)][1:], theirs, v, most - v, size)  # the derivative
    others = binomials(N - sum(ours) - sum(theirs), most - v)  # of trials that cannot be first
    factor = joined(others, size)
    for t, x in enumerate(product):
        if len(asked) == 1 and x.bit_length() > 8 * size * _LONG:
            asked[0][1][t] += dot(unpacked(x, size, most - v - v * t + 1)[::-1], others)
            continue
        x *= factor
        digits = x.to_bytes(x.bit_length() // 8 + 1, "little")
        for k, total in asked:
            start = size * (k - v - v * t)
            if start >= 0:
                total[t] += int.from_bytes(digits[start : start + size], "little")


def _multiplied(product: list[int], answers: list[int], v: int, top: int, size: int) -> list[int]:
    """Return the product times the P of more answers, up to the degree `top` in x, where y has the degree v.

    `product` has a polynomial in x for each power of y. `answers` has how often each answer was given. The P of m
    answers with the same count is A + B y, where A is a polynomial in x, and B a number. So its m-th power has the
    coefficients C(m, t) B**t A**(m-t).
    """

    def cut(x: int, t: int) -> int:
        # Terms above the degree may be too long for a digit, but they spill only into higher terms, which are cut too.
        bits = 8 * size * max(0, top - v * t + 1)
        return x & ((1 << bits) - 1) if x.bit_length() > bits else x

    for n, m in counted(answers).items():
        *row, last = binomials(n, v)
        A, powers = joined(row, size), [1]
        for _ in range(m):
            powers.append(cut(powers[-1] * A, 0))
        factor = [comb(m, t) * last**t * powers[m - t] for t in range(min(m, top // v) + 1)]
        both = [0] * min(len(product) + len(factor) - 1, top // v + 1)
        for s, x in enumerate(product):
            for t, other in enumerate(factor[: len(both) - s], s):
                both[t] += x * other
        product = [cut(x, t) for t, x in enumerate(both)]
    return product
