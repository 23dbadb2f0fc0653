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

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
GRADED = [[0, 1, 2, 2], [1, 1, 0, 2]]


def of_one_trial(right, wrong):
    return [[1]] * right + [[0]] * wrong


THESE = {"questions": "these"}


TASKS = [(20, 5, 75), (5, 5, 40), (10, 20, 170)]  # only the first model solves, only the second, neither or both
AGAINST_THE_REST = [
    (0.175, 0.05919197132029641, 0.05417026149917457, 0.2938853335703588),
    (-0.05, 0.06958037877227935, -0.1978545113932488, 0.09832113047119297),
    (-0.125, 0.048333312972638334, -0.22350888275712782, -0.025963917719245326),
]


def test_tasks_against_the_rest():
    """Two of three tasks differ from the rest. If models or outcomes are swapped, the differences are mirrored."""
    first = [of_one_trial(wins, losses + others) for wins, losses, others in TASKS]
    second = [[[0]] * wins + of_one_trial(losses, others) for wins, losses, others in TASKS]
    assert confidence.compare_tasks(first, second, rest=True) == AGAINST_THE_REST
    assert confidence.compare_tasks(first, second, "g_pass_at_k_tau", 1, tau=0.5, rest=True) == AGAINST_THE_REST
    mirrored = [(-value, se, -hi, -lo) for value, se, lo, hi in AGAINST_THE_REST]
    assert confidence.compare_tasks(second, first, rest=True) == mirrored
    failures = [[[[1 - x] for (x,) in R] for R in runs] for runs in (first, second)]
    assert confidence.compare_tasks(*failures, rest=True) == mirrored
    assert confidence.compare_tasks(first[:1], second[:1]) == [confidence.compare(first[0], second[0])]
    two = confidence.compare_tasks(first[:2], second[:2], rest=True)
    assert two == [two[0], (-two[0].value, two[0].se, -two[0].hi, -two[0].lo)]
    assert confidence.ranks_suite([first, second, first]) == [(1, 3)] * 3
    assert confidence.ranks_suite([[R] for R in (*first[:1], *second[:1])]) == confidence.ranks([first[0], second[0]])


# Every subset, one by one.


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


# The errors that others print.


def mean_stderr(values):
    """Return the standard error of lm-evaluation-harness and Inspect: the sample's deviation over sqrt(size)."""
    M, mean = len(values), Fraction(sum(values), len(values))
    return root(sum((value - mean) ** 2 for value in values) / (M - 1) / M)


