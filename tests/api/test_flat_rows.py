"""A flat row can mean many questions or one: `confidence` refuses it, and says how to pass either."""

from __future__ import annotations

import pytest
from helpers import refused

from scorio_lite import Tally, confidence, pass_at_k

X, Y = [1] * 93 + [0] * 71, [1] * 70 + [0] * 94
ROWS = [[x] for x in X]

CALLS = {
    "avg": lambda R: confidence.avg(R),
    "best_of_k": lambda R: confidence.best_of_k(R, Y, 1),
    "beyond": lambda R: confidence.beyond(R, 200),
    "bounded": lambda R: confidence.bounded(R),
    "bounded_difference": lambda R: confidence.bounded_difference(ROWS, R),
    "compare": lambda R: confidence.compare(R, ROWS),
    "compare (anytime)": lambda R: confidence.compare(ROWS, R, anytime=True),
    "compare (pairs)": lambda R: confidence.compare((R, Y), (ROWS, ROWS), "best_of_k", 1),
    "compare (these)": lambda R: confidence.compare(ROWS, R, questions="these"),
    "compare (unpaired)": lambda R: confidence.compare(ROWS, R, paired=False),
    "compare_curve": lambda R: confidence.compare_curve(ROWS, R),
    "compare_judged": lambda R: confidence.compare_judged(ROWS, ROWS, R, ROWS),
    "compare_suite": lambda R: confidence.compare_suite([ROWS], [R]),
    "compare_tasks": lambda R: confidence.compare_tasks([ROWS], [R]),
    "cons_at_k": lambda R: confidence.cons_at_k(X, R, 1),
    "cost_per_solve": lambda R: confidence.cost_per_solve(ROWS, R),
    "cost_per_solve (C)": lambda R: confidence.cost_per_solve(R, ROWS),
    "curve": lambda R: confidence.curve(R),
    "curve (clusters)": lambda R: confidence.curve(R, clusters=X),
    "enough": lambda R: confidence.enough(R, 0.1),
    "enough_to_decide": lambda R: confidence.enough_to_decide(ROWS, R),
    "judged": lambda R: confidence.judged(R, ROWS),
    "judged (labels)": lambda R: confidence.judged(ROWS, R),
    "max_at_k": lambda R: confidence.max_at_k(R, 1, [0, 1]),
    "pass_at_k (clusters)": lambda R: confidence.pass_at_k(R, 1, clusters=X),
    "ranks": lambda R: confidence.ranks([ROWS, R]),
    "ranks (missing)": lambda R: confidence.ranks([ROWS, R], missing="bounds"),
    "ranks_suite": lambda R: confidence.ranks_suite([[ROWS], [R]]),
    "suite": lambda R: confidence.suite([R]),
}


@pytest.mark.parametrize("name", CALLS)
def test_it_is_refused_with_both_ways_out(name):
    for flat in (X, tuple(X), iter(X), bytes(X)):
        refused(r"pass \[\[x\] for x in (\S+)\], for many of one, \[\1\]", CALLS[name], flat)


def test_arrays_are_refused_too():
    numpy = pytest.importorskip("numpy")
    for flat in (numpy.array(X), numpy.array(X, bool)):
        refused("flat row", confidence.avg, flat)


def test_both_ways_out_lead_somewhere():
    many, one = confidence.avg([[x] for x in X]), confidence.avg([X])
    assert many.value == one.value
    assert many.hi - many.lo < 0.2 < one.hi - one.lo


def test_rows_of_any_kind_are_not_flat():
    expected = confidence.avg([[0, 1], [1, 1]])
    for R in (([0, 1], [1, 1]), iter([[0, 1], [1, 1]]), iter([iter([0, 1]), (1, 1)]), [b"\0\1", b"\1\1"]):
        assert confidence.avg(R) == expected
    assert confidence.avg(Tally([[0, 1], [1, 1]])) == expected
    assert pass_at_k(X, 2) == pass_at_k([X], 2)
