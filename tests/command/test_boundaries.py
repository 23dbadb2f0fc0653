"""Check where the rules that read files begin and end: numbers of items, averages, rows and trials."""

from __future__ import annotations

import pytest
from result_files import run

from scorio_lite._command.grading import Grader
from scorio_lite._command.readings.candidates import coordinate_ways
from scorio_lite._command.readings.contradictions import _is_dense, _may_be_runs, crosses
from scorio_lite._command.readings.families import template_of_columns
from scorio_lite._command.readings.levels import Level
from scorio_lite._command.readings.names import name_several
from scorio_lite._command.readings.outcomes import _has_two_words
from scorio_lite._command.readings.rates import are_fractions
from scorio_lite._command.readings.shapes import _are_questions, _are_results, _Eye, _name_questions
from scorio_lite._command.readings.table import Groups, Sample
from scorio_lite._command.readings.values import may_be_outcome
from scorio_lite._command.settings import Settings


def column(values):
    return Sample([{"x": value} for value in values])["x"]


@pytest.mark.parametrize(
    ("numbers", "are_items"), [((0, 1, 2), True), ((7, 9, 11, 13), True), ((0, 3), True), ((0, 4), False), ((0, 3, 6), False)]
)
def test_numbers_of_items_have_few_gaps(numbers, are_items):
    assert _is_dense(column(numbers)) is are_items


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ([*["xy"] * 9, "xz"], True),  # nine in ten questions
        ([*["xy"] * 8, "xz"], False),
        ([*["xy"] * 9, "x"], True),  # a record of the last is missing
        ([*["xx"] * 9, "xy"], False),
        (["x", "xy", "xy"], True),
        (["xx", "yy"], False),
    ],
)
def test_values_that_each_question_has(notes, said):
    records = [{"id": i, "note": value} for i, values in enumerate(notes) for value in values]
    sample = Sample(records)
    assert crosses(sample["note"], Groups(sample, ["id"])) is said


def levels(size):
    return Sample([{"id": question, "level": f"maze {i}"} for question in "abcd" for i in range(size)])


def test_few_values_may_name_runs():
    """A message asks about up to 20 runs; up to 40 are offered."""
    for size, may_be in ((20, True), (21, False)):
        sample = levels(size)
        assert _may_be_runs(sample["level"], Groups(sample, ["id"])) is may_be
    for size, is_offered in ((40, True), (41, False)):
        ways = [options for options, _ in coordinate_ways(levels(size), ["level"], ("id",), set())]
        assert (["--run=level"] in ways) is is_offered


@pytest.mark.parametrize(
    ("texts", "are_counts"), [("1/2 2/2 0/2", True), ("1/1 0/1", False), ("1/2 2/3", False), ("3/2 1/2", False), ("1/2 x", False)]
)
def test_numbers_of_successes_out_of_one_number_of_trials(texts, are_counts):
    assert are_fractions(column(texts.split())) is are_counts


def table(labels, names):
    first, *labels = labels.split()
    return [{first: label, **{name: (i + j) % 2 for j, name in enumerate(names.split())}} for i, label in enumerate(labels)]


@pytest.mark.parametrize(
    ("labels", "names", "template"),
    [
        ("id a b c d", "qwen-7b_run1 qwen-7b_run2 gpt-4_run1 gpt-4_run2", "[{}].{run}_run{trial}"),
        ("id a b c", "qwen-7b_run1 qwen-7b_run2 gpt-4_run1 gpt-4_run2", ""),  # too few rows
        ("id a b c d", "qwen-7b_run2 qwen-7b_run3 gpt-4_run2 gpt-4_run3", ""),  # numbers of trials begin with 0 or 1
        ("id a b c d", "qwen-7b_run1 qwen-7b_run3 gpt-4_run1 gpt-4_run3", ""),
        ("run run_1 run_2", "q1 q2 q3 q4", "[{}].q{question}"),
        ("model gpt-4 qwen-7b", "q1 q2 q3 q4", "[{}].q{question}"),
        ("run run_1 run_2", "q1 q2 q3", ""),  # too few questions
        ("id run_1 run_2", "q1 q2 q3 q4", ""),
    ],
)
def test_columns_of_models_or_of_questions(labels, names, template):
    assert template_of_columns(table(labels, names)) == template


@pytest.mark.parametrize("name", ["id", "item", "prompt"])
def test_columns_are_no_questions_beside_a_name_of_questions(name):
    rows = [{**row, name: f"a {i}"} for i, row in enumerate(table("run run_1 run_2", "q1 q2 q3 q4"))]
    assert not template_of_columns(rows)


@pytest.mark.parametrize(("text", "names"), [("1,0\n0,1\n", "row 1"), ('{"ok": 0, "x": "a"}\n{"ok": 1, "x": "a"}\n', "1")])
def test_rows_without_names_count_from_1(text, names):
    rows = ["--question", "row"] if text[0] == "{" else []
    assert run("-", *rows, "--by-question", "--csv", stdin=text)[1].splitlines()[1].split(",")[0] == names


@pytest.mark.parametrize(("values", "text"), [("a", "'a'"), ("ab", "'a' and 'b'"), ("abc", "'a', 'b', ..."), ("abcd", "'a', 'b', ...")])
def test_values_in_a_message(values, text):
    assert column(values).some() == text


@pytest.mark.parametrize(("words", "are_two"), [("oui non", True), ("oui oui", False), ("oui non bof", False), ("oui 1", False)])
def test_two_words(words, are_two):
    assert _has_two_words(column(words.split())) is are_two


def test_names_of_outcomes():
    """The name of a field of 0 and 1 says whether it may hold outcomes."""
    for name, may_be in (("ok", True), ("points", True), ("label", True), ("failed", False), ("x", False)):
        assert may_be_outcome(Sample([{name: 1}, {name: 0}])[name]) is may_be


@pytest.mark.parametrize(("names", "several"), [("a b", True), ("a a", False), ("a", False)])
def test_several_questions_in_a_list(names, several):
    assert name_several([{"question": name} for name in names.split()]) is several


def numbered(size):
    return Level(False, [f"x{i}" for i in range(size)], size, "", set())


def test_numbered_objects_are_results_or_questions():
    """Four objects may be questions if no list beside them is longer."""
    for size, may_be in ((3, False), (4, True)):
        assert _are_results(["flags", numbered(size)], [numbered(size)]) is may_be
        assert _are_questions([numbered(size)]) is may_be
    for trials, may_be in ((4, True), (5, False)):
        assert _are_questions([numbered(4), Level(True, [], trials, "", set())]) is may_be


@pytest.mark.parametrize(("ids", "may_name"), [("aaa", True), ("aaaa", False), ("aaab", True)])
def test_a_field_with_one_value_names_no_question_of_many_records(ids, may_name):
    assert _name_questions([{"id": one} for one in ids], {"id"}, Settings()) is may_name


def test_counts_are_records():
    for names, is_record in (("n c", True), ("n c ms", True), ("n", False), ("num_correct", True), ("port", False)):
        assert _Eye(Grader(), set()).is_record({*names.split()}) is is_record
