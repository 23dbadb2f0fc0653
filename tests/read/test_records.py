"""Parsing: lines of JSON that are parsed together, texts of any depth, and rows of too many columns."""

from __future__ import annotations

import random

import pytest
from result_files import placed

from scorio_lite import files
from scorio_lite._command.read import csv
from scorio_lite._command.read.item import Refusal
from scorio_lite._command.read.json import _flat, parsed, values
from scorio_lite._command.text import shown

PIECES = [
    '{"a": 1}', '{"a": 1, "b": [0]}', '{"a":1,"a":2}', '{"a" :1,"a":2}', '{"a":"b:c"}', '{"a":[{', "}]}", ",", "{}",
    '{"a":"}', '{","b":1}', '{"a":"}"}', '{"a":{"b":1}}', '{"a":[1', "]}", "[", "]", "1", '"', ":", "{", "}", " ",
    "NaN", "\\",
]  # fmt: skip


def singly(text):
    """Return the pairs of lines and objects, or the first error, of lines that are parsed one by one."""
    pairs = []
    for i, line in enumerate(text, 1):
        try:
            pairs += [(i, parsed(line, i))] if line.strip() else []
        except Refusal as error:
            return str(error)
        if pairs and not isinstance(pairs[-1][1], dict):
            return f"line {i}: not an object but {shown(pairs[-1][1])}"
    return pairs


def together(text):
    try:
        return list(values(["".join(text)], dict))
    except Refusal as error:
        return str(error)


def test_lines_that_are_parsed_together():
    """Lines parsed together give the same objects and errors as lines parsed singly, whatever is wrong with them."""
    dice, flat = random.Random("together"), 0
    for _ in range(4000):
        usual, size = dice.choice(PIECES[:2]), dice.randint(1, 4)
        odd = ("".join(dice.choices(PIECES, k=dice.randint(1, 2))) for _ in range(size))
        text = [f"{line if dice.random() < 0.4 else usual}\n" for line in odd]
        text.append('{"end": 1}\n')
        expected = singly(text)
        assert repr(together(text)) == repr(expected)  # NaN
        flat += isinstance(expected, list) and _flat("".join(text)) is not None
    assert flat > 500


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
