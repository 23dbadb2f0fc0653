"""Parsing: lines that are wrong, texts of any depth, and rows of too many columns."""

from __future__ import annotations

import json

import pytest
from result_files import placed

from scorio_lite import files
from scorio_lite._command.read import csv


@pytest.mark.parametrize(
    ("wrong", "code"), [('{"id": 9, "pas', "line"), ("[1]", "line"), ("7", "line"), ("9,1,1", "row"), ("9", "row")]
)
def test_a_wrong_line_is_left_out_as_the_refusal_says(tmp_path, wrong, code):
    """A line near the end that is no record is refused, in a tree by the name of its file, and can be skipped."""
    rows = [f'{{"id": {i}, "passed": 1}}' for i in range(1200)]
    if code == "row":
        rows = ["id,passed", *(f"{i},1" for i in range(1199))]
    placed(tmp_path, {"a.jsonl": "\n".join([*rows, *rows[1:2]]), "b.jsonl": "\n".join([*rows, wrong, rows[1], ""])})
    for path in (tmp_path / "b.jsonl", tmp_path):
        with pytest.raises(files.ReadError, match=r"b.jsonl: line 1201\b") as refused:
            files.read(path)
        assert refused.value.code == code
    with pytest.raises(files.ReadError) as refused:
        files.read(tmp_path / "b.jsonl")
    assert refused.value.readings[0]["keywords"]["skip"] == {"line": "1201"}


@pytest.mark.parametrize("text", ["[" * 100_000 + "]" * 100_000, "[1" + "0" * 5000 + "]"])
def test_texts_that_python_does_not_parse(tmp_path, text):
    with pytest.raises(files.ReadError) as refused:
        files.read(placed(tmp_path, {"r.json": text}) / "r.json")
    assert refused.value.code == "json"


@pytest.mark.parametrize(
    ("row", "line"), [("1," * 999 + "1\n", 0), ("1," * 1000 + "1\n", 1), ("1," * 600 + '"\n"' + ",1" * 600 + "\n", 2)]
)
def test_rows_of_too_many_columns(tmp_path, monkeypatch, row, line):
    monkeypatch.setattr(csv, "_MOST_COLUMNS", 1000)
    path = placed(tmp_path, {"r.csv": row * 2}) / "r.csv"
    if line:
        with pytest.raises(files.ReadError, match=f"line {line}: more than 1,000 columns"):
            files.read(path)
    else:
        assert len(files.read(path, format="matrix").matrix()) == 2


def test_all_first_lines_are_left_out(tmp_path):
    """The first line that is kept says what a file is, also if a block of lines stands before it."""
    long, records = '{"x": "' + "x" * 70_000 + '"}\n', '{"id": 1, "passed": 1}\n{"id": 2, "passed": 0}\n'
    for first in (long, "a comment\n", "[\n"):
        placed(tmp_path, {"a.jsonl": first + records})
        assert files.read(tmp_path / "a.jsonl", skip={"line": "1"}).matrix() == [[1], [0]]
    placed(tmp_path, {"a.jsonl": "{}\n"})
    with pytest.raises(ValueError, match="no line is left"):
        files.read(tmp_path / "a.jsonl", skip={"line": "1"})


def test_what_a_template_visits_is_no_field(tmp_path):
    """Fields beside the way to an outcome are kept; the other questions are not, however many there are."""
    items = {f"q{i}": {"status": "ok", "eval": {"passed": i % 2, "cost": i}} for i in range(401)}
    placed(tmp_path, {"r.json": json.dumps({"about": {"llm": "m"}, "items": items})})
    read = files.read(
        tmp_path / "r.json", at="items.{question}.eval.passed", keep=["about.llm", "items.status", "cost"]
    )
    assert read.kept("about.llm") + read.kept("items.status") == [["m"]] * 401 + [["ok"]] * 401
    assert read.kept("cost") == [[i] for i in range(401)]
    assert "not used: about.llm, items.status, cost" in " ".join(read.report().split())


@pytest.mark.parametrize(
    ("row", "options", "says"),
    [
        ('{"id": 1, "passed": 1, "passed": 0}', {}, "the field 'passed' occurs twice"),
        ('{"id": 1, "a": [1, 2], "b": 1}', {"outcome": "a==b"}, "no single value in 'a'"),
        ('{"id": 1, "a": 1, "b": [1]}', {"outcome": "a==b"}, "no single value in 'b'"),
    ],
)
def test_a_record_that_the_loop_refuses(tmp_path, row, options, says):
    with pytest.raises(files.ReadError, match=f"line 1: {says}"):
        files.read(placed(tmp_path, {"r.jsonl": f"{row}\n" * 2}) / "r.jsonl", **options)
