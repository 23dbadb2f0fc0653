"""confidence, exact.spread and the estimates: signatures, types, what R may be, and errors."""

from __future__ import annotations

import copy
import inspect
import itertools
from decimal import Decimal
from fractions import Fraction
from math import copysign

import pytest
from helpers import refused_with as refused
from stand_ins import Array

import scorio_lite as sl
from scorio_lite import Tally, confidence, exact

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
OTHER = [[0, 0, 1], [1, 1, 0], [0, 0, 0]]
THIRD = Fraction(1, 3)
ARGUMENTS = {
    "avg": (), "pass_at_k": (2,), "pass_hat_k": (2,), "unanimous_at_k": (2,), "g_pass_at_k": (2,),
    "g_pass_at_k_tau": (2, 0.5), "mg_pass_at_k": (3,), "maj_at_k": (3,), "auc_at_k": (3,),
    "threshold_spectrum_at_k": (2, [0.25, THIRD]), "max_at_k": (2,),
}
KEYWORDS = {name: dict(zip(["k", "tau" if "tau" in name else "weights"], arguments)) for name, arguments in ARGUMENTS.items()}
PAIRED = {"confidence": 0.95, "questions": "new", "clusters": None, "ragged": False, "anytime": False}
SETTINGS = {**PAIRED, "of": None}

intervals = pytest.mark.parametrize("name", ARGUMENTS)
questions = pytest.mark.parametrize("questions", ["new", "these"])


def interval(name, R, **settings):
    return getattr(confidence, name)(R, *ARGUMENTS[name], **settings)


def keyword_only(function):
    parameters = inspect.signature(function).parameters.values()
    return {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}


# Names, signatures, types


def test_names():
    others = ["beyond", "compare", "compare_suite", "cons_at_k", "enough", "enough_to_decide", "evidence", "ranks"]
    others += ["suite"]
    assert sorted([*ARGUMENTS, *others]) == confidence.__all__
    assert confidence.unanimous_at_k is confidence.g_pass_at_k is confidence.pass_hat_k


@intervals
def test_signatures(name):
    """The metric's own, and what an interval has beside them, by keyword alone."""
    parameters = inspect.signature(getattr(confidence, name)).parameters
    own = inspect.signature(getattr(sl, name)).parameters
    assert list(parameters) == [*own, *SETTINGS]
    assert [parameters[one].default for one in own] == [one.default for one in own.values()]
    assert keyword_only(getattr(confidence, name)) == SETTINGS


def test_signatures_of_two_models_and_of_plans():
    own = {"w": None, "tau": None, "weights": None}
    parameters = inspect.signature(confidence.compare).parameters
    assert [str(parameters[name].default) for name in ("metric", "k")] == ["avg", "None"]
    assert list(parameters) == ["R_a", "R_b", "metric", "k", *own, *PAIRED]
    assert keyword_only(confidence.compare) == keyword_only(confidence.ranks) == {**own, **PAIRED}
    assert list(inspect.signature(confidence.enough).parameters)[:4] == ["R", "half_width", "metric", "k"]
    assert keyword_only(confidence.enough) == {**own, "confidence": 0.95, "questions": "new", "ragged": False}
    assert keyword_only(exact.spread) == {**own, "questions": "new", "clusters": None, "ragged": False}
    assert keyword_only(exact.evidence) == keyword_only(confidence.evidence) == {**own, "questions": "new", "ragged": False}


@intervals
@questions
@pytest.mark.parametrize("rows", [R, [[0, 0, 0]], [[1, 1, 1]] * 3, [[0, 0, 0], [1, 1, 1]]])
def test_types(name, questions, rows):
    """Tuples of floats, none of them -0.0, in their order, and within the range of the metric."""
    flipped = [[1 - outcome for outcome in row] for row in rows]
    own = KEYWORDS[name]
    pairs = [confidence.compare(rows, other, name, **own, questions=questions) for other in (rows, flipped)]
    results = [interval(name, rows, questions=questions), *pairs]
    for low, result in zip((0, -1, -1), results):
        value, se, lo, hi = result
        assert isinstance(result, tuple)
        assert {type(x) for x in result} == {float}
        assert all(copysign(1, x) == 1 for x in result if x == 0)
        assert se >= 0
        assert low <= lo <= value <= hi <= 1
    assert results[0][0] == getattr(sl, name)(rows, *ARGUMENTS[name]) or name == "avg"
    spread = exact.spread(rows, name, **KEYWORDS[name], questions=questions)
    assert type(spread) is tuple
    assert {type(x) for x in spread} == {Fraction}
    assert float(spread[0]) == results[0][0]
    number = confidence.enough(rows, 0.2, name, **KEYWORDS[name], questions=questions)
    assert type(number) is int
    assert number >= (len(rows[0]) if questions == "these" else len(rows))


