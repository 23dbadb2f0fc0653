"""Check reading trees of files by columns: the result is that of the strict reader, which reads record by record."""

from __future__ import annotations

import json
import random

import pytest
from helpers import cases
from result_files import lines, placed, quick, run, table

from scorio_lite._command.readings.again import LikeBefore

RNG = random.Random("again")
SIZE = 24


def records(task, **more):
    return [{"id": f"{task}-{i}", "question": f"{task}: what is {i} and {i}?", "passed": RNG.random() < 0.5, **more} for i in range(SIZE)]


def changed(rows, at, **more):
    return [{**row, **more} if i == at else row for i, row in enumerate(rows)]


CHANGES = {  # of the records of one file
    "none": lambda rows: rows,
    "a second record": lambda rows: [*rows, rows[3]],
    "a missing question": lambda rows: rows[:-1],
    "no outcome": lambda rows: changed(rows, 5, passed=None),
    "a word": lambda rows: changed(rows, 5, passed="failed"),
    "a number": lambda rows: [{**row, "passed": float(row["passed"])} for row in rows],
    "a reward": lambda rows: changed(rows, 5, passed=0.5),
    "two records": lambda rows: rows[:2],
    "a record alone": lambda rows: rows[:1],
    "another text": lambda rows: changed(rows, 5, question="what?"),
    "no text": lambda rows: changed(rows, 5, question="-"),
    "blanks around a text": lambda rows: changed(rows, 5, question=f"  {rows[5]['question']} "),
    "another name": lambda rows: changed(rows, 5, id="ID 5"),
    "a spelling": lambda rows: changed(rows, 5, id=f"{rows[5]['id']} "),
    "a total": lambda rows: changed(rows, 5, id="total"),
    "no name": lambda rows: changed(rows, 5, id=""),
    "a number as name": lambda rows: changed(rows, 5, id=5),
    "numbers as names": lambda rows: [{**row, "id": i} for i, row in enumerate(rows)],
    "another order": lambda rows: rows[::-1],
    "an error": lambda rows: [{**row, "error": "timeout" if i == 7 else None} for i, row in enumerate(rows)],
    "no error": lambda rows: [{**row, "error": None} for row in rows],
    "a status": lambda rows: [{**row, "status": "crashed" if i == 7 else "done"} for i, row in enumerate(rows)],
    "a field in one": lambda rows: changed(rows, 5, note="x"),
    "a field in all": lambda rows: [{**row, "note": "x"} for row in rows],
    "the same outcome": lambda rows: [{**row, "correct": row["passed"]} for row in rows],
    "another outcome": lambda rows: [{**row, "correct": not row["passed"]} for row in rows],
    "a trial": lambda rows: [{**row, "trial": 1} for row in rows],
    "a model": lambda rows: [{**row, "model": "m"} for row in rows],
    "two models": lambda rows: [{**row, "model": f"m{i % 2}"} for i, row in enumerate(rows)],
    "a category": lambda rows: [{**row, "category": f"c{i % 3}"} for i, row in enumerate(rows)],
    "a constant": lambda rows: [{**row, "dataset": "d"} for row in rows],
    "an object": lambda rows: [{**row, "doc": {"text": row["question"]}} for row in rows],
    "a list": lambda rows: [{**row, "tests": [1, 0]} for row in rows],
    "a chat": lambda rows: [{**row, "messages": [{"role": "user", "content": row["question"]}]} for row in rows],
    "a large number": lambda rows: [{**row, "seed": 10**30} for row in rows],
    "fields in another order": lambda rows: [rows[0], dict([*rows[1].items()][::-1]), *rows[2:]],
    "other letters": lambda rows: changed(rows, 5, id="\u00e9\u0301"),
}
TEXTS = {  # of a file, from its records
    "lines": lines,
    "one list": lambda rows: json.dumps(rows),
    "a list of two": lambda rows: json.dumps(rows[:2]),
    "a list of a record": lambda rows: json.dumps(rows[:1]),
    "a last end of line": lambda rows: lines(rows) + "\n",
    "a table with separator": lambda rows: "sep=,\n" + table(rows),
    "two rows of a table": lambda rows: table(rows[:2]),
    "a row of a table": lambda rows: table(rows[:1]),
    "table": table,
    "a field twice": lambda rows: lines(rows).replace('"passed": true', '"passed": true, "passed": false', 1),
    "blanks before colons": lambda rows: lines(rows).replace('":', '" :'),
    "a cut line": lambda rows: lines(rows)[:-9],
    "an empty line": lambda rows: lines(rows).replace("\n", "\n\n", 1),
    "two in a line": lambda rows: lines(rows).replace("\n", ", ", 1),
    "lines of Windows": lambda rows: lines(rows).replace("\n", "\r\n"),
    "a mark first": lambda rows: "\ufeff" + lines(rows),
    "a line of several": lambda rows: lines(rows).replace('{"id', '{\n"id', 1),
    "an empty table row": lambda rows: table(rows).replace("\r\n", "\r\n,,\r\n", 1),
    "names again": lambda rows: table(rows) + ",".join(rows[0]) + "\r\n",
    "blanks in a table": lambda rows: table(rows).replace(",", " , "),
    "a comment in a table": lambda rows: table(rows) + "# done\r\n",
    "a short row": lambda rows: table(rows) + "x,y\r\n",
}

