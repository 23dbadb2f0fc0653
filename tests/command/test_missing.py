"""Check that missing trials stop the command until --missing says what they are; test_numbers.py has the numbers."""

from __future__ import annotations

import json

import pytest
from result_files import files_in, good, of_runs, records, run, said, scored
from test_numbers import HOLES, OWN, WAITS, numbers

from scorio_lite import confidence

X = None
Q = [[1, 1, 0, 1]] * 10 + [[0, 1, 0, 0]] * 20 + [[0, 0, 0, X]] * 30


@pytest.mark.parametrize("how", ["own", "drop", "fail", "bounds"])
def test_nothing_is_said_where_nothing_is_missing(how):
    text = records([row for row in HOLES if X not in row])
    assert good("-", "--missing", how, stdin=text) == good("-", stdin=text)
    said = scored("-", "--missing", how, stdin=records(HOLES))["missing"]
    assert (said["policy"], said["trials"]) == (how, 4 * len(HOLES) - sum(map(len, OWN)))


def test_the_first_reading_that_is_offered_is_a_range():
    """It has the lowest and the highest mean that there may be. If no question has all its trials, bounds=N says N."""
    text, (low, high, *_) = records(HOLES), confidence.bounded(HOLES)
    first = f"  19 questions, 4 trials each, mean {low:.3f} to {high:.3f}:  --missing bounds"
    assert run("-", stdin=text)[2].splitlines()[1] == first
    assert "it has 4 trials of a question; --missing bounds=2 is less" in said("-", "--missing=bounds=2", stdin=text)
    assert "k=9 is too large" in said("-", "--missing", "bounds", "-k", "9", stdin=text)


def test_a_mean_of_tasks_is_a_range():
    """On a board, trials that are missing in any task widen the mean of the tasks and the difference to the best."""
    x, y = Q[: len(HOLES)], Q[2 : len(HOLES) + 2]
    text = of_runs({"a": {"x": x, "y": x}, "b": {"x": y, "y": HOLES}})
    rows = {row["run"]: row for row in scored("-", "--task", "task", "--missing", "bounds", stdin=text)["runs"]}
    ends = [[y, [[end if outcome is X else outcome for outcome in row] for row in HOLES]] for end in (0, 1)]
    low, high = (confidence.suite(end) for end in ends)
    assert numbers(rows["b"]["avg"]) == (low.value, high.value, low.lo, high.hi)
    high, low = (confidence.compare_suite([x, x], end) for end in ends)  # b is the best
    assert numbers(rows["a"]["difference"]) == (low.difference, high.difference, low.lo, high.hi)


def test_both_ends_of_a_range_have_clusters():
    score = scored("-", "--missing", "bounds", "--cluster", "level", stdin=records(HOLES, level=[0, 1]))["avg"]
    ends = [[[end if x is X else x for x in row] for row in HOLES] for end in (0, 1)]
    low, high = (confidence.avg(end, clusters=[0, 1] * 9 + [0]) for end in ends)
    assert numbers(score) == (low.value, high.value, low.lo, high.hi)


def test_questions_that_wait():
    """With --anytime, questions without a trial yet are left out in all runs; the others have their own trials."""
    assert {row["missing"]["dropped"] for row in scored("-", "--anytime", stdin=of_runs(WAITS))["runs"]} == {1}
    assert "1 question without a trial yet" in good("-", "--anytime", stdin=of_runs(WAITS))
    null = '{"id": 1, "passed": 1}\n{"id": 2, "passed": null}\n'
    offers = json.loads(run("-", "--anytime", "--json", stdin=null)[1])["readings"]
    assert offers and all(run("-", "--anytime", *offer["options"], stdin=null)[0] == 0 for offer in offers)


def test_runs_have_the_same_questions(tmp_path):
    """A question that a run lacks is missing there; it is dropped in all runs, or all its trials failed."""
    a, b, unnamed = files_in(tmp_path, a=records(Q[:20]), b=records(Q[:15]), c=json.dumps(Q[:20]))
    assert f"{b}: it has 15 of the 20 questions of all runs, and lacks, for one, question 'q15' of {a}" in said(a, b)
    for how, expected in (("drop", {"a": 35 / 60, "b": 35 / 60}), ("fail", {"a": 40 / 80, "b": 35 / 80})):
        assert {row["run"]: row["value"] for row in scored(a, b, "--missing", how)["runs"]} == expected
    assert f"its questions have no names, and those of {a} have" in said(a, unnamed)
