"""Tables below a report or a leaderboard: slices, questions, sample sizes (--plan), checks of bounds (--require).

A Part has blocks for readers, a record for --json and rows for --csv. A Line has a run's scores in a task or slice.
"""

from __future__ import annotations

from ..score.metrics import AVG, POWER
from ..score.run import have_ranges
from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, FileError, level, shared_level, shortened, some
from .differences import compare_runs, list_flips
from .form import Form, Line, Part, by_metric, csv_of_lines, size
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Block, Cells, Metric, Options, Record, Requirement, Run, Score, Sequence

_ENOUGH = ("enough_questions", "enough_trials")  # of new questions, and of these
_SIZES = (
    "For {} intervals of value +- {}, if the values stay the same, you need one of two: so many questions in all, each "
    "with as many trials as now, for new questions of this kind; or so many trials of each of these questions, rerun "
    "many times."
)
_WHY = (
    "Exactly one: the share of questions that only one of the two models solves, at one trial each. The less often "
    "models differ, the fewer questions decide. If you know nothing of it, take the worst case; else run both models "
    "on a hundred questions: --flips says how many of them only one of the two solves."
)


def make_parts(form: Form, asked: Sequence[Metric]) -> list[Part]:
    """Return the Parts that the options ask for, in the order of printing. `asked` has the metrics to show."""
    options, parts = form.options, []
    if options.by and form.cells:
        parts.append(show_slices(form, form.cells, asked))
    cells = form.cells if form.is_usual() and not have_ranges([form.all_cells()]) else None
    base = form.baseline or (form.runs[0] if cells and len(form.runs) == 2 else None)
    if base and (cells or (len(form.runs) > 2 and not options.require)):
        parts.append(compare_runs(form, base, cells, asked[0]))
    if options.by_question:
        parts.append(list_questions(form))
    if options.flips:
        parts.append(list_flips(form))
    if isinstance(options.plan, float):
        within = [metric for metric in asked if not metric.is_beyond(form.runs[0])]
        parts.append(plan_sizes(form, options.plan, within or [AVG]))
    if options.require:
        parts.append(check_bounds(form))
    return parts


# Slices and tasks


def measure_cells(form: Form, cells: Cells, metrics: Sequence[Metric]) -> list[list[Line]]:
    """Return groups of Lines. A group has a Line for each run with a score.

    There is one for each slice or task, then (with --by) for all questions, and last for the means.
    """

    def measure(name: str, run: Run, part: Run) -> Line:
        return Line(name, run, [part], {metric: form.score(part, metric) for metric in metrics})

    runs = form.runs
    groups = [
        [measure(name, run, cells.of[run][name]) for run in runs if name in cells.of[run]] for name in cells.names
    ]
    groups += [[measure("all", run, run) for run in runs]] if form.options.by else []
    means = []
    for run in runs:
        scores = {metric: form.mean_of_cells(cells, run, metric) for metric in metrics}
        means.append(Line(cells.mean, run, form.cells_of(run), {x: score for x, score in scores.items() if score}))
    return [*groups, [line for line in means if line.scores]]


def show_cells(form: Form, cells: Cells, groups: Sequence[Sequence[Line]], metrics: Sequence[Metric]) -> list[Block]:
    """Return [table, note] of the `groups` of `measure_cells`.

    A row is a slice or a task. A column is a metric or, if there are several runs, a run.
    """
    runs, what = form.runs, "Scores"
    columns = [(metric.of(*cells.parts(runs[0])), runs[0], metric) for metric in metrics]
    if form.has_several:
        columns = [(shortened(run.title, NAME_COLUMNS), run, metrics[0]) for run in runs]
        what = metrics[0].of(*form.all_cells())
    rows = [[cells.kind, *(title for title, *_ in columns)]]
    for own in filter(None, groups):
        scores = {line.run: line.scores for line in own}
        questions = "" if own is groups[-1] else f" ({own[0].parts[0].tally.questions:,})"
        name = f"{shortened(own[0].name, CELL_COLUMNS)}{questions}"
        rows.append([name, *(form.cell(scores.get(run, {}).get(metric)) for _, run, metric in columns)])
    title, kinds = f"{what} in {cells.each}, with its number of questions{form.unit}", f"{cells.kind}s"
    return [Table(rows, title), f"All {kinds} count alike in their mean."]


