"""Check confidence, exact.spread and the estimates: types, what R may be, and errors."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import copysign, inf, nan

import pytest
from helpers import refused_with as refused
from stand_ins import Array

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, exact

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
OTHER = [[0, 0, 1], [1, 1, 0], [0, 0, 0]]
THIRD = Fraction(1, 3)
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
    "threshold_spectrum_at_k": {"k": 2, "weights": [0.25, THIRD]},
    "max_at_k": {"k": 2},
}
THESE = {"questions": "these"}
questions = pytest.mark.parametrize("questions", ["new", "these"])


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
    assert confidence.compare(array, numpy.array(OTHER), clusters=labels) == confidence.compare(R, OTHER, clusters=[3, 3, 4])
    assert confidence.avg(array, numpy.array([0.0, 0.1])) == confidence.avg(R, [0, 0.1])
    for function in (sl.estimate_pass_at_k, sl.estimate_pass_hat_k):
        expected = function([10, 5], [3, 5], 2)
        assert function(numpy.array([10, 5]), numpy.array([3, 5]), numpy.int64(2)) == expected
        assert function(numpy.int64(10), numpy.array([3, 0]), 2) == function(numpy.array(10), [3, 0], 2) == function(10, [3, 0], 2)
        assert {type(x) for x in function(numpy.array([10]), numpy.array([3]), 2)} == {float}


def test_arrays_of_curves_and_runs():
    numpy = pytest.importorskip("numpy")
    array, labels = numpy.array(R, numpy.uint8), numpy.array([3, 3, 4])
    assert confidence.curve(array, numpy.array([1, 3])) == confidence.curve(R, (1, 3)) == confidence.curve(map(iter, R), iter((1, 3)))
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
    for function, models in ((confidence.compare, (R, OTHER)), (confidence.enough, (R, 0.1)), (exact.spread, (R,))):
        assert function(*models, **spectrum, weights=iter([0.5, 0.25])) == function(*models, **spectrum, weights=[0.5, 0.25])
        assert function(*models, w=iter([0, 2])) == function(*models, w=[0, 2])


# Errors

BY_NAME = {
    "compare": lambda *own, **more: confidence.compare(R, OTHER, *own, **more),
    "spread": lambda *own, **more: exact.spread(R, *own, **more),
    "enough": lambda *own, **more: confidence.enough(R, 0.1, *own, **more),
}
CALLS = {
    "avg": lambda **more: confidence.avg(R, **more),
    "maj_at_k": lambda **more: confidence.maj_at_k(R, 3, **more),
    "max_at_k": lambda **more: confidence.max_at_k(R, 3, [0, 2], **more),
    **BY_NAME,
}
calls = pytest.mark.parametrize("name", CALLS)


@calls
def test_questions_and_confidence(name):
    for value, got in (("old", "'old'"), ("New", "'New'"), (None, "None"), (["new"], "a list"), (0, "0")):
        for settings in ({}, {"clusters": [1, 2, 3]}) if name != "enough" else ({},):
            refused(f"questions must be 'new' or 'these'; got {got}", CALLS[name], questions=value, **settings)
    for value in (0, 1.0, 1.5, "0.9", None, nan, Fraction(7, 7)) if name != "spread" else ():
        refused(r"confidence must be in \(0,1\); got .*", CALLS[name], confidence=value)


@pytest.mark.parametrize("name", [name for name in CALLS if name != "enough"])
def test_clusters(name):
    for labels in ([1, 2], (1, 2, 3, 4), []):
        words = f"clusters must have one label for each row of R; R has 3, clusters {len(labels)}"
        refused(words, CALLS[name], clusters=labels)
    for labels, got in ((5, "5"), ({"a": 1, "b": 2, "c": 3}, "a dict")):
        words = f"clusters must be a sequence of labels, one for each row of R; got {got}"
        refused(words, CALLS[name], clusters=labels)
    for label, got in (([2], "a list"), ({}, "a dict"), ((1, [2]), "a tuple"), (nan, "nan")):
        words = rf"clusters must be hashable labels that are equal to themselves; got {got} at clusters\[1\]"
        refused(words, CALLS[name], clusters=[1, label, 3])
    refused("clusters must not be given for questions='these'.*", CALLS[name], clusters=[1, 2, 3], questions="these")


def test_which_row_is_which():
    lost = "R must be a matrix where clusters are given: a tally has lost which row is which"
    refused(lost, confidence.pass_at_k, Tally(R), 2, clusters=[1, 2, 3])
    refused(lost, exact.spread, Tally(R), clusters=[1, 2, 3])
    paired = "must be a matrix for new questions: questions are paired row by row, and a tally has lost which is which; .*"
    for clusters in (None, [1, 2, 3]):
        refused(f"R_a {paired}", confidence.compare, Tally(R), R, clusters=clusters)
        refused(f"R_b {paired}", confidence.compare, R, Tally(R), clusters=clusters)
    others = "R_a and R_b must have the same questions; R_a has 3, R_b has 2"
    for settings in ({}, THESE, {"clusters": [1, 1, 2]}):
        refused(others, confidence.compare, R, OTHER[:2], **settings)
    refused(others, confidence.compare, Tally(R), Tally(OTHER[:2]), **THESE)


@pytest.mark.parametrize("name", [name for name in OWN if name != "avg"])
@questions
def test_k(name, questions):
    rest = {**OWN[name], "questions": questions}
    del rest["k"]
    functions = [
        lambda R, k: getattr(confidence, name)(R, k, **rest),
        lambda R, k: confidence.compare(R, R, name, k, **rest),
        lambda R, k: confidence.enough(R, 0.1, name, k, **rest),
        lambda R, k: exact.spread(R, name, k, **rest),
    ]
    words, beyond = r"k must satisfy 1 <= k <= N \(N=", "; Pass@k for k > N: confidence.beyond"
    ragged = Tally([[0, 1], [1, 0, 0, 1, 1], [1]], ragged=True)
    fewer = r"1\); got k=3; 2 of 3 questions have fewer, such as one with the class counts \(0, 1\)"
    for function in functions:
        refused(words + r"5\); got k=0", function, R, 0)
        refused(words + r"5\); got k=6" + beyond, function, R, 6)
        refused("k must be an integer; got 1.5", function, R, 1.5)
        if function is not functions[1]:
            refused(words + fewer, function, ragged, 3)
    rest.update({"weights": [0.25] * 4} if "weights" in rest else {})
    for models in ((R, OTHER), (OTHER, R)):
        refused(words + r"3\); got k=4" + beyond, confidence.compare, *models, name, 4, **rest)


def test_half_width():
    """A half width above half the range of the metric, which is always met, is refused."""
    for value, got in ((0, "0"), (-0.25, "-0.25"), (0.51, "0.51"), (THIRD + THIRD, r"Fraction\(2, 3\)")):
        for settings in ({}, THESE, {"metric": "maj_at_k", "k": 3}, {"w": [1, 2]}):
            words = rf"half_width must be in \(0, 0.5\], half the range of the metric; got {got}"
            refused(words, confidence.enough, R, value, **settings)
    refused(r"half_width must be in \(0, 3.5\], .*; got 3.6", lambda: confidence.enough(R, 3.6, w=[-3, 4]))
    for value in ("a", None, nan, inf, 1j, [0.1]):
        refused("half_width must be a positive number; got .*", confidence.enough, R, value)
    assert confidence.enough(R, 3.5, w=[-3, 4]) == 3
    for rows in (R, [[1] * 5] * 4, [[0] * 5] * 4, [[0, 1]]):
        assert confidence.enough(rows, 0.5) == len(rows)
        assert confidence.enough(rows, 0.5, **THESE) == len(rows[0])


@pytest.mark.parametrize("call", BY_NAME.values(), ids=BY_NAME)
def test_a_metric_by_its_name(call):
    for metric, got in (
        ("bayes", "'bayes'"),
        ("pass_at_k_ci", "'pass_at_k_ci'"),
        ("", "''"),
        (3, "3"),
        (None, "None"),
        (["avg"], "a list"),
        ({}, "a dict"),
    ):
        with pytest.raises(ValueError, match=r"^metric must be one of .*; got ") as raised:
            call(metric)
        listed, _, came = str(raised.value)[len("metric must be one of ") :].partition("; got ")
        assert sorted(listed.split(", ")) == sorted([*OWN, "best_of_k", "cons_at_k"])
        assert came == got
    for name, own in OWN.items():
        for missing in own:
            refused(f"{missing} must be given for {name}", call, name, **{**own, missing: None})
        takes = {*own, *(["w"] if name in ("avg", "max_at_k") else [])}
        for other, value in (("k", 2), ("tau", 0.5), ("weights", [0.5, 0.5]), ("w", [0, 1])):
            if other not in takes:
                refused(f"{other} must not be given for {name}", call, name, **{**own, other: value})
    refused(r"tau must be in \[0, 1\]; got 1.5", call, "g_pass_at_k_tau", k=2, tau=1.5)
    refused("weights must be a length-2 sequence; its length is 1", call, "threshold_spectrum_at_k", k=2, weights=[1])
    refused(r"w must be numeric; got 'a' at w\[1\]", call, w=[0, "a"])


OF_R = (
    ("R", lambda R, **asked: confidence.avg(R, **asked)),
    ("R", lambda R, **asked: confidence.pass_at_k(R, 1, **asked)),
    ("R", lambda R, **asked: confidence.max_at_k(R, 1, **asked)),
    ("R", lambda R, **asked: confidence.enough(R, 0.1, **asked)),
    ("R", lambda R, **asked: exact.spread(R, **asked)),
    ("R", lambda R, **asked: confidence.avg(R, **(asked if asked == THESE else {"clusters": [1]}))),
    ("R_a", lambda R, **asked: confidence.compare(R, [[0, 1]], **asked)),
    ("R_b", lambda R, **asked: confidence.compare([[0, 1]], R, **asked)),
)


@questions
def test_outcomes(questions):
    """Errors in outcomes name the row, the column and the model, as for the metrics."""
    for name, function in OF_R:
        for rows, words in (
            ([], " must have at least one question .*; it has no rows"),
            ([[]], " must have at least one question .*; row 0 is empty"),
            (5, " must be a 1-D or 2-D outcome matrix .*; got 5"),
            ([[0, 1], [1]], r" must be rectangular: row 1 has length 1, row 0 has 2.*"),
        ):
            refused(name + words, function, rows, questions=questions)
        for outcome in (2, -1, 0.5, "1", None):
            words = rf"Entries of {name} must be integers in \[0, 1\].*; got .* at {name}\[0\]\[1\] \(row 0, column 1\)(; .*)?"
            refused(words, function, [[0, outcome]], questions=questions)
    words = r"Entries of R_b must be integers in \[0, 2\], one for each of the 3 weights in w; got 3 .*"
    refused(words, confidence.compare, [[0, 2]], [[0, 3]], w=[0, 0.5, 1], questions=questions)


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