@questions
def test_rewards_that_are_all_the_same(questions):
    assert confidence.avg(OTHER, [THIRD, THIRD], questions=questions) == (1 / 3, 0.0, 1 / 3, 1 / 3)
    assert confidence.compare(OTHER, OTHER, w=[-2, -2], questions=questions) == (0.0, 0.0, 0.0, 0.0)


# What R, k, w, tau, weights, clusters and confidence may be


def forms(rows):
    yield [tuple(row) for row in rows]
    yield tuple(map(bytes, rows))
    yield map(iter, rows)
    yield (row for row in rows)
    yield [[float(outcome) for outcome in row] for row in rows]


@intervals
def test_what_holds_rows(name):
    for questions, clusters in (("new", None), ("these", None), ("new", "aab")):
        settings = {"questions": questions, "clusters": clusters and list(clusters)}
        expected = interval(name, R, **settings)
        compared = confidence.compare(R, OTHER, name, **KEYWORDS[name], **settings)
        spread = exact.spread(R, name, **KEYWORDS[name], **settings)
        for one, again, third, other in zip(forms(R), forms(R), forms(R), forms(OTHER)):
            assert interval(name, one, **settings) == expected
            assert confidence.compare(again, other, name, **KEYWORDS[name], **settings) == compared
            assert exact.spread(third, name, **KEYWORDS[name], **settings) == spread


@intervals
def test_tallies(name):
    """In place of rows, but where it matters which row is which; prior outcomes count for nothing."""
    for settings in ({}, {"questions": "these"}):
        for tally in (Tally(R), Tally(R[1:]) + Tally(R[:1]), Tally(R, [[1], [0], [1]])):
            assert interval(name, tally, **settings) == interval(name, R, **settings)
            own = KEYWORDS[name]
            assert confidence.enough(tally, 0.1, name, **own, **settings) == confidence.enough(R, 0.1, name, **own, **settings)
    pairs = itertools.product((R, Tally(R)), (OTHER, Tally(OTHER)))
    assert len({confidence.compare(a, b, name, **KEYWORDS[name], questions="these") for a, b in pairs}) == 1
    ragged = Tally([[0, 1, 1], [1, 0, 0, 1, 1]], ragged=True)
    for settings in ({}, {"questions": "these"}):
        value, _, lo, hi = interval(name, ragged, **settings)
        assert 0 <= lo < value < hi <= 1
    assert confidence.compare(ragged, ragged, name, **KEYWORDS[name], questions="these")[0] == 0


def test_arrays():
    numpy = pytest.importorskip("numpy")
    array, labels = numpy.array(R, numpy.uint8), numpy.array([3, 3, 4])
    for name in ARGUMENTS:
        assert interval(name, array) == interval(name, R)
        assert interval(name, array, questions="these") == interval(name, R, questions="these")
        assert interval(name, array, clusters=labels) == interval(name, R, clusters=[3, 3, 4])
    assert confidence.compare(array, numpy.array(OTHER), clusters=labels) == confidence.compare(R, OTHER, clusters=[3, 3, 4])
    assert confidence.avg(array, numpy.array([0.0, 0.1])) == confidence.avg(R, [0, 0.1])
    for function in (sl.estimate_pass_at_k, sl.estimate_pass_hat_k):
        expected = function([10, 5], [3, 5], 2)
        assert function(numpy.array([10, 5]), numpy.array([3, 5]), numpy.int64(2)) == expected
        assert function(numpy.int64(10), numpy.array([3, 0]), 2) == function(numpy.array(10), [3, 0], 2) == function(10, [3, 0], 2)
        assert {type(x) for x in function(numpy.array([10]), numpy.array([3]), 2)} == {float}


