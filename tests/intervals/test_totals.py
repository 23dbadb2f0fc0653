"""Check confidence.compare_totals and ranks_of_totals: every overlap of small totals."""

from __future__ import annotations

import itertools
from fractions import Fraction

from helpers import counts
from oracles import boards

from scorio_lite import confidence


@counts(7, 14)
def test_it_contains_the_interval_at_every_overlap(count):
    for M in (1, 2, 3, 4, 5, 8, count):
        for a, b in itertools.product(range(M + 1), repeat=2):
            outer = {level: confidence.compare_totals(a, b, M, confidence=level) for level in (0.8, 0.95, 0.999)}
            for both in range(max(0, a + b - M), min(a, b) + 1):
                for level, one in outer.items():
                    inner = confidence.compare(*boards.rows_of_totals(a, b, M, both), confidence=level)
                    assert one.lo <= inner.lo and inner.hi <= one.hi and one.difference == inner.difference, (
                        a,
                        b,
                        M,
                        both,
                    )
                    assert one.se >= inner.se


def test_any_count_of_questions_and_kind_of_integer():
    assert confidence.compare_totals(8 * 10**8, 7 * 10**8, 10**9).lo > 0.0999
    assert confidence.compare_totals(396.0, Fraction(360), 500) == confidence.compare_totals(396, 360, 500)
    assert confidence.compare_totals(5, 5, 5)[:2] == (0, 0)
