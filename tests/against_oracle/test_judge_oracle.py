"""Compare values by a judge and some labels with their definition, trial by trial."""

from __future__ import annotations

import random
from fractions import Fraction

import judge_oracle
from helpers import counts

from scorio_lite import confidence

LEVELS = (*[0.95] * 6, 0.8, 0.99, 0.9375, Fraction(1, 3), Fraction(3, 5))


def model(rng, M, ends):
    """Draw a model's verdicts, and labels for some of its trials."""
    low, high = ends
    N, classes = (rng.choice([1, 1, 2, 4]), rng.choice([["x"], [0, 1], [0, 1], [1, 2, 3], [(0, 1), (1, 1), (0, 0), (1, 0), 2]]))
    share, agree = rng.choice([0, 0.1, 0.3, 0.6, 1, 1]), rng.choice([0.5, 0.9, 1])
    grades = rng.choice([[low, high], [low, high], [low, (low + high) / 2, high], [low + (high - low) * Fraction(j, 7) for j in range(8)]])
    verdicts = [[rng.choice(classes) for _ in range(N)] for _ in range(M)]
    if rng.random() < 0.3:
        verdicts = [[classes[0] if rng.random() < 0.9 else v for v in row] for row in verdicts]

    def label(verdict):
        if rng.random() >= share:
            return None
        return grades[classes.index(verdict) % len(grades)] if rng.random() < agree else rng.choice(grades)

    return verdicts, [[label(v) for v in row] for row in verdicts]


def ends_of(rng):
    return rng.choice([(0, 1), (0, 1), (1, 5), (-0.5, 0.75)])


@counts(30, 240)
def test_judged(count):
    for i in range(count):
        rng = random.Random(f"judged {i}")
        ends, level = ends_of(rng), rng.choice(LEVELS)
        verdicts, labels = model(rng, rng.choice([1, 2, 3, rng.randint(4, 25)]), ends)
        found = confidence.judged(verdicts, labels, low=ends[0], high=ends[1], confidence=level)
        assert found == judge_oracle.judged(verdicts, labels, *ends, level), (i, verdicts, labels, ends, level)
        assert {type(x) for x in found} == {float}


@counts(25, 200)
def test_compare_judged(count):
    for i in range(count):
        rng = random.Random(f"compare judged {i}")
        ends, level, M = ends_of(rng), rng.choice(LEVELS), rng.choice([1, 2, 3, rng.randint(4, 20)])
        both = [*model(rng, M, ends), *model(rng, M, ends)]
        found = confidence.compare_judged(*both, low=ends[0], high=ends[1], confidence=level)
        assert found == judge_oracle.compare(*both, *ends, level), (i, both, ends, level)
        value, se, lo, hi = confidence.compare_judged(*both[2:], *both[:2], low=ends[0], high=ends[1], confidence=level)
        assert found == (-value + 0.0, se, -hi + 0.0, -lo + 0.0)


@counts(15, 120)
def test_judged_elsewhere(count):
    for i in range(count):
        rng = random.Random(f"elsewhere {i}")
        M, N, rate = rng.choice([1, 2, 10, 60]), rng.choice([1, 1, 3]), rng.random()
        verdicts = [[int(rng.random() < rate) for _ in range(N)] for _ in range(M)]
        on_right, on_wrong = (
            [int(rng.random() < passed) for _ in range(rng.choice([0, 1, 2, 10, 10, 40]))]
            for passed in (rng.random() ** 0.2, rng.random() ** 5)
        )
        if rng.random() < 0.1:
            on_right, on_wrong = on_wrong, on_right
        level = rng.choice(LEVELS)
        found = confidence.judged_elsewhere(verdicts, on_right, on_wrong, confidence=level)
        expected = judge_oracle.Elsewhere(verdicts, on_right, on_wrong)
        assert expected.has(found, level), (i, verdicts, on_right, on_wrong, level, found)
