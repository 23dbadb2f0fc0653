"""Check Scores: real scores at their exact values, against enumerated subsets; what they accept and refuse."""

from __future__ import annotations

import ctypes
import platform
import random
import sys
from array import array
from decimal import Decimal
from fractions import Fraction

import pytest
from helpers import refused
from oracles.metrics import enumerated
from stand_ins import Frame

import scorio_lite as sl
from scorio_lite import Scores, exact
from scorio_lite._scores import _shift_of

ROWS = [[0.1, 0.7, 0.7, 0.25, 1.0], [0.3, 0.0, 1.0, 0.9, 0.2], [0.5, 0.5, 0.5, 0.5, 0.125]]


def value(rows, k=1):
    return enumerated(lambda draw: max(map(Fraction, draw)), rows, k)


KINDS = {
    "extreme": lambda rng: rng.choice((0.0, 1.0, 5e-324, 1e-300, 0.1, 1 - 2**-53, rng.random(), rng.random() ** 40)),
    "eighths": lambda rng: rng.randint(0, 8) / 8,
    "mixed": lambda rng: rng.choice((Fraction(1, 3), 0.1, Decimal("0.1"), 1, Fraction(rng.randint(0, 7), 7))),
}


@pytest.mark.parametrize("kind", KINDS)
def test_values_are_those_of_all_subsets(kind):
    rng = random.Random(kind)
    for _ in range(40):
        rows = [[KINDS[kind](rng) for _ in range(rng.randint(1, 7))] for _ in range(rng.randint(1, 6))]
        scores = Scores(rows)
        assert exact.avg(scores) == value(rows)
        for k in range(1, min(map(len, rows)) + 1):
            assert exact.max_at_k(scores, k) == value(rows, k)
            assert sl.max_at_k(scores, k) == float(value(rows, k))


@pytest.mark.parametrize(
    ("rows", "low", "high"),
    [
        ([[1, 5, 3.5], [2, 4, 4]], 1, 5),
        ([[2.0**53 - 1, 1, 2.0**53], [0.1, 3, 2**53 - 1]], 0, 2**53),
        ([[5e-324] * 3, [0.0] * 3], 0, 5e-324),
        ([[Fraction(1, 3), 0.1]], Fraction(1, 10**30), Decimal("0.99")),
    ],
)
def test_any_range(rows, low, high):
    scores = Scores(rows, low, high)
    assert (scores.low, scores.high) == (low, high)
    assert all(exact.max_at_k(scores, k) == value(rows, k) for k in (1, 2))
    for score in (Fraction(low) - 1, Fraction(high) + 1):
        words = r"scores must be in \[.*\], the range of the scale.*; got .* at rows\[1\]\[0\]"
        refused(words, Scores, [rows[0], [score]], low, high)


@pytest.mark.parametrize(
    ("row", "low", "high", "found"),
    [
        ([0.5, 1.0], 0.5, 1, (True, 53)),
        ([-0.25, 0, 1], -1, 1, (True, 54)),
        ([0, 0.0], 0, 1, (True, 52)),
        ([2.0**52, 2**52], 0, 2**53 - 1, (True, 0)),
        ([2.0**52], 0, 2**53, (True, None)),
        ([2.0**-45] * 7, 0, 1, (True, 97)),
        ([2.0**-45] * 8, 0, 1, (True, None)),
        ([2.0**-947], 0, 2.0**-947, (True, 999)),
        ([2.0**-948], 0, 2.0**-948, (True, None)),
        *(([0.5, score], 0, 1, (False, None)) for score in (Fraction(1, 2), float("nan"), 1.5, -0.5)),
    ],
)
def test_scores_are_added_as_floats_where_that_is_exact(row, low, high, found):
    """Doubles or ints in the range are multiples of 2**-shift. Integers are added in place of many bits."""
    assert _shift_of([row[:1], row], low, high) == found


@pytest.mark.skipif(platform.machine() != "x86_64" or sys.platform != "linux", reason="sets a register of x86")
@pytest.mark.parametrize("mode", [0x400, 0x800, 0xC00])
def test_sums_are_exact_however_the_processor_rounds(mode):
    scores, library = Scores([[1 / n for n in range(1, 60)]]), ctypes.CDLL("libm.so.6")
    expected = exact.avg(scores)
    library.fesetround(mode)
    try:
        found = exact.avg(scores)
    finally:
        library.fesetround(0)
    assert found == expected


def test_forms():
    scores = Scores(Frame(ROWS))
    assert scores == Scores([array("d", row) for row in ROWS]) == Scores(ROWS)
    assert scores.rows == tuple(map(tuple, ROWS)) and (len(scores), scores.trials) == (3, 5)
    assert Scores(ROWS[0]) == Scores([ROWS[0]]) == Scores(array("d", ROWS[0]))


def test_thresholds():
    assert Scores([[0.1], [0.3, 0.5, 0.2, 0.9]]).at_least(0.5) == [[0], [0, 1, 0, 1]]
    assert Scores([[0.1]]).at_least(Decimal("0.1")) == [[1]] != Scores([[Decimal("0.1")]]).at_least(0.1)
