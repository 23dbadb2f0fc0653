"""A level of a JSON document, and how unlikely each role (run, task, question or trial) is at it."""

from __future__ import annotations

from ..fields import LISTS, RUN_KEYS, means_trial
from ..grading import FEW, is_missing
from .names import are_models, kind_of_names, role_of_names, says_run, says_task, surely_outcome, without_numbers
from .trial_names import count_up, is_named_as_trial, is_surely_trial, numbered
from .usual import LISTS_OF_RECORDS, QUESTION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

ENTRIES = 40  # of a level that are looked at
_NO_LIST = 2  # what a list costs whose name does not say that it holds trials


class Level:
    """A level of a JSON document: all objects, or all lists, at one depth. Its entries have names, or positions."""

    def __init__(self, is_index: bool, labels: list[str], size: int, field: str, above: set[str]) -> None:
        self.is_index, self.labels, self.size, self.field = is_index, labels, size, field
        self.above = above  # the names of the plain fields above it
        self.sizes: set[int] = set()  # the lengths of its lists
        self.holders: Sequence[dict[str, Any]] = ()  # the objects that have its lists in their field
        self.are_whole = all(label.strip().isdecimal() for label in labels)
        self.counts = self.are_whole and bool(labels) and count_up(map(int, labels))
        are_tries = self.counts and (means_trial(field[:-1]) == "sure" or field == "runs")
        self.are_trials = bool(labels) and (are_tries or all(map(is_named_as_trial, labels)))
        self.are_models = are_models(labels)
        self.are_items = len(without_numbers(labels)) == 1  # names that differ in a number
        self.are_sure = are_tries or all(is_surely_trial(label, 1) for label in labels)
        self.are_named = bool(labels) and all(map(_names_a_question, labels))
        if size > ENTRIES and not self.are_sure:
            self.are_trials = False
        self.names: set[str] = set()  # of the plain fields of its entries
        self.flag = ""  # the field of the outcome in its records, if sums beside them tell it
        self.axis = ""  # the role that a list of names, or a number, beside this level gives to it
        self.has_runs = False  # whether each entry names another model
        self.has_questions = False  # whether the entries of a list name several questions
        self.is_inner = False  # whether it is inside a question, by the names of fields
        self.is_repeated = False  # whether the record of each entry has its label as the name of the question

    def costs(self, is_named: bool, are_records: bool, levels: list[Level]) -> dict[str, int]:
        """Return {role: how unlikely this role is here}. The role "" is for a level that only groups records.

        `is_named` says that a field of the records, or of an object above, names the questions. `are_records`: records
        are at the end, not outcomes. `levels` are all levels of the shape.
        """
        keys, is_last = [one for one in levels if not one.is_index], self is levels[-1]
        if self.axis or self.flag:
            return {self.axis or "trial": 0}
        if self.is_index:
            return self._costs_of_list(is_named, are_records, levels)
        if self.are_trials:
            return {"trial": 0, "run": 2, "question": 3}
        may_be_models = self.are_models and (len(levels) > 2 or len(keys) > 1 or is_named)  # else questions about them
        if may_be_models or role_of_names(self.field) == "run":
            return {"run": 0, "question": 2, "task": 3, "trial": 3}
        if is_named and says_task(self.field.rstrip("s")) and not self.field.startswith("task"):
            return {"task": 0, "run": 2, "trial": 3}
        if is_named:
            others = {"run": 1, "task": 2, "trial": 3}
            return {"": 0, **others, "run": 2} if is_last or self.is_repeated or self.are_named else others
        if self.are_whole:
            are_sure = self.counts and any(other.are_named and other.size >= self.size for other in keys)
            return {"question": 0, "trial": int(not are_sure), "run": 2, "task": 3}
        is_other = len(self.labels) == 1 < len(keys) or any(other.are_named and other is not self for other in keys)
        is_other = is_other or (not self.are_items and any(one.are_items and one.size >= FEW for one in keys))
        # Lists of records by name may be of models, or of tasks; numbered names of lists of trials are of questions.
        lists = (one for one in levels[levels.index(self) + 1 :] if one.is_index and one.field not in LISTS)
        are_few = kind_of_names(self.labels) == "task"
        may_be = are_records and any(are_few or one is levels[-1] or one.size > self.size for one in lists)
        says_trials = levels[-1].are_trials or any(means_trial(one) == "sure" for one in levels[-1].names)
        are_sure = self.are_items and self.size >= FEW and says_trials
        is_other = is_other or (may_be and not (are_sure and not says_run(min(without_numbers(self.labels)))))
        task = 1 if len(keys) > 2 else 2  # as levels above problems above samples
        return {"question": int(is_other and not self.are_named), "run": 1, "task": task, "trial": 3}

    def _costs_of_list(self, is_named: bool, are_records: bool, levels: list[Level]) -> dict[str, int]:
        """Return {role: how unlikely this role is} for the entries of a list; see `costs`."""
        is_last, is_inner = self is levels[-1], self.is_inner
        is_known = self.field in LISTS_OF_RECORDS or not self.field or (not are_records and surely_outcome(self.field))
        if is_inner and not is_known:
            return {"": _NO_LIST, "trial": _NO_LIST, "question": _NO_LIST + 1}
        last = levels[-1]
        if any(one.has_runs for one in levels) and not (is_named or are_records or last.field in LISTS):
            return {"": int(is_last), "trial": 1, "question": int(self.has_runs)}
        are_tries = is_inner and are_records and is_last
        name_runs = bool(self.names & {*RUN_KEYS}) and not is_last and not self.has_runs
        # trials[{trial}].results[{question}], but trials[{question}][{trial}]
        is_around = not (is_last or is_named) and (last.field != "" or not last.is_index)
        are_trials = is_around and means_trial(self.field[:-1]) != ""
        trial = int(is_named and are_records and not are_tries)
        recur = not last.are_trials or last.size > 1 or len(last.labels) == 1  # else each entry is another trial
        question = int(is_named or is_last or are_trials or not recur)
        return {"": int(are_tries or name_runs or are_trials), "trial": trial, "question": question}


def _names_a_question(label: str) -> bool:
    """Whether an entry's label is a word for questions with a number (q1, item 3), or a text of several words."""
    stem = (numbered(label) or ("",))[0].strip(" _.-#")
    return stem in QUESTION or len(label.split()) >= FEW


def kind_of(value: Any) -> str:
    """Return the name of a value's type, such as str or bool; "number" for numbers, "" for a missing value."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return "" if is_missing(value) else "number" if is_number else type(value).__name__


def numbers_in(column: Sequence[Any]) -> str:
    """Return "real" for fractions such as 0.5, "whole" for whole numbers of which some are above 1; "" for others."""
    held = [value for value in column if not is_missing(value)]
    kinds = {*map(type, held)}
    is_whole = kinds == {int} and max(held) > 1
    return "whole" if is_whole else "real" if kinds == {float} and any(value % 1 for value in held) else ""
