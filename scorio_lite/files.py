"""Read result files in Python, with the readers of the command.

>>> import tempfile, os
>>> from scorio_lite import confidence, files
>>> with tempfile.TemporaryDirectory() as folder:
...     path = os.path.join(folder, "results.csv")
...     with open(path, "w") as file:
...         _ = file.write("model,id,trial,passed\\na,q1,0,1\\na,q1,1,0\\nb,q1,0,1\\nb,q1,1,1\\n")
...     evaluation = files.read(path)
>>> evaluation.runs, evaluation.tasks, evaluation.questions()
(['a', 'b'], [''], ['q1'])
>>> [evaluation.matrix(run) for run in evaluation.runs]
[[[1, 0]], [[1, 1]]]
"""

from __future__ import annotations

from ._command.grading import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any, Union

    from ._command.options import Options
    from ._command.run import Run
    from ._scores import Scores
    from ._votes import VoteTally
    from .tally import Tally

    Path = Union[str, PathLike[str]]
    Matrix = list[list[Any]]

__all__ = ["Evaluation", "ReadError", "read"]
__dir__ = __all__.copy

# Options of the command that say what is read, beside those of the readers.
_READING = {"merge", "missing", "name", "only", "scores", "threshold", "values", "weights"}
_SEVERAL = {"fill", "ignore", "line", "name", "only", "skip", "where"}  # options that may be repeated


class ReadError(ValueError):
    """The error for files that cannot be read as they are, or that can be read in several ways.

    `readings` lists the readings that fit, the best first. Each is a dictionary with the options that select this
    reading, and the numbers that it gives for each run.
    """

    def __init__(self, message: str, readings: list[dict[str, Any]]) -> None:
        super().__init__(message)
        self.readings = readings


class Evaluation:
    """The outcomes of runs on tasks. In each task, all runs have the same questions in the same order.

    runs     the names of the runs
    tasks    the names of the tasks; [""] if the files name none
    """

    def __init__(self, cells: list[Run]) -> None:
        self._cells = {(run.title, run.task): run for run in cells}
        self.runs = list(dict.fromkeys(run.title for run in cells))
        self.tasks = list(dict.fromkeys(run.task for run in cells))

    def __repr__(self) -> str:
        return f"Evaluation(runs={self.runs}, tasks={self.tasks})"

    def _cell(self, run: str | None, task: str | None) -> Run:
        """Return the outcomes of a run in a task. The run, or the task, may be None if there is only one."""
        for name, names, kind in ((run, self.runs, "run"), (task, self.tasks, "task")):
            if name is None and len(names) > 1:
                raise ValueError(f"{kind} must be one of {', '.join(map(repr, names))}")
            if name is not None and name not in names:
                raise KeyError(f"there is no {kind} {name!r}; there are {', '.join(map(repr, names))}")
        key = (self.runs[0] if run is None else run, self.tasks[0] if task is None else task)
        if key not in self._cells:
            raise KeyError(f"the run {key[0]!r} has no task {key[1]!r}")
        return self._cells[key]

    def questions(self, task: str | None = None) -> list[Any]:
        """Return the names of the questions. A question without a name is called by its row, such as "row 1"."""
        first = next((run for run, own in self._cells if task in (None, own)), None)
        labels = [label for label, _ in self._cell(first, task).questions]
        return [label if type(label) in (str, int, float) else str(label) for label in labels]

    def matrix(self, run: str | None = None, task: str | None = None) -> Matrix:
        """Return the outcomes, a row for each question.

        Outcomes are 0 and 1; with weights= they are classes, and with scores= real scores. The trials of a row are
        ordered by number, or else as in the files. With cost=, select=, labels= or judges= they are as in the files,
        and as `beside` returns them. The trials that missing= adds are at the end of a row: with missing="bounds" they
        are None, for `confidence.bounded`.
        """
        cell = self._cell(run, task)
        if cell.beside:
            return [[outcome for outcome, _ in row] for row in cell.beside]
        if cell.rows_in_order is not None:
            return [list(row) for row in cell.rows_in_order] if not cell.solved else _with_gaps(cell)
        if cell.scores:
            return [list(row) for row in cell.scores]
        rows = [list(enumerate(counts)) for _, counts in cell.questions]
        return [[code for code, n in reversed(row) for _ in range(n)] for row in rows]

    def tally(self, run: str | None = None, task: str | None = None) -> Tally:
        """Return the counts of the outcomes. Every metric takes this Tally in place of the matrix."""
        cell = self._cell(run, task)
        if cell.solved:
            raise ValueError("trials are missing, which a tally cannot say; matrix() has None for them")
        return cell.tally

    def scores(self, run: str | None = None, task: str | None = None) -> Scores:
        """Return the real scores with their range. The files must have been read with scores=."""
        from ._scores import Scores

        cell = self._cell(run, task)
        if not cell.scores or not cell.weights:
            raise ValueError("the outcomes are no real scores; read(..., scores=(low, high)) reads them")
        return Scores(self.matrix(run, task), cell.weights[0], cell.weights[-1])

    def answers(self, run: str | None = None, task: str | None = None) -> VoteTally:
        """Return the votes on the answers, which `cons_at_k` takes. The files must have been read with answer=."""
        return self._cell(run, task).votes()

    def beside(self, option: str, run: str | None = None, task: str | None = None) -> tuple[Matrix, ...]:
        """Return matrices of one shape: the outcomes, and the values of each field that `option` named for `read`.

        `option` is "cost", "select", "labels" or "judges". `confidence.cost_per_solve`, `best_of_k` and
        `confidence.judged` take such matrices.
        """
        cell = self._cell(run, task)
        if not cell.beside or not any(role == option for role, _ in cell.fields_beside):
            raise ValueError(f"nothing is read for {option!r}; read(..., {option}=FIELD) reads it")
        places = [i for i, (own, _) in enumerate(cell.fields_beside) if own == option]
        columns = [[[one[i] for _, one in row] for row in cell.beside] for i in places]
        return ([[code for code, _ in row] for row in cell.beside], *columns)

    def costs(self, run: str | None = None, task: str | None = None) -> Matrix:
        """Return the cost of each trial, summed over the fields of cost=, for `confidence.cost_per_solve`."""
        _, *costs = self.beside("cost", run, task)
        return [[sum(trial) for trial in zip(*rows)] for rows in zip(*costs)]


