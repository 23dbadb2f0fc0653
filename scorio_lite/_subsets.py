"""What k trials drawn from a question's N without replacement earn on average.

Means are integer pairs (n, d), d > 0, never reduced: a gcd costs more than all the rest. Questions with the same number
of trials share a denominator, so that a mean over them is a sum of integers.
"""

from __future__ import annotations

from math import comb

from ._limits import DIGIT, check_subsets, check_terms
from ._rounding import ratio_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

    from ._credit import Credit
    from ._rounding import Ratio
    from .tally import Tally

_FEW_RUNS = 2  # up to so many a credit is summed run by run
_SHIFT = 1 << 13  # what a term of a sum costs, in bits added up by a Taylor shift


def subset_mean(credit: Credit, tally: Tally, groups: int = 0) -> Ratio:
    """The mean credit of k trials drawn without replacement from each question's N; k <= N. One of several tallies that
    are scored has part in so many groups of questions with the same N."""
    means: list[Ratio] = []
    parts = tally.by_trials()
    groups = groups or len(parts)
    for trials, questions in parts.items():
        check_subsets(credit.k, trials, len(questions), groups)
        subsets = comb(trials, credit.k)
        if credit.harmonic:
            n, d = _area_sum(credit, trials, questions)
            means.append((n, d * subsets * credit.denominator))
            continue
        bits = subsets.bit_length() if 2 * credit.k <= trials else trials  # of the largest C(N, i) with i <= k
        weight = credit.denominator.bit_length()
        if len(credit.runs) > 1 and trials * bits < _SHIFT * len(questions):
            check_terms(credit.k, groups * (trials + weight // DIGIT), bits + weight)
            n = _many_steps(credit, trials, questions)
        else:
            if len(credit.runs) > _FEW_RUNS:
                check_terms(credit.k, groups * (3 * len(questions) + weight // DIGIT), bits)
            n = _few_questions(credit, trials, questions)
        means.append((n, subsets * credit.denominator))
    n, d = ratio_sum(means)
    return n, d * tally.questions


def _few_questions(credit: Credit, trials: int, questions: dict[int, int]) -> int:
    """What all the k-subsets of all questions earn together, times the denominator. AUC is not among the credits.

    Subsets are counted before they are weighed: a weight can be much longer than any count.
    """
    k = credit.k
    if len(credit.runs) > _FEW_RUNS:
        subsets = [0] * (k + 1)  # with so many successes
        for s, number in questions.items():
            first, terms = _subsets(k, s, trials - s, 0, k)
            for j, term in enumerate(terms, first):
                subsets[j] += number * term
        return sum(map(int.__mul__, subsets, credit.values()))

    def counted(order: int, i: int) -> int:
        return sum(map(int.__mul__, tails(order, i, k, trials, list(questions)), questions.values()))

    total = 0
    for first, last, step in credit.runs:
        total += step * counted(1 if first == last else 2, first)
        if first < last < k:
            total -= step * counted(2, last + 1)
    return total


def _many_steps(credit: Credit, trials: int, questions: dict[int, int]) -> int:
    """What all the k-subsets of all questions earn together, times the denominator.

    With the differences D_i of A_0, A_1, ..., A_X is the sum of D_i C(X, i), and C(X, i) summed over the subsets of a
    question is C(s, i) C(N-i, k-i). Over the questions C(s, i) sums to the coefficient of x**i in the sum of (1+x)**s.
    """
    k = credit.k
    size = (sum(questions.values()) * comb(trials, min(k, trials // 2))).bit_length() // 8 + 1
    number, shift, cut = 0, 8 * size, (1 << 8 * size * (k + 1)) - 1
    for s in range(max(questions), -1, -1):  # Horner's scheme at x = 256**size, the powers above k cut off
        number = (number + (number << shift) & cut) + questions.get(s, 0)
    digits = number.to_bytes(size * (k + 1), "little")
    values, total = credit.values(), 0
    for i in range(k + 1):
        successes = int.from_bytes(digits[size * i : size * (i + 1)], "little")
        total += values[0] * successes * comb(trials - i, k - i)
        values = list(map(int.__sub__, values[1:], values))
    return total


def tails(order: int, i: int, k: int, trials: int, successes: list[int]) -> list[int]:
    """The sum over all k-subsets of 1 if X >= i (order 1), or of max(X - i + 1, 0) (order 2), X being its successes."""
    shorter = min(i, k - i + 1)
    if len(successes) * (4 + k // 16 + shorter) < trials - k:
        return [_tail(order, i, k, s, trials - s) for s in successes]
    # One more success among the trials raises the sum by that of order - 1, i - 1 and k - 1 among the other trials. So
    # it is the running sum, taken `order` times, of C(s, i - order) C(N - order - s, k - i), which is 0 for s < i -
    # order.
    high, low = i - order, trials - order - (k - i)
    term = comb(trials - i, k - i)
    terms = [term]
    for s in range(high, max(successes) - order):
        term = term * ((s + 1) * (low - s)) // ((s + 1 - high) * (trials - order - s))
        terms.append(term)
    for _ in range(order):
        for s in range(1, len(terms)):
            terms[s] += terms[s - 1]
    return [terms[s - i] if s >= i else 0 for s in successes]


def _tail(order: int, i: int, k: int, successes: int, failures: int) -> int:
    """The same for one question: its terms on the shorter side of i are summed."""
    if i == k:
        return comb(successes, k)
    if i == order == 1:
        return comb(successes + failures, k) - comb(failures, k)
    if 2 * i > k:
        first, terms = _subsets(k, successes, failures, i, k)
        return sum(map(int.__mul__, terms, range(first - i + 1, k + 1)) if order == 2 else terms)
    first, terms = _subsets(k, successes, failures, 0, i - 1)
    trials = successes + failures
    if order == 1:
        return comb(trials, k) - sum(terms)
    above = successes * comb(trials - 1, k - 1) - (i - 1) * comb(trials, k)  # the sum of X - i + 1 over all subsets
    below: int = sum(map(int.__mul__, terms, range(i - 1 - first, -1, -1)))
    return above + below


def _subsets(k: int, successes: int, failures: int, first: int, last: int) -> tuple[int, Iterator[int]]:
    """The numbers of k-subsets with j successes, C(successes, j) C(failures, k - j), from the returned j to `last`."""
    first, last = max(first, k - failures), min(last, successes)
    return first, _subset_terms(k, successes, failures, first, last)


def _subset_terms(k: int, successes: int, failures: int, first: int, last: int) -> Iterator[int]:
    if first <= last:
        term = comb(successes, first) * comb(failures, k - first)
        yield term
        for j in range(first, last):
            term = term * ((successes - j) * (k - j)) // ((j + 1) * (failures - k + j + 1))
            yield term


def _area_sum(credit: Credit, trials: int, questions: dict[int, int]) -> Ratio:
    """What all the k-subsets of all questions earn together in AUC, times the denominator, as (n, d).

    C(s, j) / (j+1) = C(s+1, j+1) / (s+1), so that 1/(X+1) sums to (C(N+1, k+1) - C(N-s, k+1)) / (s+1) over the subsets
    of a question, which is (C(N, k) + t) / (s+1) if t of the (k+1)-subsets have a success.
    """
    k = credit.k
    subsets, more = comb(trials, k), comb(trials, k + 1)
    one = comb(trials - 1, k - 1)  # subsets with a given trial, so that X sums to s times this
    with_success = tails(1, 1, k, trials, list(questions))
    terms = []
    for (s, number), tail in zip(questions.items(), with_success):
        t = more - (subsets - tail) * (trials - s - k) // (k + 1)
        earned = credit.harmonic * (s * subsets - t) - (k * tail + s * one) * (s + 1)
        terms.append((number * earned, s + 1))
    while len(terms) > 1:  # neighbours first, so that few numbers are large
        rest = terms[-1:] if len(terms) % 2 else []
        terms = [(n * e + m * d, d * e) for (n, d), (m, e) in zip(terms[::2], terms[1::2])] + rest
    return terms[0]
