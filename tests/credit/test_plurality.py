"""Check cons@k by its definition, every subset and every tie one by one, and against other metrics."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import comb

import pytest
from helpers import counts
from makers.draw import voted
from oracles.metrics import enumerated, plurality

import scorio_lite as sl
from scorio_lite import exact


def every_question(N):
    """Yield (answer, outcome) of N trials, for all counts of right answers, wrong answers and None, up to their order."""
    kinds = [(None, 0), *((i, 1) for i in range(3)), *((-i, 0) for i in range(1, 4))]
    for given in itertools.combinations_with_replacement(kinds, N):
        numbers = [given.count(kind) for kind in kinds[1:]]
        if numbers[:3] == sorted(numbers[:3]) and numbers[3:] == sorted(numbers[3:]):
            yield given


@pytest.mark.parametrize("N", [1, 2, 3, 4, 5, *(pytest.param(N, marks=pytest.mark.long) for N in (6, 7, 8))])
def test_every_question_of_so_many_trials(N):
    for pairs in every_question(N):
        answers, outcomes = ([list(row)] for row in zip(*pairs))
        for k in range(1, N + 1):
            expected = enumerated(plurality, [pairs], k)
            assert exact.cons_at_k(answers, outcomes, k) == expected, (pairs, k)


@counts(8, 30)
def test_identities(count):
    rng = random.Random("identities")
    for _ in range(count):
        N = rng.choice([rng.randint(1, 30), 250])
        answers, R = voted(rng, rng.randint(1, 5), N, rng.randint(1, 12))
        k, avg = rng.randint(1, N), exact.avg(R)
        assert exact.cons_at_k(answers, R, 1) == avg
        assert N < 2 or any(None in row for row in answers) or exact.cons_at_k(answers, R, 2) == avg
        distinct, none = [list(range(N)) for _ in R], [[0] * N for _ in R]
        assert exact.cons_at_k(distinct, R, k) == avg
        assert exact.cons_at_k(distinct, [[1] * N for _ in R], k) == 1
        assert exact.cons_at_k([[None] * N for _ in R], none, k) == 0
        odd, same = k - 1 + k % 2 or 1, [["right" if outcome else "wrong" for outcome in row] for row in R]
        assert exact.cons_at_k(same, R, odd) == exact.maj_at_k(R, odd)
        assert exact.cons_at_k(answers, R, k) <= exact.pass_at_k(R, k)
        points = {k: sl.cons_at_k(answers, R, k) for k in {1, N, k}}
        assert sl.vote_curve(answers, R, sorted(points)) == points
        assert points.items() <= sl.vote_curve(answers, R).items()


@pytest.mark.parametrize("k", [2, 60, 150])
def test_long_products(k):
    """Of two answers, one wins more than half of the votes, or both share them."""
    ways = [comb(90, j) * comb(110, k - j) for j in range(k + 1)]
    wins = Fraction(sum(ways[k // 2 + 1 :])) + Fraction(ways[k // 2], 2)
    assert exact.cons_at_k(sl.VoteTally.from_counts([((90,), (110,), 0)]), k=k) == wins / comb(200, k)


def test_answers_compete():
    """The vote can be right with 30 % right answers, if the wrong ones differ; right answers that differ compete, too."""
    assert sl.cons_at_k([["right"] * 3 + list("abcdefg")], [[1] * 3 + [0] * 7], 10) == 1.0
    assert sl.cons_at_k([["right"] * 3 + ["wrong"] * 7], [[1] * 3 + [0] * 7], 10) == 0.0
    assert sl.cons_at_k([["1/2", "0.5", "1/3", "1/3"]], [[1, 1, 0, 0]], 4) == 0.0
    assert sl.cons_at_k([["0.5", "0.5", "1/3", "1/3"]], [[1, 1, 0, 0]], 4) == 0.5
