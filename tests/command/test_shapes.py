"""Outcomes in every shape that the command can write, and read back: random matrices, ragged ones, too."""

from __future__ import annotations

import json
import random

import pytest
from result_files import lines, scored


def table(names, rows):
    return "\n".join(",".join(map(str, row)) for row in [names, *rows]) + "\n"


def records(matrix):
    return [{"task_id": f"q{i}", "trial": j, "passed": bool(x)} for i, row in enumerate(matrix) for j, x in enumerate(row)]


def padded(matrix):
    """The rows of a table, with empty cells where a question lacks trials."""
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
