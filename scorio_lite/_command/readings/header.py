"""Whether the first lines of a table hold names. Fixed rules decide; undecided files are refused."""

from __future__ import annotations

from ..fields import OUTCOME_KEYS, QUESTION_KEYS, means_trial
from ..grading import WORDS, FileError, shown
from ..settings import Settings, named_in
from .cells import is_value
from .families import NAMELESS
from .trial_names import numbered

_WORDS = ("question", "problem", "example", "task", "prompt", "name")  # QUESTION_KEYS that could be a question's name
_OPTIONS = "Use --header or --no-header"


class Header:
    """The first line of a table, and the one below it."""

    def __init__(self, at: int, names: list[str], following: list[str], settings: Settings, is_plain: bool) -> None:
        self._at, self._names, self._following = at, names, following
        self._settings, self._is_plain = settings, is_plain

    def is_one(self) -> bool:
        """Whether the first line holds names, and not the outcomes of a question."""
        names, following = self._names, self._following
        first, *rest = names
        if {name.lower() for name in names if name} & named_in(self._settings):
            return True
        if not any(rest):
            return self._is_one_alone(first, bool(rest), following)
        if all(name.lower() in WORDS for name in rest if name) and self._is_plain:
            return self._has_names_as_words(first, rest)
        if not any(self.is_value(name) for name in rest if name):
            return True
        if not first or not self.is_value(first):
            return _counts(rest) and self._names_trials(first, rest)
        if _counts(names) and following and (names == ["0", "1"] or not self._is_plain):
            raise FileError(f"line {self._at}: are {', '.join(names[:3])} the names of trials, or outcomes? {_OPTIONS}")
        return len(names) > 2 and _counts(names)

    def _is_one_alone(self, first: str, padded: bool, following: list[str]) -> bool:
        if first == "0" and not padded and following:
            raise FileError(f"line {self._at}: is 0 the name of a trial, or an outcome? {_OPTIONS}")
        named = self._settings.question
        is_named = named or padded or first.lower() not in OUTCOME_KEYS
        if not is_named and "".join(following) and self.is_value(following[0]):
            raise FileError(
                f"line {self._at}: {shown(first)} is the only column, and none names the questions: add a column "
                "task_id; or remove this line if each of the others is a question"
            )
        return not padded and not self.is_value(first) and first.lower() not in WORDS

    def _has_names_as_words(self, first: str, rest: list[str]) -> bool:
        """Whether words such as correct and passed are names of columns."""
        if first.lower() in (*QUESTION_KEYS, "", *NAMELESS):
            return True
        words = [word.lower() for word in rest]
        if len(set(words)) == len(words) and set(words) <= {*OUTCOME_KEYS}:
            raise FileError(f"line {self._at}: are {', '.join(words[:3])} names of columns, or outcomes? {_OPTIONS}")
        return False

    def is_value(self, cell: str) -> bool:
        """Whether a cell holds a value, not a name: an outcome, another number, or nothing."""
        return cell.lower() in (self._settings.success or ()) or is_value(cell)

    def _names_trials(self, first: str, rest: list[str]) -> bool:
        """Whether 0, 1, ... or 1, 2, ... are names of trials, and not outcomes of the question `names[0]`."""
        following = self._following
        # q1 above q2, or a above b, are two questions.
        word, next_word = numbered(first), numbered(following[0]) if following else None
        if word and next_word and word[0] == next_word[0] and (first[-1].isdigit() or word[1] + 1 == next_word[1]):
            return False
        key = first.lower()
        if key in ("", *NAMELESS) or (key in QUESTION_KEYS and key not in _WORDS) or len(rest) > 2:
            return True
        if key not in QUESTION_KEYS and (rest == ["1"] or (not following and rest != ["1", "2"])):
            return False
        if key in QUESTION_KEYS and rest == ["1", "2"]:
            return True
        what = f"is {shown(first)} with {', '.join(rest)} a question and its outcomes, or a line of names?"
        raise FileError(f"line {self._at}: {what} {_OPTIONS}")


def _counts(cells: list[str]) -> bool:
    return cells in ([str(i + start) for i in range(len(cells))] for start in (0, 1))


def joined_names(first: list[str], second: list[str]) -> list[str]:
    """The names of columns whose parts stand in two lines, as pandas writes them; none if the second has outcomes.

    ,gpt,,qwen,
    id,run1,run2,run1,run2
    """
    groups: dict[str, list[str]] = {}
    upper = [one for one in first[1:] if one][:1] if first[1:2] != [""] else []
    for one, own in zip(first[1:], second[1:]):
        upper.append(one or upper[-1] if upper else "")
        groups.setdefault(upper[-1], []).append(own)
    upper, lower = upper[1:], next(iter(groups.values()), [])
    is_full = len(first) == len(second) and upper and all(own == lower and {*own} - {""} for own in groups.values())
    if not is_full or len(lower) < 2 or len({*lower}) < len(lower):
        return []
    named = not first[0] or second[0].lower() in QUESTION_KEYS or means_trial(second[0])
    if any(map(is_value, lower)) and not (_counts(lower) and (named or len(lower) > 2)):
        return []
    return [second[0] or first[0], *(f"{one} {own}" for one, own in zip(upper, second[1:]))]
