"""The bounds of --require: what each demands, and whether each run meets it."""

from __future__ import annotations

from ..grading import FileError, some
from ..score.metrics import POWER
from ..score.requirement import FAILED, MET, UNDECIDED
from ..text import NAME_COLUMNS, TITLE_COLUMNS, level, shared_level, shortened, write_number
from .form import Part
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ..score.requirement import Requirement
    from ..score.run import Run
    from .form import Form, Record
    from .tables import Block

RESULTS = {MET: "met", FAILED: "failed", UNDECIDED: "undecided"}
_PASSED = "--undecided pass: a bound that the data do not decide does not fail the check."


class Gates(Part):
    """The table of --require: each bound, and whether each run (or its difference to the baseline) meets it.

    `status` is the exit status: FAILED if a bound is missed, else UNDECIDED if the data do not decide one, else MET.
    With --undecided pass, it is MET unless a bound is missed.
    """

    key = "require"

    def __init__(self, form: Form, required: Sequence[Requirement], base: Run | None) -> None:
        self._form, self._base = form, base
        self._runs = [run for run in form.runs if run is not base]
        # All runs share the chance of an error.
        self._confidence = 1 - (1 - form.options.confidence) / len(self._runs)
        self._unit = "questions" if form.options.questions == "new" else "trials"
        decided = [self._decide(run, bound) for run in self._runs for bound in required]
        self._statuses = [status for status, _ in decided]
        self.status = FAILED if FAILED in self._statuses else max(self._statuses)
        if self.status == UNDECIDED and form.options.undecided == "pass":
            self.status = MET
        self.rows = [row for _, row in decided]

    def _decide(self, run: Run, bound: Requirement) -> tuple[int, Record]:
        """Check a requirement for a run. Return (status, row with the score and the sample size that decides)."""
        form, options, confidence = self._form, self._form.options, self._confidence
        pair = [run, *([self._base] if self._base and bound.is_difference else [])]
        is_mean = bool(form.tasks) and not bound.task
        if bound.task:
            pair = [self._cell(each, bound) for each in pair]
            score = form.score_of(pair, bound.metric, confidence)
        else:
            score = form.measure(pair, bound.metric, confidence)
        status, enough = bound.decide(score), None
        has_size = not (is_mean or form.clusters or options.anytime) and score.get("value") is not None
        if status == UNDECIDED and has_size:
            enough = bound.metric.enough_to_decide(pair, bound.bound, confidence, options)
        row: Record = {"run": run.title, "base": self._base.title} if self._base else {}
        row.update(
            required=bound.text,
            **({"task": bound.task} if bound.task else {}),
            metric=bound.metric.key,
            k=bound.metric.k,
        )
        row.update(bound=bound.bound, result=RESULTS[status], **({"confidence": confidence} if self._base else {}))
        has_p = len(pair) == 2 and len(self._runs) == 1 and bound.bound == 0  # it is of no difference
        pvalue = form.pvalue(pair, bound.metric, bool(bound.task)) if has_p else None
        row.update({"pvalue": pvalue} if pvalue is not None else {})
        return status, {**row, **score, f"enough_{self._unit}": enough}

    def _cell(self, run: Run, bound: Requirement) -> Run:
        """Return the part of a run in the task or slice that a requirement names."""
        cells = self._form.cells
        if not cells or bound.task not in cells.names:
            there = f"there are {some(cells.names)}" if cells else "there are no tasks; see --by"
            raise FileError(f"--require {bound.text}: no {cells.kind if cells else 'task'} has this name; {there}")
        if bound.task not in cells.of[run]:
            raise FileError(f"--require {bound.text}: {run.title} lacks this task")
        return cells.of[run][bound.task]

    def blocks(self) -> list[Block]:
        enough = f"enough_{self._unit}"
        columns = [
            ["run", *(shortened(row.get("run", ""), NAME_COLUMNS) for row in self.rows)],
            ["required", *(shortened(row["required"], TITLE_COLUMNS) for row in self.rows)],
            ["value and interval", *map(self._form.cell, self.rows)],
            ["p", *(write_number(row["pvalue"]) if "pvalue" in row else "" for row in self.rows)],
            ["result", *(row["result"] for row in self.rows)],
            ["to decide", *(f"{row[enough]:,}" if row[enough] else "" for row in self.rows)],
        ]
        shown = [column for column in columns if any(column[1:])]
        left = [j for j, (title, *_) in enumerate(shown) if title not in ("value and interval", "p")]
        return [Table(list(zip(*shown)), left=left), *self._notes()]

    def _notes(self) -> list[str]:
        notes = []
        if self._base:
            several = len(self._runs) > 1
            shared = f"; {len(self._runs)} candidates share the risk" if several else ""
            at = shared_level(self._confidence) if several else level(self._confidence)
            name = shortened(self._base.title, NAME_COLUMNS)
            notes.append(f"The baseline is {name}. Intervals: {at}{shared}.")
        if any(row[f"enough_{self._unit}"] for row in self.rows):
            notes.append(
                f"Undecided: the bound is inside the interval. To decide: the {self._unit}, in all, that decide with a "
                f"chance of {level(POWER)}, if the true value is the observed one."
            )
        if UNDECIDED in self._statuses and self._form.options.undecided == "pass":
            notes.append(_PASSED)
        return notes
