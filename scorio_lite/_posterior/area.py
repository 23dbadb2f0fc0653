"""The posterior moments of AUC in closed form."""

from __future__ import annotations

from .._double import rising
from . import risings
from .polynomials import evaluate, square

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from . import Moments, Posteriors


def area_moments(k: int, part: Posteriors) -> tuple[Moments, Moments]:
    """For AUC: the moments of the full credit less g, times 2k(k-1) and the square of it.

    With q = 1-p, 1-g is f / (2(k-1)) for f = q + 2(q**2 + ... + q**(k-1)) + q**k = (1+q)(q - q**k) / p. As a factor 1/p
    turns the moments of Beta(a, b) into those of Beta(a-1, b), times (a+b-1) / (a-1), E[f] and E[f**2] are sums of the
    monomials in p f and (p f)**2, except for a = 1 and a = 2.
    """
    c, total = part.c, part.total
    series = [0, 1, *[2] * (k - 2), 1]
    once = _rests(1, (1, 2, k, k + 1), (1, 1, -1, -1), k, part)
    degrees = (2, 3, 4, k + 1, k + 2, k + 3, 2 * k, 2 * k + 1, 2 * k + 2)
    twice = _rests(2, degrees, (1, 2, 1, -2, -4, -2, 1, 2, 1), k, part)
    first, second = [], []
    ascending = part.b[::-1]
    once_left, twice_left = risings(ascending, c, k, k)[::-1], risings(ascending, c, 2 * k, 2 * k)[::-1]
    for a, b, r0, s0 in zip(part.a, part.b, once_left, twice_left):
        if a in (c, 2 * c):
            first.append(k * evaluate(series, [b], total, c)[0][0])
            second.append(k * k * evaluate(square(series), [b], total, c)[0][0])
            continue
        b2 = b * (b + c)
        b3 = b2 * (b + 2 * c)
        r1 = r0 * (b + k * c)
        r2 = r1 * (b + (k + 1) * c)
        s1 = s0 * (b + 2 * k * c)
        powers = b2, b3, b3 * (b + 3 * c), r1, r2, r2 * (b + (k + 2) * c), s0, s1, s1 * (b + (2 * k + 1) * c)
        first.append(k * (sum(map(int.__mul__, once, (b, b2, r0, r1))) // (a - c)))
        second.append(k * k * (sum(map(int.__mul__, twice, powers)) // ((a - c) * (a - 2 * c))))
    return (first, rising(total, c, k)), (second, rising(total, c, 2 * k))


def _rests(order: int, degrees: Sequence[int], coefficients: Sequence[int], k: int, part: Posteriors) -> list[int]:
    """For each monomial of (p f)**order what completes its rising factorial to the common denominator."""
    c, start, most = part.c, part.total - order * part.c, order * (k + 1)
    return [x * rising(start + n * c, c, most - n) for n, x in zip(degrees, coefficients)]
