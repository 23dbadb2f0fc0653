"""Check that missing trials stop the command, until --missing says what to do about them."""

from __future__ import annotations

import json

import pytest
from result_files import files_in, lines, merged, refused, run, said, scored

from scorio_lite import confidence

X = None
L = [[1, 1, 1, 1]] * 30 + [[1, 1, 0, X]] * 10 + [[0, 0, X, X]] * 5 + [[0, 0, 0, 0]] * 15
Q = [[1, 1, 0, 1]] * 10 + [[0, 1, 0, 0]] * 20 + [[0, 0, 0, X]] * 30


def rows(matrix, **more):
    """Write a record for each trial that is not missing. Question i has the name i and the group i modulo 7."""
    return lines({"id": i, "group": i % 7, "passed": x, **more} for i, row in enumerate(matrix) for x in row if x is not None)


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


@pytest.mark.parametrize(
    "options, words",
    [
        (("--plan", "0.1"), "cannot be combined with --plan: more questions do not shorten a range"),
        (("--credible",), "cannot be combined with --credible: it takes no prior for what is missing"),
        (("--anytime",), "cannot be combined with --anytime: ranges do not hold at every look"),
        (("--by", "group", "--macro"), "cannot be combined with --macro: ranges have no mean over slices"),
        (("--by-question",), "cannot be combined with --by-question: it lists the trials that there are"),
        (("--cost", "group"), "cannot be combined with --cost: nothing is known beside a missing trial"),
        (("--select", "group"), "cannot be combined with --select: nothing is known beside a missing trial"),
        (("--labels", "group"), "cannot be combined with --labels: nothing is known beside a missing trial"),
        (("--metrics", "avg,bayes"), "has no bayes: its intervals are credible ones, from a prior"),
        (("--metrics", "all"), "its intervals are credible ones, from a prior"),
        (("--metrics", "cons"), "cons@k cannot use --missing bounds"),
    ],
)
def test_what_ranges_do_not_have(options, words):
    """Options without a range are refused with --missing bounds, even if no trial is missing."""
    status, out, err = run("-", "--missing", "bounds", *options, stdin=rows(L))
    assert (status, out) == (2, "")
    assert words in err.splitlines()[-1]
    assert run("-", "--missing", "own", *options, stdin=rows(L))[0] in (0, 1)


def test_ranges_have_no_k_beyond_the_trials_and_no_tasks():
    words = "no question has more than 4 trials: k=5 is too large, k=4 will do"
    for metric in ("pass", "pass_hat", "maj"):
        assert refused(rows(L), "--missing", "bounds", "--metrics", metric, "-k", "5") == words
    assert scored("-", "-k", "5", stdin=rows(L[:30]))["at_k"][0]["pass_at_k"]["lo"] > 0
    tasks = rows(L, part="a") + "\n" + rows([row for row in Q if X not in row], part="b")
    options = "--task", "part", "--ignore", "group"
    words = "standard input, 'a': --missing bounds has no means and differences over tasks or slices; see --missing own, drop, fail"
    assert said("-", *options, "--missing", "bounds", stdin=tasks) == words
    assert scored("-", *options, "--missing", "own", stdin=tasks)["tasks"] == ["a", "b"]
    for wrong in ("bounds=", "bounds=0", "bounds=x", "own=4", "guess"):
        assert run("-", "--missing", wrong, stdin=rows(L))[0] == 2


def test_the_first_reading_that_is_offered_is_a_range():
    status, out, err = run("-", "--json", stdin=rows(L))
    first = json.loads(out)["readings"][0]
    low, high = confidence.bounded(L)[:2]
    assert (status, first["options"], first["runs"][0]["avg"]) == (1, ["--missing=bounds"], None)
    assert [first["runs"][0][name] for name in ("avg_low", "avg_high")] == pytest.approx([low, high])
    assert err.splitlines()[1] == "  60 questions, 4 trials each, mean 0.583 to 0.667:  --missing bounds"


@pytest.mark.parametrize(
    "first, second, words",
    [
        ("[[0, 1]]", '{"id": 1, "passed": 1}', "this is records, and the file before is matrix; merged files must be alike"),
        ('{"id": 1, "passed": 1}', '{"task": 1, "passed": 1}', "field 'task' names the questions here, and 'id' in the file before"),
        ('{"id": 1, "passed": 1}', '{"id": "1", "passed": 1}', "line 1, field 'id': questions 1 and '1' differ only in their spelling"),
        (
            "task_id,passed\n1,1\n2,0\n",
            "task_id,passed\n1.0,1\n2.0,0\n",
            "part1: line 2, field 'task_id': questions '1' and '1.0' differ only in their spelling",
        ),
        (
            '{"id": 1, "dataset": "a", "passed": 1}',
            '{"id": 1, "dataset": "b", "passed": 1}',
            "dataset is 'b' here, and 'a' in the file before",
        ),
        (
            '{"id": 1, "passed": 1}\n{"id": 2, "passed": 1}',
            '{"id": 1, "passed": 1}',
            "the questions differ in their number of trials: 2 has 1, where others have 2",
        ),
        ("[[0, 1], [0, 0]]", "[[0, null], [0, 1]]", "part1: row 1, column 2 (null); a missing"),
        ("1,0\n1,1", "q,0,1\nr,1,1", "questions have names in some files and not in others"),
    ],
)
def test_files_that_cannot_be_merged(tmp_path, first, second, words):
    assert words in merged(tmp_path, (first, second), refused=True)
