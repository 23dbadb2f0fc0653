"""What every reader of result files ends in: outcomes, refused or counted, and the tally of the questions."""

from __future__ import annotations

from typing import Any, Iterable

from ._values import shown as _shown
from .tally import Tally

MISSING_WORDS = {"", "nan", "null", "none", "na", "n/a"}
_LONGEST = 40  # characters of a value in an error
_SHORT = 12  # and where it names several questions
_NAMED = 3


class FileError(ValueError):
    """What is wrong with a result file, and where in it."""


def is_missing(value: object) -> bool:
    """Whether a value stands for a trial that is not there."""
    if isinstance(value, str):
        return value.strip().lower() in MISSING_WORDS
    return value is None or value != value


def is_outcome(value: object) -> bool:
    return isinstance(value, (int, float)) and value in (0, 1)


def outcome(value: Any, place: str) -> bool:
    if is_outcome(value):
        return bool(value)
    if is_missing(value):
        what = "an empty cell" if value == "" else shown(value)
        raise FileError(f"{place}: the trial is missing ({what}), which is not counted as a failure")
    raise FileError(f"{place}: {shown(value)} is neither 0 nor 1")


def shown(value: Any, longest: int = _LONGEST) -> str:
    """A value for a message, as JSON would call it."""
    names = {list: "a list", dict: "an object", type(None): "null", bool: str(value).lower()}
    text = names.get(type(value)) or (repr(value) if isinstance(value, (str, float)) else _shown(value))
    return text if len(text) <= longest else text[:longest] + "..."


def count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def tallied(questions: Iterable[tuple[Any, int, int]]) -> Tally:
    """The tally of questions, each with its name (or the place of its row), failures and successes."""
    cells: dict[tuple[int, int], int] = {}
    first: dict[int, list[Any]] = {}  # a few names for each number of trials
    for name, failures, successes in questions:
        cells[failures, successes] = cells.get((failures, successes), 0) + 1
        names = first.setdefault(failures + successes, [])
        if len(names) < _NAMED:
            names.append(name)
    if not any(first):
        raise FileError("there is no trial in it")
    if len(first) > 1:
        raise _ragged(cells, first)
    return Tally.from_histogram(cells)


class Place(str):
    """A name of a question that is a place in the file."""


def _ragged(cells: dict[tuple[int, int], int], first: dict[int, list[Any]]) -> FileError:
    sizes = dict.fromkeys(first, 0)
    for cell, questions in cells.items():
        sizes[sum(cell)] += questions
    usual = max(sizes, key=lambda trials: (sizes[trials], trials))
    odd = [(name, trials) for trials in sorted(first) if trials != usual for name in first[trials]][:_NAMED]
    some = ", ".join(f"{name if isinstance(name, Place) else shown(name, _SHORT)} has {trials}" for name, trials in odd)
    more = sum(sizes.values()) - sizes[usual] - len(odd)
    return FileError(
        f"the questions differ in their number of trials: {some}{f' and {more} more' if more else ''}, where others "
        f"have {usual}; a missing trial is not counted as a failure"
    )
