"""Try the advice in errors: what it names works with the function that raised the error. Flat rows are refused."""

from __future__ import annotations

import inspect
import re

import pytest
from helpers import refused

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, exact, rank

R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 1, 0], [1, 0, 1, 1]]
S, C = [[0, 1, 2, 3]] * 6, [[1, 2, 3, 4]] * 6
RAGGED, GAP, REAL = ([*R[:-1], row] for row in ([1, 0, 1], [1, None, 1, 1], [1, 0.5, 1, 1]))
WORDS = [r"; \S*ragged=True\S* takes rows of different", "see confidence.bounded", r"Scores\.at_least\(threshold\)"]
CALLS = [  # of R or what takes its place, with `ragged`
    lambda R, **more: sl.pass_at_k(Tally(R, **more), 2),
    lambda R, **more: sl.bayes(Tally(R, **more)),
    lambda R, **more: rank.avg([Tally(R, **more), Tally(R, **more)]),
    lambda R, **more: confidence.avg(R, **more),
    lambda R, **more: confidence.compare(R, R, "pass_at_k", 2, **more),
    lambda R, **more: confidence.ranks([R, R], **more),
    lambda R, **more: confidence.suite([R, R], **more),
    lambda R, **more: confidence.compare_tasks([R, R], [R, R], **more),
    lambda R, **more: confidence.enough(R, 0.3, **more),
    lambda R, **more: confidence.curve(Tally(R, **more)),
]


@pytest.mark.parametrize("call", CALLS)
def test_advice(call):
    for rows, words in zip((RAGGED, GAP, REAL), WORDS):
        refused(words, call, rows)
    call(RAGGED, ragged=True)
    call(Scores(REAL).at_least(0.5))
    confidence.bounded(GAP)


def test_more_advice():
    refused(r"VoteTally\(answers, R, ragged=True\) takes", sl.cons_at_k, RAGGED, RAGGED, 2)
    sl.cons_at_k(VoteTally(RAGGED, RAGGED, ragged=True), k=2)
    for call in (sl.avg, rank.avg, confidence.curve):
        refused(r"; Tally\(R, ragged=True\) takes", call, [RAGGED, RAGGED] if call is rank.avg else RAGGED)
    refused("; ragged=True takes", confidence.best_of_k, RAGGED, [*S[:-1], [1, 2, 3]], 2)
    refused("; curves of two models, or with clusters, need rows of one length", confidence.compare_curve, RAGGED, R)
    for rows in (RAGGED, Tally(RAGGED, ragged=True)):  # nothing takes them
        refused("^R must have the same N for every question; it has 3 to 4 trials$", confidence.beyond, rows, 10)
    refused("None stands for a missing trial", confidence.bounded, RAGGED)
    confidence.bounded([*RAGGED[:-1], [*RAGGED[-1], None]])
    for call in (sl.pass_at_k, exact.pass_hat_k, confidence.g_pass_at_k):
        refused("confidence.beyond has bounds for k > N", call, R, 5)
    confidence.beyond(R, 5)
    votes = VoteTally([["a", "b"]], [[1, 0]])
    for call in (sl.avg, exact.avg, confidence.avg, lambda R: confidence.enough(R, 0.3)):
        refused(r"VoteTally\.outcomes is what other metrics take", call, votes)
        call(votes.outcomes)


def test_advice_that_can_be_typed():
    for texts, advice in ([["C", "I"]], "[x == RIGHT for x in row]"), ([["1", "0"]], "[int(x) for x in row]"):
        refused(re.escape(f" pass {advice}") + "$", sl.pass_at_k, texts, 1)
        assert [eval(advice, {"row": row, "RIGHT": "C"}) for row in texts] == [[1, 0]]
    for call in (sl.avg, confidence.avg, exact.avg):
        refused(r"; of a dictionary d pass list\(d\.values\(\)\)$", call, {"a": R, "b": R})
    advice = "[[a == g for a in row] for row, g in zip(answers, gold)]"
    for call in (sl.cons_at_k, confidence.cons_at_k):
        refused(re.escape(f"; for right answers gold pass {advice}") + "$", call, S, [*"abcdef"], 3)
    assert eval(advice, {"answers": S, "gold": [0] * 6}) == [[1, 0, 0, 0]] * 6


# A flat row can mean many questions or one: `confidence` refuses it, and says how to pass either.

FLAT, ROWS = [1, 0, 1, 1, 0, 0], [[x] for x in [1, 0, 1, 1, 0, 0]]
USUAL = {"k": 200, "half_width": 0.1, "tau": 0.5, "weights": [1]}
LISTS = {"models", "runs", "runs_a", "runs_b"}
MATRICES = LISTS | {"R", "R_a", "R_b", "verdicts", "verdicts_a", "verdicts_b"}


def needed(name):
    parameters = inspect.signature(getattr(confidence, name)).parameters.values()
    return [one.name for one in parameters if one.default is one.empty] + (["k"] if name == "beyond" else [])


@pytest.mark.parametrize(
    ("name", "one"), [(name, one) for name in confidence.__all__ for one in needed(name) if one in MATRICES]
)
def test_a_flat_row_is_refused_with_both_ways_out(name, one):
    given = {each: [ROWS, ROWS] if each in LISTS else USUAL.get(each, ROWS) for each in needed(name)}
    for flat in (FLAT, tuple(FLAT), iter(FLAT), bytes(FLAT)):
        given[one] = [ROWS, flat] if one in LISTS else flat
        refused(r"pass \[\[x\] for x in (\S+)\], for many of one, \[\1\]", getattr(confidence, name), **given)


def test_both_ways_out_lead_somewhere():
    many, one = confidence.avg([[x] for x in FLAT * 30]), confidence.avg([FLAT * 30])
    assert many.value == one.value and many.hi - many.lo < 0.2 < one.hi - one.lo
    expected = confidence.avg([[0, 1], [1, 1]])
    for rows in (iter([[0, 1], [1, 1]]), iter([iter([0, 1]), (1, 1)]), [b"\0\1", b"\1\1"], Tally([[0, 1], [1, 1]])):
        assert confidence.avg(rows) == expected
    assert sl.pass_at_k(FLAT, 2) == sl.pass_at_k([FLAT], 2)
