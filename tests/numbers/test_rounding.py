"""Check the roundings, and the ends of intervals, on cases built for them.

The cases are ties, halfway of midpoints, subnormals, exact squares, cancellation to nearly nothing, overflow,
bounds, and no variance.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import copysign, inf

import mpmath
import pytest
from helpers import apart, cases, counts, doubles, ratio, refused
from oracles import reals
from oracles.reals import halfway

from scorio_lite._numbers import nearest, nearest_enclosed, nearest_sqrt, square_root
from scorio_lite._numbers.enclosures import erf_inverse, summary
from scorio_lite._numbers.normal import chance_above_zero, roots_exceed

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


def test_nearest_enclosed_narrows_until_both_ends_agree():
    midpoint = 1 + Fraction(1, 2**53)
    for distance in (90, 200, 2000, 3060):
        for side in (1, -1):
            x = midpoint + side * Fraction(1, 2**distance)

            def enclose(bits, x=x):
                n = x.numerator * 2**bits // x.denominator
                return n - 3, n + 4, 1 << bits

            assert nearest_enclosed(enclose) == (1 + 2**-52 if side > 0 else 1.0)


def test_nearest_enclosed_at_a_midpoint():
    def enclose(bits):
        return (2**53 + 1 << bits) - 1, (2**53 + 1 << bits) + 1, 1 << bits + 53

    assert nearest_enclosed(enclose) == 1.0
    refused("the limit", nearest_enclosed, lambda bits: (1, 2, 3))


def enclosed(function, low, high):
    """Call the function with two Fractions, as numerators over their common denominator."""
    return function(
        low.numerator * high.denominator, high.numerator * low.denominator, low.denominator * high.denominator
    )


@counts(100, 1666)
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


# Intervals.

LEVEL = (19, 20)


@pytest.mark.parametrize("bits", [60, 200, 900, 3000])
def test_ends_a_hair_from_a_midpoint(bits):
    """An end about 2**-bits from a midpoint of doubles rounds to the right side."""
    erf_lo, erf_hi, at = erf_inverse(*LEVEL, bits)
    for x in (1.0, 0.375, -0.7, 5e-324, 2.0**-1022, 1e300):
        midpoint = halfway(x)[1] if x > 0 else -halfway(-x)[0]
        low, high = sorted((x, float(2 * midpoint - Fraction(x))))
        root = Fraction(3, 7) * abs(Fraction(x))  # sqrt(2 variance)
        variance = ratio(root * root / 2)
        below, above = Fraction(erf_lo, 2**at) * root, Fraction(erf_hi, 2**at) * root  # z sigma is between them
        assert summary(ratio(midpoint - below), variance, LEVEL, None)[3] == high
        assert summary(ratio(midpoint - above), variance, LEVEL, None)[3] == low
        assert summary(ratio(midpoint + below), variance, LEVEL, None)[2] == low
        assert summary(ratio(midpoint + above), variance, LEVEL, None)[2] == high


def test_cancellation_down_to_subnormals():
    """An interval's end mu - z sigma is right to the last bit if all leading digits cancel."""
    variance = Fraction(2) * Fraction(1, 6) ** 2
    z = reals.quantile(Fraction(*LEVEL), None, 4000)[0]
    for bits in (60, 300, 1000, 1070, 1080, 1500):
        lo, hi, at = erf_inverse(*LEVEL, bits)
        mean = Fraction(lo + hi, 2) / 2**at * Fraction(1, 3)
        got = summary(ratio(mean), ratio(variance), LEVEL, None)
        with mpmath.workprec(9000):
            end = reals.real(mean) - reals.real(z) / mpmath.sqrt(2) / 3
            assert got[2] == reals.double(end, abs(end) * mpmath.mpf(2) ** -600), bits


def test_sigma_at_a_midpoint():
    for x in doubles(20):
        for midpoint in halfway(x):
            assert summary((0, 1), ratio(midpoint**2), LEVEL, None)[:2] == (0.0, float(midpoint))