@intervals
def test_arguments_are_left_as_they_are(name):
    rows, other, labels = copy.deepcopy(R), copy.deepcopy(OTHER), ["a", "b", "a"]
    own = copy.deepcopy(KEYWORDS[name])
    interval(name, rows)
    interval(name, rows, clusters=labels)
    interval(name, rows, questions="these")
    confidence.compare(rows, other, name, **own, clusters=labels)
    confidence.enough(rows, 0.1, name, **own)
    exact.spread(rows, name, **own, clusters=labels)
    assert (rows, other, labels, own) == (R, OTHER, ["a", "b", "a"], KEYWORDS[name])


def test_labels():
    """Only which of them are equal matters."""
    expected = confidence.avg(R, clusters=[0, 0, 1])
    for labels in (("a", "a", "b"), iter(["x", "x", None]), [(1, 2), (1, 2), frozenset()], [1, True, 2.5], b"aab"):
        assert confidence.avg(R, clusters=labels) == expected
    assert confidence.avg(R, clusters=[1, 2, 3]) == confidence.avg(R, clusters=range(3)) == confidence.avg(R)


def test_numbers_count_at_their_exact_value():
    for level in (Fraction(95, 100), Decimal("0.95")):
        assert confidence.avg(R, confidence=level) == confidence.avg(R, confidence=Fraction(19, 20))
    assert confidence.enough(R, Decimal("0.1")) == confidence.enough(R, Fraction(1, 10))
    assert confidence.avg(R, (0, THIRD)) == confidence.avg(R, iter([0, THIRD]))
    spectrum = {"metric": "threshold_spectrum_at_k", "k": 2}
    for function, models in ((confidence.compare, (R, OTHER)), (confidence.enough, (R, 0.1)), (exact.spread, (R,))):
        assert function(*models, **spectrum, weights=iter([0.5, 0.25])) == function(*models, **spectrum, weights=[0.5, 0.25])
        assert function(*models, w=iter([0, 2])) == function(*models, w=[0, 2])


# Errors


CALLS = {
    "avg": lambda **settings: confidence.avg(R, **settings),
    "maj_at_k": lambda **settings: confidence.maj_at_k(R, 3, **settings),
    "max_at_k": lambda **settings: confidence.max_at_k(R, 3, [0, 2], **settings),
    "compare": lambda **settings: confidence.compare(R, OTHER, **settings),
    "spread": lambda **settings: exact.spread(R, **settings),
}
calls = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


@calls
@pytest.mark.parametrize("value, got", [("old", "'old'"), ("New", "'New'"), (None, "None"), (["new"], "a list"), (0, "0")])
def test_questions(call, value, got):
    for settings in ({}, {"clusters": [1, 2, 3]}):
        refused(f"questions must be 'new' or 'these'; got {got}", call, questions=value, **settings)
    refused(f"questions must be 'new' or 'these'; got {got}", lambda: confidence.enough(R, 0.1, questions=value))


@calls
def test_clusters(call):
    for labels in ([1, 2], (1, 2, 3, 4), []):
        words = f"clusters must have one label for each row of R; R has 3, clusters {len(labels)}"
        refused(words, call, clusters=labels)
    for labels, got in ((5, "5"), ({"a": 1, "b": 2, "c": 3}, "a dict")):
        words = f"clusters must be a sequence of labels, one for each row of R; got {got}"
        refused(words, call, clusters=labels)
    for label, got in (([2], "a list"), ({}, "a dict"), ((1, [2]), "a tuple")):
        words = rf"clusters must be hashable labels that are equal to themselves; got {got} at clusters\[1\]"
        refused(words, call, clusters=[1, label, 3])
    refused("clusters must not be given for questions='these'.*", lambda: call(clusters=[1, 2, 3], questions="these"))


LOST = "R must be a matrix where clusters are given: a tally has lost which row is which"
PAIRED_ROWS = "must be a matrix for new questions: questions are paired row by row, and a tally has lost which is which; .*"
OTHER_QUESTIONS = "R_a and R_b must have the same questions; R_a has 3, R_b has 2"


