"""Decide whether the first line of a table holds names or outcomes.

If something contradicts names, the line holds outcomes; if something contradicts outcomes, it holds names. If nothing
contradicts either, the user decides. If both are contradicted, the strict reader says what is wrong.
"""

from __future__ import annotations

from ..fields import OUTCOME_KEYS, QUESTION_KEYS, means_trial, says_break, some, usual_name
from ..grading import WORDS, YES_OR_NO, FileError, is_missing, shown
from ..settings import Settings, named_in
from .cells import has_marks, is_value
from .families import NAMELESS
from .names import cost_as_question
from .trial_names import numbered
from .usual import NAMED_BY_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence


class Header:
    """The first line of a table, which may hold names, and the line below it."""

    def __init__(self, at: int, names: list[str], following: list[str], settings: Settings, is_plain: bool) -> None:
        self.at, self.names, self.following, self.settings, self.is_plain = at, names, following, settings, is_plain
        self.first, self.rest = names[0], [name for name in names[1:] if name]
        self.starts_with_value = bool(self.first) and self.is_value(self.first)
        self.are_marks = _are_trials(self.rest) and _are_trials(following[1:])
        self.are_words = is_plain and self.rest != [] and all(name.lower() in WORDS for name in self.rest)
        words = [name.lower() for name in names[1:]]
        self.are_fields = len({*words}) == len(words) and {*words}.issubset(OUTCOME_KEYS)
        self.is_sure = usual_name(self.first) in ("", *NAMELESS, *QUESTION_KEYS)
        self.is_usual = self.is_sure or (cost_as_question(self.first) == 1 and numbered(self.first) is None)
        self.counting = _counts(names if self.starts_with_value else names[1:])

    def is_one(self) -> bool:
        """Whether the first line holds names, and not the outcomes of a question. Refuse a line that may be either."""
        if self.settings.no_header:
            if self.following and (_names_questions(self) or _is_above_numbers(self)):
                raise FileError(f"line {self.at}: {some(self.names)} are names of columns: leave out --no-header")
            return False
        if self.settings.header or {usual_name(name) for name in self.names if name} & named_in(self.settings):
            return True
        if not self.names[1:]:
            self._check_alone()
        may_be_names, may_be_outcomes = not _are_no_names(self), not _are_no_outcomes(self)
        if may_be_names and may_be_outcomes:
            raise FileError(f"line {self.at}: are {some(self.names)} names, or outcomes? Use --header or --no-header")
        return may_be_names

    def _check_alone(self) -> None:
        """Refuse a table with a single column if it holds outcomes, since then no column names the questions."""
        is_outcome = not self.settings.question and usual_name(self.first) in OUTCOME_KEYS
        if is_outcome and "".join(self.following) and self.is_value(self.following[0]):
            what = f"line {self.at}: {shown(self.first)} is the only column, and none names the questions"
            raise FileError(f"{what}: add a column task_id; or remove this line if each of the others is a question")

    def is_value(self, cell: str) -> bool:
        """Whether a cell holds a value (an outcome, another number, or nothing), and not a name."""
        return cell.lower() in (self.settings.success or ()) or is_value(cell)


def _are_no_names(line: Header) -> bool:
    """Whether something contradicts that the cells of a line are names."""
    is_noted = line.are_words and line.first.endswith((":", ")"))  # q1: or 1)
    # q1,pass,fail, but not id,pass, different names of outcome fields (correct,passed), or words above 0 and 1
    is_of_words = line.are_words and not (line.is_usual or line.are_fields or _is_above_others(line))
    pairs = [] if line.names == line.following else zip(line.names, line.following)
    recurs = any(name == x and name and not (name[0].isalnum() and name[-1].isalnum()) for name, x in pairs)  # [INFO]
    by_values = _has_values(line) or _goes_on_below(line) or _is_a_row(line)
    return line.are_marks or is_noted or is_of_words or recurs or by_values


def _has_values(line: Header) -> bool:
    """Whether some cells hold values that cannot be names of columns.

    The numbers 0, 1, ... or 1, 2, ... may be names of trials, as pandas writes them; among other names, only three or
    more numbers may.
    """
    if not line.rest:
        may_count = line.counting and line.first == "0" and line.following != []
        return line.names[1:] != [] or (not may_count and (line.is_value(line.first) or line.first.lower() in WORDS))
    values = list(filter(line.is_value, line.rest))
    are_numbers = line.counting or (2 < len(values) < len(line.rest) and _counts(values))
    return values != [] and not (are_numbers or _is_above_others(line))


def _goes_on_below(line: Header) -> bool:
    """Whether the first cells of both lines name questions that follow each other: q1 above q2, or a above b."""
    first, following = line.first, line.following
    word, next_word = numbered(first), numbered(following[0]) if following else None
    may_count = line.counting and line.rest and not line.starts_with_value
    is_counted = may_count or (line.are_words and not line.are_fields)
    if not (is_counted and word and next_word) or word[0] != next_word[0]:
        return False
    return first[-1].isdigit() or word[1] + 1 == next_word[1]


