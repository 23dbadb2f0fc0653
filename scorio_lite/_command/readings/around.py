"""Lines around the records: text between JSON lines, and titles and totals around a table. They hold no record."""

from __future__ import annotations

from ..fields import says_broken, usual_names
from ..grading import FileError
from ..json_text import parsed
from .names import cost_as_question
from .usual import OF_ONE_TRIAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    Test = Callable[[str], bool]

_RULE = "|+-=: \t\r\n"  # the marks below the names of a table
_MARKS = ('":', "':")  # of a field


def records_among(sample: Sequence[str]) -> tuple[int, Test | None]:
    """Where the records or the names begin in the first lines of a text, and which lines after them may be records."""
    first = next((i for i, line in enumerate(sample) if _is_object(line)), None)
    if first:
        return first, _may_be_object
    for i, line in enumerate(sample[1:]):
        if "|" in sample[i] and "-" in line and ("|" in line or "+" in line) and not line.strip(_RULE):
            return i, lambda line: "|" in line or not line.strip(_RULE)
    return _below_titles(sample), None


def _may_be_object(line: str) -> bool:
    """Whether a line may be an object, or a part of a broken one."""
    return line.lstrip().startswith("{") or any(mark in line for mark in _MARKS)


def _is_object(line: str) -> bool:
    """Whether a line is an object that has fields."""
    text = line.strip()
    if not text.startswith("{") or not text.endswith("}"):
        return False
    try:
        return bool(parsed(text))
    except FileError:
        return False


def _below_titles(sample: Sequence[str]) -> int:
    """The first line of a table below titles: these have several words and no mark between cells, and the next two
    lines have as many marks as the first."""
    filled = [i for i, line in enumerate(sample) if line.strip() and line[0] != "#"]
    for i, *below in zip(filled, filled[1:], filled[2:]):
        for mark in "\t;,":
            n = sample[i].count(mark)
            if n and all(sample[j].count(mark) == n for j in below):
                titles = [sample[j] for j in filled if j < i]
                are_titles = titles and all(len(line.split()) > 1 for line in titles)
                return i if are_titles and not any(mark in line for line in sample[:i]) else 0
    return 0


def without_ends(pairs: list[tuple[int, Any]], goes_on: bool) -> tuple[list[tuple[int, Any]], int]:
    """The records without a first or a last one of another kind, which sums up the others or describes them: it shares
    no field with them, and names no question. Also how many were left out."""
    size = len(pairs)
    for end in (0, -1) if size > 2 and all(type(item) is dict for _, item in pairs) else ():
        names, rest = usual_names(pairs[end][1]), pairs[1:] if end == 0 else pairs[:-1]
        if not names or (end and goes_on) or not names.isdisjoint(usual_names(rest[end][1])) or any(map(_says, names)):
            continue
        if all(names.isdisjoint(usual_names(dict.fromkeys(kind))) for kind in {tuple(item) for _, item in rest}):
            pairs = rest
    return pairs, size - len(pairs)


def _says(name: str) -> bool:
    """Whether a field of this name says something of one trial."""
    return name in OF_ONE_TRIAL or says_broken(name) or cost_as_question(name) in (0, 1)
