"""confidence.beyond against its definition in mpmath, on random calls: doubles by ==."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import beyond_oracle as oracle
import pytest
from helpers import counts

from scorio_lite import Tally, confidence

CONFIDENCES = (0.95, 0.95, 0.9, 0.99, 0.8, 0.5, 1e-9, Fraction(999_999, 1_000_000))
TRIALS = (1, 2, 3, 4, 5, 8, 9, 16, 33, 64)


def data(rng):
    N, M = rng.choice(TRIALS), rng.choice([1, 2, 3, rng.randint(4, 30), rng.randint(30, 300)])
    hopeless, rate, kind = rng.random() ** 2, rng.random(), rng.randrange(4)
    rows = []
    for _ in range(M):
        p = (rate, rng.random(), rng.betavariate(0.3, 0.6), rate / N)[kind] * (rng.random() >= hopeless)
        rows.append([int(rng.random() < p) for _ in range(N)])
    k = N + rng.choice([1, 2, N // 2 + 1, N, 4 * N, rng.randint(1, 20), 100 * N, 10**6])
    return rows, k


@pytest.mark.filterwarnings("ignore:Descending")
@counts(120, 600)
def test_random_calls(count):
    seen = Counter()
    for seed in range(count):
        rng = random.Random(f"beyond {seed}")
        rows, k = data(rng)
        metric, level = rng.choice(["pass_at_k", "pass_hat_k"]), rng.choice(CONFIDENCES)
        clusters = [rng.randrange(6) for _ in rows] if rng.random() < 0.3 else None
        expected = oracle.bounds(rows, k, metric, level, clusters)
        R = rows if clusters else rng.choice([rows, Tally(rows), (bytes(row) for row in rows)])
        assert confidence.beyond(R, k, metric, confidence=level, clusters=clusters) == expected, seed
        seen["short" if expected[1] - expected[0] < 0.3 else "long"] += 1
    assert min(seen["short"], seen["long"]) > count / 10
