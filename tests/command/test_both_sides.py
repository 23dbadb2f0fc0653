"""Check rules of the reader, each by a case on either side: what decides, and what is just not enough."""

from __future__ import annotations

import pytest

from scorio_lite._command.explained import wholes
from scorio_lite._command.grading import Grader
from scorio_lite._command.readings.around import _is_total, in_sections
from scorio_lite._command.readings.contradictions import _is_balanced, divides, is_there_twice, numbers_records
from scorio_lite._command.readings.leaves import Leaf
from scorio_lite._command.readings.levels import Level
from scorio_lite._command.readings.nested import template_of_cells, template_of_tasks
from scorio_lite._command.readings.outcomes import _only_fails, _usual_counts
from scorio_lite._command.readings.questions import _may_name_questions, question_ways
from scorio_lite._command.readings.rates import pairs_of_counts
from scorio_lite._command.readings.reading import Plan
from scorio_lite._command.readings.splits import PathColumn, crossing
from scorio_lite._command.readings.table import Groups, Sample
from scorio_lite._command.readings.templates import Step, axes_of
from scorio_lite._command.readings.values import is_whole
from scorio_lite._command.settings import Settings


def grouped(groups):
    """Return (column, groups, sample) of questions with these values of a field x."""
    sample = Sample([{"id": f"q{i}", "x": x} for i, own in enumerate(groups) for x in own])
    return sample["x"], Groups(sample, ["id"]), sample


@pytest.mark.parametrize(
    ("groups", "are"),
    [
        (["abc", "aabc"], True),  # half of the questions
        (["abc", "aabc", "abbc"], False),
        (["abc", "aaabc"], False),  # three times as often
        (["abc", "ab"], False),
        (["ab", "ab"], False),
    ],
)
def test_values_that_all_questions_have_as_often(groups, are):
    column, by_question, _ = grouped(groups)
    assert _is_balanced(column, by_question.within(column)) is are


@pytest.mark.parametrize(
    ("groups", "are"),
    [
        ([[0, 1, 2], [0, 1]], True),
        ([[0, 1], [0, 1]], False),  # two of each may be anything
        ([[0, 1, 2]], False),
        ([[0, 1, 2], [1, 2]], False),
        ([*[[0, 1, 2]] * 9, [5, 7]], True),  # nine in ten
        ([*[[0, 1, 2]] * 8, [5, 7]], False),
        ([["t0", "t1", "t2"], ["t0", "t1"]], True),
        ([["t0", "t1", "t2"], ["u0", "u1"]], False),
        ([[5, 6, 7], [5, 6]], True),
        ([[0, 2, 4], [0, 2]], False),
    ],
)
def test_numbers_of_the_records_of_each_question(groups, are):
    column, by_question, _ = grouped(groups)
    assert numbers_records(column, by_question) is are


@pytest.mark.parametrize(
    ("groups", "does"),
    [
        (["aabb", "ccdd", "eeff", "gghh"], True),
        (["aabb", "ccdd", "eeff", "gggg"], False),  # three in four
        (["aabb", "ccdd", "eeff", "gghh", "iiii"], True),
        (["aabb", "ccdd", "eeff", "ggaa"], False),  # it recurs
        (["aab", "ccd", "eef"], False),  # too many values
    ],
)
def test_parts_of_questions(groups, does):
    column, by_question, _ = grouped([[f"part {one}" for one in own] for own in groups])
    assert divides(column, by_question) is does


@pytest.mark.parametrize(
    ("answers", "more", "are_copies"),
    [
        (["a long text", "another text"], {}, True),
        (["a long text", "a long text"], {}, False),  # of two questions
        (["abcdefgh", "abcdefgi"], {}, True),  # eight characters
        (["abcdefg", "abcdefh"], {}, False),
        ([0.5, 1.5], {}, True),
        ([1.0, 3.0], {}, False),
        (["a long text", "another text"], {"note": "x"}, True),
    ],
)
def test_records_that_are_there_twice(answers, more, are_copies):
    rows = [{"id": f"q{i}", "passed": i % 2, "answer": x, **more} for i, x in enumerate(answers)] * 2
    sample = Sample(rows)
    plan = Plan()
    plan.question, plan.outcome = ("id",), "passed"
    assert bool(is_there_twice(sample, plan, Groups(sample, ["id"]))) is are_copies


