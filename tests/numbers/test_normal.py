"""Check intervals about a mean and chances of the normal distribution, a hair from midpoints and far in the tails."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from helpers import cases, counts, doubles, holds, ratio
from oracles import reals
from oracles.reals import halfway

from scorio_lite._numbers.normal import chance_above_zero, normal_tail, roots_exceed, summary
from scorio_lite._numbers.quantiles import normal_deviate

LEVEL = (19, 20)


def deviates(c, bits):
    """Return two numbers that are hardly below and above the z with P(|Z| <= z) = c."""
    z = normal_deviate(ratio(c), bits)
    return Fraction(z.lo, 2**bits), Fraction(z.hi, 2**bits)


@pytest.mark.parametrize("bits", [60, 200, 900, 1900])
def test_ends_a_hair_from_a_midpoint(bits):
    """An end about 2**-bits from a midpoint of doubles rounds to the right side."""
    below, above = deviates(Fraction(*LEVEL), bits)
    for x in (1.0, 0.375, -0.7, 5e-324, 2.0**-1022, 1e300):
        midpoint, sigma = halfway(x)[x > 0], Fraction(3, 7) * abs(Fraction(x))
        low, high = sorted((x, float(2 * midpoint - Fraction(x))))
        for side, end in ((1, 2), (-1, 3)):
            for reach, expected in ((below, high if side < 0 else low), (above, low if side < 0 else high)):
                mean = midpoint + side * reach * sigma
                assert summary(ratio(mean), ratio(sigma * sigma), LEVEL, None)[end] == expected


def test_cancellation_down_to_subnormals():
    """An interval's end mu - z sigma is right to the last bit if all leading digits cancel."""
    z = reals.quantile(Fraction(*LEVEL), None, 4000)[0]
    for bits in (60, 1070, 1080, 1500):
        mean = sum(deviates(Fraction(*LEVEL), bits)) / 6
        with mpmath.workprec(9000):
            end = reals.real(mean) - reals.real(z) / 3
            assert summary(ratio(mean), (1, 9), LEVEL, None)[2] == reals.double(end, abs(end) * mpmath.mpf(2) ** -600)


def test_sigma_at_a_midpoint_and_bounds():
    for midpoint in (midpoint for x in doubles(20) for midpoint in halfway(x)):
        assert summary((0, 1), ratio(midpoint**2), LEVEL, None)[:2] == (0.0, float(midpoint))
    assert summary((1, 3), (0, 1), LEVEL, None) == (1 / 3, 0.0, 1 / 3, 1 / 3)
    assert summary((1, 2), (1, 1), LEVEL, (0.0, 0.75)) == (0.5, 1.0, 0.0, 0.75)
    assert summary((1, 2), (0, 1), LEVEL, (0.6, 0.75)) == (0.5, 0.0, 0.6, 0.6)


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
        for sigma in (Fraction(1), Fraction(3, 7), Fraction(5e-324), Fraction(1e300)):
            found = chance_above_zero(ratio(sign * Fraction(x) * sigma), ratio(sigma**2))
            assert repr(found) == repr(chance(sign * x))
    assert [chance_above_zero((sign, 3), (0, 1)) for sign in (-1, 0, 1)] == [0.0, 0.5, 1.0]


@counts(20, 133)
def test_tail_at_few_bits(count):
    rng = random.Random("tail")
    for _ in range(count):
        square = Fraction(rng.choice([0.01, 1, 5, 40, 300]) * rng.random())
        with mpmath.workprec(800):
            tail = mpmath.erfc(mpmath.sqrt(reals.real(square) / 2)) / 2
            assert all(holds(normal_tail(*ratio(square), bits), tail) for bits in range(1, 41))


@cases("bits", [60], [300, 1500])
def test_a_hair_from_a_midpoint(bits):
    """A chance about 2**-bits from halfway between two doubles, and a root as near to a quantile, are told apart."""
    for x in (0.0, 5e-324, 1e-323, 2.0**-1022, 1e-300, 1e-17, 0.1, 0.25, 0.5 - 2**-54, 0.5, 0.75, 1 - 2**-53):
        midpoint = halfway(x)[1]
        above, c = float(2 * midpoint - Fraction(x)), 2 * midpoint - 1
        for z, is_outside in zip(deviates(abs(c), bits), (False, True)):
            found = chance_above_zero(ratio(z if c > 0 else -z), (1, 1))
            assert found == (above if is_outside == (c > 0) else x), (x, is_outside)
    for level in (LEVEL, (1, 10**9), (10**9 - 1, 10**9)):
        for z, is_outside in zip(deviates(Fraction(*level), bits), (False, True)):
            for parts in ([z * z], [z * z / 9, Fraction(0), z * z * 4 / 9]):
                assert roots_exceed(list(map(ratio, parts)), level) == is_outside
