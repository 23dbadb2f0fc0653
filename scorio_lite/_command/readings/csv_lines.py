"""The rows of a CSV file, with the numbers of their lines."""

from __future__ import annotations

import csv
import re
from itertools import chain, repeat

from ..grading import FileError, UnsafeError
from .cells import QUOTED, is_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Collection, Iterable, Iterator

    from ..source import Text

    NumberedRow = tuple[int, list[str]]
    Blocks = Iterator[Iterable[tuple[int, list[str]]]]

_COMMENT = re.compile(r"#(?=[\s#!]|$)(?![\s#!]*[,;\t])")
_BOLD = re.compile(r"^\*\*([^*]+)\*\*$")  # in Markdown
_SEPARATOR = re.compile(r'"?sep=([\t;, |])"?', re.IGNORECASE)  # Excel's
_MOST_COLUMNS = 10**6
_LONGEST = 30_000_000  # characters of a cell


class Split:
    """A block of lines without quotes, from line `at` on. Iterating splits them into rows.

    The lines stay strings, since lists of cells would make the garbage collector slow.
    """

    def __init__(self, at: int, text: str, delimiter: str) -> None:
        self.at, self._lines, self._delimiter = at, text.split("\n"), delimiter
        if not self._lines[-1]:
            self._lines.pop()
        self._columns: list[list[str]] | None = None

    def __iter__(self) -> Iterator[NumberedRow]:
        return ((i, line.split(self._delimiter)) for i, line in enumerate(self._lines, self.at) if line)

    def columns(self, width: int) -> list[list[str]]:
        """Return the cells of each column; [] if a line does not have `width` cells."""
        if self._columns is None:
            self._columns = []
            if {*map(str.count, self._lines, repeat(self._delimiter))} == {width - 1} and "" not in self._lines:
                cells = self._delimiter.join(self._lines).split(self._delimiter)
                self._columns = [cells[j::width] for j in range(width)]
        return self._columns


class RowsOf:
    """Iterates over the rows of a CSV file that are not blank: (number of the first line, stripped cells).

    `lines` are the first lines, from line `at` on; the rest of `text` follows them. Rows in the lines `left_out` are
    skipped.
    """

    def __init__(self, at: int, lines: Iterator[str], text: Text | None, left_out: Collection[str] = ()) -> None:
        self._blocks = _blocks_of(at, lines, text)
        if left_out:
            self._blocks = ([row for row in block if str(row[0]) not in left_out] for block in self._blocks)
        self._block: Iterator[NumberedRow] = iter(())

    def __iter__(self) -> RowsOf:
        return self

    def __next__(self) -> tuple[int, list[str]]:
        while True:
            for row in self._block:
                return row
            self._block = iter(next(self._blocks))

    def blocks(self) -> Blocks:
        """Yield the rows that were not read yet, in blocks."""
        yield self._block
        yield from self._blocks


def _blocks_of(at: int, lines: Iterator[str], text: Text | None) -> Blocks:
    """Yield the rows in blocks. Up to the first quote, comment or padded cell, lines are only split, which is fast."""
    at, head, delimiter = _opened(at, lines)
    blocks = chain(("".join(head),), text.blocks(at + len(head) - 1) if text else lines)
    blank = rf"[^\S\n{delimiter}]"
    marks = re.compile(rf'["\r]|^#|(?:^|{delimiter}){blank}|{blank}(?:{delimiter}|$)', re.MULTILINE)
    width = 0
    for block in blocks:
        few = block.count(delimiter) < _MOST_COLUMNS and len(block) < _LONGEST
        if delimiter in " |" or not few or (not _is_bare(block) and marks.search(block)):
            # not splitlines, which would split at other characters, too
            split = (one[: len(one) - one.endswith("\n")].split("\n") for one in chain((block,), blocks))
            yield _parsed(at, (f"{line}\n" for lines in split for line in lines), delimiter, width)
            return
        found = Split(at, block, delimiter)
        width = width or len(next(iter(found), ("", ""))[1])
        yield found
        at += block.count("\n")


def _is_bare(block: str) -> bool:
    """Whether a block has no quote, no # and no blank, as most have."""
    return not any(mark in block for mark in ' "#') and block.replace("\n", "").isprintable()


