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

from scorio_lite import files

USUAL = ("task_id", "questionId", "problem-id", "id", "Question")
OTHERS = ("uid", "url", "slug", "ticket", "q")
OUTCOMES = ("passed", "correct", "is_correct", "Success")
TRIALS = ("trial", "attempt", "seed", "rollout")


class Data:
    """Outcomes of runs: {run: {question: outcomes}}, and the names of the fields."""

    def __init__(self, dice):
        questions, trials = dice.randint(5, 14), dice.randint(1, 5)
        names = [f"{dice.choice(('q', 'task-', 'x/'))}{i}" for i in range(questions)]
        chance = {name: dice.random() for name in names}
        runs = dice.choice(([""], [""], ["gpt", "opus"], ["a-1", "a-2", "b"]))
        self.runs = {
            run: {name: [int(dice.random() < chance[name]) for _ in range(trials)] for name in names} for run in runs
        }
        self.question, self.outcome, self.trial = dice.choice(USUAL), dice.choice(OUTCOMES), dice.choice(TRIALS)
        self.is_named, self.dice = len(runs) > 1, dice

    def records(self, numbered=True):
        """Return a record for each trial, trial by trial or question by question."""
        found = [
            {
                **({"model": run} if self.is_named else {}),
                self.question: name,
                **({self.trial: i} if numbered else {}),
                self.outcome: x,
            }
            for run, rows in self.runs.items()
            for name, row in rows.items()
            for i, x in enumerate(row)
        ]
        if numbered and self.dice.random() < 0.5:
            self.dice.shuffle(found)
        return found

    def together(self, make):
        """Return a record for each question, with what `make` returns for its outcomes."""
        return [
            {**({"model": run} if self.is_named else {}), self.question: name, **make(row)}
            for run, rows in self.runs.items()
            for name, row in rows.items()
        ]


def as_lines(records):
    return "".join(json.dumps(one) + "\n" for one in records)


def as_table(records, delimiter=","):
    out = io.StringIO()
    writer = csv.DictWriter(out, records[0], delimiter=delimiter)
    writer.writeheader()
    writer.writerows(records)
    return out.getvalue()


FORMS = {
    "lines": as_lines,
    "a list": json.dumps,
    "an indented list": lambda records: json.dumps(records, indent=1),
    "an object around it": lambda records: json.dumps({"suite": "s", "version": 3, "results": records}),
    "a table": as_table,
    "a table with tabs": lambda records: as_table(records, "\t"),
    "split of pandas": lambda records: json.dumps(
        {"columns": [*records[0]], "data": [[*one.values()] for one in records]}
    ),
}
NESTED = [name for name in FORMS if "table" not in name]
SHAPES = {
    "records": (lambda data: data.records(), FORMS),
    "records in order": (lambda data: data.records(numbered=False), FORMS),
    "lists": (lambda data: data.together(lambda row: {"trials": row}), NESTED),
    "lists of objects": (
        lambda data: data.together(lambda row: {"attempts": [{data.outcome: x} for x in row]}),
        NESTED,
    ),
    "columns": (lambda data: data.together(lambda row: {f"t{i}": x for i, x in enumerate(row, 1)}), FORMS),
    "counts": (lambda data: data.together(lambda row: {"n": len(row), "c": sum(row)}), FORMS),
}


def found_in(evaluation):
    """Return {run: {question: its outcomes, sorted}}."""
    return {
        run: dict(zip(evaluation.questions(), (sorted(row) for row in evaluation.matrix(run))))
        for run in evaluation.runs
    }


def is_same(evaluation, data):
    found = found_in(evaluation)
    wanted = {run: {name: sorted(row) for name, row in rows.items()} for run, rows in data.runs.items()}
    return [*found.values()] == [*wanted.values()] if len(wanted) == 1 else found == wanted


def drawn(number, names=USUAL):
    dice = random.Random(f"property {number}")
    data = Data(dice)
    data.question = dice.choice(names)
    shape = dice.choice(list(SHAPES))
    make, forms = SHAPES[shape]
    form = dice.choice(list(forms))
    return data, f"{shape} as {form}", FORMS[form](make(data))


@counts(150, 3000)
def test_a_file_of_any_shape(tmp_path, count):
    """Outcomes are the same in each shape. Few files are asked about, such as a single trial in a list."""
    path, asked = tmp_path / "results", []
    for number in range(count):
        data, shape, text = drawn(number)
        path.write_text(text)
        try:
            evaluation = files.read(path)
        except files.ReadError as error:
            asked.append((number, shape, str(error)))
        else:
            assert is_same(evaluation, data), (number, shape)
    assert len(asked) < count / 10, asked


@counts(100, 2000)
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
        assert is_same(files.read(path, **best["keywords"]), data), (number, shape, best)


@counts(40, 400)
def test_a_tree(tmp_path, count):
    """A file for each run, or for each run and trial, gives what one file gives."""
    for number in range(count):
        data, _, _ = drawn(number)
        folder = tmp_path / str(number)
        single = data.dice.random() < 0.5
        for run, rows in data.runs.items():
            records = [
                {data.question: name, "trial": i, data.outcome: x}
                for name, row in rows.items()
                for i, x in enumerate(row)
            ]
            for trial in range(len(next(iter(rows.values())))):
                own = [{k: v for k, v in one.items() if k != "trial"} for one in records if one["trial"] == trial]
                path = folder / (run or "m") / (f"seed{trial}.jsonl" if single else "all.jsonl")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(as_lines(own if single else records))
        try:
            evaluation = files.read(folder)
        except files.ReadError as error:
            raise AssertionError((number, single, str(error))) from None
        assert is_same(evaluation, data), (number, single)
