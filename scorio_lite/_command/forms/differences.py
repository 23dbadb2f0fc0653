"""How two runs differ: in each task or slice, at which k, and on which questions (--flips)."""

from __future__ import annotations

from math import comb

from ..grading import FileError, count
from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, shared_level, shortened
from .form import Part, find_run
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ..run import Counts, Run
    from ..score.metrics import Metric
    from .form import Form, Record
    from .tables import Block

_LISTED = 40  # questions in text
_MOST_TRIALS = 4000  # a question: p is a sum over them
_NOTE = "p: the chance of a difference this large if both are equally good on the question (Fisher's exact test)."


class Differences(Part):
    """The difference between each run and the baseline; without a baseline, between the second run and the first."""

    key = "differences"
    is_asked = False

    def __init__(self, form: Form, metric: Metric, base: Run | None) -> None:
        assert form.cells
        self._form, self._cells, base = form, form.cells, base or form.runs[0]
        others = [run for run in form.runs if run is not base]
        self._confidence = 1 - (1 - form.options.confidence) / len(others)  # they share the chance of an error
        self.rows = [self._compare(run, base, metric) for run in others]

    def _compare(self, run: Run, base: Run, metric: Metric) -> Record:
        """Return the differences of two runs: in each task or slice that both have, and over all of them."""
        cells, confidence = self._cells, self._confidence
        both = [name for name in cells.of[run] if name in cells.of[base]]
        sides = [[cells.of[one][name] for name in both] for one in (run, base)]
        rows: list[Record] = [
            {cells.kind: name, "difference": one}
            for name, one in zip(both, metric.tasks(sides, confidence, rest=False))
        ]
        for row, rest in zip(rows, metric.tasks(sides, confidence, rest=True) if both[1:] else ()):
            row["from_the_others"] = rest
        is_whole = len(both) == len(cells.names)
        return {
            "run": run.title,
            "base": base.title,
            "confidence": confidence,
            "difference": self._form.measure([run, base], metric, confidence) if is_whole else None,
            f"{cells.kind}s": rows,
            "differing": [row[cells.kind] for row in rows if _direction(row)],
        }

    def blocks(self) -> list[Block]:
        together = f"; the intervals hold together at {shared_level(self._confidence)} (Holm):"
        ends = [together, *[":"] * len(self.rows)]
        return [block for row, end in zip(self.rows, ends) for block in self._blocks(row, end)]

    def _blocks(self, found: Record, end: str) -> list[Block]:
        form, cells = self._form, self._cells
        run, base = (shortened(found[name], NAME_COLUMNS) for name in ("run", "base"))
        parts = found[f"{cells.kind}s"]
        titles = {"difference": "difference", "from_the_others": "less the mean of the others"}
        columns = [name for name in titles if name in parts[0]]
        rows = [[cells.kind, *map(titles.__getitem__, columns)]]
        rows += [
            [shortened(row[cells.kind], CELL_COLUMNS), *(form.cell(row[name]) for name in columns)] for row in parts
        ]
        if found["difference"]:
            last = [cells.mean if form.tasks else "all", form.cell(found["difference"])]
            rows.append([*last, *[""] * len(columns[1:])])
        words = [f"{shortened(row[cells.kind], CELL_COLUMNS)} ({_direction(row)})" for row in parts if _direction(row)]
        same = f"The {cells.kind}s do not differ among each other more than chance explains."
        note = f"Different from the others: {', '.join(words)}." if words else same
        return [f"{run} less {base} in each {cells.kind}{end}", Table(rows), *[note] * len(columns[1:])]

    def record(self) -> Sequence[Record]:
        return self.rows


def _direction(row: Record) -> str:
    """Say whether the difference in a task or slice is above or below the mean of the others; "" if it may be equal."""
    rest = row.get("from_the_others")
    return "" if not rest else "above" if rest["lo"] > 0 else "below" if rest["hi"] < 0 else ""


def in_words(
    ks: Sequence[int], crossing: tuple[Sequence[tuple[float, float, float]], Sequence[int | None]], a: str, b: str
) -> str | None:
    """Say at which k each run is better: "a is better at k = 1 to 2, b from 5 on; b first draws level at k = 4."

    `crossing` is the result of `Metric.crossing`. Return "" if neither run is better at any k. Return None if `b` is
    better first, at the smallest k: then call again with the runs swapped.
    """
    points, first = crossing
    of_a = [i for i, (_, lo, _) in enumerate(points) if lo > 0]
    of_b = [i for i, (_, _, hi) in enumerate(points) if hi < 0]
    if not of_a and not of_b:
        return ""
    if min(of_a + of_b) in of_b:
        return None
    words = f"{a} is better {_spans(ks, of_a)}"
    words += f", {b} {_spans(ks, of_b)}" if of_b else ""
    known = [k for k in first if k is not None]
    if len(known) == len(ks) or not known:
        return f"{words}."
    level = f"at k = {known[0]}" if len(known) == 1 else f"between {known[0]} and {known[-1]}"
    nowhere = f", or at none up to {ks[-1]}" if None in first else ""
    return f"{words}; {b} first draws level {level}{nowhere}."


