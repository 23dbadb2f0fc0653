"""How two runs differ in each task or slice, and on which questions (--flips)."""

from __future__ import annotations

from math import comb

from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, FileError, count, level, shortened
from .form import Part, find_run
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Block, Cells, Counts, Form, Metric, Record, Run

_LISTED = 40  # questions in text
_MOST_TRIALS = 4000  # a question: p is a sum over them
_HOLM = (
    "The chance that any interval of a {} excludes 0 where there is no difference is at most {} (Holm); each of these "
    "intervals holds by itself."
)
_NOTE = "p: the chance of a difference this large if both are equally good on the question (Fisher's exact test)."


def compare_runs(form: Form, base: Run, cells: Cells | None, metric: Metric) -> Part:
    """Return the differences of the other runs to this one: of the whole, and in each task or slice."""
    others = [run for run in form.runs if run is not base and (not cells or {*cells.of[base]} & {*cells.of[run]})]
    chance, name = 1 - form.options.confidence, shortened(base.title, NAME_COLUMNS)
    confidence = 1 - chance / max(1, len(others))  # they share the chance of an error
    rows, records, tables = [("run", "difference")], [], []  # type: list[tuple[str, str]], list[Record], list[Block]
    for run in others:
        both = [one for one in cells.of[run] if one in cells.of[base]] if cells else []
        sides, title = [form.cells_of(run), form.cells_of(base)], shortened(run.title, NAME_COLUMNS)
        whole = None if cells and len(both) < len(cells.names) else form.measure(sides, metric, confidence=confidence)
        rows += [(title, form.cell(whole))] * bool(whole)
        records.append({"run": run.title, "base": base.title, "confidence": confidence, "difference": whole})
        if cells:
            kind = cells.kind
            scores = metric.tasks([[cells.of[side][one] for one in both] for side in (run, base)], confidence)
            records[-1][f"{kind}s"] = [{kind: one, "difference": score} for one, score in zip(both, scores)]
            each = [(shortened(one, CELL_COLUMNS), form.cell(score)) for one, score in zip(both, scores)]
            tables.append(Table([(kind, "difference"), *each], f"{title} less {name} in {cells.each}"))
    if cells and tables:
        tables.append(_HOLM.format(cells.kind, level(chance)))
    if rows[1:]:
        tables.insert(0, Table(rows, f"Differences to {name}; these intervals hold together at {form.level}"))
    return Part("differences", tables, records, ())


def list_flips(form: Form) -> Part:
    """Return the questions that the two runs of --flips answer differently; the surest difference comes first."""
    a, b = (find_run("flips", name, form.runs) for name in form.options.flips or ())
    if a.weights:
        raise FileError("--flips needs 0/1 outcomes; --threshold makes them")
    if a.most_trials + b.most_trials > _MOST_TRIALS:
        raise FileError(f"--flips takes at most {_MOST_TRIALS:,} trials of a question, of both runs together")
    pairs = [(first, second) for (_, first), (_, second) in zip(a.questions, b.questions)]
    solved = [(first[1] > first[0], second[1] > second[0]) for first, second in pairs]
    # The numbers of questions that both runs solve, only the first, only the second, and neither.
    sums = [solved.count((first, second)) for first in (True, False) for second in (True, False)]
    order = {}  # of pairs of counts with different rates, whose difference times both numbers of trials is an integer
    for first, second in set(pairs):
        gap = first[1] * second[0] - second[1] * first[0]
        if gap:
            order[first, second] = _chance(first, second), -abs(gap), -gap
    differing = [(str(label), pair) for (label, _), pair in zip(a.questions, pairs) if pair in order]
    rows: list[Record] = []
    for label, pair in sorted(differing, key=lambda row: order[row[1]]):
        sides = [{"successes": counts[1], "trials": sum(counts)} for counts in pair]
        rows.append({"question": label, "first": sides[0], "second": sides[1], "p": order[pair][0]})
    named = dict(zip(("both", "first_alone", "second_alone", "neither"), sums))
    record = {"first": a.title, "second": b.title, "solved": named, "differing": rows}
    names = [shortened(run.title, NAME_COLUMNS) for run in (a, b)]
    return Part("flips", _blocks(form, names, sums, rows), record, rows)


def _blocks(form: Form, names: list[str], sums: list[int], flips: list[Record]) -> list[Block]:
    (a, b), (both, first, second, neither), total = names, sums, sum(sums)
    words = (
        f"The success rates of {a} and {b} differ on {len(flips):,} of {count(total, 'question')}. A question is "
        f"solved if more than half of its trials succeed: both solve {both:,}, only {a} {first:,}, only {b} "
        f"{second:,}, neither {neither:,}."
    )
    if not flips:
        return [words]
    rows = [["question", a, b, "p"]]
    for flip in flips[:_LISTED]:
        cells = [f"{side['successes']}/{side['trials']}" for side in (flip["first"], flip["second"])]
        rows.append([shortened(flip["question"], TITLE_COLUMNS), *cells, form.write(flip["p"])])
    more = len(flips[_LISTED:])
    rest = [f"{more:,} more: see --json or --csv."] if more else []
    chance = round(1 - form.options.confidence, 12)
    sure = sum(flip["p"] <= chance for flip in flips)
    here = f"Here p <= {chance:g} for {sure:,} of {total:,}; with many questions, some are below it by chance."
    least = min(_chance((flip["first"]["trials"], 0), (0, flip["second"]["trials"])) for flip in flips)
    if least > chance:
        here = f"With so few trials, no p can be {chance:g} or less."
    return [words, Table(rows, "Questions on which they differ, the surest first"), *rest, f"{_NOTE} {here}"]


def _chance(first: Counts, second: Counts) -> float:
    """Return the p-value of Fisher's exact test for a question, from its counts in two runs."""
    n, m, successes = sum(first), sum(second), first[1] + second[1]
    least = max(0, successes - m)
    ways = [comb(n, least) * comb(m, successes - least)]
    for x in range(least, min(n, successes)):
        ways.append(ways[-1] * (n - x) * (successes - x) // ((x + 1) * (m - successes + x + 1)))
    mine = ways[first[1] - least]
    return sum(way for way in ways if way <= mine) / comb(n + m, successes)
