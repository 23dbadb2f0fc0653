"""Check limits on both sides: numbers of rows, of questions and of bounds at which a report or a picture changes."""

from __future__ import annotations

import pytest
from result_files import files_in, good, lines, said

from scorio_lite._command.forms.tables import Table
from scorio_lite._command.pictures.page import _table
from scorio_lite._command.score.metric_names import FAILED, MET, UNDECIDED, Requirement


def records(runs=1, questions=1, trials=1):
    return lines(
        {"id": q, "model": f"model {i}", "trial": t, "passed": (q + i + t) % 2, "score": (q + 2 * t) % 5 / 5}
        for i in range(runs)
        for q in range(questions)
        for t in range(trials)
    )


@pytest.mark.parametrize(
    ("lo", "hi", "expected"), [(0.5, 0.9, MET), (0.4, 0.5, UNDECIDED), (0.4, 0.499, FAILED), (0.499, 0.501, UNDECIDED)]
)
def test_a_bound_is_met_from_its_value_on(lo, hi, expected):
    assert Requirement("avg>=0.5").decide({"lo": lo, "hi": hi}) == expected


@pytest.mark.parametrize(("rows", "columns", "kinds"), [(12, 4, ""), (12, 5, " cards"), (1, 4, "")])
def test_kinds_of_tables_on_a_page(rows, columns, kinds):
    found = _table(Table([["x"] * columns for _ in range(rows + 1)]), "label")
    assert found.startswith(f'<div class="scroll{kinds}" role="region"')
    assert ("data-title" in found) == (columns > 4)


@pytest.mark.parametrize(("runs", "trials", "are_drawn"), [(12, 2, True), (13, 2, False), (2, 1, False)])
def test_curves_of_few_runs_are_on_the_page(tmp_path, runs, trials, are_drawn):
    (path,) = files_in(tmp_path, runs=records(runs, 2, trials))
    good(path, "--html", tmp_path / "x.html", "--ignore", "score")
    assert ("Pass@k over k (trials)" in (tmp_path / "x.html").read_text(encoding="utf-8")) == are_drawn


@pytest.mark.parametrize("trials", [2000, 2001])
def test_flips_of_many_trials(tmp_path, trials):
    files = files_in(tmp_path, a=[[1] * trials], b=[[0] * 2000])
    if trials == 2000:
        assert "1" in good("--format", "matrix", "--flips", *files)
    else:
        assert said("--format", "matrix", "--flips", *files).endswith(
            "--flips takes at most 4,000 trials of a question, of both runs together"
        )


@pytest.mark.parametrize("questions", [40, 41])
def test_the_surest_flips_are_listed(tmp_path, questions):
    files = files_in(tmp_path, a=[[1]] * questions, b=[[0]] * questions)
    assert ("1 more with weaker evidence" in good("--flips", *files)) == (questions == 41)


@pytest.mark.parametrize("values", [200, 201])
def test_the_most_slices(values):
    text = lines({"id": i, "passed": 1, "part": i} for i in range(values))
    if values == 200:
        assert good("-", "--by", "part", "--csv", stdin=text).count("\n") > 200
    else:
        assert "has 201 values, and --by takes 200 at most" in said("-", "--by", "part", stdin=text)
