"""A run's outcomes, ready to be scored (the class Run), and the names of runs."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from ...tally import Tally
from ..text import FileError, errors_of, shown, some, stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any, Iterable, Sequence

    from ..._votes import VoteTally
    from .ledger import Grades, TaskRun

    Counts = tuple[int, ...]

SO_FAR = "anytime"  # the policy of --anytime: score questions with the trials they have, if any
_TIME = re.compile(r"\d{4}-?\d\d-?\d\d\S*")
_FEW = 3  # files in a message


class Place(str):
    """The label of a question without a name, such as "row 1"."""


class Run:
    """The outcomes of one run, ready to be scored: --missing has been applied.

    cell       the TaskRun that was read; `name` is for messages, and `title` for tables
    questions  (label, number of trials in each class, such as (failures, successes)) for each question
    outcomes   for each question, a list of outcomes, with None for a missing trial; `answers` has lists of answers
    weights    the rewards of the classes; for real scores, the ends of their range
    scores     for each question, the tuple of its real scores; None for 0/1 outcomes and classes
    kept       {field: for each question, a list of its trials' values, with those of trials without an outcome last}
    runs       for each trial number, how many questions the trials of this number solve; [] if trials have no numbers
    solved     with --missing bounds, the same run with missing trials as successes (here they are failures); else None
    remark     what --missing did, for --json; `notes` has lines that say it, and lines on how the files were read
    """

    def __init__(
        self, cell: TaskRun, labels: Sequence[Any], outcomes: Sequence[list[Any]], grades: Grades, missing: Any = None
    ) -> None:
        self.cell, self.outcomes, self._grades, self._missing = cell, outcomes, grades, missing
        self.title = cell.run or cell.origin if cell.task else cell.name
        self.notes, self.remark = cell.notes, {}  # type: list[str], dict[str, Any]
        self.clusters: list[str] | None = None  # for each question, with --cluster
        self.answers: list[list[Any]] | None = None
        self.kept: dict[str, list[list[Any]]] = {}
        self.runs: list[int] = []
        self.solved: Run | None = None
        rows = [[missing if x is None else x for x in row] if None in row else row for row in outcomes]
        self.scores = list(map(tuple, rows)) if grades.scores else None
        self.weights = grades.scores or grades.weights
        classes = range(len(grades.weights or (0, 1)))
        counts = [(0, len(row)) if grades.scores else tuple(map(row.count, classes)) for row in rows]
        self.questions: list[tuple[Any, Counts]] = list(zip(labels, counts))
        times = Counter(counts)
        sizes = set(map(sum, times))
        self.trials, self.most_trials = min(sizes), max(sizes)
        self.sizes = len(sizes)  # different numbers of trials
        self.tally = Tally.from_histogram(times)

    @property
    def name(self) -> str:
        return self.cell.name

    @property
    def about(self) -> dict[str, str]:
        """{"model": name, "task": name}, without the names that the file lacks."""
        told = self.cell.told
        return {key: text for key, text in (("model", told.model), ("task", told.task)) if text}

    @cached_property
    def votes(self) -> VoteTally:
        """The VoteTally of the questions in order. A missing trial that counts as a failure has no answer."""
        from ..._votes import VoteTally

        if self.answers is None:
            raise FileError(f"{self.name}: cons@k needs the answers of trials, and it has none")
        pairs = zip(self.answers, self.outcomes)
        with errors_of(self.name):
            rows = [[*map(_answer, own), *[None] * (len(row) - len(own))] for own, row in pairs]
            return VoteTally(rows, [[x or 0 for x in row] for row in self.outcomes], ragged=True)

    @cached_property
    def real_scores(self) -> Any:
        from ..._scores import Scores

        return Scores(self.scores or (), *(self.weights or ()))

    def mean(self) -> Fraction:
        """Return the mean over questions of their success rates, mean rewards or mean scores."""
        from ... import exact

        return exact.avg(self.real_scores) if self.scores else exact.avg(self.tally, self.weights)

    def part(self, places: Sequence[int]) -> Run:
        """Return a Run with the questions at these indices, in this order."""
        labels, outcomes = zip(*((self.questions[i][0], self.outcomes[i]) for i in places))
        part = Run(self.cell, labels, outcomes, self._grades, self._missing)
        for name in ("clusters", "answers"):
            values = getattr(self, name)
            setattr(part, name, values and [values[i] for i in places])
        if self.solved and any(None in row for row in outcomes):
            part.solved = self.solved.part(places)
        return part


def _answer(value: Any) -> str | None:
    """Return an answer as a text; None for null, NaN and an empty text. Refuse a list or an object."""
    if isinstance(value, (list, dict)):
        raise ValueError(f"expected a text or a number as an answer, got {shown(value)}")
    if value is None or value != value:
        return None
    text = shown(value) if isinstance(value, bool) else str(value)  # true, as JSON has it
    return text.strip() or None


def have_ranges(sides: Iterable[Sequence[Run]]) -> bool:
    """Return whether any run's value is a range: it lacks trials, and --missing is bounds."""
    return any(run.solved for parts in sides for run in parts)


def name_runs(runs: Sequence[Run], given: Sequence[str] = ()) -> None:
    """Set a title for each run, the same in all its tasks. `given` has the texts NAME=FILE of the option --name."""
    by_run = {(run.cell.origin, run.cell.run): run for run in reversed(runs)}
    firsts = list(reversed(by_run.values()))
    files = [run.cell.origin for run in firsts]
    chosen = dict(_split_name(text, files) for text in given)
    for run, part in zip(firsts, tell_apart(files)):
        name = run.cell.run or run.cell.told.model or part if firsts[1:] else run.title
        run.title = chosen.get(run.cell.origin, name)
    for group in _find_twins(firsts):
        tasks = [run.cell.told.task for run in group]
        for run, task in zip(group, tasks) if len({*tasks}) > 1 else ():
            run.title = f"{run.title} {task}".strip()
    for group in _find_twins(firsts):
        for run, part in zip(group, tell_apart([run.cell.origin for run in group])):
            run.title += f" ({part})"
    for one, other, *_ in _find_twins(firsts):
        raise FileError(f"{one.name} and {other.name} have the same name; --name NAME=FILE gives another")
    for run in runs:
        run.title = by_run[run.cell.origin, run.cell.run].title


def _split_name(text: str, files: Sequence[str]) -> tuple[str, str]:
    """Return (FILE, NAME) of NAME=FILE, split at an = before one of `files`. Raise FileError for others."""
    for i, mark in enumerate(text):
        file = "standard input" if text[i + 1 :] == "-" else text[i + 1 :]
        if mark == "=" and text[:i].strip() and file in files:
            return file, text[:i].strip()
    there = some(dict.fromkeys(files), _FEW)
    raise FileError(f"--name {shown(text)}: expected NAME=FILE, and FILE is one of {there}")


def _find_twins(runs: Sequence[Run]) -> list[list[Run]]:
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.title, []).append(run)
    return [group for group in groups.values() if len(group) > 1]


