"""How files are read: the options that say it, and the rules by which harnesses count what is missing."""

from __future__ import annotations

import re

from .grading import FileError, is_missing, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Mapping

MOST_UNLISTED = 10**6  # questions
MOST_TRIALS = 10**9  # trials per question that a file may promise
_MARKS = re.compile("==|[/+-]")
_MOST_DIGITS = 20  # of such a number in a text


def usual(text: str | None) -> tuple[str, ...]:
    """The names in an option, in the form that is compared: in lower case, without blanks around them."""
    return tuple(name.strip().lower() for name in text.split(",") if name.strip()) if text else ()


class Settings:
    """The options of the readers. Each format uses some of them."""

    format: str | None = None
    question: str | None = None
    outcome: str | None = None
    scorer: str | None = None
    filter: str | None = None
    metric: str | None = None
    base = False
    run: str | None = None
    answer: str | None = None
    select: str | None = None  # the field with the scores of a selector
    cost: str | None = None  # the fields with the costs of a trial
    labels: str | None = None  # the field with what people say
    judges: str | None = None  # the fields with the verdicts of two judges
    counts: tuple[str, ...] | None = None  # the fields with the numbers of trials and of successes
    success: frozenset[str] | None = None  # the words of success, in lower case
    list: str | None = None  # the path to the trials in an object
    totals: str | None = None  # the fields of how many questions a run solved, of how many
    transpose = False
    header = False
    no_header = False
    trial: str | None = None
    trials: str | None = None  # the fields that are a trial each
    runs: str | None = None  # or a run each
    ignore: str | None = None  # the fields that do not matter
    where: tuple[str, ...] | None = None  # FIELD=VALUE: the records that are read
    skip: tuple[str, ...] | None = None  # FIELD=VALUE: the records that are not
    once = False  # whether records that are there twice count once
    last: str | None = None  # the field that numbers the tries of a trial: the last counts
    split: str | None = None  # FIELD=TEMPLATE: the coordinates in a name
    at: str | None = None  # the template of the addresses of records in a file
    path: str | None = None  # and of the paths of files
    task: str | None = None  # the field that names the task of a question
    all = False  # whether a list of outcomes is a success if all of it are
    digits = False  # whether each digit of a text is a trial
    fold = False  # whether names that differ in blanks, case or the form of letters are one
    lines: tuple[int, int] | None = None  # the first line that is read, and the last
    encoding: str | None = None
    coordinates: Mapping[str, str] = {}

    def check(self, name: str, known: Collection[str]) -> None:
        """Refuse options that this format does not use."""
        for option in OF_READERS:
            if getattr(self, option) and option not in known:
                raise FileError(f"--{option.replace('_', '-')} does not apply to a file of {name}")


_OF_FILES = ("format", "path", "encoding", "lines")  # of any format
OF_READERS = [name for name, default in vars(Settings).items() if default in (None, False) and name not in _OF_FILES]


def paths(settings: Settings) -> list[str]:
    """The names in options that may be paths into a record."""
    outcome = (settings.outcome or "").split("==")
    texts = (settings.question, settings.trial, settings.run, settings.task, settings.answer, *outcome)
    texts += (settings.select, settings.cost, settings.labels, settings.judges)
    return [name for text in texts for name in usual(text) if "." in name and "/" not in name]


def named_in(settings: Settings) -> set[str]:
    """The names of fields in options, in the form that is compared; parts of A==B, A/B and N-F, too."""
    texts = (
        settings.question,
        settings.outcome,
        settings.trial,
        settings.run,
        settings.task,
        settings.answer,
        settings.trials,
        settings.runs,
        settings.ignore,
        settings.totals,
        *(settings.counts or ()),
    )
    found = {name for text in texts for name in usual(text)}
    return found.union(*({*map(str.strip, _MARKS.sub(",", name).split(","))} for name in found))


class Rule:
    """How a harness counts missing trials. Readers pass its outcomes of broken trials to `Book.gap`. A question without
    any trial is left out, unless `empty` says why not."""

    def __init__(self, text: str, fails: bool = False, refuses: str = "", uneven: str = "", empty: str = "") -> None:
        self.text = text  # for the report
        self.fails = fails  # whether trials that are not in the file count as failures
        self.refuses = refuses  # why a question that lacks trials cannot be scored by this rule
        self.uneven = uneven  # why questions with different numbers of trials cannot be
        self.empty = empty  # why a question without a trial cannot be


class Unlisted:
    """The questions that a file counts and does not list; all have one outcome."""

    def __init__(self, listed: Collection[Any], total: int, outcome: int, group: str = "") -> None:
        self.listed = listed  # the labels
        self.total = total  # questions, listed or not
        self.outcome = outcome
        self.group = group  # the test that they belong to


def promised(trials: Any, name: str) -> int:
    """The number of trials that a file promises in the field `name`; 0 if the field is empty."""
    if is_missing(trials):
        return 0
    number = trials
    if isinstance(trials, str) and trials.strip().isdecimal() and len(trials) < _MOST_DIGITS:
        number = int(trials)
    if type(number) not in (int, float) or number != number // 1 or number < 1:
        raise FileError(f"{name}: {shown(trials)} is not a number of trials")
    if number > MOST_TRIALS:
        raise FileError(f"{name} is {shown(trials)}; at most {MOST_TRIALS:,} trials are read")
    return int(number)