def test_which_row_is_which():
    refused(LOST, confidence.pass_at_k, Tally(R), 2, clusters=[1, 2, 3])
    refused(LOST, exact.spread, Tally(R), clusters=[1, 2, 3])
    for clusters in (None, [1, 2, 3]):
        refused(f"R_a {PAIRED_ROWS}", confidence.compare, Tally(R), R, clusters=clusters)
        refused(f"R_b {PAIRED_ROWS}", confidence.compare, R, Tally(R), clusters=clusters)
    for settings in ({}, {"questions": "these"}, {"clusters": [1, 1, 2]}):
        refused(OTHER_QUESTIONS, confidence.compare, R, OTHER[:2], **settings)
    refused(OTHER_QUESTIONS, confidence.compare, Tally(R), Tally(OTHER[:2]), questions="these")


@pytest.mark.parametrize("name", [name for name in ARGUMENTS if name != "avg"])
@questions
def test_k(name, questions):
    own = {one: value for one, value in KEYWORDS[name].items() if one != "k"}
    rest = {**own, "questions": questions}
    functions = [
        lambda R, k: getattr(confidence, name)(R, k, **rest),
        lambda R, k: confidence.compare(R, R, name, k, **rest),
        lambda R, k: confidence.enough(R, 0.1, name, k, **rest),
        lambda R, k: exact.spread(R, name, k, **rest),
    ]
    words, beyond = r"k must satisfy 1 <= k <= N \(N=", "; Pass@k for k > N: confidence.beyond"
    for function in functions:
        refused(words + r"5\); got k=0", function, R, 0)
        refused(words + r"5\); got k=6" + beyond, function, R, 6)
        refused("k must be an integer; got 1.5", function, R, 1.5)
        refused("k must be an integer; got '2'", function, R, "2")
    rest.update({"weights": [0.25] * 4} if "weights" in rest else {})
    for models in ((R, OTHER), (OTHER, R)):
        refused(words + r"3\); got k=4" + beyond, confidence.compare, *models, name, 4, **rest)
    rest.update(own)
    ragged = Tally([[0, 1], [1, 0, 0, 1, 1], [1]], ragged=True)
    fewer = r"1\); got k=3; 2 of 3 questions have fewer, such as one with the class counts \(0, 1\)"
    for function in (functions[0], *functions[2:]):
        refused(words + fewer, function, ragged, 3)


@pytest.mark.parametrize("value, got", [(0, "0"), (-0.25, "-0.25"), (0.51, "0.51"), (THIRD + THIRD, r"Fraction\(2, 3\)")])
def test_half_width(value, got):
    """Half the range of the metric at the most."""
    for settings in ({}, {"questions": "these"}, {"metric": "maj_at_k", "k": 3}, {"w": [1, 2]}):
        words = rf"half_width must be in \(0, 0.5\], half the range of the metric; got {got}"
        refused(words, confidence.enough, R, value, **settings)


def test_half_width_of_rewards():
    assert confidence.enough(R, 3.5, w=[-3, 4]) == 3
    refused(r"half_width must be in \(0, 3.5\], .*; got 3.6", lambda: confidence.enough(R, 3.6, w=[-3, 4]))
    for value in ("a", None, float("nan"), float("inf"), 1j, [0.1]):
        refused("half_width must be a positive number; got .*", confidence.enough, R, value)


@questions
@pytest.mark.parametrize("rows", [R, [[1] * 5] * 4, [[0] * 5] * 4, [[0, 1]]])
def test_half_of_the_range_is_always_met(questions, rows):
    assert confidence.enough(rows, 0.5, questions=questions) == (len(rows[0]) if questions == "these" else len(rows))


OF_METRICS = {
    "compare": lambda *arguments, **own: confidence.compare(R, OTHER, *arguments, **own),
    "enough": lambda *arguments, **own: confidence.enough(R, 0.1, *arguments, **own),
    "spread": lambda *arguments, **own: exact.spread(R, *arguments, **own),
}