def show_slices(form: Form, cells: Cells, metrics: Sequence[Metric]) -> Part:
    """Return the Part of --by: the scores of each slice, of all questions, and of the mean over the slices."""
    groups = measure_cells(form, cells, metrics)
    *slices, _, mean = groups
    record: Record = {"field": cells.field}
    if form.has_several:
        of_runs = [[{"run": line.run.title, **line.scores[metrics[0]]} for line in own] for own in (*slices, mean)]
        sizes = [own[0].parts[0].tally.questions for own in slices]
        record["slices"] = [
            {"slice": own[0].name, "question_count": n, "runs": runs} for own, n, runs in zip(slices, sizes, of_runs)
        ]
        record.update({"mean_of_slices": of_runs[-1]} if mean else {})
    else:
        record["slices"] = [{"slice": x.name, **size(*x.parts), **by_metric(x.scores)} for (x,) in slices]
        record.update({"macro": by_metric(mean[0].scores)} if mean else {})
    lines = [line for own in groups for line in own]
    csv = csv_of_lines(lines, form.options.questions, "slice")
    return Part("by", show_cells(form, cells, groups, metrics), record, csv)


# Questions


def list_questions(form: Form) -> Part:
    """Return the Part of --by-question: each question's trials, mean and interval, the hardest question first."""
    (run,) = form.runs
    alike: dict[Any, tuple[Run, Score]] = {}  # {counts: (Run of one question, its score)}
    keys: list[Any] = run.scores or [counts for _, counts in run.questions]
    for i, key in enumerate(keys):
        if key not in alike:
            alone = run.part([i])
            alike[key] = alone, form.score(alone, AVG, "these")
    rows = [(str(label), *alike[key]) for (label, _), key in zip(run.questions, keys)]
    rows.sort(key=lambda row: (row[2]["value"], row[2]["hi"]))
    table = [["question", "trials", f"mean, {form.level} interval"]]
    record, csv = [], []  # type: list[Record], list[Record]
    for name, alone, score in rows:
        table.append([shortened(name, TITLE_COLUMNS), str(alone.trials), form.cell(score)])
        record.append({"question": name, "trials": alone.trials, "avg_these": score})
        successes = {} if run.weights else {"n_successes": alone.questions[0][1][1]}
        csv.append({"question": name, "n_trials": alone.trials, **score, **successes})
    return Part("by_question", [Table(table, f"Questions, the hardest first{form.unit}")], record, csv)


# Plans


def plan_sizes(form: Form, half_width: float, metrics: Sequence[Metric]) -> Part:
    """Return the Part of --plan H: how many questions, or trials of each, give intervals of value +- H."""
    (run,) = form.runs
    rows: list[Record] = []
    table = [["", "either questions", "or trials each"]]
    for metric in metrics:
        enough = [metric.enough(run, half_width, form.options.confidence, questions) for questions in ("new", "these")]
        rows.append({"metric": metric.key, "k": metric.k, **dict(zip(_ENOUGH, enough))})
        cells = [f"{n:,}" if n > now else "enough now" for n, now in zip(enough, (run.tally.questions, run.trials))]
        table.append([metric.of(run), *cells])
    record = [{name: x for name, x in row.items() if name != "k" or x} for row in rows]
    blocks = [_SIZES.format(form.level, f"{half_width:g}"), Table(table)]
    return Part("plan", blocks, {"half_width": half_width, "metrics": record}, rows)


def plan_rates(given: tuple[float, float], options: Options) -> Form:
    """Return the Form of --plan A,B: how many questions tell models with these two success rates apart."""
    from fractions import Fraction

    from ...confidence import plan

    form = Form([], options)
    a, b = (Fraction(str(rate)) for rate in given)
    asked: Any = {"power": POWER, "confidence": options.confidence}
    least, most, spread = abs(a - b), min(a + b, 2 - a - b), float(a * (1 - a) * b * (1 - b)) ** 0.5
    between = [("independent" * (not r), float(a + b - 2 * a * b) - 2 * r * spread, r) for r in (0, 0.25, 0.5, 0.75)]
    inside = [case for case in between if least < case[1] < most]
    rows, table = [], [["", f"exactly one{form.unit}", "correlation", "questions"]]
    for case, differ, r in (("worst case", most, None), *inside, ("best case", least, None)):
        questions = plan(a, b, **({"differ": differ} if r is None else {"correlation": r}), **asked)
        rows.append({"case": case, "exactly_one": float(differ), "correlation": r, "questions": questions})
        table.append([case, form.write(float(differ)), "" if r is None else f"{r:g}", f"{questions:,}"])
    what = (
        f"Questions that decide which of two models is better, if they solve {' and '.join(map(form.write, given))}"
        f"{' percent' * options.percent} of them, at {form.level} confidence and with a chance of {level(POWER)}"
    )
    form.title = "Questions that tell two models apart"
    record = {"rates": [*given], "confidence": options.confidence, "power": POWER, "cases": rows}
    form.parts = [Part("", [Table(table, what), _WHY], record, rows)]
    return form


