"""Check logs and notes: lines that are read by templates of --line, and the templates that a refusal offers."""

from __future__ import annotations

import json
import random

import pytest
from result_files import run, said, scored

from scorio_lite._command.readings.text_lines import LineTemplate, line_ways

ROWS = [[1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 0, 1]]
AVERAGE = 10 / 20
EACH = [(i, j, x) for i, row in enumerate(ROWS) for j, x in enumerate(row)]


def lines_of(form, cells=EACH, words=("FAIL", "PASS")):
    return "".join(form.format(q=i, t=j, x=words[x], ms=f"{1.5 + i + j / 7:.2f}") + "\n" for i, j, x in cells)


def notes(form, words, between=" "):
    return "".join(form.format(q=f"q{i}", x=between.join(words[x] for x in row)) + "\n" for i, row in enumerate(ROWS))


def blocks(head, form, words=("FAIL", "PASS")):
    """Return a block for each trial: a line that names it, and a line for each question."""
    return "".join(head.format(t=j) + "\n" + lines_of(form, [cell for cell in EACH if cell[1] == j], words) for j in range(4))


# a text, and the templates that are offered first for it
READ = {
    "a log": (lines_of("2025-03-01 10:0{t}:1{q} INFO q{q} trial {t}: {x}"), ["{} INFO q{question} trial {trial}: {outcome}"]),
    "keys and values": (
        "loading\n" + lines_of("2025-03-01 10:00:0{t},378 INFO question={q} trial={t} result={x} latency={ms}s"),
        ["{} INFO question={question} trial={trial} result={outcome} latency={}"],
    ),
    "an outcome before its name": (lines_of("{x} case_{q} (run {t})", words="✗✓"), ["{outcome} case_{question} (run {trial})"]),
    "two numbers in a name": (
        lines_of("t.py::test_task[task{q}-run{t}] {x} [ 50%]", words=("FAILED", "PASSED")),
        ["t.py::test_task[task{question}-run{trial}] {outcome} [50%]"],
    ),
    "a line that begins like JSON": (lines_of("[{q}/5] run {t} {x}"), ["[{question}] run {trial} {outcome}"]),
    "letters": (notes("{q}: {x}", "ny"), ["q{question}: {outcome}"]),
    "ticks": (notes("- {q}: {x}", "❌✅"), ["- q{question}: {outcome}"]),
    "marks without blanks": (notes("{q}: {x}", "FP", ""), ["q{question}: {outcome}"]),
    "words between commas": (notes("{q}) {x}", ("fail", "pass"), ", "), ["q{question}) {outcome}"]),
    "digits after a name": (notes("{q}: {x}", "01", ", "), ["q{question}: {outcome}"]),
    "counts": ("".join(f"Question {i}: {sum(row)}/4 correct\n" for i, row in enumerate(ROWS)), ["Question {question}: {outcome} correct"]),
    "two words for a failure": (
        blocks("# run {t}", "{x} - q{q}", ("not ok", "ok")),
        ["{outcome} - q{question}", "# run {trial}", "--outcome=outcome", "--success=ok"],
    ),
    "rewards": (
        lines_of("[episode {q}{t}] env=task_{q} seed={t} reward={x} done=True", words=("0.0", "1.0")),
        ["[episode {}] env=task_{question} seed={trial} reward={outcome} done=True"],
    ),
    "names with commas behind": (notes("- {q}: {x}", ("wrong", "right"), ", "), ["- q{question}: {outcome}"]),
    "a line above others": (blocks("=== run {t} ===", "q{q} ... {x}"), ["q{question} ... {outcome}"]),
    "a tail that differs": (blocks("Try {t}", "  [{q}/5] {x} ({ms}s)", ("wrong", "correct")), ["[{question}] {outcome} ({})"]),
}


@pytest.mark.parametrize("name", READ)
def test_what_is_offered_for_a_text(name):
    """A text of lines is refused. The first template offered reads it right, also with other lines around it."""
    text, templates = READ[name]
    status, out, _ = run("-", "--json", stdin=text)
    assert status == 1
    first = json.loads(out)["readings"][0]
    assert first["options"] == [one if one[:2] == "--" else f"--line={one}" for one in templates]
    (found,) = first["runs"]
    assert (found["question_count"], found["trials"], found["avg"]) == (5, 4, AVERAGE)
    got = scored("-", *first["options"], stdin=f"a title\n\n{text}the end\n")
    assert (got["question_count"], got["trials"], got["avg"]["value"]) == (5, 4, AVERAGE)


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
