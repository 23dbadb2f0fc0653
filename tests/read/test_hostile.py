"""Files of any content: the command scores each, or refuses it in one line, with readings below."""

from __future__ import annotations

import json
import random
import re

import pytest
from harness_files import MAKERS, lines, text_of
from helpers import cases, counts
from result_files import run

from scorio_lite import files

PLAIN = [
    lines({"id": f"q{i // 2}", "trial": i % 2, "passed": i % 3 == 0, "note": "a, b"} for i in range(20)),
    "id,trial,passed\n" + "".join(f"q{i // 2},{i % 2},{i % 3 % 2}\n" for i in range(20)),
    json.dumps({"model": "m", "results": [{"id": i, "trials": [0, 1, None]} for i in range(9)]}, indent=1),
    json.dumps([[0, 1, 1], [1, 0, 0], [1, 1, 1]]),
]
PIECES = [
    b"\0",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\n",
    b"\xff",
    b"\xef\xbb\xbf",
    b"null",
    b"NaN",
    b"1e999",
    b"-0",
    b"\\u12",
]
PIECES += [
    b"0" * 400,
    b"[" * 3000,
    b'{"id": 1}',
    b"true",
    b"'",
    b"\t",
    b"/",
    b"#",
    b"\r",
    "é".encode(),
    b"id",
    b"trial",
    b"passed",
]


def spoiled(dice):
    """Return a file of a harness or a plain one with a few mistakes: pieces put in, cut out, doubled, or moved."""
    maker = dice.choice([*MAKERS, *range(len(PLAIN))])
    data = (PLAIN[maker] if isinstance(maker, int) else text_of(maker)).encode()
    for _ in range(dice.choice((0, 1, 1, 1, 4))):
        at, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + dice.choice((1, 5, 60)))
        kind = dice.randrange(4)
        if kind == 0:
            data = data[:at] + dice.choice(PIECES) + data[at:]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:end] + data[at:]
        else:
            data = data[:at] + dice.choice(PIECES) + data[end:]
    return data or b" "


def is_refusal(err):
    """Whether this is the message of a refusal: a line, and lines of readings or fields that are below it."""
    first, *more = err.rstrip("\n").split("\n")
    return (
        first.startswith("scorio-lite: ")
        and err.replace("\n", "").isprintable()
        and all(line.startswith("  ") for line in more)
    )


@counts(150, 3000)
def test_spoiled_files(tmp_path, count):
    path, statuses = tmp_path / "results", []
    for number in range(count):
        path.write_bytes(spoiled(random.Random(f"spoiled {number}")))
        status, out, err = run(path, "--json")
        statuses.append(status)
        assert status in (0, 1), (number, err)
        assert err == "" if status == 0 else is_refusal(err), (number, err)
        assert isinstance(json.loads(out), dict), number
    assert min(statuses.count(0), statuses.count(1)) > count / 20


# Files of up to n KB, each read once: at 1,000, work that grows with the square of the size would show.
LONG = {
    "a field thousands of times": (lambda n: '{"task_id":1,"passed":1,' + '"x":1,' * 150 * n + '"x":1}', 0),
    "thousands of trials": (lambda n: ",".join(f"t{i}" for i in range(20 * n)) + "\n" + ",".join("1" * 20 * n), 1),
    "a field for each record": (lambda n: "".join(f'{{"k{i}":1,"task_id":{i},"passed":1}}\n' for i in range(8 * n)), 0),
    "a number that is none": (lambda n: "a,b\n" + "1" * 130 * n + "x,1\n", 1),
    "nested objects": (lambda n: '{"a":' * 300 + "1" + "}" * 300, 1),
    "an object of objects": (lambda n: json.dumps({f"q{i}": {"a": {f"k{i}": i % 2}} for i in range(20 * n)}), 1),
}


@cases("size", [100], [1000])
@pytest.mark.parametrize("name", LONG)
def test_long_lines(name, size):
    text, status = LONG[name]
    found, _, err = run("-", "--metrics", "avg", stdin=text(size))
    assert found == status, err


def test_integers_of_one_hash(tmp_path):
    """Many integers with one hash, as names of questions, take no longer than others."""
    path = tmp_path / "results"
    numbers = [i * (2**61 - 1) for i in range(1, 20_001)]
    assert {hash(number) for number in numbers} == {0}
    path.write_text(lines({"task_id": n, "passed": 1} for n in numbers))
    assert len(files.read(path).questions()) == 20_000


@pytest.mark.parametrize("size", [80, 400, 4000])
def test_large_integers_beside_outcomes(size):
    """A field of integers that are too large for a float is not offered as the outcome."""
    records = [{"id": i // 2, "x": 10**size + i, "y": 3 + i % 2} for i in range(6)]
    status, out, err = run("-", "--json", stdin=lines(records))
    assert (status, "Traceback" in err) == (1, False)
    assert "--outcome=x" not in str(json.loads(out)["readings"])


def test_long_names_are_cut_short():
    record = {"task_id": 1, "passed": 1}
    for text, options in (
        (json.dumps({**record, " " * 9000 + "trial": []}), ()),
        ('{"task_id": 1, "passed": 1, "' + " " * 9000 + 'passed": 0}', ()),
        (json.dumps({"doc_id": 1, "resps": [], "metrics": ["m" * 9000], "m" * 9000: 2}), ()),
        (json.dumps(record), ("--question", "q" * 9000)),
        (json.dumps(record), ("--outcome", "q" * 9000)),
        (json.dumps({"resolved": [], "unresolved": [], "no_logs": ["n" * 9000], "total_instances": 5}), ()),
    ):
        _, _, err = run("-", *options, stdin=text)
        assert len(err) < 3000, re.sub(r"(.)\1{50,}", r"\1...", err)
