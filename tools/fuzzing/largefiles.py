"""Files of up to a megabyte, and a few of fifty, that are large in one way: where work or memory could explode."""

from __future__ import annotations

import json
import random
from typing import Callable

from fuzzing.archives import bomb

MEGABYTE = 1_000_000


def repeated(unit: str, before: str = "", after: str = "", size: int = MEGABYTE) -> bytes:
    return (before + unit * ((size - len(before) - len(after)) // len(unit)) + after).encode()


def numbered(unit: str, before: str = "", after: str = "") -> bytes:
    """A unit again and again, with a number in it."""
    return (before + "".join(map(unit.format, range(MEGABYTE // (len(unit) + 5)))) + after).encode()


def outcomes(rng: random.Random, rows: int, columns: int) -> list:
    return [[int(rng.random() < (i + 1) / (rows + 1)) for _ in range(columns)] for i in range(rows)]


def table(rng: random.Random) -> bytes:
    rows, columns = rng.choice(
        [(1, 300_000), (2, 150_000), (10, 30_000), (30, 10_000), (300, 1000), (5000, 64), (10**5, 3)]
    )
    matrix = outcomes(rng, rows, columns)
    if rng.random() < 0.5:
        return json.dumps(matrix, separators=(",", ":")).encode()
    head = [[f"t{j}" for j in range(columns)]] if columns < 40_000 else []
    return "\n".join(",".join(map(str, row)) for row in head + matrix).encode()


# fmt: off
UNITS = [
    "1\n", "[]\n", "[1]\n", "{}\n", "\n", " ", ",", '"', "1,", "1 ", "é", "\r", "\ufeff", "[", "{", '{"a":', "[[],",
    "-", "9", "a,b\n", "q\n", '{"task_id": 1, "passed": 1}\n', '""', "sep=,\n", "1\t\n", "x;", ",1\n", "'", "\\",
    '"\n', "0.0,",
]
# fmt: on
NUMBERED = [  # what is repeated with a number in it, and what comes before and after it
    ("t{},", "", "t\n1"),
    ("a{0}b{0},", "task_id,", "x\n1"),
    ('"k{}":1,', '{"task_id":1,"passed":1,', '"b":1}'),
    ("q{},1\n", "task_id,passed\n", ""),
    ("q{},1\n", "", ""),
    ("a{}1,", "task,", "a1\nq,1"),
    ('"q{}":[],', '{"eval":{', '"b":[]}}'),
    ('{{"task_id":{},"passed":1}}\n', "", ""),
    ('{{"task_id":1,"trial":{},"passed":1}}\n', "", ""),
    ('{{"k{}":1,"task_id":1,"passed":1}}\n', "", ""),
    ('{{"task_id":1,"trial":"x{}","passed":1}}\n', "", ""),
    ('{{"task_id":1,"id":{},"passed":1}}\n', "", ""),
    ('"s{}":{{"value":"C"}},', '{"status":"success","eval":{},"samples":[{"id":1,"scores":{', '"b":{"value":"I"}}}]}'),
    ('"m{}",', '{"doc_id":1,"resps":[],"metrics":[', '"x"]}\n'),
]
PLAIN: list[Callable[[], bytes]] = [
    # The same again and again.
    *(lambda unit=unit: repeated(unit) for unit in UNITS),
    # One value with very much in it.
    lambda: repeated("[],", "[", "[]]"),
    lambda: repeated("[", after="]" * 500_000),
    lambda: repeated("9", "[[1,", "]]"),
    lambda: repeated("9", "[[1,0.", "]]"),
    lambda: repeated("9", "[[1,1e", "]]"),
    lambda: repeated("x", '[["', '"]]', 50 * MEGABYTE),
    lambda: repeated("x", '{"task_id": 1, "passed": "', '"}', 50 * MEGABYTE),
    lambda: repeated("x", '{"task_id": "', '", "passed": 1}', 50 * MEGABYTE),
    lambda: repeated("x", '{"task_id": 1, "passed": 1, "a": "', '"}', 50 * MEGABYTE),
    lambda: repeated("\\u0000", '{"task_id": "', '", "passed": 1}'),
    lambda: repeated('"a":1,', '{"task_id":1,"passed":1,', '"b":1}'),
    lambda: repeated('"passed":1,', '{"task_id":1,', '"b":1}'),
    lambda: repeated('"task_id":1,', "{", '"passed":1}'),
    lambda: repeated(" ", '{"task_id":1,"passed', '":1}'),
    lambda: repeated("0" * 100_000, "a,b\n", "x,1\n", 130_000),
    lambda: repeated("0", "a,b\n", "x,1\n", 130_000),
    lambda: repeated("0", "a,b\n", ".x,1\n", 130_000),
    lambda: repeated("0", "task_id,passed\nq,", "x\n", 130_000),
    lambda: repeated("x", "a,b\n", ",1\n", 200_000),
    lambda: repeated("x", 'task_id,passed\n"', '",1\n', 130_000),
    lambda: repeated('""', 'task_id,passed\n"', '",1\n', 130_000),
    lambda: repeated("a\n", 'task_id,passed\n"', '",1\n'),
    # Many names.
    *(lambda parts=parts: numbered(*parts) for parts in NUMBERED),
]


def large(rng: random.Random) -> tuple[bytes, str]:
    kind = rng.random()
    if kind < 0.3:
        return bomb(rng)
    return (table(rng) if kind < 0.5 else rng.choice(PLAIN)()), "any"
