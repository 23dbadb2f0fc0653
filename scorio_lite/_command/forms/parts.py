"""Tables below a report or a leaderboard: slices (--by), questions (--by-question), and sample sizes (--plan)."""

from __future__ import annotations

from ..grading import FileError, count
from ..score.metric_names import AVG
from ..score.metrics import POWER
from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, level, shared_level, shortened
from .form import Part, line, size
from .rates import detectable
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from ..score.metrics import Metric, Score
    from ..score.run import Run
    from .form import Form, Record
    from .tables import Block

_MOST_QUESTIONS = 100_000  # each takes a dozen objects
_SHARES = ("share_of_questions", "left_by_twice_the_questions", "left_by_twice_the_trials")
_SPREAD = (
    "From questions: their share of the variance; the rest comes from trials. 2x: the part of the half width that is "
    "left with twice as many. Unknown: it takes 2k trials of each question to tell."
)


def make_parts(form: Form, asked: Sequence[Metric], planned: Sequence[Metric], confidence: float) -> None:
    """Give a form the tables that the options ask for, and the exit status of --require.

    `asked` are the metrics of slices and tasks, `planned` those of --plan. `confidence` is the level of the differences
    between several runs; for one run it is 0.
    """
    options, baseline = form.options, form.baseline()
    sections: list[Part] = []
    if options.by:
        sections.append(Slices(form, asked))
    is_usual = options.questions == "new" and not options.anytime and not any(run.solved for run in form.runs)
    if form.cells and form.has_several and (baseline or len(form.runs) == 2) and is_usual and asked[0].has_interval:
        from .differences import Differences

        differences = Differences(form, asked[0], baseline)
        sections += [differences] if differences.rows else []
    if options.by_question:
        sections.append(Questions(form))
    if options.flips:
        from .differences import Flips

        sections.append(Flips(form))
    if isinstance(options.plan, float):
        sections.append(Sizes(form, options.plan, planned, confidence))
    if options.require:
        from .gates import Gates

        gates = Gates(form, options.require, baseline)
        form.status = gates.status
        sections.append(gates)
    form.parts = sections


