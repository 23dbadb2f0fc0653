"""From mean and variance to (mu, sigma, lo, hi): lo and hi are mu -+ z sigma, where z sigma = u sqrt(2 variance) with
erf(u) = confidence.
"""

from __future__ import annotations

from . import FIRST_BITS, LAST_BITS, nearest, nearest_sqrt, pinned, square_root, undecided
from .enclosures import erf_inverse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Optional

    from . import Enclosure, Ratio

    Clip = Optional[tuple[float, float]]
    Summary = tuple[float, float, float, float]


def summary(mean: Ratio, variance: Ratio, confidence: Ratio, clip: Clip) -> Summary:
    """mu, sigma, lo and hi from the exact mean and variance; lo and hi are clipped into the bounds."""
    (m, d), (v, e) = mean, variance
    if not v:
        mu = nearest(m, d)
        return _clipped(mu, 0.0, mu, mu, clip)
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        lower, upper = _ends((m, m, d), (v, v, e), confidence, bits)
        lo, hi = pinned(*lower), pinned(*upper)
        if lo is not None and hi is not None:
            return _clipped(nearest(m, d), nearest_sqrt(v, e), lo, hi, clip)
        bits *= 2
    raise undecided()


def summary_enclosed(
    enclose: Callable[[int], tuple[Enclosure, Enclosure]],
    exact: Callable[[], tuple[Ratio | None, Ratio | None]],
    confidence: Ratio,
    clip: Clip,
) -> Summary:
    """The same where `enclose(bits)` gives mean and variance the narrower, the more bits; a variance of 0 as (0, 0, d).

    `exact` gives those of the two that are rational: only they can be midpoints of doubles.
    """
    bits = FIRST_BITS
    rational: tuple[Ratio | None, Ratio | None] = None, None
    while bits <= LAST_BITS:
        mean, variance = enclose(bits)
        mu = nearest(*rational[0]) if rational[0] else pinned(*mean)
        sigma = nearest_sqrt(*rational[1]) if rational[1] else pinned(*square_root(*variance, bits))
        lo = hi = mu
        if variance[1]:
            lower, upper = _ends(mean, variance, confidence, bits)
            lo, hi = pinned(*lower), pinned(*upper)
        if mu is not None and sigma is not None and lo is not None and hi is not None:
            return _clipped(mu, sigma, lo, hi, clip)
        bits *= 2
        if bits == 8 * FIRST_BITS:
            rational = exact()
    raise undecided()


def _ends(mean: Enclosure, variance: Enclosure, confidence: Ratio, bits: int) -> tuple[Enclosure, Enclosure]:
    """mu - z sigma and mu + z sigma."""
    (m_lo, m_hi, d), (v_lo, v_hi, e) = mean, variance
    u_lo, u_hi, at = erf_inverse(confidence, bits)
    root_lo, root_hi, scale = square_root(2 * v_lo, 2 * v_hi, e, bits)
    scale <<= at
    m_lo, m_hi, near, far, d = m_lo * scale, m_hi * scale, u_lo * root_lo * d, u_hi * root_hi * d, d * scale
    return (m_lo - far, m_hi - near, d), (m_lo + near, m_hi + far, d)


def _clipped(mu: float, sigma: float, lo: float, hi: float, clip: Clip) -> Summary:
    if clip:
        least, most = clip
        lo, hi = min(max(lo, least), most), min(max(hi, least), most)
    return mu, sigma, lo, hi
