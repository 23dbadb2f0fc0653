"""Check what a solve costs: relations to the interval of avg, and errors."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import inf

import pytest
from helpers import cases, counts
from oracles.costs import Cost
from oracles.reals import halfway

from scorio_lite import confidence, exact

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
C = [[3, 1, 1, 4, 2], [1, 2, 5, 1, 1], [9, 7, 8, 2, 10]]
THESE = {"questions": "these"}


# Relations


def drawn(rng, M=None, least=0):
    M, N, rate = M or rng.randint(1, 12), rng.randint(1, 4), rng.random()
    R = [[int(rng.random() < rate) for _ in range(N)] for _ in range(M)]
    R[0][0] = 1
    return [[Fraction(rng.randint(least, 20), 4) for _ in range(N)] for _ in range(M)], R


def how_of(rng, M):
    return rng.choice([{}, THESE, {"clusters": [rng.randrange(1 + M // 2) for _ in range(M)]}])


def is_nearest(x, low, high):
    """Return whether x or a number that rounds to it lies in [low, high]."""
    return low <= Fraction(x) <= high or any(low <= end <= high for end in halfway(x))


@counts(15, 30)
def test_a_constant_cost_is_over_the_interval_of_avg(count):
    """If all costs are c, with limits=(c, c), the interval is c divided by that of avg."""
    for seed in range(count):
        rng = random.Random(seed)
        _, R = drawn(rng)
        c, how = Fraction(rng.randint(1, 30), rng.choice([1, 2, 3])), how_of(rng, len(R))
        level = rng.choice([0.8, 0.95, 0.99])
        value, _, lo, hi = confidence.cost_per_solve(
            [[c] * len(row) for row in R], R, **how, limits=(c, c), confidence=level
        )
        mean, _, least, most = confidence.avg(R, **how, confidence=level)
        assert value == float(c / exact.avg(R)) and mean
        for end, other in (lo, most), (hi, least):
            if other == 0:
                assert end == inf
            else:
                below, above = halfway(other)
                assert is_nearest(end, c / above, c / below), (seed, how)


@counts(6, 30)
def test_units_order_and_copies(count):
    for seed in range(count):
        rng = random.Random(seed)
        C, R = drawn(rng)
        if not any(map(any, C)):
            continue
        how, limits = how_of(rng, len(R)), rng.choice([None, (0, 5), (0, 99)])
        found = confidence.cost_per_solve(C, R, **how, limits=limits)
        for x in (2, 0.125):  # powers of 2, which change no digit
            scaled = limits and [end * x for end in limits]
            other = confidence.cost_per_solve([[c * Fraction(x) for c in row] for row in C], R, **how, limits=scaled)
            assert other == tuple(x * end for end in found)
        value, se, lo, hi = found
        assert lo <= value <= hi
        wider = confidence.cost_per_solve(C, R, **how, limits=limits, confidence=0.999)
        assert wider[2] <= lo <= hi <= wider[3] and wider[:2] == (value, se)
        order = rng.sample(range(len(C)), len(C))
        labels = {"clusters": [how["clusters"][i] for i in order]} if "clusters" in how else how
        assert confidence.cost_per_solve([C[i] for i in order], [R[i] for i in order], **labels, limits=limits) == found
        far = confidence.cost_per_solve(C, R, **how, limits=(0, 1000))
        assert far[2] <= lo <= hi <= far[3]


@cases("step", [3], [1])
def test_all_small_data(step):
    """Every matrix of two questions of two trials, with costs of 0 and 3 and others, agrees with the definition."""
    for bits in itertools.product((0, 1), repeat=4):
        rows = [list(bits[:2]), list(bits[2:])]
        for costs in (
            [*itertools.product((0, 3), repeat=4)][::step]
            if sum(bits) == 2
            else [(1, 0, 3, 1), (0, 0, 0, 3), (0, 0, 0, 0)]
        ):
            paid = [list(costs[:2]), list(costs[2:])]
            for questions in ("new", "these"):
                if any(bits) or any(costs):
                    found = confidence.cost_per_solve(paid, rows, questions=questions, confidence=0.8)
                    assert Cost(paid, rows, questions).has(found, 0.8), (rows, paid, questions)


@pytest.mark.parametrize("level, lo", [((1, 2), (9, 11)), ((1, 3), (12, 13)), ((2, 3), (15, 23)), ((1, 4), (45, 47))])
def test_an_end_that_is_the_midpoint_of_two_doubles(level, lo):
    """A lower end that is exactly a midpoint of two doubles rounds to even."""
    solved, level, least = [[1]] * 3, Fraction(*level), Fraction(*lo)
    assert confidence.avg(solved, confidence=level).lo == float(least)
    for ulps, expected in ((1, 1.0), (3, 1 + 2**-51)):  # halves of a unit in the last place: ties go to even
        c = least * (1 + Fraction(ulps, 2**53))
        assert confidence.cost_per_solve([[c]] * 3, solved, limits=(c, c), confidence=level) == (
            float(c),
            0,
            float(c),
            expected,
        )
        near = c * (1 + Fraction(1, 10**30))
        assert (
            confidence.cost_per_solve([[near]] * 3, solved, limits=(near, near), confidence=level).hi
            == 1 + (ulps + 1) * 2**-53
        )
