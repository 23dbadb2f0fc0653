"""The posterior moments of AUC in closed form."""

from __future__ import annotations

from ._limits import check_size
from ._polynomials import square
from .special import rising_numerator as rising

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ._posterior import Group, Moments

_PRODUCTS = 30  # as much work as the two rests and denominators below are


def area_moments(k: int, group: Group) -> tuple[Moments, Moments]:
    """For AUC: the moments of the full credit less g, times 2k(k-1) and the square of it.

    With q = 1-p, 1-g is f / (2(k-1)) for f = q + 2(q**2 + ... + q**(k-1)) + q**k = (1+q)(q - q**k) / p. As a factor 1/p
    turns the moments of Beta(a, b) into those of Beta(a-1, b), times (a+b-1) / (a-1), E[f] and E[f**2] are sums of the
    monomials in p f and (p f)**2, except for a = 1 and a = 2.
    """
    c, total = group.c, group.total
    bits = total.bit_length()
    check_size(k, group.groups * _PRODUCTS, 2 * k * bits)
    check_size(k, group.groups * len(group.states) * 4 // 3, 2 * k * bits, bits)
    series = [0, 1, *[2] * (k - 2), 1]
    once = _rests(1, (1, 2, k, k + 1), (1, 1, -1, -1), k, group)
    degrees = (2, 3, 4, k + 1, k + 2, k + 3, 2 * k, 2 * k + 1, 2 * k + 2)
    twice = _rests(2, degrees, (1, 2, 1, -2, -4, -2, 1, 2, 1), k, group)
    first, second = [], []
    for (a, b), r0, s0 in zip(group.states, group.risings(k, True), group.risings(2 * k, True)):
        if a in (c, 2 * c):
            first.append(k * _few_successes(series, a, b, c))
            second.append(k * k * _few_successes(square(series), a, b, c))
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


def _few_successes(coefficients: list[int], a: int, b: int, c: int) -> int:
    """The mean of a polynomial of degree n in 1-p under A = c or A = 2c, times R(T, n).

    E[(1-p)**i] is B/(B+ic) then, or B (B+c) / c times 1/(B+ic) - 1/(B+(i+1)c), and R(T, n) a product of all the B+ic
    but B, or but B and B+c: what is left is the numerator of a sum of reciprocals.
    """
    if a > c:
        coefficients = list(map(int.__sub__, [*coefficients, 0], [0, *coefficients]))
    return _reciprocals(coefficients, b, c)[0] // (1 if a == c else c)


def _reciprocals(coefficients: list[int], b: int, c: int) -> tuple[int, int]:
    """The sum of coefficient_i / (B + ic), over the product of all B + ic."""
    if len(coefficients) == 1:
        return coefficients[0], b
    half = len(coefficients) // 2
    (n, d), (m, e) = _reciprocals(coefficients[:half], b, c), _reciprocals(coefficients[half:], b + half * c, c)
    return n * e + m * d, d * e


def _rests(order: int, degrees: Sequence[int], coefficients: Sequence[int], k: int, group: Group) -> list[int]:
    """For each monomial of (p f)**order what completes its rising factorial to the common denominator."""
    c, start, most = group.c, group.total - order * group.c, order * (k + 1)
    return [x * rising(start + n * c, c, most - n) for n, x in zip(degrees, coefficients)]
