"""cons@k against the oracle on random calls, as a Fraction and as a double; test_confidence_oracle.py has its intervals."""

from __future__ import annotations

import random

import oracle
import pytest
from helpers import counts
from random_calls import voted

import scorio_lite as sl
from scorio_lite import VoteTally, exact


@counts(60, 2000)
def test_values(count):
    for i in range(count):
        rng = random.Random(f"votes {i}")
        N, kinds, extra = rng.choice([1, 2, rng.randint(1, 24)]), rng.choice([1, 2, 3, rng.randint(1, 12)]), 9 * (rng.random() < 0.3)
        parts = [voted(rng, 1, N + rng.randint(0, extra), kinds) for _ in range(rng.choice([1, 2, rng.randint(1, 8)]))]
        answers, R = ([part[side][0] for part in parts] for side in (0, 1))
        k = rng.randint(1, min(map(len, R)))
        expected, votes = oracle.cons(answers, R, k), VoteTally(answers, R, ragged=True)
        assert exact.cons_at_k(votes, k=k) == expected, (answers, R, k)
        assert sl.vote_curve(votes, ks=[1, k]) == {1: sl.cons_at_k(votes, None, 1), k: oracle.double(expected)}
        if not extra:
            assert exact.cons_at_k(answers, R, k) == expected
            assert sl.cons_at_k(answers, R, k) == oracle.double(expected)


@counts(4, 25)
def test_many_trials_and_answers(count):
    """Numbers long enough for every way of multiplying, and many answers that were given as often."""
    for i in range(count):
        rng = random.Random(f"many {i}")
        sides = [[rng.choice([1, 2, 3, rng.randint(1, 60)]) for _ in range(rng.randint(1, 9))] for _ in range(2)]
        if i % 2:
            sides = [[n for n in rng.sample(range(1, 7), 3) for _ in range(rng.randint(1, most))] for most in (20, 25)]
        votes = *map(tuple, sides), rng.choice([0, rng.randint(0, 99)])
        k = rng.randint(1, min(sum(map(sum, sides)) + votes[2], 60))
        assert exact.cons_at_k(VoteTally.from_counts([votes]), k=k) == oracle.vote(*votes, k), (votes, k)


@pytest.mark.long
def test_a_curve_of_many_trials():
    """Too long to be multiplied out for all k."""
    votes = (150, 3), (120, 90, 5, 5, 1), 26
    for ks in [240, 9, 238], [30, 31]:
        found = sl.vote_curve(VoteTally.from_counts([votes] * 2), ks=ks)
        assert list(found.items()) == [(k, oracle.double(oracle.vote(*votes, k))) for k in ks]
