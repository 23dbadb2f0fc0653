"""The questions of a run, by the names in which runs are compared, with their trials in order."""

from __future__ import annotations

from collections import Counter

from ..grading import shown
from ..read.item import Refusal
from ..read.names import sums_up
from ..text import shortened
from .ledger import Grades, TaskRun, keys_of, name_of, order_of
from .run import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

_SHORT = 80  # columns of a name in a message


class Rows:
    """The questions of a cell, by the name in which runs are compared.

    labels    of the questions
    trials    indices into the cell's columns, ordered by number
    gaps      how many trials have no outcome
    counted   the grades that the harness gives these
    numbered  the numbers of the trials, if all questions have the same
    """

    def __init__(self, cell: TaskRun, grades: Grades) -> None:
        self.cell, self.grades = cell, grades
        self.name = ", ".join(filter(None, (cell.origin, cell.run and shown(cell.run), cell.task and shown(cell.task))))
        self.labels: dict[str, Any] = {}
        self.trials: dict[str, list[int]] = {}
        self.gaps: Counter[str] = Counter()
        self.counted: dict[str, list[Any]] = {}
        self.numbered: frozenset[Any] = frozenset()
        for label, indices in cell.questions().items():
            name = name_of(label)
            if name in self.labels:
                both = f"{shown(self.labels[name])} and {shown(label)}"
                raise self.refusal("spelling", f"questions {both} differ only in their spelling; use one spelling")
            if [label] == cell.reading.get("question"):
                skip = {"skip": {label: (label,)}}
                raise self.refusal("summary", f"a record repeats the names of the fields: {shown(label)}", [skip])
            if sums_up(name):
                raise self.refusal("summary", f"{shown(label)} sums up other questions; remove it, or use --skip")
            self.labels[name], self.trials[name] = label, indices
        for label, _, _, _, counted in cell.gaps:
            self.gaps[name_of(label)] += 1
            self.counted.setdefault(name_of(label), []).append(counted)
        if cell.numbers:
            self._order()

    def refusal(self, code: str, what: str, answers: Sequence[dict[str, Any]] = ()) -> Refusal:
        return Refusal(code, f"{self.name}: {what}", answers=answers)

    def _order(self) -> None:
        """Order the trials of each question by number. Refuse a number twice; note what every question lacks."""
        numbers = keys_of(self.cell.numbers)
        places = list(map(order_of, numbers))
        sets: dict[str, frozenset[Any]] = {}
        for name, indices in self.trials.items():
            row = [numbers[i] for i in indices if numbers[i] is not None]
            sets[name] = frozenset(row)
            if len(sets[name]) < len(row):
                raise self._twice(name, next(number for number in row if row.count(number) > 1))
            if indices[1:]:
                indices.sort(key=places.__getitem__)
        every = frozenset().union(*sets.values())
        for gap, number in zip(self.cell.gaps, keys_of([gap[1] for gap in self.cell.gaps])):
            if number is not None:
                sets[name_of(gap[0])] |= {number}
        if len(every) < sum(map(len, sets.values())) and all(len(own) < len(every) for own in sets.values()):
            for name, own in sets.items():
                self.gaps[name] += len(every) - len(own)
                lacks = min(every - own, key=order_of)
                place = f"question {listed(self.labels[name])}"
                self.cell.gaps.append((self.labels[name], None, place, f"no trial {lacks}, which others have", None))
        shared = next(iter(sets.values()), frozenset())
        self.numbered = shared if all(own == shared for own in sets.values()) else frozenset()

    def _twice(self, name: str, number: Any) -> Refusal:
        trial = self.cell.reading.get("trial")
        what = f"a second trial {shown(number)} of question {listed(self.labels[name])}"
        answers: list[dict[str, Any]] = [{"once": True}, *([{"ignore": (trial,)}] if trial else [])]
        return self.refusal("twice", f"{what}; is it a copy (--once), or of another run (--run KEY)?", answers)

    @property
    def wanted(self) -> int:
        """How many trials each question should have."""
        most = max((len(indices) + self.gaps[name] for name, indices in self.trials.items()), default=0)
        return max(self.cell.told.expected, most)

    def short(self, wanted: int) -> dict[str, int]:
        """Return {name: how many trials are missing} for the questions that lack trials."""
        return {name: wanted - len(indices) for name, indices in self.trials.items() if len(indices) < wanted}

    def values(self, name: str) -> list[Any]:
        grades = self.cell.grades
        return [grades[i] for i in self.trials[name]]


def listed(label: Any) -> str:
    """Return the name of a question as messages show it."""
    return label if isinstance(label, Place) else shortened(shown(label, 1000), _SHORT)
