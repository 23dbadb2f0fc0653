"""Several runs: their values, their differences to the best, and the ranks that the data decide."""

from __future__ import annotations

from functools import partial

from .forms import BEYOND, Form, find_run, size
from .grading import count
from .metrics import SUMMARY, parse_metric
from .missing import paired_by_row
from .names import look_like_trials
from .readings import reading_blocks
from .slices import MACRO
from .tables import Table
from .text import NAME_COLUMNS, level, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .arguments import Options
    from .forms import Part, Record, Score
    from .metrics import Metric
    from .missing import Run
    from .pictures import AnyPicture, Curves
    from .tables import Block

_CURVED = 12  # runs whose page has their curves, too
_REMARKED = 40  # columns of a name before a remark


class _Row:
    """One run, and its numbers by metric and k."""

    def __init__(self, run: Run, scores: dict[tuple[Metric, int | None], Score], score: Score) -> None:
        self.run = run
        self.scores = scores
        self.score = score  # what ranks it
        self.difference: Score | None = None  # to the best
        self.better: float | None = None  # the probability that it is better than the row below
        self.rank = self.worst = 1

    @property
    def ranks(self) -> str:
        """The rank, or the ranks that are possible."""
        return str(self.rank) if self.rank == self.worst else f"{self.rank}-{self.worst}"

    @property
    def is_below(self) -> bool:
        """Whether it is significantly below the best."""
        return self.rank > 1 if self.difference is None else self.difference["hi"] < 0


