"""Small cases by enumerating every subset of trials, one by one; and published values."""

from __future__ import annotations

import itertools
import json
import operator
import random
from fractions import Fraction

import oracle
import pytest
from helpers import EARNS, ROOT, enumerated
from oracle import double

import scorio_lite as sl
from scorio_lite import exact


def shapes(classes=2):
    rng = random.Random("shapes")
    for M, N in itertools.product((1, 2, 3), range(1, 8)):
        for k in range(1, N + 1):
            yield [[rng.randrange(classes) for _ in range(N)] for _ in range(M)], k
            yield [[rng.choice((0, 0, 0, 1))] * N for _ in range(M)], k


@pytest.mark.parametrize("name", EARNS)
def test_metric(name):
    for R, k in shapes(4 if name == "max_at_k" else 2):
        own, earn = EARNS[name](k)
        expected = enumerated(earn, R, k)
        assert getattr(exact, name)(R, k, **own) == expected, (R, k)
        assert getattr(sl, name)(R, k, **own) == double(expected), (R, k)


TAUS = (0, 0.0, 5e-324, 0.2, 0.28, 1 / 3, Fraction(1, 3), 0.5, Fraction(2, 3), 0.7, 0.75, 0.999, 1 - 2**-53, 1, 1.0)


@pytest.mark.parametrize("tau", TAUS, ids=repr)
def test_g_pass_at_k_tau(tau):
    """At least j0 successes: the smallest j >= 1 whose j / k, as a double or for a Fraction exactly, is at least tau."""
    for R, k in shapes():
        of = Fraction if isinstance(tau, Fraction) else operator.truediv
        (least, *_) = [j for j in range(1, k + 1) if of(j, k) >= tau]
        expected = enumerated(lambda draw, least=least: sum(draw) >= least, R, k)
        assert sl.g_pass_at_k_tau(R, k, tau) == double(expected), (R, k, least)


def test_blends():
    for R, k in shapes():
        passed, unanimous = (enumerated(earn, R, k) for earn in (any, all))
        mean_majority = enumerated(EARNS["mg_pass_at_k"](k)[1], R, k)
        assert sl.geom_ds_at_k(R, k) == double(oracle.blend(passed, unanimous, 0.5, 0.5))
        assert sl.geo_spectrum_star_at_k(R, k) == double(oracle.blend(passed, mean_majority, 0.5, 0.5))
        rows = [oracle.blend(enumerated(any, [row], k), enumerated(all, [row], k), 0.5, 0.5) for row in R]
        assert sl.geom_at_k(R, k) == double(oracle.mean(rows))


@pytest.mark.parametrize("example", json.loads((ROOT / "tests/published.json").read_text()), ids=lambda e: e["function"])
def test_published_values(example):
    value = getattr(sl, example["function"])(*example["args"], **example["kwargs"])
    if isinstance(value, float):
        assert round(value, example["decimals"]) == example["value"]
    else:
        assert [round(x, d) for x, d in zip(value, example["decimals"])] == example["value"]
