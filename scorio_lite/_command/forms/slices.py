"""Split runs into tasks, or into slices of their questions (--by). Set clusters of questions (--cluster)."""

from __future__ import annotations

from ..read.names import is_missing
from ..text import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Mapping, Run, Sequence

NONE = "(none)"  # the slice of the questions that have no value in the field
_MOST_SLICES = 200


class Cells:
    """Runs, split by task or slice. `of[run][name]` is a cell: a Run with only the questions of this task or slice."""

    def __init__(self, kind: str, names: Sequence[str], of: Mapping[Run, Mapping[str, Run]], field: str = "") -> None:
        self.kind, self.field = kind, field  # "task"; or "slice", and the field of --by
        self.names = names
        self.of = of  # the cells that a run has, in the order of the names
        self.mean, self.each = f"mean of {kind}s", f"each {kind}{f' by {field}' if field else ''}"

    def columns(self) -> list[list[Run]]:
        """Return for each task or slice the list of its cells, from all runs that have it."""
        return [[cells[name] for cells in self.of.values() if name in cells] for name in self.names]

    def lacks(self, run: Run) -> list[str]:
        return [name for name in self.names if name not in self.of[run]]

    def parts(self, run: Run) -> list[Run]:
        return list(self.of[run].values())


def slices_of(runs: Sequence[Run], field: str) -> Cells:
    """Return Cells with a slice for each value of a field, in ascending order. Missing values come last."""
    places: dict[str, list[int]] = {}
    for i, value in enumerate(_values(runs, field)):
        places.setdefault(NONE if is_missing(value) else _name(value), []).append(i)
    if len(places) > _MOST_SLICES:
        values = f"the field {shown(field)} has {len(places):,} values"
        raise FileError(f"{runs[0].name}: {values}, and --by takes {_MOST_SLICES} at most")
    names = [name for name in places if name != NONE]
    try:
        names.sort(key=float)
    except ValueError:
        names.sort()
    names += [NONE] * (NONE in places)
    return Cells("slice", names, {run: {name: run.part(places[name]) for name in names} for run in runs}, field)


def tasks_of(runs: Sequence[Run]) -> Cells:
    """Return Cells by task of the Run of each run in each task. In Cells.of, a run's key is the first of its Runs."""
    rows: dict[tuple[str, str], dict[str, Run]] = {}
    for run in runs:
        rows.setdefault((run.cell.origin, run.cell.run), {})[run.cell.task] = run
    names = list(dict.fromkeys(run.cell.task for run in runs))
    of = {next(iter(row.values())): {name: row[name] for name in names if name in row} for row in rows.values()}
    return Cells("task", names, of)


def set_clusters(runs: Sequence[Run], field: str) -> int:
    """Make the value of `field` the cluster of each question. Refuse missing values. Return the number of clusters."""
    labels = _values(runs, field)
    for i, value in enumerate(labels):
        if is_missing(value):
            needs = "--cluster needs one for every question"
            raise FileError(f"{_place(runs[0], i)} has no value in the field {shown(field)}; {needs}")
    names = list(map(_name, labels))
    for run in runs:
        for side in filter(None, (run, run.solved)):
            side.clusters = names
    return len(set(names))


def _values(runs: Sequence[Run], field: str) -> list[Any]:
    """Return for each question the field's value in its trials, or None. Refuse different values in a question."""
    merged: list[Any] = [None] * len(runs[0].questions)
    for run in runs:
        for i, value in ((i, value) for i, values in enumerate(run.kept[field]) for value in values):
            if isinstance(value, (list, dict)):
                raise FileError(f"{_place(run, i)}, field {shown(field)}: expected one value, got {shown(value)}")
            if is_missing(merged[i]):
                merged[i] = value
            elif not is_missing(value) and value != merged[i] and _name(value) != _name(merged[i]):
                both = f"{shown(merged[i])} and {shown(value)}"
                why = "--by and --cluster need a field that is the same in all trials of a question"
                raise FileError(f"{_place(run, i)} has {field} {both}; {why}")
    return merged


def _place(run: Run, i: int) -> str:
    return f"{run.name}: question {shown(run.questions[i][0])}"


def _name(value: Any) -> str:
    """Return the name of a slice from the value of a field. CSV and JSON give the same name: 1 for 1.0."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**63:
        value = int(value)
    name = shown(value) if isinstance(value, bool) else str(value).strip()
    return repr(name) if name == NONE else name
