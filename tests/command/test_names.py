"""Check the names of runs: --name, a field of the records, the model in the log, or a part of the path."""

from __future__ import annotations

import unicodedata

import pytest
from helpers import cases
from result_files import good, lines, of_models, placed, report, rows_of, run, said, scored

from scorio_lite._command.read.options import Ask
from scorio_lite._command.score.ledger import Grades, TaskRun
from scorio_lite._command.score.run import Run, name_runs, tell_apart
from scorio_lite._command.text import FileError


def titles(*abouts, given=()):
    """Return the names of runs with these models and tasks, in the files log0.json, log1.json, ..."""
    runs = []
    for i, about in enumerate(abouts):
        cell = TaskRun("", "", f"out_{i}/log{i}.json")
        cell.told.model, cell.told.task = (*about, "", "")[:2]
        runs.append(Run(cell, ["q"], [[1]], Grades(Ask(), None)))
    name_runs(runs, given)
    return [run.title for run in runs]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (("cand/llama-new.jsonl", "base/qwen-old.jsonl"), ["llama-new", "qwen-old"]),
        (("out/gpt-4.1.json", "out/gpt-4.5.json"), ["gpt-4.1", "gpt-4.5"]),
        (("a/results.jsonl", "b/results.jsonl"), ["a", "b"]),
        (("out/opus/results_2026-01-02.json", "out/gpt/results_2026-01-03.json"), ["opus", "gpt"]),
        (("eval_opus_v2.csv", "eval_gpt_v2.csv"), ["opus", "gpt"]),
        (("x/a.json", "x/a.csv"), ["a.json", "a.csv"]),
        (("1.json", "2.json"), ["1", "2"]),
        (("x/1/r.json", "y/1/r.json", "y/2/r.json"), ["x/1", "y/1", "y/2"]),
    ],
)
def test_a_run_has_the_part_of_the_path_that_is_its_alone(paths, names):
    """The file's own name comes first; a part without a word, such as a date, comes last."""
    assert tell_apart(paths) == names


def test_the_model_names_the_run_and_the_task_if_need_be():
    assert titles(("gpt", "math"), ("opus", "math")) == ["gpt", "opus"]
    assert titles(("gpt", "math"), ("gpt", "code"), ("opus", "code")) == ["gpt math", "gpt code", "opus"]
    assert titles(("gpt", "math"), ("gpt", "math"), ("opus", "math")) == ["gpt (log0)", "gpt (log1)", "opus"]
    assert titles((), ("gpt",), ()) == ["log0", "gpt", "log2"]
    assert titles(("gpt", "math")) == ["out_0/log0.json"], "a report has its file"
    given = ["one=1=out_0/log0.json"]
    assert titles(("gpt", "math"), ("gpt", "math"), given=given) == ["one=1", "gpt"]
    assert titles((), given=given) == ["one=1"]
    with pytest.raises(FileError, match="have the same name; --name NAME=FILE gives another"):
        titles(("gpt",), ("x",), ("gpt (log0)",), ("gpt",))
    with pytest.raises(FileError, match="'log9': expected NAME=FILE, and FILE is one of"):
        titles((), given=["log9"])


def test_one_run_of_a_file(tmp_path):
    """With --only, a file of several runs takes options for one run; questions of other runs do not matter."""
    path, other = tmp_path / "all.jsonl", tmp_path / "other.jsonl"
    more = {"id": 9, "model": "opus", "passed": 1, "trial": 0}
    path.write_text(lines([*of_models(names=("opus", "a/gpt"), level=1), more]))
    assert (
        f"{path}, 'a/gpt': it has 3 of the 4 questions of all runs, and lacks, for one, question 9 of {path}, 'opus'"
        in said(path)
    )
    out = good(path, "--only", "a/gpt", "--by", "level", "--plan", "0.1", "--svg", tmp_path / "x.svg")
    assert "all.jsonl, 'a/gpt' (records): 3 questions, 2 trials each model a/gpt " in " ".join(out.split())
    assert "<title>a/gpt: 3 questions" in (tmp_path / "x.svg").read_text()
    got = scored(path, "--only", "a/gpt")
    assert (got["file"], got["run"], got["model"], got["avg"]["value"]) == (str(path), "a/gpt", "a/gpt", 2 / 3)
    path.write_text(lines(of_models(names=("a", "b", "c"))))
    other.write_text(lines(of_models(names=("d", "e", "f"), level=2)))
    assert [row["run"] for row in scored(path, "--only", "c", "--only", "a")["runs"]] == ["c", "a"]
    assert scored(path, other, "--only", "e", "--by", "level")["run"] == "e"


