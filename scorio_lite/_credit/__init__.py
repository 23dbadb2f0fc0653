"""What k draws earn by each metric of 0/1 outcomes, and the mean of this over the k-subsets of each question's trials.

In come the counts of a tally: {N: {successes: number of questions}}. Out comes the mean as a ratio (n, d), d > 0.
Ratios are never reduced, because a gcd takes longer than all the rest. Questions with the same number of trials share a
denominator, so a mean over them is a sum of integers.

here      a credit says that k draws of which s succeed earn A_s; Pass, Pass^, Maj and G-Pass have a single step
steps     credits of several steps: mG-Pass, AUC, threshold spectra
measures  what a question earns and how much that varies: by a credit, or by the highest of k trials
graded    rewards of classes: their sums, and the best of k
selected  the best of k real scores, and what a selector picks
votes     the vote of k answers
metrics   the table of all metrics, with their names
"""

from __future__ import annotations

from math import comb

from .._arguments import integer, is_tally, least_successes, shown
from .._numbers import affordable, binomials, dot, ratio_sum, subset_bits
from .._outcomes import plain_counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Collection

    from .._types import Index, Outcomes, Ratio, Real, SuccessGroups

_SMALL_N = 1 << 9  # subsets of fewer trials are counted quickly, whatever k is


class Credit:
    """What k draws earn: here 1 for `position` successes or more. Credits of several steps change the methods.

    position     the s of the only step; 0 if there are several steps
    full         A_k
    denominator  that of all these numbers
    """

    is_area = False
    polynomials: tuple[list[int], list[int]] | None = None  # in powers of p, once a posterior needs them

    def __init__(self, k: int, position: int, denominator: int = 1) -> None:
        self.k, self.position, self.denominator, self.full = k, position, denominator, 1

    def earned(self) -> list[int]:
        """Return A_0..A_k as integers over the denominator."""
        return [0] * self.position + [1] * (self.k + 1 - self.position)

    def weighted(self) -> tuple[list[int], int]:
        """Return (A_0 C(k, 0), ..., A_k C(k, k) as integers, their denominator)."""
        return list(map(int.__mul__, self.earned(), binomials(self.k))), self.denominator

    def subset_values(self, trials: int, successes: list[int]) -> tuple[list[int], int]:
        """Return (numerators, denominator) of what k of a question's trials earn, for each number of successes."""
        return tails(1, self.position, self.k, trials, successes), comb(trials, self.k)


def at_least_one(k: int) -> Credit:
    return Credit(k, 1)


def unanimous(k: int) -> Credit:
    return Credit(k, k)


def reaching(k: int, tau: Real) -> Credit:
    """The credit of G-Pass at tau: k draws earn 1 if at least this share of them succeeds."""
    return Credit(k, least_successes(k, tau))


def majority(k: int) -> Credit:
    return Credit(k, k // 2 + 1)


def success_groups(R: Outcomes, name: str = "R", ragged: bool = False) -> SuccessGroups:
    """Return {N: {successes: number of questions}} of 0/1 outcomes R. An error calls them `name`."""
    plain = plain_counts(R, 1)
    if plain:
        return dict((plain,))
    if is_tally(R):
        from ..tally import success_counts, tally_of

        return success_counts(tally_of(R, name=name))
    from .._outcomes.reader import read_successes

    return read_successes(R, name, ragged)


def mean_credit(R: Outcomes, k: Index, credit: Callable[..., Credit], *more: Any) -> Ratio:
    """Return what k of a question's N 0/1 outcomes, drawn without replacement, earn on average over questions.

    `credit(k, *more)` makes the credit; `more` has its further argument, if it takes one.
    """
    groups = success_groups(R)
    return subset_mean(credit(draws(k, groups, credit), *more), groups)


def draws(k: Index | None, lengths: Collection[int], credit: object = None, hint: str = "") -> int:
    """Return k as an int. Refuse it unless 1 <= k <= N for each N of `lengths`, the numbers of trials of questions.

    An error ends with the `hint` if a question has one trial. `credit` makes the credit of a metric for which the
    caller can pass on to confidence.beyond.
    """
    number = k if type(k) is int else integer(k, "k")
    if number == 1:  # every question has a trial
        return 1
    shortest = min(lengths)
    if not 1 <= number <= shortest:
        way = hint if number > 1 == shortest else ""
        if number > 0 and credit in (at_least_one, unanimous) and len({*lengths}) == 1:
            from .._outcomes.advice import BEYOND

            way = BEYOND
        raise ValueError(f"k must satisfy 1 <= k <= N (N={shortest}); got k={shown(number)}{way}")
    return number


def subset_mean(credit: Credit, parts: SuccessGroups) -> Ratio:
    """Return what k of a question's N trials, drawn without replacement, earn on average over questions; k <= N."""
    k, M = credit.k, 0
    check_subsets(k, parts)
    means: list[Ratio] = []
    for trials, questions in parts.items():
        M += sum(questions.values())
        values, d = credit.subset_values(trials, list(questions))
        means.append((sum(map(int.__mul__, values, questions.values())), d))  # faster than `dot` for a few
    n, d = ratio_sum(means) if len(means) > 1 else means[0]
    return n, d * M


def check_subsets(k: int, parts: SuccessGroups, name: str = "k") -> None:
    """Refuse the argument `name` if counting k-subsets takes too long. `parts` is {N: {key: number of questions}}.

    Questions with the same N and key, such as the number of successes, have equal credits. For each N, the work is k +
    8 terms for each key, but at most N terms in all. A term has at most the bits of C(N, k) for the largest N.
    """
    most = max(parts)
    if most < _SMALL_N:
        return
    terms = sum([min(N, len(questions) * (k + 8)) for N, questions in parts.items()])
    bits = subset_bits(most, k)
    affordable(name, terms + bits // 32, bits)


def tails(order: int, i: int, k: int, trials: int, successes: list[int]) -> list[int]:
    """Return, for each number of successes of a question, a sum over all k-subsets of its trials.

    Let X trials of a subset succeed. With order 1, the sum counts the subsets with X >= i. With order 2, it is the sum
    of max(X - i + 1, 0).
    """
    # A binomial of k factors takes as long as 1 + k (k+128) / 2**11 steps of the running sum below, as was measured.
    if order == 1 and (i == 1 or i == k) and len(successes) * (1 + (k * (k + 128) >> 11)) < 2 * (trials - k) + 8:
        if i == k:
            return [comb(s, k) for s in successes]
        subsets = comb(trials, k)
        return [subsets - comb(trials - s, k) for s in successes]
    if len(successes) * (4 + k // 16 + k - i) < trials - k:
        return [_tail_sum(order, i, k, s, trials - s) for s in successes]
    # One more success among the trials adds the sum of order - 1 for i - 1 and k - 1 among the other trials. So it is a
    # running sum, taken `order` times, of C(s, i - order) C(N - order - s, k - i), which is 0 for s < i - order.
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


def _tail_sum(order: int, i: int, k: int, successes: int, failures: int) -> int:
    """Compute `tails` for one question, of whose k-subsets C(successes, j) C(failures, k-j) have j successes."""
    first, last = max(i, k - failures), min(successes, k)
    if first > last:
        return 0
    term = comb(successes, first) * comb(failures, k - first)
    terms = [term]
    for j in range(first, last):
        term = term * ((successes - j) * (k - j)) // ((j + 1) * (failures - k + j + 1))
        terms.append(term)
    return dot(terms, range(first - i + 1, k + 1)) if order == 2 else sum(terms)
