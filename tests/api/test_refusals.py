"""Check what the library says of wrong arguments: tests/refusals.txt has calls, each with the message of its ValueError."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import pytest
from kept import Kept

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, exact, rank, special

REFUSALS = Kept("refusals.txt")
LIBRARY = {
    one.__name__.rpartition(".")[2]: one
    for one in (Scores, Tally, VoteTally, confidence, exact, rank, special, sl.eval)
}
NAMES = {**LIBRARY, "sl": sl, "Decimal": Decimal, "Fraction": Fraction, "inf": inf, "nan": nan}


@REFUSALS.parametrized
def test_refusals(case):
    with pytest.raises(ValueError) as caught:
        eval(case, dict(NAMES))
    REFUSALS.check(case, str(caught.value))
