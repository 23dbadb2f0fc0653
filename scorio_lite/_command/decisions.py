"""How large an evaluation has to be (--plan), and whether it meets what is required of it (--require)."""

from __future__ import annotations

from .grading import FileError, count, finite, shown
from .metrics import metric
from .text import Table, interval, level, number, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .metrics import Metric
    from .missing import Run
    from .text import Block

MET, FAILED, UNDECIDED = 0, 3, 4  # exit statuses
_RESULTS = {MET: "met", FAILED: "failed", UNDECIDED: "undecided"}
_WIDEST = 20  # columns of a requirement
_COUNTED = 10_000  # of fewer questions or trials, how many more they are is shown, too
_UNDECIDED = """\
Undecided: the interval holds the bound. The last column decides if the value
stays as it is.
"""
_NONE = "no practical number"
_WHY_NONE = """\
No practical number: the value is at the bound or all but there, or the bound is
the highest value, which lo never reaches.
"""


class Plan:
    """The questions, or the trials of each, that make the intervals of some metrics as short as asked for."""

    def __init__(
        self, run: Run, asked: Sequence[tuple[Metric, int | None]], half_width: float, confidence: float
    ) -> None:
        self._run = run
        self._half_width = half_width
        self._confidence = confidence
        least, most = (min(run.weights), max(run.weights)) if run.weights else (0, 1)
        if not half_width <= (most - least) / 2:
            raise FileError(f"--plan {half_width:g}: the half width is at most {(most - least) / 2:g}, half the range")
        self.rows: list[dict[str, Any]] = [
            {
                "metric": metric.key,
                **({} if k is None else {"k": k}),
                "enough_questions": metric.enough(run, half_width, k, confidence, "new"),
                "enough_trials": metric.enough(run, half_width, k, confidence, "these"),
            }
            for metric, k in asked
        ]
        self._titles = [metric.of(run, k=k) for metric, k in asked]

    def blocks(self) -> list[Block]:
        run = self._run
        intervals = f"{level(self._confidence)} intervals of value +- {self._half_width:g}"
        text = f"For {intervals}, so many in all, if the values stay:\n"
        rows = [["", "on questions like these", "on these, run again and again"]]
        trials = f"{run.size()} trials" if run.most_trials > 1 else "1 trial"
        rows.append(["now", count(run.tally.questions, "question"), f"{trials} each"])
        for title, row in zip(self._titles, self.rows):
            questions, trials = row["enough_questions"], row["enough_trials"]
            more = count(questions, "question") if questions > run.tally.questions else "enough now"
            rows.append([title, more, f"{count(trials, 'trial')} each" if trials > run.trials else "enough now"])
        return [text, Table(rows)]

    def csv(self) -> list[list[Any]]:
        names = ["metric", "k", "enough_questions", "enough_trials"]
        return [names, *([row.get(name, "") for name in names] for row in self.rows)]

    def json(self) -> dict[str, Any]:
        return {"half_width": self._half_width, "metrics": self.rows}


class Requirement:
    """A bound that the interval of a metric has to reach."""

    def __init__(self, text: str) -> None:
        name, sign, bound = text.partition(">=")
        if not sign:
            raise ValueError(f"expected METRIC>=BOUND, in quotes, such as 'pass_hat@4>=0.8'; got {shown(text)}")
        self.text = "".join(text.split())
        self.metric = metric(name)
        self.k = self.metric.named_k
        if not self.metric.has_interval:
            raise ValueError(f"{shown(name.strip())} has no confidence interval; choose another metric")
        if self.metric.has_k and not self.k:
            raise ValueError(f"{shown(name.strip())} needs a k, as in {shown(name.strip() + '@4')}")
        try:
            self.bound = finite(bound)
        except ValueError as error:
            raise ValueError(f"{shown(self.text)}: {error}") from None

    def status(self, found: dict[str, Any]) -> int:
        return MET if found["lo"] >= self.bound else FAILED if found["hi"] < self.bound else UNDECIDED

    def enough(self, run: Run, value: float, confidence: float, questions: str) -> int | None:
        """How many questions, or trials of each, decide if the value stays; None if no practical number does.

        Wilson's interval ends at the bound p if (x - p)**2 n = q**2 p (1 - p): where its half width is the h below.
        """
        least, most = (min(run.weights), max(run.weights)) if run.weights else (0.0, 1.0)
        x, p = ((y - least) / (most - least) for y in (value, self.bound))
        if x == p or not 0 < p < 1:
            return None
        t = (x - p) ** 2 / (p * (1 - p))  # q**2 / n
        h = abs((x + t / 2) / (1 + t) - p)
        try:
            return self.metric.enough(run, h * (most - least), self.k, confidence, questions)
        except FileError:  # hundreds of millions
            return None


class Requirements:
    """What is required of a run, and what came of it."""

    def __init__(
        self,
        run: Run,
        required: Sequence[Requirement],
        found: Sequence[dict[str, Any]],
        confidence: float,
        questions: str,
        has_plan: bool,  # not with clusters
    ) -> None:
        self._run = run
        self._required = required
        self._found = found
        self._has_plan = has_plan
        self._statuses = [one.status(values) for one, values in zip(required, found)]
        self._unit = "enough_questions" if questions == "new" else "enough_trials"
        self._enough = [
            one.enough(run, values["value"], confidence, questions) if status == UNDECIDED and has_plan else None
            for one, values, status in zip(required, found, self._statuses)
        ]
        self.status = FAILED if FAILED in self._statuses else max(self._statuses)

    def table(self, percent: bool = False) -> Table:
        unit = "questions" if self._unit == "enough_questions" else "trials each"
        rows = [["required", "value and interval", "result", f"{unit} that decide"]]
        for one, values, status, enough in zip(self._required, self._found, self._statuses, self._enough):
            found = f"{number(values['value'], percent)} {interval(values['lo'], values['hi'], percent)}"
            rows.append([shortened(one.text, _WIDEST), found, _RESULTS[status], self._decides(status, enough)])
        return Table(rows, left=(0, 1, 2, 3))

    def _decides(self, status: int, enough: int | None) -> str:
        if enough is None:
            return _NONE if status == UNDECIDED and self._has_plan else ""
        now = self._run.tally.questions if self._unit == "enough_questions" else self._run.trials
        return f"{enough:,} in all" + (f" ({enough - now:,} more)" if now < enough < _COUNTED else "")

    def blocks(self, percent: bool) -> list[Block]:
        table = self.table(percent)
        notes = [_UNDECIDED] if any(self._enough) else []
        return [table, *notes, *([_WHY_NONE] if any(row[-1] == _NONE for row in table.rows) else [])]

    def csv(self) -> list[list[Any]]:
        names = ["required", "metric", "k", "bound", "result", "value", "se", "lo", "hi"]
        sizes = ("" if enough is None else enough for enough in self._enough)
        rows = ([*(row.get(name, "") for name in names), size] for row, size in zip(self.json(), sizes))
        return [[*names, self._unit], *rows]

    def json(self) -> list[dict[str, Any]]:
        return [
            {
                "required": one.text,
                "metric": one.metric.key,
                **({} if one.k is None else {"k": one.k}),
                "bound": one.bound,
                "result": _RESULTS[status],
                **values,
                **({} if enough is None else {self._unit: enough}),
            }
            for one, values, status, enough in zip(self._required, self._found, self._statuses, self._enough)
        ]
