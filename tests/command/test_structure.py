"""Roles that no usual name gives: words in other languages, the only field that fits, and numbers that count."""

from __future__ import annotations

import pytest
from result_files import good, lines, run, said

from scorio_lite._command.grading import FileError, Grader, spelled
from scorio_lite._command.readings.cells import Values, list_in, marks_of, value_of
from scorio_lite._command.readings.choose import decide
from scorio_lite._command.readings.header import joined_names
from scorio_lite._command.readings.table import Groups, Sample
from scorio_lite._command.settings import Settings


def plan(items):
    return decide(items, Settings(), Grader())


def rows(question="case", trial="k", outcome="is_fine", values=(0, 1), **more):
    """Five questions with three trials each."""
    own = {name: list(given) for name, given in more.items()}
    return [
        {question: f"q{q}", trial: t, **{name: given[(q * 3 + t) % len(given)] for name, given in own.items()},
         outcome: values[(q * q + t) % 3 > 0]}
        for q in range(5) for t in range(3)
    ]  # fmt: skip


@pytest.mark.parametrize(("names", "values"), [
    (("Aufgabe", "Versuch", "richtig"), ("nein", "ja")),
    (("question", "essai", "réussi"), ("non", "oui")),
    (("pregunta", "intento", "resultado"), ("fallo", "acierto")),
    (("問題", "試行", "正誤"), ("×", "○")),
    (("задача", "попытка", "оценка"), ("неверно", "верно")),
    (("prompt_id", "try_no", "ok"), (False, True)),
    (("sid", "k", "what came of it"), ("not solved", "solved")),
    (("Task", "Try", "final verdict"), ("failed: timeout", "passed")),
    (("label_id", "k", "label_ok"), (0, 1)),
])  # fmt: skip
def test_the_only_fields_that_fit(names, values):
    found = plan(rows(*names, values))
    assert (found.question, found.trial, found.outcome) == tuple(
        (name.lower(),) if i < 2 else name.lower() for i, name in enumerate(names)
    )


@pytest.mark.parametrize("items", [
    rows(outcome="kind", values=("yes", "no")),  # what does yes say?
    rows(outcome="flag"),  # and 1?
    rows(outcome="is_wrong"),
    rows(outcome="label", pred=(0, 1, 1)),  # answers, and the right ones
    rows(outcome="ok_a", ok_b=(0, 1, 1, 0)),  # two of them
    rows(outcome="ok_a", ok_b=(1,)),  # one of a family alone
])  # fmt: skip
def test_an_outcome_that_nothing_says_is_asked_for(items):
    with pytest.raises(FileError, match=r"no field|pred"):
        plan(items)


def test_numbers_that_count_are_trials():
    assert plan(rows("id", "k", "passed")).trial == ("k",)
    for name in ("turn", "test_case", "step", "judge", "paraphrase"):  # parts of a trial, settings, who graded it
        with pytest.raises(FileError, match=f"differ in '{name}'"):
            plan(rows("id", name, "passed"))
    with pytest.raises(FileError, match="differ in 'k'"):
        plan([{**row, "k": row["k"] * 100} for row in rows("id", "k", "passed")])


