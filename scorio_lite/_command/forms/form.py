"""What all forms share: they compute scores, write cells of tables and notes, and print in the format asked for."""

from __future__ import annotations

from collections import namedtuple  # loading typing takes 3 ms

from ..read.names import meant_by
from ..score.metrics import SUMMARY, ends_of
from ..score.run import have_ranges
from ..text import (
    CONTROLS,
    TITLE_COLUMNS,
    FileError,
    as_flags,
    as_typed,
    count,
    in_one_line,
    is_below,
    level,
    shortened,
    shown,
    some,
    write_number,
)
from .slices import set_clusters, slices_of
from .tables import Table, as_latex, as_markdown, as_text, csv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Block, Cells, Mapping, Metric, Options, Picture, Record, Run, Score, Sequence

# The population that the intervals are for.
ABOUT = {"new": "for new questions of this kind", "these": "for these questions, rerun many times"}
SCHEMA = 2  # of --json: it rises if a key is removed or changes its meaning
_BEYOND = (  # notes on k beyond the trials
    "between: k is above the number of trials, so there are bounds but no value. They hold for any success rates of "
    "the questions, and give no estimate between them."
)
_UNEXPLAINED = (
    " No success rates explain some of the outcomes: within a question, successes and failures are mixed more evenly "
    "than independent trials would be. So the bounds may not hold."
)
_AT_EVERY_LOOK = (
    "Look as often as you like, and stop when you know: these intervals hold at every look. They need an order of "
    "questions that has nothing to do with difficulty, so shuffle them first. At one fixed size they are 1.6 to 2 "
    "times as long as usual intervals."
)
_WIDTH = 80  # of text
_GRADES = ("success", "threshold", "weights")  # options that the lines on reading repeat


# A part of what is printed: words and tables for readers, a record for --json by its key, and rows for --csv.
Part = namedtuple("Part", "key blocks record rows")
# The scores of a run by metric. `name` is that of a slice or a task, and `parts` are the runs that were scored there.
Line = namedtuple("Line", "name run parts scores")