@pytest.mark.parametrize("call", OF_METRICS.values(), ids=OF_METRICS)
def test_a_metric_by_its_name(call):
    for metric, got in (("bayes", "'bayes'"), ("pass_at_k_ci", "'pass_at_k_ci'"), ("", "''"), (3, "3"), (None, "None"),
                        (["avg"], "a list"), ({}, "a dict")):  # fmt: skip
        with pytest.raises(ValueError, match=r"^metric must be one of .*; got ") as raised:
            call(metric)
        listed, _, came = str(raised.value)[len("metric must be one of ") :].partition("; got ")
        assert sorted(listed.split(", ")) == sorted([*ARGUMENTS, "cons_at_k"])
        assert came == got
    for name, arguments in KEYWORDS.items():
        for missing in arguments:
            rest = {one: value for one, value in arguments.items() if one != missing}
            refused(f"{missing} must be given for {name}", call, name, **rest)
        takes = {*arguments, *(["w"] if name in ("avg", "max_at_k") else [])}
        for other, value in (("k", 2), ("tau", 0.5), ("weights", [0.5, 0.5]), ("w", [0, 1])):
            if other not in takes:
                own = {**arguments, other: value}
                refused(f"{other} must not be given for {name}", call, name, **own)


def test_what_a_metric_takes():
    tau = {"metric": "g_pass_at_k_tau", "k": 2}
    spectrum = {"metric": "threshold_spectrum_at_k", "k": 2}
    for call in OF_METRICS.values():
        refused(r"tau must be in \[0, 1\]; got 1.5", call, **tau, tau=1.5)
        refused("weights must be a length-2 sequence; its length is 1", call, **spectrum, weights=[1])
        refused(r"w must be numeric; got 'a' at w\[1\]", call, w=[0, "a"])


@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0, 1.5, -1, "0.9", None, float("nan"), Fraction(7, 7)])
def test_confidence(value):
    for name, call in CALLS.items():
        if name != "spread":
            refused(r"confidence must be in \(0,1\); got .*", call, confidence=value)
    refused(r"confidence must be in \(0,1\); got .*", lambda: confidence.enough(R, 0.1, confidence=value))


BAD_ROWS = [
    ([], " must have at least one question .*; it has no rows"),
    ([[]], " must have at least one question .*; row 0 is empty"),
    (5, " must be a 1-D or 2-D outcome matrix .*; got 5"),
    ([[0, 1], [1]], r" must be rectangular: row 1 has length 1, row 0 has 2.*"),
]
BAD_OUTCOMES = [2, -1, 0.5, "1", None]


@questions
def test_outcomes(questions):
    """As for the metrics, by the name of the model."""
    functions = [
        ("R", lambda R: confidence.avg(R, questions=questions)),
        ("R", lambda R: confidence.pass_at_k(R, 1, questions=questions)),
        ("R", lambda R: confidence.max_at_k(R, 1, questions=questions)),
        ("R", lambda R: confidence.enough(R, 0.1, questions=questions)),
        ("R", lambda R: exact.spread(R, questions=questions)),
        ("R_a", lambda R: confidence.compare(R, [[0, 1]], questions=questions)),
        ("R_b", lambda R: confidence.compare([[0, 1]], R, questions=questions)),
    ]
    if questions == "new":
        functions.append(("R", lambda R: confidence.avg(R, clusters=[1])))
    for name, function in functions:
        for rows, words in BAD_ROWS:
            refused(name + words, function, rows)
        for outcome in BAD_OUTCOMES:
            words = rf"Entries of {name} must be integers in \[0, 1\].*; got .* at {name}\[0\]\[1\] \(row 0, column 1\)(; .*)?"
            refused(words, function, [[0, outcome]])


def test_classes_without_a_weight():
    words = r"Entries of R_b must be integers in \[0, 2\], one for each of the 3 weights in w; got 3 .*"
    refused(words, lambda: confidence.compare([[0, 2]], [[0, 3]], w=[0, 0.5, 1]))


# Pass@k and Pass^k of each problem


ESTIMATES = {"estimate_pass_at_k": sl.pass_at_k, "estimate_pass_hat_k": sl.pass_hat_k}
estimates = pytest.mark.parametrize("name", ESTIMATES)


