"""What k draws earn by each metric of 0/1 outcomes, and the mean of this over the k-subsets of each question's trials.

In come the counts of a tally, {N: {successes: number of questions with N trials}}. Out comes the mean, as a ratio
(n, d) with d > 0. Ratios are never reduced, because a gcd takes longer than all the rest. Questions with the same N
share a denominator, so a mean over them is a sum of integers.

here      Credit: what k draws earn, which is A_s if s of them succeed; the credits of Pass@k and Pass^k
steps     credits of other thresholds (Maj, G-Pass), and of several steps (mG-Pass, AUC, threshold spectra)
measures  what a question earns and how much this varies: by a credit, or by the highest of k trials
graded    rewards of classes: their sums, and the best of k
selected  the best of k real scores, and what a selector picks
votes     the vote of k answers
metrics   the table of all metrics, with their names
"""

from __future__ import annotations

from math import comb

from .._arguments import integer, is_tally, shown
from .._numbers import affordable, binomials, ratio_sum, subset_bits
from .._outcomes import plain_counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Collection

    from .._types import Index, Outcomes, Parts, Ratio

_SMALL_N = 512  # spare: subsets of fewer trials are counted quickly, whatever k is


class Credit:
    """What k draws earn: A_s if s of them succeed. In this class A_s is 1 for s >= `position`, which is 1 or k; else 0.

    position     the s at which A_s rises from 0 to `full`; 0 if it rises in several steps
    full         A_k, in units of 1/denominator
    denominator  the denominator of all A_s
    """

    is_area = False

    def __init__(self, k: int, position: int, denominator: int = 1, full: int = 1) -> None:
        self.k, self.position, self.denominator, self.full = k, position, denominator, full

    def earned(self) -> list[int]:
        """Return [A_0, ..., A_k] as integers in units of 1/denominator."""
        return [0] * self.position + [1] * (self.k + 1 - self.position)

    def weighted(self) -> tuple[list[int], int]:
        """Return ([A_0 C(k, 0), ..., A_k C(k, k)] as integers, their denominator)."""
        return list(map(int.__mul__, self.earned(), binomials(self.k))), self.denominator

    def subset_values(self, trials: int, successes: list[int]) -> tuple[list[int], int]:
        """Return (numerators, d): what k of `trials` trials earn on average, for each number s in `successes`."""
        k, subsets = self.k, comb(trials, self.k)
        if self.position == k:
            return subsets_of(successes, k), subsets
        return [subsets - without for without in subsets_of([trials - s for s in successes], k)], subsets


def at_least_one(k: int) -> Credit:
    return Credit(k, 1)


def unanimous(k: int) -> Credit:
    return Credit(k, k)


def success_groups(R: Outcomes) -> Parts:
    """Return {N: {successes: number of questions}} of 0/1 outcomes R."""
    plain = plain_counts(R, 1)
    if plain:
        return dict((plain,))
    if is_tally(R):
        tally: Any = R
        groups: Parts = tally._checked()._success_groups()
        return groups
    from .._outcomes.reader import read_successes

    return read_successes(R)


def mean_credit(R: Outcomes, k: Index, credit: Callable[..., Credit], *more: Any) -> Ratio:
    """Return, as a ratio, what k of a question's 0/1 outcomes earn, averaged over the k-subsets and the questions.

    `credit(k, *more)` makes the Credit. `more` is empty or has one argument, such as tau.
    """
    groups = success_groups(R)
    return subset_mean(credit(draws(k, groups, credit), *more), groups)


def draws(k: Index | None, lengths: Collection[int], credit: object = None, hint: str = "") -> int:
    """Return k as an int. Raise ValueError unless 1 <= k <= N for each number of trials N in `lengths`.

    If a question has one trial, the error ends with `hint`. If `credit` makes the credit of Pass@k or Pass^k and all N
    are equal, the error names confidence.beyond instead.
    """
    number = k if type(k) is int else integer(k, "k")
    shortest = min(lengths)
    if not 1 <= number <= shortest:
        way = hint if number > 1 == shortest else ""
        if number > 0 and credit in (at_least_one, unanimous) and len({*lengths}) == 1:
            from .._outcomes.advice import BEYOND

            way = BEYOND
        raise ValueError(f"k must satisfy 1 <= k <= N (N={shortest}); got k={shown(number)}{way}")
    return number


def subset_mean(credit: Credit, parts: Parts) -> Ratio:
    """Return, as a ratio, what k of a question's trials earn, averaged over the k-subsets and the questions."""
    check_subsets(credit.k, parts)
    return mean_of_parts(parts, credit.subset_values)


def mean_of_parts(parts: Parts, values: Callable[[int, list[Any]], tuple[list[int], int]]) -> Ratio:
    """Return the mean value of the questions as a ratio. `parts` and `values` are those of a measure in `measures`."""
    means, M = [], 0
    for N, part in parts.items():
        numerators, d = values(N, list(part))
        means.append((sum(map(int.__mul__, numerators, part.values())), d))
        M += sum(part.values())
    n, d = ratio_sum(means)
    return n, d * M


def check_subsets(k: int, parts: Parts, name: str = "k") -> None:
    """Raise ValueError about `name` if counting k-subsets takes too long. `parts` is {N: {key: number of questions}}.

    A key is, for example, a number of successes. Each key of each N takes k + 8 terms, but all keys of an N together
    take at most N. A term is at most as long as C(N, k) for the largest N.
    """
    most = max(parts)
    if most < _SMALL_N:
        return
    terms = sum([min(N, len(questions) * (k + 8)) for N, questions in parts.items()])
    bits = subset_bits(most, k)
    affordable(name, terms + bits // 32, bits)


def subsets_of(numbers: Collection[int], k: int) -> list[int]:
    """Return C(c, k) for each c in `numbers`."""
    top = max(numbers)
    # A binomial of k factors takes as long as 1 + k (k+128) / 2**11 steps of the running product, as was measured.
    if len(numbers) * (1 + (k * (k + 128) >> 11)) < 2 * (top - k) + 8:  # spare: the quicker way
        return [comb(c, k) for c in numbers]
    table = [1]
    for c in range(k + 1, top + 1):
        table.append(table[-1] * c // (c - k))
    return [table[c - k] if c >= k else 0 for c in numbers]
