"""Read result files in Python, with the reader of the command.

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

from ._command.text import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any, Callable, Mapping, Sequence, Union

    from ._command.score.run import Run
    from ._scores import Scores
    from ._votes import VoteTally
    from .tally import Tally

    Path = Union[str, PathLike[str]]
    Names = Union[str, Sequence[str], None]
    Filter = Union[Mapping[str, Any], None]
    Matrix = list[list[Any]]

__all__ = ["Evaluation", "ReadError", "read"]
__dir__: Callable[[], list[str]] = __all__.copy


class ReadError(ValueError):
    """The error for files that cannot be read as they are, or that can be read in several ways.

    code       the kind of refusal, such as "question" or "missing"
    fields     the names of the fields that are in doubt
    readings   the readings that fit, the best first. Each is a dictionary: "keywords" has arguments of `read` that
               select this reading, "options" those of the command, "runs" each run's question_count, trials and avg
    """

    def __init__(self, message: str, code: str, fields: Sequence[str], readings: list[dict[str, Any]]) -> None:
        super().__init__(message)
        self.code: str = code
        self.fields: list[str] = list(fields)
        self.readings: list[dict[str, Any]] = readings


class Evaluation:
    """The outcomes of runs on tasks. In each task, all runs have the same questions in the same order.

    runs     the names of the runs; a method needs run= only if there are several
    tasks    the names of the tasks, likewise; [""] if the files name none
    """

    def __init__(self, cells: list[Run]) -> None:
        self._cells: dict[tuple[str, str], Run] = {(run.title, run.cell.task): run for run in cells}
        self.runs: list[str] = list(dict.fromkeys(run.title for run in cells))
        self.tasks: list[str] = list(dict.fromkeys(run.cell.task for run in cells))

    def __repr__(self) -> str:
        return f"Evaluation(runs={self.runs}, tasks={self.tasks})"

    def _cell(self, run: str | None, task: str | None) -> Run:
        """Return the Run of a run in a task. Refuse unknown names. `run` or `task` may be None if there is only one."""
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
        """Return the names of a task's questions. One without a name is called by its row, such as "row 1"."""
        first = next((run for run, own in self._cells if task in (None, own)), None)
        labels = [label for label, _ in self._cell(first, task).questions]
        return [label if type(label) in (str, int, float) else str(label) for label in labels]

    def matrix(self, run: str | None = None, task: str | None = None) -> Matrix:
        """Return the outcomes, a row for each question.

        Outcomes are 0 and 1. If `read` had weights=, they are classes; if it had scores=, they are real scores. Trials
        of a row are in the order of their numbers or, without numbers, of the files. Trials that missing= adds are at
        the end of a row: with missing="bounds" they are None, for `confidence.bounded`.
        """
        return [list(row) for row in self._cell(run, task).outcomes]

    def tally(self, run: str | None = None, task: str | None = None) -> Tally:
        """Return the counts of the outcomes as a Tally. Most metrics take it in place of the matrix.

        Raise ValueError if trials are missing, or if the outcomes are real scores.
        """
        cell = self._cell(run, task)
        if cell.solved:
            raise ValueError("trials are missing, which a tally cannot say; matrix() has None for them")
        if cell.scores and cell.weights:
            raise ValueError("real scores are no classes to count; scores() has them")
        return cell.tally

    def scores(self, run: str | None = None, task: str | None = None) -> Scores:
        """Return the real scores with their range. Without real scores, raise ValueError."""
        from ._scores import Scores

        cell = self._cell(run, task)
        if not cell.scores or not cell.weights:
            raise ValueError("the outcomes are no real scores; read(..., scores=(low, high)) reads them")
        return Scores(self.matrix(run, task), cell.weights[0], cell.weights[-1])

    def answers(self, run: str | None = None, task: str | None = None) -> VoteTally:
        """Return the VoteTally of the answers, for `cons_at_k`. Without answers, raise ValueError."""
        return self._cell(run, task).votes

    def kept(self, field: str, run: str | None = None, task: str | None = None) -> Matrix:
        """Return the values of a field, a row for each question, in the shape of `matrix`.

        The field must be named in the keep= of `read`. The value is None if the record of a trial lacks the field, or
        if the trial has no record. Trials that missing= adds are at the end of a row, as in `matrix`.
        """
        cell = self._cell(run, task)
        if field not in cell.kept:
            raise ValueError(f"{field!r} is not kept; read(..., keep=[{field!r}]) keeps it")
        pairs = zip(cell.kept[field], cell.outcomes)
        return [[*values, *[None] * len(row)][: len(row)] for values, row in pairs]

    def report(self, **options: Any) -> str:
        """Return the text that the command prints: a report, a leaderboard, or a board of tasks.

        `options` are those of the command that choose and print numbers, as in report(k=[1, 4], percent=True). A field
        of by= or cluster= must be named in the keep= of `read`. A notebook shows the text as tables.
        """
        from ._command.forms import write_report

        for field in filter(None, (options.get("by"), options.get("cluster"))):
            for run, task in self._cells:
                self.kept(field, run, task)  # raises an error if the field was not kept
        return write_report(list(self._cells.values()), **options)