class Slices(Part):
    """A table of metrics with a row for each slice of the questions or task of one run. Leaderboards have columns."""

    key = "by"

    def __init__(self, form: Form, asked: Sequence[Metric]) -> None:
        assert form.cells
        self._form, self._cells, self._asked = form, form.cells, asked
        self._mean = [form.mean_of_slices(form.runs[0], metric) for metric in asked] if not form.has_several else []

    def blocks(self) -> list[Block]:
        if self._form.has_several:
            return []
        form, cells, run = self._form, self._cells, self._form.runs[0]
        cells_of_run = cells.parts(run)
        rows = []
        for name, part in [*cells.of[run].items(), *([("all", run)] * (not cells.are_tasks))]:
            sizes = [f"{part.tally.questions:,}", part.size()]
            rows.append([shortened(name, CELL_COLUMNS), *sizes, *map(form.cell, self._scores(part))])
        if any(self._mean):
            every = f"{sum(part.tally.questions for part in cells_of_run):,}"
            means = [form.cell(score) if score else "" for score in self._mean]
            rows.append([cells.mean, every, "" if cells.are_tasks else run.size(), *means])
        titles = [metric.of(*cells_of_run) for metric in self._asked]
        words = [f"Slices by {cells.field}:"] if cells.field else []
        hint = form.options.by.hint if form.options.by else ""
        more = [f"--by {hint} makes two slices of the numbers."] if hint else []
        return [*words, Table([[cells.kind, "questions", "trials", *titles], *rows], drawn=3 * cells.are_tasks), *more]

    def _scores(self, part: Run) -> list[Score]:
        return [self._form.score(part, metric) for metric in self._asked]

    def record(self) -> Record:
        form, metric = self._form, self._asked[0]
        record: Record = {"field": self._cells.field, "slices": [self._slice(*one) for one in self._parts()]}
        if any(self._mean):
            record["macro"] = self._by_metric(self._mean)
        means = [(run.title, form.mean_of_slices(run, metric)) for run in form.runs if form.has_several]
        if any(score for _, score in means):
            record["mean_of_slices"] = [{"run": name, **score} for name, score in means if score]
        return record

    def _parts(self) -> Iterable[tuple[str, tuple[Run, ...]]]:
        """Yield the name of each slice or task, and the part of each run in it."""
        return zip(self._cells.names, zip(*map(self._cells.parts, self._form.runs)))

    def _slice(self, name: str, cells: Sequence[Run]) -> Record:
        first, *_ = cells
        if not self._form.has_several:
            return {"slice": name, **size(first), **self._by_metric(self._scores(first))}
        runs = [{"run": run.title, **self._scores(part)[0]} for run, part in zip(self._form.runs, cells)]
        return {"slice": name, "question_count": first.tally.questions, "runs": runs}

    def _by_metric(self, scores: Sequence[Score | None]) -> Record:
        record: Record = {}
        at_k: dict[int, Record] = {}
        for metric, score in zip(self._asked, scores):
            if score:
                (record if metric.k is None else at_k.setdefault(metric.k, {}))[metric.key] = score
        return {**record, **({"at_k": [{"k": k, **row} for k, row in at_k.items()]} if at_k else {})}

    def lines(self) -> list[Record]:
        form, cells, runs = self._form, self._cells, self._form.runs
        rows: list[Any] = [
            (name, run, part, self._scores(part)) for name, parts in self._parts() for run, part in zip(runs, parts)
        ]
        rows += [(cells.mean, run, run, [form.mean_of_slices(run, metric) for metric in self._asked]) for run in runs]
        return [
            {
                "slice": name,
                **({"run": run.title} if form.has_several else {}),
                **size(part),
                **line(metric, form.options.questions, score),
            }
            for name, run, part, scores in rows
            for metric, score in zip(self._asked, scores)
            if score
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
                alone = self._run.part([i])
                known[key] = alone, form.score(alone, AVG, questions="these")
        rows = [(str(label), *known[key]) for (label, _), key in zip(self._run.questions, keys)]
        self._rows = sorted(rows, key=lambda row: (row[2]["value"], row[2]["hi"]))

    def blocks(self) -> list[Block]:
        form = self._form
        of = "success rate" if not self._run.weights else "mean reward"
        rows = [["question", "trials", "mean", f"{form.level} interval of its {of}"]]
        for name, run, score in self._rows:
            cells = [str(run.trials), form.write(score["value"]), form.ends(score)]
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
        run = form.runs[0]
        self._shown = (
            [] if confidence or weights else detectable(run.tally.questions, run.mean(), form.options.confidence)
        )

    def _plan(self, run: Run, metric: Metric) -> Record:
        options, best = self._form.options, self._form.runs[0]
        record: Record = {"run": run.title} if self._confidence else {}
        record.update(metric=metric.key, k=metric.k)
        record["enough_questions"] = metric.enough(run, self._half_width, options.confidence, "new")
        record["enough_trials"] = metric.enough(run, self._half_width, options.confidence, "these")
        record.update(zip(_SHARES, metric.shares(run, options.confidence)))
        if self._confidence:
            asked = [run, best], 0, self._confidence, options
            record["enough_to_decide"] = None if run is best else metric.enough_to_decide(*asked)
        return record

    def blocks(self) -> list[Block]:
        form = self._form
        text = (
            f"Sample size needed, in all, for {form.level} intervals of value +- {self._half_width:g}, if the values "
            "stay the same: for new questions, so many questions of as many trials as now; or for these questions, so "
            f"many trials of each. {_SPREAD}"
        )
        unit = "questions" if form.options.questions == "new" else "trials each"
        rows = [["", "questions", "trials each", "from questions", "2x questions", "2x trials"]]
        if self._confidence:
            rows[0] += ["to decide"]
            text += (
                f" To decide: the {unit} that separate the run from the best at {shared_level(self._confidence)}, "
                f"with a chance of {level(POWER)}, if the true difference is the observed one."
            )
        for (run, metric), row in zip(self._asked, self.rows):
            name = shortened(run.title, NAME_COLUMNS) if self._confidence else metric.of(run)
            sizes = (row["enough_questions"], run.tally.questions), (row["enough_trials"], run.trials)
            cells = [f"{enough:,}" if enough > now else "enough now" for enough, now in sizes]
            cells += ["unknown" if row[name] is None else f"{100 * row[name]:.0f} %" for name in _SHARES]
            if self._confidence:
                cells.append(f"{row['enough_to_decide'] or ''}")
            rows.append([name, *cells])
        return [text, Table(rows), *self._differences()]

    def _differences(self) -> list[Block]:
        """Say what difference to another model the questions can show."""
        worst, independent = (row["worse"] for row in self._shown) if self._shown else (None, None)
        if worst is None or independent is None:
            return []
        worst, independent = map(self._form.write, (worst, independent))
        return [
            f"At one trial each, the questions show a loss of {worst} to another model with {level(POWER)} chance, "
            f"and a loss of {independent} if the models are independent."
        ]

    def record(self) -> Record:
        record: Record = {"half_width": self._half_width}
        if self._confidence:
            return {**record, "confidence": self._confidence, "power": POWER, "runs": self.rows}
        record.update({"power": POWER, "detectable": self._shown} if self._shown else {})
        return {**record, "metrics": [{key: x for key, x in row.items() if key != "k" or x} for row in self.rows]}
