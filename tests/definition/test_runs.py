"""Check confidence.homogeneous and between_runs: orders of outcomes one by one, and the oracle."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import runs_oracle as oracle
from helpers import counts

from scorio_lite import confidence


def drawn(rng, M, N):
    return [[int(rng.random() < p) for _ in range(N)] for p in [rng.random() ** rng.choice([0.1, 1, 4]) for _ in range(M)]]


@counts(6, 36)
def test_every_order_of_outcomes(count):
    """p is twice the smaller share of orders: those with at most, or with at least, the run's successes.

    The chance that p <= x is at most x.
    """
    for seed in range(count):
        rng = random.Random(seed)
        N, M = rng.choice([(2, 5), (3, 4), (4, 3)])
        R = drawn(rng, M, N)
        orders = list(itertools.product(*(sorted(set(itertools.permutations(row))) for row in R)))
        totals = [sum(row[0] for row in one) for one in orders]
        own = sum(row[0] for row in R)
        tails = [Fraction(sum(map(is_far, totals)), len(orders)) for is_far in (own.__ge__, own.__le__)]
        assert confidence.homogeneous(R)[0][0] == float(min(1, 2 * min(tails)))
        found = {}
        for one, total in zip(orders, totals):
            if total not in found:
                found[total] = confidence.homogeneous(one)[0][0]
        for x in set(found.values()):
            assert sum(found[total] <= x for total in totals) <= x * len(totals) + 1e-9


@counts(1, 3)
def test_holm_holds_for_all_runs_together(count):
    """Over all orders of outcomes, the least of Holm's p-values is at most x with a chance of at most x."""
    small = [[1, 0]] * 6, [[1, 1, 0]] * 2 + [[1, 0, 0]] * 2, [[1, 0, 0, 0], [1, 1, 0, 0]], [[1, 0, 0]] * 5
    for R in small[: 1 + count]:
        orders = list(itertools.product(*(sorted(set(itertools.permutations(row))) for row in R)))
        least = [min(p for _, p in confidence.homogeneous(one)) for one in orders]
        for x in set(least):
            assert sum(one <= x for one in least) <= x * len(least) + 1e-9


def test_halves_and_midpoints():
    """A p-value that lies halfway between two doubles is rounded to the even one."""
    for M in (54, 55, 60):
        for wins in (0, 1, M // 3, M // 2 - 3):
            R = [[1, 0]] * wins + [[0, 1]] * (M - wins)
            assert confidence.homogeneous(R) == oracle.homogeneous(R), (M, wins)
    R = [[1, 0, 0, 0, 1, 1]] * 60 + [[1, 0, 0, 0, 0, 1], [1, 1, 0, 1, 1, 0]]  # halves, a third and two thirds
    assert confidence.homogeneous(R) == oracle.homogeneous(R)


def test_extremes():
    assert confidence.homogeneous([[1, 1, 1], [0, 0, 0]]) == [(1.0, 1.0)] * 3  # nothing to tell runs apart
    assert confidence.homogeneous([1, 0]) == confidence.homogeneous([[1, 0]]) == [(1.0, 1.0)] * 2  # one question
    assert confidence.homogeneous([[1, 0]] * 2000) == [(0.0, 0.0)] * 2
    assert confidence.homogeneous([[1, 0]] * 1000)[0][0] == 2.0**-999
    (low, adjusted), *_ = confidence.homogeneous([[0, 1, 1, 1, 1]] * 200)
    assert low == float(2 * Fraction(1, 5) ** 200) and adjusted == float(10 * Fraction(1, 5) ** 200)


def test_between_runs():
    R = [[1, 1, 1, 0]] * 40 + [[0, 0, 1, 0]] * 40 + [[1, 1, 1, 1]] * 20
    assert confidence.between_runs(R) == 0.1254989289390388  # 1.96 sqrt(2 (80 / 4 + z**2 / 8)) / 100
    assert confidence.between_runs([[0]]) == confidence.between_runs([[1] * 9]) == 1
    assert confidence.between_runs(R, [0, 0]) == 0
    assert confidence.between_runs(R, [0, 2]) == 2 * confidence.between_runs(R)
    assert confidence.between_runs(R, confidence=0.999) > confidence.between_runs(R)
