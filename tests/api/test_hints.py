"""Try the advice in errors: what it names must exist, and work with the function that raised the error."""

from __future__ import annotations

import inspect
import re

import pytest
from helpers import refused

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, exact, rank

R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 1, 0], [1, 0, 1, 1]]
OTHER = [row[::-1] for row in R[::-1]]
RAGGED, GAP, REAL = ([*R[:-1], row] for row in ([1, 0, 1], [1, None, 1, 1], [1, 0.5, 1, 1]))
OF_MODELS = {"models", "runs", "runs_a", "runs_b"}
FUNCTIONS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": getattr(module, name)
    for module in (sl, exact, confidence, rank)
    for name in module.__all__
    if inspect.isfunction(getattr(module, name))
}
PARAMETERS = {name: inspect.signature(function).parameters for name, function in FUNCTIONS.items()}
JUDGED = [name for name in PARAMETERS if name.endswith("judged")]
NAMES = [name for name, taken in PARAMETERS.items() if {"R", "R_a", *OF_MODELS} & {*taken} and name not in JUDGED]


def arguments(name, rows):
    """Return keyword arguments with which the function works. `rows` is the first matrix, or what takes its place."""
    shape = rows.rows if isinstance(rows, Scores) else rows if isinstance(rows, list) else RAGGED
    other = Scores(OTHER) if isinstance(rows, Scores) else OTHER
    labels = [[None] * len(row) for row in R[1:]] + [[1] * 4]
    given = {"k": 9 if name.endswith("beyond") else 2, "tau": 0.5, "half_width": 0.3, "weights": [0.25, 0.5]}
    given.update(R=[rows, other] if name.startswith("rank.") else rows, R_a=rows, R_b=other)
    given.update(S=[list(range(len(row))) for row in shape], C=[[1 + j for j, _ in enumerate(row)] for row in shape])
    given.update(answers=[[x if x else "no" for x in row] for row in shape], labels=labels)
    given.update(verdicts=rows, verdicts_a=rows, verdicts_b=R, labels_a=labels, labels_b=labels)
    given.update(models=[rows, other], runs=[rows, other], runs_a=[rows, other], runs_b=[other, other])
    if name.endswith("ranks_suite"):
        given["models"] = [[rows, other], [other, other]]
    if name.endswith("enough_to_decide") and other is OTHER:
        given["R_b"] = [[0] * 4] * 3 + OTHER[3:]
    needed = {one for one, parameter in PARAMETERS[name].items() if parameter.default is parameter.empty}
    if "metric" not in PARAMETERS[name] or name.endswith("beyond"):
        needed |= {"R", "k"} & {*PARAMETERS[name]}
    return {one: given[one] for one in PARAMETERS[name] if one in needed}


def metric_of(name):
    """Return the arguments of `bounded` that ask for the metric of this function."""
    metric = re.sub(r"^.*\.|_ci$", "", name)
    taken = {"k": 2, "tau": 0.5, "weights": [0.25, 0.5]}
    given = {"metric": metric, **{one: value for one, value in taken.items() if one in PARAMETERS[name]}}
    return {} if metric in ("compare", "ranks") else given


def call(name, rows, **more):
    return FUNCTIONS[name](**{**arguments(name, rows), **more})


def votes(name):
    given = arguments(name, RAGGED)
    return FUNCTIONS[name](VoteTally(given["answers"], given["R"], ragged=True), k=2) if "k" in given else ()


def longer(name):
    is_asked = "ragged" in PARAMETERS[name]
    return call(name, RAGGED, ragged=True) if is_asked else call(name, Tally(RAGGED, ragged=True))


def bounded(name):
    asked = metric_of(name)
    has_interval = asked.get("metric") in {*sl.eval.__all__} & {*confidence.__all__}
    return confidence.bounded(GAP, **(asked if has_interval else {}))


WAYS = {  # what an error may advise, and how it is tried
    r"ragged=True, here or in Tally\(R, ragged=True\), takes rows of different lengths": longer,
    r"VoteTally\(answers, R, ragged=True\) takes rows of different lengths": votes,
    r"None stands for a missing trial": lambda name: call(name, [*RAGGED[:-1], [*RAGGED[-1], None]]),
    r"for missing trials see confidence\.bounded": bounded,
    r"for real scores see Scores, and Scores\.at_least\(threshold\)": lambda name: call(
        name, Scores(REAL).at_least(0.5)
    ),
    r"confidence\.beyond has bounds for k > N": lambda name: confidence.beyond(R, 9, metric_of(name)["metric"]),
    r"in (runs|models).*": lambda _: (),  # which benchmark is wrong
}
ONE_LENGTH = ("confidence.beyond", "confidence.curve", "confidence.compare_curve")  # which say so of a ragged tally


