"""Several runs, or runs on several tasks: values, differences to the best, and the ranks that the data support."""

from __future__ import annotations

from ..grading import FileError, count
from ..score.metric_names import choose, parse_metric
from ..score.metrics import ends_of, ranged, scored
from ..score.run import paired_by_row
from ..text import CELL_COLUMNS, LISTED, NAME_COLUMNS, TITLE_COLUMNS, level, shared_level, shortened, write_number
from .form import Form, Part, find_run, size, size_and_reading, trials_each
from .parts import csv_of_cells, parts_of, table_of_cells
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..options import Options
    from ..pictures.picture import Picture
    from ..score.metrics import Metric, Score
    from ..score.run import Run
    from .form import Record
    from .slices import Cells
    from .tables import Block

_CURVED = 12  # with at most this many runs, the page has their curves, too
_NAMED = 3  # a remark or a title names at most so many runs; of more, it says the number


class Row:
    """One run of a leaderboard: its numbers by metric, and its rank."""

    difference: Score | None = None  # to the best

    def __init__(self, run: Run, scores: dict[Metric, Score], ranking: Metric) -> None:
        self.run = run
        self.scores = scores  # empty if the run lacks a task
        self.score = scores.get(ranking, {})
        self.rank = self.worst = int(bool(scores))

    @property
    def ranks(self) -> str:
        """The rank of the run, or the range of its possible ranks; "" if it has none."""
        return str(self.rank or "") if self.rank == self.worst else f"{self.rank}-{self.worst}"

    @property
    def is_below(self) -> bool:
        return bool(self.difference and self.difference["hi"] < 0)

    def at_k(self) -> Record:
        rows = [{"k": metric.k, metric.key: score} for metric, score in self.scores.items() if metric.k]
        return {"at_k": rows} if len(self.scores) > 1 else {}


