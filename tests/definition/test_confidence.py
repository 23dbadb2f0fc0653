"""Intervals about the reported value: published values and decisions, subsets one by one, and the field's errors."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from fractions import Fraction

import confidence_oracle as oracle
import pytest
from helpers import counts
from oracle import root

from scorio_lite import Tally, confidence, exact, special
from scorio_lite._confidence import CountRows, Metric, difference

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
WEAKER = [[0, 0, 1, 0, 1], [1, 1, 0, 1, 0], [0, 0, 0, 0, 0]]
GRADED = [[0, 1, 2, 2], [1, 1, 0, 2]]
ALL_SOLVED = [[1] * 5] * 4

CHECKED = [
    (("pass_at_k", R, 2), {"questions": "these"},
     (0.7666666666666667, 0.13743685418725535, 0.4318079193686352, 0.9342354040585426)),
    (("pass_at_k", R, 2), {}, (0.7666666666666667, 0.1855921454276674, 0.10202638940125187, 0.9895853991302801)),
    (("avg", R), {"questions": "these"},
     (0.5333333333333333, 0.12472191289246472, 0.30478664590927784, 0.7486959798326656)),
    (("avg", R), {}, (0.5333333333333333, 0.17638342073763938, 0.06144933512531408, 0.9522653696784996)),
    (("max_at_k", GRADED, 2), {"w": [0, 0.5, 1], "questions": "these"},
     (0.8333333333333334, 0.13176156917368248, 0.39848972851854686, 0.9741848040508426)),
    (("compare", R, WEAKER), {}, (0.2, 0.0, 0.09403921259087397, 0.3093889972906371)),
    (("pass_at_k", ALL_SOLVED, 2), {}, (1.0, 0.0, 0.2831264195178171, 1.0)),
    (("pass_at_k", ALL_SOLVED, 2), {"questions": "these"}, (1.0, 0.0, 0.7224672001371109, 1.0)),
]  # fmt: skip


@pytest.mark.parametrize("call, keywords, expected", CHECKED)
def test_checked_values(call, keywords, expected):
    name, *arguments = call
    assert getattr(confidence, name)(*arguments, **keywords) == expected
    judge = oracle.compare if name == "compare" else lambda *rest, **others: oracle.interval(name, *rest, **others)
    assert judge(*arguments, **keywords) == expected


def test_checked_quantile():
    assert special.student_t_quantile(0.975, 2) == 4.302652729749462


# Every subset, one by one.


def subsets_one_by_one(earn, row, k):
    """(x_q, y_q) of all k-subsets, and of all pairs of disjoint ones."""
    drawn = [(set(places), Fraction(earn([row[i] for i in places]))) for places in
             itertools.combinations(range(len(row)), k)]  # fmt: skip
    pairs = [a * b for (A, a), (B, b) in itertools.product(drawn, repeat=2) if not A & B]
    return sum(value for _, value in drawn) / len(drawn), sum(pairs) / len(pairs) if pairs else None


EARNS = {
    "avg": (1, {}, lambda draw: draw[0]),
    "pass_at_k": (2, {}, any),
    "pass_hat_k": (2, {}, all),
    "g_pass_at_k_tau": (3, {"tau": 0.5}, lambda draw: sum(draw) >= 2),
    "maj_at_k": (3, {}, lambda draw: sum(draw) >= 2),
    "mg_pass_at_k": (3, {}, lambda draw: Fraction(2, 3) * max(sum(draw) - 2, 0)),
    "auc_at_k": (2, {}, lambda draw: (Fraction(sum(draw), 2) + any(draw)) / 2),
    "threshold_spectrum_at_k": (2, {"weights": [0.25, 0.5]}, lambda draw: (0, 0.25, 0.75)[sum(draw)]),
    "max_at_k": (2, {"w": [1, -2, 0.5]}, lambda draw: max((1, -2, Fraction(1, 2))[outcome] for outcome in draw)),
}


@pytest.mark.parametrize("name", EARNS)
def test_spread(name):
    """exact.spread, and the oracle, from all subsets."""
    k, rest, earn = EARNS[name]
    rng = random.Random(name)
    for N in range(k, 8):
        rows = [[rng.randrange(len(rest.get("w", "01"))) for _ in range(N)] for _ in range(3)]
        pairs = [subsets_one_by_one(earn, row, k) for row in rows]
        x = sum(value for value, _ in pairs) / 3
        w = [Fraction(reward) for reward in rest.get("w", (0, 1))]
        b = (x - min(w)) * (max(w) - x)
        S = max(Fraction(0), sum(Fraction(k, N) * b if y is None else value**2 - y for value, y in pairs))
        among = Fraction(3, 2) * sum((value - x) ** 2 for value, _ in pairs)
        for questions, expected in ("these", (x, S, Fraction(k, N), b)), ("new", (x, among, 1, b)):
            k_or_none = None if name == "avg" else k
            assert exact.spread(rows, name, k_or_none, **rest, questions=questions) == expected, (rows, questions)
            assert oracle.Spread(name, rows, k, **rest, questions=questions).exact == expected, (rows, questions)


# The errors that others print.


def mean_stderr(values):
    """lm-evaluation-harness, and Inspect's stderr(): the sample's standard deviation over the root of their number."""
    M, mean = len(values), Fraction(sum(values), len(values))
    return root(sum((value - mean) ** 2 for value in values) / (M - 1) / M)


def cluster_stderr(values, labels):
    """Inspect's stderr(cluster=...): the products of all pairs of residuals of a cluster, times G/(G-1), over M^2."""
    M, mean, clusters = len(values), Fraction(sum(values), len(values)), defaultdict(list)
    for value, label in zip(values, labels):
        clusters[label].append(value - mean)
    products = sum(a * b for cluster in clusters.values() for a, b in itertools.product(cluster, repeat=2))
    return root(products * Fraction(len(clusters), len(clusters) - 1) / M**2)