def tried(name, rows, **more):
    """Try each piece of advice in the error of a call. Return all of it."""
    with pytest.raises(ValueError) as error:
        call(name, rows, **more)
    text = str(error.value)
    advice = text.split("; ")[2 if "; got " in text else 1 :]
    for words in advice:
        (way,) = [way for known, way in WAYS.items() if re.fullmatch(known, words)]
        assert way(name) is not None
    return " ".join(advice)


@pytest.mark.parametrize("name", NAMES)
def test_advice(name):
    call(name, R)
    assert name in ONE_LENGTH or "ragged=True" in tried(name, RAGGED) or "bounded" in name
    assert tried(name, REAL) or "bounded" in name
    if "bounded" in name:
        return
    found = tried(name, GAP)
    has_value = "ragged" in PARAMETERS[name] and metric_of(name).get("metric") in sl.eval.__all__
    assert "confidence.bounded" in found or not has_value or name.endswith("best_of_k")
    if "k" in arguments(name, R) and not name.endswith(("beyond", "_ci")):
        has_beyond = metric_of(name).get("metric") in ("pass_at_k", "pass_hat_k", "unanimous_at_k", "g_pass_at_k")
        assert ("confidence.beyond" in tried(name, R, k=5)) == (has_beyond and "rank." not in name)


# A flat row can mean many questions or one: `confidence` refuses it, and says how to pass either.

FLAT = [1, 0, 1, 1, 0, 0]
VARIANTS = {
    "confidence.compare": [{"anytime": True}, {"paired": False}, {"questions": "these"}],
    "confidence.ranks": [{"missing": "bounds"}, {"anytime": True}],
    "confidence.curve": [{"clusters": FLAT}],
    "confidence.pass_at_k": [{"clusters": FLAT}],
    "confidence.max_at_k": [{"w": [0, 1]}],
}


@pytest.mark.parametrize("name", [*(name for name in NAMES if name.startswith("confidence.")), *JUDGED])
def test_a_flat_row_is_refused_with_both_ways_out(name):
    words = r"pass \[\[x\] for x in (\S+)\], for many of one, \[\1\]"
    given = arguments(name, [[x] for x in FLAT])
    given.update({"k": 1} if "k" in given else {})
    for flat in (FLAT, tuple(FLAT), iter(FLAT), bytes(FLAT)):
        first = next(iter(given)) if name != "confidence.cons_at_k" else "R"
        rows = [flat, [[1]] * 6] if first in OF_MODELS else flat
        rows = [[flat, [[1]] * 6]] * 2 if name.endswith("ranks_suite") else rows
        for more in ({}, *VARIANTS.get(name, ())) if flat is FLAT else ({},):
            refused(words, FUNCTIONS[name], **{**given, **more, first: rows})


def test_both_ways_out_lead_somewhere():
    many, one = confidence.avg([[x] for x in FLAT * 30]), confidence.avg([FLAT * 30])
    assert many.value == one.value and many.hi - many.lo < 0.2 < one.hi - one.lo
    expected = confidence.avg([[0, 1], [1, 1]])
    for rows in (iter([[0, 1], [1, 1]]), iter([iter([0, 1]), (1, 1)]), [b"\0\1", b"\1\1"], Tally([[0, 1], [1, 1]])):
        assert confidence.avg(rows) == expected
    assert sl.pass_at_k(FLAT, 2) == sl.pass_at_k([FLAT], 2)


@pytest.mark.parametrize("function", [sl.avg, exact.avg, confidence.avg, lambda R: confidence.enough(R, 0.3)])
def test_a_class_of_the_user_is_no_scores(function):
    class Journal(list):
        at_least = outcomes = property(len)

    assert function(Journal(R)) == function(R)
    refused(r"VoteTally\.outcomes is what other metrics take", function, VoteTally([["a", "b"]], [[1, 0]]))