MARKS = {  # in Markdown
    "<script>alert(1)</script>": "\\<script>alert(1)\\</script>",
    "</td><!-- <?php": "\\</td>\\<!-- \\<?php",
    "[x](javascript:1)![y](https://a)": "[x]\\(javascript:1)![y]\\(https://a)",
    "`a|b\\` *c* ~d~": "\\`a\\|b\\\\\\` \\*c\\* \\~d\\~",
    "&lt; &#60;": "\\&lt; \\&#60;",
    "__init__ a_b _": "\\_\\_init\\_\\_ a_b \\_",
    "a < b & c [0, 1] <0.001 e-5 1+1=2": "a < b & c [0, 1] <0.001 e-5 1+1=2",
}


@pytest.mark.parametrize(("name", "marked"), MARKS.items())
def test_names_are_text_in_markdown(name, marked):
    """In the heading and in each table, names stay text."""
    rows = [{"task_id": f"{name}{i}", "passed": i % 2, "group": name, "model": name} for i in range(3)]
    out = good("-", "--markdown", "--by-question", "--by", "group", "--only", name, stdin=lines(rows))
    assert f"\n| {marked}0 | 1 | 0.000 [" in out and f"\n| {marked} (3) | 0.333 [" in out
    titled = good("-", "--markdown", "--name", f"{name}=-", stdin=lines(rows[:1]))
    assert titled.startswith(f"{marked} (records): 1 question,")
    rows += [{**row, "model": "other"} for row in rows]
    assert f" | {marked} | 0.333 [" in good("-", "--markdown", stdin=lines(rows))


FORMULAS = ["=1+1", "=1", "@a", "-2+3", "-x", "\uff1dw", "'=x", "-1e5", '=HYPERLINK("http://a","b")', "\t=x", "\r@b"]


def test_names_are_unchanged_in_json_and_no_formulas_in_csv():
    """In CSV, an apostrophe precedes each name that a spreadsheet would compute; in JSON, names are unchanged."""
    others = ["+1", "-1", "-1.5", "'Twas", "a=b", "<b>", *MARKS]
    names = [*FORMULAS, *others]
    text = lines({"task_id": name, "passed": 1, "model": model} for name in names for model in names)
    assert sorted(row["run"] for row in report(text)["runs"]) == sorted(name.strip() for name in names)
    cells = sorted([f"'{name.strip()}" for name in FORMULAS] + others)
    assert sorted(row["run"] for row in rows_of("-", stdin=text)) == cells
    one = rows_of("-", "--by-question", "--only", "=1+1", stdin=text)
    assert sorted(row["question"] for row in one) == cells


@cases("mark", ["\x1b[31m\x07\x7f", "\r\x9b2J"], ["\x7f", "\x00"])
def test_control_characters_reach_no_terminal(tmp_path, mark):
    """Control characters are in no output, in no file that the command writes, and in no error."""
    name = f"a{mark}b"
    rows = [{"task_id": f"{name}{i}", "passed": i % 2, name: name, "model": f"{name}{i // 4}"} for i in range(8)]
    rows += [{**row, "model": f"{name}{1 - i // 4}"} for i, row in enumerate(rows)]
    board = placed(tmp_path, {"board.jsonl": lines(rows)}) / "board.jsonl"
    pages = ("--svg", tmp_path / "x.svg", "--html", tmp_path / "x.html", "--title", name)
    one = ("--only", f"{name}0")
    asked = [(), ("--by", name), one, (*one, "--by-question"), (*one, "--explain"), ("--flips", f"{name}0", f"{name}1")]
    outs = [good(board, *more, *form) for more in asked for form in ((), ("--json",), ("--markdown",), ("--latex",))]
    outs += [good(board, *more, "--csv") for more in asked[:4]] + [good(board, *pages)]
    outs += [(tmp_path / f"x.{kind}").read_bytes().decode() for kind in ("svg", "html")]
    for wrong in ((board, "--only", name), (board, "--ignore", name + "x"), (board, "--nothing", name), (board, name)):
        status, *texts = run(*(str(word).replace("\0", "") for word in wrong))
        assert status in (1, 2)
        outs += texts
    assert "\\x" in outs[0]
    for out in outs:
        assert {one for one in out if unicodedata.category(one) == "Cc"} <= {"\n"}
