"""Check best_of_k: every subset, one by one; relations to other metrics; what R and S may be. Random calls have the oracle."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from math import inf

import pytest
from helpers import cases, counts
from oracles.metrics import one_by_one, pick, place

import scorio_lite as sl
from scorio_lite import Scores, confidence, exact
from scorio_lite._credit.selected import RowMeasure, Selected


def question(row, scores, k):
    """Return (x_q, y_q) of a question as the package computes them; see oracles.metrics.one_by_one."""
    one = Selected([list(row)], [list(scores)], ([0, 1, 2], 1), "", False)
    measure, (N,) = RowMeasure(one, k), one.lengths()
    values, d = measure.values(N, [0])
    return Fraction(values[0], d), Fraction(*measure.pairs(N, {0: 1}, (0, 1))) if 2 * k <= N else None


@cases(("N", "count"), [(1, 3), (2, 36), (3, 300), (4, 600), (7, 20)], [(5, 1000), (7, 200)])
def test_questions_of_so_many_trials(N, count):
    """best_of_k has the value of its definition for outcomes 0, 1, 2 of N trials and orders of scores."""
    rng = random.Random(N)
    for _ in range(count):
        row, scores = rng.choices(range(3), k=N), rng.choices(range(min(N, rng.choice([2, N]))), k=N)
        for k in range(1, N + 1):
            assert question(row, scores, k) == one_by_one(pick, [*zip(row, scores)], k), (row, scores, k)


SCORES = [
    lambda rng, x: x + rng.choice([0.1, 1, 9]) * rng.random(),
    lambda rng, x: round(x + rng.random(), 1),
    lambda rng, x: -x,
    lambda rng, _: rng.randint(0, 3),
    lambda rng, x: rng.choice([None, None, x, -1, 0.5]),
    lambda rng, _: rng.choice([inf, -inf, None, 0.0, -0.0, 5e-324, 1e308]),
    lambda rng, _: rng.choice([Fraction(1, 3), Decimal("0.1"), 0.1, 1 / 3, True, 10**400, None]),
]


def scores_of(rng, row):
    """Draw scores of one kind: apart or tied, informed or not, with None and infinities or not."""
    draw = rng.choice(SCORES)
    return [draw(rng, x) for x in row]


@counts(13, 66)
def test_relations(count):
    for i in range(count):
        rng = random.Random(f"relations {i}")
        M, N = rng.randint(1, 6), rng.randint(1, 9)
        R = [[rng.randrange(2) for _ in range(N)] for _ in range(M)]
        S, k = [scores_of(rng, row) for row in R], rng.randint(1, N)
        rewards = Scores([[rng.choice([0.1, 0.5, 0.7, 1.0]) for _ in range(N)] for _ in range(M)])
        mirrored = [[1 - x for x in row] for row in R]
        for asked in ({}, {"questions": "these"}):
            best, minus = confidence.best_of_k(R, S, k, **asked), [[-x for x in row] for row in R]
            assert confidence.best_of_k(R, S, 1, **asked) == confidence.avg(R, **asked)
            assert confidence.best_of_k(R, R, k, **asked) == confidence.pass_at_k(R, k, **asked)
            assert confidence.best_of_k(R, minus, k, **asked) == confidence.pass_hat_k(R, k, **asked)
            assert confidence.best_of_k(mirrored, S, k, **asked).se == best.se
            places = [sorted(map(place, row)) for row in S]
            ranks = [[3 * known.index(place(x)) for x in row] for known, row in zip(places, S)]
            assert confidence.best_of_k(R, ranks, k, **asked) == best, "only the order counts"
            assert confidence.best_of_k(rewards, rewards.rows, k, **asked) == confidence.max_at_k(rewards, k, **asked)
        assert exact.best_of_k(mirrored, S, k) == 1 - exact.best_of_k(R, S, k)
        assert exact.best_of_k(R, [[None] * N] * M, k) == exact.avg(R)
        turned = exact.best_of_k([row[::-1] for row in R], [row[::-1] for row in S], k)
        assert exact.pass_hat_k(R, k) <= turned == exact.best_of_k(R, S, k) <= exact.pass_at_k(R, k)


# What R and S may be

R, S = [[0, 1, 1, 0], [1, 0, 0, 1]], [[1, 2, 2, 5], [3, 4, 8, 8]]
PAIR, VALUE = (R, S), sl.best_of_k(R, S, 2)
FORMS = [
    (R, [[1e-300, 1e300, Fraction(10**300), inf], [None, -inf, Decimal("Infinity"), inf]]),
    (R, [[-1, 0.5, Decimal("0.5"), True], [-5, Fraction(1, 3), 10**400, 10**400]]),
    (Scores(R), S),
]


@pytest.mark.parametrize(("outcomes", "scores"), FORMS, ids=range(len(FORMS)))
def test_forms(outcomes, scores):
    assert sl.best_of_k(outcomes, scores, 2) == VALUE


def test_scores_of_a_row_are_compared_exactly():
    """A double and the Fraction near to it are different scores; None is below all."""
    assert sl.best_of_k([[1, 0]], [[0.1, Fraction(1, 10)]], 2) == 1.0
    assert sl.best_of_k([[1, 0]], [[1 / 3, Fraction(1, 3)]], 2) == 0.0
    assert sl.best_of_k([[1, 0]], [[2**53 + 1, 2.0**53]], 2) == 1.0
    assert sl.best_of_k([[1, 0]], [[Decimal("0.5"), Fraction(1, 2)]], 2) == 0.5
    assert sl.best_of_k([[1, 0]], [[None, -inf]], 2) == 0.0


def test_pairs_in_place_of_R():
    expected = confidence.best_of_k(R, S, 2)
    assert confidence.suite([PAIR], "best_of_k", 2) == confidence.best_of_k(R, S, 2, clusters="ab") == expected
    assert confidence.ranks([PAIR, PAIR], "best_of_k", 2) == [(1, 2), (1, 2)]
    other, copied = (R, [row[::-1] for row in S]), ([row[:] for row in R], [row[::-1] for row in S])
    assert confidence.compare(PAIR, other, "best_of_k", 2) == confidence.compare(PAIR, copied, "best_of_k", 2)
