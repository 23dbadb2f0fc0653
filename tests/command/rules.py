"""Call rules of the reader with short arguments. tests/functions.txt has the calls, and test_functions.py makes them."""

from __future__ import annotations

import re
from pathlib import PurePath, PurePosixPath

from scorio_lite._command import extras
from scorio_lite._command.explained import wholes
from scorio_lite._command.grading import Grader
from scorio_lite._command.readings import around, contradictions, names, nested, outcomes, questions, rates, shapes, trial_names, values
from scorio_lite._command.readings.candidates import coordinate_ways
from scorio_lite._command.readings.families import template_of_columns
from scorio_lite._command.readings.header import Header
from scorio_lite._command.readings.leaves import Leaf
from scorio_lite._command.readings.levels import Level
from scorio_lite._command.readings.outline import Outline, _outline_rows
from scorio_lite._command.readings.reading import Plan
from scorio_lite._command.readings.sidecars import Sidecar, described_by
from scorio_lite._command.readings.table import Column, Groups, Sample
from scorio_lite._command.readings.templates import Step
from scorio_lite._command.settings import Settings


def column(values):
    return Sample([{"x": value} for value in values])["x"]


def grouped(groups):
    """Return (the column x of some records, their groups by question). `groups` has the values of x in each group."""
    sample = Sample([{"id": f"q{i}", "x": x} for i, own in enumerate(groups) for x in own])
    return sample["x"], Groups(sample, ["id"])


def records(names):
    return [{"id": name, "passed": 1} for name in names]


# Values of a field, and of the questions


def all_questions_have_them_as_often(groups):
    column, by_question = grouped(groups)
    return contradictions._is_balanced(column, by_question.within(column))


def number_the_records_of_each_question(groups):
    return contradictions.numbers_records(*grouped(groups))


def divide_the_questions_into_parts(groups):
    return contradictions.divides(*grouped([[f"part {one}" for one in own] for own in groups]))


def each_question_has_them(groups):
    return contradictions.crosses(*grouped(groups))


def are_numbers_without_large_gaps(numbers):
    return contradictions._is_dense(column(numbers))


def are_successes_out_of_one_number_of_trials(texts):
    return rates.are_fractions(column(texts.split()))


def are_two_words(words):
    return outcomes._has_two_words(column(words.split()))


def are_shown_as(values):
    return column(values).some()


def may_name_questions(values):
    return questions._may_name_questions(Sample([{"topic": value} for value in values])["topic"])


def are_offered_as_questions(values):
    ways = [options for options, _, _ in questions.question_ways(Sample([{"item": x, "passed": 1} for x in values]), set())]
    return ["--question=item"] in ways


def may_be_runs(size):
    """Return (whether a field with `size` values in each question may name runs, whether --run is offered)."""
    sample = Sample([{"id": question, "level": f"maze {i}"} for question in "abcd" for i in range(size)])
    ways = [options for options, _ in coordinate_ways(sample, ["level"], ("id",), set())]
    return contradictions._may_be_runs(sample["level"], Groups(sample, ["id"])), ["--run=level"] in ways


def may_be_outcomes_by_name(name):
    return values.may_be_outcome(Sample([{name: 1}, {name: 0}])[name])


def only_fail(size, more):
    sample = Sample([{"id": f"q{i}", "x": 0, **{name: own[i] for name, own in more.items()}} for i in range(size)])
    return outcomes._only_fails(sample, sample["x"], Grader())


def ways_of_values(values_of_v, cost):
    """Return {options: their cost} of what the values of a field v may mean, if its name alone has this cost."""
    found = values.values_as_outcomes(Column("v", values_of_v), "v", cost)
    return {"".join(options).replace("--outcome=v", ""): place for options, place in found}


def ways_of_columns(columns):
    """Return {options: their cost} of what these columns may mean, except scales, thresholds and words."""
    ways = outcomes.outcome_ways(Sample([dict(zip(columns, row)) for row in zip(*columns.values())]))
    texts = {"".join(options): place for options, place in ways}
    return {text: place for text, place in texts.items() if text and not re.match(r"--outcome=\w+--", text)}


# Counts, rates and totals


def usual_counts(names):
    return outcomes._usual_counts(Sample([{"id": f"q{i}", **dict.fromkeys(names.split(), 2 + i)} for i in range(2)]))


def cost_of_sums(rows):
    """Return the cost of reading (passed, failed) of each row as numbers of trials that passed and failed."""
    ways = rates.pairs_of_counts(Sample([{"id": f"q{i}", "passed": a, "failed": b} for i, (a, b) in enumerate(rows)]))
    return [cost for *pair, cost in ways if pair == ["passed+failed", "passed"]]


