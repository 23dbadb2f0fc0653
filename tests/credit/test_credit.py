"""Check metrics by every subset of trials, one by one; published values; special functions by their definitions."""

from __future__ import annotations

import itertools
import json
import random
from decimal import Decimal
from fractions import Fraction
from math import factorial

import pytest
from helpers import EARNING, ROOT, earning
from oracles import ranking
from oracles.metrics import enumerated
from oracles.reals import double

import scorio_lite as sl
from scorio_lite import exact
from scorio_lite.special import beta, beta_ratio, binomial, rising


def shapes(classes=2):
    rng = random.Random("shapes")
    for M, N in itertools.product((1, 2, 3), range(1, 8)):
        for k in range(1, N + 1):
            yield [[rng.randrange(classes) for _ in range(N)] for _ in range(M)], k
            yield [[rng.choice((0, 0, 0, 1))] * N for _ in range(M)], k


@pytest.mark.parametrize("name", EARNING)
def test_metric(name):
    for R, k in shapes(4 if name == "max_at_k" else 2):
        own, earn = earning(name, k)
        expected = enumerated(earn, R, k)
        assert getattr(exact, name)(R, k, **own) == expected, (R, k)
        assert getattr(sl, name)(R, k, **own) == double(expected), (R, k)


@pytest.mark.parametrize(
    "example", json.loads((ROOT / "tests/published.json").read_text()), ids=lambda e: e["function"]
)
def test_published_values(example):
    value = getattr(sl, example["function"])(*example["args"], **example["kwargs"])
    if isinstance(value, float):
        assert round(value, example["decimals"]) == example["value"]
    else:
        assert [round(x, d) for x, d in zip(value, example["decimals"])] == example["value"]


# The special functions; numbers/test_quantiles.py has the quantiles.


def test_special_functions():
    row = [1]
    for n in range(60):
        assert [binomial(n, k) for k in range(n + 3)] == [*row, 0, 0]
        row = [1, *map(sum, zip(row, row[1:])), 1]
    for a, n in itertools.product((Decimal("2.75"), 0, -3, -2.5, 1e-300, 1e300), (0, 1, 2, 17, 100)):
        assert rising(a, n) == ranking.rising(Fraction(a), n)
    for a, b in itertools.product((1, 4, 25), repeat=2):
        assert beta(a, b) == Fraction(factorial(a - 1) * factorial(b - 1), factorial(a + b - 1))
        assert beta_ratio(a, b, 2, 1) == Fraction(a * (a + 1) * b, (a + b) * (a + b + 1) * (a + b + 2))