def _spans(ks: Sequence[int], places: Sequence[int]) -> str:
    """Put the k at these positions of `ks` into words, such as "at k = 1 to 2" or "from 5 on"."""
    spans: list[list[int]] = []
    for i in places:
        if spans and spans[-1][-1] == i - 1:
            spans[-1].append(i)
        else:
            spans.append([i])
    if len(spans) == 1 and len(spans[0]) == len(ks):
        return f"at every k = {ks[0]} to {ks[-1]}" if len(ks) > 1 else f"at k = {ks[0]}"
    words = []
    for span in spans:
        low, high = ks[span[0]], ks[span[-1]]
        is_open = span[-1] == len(ks) - 1 and len(span) > 1
        words.append(f"from {low} on" if is_open else f"{low} to {high}" if low < high else str(low))
    return ("" if words[0].startswith("from") else "at k = ") + " and ".join(words)


class Flips(Part):
    """The questions that the two runs of --flips answer differently; the surest difference comes first."""

    key = "flips"

    def __init__(self, form: Form) -> None:
        self._form = form
        self._pair = a, b = [find_run("flips", name, form.runs) for name in form.options.flips or ()]
        if a.weights:
            raise FileError("--flips needs 0/1 outcomes; --threshold makes them")
        if a.most_trials + b.most_trials > _MOST_TRIALS:
            raise FileError(f"--flips takes at most {_MOST_TRIALS:,} trials of a question, of both runs together")
        pairs = [(one, other) for (_, one), (_, other) in zip(a.questions, b.questions)]
        solved = [(one[1] > one[0], other[1] > other[0]) for one, other in pairs]
        # The numbers of questions that both runs solve, only the first, only the second, and neither.
        self._sums = [solved.count((one, other)) for one in (True, False) for other in (True, False)]
        gaps = {pair: _gap(*pair) for pair in pairs}
        keys = {pair: (_chance(*pair), -abs(gap), -gap) for pair, gap in gaps.items() if gap}
        differing = [(str(label), pair) for (label, _), pair in zip(a.questions, pairs) if pair in keys]
        self.rows = [
            {"question": label, "first": _counted(pair[0]), "second": _counted(pair[1]), "p": keys[pair][0]}
            for label, pair in sorted(differing, key=lambda row: keys[row[1]])
        ]

    def blocks(self) -> list[Block]:
        names, form = [shortened(run.title, NAME_COLUMNS) for run in self._pair], self._form
        both, first, second, neither = self._sums
        words = (
            f"The success rates of {names[0]} and {names[1]} differ on {len(self.rows):,} of "
            f"{count(sum(self._sums), 'question')}. A question is solved if more than half of its trials succeed: "
            f"both solve {both:,}, only {names[0]} {first:,}, only {names[1]} {second:,}, neither {neither:,}."
        )
        if not self.rows:
            return [words]
        rows = [["question", *names, "p"]]
        for row in self.rows[:_LISTED]:
            cells = [f"{side['successes']}/{side['trials']}" for side in (row["first"], row["second"])]
            rows.append([shortened(row["question"], TITLE_COLUMNS), *cells, form.number(row["p"])])
        more = len(self.rows[_LISTED:])
        rest = [f"{more:,} more with weaker evidence; see --json or --csv."] if more else []
        level, among = form.options.confidence, sum(self._sums)
        sure = sum(1 - row["p"] >= level for row in self.rows)
        here = f"Here p <= {1 - level:g} for {sure:,} of {among:,}; with many questions, some are below it by chance."
        return [words, Table(rows), *rest, f"{_NOTE} {here}"]

    def record(self) -> Record:
        return {
            "first": self._pair[0].title,
            "second": self._pair[1].title,
            "solved": dict(zip(("both", "first_alone", "second_alone", "neither"), self._sums)),
            "differing": self.rows,
        }


def _counted(counts: Counts) -> Record:
    return {"successes": counts[1], "trials": sum(counts)}


def _gap(one: Counts, other: Counts) -> int:
    """Return the difference of two success rates on a question, multiplied by both numbers of trials: an integer."""
    return one[1] * other[0] - other[1] * one[0]


def _chance(one: Counts, other: Counts) -> float:
    """Return the p-value of Fisher's exact test for one question, from its counts in two runs."""
    n, m, successes = sum(one), sum(other), one[1] + other[1]
    least = max(0, successes - m)
    ways = [comb(n, least) * comb(m, successes - least)]
    for x in range(least, min(n, successes)):
        ways.append(ways[-1] * (n - x) * (successes - x) // ((x + 1) * (m - successes + x + 1)))
    mine = ways[one[1] - least]
    return sum(way for way in ways if way <= mine) / comb(n + m, successes)
