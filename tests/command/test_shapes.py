"""Write random matrices, also ragged ones, in every shape that the command can read, and read them back."""

from __future__ import annotations

import json
import random

import pytest
from result_files import lines, placed, refused, run, scored

from scorio_lite._command.grading import Grader
from scorio_lite._command.readings.documents import choose_template
from scorio_lite._command.readings.shapes import find_shapes
from scorio_lite._command.settings import Settings


def table(names, rows):
    return "\n".join(",".join(map(str, row)) for row in [names, *rows]) + "\n"


def records(matrix):
    return [{"task_id": f"q{i}", "trial": j, "passed": bool(x)} for i, row in enumerate(matrix) for j, x in enumerate(row)]


def padded(matrix):
    """Return the rows of a table, with empty cells for the trials that a question lacks."""
    width = max(map(len, matrix))
    return [[f"q{i}", *row, *[""] * (width - len(row))] for i, row in enumerate(matrix)], [f"t{j}" for j in range(width)]


WRITERS = {
    "JSON Lines": lambda m: lines(records(m)),
    "a list": lambda m: json.dumps(records(m)),
    "a list in an object": lambda m: json.dumps({"model": "m", "results": records(m)}),
    "CSV": lambda m: table(("task_id", "trial", "passed"), [(one["task_id"], one["trial"], int(one["passed"])) for one in records(m)]),
    "TSV": lambda m: WRITERS["CSV"](m).replace(",", "\t"),
    "words": lambda m: lines({**one, "passed": ("fail", "pass")[one["passed"]]} for one in records(m)),
    "columns": lambda m: table(("task_id", *padded(m)[1]), padded(m)[0]),
    "lists in records": lambda m: lines({"task_id": f"q{i}", "scores": row} for i, row in enumerate(m)),
    "records in records": lambda m: lines({"task_id": f"q{i}", "trials": [{"passed": bool(x)} for x in row]} for i, row in enumerate(m)),
    "lists by name": lambda m: json.dumps({f"q{i}": row for i, row in enumerate(m)}),
    "trials by name": lambda m: json.dumps({f"q{i}": {f"trial_{j}": x for j, x in enumerate(row)} for i, row in enumerate(m)}),
    "records by name": lambda m: json.dumps({"results": {f"q{i}": {"correct": row, "n": 4} for i, row in enumerate(m)}}),
    "objects in records": lambda m: lines(
        {"id": f"q{i}", "runs": {f"run_{j}": {"correct": bool(x)} for j, x in enumerate(row)}} for i, row in enumerate(m)
    ),
    "runs of records": lambda m: json.dumps(
        [
            {"run": j, "accuracy": 0.5, "results": [{"id": f"q{i}", "correct": row[j] > 0} for i, row in enumerate(m) if j < len(row)]}
            for j in range(max(map(len, m)))
        ]
    ),
    "a table of pandas": lambda m: json.dumps({"columns": ["id", "trial", "passed"], "data": [[*one.values()] for one in records(m)]}),
    "bars": lambda m: (
        "| id | trial | passed |\n|---|---|---|\n"
        + "".join(f"| {one['task_id']} | {one['trial']} | {int(one['passed'])} |\n" for one in records(m))
    ),
    "letters": lambda m: table(("id", *padded(m)[1]), [[name, *("NY"[x] if x != "" else x for x in row)] for name, *row in padded(m)[0]]),
    "a matrix": lambda m: json.dumps(m),
    "counts": lambda m: table(("task_id", "n", "c"), [(f"q{i}", len(row), sum(row)) for i, row in enumerate(m)]),
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("is_ragged", [False, True])
def test_what_is_written_is_read_back(name, is_ragged):
    draw = random.Random(f"{name} {is_ragged}")
    for _ in range(12):
        trials, p = draw.randint(2, 9), draw.random()
        sizes = [draw.randint(2, trials) if is_ragged else trials for _ in range(draw.randint(3, 30))]
        matrix = [[int(draw.random() < p) for _ in range(n)] for n in sizes]
        if name == "lists in records" or len({x for row in matrix for x in row}) < 2:
            matrix[0][:2] = [0, 1]
        got = scored("-", "--missing", "own", stdin=WRITERS[name](matrix))
        mean = sum(sum(row) / len(row) for row in matrix) / len(matrix)
        most = got.get("most_trials", got["trials"])
        assert (got["question_count"], got["trials"], most) == (len(matrix), min(sizes), max(sizes)), matrix
        assert got["avg"]["value"] == pytest.approx(mean, abs=1e-12), matrix


FLAGS = {"cot": True, "stream": False, "cache": True}
VOTES = {f"q{i}": {"0": i % 2, "1": 1} for i in range(5)}
ROWS = [{"id": f"q{i}", "passed": bool(i % 2)} for i in range(6)]
STATES = {f"case {i}": {"state": ("pass", "fail")[i % 2], "ms": 30 + i} for i in range(5)}
WIDE = [{"problem": f"q{i}", "run_0": 1, "run_1": i % 2} for i in range(5)]
CUBE = [[[0, 1, 1], [1, 1, 0], [0, 0, 1], [1, 0, 1]]] * 2
SEVERAL = "are they questions, runs, tasks or trials?"
NAMELESS = "no field names the questions"
DOCUMENTS = [
    # Values by name are results if something says so, and settings if nothing does.
    (FLAGS, "{question}"),
    ({"results": FLAGS}, "results.{question}"),
    ({"model": "m", "is_correct": FLAGS}, "is_correct.{question}"),
    ({"model": "m", "marks": {"q1": True, "q7": False}}, "marks.{question}"),
    ({"model": "m", "marks": {"How much is 2 + 3?": True, "How much is 3 + 3?": False}}, "marks.{question}"),
    ({"model": "m", "flags": FLAGS}, SEVERAL),
    ({"name": "m", "features": {"fp8": True, "fp16": False}}, SEVERAL),
    ({"model": "m", "raw_marked": {f"sample_{i}": [1, i % 2] for i in range(50)}}, "raw_marked.{question}[{trial}]"),
    ({"model": "m", "masks": {"a": [1, 0], "b": [0, 1]}}, SEVERAL),
    ({"config": {"flags": FLAGS, "seeds": [1, 0, 2]}, "results": ROWS}, "results[{}]"),
    ({"seeds": [1, 2], "cases": [{"name": "a", "runs": [{"is_ok": 1}, {"is_ok": 0}]}]}, "cases[{}].runs[{trial}]"),
    ({"model": "m", "marks": [1, 0, 2]}, NAMELESS),
    # A field of words of outcomes, or of truth values, and columns of trials make records of objects.
    ({"version": "v1", "results": STATES}, "results.{question}"),
    ({"version": "v1", "jobs": {"build": {"state": "pass"}, "lint": {"state": "fail"}}}, SEVERAL),
    ({"a": {"up": True, "port": 1}, "b": {"up": False, "port": 2}}, "{question}"),
    ({"a": {"port": 1, "size": 3}, "b": {"port": 2, "size": 3}}, SEVERAL),
    ({f"{i}": row for i, row in enumerate(WIDE)}, "{}"),
    ({f"{i}": {"site": "x", "low_0": row["run_0"], "low_1": 7} for i, row in enumerate(WIDE)}, None),
    # Pairs of a place and a record; and what records call their question.
    ({"1": [[0, {"passed": 1}], [1, {"passed": 0}]], "2": [[0, {"passed": 1}], [1, {"passed": 1}]]}, "{question}[{trial}][1]"),
    ({"a": [[0, {"passed": 1}], [1, {"passed": 0}]], "b": [[0, {"passed": 1}], [1, {"passed": 1}]]}, SEVERAL),
    ({f"{i}": [[0, {"task_id": i, "passed": 1}]] for i in range(3)}, "{}[{}][1]"),
    ({f"{i}": [{"task_id": i, "passed": 1}, {"task_id": i, "passed": 0}] for i in range(3)}, "{}[{}]"),
    ({f"{i}": [{"task_id": 7 * i, "passed": 1}] for i in range(3)}, "which of its fields holds the trials?"),
    # Boards: models beside records that name their questions, and beside texts of questions.
    ({"gpt-4o": {"accuracy": 0.5, "details": ROWS}, "qwen-7b": {"accuracy": 0.5, "details": ROWS}}, "{run}.details[{}]"),
    ({"gpt-4o": {"accuracy": 0.5}, "qwen-7b": {"accuracy": 0.7}}, "may be averages, and no trials"),
    ({m: {"summary": {"score": 0.5}, "items": ROWS} for m in ("gpt-4o", "qwen-7b")}, "{run}.items[{}]"),
    ({"x": {"score": 1, "items": ROWS}, "y": {"score": 0, "items": ROWS}}, "{question}"),
    ({"x": ROWS, "y": ROWS}, "which of its fields holds the trials?"),
    ([{"id": "a", "models": {m: {"said": ["u", "v"], "correct": [1, 0]} for m in ("gpt-4o", "qwen-7b")}}], "[{}].models.{run}"),
    ({f"How much is {i} + 3?": {"gpt-4o": 1, "qwen-7b": 0} for i in range(4)}, "{question}.{run}"),
    ({name: {"gpt-4o": 1, "qwen-7b": 0} for name in ("algebra", "law", "art", "history")}, SEVERAL),
    ({"model": "m", "graded": VOTES}, "graded.{question}.{trial}"),
    ({"model": "m", "graded": dict(zip("abcde", VOTES.values()))}, SEVERAL),
    ({"model": "m", "graded": {name: {"0": 1, "20": 0} for name in VOTES}}, SEVERAL),
    # What is beside a list says how many of what it has.
    ({"total": 6, "correct": 3, "details": [True, False] * 3}, "details[{question}]"),
    ({"total": 9, "correct": 3, "details": [True, False] * 3}, NAMELESS),
    ({"total": 6, "predictions": [True, False] * 3}, NAMELESS),
    ({"prompt": "Sing!", "total": 6, "graded": [True, False] * 3}, NAMELESS),
    ({"models": ["a", "b"], "questions": [*"abcd"], "results": CUBE}, "results[{run}][{question}][{trial}]"),
    ({"models": ["a", "b"], "problem_ids": [5, 6, 9], "seeds": [7, 8, 4, 2], "grid": CUBE}, "grid[{run}][{trial}][{question}]"),
    ({"models": ["a", "b", "c"], "questions": [*"abcd"], "results": CUBE}, "which of its fields holds the trials?"),
    # No template leads through a name that has its marks.
    ({"meta": {"x": "y"}, "files": {f"m{i}.py": {"lines": [1, 2], "summary": {"a": 3, "b": 1.5}} for i in range(3)}}, None),
]


@pytest.mark.parametrize("value, expected", [pytest.param(*pair, id=f"{i}") for i, pair in enumerate(DOCUMENTS)])
def test_the_levels_of_documents(value, expected):
    """Documents are read at once, read by a template, or asked about."""
    text = json.dumps(value)
    if expected is None or " " in expected:
        assert (expected or "a JSON object with ") in refused(text)
        return
    assert choose_template(value, Settings(), Grader()) == expected
    if "state" not in text and "up" not in text:
        pages = [scored("-", *way, stdin=text) for way in ((), ("--at", expected))]
        assert len({json.dumps([page.get(name) for name in ("runs", "question_count", "trials", "avg")]) for page in pages}) == 1


LEAF = {"compiles": True, "works": False, "ms": 1.5}


@pytest.mark.parametrize(
    "value, expected",
    [
        (
            {f"level{i}": {f"{j}": {"0": LEAF, "1": LEAF} for j in range(5)} for i in range(2)},
            ["{run}.{question}.{trial}", "{task}.{question}.{trial}"],
        ),
        (
            {name: {f"q{j}": {"0": LEAF, "1": LEAF} for j in range(5)} for name in "ab"},
            ["{run}.{question}.{trial}", "{task}.{question}.{trial}"],
        ),
        ({name: {f"q{j}": LEAF for j in range(5)} for name in "ab"}, ["{run}.{question}"]),
        ({f"q{j}": dict.fromkeys("ab", LEAF) for j in range(5)}, ["{question}.{run}", "{question}.{task}"]),
        ({"out": {f"k{j}": {"tries": [LEAF, LEAF]} for j in range(5)}}, ["{run}.{question}.tries[{trial}]"]),
    ],
)
def test_the_first_readings_of_documents(tmp_path, value, expected):
    """The first readings of a document are in this order, and the refusal offers the first of them."""
    shapes = sorted(find_shapes(value, Grader(), Settings()), key=lambda one: one.cost)
    assert [one.template for one in shapes][: len(expected)] == expected
    status, out, _ = run(placed(tmp_path, {"a.json": json.dumps(value)}) / "a.json", "--json")
    assert status == 1
    assert [f"--at={expected[0]}", "--outcome=works"] in [one["options"] for one in json.loads(out)["readings"]]
