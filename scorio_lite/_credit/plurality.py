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

from .._arguments import is_votes, shown
from .._numbers import Meter, binomials, dot, joined, least_common, ratio_sum, subset_bits, unpacked
from .._outcomes import counted, emptiness
from . import check_subsets, draws, tails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .._types import Ratio, VoteCounts, VoteParts

_SOME = 64  # about so many keys are tried, to estimate the work of all
_ALIKE = 5  # with more answers of the same count than this, on average, products are series
_SHORT_PRODUCT = 1 << 16, 1 << 11  # trials times k below which products are multiplied out: in all, and for each k


class VoteMeasure:
    """The measure of the chance that a right answer wins the vote of k trials. The key of a question is its votes.

    `pairs` is None: nothing estimates the variance of a question's value without bias, so intervals use a bound.
    """

    low, high, scale = 0, 1, 1
    pairs = None

    def __init__(self, k: int) -> None:
        self.k = k
        self.meter = Meter("k")

    def parts(self, votes: Any) -> VoteParts:
        """Return {N: {votes: number of questions with N trials}}."""
        return _votes_by_trials(votes.counts)

    def values(self, trials: int, keys: list[VoteCounts]) -> tuple[list[int], int]:
        chances, common = _win_chances([self.k], trials, keys, self.meter)
        return [n for (n,) in chances], comb(trials, self.k) * common


def measure_votes(metric: Any, R: Any, name: str) -> tuple[VoteMeasure, Any]:
    """Return (measure of cons_at_k, the VoteTally that it reads)."""
    if not is_votes(R):
        raise ValueError(f"{name} must be a VoteTally for cons_at_k, such as VoteTally(answers, R); got {shown(R)}")
    if not R.questions:
        raise emptiness("answers", "it has no rows")
    return VoteMeasure(draws(metric.k, R.outcomes)), R


def mean_votes(ks: list[int], questions: list[VoteCounts]) -> list[Ratio]:
    """Return, for each k, the chance that a right answer wins the vote of k trials, averaged over questions; k <= N."""
    parts, meter = _votes_by_trials(questions), Meter("k")
    M = sum([sum(part.values()) for part in parts.values()])
    found = []
    for N, part in parts.items():
        chances, common = _win_chances(ks, N, list(part), meter)
        totals = [0] * len(ks)
        for of_ks, number in zip(chances, part.values()):
            totals = [total + n * number for total, n in zip(totals, of_ks)]
        found.append([(total, comb(N, k) * common * M) for k, total in zip(ks, totals)])
    return [ratio_sum(of_k) for of_k in zip(*found)]


def _votes_by_trials(questions: list[VoteCounts]) -> VoteParts:
    parts: VoteParts = {}
    for votes, number in counted(questions).items():
        parts.setdefault(_trials(votes), {})[votes] = number
    return parts


def _trials(votes: VoteCounts) -> int:
    right, wrong, none = votes
    return sum(right) + sum(wrong) + none