class Leaderboard(Form):
    """The runs from the highest value down."""

    def __init__(self, runs: list[Run], options: Options) -> None:
        super().__init__(runs, options)
        self._metric = parse_metric(options.rank_by or "avg")
        self._k = self._ranking_k(runs) if self._metric.has_k else None
        self._at_k = self._metric if self._metric.has_k else parse_metric("pass")
        shown = [] if self._metric.has_k else [(self._metric, None)]
        self._shown = [*shown, *((self._at_k, k) for k in options.k or ())]
        self._is_credible = not self._metric.has_interval
        self._parts_of = dict(zip(runs, zip(*(parts for _, parts in options.by.slices(runs))))) if options.by else {}
        self._rows = sorted(map(self._row, runs), key=lambda row: -row.score["value"])
        self.runs = [row.run for row in self._rows]
        self._confidence = options.confidence  # of the differences
        if self._is_credible:
            self._rank_by_chance()
        else:
            self._rank_by_differences()
        self._parts = self._make_parts()

    def _ranking_k(self, runs: list[Run]) -> int:
        """The k that ranks: the largest, but none that is beyond the trials of a run."""
        ks = [self._metric.named_k] if self._metric.named_k else self.options.k or [1]
        known = [k for k in ks if not any(self._metric.is_beyond(run, k) for run in runs)]
        if not known:
            for run in runs:
                self._metric.value(run, max(ks))  # which says that it has none
        return max(known)

    def _make_parts(self) -> list[Part]:
        options = self.options
        parts: list[Part] = []
        if options.by:
            from .slice_tables import BoardSlices

            parts.append(BoardSlices(self, options.by, self._metric, self._k))
        if options.plan:
            from .decisions import Plan

            parts.append(Plan(self, options.plan, [(self._metric, self._k)], self._confidence))
        if options.require:
            from .decisions import Requirements

            name = options.baseline or ""
            base = find_run("baseline", "standard input" if name == "-" else name, self.runs)
            parts.append(Requirements(self, options.require, base))
            self.status = parts[-1].status
        return parts

    def _row(self, run: Run) -> _Row:
        scores = {(metric, k): self.score(run, metric, k) for metric, k in self._shown}
        if self.options.macro:
            scores[self._metric, self._k] = self.macro(self._parts_of[run], self._metric, self._k)
        return _Row(run, scores, scores[self._metric, self._k])

    def _rank_by_differences(self) -> None:
        """Find ranks that hold on the whole board, and differences to the best at the level of the last step."""
        options = self.options
        parts = list(zip(*map(self._parts_of.__getitem__, self.runs))) if options.macro else [self.runs]
        labels = [self.labels(some) for some in parts] if self.clusters else None
        asked = self._k, options.confidence, options.questions, labels, options.pairs == "board", options.anytime
        found = self._metric.standings(parts, *asked)
        self._confidence = found.level[0] / found.level[1]
        for i, row in enumerate(self._rows):
            row.rank, row.worst = found.ranks[i]
            row.difference = dict(zip(SUMMARY, found.difference(i, 0))) if i else None

    def _rank_by_chance(self) -> None:
        """Rank posteriors: a run beats another with a probability above the upper quantile of the confidence."""
        sure, rows = (1 + self.options.confidence) / 2, self._rows
        for row in rows:
            beaten = [other for other in rows if other is not row and self._chance(row, other) > sure]
            row.worst = len(rows) - len(beaten)
            for other in beaten:
                other.rank += 1
        for row, below in zip(rows, rows[1:]):
            row.better = self._chance(row, below)

    def _chance(self, one: _Row, other: _Row) -> float:
        """Return P(one run is better than another): `rank.compare`, or its formula for other metrics."""
        if self._metric.function == "bayes":
            from ..rank import compare

            return compare(one.run.tally, other.run.tally, one.run.weights)[-1]
        return _chance(one.score["credible"], other.score["credible"])

    # For reading

    def blocks(self) -> list[Block]:
        more = (block for part in self._parts for block in part.blocks())
        shown = reading_blocks(self.runs, self.options.explain)
        beyond = [BEYOND] if any("beyond" in score for row in self._rows for score in row.scores.values()) else []
        return [self._heading(), self._table(), *shown, self._note(), *beyond, *self.notes(), *more]

    def _heading(self) -> str:
        sizes = sorted({row.run.tally.questions for row in self._rows})
        questions = count(sizes[0], "question") if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,} questions"
        trials = "" if self._has_trials() else f", {count(self._rows[0].run.trials, 'trial')} each"
        lines = [f"{len(self._rows)} runs of {questions}{trials}, ranked by {self._title(self._metric, self._k)}"]
        lines += [*paired_by_row(self.runs), *self.cluster_lines()]
        if look_like_trials([row.run.file for row in self._rows]):
            lines.append("The files look like trials of one run. If so, --merge makes one run of them.")
        for row in self._rows:
            lines += [f"{shortened(row.run.title, _REMARKED)}: {remark}" for remark in row.run.remarks()]
        if self.options.missing == "truncate" and len({run.most_trials for run in self.runs}) > 1:
            lines.append("--missing truncate cuts within each run; the runs still differ in their trials.")
        return "\n".join(lines)

    def _has_trials(self) -> bool:
        """The table has the numbers of trials if runs or questions differ in them."""
        return len({trials for run in self.runs for trials in (run.trials, run.most_trials)}) > 1

    def _title(self, metric: Metric, k: int | None) -> str:
        is_macro = self.options.macro and (metric, k) == (self._metric, self._k)
        return metric.of(*self.runs, k=k) + (f", {MACRO}" if is_macro else "")

    def _table(self) -> Table:
        columns = [["rank", *(row.ranks for row in self._rows)]]
        columns.append(["run", *(shortened(row.run.title, NAME_COLUMNS) for row in self._rows)])
        for metric, k in self._shown:
            columns += self._score_columns(metric, k)
            if (metric, k) == (self._metric, self._k):
                columns.append(self._comparison_column())
        if self._has_trials():
            columns.append(["trials", *(row.run.size() for row in self._rows)])
        below = [i for i, row in enumerate(self._rows) if row.is_below]
        return Table(list(zip(*columns)), left=(1,), keys=2, below=below)

    def _comparison_column(self) -> list[str]:
        if self._is_credible:
            return ["P(better)", *("" if row.better is None else self.number(row.better) for row in self._rows)]
        return ["difference to the best", *(self.cell(row.difference) if row.difference else "" for row in self._rows)]

    def _score_columns(self, metric: Metric, k: int | None) -> list[list[str]]:
        scores = [row.scores[metric, k] for row in self._rows]
        title = self._title(metric, k)
        if metric.has_interval:
            return [[title, *map(self.cell, scores)]]
        posterior = [self.cell(score["credible"], "mu") for score in scores]
        if metric.function == "bayes":  # whose value is the posterior mean
            return [[title, *posterior]]
        return [[title, *(self.number(score["value"]) for score in scores)], ["posterior", *posterior]]

    def _note(self) -> str:
        if self._is_credible:
            return (
                f"Posterior: its mean and {self.level} credible interval, under a uniform prior of each question's "
                "rate. "
                f"Rank: 1 + the number of runs that beat this one with a probability above "
                f"{(1 + self.options.confidence) / 2:g}. P(better): the chance that a run is better than the next."
                f"{self._open()}"
            )
        paired = "Differences to the best" + (" are paired by question" if self.options.questions == "new" else "")
        values = f"Each value has its own {self.level} interval, {self.about}."
        if len(self._rows) == 2:
            return f"{values} {paired}: below 0, the run is worse.{self._open()}"
        if self.options.pairs == "each":
            return (
                f"{values} Each pair is compared by itself at {self.level}, so ranks do not hold together: chance "
                f"separates {level(1 - self.options.confidence)} of the pairs that are equally good.{self._open()}"
            )
        return (
            f"{values} Ranks hold together: the chance of any false order on the board is at most "
            f"{level(1 - self.options.confidence)}.{self._open()} {paired}. Their "
            f"{level(round(self._confidence, 6))} intervals agree with the ranks: below 0, the run is worse."
        )

    def _open(self) -> str:
        """Say what several ranks mean, if there are any."""
        some = next((row.ranks for row in self._rows if row.rank < row.worst), "")
        return f" Rank {some} is a range: the data do not decide within it." if some else ""

    # In full

    def record(self) -> Record:
        options = self.options
        found: Record = {"rank_by": self._metric.key}
        if self._k is not None:
            found["k"] = self._k
        found["confidence"] = options.confidence
        if options.macro:
            found["macro"] = options.by.field if options.by else ""
        if not self._is_credible:
            found.update(questions=options.questions, pairs=options.pairs, difference_confidence=self._confidence)
        found.update({**self.look_record(), **self.cluster_record()})
        parts = {part.key: part.record() for part in self._parts}
        return {**found, "runs": list(map(self._full, self._rows)), **parts}

    def _full(self, row: _Row) -> Record:
        run = row.run
        found: Record = {"rank": row.rank, "worst": row.worst, "run": run.title, "file": run.file, "format": run.format}
        found.update(size(run), reading=run.reading)
        if run.remark:
            found["missing"] = run.remark
        found.update(row.score)
        found.update({"p_better": row.better} if self._is_credible else {"difference": row.difference})
        if len(row.scores) > 1:
            found["at_k"] = [{"k": k, metric.key: score} for (metric, k), score in row.scores.items() if k]
        return found

    def lines(self) -> list[Record]:
        """The runs; or the last part, if one is asked for."""
        if self._parts:
            return self._parts[-1].lines()
        lines = []
        for row in self._rows:
            line = {**self._full(row), "most_trials": row.run.most_trials}
            others = ((metric, k, score) for (metric, k), score in row.scores.items() if score is not row.score)
            line.update((f"{metric.key}@{k}", score) for metric, k, score in others)
            lines.append({key: value for key, value in line.items() if key not in ("missing", "at_k", "reading")})
        return lines

    # Pictures

    def pictures(self) -> list[AnyPicture]:
        from .pictures import Forest

        options = self.options
        title = self._title(self._metric, self._k)
        rows = [
            (row.ranks, row.run.title, row.score["value"], ends["lo"], ends["hi"], row.is_below)
            for row in self._rows
            for ends in [row.score.get("credible", row.score)]
        ]
        about = f"Intervals are {self.about}."
        note = "Credible, under a uniform prior." if self._is_credible else about
        forest = Forest(f"{title} of {len(rows)} runs", title, rows, options.confidence, note, options.percent)
        if len(options.k or ()) > 1:
            self.main_picture = 1
            return [forest, self._curves()]
        few = len(rows) <= _CURVED and min(run.trials for run in self.runs) > 1 and not self._is_credible
        return [forest, self._curves()] if few and options.html else [forest]

    def _curves(self) -> Curves:
        """Draw the ranking metric, or Pass@k, of each run."""
        from .pictures import Curve, Curves

        metric, options = self._at_k, self.options
        curves = []
        for row in self._rows:
            further = [k for k in options.k or () if metric.is_beyond(row.run, k)]
            curves.append(Curve(row.run.title, row.run, partial(self.score, row.run, metric), further=further))
        title = f"{metric.title} of {len(curves)} runs"
        return Curves(title, metric.title, curves, options.confidence, self.about, options.percent)


def _chance(one: Score, other: Score) -> float:
    """P(one > other) of normal distributions: Phi((mu - mu') / sqrt(sigma**2 + sigma'**2)), to the nearest double."""
    from fractions import Fraction

    from .._double.normal import chance_above_zero

    mean = Fraction(one["mu"]) - Fraction(other["mu"])
    variance = Fraction(one["sigma"]) ** 2 + Fraction(other["sigma"]) ** 2
    return chance_above_zero((mean.numerator, mean.denominator), (variance.numerator, variance.denominator))
