"""Split the lines of a table into rows of cells."""

from __future__ import annotations

import re

from .item import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Container, Iterator, Sequence

_QUOTED = re.compile('"(?:[^"]|"")*"')
_MARKS = "\t;,|"
_FIRST = 5  # lines that show the delimiter
_MOST_COLUMNS = 10**6
_LONGEST = 30_000_000  # characters of a cell


def delimiter_of(text: str) -> str:
    """Return the mark that divides the cells of a table: a tab, ";", ",", "|" or " ". The default is ","."""
    lines = [line for line in _QUOTED.sub("", text).split("\n", 40)[:40] if line.strip()][:_FIRST]
    counts = {mark: [line.count(mark) for line in lines] for mark in _MARKS}
    equal = [mark for mark, times in counts.items() if len({*times}) == 1 and times[0]]
    if equal:
        return max(equal, key=lambda mark: counts[mark][0])
    words = {len(line.split()) for line in lines}
    return " " if len(words) == 1 and words != {1} else ","


def rows_of(lines: Sequence[str], delimiter: str, skip: Container[int] = ()) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of its first line, stripped cells) for each row. Leave out blank rows and the lines in `skip`."""
    import csv

    columns = 1  # at most so many columns has the row so far

    def checked() -> Iterator[str]:
        """Yield the lines, and refuse a row with too many columns before it is parsed."""
        nonlocal columns
        for i, line in enumerate(lines, 1):
            columns += line.count(delimiter)
            if columns > _MOST_COLUMNS:
                raise Refusal("unsafe", f"line {i}: more than {_MOST_COLUMNS:,} columns")
            yield (" ".join(line.split()) if delimiter == " " else line) + "\n"

    csv.field_size_limit(_LONGEST)
    reader = csv.reader(checked(), delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        start, columns = reader.line_num + 1, 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as error:
            code = "cut" if "unexpected end" in str(error) else "row"
            raise Refusal(code, f"line {start}: not CSV: {error}; is a quote not closed?") from None
        if any(cells) and start not in skip:
            yield start, cells
