"""Check what the command refuses of metrics, answers, runs and slices, and that the message says what helps."""

from __future__ import annotations

import pytest
from result_files import FILES, files_in, good, lines, report, run, said, scored


def trials(of, questions=10, **more):
    """Write three trials of each question; `of` is the function of question and trial that gives the outcome."""
    return lines(
        {"id": f"q{q}", "trial": t, "passed": of(q, t), **{name: make(q, t) for name, make in more.items()}}
        for q in range(questions)
        for t in range(3)
    )


MODELS = lines({"id": 1, "model": model, "passed": 1} for model in "ab")
TASKS = lines({"id": q, "ds": ds, "passed": q % 2} for q in range(9) for ds in "st")
FLIP = trials(lambda q, t: (q + t) % 2)
PARTS = lines({"id": i, "tests": [{"ok": True}, {"ok": i % 2 > 0}]} for i in range(6))
THIRDS = trials(lambda q, t: (q + t) % 3)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (trials(lambda q, t: t % 2, kind=lambda q, t: t), "--by kind", "question 'q0' has kind 0 and 1; --by and"),
        (trials(lambda q, t: t % 2, kind=lambda q, t: q % 9 or None), "--cluster kind", "no value in the field 'kind'"),
        (THIRDS, "--weights 0,1,2 --metrics pass", "Pass@k needs 0/1 outcomes; with --weights, use avg, bayes or max"),
        (FLIP.rpartition("\n")[0], "--missing own -k 3", "has 2 of 3 trials: k=2 will do, or --missing drop"),
        (FLIP, "-k 4 --metrics maj", "no question has more than 3 trials: k=4 is too large, k=3 will do; only pass"),
        (FLIP, "--metrics cons", "no field has a usual name for it; --answer KEY names it"),
        ("[[0, 1], [1, 1]]", "--metrics cons", "answers are read from records"),
        (PARTS, "--at [{}].tests[{trial}].ok --all", "the outcomes here stand one by one; name the list: --outcome"),
        (FLIP.replace('"q3", "trial": 2', '"q4", "trial": 3'), "", "'q3' has 2 trials, question 'q4' has 4"),
        (trials(lambda q, t: t % 2, kind=lambda q, t: q % 2), "--all", "--all takes a field that holds a list"),
        (MODELS, "--baseline z", "no run has this name; there are 'a'"),
        (MODELS, "--flips a z", "no run has this name; there are 'a'"),
        (lines({"name": f"n{i}", "note": "a b c"} for i in range(900)), "--explain", "900 values"),
        ('{"id": 1, "passed": 1}\nbroken\n{"id": 2, "passed": 0}\n', "", "--skip line=2"),  # a pipe is read once
    ],
)
def test_what_is_refused(text, options, words):
    assert words in run("-", *options.split(), stdin=text)[2]


def test_names_of_no_metric():
    said = {"g_pass": "needs a threshold, as in g_pass@0.5", "g_pass@1.5": "expected tau in [0, 1]"}
    said.update({"avg@3": "this metric has no k; write avg", "pass@0": "expected k, as in pass@4"})
    for typed, words in {**said, "recall": "unknown metric 'recall'; choose from avg,"}.items():
        assert words in run("-", "--metrics", typed)[2]
    assert "has no confidence interval" in run("-", "--require", "geom@2>=0.5")[2]


def test_a_file_that_is_given_twice(tmp_path):
    (path,) = files_in(tmp_path, a=FLIP)
    assert said(path, path) == f"{path}: the file is given twice"
    assert said(tmp_path, path).startswith(f"{path}: the file is given twice, alone and in {tmp_path}; ")


def test_a_gate_asks_what_names_the_questions():
    """The records of two files are not paired by their positions."""
    a, b = (FILES / f"trees/questions_in_other_orders_list/{name}.jsonl" for name in "ab")
    gate = (a, "--baseline", b, "--require", "avg-base>=-0.3")
    assert (run(*gate)[0], run(*gate, "--question", "slug")[0]) == (1, 0)


def test_the_same_value_in_csv_and_json_is_one_slice(tmp_path):
    text = "id,passed,level\n" + "".join(f"q{i},{i % 2},{i % 3}\n" for i in range(9))
    other = lines({"id": f"q{i}", "passed": 1, "doc": {"level": i % 3}} for i in range(9))
    a, b = files_in(tmp_path, **{"a.csv": text, "b.jsonl": other})
    assert [one["slice"] for one in scored(a, b, "--by", "level")["by"]["slices"]] == ["0", "1", "2"]


def test_what_a_board_of_tasks_needs():
    words = {"--rank-by=pass": "--rank-by pass needs a k, such as pass@4, or -k"}
    words["--by=id"] = "--where ds=NAME picks one; the tasks are 's', 't'"
    for option, part in words.items():
        assert part in run("-", "--task", "ds", option, stdin=TASKS)[2]


def test_slices_with_trials_missing():
    text = trials(lambda q, t: q % 2 if q + t else None, kind=lambda q, t: f"k{q % 2}")
    slices = report(text, "--by", "kind", "--missing", "bounds")["by"]["slices"]
    assert [(one["avg"]["value"], one["avg"].get("value_high")) for one in slices] == [(None, 1 / 15), (1, None)]
    slices = report(text, "--by", "kind", "--missing", "own")["by"]["slices"]
    assert [(one["trials"], one.get("most_trials")) for one in slices] == [(2, 3), (3, None)]


def test_runs_without_a_common_task_have_no_mean():
    text = good(FILES / "trees/models_without_a_common_task/out", "--path", "{run}/{task}.jsonl")
    assert "no mean and no rank" in text and " less " not in text


def test_names_of_files_stand_for_the_files(tmp_path):
    a, b, c = files_in(tmp_path, a=FLIP, b=FLIP, c=TASKS)
    assert sorted(row["run"] for row in scored("--name", f"x={a}", "--name", f"y={b}")["runs"]) == ["x", "y"]
    board = scored("--name", f"z={c}", "--task", "ds")
    assert [row["run"] for row in board["runs"]] == ["z"] and len(board["tasks"]) == 2
