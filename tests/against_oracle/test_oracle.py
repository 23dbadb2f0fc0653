"""Compare every metric, cons@k and confidence.beyond with their oracles on random calls, by ==."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import beyond_oracle
import oracle
import pytest
from helpers import counts

import scorio_lite as sl
from scorio_lite import Tally, VoteTally, confidence, exact
from scorio_lite._intervals.beyond import extremes_of


@counts(3, 12)
def test_votes_of_many_trials_and_answers(count):
    """Votes of many trials, and votes among many answers with the same count, have the oracle's values."""
    for i in range(count):
        rng = random.Random(f"many {i}")
        sides = [[rng.choice([1, 2, 3, rng.randint(1, 60)]) for _ in range(rng.randint(1, 9))] for _ in range(2)]
        if i % 2:
            sides = [[n for n in rng.sample(range(1, 7), 3) for _ in range(rng.randint(1, most))] for most in (20, 25)]
        votes = *map(tuple, sides), rng.choice([0, rng.randint(0, 99)])
        k = rng.randint(1, min(sum(map(sum, sides)) + votes[2], 60))
        assert exact.cons_at_k(VoteTally.from_counts([votes]), k=k) == oracle.vote(*votes, k), (votes, k)


@pytest.mark.long
def test_a_vote_curve_of_many_trials():
    """A vote curve is right also if it has too many trials to compute all k from one polynomial."""
    votes = (150, 3), (120, 90, 5, 5, 1), 26
    for ks in [240, 9, 238], [30, 31]:
        found = sl.vote_curve(VoteTally.from_counts([votes] * 2), ks=ks)
        assert list(found.items()) == [(k, oracle.double(oracle.vote(*votes, k))) for k in ks]


CONFIDENCES = (0.95, 0.95, 0.9, 0.99, 0.8, 0.5, 1e-9, Fraction(999_999, 1_000_000))
TRIALS = (1, 2, 3, 4, 5, 8, 9, 16, 33, 64)


def solved(rng):
    N, M = rng.choice(TRIALS), rng.choice([1, 2, 3, rng.randint(4, 30), rng.randint(30, 300)])
    hopeless, rate, kind = rng.random() ** 2, rng.random(), rng.randrange(5)
    rows = []
    for _ in range(M):
        p = (rate, rng.random(), rng.betavariate(0.3, 0.6), rate / N, 0)[kind] * (rng.random() >= hopeless)
        rows.append([int(rng.random() < p) for _ in range(N)])
    if kind == 4:  # the trials of a question differ less than independent ones
        rows = [[1] * s + [0] * (N - s) for s in (int(rate * N) + (rng.random() < hopeless / 4) for _ in range(300))]
    k = N + rng.choice([1, 2, N // 2 + 1, N, 4 * N, rng.randint(1, 20), 100 * N, 10**6])
    return rows, k


@pytest.mark.filterwarnings("ignore:Descending")
@counts(8, 250)
def test_beyond(count):
    seen = Counter()
    for seed in range(count):
        rng = random.Random(f"beyond {seed}")
        rows, k = solved(rng)
        metric, level = rng.choice(["pass_at_k", "pass_hat_k"]), rng.choice(CONFIDENCES)
        clusters = [rng.randrange(6) for _ in rows] if rng.random() < 0.3 else None
        expected = beyond_oracle.bounds(rows, k, metric, level, clusters)
        R = rows if clusters else rng.choice([rows, Tally(rows), (bytes(row) for row in rows)])
        assert confidence.beyond(R, k, metric, confidence=level, clusters=clusters) == expected, seed
        seen["short" if expected[1] - expected[0] < 0.3 else "long"] += 1
        seen[extremes_of(rows, k, metric, level, clusters).have_rates()] += 1
    assert min(seen["short"], seen["long"], 3 * seen[False]) > count / 10
