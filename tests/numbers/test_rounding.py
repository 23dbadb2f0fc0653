"""Check the roundings of ratios and of their roots on ties, halfway of midpoints, subnormals, squares, overflow."""

from __future__ import annotations

from fractions import Fraction
from math import copysign, inf

from helpers import apart, counts, doubles, ratio
from oracles.reals import bits_of, halfway

from scorio_lite._numbers import double_at, nearest, nearest_sqrt, ordinal, square

LARGEST = Fraction(2) ** 1024 - Fraction(2) ** 971  # the largest finite double
BEYOND = Fraction(2) ** 1024 - Fraction(2) ** 970  # halfway to the next, which would be 2**1024


@counts(4, 50)
def test_nearest_at_midpoints(count):
    for x in doubles(count):
        for midpoint in halfway(x):
            for sign in (1, -1):
                assert nearest(*ratio(sign * apart(midpoint, Fraction(x)))) == sign * x
                tie = nearest(*ratio(sign * midpoint))
                assert (tie == sign * x) == (bits_of(x) % 2 == 0), x
                assert nearest(sign * midpoint.numerator * 3**50, midpoint.denominator * 3**50) == tie


def test_nearest_at_the_ends_of_the_range():
    assert nearest(*ratio(LARGEST)) == nearest(*ratio(apart(BEYOND, Fraction(0)))) == float(LARGEST)
    assert [nearest(*ratio(sign * BEYOND)) for sign in (1, -1)] == [inf, -inf]
    for n, d in ((0, 1), (-1, 10**400), (1, 10**400)):
        assert (nearest(n, d), copysign(1, nearest(n, d))) == (0.0, 1)


@counts(8, 133)
def test_nearest_sqrt_at_midpoints(count):
    for x in doubles(count):
        for midpoint in halfway(x):
            assert nearest_sqrt(*ratio(midpoint * midpoint)) == nearest(*ratio(midpoint))
            assert nearest_sqrt(*ratio(apart(midpoint, Fraction(x)) ** 2)) == x


def test_the_order_of_doubles():
    for x in (0.0, *doubles(20)):
        assert ordinal(x) == -ordinal(-x) == bits_of(x) and Fraction(*double_at(ordinal(-x))) == -Fraction(x)
    assert ordinal(inf) == ordinal(float(LARGEST)) + 1 and Fraction(*double_at(ordinal(inf))) == 2**1024


def test_squares_of_polynomials():
    for m in (1, 2, 3, 10, 27, 60):
        for size in (1, 2, 8, 9, 16):
            for f in ([2**m - 1] * size, [1 - 2**m] * size, [(-2) ** m, 2**m - 1] * size):
                n = len(f)
                squares = [sum(f[i] * f[t - i] for i in range(n) if 0 <= t - i < n) for t in range(2 * n - 1)]
                assert square(f) == squares
