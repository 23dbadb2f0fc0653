"""Check tables in CSV or JSON: how names, questions, trials and outcomes are found, and when the command asks."""

from __future__ import annotations

import json
import random
from unittest import mock

from result_files import R, csv_text, refused, report

from scorio_lite import confidence
from scorio_lite._command.readings import csv_lines as csv_table


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