STRICTLY = """
    a chat, a comment in a table, a record alone, a list of a record, a row of a table, a table with separator, a cut line, a field in one, a field twice, a large number, a line of several, a list, a mark first,
    a reward, a second record, a short row, a status, a trial, an empty line, an empty table row, an error, an object, another
    outcome, names again, no outcome, no text, two in a line, two models
"""  # only the strict reader reads a file that is changed so


def check(folder, texts, monkeypatch, call):
    """Check that reading by columns gives what the strict reader gives. Return how many files it read by columns."""
    placed(folder, texts)
    used, read = [], LikeBefore.read
    with monkeypatch.context() as patch:
        patch.setattr(LikeBefore, "read", lambda *given: used.append(read(*given)) or used[-1])
        found = said(folder, call)
        patch.setattr(LikeBefore, "read", lambda *_: False)
        assert found == said(folder, call)
    return sum(used[: len(texts)])


def is_strict(name):
    return name in " ".join(STRICTLY.split()).split(", ")


def said(folder, call):
    found = call(folder, "--json")
    more = [["--explain"], *([["--json", "--missing", "fail"]] if found[0] else [])]
    return found, *[quick(folder, *options) for options in more]


@cases("call", [quick], [run])  # in long runs, with the readings of a refusal
@pytest.mark.parametrize("write", [lines, table])
@pytest.mark.parametrize("name", CHANGES)
def test_records(tmp_path, monkeypatch, name, write, call):
    if write is table and name in ("a field in one", "an object", "a chat", "a list", "fields in another order"):
        pytest.skip("no table")
    end = "csv" if write is table else "jsonl"
    files = {f"{model}/{task}.{end}": records(task) for model in "ab" for task in ("arc", "math")}
    last = {**files, f"b/math.{end}": CHANGES[name](files[f"b/math.{end}"])}
    used = check(tmp_path / "last", {path: write(rows) for path, rows in last.items()}, monkeypatch, call)
    assert used == (3 if is_strict(name) else 4)
    if call is quick and write is lines:
        used = check(tmp_path / "all", {path: write(CHANGES[name](rows)) for path, rows in files.items()}, monkeypatch, call)
        assert used == (0 if is_strict(name) else 4)


@cases("call", [quick], [run])
@pytest.mark.parametrize("name", TEXTS)
def test_texts(tmp_path, monkeypatch, name, call):
    usual = table if "table" in name or name in ("names again", "a short row") else lines
    end = "csv" if usual is table else "jsonl"
    files = {f"{model}/{task}.{end}": records(task) for model in "ab" for task in ("arc", "math")}
    texts = {path: usual(rows) for path, rows in files.items()}
    used = check(tmp_path / "last", {**texts, f"b/math.{end}": TEXTS[name](files[f"b/math.{end}"])}, monkeypatch, call)
    assert used == (3 if is_strict(name) else 4)
    if call is quick:
        used = check(tmp_path / "all", {path: TEXTS[name](rows) for path, rows in files.items()}, monkeypatch, call)
        assert used == (0 if is_strict(name) else 4)


def test_the_readings_of_a_refusal(tmp_path, monkeypatch):
    files = {f"{model}/{task}.jsonl": lines(changed(records(task), 5, passed=None)) for model in "ab" for task in ("arc", "math")}
    check(tmp_path, files, monkeypatch, run)


def test_that_it_is_used(tmp_path, monkeypatch):
    files = {f"{model}/{task}.jsonl": lines(records(task, model=model)) for model in ("one", "two") for task in ("arc", "math")}
    found = []
    read = LikeBefore.read
    monkeypatch.setattr(LikeBefore, "read", lambda *given: found.append(read(*given)) or found[-1])
    assert run(placed(tmp_path / "out", files))[0] == 0
    assert found == [True] * 4