def _win_chances(ks: list[int], trials: int, keys: list[VoteCounts], meter: Meter) -> tuple[Iterator[list[int]], int]:
    """Return (for each key, a numerator for each k; d). Each numerator over C(N, k) d is the chance to win.

    It is the chance that a right answer wins the vote of k of the N trials. If there are many keys, the work for all is
    first estimated from some of them. These are chosen by size, so that the order of the data does not matter.
    """
    check_subsets(max(ks), {trials: {}})
    if len(keys) > 2 * _SOME:
        by_size = sorted(keys, key=lambda votes: (len(votes[0]) + len(votes[1]), votes))
        some, trial = by_size[:: len(keys) // _SOME], Meter(meter.name)
        trial.left = meter.left * len(some) // len(keys)
        for votes in some:
            _wins(votes, ks, trial)
    ties = range(1, 1 + max([_most_ties(votes, ks) for votes in keys]))
    common = least_common("k", ties, len(keys))
    shares = [common // t for t in ties]
    return ([dot(one, shares) for one in _wins(votes, ks, meter)] for votes in keys), common


def _most_ties(votes: VoteCounts, ks: Sequence[int]) -> int:
    return max(1, min(len(votes[0]) + len(votes[1]), max(ks)))


def _wins(votes: VoteCounts, ks: Sequence[int], meter: Meter) -> list[list[int]]:
    """Return a list for each k: entry t counts the k-subsets in which a right answer shares first place with t others.

    A subset counts once for each right answer in first place.
    """
    (right, wrong, none), N = votes, _trials(votes)
    if len(right) > len(wrong):  # a right answer wins unless a wrong answer wins, or nobody votes; this takes fewer v
        lost = _wins((wrong, right, none), ks, meter)
        return [[comb(N, k) - comb(none, k) - n[0], *[-x for x in n[1:]]] for k, n in zip(ks, lost)]
    found = [[0] * _most_ties(votes, ks) for _ in ks]
    for k, total in zip(ks, found):  # more than half of the votes wins, whoever gets the others
        enough = [n for n in right if 2 * n > k]
        if enough:
            meter.spend(min(len(enough) * k, N) // 2, subset_bits(N, k) // 2, 64)
            total[0] = sum(tails(1, k // 2 + 1, k, N, enough))
    for v in range(1, min(max(ks) // 2, max(right, default=0)) + 1):
        meter.spend(16, 1)
        most = sum([min(n, v) for n in (*right, *wrong)]) + none
        asked = [(k, total) for k, total in zip(ks, found) if 2 * v <= k <= most]
        if asked:
            meter.spend(64 + 4 * len(asked), 1)
            _add_first(v, votes, asked, meter)
    return found


def _add_first(v: int, votes: VoteCounts, asked: list[tuple[int, list[int]]], meter: Meter) -> None:
    """Count the k-subsets in which a right answer is in first place with v votes; add the counts to `total`.

    `asked` has a pair (k, total) for each k, with `total` as in `_wins`. Each count is a coefficient of the module's
    product, which is kept as two factors. From these, single coefficients are computed. The factors are multiplied only
    if they are short and there are many k.
    """
    ours, theirs = ([n for n in side if n >= v] for side in votes[:2])
    N, most = _trials(votes), max([k for k, _ in asked])
    sizes = [sum(ours), N - sum(ours) - sum(theirs)]
    rest = sizes[1]  # trials that cannot be first
    if len(ours) + len(theirs) > _ALIKE * len({*ours, *theirs}):
        _add_series(v, counted(ours), counted(theirs), rest, asked, meter)
        return
    halves: list[list[int]] = [[], []]
    for n in theirs:
        i = int(sizes[1] < sizes[0])
        sizes[i] += n
        halves[i].append(n)
    is_whole = len(asked) > 1 and N * most < min(_SHORT_PRODUCT[0], _SHORT_PRODUCT[1] * len(asked))
    largest = N if is_whole else max(sizes)
    level = VoteLevel(v, comb(largest, min(most, largest // 2)) * (len(ours) + 1), meter)
    first = level.times([1], ours, most)
    first = level.times([t * x for t, x in enumerate(first)][1:], halves[0], most - v)  # the derivative
    second = level.times([joined(binomials(rest, most - v), level.size)], halves[1], most - v)
    level.add_coefficients(first, second, [(k - v, total) for k, total in asked], is_whole)


def _add_series(
    v: int, ours: dict[int, int], theirs: dict[int, int], rest: int, asked: list[tuple[int, list[int]]], meter: Meter
) -> None:
    """Compute `_add_first` if many answers have the same counts, from the module's product F as a power series in x.

    `ours` and `theirs` are {n: how many right, or wrong, answers were given n times}.

    Replace y by x**v y. Then the P of an answer has a derivative P' by x with (1 + x) P' = n P - D, where D = C(n, v)
    (v (1 - y) x**(v-1) + (n - v) y x**v). So (1 + x) F' = N F - (the sum of D F / P over the answers), where N is the
    sum of their n. This equation gives each coefficient of F from the coefficients before it. A coefficient is a
    polynomial in y, kept as the digits of one integer. For v = 1 the coefficient of x**j is a number times y**j, and
    only the number is kept.
    """
    numbers = {n: ours.get(n, 0) + theirs.get(n, 0) for n in (*ours, *theirs)}
    K, N = sum(numbers.values()), sum([n * number for n, number in numbers.items()])
    most = max([k for k, _ in asked])
    outside, top = binomials(rest, most), min(most, K * v) - v
    size = (comb(N, min(top + v, N // 2)) * (sum(ours.values()) + 1)).bit_length() // 8 + 1
    shift = 8 * size if v > 1 else 0
    terms, wins, quotients = [], [], []
    for n, number in numbers.items():
        *row, last = binomials(n, v)
        Q = [0] * v + [1]  # the last coefficients of F / P
        terms.append((v * number * last, (n - v) * number * last, Q))
        wins.append((ours.get(n, 0) * last, Q))
        quotients.append((row[:0:-1], last, Q))
    F, longest = 1, max(64, *(last.bit_length() for _, last, _ in quotients))
    for j in range(top + 1):
        meter.spend(len(quotients) * (v + 3) + len(asked) // 4, F.bit_length() if v > 1 else 8 * size, longest)
        if j:
            one, other = sum([x * Q[1] for x, _, Q in terms]), sum([x * Q[0] for _, x, Q in terms])
            F = ((N - j + 1) * F - one + (one - other << shift)) // j
            for row, last, Q in quotients:
                Q.append(F - dot(row, Q[2:]) - (last * Q[1] << shift))
                del Q[0]
        wanted = [(outside[k - v - j], total) for k, total in asked if 0 <= k - v - j < len(outside)]
        if wanted:
            won = sum([number * Q[v] for number, Q in wins])
            first, ties = (0, unpacked(won, size, min(j // v, K - 1) + 1)) if v > 1 else (j, [won])
            for ways, total in wanted:
                for t, subsets in enumerate(ties, first):
                    total[t] += ways * subsets


class VoteLevel:
    """Multiplies the module's polynomials of answers, for one v.

    A polynomial in x is kept as one integer, whose digits are the coefficients, each at most `largest`. Terms above a
    degree `top` are cut off. The coefficients above `top` may be too long for one digit, but they spill only into
    higher terms, which are cut off as well.
    """

    def __init__(self, v: int, largest: int, meter: Meter) -> None:
        self.v = v
        self.size = largest.bit_length() // 8 + 1  # bytes
        self.meter = meter

    def times(self, product: list[int], answers: list[int], top: int) -> list[int]:
        """Return the product times the polynomials of more answers, up to the degree `top`. y has the degree v.

        `answers` has how often each answer was given.
        """
        v = self.v
        for n, number in counted(answers).items():
            *row, last = binomials(n, v)
            factor = joined(row, self.size)
            bits = product[0].bit_length() + number * factor.bit_length()
            self.meter.spend(number * (len(product) + number // 2), bits // 2, factor.bit_length() // 4)
            for _ in range(number):
                sums = map(int.__add__, [0, *[last * x for x in product]], [*[x * factor for x in product], 0])
                product = [self._cut(x, top - v * t) for t, x in enumerate(sums) if v * t <= top]
        return product

    def _cut(self, x: int, degree: int) -> int:
        bits = 8 * self.size * (degree + 1)
        return x & ((1 << bits) - 1) if x.bit_length() > bits else x

    def add_coefficients(
        self, first: list[int], second: list[int], asked: list[tuple[int, list[int]]], is_whole: bool
    ) -> None:
        """For each (d, total) in `asked`, add to each total[t] the coefficient of x**(d - v t) y**t in first * second.

        If `is_whole`, the two factors are multiplied; else only these coefficients are computed.
        """
        v, size, most = self.v, self.size, max([d for d, _ in asked])
        ties = range(min(len(first) + len(second) - 1, most // v + 1))
        places = 1 + first[0].bit_length() // (8 * size)
        numbers, bits = (1, places * 8 * size) if is_whole else (places * len(asked), 16 * size)
        self.meter.spend(numbers, bits, 0, len(first) * len(second))
        pairs = [[(s, t - s) for s in range(len(first)) if 0 <= t - s < len(second)] for t in ties]
        if is_whole:
            for t, both in enumerate(pairs):
                number = sum([first[i] * second[j] for i, j in both])
                digits = number.to_bytes(number.bit_length() // 8 + 1, "little")
                for d, total in asked:
                    if v * t <= d:
                        total[t] += int.from_bytes(digits[size * (d - v * t) :][:size], "little")
            return
        A, B = ([unpacked(x, size, x.bit_length() // (8 * size) + 1) for x in half] for half in (first, second))
        for t, both in enumerate(pairs):
            for d, total in asked:
                end = d - v * t + 1
                for a, b in ((A[i], B[j]) for i, j in both if end > 0):
                    a, b = a[max(0, end - len(b)) : end], b[max(0, end - len(a)) : end]
                    total[t] += dot(a, b[::-1])
