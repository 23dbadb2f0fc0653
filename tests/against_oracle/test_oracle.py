"""Every metric against the oracle on random calls, compared as doubles."""

from __future__ import annotations

import pytest
from random_calls import check

import scorio_lite


@pytest.mark.parametrize("calls", [18, pytest.param(250, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", scorio_lite.eval.__all__)
def test_random_calls_equal_the_oracle(name, calls):
    check(calls, f"{calls} of {name}", name)
