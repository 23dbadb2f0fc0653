"""Check that what --json prints fits its schema."""

from __future__ import annotations

import json
import re
from itertools import chain

import pytest
from result_files import R, files_in, good, lines, run

from scorio_lite._command.help import schema as json_schema

SCHEMA = json_schema()
KEYWORDS = {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "const", "minimum"}
KINDS = {"object": dict, "array": list, "string": str, "null": type(None), "integer": int, "number": (int, float), "boolean": bool}


def problems(value, schema, at="$"):
    """Yield why a value does not fit a schema, for the keywords that our schema has."""
    unknown = {*schema} - KEYWORDS - {"$ref", "$defs", "$schema", "title"}
    assert not unknown, unknown
    if "$ref" in schema:
        yield from problems(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], at)
    if "anyOf" in schema:
        found = [list(problems(value, one, at)) for one in schema["anyOf"]]
        if all(found):
            yield from min(found, key=lambda some: -max(one.count(".") for one in some))
    if ("enum" in schema and value not in schema["enum"]) or ("const" in schema and value != schema["const"]):
        yield f"{at} is {value!r}"
    if "minimum" in schema and isinstance(value, int) and value < schema["minimum"]:
        yield f"{at} is {value!r}"
    kind = schema.get("type")
    if kind and (not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind in ("integer", "number"))):
        yield f"{at} is no {kind}: {value!r}"
    elif isinstance(value, dict):
        yield from (f"{at}.{name} is missing" for name in schema.get("required", ()) if name not in value)
        for name, one in value.items():
            own = schema.get("properties", {}).get(name, schema.get("additionalProperties", True))
            if own is False:
                yield f"{at}.{name} is not known"
            elif own is not True:
                yield from problems(one, own, f"{at}.{name}")
    elif isinstance(value, list) and "items" in schema:
        yield from chain.from_iterable(problems(one, schema["items"], f"{at}[{i}]") for i, one in enumerate(value))


RECORDS = lines({"id": f"q{q}", "level": q % 2, "passed": x, "answer": f"a{x}", "temp": 1} for q, row in enumerate(R) for x in row)
ROWS = R * 5
TASKS = lines(
    {"ds": task, "m": name, "id": q, "ok": x} for task in ("gsm8k", "aime") for name in "ab" for q, row in enumerate(ROWS) for x in row
)
BOARD = ("-", "--outcome", "ok", "--task", "ds", "--run", "m")
ASKED = [
    ((), "report"),
    (("--metrics", "all", "-k", "1,2"), "report"),
    (("--by", "level", "--macro"), "report"),
    (("--by-question",), "report"),
    (("--plan", "0.1"), "report"),
    (("--credible", "--alpha0", "2"), "report"),
    (("--require", "avg>=0.5", "--require", "pass@2>=0.1"), "report"),
    (("--anytime",), "report"),
    (("--cluster", "level"), "report"),
    (("-k", "1,9"), "report"),
    (("--questions", "these"), "report"),
    (("--metrics", "cons"), "report"),
    (("--weights", "0,1"), "report"),
    (("--scores",), "report"),
    (("--success", "zz"), "refusal"),
]


@pytest.mark.parametrize("options, kind", ASKED)
def test_reports(options, kind):
    check(run("-", *options, "--json", stdin=RECORDS)[1], kind)


BESIDE = [
    {"model": name, "id": q, "trial": t, "ok": x, "usd": t, "rm": q - t, "human": x if t else None, "other": 1 - x}
    for name in "ab"
    for q, row in enumerate(R)
    for t, x in enumerate(row)
]


@pytest.mark.parametrize("options", [("--cost", "usd"), ("--select", "rm"), ("--labels", "human"), ("--judges", "ok,other")])
def test_what_is_beside_the_outcomes(options):
    for items, kind in (
        (BESIDE, "leaderboard"),
        (BESIDE[: len(BESIDE) // 2], "report"),
        ([{**one, "ok": 0} for one in BESIDE], "leaderboard"),
    ):
        check(run("-", "--outcome", "ok", *options, "--json", stdin=lines(items))[1], kind)


def test_ranges():
    for items, kind in ((BESIDE[:-1], "leaderboard"), (BESIDE[1 : len(BESIDE) // 2], "report")):
        kept = [{name: one[name] for name in ("model", "id", "trial", "ok")} for one in items]
        check(run("-", "--missing", "bounds", "--json", stdin=lines(kept))[1], kind)


def check(out, kind):
    value = json.loads(out)
    own = next(one for one in SCHEMA["anyOf"] if one["title"] == kind)
    assert list(problems(value, own)) == []
    fits = [one["title"] for one in SCHEMA["anyOf"] if not list(problems(value, one))]
    assert fits == [kind], "it is of one kind"


def test_incomplete_reports():
    some = lines({"task_id": f"q{q}", "passed": x} for q, row in enumerate(R) for x in row[: 2 + (q > 0)])
    for policy in ("own", "drop", "fail"):
        check(good("-", "--missing", policy, "--json", stdin=some), "report")
    check(run("-", "--json", stdin=some)[1], "refusal")


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--rank-by", "pass@2", "-k", "1,4"),
        ("--rank-by", "bayes"),
        ("--plan", "0.2"),
        ("--pairs", "each"),
        ("-k", "9"),
        ("--baseline", "FILE", "--require", "avg-base>=-0.5"),
        ("--questions", "these"),
        ("--anytime",),
    ],
)
def test_leaderboards(tmp_path, options):
    paths = files_in(tmp_path, a=R, b=[row[::-1] for row in R[::-1]], c=[[0] * len(row) for row in R])
    given = [str(paths[0]) if option == "FILE" else option for option in options]
    check(run(*paths, *given, "--json")[1], "leaderboard")


def test_slices_of_leaderboards_and_flips(tmp_path):
    paths = files_in(tmp_path, a=RECORDS, b=re.sub('"passed": (true|1)', '"passed": 0', RECORDS))
    for options in ((), ("--macro",), ("--require", "0:avg-base>=0", "--baseline", str(paths[0]))):
        check(run(*paths, "--by", "level", *options, "--json")[1], "leaderboard")
    check(good("--flips", *paths, "--json"), "leaderboard")


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--rank-by", "pass@2"),
        ("-k", "1,2"),
        ("--baseline", "a"),
        ("--baseline", "a", "--require", "aime:avg-base>=0"),
        ("--only", "a"),
        ("--only", "a", "--require", "gsm8k:avg>=0.1"),
        ("--missing", "own"),
    ],
)
def test_boards_of_tasks(options):
    check(run(*BOARD, *options, "--json", stdin=TASKS)[1], "board of tasks")
    lacking = "".join(line for line in TASKS.splitlines(True) if '"aime", "m": "b"' not in line)
    if "aime:avg-base>=0" not in options:
        check(run(*BOARD, *options, "--json", stdin=lacking)[1], "board of tasks")


def test_steps_and_rates():
    for options in ((), ("--rank-by", "pass@1")):
        out = good("-", "--x", "trial", "--outcome", "ok", *options, "--json", stdin=lines(BESIDE[: len(BESIDE) // 2]))
        check(out, "steps")
    check(good("--plan", "0.7,0.65", "--json"), "rates")


def test_the_command_prints_the_schema():
    assert json.loads(good("--schema")) == SCHEMA
    assert list(problems({"error": 1}, SCHEMA)) != []