@counts(30, 500)
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


def test_se_of_several_trials_is_that_of_the_means_of_questions():
    rng = random.Random("means")
    for M, N in (2, 3), (5, 4), (40, 7):
        matrix = [[rng.randint(0, 2) for _ in range(N)] for _ in range(M)]
        means = [Fraction(sum(row), N) for row in matrix]
        assert confidence.avg(matrix, [0, 1, 2])[1] == mean_stderr(means)


# Decisions.


def paired(wins, losses, both, M=164):
    """Two models with a trial a question: so many that one alone solves, and that both solve."""
    rows = [(1, 0)] * wins + [(0, 1)] * losses + [(1, 1)] * both + [(0, 0)] * (M - wins - losses - both)
    return [[a] for a, _ in rows], [[b] for _, b in rows]


@pytest.mark.parametrize("both", [0, 1, 30, 70, 110, 134])
def test_decisions_between_models(both):
    _, _, lo, hi = confidence.compare(*paired(23, 6, both))
    assert 0 < lo < hi
    _, _, lo, hi = confidence.compare(*paired(8, 6, both))
    assert lo < 0 < hi


@pytest.mark.parametrize("questions", ["these", "new"])
def test_few_solved(questions):
    value, _, lo, hi = confidence.pass_at_k([[1]] * 2 + [[0]] * 162, 1, questions=questions)
    assert value == 2 / 164
    assert 0 <= lo < value < hi < 0.06


@pytest.mark.parametrize("questions", ["these", "new"])
def test_enough_suffices(questions):
    """And one less does not, unless the data suffice already."""
    rng = random.Random("enough")
    for _ in range(8):
        M, N, rate = rng.randint(1, 40), rng.randint(2, 9), rng.random()
        matrix = [[int(rng.random() < rate) for _ in range(N)] for _ in range(M)]
        half_width = rng.choice([0.01, 0.03, 0.1, 0.3])
        size = confidence.enough(matrix, half_width, "pass_at_k", 2, questions=questions)
        _, _, lo, hi = confidence.pass_at_k(matrix, 2, questions=questions)
        if (hi - lo) / 2 <= half_width:
            assert size == (N if questions == "these" else M)
        else:
            assert size > (N if questions == "these" else M) - 1
            spread = oracle.Spread("pass_at_k", matrix, 2, questions=questions)
            assert oracle.suffices(spread, size, half_width, 0.95)
            assert not oracle.suffices(spread, size - 1, half_width, 0.95)


def test_rows_of_counts_are_a_matrix():
    """Also if N differs, where a matrix cannot be: with each row a cluster of its own, they are the ragged tally."""
    rng = random.Random(3)
    for _ in range(30):
        A, B = ([[rng.randrange(2) for _ in range(4)] for _ in range(5)] for _ in range(2))
        a, b = (CountRows((row.count(0), row.count(1)) for row in R) for R in (A, B))
        assert confidence.compare(A, B, "maj_at_k", 2) == confidence.compare(a, b, "maj_at_k", 2)
        labels = [rng.randrange(3) for _ in A]
        assert confidence.pass_at_k(A, 2, clusters=labels) == confidence.pass_at_k(a, 2, clusters=labels)
        rows = [tuple(rng.randint(1, 5) for _ in range(3)) for _ in A]
        graded = {"w": [0, 0.3, 1]}
        alone = confidence.max_at_k(CountRows(rows), 2, **graded, clusters=range(5))
        assert alone == confidence.max_at_k(Tally.from_counts(rows), 2, **graded)


METRICS_OF_MANY = (("avg", None), ("pass_at_k", 2))


@pytest.mark.parametrize("bits", [4, difference.FIRST_BITS])
def test_many_models_are_compared_as_two_are(monkeypatch, bits):
    """A side is made once; `is_above` decides by an enclosure of few bits, or where that does not tell by the end."""
    monkeypatch.setattr(difference, "FIRST_BITS", bits)
    rng, decided = random.Random(bits), []
    for (metric, k), questions, clustered in itertools.product(METRICS_OF_MANY, ("new", "these"), (False, True)):
        labels = [rng.randrange(3) for _ in range(9)] if clustered and questions == "new" else None
        models = [[[int(rng.random() < p) for _ in range(3)] for _ in range(9)] for p in (0, 0.3, 0.5, 1)]
        models.append([[1 - x for x in row] for row in models[1]])
        asked = Metric(metric, k, None, None, None)
        sides = [difference.side(R, asked, 0.5, questions, labels or range(9)) for R in models]
        for (A, a), (B, b) in itertools.product(zip(models, sides), repeat=2):
            expected = confidence.compare(A, B, metric, k, confidence=0.5, questions=questions, clusters=labels)
            assert difference.between(a, b) == expected
            assert difference.is_above(a, b) == (expected[2] > 0)
            decided.append(expected[2] > 0)
    assert {True, False} == set(decided)
