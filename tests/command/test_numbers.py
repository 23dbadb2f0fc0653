"""Check parts of reports against calls of the library, and words of texts, as tests/numbers.txt has them.

A section of that file has a title, definitions (name = expression), and commands with checks below each. In a command, @name
is a file with the value of that name, and "< EXPRESSION" is standard input, or the files. A check is one of these:

    rows = EXPRESSION   the questions have the outcomes of this matrix, up to their order
    PATH = EXPRESSION   this part of --json has this value; runs/*/lo,hi is [lo, hi] of each run, csv/0 a row of --csv
    ~ WORDS             the text of the report has these words
    !~ WORDS            the text of the report does not have these words
    ? WORDS             the command is refused with these words, the whole message or, with "..." at an end, a part
    ways = EXPRESSION   each option that the message of the refusal names leads to one of these numbers
    offers = EXPRESSION the refusal offers these [options, mean of the first run], or these options first
    cells = EXPRESSION  the board has these (questions, trials, mean) by (run, task)
    sorted = EXPRESSION the names of the runs, sorted
    exit STATUS         the command ends with this status
"""

from __future__ import annotations

import csv  # noqa: F401 - expressions use it
import functools
import gzip  # noqa: F401 - expressions use it
import json
import random
import re
import shlex
from fractions import Fraction
from pathlib import Path

import export_files as exports  # noqa: F401
import harness_files as harness  # noqa: F401
import mpmath
import pytest
from result_files import INTERVAL, board_of, good, lines, of_models, placed, rows_of, run, said, scored, table, zipped  # noqa: F401
from test_decide import is_right, ways
from test_schema import kinds

import scorio_lite as sl  # noqa: F401 - expressions use the library
from scorio_lite import Scores, VoteTally, confidence, rank  # noqa: F401

TEXT = (Path(__file__).parent.parent / "numbers.txt").read_text(encoding="utf-8")
CASES = {  # by the lines of the commands
    TEXT.count("\n", 0, section.start() + command.start()) + 1: (section[0], command[1], re.findall("^    (.*)$", command[2], re.M))
    for section in re.finditer("^# .*\n(?:(?!# ).*\n)*", TEXT, re.M)
    for command in re.finditer(r"^\$ (.*)\n((?:    .*\n)+)", section[0], re.M)
}
ORDERS = (INTERVAL, ("mu", "sigma", "lo", "hi"), ("value_low", "value_high", "lo", "hi"), ("value", "lo", "hi"), ("lo", "hi"))
SHORT = {  # of long paths
    "board": "difference_confidence,runs:*:run;value;se;lo;hi;rank;worst;difference",
    "slices": "by/slices/*/slice,question_count,trials,avg,at_k:k=2:pass_at_k",
}
absent = object()


class Files(dict):
    """A dictionary of several files by their names."""


class Folder(dict):
    """A folder with these files."""


# What expressions use


def records(R, **more):
    """Return a record of each trial; a further field is a value, or a function of the numbers of the question and the trial."""
    return [
        {"id": f"q{i}", "trial": j, "passed": x, **{name: value(i, j) if callable(value) else value for name, value in more.items()}}
        for i, row in enumerate(R)
        for j, x in enumerate(row)
        if x is not None
    ]


def trial_lines(R, **more):
    return lines(records(R, **more))


def drawn(seed, rates, questions, trials):
    """Draw a matrix for each rate."""
    draw = random.Random(seed)
    return Files({name: [[int(draw.random() < p) for _ in range(trials)] for _ in range(questions)] for name, p in rates.items()})


def holm(models, compare, confidence, **how):
    """Return the pairs (i, j) in which i beats j, by the definition of the ranks, and the level of the last of Holm's steps."""
    pairs = [(i, j) for i in range(len(models)) for j in range(len(models)) if i != j]
    above, steps = set(), -1
    while steps < len(above):
        steps, level = len(above), Fraction(confidence)
        if len(models) > 2:
            level = 1 - 2 * (1 - level) / (len(pairs) - steps)
        above = {(i, j) for i, j in pairs if compare(models[i], models[j], confidence=level, **how)[2] > 0}
    return above, level


def board(runs, metric="avg", k=None, level=0.95, is_suite=False, **how):
    """Return the level of differences and a row of each run, the best first: its name, interval, ranks, difference."""
    asked = {"metric": metric, **({} if k is None else {"k": k}), **how}
    own = asked if is_suite else {name: value for name, value in asked.items() if name != "metric"}
    value = confidence.suite if is_suite else getattr(confidence, metric)
    compare = confidence.compare_suite if is_suite else confidence.compare
    values = {name: value(R, **own, confidence=level) for name, R in runs.items()}
    names = sorted(runs, key=lambda name: -values[name][0])
    above, last = holm([runs[name] for name in names], compare, level, **asked)
    rows = []
    for i, name in enumerate(names):
        places = 1 + sum(j == i for _, j in above), len(names) - sum(j == i for j, _ in above)
        difference = compare(runs[name], runs[names[0]], confidence=last, **asked) if i else None
        rows.append([name, *values[name], *places, difference])
    return [float(last), rows]


def slices(parts):
    """Return the row of each slice: its name, numbers of questions and trials, avg, and Pass@2."""
    return [[name, len(R), len(R[0]), confidence.avg(R), confidence.pass_at_k(R, 2)] for name, R in parts.items()]


def better(first, second):
    """Return the chance that the first of two summaries (mu, sigma, lo, hi) is above the second."""
    with mpmath.workdps(60):
        return float(mpmath.ncdf((mpmath.mpf(first[0]) - second[0]) / mpmath.hypot(first[1], second[1])))


def near(values):
    return list(map(pytest.approx, values))


# How a command is checked


