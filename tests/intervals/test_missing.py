"""Check confidence.bounded, bounded_difference and ranks with missing="bounds", by all ways to complete the trials."""

from __future__ import annotations

import itertools
import random

from helpers import counts

from scorio_lite import confidence

X = None
R = [[0, 1, 1, X, 1], [1, X, 0, 1, 1], [0, 0, 0, 1, X]]
THESE = {"questions": "these"}


def hidden(rng, rows, share):
    return [[X if rng.random() < share else x for x in row] for row in rows]


@counts(30, 60)
def test_every_completion(count):
    """Over all ways to fill the gaps, low and high are the extreme values, and lo and hi the extreme ends."""
    for i in range(count):
        rng = random.Random(f"completions {i}")
        N, M = rng.choice([2, 3, 4]), rng.choice([2, 3, 4])
        rows = hidden(rng, [[rng.randrange(2) for _ in range(N)] for _ in range(M)], 0.25)
        gaps = [(q, j) for q, row in enumerate(rows) for j, x in enumerate(row) if x is X][:6]
        rows = [[0 if x is X and (q, j) not in gaps else x for j, x in enumerate(row)] for q, row in enumerate(rows)]
        metric, k = rng.choice([("avg", None), ("pass_at_k", 2), ("pass_hat_k", 2), ("maj_at_k", 2)])
        found = []
        for filled in itertools.product((0, 1), repeat=len(gaps)):
            whole = [row[:] for row in rows]
            for (q, j), x in zip(gaps, filled):
                whole[q][j] = x
            found.append(getattr(confidence, metric)(whole, *([] if k is None else [k]), **THESE))
        low, high, lo, hi = confidence.bounded(rows, metric, k, **THESE)
        as_nan = [[float("nan") if x is X else float(x) for x in row] for row in rows]
        assert confidence.bounded(map(iter, as_nan), metric, k, **THESE) == (low, high, lo, hi)
        assert (low, high) == (min(x.value for x in found), max(x.value for x in found)), (rows, metric)
        assert (lo, hi) == (min(x.lo for x in found), max(x.hi for x in found)), (rows, metric)


def test_without_missing_trials_it_is_the_interval():
    whole = [[0, 1, 1], [1, 1, 1], [0, 0, 1]]
    for how in ({}, THESE, {"clusters": "aab"}):
        value, _, lo, hi = confidence.pass_at_k(whole, 2, **how)
        for given in (whole, tuple(map(bytes, whole)), iter(whole), [list(map(float, row)) for row in whole]):
            assert confidence.bounded(
                given, "pass_at_k", 2, **{**how, "clusters": iter("aab")} if "clusters" in how else how
            ) == (value, value, lo, hi)
    assert confidence.ranks([whole, whole], missing="bounds") == confidence.ranks([whole, whole])
