"""Check metrics by every subset of trials, one by one; published values."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction
from math import comb

import pytest
from helpers import EARNING, ROOT, earning
from oracles.metrics import enumerated, one_by_one
from oracles.reals import double

import scorio_lite as sl
from scorio_lite import exact
from scorio_lite._credit import subsets_of
from scorio_lite._credit.metrics import METRICS
from scorio_lite._credit.steps import spectrum, tails


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


CREDITS = [name for name in EARNING if name in METRICS and METRICS[name].kind == "credit"]


@pytest.mark.parametrize("name", CREDITS)
def test_what_successes_earn(name):
    """k trials earn A_s if s of them succeed; pairs of disjoint subsets earn the mean product."""
    for k in range(1, 7):
        own, earn = earning(name, k)
        credit = METRICS[name].credit(k, *own.values())
        values, d = credit.values(k, range(k + 1))
        assert [Fraction(x, d) for x in values] == [earn([1] * s + [0] * (k - s)) for s in range(k + 1)]
        for N, s in [(2 * k, k), (2 * k, 0), (2 * k + 1, k + 1)] if k < 4 else ():
            value, product = one_by_one(earn, [1] * s + [0] * (N - s), k)
            x = Fraction(*credit.values(N, [s])[0], credit.values(N, [s])[1])
            assert (x, Fraction(*credit.pairs(N, {s: 1}, x.as_integer_ratio()))) == (value, product), (k, N, s)


def test_weights_of_one_step_or_of_a_ramp():
    credits = [spectrum(4, weights) for weights in ([0, 0, 0.5, 0], [0, 0, 0.25, 0.25], [0, 0.25, 0, 0.25], [0.25] * 4)]
    assert [(credit.position, credit.ramp) for credit in credits] == [(3, 0), (0, 3), (0, 0), (0, 1)]


def test_sums_of_binomials_both_ways():
    """For few numbers each sum stands for itself, and for many it runs."""
    for k, top in itertools.product((1, 2, 5, 9), (9, 30, 200)):
        for numbers in ([top], [0, top], range(top + 1), range(top, -1, -3)):
            assert subsets_of(numbers, k) == [comb(c, k) for c in numbers]
        for order, i in itertools.product((1, 2), range(2, k + 1)):
            for some in ([top - 1], range(top + 1)):
                found = tails(order, i, k, top, some)
                for s, total in zip(some, found):
                    ways = (
                        (x - i + 1 if order == 2 else 1, comb(s, x) * comb(top - s, k - x)) for x in range(i, k + 1)
                    )
                    assert total == sum(a * b for a, b in ways), (order, i, k, top, s)


@pytest.mark.parametrize(
    "example", json.loads((ROOT / "tests/published.json").read_text()), ids=lambda e: e["function"]
)
def test_published_values(example):
    value = getattr(sl, example["function"])(*example["args"], **example["kwargs"])
    if isinstance(value, float):
        assert round(value, example["decimals"]) == example["value"]
    else:
        assert [round(x, d) for x, d in zip(value, example["decimals"])] == example["value"]
