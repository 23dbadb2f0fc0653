"""Result files: the formats that people have, read into tallies.

A reader turns one format into trials, each with its question, its outcome and its place in the file; `read` picks the
reader by a look at the content and gathers its trials. A new format is one more reader.
"""

from __future__ import annotations

import csv
import json
from itertools import chain
from typing import IO, Any, Iterable, Iterator, NamedTuple

from ._values import shown
from .tally import Tally, tally_cells

QUESTION_KEYS = ("task_id", "question_id", "problem_id", "example_id", "doc_id", "question", "problem", "task", "id")
OUTCOME_KEYS = ("passed", "correct", "is_correct", "success", "outcome", "reward", "score", "result")
TRIAL_KEYS = ("trial", "trial_id", "attempt", "epoch", "sample_id")
_WORDS = {"true": True, "false": False}
_REWARD_SLACK = 1e-6  # of tau-bench, which calls a reward this near to 1 a success
_NAMED = 3  # questions named in an error
_LONGEST = 60  # characters of a value in an error


class FileError(ValueError):
    """What is wrong with a result file, and where in it."""


class Trial(NamedTuple):
    """One outcome. `number` tells the trials of a question apart, in formats that say it."""

    question: Any
    success: bool
    place: str
    number: Any = None


def read(file: IO[str]) -> Tally:
    """The tally of a result file."""
    lines: Iterator[tuple[int, str]] = enumerate(file, 1)
    for at, first in lines:
        start = first.strip()[:1]
        if start == "[":
            return _gather(_json_document(first + file.read(), at))
        if start:
            lines = chain(((at, first),), lines)
            return _gather(_from_records(_json_lines(lines)) if start == "{" else _csv_table(lines))
    raise FileError("the file is empty")


def _json_document(text: str, at: int) -> Iterator[Trial]:
    """A JSON matrix, or a list of records."""
    items = _parsed(text, at)
    if items and isinstance(items[0], dict):
        records = ((f"record {i}", item) for i, item in enumerate(items, 1))
        return _tau_bench(records) if {"task_id", "reward"} <= items[0].keys() else _from_records(records)
    rows = items if items and isinstance(items[0], list) else [items]
    return chain.from_iterable(_from_row(f"row {i}", i, row) for i, row in enumerate(rows, 1))


def _json_lines(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[str, Any]]:
    for i, line in lines:
        if line.strip():
            yield f"line {i}", _parsed(line, i)


