"""Check confidence and the estimates: types, and what R may be."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import copysign

import pytest
from stand_ins import Array

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
OTHER = [[0, 0, 1], [1, 1, 0], [0, 0, 0]]
OWN = {
    "avg": {},
    "pass_at_k": {"k": 2},
    "pass_hat_k": {"k": 2},
    "unanimous_at_k": {"k": 2},
    "g_pass_at_k": {"k": 2},
    "g_pass_at_k_tau": {"k": 2, "tau": 0.5},
    "mg_pass_at_k": {"k": 3},
    "maj_at_k": {"k": 3},
    "auc_at_k": {"k": 3},
    "threshold_spectrum_at_k": {"k": 2, "weights": [0.25, Fraction(1, 3)]},
    "max_at_k": {"k": 2},
}
THESE = {"questions": "these"}


def interval(name, R, **settings):
    return getattr(confidence, name)(R, **OWN[name], **settings)


# Types of R, w, weights, clusters and confidence

RAGGED, OTHERS = [[1, 0, 1], [0], [1, 1, 0, 0, 1], [1, 1]], [[0, 0], [0, 1], [1], [1, 0, 1]]


def test_ragged_matrices_of_two_models_and_of_clusters():
    a, b = Scores(RAGGED), Scores(OTHERS)
    for asked in ({}, THESE, {"clusters": "aabb"}):
        expected = confidence.compare(a, b, **asked)
        for pair in (RAGGED, OTHERS), (a, OTHERS), (RAGGED, b):
            assert confidence.compare(*pair, ragged=True, **asked) == expected
        assert confidence.ranks([RAGGED, OTHERS], ragged=True, **asked) == confidence.ranks([a, b], **asked)
    assert confidence.avg(RAGGED, ragged=True, clusters="abba") == confidence.avg(a, clusters="abba")
    assert confidence.suite([RAGGED, OTHERS], ragged=True) == confidence.suite([a, b])
    assert confidence.compare_suite([RAGGED], [OTHERS], ragged=True) == confidence.compare_suite([a], [b])
    assert confidence.enough_to_decide(RAGGED, OTHERS, ragged=True) == confidence.enough_to_decide(a, b)
    answers = [["x" if outcome else "y" for outcome in row] for row in RAGGED]
    votes = VoteTally(answers, RAGGED, ragged=True)
    assert confidence.cons_at_k(answers, RAGGED, 1, ragged=True) == confidence.cons_at_k(votes, k=1)


def test_arrays():
    numpy = pytest.importorskip("numpy")
    array, labels = numpy.array(R, numpy.uint8), numpy.array([3, 3, 4])
    for name in OWN:
        assert interval(name, array) == interval(name, R)
        assert interval(name, array, **THESE) == interval(name, R, **THESE)
        assert interval(name, array, clusters=labels) == interval(name, R, clusters=[3, 3, 4])
    assert confidence.compare(array, numpy.array(OTHER), clusters=labels) == confidence.compare(
        R, OTHER, clusters=[3, 3, 4]
    )
    assert confidence.avg(array, numpy.array([0.0, 0.1])) == confidence.avg(R, [0, 0.1])
    for function in (sl.estimate_pass_at_k, sl.estimate_pass_hat_k):
        expected = function([10, 5], [3, 5], 2)
        assert function(numpy.array([10, 5]), numpy.array([3, 5]), numpy.int64(2)) == expected
        assert (
            function(numpy.int64(10), numpy.array([3, 0]), 2)
            == function(numpy.array(10), [3, 0], 2)
            == function(10, [3, 0], 2)
        )
        assert {type(x) for x in function(numpy.array([10]), numpy.array([3]), 2)} == {float}


def test_arrays_of_curves_and_runs():
    numpy = pytest.importorskip("numpy")
    array, labels = numpy.array(R, numpy.uint8), numpy.array([3, 3, 4])
    assert (
        confidence.curve(array, numpy.array([1, 3]))
        == confidence.curve(R, (1, 3))
        == confidence.curve(map(iter, R), iter((1, 3)))
    )
    assert confidence.curve(array, clusters=labels) == confidence.curve(R, clusters=[3, 3, 4])
    assert confidence.compare_curve(array, numpy.array(OTHER)) == confidence.compare_curve(R, OTHER)
    assert confidence.homogeneous(array) == confidence.homogeneous(array.astype(float)) == confidence.homogeneous(R)
    assert confidence.between_runs(array) == confidence.between_runs(R)
    assert confidence.compare_totals(*numpy.array([3, 2, 5])) == confidence.compare_totals(3, 2, 5)
    assert confidence.ranks_of_totals(numpy.array([3, 2]), 5) == confidence.ranks_of_totals([3, 2], 5)


def test_labels():
    """Labels of clusters can be of any type: only their equality matters."""
    expected = confidence.avg(R, clusters=[0, 0, 1])
    for labels in (("a", "a", "b"), iter(["x", "x", None]), [(1, 2), (1, 2), frozenset()], [1, True, 2.5], b"aab"):
        assert confidence.avg(R, clusters=labels) == expected
    assert confidence.avg(R, clusters=[1, 2, 3]) == confidence.avg(R, clusters=range(3)) == confidence.avg(R)


def test_numbers_count_at_their_exact_value():
    for level in (Fraction(95, 100), Decimal("0.95")):
        assert confidence.avg(R, confidence=level) == confidence.avg(R, confidence=Fraction(19, 20))
    assert confidence.enough(R, Decimal("0.1")) == confidence.enough(R, Fraction(1, 10))
    spectrum = {"metric": "threshold_spectrum_at_k", "k": 2}
    for function, models in ((confidence.compare, (R, OTHER)), (confidence.enough, (R, 0.1))):
        assert function(*models, **spectrum, weights=iter([0.5, 0.25])) == function(
            *models, **spectrum, weights=[0.5, 0.25]
        )
        assert function(*models, w=iter([0, 2])) == function(*models, w=[0, 2])


def test_half_of_the_range_is_always_met():
    assert confidence.enough(R, 3.5, w=[-3, 4]) == 3
    for rows in (R, [[1] * 5] * 4, [[0] * 5] * 4, [[0, 1]]):
        assert confidence.enough(rows, 0.5) == len(rows)
        assert confidence.enough(rows, 0.5, **THESE) == len(rows[0])


# Pass@k and Pass^k of each problem

ESTIMATES = {"estimate_pass_at_k": sl.pass_at_k, "estimate_pass_hat_k": sl.pass_hat_k}
estimates = pytest.mark.parametrize("name", ESTIMATES)


@estimates
def test_estimates_are_those_of_each_problem(name):
    estimate, metric = getattr(sl, name), ESTIMATES[name]
    for n in (1, 2, 7, 200, 10_000):
        for k in {1, 2, n // 2, n - n // 3, n} & {*range(1, n + 1)}:
            correct = range(0, n + 1, 1 + n // 10)
            expected = [metric(Tally.from_counts([(n - c, c)]), k) for c in correct]
            found = estimate(n, correct, k)
            assert found == estimate([n] * len(correct), list(correct), k) == expected
            assert {(type(x), copysign(1, x)) for x in found} == {(float, 1)}
    different = [(10, 3), (5, 0), (200, 199), (2, 1)]
    expected = [metric([[1] * c + [0] * (n - c)], 2) for n, c in different]
    assert estimate((n for n, _ in different), (c for _, c in different), 2) == expected
    assert estimate(10**12, [10**11], 3) == [metric(Tally.from_counts([(9 * 10**11, 10**11)]), 3)]
    assert estimate(10, [], 2) == estimate([], [], 2) == []
    assert estimate(Array([10, 5], (2,)), Array([3, 5], (2,)), 2) == estimate([10, 5], [3, 5], 2)
    assert estimate([10, 5], [Array(3, ()), Array(5, ())], Array(2, ())) == estimate([10, 5], [3, 5], 2)
