"""Check what a solve costs: relations to the interval of avg, every small case, and ends that are midpoints."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import inf

import pytest
from helpers import cases, counts
from oracles import costs
from oracles.reals import double, halfway

from scorio_lite import confidence, exact

THESE = {"questions": "these"}


def drawn(rng):
    """Draw costs, outcomes with a success, and keywords."""
    M, N, rate = rng.randint(1, 12), rng.randint(1, 4), rng.random()
    R = [[int(rng.random() < rate) for _ in range(N)] for _ in range(M)]
    R[0][0] = 1
    C = [[Fraction(rng.randint(0, 20), 4) for _ in range(N)] for _ in range(M)]
    return C, R, rng.choice([{}, THESE, {"clusters": [rng.randrange(1 + M // 2) for _ in range(M)]}])


@counts(15, 30)
def test_a_constant_cost_is_over_the_interval_of_avg(count):
    """If all costs are c, with limits=(c, c), the interval is c divided by that of avg."""
    for seed in range(count):
        rng = random.Random(seed)
        _, R, how = drawn(rng)
        c, how = (
            Fraction(rng.randint(1, 30), rng.choice([1, 2, 3])),
            {**how, "confidence": rng.choice([0.8, 0.95, 0.99])},
        )
        value, _, lo, hi = confidence.cost_per_solve([[c] * len(row) for row in R], R, **how, limits=(c, c))
        _, _, least, most = confidence.avg(R, **how)
        assert value == float(c / exact.avg(R))
        for end, other in (lo, most), (hi, least):
            if not other:
                assert end == inf
                continue
            (below, above), (low, high) = halfway(end), halfway(other)  # between which the exact ends are
            assert below <= c / low and c / high <= above, (seed, how)


@counts(6, 30)
def test_units_order_and_copies(count):
    for seed in range(count):
        rng = random.Random(seed)
        C, R, how = drawn(rng)
        C[0][0], limits, order = Fraction(3), rng.choice([None, (0, 5), (0, 99)]), rng.sample(range(len(C)), len(C))
        value, se, lo, hi = found = confidence.cost_per_solve(C, R, **how, limits=limits)
        for x in (2, 0.125):  # powers of 2, which change no digit
            scaled = limits and [end * x for end in limits]
            other = confidence.cost_per_solve([[c * Fraction(x) for c in row] for row in C], R, **how, limits=scaled)
            assert other == tuple(x * end for end in found)
        wider = confidence.cost_per_solve(C, R, **how, limits=limits, confidence=0.999)
        far = confidence.cost_per_solve(C, R, **how, limits=(0, 1000))
        assert wider[:2] == (value, se) and wider[2] <= lo <= value <= hi <= wider[3]
        assert far[2] <= lo and hi <= far[3]
        moved = {"clusters": [how["clusters"][i] for i in order]} if "clusters" in how else how
        assert confidence.cost_per_solve([C[i] for i in order], [R[i] for i in order], **moved, limits=limits) == found


@cases("step", [23], [3])
def test_all_small_data(step):
    """Every matrix of two questions of two trials, with costs of 0 and 3 and others, agrees with the definition."""
    some = [[1, 0, 3, 1], [0, 0, 0, 3], [0, 0, 0, 0]]
    every = [(R, C) for R in itertools.product((0, 1), repeat=4) for C in (*some, *itertools.product((0, 3), repeat=4))]
    for outcomes, prices in every[::step]:
        R, C = ([list(x[:2]), list(x[2:])] for x in (outcomes, prices))
        for questions in ("new", "these"):
            if any(outcomes) or any(prices):
                found = confidence.cost_per_solve(C, R, questions=questions, confidence=0.8)
                assert found == costs.cost_per_solve(C, R, questions=questions, confidence=0.8), (R, C, questions)


@pytest.mark.parametrize("level, lo", [((1, 2), (9, 11)), ((1, 3), (12, 13)), ((2, 3), (15, 23)), ((1, 4), (45, 47))])
def test_an_end_that_is_the_midpoint_of_two_doubles(level, lo):
    """A lower end that is exactly a midpoint of two doubles rounds to even."""
    solved, level, least = [[1]] * 3, Fraction(*level), Fraction(*lo)
    assert confidence.avg(solved, confidence=level).lo == float(least)
    for ulps, expected in ((1, 1.0), (3, 1 + 2**-51)):  # halves of a unit in the last place: ties go to even
        for c, end in (
            (least * (1 + Fraction(ulps, 2**53)), expected),
            (least * (1 + Fraction(ulps, 2**53) + Fraction(1, 10**30)), 1 + (ulps + 1) * 2**-53),
        ):
            found = confidence.cost_per_solve([[c]] * 3, solved, limits=(c, c), confidence=level)
            assert found == (double(c), 0, double(c), end)
