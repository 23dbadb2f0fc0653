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
from .._numbers import affordable, binomials, dot, joined, ratio_sum, subset_bits
from .._outcomes import counted, emptiness
from . import draws
from .steps import tails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .._types import Parts, Ratio, VoteCounts


class VoteMeasure:
    """The measure of the chance that a right answer wins the vote of k trials. The key of a question is its VoteCounts.

    `pairs` is None, since a question's votes give no unbiased estimate of how much its value varies.
    """

    low, high, scale = 0, 1, 1
    pairs = None

    def __init__(self, k: int) -> None:
        self.k = k

    def parts(self, votes: Any) -> Parts:
        """Return {N: {VoteCounts: number of questions with N trials}}."""
        return _votes_by_trials(votes.counts, [self.k])

    def values(self, trials: int, keys: list[VoteCounts]) -> tuple[list[int], int]:
        chances, common = _win_chances([self.k], keys)
        return [n for (n,) in chances], comb(trials, self.k) * common


def measure_votes(metric: Any, R: Any, name: str) -> tuple[VoteMeasure, Any]:
    """Return (VoteMeasure for cons_at_k, R). Raise ValueError unless R is a VoteTally with questions."""
    if not is_votes(R):
        raise ValueError(f"{name} must be a VoteTally for cons_at_k, such as VoteTally(answers, R); got {shown(R)}")
    if not R.questions:
        raise emptiness("answers", "it has no rows")
    return VoteMeasure(draws(metric.k, R.lengths())), R


def mean_votes(ks: list[int], questions: list[VoteCounts]) -> list[Ratio]:
    """Return a ratio for each k: the chance that a right answer wins the vote of k trials, averaged over questions."""
    M, means = len(questions), []
    for N, part in _votes_by_trials(questions, ks).items():
        chances, common = _win_chances(ks, list(part))
        sums = [dot(of_k, part.values()) for of_k in zip(*chances)]
        means.append([(total, comb(N, k) * common * M) for k, total in zip(ks, sums)])
    return [ratio_sum(of_k) for of_k in zip(*means)]


def _votes_by_trials(questions: list[VoteCounts], ks: list[int]) -> Parts:
    """Return {N: {VoteCounts: number of questions}}. Raise ValueError if counting votes takes too long for the `ks`."""
    parts: Parts = {}
    k, work = max(ks), 0
    for votes, number in counted(questions).items():
        right, wrong, none = votes
        given = (*right, *wrong)
        N = sum(given) + none
        parts.setdefault(N, {})[votes] = number
        bits = subset_bits(N, min(k, N // 2))
        for v in range(1, min(k // 2, max(given, default=0)) + 1):
            answers = sum([n >= v for n in given])
            products, digits = answers * min(answers, k // v), min(k, answers * (v - 1) + 1)
            work += (8 + products) * (4 + digits * bits // 2048) * (1 + v * bits // 8192)
            affordable("k", work, 0)  # a unit took at most 2.2 microseconds
    return parts


def _win_chances(ks: list[int], keys: list[VoteCounts]) -> tuple[list[list[int]], int]:
    """Return (a list for each key, d). The list has a numerator n for each k.

    The chance that a right answer wins the vote of k of the N trials is n / (C(N, k) d).
    """
    most = max([min(len(right) + len(wrong), max(ks)) for right, wrong, _ in keys])  # how many can share first place
    common = common_denominator("k", range(2, most + 1), len(keys))
    shares = [common // t for t in range(1, most + 1)]
    return [[dot(ways, shares) for ways in _wins(votes, ks, most or 1)] for votes in keys], common


def _wins(votes: VoteCounts, ks: Sequence[int], most: int) -> list[list[int]]:
    """Return a list of `most` entries for each k. The sum of entry t / (t + 1) is how many k-subsets right answers win.

    Entry t counts, once for each right answer in first place, the k-subsets where it shares this place with t others.
    If there are more right answers than wrong ones, entries are made of the same counts for the wrong ones.
    """
    right, wrong, none = votes
    N = sum(right) + sum(wrong) + none
    if len(right) > len(wrong):  # a right answer wins unless a wrong answer wins, or nobody votes; this takes fewer v
        lost = _wins((wrong, right, none), ks, most)
        return [[comb(N, k) - comb(none, k) - n[0], *[-x for x in n[1:]]] for k, n in zip(ks, lost)]
    wins = [[0] * most for _ in ks]
    for k, ways in zip(ks, wins):  # more than half of the votes wins, whoever gets the others
        ways[0] += sum(tails(1, k // 2 + 1, k, N, list(right))) if right else 0
    for v in range(1, min(max(ks) // 2, max(right, default=0)) + 1):
        _add_first(v, votes, [(k, ways) for k, ways in zip(ks, wins) if 2 * v <= k])
    return wins


def _add_first(v: int, votes: VoteCounts, asked: list[tuple[int, list[int]]]) -> None:
    """For each (k, ways) in `asked`, add to ways[t] how often a right answer and t others are first, with v votes each.

    This counts k-subsets, once for each right answer: coefficients of the module's product. A polynomial in x is one
    integer with `size` bytes for each. None exceeds the largest binomial of N times the number of right answers.
    """
    right, wrong, none = votes
    N, most = sum(right) + sum(wrong) + none, max([k for k, _ in asked])
    ours, theirs = ([n for n in side if n >= v] for side in (right, wrong))
    size = (comb(N, min(most, N // 2)) * (len(ours) + 1)).bit_length() // 8 + 1
    product = _product([1], ours, v, most, size)
    product = _product([t * x for t, x in enumerate(product)][1:], theirs, v, most - v, size)  # its derivative
    others = joined(binomials(N - sum(ours) - sum(theirs), most - v), size)  # from answers that cannot be first
    for t, x in enumerate(product):
        x *= others
        digits = x.to_bytes(x.bit_length() // 8 + 1, "little")
        for k, ways in asked:
            start = size * (k - v - v * t)
            if start >= 0:
                ways[t] += int.from_bytes(digits[start : start + size], "little")


def _product(product: list[int], answers: Iterable[int], v: int, top: int, size: int) -> list[int]:
    """Return `product` times the module's P of each answer. Drop terms above the degree `top`, where y counts as x**v.

    `product` has a polynomial in x for each power of y. `answers` has how often each answer was given.
    """
    # Terms above the degree may be too long for a digit, but they spill only into higher terms, which are cut, too.
    masks = [(1 << 8 * size * (top - v * t + 1)) - 1 for t in range(top // v + 1)]
    for n in answers:
        *row, last = binomials(n, v)
        A = joined(row, size)
        pairs = zip([*product, 0], [0, *product], masks)
        product = [(x * A + lower * last) & mask for x, lower, mask in pairs]
    return product
