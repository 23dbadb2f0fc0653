"""The special functions against their definitions; rounding/test_quantiles.py has the quantiles."""

from __future__ import annotations

import itertools
from decimal import Decimal
from fractions import Fraction
from math import factorial, inf

import oracle
import pytest
from helpers import refusals

from scorio_lite.special import beta, beta_ratio, binomial, rising


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


test_refusals = refusals(
    ("n must be >= 0", binomial, -1, 2),
    ("k must be >= 0", binomial, 5, -2),
    ("n must be an integer", binomial, 5.0, 2),
    ("k must be an integer", binomial, 5, True),
    ("a must be a finite real number", rising, "1", 2),
    ("a must be a finite real number; got inf", rising, inf, 2),
    ("a must be a finite real number", rising, Decimal("1E+999999999"), 2),
    ("n must be >= 0", rising, 1, -1),
    ("a must be >= 1", beta, 0, 1),
    ("b must be an integer", beta, 1, 0.5),
    ("a must be > 0", beta_ratio, 0, 1, 1, 1),
    ("b must be > 0", beta_ratio, 1, -0.5, 1, 1),
    ("i must be >= 0", beta_ratio, 1, 1, -1, 1),
    ("j must be an integer; got '2'", beta_ratio, 1, 1, 1, "2"),
)
