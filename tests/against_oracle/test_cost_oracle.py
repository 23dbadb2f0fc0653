"""Compare the interval of the cost of a solve with its definition, just inside of each end and just outside of it."""

from __future__ import annotations

import random
from fractions import Fraction
from math import inf

import pytest
from cost_oracle import Cost, cost_ratio, ratio_without_success
from helpers import counts

from scorio_lite import Scores, confidence, exact

LEVELS = (*[0.95] * 6, 0.8, 0.99, 0.9375, Fraction(1, 3), Fraction(3, 5))
COSTS = (
    lambda rng: rng.randint(0, 4),
    lambda rng: round(rng.lognormvariate(-3, 1.5), 5),
    lambda rng: rng.choice([0, 0, 1, Fraction(1, 3)]),
    lambda rng: 3,
    lambda rng: rng.choice([1] * 9 + [40]),
    lambda rng: rng.random() * 1e-300,
)


def data(rng, M=None, lengths=None):
    M = M or rng.choice([1, 2, 3, rng.randint(4, 12)])
    lengths = lengths or [rng.randint(1, 4)] * M
    cost, rate = rng.choice(COSTS), rng.choice([0, 1, rng.random(), rng.random()])
    of_success = rng.choice([1, 3])
    R = [[int(rng.random() < rate) for _ in range(N)] for N in lengths]
    if rng.random() < 0.15:
        R = [[rng.choice([0, 0.25, 1]) for _ in range(N)] for N in lengths]
    C = [[cost(rng) * (of_success if y else 1) for y in row] for row in R]
    return C, R


def handed(R):
    """Return R, or Scores(R) if some outcomes are neither 0 nor 1."""
    return Scores(R) if any(y not in (0, 1) for row in R for y in row) else R


def limits_of(rng, *costs):
    flat = [x for C in costs for row in C for x in row]
    return rng.choice([None, None, (0, max(flat) * 2 or 1), (min(flat), max(flat) or 1), (0, max(flat) * 300 or 1)])


@counts(10, 150)
def test_cost_per_solve(count):
    for i in range(count):
        rng = random.Random(f"cost {i}")
        questions = rng.choice(["new", "new", "these"])
        lengths = [rng.randint(1, 4) for _ in range(rng.randint(1, 8))] if rng.random() < 0.3 else None
        C, R = data(rng, lengths and len(lengths), lengths)
        how = {"questions": questions, "limits": limits_of(rng, C)}
        if questions == "new" and rng.random() < 0.3:
            how["clusters"] = [rng.randrange(1 + len(C) // 2) for _ in C]
        level = rng.choice(LEVELS)
        if not any(x for rows in (C, R) for row in rows for x in row):
            continue
        found = confidence.cost_per_solve(C, handed(R), **how, confidence=level, ragged=True)
        expected = Cost(C, R, **how)
        assert expected.has(found, level), (i, C, R, how, level, found)
        assert {type(x) for x in found} == {float}
        if expected.value is not None:
            assert exact.cost_per_solve(C, handed(R), ragged=True) == expected.value


@counts(5, 40)
def test_cost_ratio(count):
    for i in range(count):
        rng = random.Random(f"ratio {i}")
        C_a, R_a = data(rng)
        C_b, R_b = data(rng, M=len(C_a))
        limits = limits_of(rng, C_a, C_b)
        clusters = [rng.randrange(1 + len(C_a) // 2) for _ in C_a] if rng.random() < 0.3 else None
        level = rng.choice(LEVELS)
        a, b = (Cost(C, R, "new", clusters, limits) for C, R in ((C_a, R_a), (C_b, R_b)))
        given = (C_a, handed(R_a), C_b, handed(R_b))
        how = {"clusters": clusters, "limits": limits, "confidence": level}
        if not (any(a.c) and any(b.c)) or (a.value is None and b.value is None):
            with pytest.raises(ValueError):
                confidence.cost_ratio(*given, **how)
            continue
        found = confidence.cost_ratio(*given, **how)
        if a.value is None or b.value is None:
            assert i > 200 or found == ratio_without_success(a, b, level), (i, given, how, found)
        else:
            assert found == cost_ratio(a, b, level, clusters, limits), (i, given, how, found)
        value, _, lo, hi = found
        assert lo <= value <= hi or value == inf


def test_one_interval():
    """By the definition, a value is in the interval if and only if it lies between the two ends."""
    for seed in range(12):
        rng = random.Random(seed)
        C, R = data(rng, M=rng.randint(2, 6))
        if not any(map(any, R)) or not any(map(any, C)):
            continue
        for questions in ("new", "these"):
            _, _, lo, hi = confidence.cost_per_solve(C, handed(R), questions=questions)
            if not 0 < lo <= hi < inf:
                continue
            cost = Cost(C, R, questions)
            for j in range(-12, 40):
                theta = Fraction(lo) * Fraction(2) ** j if j < 0 else Fraction(lo) + (Fraction(hi) - Fraction(lo)) * j / 27
                assert cost.holds(theta, 0.95) == (lo < theta < hi) or theta in (Fraction(lo), Fraction(hi)), (seed, j)
