"""Files of any content: the command scores each, or refuses it in one line, with readings below."""

from __future__ import annotations

import json
import random

import pytest
from helpers import counts
from result_files import CASES, FILES, lines, run

WHOLE = [path for folder in CASES for path in sorted((FILES / folder).glob("*.*")) if path.name != "expected.json"]
PIECES = b"\0 \" { } [ ] , : \n \xff \xef\xbb\xbf null NaN 1e999 -0 \\u12 true ' \t / # \r \xc3\xa9 id trial passed"
PIECES = [*PIECES.split(b" "), b"0" * 400, b"[" * 3000, b'{"id": 1}']


def spoiled(dice):
    """Return the file of a case with a few mistakes: pieces put in, cut out, doubled, or moved."""
    data = dice.choice(WHOLE).read_bytes()
    for _ in range(dice.choice((0, 1, 1, 1, 4))):
        at, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + dice.choice((1, 5, 60)))
        piece = dice.choice([dice.choice(PIECES), b"", data[at:end] * 2])
        data = data[:at] + piece + data[dice.choice((at, end)) :]
    return data or b" "


@counts(150, 600)
def test_spoiled_files(tmp_path, count):
    path, statuses = tmp_path / "results", []
    for number in range(count):
        path.write_bytes(spoiled(random.Random(f"spoiled {number}")))
        status, out, err = run(path, "--json")
        statuses.append(status)
        assert status in (0, 1), (number, err)
        first, *below = err.rstrip("\n").split("\n")  # a refusal is a line, with readings or fields below it
        assert not err if status == 0 else first.startswith("scorio-lite: "), (number, err)
        assert err.replace("\n", "").isprintable() and all(line.startswith("  ") for line in below), (number, err)
        assert isinstance(json.loads(out), dict), number
    assert min(statuses.count(0), statuses.count(1)) > count / 20


@pytest.mark.parametrize("option", ["--question", "--outcome", "--ignore"])
def test_long_names_are_cut_short(option):
    record = {"task_id": 1, "passed": 1, " " * 9000 + "trial": [], "m" * 9000: 2, "resolved": [0] * 9000}
    assert len(run("-", option, "q" * 9000, stdin=lines([record]))[2]) < 3000
