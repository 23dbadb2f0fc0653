"""Tables below a report or a leaderboard: slices, questions (--by-question), sizes (--plan), bounds (--require)."""

from __future__ import annotations

from ..score.metrics import AVG, POWER
from ..score.run import have_ranges
from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, FileError, level, shared_level, shortened, some
from .differences import compare_runs, list_flips
from .form import Form, Part, by_metric, line, size
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Block, Metric, Options, Record, Requirement, Run, Score, Sequence

_STATUS = {"failed": 3, "undecided": 4}  # of the command, if a bound has this result; the first counts
_PASSED = "--undecided pass: a bound that the data do not decide does not fail the check."
_ENOUGH = ("enough_questions", "enough_trials")  # of new questions, and of these
_SIZES = (
    "Sample size needed, in all, for {} intervals of value +- {}, if the values stay the same: for new questions, so "
    "many questions of as many trials as now; or for these questions, so many trials of each."
)
_WHY = (
    "Exactly one: the share of questions that only one of the two models solves, at one trial each. The less often "
    "models differ, the fewer questions decide. If you know nothing of it, take the worst case; else run both models "
    "on a hundred questions: of these, it is the share that --flips says only one or only the other solves."
)


def make_parts(form: Form, asked: Sequence[Metric]) -> list[Part]:
    """Return the parts that the options ask for, of these metrics, and set the exit status of --require."""
    options, parts = form.options, []
    if options.by:
        parts.append(show_slices(form, asked))
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


def rows_of_cells(form: Form, metrics: Sequence[Metric]) -> list[tuple[str, Run, Record, dict[Metric, Score]]]:
    """Return (name, run, size, scores) for each run in each slice or task, and last for its mean over them."""
    cells, runs = form.cells, form.runs
    assert cells
    parts = [(name, run, cells.of[run][name]) for name in cells.names for run in runs if name in cells.of[run]]
    rows = [(name, run, size(x), {metric: form.score(x, metric) for metric in metrics}) for name, run, x in parts]
    for run in runs:
        means = {metric: form.mean_of_cells(run, metric) for metric in metrics}
        every: Record = {"trials": None} if cells.are_tasks else size(run)
        every["question_count"] = sum(cell.tally.questions for cell in cells.parts(run))
        scores = {metric: score for metric, score in means.items() if score}
        rows += [(cells.mean, run, every, scores)] if scores else []
    return rows


def table_of_cells(form: Form, metrics: Sequence[Metric]) -> Table:
    """Return a table of one run, with a row for each slice of its questions or for each task."""
    cells, (run,), rows = form.cells, form.runs, rows_of_cells(form, metrics)
    assert cells
    if not cells.are_tasks:
        rows.insert(len(cells.names), ("all", run, size(run), {metric: form.score(run, metric) for metric in metrics}))
    table = [[cells.kind, "questions", "trials", *(metric.of(*cells.parts(run)) for metric in metrics)]]
    for name, _, sizes, scores in rows:
        trials = "-".join(str(sizes[key]) for key in ("trials", "most_trials") if sizes.get(key))
        values = [form.cell(scores.get(metric)) for metric in metrics]
        table.append([shortened(name, CELL_COLUMNS), f"{sizes['question_count']:,}", trials, *values])
    return Table(table, may_turn=len(metrics) > len(table))


def csv_of_cells(form: Form, metrics: Sequence[Metric]) -> list[Record]:
    """Return a record for each slice or task, run and metric."""
    kind, questions = form.cells.kind if form.cells else "", form.options.questions
    rows = [(*row[:3], metric, score) for row in rows_of_cells(form, metrics) for metric, score in row[3].items()]
    records = [
        {kind: name, "run": run.title, **sizes, **line(metric, questions, score)}
        for name, run, sizes, metric, score in rows
    ]
    return [{name: x for name, x in record.items() if name != "missing"} for record in records]


