"""How large an evaluation has to be (--plan), and whether it meets what is required of it (--require)."""

from __future__ import annotations

from .forms import ABOUT, Part
from .grading import FileError, count
from .requirement import FAILED, RESULTS, UNDECIDED
from .tables import Table
from .text import NAME_COLUMNS, level, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .forms import Asked, Form, Record, Score
    from .metrics import Metric
    from .missing import Run
    from .requirement import Requirement
    from .tables import Block

_COUNTED = 10_000  # of fewer questions or trials, how many more they are is shown, too
_SHARES = ("share_of_questions", "left_by_twice_the_questions", "left_by_twice_the_trials")
_SPREAD = (
    "The share of the variance that is of questions (the rest is of trials), and what twice the questions, or twice "
    "the trials of each, leave of the half width. It takes 2k trials to know:"
)
_NONE = "no practical number"
_WHY_NONE = (
    "No practical number: the value is at the bound or very close to it, or the bound is the highest value, which lo "
    "never reaches."
)


class Plan(Part):
    """The questions, or the trials of each, that make the intervals of some metrics as short as asked for; and what
    spreads them."""

    key = "plan"

    def __init__(self, form: Form, half_width: float, asked: Asked) -> None:
        self._form = form
        (self._run,) = form.runs
        self._half_width = half_width
        self._asked = asked
        check_half_width(half_width, self._run)
        self._rows = [self._planned(metric, k) for metric, k in asked]

    def _planned(self, metric: Metric, k: int | None) -> Record:
        run, confidence = self._run, self._form.options.confidence
        found: Record = {"metric": metric.key, **({} if k is None else {"k": k})}
        found["enough_questions"] = metric.enough(run, self._half_width, k, confidence, "new")
        found["enough_trials"] = metric.enough(run, self._half_width, k, confidence, "these")
        return {**found, **dict(zip(_SHARES, metric.shares(run, k, confidence)))}

    def blocks(self) -> list[Block]:
        run = self._run
        text = (
            f"Sample size needed for {self._form.level} intervals of value +- {self._half_width:g}, if the values "
            "stay the same:"
        )
        trials = f"{run.size()} trials" if run.most_trials > 1 else "1 trial"
        rows = [["", *ABOUT.values()], ["now", count(run.tally.questions, "question"), f"{trials} each"]]
        spread = [["", "share of questions", "twice the questions", "twice the trials"]]
        for (metric, k), row in zip(self._asked, self._rows):
            questions, trials = row["enough_questions"], row["enough_trials"]
            more = count(questions, "question") if questions > run.tally.questions else "enough now"
            each = f"{count(trials, 'trial')} each" if trials > run.trials else "enough now"
            rows.append([metric.of(run, k=k), more, each])
            shares = ("unknown" if row[name] is None else f"{100 * row[name]:.0f} %" for name in _SHARES)
            spread.append([metric.of(run, k=k), *shares])
        return [text, Table(rows), _SPREAD, Table(spread)]

    def record(self) -> Record:
        return {"half_width": self._half_width, "metrics": self._rows}

    def lines(self) -> list[Record]:
        return [{"metric": row["metric"], "k": row.get("k"), **row} for row in self._rows]


class Decisions(Part):
    """Of each run, what makes its interval short, and what tells it from the best."""

    key = "plan"

    def __init__(self, board: Form, half_width: float, metric: Metric, k: int | None, confidence: float) -> None:
        self._form, self._half_width, self._confidence = board, half_width, confidence
        check_half_width(half_width, board.runs[0])
        self._rows = [self._planned(run, metric, k) for run in board.runs]

    def _planned(self, run: Run, metric: Metric, k: int | None) -> Record:
        """The runs stand in the order of the board, with the best first."""
        options, best = self._form.options, self._form.runs[0]
        found: Record = {"run": run.title}
        found["enough_questions"] = metric.enough(run, self._half_width, k, options.confidence, "new")
        found["enough_trials"] = metric.enough(run, self._half_width, k, options.confidence, "these")
        asked = self._confidence, options.questions, options.power
        found["enough_to_decide"] = None if run is best else metric.enough_to_decide(run, best, 0, k, *asked)
        return found

    def blocks(self) -> list[Block]:
        form, unit = self._form, "questions" if self._form.options.questions == "new" else "trials each"
        apart = f"{level(round(self._confidence, 6))}, with a chance of {level(form.options.power)}"
        text = (
            f"Sample size needed, in all: for {form.level} intervals of value +- {self._half_width:g}, if the values "
            f"stay the same; and to tell a run and the best apart at {apart} if the difference is as observed:"
        )
        rows = [["run", "questions", "or trials each", f"{unit} to tell apart"]]
        for i, row in enumerate(self._rows):
            decide = row["enough_to_decide"]
            last = f"{decide:,}" if decide else _NONE if i else ""
            name = shortened(row["run"], NAME_COLUMNS)
            rows.append([name, f"{row['enough_questions']:,}", f"{row['enough_trials']:,}", last])
        return [text, Table(rows)]

    def record(self) -> Record:
        options = self._form.options
        asked = {"half_width": self._half_width, "confidence": self._confidence, "power": options.power}
        return {**asked, "runs": self._rows}

    def lines(self) -> list[Record]:
        return self._rows


