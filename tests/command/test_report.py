"""Check the report on one run: it has the library's numbers in every form."""

from __future__ import annotations

from functools import partial

import pytest
import result_files
from result_files import R, lines

good, scored = (partial(call, "-", stdin=R) for call in (result_files.good, result_files.scored))


@pytest.mark.parametrize("fewest, most, last", [pytest.param(100, 1099, 64, marks=pytest.mark.long), (3000, 3002, 512), (60, 62, 60)])
def test_the_usual_k_of_many_numbers_of_trials(fewest, most, last, tmp_path):
    """If many numbers of trials occur, the default k end before Maj@k would be refused, or take minutes."""
    matrix = "".join(f"{'1,' * (n // 2)}{'0,' * (n - n // 2 - 1)}0\n" for n in range(fewest, most + 1))
    arguments = ("--missing", "own", "--metrics", "pass,maj")
    got = scored(*arguments, "--svg", tmp_path / "curves.svg", stdin=matrix)
    assert [row["k"] for row in got["at_k"]][-1] == last


def test_text_fits_a_terminal():
    names = [{"task_id": f"{'long ' * 30}{i}", "passed": x} for i, row in enumerate(R) for x in row]
    for text in (R, lines(names)):
        for percent in ([], ["--percent"]):
            more = ("--plan", "0.1", "--credible", "--require", "g_pass@0.333333333@4>=0", "--missing", "own")
            out = good("--metrics", "all", "--by-question", *more, *percent, stdin=text)
            assert max(map(len, out.splitlines())) <= 80
            assert not any(line.endswith(" ") for line in out.splitlines())


@pytest.mark.parametrize("weights", ["0,1", "1,0", "0,0.5,1"])
def test_one_question_and_one_trial(weights):
    for options in ((), ("--weights", weights, "--values", "classes")):
        for form in ("--json", "--csv", "--markdown"):
            assert good(form, *options, stdin="[[1]]")


@pytest.mark.parametrize(
    "options, data",
    [
        ((), lines({"task_id": f"q, {i}", "passed": x} for i, row in enumerate(R) for x in row)),
        (("--missing", "own"), "[[1, 0, 1], [1], [0, 0]]"),
        (("--weights", "0,0.5,1", "--values", "rewards"), "[[0.5, 1, 0, 0], [0, 0, 0.5, 1]]"),
    ],
)
def test_the_table_of_questions_can_be_read_back(options, data):
    """The command reads its own CSV back as the same run, with the same options."""
    first = good("--by-question", "--csv", *options, stdin=data)
    assert good("--by-question", "--csv", *options, stdin=first) == first
    one, other = (scored(*options, stdin=text) for text in (data, first))
    assert {**one, "format": other["format"], "reading": other["reading"]} == other