def show_slices(form: Form, metrics: Sequence[Metric]) -> Part:
    """Return the slices of --by: of one run a table, and of several what the columns of the leaderboard show."""
    cells, rows, n = form.cells, rows_of_cells(form, metrics), len(form.runs)
    assert cells
    groups = [rows[i : i + n] for i in range(0, len(cells.names) * n, n)]  # a row for each run
    means, slices, blocks = rows[len(cells.names) * n :], [], []  # type: Any, list[Record], list[Block]
    if form.has_several:
        slices = [{"slice": own[0][0], "question_count": own[0][2]["question_count"]} for own in groups]
        of_runs = [[{"run": run.title, **scores[metrics[0]]} for _, run, _, scores in own] for own in [*groups, means]]
        for one, each in zip(slices, of_runs):
            one["runs"] = each
        record: Record = {"field": cells.field, "slices": slices, **({"mean_of_slices": of_runs[-1]} if means else {})}
    else:
        slices = [{"slice": name, **sizes, **by_metric(scores)} for ((name, _, sizes, scores),) in groups]
        record = {"field": cells.field, "slices": slices, **({"macro": by_metric(means[0][3])} if means else {})}
        note = "With many slices, some differ by chance."
        blocks = [f"Slices by {cells.field}:", table_of_cells(form, metrics), note]
    return Part("by", blocks, record, csv_of_cells(form, metrics))


# Questions


def list_questions(form: Form) -> Part:
    """Return the questions, hardest first: the trials of each, and its mean with an interval."""
    (run,) = form.runs
    alike: dict[Any, tuple[Run, Score]] = {}  # by counts: the run of one question
    keys: list[Any] = run.scores or [counts for _, counts in run.questions]
    for i, key in enumerate(keys):
        if key not in alike:
            alone = run.part([i])
            alike[key] = alone, form.score(alone, AVG, "these")
    rows = [(str(label), *alike[key]) for (label, _), key in zip(run.questions, keys)]
    rows.sort(key=lambda row: (row[2]["value"], row[2]["hi"]))
    table = [["question", "trials", f"mean, {form.level} interval"]]
    table += [[shortened(name, TITLE_COLUMNS), str(alone.trials), form.cell(score)] for name, alone, score in rows]
    record = [{"question": name, "trials": alone.trials, "avg_these": score} for name, alone, score in rows]
    csv: list[Record] = [{"question": name, "n_trials": alone.trials, **score} for name, alone, score in rows]
    for row, (_, alone, _) in zip(csv, rows):
        row.update({} if run.weights else {"n_successes": alone.questions[0][1][1]})
    return Part("by_question", [Table(table)], record, csv)


# Plans


def plan_sizes(form: Form, half_width: float, metrics: Sequence[Metric]) -> Part:
    """Return how many questions, or how many trials of each, give this half width, for each metric."""
    (run,) = form.runs
    half = (max(run.weights) - min(run.weights)) / 2 if run.weights else 0.5
    if half_width > half:
        raise FileError(f"--plan {half_width:g}: the half width is at most {half:g}, half the range")
    rows: list[Record] = []
    table = [["", "questions", "trials each"]]
    for metric in metrics:
        enough = [metric.enough(run, half_width, form.options.confidence, questions) for questions in ("new", "these")]
        rows.append({"metric": metric.key, "k": metric.k, **dict(zip(_ENOUGH, enough))})
        cells = [f"{n:,}" if n > now else "enough now" for n, now in zip(enough, (run.tally.questions, run.trials))]
        table.append([metric.of(run), *cells])
    record = [{name: x for name, x in row.items() if name != "k" or x} for row in rows]
    text = _SIZES.format(form.level, f"{half_width:g}")
    return Part("plan", [text, Table(table)], {"half_width": half_width, "metrics": record}, rows)


def plan_rates(given: tuple[float, float], options: Options) -> Form:
    """Return how many questions tell two success rates apart: fewer if the two models solve much the same questions."""
    from fractions import Fraction

    from ...confidence import plan

    form = Form([], options)
    a, b = (Fraction(str(rate)) for rate in given)
    asked: Any = {"power": POWER, "confidence": options.confidence}
    least, most, spread = abs(a - b), min(a + b, 2 - a - b), float(a * (1 - a) * b * (1 - b)) ** 0.5
    between = [(r, float(a + b - 2 * a * b) - 2 * r * spread) for r in (0, 0.25, 0.5, 0.75)]
    cases: list[Any] = [("independent" * (not r), differ, {"correlation": r}) for r, differ in between]
    cases = [case for case in cases if least < case[1] < most]
    rows, table = [], [["", "exactly one", "correlation", "questions"]]
    for case, differ, known in (("worst case", most, {}), *cases, ("best case", least, {})):
        r, questions = known.get("correlation"), plan(a, b, **(known or {"differ": differ}), **asked)
        rows.append({"case": case, "exactly_one": float(differ), "correlation": r, "questions": questions})
        table.append([case, form.write(float(differ)), "" if r is None else f"{r:g}", f"{questions:,}"])
    what = (
        f"Questions that decide which of two models is better, if they solve {form.write(given[0])} and "
        f"{form.write(given[1])} of them, at {form.level} confidence and with a chance of {level(POWER)}:"
    )
    form.title = form.caption = "Questions that tell two models apart"
    record = {"rates": [*given], "confidence": options.confidence, "power": POWER, "cases": rows}
    form.parts = [Part("", [what, Table(table), _WHY], record, rows)]
    return form


