"""Compare random calls of the whole API, and the golden values, with the results of the oracles, by ==."""

from __future__ import annotations

import random

import pytest
from check_golden import decoded, differing, read, result, written
from helpers import ROOT, cases
from makers import as_json, calls

import scorio_lite as sl

CALLS = [pytest.param(what, name, make, id=f"{what} {name}") for what, name, make, _ in calls()]
GOLDEN = read(str(ROOT / "tests"))


@cases(("start", "count"), [("test ", 2)], [("", 20)])  # "" are the seeds of the golden values
@pytest.mark.parametrize(("what", "name", "make"), CALLS)
def test_random_calls(what, name, make, start, count):
    for seed in range(count):
        arguments, expected = make(random.Random(f"{start}{what} {name} {seed}"))
        found = result(sl, name, decoded(sl, [*map(as_json, arguments)]))
        assert found == written(expected), (seed, arguments)


def test_golden_values():
    assert differing(sl, GOLDEN) == []


def test_golden_values_are_of_every_public_function():
    called = {call["is"][0] for call in GOLDEN}
    classes = {"Bounds", "Difference", "Interval", "Rank", "Scores", "Tally", "VoteTally"}
    assert {*sl.__all__} - {*sl.eval.__all__} - classes <= called
    for module in ("eval", "confidence", "exact", "rank", "special"):
        assert {f"{module}.{name}" for name in getattr(sl, module).__all__} <= called


def test_the_checker_sees_one_bit():
    call = next(call for call in GOLDEN if call["is"][0] == "eval.bayes")
    name, (mean, sigma) = call["is"]
    off = (float.fromhex(mean) * (1 + 2**-52)).hex()
    assert len(differing(sl, [call, {**call, "is": [name, [off, sigma]]}])) == 1