def _parsed(at: int, lines: Iterator[str], delimiter: str, width: int) -> Iterator[NumberedRow]:
    """Parse lines into rows. Yield (number of the first line, stripped cells) of each row that is not blank."""
    if delimiter == " ":
        lines = (line.strip() + "\n" for line in lines)
    narrow = _Narrow(at, lines, delimiter)
    csv.field_size_limit(_LONGEST)
    reader = csv.reader(narrow, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        start = at + reader.line_num
        narrow.columns, narrow.starts = 1, True
        try:
            cells = list(map(str.strip, next(reader)))
        except StopIteration:
            narrow.check_comments(width, "")
            return
        except csv.Error as error:
            what = f"a cell of more than {_LONGEST:,} characters" if "limit" in str(error) else f"not CSV: {error}"
            raise FileError(f"line {start}: {what}; is a quote not closed?") from None
        if delimiter == "|":
            cells = [_BOLD.sub(r"\1", cell) for cell in _inside(cells)]
        if any(cells) or (cells and not narrow.is_blank):
            width = width or len(cells)
            narrow.check_comments(width, cells[-1])
            yield start, cells


def _opened(at: int, lines: Iterator[str]) -> tuple[int, list[str], str]:
    """Find the delimiter. Return (number of the line where the rows begin, the lines read to find it, delimiter)."""
    head = [next(lines)]
    while is_no_row(head[-1]):
        head.append(next(lines, ""))
    separator = _SEPARATOR.fullmatch(head[0].rstrip("\r\n"))
    if separator:
        at, head, delimiter = at + 1, [], separator.group(1)
    else:
        for line in lines:
            head.append(line)
            if line.strip("+-=| \r\n") and not is_no_row(line):
                break
        delimiter = delimiter_of([line for line in head if line.strip() and not is_no_row(line)] or head)
    return at, head, delimiter


class _Narrow:
    """Passes lines to the CSV parser, with comments blanked. Refuses a row with too many columns.

    Columns are counted before the row is parsed, since a quoted cell may go on over many lines.
    """

    columns: int  # of the row so far, at most
    starts: bool  # whether a row starts with the next line

    def __init__(self, at: int, lines: Iterator[str], delimiter: str) -> None:
        self._lines = enumerate(lines, at)
        self._delimiter = delimiter
        self.is_blank = False  # whether its last line is blank
        self.comments: list[tuple[int, list[str]]] = []  # lines since the row before, and their cells

    def __iter__(self) -> Iterator[str]:
        for at, line in self._lines:
            if self.starts and is_no_row(line):
                self.comments.append((at, line.split(self._delimiter)))
                yield "\n"
                continue
            self.starts = False
            self.columns += line.count(self._delimiter)
            if self.columns > _MOST_COLUMNS:
                raise UnsafeError(f"line {at}: more than {_MOST_COLUMNS:,} columns")
            self.is_blank = line.isspace()
            yield line

    def check_comments(self, width: int, last: str) -> None:
        """Refuse a comment that may be a row: it has `width` cells, and it or the next row ends in a value.

        `last` is the last cell of the next row.
        """
        for at, cells in self.comments:
            if len(cells) == width > 1 and (is_value(last) or is_value(cells[-1].strip())):
                raise FileError(f"line {at}: a comment, or a row? It has as many cells as a row; remove it, or its #")
        self.comments.clear()


def _inside(cells: list[str]) -> list[str]:
    """Return the cells of a row between bars, as in Markdown; [] if the row is a line of dashes."""
    if not any(cell.strip("+-=: ") for cell in cells):
        return []
    return cells[(not cells[0]) : len(cells) - (not cells[-1])]


def is_no_row(line: str) -> bool:
    """Whether a line is a comment. A line that begins with #1, or with a column called #, is no comment."""
    return line.startswith("#") and _COMMENT.match(line) is not None


def delimiter_of(lines: list[str]) -> str:
    """Return a delimiter that the first two lines have; else a delimiter that the first line has."""
    bare = [QUOTED.sub("", line.strip("\r\n")) for line in lines if line.strip("+-=| \r\n")] or [""]
    for some in (bare, bare[:1]):
        for mark in "\t;,|":
            if all(mark in line for line in some):
                return mark
    return " " if " " in bare[0].strip() or set(bare[0]) == {" "} else ","
