"""Check blends where rounding is hard: rational results, midpoints, tiny and huge powers, underflow."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from helpers import apart, counts, doubles, ratio
from oracles import metrics, reals
from oracles.reals import halfway

from scorio_lite._numbers import powers
from scorio_lite._numbers.fixed import Unknown
from scorio_lite._numbers.powers import blend_mean


def blended(pairs, a, b):
    """Return blend_mean of [(number, x, y), ...] with rational x and y."""
    terms = []
    for number, x, y in pairs:
        d = Fraction(x).denominator * Fraction(y).denominator
        terms.append((number, int(x * d), int(y * d), d))
    return blend_mean(sum(number for number, _, _ in pairs), terms, (ratio(a), ratio(b)))


@pytest.mark.parametrize(
    "a, b", [(0.5, 0.5), (1, 0), (0.75, 0.25), (Fraction(1, 3), Fraction(2, 3)), (-1, 2), (60, -59)]
)
def test_a_blend_of_equal_factors_at_midpoints(a, b):
    """A blend x**a * x**(1-a) at a midpoint of doubles is rounded to even, and its halfway are told apart."""
    for x in random.Random("blend").sample(list(doubles()), 15):
        for midpoint in halfway(x):
            assert blended([(1, midpoint, midpoint)], a, b) == float(midpoint)
            inside = midpoint + (Fraction(x) - midpoint) / 2**150
            assert blended([(1, inside, inside)], a, b) == x


def test_rational_roots_at_midpoints():
    for m in (2**53 + 1, 2**53 + 3, 2**54 - 1):
        x = Fraction(m, 2**54)
        assert blended([(1, x * x, 1)], 0.5, 0.5) == float(x)
        assert blended([(1, x**3, 1)], Fraction(1, 3), 1) == float(x)
        assert blended([(1, x * 3**5, x / 3**5)], 0.5, 0.5) == float(x)
        assert blended([(1, 1 / x**2, 1)], -0.5, 1) == float(x)
        assert blended([(1, apart(x * x, Fraction(1)), 1)], 0.5, 0.5) == reals.double(apart(x, Fraction(1)))
        parts = [x / 3, x, x * 5 / 3]
        assert blended([(2, part * part, 1) for part in parts], 0.5, 0.5) == float(x)


def test_tiny_and_huge_powers():
    x = Fraction(2**53 + 1, 2**54)  # halfway between 1/2 and the next double
    assert [blended([(1, x, y)], 1, a) for y, a in ((1, 1), (Fraction(1, 2), 5e-324))] == [0.5, 0.5]
    assert [blended([(1, x, y)], 1, a) for y, a in ((2, 5e-324), (Fraction(1, 2), -5e-324))] == [0.5 + 2**-53] * 2
    terms = [(2**53 + 1, 1, 1, 1), (2**53 - 1, 1, 2, 2)]  # too near to a midpoint to tell on which side it lies
    assert blend_mean(2**54, terms, ((10**30, 1), (1, 1))) == 0.5
    assert [blended([(1, x, 1)], 10**300, 1) for x in (Fraction(1, 2), 2)] == [0.0, float("inf")]
    for e in (1021, 1022, 1060, 1073, 1074, 1075, 1076, 1101, 1200):
        for a in (0.5, 0.25):
            x = Fraction(3, 2 ** round(e / a))
            for base, power in ((x, a), (1 / x, a), (x, -a)):
                assert blended([(1, base, 1)], power, 1) == reals.double(metrics.blend(base, 1, power, 1)), (e, power)


@counts(60, 300)
def test_blends_at_few_bits(count):
    """A blend is held, for powers of all kinds, and to about the last bit if its factors are."""
    rng = random.Random("blends")
    for _ in range(count):
        x, y, d = (rng.getrandbits(rng.choice((1, 9, 300))) + 1 for _ in range(3))
        a, b = (
            Fraction(rng.choice((0, 0.5, 1, 7, 8.5, 0.3, 7.25, 1e-5, 50.5)) * rng.choice((1, -1))) for _ in range(2)
        )
        exact = reals.rational(metrics.blend(Fraction(x, d), Fraction(y, d), a, b)) if a or b else 1
        for bits in (5, 20, 96, 400):
            try:
                (found,) = powers._blends([(1, x, y, d)], (ratio(a), ratio(b)), bits)
            except (Unknown, OverflowError):
                assert abs(a) + abs(b) > 8
                continue
            hair = exact / 2**500 if isinstance(exact, Fraction) else 0  # an irrational one is known that well
            assert found.lo - hair <= exact * 2**bits <= found.hi + hair
            assert exact > 1 or bits < 96 or found.hi - found.lo < 1 << 12
