"""Check what a solve costs: relations to the interval of avg, and ends that are midpoints."""

from __future__ import annotations

import random
from fractions import Fraction
from math import inf

import pytest
from helpers import counts
from oracles.reals import halfway

from scorio_lite import confidence, exact


def drawn(rng):
    """Draw costs, outcomes with a success, and keywords."""
    M, N, rate = rng.randint(1, 12), rng.randint(1, 4), rng.random()
    R = [[int(rng.random() < rate) for _ in range(N)] for _ in range(M)]
    C = [[Fraction(rng.randint(0, 20), 4) for _ in range(N)] for _ in range(M)]
    R[0][0], C[0][0] = 1, Fraction(3)
    return C, R, rng.choice([{}, {"questions": "these"}, {"clusters": [rng.randrange(1 + M // 2) for _ in range(M)]}])


@counts(15, 30)
def test_a_constant_cost_is_over_the_interval_of_avg(count):
    """If all costs are c, with limits=(c, c), the interval is c divided by that of avg."""
    for seed in range(count):
        rng = random.Random(seed)
        _, R, how = drawn(rng)
        c, level = Fraction(rng.randint(1, 30), rng.choice([1, 2, 3])), rng.choice([0.8, 0.95, 0.99])
        value, _, lo, hi = confidence.cost_per_solve(
            [[c] * len(row) for row in R], R, **how, confidence=level, limits=(c, c)
        )
        _, _, least, most = confidence.avg(R, **how, confidence=level)
        assert value == float(c / exact.avg(R)) and (hi == inf) == (least == 0)
        for end, other in (lo, most), (hi, least) if least else (lo, most):
            (below, above), (low, high) = halfway(end), halfway(other)  # between which the exact ends are
            assert below <= c / low and c / high <= above, (seed, how)


@counts(6, 30)
def test_units_order_and_copies(count):
    assert confidence.cost_per_solve([[0, 0], [0, 0]], [[0, 1], [1, 1]]) == (0, 0, 0, inf)
    for seed in range(count):
        rng = random.Random(seed)
        C, R, how = drawn(rng)
        limits, order = rng.choice([None, (0, 5), (0, 99)]), rng.sample(range(len(C)), len(C))
        _, _, lo, hi = found = confidence.cost_per_solve(C, R, **how, limits=limits)
        for x in (2, 0.125):  # powers of 2, which change no digit
            scaled = limits and [end * x for end in limits]
            other = confidence.cost_per_solve([[c * Fraction(x) for c in row] for row in C], R, **how, limits=scaled)
            assert other == tuple(x * end for end in found)
        far = confidence.cost_per_solve(C, R, **how, limits=(0, 1000))
        assert far[2] <= lo and hi <= far[3]
        moved = {"clusters": [how["clusters"][i] for i in order]} if "clusters" in how else how
        assert confidence.cost_per_solve([C[i] for i in order], [R[i] for i in order], **moved, limits=limits) == found


@pytest.mark.parametrize("level, lo", [((1, 2), (9, 11)), ((1, 3), (12, 13)), ((2, 3), (15, 23)), ((1, 4), (45, 47))])
def test_an_end_that_is_the_midpoint_of_two_doubles(level, lo):
    """An end that is exactly a midpoint of two doubles rounds to even. The lower end of avg is `lo`."""
    solved, hair = [[1]] * 3, Fraction(1, 10**30)
    for ulps, even, above in ((1, 1.0, 1 + 2**-52), (3, 1 + 2**-51, 1 + 2**-51)):  # halves of a unit in the last place
        for end, expected in (1 + Fraction(ulps, 2**53), even), (1 + Fraction(ulps, 2**53) + hair, above):
            c = Fraction(*lo) * end
            found = confidence.cost_per_solve([[c]] * 3, solved, limits=(c, c), confidence=Fraction(*level))
            assert found == (float(c), 0, float(c), expected)
