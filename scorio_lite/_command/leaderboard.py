"""Several runs: their values, how far they are behind the best, and ranks by what is sure."""

from __future__ import annotations

from .grading import count
from .metrics import SUMMARY, metric
from .missing import paired_by_row
from .names import fitted, look_like_trials
from .slices import clusters
from .text import ABOUT, Table, columns, csv, folded, in_one_line, interval, level, number, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .arguments import Options
    from .forest import Forest
    from .metrics import Summary
    from .missing import Run
    from .text import Block

_ANY = 1000  # where the width is not limited
_SHORT = 40  # columns of a run's name before a remark
_NARROWEST = 12  # characters of a run's name
_TITLE = 7  # and of a metric's, so that names have room


class _Row:
    """One run. `summary` is (value, se, lo, hi), or for metrics without such an interval mu, sigma, lo, hi."""

    def __init__(self, run: Run, value: float, summary: Summary) -> None:
        self.run = run
        self.value = value
        self.summary = summary
        self.difference: Summary | None = None  # to the best
        self.better: float | None = None  # the probability that it is better than the row below
        self.rank = 1


class Leaderboard:
    """The runs from the highest value down, and the forms in which they are printed."""

    status = 0  # of the command

    def __init__(self, runs: list[Run], options: Options) -> None:
        self._options = options
        self._metric = metric(options.rank_by or "avg")
        self._k = options.k[0] if options.k else None
        self._percent = options.percent
        self._clusters = clusters(runs, options.cluster) if options.cluster else None
        self._is_credible = not self._metric.has_interval
        rows = [self._row(run) for run in runs]
        self._rows = sorted(rows, key=lambda row: -row.value)
        if self._is_credible:
            self._rank_by_chance()
        else:
            self._rank_by_differences()

    def _row(self, run: Run) -> _Row:
        options = self._options
        if self._is_credible:
            value = self._metric.value(run, self._k)
            return _Row(run, value, self._metric.summary(run, self._k, options.confidence))
        summary = self._metric.interval(run, self._k, options.confidence, options.questions, self._clusters)
        return _Row(run, summary[0], summary)

    def _rank_by_differences(self) -> None:
        """A run's rank is 1 + the number of runs that are significantly better, which stand above it."""
        from .._confidence.difference import between, is_above

        asked = self._options.confidence, self._options.questions, self._clusters
        sides = [self._metric.side(row.run, self._k, *asked) for row in self._rows]
        for i, (row, side) in enumerate(zip(self._rows, sides)):
            row.difference = between(side, sides[0]) if i else None
            row.rank += sum([is_above(other, side) for other in sides[:i]])

    def _rank_by_chance(self) -> None:
        """The same for posteriors: significant is what has more than the confidence's upper quantile."""
        sure = (1 + self._options.confidence) / 2
        for row in self._rows:
            row.rank += sum(self._chance(other, row) > sure for other in self._rows if other is not row)
        for row, below in zip(self._rows, self._rows[1:]):
            row.better = self._chance(row, below)

    def _chance(self, one: _Row, other: _Row) -> float:
        """The probability that one run is better than another: `rank.compare`, or its formula for other metrics."""
        if self._metric.function == "bayes":
            from ..rank import compare

            return compare(one.run.tally, other.run.tally, one.run.weights)[-1]
        return _chance(one.summary, other.summary)

    def picture(self) -> Forest:
        from .forest import Forest

        rows = [(row.rank, row.run.title, row.value, *row.summary[2:]) for row in self._rows]
        title = f"{self._title()} of {len(rows)} runs"
        about = f"Intervals are {ABOUT[self._options.questions]}."
        note = "Credible, under a uniform prior." if self._is_credible else about
        return Forest(title, self._title(), rows, self._options.confidence, note, self._percent)

    def blocks(self, width: int | None) -> list[Block]:
        """The parts of the leaderboard, for lines of this width, or of any for None."""
        names = [row.run.title for row in self._rows]
        if not width:
            return [self._heading(None), Table(self._table(fitted(names, _ANY)), left=(1,)), self._note() + "\n"]
        room = self._room(width)
        short = fitted(names, room)
        full = [(cell, shortened(name, width - room - 2)) for cell, name in zip(short, names) if columns(name) > room]
        key = [Table([["run", "in full"], *full], left=(0, 1))] if full else []
        return [self._heading(width), Table(self._table(short), left=(1,)), *key, folded(self._note(), width)]

    def _heading(self, width: int | None) -> str:
        sizes = sorted({row.run.tally.questions for row in self._rows})
        questions = count(sizes[0], "question") if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,} questions"
        lines = [f"{len(self._rows)} runs of {questions}, ranked by {self._title()}"]
        lines += paired_by_row(row.run for row in self._rows)
        if self._clusters:
            groups = count(len(set(self._clusters)), "cluster")
            lines.append(f"{groups} of questions by {in_one_line(self._options.cluster or '')}")
        if look_like_trials([row.run.file for row in self._rows]):
            lines.append("The files look like trials of one run. If so, --merge makes one run of them.")
        for row in self._rows:
            lines += [f"{shortened(row.run.title, _SHORT)}: {remark}" for remark in row.run.remarks()]
        sizes = sorted({row.run.most_trials for row in self._rows})
        if self._options.missing == "truncate" and len(sizes) > 1:
            lines.append("--missing truncate cuts within each run; the runs still differ in their trials.")
        return "".join(folded(line, width) for line in lines)

    def _title(self) -> str:
        return self._metric.of(*(row.run for row in self._rows), k=self._k)

    def _note(self) -> str:
        percent = level(self._options.confidence)
        if self._is_credible:
            return (
                f"Intervals: {percent}, credible, under a uniform prior on each question's rate, about its mean mu. "
                f"Rank: 1 + the number of runs that are better with a probability above "
                f"{(1 + self._options.confidence) / 2:g}. P(better): that a run is better than the run below it."
                f"{self._equal()}"
            )
        paired = ", paired by question," if self._options.questions == "new" else ""
        pairs = len(self._rows) * (len(self._rows) - 1) // 2
        many = (
            f" Each of the {pairs:,} pairs is compared at {percent}, without a correction for their number: "
            f"chance alone sets apart about {level(1 - self._options.confidence)} of the pairs that are equally good."
        )
        return (
            f"Intervals: {percent}, {ABOUT[self._options.questions]}. Rank: 1 + the significantly better runs: "
            f"the interval of their difference{paired} is above 0.{many if pairs > 1 else ''}{self._equal()}"
        )

    def _equal(self) -> str:
        """What equal ranks mean, if there are any."""
        is_equal = len({row.rank for row in self._rows}) < len(self._rows)
        return " Equal ranks do not say that runs are equally good: these data do not decide it." if is_equal else ""

    def _room(self, width: int) -> int:
        """The columns that the others leave for the names of runs."""
        widths = [max(map(columns, column)) + 2 for column in zip(*self._table([""] * len(self._rows)))]
        return max(_NARROWEST, width - sum(widths) + widths[1])

    def _table(self, names: list[str]) -> list[list[str]]:
        title = self._title()
        head = ["rank", "run", "trials", title if len(title) <= _TITLE else "value"]
        is_blend = self._is_credible and self._metric.function != "bayes"
        head += ["mu"] if is_blend else []
        head += ["interval", "P(better)" if self._is_credible else "difference to the best"]
        rows = [head]
        for name, row in zip(names, self._rows):
            run, (mu, _, lo, hi) = row.run, row.summary
            numbers = [row.value, mu] if is_blend else [row.value]
            cells = [str(row.rank), name, run.size(), *(number(x, self._percent) for x in numbers)]
            rows.append([*cells, interval(lo, hi, self._percent), self._last_cell(row)])
        return rows

    def _last_cell(self, row: _Row) -> str:
        if row.difference:
            value, _, lo, hi = row.difference
            return f"{number(value, self._percent)} {interval(lo, hi, self._percent)}"
        return "" if row.better is None else number(row.better, self._percent)

    def json(self) -> str:
        import json

        options = self._options
        found: dict[str, Any] = {"rank_by": self._metric.key}
        if self._k is not None:
            found["k"] = self._k
        found["confidence"] = options.confidence
        if not self._is_credible:
            found["questions"] = options.questions
        if self._clusters:
            found["cluster"], found["clusters"] = options.cluster, len(set(self._clusters))
        found["runs"] = [self._full(row) for row in self._rows]
        return json.dumps(found, indent=2) + "\n"

    def _full(self, row: _Row) -> dict[str, Any]:
        run = row.run
        found: dict[str, Any] = {"rank": row.rank, "run": run.title, "file": run.file, "format": run.format}
        found.update(question_count=run.tally.questions, trials=run.trials)
        if run.most_trials > run.trials:
            found["most_trials"] = run.most_trials
        if run.remark:
            found["missing"] = run.remark
        if self._is_credible:
            credible = dict(zip(("mu", "sigma", "lo", "hi"), row.summary))
            return {**found, "value": row.value, "credible": credible, "p_better": row.better}
        difference = dict(zip(SUMMARY, row.difference)) if row.difference else None
        return {**found, **dict(zip(SUMMARY, row.summary)), "difference": difference}

    def csv(self) -> str:
        rows: list[list[object]] = []
        for row in self._rows:
            run = row.run
            cells = [row.rank, run.title, run.file, run.format, run.tally.questions, run.trials, run.most_trials]
            if self._is_credible:
                rows.append([*cells, row.value, *row.summary, row.better])
            else:
                rows.append([*cells, *row.summary, *(row.difference or [None] * len(SUMMARY))])
        head = ["rank", "run", "file", "format", "question_count", "trials", "most_trials", "value"]
        if self._is_credible:
            return csv([[*head, "mu", "sigma", "lo", "hi", "p_better"], *rows])
        return csv([[*head, *SUMMARY[1:], "difference", *(f"difference_{name}" for name in SUMMARY[1:])], *rows])


def _chance(one: Summary, other: Summary) -> float:
    """P(one > other) of normal distributions: Phi((mu - mu') / sqrt(sigma**2 + sigma'**2)), to the nearest double."""
    from fractions import Fraction

    from .._double.normal import chance_above_zero

    mean = Fraction(one[0]) - Fraction(other[0])
    variance = Fraction(one[1]) ** 2 + Fraction(other[1]) ** 2
    return chance_above_zero((mean.numerator, mean.denominator), (variance.numerator, variance.denominator))
