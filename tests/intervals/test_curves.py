"""Check confidence.curve and compare_curve: every small case, and what must hold."""

from __future__ import annotations

import itertools
import random

import mpmath
from helpers import counts, holds
from oracles import curves

from scorio_lite import confidence
from scorio_lite._intervals.curves import angle


def solved(*groups):
    """Make rows of 8 trials from groups (questions, successes)."""
    return [[1] * s + [0] * (8 - s) for M, s in groups for _ in range(M)]


R8, Q8 = solved((40, 0), (20, 1), (20, 4), (20, 8)), solved((20, 0), (35, 1), (35, 2), (10, 4))


@counts(1, 2)
def test_every_small_case(count):
    """All matrices of 2 or 3 questions, up to the order of trials, and all pairs of them agree with the oracle."""
    for M, N in ((2, 2), (2, 3), (3, 2))[:count]:
        matrices = [[[1] * s + [0] * (N - s) for s in row] for row in itertools.product(range(N + 1), repeat=M)]
        for rows in matrices:
            for metric in ("pass_at_k", "pass_hat_k"):
                assert confidence.curve(rows, metric=metric) == curves.band([rows], None, metric)[1], rows
            assert confidence.curve(rows, clusters=[0] * M) == curves.band([rows], clusters=[0] * M)[1], rows
        for a, b in itertools.islice(itertools.product(matrices, repeat=2), 0, None, 12 // count):
            found, first = confidence.compare_curve(a, b)
            assert found == curves.band([a, b])[1], (a, b)
            assert first == curves.first([*range(1, N + 1)], found)


def test_one_k_is_an_interval_and_the_same_at_all_k_costs_nothing():
    for metric in ("pass_at_k", "pass_hat_k", "maj_at_k"):
        value, _, lo, hi = getattr(confidence, metric)(R8, 3)
        assert confidence.curve(R8, [3], metric) == [(value, lo, hi)]
    whole = [[1] * 5] * 7 + [[0] * 5] * 3  # x_q(k) is the same at every k
    value, _, lo, hi = confidence.avg(whole)
    assert confidence.curve(whole) == [(value, lo, hi)] * 5
    d, _, lo, hi = confidence.compare(R8, Q8, "pass_at_k", 2)
    assert confidence.compare_curve(R8, Q8, [2]) == ([(d, lo, hi)], [None])


def test_many_trials():
    """64 k are enough up to N = 10,000."""
    rng = random.Random("long")
    rows = [[int(rng.random() < 0.5) for _ in range(10_000)] for _ in range(20)]
    points = confidence.curve(rows, range(1, 10_001, 157))
    assert len(points) == 64


def test_where_curves_cross():
    assert confidence.compare_curve(Q8, R8)[1] == [1]  # where it is as good at once
    assert confidence.compare_curve(R8, R8)[1] == [*range(1, 9), None]
    assert confidence.compare_curve(solved((100, 8)), solved((100, 1)), (1, 2))[1] == [None]
    assert confidence.compare_curve(solved((100, 1)), solved((100, 8)), (1, 2))[1] == [1]


@counts(4, 33)
def test_nested_mirrored_and_about_the_value(count):
    for seed in range(count):
        rng = random.Random(seed)
        N = rng.choice([2, 5, 9])
        rows = [
            [int(rng.random() < p) for _ in range(N)]
            for p in [rng.random() ** 3 for _ in range(rng.choice([3, 20, 60]))]
        ]
        bands = [confidence.curve(rows, confidence=level) for level in (0.8, 0.95, 0.999)]
        assert all(lo <= value <= hi for points in bands for value, lo, hi in points), seed
        for inner, outer in zip(bands, bands[1:]):
            assert all(b[1] <= a[1] and a[2] <= b[2] for a, b in zip(inner, outer)), seed
        failures = [[1 - x for x in row] for row in rows]
        other = confidence.curve(failures, metric="pass_hat_k")
        for (value, lo, hi), (_, low, high) in zip(bands[1], other):  # to a rounding
            assert abs(lo - (1 - high)) < 1e-15 and abs(hi - (1 - low)) < 1e-15, (seed, value)
        few = confidence.curve(rows, (1, N))
        assert all(a[1] <= b[1] and b[2] <= a[2] for a, b in zip(bands[1][:: N - 1], few)), seed


@counts(38, 500)
def test_angles(count):
    rng = random.Random("angles")
    for _ in range(count):
        n = rng.getrandbits(rng.choice([3, 10, 60, 300, 1500])) + 2
        root = int(mpmath.floor(mpmath.sqrt(n))) if n < 2**60 else 0
        m = (
            rng.choice([rng.randint(-root, root), root, -root])
            if root
            else rng.randint(-1, 1) * (n >> n.bit_length() // 2 + 1)
        )
        if m * m >= n:
            m = 0
        bits = rng.choice([8, 40, 96, 200, 800])
        with mpmath.workprec(3000):
            exact = mpmath.acos(mpmath.mpf(m) / mpmath.sqrt(n)) / mpmath.pi
            found = angle((m * abs(m), n), bits)
            assert holds(found, exact), (m, n, bits)
            assert found.hi - found.lo <= 40 << bits // 2, (m, n, bits)  # the sine of a small angle is a root
