"""The parts of runs in tasks, or in slices of their questions (--by); and clusters of questions (--cluster)."""

from __future__ import annotations

import re

from ..grading import FileError, is_missing, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Mapping, Sequence

    from ..score.run import Run

NONE = "(none)"  # the slice of the questions that have no value in the field
MACRO = "mean of slices"
MEAN = "mean of tasks"
_OURS = ("all", NONE, MACRO)  # names of other rows; a value with such a name is shown in quotes
_MOST_SLICES = 200
_MANY = 10  # slices by numbers, from which on two may say more
_WIDEST = 2**63  # integers from here on are not shown in full: they could have thousands of digits
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?")


class Cells:
    """The parts of runs in tasks or slices. `of[run][name]` is a cell: a Run with the questions of a task or slice."""

    def __init__(self, kind: str, names: Sequence[str], of: Mapping[Run, Mapping[str, Run]], field: str = "") -> None:
        self.kind, self.field = kind, field  # "task"; or "slice", and the field of --by
        self.names = names
        self.of = of  # the cells that a run has, in the order of the names
        self.are_tasks = kind == "task"
        self.mean = MEAN if self.are_tasks else MACRO

    def columns(self) -> list[list[Run]]:
        """Return the cells of each task or slice: one for each run that has it, all with the same questions."""
        return [[cells[name] for cells in self.of.values() if name in cells] for name in self.names]

    def lacks(self, run: Run) -> list[str]:
        return [name for name in self.names if name not in self.of[run]]

    def parts(self, run: Run) -> list[Run]:
        return list(self.of[run].values())

    def sizes(self) -> list[int]:
        """Return the number of questions in each task or slice."""
        return [column[0].tally.questions for column in self.columns()]


def slices_of(runs: Sequence[Run], by: By) -> Cells:
    slices = by.slices(runs)
    cells = {run: {name: parts[i] for name, parts in slices} for i, run in enumerate(runs)}
    return Cells("slice", [name for name, _ in slices], cells, by.field)


def tasks_of(cells: Sequence[Run]) -> Cells:
    """Return the Cells of runs in several tasks. `cells` has each run in each task; the first one is the run's key."""
    rows: dict[tuple[str, str], dict[str, Run]] = {}
    for cell in cells:
        rows.setdefault((cell.file, cell.own_name), {})[cell.task] = cell
    names = {cell.task: repr(cell.task) if cell.task == MEAN else cell.task for cell in cells}  # that is another row
    of = {next(iter(row.values())): {names[task]: row[task] for task in names if task in row} for row in rows.values()}
    return Cells("task", list(names.values()), of)


class By:
    """The field of --by, and the value `at` that may follow it. Without `at`, each value of the field is a slice.

    With `at`, a number or a date, there are two slices: the values below `at`, and the others.
    """

    def __init__(self, field: str, at: str = "") -> None:
        self.field = field
        self.at = at
        self.hint = ""  # what splits many numbers into two slices
        self._is_date = bool(_DATE.fullmatch(at))
        self._names = (f"before {at}", f"from {at} on") if self._is_date else (f"below {at}", f"{at} and above")

    def slices(self, runs: Sequence[Run]) -> list[tuple[str, list[Run]]]:
        """Return (name, part of each run) for each slice, in the order of values; last, questions without a value."""
        places: dict[str, list[int]] = {name: [] for name in self._names} if self.at else {}
        run = runs[0]
        for i, value in enumerate(values(runs, self.field)):
            places.setdefault(self._slice(run, i, value), []).append(i)
        if len(places) > _MOST_SLICES:
            raise FileError(
                f"{run.name}: the field {shown(self.field)} has {len(places):,} values, and --by takes {_MOST_SLICES} "
                f"at most; --by {self.field}:VALUE splits at a number or a date"
            )
        names = [name for name in places if places[name] and name != NONE]
        numbers = [_number(name) for name in names]
        if not self.at and len(names) > _MANY and None not in numbers:
            self.hint = f"{self.field}:{sorted(names, key=float)[len(names) // 2]}"
        if not self.at:
            names.sort(key=str if None in map(_number, names) else float)
        names += [NONE] if NONE in places else []
        return [(name, [run.part(places[name]) for run in runs]) for name in names]

    def _slice(self, run: Run, i: int, value: Any) -> str:
        if is_missing(value):
            return NONE
        text = _word(value)
        if not self.at:
            return repr(text) if text in _OURS else text
        if self._is_date:
            if _DATE.match(text) and len(text) >= len(self.at):
                return self._names[text[: len(self.at)] >= self.at]
            wanted = f"a date that starts like {self.at}"
        else:
            numeric = _number(text)
            if numeric is not None:
                return self._names[numeric >= float(self.at)]
            wanted = "a number"
        raise FileError(f"{_place(run, i)}, field {shown(self.field)}: {shown(value)} is not {wanted}")


def by(text: str) -> By:
    """Parse FIELD, or FIELD:VALUE with a number or a date."""
    field, colon, at = (part.strip() for part in text.rpartition(":"))
    if not (at if not colon else field and (_DATE.fullmatch(at) or _number(at) is not None)):
        wanted = "FIELD, or FIELD:VALUE with a number or a date such as 2024-08-01"
        raise ValueError(f"expected {wanted}, got {shown(text)}")
    return By(field, at) if colon else By(at)


def clusters(runs: Sequence[Run], field: str) -> list[str]:
    """Return the cluster of each question: the value of this field."""
    labels = values(runs, field)
    for i, value in enumerate(labels):
        if is_missing(value):
            needs = "--cluster needs one for every question"
            raise FileError(f"{_place(runs[0], i)} has no value in the field {shown(field)}; {needs}")
    return [_word(value) for value in labels]


def values(runs: Sequence[Run], field: str) -> list[Any]:
    """Return the value of the field in each question, from the first run that has a value."""
    merged: list[Any] = [None] * len(runs[0].questions)
    for run in runs:
        for i, context in enumerate(run.contexts):
            value = context.get(field)
            if isinstance(value, (list, dict)):
                raise FileError(f"{_place(run, i)}, field {shown(field)}: expected one value, got {shown(value)}")
            if is_missing(merged[i]):
                merged[i] = value
            elif not is_missing(value) and value != merged[i]:
                raise FileError(f"{_place(run, i)} has {field} {shown(merged[i])} and {shown(value)} in two runs")
    if all(map(is_missing, merged)):
        some = ", ".join(shown(name) for name in runs[0].fields)
        there = f"; there are {some}" if some else ""
        raise FileError(f"{runs[0].name}: no question has a value in the field {shown(field)}{there}")
    return merged


def _place(run: Run, i: int) -> str:
    return f"{run.name}: question {shown(run.questions[i][0])}"


def _word(value: Any) -> str:
    """Return a value as the name of a slice, the same for values from CSV and from JSON."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float) and value.is_integer() and abs(value) < _WIDEST:
        value = int(value)
    return hex(value) if isinstance(value, int) and abs(value) >= _WIDEST else shown(value)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None
