"""How two runs differ in each task or slice, and on which questions (--flips)."""

from __future__ import annotations

from math import comb

from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, FileError, count, level, shortened, write_number
from .form import Part, find_run
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Block, Cells, Counts, Form, Metric, Record, Run, Sequence

_MOST_TRIALS = 4000  # of a question, in both runs: p is a sum over them
_SOLVED = {"both": (True, True), "first_alone": (True, False), "second_alone": (False, True), "neither": (False, False)}
_HOLM = (
    "An interval that excludes 0 shows a difference in this {}. The chance that any of them shows one falsely is at "
    "most {} (Holm's procedure)."
)
_NOTE = "p: the chance of a difference this large if both are equally good on the question (Fisher's exact test)."


def compare_runs(form: Form, base: Run, cells: Cells | None, metric: Metric) -> Part:
    """Return the Part with differences of the other runs to `base`: overall and, if there are `cells`, in each cell."""
    others = [run for run in form.runs if run is not base and (not cells or {*cells.of[base]} & {*cells.of[run]})]
    chance, name = 1 - form.options.confidence, shortened(base.title, NAME_COLUMNS)
    confidence = 1 - chance / max(1, len(others))  # the others share the chance of an error
    titles = [shortened(run.title, NAME_COLUMNS) for run in others]
    records, each, blocks = [], [], []  # type: list[Record], list[Record], list[Block]
    for run in others:
        both = [one for one in cells.of[run] if one in cells.of[base]] if cells else []
        is_part = cells and len(both) < len(cells.names)
        whole = None if is_part else form.measure([form.cells_of(run), form.cells_of(base)], metric, "", confidence)
        records.append({"run": run.title, "base": base.title, "confidence": confidence, "difference": whole})
        if cells:
            scores = metric.tasks([[cells.of[side][one] for one in both] for side in (run, base)], confidence)
            records[-1][f"{cells.kind}s"] = [{cells.kind: one, "difference": x} for one, x in zip(both, scores)]
            each.append(dict(zip(both, scores)))
    if others[1:]:  # of two runs, the leaderboard has the difference
        rows = [[title, form.cell(record["difference"])] for title, record in zip(titles, records)]
        title = f"Differences to {name}; these intervals hold together at {form.level}{form.unit}"
        blocks.append(Table([["run", "difference"], *rows], title))
    if cells and others:
        rows = [[shortened(one, CELL_COLUMNS), *(form.cell(scores.get(one)) for scores in each)] for one in cells.names]
        blocks.append(Table([[cells.kind, *titles], *rows], f"Differences to {name} in {cells.each}{form.unit}"))
        blocks.append(_HOLM.format(cells.kind, level(chance)))
    return Part("differences", blocks, records, ())


def list_flips(form: Form) -> Part:
    """Return the Part of --flips: the questions on which two runs' success rates differ, the least p-value first."""
    a, b = (find_run("flips", name, form.runs) for name in form.options.flips or ())
    if a.weights:
        raise FileError("--flips needs 0/1 outcomes; --threshold makes them")
    if a.most_trials + b.most_trials > _MOST_TRIALS:
        raise FileError(f"--flips takes at most {_MOST_TRIALS:,} trials of a question, of both runs together")
    pairs = [(first, second) for (_, first), (_, second) in zip(a.questions, b.questions)]
    majorities = [(first[1] > first[0], second[1] > second[0]) for first, second in pairs]
    solved = {name: majorities.count(kind) for name, kind in _SOLVED.items()}
    order = {}  # the place of each pair of counts with different rates; `gap` is an integer multiple of the difference
    for first, second in set(pairs):
        gap = first[1] * second[0] - second[1] * first[0]
        if gap:
            order[first, second] = _chance(first, second), -abs(gap), -gap
    differing = [(str(label), pair) for (label, _), pair in zip(a.questions, pairs) if pair in order]
    rows: list[Record] = []
    for label, pair in sorted(differing, key=lambda row: order[row[1]]):
        sides = [{"successes": counts[1], "trials": sum(counts)} for counts in pair]
        rows.append({"question": label, "first": sides[0], "second": sides[1], "p": order[pair][0]})
    names = [shortened(run.title, NAME_COLUMNS) for run in (a, b)]
    record = {"first": a.title, "second": b.title, "solved": solved, "differing": rows}
    return Part("flips", _show_flips(form, names, solved, rows), record, rows)


def _show_flips(form: Form, names: Sequence[str], solved: dict[str, int], rows: Sequence[Record]) -> list[Block]:
    (both, first, second, neither), (a, b) = solved.values(), names
    total, chance = sum(solved.values()), round(1 - form.options.confidence, 12)
    words = (
        f"The success rates of {a} and {b} differ on {len(rows):,} of {count(total, 'question')}. A "
        f"question is solved if more than half of its trials succeed: both solve {both:,}, only {a} "
        f"{first:,}, only {b} {second:,}, neither {neither:,}."
    )
    if not rows:
        return [words]
    sure, table = sum(row["p"] <= chance for row in rows), [["question", *names, "p"]]
    for row in rows:
        cells = [f"{side['successes']}/{side['trials']}" for side in (row["first"], row["second"])]
        table.append([shortened(row["question"], TITLE_COLUMNS), *cells, write_number(row["p"]) if sure else ""])
    note = f"{_NOTE} Here p <= {chance:g} for {sure:,} of {total:,}; with many questions, some are below it by chance."
    note = note if sure else f"No question shows a difference on its own: p > {chance:g} on each (Fisher's exact test)."
    return [words, Table(table, "Questions on which they differ, the surest first"), note]


def _chance(first: Counts, second: Counts) -> float:
    """Return the p-value of Fisher's exact test for one question, from (failures, successes) in each of two runs."""
    n, m, successes = sum(first), sum(second), first[1] + second[1]
    least = max(0, successes - m)
    ways = [comb(n, least) * comb(m, successes - least)]
    for x in range(least, min(n, successes)):
        ways.append(ways[-1] * (n - x) * (successes - x) // ((x + 1) * (m - successes + x + 1)))
    mine = ways[first[1] - least]
    return sum(way for way in ways if way <= mine) / comb(n + m, successes)
