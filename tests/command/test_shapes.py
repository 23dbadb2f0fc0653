"""Write random matrices, also ragged ones, in every shape that the command can read, and read them back."""

from __future__ import annotations

import json
import random

import pytest
from result_files import lines, placed, run, scored

from scorio_lite._command.grading import Grader
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
    assert f"--at={expected[0]}" in [one["options"][0] for one in json.loads(out)["readings"]]