def test_counting():
    sample = Sample([{"q": i // 2, "zero": i % 2, "one": i % 2 + 1, "two": i % 2 + 2, "same": 0, "gap": i} for i in range(6)])
    groups = Groups(sample, ["q"])
    counting = {name: sample[name].counts(groups) for name in ("zero", "one", "two", "same", "gap")}
    assert counting == {"zero": True, "one": True, "two": False, "same": False, "gap": False}


def test_an_id_names_the_question():
    """A unique id, beside measurements; a data set only if nothing else does."""
    once = [{"uid": f"u{i}", "tokens": i * i, "was_correct": i % 2} for i in range(9)]
    assert plan(once).question == ("uid",)
    assert plan(rows("dataset", "trial", "solved", depth=range(7))).question == ("dataset",)
    of_sets = [{**row, "dataset": "ab"[row["reply_id"] > "q2"]} for row in rows("reply_id", "trial", "solved")]
    assert plan(of_sets).question == ("reply_id",)
    with pytest.raises(FileError, match="no field names the question"):
        plan([{"colour": f"c{i}", "shape": f"s{i // 2}", "solved": i % 2} for i in range(8)])
    assert "no field names the question" in said("-", "--by", "task_id", stdin=lines(rows("task_id", "trial", "passed", repo="ab")))


@pytest.mark.parametrize(("text", "code"), [
    ("passed", 1), (" Not passed", 0), ("nicht bestanden", 0), ("failed: no answer", 0), ("Pass: all", 1), ("not sure", None),
    ("not failed", None), ("passing", None), ("no answer", None), ("", None), (1, None), ("да", 1), ("×", 0),
])  # fmt: skip
def test_what_a_text_spells(text, code):
    assert spelled(text) == code


COMPUTED = "id,t0,t1,mean,maj\n" + "".join(f"q{i},{i % 2},{i // 2 % 2},{(i % 2 + i // 2 % 2) / 2},{i % 2 & i // 2 % 2}\n" for i in range(8))


def test_a_column_computed_from_the_trials_is_none():
    assert plan(records(COMPUTED)).columns == ("t0", "t1")
    with pytest.raises(FileError, match="column 5, 'maj': is it a trial"):
        plan(records(COMPUTED.replace("1.0,1", "1.0,0", 1)))
    with pytest.raises(FileError, match="column 5, 'maj': is it a trial"):
        plan(records("\n".join(COMPUTED.splitlines()[:6])))  # too few rows to tell


def records(text):
    names, *cells = [line.split(",") for line in text.strip().splitlines()]
    return [dict(zip(names, [row[0], *map(float, row[1:])])) for row in cells]


def test_a_comment_above_names_is_a_comment():
    assert "1 trial each" in good("-", stdin="# two, passes\nid,passed\na,1\nb,0\n")
    assert "a comment, or a row?" in said("-", stdin="# a,1\nid,passed\nb,1\nc,0\n")
    assert "a comment, or a row?" in said("-", stdin="# id,passed\nb,1\nc,0\n")


@pytest.mark.parametrize(("first", "second", "expected"), [
    (",gpt,,qwen,", "id,run1,run2,run1,run2", "id,gpt run1,gpt run2,qwen run1,qwen run2"),
    ("trial,a,a,b,b", "id,0,1,0,1", "id,a 0,a 1,b 0,b 1"),
    ("id,a,a,a", "q0,0,1,2", "q0,a 0,a 1,a 2"),
    ("id,a,a", "q0,0,1", ""),  # outcomes
    ("id,a,b", "q0,0,1", ""),
    (",a,a,b,b", "q0,0,1,1,0", ""),
    ("id,a,,", "q0,1,,", ""),
    ("id,a,a", "q0,x,x", ""),
    ("id", "q0", ""),
])  # fmt: skip
def test_names_in_two_lines(first, second, expected):
    assert joined_names(first.split(","), second.split(",")) == (expected.split(",") if expected else [])


@pytest.mark.parametrize(("cell", "value"), [
    ("[1, 0]", "[1, 0]"), ("0110", "0110"), ("0", 0), ("007", "007"),
    ("1.000e+00", 1), ("0.5", 0.5), ("1,0", "1,0"), ("12", 12), ("TRUE", True),
])  # fmt: skip
def test_values_of_cells(cell, value):
    assert value_of(cell, True) == value
    assert Values(True)[cell] == value


def test_lists_in_cells():
    """They are trials only if an option says so."""
    assert [list_in(text) for text in ("[1, 0]", "[True, None, nan]", "['a']", "[1", "7")] == [[1, 0], [True, None, None], ["a"], None, None]
    text = 'id,correct\na,"[True, False]"\nb,"[True, True]"\n'
    assert "2 questions, 2 trials each, mean 0.750:  --outcome correct" in run("-", stdin=text)[2]
    assert "2 questions, 2 trials each" in good("-", "--outcome", "correct", stdin=text)


def test_marks():
    assert [marks_of(text) for text in ("0110", "PPF", "ftt", "✓✗", "01F", "", "ab", 11)] == [
        [0, 1, 1, 0], [1, 1, 0], [0, 1, 1], [1, 0], "01F", "", "ab", [1, 1],
    ]  # fmt: skip


@pytest.mark.parametrize("cell", [" a", '"a,b"'])
def test_blocks_of_lines_and_single_lines_are_read_alike(cell):
    """Quotes and blanks need the slow way, from their block on."""
    text = "id,trial,passed\n" + "".join(f"q{i},{t},{i % 2}\n" for i in range(2000) for t in (0, 1)) + f"{cell},0,1\n{cell},1,1\n\n"
    assert "2,001 questions, 2 trials each" in good("-", stdin=text)
    assert "line 4003: 2 fields, where line 1 names 3" in said("-", stdin=text.replace(f"{cell},1,1", "odd,1"))


def test_kinds_of_files_that_are_not_read():
    assert "this looks like TOML; save" in said("-", stdin='[[results]]\nid = "q1"\npassed = true\n')
    assert "TOML" not in said("-", stdin="[true\n")
    for text in ("{'id': 1, 'passed': True}\n", "[{'id': 1, 'passed': True}]"):
        assert "1 question, 1 trial" in good("-", stdin=text)
        assert "this looks like what Python prints; save" in said("-", stdin=text.replace("True", "array([1])"))
    assert "Python" not in said("-", stdin="{'id\n")
