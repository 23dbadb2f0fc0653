"""Check tables in CSV or JSON: how names, questions, trials and outcomes are found, and when the command asks."""

from __future__ import annotations

import json
import random
from unittest import mock

from result_files import R, check, csv_text, parametrized, refused, report

from scorio_lite import confidence
from scorio_lite._command.readings import csv_lines as csv_table

CASES = {
    # Containers.
    "\n\n [[true, false], [1.0, 0.0]]": [[1, 0], [1, 0]],
    b"\xef\xbb\xbf[[1, 0]]": [[1, 0]],
    "": "the file is empty",
    " \n\n": "the file is empty",
    # Places in JSON.
    "\n\n[[0, 1],\n [1, x]]": "line 4, column 6: not valid JSON: Expecting value",
    "[" * 100_000: "line 1: JSON that cannot be read",
    # Empty cells and rows.
    "\t1\t1\n\t1\t0": "2 trials have no outcome: line 1, column 1 (an empty cell), line 2, column 1 (an empty cell)",
    # Delimiters, quotes, widths.
    "\tt0\tt1\nq\t1\t0": [[1, 0]],
    "1, 0\r\n0, 1\r\n1, 1\r\n": [[1, 0], [0, 1], [1, 1]],
    "task_id,passed,text\na,1," + "x" * 200_000 + "\nb,0,y": [[1], [0]],
}


@parametrized(CASES)
def test_tables(file, expected):
    check(file, expected)


def test_a_matrix_in_every_spelling():
    """A matrix has the library's numbers in each spelling."""
    dice = random.Random("spelling")
    named = [[f"q{i}", *row] for i, row in enumerate(R)]
    for text in (
        json.dumps(R),
        csv_text([['"q, ""1"""', *R[0]], *named[1:]]),
        *(csv_text(R, delimiter) for delimiter in (",", ";", "\t", " ", ", ")),
        csv_text(named),
        csv_text([["t0", "t1", "t2", "t3"], *R]),
        csv_text([["task", "t0", "t1", "t2", "t3"], *named]),
        csv_text([["", *"0123"], *([i, *row] for i, row in enumerate(R))]),
        csv_text([["task_id", "trial", "passed"], *dice.sample([(i, j, x) for i, row in enumerate(R) for j, x in enumerate(row)], 12)]),
    ):
        got = report(text)
        assert (got["question_count"], got["trials"]) == (3, 4)
        assert tuple(got["avg"].values()) == confidence.avg(R)
        assert [row["k"] for row in got["at_k"]] == [1, 2, 3, 4]
        for row in got["at_k"]:
            for name in ("pass_at_k", "pass_hat_k"):
                assert tuple(row[name].values()) == getattr(confidence, name)(R, row["k"])


def test_a_cell_that_never_ends():
    with mock.patch.object(csv_table, "_LONGEST", 3000):
        text = 'task_id,passed,text\na,1,"' + "x\n" * 2000
        assert "line 2: a cell of more than 3,000 characters; is a quote not closed?" in refused(text)
