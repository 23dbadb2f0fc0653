"""From mean and variance to (mu, sigma, lo, hi)."""

from __future__ import annotations

from math import isqrt

from ._enclose import erf_inverse
from ._rounding import FIRST_BITS, nearest, nearest_enclosed, nearest_sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Optional, TypeVar

    from ._rounding import Bounds, Ratio

    T = TypeVar("T")
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
    once = remembered(enclose)
    mu = nearest_enclosed(lambda bits: once(bits)[0], lambda: _rounded(nearest, exact()[0]))
    sigma = nearest_enclosed(lambda bits: square_root(*once(bits)[1], bits), lambda: _rounded(nearest_sqrt, exact()[1]))
    if not once(FIRST_BITS)[1][1]:
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

    def parts(bits: int) -> tuple[int, int, int, int, int]:
        """The ends of mu and of z sigma over one denominator."""
        (m_lo, m_hi, d), (v_lo, v_hi, e) = enclose(bits)
        u_lo, u_hi, at = erf_inverse(*confidence, bits)
        root_lo, root_hi, scale = square_root(2 * v_lo, 2 * v_hi, e, bits)
        scale <<= at
        return m_lo * scale, m_hi * scale, u_lo * root_lo * d, u_hi * root_hi * d, d * scale

    once = remembered(parts)

    def lower(bits: int) -> Bounds:
        m_lo, m_hi, lo, hi, d = once(bits)
        return m_lo - hi, m_hi - lo, d

    def upper(bits: int) -> Bounds:
        m_lo, m_hi, lo, hi, d = once(bits)
        return m_lo + lo, m_hi + hi, d

    return nearest_enclosed(lower), nearest_enclosed(upper)


def remembered(calculate: Callable[..., T]) -> Callable[..., T]:
    """The same function, which calculates once what it is asked for again."""
    known: dict[tuple[object, ...], T] = {}

    def get(*arguments: object) -> T:
        if arguments not in known:
            known[arguments] = calculate(*arguments)
        return known[arguments]

    return get


def square_root(lo: int, hi: int, d: int, bits: int) -> Bounds:
    """The square root of a number from lo/d to hi/d, at as many bits."""
    if not hi:
        return 0, 0, 1
    shift = max(0, bits - (hi.bit_length() - d.bit_length()) // 2)
    root = isqrt((lo << 2 * shift) // d) if lo > 0 else 0
    above = root if lo == hi else isqrt((hi << 2 * shift) // d)
    return root, above + 1, 1 << shift
