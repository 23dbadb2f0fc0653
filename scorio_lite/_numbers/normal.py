"""The normal distribution: the chance that a variable is above 0, and whether a sum of roots exceeds a quantile."""

from __future__ import annotations

from math import isqrt

from .enclosures import erf_series, exponential, half_root_pi
from .fixed import Fixed, decided, nearest_of, sqrt
from .student import normal_deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .._types import Ratio

_SURE = 38  # e**-38 / 2 < 2**-54: half the gap between 1 and the double below it
_HOPELESS = 747  # e**-747 / 2 < 2**-1075: half the least double


def roots_exceed(radicands: Sequence[Ratio], confidence: Ratio) -> bool:
    """Whether the square roots of these numbers sum to more than z, where P(|Z| <= z) = confidence for a normal Z."""

    def exceed(bits: int) -> bool:
        total = Fixed(0, 0, bits)
        for radicand in radicands:
            total = total + sqrt(Fixed.of(radicand, bits))
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
    # With w = x*x/2 and the S of `erf_series`, it is (1 - sqrt(w) e**-w S(w) / (sqrt(pi)/2)) / 2.
    work = bits + 3 * (n // (2 * d) + 1) // 2 + 16
    w, root = (n << work) // (2 * d), isqrt((n << 2 * work) // (2 * d))
    least, most = erf_series(w, work)
    exp_lo, exp_hi = exponential(w, w + 1, work)
    half_lo, half_hi = half_root_pi(work)
    low = (root * least << work) // (half_hi * exp_hi)
    high = ((root + 1) * most << work) // (half_lo * exp_lo) + 1
    return Fixed.cut((1 << work) - high, (1 << work) - low, work + 1, bits)
