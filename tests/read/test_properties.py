"""Properties, tried at random: the shape of a file, the order of its records and the name of its id change no number.

A file is read as what it holds, or it is refused; it is never read as something else.
"""

from __future__ import annotations

import csv
import io
import json
import random

import pytest
from helpers import counts
from result_files import lines

from scorio_lite import files

USUAL = ("task_id", "questionId", "problem-id", "id", "Question")
OTHERS = ("uid", "url", "slug", "ticket", "q")
OUTCOMES = ("passed", "correct", "is_correct", "Success")
TRIALS = ("trial", "attempt", "seed", "rollout")


class Data:
    """Outcomes of runs, {run: {question: outcomes}}, and the names of the fields."""

    def __init__(self, number, names=USUAL):
        self.dice = dice = random.Random(f"property {number}")
        trials = dice.randint(1, 5)
        chance = {f"{dice.choice(('q', 'task-', 'x/'))}{i}": dice.random() for i in range(dice.randint(5, 14))}
        self.names = dice.choice(([""], [""], ["gpt", "opus"], ["a-1", "a-2", "b"]))
        self.runs = {
            run: {name: [int(dice.random() < p) for _ in range(trials)] for name, p in chance.items()}
            for run in self.names
        }
        self.question, self.outcome, self.trial = dice.choice(names), dice.choice(OUTCOMES), dice.choice(TRIALS)

    def records(self, make):
        """Return the records that `make` makes of the outcomes of each question, with their names."""
        return [
            {**({"model": run} if len(self.names) > 1 else {}), self.question: name, **record}
            for run, rows in self.runs.items()
            for name, row in rows.items()
            for record in make(row)
        ]

    def numbered(self):
        """Return a record for each trial, with its number, in any order."""
        found = self.records(lambda row: [{self.trial: i, self.outcome: x} for i, x in enumerate(row)])
        return self.dice.sample(found, len(found))

    def is_in(self, evaluation):
        """Whether these outcomes, in any order of trials, are those that were read."""
        found = [
            {name: sorted(row) for name, row in zip(evaluation.questions(), evaluation.matrix(run))}
            for run in evaluation.runs
        ]
        wanted = [{name: sorted(row) for name, row in rows.items()} for rows in self.runs.values()]
        names = [*evaluation.runs] if len(self.names) > 1 else self.names
        return dict(zip(names, found)) == dict(zip(self.names, wanted))


def as_table(records, delimiter=","):
    out = io.StringIO()
    writer = csv.DictWriter(out, records[0], delimiter=delimiter)
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


NESTED = {
    "lines": lines,
    "a list": json.dumps,
    "an indented list": lambda records: json.dumps(records, indent=1),
    "an object around it": lambda records: json.dumps({"suite": "s", "version": 3, "results": records}),
}
FORMS = {**NESTED, "a table": as_table, "a table with tabs": lambda records: as_table(records, "\t")}
PLACES = dict(zip(FORMS, ["line 4", "record 4", "record 4", "record 4", "line 5", "line 5"]))
SHAPES = {
    "records": (Data.numbered, FORMS),
    "records in order": (lambda data: data.records(lambda row: [{data.outcome: x} for x in row]), FORMS),
    "lists": (lambda data: data.records(lambda row: [{"trials": row}]), NESTED),
    "objects": (lambda data: data.records(lambda row: [{"attempts": [{data.outcome: x} for x in row]}]), NESTED),
    "columns": (lambda data: data.records(lambda row: [{f"t{i}": x for i, x in enumerate(row, 1)}]), FORMS),
    "counts": (lambda data: data.records(lambda row: [{"n": len(row), "c": sum(row)}]), FORMS),
}

ASKED = ("objects", "columns", "counts")


def drawn(number, names=USUAL):
    data = Data(number, names)
    shape = data.dice.choice([*SHAPES])
    make, forms = SHAPES[shape]
    form = data.dice.choice([*forms])
    return data, f"{shape} as {form}", forms[form](make(data))


@counts(150, 600)
def test_a_file_of_any_shape(tmp_path, count):
    """Outcomes are the same in each shape. If a shape is asked about, the first reading that is offered has them."""
    path, asked = tmp_path / "results", []
    for number in range(count):
        data, shape, text = drawn(number)
        path.write_text(text)
        try:
            assert data.is_in(files.read(path)), (number, shape)
        except files.ReadError as error:
            asked.append((number, shape, str(error)))
            if shape.split()[0] in ASKED:
                assert data.is_in(files.read(path, **error.readings[0]["keywords"])), (number, shape)
    assert len([shape for _, shape, _ in asked if shape.split()[0] not in ASKED]) < count / 10, asked


@pytest.mark.parametrize("form", FORMS)
def test_a_refusal_names_the_place(tmp_path, form):
    """Records are counted from 1, and the lines of a table with the line of names."""
    path = tmp_path / "results"
    path.write_text(FORMS[form]([{"id": i, "passed": x} for i, x in enumerate((0, 1, 0, 5, 1))]))
    with pytest.raises(files.ReadError, match=f"{PLACES[form]}, field 'passed': '?5'? is neither 0 nor 1"):
        files.read(path)


@counts(60, 200)
def test_an_id_of_another_name(tmp_path, count):
    """If no field has a usual name of questions, the position of a record is not taken: the command asks, and offers it."""
    path = tmp_path / "results"
    for number in range(count):
        data, shape, text = drawn(number, OTHERS)
        path.write_text(text)
        with pytest.raises(files.ReadError) as caught:
            files.read(path)
        best = next((one for one in caught.value.readings if data.question in str(one["keywords"])), None)
        assert best, (number, shape, str(caught.value))
        assert data.is_in(files.read(path, **best["keywords"])), (number, shape, best)


@counts(40, 100)
def test_a_tree(tmp_path, count):
    """A file for each run, or for each run and trial, gives what one file gives."""
    for number in range(count):
        data = Data(number)
        each = data.dice.random() < 0.5
        for run, rows in data.runs.items():
            for trial, column in enumerate(zip(*rows.values())):
                records = [{data.question: name, data.outcome: x} for name, x in zip(rows, column)]
                path = tmp_path / str(number) / (run or "m") / (f"seed{trial}.jsonl" if each else "all.jsonl")
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("a") as file:
                    file.write(lines(records if each else [{**one, "trial": trial} for one in records]) + "\n")
        assert data.is_in(files.read(tmp_path / str(number))), (number, each)
