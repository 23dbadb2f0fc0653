"""A leaderboard of several tasks: a row for each run, a column for each task. The mean over tasks ranks the runs."""

from __future__ import annotations

from ..grading import FileError, count
from ..options import first_broken, rules_of_tasks
from ..score.metric_names import choose
from ..score.run import paired_by_row
from ..text import LISTED, NAME_COLUMNS, shortened
from .form import line, size, trials_each
from .leaderboard import Leaderboard
from .parts import Slices
from .slices import tasks_of
from .tables import Heading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..options import Options
    from ..pictures.picture import Picture
    from ..score.metrics import Metric
    from ..score.run import Run
    from .form import Record
    from .leaderboard import Row
    from .tables import Block


class Board(Leaderboard):
    """A leaderboard of several tasks, ranked by the mean over tasks. Runs without a task come last and have no rank."""

    _unit = "runs of a task"

    def __init__(self, runs: list[Run], options: Options) -> None:
        wrong = first_broken(rules_of_tasks(options))
        if wrong:
            raise FileError(wrong)
        self._tasks = tasks_of(runs)
        super().__init__(list(self._tasks.of), options, self._tasks)

    def _columns(self, ranking: list[Metric]) -> list[Metric]:
        if not self.options.metrics:
            return super()._columns(ranking)
        asked, ks = choose(self.options.metrics, bool(self.runs[0].weights)), self.options.k or ()
        if "all" in self.options.metrics:
            asked = [metric for metric in asked if metric.has_interval]
        for metric in asked:
            if metric.has_k and not ks:
                raise FileError(f"{metric.title} of several tasks needs a k, such as -k 1,4")
            if not metric.has_interval:
                raise FileError(f"{metric.title} has no confidence interval, and so no mean of tasks; leave it out")
        shown = [metric_at_k for metric in asked for metric_at_k in (map(metric.at, ks) if metric.has_k else [metric])]
        self._metric, *_ = shown
        return shown

    # For reading

    def blocks(self) -> list[Block]:
        if self.has_several:
            return super().blocks()
        heading = Heading("\n".join([f"{self._name()}: {self._size()}", *self._lines()]))
        note = f"Each value has its own {self.level} interval, {self.about}. All tasks have equal weight in their mean."
        return [heading, *self.reading(), *Slices(self, self._shown).blocks(), note]

    def _name(self) -> str:
        return shortened(self.runs[0].title, NAME_COLUMNS)

    def _heading(self) -> str:
        first = f"{len(self.runs)} runs of {self._size()}, ranked by {self._title(self._metric)}"
        return "\n".join([first, *self._lines()])

    def _size(self) -> str:
        questions, each = sum(self._tasks.sizes()), trials_each([cell for _, cell in self._named()])
        return f"{count(len(self._tasks.names), 'task')}, {count(questions, 'question')} in all, {each}"

    def _lines(self) -> list[str]:
        lines = [*paired_by_row(cell for _, cell in self._named()), *self.cluster_lines(), *self._remarks()]
        for run in self.runs:
            lacks = self._tasks.lacks(run)
            few, others = [shortened(name, NAME_COLUMNS) for name in lacks[:LISTED]], lacks[LISTED:]
            more = f" and {len(others)} more" if others else ""
            if lacks:
                lines.append(f"{shortened(run.title, NAME_COLUMNS)} lacks {', '.join(few)}{more}: no mean and no rank")
        return lines

    def _named(self) -> list[tuple[str, Run]]:
        return [(f"{run.title}, {cell.task}", cell) for run in self.runs for cell in self._tasks.parts(run)]

    def has_trials(self) -> bool:
        return False

    # In full

    def record(self) -> Record:
        record = super().record()
        return {**record, "tasks": self._tasks.names, "runs": record["runs"]}

    def _full(self, row: Row) -> Record:
        run, key = row.run, self._metric.key
        record: Record = {"run": run.title, "rank": row.rank or None, "worst": row.worst or None, "file": run.file}
        record.update(format=run.format, question_count=sum(part.tally.questions for part in self._tasks.parts(run)))
        record.update({"reading": run.reading, key: row.score or None, "difference": row.difference, **row.at_k})
        record["tasks"] = tasks = {}
        for name, cell in self._tasks.of[run].items():
            missing = {"missing": cell.remark} if cell.remark else {}
            tasks[name] = {**size(cell), **missing, key: self.score(cell, self._metric)}
        return record

    def lines(self) -> list[Record]:
        """Return a line for each run, task and metric, and for each run and metric a line with the mean over tasks."""
        asked, lines = self.options.questions, []
        for row in self._rows:
            rank = {"rank": row.rank or None, "worst": row.worst or None}
            for name, cell in self._tasks.of[row.run].items():
                first = {"run": row.run.title, "task": name, **dict.fromkeys(rank), **size(cell)}
                lines += [{**first, **line(metric, asked, self.score(cell, metric))} for metric in self._shown]
            for metric, score in row.scores.items():
                questions = sum(self._tasks.sizes())
                first = {"run": row.run.title, "task": self._tasks.mean, **rank, "question_count": questions}
                lines.append({**first, "trials": None, **line(metric, asked, score)})
        return lines

    # Pictures

    def title(self, what: str = "") -> str:
        return super().title(what) if self.has_several else f"{self._name()}: {self._size()}"

    def pictures(self) -> list[Picture]:
        """Return one picture: the mean of each run or, if there is one run, its value in each task."""
        if not self._ranked:
            raise FileError("no run has all tasks, so there is no mean to draw; leave out --svg and --html")
        if self.has_several:
            return [self.forest_of_runs()]
        cells, (row,) = self._tasks.of[self.runs[0]], self._rows
        scores = {name: self.score(cell, self._metric) for name, cell in cells.items()}
        rows = [("", name, score, False) for name, score in [*scores.items(), (self._tasks.mean, row.score)]]
        title = self._metric.of(*cells.values())
        return [self.forest(f"{title} of {self._name()}", title, rows)]
