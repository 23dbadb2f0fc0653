"""The form for several runs, or for runs on several tasks: values, differences to the best, possible ranks."""

from __future__ import annotations

from ..score.metrics import ends_of, parse_metric
from ..score.run import Place
from ..text import LISTED, NAME_COLUMNS, TITLE_COLUMNS, FileError, level, shared_level, shortened
from .form import Form, Line, Part, by_metric, csv_of_lines, find_run, size
from .parts import make_parts, measure_cells, show_cells
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Block, Cells, Metric, Options, Picture, Record, Run, Score, Sequence


class Row:
    """A run of a leaderboard: its score for each metric, its best and worst rank, its difference to the best run."""

    rank = worst = None  # type: int | None  # no rank if the run lacks a task

    def __init__(self, run: Run, scores: dict[Metric, Score], ranking: Metric) -> None:
        self.run, self.scores, self.score = run, scores, scores.get(ranking, {})
        self.difference: Score = {}

    @property
    def ranks(self) -> str:
        return "-".join(str(rank) for rank in dict.fromkeys([self.rank, self.worst]) if rank)

    @property
    def is_below(self) -> bool:
        """Whether the run is significantly below the best run."""
        return bool(self.difference.get("hi", 0) < 0)


class Leaderboard(Form):
    """A table of runs with the ranks that the data allow. The highest value, or mean over tasks, comes first."""

    def __init__(self, runs: Sequence[Run], options: Options, tasks: Cells | None = None) -> None:
        if options.flips:
            runs = [find_run("flips", name, runs) for name in options.flips]
            if runs[0] is runs[1]:
                raise FileError("--flips needs two different runs")
        super().__init__(runs, options, tasks)
        # The metric of several k. Rewards and real scores have no Pass@k.
        self._curved = options.ranking if options.ranking.has_k else parse_metric("max" if runs[0].weights else "pass")
        self._metric, self._shown = self._choose()
        rows = []
        for run in runs:
            shown = () if tasks and tasks.lacks(run) else self._shown
            scores = {metric: self.measure([self.cells_of(run)], metric) for metric in shown}
            rows.append(Row(run, scores, self._metric))
        # The highest value first, or middle of a range; runs without a value are last.
        self._rows = sorted(rows, key=lambda row: -sum(ends_of(row.score)) if row.score else float("inf"))
        self._ranked = [row for row in self._rows if row.score]
        self.runs = [row.run for row in self._rows]
        self._confidence = self._rank([self.cells_of(row.run) for row in self._ranked])
        self.title = f"{_few([shortened(row.run.title, TITLE_COLUMNS) for row in self._rows], ', ')}: {self.say_size()}"
        if self._ranked[2:]:
            self.levels += f"; for differences, {shared_level(self._confidence)}"
        self._groups = measure_cells(self, tasks, self._shown) if tasks else []
        self._lines = [line for own in self._groups for line in own]
        self._lines = self._lines or [Line("", row.run, [row.run], row.scores) for row in self._rows]
        self.parts = [Part("", self._blocks(), self._record(), self._csv()), *make_parts(self, [self._metric])]

    def _choose(self) -> tuple[Metric, list[Metric]]:
        """Return (the metric that ranks, the list of metrics that are shown).

        If --rank-by gives no k, take the largest -k at which all runs have values, or raise FileError.
        """
        ranking, ks = self.options.ranking, self.options.k or []
        shown = list(map(self._curved.at, ks))
        if not ranking.has_k:
            return ranking, [ranking, *shown]
        cells = self.all_cells()
        within = [x for x in ([ranking] if ranking.k else shown) if not any(map(x.is_beyond, cells))]
        if not within:  # raise the error that k is too large
            shown[-1].value(min(cells, key=lambda cell: cell.trials))
        return within[-1], shown

    def _rank(self, sides: Sequence[Sequence[Run]]) -> float:
        """Set the rows' ranks, and their differences to the best row. Return the confidence of these differences.

        `sides` has for each ranked row the list of the run's parts in its tasks, or [run].
        """
        if not sides[1:]:
            for row in self._ranked:
                row.rank = row.worst = 1
            return self.options.confidence
        from fractions import Fraction

        standings = self._metric.standings(list(zip(*sides)), self.options)
        confidence: Any = Fraction(*standings.level)
        for i, row in enumerate(self._ranked):
            row.rank, row.worst = standings.ranks[i]
            row.difference = {**self.measure([sides[i], sides[0]], self._metric, "", confidence)} if i else {}
        pvalue = None if sides[2:] else self.pvalue(sides, self._metric)
        row.difference.update({} if pvalue is None else {"pvalue": pvalue})
        return float(confidence)

    # For readers

    def _blocks(self) -> list[Block]:
        has_places = any(isinstance(cell.questions[0][0], Place) for cell in self.all_cells())
        by_row = ["The questions have no names: they are paired by row."] * has_places
        head = f"{len(self.runs)} runs of {self.say_size()}, ranked by {self._title(self._metric)}"
        head = head if self.has_several else self.title
        blocks: list[Block] = ["\n".join([head, *by_row, *self.cluster_lines(), *self._remarks()])]
        blocks += [self._table()] if self.has_several else []
        metrics = [self._metric] if self.has_several else self._shown
        blocks += show_cells(self, self.tasks, self._groups, metrics) if self.tasks else []
        return [*blocks, *self.reading(), self._note()]

    def _remarks(self) -> list[str]:
        """Return a line for each note on runs, with their names, and for each run that lacks tasks."""
        names: dict[str, list[str]] = {}
        for cell in self.all_cells():
            for remark in cell.notes:
                names.setdefault(remark, []).append(f"{cell.title}, {cell.cell.task}" if self.tasks else cell.title)
        lines = [f"{_few(several, '; ' if self.tasks else ', ')}: {remark}" for remark, several in names.items()]
        lacks = [(run, self.tasks.lacks(run)) for run in self.runs] if self.tasks else []
        return lines + [f"{run.title} lacks {_few(few, ', ')}: no mean and no rank" for run, few in lacks if few]

    def _title(self, metric: Metric) -> str:
        return metric.of(*self.all_cells()) + (f", {self.tasks.mean}" if self.tasks else "")

    def _table(self) -> Table:
        others = [metric for metric in self._shown if metric != self._metric]
        ranking = self.tasks.mean if self.tasks and not others else self._title(self._metric)
        table = [["rank", "run", ranking, "difference to the best", "p", *map(self._title, others)]]
        for row in self._rows:
            dagger = "\u2020" * (row.is_below and self.options.output == "latex")
            difference = [self.cell(row.difference) + dagger, self.pcell(row.difference)]
            cells = [row.ranks, shortened(row.run.title, NAME_COLUMNS), self.cell(row.score), *difference]
            table.append([*cells, *(self.cell(row.scores.get(metric)) for metric in others)])
        return Table(table, f"Values and differences{self.unit}" * bool(self.unit), left=(1,), keys=2)

    def _note(self) -> str:
        notes, chance = [f"Each value has its own {self.level} interval, {self.about}."], 1 - self.options.confidence
        if self._rows[2:]:
            notes.append(f"Ranks hold together: the chance of any false order on the board is at most {level(chance)}.")
        several = next((row.ranks for row in self._rows if row.rank != row.worst), "")
        notes += [f"Rank {several} is a range: the data do not decide within it."] * bool(several)
        notes += ["A run is worse where its difference to the best is below 0."] * bool(self._ranked[1:])
        notes += ["Differences are paired by question."] * bool(self._ranked[1:] and self.options.questions == "new")
        if self._rows[2:]:
            notes.append(f"The {shared_level(self._confidence)} intervals of differences agree with the ranks.")
        if any(self.pcell(row.difference) for row in self._rows):
            notes.append(f"p is at most {chance:.3g} exactly where the interval of the difference excludes 0.")
        return " ".join(notes)

    # In full

    def _record(self) -> Record:
        options, metric = self.options, self._metric
        record: Record = {"rank_by": metric.key, **({} if metric.k is None else {"k": metric.k})}
        record.update(confidence=options.confidence, questions=options.questions, pairs="board")
        record.update(difference_confidence=self._confidence, **self.settings())
        record.update({"tasks": self.tasks.names} if self.tasks else {})
        return {**record, "runs": list(map(self._full, self._rows))}

    def _full(self, row: Row) -> Record:
        run, at_k = row.run, self._at_k(row.scores)
        record: Record = {"rank": row.rank, "worst": row.worst, "run": run.title, "file": run.cell.origin}
        record.update(format=run.cell.format, reading=self.read_as(run))
        difference = {"difference": row.difference or None}
        if not self.tasks:
            return {**record, **size(run), **row.score, **difference, **at_k}
        key = self._metric.key
        every = {"question_count": size(*self.cells_of(run))["question_count"], key: row.score or None, **at_k}
        of_tasks = {
            line.name: {**size(*line.parts), key: line.scores[self._metric], **self._at_k(line.scores)}
            for line in self._lines
            if line.run is run and line.name in self.tasks.names
        }
        return {**record, **every, **difference, "tasks": of_tasks}

    def _at_k(self, scores: dict[Metric, Score]) -> Record:
        """Return {"at_k": [a record for each k]}; {} for fewer than two scores, or if no metric has a k."""
        at_k = by_metric(scores).get("at_k") if len(scores) > 1 else None
        return {"at_k": at_k} if at_k else {}

    def _csv(self) -> list[Record]:
        records = csv_of_lines(self._lines, self.options.questions, "task" * bool(self.tasks))
        rows, ranking = {row.run.title: row for row in self._rows}, (self._metric.key, self._metric.k)
        for record in records if self.has_several else ():
            if (record["metric"], record["k"]) == ranking and record.get("task") == (self.tasks and self.tasks.mean):
                row = rows[record["run"]]
                record.update(rank=row.rank, worst=row.worst, difference=row.difference)
        return records

    # The picture

    def picture(self) -> Picture:
        """Return a Picture of bars for the ranked runs or, if there is one run, its tasks and their mean."""
        from ..pictures.picture import draw_bars

        title = self._title(self._metric)
        if not self._ranked:
            raise FileError("no run has all tasks, so there is no mean to draw; leave out --svg and --html")
        bars = [(row.ranks, row.run.title, row.score, row.is_below) for row in self._ranked]
        if not self.has_several:
            bars = [("", line.name, line.scores[self._metric], False) for line in self._lines]
        return draw_bars(self, title, bars)


def _few(names: Sequence[str], between: str) -> str:
    more = f" and {len(names) - LISTED:,} more" if names[LISTED:] else ""
    return between.join(shortened(name, NAME_COLUMNS) for name in names[:LISTED]) + more
