"""From mean and variance to (mu, sigma, lo, hi): lo and hi are mu -+ z sigma, with P(|Z| <= z) = confidence."""

from __future__ import annotations

from . import FIRST_BITS, LAST_BITS, nearest, nearest_sqrt, pinned, square_root, undecided
from .enclosures import normal_deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Optional

    from . import Enclosure, Ratio

    Clip = Optional[tuple[float, float]]
    Summary = tuple[float, float, float, float]


def summary(mean: Ratio, variance: Ratio, confidence: Ratio, clip: Clip) -> Summary:
    """mu, sigma, lo and hi from the exact mean and variance; lo and hi are clipped into the bounds."""
    (m, d), (v, e) = mean, variance
    return summary_enclosed(lambda _: ((m, m, d), (v, v, e)), lambda: (mean, variance), confidence, clip)


def summary_enclosed(
    enclose: Callable[[int], tuple[Enclosure, Enclosure]],
    exact: Callable[[], tuple[Ratio | None, Ratio | None]],
    confidence: Ratio,
    clip: Clip,
) -> Summary:
    """The same where `enclose(bits)` gives mean and variance the narrower, the more bits; a variance of 0 as (0, 0, d).

    `exact` gives those of the two that are rational: only mu and sigma can be midpoints of doubles, and only then.
    """
    bits = FIRST_BITS
    known: tuple[Ratio | None, Ratio | None] = None, None
    while bits <= LAST_BITS:
        (m_lo, m_hi, d), variance = enclose(bits)
        s_lo, s_hi, e = square_root(*variance, bits)
        mu = nearest(*known[0]) if known[0] else pinned(m_lo, m_hi, d)
        sigma = nearest_sqrt(*known[1]) if known[1] else pinned(s_lo, s_hi, e)
        lo = hi = mu
        if s_hi:
            z_lo, z_hi, at = normal_deviate(confidence, bits)
            e <<= at
            m_lo, m_hi, near, far = m_lo * e, m_hi * e, z_lo * s_lo * d, z_hi * s_hi * d
            lo, hi = pinned(m_lo - far, m_hi - near, d * e), pinned(m_lo + near, m_hi + far, d * e)
        if mu is not None and sigma is not None and lo is not None and hi is not None:
            if clip:
                lo, hi = min(max(lo, clip[0]), clip[1]), min(max(hi, clip[0]), clip[1])
            return mu, sigma, lo, hi
        bits *= 2
        if bits == 8 * FIRST_BITS:
            known = exact()
    raise undecided()