def _parsed(text: str, at: int) -> Any:
    """The JSON in a text that starts in line `at` of its file."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno + at - 1}, column {error.colno}"
        raise FileError(f"{place}: not valid JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:  # nested too deeply, or an integer of too many digits
        raise FileError(f"line {at}: JSON that cannot be read: {error}") from None


def _csv_table(lines: Iterable[tuple[int, str]]) -> Iterator[Trial]:
    """Questions in lines and trials in columns, or one trial a line under a line of field names.

    A matrix may have a line of column names (no outcome in it) and a first column of question names.
    """
    rows = _csv_rows(lines)
    at, names = next(rows)
    fields = [str(name).strip().lower() for name in names]
    if set(fields) & set(OUTCOME_KEYS):
        yield from _from_records((f"line {i}", _csv_record(fields, row, i)) for i, row in rows)
        return
    labelled = fields[0] in QUESTION_KEYS or not fields[0]
    if not labelled and any(not isinstance(name, str) for name in names):  # no line of names, but the first of outcomes
        rows = chain(((at, names),), rows)
    for at, first in rows:
        labelled = labelled or isinstance(first[0], str)
        for i, row in chain(((at, first),), rows):
            yield from _from_row(f"line {i}", row[0] if labelled else i, row[1:] if labelled else row)


def _csv_rows(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, list[Any]]]:
    """The rows with their line numbers, numbers and true/false as what they are and other fields as text."""
    delimiter = ""
    for i, line in lines:
        if line.strip():
            delimiter = delimiter or next((mark for mark in ",;\t" if mark in line), " ")
            try:
                (row,) = csv.reader([line.strip()], delimiter=delimiter, skipinitialspace=True, strict=True)
            except (csv.Error, ValueError) as error:
                raise FileError(f"line {i}: not CSV: {error}") from None
            yield i, [_csv_value(field) for field in row]


def _csv_value(field: str) -> Any:
    text = field.strip()
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        return text


def _csv_record(fields: list[str], row: list[Any], at: int) -> dict[str, Any]:
    if len(row) != len(fields):
        raise FileError(f"line {at}: {len(row)} fields, where the first line names {len(fields)}")
    return dict(zip(fields, row))


def _from_row(place: str, question: Any, row: Any) -> Iterator[Trial]:
    """The outcomes of one question."""
    if not isinstance(row, list):
        raise FileError(f"{place}: not a list of outcomes but {_shown(row)}")
    for j, value in enumerate(row, 1):
        yield Trial(question, _outcome(value, f"{place}, column {j}"), place)


def _from_records(records: Iterable[tuple[str, Any]]) -> Iterator[Trial]:
    """One record a trial, its fields under usual names."""
    question = outcome = number = ""
    for place, record in records:
        _check_record(record, place)
        if not question:
            question = _usual(QUESTION_KEYS, record, place, "names the question")
            outcome = _usual(OUTCOME_KEYS, record, place, "holds the outcome")
            number = next((key for key in TRIAL_KEYS if key in record), "")
        success = _outcome(_field(record, outcome, place), f"{place}, field {outcome!r}")
        yield Trial(_label(record, question, place), success, place, record.get(number))


def _tau_bench(records: Iterable[tuple[str, Any]]) -> Iterator[Trial]:
    """tau-bench's result list: task_id, trial, reward, and info.error where a run broke."""
    for place, record in records:
        _check_record(record, place)
        task, reward = _label(record, "task_id", place), _field(record, "reward", place)
        if isinstance(reward, bool) or not isinstance(reward, (int, float)):
            raise FileError(f"{place}, field 'reward': {_shown(reward)} is not a number")
        info = record.get("info")
        if isinstance(info, dict) and info.get("error"):
            raise FileError(f"{place}, field 'info.error': this run of task {_shown(task)} broke and has no outcome")
        yield Trial(task, abs(reward - 1) <= _REWARD_SLACK, place, record.get("trial"))


def _usual(keys: tuple[str, ...], record: dict[str, Any], place: str, role: str) -> str:
    for key in keys:
        if key in record:
            return key
    raise FileError(f"{place}: no field {role} (looked for {', '.join(keys)})")


def _field(record: dict[str, Any], key: str, place: str) -> Any:
    if key not in record:
        raise FileError(f"{place}: field {key!r} is missing")
    return record[key]


def _label(record: dict[str, Any], key: str, place: str) -> Any:
    label = _field(record, key, place)
    if not isinstance(label, (str, int, float)):
        raise FileError(f"{place}, field {key!r}: {_shown(label)} does not name a question")
    return label


def _check_record(record: Any, place: str) -> None:
    if not isinstance(record, dict):
        raise FileError(f"{place}: not a record (a JSON object) but {_shown(record)}")


def _outcome(value: Any, place: str) -> bool:
    if isinstance(value, (int, float)) and value in (0, 1):
        return bool(value)
    raise FileError(f"{place}: {_shown(value)} is neither 0 nor 1")


def _shown(value: Any) -> str:
    names = {list: "a list", dict: "an object", type(None): "null", bool: str(value).lower()}
    text = names.get(type(value)) or (repr(value) if isinstance(value, (str, float)) else shown(value))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def _gather(trials: Iterable[Trial]) -> Tally:
    counts: dict[Any, list[int]] = {}
    seen: dict[Any, set[Any]] = {}
    for question, success, place, number in trials:
        counts.setdefault(question, [0, 0])[success] += 1
        if isinstance(number, (str, int, float)):
            numbers = seen.setdefault(question, set())
            if number in numbers:
                raise FileError(f"{place}: a second trial {_shown(number)} of question {_shown(question)}")
            numbers.add(number)
    if not counts:
        raise FileError("there is no trial in it")
    lengths = {question: sum(pair) for question, pair in counts.items()}
    most = max(lengths.values())
    short = [f"{_shown(question)} ({length})" for question, length in lengths.items() if length < most]
    if short:
        more = f" and {len(short) - _NAMED} more" if len(short) > _NAMED else ""
        some = ", ".join(short[:_NAMED]) + more
        raise FileError(f"the questions differ in their number of trials: the longest has {most}, others fewer: {some}")
    return tally_cells(((failures, successes), ()) for failures, successes in counts.values())
