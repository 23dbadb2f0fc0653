"""Compare random calls, which tools/golden.py makes, with the results of their oracles."""

from __future__ import annotations

import random
import sys

import pytest
from check_golden import decoded, made, written
from helpers import ROOT, counts

import scorio_lite

sys.path.insert(1, str(ROOT / "tools"))
import golden

CALLS = [(make, module, name) for make, module, names, _ in golden.MAKERS for name in names]


@counts(4, 100)
@pytest.mark.parametrize(("make", "module", "name"), CALLS)
def test_calls(make, module, name, count):
    for seed in range(count):
        arguments, expected = make(random.Random(f"{name} {seed}"), name)
        found = made(scorio_lite, module + name, decoded(scorio_lite, list(map(golden.as_json, arguments))))
        assert found == written(expected), (seed, arguments)