class Leaderboard(Form):
    """A table of the runs, the highest value first, with the ranks that the data support.

    Of several tasks, the mean of the tasks ranks, and each task has a column. Runs that lack a task come last.
    """

    def __init__(self, runs: Sequence[Run], options: Options, tasks: Cells | None = None) -> None:
        if options.flips:
            runs = [find_run("flips", name, runs) for name in options.flips]
            if runs[0] is runs[1]:
                raise FileError("--flips needs two different runs")
        super().__init__(runs, options, tasks)
        ranking = options.ranking
        # The metric of curves and of several k. Rewards and real scores have no Pass@k.
        self._curved = ranking if ranking.has_k else parse_metric("max" if runs[0].weights else "pass")
        self._shown = [*([] if ranking.has_k else [ranking]), *map(self._curved.at, options.k or ())]
        self._metric = self._at_its_k(ranking) if ranking.has_k else ranking
        if options.metrics:  # of one run on several tasks
            self._shown = self._asked(options.metrics)
            self._metric = self._shown[0]
        rows = [Row(run, self._scores_of(run), self._metric) for run in runs]
        # By value, or by the middle of a range; last those without one.
        self._rows = sorted(rows, key=lambda row: -sum(ends_of(row.score)) if row.score else float("inf"))
        self._ranked = [row for row in self._rows if row.score]
        self.runs = [row.run for row in self._rows]
        self._confidence = self._rank() if self._ranked[1:] else options.confidence
        closer = parts_of(self, [self._metric], self._confidence)
        self.parts = [Part("", self._blocks(), self._record(), self._csv()), *closer]

    def _named(self) -> list[tuple[str, Run]]:
        """Return (name, part) for the part of each run in each task; without tasks, for each run."""
        tasks = self.tasks
        if not tasks:
            return [(run.title, run) for run in self.runs]
        return [(f"{run.title}, {part.task}", part) for run in self.runs for part in tasks.parts(run)]

    def _at_its_k(self, metric: Metric) -> Metric:
        """Return the metric at its own k; if it has none, at the last k of -k for which all runs have enough trials."""
        asked = [metric] if metric.k else list(map(metric.at, self.options.k or ()))
        runs = [run for _, run in self._named()]
        within = [metric_at_k for metric_at_k in asked if not any(map(metric_at_k.is_beyond, runs))]
        if not within:
            for run in runs:
                asked[-1].value(run)  # raises the error that k is too large
        return within[-1]

    def _asked(self, names: list[str]) -> list[Metric]:
        asked = choose(names, bool(self.runs[0].weights))
        for metric in asked if "all" not in names else ():
            if not metric.has_interval:
                raise FileError(f"{metric.title} has no confidence interval, and so no mean of tasks; leave it out")
        ks: Sequence[int | None] = self.options.k or [None]
        shown = [metric.at(k) for metric in asked if metric.has_interval for k in (ks if metric.has_k else [None])]
        for metric in shown:
            if metric.has_k and not metric.k:
                raise FileError(f"{metric.title} of several tasks needs a k, such as -k 1,4")
        return shown

    def _scores_of(self, run: Run) -> dict[Metric, Score]:
        """Return the scores of a run; {} if it lacks a task."""
        shown = () if self.tasks and self.tasks.lacks(run) else self._shown
        return {metric: self.measure([run], metric) for metric in shown}

    def _rank(self) -> float:
        """Set the ranks, and differences to the best, which never contradict a rank. Return their confidence."""
        runs = [row.run for row in self._ranked]
        sides = list(zip(*map(self.tasks.parts, runs))) if self.tasks else [runs]
        standings = self._metric.standings(sides, self.options)
        board: Any = standings.board
        has_ranges = any(run.solved for run in runs)
        for i, row in enumerate(self._ranked):
            row.rank, row.worst = standings.ranks[i]
            if i and has_ranges:
                row.difference = ranged(board.bounds(i, 0, standings.level))
            elif i:
                row.difference = scored(standings.difference(i, 0))
        pvalue = self.pvalue(runs, self._metric) if len(runs) == 2 else None
        if pvalue is not None and row.difference:
            row.difference["pvalue"] = pvalue
        return float(standings.level[0] / standings.level[1])

    # For readers

    def _blocks(self) -> list[Block]:
        heading = "\n".join([*self._first_lines(), *self.cluster_lines(), *self._remarks()])
        if self.has_several:
            table, note = [self._table()], self._note()
        else:
            table = [table_of_cells(self, self._shown)]
            note = (
                f"Each value has its own {self.level} interval, {self.about}. All tasks have equal weight in the mean."
            )
        return [heading, *table, *self.reading(), note, *self.notes()]

    def _size(self) -> str:
        parts = [run for _, run in self._named()]
        if not self.tasks:
            return count(parts[0].tally.questions, "question") + (
                f", {trials_each(parts)}" if not self._has_trials() else ""
            )
        questions = sum(column[0].tally.questions for column in self.tasks.columns())
        tasks = count(len(self.tasks.names), "task")
        return f"{tasks}, {count(questions, 'question')} in all, {trials_each(parts)}"

    def _first_lines(self) -> list[str]:
        runs = [run for _, run in self._named()]
        if not self.has_several:
            return [f"{shortened(self.runs[0].title, NAME_COLUMNS)}: {self._size()}", *paired_by_row(runs)]
        by = f", by {self.options.by}" if self.options.by else ""
        first = f"{len(self.runs)} runs of {self._size()}, ranked by {self._title(self._metric)}{by}"
        return [first, *paired_by_row(runs)]

    def _remarks(self) -> list[str]:
        """Return each remark on runs once, after their names, and which tasks a run lacks."""
        named, unit = self._named(), "runs of a task" if self.tasks else "runs"
        runs: dict[str, list[str]] = {}
        for name, run in named:
            for remark in run.remarks():
                runs.setdefault(remark, []).append(shortened(name, TITLE_COLUMNS))
        lines = []
        for remark, names in runs.items():
            who = f"all {len(named)} {unit}" if len(names) == len(named) else f"{len(names)} of {len(named)} {unit}"
            lines.append(f"{', '.join(names) if len(names) <= _NAMED else who}: {remark}")
        for run in self.runs:
            lacks = [shortened(name, NAME_COLUMNS) for name in (self.tasks.lacks(run) if self.tasks else ())]
            more = f" and {len(lacks) - LISTED} more" if lacks[LISTED:] else ""
            if lacks:
                name = shortened(run.title, NAME_COLUMNS)
                lines.append(f"{name} lacks {', '.join(lacks[:LISTED])}{more}: no mean and no rank")
        return lines

    def _has_trials(self) -> bool:
        """Whether the table shows the numbers of trials, since they differ between runs or questions."""
        return not self.tasks and len({trials for run in self.runs for trials in (run.trials, run.most_trials)}) > 1

    def _title(self, metric: Metric) -> str:
        return metric.of(*(run for _, run in self._named())) + (f", {self.tasks.mean}" if self.tasks else "")

    def _table(self) -> Table:
        rows = self._rows
        columns = [["rank", *(row.ranks for row in rows)]]
        columns.append(["run", *(shortened(row.run.title, NAME_COLUMNS) for row in rows)])
        ranked = []  # columns of values
        for metric in self._shown:
            scores = [row.scores.get(metric) for row in rows]
            title = self.tasks.mean if self.tasks and len(self._shown) == 1 else self._title(metric)
            ranked.append(len(columns))
            columns.append([title, *(self.cell(score) if score else "" for score in scores)])
            if metric == self._metric and not self.cells:
                columns += self._difference_columns()
        if self._has_trials():
            columns.append(["trials", *(row.run.size() for row in rows)])
        cells = self._cell_columns() if self.cells else []
        ranked += range(len(columns), len(columns) + len(cells))
        form = {"below": [i for i, row in enumerate(rows) if row.is_below], "turns": bool(cells), "ranked": ranked}
        return Table(list(zip(*columns, *cells)), left=(1,), keys=2, is_drawn=True, **form)

    def _difference_columns(self) -> list[list[str]]:
        """Return the columns of the differences to the best and, for two runs, of the p-value."""
        differences = [row.difference or {} for row in self._rows]
        columns = [
            ["difference to the best", *(self.cell(score) if score else "" for score in differences)],
            ["p", *(write_number(score["pvalue"]) if "pvalue" in score else "" for score in differences)],
        ]
        return [column for column in columns if any(column[1:])]

    def _cell_columns(self) -> list[list[str]]:
        """Return a column for each task or slice: the ranking metric of each run, or "" if the run lacks it."""
        assert self.cells
        columns = []
        means = [self.mean_of_cells(run, self._metric) for run in self.runs if not self.tasks]
        if means and all(means):
            columns.append([self.cells.mean, *(self.cell(score) for score in means if score)])
        for name, column in zip(self.cells.names, self.cells.columns()):
            cells = [self.cells.of[run].get(name) for run in self.runs]
            title = f"{shortened(name, CELL_COLUMNS)} ({column[0].tally.questions:,})"
            columns.append([title, *(self.cell(self.score(cell, self._metric)) if cell else "" for cell in cells)])
        return columns

    def _note(self) -> str:
        several = next((row.ranks for row in self._rows if row.rank < row.worst), "")
        is_open = f" Rank {several} is a range: the data do not decide within it." * bool(several)
        paired = "Differences to the best" + " are paired by question" * (self.options.questions == "new")
        values = f"Each value has its own {self.level} interval, {self.about}."
        if self.cells:
            values += f" With many {self.cells.kind}s, some differ by chance."
        if len(self._rows) == 2:
            pvalue = (self._rows[-1].difference or {}).get("pvalue")
            worse = "" if self.cells else f" {paired}: below 0, the run is worse."
            p = f"The difference of the two runs has p {write_number(pvalue or 0)}: it" if self.cells else "p"
            alpha = f"{1 - self.options.confidence:.3g}"
            agrees = f" {p} is at most {alpha} just where the interval of the difference excludes 0."
            return f"{values}{worse}{agrees * (pvalue is not None)}{is_open}"
        chance, last = level(1 - self.options.confidence), shared_level(self._confidence)
        agree = f" {paired}. Their {last} intervals agree with the ranks: below 0, the run is worse."
        hold = f"Ranks hold together: the chance of any false order on the board is at most {chance}."
        return f"{values} {hold}{is_open}{'' if self.cells else agree}"

    # In full

    def _record(self) -> Record:
        options = self.options
        record: Record = {"rank_by": self._metric.key}
        record.update({"k": self._metric.k} if self._metric.k is not None else {})
        record.update(confidence=options.confidence, questions=options.questions, pairs="board")
        record.update(difference_confidence=self._confidence, **self.settings())
        record.update({"tasks": self.tasks.names} if self.tasks else {})
        return {**record, "runs": list(map(self._record_on_tasks if self.tasks else self._record_of, self._rows))}

    def _record_of(self, row: Row) -> Record:
        record = {"rank": row.rank, "worst": row.worst, "run": row.run.title, "file": row.run.file}
        record.update(format=row.run.format, **size_and_reading(row.run))
        return {**record, **row.score, "difference": row.difference, **row.at_k()}

    def _record_on_tasks(self, row: Row) -> Record:
        assert self.tasks
        run, key, cells = row.run, self._metric.key, self.tasks.of[row.run]
        record: Record = {"run": run.title, "rank": row.rank or None, "worst": row.worst or None, "file": run.file}
        record.update(format=run.format, question_count=sum(cell.tally.questions for cell in cells.values()))
        record.update({"reading": run.reading, key: row.score or None, "difference": row.difference, **row.at_k()})
        record["tasks"] = tasks = {}
        for name, cell in cells.items():
            missing = {"missing": cell.remark} if cell.remark else {}
            tasks[name] = {**size(cell), **missing, key: self.score(cell, self._metric)}
        return record

    def _csv(self) -> list[Record]:
        if self.tasks:
            ranks = {(self.tasks.mean, row.run.title): {"rank": row.rank, "worst": row.worst} for row in self._rows}
            records = csv_of_cells(self, self._shown)
            return [{**record, **ranks.get((record["task"], record.get("run", "")), {})} for record in records]
        lines = []
        for row in self._rows:
            record = self._record_of(row)
            others = {f"{metric.key}@{metric.k}": x for metric, x in row.scores.items() if metric != self._metric}
            record.update(most_trials=row.run.most_trials, **others)
            lines.append({key: x for key, x in record.items() if key not in ("missing", "at_k", "reading")})
        return lines

    # Pictures

    def title(self, what: str = "") -> str:
        """Return a title such as "opus, gpt: avg@4" or, for many runs, "avg@4 of 9 runs"."""
        names = [row.run.title for row in self._ranked]
        if not self.has_several:
            return f"{what and f'{what} of '}{shortened(self.runs[0].title, TITLE_COLUMNS)}: {self._size()}"
        if len(names) <= _NAMED and len(", ".join(names)) <= TITLE_COLUMNS:
            return f"{', '.join(names)}{what and f': {what}'}"
        return f"{what and f'{what} of '}{count(len(names), 'run')}"

    def caption(self) -> str:
        return self._first_lines()[0]

    def pictures(self) -> list[Picture]:
        """Return bars of the runs, or of the tasks of one run; and the curves of a few runs, or if k are given."""
        options, title = self.options, self._title(self._metric)
        if not self._ranked:
            raise FileError("no run has all tasks, so there is no mean to draw; leave out --svg and --html")
        if self.tasks and not self.has_several:
            cells = self.tasks.of[self.runs[0]]
            bars = [("", name, self.score(cell, self._metric), False) for name, cell in cells.items()]
            return [self.forest(self.title(), title, [*bars, ("", self.tasks.mean, self._rows[0].score, False)])]
        rows = [(row.ranks, row.run.title, row.score, row.is_below) for row in self._ranked]
        forest = self.forest(self.title(title), title, rows)
        is_asked = len(options.k or ()) > 1
        self.main_picture = int(is_asked and not self.tasks)
        few = len(self.runs) <= _CURVED and min(run.trials for run in self.runs) > 1
        if self.tasks or not (is_asked or (few and options.html)):
            return [forest]
        name = self._curved.title
        return [
            forest,
            self.curves(self.title(name), name, [(run.title, run, self._curved) for run in self.runs], True),
        ]