# Bounds


def check_bounds(form: Form) -> Part:
    """Return whether each run, or its difference to the baseline, meets each bound, and set the exit status.

    With --undecided pass, a bound that the data do not decide counts as met.
    """
    options, base = form.options, form.baseline
    runs = [run for run in form.runs if run is not base]
    confidence = 1 - (1 - options.confidence) / len(runs)  # all runs share the chance of an error
    unit = _ENOUGH[options.questions == "these"]
    above = form.notes()
    rows = [_decide(form, run, bound, confidence, unit) for run in runs for bound in options.require]
    results = {row["result"] for row in rows}
    is_passed = "undecided" in results and options.undecided == "pass"
    form.status = next((_STATUS[x] for x in _STATUS if x in results and not (x == "undecided" and is_passed)), 0)
    columns = [
        ["run", *(shortened(row.get("run", ""), NAME_COLUMNS) for row in rows)],
        ["required", *(shortened(row["required"], TITLE_COLUMNS) for row in rows)],
        ["value and interval", *map(form.cell, rows)],
        ["p", *map(form.pcell, rows)],
        ["result", *(row["result"] for row in rows)],
        ["to decide", *(f"{row[unit]:,}" if row.get(unit) else "" for row in rows)],
    ]
    table = Table.of_columns(columns)
    table.left = [j for j, title in enumerate(table.rows[0]) if title not in ("value and interval", "p")]
    notes: list[Block] = []
    if base:
        share = f"; {len(runs)} candidates share the risk" * (len(runs) > 1)
        at = (shared_level if runs[1:] else level)(confidence)
        notes.append(f"The baseline is {shortened(base.title, NAME_COLUMNS)}. Intervals: {at}{share}.")
    if any(columns[-1][1:]):
        notes.append(
            f"Undecided: the bound is inside the interval. To decide: the {unit[7:]}, in all, that decide with a "
            f"chance of {level(POWER)}, if the true value is the observed one."
        )
    notes += [*[_PASSED] * is_passed, *(note for note in form.notes() if note not in above)]
    record = [{name: x for name, x in row.items() if x is not None} for row in rows]
    return Part("require", [table, *notes], record, rows)


def _decide(form: Form, run: Run, bound: Requirement, confidence: float, unit: str) -> Record:
    """Check a requirement for a run. Return its row, with the score and the sample size that decides."""
    options, base, metric = form.options, form.baseline, bound.metric
    sides = [_cells(form, each, bound) for each in ([run, base] if base and bound.is_difference else [run])]
    score = form.measure(sides, metric, confidence)
    row: Record = {"run": run.title, "base": base.title} if base else {}
    result = bound.decide(score)
    row.update(required=bound.text, task=bound.task or None, metric=metric.key, k=metric.k, bound=bound.bound)
    row.update(result=result, confidence=confidence if base else None)
    if len(sides) == 2 and len(form.runs) == 2 and bound.bound == 0:  # p is of no difference
        row["pvalue"] = form.pvalue(sides, metric)
    has_size = not (sides[0][1:] or form.clusters or options.anytime) and score.get("value") is not None
    enough = None
    if result == "undecided" and has_size:
        enough = metric.enough_to_decide([cell for (cell,) in sides], bound.bound, confidence, options)
    return {**row, **score, unit: enough}


def _cells(form: Form, run: Run, bound: Requirement) -> list[Run]:
    """Return the part of a run in the task or slice that a requirement names; else in all tasks."""
    cells = form.cells
    if not bound.task:
        lacks = form.tasks.lacks(run) if form.tasks else []
        if lacks:
            raise FileError(f"{run.title} lacks {some(lacks)}, so it has no mean of tasks")
        return form.cells_of(run)
    if not cells or bound.task not in cells.names:
        there = f"there are {some(cells.names)}" if cells else "there are no tasks; see --by"
        raise FileError(f"--require {bound.text}: no {cells.kind if cells else 'task'} has this name; {there}")
    if bound.task not in cells.of[run]:
        raise FileError(f"--require {bound.text}: {run.title} lacks this task")
    return [cells.of[run][bound.task]]
