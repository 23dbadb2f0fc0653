"""Several runs, ranked."""

from __future__ import annotations

from .grading import count
from .metrics import metric
from .text import Table, csv, distinct, in_one_line, interval, number, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .arguments import Options
    from .curves import Picture
    from .metrics import Summary
    from .missing import Run
    from .text import Block

    Row = tuple[Run, float, Summary]

_WIDTH = 80  # of a table of text
_ANY = 1000  # where the width is not limited
_NARROWEST = 12  # characters of a run's name
_NOTE = """\
rank: by score. tie: neighbours share a rank if the confidence cannot tell them
apart. P(better): the probability that a run is better than the run below it.
"""


class Leaderboard:
    """The runs from best to worst, and the forms in which they are printed."""

    status = 0  # of the command

    def __init__(self, runs: list[Run], options: Options) -> None:
        self._options = options
        self._metric = metric(options.rank_by or "bayes")
        self._k = options.k[0] if options.k else None
        self._percent = options.percent
        rows = []
        for run in runs:
            value = self._metric.value(run, self._k)
            rows.append((run, value, self._metric.summary(run, self._k, options.confidence)))
        ranks = _ranks(rows, options.confidence)
        order = sorted(range(len(rows)), key=lambda i: (ranks[i][0], -rows[i][2][0], i))
        self._rows = [rows[i] for i in order]
        self._ranks = [ranks[i] for i in order]
        self._names = distinct([run.name for run, _, _ in self._rows])
        self._better = [self._chance(*pair) for pair in zip(self._rows, self._rows[1:])]

    def _chance(self, one: Row, other: Row) -> float:
        """The probability that one run is better than another: `rank.compare`, or its formula for other metrics."""
        from ..rank import compare

        if self._metric.function == "bayes":
            return compare(one[0].tally, other[0].tally, one[0].weights)[-1]
        return _chance(one[2], other[2])

    def picture(self) -> Picture:
        from .curves import Curve, Picture

        confidence = self._options.confidence
        graded = bool(self._rows[0][0].weights)
        drawn = self._metric if self._metric.has_k else metric("max" if graded else "pass")
        curves = [Curve(name, row[0], drawn, confidence) for name, row in zip(self._names, self._rows)]
        return Picture(f"{drawn.title} of {len(curves)} runs", drawn.title, confidence, curves, self._percent)

    def blocks(self, width: int | None) -> list[Block]:
        """The parts of the leaderboard, for lines of this width, or of any for None."""
        table = Table(self._table(self._room() if width else _ANY), left=(2,), indent="  ")
        return [self._heading(), table, _NOTE] if width else [self._heading(), table]

    def _heading(self) -> str:
        sizes = sorted({run.tally.questions for run, _, _ in self._rows})
        questions = count(sizes[0], "question") if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,} questions"
        lines = [f"{len(self._rows)} runs of {questions}, ranked by {self._metric.for_size(self._k)}"]
        for run, _, _ in self._rows:
            lines += [f"{in_one_line(run.name)}: {remark}" for remark in run.remarks()]
        return "\n".join(lines) + "\n"

    def _room(self) -> int:
        """The width that the other columns leave for the names of runs."""
        widths = [max(map(len, column)) + 2 for column in zip(*self._table())]
        return max(_NARROWEST, _WIDTH - sum(widths) + widths[2] - 2)

    def _table(self, width: int = _ANY) -> list[list[str]]:
        percent = self._percent
        title = self._metric.for_size(self._k)
        rows = [["rank", "tie", "run", "trials", title, f"{self._options.confidence * 100:g} % interval", "P(better)"]]
        chances = [*self._better, None]
        for name, row, (rank, tie), better in zip(self._names, self._rows, self._ranks, chances):
            run, value, (_, _, lo, hi) = row
            trials = f"{run.trials}" + (f"-{run.most_trials}" if run.most_trials > run.trials else "")
            chance = "" if better is None else number(better, percent)
            cells = [str(rank), str(tie), shortened(name, width), trials]
            rows.append([*cells, number(value, percent), interval(lo, hi, percent), chance])
        return rows

    def json(self) -> str:
        import json

        runs: list[dict[str, object]] = [dict(zip(_NAMES, row)) for row in self._cells()]
        for (run, _, _), row in zip(self._rows, runs):
            if run.most_trials > run.trials:
                row["most_trials"] = run.most_trials
            if run.remark:
                row["missing"] = run.remark
        k = {} if self._k is None else {"k": self._k}
        found = {"rank_by": self._metric.key, **k, "confidence": self._options.confidence, "runs": runs}
        return json.dumps(found, indent=2) + "\n"

    def csv(self) -> str:
        return csv([_NAMES, *self._cells()])

    def _cells(self) -> list[list[object]]:
        better = [*self._better, None]
        return [
            [rank, tie, run.name, run.format, run.tally.questions, run.trials, value, *summary, chance]
            for (run, value, summary), (rank, tie), chance in zip(self._rows, self._ranks, better)
        ]


_NAMES = ["rank", "tie", "file", "format", "questions", "trials", "value", "mu", "sigma", "lo", "hi", "p_better"]


def _ranks(rows: list[Row], confidence: float) -> list[tuple[int, int]]:
    """Two ranks of each run: by score, and with a shared rank for neighbours that cannot be told apart."""
    from ..rank import rank_scores

    ranks = rank_scores(
        [value for _, value, _ in rows],
        tol=0,
        sigmas_in_id_order=[summary[1] for _, _, summary in rows],
        confidence=confidence,
    )
    return [(int(rank), int(tie)) for rank, tie in zip(ranks["competition"], ranks["competition_ci"])]


def _chance(one: Summary, other: Summary) -> float:
    """P(one > other) of normal distributions: Phi((mu - mu') / sqrt(sigma**2 + sigma'**2)), to the nearest double."""
    from fractions import Fraction

    from .._double.normal import chance_above_zero

    mean = Fraction(one[0]) - Fraction(other[0])
    variance = Fraction(one[1]) ** 2 + Fraction(other[1]) ** 2
    return chance_above_zero((mean.numerator, mean.denominator), (variance.numerator, variance.denominator))
