"""Interval ends where rounding is hard: cancellation to nearly nothing, midpoints, subnormals, bounds, no variance."""

from __future__ import annotations

import itertools
import random
from decimal import Decimal
from fractions import Fraction
from math import copysign, inf

import mpmath
import oracle
import pytest
from helpers import cases, doubles, neighbours, ratio

import scorio_lite
from scorio_lite._double.enclosures import erf_inverse
from scorio_lite._double.intervals import summary
from scorio_lite._double.normal import chance_above_zero, roots_exceed

LEVEL = (19, 20)


@pytest.mark.parametrize("bits", [60, 200, 900, 3000])
def test_ends_a_hair_from_a_midpoint(bits):
    """The mean is chosen so that an end falls within some 2**-bits of a midpoint of doubles, on either side of it."""
    erf_lo, erf_hi, at = erf_inverse(*LEVEL, bits)
    for x in (1.0, 0.375, -0.7, 5e-324, 2.0**-1022, 1e300):
        midpoint = neighbours(x)[1] if x > 0 else -neighbours(-x)[0]
        low, high = sorted((x, float(2 * midpoint - Fraction(x))))
        root = Fraction(3, 7) * abs(Fraction(x))  # sqrt(2 variance)
        variance = ratio(root * root / 2)
        below, above = Fraction(erf_lo, 2**at) * root, Fraction(erf_hi, 2**at) * root  # z sigma is between them
        assert summary(ratio(midpoint - below), variance, LEVEL, None)[3] == high
        assert summary(ratio(midpoint - above), variance, LEVEL, None)[3] == low
        assert summary(ratio(midpoint + below), variance, LEVEL, None)[2] == low
        assert summary(ratio(midpoint + above), variance, LEVEL, None)[2] == high


def test_cancellation_down_to_subnormals():
    """mu - z sigma with all digits cancelled: the rest is correct to the last bit."""
    variance = Fraction(2) * Fraction(1, 6) ** 2
    z = oracle.quantile(Fraction(*LEVEL), None, 4000)[0]
    for bits in (60, 300, 1000, 1070, 1080, 1500):
        lo, hi, at = erf_inverse(*LEVEL, bits)
        mean = Fraction(lo + hi, 2) / 2**at * Fraction(1, 3)
        got = summary(ratio(mean), ratio(variance), LEVEL, None)
        with mpmath.workprec(9000):
            end = oracle.real(mean) - oracle.real(z) / mpmath.sqrt(2) / 3
            assert got[2] == oracle.double(end, abs(end) * mpmath.mpf(2) ** -600), bits


def test_sigma_at_a_midpoint():
    for x in doubles(20):
        for midpoint in neighbours(x):
            assert summary((0, 1), ratio(midpoint**2), LEVEL, None)[:2] == (0.0, float(midpoint))


def test_no_variance():
    for x in itertools.islice(doubles(), 60):
        for midpoint in neighbours(x):
            tie = float(midpoint)
            assert summary(ratio(midpoint), (0, 7), LEVEL, None) == (tie, 0.0, tie, tie)
    assert scorio_lite.bayes_ci([[0, 1], [1, 1]], [0.3, 0.3]) == (0.3, 0.0, 0.3, 0.3)
    assert scorio_lite.avg_ci([[0, 1], [1, 1]], [2, 2], bounds=(0, 1)) == (2.0, 0.0, 1.0, 1.0)


def test_bounds():
    R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
    mu, sigma, lo, hi = scorio_lite.bayes_ci(R)
    assert lo < mu < hi
    for bounds, expected in (
        ((lo, hi), (lo, hi)), ((0.5, 0.6), (0.5, 0.6)), ((0.9, 0.95), (0.9, 0.9)), ((0, 0.1), (0.1, 0.1)),
        ((-inf, inf), (lo, hi)), ((Decimal("-Infinity"), Decimal("1E+99999")), (lo, hi)),
        ((Fraction(1, 3) * 2, 1), (2 / 3, hi)), ([0.6, 0.6], (0.6, 0.6)), ((hi, inf), (hi, hi)),
    ):
        assert scorio_lite.bayes_ci(R, bounds=bounds) == (mu, sigma, *expected)
    for value in scorio_lite.bayes_ci([[0, 1]], [-1, 1], bounds=(-0.0, 0.0)):
        assert copysign(1, value) == 1


CONFIDENCES = (5e-324, 1e-300, 1e-17, 0.5, 0.95, 1 - 2**-53, Fraction(1, 10**500), 1 - Fraction(1, 2**1000))
WEIGHTS = (
    (0, 1), (5e-324, 1e308), (5e-324, 0), (1e308, -1e308), (1.7976931348623157e308, -1.7976931348623157e308),
    (5e-324, -5e-324, 1e308), (1, 1 + 2**-52), (Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**80)), (-1, -1e-200),
)  # fmt: skip


