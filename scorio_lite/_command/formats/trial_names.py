"""Names that trials may have: t0, run 1, attempt_2, run1_correct, or the bare numbers 0, 1, ..."""

from __future__ import annotations

import re

from ..fields import OUTCOME_KEYS, means_trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

LETTER = "a letter"  # the stem of the names a, b, c, ...
_NAME = re.compile(r"(\D*?)(\d{1,9})(?:[-_ .]?([a-z_]+))?", re.IGNORECASE)


def numbered(name: str) -> tuple[str, int] | None:
    """The word and the number of a name that may be a trial's (t0, run 1, 2, or a letter); None for other names."""
    found = _NAME.fullmatch(name.strip())
    if found and "@" not in name and (not found[3] or found[3].lower() in OUTCOME_KEYS):
        return found[1].lower(), int(found[2])
    return (LETTER, ord(name)) if len(name) == 1 and name.isalpha() else None


def stem_is_trial(stem: str) -> bool:
    """Whether the word of a numbered name says that it is a trial, or an outcome."""
    word = stem.strip(" _.-#=:").lower()
    return bool(means_trial(word)) or word in OUTCOME_KEYS


def is_named_as_trial(name: str) -> bool:
    """Whether this is the numbered name of a trial."""
    word = numbered(name)
    return word is not None and word[0] != LETTER and stem_is_trial(word[0])


def is_surely_trial(name: str, shortest: int = 2) -> bool:
    """Whether a name can only be a trial's, such as trial_0 or run1: t0 may be a task, sample_0 a question."""
    word = (numbered(name) or ("",))[0]
    return len(word) >= shortest and (means_trial(word) == "sure" or "run" in word)


def are_trial_names(values: Iterable[Any]) -> bool:
    """Whether these are names of trials that differ only in numbers: run 1 and run 2, but not a-run1 and b-run1."""
    texts = [str(value) for value in values]
    return all(map(is_trial_name, texts)) and len({re.sub(r"\d+", "", text) for text in texts}) < 2


def is_trial_name(text: str) -> bool:
    """Whether a text is the name of a trial, or of its file: run 1, or out/trial_1.json."""
    found = numbered(re.split(r"[/\\]", text)[-1].partition(".")[0])
    return found is not None and found[0] != LETTER and stem_is_trial(re.split("[-_ ]", found[0].rstrip("-_ "))[-1])
