"""Wilson's interval about a share: its ends to the nearest double, and how many outcomes make it short."""

from __future__ import annotations

from math import isqrt

from . import FIRST_BITS, PRECISIONS, nearest, pinned, square_root, undecided
from .student import is_squared_deviate, student_deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import Enclosure, Ratio
    from .enclosures import Scaled

    Quantile = tuple[Ratio, int]  # q by its confidence and degrees of freedom, as for `student_deviate`
    Between = tuple[Ratio, Ratio]  # a number at least the first and at most the second


def wilson_interval(x: Ratio, n: Ratio, q: Quantile, low: int, high: int, scale: int) -> tuple[float, float]:
    """The ends of `wilson_ends`, mapped from 0 and 1 to low/scale and high/scale.

    An end inside can be a midpoint of doubles, which no precision tells from its neighbours, only where q**2 is
    rational.
    """
    width = high - low
    for bits in PRECISIONS:
        found = []
        for least, most, d in wilson_ends(x, n, student_deviate(*q, bits), bits):
            if low or width != scale:
                least, most, d = low * d + width * least, low * d + width * most, scale * d
            end = pinned(least, most, d)
            if end is None and bits > 4 * FIRST_BITS:
                end = _midpoint(x, n, q, (low, high, scale), (least, most, d))
            found.append(end)
        lo, hi = found
        if lo is not None and hi is not None:
            return lo, hi
    raise undecided()


def _midpoint(x: Ratio, n: Ratio, q: Quantile, bounds: tuple[int, int, int], end: Enclosure) -> float | None:
    """What an end rounds to, if it is the midpoint of the two doubles that its enclosure rounds to."""
    least, most, whole = end
    (a, b), (c, d) = (nearest(one, whole).as_integer_ratio() for one in (least, most))
    low, high, scale = bounds
    p, r = (a * d + c * b) * scale - 2 * low * b * d, 2 * (high - low) * b * d  # the midpoint, from 0 to 1
    square = n[0] * (p * x[1] - x[0] * r) ** 2, n[1] * x[1] ** 2 * p * (r - p)
    return nearest(a * d + c * b, 2 * b * d) if square[1] > 0 and is_squared_deviate(square, *q) else None


def wilson_ends(x: Ratio, n: Ratio, q: Scaled, bits: int) -> tuple[Enclosure, Enclosure]:
    """Where (x - p)**2 n = q**2 p (1 - p), for 0 <= x <= 1 and n > 0: the lower p and the upper.

    With A = 2nx + q**2 + q sqrt(4nx(1-x) + q**2) the upper is A / (2(n + q**2)) and, as both multiply to
    x**2 n / (n + q**2), the lower 2n x**2 / A: sums of positive numbers, in which nothing cancels. The upper grows with
    q and the lower falls.

    A is computed at the lower end of q, which has `bits` bits or more, with the root cut down. With e = 2**-bits, q is
    at most 1 + e times that, the root 1 + e times what is left of it, and A at most (1 + e)**3 < 1 + 4e times.
    """
    (m, d), (p, r), (z, _, at) = x, n, q
    one = 1 << 2 * at
    square = r * z * z
    twice = 2 * p * m * one
    root = isqrt(r * (2 * twice * (d - m) + d * d * square))
    a = twice + d * square + z * root  # over r d 4**at
    lower, above = m * twice, 2 * d * (p * one + square)
    return (lower + (-lower >> bits - 2), lower, d * a), (a, min(a - (-a >> bits - 2), above), above)  # 1 at most


def enough_outcomes(b: Ratio, half_width: Ratio, q: Scaled, bits: int) -> Between:
    """The n with q sqrt(b/n + q**2/4n**2) / (1 + q**2/n) = h, for 0 < h <= 1/2 and b <= 1/4: it is
    q**2 (b - 2h**2 + sqrt(b**2 - 4b h**2 + h**2)) / 2h**2.
    """
    (m, d), (h, e) = b, half_width
    under = (m * e) ** 2 - 4 * m * d * h * h + (d * h) ** 2  # over (d e)**2: (b - 2h**2)**2 + 4h**2 (1/4 - h**2)
    *roots, scale = square_root(under, under, (d * e) ** 2, bits)
    *ends, at = q
    lo, hi = (max((m * e * e - 2 * h * h * d) * scale + root * d * e * e, 0) * z * z for root, z in zip(roots, ends))
    whole = 2 * d * h * h * scale << 2 * at
    return (lo, whole), (hi, whole)
