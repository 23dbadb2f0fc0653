"""The options that say how files are read, and the rules by which harnesses count what is missing."""

from __future__ import annotations

import re
from collections import namedtuple  # loading typing takes 3 ms
from copy import copy

from .fields import usual_name
from .grading import FileError, is_missing, shown
from .text import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Mapping

MOST_UNLISTED = 10**6  # questions
MOST_TRIALS = 10**9  # trials per question that a file may promise
_MARKS = re.compile("==|[/+-]")
_MOST_DIGITS = 20  # of a number of trials in a text


def usual(text: str | None) -> tuple[str, ...]:
    """Return the names in an option, in the form that is compared, as `usual_name` gives it."""
    return tuple(usual_name(name) for name in text.split(",") if name.strip()) if text else ()


def no_text() -> str | None:
    """Return None. As a default, it has the type of an option that may be a text."""
    return None


class Settings:
    """The options of the readers; --help says what each means. A format uses some of them."""

    format = question = outcome = scorer = filter = metric = run = answer = no_text()
    select = cost = labels = judges = list = trial = trials = runs = no_text()
    ignore = last = split = at = path = task = encoding = no_text()
    transpose = header = no_header = once = all = digits = fold = False
    counts: tuple[str, ...] | None = None
    success: frozenset[str] | None = None  # in lower case
    where: tuple[str, ...] | None = None
    skip: tuple[str, ...] | None = None
    fill: tuple[str, ...] | None = None
    line: tuple[str, ...] | None = None
    lines: tuple[int, int] | None = None
    coordinates: Mapping[str, str] = {}  # what the path says of the questions of a file

    def with_options(self, **options: str | None) -> Settings:
        """Return a copy with other values of some options."""
        told = copy(self)
        vars(told).update(options)
        return told

    def check(self, name: str, known: Collection[str]) -> None:
        """Refuse an option that is set, but is not in `known`, the options that apply to the format `name`."""
        for option in OF_READERS:
            if getattr(self, option) and option not in known:
                raise FileError(f"--{option.replace('_', '-')} does not apply to a file of {name}")


OF_FILES = ("format", "path", "encoding", "lines", "line")  # of any format
OF_READERS = [name for name, default in vars(Settings).items() if default in (None, False) and name not in OF_FILES]


def paths(settings: Settings) -> list[str]:
    """Return the names in options that may be dotted paths into a record."""
    outcome = (settings.outcome or "").split("==")
    texts = (settings.question, settings.trial, settings.run, settings.task, settings.answer, *outcome)
    texts += (settings.select, settings.cost, settings.labels, settings.judges)
    return [name for text in texts for name in usual(text) if "." in name and "/" not in name]


def named_in(settings: Settings) -> set[str]:
    """Return the names of all fields that the options mention, in lower case, also those in A==B, A/B or N-F."""
    names = "question outcome trial run task answer trials runs ignore"
    texts = [*(getattr(settings, name) for name in names_in(names)), *(settings.counts or ())]
    found = {name for text in texts for name in usual(text)}
    return found.union(*({*map(str.strip, _MARKS.sub(",", name).split(","))} for name in found))


class Rule(namedtuple("Rule", "text fails refuses uneven empty", defaults=(False, "", "", ""))):
    """How a harness counts missing trials. Readers pass the outcome that it gives a broken trial to `Book.gap`.

    `text` is for the report. `fails`: trials that are not in the file count as failures. `refuses`: why the rule cannot
    score a question that lacks trials. `uneven`: why it cannot score questions with different numbers of trials.
    `empty`: why it refuses a file in which a question has no trial; if "", the question is left out.
    """

    __slots__ = ()


class Unlisted(namedtuple("Unlisted", "listed total outcome group", defaults=("",))):
    """Questions that a file counts but does not list. Each of them has the outcome `outcome`.

    `listed` has the labels of the questions that the file lists, `total` is the number of all its questions, and
    `group` the test that they belong to.
    """

    __slots__ = ()


def promised(trials: Any, name: str) -> int:
    """Return the number of trials that a file promises in the field `name`; 0 if the field is empty."""
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
