"""What k draws of a question's trials earn by each metric: on average, and how much this varies.

A measure belongs to a metric and k. It has two numbers of a question q with N trials. x_q is the value of the question:
the mean of what the k-subsets of its trials earn. y_q is the mean, over pairs of disjoint k-subsets, of the product of
what both earn; it needs N >= 2k. Two disjoint subsets are like 2k fresh draws, so x_q**2 - y_q estimates the variance
of x_q without bias.

Questions with the same N and the same key have the same x_q and y_q. For 0/1 outcomes the key is the number of
successes. Ratios are pairs (n, d) with d > 0. They are never reduced, because a gcd takes longer than all the rest.
A measure has three methods and a range:

parts             returns {N: {key: number of questions}} of outcomes
values            returns (numerators, denominator) of the x_q of `keys`, for N = `trials`
pairs             returns the sum of y_q over `questions`, {key: number of questions}; `earned` is the sum of x_q
low, high, scale  x_q is from low/scale to high/scale

here      Credit, the measure of Pass@k and Pass^k; the mean of x_q over all questions
steps     credits of other thresholds (Maj, G-Pass), and of several steps (mG-Pass, AUC, threshold spectra)
ordered   the measure of what the highest of k trials earns, and trials in the order of scores
graded    rewards of classes: their sums, and the best of k
selected  the best of k real scores, and what a selector picks
votes     the vote of k answers
metrics   the table of all metrics, with their names
"""

from __future__ import annotations

from math import comb

from .._arguments import common_denominator, integer, is_tally, shown
from .._numbers import affordable, dot, minus, ratio_sum, subset_bits
from .._outcomes import plain_counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Collection, Mapping

    from .._types import Index, Outcomes, Parts, Ratio
    from ..tally import Tally

_SMALL_N = 512  # spare: subsets of fewer trials are counted quickly, whatever k is


class Credit:
    """The measure of 0/1 outcomes by what k draws earn: A_s if s of them succeed.

    position  the s at which A_s rises from 0 to A_k: 1 or k.
              In a subclass: another s, or 0 for several steps
    full      A_k, in units of 1/scale
    scale     the common denominator of all A_s
    """

    is_area = False
    low, high = 0, 1

    def __init__(self, k: int, position: int, scale: int = 1, full: int = 1) -> None:
        self.k, self.position, self.scale, self.full = k, position, scale, full

    def parts(self, outcomes: Tally) -> Parts:
        groups = outcomes._success_groups()
        check_subsets(self.k, groups)
        return groups

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        k, subsets = self.k, comb(trials, self.k)
        if self.position == k:
            return subsets_of(keys, k), subsets
        return [subsets - without for without in subsets_of([trials - s for s in keys], k)], subsets

    def pairs(self, trials: int, questions: dict[int, int], earned: Ratio) -> Ratio:
        k, full, d = self.k, self.full, self.scale
        check_subsets(2 * k, {trials: questions})
        values, e = Credit(2 * k, 2 * k if self.position == k else 1).values(trials, list(questions))
        both = full**2 * dot(questions.values(), values), e * d * d
        if self.position == k:  # two subsets both earn if all of their 2k trials succeed
            return both
        # P(both subsets earn) = 2 P(one earns) - P(at least one earns)
        return minus((2 * full * earned[0], d * earned[1]), both)


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

    If a question has one trial, the error ends with `hint`. `credit` is a function that makes a Credit, or None. For
    at_least_one and unanimous, if all N are equal, the error names confidence.beyond instead.
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


def subset_mean(measure: Any, parts: Parts) -> Ratio:
    """Return a ratio: what k draws earn by `measure`, averaged over `parts`, {N: {key: number of questions}}."""
    check_subsets(measure.k, parts)
    means, M = [], 0
    for N, part in parts.items():
        numerators, d = measure.values(N, list(part))
        means.append((sum(map(int.__mul__, numerators, part.values())), d))
        M += sum(part.values())
    n, d = ratio_sum(means)
    return n, d * M


def values_by_key(measure: Any, parts: Parts, name: str, count: int) -> tuple[dict[tuple[int, Any], int], int]:
    """Return ({(N, key): x}, d). Of a question with N trials and this key (see the module), k draws earn x/d.

    Raise ValueError about `name` if `count` integers of the length of d take too long.
    """
    tables = {N: (part, *measure.values(N, list(part))) for N, part in parts.items()}
    d = common_denominator(name, [e for *_, e in tables.values()], count)
    return {(N, key): x * (d // e) for N, (part, values, e) in tables.items() for key, x in zip(part, values)}, d


def check_subsets(k: int, parts: Mapping[int, Collection[Any]], name: str = "k") -> None:
    """Raise ValueError about `name` if counting k-subsets takes too long.

    `parts` is {N: what differs between questions with N trials, such as successes}.
    """
    most = max(parts)
    if most < _SMALL_N:
        return
    # Each key takes k + 8 terms, but all keys of an N at most N. A term is no longer than C(N, k) for the largest N.
    terms = sum([min(N, len(keys) * (k + 8)) for N, keys in parts.items()])
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
