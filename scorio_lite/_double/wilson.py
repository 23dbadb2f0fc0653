"""Wilson's interval about a share: its ends to the nearest double, and how many outcomes make it short."""

from __future__ import annotations

from . import FIRST_BITS, nearest, precisions, square_root, undecided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from . import Ratio
    from .enclosures import Scaled

    Deviate = Callable[[int], Scaled]  # an enclosure of q at so many bits
    Between = tuple[Ratio, Ratio]  # a number at least the first and at most the second


def wilson_interval(
    x: Ratio, n: Ratio, deviate: Deviate, is_square: Callable[[Ratio], bool], low: int, high: int, scale: int
) -> tuple[float, float]:
    """The ends of `wilson_ends`, mapped from 0 and 1 to low/scale and high/scale.

    An end can be a midpoint of doubles, which no precision tells from its neighbours, only where q**2 is rational:
    `is_square` says whether it is a given number.
    """
    for bits in precisions():
        found = []
        for between in wilson_ends(x, n, deviate(bits), bits):
            below, above = (nearest(low * d + (high - low) * m, scale * d) for m, d in between)
            if below != above and bits > 4 * FIRST_BITS:
                (a, b), (c, d) = below.as_integer_ratio(), above.as_integer_ratio()
                p, r = (a * d + c * b) * scale - 2 * low * b * d, 2 * (high - low) * b * d  # the midpoint, from 0 to 1
                squared = n[0] * (p * x[1] - x[0] * r) ** 2, n[1] * x[1] ** 2 * p * (r - p)
                if squared[1] > 0 and is_square(squared):
                    below = above = nearest(a * d + c * b, 2 * b * d)
            found.append((below, above))
        (lo, lo_above), (hi, hi_above) = found
        if lo == lo_above and hi == hi_above:
            return lo, hi
    raise undecided()


def wilson_ends(x: Ratio, n: Ratio, q: Scaled, bits: int) -> tuple[Between, Between]:
    """Where (x - p)**2 n = q**2 p (1 - p), for 0 <= x <= 1 and n > 0: the lower p and the upper.

    With A = 2nx + q**2 + q sqrt(4nx(1-x) + q**2) the upper is A / (2(n + q**2)) and, as both multiply to
    x**2 n / (n + q**2), the lower 2n x**2 / A: sums of positive numbers, in which nothing cancels. The upper grows with
    q and the lower falls, so that the ends of q enclose them.
    """
    lo, hi, at = q
    (a_lo, d_lo), least = _upper_end(x, n, lo, at, bits, 0)
    (a_hi, d_hi), most = _upper_end(x, n, hi, at, bits, 1)
    (m, d), (p, r) = x, n
    return ((2 * p * m * m * d_hi, r * d * d * a_hi), (2 * p * m * m * d_lo, r * d * d * a_lo)), (least, most)


def _upper_end(x: Ratio, n: Ratio, q: int, at: int, bits: int, up: int) -> tuple[Ratio, Ratio]:
    """A and A / (2(n + q**2)) for q / 2**at, with the square root cut down, or up."""
    (m, d), (p, r) = x, n
    one = 1 << 2 * at
    under = 4 * p * m * (d - m) * one + q * q * r * d * d  # over r d**2 4**at
    root, _, scale = square_root(under, under, r * d * d * one, bits)
    a = 2 * p * m * one * scale + (q * q * scale + (q * (root + up) << at)) * r * d  # over scale r d 4**at
    whole = scale * r * d * one
    return (a, whole), (a * one * r, whole * 2 * (p * one + q * q * r))


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
