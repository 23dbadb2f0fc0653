"""The questions that two runs answer differently."""

from __future__ import annotations

from math import comb

from .._confidence.difference import between
from .grading import FileError, count, shown
from .metrics import SUMMARY, metric
from .missing import paired_by_row
from .names import fitted
from .slices import clusters
from .text import ABOUT, Table, csv, folded, interval, level, number, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .arguments import Options
    from .forest import Forest
    from .missing import Run
    from .text import Block

    Pair = tuple[tuple[int, ...], tuple[int, ...]]  # the counts of both runs: failures, successes

_ANY = 1000  # where the width is not limited
_NAME = 24  # columns of a run's name
_WIDEST = 38  # columns of a question's name
_LISTED = 40  # questions in text
_MOST_TRIALS = 4000  # a question: p is a sum over them
_NOTE = (
    "p: how often a question on which both are equally good comes out at least so differently (Fisher's exact test)."
)


class Flips:
    """The questions by how sure the difference is, and the forms in which they are printed."""

    status = 0

    def __init__(self, runs: list[Run], options: Options) -> None:
        self._options = options
        self._runs = a, b = [_found(name, runs) for name in options.flips or ()]
        if a is b:
            raise FileError("--flips needs two different runs")
        if a.weights:
            raise FileError("--flips needs 0/1 outcomes; --threshold makes them")
        if a.most_trials + b.most_trials > _MOST_TRIALS:
            raise FileError(f"--flips takes {_MOST_TRIALS:,} trials of a question at most, of both runs together")
        self._metric = metric("avg")
        self._clusters = clusters(runs, options.cluster) if options.cluster else None
        asked = None, options.confidence, options.questions, self._clusters
        self._means = [self._metric.interval(run, *asked) for run in self._runs]
        self._difference = between(self._metric.side(a, *asked), self._metric.side(b, *asked))
        pairs = [(str(label), (one, other)) for (label, one), (_, other) in zip(a.questions, b.questions)]
        self._solved = [[_is_solved(counts) for counts in pair] for _, pair in pairs]
        chances = {pair: _chance(*pair) for _, pair in pairs if _gap(pair)}
        differing = [(label, pair) for label, pair in pairs if pair in chances]
        differing.sort(key=lambda row: (chances[row[1]], -abs(_gap(row[1])), -_gap(row[1])))
        self._rows = [(label, pair, chances[pair]) for label, pair in differing]

    def blocks(self, width: int | None) -> list[Block]:
        names = fitted([run.title for run in self._runs], _NAME if width else _ANY)
        percent = self._options.percent
        both, *_, neither = self._sums()
        solved = f"Both solve {both:,}, neither solves {neither:,}. To solve: more than half of the trials succeed; "
        solved += "just half is not enough."
        rows = [["question", *names, "p"]]
        for label, pair, chance in self._rows[:_LISTED]:
            cells = [f"{counts[1]}/{sum(counts)}" for counts in pair]
            rows.append([shortened(label, _WIDEST if width else _ANY), *cells, number(chance, percent)])
        about = f"Intervals {ABOUT[self._options.questions]}. "
        found: list[Block] = [self._heading(names), self._table_of_runs(names), folded(about + solved, width)]
        if not self._rows:
            return found
        more = len(self._rows) - _LISTED
        rest = f"And {more:,} more, less surely: --json and --csv have all.\n" if more > 0 else ""
        alpha = round(1 - self._options.confidence, 12)
        sure = sum(p <= alpha for *_, p in self._rows)
        here = f"Here p <= {alpha:g} on {sure:,} of {len(self._solved):,}; among many questions, some are so by chance."
        return [*found, Table(rows), *([rest] if rest else []), folded(f"{_NOTE} {here}", width)]

    def _heading(self, names: Sequence[str]) -> str:
        _, *alone, _ = self._sums()
        lines = [
            " and ".join(names),
            f"{count(len(self._solved), 'question')}: the success rates differ on {len(self._rows):,}, "
            f"one run alone solves {sum(alone):,}",
        ]
        lines += paired_by_row(self._runs)
        return "\n".join(lines) + "\n"

    def _table_of_runs(self, names: Sequence[str]) -> Table:
        options, percent = self._options, self._options.percent
        rows = [["", self._metric.of(*self._runs), f"{level(options.confidence)} interval", "solves alone"]]
        _, *alone, _ = self._sums()
        for name, (value, _, lo, hi), solved in zip(names, self._means, alone):
            rows.append([name, number(value, percent), interval(lo, hi, percent), f"{solved:,}"])
        value, _, lo, hi = self._difference
        return Table([*rows, ["difference", number(value, percent), interval(lo, hi, percent), ""]])

    def _sums(self) -> list[int]:
        """How many questions both solve, the first alone, the second alone, and neither."""
        return [self._solved.count([one, other]) for one in (True, False) for other in (True, False)]

    def json(self) -> str:
        import json

        found: dict[str, Any] = {
            "flips": [run.title for run in self._runs],
            "confidence": self._options.confidence,
            "questions": self._options.questions,
            "question_count": len(self._solved),
            "first": dict(zip(SUMMARY, self._means[0])),
            "second": dict(zip(SUMMARY, self._means[1])),
            "difference": dict(zip(SUMMARY, self._difference)),
            "solved": dict(zip(("both", "first_alone", "second_alone", "neither"), self._sums())),
            "differing": [
                {"question": label, "first": _counts(pair[0]), "second": _counts(pair[1]), "p": p}
                for label, pair, p in self._rows
            ],
        }
        return json.dumps(found, indent=2) + "\n"

    def csv(self) -> str:
        head = ["question", "first_successes", "first_trials", "second_successes", "second_trials", "p"]
        rows = [[label, *_counts(one).values(), *_counts(other).values(), p] for label, (one, other), p in self._rows]
        return csv([head, *rows])

    def picture(self) -> Forest:
        raise FileError("--flips has no picture; leave out --svg, --html and --plot")


def _found(name: str, runs: Sequence[Run]) -> Run:
    """The run of this name or file."""
    found = [run for run in runs if name == run.title] or [run for run in runs if name == run.file]
    if len(found) != 1:
        names = ", ".join(shown(run.title) for run in runs[:10])
        how_many = "several runs are" if found else "no run is"
        raise FileError(f"--flips {shown(name)}: {how_many} named so; there are {names}")
    return found[0]


def _counts(counts: Sequence[int]) -> dict[str, int]:
    return {"successes": counts[1], "trials": sum(counts)}


def _is_solved(counts: Sequence[int]) -> bool:
    return counts[1] > counts[0]


def _gap(pair: Pair) -> int:
    """The difference of the rates, times both numbers of trials."""
    (failures, successes), (other_failures, other_successes) = pair
    return successes * other_failures - other_successes * failures


def _chance(one: Sequence[int], other: Sequence[int]) -> float:
    """Fisher's exact test: the chance that the successes fall so unequally, or more, on the trials of both runs."""
    n, m, successes = sum(one), sum(other), one[1] + other[1]
    least = max(0, successes - m)
    ways = [comb(n, least) * comb(m, successes - least)]
    for x in range(least, min(n, successes)):
        ways.append(ways[-1] * (n - x) * (successes - x) // ((x + 1) * (m - successes + x + 1)))
    mine = ways[one[1] - least]
    return sum(way for way in ways if way <= mine) / comb(n + m, successes)
