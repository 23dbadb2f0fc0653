"""The posterior moments of AUC in closed form."""

from __future__ import annotations

from .._double import rising
from . import risings
from .polynomials import evaluate, square

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from . import Moments, Posteriors

_SHORT = 8  # k up to which the series is summed faster


def area_moments(k: int, part: Posteriors) -> tuple[Moments, Moments]:
    """For AUC: the moments of the full credit less g, times 2k(k-1) and the square of it.

    With q = 1-p, 1-g is f / (2(k-1)) for f = q + 2(q**2 + ... + q**(k-1)) + q**k. That is (1+q)(q - q**k) / p too. As a
    factor 1/p turns the moments of Beta(a, b) into those of Beta(a-1, b), times (a+b-1) / (a-1), E[f] and E[f**2] are
    sums of the monomials in p f and (p f)**2, except for a = 1 and a = 2.
    """
    series = [0, 1, *[2] * (k - 2), 1]
    if k <= _SHORT:
        first, second = _series_means(series, part.b, part)
    else:
        first, second = _closed_means(k, part)
        few = [b for a, b in zip(part.a, part.b) if a in (part.c, 2 * part.c)]
        if few:
            first[: len(few)], second[: len(few)] = _series_means(series, few, part)
    d, e = rising(part.total, part.c, k), rising(part.total, part.c, 2 * k)
    return ([k * x for x in first], d), ([k * k * x for x in second], e)


def _series_means(series: list[int], b: list[int], part: Posteriors) -> tuple[list[int], list[int]]:
    """E[f] and E[f**2] for these B, from the coefficients of f in the powers of q."""
    return evaluate(series, b, part.total, part.c)[0], evaluate(square(series), b, part.total, part.c)[0]


def _closed_means(k: int, part: Posteriors) -> tuple[list[int], list[int]]:
    """E[f] and E[f**2] by the closed form; 0 for a = 1 and a = 2."""
    c = part.c
    once = _rests(1, (1, 2, k, k + 1), (1, 1, -1, -1), k, part)
    degrees = (2, 3, 4, k + 1, k + 2, k + 3, 2 * k, 2 * k + 1, 2 * k + 2)
    twice = _rests(2, degrees, (1, 2, 1, -2, -4, -2, 1, 2, 1), k, part)
    first, second = [], []
    ascending = part.b[::-1]
    once_left, twice_left = risings(ascending, c, k, k)[::-1], risings(ascending, c, 2 * k, 2 * k)[::-1]
    for a, b, r0, s0 in zip(part.a, part.b, once_left, twice_left):
        b2 = b * (b + c)
        b3 = b2 * (b + 2 * c)
        r1 = r0 * (b + k * c)
        r2 = r1 * (b + (k + 1) * c)
        s1 = s0 * (b + 2 * k * c)
        powers = b2, b3, b3 * (b + 3 * c), r1, r2, r2 * (b + (k + 2) * c), s0, s1, s1 * (b + (2 * k + 1) * c)
        once_less, twice_less = a - c, (a - c) * (a - 2 * c)
        first.append(sum(map(int.__mul__, once, (b, b2, r0, r1))) // once_less if twice_less else 0)
        second.append(sum(map(int.__mul__, twice, powers)) // twice_less if twice_less else 0)
    return first, second


def _rests(order: int, degrees: Sequence[int], coefficients: Sequence[int], k: int, part: Posteriors) -> list[int]:
    """For each monomial of (p f)**order what completes its rising factorial to the common denominator."""
    c, start, most = part.c, part.total - order * part.c, order * (k + 1)
    return [x * rising(start + n * c, c, most - n) for n, x in zip(degrees, coefficients)]
