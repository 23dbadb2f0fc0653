"""Check what is refused of outcomes, answers, names of questions and metrics, and that the message says what helps."""

from __future__ import annotations

import pytest
from result_files import files_in, good, lines, report, run, said, scored


def trials(of, questions=10, **more):
    """Write three trials of each question; `of` is the function of question and trial that gives the outcome."""
    return lines(
        {"id": f"q{q}", "trial": t, "grade": of(q, t), **{name: make(q, t) for name, make in more.items()}}
        for q in range(questions)
        for t in range(3)
    )


FLIP = trials(lambda q, t: (q + t) % 2)
THIRDS = trials(lambda q, t: (q + t) % 3)
GRADE = ("--outcome", "grade")


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (trials(lambda q, t: "ab"[t % 2]), "--threshold 1", "'a' is not a finite number"),
        (THIRDS, "--weights 0,1", "2 is neither the number of a class (0 to 1) nor one of the weights 0, 1"),
        (trials(lambda q, t: "ab"[t % 2]), "--success c", "no outcome is one of the words of --success; there are"),
        (
            THIRDS,
            "--weights 0,2,1",
            "the outcomes 0, 1, 2 may be classes or rewards; --scores 0,2 in place of --weights",
        ),
        (FLIP.replace("q9", " q8"), "", "questions 'q8' and ' q8' differ only in their spelling"),
        (trials(lambda q, t: t % 2, kind=lambda q, t: t), "--by kind", "question 'q0' has kind 0 and 1; --by and"),
        (trials(lambda q, t: None), "", "no trial has an outcome: line 1, field 'grade' (null)"),
        (THIRDS, "--weights 0,1,2 --metrics pass", "Pass@k needs 0/1 outcomes; with --weights, use avg, bayes or max"),
        (
            "\n".join(FLIP.splitlines()[:-2]),
            "--missing own -k 3",
            "question 'q9' has 1 of 3 trials: k=1 will do, or --missing drop",
        ),
        (
            FLIP,
            "-k 4 --metrics maj",
            "no question has more than 3 trials: k=4 is too large, k=3 will do; only pass and",
        ),
    ],
)
def test_what_is_refused(text, options, words):
    ignored = ("--ignore", "kind") if '"kind"' in text and "--by" not in options else ()
    grade = GRADE if "grade" in text else ()
    assert words in said("-", *grade, *options.split(), *ignored, stdin=text)


def test_names_of_no_metric():
    said = {"g_pass": "needs a threshold, as in g_pass@0.5", "g_pass@1.5": "expected tau in [0, 1]"}
    said.update({"avg@3": "this metric has no k; write avg", "pass@0": "expected k, as in pass@4"})
    for typed, words in {**said, "recall": "unknown metric 'recall'; choose from avg,"}.items():
        assert words in run("-", "--metrics", typed)[2]
    assert "has no confidence interval" in run("-", "--require", "geom@2>=0.5")[2]


def test_votes_need_answers():
    assert "cons@k needs the answers of trials" in said("--example", "--metrics", "cons")
    assert "answers are read from records" in said("-", "--metrics", "cons", stdin="[[0, 1], [1, 1]]")


def test_a_file_that_is_given_twice(tmp_path):
    (path,) = files_in(tmp_path, a=FLIP)
    assert said(path, path) == f"{path}: the file is given twice"
    words = f"{path}: the file is given twice, alone and in {tmp_path}; "
    assert said(tmp_path, "--baseline", path).startswith(words)


def test_names_of_files_stand_for_the_files(tmp_path):
    a, b = files_in(tmp_path, a=FLIP, b=FLIP)
    found = scored("--name", f"x={a}", "--name", f"y={b}", *GRADE)
    assert sorted(row["run"] for row in found["runs"]) == ["x", "y"]
    (path,) = files_in(tmp_path, c=lines({"id": q, "ds": ds, "grade": q % 2} for q in range(9) for ds in "st"))
    board = scored("--name", f"z={path}", *GRADE, "--task", "ds")
    assert [row["run"] for row in board["runs"]] == ["z"] and len(board["tasks"]) == 2


def test_slices_with_trials_missing():
    text = trials(lambda q, t: q % 2 if q + t else None, kind=lambda q, t: f"k{q % 2}")
    slices = report(text, *GRADE, "--by", "kind", "--missing", "bounds")["by"]["slices"]
    assert [(one["avg"]["value"], one["avg"].get("value_high")) for one in slices] == [(None, 1 / 15), (1, None)]
    table = good("-", *GRADE, "--by", "kind", "--missing", "own", stdin=text).partition("slice ")[2]
    assert [line.count(" 2-3 ") for line in table.splitlines()[1:5]] == [1, 0, 1, 1]


@pytest.mark.parametrize("option", ["--baseline z", "--flips a z"])
def test_a_run_that_is_named_must_be_there(option):
    text = lines({"id": 1, "model": model, "passed": 1} for model in "ab")
    assert said("-", *option.split(), stdin=text).endswith("no run has this name; there are 'a', 'b'")


def test_the_table_of_fields_counts_all_records():
    text = lines({"name": f"n{i}", "note": "a b c"} for i in range(900))
    assert "900 values" in run("-", stdin=text)[2]
