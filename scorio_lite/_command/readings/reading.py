"""The role of each field of a file's records, with the reason."""

from __future__ import annotations

import re

from ..fields import reached, usual_name
from ..grading import shown
from ..text import TITLE_COLUMNS
from .table import Sample
from .templates import ROLES
from .usual import IN_FRACTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_PIECES = re.compile("[-+*]|, ")


class Plan:
    """The role of each field of a file's records. Names of fields are in lower case, without blanks around them.

    `choose.decide` makes a Plan, or completes the Plan of a format; `loop.read_records` applies it.
    """

    def __init__(self, question: tuple[str, ...] = (), outcome: str = "") -> None:
        self.question = question  # the fields that name the question; empty if it has no name
        self.chosen = bool(question)  # whether a format or an option names these fields
        self.outcome = outcome
        self.sure = bool(outcome)  # whether a harness writes the outcome: never as a word such as pass
        self.gold = ""  # the field with the right answer, if `outcome` is an answer
        self.same: tuple[str, ...] = ()  # other fields with the same outcome
        self.hints: tuple[str, ...] = ()  # fields whose words must not contradict the outcome
        self.counts: tuple[str, str] | None = None  # instead of an outcome: fields with counts of trials and successes
        self.columns: tuple[str, ...] = ()  # fields that hold one outcome each
        self.fractions = False  # whether `columns` hold texts such as 3/8
        self.are_runs = False  # whether each of `columns` is a run; else each is a trial
        self.trial: tuple[str, ...] = ()  # the fields that number the trials
        self.strict = False  # whether the trial numbers also show which trials are missing
        self.told = False  # whether an option names the fields in `trial`
        self.is_regular = False  # whether all questions have the same trial numbers
        self.letters: dict[str, int] = {}  # the codes of T and F, P and F, or Y and N
        self.run = ""
        self.task = ""
        self.answer = ""
        self.beside: tuple[tuple[str, str], ...] = ()  # the role and the name of each field beside the outcome
        self.context: tuple[str, ...] = ()  # fields with one value per question
        self.errors: tuple[str, ...] = ()  # if one of these fields is set, the trial broke
        self.text = ""  # the field with the question's text
        self.constant: dict[str, Any] = {}  # fields that are the same in all records of the sample
        self.late: tuple[str, ...] = ()  # fields that would have a role, but are missing in the sample
        self.why: dict[str, tuple[str, str, str]] = {}  # for each field its role, the reason, and an example

    @property
    def row(self) -> tuple[str, ...]:
        """The fields that hold all trials of a question in one record; () if a record is one trial."""
        return self.counts or self.columns

    @property
    def counted(self) -> tuple[str, ...]:
        """The fields that count trials and successes. For a formula such as N-F, these include N and F."""
        counts = self.counts or ()
        return (*counts, *(piece for name in counts for piece in _PIECES.split(name)))

    @property
    def is_plain(self) -> bool:
        """Whether a record is read for its outcome alone: no answer, hints, costs, columns or counts."""
        return not (self.gold or self.answer or self.beside or self.hints or self.row)

    @property
    def roles(self) -> set[str]:
        known = {*self.question, *self.columns, *self.same, *self.hints, *self.errors, *self.counted}
        return known | {self.outcome, self.gold, self.run, self.task, self.answer, self.text} - {""}

    def explain(self, sample: Sample) -> None:
        """Set `why`, the role of each field with its reason and an example, for --explain."""
        named = {
            "question": self.question,
            "outcome": (self.outcome,),
            "right answer": (self.gold,),
            "trial": self.trial,
            "run": (self.run,),
            "task": (self.task,),
            "answer": (self.answer,),
            "count": self.counted,
            "error": self.errors,
            "run, each" if self.are_runs else "trial, each": self.columns,
            "same outcome": self.same,
            "text of the question": (self.text,),
            "the same in a question": self.context,
        }
        roles = {name: role for role, names in reversed(list(named.items())) for name in names}
        for name, column in sample.columns.items():
            role = roles.get(name, "not used")
            example = shown(next(iter(column.times), None), TITLE_COLUMNS)
            why = "it is the same in all records" if column.is_constant else "it tells no records of a question apart"
            self.why[sample.spelled[name]] = role, why if role == "not used" else "by its name", example
        for role, name in self.beside:
            values = filter(None, (reached(item, name) for item in sample.items))
            self.why[name] = role, f"by --{role}", next((shown(value, TITLE_COLUMNS) for value in values), "")

    def reading(self, format: str) -> dict[str, Any]:
        """Return {role: the fields that have this role}, for the report and --json."""
        spelled = {usual_name(name): name for name in self.why}
        own = [spelled.get(name, name) for name in self.question]
        inner = {name for name in self.why if "." in name and name.partition(".")[0] in self.why}
        return {
            "format": format,
            "question": own or ["row"],
            "outcome": self._outcome(spelled),
            "trial": ",".join(spelled.get(name, name) for name in self.trial) or None,
            **({"task": spelled.get(self.task, self.task)} if self.task else {}),
            "run": spelled.get(self.run) or self.run or None,
            "answer": spelled.get(self.answer),
            "unused": [name for name, (role, _, _) in self.why.items() if role == "not used" and name not in inner],
        }

    def options(self, template: str | None) -> list[str]:
        """Return the options that select this reading. `template` is the value of --at; its parts need none."""
        told = {f"{{{role}}}" for role in ROLES if template and f"{{{role}}}" in template} | {"{value}"}
        spelled = {usual_name(name): name for name in self.why}
        way = "runs" if self.are_runs else "trials" if self.columns else "counts" if self.counts else "outcome"
        numbers = self.trial if self.strict or self.is_regular else ()
        named = {
            "question": self.question,
            way: (self._outcome(spelled),),
            "trial": numbers,
            "run": (self.run,),
            "task": (self.task,),
            **{role: (name,) for role, name in self.beside},
        }
        found = [f"--at={template}"] if template else []
        for role, names in named.items():
            text = ",".join(spelled.get(name, name) for name in names)
            found += [f"--{role}={text}"] if text and f"{{{text}}}" not in told else []
        return found

    def _outcome(self, spelled: dict[str, str]) -> str:
        if self.gold:
            return f"{spelled.get(self.outcome, self.outcome)}=={spelled.get(self.gold, self.gold)}"
        if self.counts and self.counts[0].endswith(IN_FRACTIONS):
            name = min(self.counts).rpartition(",")[0]
            return spelled.get(name, name)
        return ",".join(spelled.get(name, name) for name in self.counts or self.columns or (self.outcome,))
