"""How large an evaluation has to be (--plan), and whether it meets what is required of it (--require)."""

from __future__ import annotations

from .forms import Part
from .grading import FileError
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
    "From questions: their share of the variance; the rest comes from trials. 2x: what is left of the half width with "
    "twice as many. Unknown: fewer than 2k trials do not tell."
)
_NONE = "no practical number"
_WHY_NONE = (
    "No practical number: the value is at or very near the bound, or the bound is the highest possible value, which "
    "lo never reaches."
)


class Plan(Part):
    """The questions, or the trials of each, that make intervals as short as asked for; what spreads the values; and on
    a board, whose first run is the best, what tells a run from it."""

    key = "plan"

    def __init__(self, form: Form, half_width: float, asked: Asked, confidence: float = 0.0) -> None:
        self._form, self._half_width, self._confidence = form, half_width, confidence
        weights = form.runs[0].weights
        half = (max(weights) - min(weights)) / 2 if weights else 0.5
        if half_width > half:
            raise FileError(f"--plan {half_width:g}: the half width is at most {half:g}, half the range")
        self._asked = [(run, metric, k) for run in form.runs for metric, k in asked]
        self._rows = [self._plan(run, metric, k) for run, metric, k in self._asked]

    def _plan(self, run: Run, metric: Metric, k: int | None) -> Record:
        options, best = self._form.options, self._form.runs[0]
        found: Record = {"run": run.title} if self._confidence else {}
        found.update(metric=metric.key, k=k)
        found["enough_questions"] = metric.enough(run, self._half_width, k, options.confidence, "new")
        found["enough_trials"] = metric.enough(run, self._half_width, k, options.confidence, "these")
        found.update(zip(_SHARES, metric.shares(run, k, options.confidence)))
        if self._confidence:
            asked = self._confidence, options.questions, options.power
            found["enough_to_decide"] = None if run is best else metric.enough_to_decide(run, best, 0, k, *asked)
        return found

    def blocks(self) -> list[Block]:
        form = self._form
        text = (
            f"Sample size needed, in all, for {form.level} intervals of value +- {self._half_width:g}, if the values "
            f"stay the same. {_SPREAD}"
        )
        unit = "questions" if form.options.questions == "new" else "trials each"
        rows = [["", "questions", "trials each", "from questions", "2x questions", "2x trials"]]
        if self._confidence:
            rows[0] += ["to decide"]
            text += (
                f" To decide: the {unit} that separate the run from the best at {level(round(self._confidence, 6))}, "
                f"with a chance of {level(form.options.power)}, if the true difference is the observed one."
            )
        for (run, metric, k), row in zip(self._asked, self._rows):
            name = shortened(run.title, NAME_COLUMNS) if self._confidence else metric.of(run, k=k)
            sizes = (row["enough_questions"], run.tally.questions), (row["enough_trials"], run.trials)
            cells = [f"{enough:,}" if enough > now else "enough now" for enough, now in sizes]
            cells += ["unknown" if row[name] is None else f"{100 * row[name]:.0f} %" for name in _SHARES]
            if self._confidence:
                cells.append(f"{row['enough_to_decide'] or ''}")
            rows.append([name, *cells])
        return [text, Table(rows)]

    def record(self) -> Record:
        found: Record = {"half_width": self._half_width}
        if self._confidence:
            return {**found, "confidence": self._confidence, "power": self._form.options.power, "runs": self._rows}
        return {**found, "metrics": [{key: x for key, x in row.items() if key != "k" or x} for row in self._rows]}

    def lines(self) -> list[Record]:
        return self._rows


class Requirements(Part):
    """What a run, or several against a baseline, must reach, and whether they do."""

    key = "require"

    def __init__(self, form: Form, required: Sequence[Requirement], base: Run | None = None) -> None:
        self._form = form
        self._base = base
        self._runs = [run for run in form.runs if run is not base]
        self._confidence = form.options.confidence
        if len(self._runs) > 1:  # they share the chance of an error
            self._confidence = 1 - (1 - self._confidence) / len(self._runs)
        self._unit = "questions" if form.options.questions == "new" else "trials"
        self._rows = [(run, one, *self._decide(run, one)) for run in self._runs for one in required]
        statuses = [row[3] for row in self._rows]
        self.status = FAILED if FAILED in statuses else max(statuses)

    def _decide(self, run: Run, one: Requirement) -> tuple[Score, int, int | None]:
        """Return the score, the status, and how many questions or trials would decide."""
        form, options, confidence = self._form, self._form.options, self._confidence
        base = self._base if one.is_difference else None
        score = form.difference(run, base, one.metric, one.k, confidence) if base else form.score(
            run, one.metric, one.k, confidence=confidence)  # fmt: skip
        status, enough = one.decide(score), None
        if status == UNDECIDED and not form.clusters and "beyond" not in score:
            asked = run, base, one.bound, one.k, confidence
            if options.anytime:
                enough = one.metric.size_to_see(*asked, options.power, options.of)
            else:
                enough = one.metric.enough_to_decide(*asked, options.questions, options.power)
        return score, status, enough

    def blocks(self) -> list[Block]:
        unit = "questions" if self._unit == "questions" else "trials each"
        rows = [["required", "value and interval", "result", f"{unit} that decide"]]
        for _, one, score, status, enough in self._rows:
            enough_text = self._size(score, status, enough)
            rows.append([shortened(one.text, 40), self._form.cell(score), RESULTS[status], enough_text])
        if not any(row[-1] for row in rows[1:]):
            rows = [row[:-1] for row in rows]
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
                "Undecided: the bound is inside the interval. If the true value is the observed one, as many questions "
                f"as in the last column decide with a chance of {power}."
            )
        return [*notes, *([_WHY_NONE] if any(row[-1] == _NONE for row in rows) else [])]

    def _size(self, score: Score, status: int, enough: int | None) -> str:
        if enough is None:
            is_asked = not self._form.clusters and "beyond" not in score
            return _NONE if status == UNDECIDED and is_asked else ""
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
