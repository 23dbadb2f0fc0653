"""Check confidence.bounded and ranks with missing="bounds", by all ways to complete the trials."""

from __future__ import annotations

import itertools
import random

from helpers import counts

from scorio_lite import confidence

THESE = {"questions": "these"}


@counts(30, 60)
def test_every_completion(count):
    """Over all ways to fill the gaps, low and high are the extreme values, and lo and hi the extreme ends."""
    for i in range(count):
        rng = random.Random(f"completions {i}")
        N, M = rng.choice([2, 3, 4]), rng.choice([2, 3, 4])
        places = {(rng.randrange(M), rng.randrange(N)) for _ in range(rng.randint(0, 5))}
        rows = [[None if (q, j) in places else rng.randrange(2) for j in range(N)] for q in range(M)]
        metric, draws = rng.choice([("avg", []), ("pass_at_k", [2]), ("pass_hat_k", [2]), ("maj_at_k", [2])])
        found = []
        for filled in itertools.product((0, 1), repeat=len(places)):
            at = dict(zip(places, filled))
            whole = [[at.get((q, j), x) for j, x in enumerate(row)] for q, row in enumerate(rows)]
            found.append(getattr(confidence, metric)(whole, *draws, **THESE))
        values = [one.value for one in found]
        expected = min(values), max(values), min(one.lo for one in found), max(one.hi for one in found)
        as_nan = [[float("nan") if x is None else float(x) for x in row] for row in rows]
        for given in rows, map(iter, as_nan):
            assert confidence.bounded(given, metric, *draws, **THESE) == expected, (rows, metric)


def test_without_missing_trials_it_is_the_interval():
    whole = [[0, 1, 1], [1, 1, 1], [0, 0, 1]]
    for how in ({}, THESE, {"clusters": "aab"}):
        value, _, lo, hi = confidence.pass_at_k(whole, 2, **how)
        for given in (whole, tuple(map(bytes, whole)), iter(whole), [list(map(float, row)) for row in whole]):
            assert confidence.bounded(given, "pass_at_k", 2, **how) == (value, value, lo, hi)
    assert confidence.ranks([whole, whole], missing="bounds") == confidence.ranks([whole, whole])
