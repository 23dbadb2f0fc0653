"""How two runs differ: in each task or slice, at which k, and on which questions (--flips)."""

from __future__ import annotations

from math import comb

from .forms import Part, find_run
from .grading import FileError, count
from .tables import Table
from .text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, shared_level, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .forms import Form, Record
    from .metrics import Metric, Score
    from .run import Counts, Run
    from .tables import Block

_LISTED = 40  # questions in text
_MOST_TRIALS = 4000  # a question: p is a sum over them
_NOTE = "p: the chance of a difference this large if both are equally good on the question (Fisher's exact test)."


class _Pair:
    """The differences between a run and the run `base`: in each task or slice that both have, and over all of them."""

    def __init__(self, form: Form, run: Run, base: Run, metric: Metric, confidence: float) -> None:
        assert form.cells
        cells = form.cells
        both = [name for name in cells.of[run] if name in cells.of[base]]
        own, others = ([cells.of[one][name] for name in both] for one in (run, base))
        self.run, self.base = run, base
        found = metric.tasks((own, others), confidence, rest=False)
        self.rows: list[Record] = [{cells.kind: name, "difference": one} for name, one in zip(both, found)]
        for row, rest in zip(self.rows, metric.tasks((own, others), confidence, rest=True) if both[1:] else ()):
            row["from_the_others"] = rest
        # The tasks or slices whose difference is not the mean of the others.
        apart = [(row[cells.kind], row["from_the_others"]) for row in self.rows if "from_the_others" in row]
        self.differing = {name: one for name, one in apart if one["lo"] > 0 or one["hi"] < 0}
        self.whole: Score | None = None
        if len(both) == len(cells.names):
            self.whole = form.whole([run, base], metric, confidence)


class Differences(Part):
    """The difference between each run and the baseline; without a baseline, between the second run and the first."""

    key = "differences"
    is_asked = False

    def __init__(self, form: Form, metric: Metric, base: Run | None) -> None:
        assert form.cells
        self._form, self._cells = form, form.cells
        base = base or form.runs[0]
        others = [run for run in form.runs if run is not base]
        self._confidence = 1 - (1 - form.options.confidence) / len(others)  # they share the chance of an error
        self._pairs = [_Pair(form, run, base, metric, self._confidence) for run in others]

    def blocks(self) -> list[Block]:
        together = f"; the intervals hold together at {shared_level(self._confidence)} (Holm):"
        return [
            block
            for pair in self._pairs
            for block in self._blocks(pair, ":" if pair is not self._pairs[0] else together)
        ]

    def _blocks(self, pair: _Pair, end: str) -> list[Block]:
        form, cells = self._form, self._cells
        run, base = (shortened(one.title, NAME_COLUMNS) for one in (pair.run, pair.base))
        _, *columns = pair.rows[0]
        has_rest = "from_the_others" in columns
        rows = [[cells.kind, "difference", *["less the mean of the others"] * has_rest]]
        rows += [
            [shortened(row[cells.kind], CELL_COLUMNS), *(form.cell(row[name]) for name in columns)] for row in pair.rows
        ]
        last = [cells.mean if form.averaged else "all", form.cell(pair.whole)] if pair.whole else []
        rows += [[*last, *[""] * has_rest]] if last else []
        words = [
            f"{shortened(name, CELL_COLUMNS)} ({'above' if one['lo'] > 0 else 'below'})"
            for name, one in pair.differing.items()
        ]
        differ = f"Different from the others: {', '.join(words)}."
        same = f"The {cells.kind}s do not differ among each other more than chance explains."
        note = [differ if words else same] * has_rest
        return [f"{run} less {base} in each {cells.kind}{end}", Table(rows), *note]

    def record(self) -> list[Record]:
        return [
            {
                "run": pair.run.title,
                "base": pair.base.title,
                "confidence": self._confidence,
                "difference": pair.whole,
                f"{self._cells.kind}s": pair.rows,
                "differing": list(pair.differing),
            }
            for pair in self._pairs
        ]


def in_words(
    ks: Sequence[int], crossing: tuple[Sequence[tuple[float, float, float]], Sequence[int | None]], a: str, b: str
) -> str | None:
    """Say at which k each run is better: "a is better at k = 1 to 2, b from 5 on; b first draws level at k = 4."

    `crossing` is the result of `Metric.crossing`. Return "" if no run is ever better. Return None if `b` is better at
    the smallest such k: then call again with the runs swapped.
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
    """Return the difference of two success rates on one question, times both numbers of trials: an integer."""
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
