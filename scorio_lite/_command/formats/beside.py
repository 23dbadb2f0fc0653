"""Trials beside an outcome that may sum them up. Neither is chosen: such a record is refused."""

from __future__ import annotations

import re

from ..fields import OUTCOME_KEYS, TRIALS_KEYS
from ..grading import is_missing, shown, spelled, typed_as
from .trial_names import LETTER, means_trial, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..grading import Grader

LISTS = {"trials", "outcomes", "results", "runs", "attempts", "samples", "epochs", "rollouts", "scores", "rewards"}
# What counts beside an outcome show that it is a count, too.
_COUNTS = {*TRIALS_KEYS, "trials", "runs", "rollouts"}
_COUNTS |= {"samples", "count", "tests", "num_tests", "max_score", "out_of", "max_points", "incorrect", "wrong"}
_COUNTS |= {"failed", "fail", "failures", "unresolved", "num_failed", "num_incorrect"}
_MARKS = re.compile(r"[\s,;|/]+")  # between the outcomes in a cell
_LONGEST = 80  # characters of a number in a message
_FEW = ("0", "1", "0.0", "1.0")


class Beside:
    """The fields that may hold trials, in records with the same fields. `item` is the first of them."""

    def __init__(self, item: dict[str, Any], known: set[str], outcome: str, grader: Grader) -> None:
        self._outcome = outcome
        self._grader = grader
        usual = {name: name.strip().lower() for name in item}
        words: dict[str, list[str]] = {}
        for name in item:
            word = numbered(name)
            if word and usual[name] not in known:
                words.setdefault(word[0], []).append(name)
        self._groups = {word: names for word, names in words.items() if len(names) > 1 or means_trial(word)}
        self._lists = [
            name
            for name, value in item.items()
            if usual[name] not in known
            and (usual[name] in LISTS or isinstance(value, (list, dict)) or is_missing(value))
        ]
        self._totals = [name for name in item if usual[name] in _COUNTS - known]

        self.has_any = bool(self._groups or self._lists or self._totals)

    def trials(self, item: dict[str, Any]) -> str:
        """What is wrong with a record that has trials; "" if it has none."""
        outcome = f"--outcome {typed_as(self._outcome)}"
        for word, names in self._groups.items():
            found = self._found(word, [item[name] for name in names])
            if found:
                some = " and ".join(shown(names[j]) for j in found[:2])
                looks = f"fields {some} look like trials" if len(found) > 1 else f"field {some} looks like a trial"
                return f"{looks}, beside {shown(self._outcome)}; keep only the trials, or use {outcome}"
        for name in self._lists:
            if self._holds_trials(name, item[name]):
                looks = f"field {shown(name)} looks like trials, beside {shown(self._outcome)}"
                way = f"use --outcome {typed_as(name)} or"
                return f"{looks}; {'give each a column, or use' if isinstance(item[name], str) else way} {outcome}"
        for name in self._totals:
            total = item[name]
            if _is_number(total) and str(total).strip() not in _FEW:
                other = name if name.strip().lower() in (*TRIALS_KEYS, *LISTS) else "N"
                return (
                    f"is {shown(self._outcome)} an outcome, or a count beside {shown(name)} ({str(total)[:_LONGEST]})? "
                    f"Use {outcome}, or --counts {typed_as(f'{other},{self._outcome}')}"
                )
        return ""

    def _found(self, word: str, values: list[Any]) -> list[int]:
        """Which of these fields, named alike, are trials in this record."""
        means = means_trial(word)
        found = [j for j, value in enumerate(values) if self._is_outcome(value) or (means and _is_trial(value))]
        rest = sum(map(is_missing, values)) + len(found) == len(values)  # nothing else is there
        if word == LETTER:
            return found if rest and len(found) > 1 else []
        return found if len(found) > 1 or (found and rest) else []

    def _is_outcome(self, value: Any) -> bool:
        return self._grader.outcome(value) is not None or spelled(value) is not None

    def _holds_trials(self, name: str, value: Any) -> bool:
        """Whether a list, or an object with numbered fields, holds outcomes or records with outcomes."""
        if isinstance(value, dict):
            value = list(value.values()) if all(map(numbered, value)) else []
        is_known = name.strip().lower() in LISTS
        if isinstance(value, str):  # a list in one cell
            cells = _MARKS.split(value.strip("[](){} "))
            several = len(cells) > 1 and all(_is_number(cell) or spelled(cell) is not None for cell in cells)
            return is_known and (several or value.lstrip().startswith("["))
        if not isinstance(value, list) or len(value) < (1 if is_known else 2):
            return False
        if isinstance(value[0], dict):
            return all(map(_has_outcome, value))
        return any(map(self._is_outcome, value)) and all(is_missing(x) or self._is_outcome(x) for x in value)


def _is_trial(value: Any) -> bool:
    """Whether the value of a field that is named like a trial is one."""
    return _is_number(value) or _has_outcome(value)


def _has_outcome(value: Any) -> bool:
    return isinstance(value, dict) and not value.keys().isdisjoint(OUTCOME_KEYS)


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        try:
            float(value)
        except ValueError:
            return False
        return not is_missing(value)
    return isinstance(value, (int, float)) and not is_missing(value)
