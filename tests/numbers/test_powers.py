"""Check blends where rounding is hard: rational results, midpoints, tiny and huge powers, underflow, zeros."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from helpers import apart, counts, doubles, ratio
from oracles import metrics, reals
from oracles.reals import halfway

from scorio_lite._numbers import powers
from scorio_lite._numbers.powers import blend_mean


def blended(pairs, a, b):
    """Return blend_mean of [(number, x, y), ...] with rational x and y."""
    terms = []
    for number, x, y in pairs:
        d = Fraction(x).denominator * Fraction(y).denominator
        terms.append((number, 1, int(x * d), int(y * d), d))
    return blend_mean(sum(number for number, _, _ in pairs), terms, ratio(a), ratio(b))


@pytest.mark.parametrize(
    "a, b", [(0.5, 0.5), (1, 0), (0.75, 0.25), (Fraction(1, 3), Fraction(2, 3)), (-1, 2), (60, -59)]
)
def test_a_blend_of_equal_factors_at_midpoints(a, b):
    """A blend x**a * x**(1-a) at a midpoint of doubles is rounded to even, and its halfway are told apart."""
    rng = random.Random("blend")
    for x in rng.sample(list(doubles()), 40):
        for midpoint in halfway(x):
            tie = float(midpoint)
            assert blended([(1, midpoint, midpoint)], a, b) == tie
            inside = midpoint + (Fraction(x) - midpoint) / 2**150
            assert blended([(1, inside, inside)], a, b) == x


def test_square_roots_of_squares_at_midpoints():
    for m in (2**53 + 1, 2**53 + 3, 2**54 - 1):
        x = Fraction(m, 2**54)
        assert blended([(1, x * x, 1)], 0.5, 0.5) == float(x)
        assert blended([(1, x**3, 1)], Fraction(1, 3), 1) == float(x)
        assert blended([(1, x * 3, x / 3)], 0.5, 0.5) == float(x)
        assert blended([(1, x * 3**5, x / 3**5)], 0.5, 0.5) == float(x)
        assert blended([(1, 1 / x**2, 1)], -0.5, 1) == float(x)
        assert blended([(1, apart(x * x, Fraction(1)), 1)], 0.5, 0.5) == reals.double(apart(x, Fraction(1)))


def test_a_sum_of_rational_radicals_at_a_midpoint():
    x = Fraction(2**53 + 1, 2**53) / 2  # the mean of x and 3 x / 2 and ... is made a midpoint
    parts = [x / 3, x, x * 5 / 3]
    assert sum(parts) / 3 == x
    assert blended([(1, part * part, 1) for part in parts], 0.5, 0.5) == float(x)
    assert blended([(2, part * part, 1) for part in parts], 0.5, 0.5) == float(x)


def test_tiny_powers_beside_a_midpoint():
    x = Fraction(2**53 + 1, 2**54)
    lower, upper = 0.5, 0.5 + 2**-53
    assert float(x) == lower  # the tie goes to even
    assert blended([(1, x, Fraction(1, 2))], 1, 5e-324) == lower
    assert blended([(1, x, 2)], 1, 5e-324) == upper
    assert blended([(1, x, Fraction(1, 2))], 1, -5e-324) == upper


def test_the_ends_of_the_range():
    for e in (1021, 1022, 1060, 1073, 1074, 1075, 1076, 1099, 1101, 1200):
        for a in (0.5, 0.25):
            x = Fraction(3, 2 ** (2 * e)) if a == 0.5 else Fraction(3, 2 ** (4 * e))
            assert blended([(1, x, 1)], a, 1) == reals.double(metrics.blend(x, 1, a, 1)), (e, a)
            assert blended([(1, 1 / x, 1)], a, 1) == reals.double(metrics.blend(1 / x, 1, a, 1)), (e, a)
            assert blended([(1, x, 1)], -a, 1) == reals.double(metrics.blend(x, 1, -a, 1)), (e, a)


def test_a_hair_beside_a_midpoint_counts_as_the_midpoint():
    """A mean is rounded to even if it is too near to a midpoint to tell on which side it lies."""
    terms = [(2**53 + 1, 1, 1, 1, 1), (2**53 - 1, 1, 1, 2, 2)]
    assert blend_mean(2**54, terms, (10**30, 1), (1, 1)) == 0.5


@counts(30, 266)
def test_monomials_are_as_near_as_they_say(count):
    rng = random.Random("monomials")
    for _ in range(count):
        n, e, x, y, d = (rng.getrandbits(rng.choice((1, 30, 700, 3000))) + 1 for _ in range(5))
        a, b, n = rng.randint(-8, 8), rng.randint(-8, 8), n * rng.choice((1, -1))
        exact = Fraction(n, e) * Fraction(x, d) ** a * Fraction(y, d) ** b
        for size in (30, 96, 200):
            value, error, shift = powers._monomial((n, e, x, y, d), a, b, 1, size)
            assert abs(value - exact / Fraction(2) ** shift) <= error
            value, error, shift = powers._monomial((n, e, x, y, d), 2 * a, 2 * b, 2, size)
            assert abs(value - exact / Fraction(2) ** shift) <= error


@counts(13, 100)
def test_sums_at_few_bits(count):
    """The enclosure of a sum of blends holds it, also if terms differ much in size or sign, for powers of all kinds."""
    rng = random.Random("sums")
    for i in range(count):
        sizes, root = rng.choice(((1, 30), (1, 400), (300, 400))), rng.choice((1, 2))
        a, b = (Fraction(rng.randint(-6, 6), root) for _ in range(2))
        terms = [[rng.getrandbits(rng.randint(*sizes)) + 1 for _ in range(5)] for _ in range(rng.randint(1, 20))]
        if i % 2:  # factors of at most 1, to any powers
            power = rng.choice((0.3, 7.25, 1e-5, 50.5))
            a, b = (Fraction(power * rng.random()) for _ in range(2))
            terms = [(n, e, x, y, max(x, y) + d) for n, e, x, y, d in terms[:9]]
        else:
            terms = [(n * rng.choice((1, 1, -1)), *rest) for n, *rest in terms]
        blends = [reals.rational(metrics.blend(Fraction(x, d), Fraction(y, d), a, b)) for _, _, x, y, d in terms]
        total = sum(Fraction(n, e) * value for value, (n, e, *_) in zip(blends, terms))
        for bits in (64, 70, 96) if i % 2 else (2, 10, 96):
            lo, hi, d = powers._sum(terms, ratio(a), ratio(b), bits)
            assert Fraction(lo, d) <= total <= Fraction(hi, d)
            assert i % 2 == 0 or hi > lo


@counts(40, 333)
def test_sums_of_roots_at_few_bits(count):
    rng = random.Random("roots")
    for _ in range(count):
        size = rng.choice((2, 30, 400))
        d = rng.getrandbits(size) + 1
        count = rng.choice((1, 2, 40))
        terms = [(rng.randint(1, 9), 1, rng.randint(1, d), rng.randint(1, d), d) for _ in range(count)]
        total = sum(n * reals.rational(mpmath.sqrt(reals.real(Fraction(x * y, d * d)))) for n, _, x, y, _ in terms)
        for bits in (1, 5, 96):
            lo, hi, scale = powers._roots(terms, bits)
            assert Fraction(lo, scale) <= total <= Fraction(hi, scale)
            assert (hi - lo) << bits <= lo


@counts(200, 1333)
def test_logarithms_of_blends_at_few_bits(count):
    rng = random.Random("logs")
    with mpmath.workprec(1000):
        for _ in range(count):
            x, y, d = (rng.getrandbits(rng.choice((1, 9, 300))) + 1 for _ in range(3))
            a, b = (Fraction(rng.choice((0, 0.3, 1e-5, 7.5, 1e6, 2.0**300)) * rng.choice((1, -1))) for _ in range(2))
            exact = sum(reals.real(power) * mpmath.log(mpmath.mpf(base) / d) for base, power in ((x, a), (y, b)))
            for bits in (1, 4, 20):
                low, high = powers._log_blend((1, 1, x, y, d), ratio(a), ratio(b), bits)
                assert low <= exact * 2**bits <= high
                assert high - low <= 4
