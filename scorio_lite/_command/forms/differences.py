"""How two runs differ: in each task or slice, at which k, and on which questions (--flips)."""

from __future__ import annotations

from math import comb

from ..grading import FileError, count
from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, shared_level, shortened
from .form import Part, find_run
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..score.metrics import Metric
    from ..score.run import Counts, Run
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
        others = [
            run
            for run in form.runs
            if run is not base and not form.cells.of[base].keys().isdisjoint(form.cells.of[run])
        ]
        self._confidence = 1 - (1 - form.options.confidence) / max(1, len(others))  # they share the chance of an error
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
        form, cells = self._form, self._cells
        level = shared_level(self._confidence)
        each = f"{cells.kind} by {cells.field}" if cells.field else cells.kind
        blocks: list[Block] = []
        for compared in self.rows:
            run, base = (shortened(compared[name], NAME_COLUMNS) for name in ("run", "base"))
            cell_rows = compared[f"{cells.kind}s"]
            titles = {"difference": "difference", "from_the_others": "less the mean of the others"}
            titles = {name: title for name, title in titles.items() if name in cell_rows[0]}
            rows = [[cells.kind, *titles.values()]]
            rows += [[_name(row, cells.kind), *(form.cell(row[name]) for name in titles)] for row in cell_rows]
            if compared["difference"]:
                last = [cells.mean if form.tasks else "all", form.cell(compared["difference"])]
                rows.append([*last, *[""] * (len(titles) - 1)])
            words = [f"{_name(row, cells.kind)} ({_direction(row)})" for row in cell_rows if _direction(row)]
            same = f"The {cells.kind}s do not differ among each other more than chance explains."
            note = f"Different from the others: {', '.join(words)}." if words else same
            together = f"{run} less {base} in each {each}; the intervals hold together at {level} (Holm):"
            blocks += [together, Table(rows), *[note] * (len(titles) - 1)]
        return blocks

    def record(self) -> Sequence[Record]:
        return self.rows


def _name(row: Record, kind: str) -> str:
    return shortened(row[kind], CELL_COLUMNS)


def _direction(row: Record) -> str:
    """Say whether the difference in a task or slice is above or below the mean of the others; "" if it may be equal."""
    rest = row.get("from_the_others")
    return "" if not rest else "above" if rest["lo"] > 0 else "below" if rest["hi"] < 0 else ""


def in_words(ks: Sequence[int], points: Any, a: str, b: str) -> str | None:
    """Say at which k each run is better: "a is better at k = 1 to 2, b at k = 5."

    `points` is the result of `Metric.crossing`. Return "" if neither run is better at any k. Return None if `b` is
    better first, at the smallest k: then call again with the runs swapped.
    """
    of_a = [i for i, (_, lo, _) in enumerate(points) if lo > 0]
    of_b = [i for i, (_, _, hi) in enumerate(points) if hi < 0]
    if of_b and min(of_a + of_b) in of_b:
        return None
    words = ", ".join(
        f"{name} {_spans(ks, places)}" for name, places in ((f"{a} is better", of_a), (b, of_b)) if places
    )
    return words and f"{words}."


def _spans(ks: Sequence[int], places: Sequence[int]) -> str:
    """Put the k at these positions of `ks` into words, such as "at k = 1 to 2 and 5"."""
    starts = [i for i in places if i - 1 not in places]
    ends = [i for i in places if i + 1 not in places]
    words = [f"{ks[i]} to {ks[j]}" if i < j else f"{ks[i]}" for i, j in zip(starts, ends)]
    return f"at k = {' and '.join(words)}"


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
        pairs = [(first, second) for (_, first), (_, second) in zip(a.questions, b.questions)]
        solved = [(first[1] > first[0], second[1] > second[0]) for first, second in pairs]
        # The numbers of questions that both runs solve, only the first, only the second, and neither.
        self._sums = [solved.count((first, second)) for first in (True, False) for second in (True, False)]
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
            rows.append([shortened(row["question"], TITLE_COLUMNS), *cells, form.write(row["p"])])
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


def _gap(first: Counts, second: Counts) -> int:
    """Return the difference of two success rates on a question, multiplied by both numbers of trials: an integer."""
    return first[1] * second[0] - second[1] * first[0]


def _chance(first: Counts, second: Counts) -> float:
    """Return the p-value of Fisher's exact test for a question, from its counts in two runs."""
    n, m, successes = sum(first), sum(second), first[1] + second[1]
    least = max(0, successes - m)
    ways = [comb(n, least) * comb(m, successes - least)]
    for x in range(least, min(n, successes)):
        ways.append(ways[-1] * (n - x) * (successes - x) // ((x + 1) * (m - successes + x + 1)))
    mine = ways[first[1] - least]
    return sum(way for way in ways if way <= mine) / comb(n + m, successes)
