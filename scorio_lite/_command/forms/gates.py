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
    from ..score.requirement import Requirement
    from ..score.run import Run
    from .form import Form, Record

_RESULTS = {MET: "met", FAILED: "failed", UNDECIDED: "undecided"}
_PASSED = "--undecided pass: a bound that the data do not decide does not fail the check."


def gates(form: Form) -> Part:
    """Return whether each run, or its difference to the baseline, meets each bound, and set the exit status.

    The status is FAILED if a bound is missed, else UNDECIDED if the data do not decide one, else MET. With
    --undecided pass, it is MET unless a bound is missed.
    """
    options, base = form.options, form.baseline()
    runs = [run for run in form.runs if run is not base]
    confidence = 1 - (1 - options.confidence) / len(runs)  # all runs share the chance of an error
    unit = "enough_questions" if options.questions == "new" else "enough_trials"
    rows = [_decide(form, run, bound, confidence, unit) for run in runs for bound in options.require]
    results = {row["result"] for row in rows}
    is_passed = "undecided" in results and options.undecided == "pass"
    form.status = FAILED if "failed" in results else UNDECIDED if "undecided" in results and not is_passed else MET
    columns = [
        ["run", *(shortened(row.get("run", ""), NAME_COLUMNS) for row in rows)],
        ["required", *(shortened(row["required"], TITLE_COLUMNS) for row in rows)],
        ["value and interval", *map(form.cell, rows)],
        ["p", *("" if row.get("pvalue") is None else write_number(row["pvalue"]) for row in rows)],
        ["result", *(row["result"] for row in rows)],
        ["to decide", *(f"{row[unit]:,}" if row.get(unit) else "" for row in rows)],
    ]
    shown = [column for column in columns if any(column[1:])]
    left = [j for j, (title, *_) in enumerate(shown) if title not in ("value and interval", "p")]
    notes = []
    if base:
        share = f"; {len(runs)} candidates share the risk" * (len(runs) > 1)
        at = (shared_level if runs[1:] else level)(confidence)
        notes.append(f"The baseline is {shortened(base.title, NAME_COLUMNS)}. Intervals: {at}{share}.")
    if any(columns[-1][1:]):
        notes.append(
            f"Undecided: the bound is inside the interval. To decide: the {unit[7:]}, in all, that decide with a "
            f"chance of {level(POWER)}, if the true value is the observed one."
        )
    notes += [_PASSED] * is_passed
    record = [{name: x for name, x in row.items() if x is not None} for row in rows]
    return Part("require", [Table(list(zip(*shown)), left=left), *notes], record, rows)


def _decide(form: Form, run: Run, bound: Requirement, confidence: float, unit: str) -> Record:
    """Check a requirement for a run. Return its row, with the score and the sample size that decides."""
    options, base, metric = form.options, form.baseline(), bound.metric
    pair = [run, base] if base and bound.is_difference else [run]
    if bound.task:
        pair = [_cell(form, each, bound) for each in pair]
        score = form.score_of(pair, metric, confidence)
    else:
        score = form.measure(pair, metric, confidence)
    row: Record = {"run": run.title, "base": base.title} if base else {}
    result = _RESULTS[bound.decide(score)]
    row.update(required=bound.text, task=bound.task or None, metric=metric.key, k=metric.k, bound=bound.bound)
    row.update(result=result, confidence=confidence if base else None)
    if len(pair) == 2 and len(form.runs) == 2 and bound.bound == 0:  # p is of no difference
        row["pvalue"] = form.pvalue(pair, metric, bool(bound.task))
    row.update(score)
    has_size = bound.task or not form.tasks
    if result == "undecided" and has_size and not (form.clusters or options.anytime) and score.get("value") is not None:
        row[unit] = metric.enough_to_decide(pair, bound.bound, confidence, options)
    return row


def _cell(form: Form, run: Run, bound: Requirement) -> Run:
    """Return the part of a run in the task or slice that a requirement names."""
    cells = form.cells
    if not cells or bound.task not in cells.names:
        there = f"there are {some(cells.names)}" if cells else "there are no tasks; see --by"
        raise FileError(f"--require {bound.text}: no {cells.kind if cells else 'task'} has this name; {there}")
    if bound.task not in cells.of[run]:
        raise FileError(f"--require {bound.text}: {run.title} lacks this task")
    return cells.of[run][bound.task]
