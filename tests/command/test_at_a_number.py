"""Check limits on both sides: numbers of rows, of questions and of bounds at which a report or a picture changes."""

from __future__ import annotations

import pytest
from result_files import good, lines, rows_of, said

from scorio_lite._command.score.metric_names import FAILED, MET, UNDECIDED, Requirement


def two(trials, other, questions=1):
    """Return the records of two runs, of which only the first has successes."""
    runs = {"a": (1, trials), "b": (0, other)}
    return lines(
        {"id": q, "model": m, "trial": t, "passed": passed, "part": q}
        for q in range(questions)
        for m, (passed, n) in runs.items()
        for t in range(n)
    )


@pytest.mark.parametrize(
    ("lo", "hi", "expected"), [(0.5, 0.9, MET), (0.4, 0.5, UNDECIDED), (0.4, 0.499, FAILED), (0.499, 0.501, UNDECIDED)]
)
def test_a_bound_is_met_from_its_value_on(lo, hi, expected):
    assert Requirement("avg>=0.5").decide({"lo": lo, "hi": hi}) == expected


def test_flips_of_many_trials_and_questions():
    flips = ("-", "--ignore", "part", "--flips", "a", "b")
    assert good(*flips, stdin=two(2000, 2000))
    most = "--flips takes at most 4,000 trials of a question, of both runs together"
    assert said(*flips, stdin=two(2000, 2001)).endswith(most)
    for questions in (40, 41):
        assert ("1 more with weaker" in good(*flips, stdin=two(1, 1, questions))) == (questions == 41)


def test_the_most_slices():
    asked = ("-", "--by", "part", "--only", "a")
    names = [row["slice"] for row in rows_of(*asked, stdin=two(1, 1, 200))]
    assert names == [*map(str, range(200)), "mean of slices"], "numbers are in the order of their size"
    assert "has 201 values, and --by takes 200 at most" in said(*asked, stdin=two(1, 1, 201))
    differ = two(1, 1).replace('"part": 0', '"part": 1', 1)
    assert "question 0 has part 1 and 0 in two runs" in said("-", "--by", "part", stdin=differ)


@pytest.mark.parametrize("option", ["--baseline z", "--flips a z"])
def test_a_run_that_is_named_must_be_there(option):
    message = said("-", "--ignore", "part", *option.split(), stdin=two(1, 1))
    assert message.endswith("no run has this name; there are 'a', 'b'")
