"""The questions that two runs answer differently."""

from __future__ import annotations

from math import comb

from .forms import Form, find_run
from .grading import FileError, count
from .metric_names import AVG
from .run import paired_by_row
from .tables import Table
from .text import TITLE_COLUMNS, in_one_line, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .arguments import Options
    from .forms import Record
    from .run import Counts, Run
    from .tables import Block

_LISTED = 40  # questions in text
_MOST_TRIALS = 4000  # a question: p is a sum over them
_NOTE = "p: the chance of a difference this large if both are equally good on the question (Fisher's exact test)."


class Flips(Form):
    """The questions that two runs answer differently; the surest difference comes first."""

    def __init__(self, runs: list[Run], options: Options) -> None:
        super().__init__(runs, options)
        self._pair = a, b = [find_run("flips", name, runs) for name in options.flips or ()]
        if a is b:
            raise FileError("--flips needs two different runs")
        if a.weights:
            raise FileError("--flips needs 0/1 outcomes; --threshold makes them")
        if a.most_trials + b.most_trials > _MOST_TRIALS:
            raise FileError(f"--flips takes at most {_MOST_TRIALS:,} trials of a question, of both runs together")
        self._means = [self.score(run, AVG) for run in self._pair]
        self._difference = self.measure([a, b], AVG)
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
        names = [in_one_line(run.title) for run in self._pair]
        both, *_, neither = self._sums
        words = (
            f"Intervals {self.about}. A difference above 0 is in favour of {names[0]}. Both solve {both:,}, neither "
            f"solves {neither:,}: a question is solved if more than half of its trials succeed."
        )
        found: list[Block] = [self._heading(names), self._table_of_runs(names), words, *self.notes()]
        rows = [["question", *names, "p"]]
        for row in self.rows[:_LISTED]:
            cells = [f"{side['successes']}/{side['trials']}" for side in (row["first"], row["second"])]
            rows.append([shortened(row["question"], TITLE_COLUMNS), *cells, self.number(row["p"])])
        more = len(self.rows[_LISTED:])
        rest = [f"{more:,} more with weaker evidence; see --json or --csv."] if more else []
        alpha = round(1 - self.options.confidence, 12)
        sure, among = sum(row["p"] <= alpha for row in self.rows), sum(self._sums)
        here = f"Here p <= {alpha:g} for {sure:,} of {among:,}; with many questions, some are below it by chance."
        table: list[Block] = [Table(rows), *rest, f"{_NOTE} {here}"]
        return [*found, *(table if self.rows else [])]

    def _heading(self, names: Sequence[str]) -> str:
        _, *only_one, _ = self._sums
        differ = f"the success rates differ on {len(self.rows):,}, only one run solves {sum(only_one):,}"
        lines = [" and ".join(names), f"{count(sum(self._sums), 'question')}: {differ}"]
        return "\n".join([*lines, *paired_by_row(self._pair), *self.cluster_lines()])

    def _table_of_runs(self, names: Sequence[str]) -> Table:
        """Return a table of the mean of each run, and of their difference: first run minus second."""
        rows = [["", AVG.of(*self._pair), f"{self.level} interval", "only it solves"]]
        _, *only_one, _ = self._sums
        for name, score, solved in zip(names, self._means, only_one):
            rows.append([name, self.number(score["value"]), self.ends(score), f"{solved:,}"])
        value = self.number(self._difference["value"])
        return Table([*rows, ["first minus second", value, self.ends(self._difference), ""]])

    def title(self) -> str:
        return " and ".join(run.title for run in self._pair)

    def record(self) -> Record:
        first, second = self._means
        return {
            "flips": [run.title for run in self._pair],
            "confidence": self.options.confidence,
            "questions": self.options.questions,
            **self.settings(),
            "question_count": sum(self._sums),
            "first": first,
            "second": second,
            "difference": self._difference,
            "solved": dict(zip(("both", "first_alone", "second_alone", "neither"), self._sums)),
            "differing": self.lines(),
        }


def _counted(counts: Counts) -> Record:
    return {"successes": counts[1], "trials": sum(counts)}


def _gap(one: Counts, other: Counts) -> int:
    """Return the difference of two runs' success rates on a question, times both numbers of trials: an integer."""
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
