"""Check that missing trials stop the command, until --missing says what to do about them."""

from __future__ import annotations

import json
from fractions import Fraction
from statistics import stdev

import pytest
from result_files import files_in, good, lines, run, said, scored

from scorio_lite import confidence

X = None
L = [[1, 1, 1, 1]] * 30 + [[1, 1, 0, X]] * 10 + [[0, 0, X, X]] * 5 + [[0, 0, 0, 0]] * 15
Q = [[1, 1, 0, 1]] * 10 + [[0, 1, 0, 0]] * 20 + [[0, 0, 0, X]] * 30
NUMBERS = ("value", "se", "lo", "hi")


def rows(matrix, **more):
    """Write a record for each trial that is not missing. Question i has the name i."""
    return lines({"id": i, "passed": x, **more} for i, row in enumerate(matrix) for x in row if x is not None)


@pytest.mark.parametrize(
    ("how", "outcomes"),
    [
        ("own", [[x for x in row if x is not None] for row in L]),
        ("drop", [row for row in L if None not in row]),
        ("fail", [[x or 0 for x in row] for row in L]),
    ],
)
def test_what_the_ways_score(how, outcomes):
    got = scored("-", "--missing", how, stdin=rows(L))
    assert tuple(got["avg"][key] for key in NUMBERS) == confidence.avg(outcomes, ragged=True)
    assert got["missing"]["policy"] == how and got["missing"]["trials"] == 20


@pytest.mark.parametrize("how", ["own", "drop", "fail", "bounds"])
def test_nothing_is_said_where_nothing_is_missing(how):
    text = rows([row for row in L if None not in row])
    assert good("-", "--missing", how, stdin=text) == good("-", stdin=text)


def test_questions_that_wait(tmp_path):
    """With --anytime, questions without a trial yet are left out in all runs; the others have their own trials."""
    a, b = files_in(tmp_path, a=rows(Q), b=rows(Q[:35]))
    got = {row["run"]: row for row in scored(a, b, "--anytime")["runs"]}
    expected = confidence.avg([[x for x in row if x is not None] for row in Q[:35]], anytime=True, ragged=True)
    for name in "ab":
        assert tuple(got[name][key] for key in ("value", "lo", "hi")) == (expected[0], *expected[2:])
        assert got[name]["missing"]["dropped"] == 25
    assert "25 questions without a trial yet" in good(b, a, "--anytime")
    null = '{"id": 1, "passed": 1}\n{"id": 2, "passed": null}\n'
    offers = json.loads(run("-", "--anytime", "--json", stdin=null)[1])["readings"]
    assert offers and all(run("-", "--anytime", *offer["options"], stdin=null)[0] == 0 for offer in offers)


def test_a_single_run_is_found_by_its_number():
    """A trial that is missing failed in the run with its number, in whatever order the records are."""
    records = [{"id": q, "trial": t, "passed": int(t != "t1")} for q in range(12) for t in ("t0", "t1", "t2")]
    records[4]["passed"] = records[33]["passed"] = None  # t1 of the second question, t0 of the last
    got = scored("-", "--missing", "fail", stdin=lines([*records[18:], *records[17::-1]]))
    runs = got["single_runs"]
    assert (runs["count"], runs["mean"], runs["lowest"], runs["highest"]) == (3, 23 / 36, 0, 1)
    assert runs["sd"] == stdev([Fraction(11, 12), 0, 1])


def test_ranges():
    got = scored("-", "--missing", "bounds", stdin=rows(L))["avg"]
    assert got.pop("value") is None and tuple(got.values()) == confidence.bounded(L)
    assert "it has 4 trials of a question; --missing bounds=2 is less" in said("-", "--missing=bounds=2", stdin=rows(L))
    assert scored("-", "--missing", "bounds=4", stdin=rows(L))["avg"]["lo"] == got["lo"]
    assert "k=9 is too large" in said("-", "--missing", "bounds", "-k", "9", stdin=rows(L))
    longer = scored("-", "--missing", "bounds=5", stdin=rows(L))["avg"]
    assert longer["value_low"] == confidence.bounded([[*row, X] for row in L])[0]


def test_gates_of_ranges(tmp_path):
    """A requirement is met if its bound is below lo, is failed if the bound is above hi, and else is undecided."""
    low, high, lo, hi = confidence.bounded(L)
    for bound, status in ((lo - 0.001, 0), (lo + 0.001, 4), (low, 4), (high, 4), (hi - 0.001, 4), (hi + 0.001, 3)):
        found, out, _ = run("-", "--missing", "bounds", "--require", f"avg>={bound}", stdin=rows(L))
        assert found == status
        assert f"{low:.3f} to {high:.3f} [{lo:.3f}, {hi:.3f}]" in out
    paths = files_in(tmp_path, Q=rows(Q), L=rows(L))
    _, _, lo, hi = confidence.bounded_difference(Q, L)
    for bound, status in ((lo - 0.001, 0), (lo + 0.001, 4), (hi - 0.001, 4), (hi + 0.001, 3)):
        options = "--baseline", paths[1], "--require", f"avg-base>={bound}"
        assert run(paths[0], *options, "--missing", "bounds")[0] == status


def test_the_first_reading_that_is_offered_is_a_range():
    status, out, err = run("-", "--json", stdin=rows(L))
    first = json.loads(out)["readings"][0]
    low, high = confidence.bounded(L)[:2]
    assert (status, first["options"], first["runs"][0]["avg"]) == (1, ["--missing=bounds"], None)
    assert [first["runs"][0][name] for name in ("avg_low", "avg_high")] == [low, high]
    assert err.splitlines()[1] == "  60 questions, 4 trials each, mean 0.583 to 0.667:  --missing bounds"


def test_runs_have_the_same_questions(tmp_path):
    """A question that a run lacks is missing there; it is dropped in all runs, or all its trials failed."""
    a, b, unnamed = files_in(tmp_path, a=rows(Q[:20]), b=rows(Q[:15]), c=json.dumps(Q[:20]))
    assert f"{b}: it has 15 of the 20 questions of all runs, and lacks 15 of {a}" in said(a, b)
    for how, expected in (("drop", {"a": 35 / 60, "b": 35 / 60}), ("fail", {"a": 40 / 80, "b": 35 / 80})):
        assert {row["run"]: row["value"] for row in scored(a, b, "--missing", how)["runs"]} == expected
    assert f"its questions have no names, and those of {a} have" in said(a, unnamed)