class Form:
    """Base class of what the command prints: a report, a leaderboard, or sample sizes for two success rates."""

    status = 0  # exit status of the command
    title: str  # of the page, of the pictures, and of the first table in LaTeX
    parts: Sequence[Part]  # the first is the form itself; --csv prints the last that has rows

    def __init__(self, runs: Sequence[Run], options: Options, tasks: Cells | None = None) -> None:
        self.runs, self.options, self.tasks = runs, options, tasks
        self.has_several = len(runs) > 1
        self.level = level(options.confidence)
        self.unit = ", in percent" * options.percent  # in the title of a table
        self.value = "percent" if options.percent else "value"  # in the title of a column
        self.levels = f"{self.level} intervals{' of percentages' * options.percent}"  # of the first table
        self.about = ABOUT[options.questions]
        groups = tasks.columns() if tasks else [runs]
        self.clusters = sum(set_clusters(group, options.cluster) for group in groups) if options.cluster else 0
        self.cells = slices_of(runs, options.by) if options.by else tasks
        self.baseline = find_run("baseline", options.baseline, runs) if options.baseline else None
        self._scores: dict[Any, Score] = {}  # shared by pictures and tables: votes take long

    def picture(self) -> Picture | None:
        """Return the picture for --svg and --html, or None."""
        return None

    def blocks(self) -> list[Block]:
        return [block for part in self.parts for block in part.blocks] + self.notes()

    def render(self) -> str:
        output, (main, *others) = self.options.output, self.parts
        if output == "json":
            from json import dumps

            record = {"schema_version": SCHEMA, **main.record, **{part.key: part.record for part in others}}
            return dumps(record, indent=2) + "\n"
        if output == "csv":
            return csv([part.rows for part in self.parts if part.rows][-1])
        if output == "latex":
            text = as_latex(self.blocks(), self.options.title or self.title, self.levels)
        else:
            text = as_markdown(self.blocks()) if output == "markdown" else as_text(self.blocks(), _WIDTH)
        return text.translate(CONTROLS)

    def cells_of(self, run: Run) -> list[Run]:
        """Return the list of a run's parts, a Run for each task; [run] if the runs have no tasks."""
        return self.tasks.parts(run) if self.tasks else [run]

    def all_cells(self) -> list[Run]:
        return [cell for run in self.runs for cell in self.cells_of(run)]

    def say_size(self) -> str:
        """Return how many questions and trials there are, in words: "40 questions, 2 to 4 trials each"."""
        cells = self.all_cells()
        fewest, most = min(run.trials for run in cells), max(run.most_trials for run in cells)
        each = f"{f'{fewest} to ' if most > fewest else ''}{count(most, 'trial')} each"
        if not self.tasks:
            return f"{count(cells[0].tally.questions, 'question')}, {each}"
        questions = sum(column[0].tally.questions for column in self.tasks.columns())
        return f"{count(len(self.tasks.names), 'task')}, {count(questions, 'question')} in all, {each}"

    # Numbers

    def score(self, run: Run, metric: Metric, questions: str = "") -> Score:
        return self.measure([[run]], metric, questions)

    def measure(
        self, sides: Sequence[Sequence[Run]], metric: Metric, questions: str = "", confidence: float | None = None
    ) -> Score:
        """Return the score of a run, or of the difference of two: {"value": ..., "se": ..., "lo": ..., "hi": ...}.

        `sides` has a list for each run: [run] or, for a mean, its parts in tasks or slices. `questions` and
        `confidence` default to the options. --credible, or a metric without intervals, adds the posterior: "credible".
        """
        asked = questions or self.options.questions, confidence or self.options.confidence
        score = self._scores.setdefault((*map(tuple, sides), metric, *asked), {})
        if not score:
            score.update(self._measure(sides, metric, *asked))
        return score

    def _measure(self, sides: Sequence[Sequence[Run]], metric: Metric, questions: str, confidence: float) -> Score:
        options, (run, *others) = self.options, [part for parts in sides for part in parts]
        more = {"anytime": True} if options.anytime else {}
        if not others and metric.is_beyond(run):  # lo and hi exist, but no value
            if questions != "new" or more:
                only = "there are bounds for new questions only, and not with --anytime"
                raise FileError(f"{run.name}: k={shown(metric.k)} is beyond its {count(run.trials, 'trial')}: {only}")
            return {"beyond": True, **metric.bounds(run, confidence)}
        asked: Any = {"confidence": confidence, "questions": questions, **more}
        score: Score = metric.score(sides, **asked) if metric.has_interval else {"value": metric.value(run)}
        if not others and metric.has_credible and (options.credible or not metric.has_interval):
            score["credible"] = metric.posterior(run, confidence)
        return score

    def mean_of_cells(self, cells: Cells, run: Run, metric: Metric) -> Score:
        """Return the score of a run's mean over its tasks or slices; {} if there is none."""
        has_mean = self.is_usual() and metric.has_interval and not cells.lacks(run)
        has_mean = has_mean and all((metric.k or 1) <= part.trials for part in cells.parts(run))
        return self.measure([cells.parts(run)], metric) if has_mean else {}

    def is_usual(self) -> bool:
        """Whether intervals are for new questions, without --anytime. Only then do tasks or slices have a mean."""
        return self.options.questions == "new" and not self.options.anytime

    def pvalue(self, sides: Sequence[Sequence[Run]], metric: Metric) -> float | None:
        """Return the p-value of a difference (`sides`: see measure); None with --anytime, or if a value is a range."""
        return None if self.options.anytime or have_ranges(sides) else metric.pvalue(sides, self.options.questions)

    # Cells and words

    def write(self, value: float) -> str:
        return write_number(value, self.options.percent)

    def cell(self, score: Score | None, name: str = "value") -> str:
        """Return a score as text: score[name] and its interval, or bounds for k beyond the trials; "" if empty."""
        if not score:
            return ""
        if "beyond" in score:
            return f"between {self.write(score['lo'])} and {self.write(score['hi'])}"
        values = dict.fromkeys(map(self.write, ends_of(score) if name == "value" else [score[name]]))
        ends = f" [{self.write(score['lo'])}, {self.write(score['hi'])}]" if "lo" in score else ""
        return " to ".join(values) + ends

    def pcell(self, score: Score) -> str:
        return "" if score.get("pvalue") is None else write_number(score["pvalue"])

    def notes(self) -> list[Block]:
        """Return the notes at the end: on bounds for k above the number of trials, and on intervals of --anytime."""
        bounds = [score for score in self._scores.values() if "beyond" in score]
        unexplained = _UNEXPLAINED * any("unexplained" in score for score in bounds)
        return [*[_BEYOND + unexplained] * bool(bounds), *[_AT_EVERY_LOOK] * self.options.anytime]

    def reading(self) -> list[Block]:
        """Return lines on how files were read, by task if tasks differ. --explain adds a table of the fields."""
        read = self.all_cells()
        lines: dict[str, dict[str, None]] = {}  # of each line, the tasks that are read so
        for run in read:
            reading = self.read_as(run)
            if reading["outcome"] or "scores" in reading or reading["question"] != ["row"]:
                graded = as_flags({name: x for name, x in run.cell.read_by.items() if name in _GRADES})
                line = ", ".join([_reading_line(reading), *map(as_typed, graded)])
                lines.setdefault(line, {})[run.cell.task] = None
        differ = len({frozenset(tasks) for tasks in lines.values()}) > 1
        words = [f"Read {', '.join(tasks)}: {line}" if differ else f"Read: {line}" for line, tasks in lines.items()]
        first = self.runs[0]
        passed = first.cell.reading.get("passed_over", ())
        words += [f"Files that are passed over: {some(passed)}"] if passed else []
        blocks: list[Block] = ["\n".join(map(in_one_line, words))] if words else []
        if self.options.explain:
            rows = [[shortened(name, TITLE_COLUMNS), *why] for name, why in first.cell.why.items()]
            blocks += [Table([["field", "role", "why", "example"], *rows], left=(0, 1, 2, 3))] if rows else []
            every = [run.cell.read_by for run in read]
            same = {name: value for name, value in every[0].items() if all(one.get(name) == value for one in every)}
            metrics = dict.fromkeys(one["metric"] for one in every if "metric" in one)
            flags = as_flags({**same, **({"metric": ",".join(metrics)} if metrics else {})})
            blocks += [f"The same as options: {' '.join(map(as_typed, flags))}"] if flags else []
        return blocks

    def read_as(self, run: Run) -> Record:
        """Return how a run was read, for --json. Its key "unused" leaves out the fields of --by and --cluster."""
        every, given = run.cell.reading["unused"], (self.options.by, self.options.cluster)
        used = {name for text in filter(None, given) for name in meant_by(text, every, "by")}
        return {**run.cell.reading, "unused": [name for name in every if name not in used]}

    def cluster_lines(self) -> list[str]:
        return [f"{count(self.clusters, 'cluster')} of questions by {self.options.cluster}"] if self.clusters else []

    def settings(self) -> Record:
        """Return the keys of --json for --anytime and --cluster, if these are given."""
        clusters = {"cluster": self.options.cluster, "clusters": self.clusters} if self.clusters else {}
        return {**({"anytime": True} if self.options.anytime else {}), **clusters}


