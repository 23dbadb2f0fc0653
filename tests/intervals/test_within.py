"""Check `within`: intervals of differences that are declared to lie in a part of their range."""

from __future__ import annotations

import random
from fractions import Fraction

from helpers import counts
from oracles import intervals

from scorio_lite import Scores, confidence

W = [Fraction(i, 8) for i in range(9)]


def rewards(rng, M, N):
    """Draw two models' rewards from 0 to 1 in steps of 1/8, with small differences on each question."""
    A = [[rng.randint(2, 6) for _ in range(N)] for _ in range(M)]
    return A, [[x + rng.choice([-1, 0, 0, 1]) for x in row] for row in A]


@counts(10, 83)
def test_the_formula_on_the_declared_range(count):
    for seed in range(count):
        rng = random.Random(f"within {seed}")
        A, B = rewards(rng, rng.randint(2, 12), rng.randint(1, 4))
        low, high = -Fraction(rng.randint(1, 6), 8), Fraction(rng.randint(1, 6), 8)
        how = {"clusters": rng.choice([None, [rng.randint(0, 3) for _ in A]]), "confidence": rng.choice([0.95, 0.8])}
        gaps = [Fraction(sum(a) - sum(b), 8 * len(a)) for a, b in zip(A, B)]
        spread = intervals.Spread([(gap - low) / (high - low) for gap in gaps], low, high, clusters=how["clusters"])
        found = confidence.compare(A, B, w=W, within=(low, high), **how)
        assert found == intervals.of_spread(spread, how["confidence"]), seed
        assert confidence.compare(B, A, w=W, within=(-high, -low), **how)[2:] == (-found.hi, -found.lo)


def test_the_whole_range_changes_nothing():
    A, B = rewards(random.Random("whole"), 9, 3)
    for call in (confidence.compare, confidence.enough_to_decide, lambda *pair, **how: confidence.ranks(pair, **how)):
        assert call(A, B, w=W, within=(-1, 1)) == call(A, B, w=W)


def test_suites_and_boards_take_it():
    A, B = rewards(random.Random("suite"), 60, 3)
    C = [[max(x - 1, 0) for x in row] for row in A]
    how = {"w": W, "within": (-0.375, 0.375)}
    expected = confidence.compare(A, B, **how)
    assert confidence.compare_suite([A], [B], **how) == expected
    assert confidence.compare_tasks([A], [B], **how) == [expected]
    assert confidence.ranks([A, C], **how) == confidence.ranks_suite([[A], [C]], **how) == [(1, 1), (2, 2)]
    assert confidence.ranks([A[:3], C[:3]], w=W, within=(-1, 1)) == [(1, 2), (1, 2)]
    assert confidence.enough_to_decide(A, B, 0.1, **how) <= confidence.enough_to_decide(A, B, 0.1, w=W)
    scores = [Scores([[float(W[x]) for x in row] for row in model], 0, 1) for model in (A, B)]
    assert confidence.compare(*scores, within=how["within"]) == expected