# Bounds


def check_bounds(form: Form) -> Part:
    """Return the Part of --require: which runs, or differences to the baseline, meet bounds. Set the exit status."""
    options, base = form.options, form.baseline
    runs = [run for run in form.runs if run is not base]
    confidence = 1 - (1 - options.confidence) / len(runs)  # all runs share the chance of an error
    unit = _ENOUGH[options.questions == "these"]
    rows = [_decide(form, run, bound, confidence, unit) for run in runs for bound in options.require]
    results = {row["result"] for row in rows}
    is_passed = "undecided" in results and options.undecided == "pass"
    form.status = 3 if "failed" in results else 4 if "undecided" in results and not is_passed else 0
    table = [["run", "required", f"{form.value} and interval", "p", "result", f"{unit[7:]} to decide"]]
    for row in rows:
        names = [shortened(row.get("run", ""), NAME_COLUMNS), shortened(row["required"], TITLE_COLUMNS)]
        decides = f"{row[unit]:,}" if row.get(unit) else ""
        table.append([*names, form.cell(row), form.pcell(row), row["result"], decides])
    notes: list[Block] = []
    if base:
        share = f"; {len(runs)} candidates share the risk" * (len(runs) > 1)
        at = (shared_level if runs[1:] else level)(confidence)
        notes.append(f"The baseline is {shortened(base.title, NAME_COLUMNS)}. Intervals: {at}{share}.")
    if any(row[-1] for row in table[1:]):
        notes.append(
            f"Undecided: the bound is inside the interval. The last column has the {unit[7:]} in all that decide with "
            f"a chance of {level(POWER)}, if the true value is the observed one."
        )
    notes += ["--undecided pass: a bound that the data do not decide does not fail the check."] * is_passed
    record = [{name: x for name, x in row.items() if x is not None} for row in rows]
    return Part("require", [Table(table, left=(0, 1, 4), keys=2), *notes], record, rows)


def _decide(form: Form, run: Run, bound: Requirement, confidence: float, unit: str) -> Record:
    """Return a record that says whether a run meets a bound, with its score at this confidence.

    Its key `unit` has how many questions or trials would decide, if the result is undecided; else None.
    """
    options, base, metric = form.options, form.baseline, bound.metric
    sides = [_cells(form, each, bound) for each in ([run, base] if base and bound.is_difference else [run])]
    score = form.measure(sides, metric, confidence=confidence)
    row: Record = {"run": run.title, "base": base.title} if base else {}
    result = bound.decide(score)
    row.update(required=bound.text, task=bound.task or None, metric=metric.key, k=metric.k, bound=bound.bound)
    row.update(result=result, confidence=confidence if base else None)
    if len(sides) == 2 and len(form.runs) == 2 and bound.bound == 0:  # p tests that there is no difference
        row["pvalue"] = form.pvalue(sides, metric)
    has_size = not (sides[0][1:] or form.clusters or options.anytime) and score.get("value") is not None
    is_open, ends = result == "undecided" and has_size, [parts[0] for parts in sides]
    return {**row, **score, unit: metric.enough_to_decide(ends, bound.bound, confidence, options) if is_open else None}


def _cells(form: Form, run: Run, bound: Requirement) -> list[Run]:
    """Return [the run's part in the task or slice that the bound names].

    If the bound names none, return the run's parts in all tasks, or [run]. Raise FileError if a part is lacking.
    """
    if bound.task:
        own = form.cells.of[run] if form.cells else {}
        if bound.task not in own:
            there = f"it has {some(own)}" if own else "see --by and --task"
            raise FileError(f"--require {bound.text}: {run.title} has no task or slice of this name; {there}")
        return [own[bound.task]]
    lacks = form.tasks.lacks(run) if form.tasks else []
    if lacks:
        raise FileError(f"{run.title} lacks {some(lacks)}, so it has no mean of tasks")
    return form.cells_of(run)
