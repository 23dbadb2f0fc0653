"""The special functions against their definitions, and the normal quantile against mpmath."""

from __future__ import annotations

import itertools
import random
from decimal import Decimal
from fractions import Fraction
from math import factorial

import mpmath
import oracle
import pytest
from helpers import counts, refused

from scorio_lite.special import beta, beta_ratio, binomial, normal_quantile, rising


def test_binomial_is_pascals_triangle():
    row = [1]
    for n in range(60):
        assert [binomial(n, k) for k in range(n + 3)] == [*row, 0, 0]
        row = [1, *map(sum, zip(row, row[1:])), 1]
    assert type(binomial(5, 2)) is Fraction


@pytest.mark.parametrize("a", [1, 7, 0.5, 0.1, Fraction(1, 3), Decimal("2.75"), 0, -3, -2.5, 1e-300, 1e300])
def test_rising(a):
    for n in (0, 1, 2, 5, 16, 17, 40, 100):
        assert rising(a, n) == oracle.special("rising", Fraction(a), n=n)
        assert type(rising(a, n)) is Fraction


def test_beta():
    for a, b in itertools.product(range(1, 25), repeat=2):
        assert beta(a, b) == beta(b, a) == Fraction(factorial(a - 1) * factorial(b - 1), factorial(a + b - 1))


def test_beta_ratio():
    for a, b in itertools.product((1, 4, 0.5, Fraction(2, 7), Decimal("0.3"), 1e-9), repeat=2):
        for i, j in itertools.product((0, 1, 2, 9, 30), repeat=2):
            expected = oracle.special("beta_ratio", Fraction(a), Fraction(b), i=i, j=j)
            assert beta_ratio(a, b, i, j) == expected
            if isinstance(a, int) and isinstance(b, int):
                assert expected == beta(a + i, b + j) / beta(a, b)
    for a, b in ((2, 3), (0.25, 1.5)):  # p + (1 - p) = 1
        assert beta_ratio(a, b, 3, 2) == beta_ratio(a, b, 4, 2) + beta_ratio(a, b, 3, 3)


def quantile(p):
    return oracle.double(oracle.normal_quantile(Fraction(p)))


HARD = (0.5, 0.975, 0.025, 0.841344746068543, 5e-324, 1e-323, 2.0**-1022, 1e-300, 1e-100, 1e-16, 1 - 2**-53, 0.5 + 2**-53,
        0.5 - 2**-54, 0.25, 0.75, 0.999, Fraction(1, 3), Fraction(1, 2) + Fraction(1, 10**400), Decimal("0.9"), 2.0**-38)  # fmt: skip


@pytest.mark.parametrize("p", HARD, ids=str)
def test_normal_quantile(p):
    assert normal_quantile(p) == quantile(p)


@counts(12, 200)
def test_normal_quantile_on_random_levels(count):
    rng = random.Random("quantile")
    for _ in range(count):
        p = rng.choice([rng.random(), rng.random() ** 30, 1 - rng.random() ** 9])
        if 0 < p < 1:
            assert normal_quantile(p) == quantile(p), p
            assert normal_quantile(1 - Fraction(p)) == -normal_quantile(p)


@counts(15, 150)
def test_normal_quantile_on_both_sides_of_midpoints(count):
    """Levels a hair beside Phi(midpoint of two doubles) round to the two sides: the hardest there are."""
    rng = random.Random("midpoints")
    with mpmath.workprec(3000):
        for _ in range(count):
            x = rng.choice([rng.uniform(0.1, 8), rng.uniform(0, 1e-5), 2.0 ** rng.randint(-3, 2)])
            step = next(x + 2.0**e for e in range(-140, 0) if x + 2.0**e > x)
            midpoint = (mpmath.mpf(x) + mpmath.mpf(step)) / 2
            p = mpmath.ncdf(midpoint)
            exact = oracle.rational(p)
            hair = Fraction(1, 2 ** rng.choice([150, 300, 900]))
            assert normal_quantile(exact - hair) == x
            assert normal_quantile(exact + hair) == step


@pytest.mark.parametrize("p", [0, 1, 0.0, 1.0, -0.5, 1.5, float("nan"), float("inf"), None, "0.5", 1j])
def test_normal_quantile_refuses(p):
    refused(r"p must be in \(0, 1\)", normal_quantile, p)


@pytest.mark.parametrize("call, words", [
    (lambda: binomial(-1, 2), "n must be >= 0"),
    (lambda: binomial(5, -2), "k must be >= 0"),
    (lambda: binomial(5.0, 2), "n must be an integer"),
    (lambda: binomial(5, True), "k must be an integer"),
    (lambda: rising("1", 2), "a must be a finite real number"),
    (lambda: rising(float("inf"), 2), "a must be a finite real number; got inf"),
    (lambda: rising(Decimal("1E+999999999"), 2), "a must be a finite real number"),
    (lambda: rising(1, -1), "n must be >= 0"),
    (lambda: beta(0, 1), "a must be >= 1"),
    (lambda: beta(1, 0.5), "b must be an integer"),
    (lambda: beta_ratio(0, 1, 1, 1), "a must be > 0"),
    (lambda: beta_ratio(1, -0.5, 1, 1), "b must be > 0"),
    (lambda: beta_ratio(1, 1, -1, 1), "i must be >= 0"),
    (lambda: beta_ratio(1, 1, 1, "2"), "j must be an integer; got '2'"),
])  # fmt: skip
def test_refusals(call, words):
    refused(words, call)
