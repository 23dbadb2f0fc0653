"""Check cons@k: read the answers of trials from each format, and vote on them."""

from __future__ import annotations

import json
import re

from harness_files import inspect, lm_eval, nemo_skills
from result_files import INTERVAL, good, lines, merged, report

import scorio_lite as sl
from scorio_lite import confidence
from scorio_lite._credit import votes

# Three trials of the first question: in 3 of 10 both 7s win, in 6 one ties with two others: (3 + 6/3) / 10. Of the
# second: in 3 of 10 the 5 ties with a single 4: (3/2) / 10.
ANSWERS = [["7", "8", "7", "9", "6"], ["4", "4", "5", "4", None]]
R = [[1, 0, 1, 0, 0], [0, 0, 1, 0, 0]]
BY_HAND = {1: 0.3, 3: 0.325, 5: 0.5}
CONS = ("--metrics", "cons")


def items(answers=ANSWERS, outcomes=R, field="answer", **more):
    return [
        {"task_id": f"q{i}", "passed": bool(x), field: answer, **more}
        for i, (row, given) in enumerate(zip(outcomes, answers))
        for x, answer in zip(row, given)
    ]


def at_k(found, key="cons_at_k"):
    return {row["k"]: row[key] for row in found["at_k"]}


def interval(votes, k, **keywords):
    return dict(zip(INTERVAL, confidence.cons_at_k(votes, k=k, **keywords)))


def by_hand(text, *options):
    found = at_k(report(text, *CONS, *options))
    assert {k: found[k]["value"] for k in BY_HAND} == BY_HAND
    votes = sl.VoteTally(ANSWERS, R)
    assert found == {k: interval(votes, k) for k in range(1, 6)}


def test_inspect():
    """With --metric, cons@k takes the answers of this scorer, not those of another."""
    log = inspect()
    log["samples"] = [
        {
            "id": i,
            "epoch": j,
            "input": "?",
            "target": "1",
            "scores": {
                "match": {"value": "C" if R[i][j] else "I", "answer": answer},
                "other": {"value": "I", "answer": "0"},
            },
        }
        for i, row in enumerate(ANSWERS)
        for j, answer in enumerate(row)
    ]
    by_hand(json.dumps(log), "--metric", "match")
    assert at_k(report(json.dumps(log), *CONS, "--metric", "other"))[5]["value"] == 0


def test_lm_eval():
    """A trial has no answer if the filter finds nothing in it."""
    (record,) = lm_eval()[:1]
    record.pop("doc_hash")
    rows = [
        {**record, "doc_id": i, "filter": "strict", "filtered_resps": [answer or "[invalid]"], "exact_match": float(x)}
        for i, row in enumerate(ANSWERS)
        for answer, x in zip(row, R[i])
    ]
    by_hand(lines(rows))
    by_hand(lines({**row, "filtered_resps": [row["filtered_resps"]]} for row in rows))


def test_nemo_skills_in_merged_files(tmp_path):
    (record, _, _) = nemo_skills()
    texts = [
        lines(
            {**record, "problem": f"{i}?", "predicted_answer": ANSWERS[i][j], "symbolic_correct": bool(R[i][j])}
            for i in range(2)
        )
        for j in range(5)
    ]
    found = at_k(merged(tmp_path, texts, *CONS))
    assert {k: found[k]["value"] for k in BY_HAND} == BY_HAND


def test_how_often_votes_are_counted_for_a_leaderboard(monkeypatch):
    """The votes of a run are counted once, for its interval and all its differences."""
    calls = []
    chances = votes._win_chances
    monkeypatch.setattr(votes, "_win_chances", lambda *asked: calls.append(asked) or chances(*asked))
    rows = [row for name in "xyzuv" for row in items(model=name)]
    report(lines(rows), "--rank-by", "cons@3")
    assert len(calls) == 10


def test_the_curve_stands_beside_its_bound(tmp_path):
    """A picture of cons@k also has its upper bound Pass@k, once; the curve of cons@k is nowhere above it."""
    path = tmp_path / "a.svg"
    for names in ("cons", "cons,pass", "maj,cons"):
        good("-", "--metrics", names, "-k", "2", "--svg", path, stdin=lines(items()))
        svg = path.read_text(encoding="utf-8")
        assert re.findall(r">(Pass@k|cons@k|Maj@k)</text>", svg).count("Pass@k") == 1
    lower, upper = (
        [float(y) for x, y in re.findall(rf'<circle class="dot paper s{i}" r="3.2" cx="([\d.]+)" cy="([\d.]+)"', svg)]
        for i in (2, 0)
    )
    assert len(lower) == len(upper) == 5
    assert lower[0] == upper[0]
    assert all(a > b for a, b in zip(lower[1:], upper[1:]))  # y grows downwards
    good("-", *CONS, "--html", tmp_path / "a.html", stdin=lines(items()))
    assert "cons@k" in (tmp_path / "a.html").read_text(encoding="utf-8")
