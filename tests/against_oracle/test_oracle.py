"""Every metric against the oracle on random calls, compared as doubles."""

from __future__ import annotations

from random_calls import check

CALLS = 4000


def test_random_calls_equal_the_oracle():
    check(CALLS, "suite")