def cluster_stderr(values, labels):
    """Return Inspect's stderr(cluster=...), from the products of all pairs of residuals of a cluster."""
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
        values = [int(rng.random() < rate) for _ in range(M)]
        others = [value if rng.random() < 0.8 else 1 - value for value in values]
        single, other = [[value] for value in values], [[value] for value in others]
        differences = [a - b for a, b in zip(values, others)]
        assert confidence.avg(single)[1] == confidence.pass_at_k(single, 1)[1] == mean_stderr(values)
        assert confidence.compare(single, other)[1] == mean_stderr(differences)
        labels = ["first", "second", *(rng.randrange(1 + M // 3) for _ in range(M - 2))]
        assert confidence.avg(single, clusters=labels)[1] == cluster_stderr(values, labels)
        assert confidence.compare(single, other, clusters=labels)[1] == cluster_stderr(differences, labels)


# How often they hold.


def worst_share(M, level):
    """Return the least chance, over all rates, that the interval of M 0/1 outcomes holds the rate.

    The chance jumps where the rate is an end of an interval, so it is computed there and on both sides.
    """
    ends = [confidence.avg([[1]] * s + [[0]] * (M - s), confidence=level)[2:] for s in range(M + 1)]
    jumps = {x for pair in ends for x in pair if 0 < x < 1}
    shares = []
    for p in {*jumps, *(p + side * 1e-12 for p in jumps for side in (-1, 1))}:
        chances = [math.comb(M, s) * p**s * (1 - p) ** (M - s) for s in range(M + 1)]
        shares.append(math.fsum(chance for chance, (lo, hi) in zip(chances, ends) if lo <= p <= hi))
    return min(shares)


@pytest.mark.parametrize(("level", "least"), [(0.95, 0.9395), (0.99, 0.967)])
@cases("M", [10, 11, 30, 100], [20, 50, 200, 300])
def test_one_value_is_held_at_every_rate(M, level, least):
    """At every rate, the interval holds it with a chance above `least`. Wilson's at 95 % may fall to 84.2 %."""
    assert worst_share(M, level) > least


# Properties.


def draws_of(rng):
    """Draw two models, and the keywords of a call."""
    M, N, rate = rng.choice([1, 2, rng.randint(1, 30)]), rng.choice([1, 2, 5]), rng.choice([0, 1, rng.random()])
    A = [[int(rng.random() < rate) for _ in range(N)] for _ in range(M)]
    B = [[x if rng.random() < 0.8 else 1 - x for x in row] for row in A]
    asked = rng.choice([{}, THESE, {"clusters": [rng.randrange(1 + M // 2) for _ in range(M)]}])
    return A, B, asked


def failures(R):
    return [[1 - x for x in row] for row in R]


def mirrored(found):
    """Return the interval of the opposite difference."""
    value, se, lo, hi = found
    return -value + 0.0, se, -hi + 0.0, -lo + 0.0


@counts(13, 100)
def test_properties(count):
    """An interval contains its value, has a width, grows with the confidence, and is mirrored for swapped models."""
    rng = random.Random("properties")
    for _ in range(count):
        A, B, asked = draws_of(rng)
        levels = sorted([rng.random(), 0.5, 0.95, 0.9545, 0.999, 1 - 1e-12])
        for function in (lambda **more: confidence.avg(A, **more), lambda **more: confidence.compare(A, B, **more)):
            inner = None
            for level in levels:
                value, _, lo, hi = outer = function(**asked, confidence=level)
                assert lo <= value <= hi
                assert lo < hi, (A, B, asked)
                assert inner is None or (lo <= inner[2] and inner[3] <= hi), (A, B, asked, level)
                inner = outer
        assert confidence.compare(B, A, **asked) == mirrored(confidence.compare(A, B, **asked))
        assert confidence.compare(failures(B), failures(A), **asked) == confidence.compare(A, B, **asked)
        value, se, lo, hi = confidence.avg(A, [1, 0], **asked)
        assert confidence.avg(failures(A), **asked) == (value, se, lo, hi)
        assert confidence.avg(A, [-1, 0], **asked) == mirrored((value, se, lo, hi))


@counts(15, 40)
def test_a_question_that_is_copied_within_its_cluster_changes_nothing(count):
    rng = random.Random("copies")
    for _ in range(count):
        A, B, _ = draws_of(rng)
        M, times = len(A), rng.randint(2, 4)
        labels = rng.choice([list(range(M)), [rng.randrange(1 + M // 2) for _ in range(M)]])
        copied = [[row for row in R for _ in range(times)] for R in (A, B)]
        more = [label for label in labels for _ in range(times)]
        (value, se, lo, hi), once = confidence.avg(copied[0], clusters=more), confidence.avg(A, clusters=labels)
        if len(set(labels)) == M:  # each question is a cluster: kappa is B
            assert (value, se, lo, hi) == once
        assert (value, se) == once[:2]
        assert confidence.compare(*copied, clusters=more)[:2] == confidence.compare(A, B, clusters=labels)[:2]


@counts(15, 40)
def test_a_suite_of_one_benchmark_is_its_interval(count):
    rng = random.Random("suites")
    for _ in range(count):
        A, B, asked = draws_of(rng)
        if asked != THESE:
            labels = asked.get("clusters")
            lists = None if labels is None else [labels]
            assert confidence.suite([A], clusters=lists) == confidence.avg(A, **asked)
            assert confidence.compare_suite([A], [B], clusters=lists, weights=[7]) == confidence.compare(A, B, **asked)
