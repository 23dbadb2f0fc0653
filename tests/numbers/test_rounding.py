"""Check the roundings of ratios and of their roots on ties, halfway of midpoints, subnormals, squares, overflow."""

from __future__ import annotations

from fractions import Fraction
from math import copysign, inf

import pytest
from helpers import apart, counts, doubles
from oracles.reals import halfway

from scorio_lite._numbers import nearest, nearest_sqrt

TINY = Fraction(5e-324)
LARGEST = Fraction(2) ** 1024 - Fraction(2) ** 971  # the largest finite double
BEYOND = Fraction(2) ** 1024 - Fraction(2) ** 970  # halfway to the next, which would be 2**1024


def is_even(x: float) -> bool:
    mantissa = Fraction(x) / TINY
    while mantissa >= 2**53:
        mantissa /= 2
    return mantissa % 2 == 0


@counts(4, 50)
@pytest.mark.parametrize("sign", [1, -1])
def test_nearest_at_midpoints(sign, count):
    for x in doubles(count):
        low, high = halfway(x)
        for midpoint in (low, high):
            inside = apart(midpoint, Fraction(x))
            assert nearest(sign * inside.numerator, inside.denominator) == sign * x
            tie = nearest(sign * midpoint.numerator, midpoint.denominator)
            assert (tie == sign * x) == is_even(x), x
            scaled = nearest(sign * midpoint.numerator * 3**50, midpoint.denominator * 3**50)
            assert scaled == tie


def test_nearest_at_the_ends_of_the_range():
    assert nearest(LARGEST.numerator, 1) == float(LARGEST)
    below = apart(BEYOND, Fraction(0))
    assert nearest(below.numerator, below.denominator) == float(LARGEST)
    assert nearest(BEYOND.numerator, 1) == inf
    assert nearest(-BEYOND.numerator, 1) == -inf
    for n, d in ((0, 1), (-1, 10**400), (1, 10**400), (0, 7)):
        assert nearest(n, d) == 0.0
        assert copysign(1, nearest(n, d)) == 1


@counts(8, 133)
def test_nearest_sqrt_at_midpoints(count):
    for x in doubles(count):
        for midpoint in halfway(x):
            square = midpoint * midpoint
            tie = nearest_sqrt(square.numerator, square.denominator)
            assert tie == nearest(midpoint.numerator, midpoint.denominator)
            inside = apart(midpoint, Fraction(x)) ** 2
            assert nearest_sqrt(inside.numerator, inside.denominator) == x
