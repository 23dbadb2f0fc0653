"""Check logs and notes: lines that are read by templates of --line, and the templates that a refusal offers."""

from __future__ import annotations

import random

import pytest
from result_files import run, said, scored

from scorio_lite._command.readings.text_lines import LineTemplate, line_ways

ROWS = [[1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 0, 1]]
AVERAGE = 10 / 20
EACH = [(i, j, x) for i, row in enumerate(ROWS) for j, x in enumerate(row)]


def lines_of(form, cells=EACH, words=("FAIL", "PASS")):
    return "".join(form.format(q=i, t=j, x=words[x], ms=f"{1.5 + i + j / 7:.2f}") + "\n" for i, j, x in cells)


def test_few_lines_or_others():
    """No template is offered for two lines, for half of the lines with outcomes, or for lines that do not differ."""
    assert line_ways(["q1: pass", "q2: fail"]) == []
    assert line_ways(["q1: pass", "q2: fail", "q3: fail"]) == [["--line=q{question}: {outcome}"]]
    assert line_ways(["q1: pass", "q2: fail", "q3: fail", "- q4 pass x", "- q5 pass x", "- q6 fail x"]) == []
    assert line_ways(["a: 1", "b: 0", "c: 0", "correct: wrong"]) == []
    assert line_ways(["q1: pass", "q2: pass", "q3: pass"]) == []  # nothing differs
    assert line_ways([f"q{i}: {'pass' if i else 'fail'}" + " " * 1000 for i in range(5)]) == []


@pytest.mark.parametrize(
    "template, line, expected",
    [
        ("{question}: {outcome}", "q1: yes", {"question": "q1", "outcome": "yes"}),
        ("{question}: {outcome}", "a: b: no", {"question": "a", "outcome": "b: no"}),
        ("{question}: {outcome}", ": no", None),
        ("{question}: {outcome}", "q1 no", None),
        ("{} {outcome} ({}s)", " yes (2s)", {"outcome": "yes"}),
        ("{} {outcome} ({}s)", "x yes (2m)", None),
        ("{{}} {question} {outcome}", "{} q 1", {"question": "q", "outcome": "1"}),
        ("{question}{outcome}", "ab", {"question": "a", "outcome": "b"}),
        ("[ {question}/9] {outcome}", "[1/9] no", {"question": "1", "outcome": "no"}),
    ],
)
def test_a_template_of_lines(template, line, expected):
    assert LineTemplate(template).coordinates(line) == expected


def test_long_lines_take_no_time():
    """A line is looked at once, however often the texts between the parts of a template occur in it."""
    assert LineTemplate("{run} {task} {question} {trial} {outcome}!").coordinates("a " * 10**5) is None


def test_wrong_templates():
    text = "q1: yes\nq2: no\n"
    _, _, err = run("-", "--line", "{what}", stdin=text)
    assert "{what} is none of {run}, {task}, {question}, {trial}, {outcome} and {}" in err
    assert "no part of --line '{question}' is {outcome}" in said("-", "--line", "{question}", stdin=text)
    assert "no line fits --line 'x {outcome}'" in said("-", "--line", "x {outcome}", stdin=text)
    assert "line 2, field 'outcome': 'maybe' is neither 0 nor 1" in said(
        "-", "--line", "{question}: {outcome}", stdin="q1: yes\nq2: maybe\n"
    )


def test_lines_that_do_not_fit_are_counted():
    _, out, _ = run("-", "--line", "{question}: {outcome}", "--explain", stdin="a title\n\nq1: yes\nq2: no\n")
    assert "passed over: 1 line" in out
    assert "The same as options: --line '{question}: {outcome}'\n" in out


def test_lines_in_any_order():
    cells = random.Random("lines").sample(EACH, len(EACH))
    got = scored("-", "--line", "q{question} {trial}: {outcome}", stdin=lines_of("q{q} {t}: {x}", cells))
    assert (got["question_count"], got["trials"], got["avg"]["value"]) == (5, 4, AVERAGE)
