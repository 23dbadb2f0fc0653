"""The names of runs: --name, a field of the records, the model in the log, or a part of the path."""

from __future__ import annotations

import csv
import json

import pytest
from result_files import lines, run

from scorio_lite._command.grading import FileError
from scorio_lite._command.missing import Run
from scorio_lite._command.names import distinct, name_runs


def test_names_that_tell_files_apart():
    for paths, names in {
        ("a.json", "b.json"): ["a", "b"],
        ("x/a.json", "x/b.jsonl"): ["a.json", "b.jsonl"],
        ("runs/a/results.jsonl.gz", "runs/b/results.jsonl.gz"): ["a", "b"],
        ("a/1.json", "b/2.json"): ["1", "2"],
        ("long/1.json", "b/2.json", "c/1.json"): ["long", "b", "c"],
        ("m/1/x.json", "m/2/x.json", "n/1/x.json"): ["m/1", "m/2", "n/1"],
        ("a", "b/a"): ["a", "b/a"],
        ("a.b.json", "a.json", "c.b.json"): ["a.b", "a", "c.b"],
        ("gpt-3.5.json", "claude-3.5.json"): ["gpt-3.5", "claude-3.5"],
        ("run_a_results.json", "run_b_results.json"): ["a", "b"],
        ("a_.json", "a_b.json"): ["a_", "a_b"],
        (".json", "a.json"): [".json", "a.json"],
        ("C:\\runs\\a.json", "C:\\runs\\b.json"): ["a", "b"],
        ("standard input", "a.json"): ["standard input", "a.json"],
        ("f.json",): ["f.json"],
        ("m/run", "n/run/"): ["m", "n"],
        (
            "out/openai__gpt-4o/samples_gsm8k_2024-08-01T10-00-00.12.jsonl",
            "out/meta__llama-3/samples_gsm8k_2024-08-01T10-00-00.34.jsonl",
        ): ["openai__gpt-4o", "meta__llama-3"],
        ("samples_gsm8k_2024-08-01T10-00-00.12.jsonl", "samples_gsm8k_2024-09-01T10-00-00.12.jsonl"): [
            *("2024-08-01T10-00-00.12", "2024-09-01T10-00-00.12")
        ],
    }.items():
        assert distinct(paths) == names


def titles(*abouts, given=()):
    """The names of runs with this model and task, in the files log0.json, log1.json, ..."""
    runs = []
    for i, about in enumerate(abouts):
        runs.append(Run(f"out_{i}/log{i}.json", [("q", (0, 1))], None))
        runs[-1].about = dict(zip(("model", "task"), about))
    name_runs(runs, given)
    return [run.title for run in runs]


def test_the_model_names_the_run_and_the_task_if_need_be():
    assert titles(("gpt", "math"), ("opus", "math")) == ["gpt", "opus"]
    assert titles(("gpt", "math"), ("gpt", "code"), ("opus", "code")) == ["gpt math", "gpt code", "opus"]
    assert titles(("gpt", "math"), ("gpt", "math"), ("opus", "math")) == ["gpt (0)", "gpt (1)", "opus"]
    assert titles((), ("gpt",), ()) == ["0", "gpt", "2"]
    assert titles(("gpt", "math")) == ["out_0/log0.json"], "a report has its file"
    given = ["one=1=out_0/log0.json"]
    assert titles(("gpt", "math"), ("gpt", "math"), given=given) == ["one=1", "gpt"]
    assert titles((), given=given) == ["one=1"]
    with pytest.raises(FileError, match="have one name; --name NAME=FILE gives another"):
        titles(("gpt",), ("x",), ("gpt (0)",), ("gpt",))


def test_names_of_the_command_line(tmp_path):
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    for path in paths:
        path.write_text("[[0, 1], [1, 1]]")
    out = run(*paths, "--name", f"GPT 5={paths[1]}")[1]
    assert "GPT 5" in out
    got = json.loads(run("-", paths[0], "--name", "new=-", "--name", f"old={paths[0]}", "--json", stdin=b"[[1, 1], [1, 0]]")[1])
    assert [(row["run"], row["file"]) for row in got["runs"]] == [("new", "standard input"), ("old", str(paths[0]))]
    for text, words in (
        ("x", f"--name 'x': expected NAME=FILE, and FILE is one of '{str(paths[0])[:40]}"),
        (f"={paths[0]}", "expected NAME=FILE"),
        ("x=other.json", "expected NAME=FILE"),
    ):
        status, out, err = run(*paths, "--name", text)
        assert (status, out) == (1, "")
        assert words in err
    status, out, err = run(*paths, "--name", f"x={paths[0]}", "--name", f"x={paths[1]}")
    assert status == 0, "the path tells them apart"
    assert "x (a)" in out


def records(run_field="model", names=("opus", "gpt"), questions=3, **more):
    return [
        {"id": q, run_field: name, "passed": int(q <= i), "trial": t, **more}
        for t in range(2) for q in range(questions) for i, name in enumerate(names)
    ]  # fmt: skip


