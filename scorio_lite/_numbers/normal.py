"""The normal distribution: the chance that a variable is above 0, and whether a sum of roots exceeds a quantile."""

from __future__ import annotations

from math import isqrt

from . import nearest_enclosed, settled, sign, square_root
from .enclosures import complement, deviate, erf_series, exponential, half_root_pi, over_power

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from . import Enclosure, Ratio, Scaled

_SURE = 38  # e**-38 / 2 < 2**-54: half the gap between 1 and the double below it
_HOPELESS = 747  # e**-747 / 2 < 2**-1075: half the least double


def roots_exceed(radicands: Sequence[Ratio], confidence: Ratio) -> bool:
    """Whether the square roots of these numbers sum to more than z, where P(|Z| <= z) = confidence for a normal Z.

    No rational confidence is known for which the sum equals z. For such a confidence, an error would say that no number
    of bits decides.
    """

    def compare(bits: int) -> int | None:
        z_lo, z_hi, at = deviate(confidence, bits)
        roots = [square_root(n, n, d, bits) for n, d in radicands]
        most = max([one for _, _, one in roots])
        lo, hi = sum([lo << most - one for lo, _, one in roots]), sum([hi << most - one for _, hi, one in roots])
        return sign((lo << at) - (z_hi << most), (hi << at) - (z_lo << most))

    return settled(compare) > 0


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

    def enclose(bits: int) -> Enclosure:
        tail = over_power(normal_tail(n, d, bits))
        return complement(tail) if m > 0 else tail

    return nearest_enclosed(enclose)


def normal_tail(n: int, d: int, bits: int) -> Scaled:
    """Enclose P = P(X > x) for a standard normal X and x = sqrt(n/d) >= 0. The work grows with x**4.

    Return (lo, hi, at): lo <= P * 2**at <= hi and hi - lo <= lo / 2**bits.
    """
    # With w = x*x/2, P is at least e**-w / (sqrt(pi) (2 sqrt(w) + sqrt(2))): a large w takes more digits.
    w = n // (2 * d) + 1
    return _tail(n, d, bits + 3 * w // 2 + 2 * (bits + w).bit_length() + 16)


def _tail(n: int, d: int, work: int) -> Scaled:
    """Compute `normal_tail` with `work` digits."""
    # With w = n/(2d) and the S of `erf_series`, P is (1 - sqrt(w) e**-w S(w) / (sqrt(pi)/2)) / 2.
    w = (n << work) // (2 * d)
    root = isqrt((n << 2 * work) // (2 * d))
    least, most = erf_series(w, work)
    exp_lo, exp_hi = exponential(w, w + 1, work)
    half_lo, half_hi = half_root_pi(work)
    low = (root * least << work) // (half_hi * exp_hi)
    high = ((root + 1) * most << work) // (half_lo * exp_lo) + 1
    return max((1 << work) - high, 0), (1 << work) - low, work + 1