CONFIDENCES = (5e-324, 1e-300, 1e-17, 0.5, 0.95, 1 - 2**-53, Fraction(1, 10**500), 1 - Fraction(1, 2**1000))
WEIGHTS = (
    (0, 1),
    (5e-324, 1e308),
    (5e-324, 0),
    (1e308, -1e308),
    (1.7976931348623157e308, -1.7976931348623157e308),
    (5e-324, -5e-324, 1e308),
    (1, 1 + 2**-52),
    (Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**80)),
    (-1, -1e-200),
)


def chance(x):
    """Return P(X > 0) for a mean of x sigmas, by mpmath."""
    if abs(x) > 1e9:
        return float(x > 0)
    with mpmath.workprec(800):
        p = mpmath.erfc(-reals.real(Fraction(x)) / mpmath.sqrt(2)) / 2
        return reals.double(p) if p > mpmath.mpf(2) ** -1200 else 0.0


FAR = (38.4, 38.44, 38.46, 38.47, 38.48, 38.485, 38.5, 38.56, 38.6, 38.65, 38.7, 39, 50, 1e5, 1e300)
NEAR = (5e-324, 1e-300, 1e-20, 1e-17, 2.0**-54, 2.0**-53, 1e-15, 1e-9, 1e-3, 0.1, 0.6744897501960817, 1, 2, 3, 5, 8)
CLOSE = (8.1, 8.2, 8.2095, 8.21, 8.22, 8.29, 8.2923, 8.2924, 8.3, 8.5, 8.7, 8.72, 8.73, 8.8, 9, 12, 20, 37, 37.5, 37.7)


@cases("x", [*FAR[::2], *NEAR, *CLOSE[::2]], [*FAR[1::2], *CLOSE[1::2]])
def test_chance_above_zero(x):
    """The chance is right in the tails down to the least double and 0, about 1/2, and close to 1."""
    for sign in (1, -1):
        expected = chance(sign * x)
        for sigma in (Fraction(1), Fraction(3, 7), Fraction(5e-324), Fraction(1e300)):
            assert chance_above_zero(ratio(sign * Fraction(x) * sigma), ratio(sigma**2)) == expected
            assert copysign(1, expected) == 1


@cases("bits", [60], [300, 1500])
def test_chance_a_hair_from_a_midpoint(bits):
    """A chance about 2**-bits from halfway between two doubles rounds to the right side."""
    doubles_below_1 = (0.0, 5e-324, 1e-323, 2.0**-1022, 1e-300, 1e-17, 0.1, 0.25, 0.5 - 2**-54, 0.5, 0.75, 1 - 2**-53)
    for x in doubles_below_1:
        midpoint = halfway(x)[1] if x else Fraction(5e-324) / 2
        above = float(2 * midpoint - Fraction(x))
        c = 2 * midpoint - 1
        lo, hi, at = erf_inverse(*ratio(abs(c)), bits)
        for u, outside in ((lo, False), (hi, True)):
            mean = Fraction(u, 2**at) * (1 if c > 0 else -1)
            expected = above if outside == (c > 0) else x
            assert chance_above_zero(ratio(mean), (1, 2)) == expected, (x, outside)


def test_roots_exceed():
    """A sum of square roots is compared correctly with the quantile z, even if it differs from z only by a hair."""
    for level in (LEVEL, (1, 10**9), (10**9 - 1, 10**9)):
        for bits in (60, 500, 3000):
            lo, hi, at = erf_inverse(*level, bits)
            for u, exceeds in ((Fraction(lo, 2**at), False), (Fraction(hi, 2**at), True)):
                square = 2 * u * u
                assert roots_exceed([ratio(square)], level) == exceeds
                assert roots_exceed([ratio(square / 9), (0, 7), ratio(square * 4 / 9)], level) == exceeds
    with mpmath.workprec(3000):
        z = reals.deviate(Fraction(19, 20))
        rest = reals.rational((z - mpmath.sqrt(mpmath.mpf(2) / 7)) ** 2)
    hair = Fraction(1, 2**400)
    assert roots_exceed([(2, 7), ratio(rest + hair)], LEVEL)
    assert not roots_exceed([(2, 7), ratio(rest - hair)], LEVEL)
    assert not roots_exceed([(0, 1)], LEVEL)
