"""Tables below a report or a leaderboard: slices (--by), questions (--by-question), --plan and --require."""

from __future__ import annotations

from .conversions import FAILED, RESULTS, UNDECIDED
from .fields import some
from .forms import Part, line, size
from .grading import FileError, count
from .metric_names import AVG
from .tables import Table
from .text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, level, shared_level, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .conversions import Requirement
    from .forms import Form, Record
    from .metrics import Metric, Score
    from .run import Run
    from .tables import Block

_MOST_QUESTIONS = 100_000  # each takes a dozen objects
_COUNTED = 10_000  # below it, the table also shows how many more are needed than there are
_SHARES = ("share_of_questions", "left_by_twice_the_questions", "left_by_twice_the_trials")
_SPREAD = (
    "From questions: their share of the variance; the rest comes from trials. 2x: the part of the half width that is "
    "left with twice as many. Unknown: it takes 2k trials of each question to tell."
)
_NONE = "no practical number"
_WHY_NONE = (
    "No practical number: the value is at or very near the bound, or the bound is the highest possible value, which "
    "lo never reaches."
)


def make_parts(form: Form, asked: Sequence[Metric], planned: Sequence[Metric], confidence: float) -> list[Part]:
    """Return the tables that the options ask for.

    `asked` are the metrics of slices and tasks, `planned` those of --plan. `confidence` is the level of the differences
    between several runs; for one run it is 0.
    """
    options = form.options
    parts: list[Part] = []
    baseline = form.baseline()
    if options.by:
        parts.append(Slices(form, asked))
    if form.cells and (baseline or len(form.runs) == 2) and options.questions == "new" and not options.anytime:
        from .differences import Differences

        if asked[0].has_interval:
            parts.append(Differences(form, asked[0], baseline))
    if options.by_question:
        parts.append(Questions(form))
    if options.flips:
        from .differences import Flips

        parts.append(Flips(form))
    if isinstance(options.plan, float):
        parts.append(Sizes(form, options.plan, planned, confidence))
    if options.budget:
        from .planning import Budget

        parts.append(Budget(form, options.budget))
    if options.require:
        parts.append(Requirements(form, options.require, baseline))
        form.status = parts[-1].status
    if any(run.fields_beside for run in form.runs) and not form.averaged:
        from .extras import make_extras

        parts += make_extras(form)
    return parts


class Slices(Part):
    """A table of metrics with a row for each slice of the questions or task of one run. Leaderboards have none."""

    key = "by"

    def __init__(self, form: Form, asked: Sequence[Metric]) -> None:
        assert form.cells
        self._form, self._cells, self._asked, self._is_board = form, form.cells, asked, len(form.runs) > 1
        has_mean = form.cells.are_tasks or (form.options.macro and not self._is_board)  # a leaderboard ranks by it
        self._mean = [form.mean(form.runs, metric) for metric in asked] if has_mean else []

    def blocks(self) -> list[Block]:
        if self._is_board:
            return []
        form, cells, run = self._form, self._cells, self._form.runs[0]
        parts = cells.parts(run)
        rows = []
        for name, part in [*cells.of[run].items(), *([("all", run)] * (not cells.are_tasks))]:
            sizes = [f"{part.tally.questions:,}", part.size()]
            rows.append([shortened(name, CELL_COLUMNS), *sizes, *map(form.cell, self._scores(part))])
        if self._mean:
            every = f"{sum(part.tally.questions for part in parts):,}"
            rows.append([cells.mean, every, "" if cells.are_tasks else run.size(), *map(form.cell, self._mean)])
        titles = [metric.of(*parts) for metric in self._asked]
        head = [f"by {cells.field}" if cells.field else cells.kind, "questions", "trials", *titles]
        return [Table([head, *rows], indent="  ", drawn=3 * cells.are_tasks)]

    def _scores(self, part: Run) -> list[Score]:
        return [self._form.score(part, metric) for metric in self._asked]

    def record(self) -> Record:
        slices = [self._slice(name, parts) for name, parts in self._parts()]
        macro = {"macro": self._by_metric(self._mean)} if self._mean else {}
        return {"field": self._cells.field, "slices": slices, **macro}

    def _parts(self) -> Iterable[tuple[str, tuple[Run, ...]]]:
        """Yield the name of each slice or task, and the part of each run in it."""
        return zip(self._cells.names, zip(*map(self._cells.parts, self._form.runs)))

    def _slice(self, name: str, parts: Sequence[Run]) -> Record:
        one, *_ = parts
        if not self._is_board:
            return {"slice": name, **size(one), **self._by_metric(self._scores(one))}
        runs = [{"run": run.title, **self._scores(part)[0]} for run, part in zip(self._form.runs, parts)]
        return {"slice": name, "question_count": one.tally.questions, "runs": runs}

    def _by_metric(self, scores: list[Score]) -> Record:
        found: Record = {}
        at_k: dict[int, Record] = {}
        for metric, one in zip(self._asked, scores):
            (found if metric.k is None else at_k.setdefault(metric.k, {}))[metric.key] = one
        return {**found, **({"at_k": [{"k": k, **row} for k, row in at_k.items()]} if at_k else {})}

    def lines(self) -> list[Record]:
        cells, runs, asked = self._cells, self._form.runs, self._form.options.questions
        rows = [
            (name, run, part, self._scores(part)) for name, parts in self._parts() for run, part in zip(runs, parts)
        ]
        return [
            {"slice": name, **({"run": run.title} if self._is_board else {}), **size(part), **line(metric, asked, one)}
            for name, run, part, scores in [*rows, (cells.mean, runs[0], runs[0], self._mean)]
            for metric, one in zip(self._asked, scores)
        ]


