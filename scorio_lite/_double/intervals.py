"""(mu, sigma, lo, hi) from mean and variance: lo and hi are mu -+ z sigma, with P(|Z| <= z) = confidence."""

from __future__ import annotations

from math import isqrt

from . import FIRST_BITS, LAST_BITS, nearest, nearest_sqrt, pinned, pinned_at, undecided
from .enclosures import normal_deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Optional

    from . import Enclosure, Ratio

    Clip = Optional[tuple[float, float]]
    Summary = tuple[float, float, float, float]


def summary(mean: Ratio, variance: Ratio, confidence: Ratio, clip: Clip) -> Summary:
    """(mu, sigma, lo, hi) from the exact mean and variance; lo and hi are clipped into the bounds."""
    (m, d), (v, e) = mean, variance
    return summary_enclosed(lambda _: ((m, m, d), (v, v, e)), lambda: (mean, variance), confidence, clip)


def summary_enclosed(
    enclose: Callable[[int], tuple[Enclosure, Enclosure]],
    exact: Callable[[], tuple[Ratio | None, Ratio | None]],
    confidence: Ratio,
    clip: Clip,
) -> Summary:
    """`summary` from enclosures: `enclose(bits)` gives mean and variance, a variance of 0 as (0, 0, d).

    `exact` gives the mean and the variance where they are rational: only then can mu or sigma be midpoints of doubles.
    """
    sigma: float | None
    bits = FIRST_BITS
    known: tuple[Ratio | None, Ratio | None] = None, None
    while bits <= LAST_BITS:
        (m_lo, m_hi, d), (v_lo, v_hi, e) = enclose(bits)
        mu = nearest(*known[0]) if known[0] else pinned(m_lo, m_hi, d)
        if not v_hi:
            sigma, lo, hi = 0.0, mu, mu
        else:  # in units of 2**-at: bounds of sigma, z sigma and the mean
            at = max(0, bits - (v_hi.bit_length() - e.bit_length()) // 2)
            s_lo = isqrt((v_lo << 2 * at) // e) if v_lo > 0 else 0
            s_hi = 1 + (s_lo if v_lo == v_hi else isqrt((v_hi << 2 * at) // e))
            sigma = nearest_sqrt(*known[1]) if known[1] else pinned_at(s_lo, s_hi, at)
            z_lo, z_hi, z_at = normal_deviate(confidence, bits)
            near, far = z_lo * s_lo >> z_at, (z_hi * s_hi >> z_at) + 1
            floor = (m_lo << at) // d
            above = 1 + (floor if m_lo == m_hi else (m_hi << at) // d)
            lo, hi = pinned_at(floor - far, above - near, at), pinned_at(floor + near, above + far, at)
        if mu is not None and sigma is not None and lo is not None and hi is not None:
            if clip:
                least, most = clip
                lo = least if lo < least else most if lo > most else lo
                hi = least if hi < least else most if hi > most else hi
            return mu, sigma, lo, hi
        bits *= 2
        if bits == 8 * FIRST_BITS:
            known = exact()
    raise undecided()
