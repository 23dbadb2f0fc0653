"""How two runs differ in each task or slice, and on which questions (--flips)."""

from __future__ import annotations

from math import comb

from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, FileError, count, level, shortened
from .form import Part, find_run
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Block, Counts, Form, Metric, Record, Run

_LISTED = 40  # questions in text
_MOST_TRIALS = 4000  # a question: p is a sum over them
_HOLM = (
    "Each of these intervals holds by itself. The chance that any of a {} excludes 0 where there is no difference is "
    "at most {} (Holm)."
)
_NOTE = "p: the chance of a difference this large if both are equally good on the question (Fisher's exact test)."


def compare_in_cells(form: Form, metric: Metric) -> Part:
    """Return the differences of each run to the baseline, or of the second run to the first, in each task or slice."""
    cells, base = form.cells, form.baseline or form.runs[0]
    assert cells
    kind, others = cells.kind, [run for run in form.runs if run is not base and {*cells.of[base]} & {*cells.of[run]}]
    chance = 1 - form.options.confidence
    confidence = 1 - chance / max(1, len(others))  # they share the chance of an error
    by = f" by {cells.field}" if cells.field else ""
    blocks: list[Block] = []
    records: list[Record] = []
    for run in others:
        both = [name for name in cells.of[run] if name in cells.of[base]]
        scores = metric.tasks([[cells.of[side][name] for name in both] for side in (run, base)], confidence)
        sides = [form.cells_of(run), form.cells_of(base)]
        whole = form.measure(sides, metric, confidence) if len(both) == len(cells.names) else None
        records.append({"run": run.title, "base": base.title, "confidence": confidence, "difference": whole})
        records[-1][f"{kind}s"] = [{kind: name, "difference": score} for name, score in zip(both, scores)]
        names = [shortened(side.title, NAME_COLUMNS) for side in (run, base)]
        rows = [(shortened(name, CELL_COLUMNS), form.cell(score)) for name, score in zip(both, scores)]
        rows += [(cells.mean if form.tasks else "all", form.cell(whole))] if whole else []
        blocks += [f"{names[0]} less {names[1]} in each {kind}{by}:", Table([(kind, "difference"), *rows])]
    blocks.append(_HOLM.format(kind, level(chance)))
    return Part("differences", blocks, records, ())


def compare_runs(form: Form, base: Run, metric: Metric) -> Part:
    """Return the differences of all other runs to the baseline, which share the chance of an error."""
    runs, chance = [run for run in form.runs if run is not base], 1 - form.options.confidence
    asked = {"run": "", "base": base.title, "confidence": 1 - chance / len(runs)}
    scores = [form.measure([[run], [base]], metric, 1 - chance / len(runs)) for run in runs]
    rows = [(shortened(run.title, NAME_COLUMNS), form.cell(score)) for run, score in zip(runs, scores)]
    words = f"Differences to {shortened(base.title, NAME_COLUMNS)}; the chance that any of them is wrong is at most"
    records = [{**asked, "run": run.title, "difference": score} for run, score in zip(runs, scores)]
    blocks = [f"{words} {level(chance)}:", Table([("run", "difference"), *rows])]
    return Part("differences", blocks, records, ())


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
    return [words, Table(rows), *rest, f"{_NOTE} {here}"]


def _chance(first: Counts, second: Counts) -> float:
    """Return the p-value of Fisher's exact test for a question, from its counts in two runs."""
    n, m, successes = sum(first), sum(second), first[1] + second[1]
    least = max(0, successes - m)
    ways = [comb(n, least) * comb(m, successes - least)]
    for x in range(least, min(n, successes)):
        ways.append(ways[-1] * (n - x) * (successes - x) // ((x + 1) * (m - successes + x + 1)))
    mine = ways[first[1] - least]
    return sum(way for way in ways if way <= mine) / comb(n + m, successes)
