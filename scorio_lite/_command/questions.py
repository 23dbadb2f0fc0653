"""The questions of a run, the hardest first (--by-question)."""

from __future__ import annotations

from .forms import Part
from .grading import FileError, count
from .metrics import choose
from .missing import Run
from .tables import Table
from .text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .forms import Form, Record, Score
    from .tables import Block

_MOST = 100_000  # each takes a dozen objects
_QUESTION_COLUMNS = 36


class Questions(Part):
    """Each question with its trials and its mean, whose interval is about its success rate."""

    key = "by_question"

    def __init__(self, form: Form) -> None:
        (self._run,) = form.runs
        questions = count(len(self._run.questions), "question")
        if len(self._run.questions) > _MOST:
            raise FileError(f"{self._run.name}: {questions}; --by-question lists {_MOST:,} at most")
        self._form = form
        known: dict[Any, tuple[Run, Score]] = {}
        keys: list[Any] = self._run.scores or [counts for _, counts in self._run.questions]
        for i, key in enumerate(keys):
            if key not in known:
                one = self._run.part([i]) if self._run.scores else self._alone(key)
                known[key] = one, form.score(one, choose(["avg"], False)[0], questions="these")
        rows = [(str(label), *known[key]) for (label, _), key in zip(self._run.questions, keys)]
        self._rows = sorted(rows, key=lambda row: (row[2]["value"], row[2]["hi"]))

    def _alone(self, counts: tuple[int, ...]) -> Run:
        """The run of one question. It has its own weights, and the ends of all, which are the range of the interval."""
        weights = self._run.weights or (0, 1)
        order = sorted(range(len(weights)), key=weights.__getitem__)
        used = [j for j, n in enumerate(counts) if n or j in (order[0], order[-1])]
        own = self._run.weights and [weights[j] for j in used]
        return Run(self._run.name, [("", tuple([counts[j] for j in used]))], own)

    def blocks(self) -> list[Block]:
        form = self._form
        of = "success rate" if not self._run.weights else "mean reward"
        rows = [["question", "trials", "mean", f"{form.level} interval of its {of}"]]
        for name, run, score in self._rows:
            cells = [str(run.trials), form.number(score["value"]), form.ends(score)]
            rows.append([shortened(name, _QUESTION_COLUMNS), *cells])
        return [Table(rows)]

    def record(self) -> list[Record]:
        return [{"question": name, "trials": run.trials, "avg_these": score} for name, run, score in self._rows]

    def lines(self) -> list[Record]:
        """The command reads them back as the same run: a line each, or with rewards a line for each trial."""
        if self._run.scores:
            return [
                {"question": name, "outcome": value, **score}
                for name, run, score in self._rows
                for value in (run.scores or [()])[0]
            ]
        if self._run.weights:
            return [
                {"question": name, "outcome": reward, **score}
                for name, run, score in self._rows
                for reward, n in zip(run.weights or (), run.questions[0][1])
                for _ in range(n)
            ]
        return [
            {"question": name, "n_trials": run.trials, "n_successes": run.questions[0][1][1], **score}
            for name, run, score in self._rows
        ]
