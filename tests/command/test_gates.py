"""Check what decides between runs: gates with and without a baseline, and p-values."""

from __future__ import annotations

import pytest
from result_files import board_of, good, lines, scored
from test_numbers import FOUR, TASKS, numbers, records

from scorio_lite import confidence
from scorio_lite._command.score.metric_names import FAILED, MET, UNDECIDED, Requirement


@pytest.mark.parametrize(
    ("bound", "options", "status", "result"),
    [
        ("avg>=0.3", (), 0, "met"),
        ("avg>=0.99", (), 3, "failed"),
        ("avg>=0.5", (), 4, "undecided"),
        ("accuracy>=0.5", ("--undecided", "fail"), 4, "undecided"),
        ("avg>=0.5", ("--undecided", "pass"), 0, "undecided"),
        ("avg>=0.99", ("--undecided", "pass"), 3, "failed"),
    ],
)
def test_a_gate(bound, options, status, result):
    """The exit status says whether lo reaches the bound, hi is below it, or the data do not decide."""
    rows = FOUR["b"] * 12
    got = scored("-", "--require", bound, *options, stdin=lines(records(rows)), status=status)
    (row,) = got["require"]
    assert (row["result"], numbers(row), row["metric"]) == (result, confidence.avg(rows), "avg")
    text = good("-", "--require", bound, *options, stdin=lines(records(rows)), status=status)
    assert result in text and ("--undecided pass" in text) == (result == "undecided" and status == 0)


def test_a_bound_is_met_from_its_value_on():
    ends = {(0.5, 0.9): MET, (0.4, 0.5): UNDECIDED, (0.4, 0.499): FAILED, (0.499, 0.501): UNDECIDED}
    assert {(lo, hi): Requirement("avg>=0.5").decide({"lo": lo, "hi": hi}) for lo, hi in ends} == ends


def test_what_would_decide_a_gate():
    """Copies of the data decide at the size that is named; at four fifths of it, an even chance is left."""
    (row,) = scored("-", "--require", "avg>=0.45", stdin=lines(records(FOUR["b"])), status=4)["require"]
    copies = -(-row["enough_questions"] // 4)
    assert confidence.avg(FOUR["b"] * copies)[2] >= 0.45
    assert confidence.avg(FOUR["b"])[2] < 0.45


@pytest.mark.parametrize("candidates", [("b",), ("b", "twin", "c")])
def test_a_gate_with_a_baseline(board, candidates):
    """Differences to the baseline are paired; several candidates share the chance of an error."""
    runs = {name: FOUR[name] * 8 for name in ("a", *candidates)}
    level = 1 - (1 - 0.95) / len(candidates)
    got = board(runs, "--baseline", "a", "--require", "avg-base>=-0.9", "--require", "pass@2-base>=-0.9")
    assert [row["run"] for row in got["require"][::2]] == [row["run"] for row in got["runs"] if row["run"] != "a"]
    for row in got["require"]:
        call = (runs[row["run"]], runs["a"], row["metric"], row.get("k"))
        assert numbers(row) == confidence.compare(*call, confidence=level)
        assert row["result"] == "met"


ONE_TASK = ("-", "--outcome", "ok", "--task", "ds", "--run", "m", "--baseline", "oak")


def test_p_values(board):
    """Two runs, and one candidate beside a baseline, have the p-value of the library; p is for a difference of 0."""
    runs = {name: FOUR[name] * 3 for name in ("a", "b")}
    got = board(runs, "--baseline", "a", "--require", "avg-base>=0", "--require", "pass@2-base>=0", status=4)
    assert got["runs"][1]["difference"]["pvalue"] == confidence.compare(runs["b"], runs["a"]).pvalue
    assert [row["pvalue"] for row in got["require"]] == [
        confidence.compare(runs["b"], runs["a"], metric, k).pvalue for metric, k in (("avg", None), ("pass_at_k", 2))
    ]
    assert "pvalue" not in board(runs, "--baseline", "a", "--require", "avg-base>=-0.9")["require"][0]
    text = board(runs, call=good)
    assert f"{got['runs'][1]['difference']['pvalue']:.3f}\n" in text
    assert "p is at most 0.05 just where the interval of the difference excludes 0." in " ".join(text.split())
    assert "pvalue" not in str(board(FOUR)) + str(board(runs, "--anytime"))
    these = board(runs, "--questions", "these")["runs"][1]["difference"]["pvalue"]
    assert these == confidence.compare(runs["b"], runs["a"], questions="these").pvalue


def test_gates_of_tasks():
    """A bound is on the mean of the tasks, or on the task that it names."""
    two = {name: TASKS[name] for name in ("oak", "birch")}
    bounds = [f"--require={task}avg-base>=0" for task in ("", "math:", "aime:")]
    got = scored(*ONE_TASK, *bounds, stdin=board_of(two), status=4)
    oak, birch = ([*two[name].values()] for name in ("oak", "birch"))
    expected = [confidence.compare_suite(birch, oak), *(confidence.compare(birch[i], oak[i]) for i in (1, 0))]
    assert [numbers(row) for row in got["require"]] == expected
    assert [row["pvalue"] for row in got["require"]] == [one.pvalue for one in expected]
    assert [row.get("task") for row in got["require"]] == [None, "math", "aime"]
    assert got["runs"][1]["difference"]["pvalue"] == expected[0].pvalue
