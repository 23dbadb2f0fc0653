"""Check records: the fields that name question, outcome, trial and run; the command asks about unclear fields."""

from __future__ import annotations

import json

import pytest
from result_files import Content, check, counted, csv_text, lines, read, refused, report, said, table

from scorio_lite._command.fields import LAST_KEYS, OUTCOME_KEYS, QUESTION_KEYS, TRIAL_KEYS
from scorio_lite._command.missing import settle

ROWS = [[0, 1, 1], [1, 1, 1], [0, 0, 0]]


def of(values, field="passed", question="id"):
    """Make a record for each trial of ROWS, with these values for 0 and 1."""
    return [{question: f"q{i}", field: values[x]} for i, row in enumerate(ROWS) for x in row]


def test_every_known_name():
    for question in QUESTION_KEYS:
        assert counted(lines(of((0, 1), "passed", question))) == sorted((3, sum(row)) for row in ROWS)
    for outcome in OUTCOME_KEYS:
        assert counted(lines(of((0.0, 1.0), outcome, "task_id"))) == sorted((3, sum(row)) for row in ROWS)


def tally_or_refusal(text):
    try:
        return settle([read(text)], None)[0].tally
    except ValueError as error:
        return type(error)


def test_records_in_any_container_mean_the_same():
    """Records give the same tally, or the same refusal, in JSON Lines, JSON and CSV."""
    for fields in (("task_id", "passed"), ("id", "trial", "reward"), ("id", "is_correct", "score"), ("name", "id", "success")):
        for cells in ((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 2, 0)):
            items = [dict(zip(fields, cells)), dict(zip(fields, (2, 0, 0)))]
            texts = lines(items), json.dumps(items), table(items)
            assert len(set(map(tally_or_refusal, texts))) == 1, (fields, cells)


@pytest.mark.parametrize(
    "numbers",
    [
        [0, 1, 0, 1],
        [42] * 4,
        [1, 1, 2, 2],
        ["a", "b", "c", "d"],
        ["yes", "yes", "no", "no"],
        [None] * 4,
        [2**40, 7, 2**40, 9],
        ["the run"] * 4,
    ],
)
@pytest.mark.parametrize("name", ["seed", "sample", "run", "rollout"])
def test_fields_that_number_the_trials_or_say_the_same_of_all(name, numbers):
    records = [{"task_id": f"q{i // 2}", name: number, "passed": i % 2} for i, number in enumerate(numbers)]
    if name != "run" or "yes" not in numbers:
        assert counted(lines(records)) == [(2, 1), (2, 1)]


def test_fields_inside_a_record():
    nested = [
        {
            "id": q,
            "trial": t,
            "metadata": {"level": "ab"[q % 2], "meta": {"Unit": q // 2}, "model": "m1"},
            "latency": q + t,
            "passed": q % 2,
        }
        for q in range(4)
        for t in range(2)
    ]
    text = lines(nested)
    for field, slices in (
        *((field, [("a", 0), ("b", 1)]) for field in ("level", "metadata.level", "Metadata.LEVEL")),
        *((field, [("0", 0.5), ("1", 0.5)]) for field in ("metadata.meta.unit", "meta.unit")),
    ):
        assert [(one["slice"], one["avg"]["value"]) for one in report(text, "--by", field)["by"]["slices"]] == slices
    assert report(text, "--cluster", "metadata.level")["avg"]["value"] == 0.5
    levels = [{**item, "id": item["id"] // 2} for item in nested]
    for field in ("level", "metadata.level"):
        assert [one["value"] for one in report(lines(levels), "--run", field)["runs"]] == [1, 0]
    there = "there are 'id', 'latency', 'metadata.level', 'metadata.model'"
    assert refused(text, "--by", "levle") == f"no question has a value in the field 'levle'; {there}"
    assert refused(text, "--run", "levle") == f"no field 'levle'; {there}"
    assert refused(text, "--by", "latency") == (
        "line 2: question 0 has latency 0 and 1; --by and --cluster need a field that is the same in all trials of a question"
    )


@pytest.mark.parametrize("value", ["x" * 1000, "y\n" * 1000, "-" * 1000 + "7"], ids=len)
def test_long_values_are_cut_short_in_messages(value):
    one, two = f"{value}1", f"{value}2"
    for items in (
        [{"question_id": one, "passed": one}],
        [{"question_id": one, "passed": 1, "trial": one}] * 2,
        [{"question_id": one, "problem_id": x, "passed": 1} for x in (one, two)],
        [{"question_id": x, "passed": 1} for x in (one, f"{one} ")],
        [{"question_id": f"{i}{value}", "passed": 1} for i in (*range(14), *range(9))],
        [{"question_id": one, one: 1, two: 1, "score": 1}],
        [{"task_id": one, "trial": 1, "reward": value}],
        [{"task_id": one, "trial": 1, "reward": 1, "info": {"error": value}}],
    ):
        assert len(said("-", stdin=items)) < 600
    for rows in ([[value, 1, 1]] * 2, [[value, 0, 1], ["b", 1, 1]], [["task", one, "t1"], [1, 1, 1]], [[one, "t0", "t1"], [1, 1, 1]]):
        assert len(said("-", stdin=csv_text([[f'"{cell}"' for cell in row] for row in rows]))) < 600


def test_records_are_not_kept():
    """Memory grows with the questions, not with the records."""
    tracemalloc = pytest.importorskip("tracemalloc")

    def peak(trials):
        text = lines({"task_id": f"q{i}", "trial": j, "passed": True, "score": 1.0, "id": i} for j in range(trials) for i in range(9))
        file = Content(text)
        tracemalloc.start()
        assert {question.trials for question in read(file).questions.values()} == {trials}
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    peak(10)
    assert peak(2500) < peak(1500) + 500_000  # by then, the sample is full, and some lines have been read together


@pytest.mark.parametrize("name", [*QUESTION_KEYS, *LAST_KEYS, *TRIAL_KEYS, "sample", "Index", "seed", "Unnamed: 0"])
def test_any_field_can_be_ignored_where_it_is(name):
    """With --ignore, a field has not the role that its name suggests. An error says if no field has the name."""
    question = "qid" if name == "task_id" else "task_id"
    of_trials = [{question: f"q{i}", name: 10 * j + i, "passed": x} for i, row in enumerate(ROWS) for j, x in enumerate(row)]
    whole = {question: "q0", name: 3, "passed": 1}
    for text in (lines(of_trials), json.dumps(of_trials), json.dumps({"results": of_trials}), table(of_trials)):
        check((text, "--ignore", name), ROWS)
    check((json.dumps(whole), "--ignore", name), [[1]])
    without = lines({key: value for key, value in item.items() if key != name} for item in of_trials)
    assert "no field has this name; there are " in refused(without, "--ignore", name)
