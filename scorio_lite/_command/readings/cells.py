"""The cells of a table as values: outcomes, numbers, texts, and several trials in one cell."""

from __future__ import annotations

import json
import re
from functools import lru_cache, partial

from ..fields import has_outcome
from ..grading import is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

SPELLED = {"0": 0, "0.0": 0, "1": 1, "1.0": 1, "false": False, "true": True}
QUOTED = re.compile(r'"[^"]*"?')  # the text between quotes in a line of a table
_SAVED = re.compile(r"[01]\.0*(e\+00)?")  # 1.000000000000000000e+00, as numpy.savetxt writes it
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?", re.IGNORECASE)
_DIGITS = re.compile("0[0-9]+|[01]{5,}")  # 0110 and 11011 are texts
_REMEMBERED = 1000
_TICKS = ("✗✓", "×○", "❌✅", "✘✔")  # which say nothing else
_MARKS = ("01", "fp", "ft", "ny", *_TICKS)  # of a failure and a success
_APART = re.compile(r"\w([ ,;|])\w(\1\w)+")  # 1 0 1
_COUNTS = re.compile(r"\s*(\d{1,9})\s*(?:/|(?:out )?of\b)\s*(\d{1,9})\s*", re.IGNORECASE)
_WORD = re.compile(r"\b(None|nan|NaN|True|False)\b")  # Python's
_AS_JSON = {"None": "null", "nan": "null", "NaN": "null", "True": "true", "False": "false"}


def is_value(cell: str) -> bool:
    """Whether a cell holds a value (an outcome, a number such as 3/8 or 70 %, or nothing), and not a name."""
    number = cell.partition("/")[0].rstrip(" %")
    return cell.lower() in SPELLED or _NUMBER.fullmatch(number) is not None or is_missing(cell)


def value_of(cell: str, plain: bool) -> Any:
    """Return the value of a cell: a number, or else its text. If `plain`, the text true gives True, and 1.0 gives 1."""
    word = cell.lower()
    if plain and word in SPELLED:
        return SPELLED[word]
    if plain and _SAVED.fullmatch(word):
        return int(word[0])
    if _NUMBER.fullmatch(word) and "," not in word and not _DIGITS.fullmatch(word):
        number = int(word) if len(word) < 10 and word.isdecimal() else float(word)
        return cell if plain and number in (0, 1) else number
    return cell


def values_of(plain: bool) -> Callable[[str], Any]:
    """Return a function, with a cache, that takes a cell and returns its value: `value_of` with this `plain`."""
    return lru_cache(_REMEMBERED)(partial(value_of, plain=plain))


def list_in(cell: str) -> list[Any] | None:
    """Return the list that a cell spells in JSON or Python; None for other cells."""
    try:
        found = json.loads(_WORD.sub(lambda word: _AS_JSON[word[0]], cell).replace("'", '"'))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None


def counts_in(cell: Any) -> tuple[str, str] | None:
    """Return (successes, trials) of a text such as 3/8 or "3 out of 8"; None for other values."""
    found = _COUNTS.fullmatch(cell) if isinstance(cell, str) else None
    return (found[1], found[2]) if found else None


def marks_of(value: Any) -> Any:
    """Return the outcomes in a text with a mark for each trial: 0110, PPFPF or 0 1 1; any other value as it is."""
    marks = str(value).strip().lower()
    marks = marks[::2] if _APART.fullmatch(marks) else marks
    alphabet = next((own for own in _MARKS if marks and {*marks}.issubset(own)), "")
    return [alphabet.index(mark) for mark in marks] if alphabet else value


def has_marks(text: str) -> bool:
    return isinstance(marks_of(text), list)


def are_ticks(values: Any) -> bool:
    """Whether each value is a text with a mark for each trial: ✓✗✓, or PPF or TTF."""
    texts = [value.strip() if isinstance(value, str) else "" for value in values]
    # Texts of letters must all have the same length, since words such as FP could be anything
    are_letters = {*"".join(texts)} in ({"P", "F"}, {"T", "F"}) and len({*map(len, texts)}) == 1 and len(texts[0]) > 2
    known = are_letters or any(map({*"".join(texts)}.issubset, _TICKS))
    return known and any(len(text) > 1 for text in texts) and all(texts)


def ticks_in(records: list[Any]) -> str:
    """Return the only field with texts such as ✓✗✓; "" if there are several, or if another field has outcomes."""
    names = [name for name in records[0] if are_ticks([one.get(name) for one in records])]
    return names[0] if len(names) == 1 and not has_outcome(dict.fromkeys({*records[0]} - {*names})) else ""
