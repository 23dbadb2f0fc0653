"""Recognise names that trials may have: t0, run 1, attempt_2, run1_correct, or the bare numbers 0, 1, ..."""

from __future__ import annotations

import re
from functools import lru_cache

from ..fields import OUTCOME_KEYS, means_trial, some
from .names import names_outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

LETTER = "a letter"  # the stem of the names a, b, c, ...
_BEFORE = ("", "第")  # of a number before a word for trials: 1. Versuch, 第1次
_ENDS = ("json", "jsonl", "csv", "tsv")  # of a file
_NAME = re.compile(r"(\D*?)(\d{1,9})(?:(?:st|nd|rd|th)(?![^\W\d_]))?(?:[-_ .]*([^\W\d]+))?", re.IGNORECASE)
_LETTERED = re.compile(r"([^\W\d_]+)[-_ ]([a-z])", re.IGNORECASE)  # Trial A


@lru_cache(maxsize=2**12)
def numbered(name: str) -> tuple[str, int] | None:
    """Return (word, number) of a name: ("run ", 1) of "run 1", (LETTER, code) of a letter; None if there is no number.

    The number may come before the word (2nd try), be a letter (Trial A), or stand before a word for outcomes (try1_ok).
    """
    found = _NAME.fullmatch(name.strip())
    if found and "@" not in name:
        end = (found[3] or "").lower()
        if not end or end in _ENDS or names_outcome(end):
            return found[1].lower(), int(found[2])
        if means_trial(end) and found[1] in _BEFORE:
            return end, int(found[2])
    lettered = _LETTERED.fullmatch(name.strip())
    if lettered and means_trial(lettered[1]) == "sure":
        return lettered[1].lower(), ord(lettered[2].lower()) - ord("a")
    return (LETTER, ord(name)) if len(name) == 1 and name.isalpha() else None


def count_up(numbers: Iterable[float]) -> bool:
    """Whether these numbers, in any order, are 0, 1, 2, ... or 1, 2, 3, ..."""
    found = sorted(numbers)
    return found in ([*range(len(found))], [*range(1, len(found) + 1)])


def stem_is_trial(stem: str) -> bool:
    """Whether the word before a number is a word for trials or outcomes."""
    word = stem.strip(" _.-#=:").lower()
    return bool(means_trial(word)) or word in OUTCOME_KEYS


def is_named_as_trial(name: str) -> bool:
    """Whether a name has a number, and a word for trials or outcomes."""
    word = numbered(name)
    return word is not None and stem_is_trial(word[0])


def is_surely_trial(name: str, shortest: int = 2) -> bool:
    """Whether a name can only be a trial's, such as run1. Its word must have `shortest` letters: t0 may be a task."""
    word = (numbered(name) or ("",))[0]
    return len(word) >= shortest and (means_trial(word) == "sure" or "run" in word)


_TAGS = ("", *"srkt")  # before a number: of samples, runs or rollouts, k-th tries
_AT_END = re.compile(r"(.{0,80}?)([-_ .:/#@]{1,9})([a-z]*[-_ =]?)(\d{1,4})", re.IGNORECASE | re.DOTALL)


def number_at_end(names: list[Any]) -> tuple[str, list[str]] | None:
    """Split trial numbers off names: return ("#", ["q1", "q2"]) for q1#0, q1#1, q2#0, q2#1.

    Return None if the numbers may be parts of the names. Each name before the mark must have the same numbers.
    - A mark with a word for trials, as in q1_run0, needs no more.
    - A mere sign needs numbers from 0 or 1 on, and at least as many names as numbers.
    - The signs _ / . and blank need more names than numbers, and names that end in a number: q_1 in q_1_0.
    - A letter such as s, for samples, counts as a part of the sign: q1-s0.
    """
    found = [_AT_END.fullmatch(str(name).strip()) for name in names]
    if len(names) < 4 or not all(found):
        return None
    ends: dict[str, set[int]] = {}
    marks: set[tuple[str, str]] = set()
    for match in filter(None, found):
        ends.setdefault(match[1], set()).add(int(match[4]))
        marks.add((match[2], match[3]))
    numbers = next(iter(ends.values()))
    if len(marks) > 1 or len(ends) < 2 or len(numbers) < 2 or any(own != numbers for own in ends.values()):
        return None
    mark, word = marks.pop()
    stem = word.strip("-_ =").lower()
    is_trial = bool(means_trial(stem))
    is_known = mark not in ("_", "/", " ", ".")
    more = len(ends) > len(numbers) and all(name[-1:].isdecimal() for name in ends)
    if is_trial or (stem in _TAGS and count_up(numbers) and ((is_known and len(ends) >= len(numbers)) or more)):
        return f"{mark}{word}", list(ends)
    return None


def are_trial_names(values: Iterable[Any]) -> bool:
    """Whether these are names of trials that differ only in numbers: run 1 and run 2, but not a-run1 and b-run1."""
    texts = [str(value) for value in values]
    return all(map(is_trial_name, texts)) and len({re.sub(r"\d+", "", text) for text in texts}) < 2


def is_trial_name(text: str) -> bool:
    """Whether a text is the name of a trial, or of its file: run 1, or out/trial_1.json."""
    found = numbered(re.split(r"[/\\]", text)[-1].partition(".")[0])
    return found is not None and stem_is_trial(re.split("[-_ ]", found[0].rstrip("-_ "))[-1])


def rows_name_trials(labels: Sequence[str], width: int) -> str:
    """Return why the rows of a matrix may be trials, not questions; "" if their labels do not name trials."""
    if not labels or not all(map(is_named_as_trial, labels)):
        return ""
    # labels such as sample_0 may name questions if there are more rows than columns
    if len(labels) > width and not any(is_surely_trial(label, 1) for label in labels):
        return ""  # sample_0 may be a question
    rows = some([labels[0], labels[-1]][: len(labels)])
    way = "if questions are in columns, use --transpose; if not, put the name task_id above the first column"
    return f"the rows {rows} look like trials; {way}"
