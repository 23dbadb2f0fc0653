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

from .._arguments import common_denominator
from .._numbers import affordable, binomials, dot, joined, ratio_sum, subset_bits
from .._outcomes import counted
from .steps import tails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from .._types import Parts, Ratio, VoteCounts


class VoteMeasure:
    """The measure (see `_credit`) of a right answer's chance to win the vote of k trials.

    A question's key is its VoteCounts. `pairs` is None: what two disjoint subsets earn together is not computed.
    """

    low, high, scale = 0, 1, 1
    pairs = None

    def __init__(self, k: int) -> None:
        self.k = k

    def parts(self, votes: Any) -> Parts:
        return _votes_by_trials(votes.counts, [self.k])

    def values(self, trials: int, keys: list[VoteCounts]) -> tuple[list[int], int]:
        wins, common = _wins([self.k], keys)
        return wins[self.k], comb(trials, self.k) * common


def mean_votes(ks: list[int], questions: list[VoteCounts]) -> list[Ratio]:
    """Return a ratio for each k: the chance that a right answer wins the vote of k trials, averaged over questions."""
    means: dict[int, list[Ratio]] = {k: [] for k in ks}
    for N, part in _votes_by_trials(questions, ks).items():
        wins, common = _wins(ks, list(part))
        for k, numerators in wins.items():
            means[k].append((dot(numerators, part.values()), comb(N, k) * common * len(questions)))
    return list(map(ratio_sum, means.values()))


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


def _wins(ks: list[int], keys: list[VoteCounts]) -> tuple[dict[int, list[int]], int]:
    """Return ({k: numerators}, d). A numerator over d is how many k-subsets right answers win, for each of `keys`.

    If t answers share first place in a subset, each of them wins 1/t of it.
    """
    ties = max([min(len(right) + len(wrong), max(ks)) for right, wrong, _ in keys])  # how many can share first place
    d = common_denominator("k", range(2, ties + 1), len(keys))
    wins: dict[int, list[int]] = {k: [] for k in ks}
    for votes in keys:
        right, wrong, none = votes
        N = sum(right) + sum(wrong) + none
        for k, of_k in wins.items():  # more than half of the votes wins, whoever gets the others
            of_k.append(d * sum(tails(1, k // 2 + 1, k, N, list(right))) if right else 0)
        for v in range(1, min(max(ks) // 2, max(right, default=0)) + 1):
            most = none + sum([min(n, v) for n in (*right, *wrong)])  # trials of a subset where none has more votes
            asked = [k for k in ks if 2 * v <= k <= most]
            for k, t, ways in _first(v, votes, asked) if asked else ():
                wins[k][-1] += ways * (d // t)
    return wins, d


def _first(v: int, votes: VoteCounts, ks: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield (k, t, ways): in `ways` k-subsets, t answers share first place with v votes each, and some are right.

    A subset counts once for each right answer in first place.
    """
    # The ways are coefficients of the module's product. A polynomial in x is one integer, with `size` bytes for each
    # coefficient. None exceeds the largest binomial of N times the number of right answers.
    right, wrong, none = votes
    N, most = sum(right) + sum(wrong) + none, max(ks)
    ours, theirs = ([n for n in side if n >= v] for side in (right, wrong))
    size = (comb(N, min(most, N // 2)) * (len(ours) + 1)).bit_length() // 8 + 1
    product = _product([1], ours, v, most, size)
    product = _product([t * x for t, x in enumerate(product)][1:], theirs, v, most - v, size)  # its derivative
    others = joined(binomials(N - sum(ours) - sum(theirs), most - v), size)  # from answers that cannot be first
    for t, x in enumerate(product, 1):
        x *= others
        digits = x.to_bytes(x.bit_length() // 8 + 1, "little")
        for k in ks:
            start = size * (k - v * t)
            if start >= 0:
                yield k, t, int.from_bytes(digits[start : start + size], "little")


def _product(product: list[int], answers: Iterable[int], v: int, top: int, size: int) -> list[int]:
    """Return `product` times the P of each answer (see the module's docstring).

    `answers` has how often each answer was given. `product` has a polynomial in x for each power of y: an integer with
    `size` bytes for a coefficient. Terms above the degree `top`, where y counts as x**v, are dropped.
    """
    # Terms above the degree may be too long for a digit, but they spill only into higher terms, which are cut, too.
    masks = [(1 << 8 * size * (top - v * t + 1)) - 1 for t in range(top // v + 1)]
    for n in answers:
        *row, last = binomials(n, v)
        A = joined(row, size)
        pairs = zip([*product, 0], [0, *product], masks)
        product = [(x * A + lower * last) & mask for x, lower, mask in pairs]
    return product
