"""Compare bands of whole curves, and where two curves cross, with their oracle on random calls: doubles by ==."""

from __future__ import annotations

import random
from fractions import Fraction

import band_oracle as oracle
from helpers import cases, counts
from random_calls import matrix
from test_confidence_oracle import clustered

from scorio_lite import Tally, confidence

METRICS = ("pass_at_k", "pass_hat_k", "maj_at_k", "unanimous_at_k")
LEVELS = (*[0.95] * 4, 0.9, 0.5, 0.99, 0.999, 1e-9, Fraction(1, 3), 1 - Fraction(1, 10**12))


def call(rng, ragged=False):
    """Draw rows, a list of k or None, and the other arguments."""
    M, N = rng.choice([1, 2, 3, rng.randint(2, 12), rng.randint(2, 40)]), rng.choice([1, 2, 3, rng.randint(1, 9)])
    lengths = [N + (rng.choice([0, 0, 1, 5]) if ragged else 0) for _ in range(M)]
    R = [matrix(rng, 1, length, 2)[0] for length in lengths]
    if rng.random() < 0.4:
        levels = [rng.choice([0, 0, 0.02, 0.3, 0.98, 1]) for _ in R]
        R = [[int(rng.random() < p) for _ in row] for p, row in zip(levels, R)]
    ks = None if rng.random() < 0.4 else sorted(rng.sample(range(1, N + 1), rng.randint(1, N)))
    return R, ks, rng.choice(METRICS), rng.choice(LEVELS)


@counts(4, 40)
def test_series(count):
    for seed in range(count):
        rng = random.Random(f"series {seed}")
        M, steps = rng.randint(1, 9), rng.randint(1, 5)
        clusters = rng.choice([None, None, [rng.randint(0, 3) for _ in range(M)]])
        metric, k, w = rng.choice([("avg", None, None), ("pass_at_k", 2, None), ("avg", None, [-1, 0, 1])])
        models = [[[rng.randrange(len(w or "ab")) for _ in range(3)] for _ in range(M)] for _ in range(steps)]
        how = {"confidence": rng.choice([0.95, 0.8]), "clusters": clusters, "w": w}
        assert confidence.series(models, metric, k, **how) == oracle.series(models, metric, k, **how), seed


@counts(4, 60)
def test_curve(count):
    for i in range(count):
        rng = random.Random(f"curve {i}")
        ragged = rng.random() < 0.3
        R, ks, metric, level = call(rng, ragged)
        clusters = clustered(rng, len(R)) if not ragged and rng.random() < 0.4 else None
        given = Tally(R, ragged=True) if ragged else Tally(R) if clusters is None and rng.random() < 0.3 else R
        found = confidence.curve(given, ks, metric, confidence=level, clusters=clusters)
        expected = oracle.band([R], ks, metric, level, clusters)[1]
        assert found == expected, (i, R, ks, metric, level, clusters)
        assert {type(x) for point in found for x in point} == {float}


@counts(4, 50)
def test_compare_curve(count):
    for i in range(count):
        rng = random.Random(f"compare_curve {i}")
        R, ks, metric, level = call(rng)
        other = [[x if rng.random() < 0.7 else rng.randrange(2) for x in row] for row in R]
        other = [row + row[: rng.choice([0, 1])] for row in other] if len(R) == 1 else other
        clusters = clustered(rng, len(R)) if rng.random() < 0.4 else None
        found, first = confidence.compare_curve(R, other, ks, metric, confidence=level, clusters=clusters)
        numbers = list(range(1, len(R[0]) + 1)) if ks is None else ks
        expected = oracle.band([R, other], ks, metric, level, clusters)[1]
        assert found == expected, (i, R, other, ks, metric, level, clusters)
        assert first == oracle.first(numbers, expected)
        back, _ = confidence.compare_curve(other, R, ks, metric, confidence=level, clusters=clusters)
        assert back == [(0.0 - d, 0.0 - hi, 0.0 - lo) for d, lo, hi in found]


@cases("level", [0.95], [0.5, 0.99, 0.9999])
def test_alpha(level):
    from scorio_lite._intervals.curves import curve_of

    rng = random.Random(level)
    for _ in range(2):
        R = [[int(rng.random() < p) for _ in range(6)] for p in [rng.random() for _ in range(9)]]
        for models in ([R], [R, R[::-1]]):
            labels = rng.choice([None, "aabbbcdee"])
            shared = curve_of(models, None, "pass_at_k", level, labels, ("R_a", "R_b")).level()
            expected = oracle.band(models, None, "pass_at_k", level, labels)[0]
            assert (float(1 - Fraction(*shared)) if isinstance(shared, tuple) else shared.rounded()) == expected
