"""Check cons@k: read the answers of trials from each format, and vote on them."""

from __future__ import annotations

import json

from harness_files import inspect, lm_eval
from result_files import INTERVAL, lines, report

import scorio_lite as sl
from scorio_lite import confidence

# Three trials of the first question: in 3 of 10 both 7s win, in 6 one ties with two others: (3 + 6/3) / 10. Of the
# second: in 3 of 10 the 5 ties with a single 4: (3/2) / 10.
ANSWERS = [["7", "8", "7", "9", "6"], ["4", "4", "5", "4", None]]
R = [[1, 0, 1, 0, 0], [0, 0, 1, 0, 0]]
BY_HAND = {1: 0.3, 3: 0.325, 5: 0.5}
CONS = ("--metrics", "cons")


def items(make):
    """Return what `make` returns of (question, trial, answer, outcome), for each trial."""
    return [make(i, j, ANSWERS[i][j], R[i][j]) for i in range(2) for j in range(5)]


def plain(model="x"):
    return lines(items(lambda i, j, answer, x: {"task_id": i, "passed": bool(x), "answer": answer, "model": model}))


def by_hand(text, *options):
    found = {row["k"]: row["cons_at_k"] for row in report(text, *CONS, *options)["at_k"]}
    assert {k: found[k]["value"] for k in BY_HAND} == BY_HAND
    votes = sl.VoteTally(ANSWERS, R)
    assert found == {k: dict(zip(INTERVAL, confidence.cons_at_k(votes, k=k))) for k in range(1, 6)}


def test_answers_of_each_format():
    """With --metric, cons@k takes the answers of this scorer. A trial has no answer if the filter finds nothing in it."""
    by_hand(plain())

    def sample(i, j, answer, x):
        scores = {"match": {"value": "CI"[not x], "answer": answer}, "other": {"value": "I", "answer": "0"}}
        return {"id": i, "epoch": j, "input": "?", "target": "1", "scores": scores}

    log = {**inspect(), "samples": items(sample)}
    by_hand(json.dumps(log), "--metric", "match")
    assert report(json.dumps(log), *CONS, "--metric", "other")["at_k"][4]["cons_at_k"]["value"] == 0
    record, *_ = lm_eval()
    record.pop("doc_hash")

    def trial(i, _, answer, x):
        found = {"filter": "strict", "filtered_resps": [answer or "[invalid]"], "exact_match": float(x)}
        return {**record, "doc_id": i, **found}

    by_hand(lines(items(trial)))