@estimates
def test_estimates_are_those_of_each_problem(name):
    estimate, metric = getattr(sl, name), ESTIMATES[name]
    assert list(inspect.signature(estimate).parameters) == ["num_samples", "num_correct", "k"]
    for n in (1, 2, 7, 200):
        for k in {1, 2, n // 2, n} & {*range(1, n + 1)}:
            correct = range(0, n + 1, 1 + n // 10)
            expected = [metric([[1] * c + [0] * (n - c)], k) for c in correct]
            assert estimate(n, correct, k) == estimate([n] * len(correct), list(correct), k) == expected
            assert {type(x) for x in estimate(n, correct, k)} == {float}
            assert all(copysign(1, x) == 1 for x in estimate(n, correct, k))
    different = [(10, 3), (5, 0), (200, 199), (2, 1)]
    expected = [metric([[1] * c + [0] * (n - c)], 2) for n, c in different]
    assert estimate((n for n, _ in different), (c for _, c in different), 2) == expected
    assert estimate(10, [], 2) == estimate([], [], 2) == []


@estimates
def test_estimates_take_arrays(name):
    estimate = getattr(sl, name)
    expected = estimate([10, 5], [3, 5], 2)
    assert estimate(Array([10, 5], (2,)), Array([3, 5], (2,)), 2) == expected
    assert estimate([10, 5], [Array(3, ()), Array(5, ())], Array(2, ())) == expected


@estimates
@pytest.mark.parametrize("samples, correct, k, words", [
    ([10, 3, 2], [3, 0, 1], 4, r"k must satisfy 1 <= k <= N \(N=3 for problem 1\); got k=4"),
    (3, [3, 0, 1], 4, r"k must satisfy 1 <= k <= N \(N=3 for problem 0\); got k=4"),
    ([1, 0], [0, 0], 1, r"k must satisfy 1 <= k <= N \(N=0 for problem 1\); got k=1"),
    (10, [3, 0], 0, "k must be >= 1; got k=0"),
    (10, [3, 0], 2.0, "k must be an integer; got 2.0"),
    (10, [3, 11], 2, r"num_correct\[1\] must be in \[0, 10\], its number of samples; got 11"),
    ([10, 4], [3, 5], 2, r"num_correct\[1\] must be in \[0, 4\], its number of samples; got 5"),
    (10, [-1], 2, r"num_correct\[0\] must be in \[0, 10\], its number of samples; got -1"),
    ([10], [3, 0], 2, "num_samples must have one number for each of 2 problems; it has 1"),
    ([10, 10], [3], 2, "num_samples must have one number for each of 1 problems; it has 2"),
    (10, 3, 2, "num_correct must be a sequence of integers, one for each problem; got 3"),
    (10, "33", 2, "num_correct must be a sequence of integers, one for each problem; got '33'"),
    (10, [3.0], 2, r"num_correct\[0\] must be an integer; got 3.0"),
    (10, [True], 2, r"num_correct\[0\] must be an integer; got True"),
    ([10, None], [3, 3], 2, r"num_samples\[1\] must be an integer; got None"),
    (10.0, [3], 2, "num_samples must be an integer, or a sequence of one for each problem; got 10.0"),
    ([-3], [0], 1, r"num_samples\[0\] must be >= 0; got -3"),
])  # fmt: skip
def test_errors_of_estimates(name, samples, correct, k, words):
    refused(words, lambda: getattr(sl, name)(samples, correct, k))


@estimates
def test_estimates_that_take_too_long(name):
    assert getattr(sl, name)(10**12, [10**11], 3) == [ESTIMATES[name](Tally.from_counts([(9 * 10**11, 10**11)]), 3)]
    refused("k is beyond the limit: .*", lambda: getattr(sl, name)(10**9, [10**8], 10**8))


# Boards, suites and plans


ONE = [[1], [0], [1]]
OTHER_ONE = [[0], [0], [1]]


@pytest.mark.parametrize("words, call", [
    (r"models must be a sequence, with an R for each model; got 5", lambda: confidence.ranks(5)),
    (r"models must be a sequence, with an R for each model; got a Tally", lambda: confidence.ranks(Tally(ONE))),
    (r"models must have at least two models to compare; got 1", lambda: confidence.ranks([ONE])),
    (r"models\[0\] and models\[2\] must have the same questions; models\[0\] has 3, models\[2\] has 2",
     lambda: confidence.ranks([ONE, OTHER_ONE, ONE[:2]])),
    (r"models\[1\] must be a matrix for new questions.*", lambda: confidence.ranks([ONE, Tally(ONE)])),
    (r"metric must be one of .*; got 'best'", lambda: confidence.ranks([ONE, OTHER_ONE], "best")),
    (r"k must be given for pass_at_k", lambda: confidence.ranks([ONE, OTHER_ONE], "pass_at_k")),
    (r"clusters must have one label for each row of R; R has 3, clusters 2",
     lambda: confidence.ranks([ONE, OTHER_ONE], clusters=[1, 2])),
    (r"models is beyond the limit: more than some seconds .*", lambda: confidence.ranks([ONE] * 1000)),
    (r"models is beyond the limit: more than some seconds .*", lambda: confidence.ranks([Tally(ONE)] * 1000, questions="these")),
    (r"margin must be between -1\.0 and 1\.0; got 1\.5", lambda: confidence.enough_to_decide(ONE, OTHER_ONE, 1.5)),
    (r"margin must be between -2\.0 and 2\.0; got -2", lambda: confidence.enough_to_decide(ONE, OTHER_ONE, -2, w=[0, 2])),
    (r"margin must not be what is observed: no number decides that; got 0", lambda: confidence.enough_to_decide(ONE, ONE)),
    (r"margin must be a finite real number; got nan", lambda: confidence.enough_to_decide(ONE, OTHER_ONE, float("nan"))),
    (r"margin is beyond the limit: it takes more than 500000000 questions",
     lambda: confidence.enough_to_decide([[1], [0]] * 9, [[0], [1]] * 9, 1e-6)),
    (r"power must be in \[0\.5, 1\); got 1", lambda: confidence.enough_to_decide(ONE, OTHER_ONE, power=1)),
    (r"power must be in \[0\.5, 1\); got 0\.4", lambda: confidence.enough_to_decide(ONE, OTHER_ONE, power=0.4)),
    (r"R_a and R_b must have the same questions; R_a has 3, R_b has 2", lambda: confidence.enough_to_decide(ONE, ONE[:2], 0.1)),
    (r"runs must be a sequence of at least one benchmark, an R each; got 3", lambda: confidence.suite(3)),
    (r"runs must be a sequence of at least one benchmark, an R each; got a list", lambda: confidence.suite([])),
    (r"weights must have a positive number for each of the 2 benchmarks; got 3",
     lambda: confidence.suite([ONE, ONE], weights=[1, 2, 3])),
    (r"weights must be positive; got 0\.0", lambda: confidence.suite([ONE, ONE], weights=[1, 0])),
    (r"weights must be positive; got -1\.0", lambda: confidence.suite([ONE, ONE], weights=[3, -1])),
    (r"weights must be a sequence, with a positive number for each benchmark; got 3",
     lambda: confidence.suite([ONE, ONE], weights=3)),
    (r"clusters must have a list of labels for each of the 2 benchmarks; got 1",
     lambda: confidence.suite([ONE, ONE], clusters=[None])),
    (r"clusters must have one label for each row of R; R has 3, clusters 1",
     lambda: confidence.suite([ONE, ONE], clusters=[None, ["a"]])),
    (r"runs_a and runs_b must have the same benchmarks; got 2 and 1", lambda: confidence.compare_suite([ONE, ONE], [ONE])),
    (r"runs_a\[1\] and runs_b\[1\] must have the same questions; .*",
     lambda: confidence.compare_suite([ONE, ONE], [ONE, ONE[:2]])),
    (r"metric must be one of .*", lambda: confidence.suite([ONE], "geom_at_k", 1)),
    (r"metric must not be threshold_spectrum_at_k in a suite: there weights are those of the benchmarks",
     lambda: confidence.suite([ONE], "threshold_spectrum_at_k", 1, weights=[1])),
    (r"k must satisfy 1 <= k <= N \(N=1\); got k=2.*", lambda: confidence.suite([[[0, 1]], ONE], "pass_at_k", 2)),
])  # fmt: skip
def test_boards_suites_and_plans_that_are_refused(words, call):
    refused(words, call)


def test_rows_over_long_denominators_are_refused():
    """For rows of rewards over long denominators, and for rows of many different N."""
    w = [0, Fraction(1, 3**5000), Fraction(1, 7**4000)]
    rows = [[0], [1], [2]] * 30_000
    words = r"w is beyond the limit: more than some seconds or 256 MB.*"
    refused(words, lambda: confidence.compare(rows, rows, w=w))
    refused(words, lambda: confidence.avg(rows, w, clusters=[0] * len(rows)))
    votes = sl.VoteTally.from_counts([([100], [50], 10**17 + i) for i in range(400)])
    refused(r".* is beyond the limit.*", lambda: confidence.cons_at_k(votes, k=100, clusters=[0] * 400))