def _reading_line(reading: Record) -> str:
    is_template = reading["outcome"] in reading["question"]
    roles = [f"question {'and outcome ' * is_template}{','.join(reading['question'])}"]
    names = ("run", "answer") if is_template else ("outcome", "run", "answer")
    roles += [f"{name} {reading[name]}" for name in names if reading.get(name)]
    roles += ["scores from {:g} to {:g}".format(*reading["scores"])] if "scores" in reading else []
    path = reading.get("path", "")
    trial = reading.get("trial") or (f"the files {path}" if "{trial}" in path else "")
    roles += [f"trials by {trial}" if trial else "trials in order"]
    unused = f"; not used: {', '.join(reading['unused'])}" if reading.get("unused") else ""
    return f"{', '.join(roles)}{unused}"


def find_run(option: str, name: str, runs: Sequence[Run]) -> Run:
    """Return the run that has this name, or was read from this file. Raise FileError if no run or several do."""
    named = [run for run in runs if name == run.title]
    named = named or [run for run in runs if all(is_below(file, name) for file in run.cell.files)]
    if len(named) != 1:
        what, titles = "several runs have" if named else "no run has", some([run.title for run in runs])
        raise FileError(f"--{option} {shown(name)}: {what} this name; there are {titles}")
    return named[0]


def size(*parts: Run) -> Record:
    """Return {"question_count": M, "trials": None} for several tasks or slices, M questions in all.

    For one, "trials" is the fewest of a question. "most_trials" is added if larger, Run.remark as "missing" if set.
    """
    record: Record = {"question_count": sum(part.tally.questions for part in parts), "trials": None}
    if len(parts) == 1:
        (run,) = parts
        record["trials"] = run.trials
        record.update({"most_trials": run.most_trials} if run.most_trials > run.trials else {})
        record.update({"missing": run.remark} if run.remark else {})
    return record


def by_metric(scores: Mapping[Metric, Score]) -> Record:
    """Return for JSON {metric without a k: score, "at_k": [{"k": 1, metric with a k: score}, ...]}."""
    record: Record = {}
    at_k: dict[int, Record] = {}
    for metric, score in scores.items():
        (record if metric.k is None else at_k.setdefault(metric.k, {"k": metric.k}))[metric.key] = score
    return {**record, **({"at_k": list(at_k.values())} if at_k else {})}


def csv_of_lines(lines: Sequence[Line], questions: str, kind: str = "") -> list[Record]:
    """Return a row of CSV for each metric of each Line. `questions` is "new" or "these": what intervals are for.

    The column `kind`, "slice" or "task", has the name of the Line. If `kind` is "", there is none.
    """
    rows = []
    for line in lines:
        sizes = {name: x for name, x in size(*line.parts).items() if name != "missing"}
        row = {**({kind: line.name} if kind else {}), "run": line.run.title, **sizes}
        for metric, score in line.scores.items():
            asked = {"metric": metric.key, "k": metric.k, "questions": questions if "lo" in score else ""}
            rows.append({**row, **asked, **dict.fromkeys(SUMMARY), **score})
    return rows