@pytest.mark.parametrize(
    ("sections", "are"),
    [
        ({"A": "ab", "B": "a"}, True),  # two of three names
        ({"A": "abc", "B": "ad"}, False),
        ({"A": "ab", "B": ""}, False),
        ({"A": "ab"}, False),
        ({"a": "ab", "B": "ab"}, False),  # a section called like a row
    ],
)
def test_sections_repeat_the_names_of_their_rows(sections, are):
    rows = [one for name, own in sections.items() for one in ({"id": name, "x": None}, *({"id": row, "x": 1} for row in own))]
    found, left_out = in_sections([*enumerate(rows)], Settings().with_options(run="section"))
    assert left_out == 0
    assert (len(found) == len(rows) - len(sections)) is are


@pytest.mark.parametrize(
    ("values", "total", "is_total"),
    [
        ((1, 0, 1), 2, True),
        ((1, 0, 1), 0.67, True),
        ((1, 0, 1), 0.6, False),
        ((20, 30, 40), 30.017, True),
        ((20, 30, 40), 30.019, False),
        ((1, 0, 0), 1, False),  # it may be an outcome
        ((0, 0, 0), 0, False),
        ((0.5, 0.5), 1, False),
    ],
)
def test_a_total_sums_up_numbers(values, total, is_total):
    others = [(i, {"id": f"q{i}", "x": value}) for i, value in enumerate(values)]
    assert _is_total({"id": "total", "x": total}, others) is is_total


@pytest.mark.parametrize(
    ("ids", "are"), [("1 2", True), ("q1 q2", True), ("ex1 ex2", False), ("question1 question2", True), ("item_1", True)]
)
def test_ids_that_only_count(ids, are):
    assert Leaf("x", dict.fromkeys(ids.split())).counts is are


@pytest.mark.parametrize(("label", "is_named"), [("one two three four", True), ("one two three", False), ("q1", True), ("x1", False)])
def test_labels_of_questions(label, is_named):
    assert Level(False, [label], 1, "", set()).are_named is is_named


def questions(names):
    return [{"id": name, "passed": 1} for name in names]


@pytest.mark.parametrize(
    ("tasks", "template"),
    [
        ({"x": questions("ab"), "y": questions("cd")}, "tasks.{task}[{}]"),
        ({"x": questions("ab"), "y": questions("c")}, None),
        ({"x": questions("ab")}, None),
        ({"x": {"mean": 1, "rows": questions("ab")}, "y": {"mean": 0, "rows": questions("cd")}}, "tasks.{task}.rows[{}]"),
        ({"x": {"mean": 1, "rows": questions("ab")}, "y": {"mean": 0, "rows": questions("c")}}, None),
        ({"x": {"rows": questions("ab")}, "y": {"results": questions("cd")}}, None),
        ({"x": {"rows": questions("ab"), "more": []}, "y": {"rows": questions("cd"), "more": []}}, None),
        ({"x": {"rows": questions("ab")}}, None),
    ],
)
def test_objects_of_tasks(tasks, template):
    assert template_of_tasks({"name": "m", "tasks": tasks}) == template


@pytest.mark.parametrize(
    ("cells", "template"),
    [
        ([["ab", "cd"], ["ab", "cd"]], "{run}.{task}[{}]"),
        ([["ab", "ab"], ["cd", "cd"]], "{task}.{run}[{}]"),
        ([["ab", "ab"], ["ab", "ab"]], None),
        ([["ab"], ["ab"]], None),
        ([["ab", "cd"]], None),
        ([["a", "cd"], ["a", "cd"]], None),  # a single question
    ],
)
def test_objects_in_an_object(cells, template):
    value = {f"m{i}": {f"n{j}": questions(names) for j, names in enumerate(row)} for i, row in enumerate(cells)}
    assert template_of_cells(value) == template


@pytest.mark.parametrize(
    ("names", "refused", "found"),
    [("n c", False, ("n", "c")), ("n n_trials c", True, None), ("n c n_passed", True, None), ("total c", True, None), ("n", False, None)],
)
def test_usual_names_of_counts(names, refused, found):
    sample = Sample([{"id": f"q{i}", **dict.fromkeys(names.split(), 2 + i)} for i in range(2)])
    if refused:
        with pytest.raises(ValueError, match=r"are the numbers of trials \(not tests\) and of successes"):
            _usual_counts(sample)
    else:
        assert _usual_counts(sample) == found


@pytest.mark.parametrize(
    ("size", "more", "fails"), [(4, {}, True), (3, {}, False), (4, {"score": [0, 1] * 2}, False), (4, {"score": [0] * 9}, True)]
)
def test_only_failures_in_several_records(size, more, fails):
    sample = Sample([{"id": f"q{i}", "x": 0, **{name: own[i] for name, own in more.items()}} for i in range(size)])
    assert _only_fails(sample, sample["x"], Grader()) is fails


