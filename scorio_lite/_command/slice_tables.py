"""The numbers of the slices of a run (--by)."""

from __future__ import annotations

from .forms import Part, line, size
from .tables import Table
from .text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .forms import Asked, Form, Record, Score
    from .missing import Run
    from .slices import By
    from .tables import Block

_NAME_COLUMNS = 60


class Slices(Part):
    """Some metrics of one run, for each slice of its questions."""

    key = "by"

    def __init__(self, form: Form, by: By, asked: Asked) -> None:
        self._form = form
        self._asked = asked
        (self._run,) = form.runs
        self._field = by.field
        self._rows = [(name, part, self._scores(part, True)) for name, part in by.slices(self._run)]

    def _scores(self, run: Run, part: bool) -> list[Score]:
        return [self._form.score(run, metric, k, part=part) for metric, k in self._asked]

    def blocks(self) -> list[Block]:
        rows = [*self._rows, ("all", self._run, self._scores(self._run, False))]
        titles = [metric.of(self._run, k=k) for metric, k in self._asked]
        cells = [
            [shortened(name, _NAME_COLUMNS), f"{run.tally.questions:,}", run.size(), *map(self._form.cell, scores)]
            for name, run, scores in rows
        ]
        return [Table([[f"by {self._field}", "questions", "trials", *titles], *cells], indent="  ")]

    def record(self) -> Record:
        return {"field": self._field, "slices": [self._slice(*row) for row in self._rows]}

    def _slice(self, name: str, part: Run, scores: list[Score]) -> Record:
        found: Record = {"slice": name, **size(part)}
        at_k: dict[int, Record] = {}
        for (metric, k), one in zip(self._asked, scores):
            (found if k is None else at_k.setdefault(k, {}))[metric.key] = one
        return {**found, **({"at_k": [{"k": k, **row} for k, row in at_k.items()]} if at_k else {})}

    def lines(self) -> list[Record]:
        questions = self._form.options.questions
        return [
            {"slice": name, **size(part), **line(metric, k, questions, one)}
            for name, part, scores in self._rows
            for (metric, k), one in zip(self._asked, scores)
        ]