class Questions(Part):
    """A table of the questions, hardest first: the trials of each, and its success rate with an interval."""

    key = "by_question"

    def __init__(self, form: Form) -> None:
        (self._run,) = form.runs
        questions = count(len(self._run.questions), "question")
        if len(self._run.questions) > _MOST_QUESTIONS:
            raise FileError(f"{self._run.name}: {questions}; --by-question lists {_MOST_QUESTIONS:,} at most")
        self._form = form
        known: dict[Any, tuple[Run, Score]] = {}
        keys: list[Any] = self._run.scores or [counts for _, counts in self._run.questions]
        for i, key in enumerate(keys):
            if key not in known:
                one = self._run.part([i])
                known[key] = one, form.score(one, AVG, questions="these")
        rows = [(str(label), *known[key]) for (label, _), key in zip(self._run.questions, keys)]
        self._rows = sorted(rows, key=lambda row: (row[2]["value"], row[2]["hi"]))

    def blocks(self) -> list[Block]:
        form = self._form
        of = "success rate" if not self._run.weights else "mean reward"
        rows = [["question", "trials", "mean", f"{form.level} interval of its {of}"]]
        for name, run, score in self._rows:
            cells = [str(run.trials), form.number(score["value"]), form.ends(score)]
            rows.append([shortened(name, TITLE_COLUMNS), *cells])
        return [Table(rows)]

    def record(self) -> list[Record]:
        return [{"question": name, "trials": run.trials, "avg_these": score} for name, run, score in self._rows]

    def lines(self) -> list[Record]:
        """Return lines that can be read back as the same run: one per question or, with rewards, one per trial."""
        return [{"question": name, **outcome, **score} for name, run, score in self._rows for outcome in _outcomes(run)]


def _outcomes(run: Run) -> list[Record]:
    ((_, counts),) = run.questions
    if run.scores:
        return [{"outcome": value} for value in run.scores[0]]
    if run.weights:
        return [{"outcome": reward} for reward, n in zip(run.weights, counts) for _ in range(n)]
    return [{"n_trials": run.trials, "n_successes": counts[1]}]


class Sizes(Part):
    """The sizes for --plan: how many questions or trials give the wanted half width, and what makes intervals wide."""

    key = "plan"

    def __init__(self, form: Form, half_width: float, asked: Sequence[Metric], confidence: float) -> None:
        self._form, self._half_width, self._confidence = form, half_width, confidence
        weights = form.runs[0].weights
        half = (max(weights) - min(weights)) / 2 if weights else 0.5
        if half_width > half:
            raise FileError(f"--plan {half_width:g}: the half width is at most {half:g}, half the range")
        self._asked = [(run, metric) for run in form.runs for metric in asked]
        self.rows = [self._plan(run, metric) for run, metric in self._asked]

    def _plan(self, run: Run, metric: Metric) -> Record:
        options, best = self._form.options, self._form.runs[0]
        found: Record = {"run": run.title} if self._confidence else {}
        found.update(metric=metric.key, k=metric.k)
        found["enough_questions"] = metric.enough(run, self._half_width, options.confidence, "new")
        found["enough_trials"] = metric.enough(run, self._half_width, options.confidence, "these")
        found.update(zip(_SHARES, metric.shares(run, options.confidence)))
        if self._confidence:
            asked = [run, best], 0, self._confidence, options
            found["enough_to_decide"] = None if run is best else metric.enough_to_decide(*asked)
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
                f" To decide: the {unit} that separate the run from the best at {shared_level(self._confidence)}, "
                f"with a chance of {level(form.options.power)}, if the true difference is the observed one."
            )
        for (run, metric), row in zip(self._asked, self.rows):
            name = shortened(run.title, NAME_COLUMNS) if self._confidence else metric.of(run)
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
            return {**found, "confidence": self._confidence, "power": self._form.options.power, "runs": self.rows}
        return {**found, "metrics": [{key: x for key, x in row.items() if key != "k" or x} for row in self.rows]}


