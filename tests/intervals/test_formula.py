"""Check intervals about the observed value: single subsets, standard errors of other tools, coverage."""

from __future__ import annotations

import itertools
import math
import random
from collections import defaultdict
from fractions import Fraction

import pytest
from helpers import EARNING, cases, counts, earning
from oracles.metrics import one_by_one
from oracles.reals import double, root

from scorio_lite import confidence

THESE = {"questions": "these"}


@pytest.mark.parametrize("name", ["avg", *EARNING])
def test_spread(name):
    """The value and the standard error follow from all subsets, drawn one by one, and all pairs of disjoint ones."""
    k = {"avg": 1, "maj_at_k": 3, "mg_pass_at_k": 3, "g_pass_at_k_tau": 3}.get(name, 2)
    own, earn = earning("max_at_k" if name == "avg" else name, k)
    w, rng = [Fraction(reward) for reward in own.get("w", (0, 1))], random.Random(name)
    for N in range(k, 8):
        rows = [[rng.randrange(len(w)) for _ in range(N)] for _ in range(3)]
        earned = [one_by_one(earn, row, k) for row in rows]
        x = sum(value for value, _ in earned) / 3
        low, span = min(w), max(w) - min(w)
        c = (3 * (x - low) / span + 1) / 5  # of the three, and of two more
        bound = Fraction(k, N) * c * (1 - c) * span**2
        S = max(Fraction(0), sum(bound if y is None else value**2 - y for value, y in earned))
        among = Fraction(3, 2) * sum((value - x) ** 2 for value, _ in earned)
        for questions, expected in ("these", S), ("new", among):
            found = getattr(confidence, name)(rows, *([] if name == "avg" else [k]), **own, questions=questions)
            assert found[:2] == (double(x), root(expected / 9)), (rows, questions)


def stderr(values, labels):
    """Return Inspect's stderr(cluster=...), from the products of all pairs of residuals of a cluster.

    With each value as a cluster, it is that of lm-evaluation-harness, the sample's deviation over the root of its size.
    """
    M, mean, clusters = len(values), Fraction(sum(values), len(values)), defaultdict(list)
    for value, label in zip(values, labels):
        clusters[label].append(value - mean)
    products = sum(a * b for cluster in clusters.values() for a, b in itertools.product(cluster, repeat=2))
    return root(products * Fraction(len(clusters), len(clusters) - 1) / M**2)


@counts(15, 40)
def test_se_is_what_others_print(count):
    rng = random.Random("stderr")
    for _ in range(count):
        M, rate = rng.randint(2, 200), rng.random()
        A = [[int(rng.random() < rate)] for _ in range(M)]
        B = [[x if rng.random() < 0.8 else 1 - x] for (x,) in A]
        values, differences = [x for (x,) in A], [a - b for (a,), (b,) in zip(A, B)]
        for labels in None, ["first", "second", *(rng.randrange(1 + M // 3) for _ in range(M - 2))]:
            each = range(M) if labels is None else labels
            assert confidence.avg(A, clusters=labels).se == stderr(values, each)
            assert confidence.compare(A, B, clusters=labels).se == stderr(differences, each)


@pytest.mark.parametrize(("level", "least"), [(0.95, 0.9395), (0.99, 0.967)])
@cases("M", [10, 11, 30, 100], [20, 50, 200, 300])
def test_one_value_is_held_at_every_rate(M, level, least):
    """The interval of M 0/1 outcomes holds every rate with a chance above `least`. Wilson's at 95 % may fall to 84.2 %.

    The chance jumps where the rate is an end of an interval, so it is computed there and on both sides.
    """
    ends = [confidence.avg([[1]] * s + [[0]] * (M - s), confidence=level)[2:] for s in range(M + 1)]
    jumps = {x for pair in ends for x in pair if 0 < x < 1}
    for p in {*jumps, *(p + side * 1e-12 for p in jumps for side in (-1, 1))}:
        held = [s for s, (lo, hi) in enumerate(ends) if lo <= p <= hi]
        assert math.fsum(math.comb(M, s) * p**s * (1 - p) ** (M - s) for s in held) > least, p
