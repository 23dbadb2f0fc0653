"""Compare random calls of the whole API, and the golden values, with the results of the oracles, by ==."""

from __future__ import annotations

import random

import pytest
from check_golden import decoded, differing, read, result, written
from helpers import ROOT, counts
from makers import MAKERS, as_json

import scorio_lite as sl

CALLS = [(make, module, name) for make, module, names, _ in MAKERS for name in names]
GOLDEN = read(str(ROOT / "tests"))


@counts(2, 33)
@pytest.mark.parametrize(("make", "module", "name"), CALLS)
def test_random_calls(make, module, name, count):
    for seed in range(count):
        arguments, expected = make(random.Random(f"test {make.__name__} {name} {seed}"), name)
        found = result(sl, module + name, decoded(sl, list(map(as_json, arguments))))
        assert found == written(expected), (seed, arguments)


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_golden_values(step):
    assert differing(sl, GOLDEN[::step]) == []


def test_golden_values_are_of_every_public_function():
    called = {call["is"][0] for call in GOLDEN}
    classes = {"Difference", "Interval", "Scores", "Tally", "VoteTally"}
    assert {*sl.__all__} - {*sl.eval.__all__} - classes <= called
    for module in ("eval", "confidence", "exact", "rank", "special"):
        assert {f"{module}.{name}" for name in getattr(sl, module).__all__} <= called


def test_the_checker_sees_one_bit():
    call = next(call for call in GOLDEN if call["is"][0] == "eval.bayes")
    name, (mean, sigma) = call["is"]
    off = (float.fromhex(mean) * (1 + 2**-52)).hex()
    assert len(differing(sl, [call, {**call, "is": [name, [off, sigma]]}])) == 1
