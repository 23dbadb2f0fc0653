"""Lines around the records: text between JSON lines, and titles and totals around a table. They hold no record."""

from __future__ import annotations

from ..grading import FileError
from ..json_text import parsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    Test = Callable[[str], bool]

_RULE = "|+-=: \t\r\n"  # the marks below the names of a table
_MARK = '":'  # of a field in JSON
_FEWEST = 2  # records, or rows


def records_among(sample: Sequence[str]) -> tuple[int, Test | None]:
    """Where the records or the names begin in the first lines of a text, and which lines after them may be records."""
    objects = [i for i, line in enumerate(sample) if _is_object(line)]
    if len(objects) >= _FEWEST and not _is_object(sample[0]):
        return objects[0], lambda line: _MARK in line
    for i, line in enumerate(sample[1:]):
        if "|" in sample[i] and "-" in line and ("|" in line or "+" in line) and not line.strip(_RULE):
            return i, lambda line: "|" in line or not line.strip(_RULE)
    return _below_titles(sample), None


def _is_object(line: str) -> bool:
    """Whether a line is an object with fields."""
    text = line.strip()
    if text[:1] != "{" or text[-1:] != "}" or _MARK not in text:
        return False
    try:
        return isinstance(parsed(text, 1), dict)
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