def _is_a_row(line: Header) -> bool:
    """Whether numbers are outcomes although they count from 0 or 1, as in q1,1 or in the only line of a file."""
    is_single = not line.starts_with_value and line.names[1:] == ["1"]
    # after a usual name of the question's field, as in id,1, they are names of trials
    return not line.is_usual and line.rest != [] and line.counting and (is_single or not line.following)


def _are_no_outcomes(line: Header) -> bool:
    """Whether something contradicts that the cells of a line are outcomes: three numbers that count, say."""
    # two such numbers may be outcomes
    counts_on = line.is_plain and line.counting and len(line.names) - (not line.starts_with_value) > 2
    return counts_on or _is_above_numbers(line) or _has_names(line) or _names_questions(line)


def _is_above_numbers(line: Header) -> bool:
    """Whether words such as correct are column names, since only numbers stand below."""
    return line.are_words and line.following[1:] != [] and all(cell[:1].isdigit() for cell in line.following[1:])


def _has_names(line: Header) -> bool:
    """Whether the cells after the first cannot all be outcomes: some are neither values nor words nor marks (PPF)."""
    if not line.rest:  # the first cell alone has a text, and must be a name
        return not line.is_value(line.first) and line.first.lower() not in WORDS
    return not (line.are_words or line.are_marks or all(map(line.is_value, line.rest)))


def _names_questions(line: Header) -> bool:
    """Whether the first cell is a usual name of the question's field, such as task_id."""
    # a word such as task may be the name of a question if all other cells are 0 or 1
    is_plain_word = not line.is_sure or line.first.lower() in NAMED_BY_WORDS
    return line.is_usual and not (is_plain_word and {*line.rest}.issubset("01"))


def _is_above_others(line: Header) -> bool:
    """Whether words such as correct are column names, since cells of another kind (0, yes or ✓) stand below."""
    below = {_kind(cell) for cell in line.following[1:] if not is_missing(cell)}
    return line.are_words and below != set() and below.isdisjoint(map(_kind, line.rest))


def _kind(cell: str) -> str:
    """Return how a cell spells an outcome: by a "digit", a "mark", an "answer" (yes or no) or another "word"."""
    if not any(map(str.isalpha, cell)):
        return "digit" if cell[:1].isdigit() else "mark"
    return "answer" if cell.lower() in YES_OR_NO else "word"


def _are_trials(cells: list[str]) -> bool:
    """Whether each cell has a mark for each of several trials, such as PPF."""
    return cells != [] and all(len(cell) > 2 and has_marks(cell) for cell in cells)


def _counts(cells: list[str]) -> bool:
    return bool(cells) and cells in ([str(i + start) for i in range(len(cells))] for start in (0, 1))


def names_of_rows(rows: Sequence[Any], settings: Settings) -> list[str]:
    """Return the column names in the first of some rows of JSON; [] if it may hold outcomes.

    The names are texts, and below at least one of them stand only numbers or booleans.
    """
    names, *others = rows
    if not all(isinstance(row, list) and len(row) == len(names) for row in rows) or not (names[1:] and others):
        return []
    if not all(isinstance(name, str) and name.strip() and not says_break(name) for name in names):
        return []
    if len({*names}) < len(names) or not any(all(type(x) in (bool, int, float) for x in own) for own in zip(*others)):
        return []
    counted = [numbered(str(row[0])) for row in rows[:2]]
    if counted[0] and counted[1] and counted[0][0] == counted[1][0]:  # q1 above q2
        return []
    try:
        return names if Header(1, names, list(map(str, others[0])), settings, True).is_one() else []
    except FileError:
        return []


def joined_names(first: list[str], second: list[str], third: list[str] | None = None) -> list[str]:
    """Return column names joined from two lines, as pandas writes them; [] if the second line may hold outcomes.

    It holds none if the line `third` has only the name of the index, such as task,,,.

    These lines give id, gpt run1, gpt run2, qwen run1, qwen run2:

        ,gpt,,qwen,
        id,run1,run2,run1,run2
    """
    groups: dict[str, list[str]] = {}
    upper = first[1:2]
    for one, own in zip(first[1:], second[1:]):
        upper.append(one or upper[-1])
        groups.setdefault(upper[-1], []).append(own)
    upper, lower = upper[1:], next(iter(groups.values()), [])
    is_full = len(first) == len(second) and all(own == lower and {*own} - {""} for own in groups.values())
    if not is_full or not all(upper) or len(lower) < 2 or len({*lower}) < len(lower):
        return []
    if third and third[0].lower() in QUESTION_KEYS and not any(third[1:]) and second[0]:
        is_plain = len(groups) == 1 and upper[0].lower() in OUTCOME_KEYS  # passed by seed: seed 0, seed 1
        return [third[0], *(f"{second[0] if is_plain else one} {own}" for one, own in zip(upper, second[1:]))]
    named = not first[0] or second[0].lower() in QUESTION_KEYS or means_trial(second[0])
    if any(map(is_value, lower)) and not (_counts(lower) and (named or len(lower) > 2)):
        return []
    return [second[0] or first[0], *(f"{one} {own}" for one, own in zip(upper, second[1:]))]