def tell_apart(paths: Sequence[str]) -> list[str]:
    """Return for each path a part that no other has: the name of a file or folder, with letters if possible."""
    files = len({*paths})
    if files == 1:
        return list(paths)
    levels = [path.replace("\\", "/").rstrip("/").split("/") for path in paths]
    whole = [[*folders, stem(name)] for *folders, name in levels]
    names, *folders = zip(*map(reversed, levels))
    stems = [own[-1] for own in whole]
    columns = [stems if len({*stems}) == files else names, *folders]
    choices = [_trim(list(words)) for words in columns if len({*words}) == files]
    choices.append(_trim(["/".join(own) for own in _drop_shared(whole)]))
    named = (words for words in choices if all(re.search(r"[^\W\d_]", _TIME.sub("", word)) for word in words))
    return next(named, choices[0])


def _drop_shared(pieces: list[list[str]]) -> list[list[str]]:
    """Remove the first and last pieces that all lists share, but leave one piece at least. Return the lists."""
    for end in (0, -1):
        while min(map(len, pieces)) > 1 and len({own[end] for own in pieces}) == 1:
            for own in pieces:
                own.pop(end)
    return pieces


def _trim(words: list[str]) -> list[str]:
    """Return words without the parts between _ that all share at an end: 1 and 2 for run_1 and run_2.

    If nothing would be left of a word, return all as they are.
    """
    names = ["_".join(pieces) for pieces in _drop_shared([word.split("_") for word in words])]
    return names if all(names) else words
