"""Check confidence.compare_totals: every overlap of small totals."""

from __future__ import annotations

import itertools
from fractions import Fraction

from helpers import counts
from oracles import boards

from scorio_lite import confidence


@counts(7, 14)
def test_it_contains_the_interval_at_every_overlap(count):
    for M, level in itertools.product((1, 2, 3, 4, 5, 8, count), (0.8, 0.999)):
        for a, b in itertools.product(range(M + 1), repeat=2):
            outer = confidence.compare_totals(a, b, M, confidence=level)
            for both in range(max(0, a + b - M), min(a, b) + 1):
                inner = confidence.compare(*boards.rows_of_totals(a, b, M, both), confidence=level)
                assert outer.difference == inner.difference and outer.se >= inner.se, (a, b, M, both)
                assert outer.lo <= inner.lo and inner.hi <= outer.hi, (a, b, M, both)


def test_any_count_of_questions_and_kind_of_integer():
    assert confidence.compare_totals(8 * 10**8, 7 * 10**8, 10**9).lo > 0.0999
    assert confidence.compare_totals(396.0, Fraction(360), 500) == confidence.compare_totals(396, 360, 500)
