"""How a harness counts missing trials, and questions that it does not name."""

from __future__ import annotations

from .grading import FileError, is_missing, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection

MOST_UNLISTED = 10**6  # questions
_MOST_TRIALS = 10**9  # trials per question that a file may promise
_LONGEST = 20  # digits of such a number in a text


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
    if isinstance(trials, str) and trials.strip().isdecimal() and len(trials) < _LONGEST:
        number = int(trials)
    if type(number) not in (int, float) or number != number // 1 or number < 1:
        raise FileError(f"{name}: {shown(trials)} is not a number of trials")
    if number > _MOST_TRIALS:
        raise FileError(f"{name} is {shown(trials)}; at most {_MOST_TRIALS:,} trials are read")
    return int(number)
