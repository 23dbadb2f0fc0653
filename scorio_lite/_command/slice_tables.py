"""The numbers of the slices of a run, or of several (--by)."""

from __future__ import annotations

from .forms import Part, line, size
from .slices import MACRO
from .tables import Table
from .text import NAME_COLUMNS, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .forms import Asked, Form, Record, Score
    from .metrics import Metric
    from .missing import Run
    from .slices import By
    from .tables import Block

_SLICE_COLUMNS = 60


class Slices(Part):
    """Some metrics of one run, for each slice of its questions."""

    key = "by"

    def __init__(self, form: Form, by: By, asked: Asked) -> None:
        self._form, self._field, self._asked = form, by.field, asked
        (self._run,) = form.runs
        slices = [(name, part) for name, (part,) in by.slices(form.runs)]
        self._rows = [(name, part, self._scores(part, True)) for name, part in slices]
        self._macro: list[Score] = []
        if form.options.macro:
            self._macro = [form.macro([part for _, part in slices], metric, k) for metric, k in asked]

    def _scores(self, run: Run, part: bool) -> list[Score]:
        return [self._form.score(run, metric, k, part=part) for metric, k in self._asked]

    def blocks(self) -> list[Block]:
        run = self._run
        rows = [*self._rows, ("all", run, self._scores(run, False))]
        rows += [(MACRO, run, self._macro)] if self._macro else []
        titles = [metric.of(run, k=k) for metric, k in self._asked]
        cells = [
            [shortened(name, _SLICE_COLUMNS), f"{run.tally.questions:,}", run.size(), *map(self._form.cell, scores)]
            for name, run, scores in rows
        ]
        return [Table([[f"by {self._field}", "questions", "trials", *titles], *cells], indent="  ")]

    def record(self) -> Record:
        macro = {"macro": self._by_metric(self._macro)} if self._macro else {}
        slices = [{"slice": name, **size(part), **self._by_metric(scores)} for name, part, scores in self._rows]
        return {"field": self._field, "slices": slices, **macro}

    def _by_metric(self, scores: list[Score]) -> Record:
        found: Record = {}
        at_k: dict[int, Record] = {}
        for (metric, k), one in zip(self._asked, scores):
            (found if k is None else at_k.setdefault(k, {}))[metric.key] = one
        return {**found, **({"at_k": [{"k": k, **row} for k, row in at_k.items()]} if at_k else {})}

    def lines(self) -> list[Record]:
        questions = self._form.options.questions
        macro = [(MACRO, self._run, self._macro)] if self._macro else []
        return [
            {"slice": name, **size(part), **line(metric, k, questions, one)}
            for name, part, scores in [*self._rows, *macro]
            for (metric, k), one in zip(self._asked, scores)
        ]


class BoardSlices(Part):
    """One metric of several runs, for each slice of the questions: a table of runs by slices."""

    key = "by"

    def __init__(self, board: Form, by: By, metric: Metric, k: int | None) -> None:
        self._board, self._field, self._asked = board, by.field, (metric, k)
        self.slices = by.slices(board.runs)
        self._scores = [[board.score(part, metric, k, part=True) for part in parts] for _, parts in self.slices]

    def blocks(self) -> list[Block]:
        board, (metric, k) = self._board, self._asked
        columns = [["run", *(shortened(run.title, NAME_COLUMNS) for run in board.runs)]]
        for (name, parts), scores in zip(self.slices, self._scores):
            title = f"{shortened(name, _SLICE_COLUMNS)} ({parts[0].tally.questions:,})"
            columns.append([title, *map(board.cell, scores)])
        title = f"{metric.of(*board.runs, k=k)} by {self._field}, with the numbers of questions."
        words = f"{title} Each interval holds only by itself: of many slices, some differ by chance."
        return [words, Table(list(zip(*columns)))]

    def record(self) -> Record:
        return {
            "field": self._field,
            "slices": [
                {
                    "slice": name,
                    "question_count": parts[0].tally.questions,
                    "runs": [{"run": run.title, **score} for run, score in zip(self._board.runs, scores)],
                }
                for (name, parts), scores in zip(self.slices, self._scores)
            ],
        }

    def lines(self) -> list[Record]:
        questions = self._board.options.questions
        return [
            {"slice": name, "run": run.title, **size(part), **line(*self._asked, questions, score)}
            for (name, parts), scores in zip(self.slices, self._scores)
            for run, part, score in zip(self._board.runs, parts, scores)
        ]
