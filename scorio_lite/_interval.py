"""From mean and variance to (mu, sigma, lo, hi)."""

from __future__ import annotations

from math import isqrt

from ._enclose import erf_inverse
from ._rounding import nearest, nearest_enclosed, nearest_sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Optional

    from ._rounding import Bounds, Ratio

    Clip = Optional[tuple[float, float]]
    Summary = tuple[float, float, float, float]
    Enclose = Callable[[int], tuple[Bounds, Bounds]]
    Exact = Callable[[], tuple[Optional[Ratio], Optional[Ratio]]]


def summary(mean: Ratio, variance: Ratio, confidence: Ratio, clip: Clip) -> Summary:
    """mu, sigma, and mu -+ z sigma clipped into the bounds, all rounded from the exact mean and variance."""
    mu, sigma = nearest(*mean), nearest_sqrt(*variance)
    if not variance[0]:
        return _clipped(mu, sigma, mu, mu, clip)
    (m, d), (v, e) = mean, variance
    return _clipped(mu, sigma, *_ends(lambda _: ((m, m, d), (v, v, e)), confidence), clip)


def summary_enclosed(enclose: Enclose, exact: Exact, confidence: Ratio, clip: Clip) -> Summary:
    """The same where `enclose(bits)` gives mean and variance the narrower, the more bits; a variance of 0 as (0, 0, d).

    `exact` gives those of the two that are rational: only they can be midpoints of doubles.
    """
    known: dict[int, tuple[Bounds, Bounds]] = {}

    def once(bits: int) -> tuple[Bounds, Bounds]:
        if bits not in known:
            known[bits] = enclose(bits)
        return known[bits]

    mu = nearest_enclosed(lambda bits: once(bits)[0], lambda: _rounded(nearest, exact()[0]))
    sigma = nearest_enclosed(lambda bits: _root(*once(bits)[1], bits), lambda: _rounded(nearest_sqrt, exact()[1]))
    if not any(variance[1] for _, variance in known.values()):
        return _clipped(mu, sigma, mu, mu, clip)
    return _clipped(mu, sigma, *_ends(once, confidence), clip)


def _rounded(rounding: Callable[[int, int], float], ratio: Ratio | None) -> float | None:
    return rounding(*ratio) if ratio else None


def _clipped(mu: float, sigma: float, lo: float, hi: float, clip: Clip) -> Summary:
    if clip:
        lo, hi = (min(max(end, clip[0]), clip[1]) for end in (lo, hi))
    return mu, sigma, lo, hi


def _ends(enclose: Enclose, confidence: Ratio) -> tuple[float, float]:
    """mu -+ z sigma, where z sigma = u sqrt(2 variance) with erf(u) = confidence."""

    def end(bits: int, upper: bool) -> Bounds:
        (m_lo, m_hi, d), (v_lo, v_hi, e) = enclose(bits)
        u_lo, u_hi, at = erf_inverse(*confidence, bits)
        root_lo, root_hi, scale = _root(2 * v_lo, 2 * v_hi, e, bits)
        lo, hi, scale = u_lo * root_lo * d, u_hi * root_hi * d, scale << at
        m_lo, m_hi = m_lo * scale, m_hi * scale
        return (m_lo + lo, m_hi + hi, d * scale) if upper else (m_lo - hi, m_hi - lo, d * scale)

    return nearest_enclosed(lambda bits: end(bits, False)), nearest_enclosed(lambda bits: end(bits, True))


def _root(lo: int, hi: int, d: int, bits: int) -> Bounds:
    """The square root of a number from lo/d to hi/d, at as many bits."""
    if not hi:
        return 0, 0, 1
    shift = max(0, bits - (hi.bit_length() - d.bit_length()) // 2)
    root = isqrt((lo << 2 * shift) // d) if lo > 0 else 0
    above = root if lo == hi else isqrt((hi << 2 * shift) // d)
    return root, above + 1, 1 << shift
