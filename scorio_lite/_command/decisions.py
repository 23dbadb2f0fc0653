"""How large an evaluation has to be (--plan), and whether it meets what is required of it (--require)."""

from __future__ import annotations

from .forms import ABOUT, Part
from .grading import FileError, count
from .requirement import FAILED, RESULTS, UNDECIDED, ends
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .forms import Asked, Form, Record, Score
    from .requirement import Requirement
    from .tables import Block

_COUNTED = 10_000  # of fewer questions or trials, how many more they are is shown, too
_UNDECIDED = "Undecided: the interval holds the bound. The last column decides if the value stays as it is."
_NONE = "no practical number"
_WHY_NONE = (
    "No practical number: the value is at the bound or very close to it, or the bound is the highest value, which lo "
    "never reaches."
)


class Plan(Part):
    """The questions, or the trials of each, that make the intervals of some metrics as short as asked for."""

    key = "plan"

    def __init__(self, form: Form, half_width: float, asked: Asked) -> None:
        self._form = form
        (self._run,) = form.runs
        self._half_width = half_width
        self._asked = asked
        run, confidence = self._run, form.options.confidence
        least, most = ends(run)
        if not half_width <= (most - least) / 2:
            raise FileError(f"--plan {half_width:g}: the half width is at most {(most - least) / 2:g}, half the range")
        self._rows: list[Record] = [
            {
                "metric": metric.key,
                **({} if k is None else {"k": k}),
                "enough_questions": metric.enough(run, half_width, k, confidence, "new"),
                "enough_trials": metric.enough(run, half_width, k, confidence, "these"),
            }
            for metric, k in asked
        ]

    def blocks(self) -> list[Block]:
        run = self._run
        text = (
            f"Sample size needed for {self._form.level} intervals of value +- {self._half_width:g}, if the values "
            "stay the same:"
        )
        trials = f"{run.size()} trials" if run.most_trials > 1 else "1 trial"
        rows = [["", *ABOUT.values()], ["now", count(run.tally.questions, "question"), f"{trials} each"]]
        for (metric, k), row in zip(self._asked, self._rows):
            questions, trials = row["enough_questions"], row["enough_trials"]
            more = count(questions, "question") if questions > run.tally.questions else "enough now"
            each = f"{count(trials, 'trial')} each" if trials > run.trials else "enough now"
            rows.append([metric.of(run, k=k), more, each])
        return [text, Table(rows)]

    def record(self) -> Record:
        return {"half_width": self._half_width, "metrics": self._rows}

    def lines(self) -> list[Record]:
        return [{"metric": row["metric"], "k": row.get("k"), **row} for row in self._rows]


class Requirements(Part):
    """What is required of a run, and what came of it."""

    key = "require"

    def __init__(self, form: Form, required: Sequence[Requirement]) -> None:
        self._form = form
        (self._run,) = form.runs
        self._has_plan = not form.clusters
        self._unit = "questions" if form.options.questions == "new" else "trials"
        self._rows = [(one, *self._decide(one)) for one in required]
        statuses = [status for _, _, status, _ in self._rows]
        self.status = FAILED if FAILED in statuses else max(statuses)

    def _decide(self, one: Requirement) -> tuple[Score, int, int | None]:
        """The score, what came of it, and how many questions or trials would decide."""
        form, options = self._form, self._form.options
        score = form.score(self._run, one.metric, one.k)
        status, enough = one.decide(score), None
        if status == UNDECIDED and self._has_plan:
            enough = one.enough(self._run, score["value"], options.confidence, options.questions)
        return score, status, enough

    def blocks(self) -> list[Block]:
        unit = "questions" if self._unit == "questions" else "trials each"
        rows = [["required", "value and interval", "result", f"{unit} that decide"]]
        for one, score, status, enough in self._rows:
            rows.append([one.text, self._form.cell(score), RESULTS[status], self._size(status, enough)])
        notes = [_UNDECIDED] if any(enough for *_, enough in self._rows) else []
        return [Table(rows, left=(0, 2, 3)), *notes, *([_WHY_NONE] if any(row[-1] == _NONE for row in rows) else [])]

    def _size(self, status: int, enough: int | None) -> str:
        if enough is None:
            return _NONE if status == UNDECIDED and self._has_plan else ""
        run = self._run
        now = run.tally.questions if self._unit == "questions" else run.trials
        return f"{enough:,} in all" + (f" ({enough - now:,} more)" if now < enough < _COUNTED else "")

    def record(self) -> list[Record]:
        return [
            {name: value for name, value in row.items() if name == "required" or value is not None}
            for row in self.lines()
        ]

    def lines(self) -> list[Record]:
        return [
            {
                "required": one.text,
                "metric": one.metric.key,
                "k": one.k,
                "bound": one.bound,
                "result": RESULTS[status],
                **score,
                f"enough_{self._unit}": enough,
            }
            for one, score, status, enough in self._rows
        ]
