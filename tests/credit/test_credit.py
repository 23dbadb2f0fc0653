"""Check metrics by every subset of trials, one by one; published values."""

from __future__ import annotations

import itertools
import json
import random

import pytest
from helpers import EARNING, ROOT, earning
from oracles.metrics import enumerated
from oracles.reals import double

import scorio_lite as sl
from scorio_lite import exact


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