def read(
    *files: Path,
    format: str | None = None,
    metric: Names = None,
    question: Names = None,
    outcome: Names = None,
    trial: str | None = None,
    run: str | None = None,
    task: Names = None,
    answer: str | None = None,
    trials: Names = None,
    runs: Names = None,
    counts: Sequence[str] | None = None,
    at: str | None = None,
    path: str | None = None,
    where: Filter = None,
    skip: Filter = None,
    ignore: Names = None,
    once: bool = False,
    merge: bool = False,
    missing: str | None = None,
    success: Names = None,
    threshold: float | None = None,
    scores: Sequence[float] | None = None,
    weights: Sequence[float] | None = None,
    all: bool = False,
    keep: Names = None,
) -> Evaluation:
    """Read result files or folders, in any format that the command knows.

    The arguments say what files hold, as the options of the command do (`scorio-lite --help formats`). Several names
    are passed as a list, and other values as counts=("n", "c"), scores=(0, 10), where={"split": "test"}. `keep` names
    fields whose values are kept beside the outcomes. A ReadError says that the files cannot be read with these
    arguments, or that they can be read in several ways.
    """
    given = dict(locals())
    from os import fspath

    from ._command.read import read_evaluation
    from ._command.read.item import Refusal
    from ._command.read.options import OPTIONS, Ask, checked, is_given

    if not files:
        raise TypeError("read() needs a file or a folder")
    name, asked = "", {}  # type: str, dict[str, Any]
    try:
        for name in (name for name in OPTIONS if is_given(given[name])):
            asked[name] = checked(name, given[name])
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None
    kept = (keep,) if isinstance(keep, str) else tuple(keep or ())
    if any(not isinstance(field, str) for field in kept):
        raise TypeError(f"keep: expected names of fields, got {keep!r}")
    try:
        return Evaluation(
            read_evaluation([fspath(file) for file in files], Ask(**asked, keep=kept, votes=bool(answer)))
        )
    except Refusal as refusal:
        offered = [offer.record() for offer in refusal.readings]
        raise ReadError(
            _in_lines(_in_python(refusal.why), refusal.readings), refusal.code, refusal.fields, offered
        ) from None
    except FileError as error:
        raise ReadError(_in_python(str(error)), "file", [], []) from None


def _in_python(message: str) -> str:
    """Return `message` with the arguments of `read` in place of the options of the command."""
    from re import sub

    from ._command.read.options import OPTIONS, POLICIES

    def argument(found: Any) -> str:
        name, value = found.groups()
        if name in OPTIONS and OPTIONS[name].kind == "flag":
            return f"{name}=True"
        if name == "missing" and value:
            return f"missing={', '.join(map(repr, value.split(', ')))}"
        return f"{name}={value}" if value and value[0] == "'" else f"{name}="

    names = "|".join(sorted([*OPTIONS, "keep"], key=len, reverse=True))
    ways = "|".join(POLICIES)
    values = rf"'[^']*'|[A-Z][A-Z,=]*\b|(?:{ways})(?:, (?:{ways}))*\b"
    message = message.replace("see --anytime, or ", "see ")  # --anytime is an option of reports
    return sub(rf"--({names})\b(?:[ =]({values}))?", argument, message)


def _in_lines(message: str, readings: Sequence[Any]) -> str:
    """Return `message` and a line for each reading: keyword arguments, numbers of questions and trials, means."""
    lines = [", ".join(f"{name}={value!r}" for name, value in one.record()["keywords"].items()) for one in readings]
    return "\n  ".join([message, *(f"{line}: {one.numbers}" for line, one in zip(lines, readings))])
