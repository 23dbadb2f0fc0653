"""Credits of any threshold, and of several steps: Maj@k, G-Pass@k, mG-Pass@k, AUC@k and threshold spectra."""

from __future__ import annotations

from math import comb

from .._arguments import common_denominator, exact_numbers, items_of, least_successes, scalar, shown
from .._numbers import affordable, binomials, dot, nearest
from . import Credit, at_least_one, subsets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, Sequence

    from .._types import Real

_FEW_STEPS = 4  # spare: so many thresholds take less time than each sum by its definition
_LARGEST_SUM = (1.000000000001).as_integer_ratio()  # of spectrum weights among which there are floats


class ThresholdCredit(Credit):
    """The credit of a threshold: k draws earn 1 for `position` successes or more, else 0. 1 <= position <= k."""

    def subset_values(self, trials: int, successes: list[int]) -> tuple[list[int], int]:
        if self.position in (1, self.k):
            return super().subset_values(trials, successes)
        return tails(1, self.position, self.k, trials, successes), comb(trials, self.k)


def reaching(k: int, tau: Real) -> Credit:
    """Return the credit of G-Pass@k at tau: k draws earn 1 if at least the share tau of them succeeds."""
    return ThresholdCredit(k, least_successes(k, tau))


def majority(k: int) -> Credit:
    return ThresholdCredit(k, k // 2 + 1)


class SpectrumCredit(ThresholdCredit):
    """The credit of several steps: k draws with s successes earn the sum of the first s `weights` over `denominator`.

    For example, mG-Pass@5 gives 2/5 for the fourth success and 2/5 for the fifth: 0, 0, 0, 2, 2 over 5.
    """

    polynomials: tuple[list[int], list[int]] | None = None  # in powers of p, once a posterior needs them

    def __init__(self, k: int, weights: list[int], denominator: int) -> None:
        zeros, last, full = weights.count(0), weights[-1], sum(weights)
        super().__init__(k, weights.index(full) + 1 if zeros == k - 1 else 0, denominator, full)
        self.weights = weights
        is_ramp = last and weights[zeros:].count(last) == k - zeros
        self.ramp = zeros + 1 if is_ramp else 0  # from here on, each further success earns as much; 0 for other weights

    def earned(self) -> list[int]:
        totals = [0]
        for weight in self.weights:
            totals.append(totals[-1] + weight)
        return totals

    def subset_values(self, trials: int, successes: list[int]) -> tuple[list[int], int]:
        if self.position:
            values, d = super().subset_values(trials, successes)
            return [self.full * x for x in values], d * self.denominator
        k, d = self.k, comb(trials, self.k) * self.denominator
        if self.ramp:
            return [self.weights[-1] * x for x in tails(2, self.ramp, k, trials, successes)], d
        if k - self.weights.count(0) <= _FEW_STEPS:  # spare: the quicker way
            values = [0] * len(successes)
            for j, weight in enumerate(self.weights, 1):
                if weight:
                    more, _ = ThresholdCredit(k, j).subset_values(trials, successes)
                    values = [x + weight * y for x, y in zip(values, more)]
            return values, d
        affordable("k, with weights of many steps,", k * len(successes), d.bit_length())
        earned = self.earned()
        return [_total(earned, 0, k, s, trials - s) for s in successes], d


def mean_majority(k: int) -> Credit:
    """Return the credit of mG-Pass@k: k draws earn 2/k for every success after the first ceil(k/2)."""
    affordable("k", k, 0)
    return SpectrumCredit(k, [0] * (k - k // 2) + [2] * (k // 2), k)


def spectrum(k: int, weights: Iterable[Real]) -> Credit:
    """Return the credit of a threshold spectrum: k draws with s successes earn the sum of the first s weights.

    Raise ValueError unless k weights >= 0 sum to at most 1, or to at most 1 + 1e-12 if any of them is a float.
    """
    items = items_of(weights, "weights", f"a length-{shown(k)} sequence of real numbers")
    if len(items) != k:
        raise ValueError(f"weights must be a length-{shown(k)} sequence; its length is {len(items)}")
    numerators, denominator = exact_numbers(items, "weights")
    if min(numerators) < 0:
        i = next(i for i, numerator in enumerate(numerators) if numerator < 0)
        raise ValueError(f"weights must be non-negative; got {shown(items[i])} at weights[{i}]")
    total = sum(numerators)
    n, d = _LARGEST_SUM if any(isinstance(scalar(item), float) for item in items) else (1, 1)
    if total * d > n * denominator:
        raise ValueError(f"weights must satisfy sum(weights) <= 1; they sum to {nearest(total, denominator)!r}")
    return SpectrumCredit(k, numerators, denominator)


def stricter(k: int, weights: Iterable[Real] | None) -> Credit:
    """Return the stricter credit of GeoSpectrum: the spectrum of these weights or, without weights, mG-Pass@k."""
    return mean_majority(k) if weights is None else spectrum(k, weights)


class AreaCredit(Credit):
    """The credit of AUC: the area under Pass@1..Pass@k by the trapezoid rule, divided by k - 1.

    Let s of k draws succeed. Of the subsets of i of these draws, the share C(k-s, i) / C(k, i) has no success, and
    Pass@i is 1 minus this share. The shares for i = 0..k sum to (k+1)/(s+1), so Pass@1 + ... + Pass@k is (k+1) s/(s+1).
    The trapezoid rule subtracts half of Pass@1, which is s/k, and half of Pass@k, which is 1. So A_s = ((k+1) s/(s+1) -
    1/2 - s/(2k)) / (k-1) for s >= 1. Over the denominator 2k(k-1), this is H s/(s+1) - k - s with H = 2k(k+1).
    """

    is_area = True
    polynomials: tuple[list[int], list[int]] | None = None  # in powers of 1-p, once a posterior needs them

    def __init__(self, k: int) -> None:
        super().__init__(k, 0, 2 * k * (k - 1), 2 * k * (k - 1))
        self.harmonic = 2 * k * (k + 1)  # H

    def weighted(self) -> tuple[list[int], int]:
        k, H = self.k, self.harmonic
        pairs = enumerate(zip(binomials(k), binomials(k + 1)[1:]))  # j/(j+1) C(k, j) = C(k, j) - C(k+1, j+1) / (k+1)
        weights = [(k + 1) * (H - k - j) * c - H * more for j, (c, more) in pairs]
        return [0, *weights[1:]], self.denominator * (k + 1)

    def subset_values(self, trials: int, successes: list[int]) -> tuple[list[int], int]:
        """Return (numerators, d): the mean of A_X over all k-subsets of N = `trials` trials, for each s of `successes`.

        X trials of a subset succeed. By AreaCredit it earns H (1 - 1/(X+1)) - k - X for X >= 1, and 0 for X = 0. The
        sum of 1/(X+1) over all k-subsets is (C(N+1, k+1) - C(N-s, k+1)) / (s+1), since C(s, j) / (j+1) = C(s+1, j+1) /
        (s+1). This equals (C(N, k) + t) / (s+1), where t is how many (k+1)-subsets have a success.
        """
        k, H = self.k, self.harmonic
        subsets, more = comb(trials, k), comb(trials, k + 1)
        containing = comb(trials - 1, k - 1)  # subsets with a given trial, so that X sums to s times this
        common = common_denominator("k", [s + 1 for s in successes], len(successes))
        values = []
        for s, without in zip(successes, subsets_of([trials - s for s in successes], k)):
            tail = subsets - without
            t = more - (subsets - tail) * (trials - s - k) // (k + 1)
            values.append((H * (s * subsets - t) - (k * tail + s * containing) * (s + 1)) * (common // (s + 1)))
        return values, common * subsets * self.denominator


def area(k: int) -> Credit:
    return AreaCredit(k) if k > 1 else at_least_one(k)


def tails(order: int, i: int, k: int, trials: int, successes: list[int]) -> list[int]:
    """Return a list with a sum for each number in `successes`, over all k-subsets of a question's N = `trials` trials.

    Let X trials of a subset succeed. With order 1, the sum is the number of subsets with X >= i. With order 2, it is
    the sum of max(X - i + 1, 0).
    """
    if len(successes) * (4 + k // 16 + k - i) < trials - k:  # spare: the quicker way
        earned = range(1, k - i + 2) if order == 2 else [1] * (k - i + 1)
        return [_total(earned, i, k, s, trials - s) for s in successes]
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


def _total(earned: Sequence[int], i: int, k: int, successes: int, failures: int) -> int:
    """Return the sum of what all k-subsets of a question's trials earn.

    C(successes, j) C(failures, k-j) subsets have j successes. Each of them earns earned[j - i] if j >= i, else 0.
    """
    first, last = max(i, k - failures), min(successes, k)
    if first > last:
        return 0
    term = comb(successes, first) * comb(failures, k - first)
    terms = [term]
    for j in range(first, last):
        term = term * ((successes - j) * (k - j)) // ((j + 1) * (failures - k + j + 1))
        terms.append(term)
    return dot(terms, earned[first - i :])
