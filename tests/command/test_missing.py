"""Check that missing trials stop the command, until --missing says what to do about them."""

from __future__ import annotations

import json

import pytest
from result_files import files_in, lines, run

from scorio_lite import confidence

X = None
L = [[1, 1, 1, 1]] * 30 + [[1, 1, 0, X]] * 10 + [[0, 0, X, X]] * 5 + [[0, 0, 0, 0]] * 15
Q = [[1, 1, 0, 1]] * 10 + [[0, 1, 0, 0]] * 20 + [[0, 0, 0, X]] * 30


def rows(matrix, **more):
    """Write a record for each trial that is not missing. Question i has the name i and the group i modulo 7."""
    return lines(
        {"id": i, "group": i % 7, "passed": x, **more} for i, row in enumerate(matrix) for x in row if x is not None
    )


def test_gates_of_ranges(tmp_path):
    """A requirement is met if its bound is below lo, is failed if the bound is above hi, and else is undecided."""
    low, high, lo, hi = confidence.bounded(L)
    for bound, status in ((lo - 0.001, 0), (lo + 0.001, 4), (low, 4), (high, 4), (hi - 0.001, 4), (hi + 0.001, 3)):
        found, out, _ = run("-", "--missing", "bounds", "--require", f"avg>={bound}", stdin=rows(L))
        assert found == status
        assert f"{low:.3f} to {high:.3f} [{lo:.3f}, {hi:.3f}]" in out
    paths = files_in(tmp_path, Q=rows(Q), L=rows(L))
    _, _, lo, hi = confidence.bounded_difference(Q, L)
    for bound, status in ((lo - 0.001, 0), (lo + 0.001, 4), (hi - 0.001, 4), (hi + 0.001, 3)):
        options = "--baseline", paths[1], "--require", f"avg-base>={bound}"
        assert run(paths[0], *options, "--missing", "bounds")[0] == status


def test_the_first_reading_that_is_offered_is_a_range():
    status, out, err = run("-", "--json", stdin=rows(L))
    first = json.loads(out)["readings"][0]
    low, high = confidence.bounded(L)[:2]
    assert (status, first["options"], first["runs"][0]["avg"]) == (1, ["--missing=bounds"], None)
    assert [first["runs"][0][name] for name in ("avg_low", "avg_high")] == pytest.approx([low, high])
    assert err.splitlines()[1] == "  60 questions, 4 trials each, mean 0.583 to 0.667:  --missing bounds"
