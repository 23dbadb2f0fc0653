"""From mean and variance to (mu, sigma, lo, hi)."""

from __future__ import annotations

from math import isqrt

from ._enclose import erf_inverse
from ._rounding import nearest, nearest_enclosed, nearest_sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    Ratio = tuple[int, int]
    Summary = tuple[float, float, float, float]


def summary(mean: Ratio, variance: Ratio, confidence: Ratio, bounds: tuple[float, float] | None) -> Summary:
    """mu, sigma, and mu -+ z sigma clipped into the bounds, all rounded from the exact mean and variance."""
    mu, sigma = nearest(*mean), nearest_sqrt(*variance)
    if variance[0]:
        lo = nearest_enclosed(lambda bits: _end(mean, variance, confidence, -1, bits))
        hi = nearest_enclosed(lambda bits: _end(mean, variance, confidence, 1, bits))
    else:
        lo = hi = mu
    if bounds:
        lo, hi = (min(max(end, bounds[0]), bounds[1]) for end in (lo, hi))
    return mu, sigma, lo, hi


def _end(mean: Ratio, variance: Ratio, confidence: Ratio, side: int, bits: int) -> tuple[int, int, int]:
    """mu + side z sigma, where z sigma = u sqrt(2 variance) with erf(u) = confidence."""
    (m, d), (v, e) = mean, variance
    u_lo, u_hi, at = erf_inverse(*confidence, bits)
    shift = bits - (v.bit_length() - e.bit_length()) // 2  # gives the root that many bits
    root = isqrt((v << 2 * shift + 1) // e) if shift >= 0 else isqrt(2 * v // (e << -2 * shift))
    at += shift
    lo, hi = u_lo * root * d, u_hi * (root + 1) * d
    if at >= 0:
        m, d = m << at, d << at
    else:
        lo, hi = lo << -at, hi << -at
    return (m + lo, m + hi, d) if side > 0 else (m - hi, m - lo, d)
