"""Check confidence.curve and compare_curve: what must hold, and where curves cross."""

from __future__ import annotations

import random

from helpers import counts

from scorio_lite import confidence


def solved(*groups):
    """Make rows of 8 trials from groups (questions, successes)."""
    return [[1] * s + [0] * (8 - s) for M, s in groups for _ in range(M)]


R8, Q8 = solved((40, 0), (20, 1), (20, 4), (20, 8)), solved((20, 0), (35, 1), (35, 2), (10, 4))


def test_one_k_is_an_interval_and_the_same_at_all_k_costs_nothing():
    for metric in ("pass_at_k", "pass_hat_k", "maj_at_k"):
        value, _, lo, hi = getattr(confidence, metric)(R8, 3)
        assert confidence.curve(R8, [3], metric) == [(value, lo, hi)]
    whole = [[1] * 5] * 7 + [[0] * 5] * 3  # x_q(k) is the same at every k
    value, _, lo, hi = confidence.avg(whole)
    assert confidence.curve(whole) == [(value, lo, hi)] * 5


def test_where_curves_cross():
    assert confidence.compare_curve(Q8, R8)[1] == [1]  # where it is as good at once
    assert confidence.compare_curve(R8, R8)[1] == [*range(1, 9), None]
    assert confidence.compare_curve(solved((100, 8)), solved((100, 1)), (1, 2))[1] == [None]


@counts(4, 33)
def test_mirrored_and_shorter_at_fewer_k(count):
    for seed in range(count):
        rng = random.Random(seed)
        N, rates = rng.choice([2, 5, 9]), [rng.random() ** 3 for _ in range(rng.choice([3, 20, 60]))]
        rows = [[int(rng.random() < p) for _ in range(N)] for p in rates]
        found = confidence.curve(rows)
        failed = confidence.curve([[1 - x for x in row] for row in rows], metric="pass_hat_k")
        for (_, lo, hi), (_, low, high) in zip(found, failed):  # to a rounding
            assert abs(lo - (1 - high)) < 1e-15 and abs(hi - (1 - low)) < 1e-15, seed
        few = confidence.curve(rows, (1, N))
        assert all(a[1] <= b[1] and b[2] <= a[2] for a, b in zip(found[:: N - 1], few)), seed