@functools.lru_cache(maxsize=None)
def defined(section):
    """Return the names that a section defines, and those that all expressions may use."""
    names = {**globals()}
    for name, expression in re.findall(r"^(\w+) = (.*)$", section, re.M):
        names[name] = eval(expression, names)
    return names


def at(value, path):
    """Return the part of a value at a path, in which each part is a name, a place, NAME=VALUE, * or names between commas."""
    part, _, rest = path.partition("/")
    if not part:
        return value
    if part == "*":
        return [at(one, rest) for one in value]
    if "," in part:
        return [at(value, one.replace(":", "/").replace(";", ",")) for one in part.split(",")]
    if isinstance(value, list):
        key, is_found, wanted = part.partition("=")
        return at(next(one for one in value if str(one[key]) == wanted) if is_found else value[int(part)], rest)
    return at(value[part], rest) if part in value else absent


def is_same(found, expected):
    """Return whether a part of a report is the expected value; an interval may be a tuple, and in CSV all is text."""
    if isinstance(found, dict) and isinstance(expected, (tuple, list)):
        order = next(names for names in ORDERS if len(names) == len(expected) and {*names} <= {*found})
        found = [found[name] for name in order]
    if isinstance(found, list) and isinstance(expected, (tuple, list)):
        return len(found) == len(expected) and all(map(is_same, found, expected))
    if isinstance(found, str) and not isinstance(expected, str):
        return found == ("" if expected is None else str(expected))
    return found == expected


def arguments_of(command, names):
    """Write the files of a command, and return its arguments and standard input."""
    command, has_input, expression = re.fullmatch(r"(.*?)(?:(?:^| )(<) (.*))?", command).groups()
    stdin = eval(expression, names) if has_input else b""
    are_files = isinstance(stdin, (Files, Folder))
    arguments = []
    for word in [stdin if are_files else "-"] * bool(has_input) + shlex.split(command):
        given = names[word[1:]] if isinstance(word, str) and word[0] == "@" else word
        if isinstance(given, Folder):
            placed(Path("folder"), given)
            arguments.append("folder")
        elif isinstance(given, Files) or given is not word:
            arguments += placed_files(given if isinstance(given, Files) else {word[1:]: given})
        else:
            arguments.append(word)
    return arguments, b"" if are_files else stdin


def placed_files(files):
    placed(Path(), files)
    return [*files]


def offers_of(readings):
    return [[" ".join(one["options"]), pytest.approx(one["runs"][0]["avg"])] for one in readings]


class Command:
    """A command and what it prints, each form only if it is checked."""

    def __init__(self, section, command, status):
        self.names, self.status = defined(section), status
        self.given, self.stdin = arguments_of(command, self.names)

    @functools.cached_property
    def report(self):
        found = scored(*self.given, stdin=self.stdin, status=self.status)
        assert len(kinds(found)) == 1, "it fits one schema"
        return found

    @functools.cached_property
    def text(self):
        return " ".join(good(*self.given, stdin=self.stdin, status=self.status).split())

    @functools.cached_property
    def message(self):
        return said(*self.given, stdin=self.stdin)

    def value(self, expression):
        return eval(expression, self.names)

    def has_value(self, path, expression):
        got = self.names["got"] = {"csv": rows_of(*self.given, stdin=self.stdin)} if path[:3] == "csv" else self.report
        found, expected = at(got, SHORT.get(path, path)), self.value(expression)
        assert is_same(found, expected), (found, expected)

    def has_rows(self, expected):
        found = scored(*self.given, "--by-question", "--metrics", "avg", stdin=self.stdin)["by_question"]
        each = sorted([one["trials"], round(one["trials"] * one["avg_these"]["value"])] for one in found)
        assert each == sorted([len(row), sum(row)] for row in expected)

    def has_ways(self, expected):
        found = ways(self.message)
        assert found
        for way in found:
            assert is_right(self.stdin, [*self.given[1:], *way], expected) is True, way

    def has_offers(self, expected):
        found = json.loads(run(*self.given, "--json", stdin=self.stdin)[1])["readings"]
        assert found[0]["options"] == expected or offers_of(found) == expected, found

    def has_cells(self, expected):
        runs = {(row["run"], task): cell for row in self.report["runs"] for task, cell in row["tasks"].items()}
        assert {key: (x["question_count"], x["trials"], round(x["avg"]["value"], 9)) for key, x in runs.items()} == expected

    def has_sorted(self, expected):
        assert sorted(row["run"] for row in self.report["runs"]) == expected

    def is_refused(self, words):
        assert words.strip(".") in self.message
        assert self.message == words or "..." in (words[:3], words[-3:]), self.message


REFUSED = [line for line, (*_, checks) in CASES.items() if any(check[0] == "?" for check in checks)]
AGAIN = [pytest.param(line, id=f"{line}-offers", marks=pytest.mark.long) for line in REFUSED]  # in long runs with offers


@pytest.mark.parametrize("line", [*CASES, *AGAIN])
def test_numbers(line, tmp_path, monkeypatch):
    """Check the command in this line of tests/numbers.txt."""
    section, command, checks = CASES[line]
    monkeypatch.chdir(tmp_path)
    status = next((int(check[5:]) for check in checks if check.startswith("exit ")), 0)
    command = Command(section, command, status)
    for check in checks:
        kind, _, words = check.partition(" ")
        path, _, expression = check.partition(" = ")
        if kind in ("~", "!~"):
            assert (" ".join(words.split()) in command.text) == (kind == "~"), words
        elif kind == "?":
            command.is_refused(words)
        elif path in ("rows", "ways", "offers", "sorted", "cells"):
            getattr(command, f"has_{path}")(command.value(expression))
        elif kind != "exit":
            command.has_value(path, expression)