def check_half_width(half_width: float, run: Run) -> None:
    half = (max(run.weights) - min(run.weights)) / 2 if run.weights else 0.5
    if half_width > half:
        raise FileError(f"--plan {half_width:g}: the half width is at most {half:g}, half the range")


class Requirements(Part):
    """What is required of a run, or of several against a baseline, and what came of it."""

    key = "require"

    def __init__(self, form: Form, required: Sequence[Requirement], base: Run | None = None) -> None:
        self._form = form
        self._base = base
        self._runs = [run for run in form.runs if run is not base]
        self._confidence = 1 - (1 - form.options.confidence) / len(self._runs)  # they share the chance of an error
        self._unit = "questions" if form.options.questions == "new" else "trials"
        self._rows = [(run, one, *self._decide(run, one)) for run in self._runs for one in required]
        statuses = [row[3] for row in self._rows]
        self.status = FAILED if FAILED in statuses else max(statuses)

    def _decide(self, run: Run, one: Requirement) -> tuple[Score, int, int | None]:
        """The score, what came of it, and how many questions or trials would decide."""
        form, options, confidence = self._form, self._form.options, self._confidence
        base = self._base if one.is_difference else None
        score = form.difference(run, base, one.metric, one.k, confidence) if base else form.score(
            run, one.metric, one.k, confidence=confidence)  # fmt: skip
        status, enough = one.decide(score), None
        if status == UNDECIDED and not form.clusters:
            enough = one.metric.enough_to_decide(
                run, base, one.bound, one.k, confidence, options.questions, options.power
            )
        return score, status, enough

    def blocks(self) -> list[Block]:
        unit = "questions" if self._unit == "questions" else "trials each"
        rows = [["required", "value and interval", "result", f"{unit} that decide"]]
        for _, one, score, status, enough in self._rows:
            rows.append([one.text, self._form.cell(score), RESULTS[status], self._size(status, enough)])
        table = Table(rows, left=(0, 2, 3))
        if self._base:
            names = ["run", *(shortened(run.title, NAME_COLUMNS) for run, *_ in self._rows)]
            table = Table([[name, *row] for name, row in zip(names, rows)], left=(0, 1, 3, 4))
        return [table, *self._notes(rows)]

    def _notes(self, rows: Sequence[Sequence[str]]) -> list[str]:
        notes = []
        if self._base:
            shared = f"; {len(self._runs)} candidates share the risk" if len(self._runs) > 1 else ""
            name = shortened(self._base.title, NAME_COLUMNS)
            notes.append(f"The baseline is {name}. Intervals: {level(self._confidence)}{shared}.")
        if any(enough for *_, enough in self._rows):
            power = level(self._form.options.power)
            notes.append(
                "Undecided: the interval holds the bound. If the value is as observed, the last column decides with a "
                f"chance of {power}."
            )
        return [*notes, *([_WHY_NONE] if any(row[-1] == _NONE for row in rows) else [])]

    def _size(self, status: int, enough: int | None) -> str:
        if enough is None:
            return _NONE if status == UNDECIDED and not self._form.clusters else ""
        run = self._runs[0]
        now = run.tally.questions if self._unit == "questions" else run.trials
        in_all = "" if self._base else " in all"
        return f"{enough:,}{in_all}" + (f" ({enough - now:,} more)" if now < enough < _COUNTED else "")

    def record(self) -> list[Record]:
        needed = ("required", "result", "bound")
        return [
            {name: value for name, value in line.items() if name in needed or value is not None}
            for line in self.lines()
        ]

    def lines(self) -> list[Record]:
        return [
            {
                **({"run": run.title, "base": self._base.title} if self._base else {}),
                "required": one.text,
                "metric": one.metric.key,
                "k": one.k,
                "bound": one.bound,
                "result": RESULTS[status],
                **({"confidence": self._confidence} if self._base else {}),
                **score,
                f"enough_{self._unit}": enough,
            }
            for run, one, score, status, enough in self._rows
        ]
