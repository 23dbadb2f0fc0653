"""Check logs and notes: lines that are read by templates of --line, and the templates that a refusal offers."""

from __future__ import annotations

import pytest

from scorio_lite._command.readings.text_lines import LineTemplate, line_ways


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
