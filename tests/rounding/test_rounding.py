"""The roundings on cases built for them: ties, neighbours of midpoints, subnormals, exact squares, overflow."""

from __future__ import annotations

import random
from fractions import Fraction
from math import copysign, inf

import pytest
from helpers import apart, counts, doubles, neighbours, refused

from scorio_lite._double import nearest, nearest_enclosed, nearest_sqrt, pinned, square_root

TINY = Fraction(5e-324)
LARGEST = Fraction(2) ** 1024 - Fraction(2) ** 971  # the largest finite double
BEYOND = Fraction(2) ** 1024 - Fraction(2) ** 970  # halfway to the next, which would be 2**1024


def is_even(x: float) -> bool:
    mantissa = Fraction(x) / TINY
    while mantissa >= 2**53:
        mantissa /= 2
    return mantissa % 2 == 0


@counts(15, 200)
@pytest.mark.parametrize("sign", [1, -1])
def test_nearest_at_midpoints(sign, count):
    for x in doubles(count):
        low, high = neighbours(x)
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


def test_nearest_of_small_operands_equals_exact_division():
    rng = random.Random("small")
    for n, d in [(12143, 31517), (1, 3), (2**53 + 1, 1)] + [(rng.getrandbits(53), rng.getrandbits(53) | 1) for _ in range(500)]:
        low, high = neighbours(n / d) if n else (Fraction(-1), Fraction(1))
        assert low <= Fraction(n, d) <= high
        assert nearest(n, d) == n / d


@counts(15, 400)
def test_nearest_sqrt_at_midpoints(count):
    for x in doubles(count):
        for midpoint in neighbours(x):
            square = midpoint * midpoint
            tie = nearest_sqrt(square.numerator, square.denominator)
            assert tie == nearest(midpoint.numerator, midpoint.denominator)
            inside = apart(midpoint, Fraction(x)) ** 2
            assert nearest_sqrt(inside.numerator, inside.denominator) == x


def test_nearest_sqrt_of_squares_and_at_the_ends():
    for x in doubles():
        square = Fraction(x) ** 2
        assert nearest_sqrt(square.numerator, square.denominator) == x
        assert nearest_sqrt(square.numerator * 7**90, square.denominator * 7**90) == x
    assert nearest_sqrt(0, 5) == 0.0
    assert nearest_sqrt(BEYOND.numerator**2, 1) == inf
    assert nearest_sqrt(1, 10**800) == 0.0


def test_nearest_enclosed_narrows_until_both_ends_agree():
    midpoint = 1 + Fraction(1, 2**53)
    for distance in (90, 200, 2000, 12280):
        for side in (1, -1):
            x = midpoint + side * Fraction(1, 2**distance)

            def enclose(bits, x=x):
                n = x.numerator * 2**bits // x.denominator
                return n - 3, n + 4, 1 << bits

            assert nearest_enclosed(enclose) == (1 + 2**-52 if side > 0 else 1.0)


def test_nearest_enclosed_at_a_midpoint():
    def enclose(bits):
        return (2**53 + 1 << bits) - 1, (2**53 + 1 << bits) + 1, 1 << bits + 53

    refused("the limit", nearest_enclosed, enclose)
    refused("the limit", nearest_enclosed, enclose, lambda: None)
    assert nearest_enclosed(enclose, lambda: 1.0) == 1.0


def test_pinned_only_where_all_round_to_one_double():
    for x in doubles():
        low, high = neighbours(x)
        inside = apart(low, Fraction(x)), apart(high, Fraction(x))
        assert enclosed(pinned, *inside) == enclosed(pinned, *(-y for y in inside[::-1])) * -1 == x
        assert enclosed(pinned, Fraction(x), apart(high, BEYOND * 2)) is None
        assert enclosed(pinned, apart(low, Fraction(-1)), Fraction(x)) is None
    assert enclosed(pinned, BEYOND, BEYOND + 1) == inf
    assert enclosed(pinned, LARGEST, BEYOND) is None
    assert copysign(1, pinned(-1, 1, 10**400)) == copysign(1, pinned(-2, -1, 10**400)) == 1


def enclosed(function, low, high):
    """Of two Fractions, over their common denominator."""
    return function(low.numerator * high.denominator, high.numerator * low.denominator, low.denominator * high.denominator)


@counts(200, 5000)
def test_square_roots_at_few_bits(count):
    rng = random.Random("square roots")
    for _ in range(count):
        lo = rng.getrandbits(rng.choice((1, 8, 70)))
        hi = lo + rng.choice((0, 0, 1, rng.getrandbits(9)))
        d = rng.getrandbits(rng.choice((1, 8, 70))) + 1
        for bits in (0, 1, 2, 5, 20):
            low, high, at = square_root(lo, hi, d, bits)
            e = 1 << at
            assert Fraction(low, e) ** 2 <= Fraction(lo, d) <= Fraction(hi, d) <= Fraction(high, e) ** 2
            assert low >> bits == 0 or lo != hi or (high - low) << bits <= high << 1