def leaderboard(text, *arguments):
    status, out, err = run("-", "--json", *arguments, stdin=text.encode())
    assert (status, err) == (0, ""), err
    return [(row["run"], row["value"], row["trials"]) for row in json.loads(out)["runs"]]


def test_a_file_of_several_models_is_a_leaderboard():
    expected = [("gpt", 2 / 3, 2), ("opus", 1 / 3, 2)]
    assert leaderboard(lines(records())) == expected
    assert leaderboard(json.dumps(records())) == expected
    assert leaderboard(lines(records("Model"))) == expected
    assert leaderboard(lines(records("model_name"))) == expected
    assert leaderboard(lines(records("temperature", (0.5, 1))), "--run", "Temperature") == [
        ("1", 2 / 3, 2), ("0.5", 1 / 3, 2)]  # fmt: skip
    rows = records()
    table = "\n".join([",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)])
    assert leaderboard(table) == expected
    # Another field tells the runs apart: the model is then one of the things that a question has once.
    status, _, err = run("-", "--run", "trial", stdin=lines(records()).encode())
    assert (status, "the records of a question differ in 'model' ('opus' and 'gpt')" in err) == (1, True)


def test_a_file_of_one_model_is_a_report():
    status, out, err = run("-", "--json", stdin=lines(records(names=("opus",))).encode())
    assert (status, err) == (0, "")
    assert "runs" not in json.loads(out)
    heading = run("-", stdin=lines(records(names=("opus",))).encode())[1].splitlines()[:2]
    assert heading == ["standard input (records): 3 questions, 2 trials each", "model opus"]


def test_several_files_of_several_models(tmp_path):
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.write_text(lines(records()))
    other.write_text(lines(records(names=("haiku", "gpt", "qwen"))))
    found = json.loads(run(one, other, "--json")[1])["runs"]
    assert sorted(row["run"] for row in found) == ["gpt (one)", "gpt (other)", "haiku", "opus", "qwen"]
    assert {row["file"] for row in found} == {str(one), str(other)}
    other.write_text(lines({**row, "trial": row["trial"] + 2} for row in records()))
    merged = json.loads(run(one, other, "--merge", "--json")[1])["runs"]
    assert [(row["run"], row["trials"]) for row in merged] == [("gpt", 4), ("opus", 4)]
    other.write_text(lines({"id": q, "passed": 1} for q in range(3)))
    status, out, err = run(one, other, "--merge")
    assert (status, out) == (1, "")
    assert "some of its files name their runs, and some do not" in err


def test_one_run_of_a_file(tmp_path):
    """What is for one run works; what the others lack does not matter."""
    path = tmp_path / "all.jsonl"
    path.write_text(lines([*records(names=("opus", "a/gpt"), level=1), {"id": 9, "model": "opus", "passed": 1, "trial": 0}]))
    assert run(path)[0] == 1
    status, out, err = run(path, "--only", "a/gpt", "--by", "level", "--plan", "0.1", "--metrics", "avg", "--svg", tmp_path / "x.svg")
    assert (status, err) == (0, "")
    assert "all.jsonl, 'a/gpt' (records): 3 questions, 2 trials each\nmodel a/gpt\n\n" in out
    assert "<title>all.jsonl, &#x27;a/gpt&#x27;: 3 questions" in (tmp_path / "x.svg").read_text().replace("'", "&#x27;")
    got = json.loads(run(path, "--only", "a/gpt", "--json")[1])
    assert (got["file"], got["run"], got["model"], got["avg"]["value"]) == (str(path), "a/gpt", "a/gpt", 2 / 3)
    path.write_text(lines(records(names=("a", "b", "c"))))
    other = tmp_path / "other.jsonl"
    other.write_text(lines(records(names=("d", "e", "f"), level=2)))
    two = json.loads(run(path, "--only", "c", "--only", "a", "--json")[1])["runs"]
    assert [row["run"] for row in two] == ["c", "a"]
    assert json.loads(run(path, other, "--only", "e", "--by", "level", "--json")[1])["run"] == "e"


def test_trials_of_one_run_are_no_rivals(tmp_path):
    """A leaderboard of them says so."""
    words = "The files look like trials of one run. If so, --merge makes one run of them.\n"
    for names, said in (
        (("output-rs0.csv", "output-rs1.csv"), True), (("a_seed_1.csv", "a_seed_20.csv"), True), (("Run1.csv", "Run2.csv"), True),
        (("gpt-4.csv", "gpt-5.csv"), False), (("run1.csv", "other.csv"), False), (("a-run1.csv", "b-run1.csv"), False),
        (("cars1.csv", "cars2.csv"), False),
    ):  # fmt: skip
        paths = [tmp_path / name for name in names]
        for path in paths:
            path.write_text("1\n0\n1\n")
        out = run(*paths)[1]
        assert (words in out) == said
        assert out.startswith("2 runs of 3 questions")
    folders = [tmp_path / f"run-{i}" / "a.csv" for i in range(2)]
    for path in folders:
        path.parent.mkdir()
        path.write_text("1\n0\n1\n")
    assert words in run(*folders)[1]


@pytest.mark.parametrize(
    "text, options, words",
    [
        (lines([*records(), {"id": 1, "passed": 1, "trial": 7}]), (), "line 13, field 'model': null does not name a run"),
        (lines([*records(), {"id": 1, "passed": 1, "model": " "}]), (), "line 13, field 'model': ' ' does not name a run"),
        (lines([*records(), {"id": 1, "passed": 1, "model": ["a"]}]), (), "line 13, field 'model': a list does not name a run"),
        (lines([*records(), 3]), (), "line 13: not a record (a JSON object) but 3"),
        (lines([*records(), {"id": 9, "passed": 1, "model": "gpt", "trial": 1}]), (), "standard input, 'opus': it has 3 of the 4 questions of all runs, and lacks 9 of standard input, 'gpt'"),
        (lines(records("system")), ("--run", "model"), "no field 'model'; there are 'id', 'system'"),
        ("[[0, 1]]", ("--run", "model"), "--run does not apply to a file of matrix"),
        (lines(records()), ("--by-question",), "--by-question is for one run: --only NAME picks one of the file"),
        (lines(records()), ("--metrics", "pass"), "--metrics is for one run"),
        (lines(records()), ("--only", "o1"), "--only 'o1': no run in the files has this name; there are 'opus', 'gpt'"),
        ("[[0, 1]]", ("--only", "o1"), "--only 'o1': no run in the files has this name; the runs have no names"),
        (lines(records()), ("--rank-by", "pass"), "--rank-by pass needs a k, such as pass@4"),
        ("[[0, 1]]", ("--name", "x=-", "--name", "y=-"), "--name gives standard input two names: 'x' and 'y'"),
        (lines(records()), ("--name", "x=-"), "--name 'x': standard input holds several runs, which have names"),
        (lines(records(names=("opus",))), ("--rank-by", "avg"), "--rank-by needs several runs"),
        (lines(records(names=("opus",))), ("--flips", "a", "b"), "--flips needs several runs"),
        (lines({"id": 1, "model": f"m{i}", "passed": 1} for i in range(501)), (), "more than 500 runs in one file"),
    ],
)  # fmt: skip
def test_what_is_refused(text, options, words):
    status, out, err = run("-", *options, stdin=text.encode())
    assert (status, out) == (1, "")
    assert words in err


def test_names_with_control_characters():
    out = run("-", stdin=lines(records(names=("a\x1b[31m", "b\n"))).encode())[1]
    assert "\x1b" not in out
    assert "a\\x1b[31m" in out


MARKS = {  # in Markdown
    "<script>alert(1)</script>": "\\<script>alert(1)\\</script>",
    "</td><!-- <?php": "\\</td>\\<!-- \\<?php",
    "[x](javascript:1)![y](https://a)": "[x]\\(javascript:1)![y]\\(https://a)",
    "`a|b\\` *c* ~d~": "\\`a\\|b\\\\\\` \\*c\\* \\~d\\~",
    "&lt; &#60;": "\\&lt; \\&#60;",
    "__init__ a_b _": "\\_\\_init\\_\\_ a_b \\_",
    "a < b & c [0, 1] <0.001 e-5 1+1=2": "a < b & c [0, 1] <0.001 e-5 1+1=2",
}


def test_names_are_text_in_markdown():
    """In the heading and in each table."""
    for name, marked in MARKS.items():
        rows = [{"task_id": f"{name}{i}", "passed": i % 2, "group": name, "model": name} for i in range(3)]
        out = run("-", "--markdown", "--by-question", "--by", "group", "--only", name, stdin=lines(rows).encode())[1]
        assert f"\n| {marked}0 | 1 | 0.000 |" in out
        assert f"\n| {marked} | 3 | 1 | 0.333 [" in out
        titled = run("-", "--markdown", "--name", f"{name}=-", stdin=lines(rows[:1]).encode())[1]
        assert titled.startswith(f"{marked} (records): 1 question,")
        rows += [{**row, "model": "other"} for row in rows]
        assert f" | {marked} | 0.333 [" in run("-", "--markdown", stdin=lines(rows).encode())[1]


def test_names_are_unchanged_in_json_and_csv():
    """Also those that a spreadsheet takes for formulas: programs match questions by them."""
    names = ["=1+1", "+1", "-1", "@a", "=HYPERLINK(\"http://a\",\"b\")", "<b>", *MARKS]
    rows = [{"task_id": name, "passed": 1, "model": model} for name in names for model in names]
    text = lines(rows).encode()
    got = json.loads(run("-", "--json", stdin=text)[1])["runs"]
    table = list(csv.DictReader(run("-", "--csv", stdin=text)[1].splitlines()))
    assert [row["run"] for row in got] == [row["run"] for row in table] == names
    one = lines([row for row in rows if row["model"] == "=1+1"]).encode()
    table = csv.DictReader(run("-", "--csv", "--by-question", stdin=one)[1].splitlines())
    assert [row["question"] for row in table] == names
