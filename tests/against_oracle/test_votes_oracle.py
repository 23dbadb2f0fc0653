"""cons@k against the oracle on random calls, as a Fraction and as a double; test_confidence_oracle.py has its intervals."""

from __future__ import annotations

import random

import oracle
import pytest
from helpers import counts
from random_calls import voted

import scorio_lite as sl
from scorio_lite import VoteTally, exact


def questions(rng, ragged=False, most=24):
    """(answers, R, k)."""
    N, kinds = rng.choice([1, 2, rng.randint(1, most)]), rng.choice([1, 2, 3, rng.randint(1, 12)])
    M = rng.choice([1, 2, rng.randint(1, 8)])
    parts = [voted(rng, 1, N + (rng.randint(0, 9) if ragged else 0), kinds) for _ in range(M)]
    answers, R = ([part[side][0] for part in parts] for side in (0, 1))
    least = min(map(len, R))
    return answers, R, rng.choice([least, rng.randint(1, least)])


@counts(60, 2000)
def test_values(count):
    for i in range(count):
        rng = random.Random(f"votes {i}")
        ragged = rng.random() < 0.3
        answers, R, k = questions(rng, ragged)
        expected = oracle.cons(answers, R, k)
        if ragged:
            votes = VoteTally(answers, R, ragged=True)
            assert exact.cons_at_k(votes, k=k) == expected, (answers, R, k)
            assert sl.vote_curve(votes, ks=[1, k]) == {1: sl.cons_at_k(votes, None, 1), k: oracle.double(expected)}
        else:
            assert exact.cons_at_k(answers, R, k) == expected, (answers, R, k)
            assert sl.cons_at_k(answers, R, k) == oracle.double(expected)


@counts(2, 15)
def test_many_trials(count):
    """Numbers long enough for every way of multiplying."""
    for i in range(count):
        rng = random.Random(f"many {i}")
        sides = [[rng.choice([1, 2, 3, rng.randint(1, 60)]) for _ in range(rng.randint(1, 9))] for _ in range(2)]
        none = rng.choice([0, rng.randint(0, 99)])
        votes = tuple(tuple(sorted(side, reverse=True)) for side in sides)
        N = sum(map(sum, votes)) + none
        k = rng.randint(1, min(N, 90))
        found = exact.cons_at_k(VoteTally.from_counts([(*votes, none)]), k=k)
        assert found == oracle.vote(*votes, none, k), (votes, none, k)


@pytest.mark.long
def test_a_curve_of_many_trials():
    """Too long to be multiplied out for all k."""
    votes = (150, 3), (120, 90, 5, 5, 1), 26
    for ks in [240, 9, 238], [30, 31]:
        found = sl.vote_curve(VoteTally.from_counts([votes] * 2), ks=ks)
        assert list(found.items()) == [(k, oracle.double(oracle.vote(*votes, k))) for k in ks]


@counts(2, 10)
def test_many_answers(count):
    for i in range(count):
        rng = random.Random(f"answers {i}")
        wrong = [n for n in rng.sample(range(1, 7), 3) for _ in range(rng.randint(1, 25))]
        right = [n for n in rng.sample(range(1, 7), 2) for _ in range(rng.choice([1, 1, rng.randint(1, 20)]))]
        rng.shuffle(wrong)
        k = rng.randint(1, min(sum(right) + sum(wrong), 60))
        found = exact.cons_at_k(VoteTally.from_counts([(right, wrong, 3)]), k=k)
        assert found == oracle.vote(right, wrong, 3, k), (right, wrong, k)