@cases("w", WEIGHTS[::2], WEIGHTS[1::2], ids=str)
def test_extreme_weights_and_confidences(w):
    rng = random.Random(str(w))
    for confidence in CONFIDENCES:
        R = [[rng.randrange(len(w)) for _ in range(3)] for _ in range(2)]
        mean, variance = oracle.bayes(R, w)
        assert scorio_lite.bayes_ci(R, w, None, confidence) == oracle.summary(mean, variance, confidence, None)
        mean, variance = oracle.avg(R, w)
        assert scorio_lite.avg_ci(R, w, confidence) == oracle.summary(mean, variance, confidence, None)


def chance(x):
    """P(X > 0) for a mean of x sigmas, by mpmath."""
    if abs(x) > 1e9:
        return float(x > 0)
    with mpmath.workprec(800):
        p = mpmath.erfc(-oracle.real(Fraction(x)) / mpmath.sqrt(2)) / 2
        return oracle.double(p) if p > mpmath.mpf(2) ** -1200 else 0.0


FAR = (38.4, 38.44, 38.46, 38.47, 38.48, 38.485, 38.5, 38.56, 38.6, 38.65, 38.7, 39, 50, 1e5, 1e300)
NEAR = (5e-324, 1e-300, 1e-20, 1e-17, 2.0**-54, 2.0**-53, 1e-15, 1e-9, 1e-3, 0.1, 0.6744897501960817, 1, 2, 3, 5, 8)
CLOSE = (8.1, 8.2, 8.2095, 8.21, 8.22, 8.29, 8.2923, 8.2924, 8.3, 8.5, 8.7, 8.72, 8.73, 8.8, 9, 12, 20, 37, 37.5, 37.7)


@cases("x", [*FAR[::2], *NEAR, *CLOSE[::2]], [*FAR[1::2], *CLOSE[1::2]])
def test_chance_above_zero(x):
    """In the tails down to the least double and 0, about 1/2, and close to 1."""
    for sign in (1, -1):
        expected = chance(sign * x)
        for sigma in (Fraction(1), Fraction(3, 7), Fraction(5e-324), Fraction(1e300)):
            assert chance_above_zero(ratio(sign * Fraction(x) * sigma), ratio(sigma**2)) == expected
            assert copysign(1, expected) == 1


def test_chance_above_zero_without_variance_or_mean():
    assert chance_above_zero((1, 10**9), (0, 1)) == 1.0
    assert chance_above_zero((-1, 10**9), (0, 1)) == 0.0
    assert chance_above_zero((0, 3), (0, 1)) == 0.5
    assert chance_above_zero((0, 3), (1, 5)) == 0.5


@cases("bits", [60], [300, 1500])
def test_chance_a_hair_from_a_midpoint(bits):
    """The mean, in units of sqrt(2) sigma, is within some 2**-bits of where Phi is halfway between two doubles."""
    doubles_below_1 = (0.0, 5e-324, 1e-323, 2.0**-1022, 1e-300, 1e-17, 0.1, 0.25, 0.5 - 2**-54, 0.5, 0.75, 1 - 2**-53)
    for x in doubles_below_1:
        midpoint = neighbours(x)[1] if x else Fraction(5e-324) / 2
        above = float(2 * midpoint - Fraction(x))
        c = 2 * midpoint - 1
        lo, hi, at = erf_inverse(*ratio(abs(c)), bits)
        for u, outside in ((lo, False), (hi, True)):
            mean = Fraction(u, 2**at) * (1 if c > 0 else -1)
            expected = above if outside == (c > 0) else x
            assert chance_above_zero(ratio(mean), (1, 2)) == expected, (x, outside)


def test_roots_exceed():
    """Sums of roots a hair from z: sqrt(2) times an end of u, where erf(u) is the probability."""
    for level in (LEVEL, (1, 10**9), (10**9 - 1, 10**9)):
        for bits in (60, 500, 3000):
            lo, hi, at = erf_inverse(*level, bits)
            for u, exceeds in ((Fraction(lo, 2**at), False), (Fraction(hi, 2**at), True)):
                square = 2 * u * u
                assert roots_exceed([ratio(square)], level) == exceeds
                assert roots_exceed([ratio(square / 9), (0, 7), ratio(square * 4 / 9)], level) == exceeds
    with mpmath.workprec(3000):
        z = oracle.deviate(Fraction(19, 20))
        rest = oracle.rational((z - mpmath.sqrt(mpmath.mpf(2) / 7)) ** 2)
    hair = Fraction(1, 2**400)
    assert roots_exceed([(2, 7), ratio(rest + hair)], LEVEL)
    assert not roots_exceed([(2, 7), ratio(rest - hair)], LEVEL)
    assert not roots_exceed([(0, 1)], LEVEL)