def are_rates_of_four_trials(rates_of_questions):
    sample = Sample([{"id": f"q{i}", "n": 4, "pass_rate": rate} for i, rate in enumerate(rates_of_questions)])
    return "n*pass_rate" in [successes for _, successes, _ in rates.pairs_of_counts(sample)]


def is_total(values, total):
    return around._is_total({"id": "total", "x": total}, [(i, {"id": f"q{i}", "x": value}) for i, value in enumerate(values)])


def is_record(names):
    return shapes._Eye(Grader(), set()).is_record({*names.split()})


def costs_are_said_to_be(lo, hi):
    return extras.Costs._compared(None, {"times": {"value": 1, "lo": lo, "hi": hi}}).partition("]")[2]


def is_record_of_fields(size):
    return is_record(" ".join(["correct_samples", "total_samples", *map(str, range(size - 2))]))


# Rows of a table


def rows_are_copies(answers, more):
    sample = Sample([{"id": f"q{i}", "passed": i % 2, "answer": x, **more} for i, x in enumerate(answers)] * 2)
    plan = Plan()
    plan.question, plan.outcome = ("id",), "passed"
    return bool(contradictions.is_there_twice(sample, plan, Groups(sample, ["id"])))


def are_sections(sections):
    """Whether a table is read in sections. `sections` is {heading: names of the rows below it}."""
    rows = [one for name, own in sections.items() for one in ({"id": name, "x": None}, *({"id": row, "x": 1} for row in own))]
    found, left_out = around.in_sections([*enumerate(rows)], Settings().with_options(run="section"))
    assert left_out == 0
    return len(found) == len(rows) - len(sections)


def table_of(labels, names):
    """Make records: ("run oak birch", "q1 q2") gives {"run": "oak", "q1": 0, "q2": 1} and one for birch."""
    first, *labels = labels.split()
    return [{first: label, **{name: (i + j) % 2 for j, name in enumerate(names.split())}} for i, label in enumerate(labels)]


def columns_are(labels, names):
    return template_of_columns(table_of(labels, names))


def columns_beside_a_name_are(name):
    return template_of_columns([{**row, name: f"a {i}"} for i, row in enumerate(table_of("run run_1 run_2", "q1 q2 q3 q4"))])


def first_line_is_names(first, below, is_plain=True):
    return Header(1, first.split(","), below.split(",") if below else [], Settings(), is_plain).is_one()


def rows_name_trials(labels, width):
    return trial_names.rows_name_trials(labels.split(), width)[:45]


def fields_of_blanks(mark):
    """Return the fields that are read from three rows with this mark between cells. The first row names the columns."""
    found = Outline()
    _outline_rows([(i, mark.join(row)) for i, row in enumerate((("t0", "t1"), ("a", "0", "1"), ("b", "1", "1")), 1)], found)
    return [*found.records[0]] if found.records else None


# Documents


def ids_only_count(ids):
    return Leaf("x", dict.fromkeys(ids.split())).counts


def label_names_questions(label):
    return Level(False, [label], 1, "", set()).are_named


def listed(value):
    """Return the value with each text in it replaced by a list of questions with its letters as names."""
    if isinstance(value, str):
        return records(value)
    return {name: listed(part) for name, part in value.items()} if isinstance(value, dict) else value


def tasks_are(tasks):
    return nested.template_of_tasks({"name": "m", "tasks": listed(tasks)})


def cells_are(cells):
    return nested.template_of_cells({f"m{i}": {f"n{j}": records(names) for j, names in enumerate(row)} for i, row in enumerate(cells)})


def list_names_several(names_of_questions):
    return names.name_several([{"question": name} for name in names_of_questions.split()])


def one_value_names_questions(ids):
    return shapes._name_questions([{"id": one} for one in ids], {"id"}, Settings(), 0)


def numbered(size):
    return Level(False, [f"x{i}" for i in range(size)], size, "", set())


def numbered_objects_are_results(size):
    return shapes._are_results(["flags", numbered(size)], [numbered(size)])


def numbered_objects_are_questions(size, trials):
    return shapes._are_questions([numbered(size), *([Level(True, [], trials, "", set())] if trials else [])])


def step_takes(step, names):
    return [own for own, _ in Step(step).entries(dict.fromkeys(names.split()))]


# Files


class File:
    def __init__(self, path, ids):
        self.path, self.format, self.is_harness, self.size = PurePath(path), "harbor", True, len(ids)
        self.ids = lambda: dict.fromkeys(ids)


def file_below_a_larger_one_counts(path, ids, above):
    files = [File("job/result.json", above), File(path, ids)]
    return files[1] in wholes(files)


def files_beside_say(path, sidecars):
    """Return (model, task, trial) of the file `path`, as other files beside it or above it say.

    `sidecars` has (path, object in it) for each of those files.
    """
    return described_by(PurePosixPath(path), [Sidecar(PurePosixPath(one), value) for one, value in sidecars])
