"""Check the ranks of a board: Holm's procedure in its plain form, pair by pair, with `compare` at each of its levels."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest
from helpers import counts

from scorio_lite import confidence


def board(M, *solved):
    """Return models that solve the first questions of M, one trial each."""
    return [[[1]] * s + [[0]] * (M - s) for s in solved]


def holm(models, level=0.95):
    """Return the (best, worst) ranks: each step takes the level that is left for K hypotheses less those decided."""
    m, alpha = len(models), 1 - Fraction(level)
    K, beaten, before = m * (m - 1), set(), None
    while beaten != before:
        before = set(beaten)
        step = 1 - 2 * alpha / (K - len(before)) if m > 2 else Fraction(level)
        for i, j in permutations(range(m), 2):
            if confidence.compare(models[i], models[j], confidence=step).lo > 0:
                beaten.add((i, j))
    return [(1 + sum(b == i for _, b in beaten), m - sum(a == i for a, _ in beaten)) for i in range(m)]


@pytest.mark.parametrize(("M", "solved"), [(20, [8, 4, 0]), (20, [8, *[4] * 18, 0]), (200, [8, *[4] * 18, 0])])
def test_the_first_step_has_the_level_of_all_pairs(M, solved):
    """8 and 0 solved are told apart alone, at 95 and even at 90 %, but not among the pairs of a board."""
    models, m = board(M, *solved), len(solved)
    assert confidence.compare(models[0], models[-1]).lo > 0
    assert confidence.ranks(models) == [(1, m)] * m


@counts(6, 20)
def test_ranks_are_holms(count):
    """Random boards, many of which need more than one step, have the ranks of the plain procedure."""
    steps = set()
    for seed in range(count):
        rng = random.Random(f"holm {seed}")
        M, m = rng.choice([12, 30, 60]), rng.randint(3, 5)
        models = board(M, *(rng.randint(0, M) for _ in range(m)))
        level = rng.choice([0.95, 0.8, 0.5])
        assert confidence.ranks(models, confidence=level) == holm(models, level), seed
        steps.add(len(set(confidence.ranks(models, confidence=level))))
    assert len(steps) > 1