@pytest.mark.parametrize(
    ("values", "may"),
    [
        (["zu-" * 20, "b"], True),
        (["zu-" * 20 + "z", "b"], False),
        (["one two three", "b"], True),
        (["one two three four", "b"], False),
        (["a", "a"], False),
        ([True, False], False),
        ([0.5, 1.5], False),
    ],
)
def test_values_that_may_be_names(values, may):
    assert _may_name_questions(Sample([{"topic": value} for value in values])["topic"]) is may


@pytest.mark.parametrize(("values", "are"), [((1.0, 3.0, 5.0), True), ((1.5, 3.0, 5.0), False), ((1.0, 1.0, 1.0), False)])
def test_whole_numbers_may_be_names_of_questions(values, are):
    ways = [options for options, _, _ in question_ways(Sample([{"item": x, "passed": 1} for x in values]), set())]
    assert (["--question=item"] in ways) is are


@pytest.mark.parametrize(
    ("rows", "cost"),
    [
        ([(1, 1), (2, 0)], -1),  # always two
        ([(1, 0), (0, 1)], 1),  # always one
        ([(2, 1), (2, 0)], 1),
    ],
)
def test_successes_and_failures_that_sum_up(rows, cost):
    sample = Sample([{"id": f"q{i}", "passed": a, "failed": b} for i, (a, b) in enumerate(rows)])
    assert ("passed+failed", "passed", cost) in list(pairs_of_counts(sample))


@pytest.mark.parametrize(("rates", "are"), [((0.5, 0.25), True), ((1, 0), False), ((1.5, 0.5), False), ((0.3, 0.5), False)])
def test_rates_of_trials(rates, are):
    sample = Sample([{"id": f"q{i}", "n": 4, "pass_rate": rate} for i, rate in enumerate(rates)])
    assert ("n*pass_rate" in [successes for _, successes, _ in pairs_of_counts(sample)]) is are


@pytest.mark.parametrize(
    ("trials", "rate", "is_one"),
    [(4, 0.5, True), (3, 0.33, True), (3, 0.3, False), (100, 0.1225, True), (100, 0.123, False), (10, 0.505, True)],
)
def test_rates_that_are_whole_numbers_of_successes(trials, rate, is_one):
    assert is_whole(trials, rate) is is_one


@pytest.mark.parametrize(
    ("names", "parts"),
    [
        ("a_x a_y b_x b_y", ["a a b b", "x y x y"]),
        ("a_x a_y b_x", ["a_x a_y b_x"]),
        ("a_x b_x", ["a_x b_x"]),
        ("a_x_1 a_x_2 a_y_1 a_y_2", ["a_x a_x a_y a_y", "1 2 1 2"]),
        ("a_1 a_2 b_1 b_2", ["a a b b", "1 2 1 2"]),
    ],
)
def test_names_of_which_all_combinations_occur(names, parts):
    assert [" ".join(one.values) for one in crossing(PathColumn(names.split()))] == parts


@pytest.mark.parametrize(
    ("lists", "axes"),
    [({"models": ["a", "b"]}, {"run": ["a", "b"]}), ({"models": ["a"]}, {}), ({"models": ["a", "a"]}, {}), ({"notes": ["a", "b"]}, {})],
)
def test_lists_of_names(lists, axes):
    assert axes_of([lists]) == axes


@pytest.mark.parametrize(
    ("step", "names", "found"),
    [
        ("{question}", "q1 x", [("q1",), ("x",)]),
        ("q{question}", "q1 x", [("1",)]),
        ("{question}_end", "q1 x_end", [("x",)]),
        ("{run}_{trial}", "q1 x_2", [("x", "2")]),
    ],
)
def test_entries_that_match_a_step(step, names, found):
    assert [own for own, _ in Step(step).entries(dict.fromkeys(names.split()))] == found


class File:
    def __init__(self, path, ids):
        from pathlib import PurePath

        self.path, self.format, self.is_harness, self.size = PurePath(path), "harbor", True, len(ids)
        self.ids = lambda: dict.fromkeys(ids)


@pytest.mark.parametrize(
    ("path", "ids", "above", "is_kept"),
    [
        ("job/trial/result.json", "a", "ab", False),
        ("job/trial/more/result.json", "a", "ab", False),
        ("job/trial/result.json", "c", "ab", True),
        ("job/other.json", "a", "ab", True),  # in the same folder
        ("job/trial/result.json", "a", "a", True),  # no larger file
        ("job/trial/result.json", "ab", "abc", True),
    ],
)
def test_a_question_that_is_also_in_a_larger_file_above(path, ids, above, is_kept):
    files = [File("job/result.json", above), File(path, ids)]
    assert (files[1] in wholes(files)) is is_kept
