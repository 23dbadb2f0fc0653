"""Check intervals about a mean a hair from midpoints, and sums of roots a hair from quantiles."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers import cases, doubles, ratio
from oracles.reals import halfway

from scorio_lite._numbers.normal import roots_exceed, summary
from scorio_lite._numbers.quantiles import deviate

LEVEL = (19, 20)


def deviates(c, bits):
    """Return two numbers that are hardly below and above the z with P(|Z| <= z) = c."""
    z = deviate(ratio(c), bits)
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


def test_sigma_at_a_midpoint_and_bounds():
    for midpoint in (midpoint for x in doubles(20) for midpoint in halfway(x)):
        assert summary((0, 1), ratio(midpoint**2), LEVEL, None)[:2] == (0.0, float(midpoint))
    assert summary((1, 3), (0, 1), LEVEL, None) == (1 / 3, 0.0, 1 / 3, 1 / 3)
    assert summary((1, 2), (1, 1), LEVEL, (0.0, 0.75)) == (0.5, 1.0, 0.0, 0.75)
    assert summary((1, 2), (0, 1), LEVEL, (0.6, 0.75)) == (0.5, 0.0, 0.6, 0.6)


@cases("bits", [60], [300, 1500])
def test_a_hair_from_a_quantile(bits):
    """A root about 2**-bits from a quantile is on the right side."""
    for level in (LEVEL, (1, 10**9), (10**9 - 1, 10**9)):
        for z, is_outside in zip(deviates(Fraction(*level), bits), (False, True)):
            for parts in ([z * z], [z * z / 9, Fraction(0), z * z * 4 / 9]):
                assert roots_exceed(list(map(ratio, parts)), level) == is_outside