class Requirements(Part):
    """The table of --require: each bound, and whether each run (or its difference to the baseline) meets it."""

    key = "require"

    def __init__(self, form: Form, required: Sequence[Requirement], base: Run | None) -> None:
        self._form, self._base = form, base
        self._runs = [run for run in form.runs if run is not base]
        # All runs share the chance of an error.
        self._confidence = 1 - (1 - form.options.confidence) / len(self._runs)
        self._unit = "questions" if form.options.questions == "new" else "trials"
        self._sizes: list[str] = []  # that decide, in words
        decided = [self._decide(run, one) for run in self._runs for one in required]
        statuses = [status for status, _ in decided]
        self.status = FAILED if FAILED in statuses else max(statuses)
        self.rows = [row for _, row in decided]

    def _decide(self, run: Run, one: Requirement) -> tuple[int, Record]:
        """Check a requirement for a run. Return (status, row with the score and the sample size that decides)."""
        form, options, confidence = self._form, self._form.options, self._confidence
        pair = [run, *([self._base] if self._base and one.is_difference else [])]
        is_mean = form.averaged and not one.task
        pair = [self._cell(each, one) for each in pair] if one.task else pair
        score = (form.mean if is_mean else form.measure)(pair, one.metric, confidence)
        status, enough = one.decide(score), None
        if status == UNDECIDED and not is_mean and self._can_count(score):
            enough = one.metric.enough_to_decide(pair, one.bound, confidence, options)
        row: Record = {"run": run.title, "base": self._base.title} if self._base else {}
        row.update(required=one.text, **({"task": one.task} if one.task else {}), metric=one.metric.key, k=one.metric.k)
        row.update(bound=one.bound, result=RESULTS[status], **({"confidence": confidence} if self._base else {}))
        now = pair[0].tally.questions if self._unit == "questions" else pair[0].trials
        self._sizes.append("" if is_mean else self._size(status, enough, now, score))
        return status, {**row, **score, f"enough_{self._unit}": enough}

    def _cell(self, run: Run, one: Requirement) -> Run:
        """Return the part of a run in the task or slice that a requirement names."""
        cells = self._form.cells
        if not cells or one.task not in cells.names:
            there = f"there are {some(cells.names)}" if cells else "there are no tasks; see --by"
            raise FileError(f"--require {one.text}: no {cells.kind if cells else 'task'} has this name; {there}")
        if one.task not in cells.of[run]:
            raise FileError(f"--require {one.text}: {run.title} lacks this task")
        return cells.of[run][one.task]

    def _can_count(self, score: Score) -> bool:
        """Whether the number of questions or trials that would decide can be computed."""
        return not self._form.clusters and score.get("value") is not None

    def _size(self, status: int, enough: int | None, now: int, score: Score) -> str:
        if enough is None:
            return _NONE if status == UNDECIDED and self._can_count(score) else ""
        in_all = "" if self._base else " in all"
        return f"{enough:,}{in_all}" + (f" ({enough - now:,} more)" if now < enough < _COUNTED else "")

    def blocks(self) -> list[Block]:
        unit = "questions" if self._unit == "questions" else "trials each"
        rows = [["required", "value and interval", "result", f"{unit} that decide"]]
        rows += [
            [shortened(row["required"], TITLE_COLUMNS), self._form.cell(row), row["result"], size]
            for row, size in zip(self.rows, self._sizes)
        ]
        if not any(row[-1] for row in rows[1:]):
            rows = [row[:-1] for row in rows]
        table = Table(rows, left=(0, 2, 3))
        if self._base:
            names = ["run", *(shortened(row["run"], NAME_COLUMNS) for row in self.rows)]
            table = Table([[name, *row] for name, row in zip(names, rows)], left=(0, 1, 3, 4))
        return [table, *self._notes(rows)]

    def _notes(self, rows: Sequence[Sequence[str]]) -> list[str]:
        notes = []
        if self._base:
            several = len(self._runs) > 1
            shared = f"; {len(self._runs)} candidates share the risk" if several else ""
            at = shared_level(self._confidence) if several else level(self._confidence)
            name = shortened(self._base.title, NAME_COLUMNS)
            notes.append(f"The baseline is {name}. Intervals: {at}{shared}.")
        if any(row[f"enough_{self._unit}"] for row in self.rows):
            power = level(self._form.options.power)
            notes.append(
                "Undecided: the bound is inside the interval. If the true value is the observed one, the "
                f"{self._unit} in the last column decide with a chance of {power}."
            )
        return [*notes, *([_WHY_NONE] if any(row[-1] == _NONE for row in rows) else [])]
