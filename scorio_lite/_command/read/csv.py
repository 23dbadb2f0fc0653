"""Split a table into rows of cells, with the numbers of their lines."""

from __future__ import annotations

import re
from itertools import chain

from .item import Refusal, Unsafe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Container, Iterable, Iterator


_QUOTED = re.compile('"(?:[^"]|"")*"')
_MARKS = "\t;,|"
_FIRST = 5  # lines that show the delimiter
_MOST_COLUMNS = 10**6
_LONGEST = 30_000_000  # characters of a cell


def delimiter_of(text: str) -> str:
    """Return the mark that occurs equally often in the first lines, else one that occurs in all, else a comma."""
    lines = [line for line in _QUOTED.sub("", text).split("\n", 40)[:40] if line.strip()][:_FIRST]
    counts = {mark: [line.count(mark) for line in lines] for mark in _MARKS}
    equal = [mark for mark, times in counts.items() if times and min(times) == max(times) > 0]
    if equal:
        return max(equal, key=lambda mark: counts[mark][0])
    in_all = [mark for mark, times in counts.items() if all(times) and times]
    words = [len(line.split()) for line in lines]
    if not in_all and words and min(words) == max(words) > 1:
        return " "
    return next(iter(in_all), next((mark for mark in _MARKS if any(counts[mark][:1])), ","))


def rows_of(blocks: Iterable[str], skip: Container[int] = (), delimiter: str = "") -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the first line, stripped cells) for each row that is not blank.

    Each block has whole lines. Up to the first quote, lines are only split, which is fast.
    """
    at, blocks = 1, iter(blocks)
    first = next(blocks, "")
    delimiter = delimiter or delimiter_of(first)
    padded = (f" {delimiter}", f"{delimiter} ", "\n ", " \n", "\t\n", "\n\t")
    blanks = f" \t{delimiter}"  # of a blank row
    blocks = chain((first,), blocks)
    for block in blocks:
        few = block.count(delimiter) < _MOST_COLUMNS and len(block) < _LONGEST
        if not few or delimiter == " " or '"' in block:
            yield from _quoted(at, chain((block,), blocks), delimiter, skip)
            return
        lines = block.split("\n")
        is_padded = any(mark in block for mark in padded) or block[:1] == " " or block[-1:] == " "
        for i, line in enumerate(lines, at):
            if line.strip(blanks) and i not in skip:
                cells = line.split(delimiter)
                yield i, [cell.strip() for cell in cells] if is_padded else cells
        at += len(lines) - 1


def _quoted(at: int, blocks: Iterable[str], delimiter: str, skip: Container[int]) -> Iterator[tuple[int, list[str]]]:
    import csv  # which few files need

    lines = (f"{line}\n" for block in blocks for line in block[: len(block) - block.endswith("\n")].split("\n"))
    if delimiter == " ":
        lines = (" ".join(line.split()) + "\n" for line in lines)
    narrow = _Narrow(at, lines, delimiter)
    csv.field_size_limit(_LONGEST)
    reader = csv.reader(narrow, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        start = at + reader.line_num
        narrow.columns = 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as error:
            if "limit" in str(error):
                raise Unsafe(
                    f"line {start}: a cell of more than {_LONGEST:,} characters; is a quote not closed?"
                ) from None
            refusal = Refusal("cut" if "unexpected end" in str(error) else "row", f"line {start}: not CSV: {error}")
            raise refusal from None
        if any(cells) and start not in skip:
            yield start, cells


class _Narrow:
    """Passes lines to the CSV parser. Refuses a row with too many columns.

    Columns are counted before the row is parsed, since a quoted cell may go on over many lines.
    """

    columns = 1  # of the row so far, at most

    def __init__(self, at: int, lines: Iterator[str], delimiter: str) -> None:
        self._lines, self._delimiter = enumerate(lines, at), delimiter

    def __iter__(self) -> Iterator[str]:
        for at, line in self._lines:
            self.columns += line.count(self._delimiter)
            if self.columns > _MOST_COLUMNS:
                raise Unsafe(f"line {at}: more than {_MOST_COLUMNS:,} columns")
            yield line