def _with_gaps(cell: Run) -> Matrix:
    """Return the rows of a run, with None in place of each failure that stands for a missing trial."""
    assert cell.rows_in_order is not None
    assert cell.solved
    found = []
    for row, (_, failed), (_, solved) in zip(cell.rows_in_order, cell.questions, cell.solved.questions):
        missing = sum(abs(a - b) for a, b in zip(failed, solved)) // 2
        found.append([*row[: len(row) - missing], *[None] * missing])
    return found


def read(*files: Path, **options: Any) -> Evaluation:
    """Read result files, folders or archives, in any format that the command knows.

    The options are those of the command that say what files hold, as in read("out/", question="id", missing="own"). The
    value of an option is a text, a number, True, or a sequence. A ReadError says that the files cannot be read with
    these options, or that they can be read in several ways.
    """
    from os import fspath

    from ._command.main import read_cells
    from ._command.readings.offers import find_offers, with_options
    from ._command.settings import OF_FILES, OF_READERS

    allowed = _READING.union(OF_FILES, OF_READERS)
    wrong = sorted(options.keys() - allowed)
    if wrong:
        known = ", ".join(sorted(allowed))
        raise TypeError(f"read() got the option {wrong[0]!r}; those that say what is read are {known}")
    if not files:
        raise TypeError("read() needs a file, a folder or an archive")
    from ._command.options import Options

    bare = Options()
    bare.given, bare.files = [], [fspath(file) for file in files]
    bare.in_order = True
    bare.metrics = ["cons"] if options.get("answer") else None
    typed = [text for name, value in options.items() for text in _typed(name, value)]
    try:
        told: Options = with_options(bare, typed)
    except SystemExit:
        raise ValueError(f"these options do not go together, or have wrong values: {' '.join(typed)}") from None
    try:
        return Evaluation(read_cells(told))
    except FileError as error:
        found = find_offers(error, told, read_cells)
        raise ReadError(str(error), [offer.record() for offer in found]) from None


def _typed(name: str, value: Any) -> list[str]:
    """Return an option as you type it: skip=["a", "b"] is ["--skip=a", "--skip=b"], and once=True is ["--once"]."""
    option = f"--{name.replace('_', '-')}"
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    values = [value] if isinstance(value, (str, int, float)) else list(value)
    if name in _SEVERAL:
        return [f"{option}={one}" for one in values]
    return [f"{option}={','.join(map(str, values))}"]
