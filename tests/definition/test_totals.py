"""Check confidence.compare_totals and ranks_of_totals: every overlap of small totals, refusals."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import totals_oracle as oracle
from helpers import counts, refusals

from scorio_lite import confidence


@counts(7, 12)
def test_it_contains_the_interval_at_every_overlap(count):
    for M in (1, 2, 3, 4, 5, 8, count):
        for a, b in itertools.product(range(M + 1), repeat=2):
            outer = {level: confidence.compare_totals(a, b, M, confidence=level) for level in (0.8, 0.95, 0.999)}
            for both in range(max(0, a + b - M), min(a, b) + 1):
                for level, one in outer.items():
                    inner = confidence.compare(*oracle.rows(a, b, M, both), confidence=level)
                    assert one.lo <= inner.lo and inner.hi <= one.hi and one.difference == inner.difference, (a, b, M, both)
                    assert one.se >= inner.se


@counts(20, 250)
def test_totals_against_the_oracle(count):
    for i in range(count):
        rng = random.Random(f"totals {i}")
        M = rng.choice([1, 2, 3, rng.randint(1, 30), rng.randint(1, 400)])
        a, b = rng.randint(0, M), rng.choice([0, M, rng.randint(0, M)])
        level = rng.choice([0.95, 0.95, 0.8, 0.999, rng.random(), Fraction(1, 3), 1e-9])
        assert confidence.compare_totals(a, b, M, confidence=level) == oracle.compare(a, b, M, level), (a, b, M, level)


@counts(4, 50)
def test_ranks_against_the_oracle(count):
    for i in range(count):
        rng = random.Random(f"ranks of totals {i}")
        M, level = rng.choice([20, 100, 400]), rng.choice([0.95, 0.8, 0.99])
        totals = [rng.randint(0, M) for _ in range(rng.randint(2, 6))]
        assert confidence.ranks_of_totals(iter(totals), M, confidence=level) == oracle.ranks(totals, M, level), (totals, M, level)


def test_any_count_of_questions_and_kind_of_integer():
    assert confidence.compare_totals(8 * 10**8, 7 * 10**8, 10**9).lo > 0.0999
    assert confidence.compare_totals(396.0, Fraction(360), 500) == confidence.compare_totals(396, 360, 500)
    assert confidence.compare_totals(5, 5, 5)[:2] == (0, 0)


test_what_is_refused = refusals(
    *(
        (words, confidence.compare_totals, *arguments)
        for words, *arguments in (
            (
                "a must be a whole number of questions, 0 to 30; got 0.7233; as a share of the questions, 21 of 30 is 0.7, "
                "22 of 30 is 0.733333",
                0.7233,
                20,
                30,
            ),
            ("b must be a whole number of questions, 0 to 30; got 21.7; the nearest are 21 and 22", 20, 21.7, 30),
            ("a must be a whole number of questions, 0 to 30; got 31$", 31, 20, 30),
            ("a must be a whole number of questions, 0 to 30; got -1$", -1, 20, 30),
            ("a must be a whole number of questions, 0 to 30; got '20'$", "20", 20, 30),
            ("M must be an integer in 1 to 1000000000, the number of questions; got 0", 0, 0, 0),
            ("M must be an integer in 1 to .*; got 30.5", 1, 2, 30.5),
            ("M must be an integer in 1 to .*; got None", 1, 2, None),
        )
    ),
    *(
        (words, confidence.ranks_of_totals, *arguments)
        for words, *arguments in (
            (r"totals\[1\] must be a whole number of questions, 0 to 30; got nan", [3, float("nan")], 30),
            ("totals must be a sequence, with a number for each model; got 3", 3, 30),
            ("totals must have at least two models to compare; got 1", [3], 30),
        )
    ),
    (r"confidence must be in \(0,1\); got 2", lambda: confidence.compare_totals(1, 2, 3, confidence=2)),
)
