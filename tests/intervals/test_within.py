"""Check `within`: intervals of differences that are declared to lie in a part of their range."""

from __future__ import annotations

import random
from fractions import Fraction

from helpers import counts
from oracles import intervals

from scorio_lite import Scores, confidence


def rewards(rng, M, N):
    """Draw two models' rewards from 0 to 1 in steps of 1/8, with small differences on each question."""
    w = [Fraction(i, 8) for i in range(9)]
    A = [[rng.randint(2, 6) for _ in range(N)] for _ in range(M)]
    return w, A, [[min(8, max(0, x + rng.choice([-1, 0, 0, 1]))) for x in row] for row in A]


@counts(10, 83)
def test_the_formula_on_the_declared_range(count):
    for seed in range(count):
        rng = random.Random(f"within {seed}")
        w, A, B = rewards(rng, rng.randint(2, 12), rng.randint(1, 4))
        clusters = rng.choice([None, [rng.randint(0, 3) for _ in A]])
        pair = intervals.difference(A, B, w=w, clusters=clusters)
        low, high = Fraction(-1, 8) - Fraction(rng.randint(0, 5), 8), Fraction(1, 8) + Fraction(rng.randint(0, 5), 8)
        pair.low, pair.high = low, high
        pair.measure(None)
        level = rng.choice([0.95, 0.8])
        found = confidence.compare(A, B, w=w, clusters=clusters, within=(low, high), confidence=level)
        assert found == intervals.of_spread(pair, level), seed
        mirrored = confidence.compare(B, A, w=w, clusters=clusters, within=(-high, -low), confidence=level)
        assert mirrored[2:] == (-found.hi, -found.lo)


def test_the_whole_range_changes_nothing():
    w, A, B = rewards(random.Random("whole"), 9, 3)
    assert confidence.compare(A, B, w=w, within=(-1, 1)) == confidence.compare(A, B, w=w)
    assert confidence.ranks([A, B, A], w=w, within=(-1, 1)) == confidence.ranks([A, B, A], w=w)
    assert confidence.enough_to_decide(A, B, 0.3, w=w, within=(-1, 1)) == confidence.enough_to_decide(A, B, 0.3, w=w)


def test_suites_and_boards_take_it():
    rng = random.Random("suite")
    w, A, B = rewards(rng, 60, 3)
    C = [[max(x - 1, 0) for x in row] for row in A]
    one = (-0.375, 0.375)
    assert confidence.compare_suite([A], [B], w=w, within=one) == confidence.compare(A, B, w=w, within=one)
    assert confidence.compare_tasks([A], [B], w=w, within=one) == [confidence.compare(A, B, w=w, within=one)]
    assert (
        confidence.ranks([A, C], w=w, within=one)
        == confidence.ranks_suite([[A], [C]], w=w, within=one)
        == [(1, 1), (2, 2)]
    )
    assert confidence.ranks([A[:3], C[:3]], w=w, within=(-1, 1)) == [(1, 2), (1, 2)]
    assert confidence.ranks([A[:3], C[:3]], w=w, within=(-0.125, 0.125)) != []
    decided = confidence.enough_to_decide(A, B, 0.1, w=w, within=one)
    assert decided <= confidence.enough_to_decide(A, B, 0.1, w=w)
    scores = [Scores([[float(w[x]) for x in row] for row in model], 0, 1) for model in (A, B)]
    assert confidence.compare(*scores, within=one) == confidence.compare(A, B, w=w, within=one)


A, B = [[0, 1], [1, 1]], [[0, 0], [1, 0]]
