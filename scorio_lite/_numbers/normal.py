"""The normal distribution: intervals about a mean, the chance above 0, and a sum of roots against a quantile."""

from __future__ import annotations

from . import nearest, nearest_sqrt
from .fixed import Fixed, decided, nearest_each, nearest_of, sqrt, sqrt_of
from .functions import exp, pi
from .quantiles import normal_deviate, series_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .._types import Clip, PosteriorSummary, Ratio

_SURE = 38  # e**-38 / 2 < 2**-54: half the gap between 1 and the double below it
_HOPELESS = 747  # e**-747 / 2 < 2**-1075: half the least double


def summary(mean: Ratio, variance: Ratio, confidence: Ratio, clip: Clip) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi): lo and hi are mu -+ z sigma with P(|Z| <= z) = confidence, clipped into `clip`."""
    mu = lo = hi = nearest(*mean)
    if variance[0]:

        def ends(bits: int) -> tuple[Fixed, Fixed]:
            middle, reach = Fixed.of(mean, bits), normal_deviate(confidence, bits) * sqrt_of(variance, bits)
            return middle - reach, middle + reach

        lo, hi = nearest_each(ends)
    return mu, nearest_sqrt(*variance), clipped(lo, clip), clipped(hi, clip)


def clipped(x: float, clip: Clip) -> float:
    return min(max(x, clip[0]), clip[1]) if clip else x


def roots_exceed(radicands: Sequence[Ratio], confidence: Ratio) -> bool:
    """Whether the square roots of these numbers sum to more than z, where P(|Z| <= z) = confidence for a normal Z."""

    def exceed(bits: int) -> bool:
        total = Fixed(0, 0, bits)
        for radicand in radicands:
            total = total + sqrt_of(radicand, bits)
        return total > normal_deviate(confidence, bits)

    return decided(exceed)


def chance_above_zero(mean: Ratio, variance: Ratio) -> float:
    """Return P(X > 0) for a normal X with this mean and variance.

    If the variance is 0, this is 1 for a mean above 0, 0 for a mean below 0, and 1/2 for the mean 0.
    """
    (m, d), (v, e) = mean, variance
    if not m:
        return 0.5
    n, d = m * m * e, d * d * v  # the square of mean / sigma
    if n >= 2 * (_SURE if m > 0 else _HOPELESS) * d:  # P(X > x) <= e**(-x*x/2) / 2 for x >= 0
        return float(m > 0)

    def chance(bits: int) -> Fixed:
        tail = normal_tail(n, d, bits)
        return 1 - tail if m > 0 else tail

    return nearest_of(chance)


def normal_tail(n: int, d: int, bits: int) -> Fixed:
    """Return P(X > x) for a standard normal X and x = sqrt(n/d) >= 0. The work grows with x**4."""
    # It is 1/2 - x f(x) S, with the density f and the series S of `quantiles` at x*x. S is at most e**(x*x/2).
    work = bits + 3 * (n // (2 * d) + 1) // 2 + 16
    z = (n << work) // d
    square = Fixed(z, z + 1, work)
    tail = 1 - sqrt(2 * square / pi(work)) * exp(-square / 2) * series_at(z, 0, 1, work)
    return Fixed.cut(tail.lo, tail.hi, work + 1, bits)
