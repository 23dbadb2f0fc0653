"""Words and tables as text, Markdown and CSV. latex.py and page.py have the other forms."""

from __future__ import annotations

import re
from itertools import zip_longest

from .text import TITLE_COLUMNS, as_cell, columns, fold, shortened, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence, Union

    TextRows = Sequence[Sequence[str]]  # the first has the titles
    Block = Union[str, "Table"]  # lines of words, or a table

_GAP = 2  # blanks between the columns of a table
_SPLITS = re.compile('[,;\t|"\r\n]')
_NAME = 12  # a name is wrapped into no fewer columns
_ACROSS = 8  # columns of values, beside runs that are fewer


class Heading(str):
    """A text that begins with a name. Plain text shortens the name so that the first line fits."""

    name: str

    def __new__(cls, name: str, rest: str) -> Heading:
        found = super().__new__(cls, name + rest)
        found.name = name
        return found

    def fit(self, width: int) -> str:
        line, end, rest = self.partition("\n")
        return shortened(self.name, width - columns(line) + columns(self.name)) + line[len(self.name) :] + end + rest


class Footnote(str):
    """Words that a page has at its end."""


class Table:
    """Rows of cells; the first row has the titles. Columns in `left` hold words, the others numbers."""

    def __init__(
        self,
        rows: TextRows,
        left: Sequence[int] = (0,),
        keys: int = 1,
        indent: str = "",
        step: int = 1,
        below: Sequence[int] = (),
        turns: bool = False,
        ranked: Sequence[int] = (),
        drawn: int = 0,
    ) -> None:
        self.rows = rows
        self.left = left
        self.keys = keys  # the number of first columns that identify a row; the last of them has its name
        self.indent = indent  # in text
        self.step = step  # this many of the other columns belong together
        self.below = below  # rows in another tone: significantly below the best
        self.turns = turns  # whether rows may become columns
        self.ranked = ranked  # columns of which the highest value is the best
        self.drawn = drawn  # the column that a page draws, with a bar in each row; 0 is none

    def has_ends(self, j: int) -> bool:
        """Whether column j holds values with their intervals."""
        return any(" [" in row[j] for row in self.rows[1:])

    @property
    def is_long(self) -> bool:
        """Whether the table has so many columns that it should be turned if the width of the output is unknown."""
        across = len(self.rows[0]) - self.keys
        return self.turns and across > max(_ACROSS, len(self.rows) - 1)

    def turned(self) -> Table:
        """Return the table with rows as columns."""
        return Table(turned(self.rows, self.keys))

    def halves(self) -> list[Table]:
        """Split a long table with a column of bars (`drawn`): the columns up to this one; and names with the other
        columns.

        Return any other table as [itself].
        """
        if not (self.is_long and self.drawn):
            return [self]
        names, rest = self.keys - 1, self.drawn + 1
        first = Table([row[:rest] for row in self.rows], self.left, self.keys, below=self.below, drawn=self.drawn)
        return [first, Table([(row[names], *row[rest:]) for row in self.rows], turns=True)]


def turned(rows: TextRows, keys: int) -> list[Sequence[str]]:
    found = list(zip(*rows))
    return [("", *found[keys - 1][1:]), *found[: keys - 1], *found[keys:]]


def as_text(blocks: Sequence[Block], width: int) -> str:
    parts: list[str] = []
    for block in blocks:
        if isinstance(block, Table):
            parts += _side_by_side(block, width - len(block.indent))
        else:
            parts.append(fold(block.fit(width) if isinstance(block, Heading) else block, width))
    return "\n".join(parts)


def _side_by_side(table: Table, width: int) -> list[str]:
    """Split a table into parts that fit the width, each with the key columns. Return each part as text."""
    table, cells, widths = _fitting(table, width)
    keys, name, room = table.keys, table.keys - 1, width + _GAP
    others = sum(widths) - widths[name]
    if room - others < min(widths[name], _NAME + _GAP):  # several tables, which share the keys
        others = sum(widths[:name]) + max(widths[keys:], default=0)
        widths[name] = min(widths[name], max(room // 3, _NAME))
    widths[name] = max(min(widths[name], _NAME + _GAP), min(widths[name], room - others))
    groups: list[list[int]] = [[*range(keys)]]
    for j in range(keys, len(cells), table.step):
        more = range(j, min(j + table.step, len(cells)))
        if len(groups[-1]) > keys and sum([widths[i] for i in (*groups[-1], *more)]) > room:
            groups.append([*range(keys)])
        groups[-1] += more
    kept = [j for j in range(len(cells)) if j in table.left or table.has_ends(j)]
    return [_align(cells, widths, group, kept, table.indent) for group in groups]


def _fitting(table: Table, width: int) -> tuple[Table, Sequence[Sequence[str]], list[int]]:
    """Return the form of a table that fits the width: the table, its columns, and their widths.

    A table that may turn is tried as it stands, turned, with intervals in lines of their own, and with both. If
    none fits, the form with the most rows is taken.
    """
    found = []
    for is_narrow in (False, True) if table.turns else (False,):
        for one in (table, table.turned()) if table.turns else (table,):
            placed = _in_two_lines if is_narrow else _on_the_point
            cells: Sequence[Any] = [placed(x) if one.has_ends(j) else x for j, x in enumerate(zip(*one.rows))]
            widths = list(map(_width, cells))
            found.append((one, cells, widths))
            name = widths[one.keys - 1]
            if sum(widths) - name + min(name, _NAME + _GAP) <= width + _GAP:
                return found[-1]
    return max(found, key=lambda one: len(one[0].rows))


def _width(column: Sequence[str]) -> int:
    """Return the width of a column with the gap after it, where long titles are wrapped."""
    widest = max(map(columns, "\n".join(column[1:]).split("\n")))
    title = wrap(column[0], widest if any("\n" in cell for cell in column[1:]) else TITLE_COLUMNS)
    return max([widest, *map(columns, title)]) + _GAP


def _in_two_lines(column: Sequence[str]) -> list[str]:
    """Return the cells with intervals below their values."""
    return [cell.replace(" [", "\n[") for cell in column]


def _on_the_point(column: Sequence[str]) -> list[str]:
    """Return the cells with their values aligned on the right, before the intervals."""
    widest = max(len(cell.partition(" [")[0]) for cell in column[1:])
    return [column[0], *(" " * (widest - len(cell.partition(" [")[0])) + cell if cell else "" for cell in column[1:])]


def _align(
    cells: Sequence[Sequence[str]], widths: Sequence[int], group: Sequence[int], left: Sequence[int], indent: str
) -> str:
    lines = []
    for one in zip(*cells):
        row = [[x for line in one[j].split("\n") for x in wrap(line, widths[j] - _GAP)] for j in group]
        for line in zip_longest(*row, fillvalue=""):
            blanks = [" " * (widths[j] - _GAP - columns(cell)) for j, cell in zip(group, line)]
            parts = [cell + blank if j in left else blank + cell for j, cell, blank in zip(group, line, blanks)]
            lines.append((indent + (" " * _GAP).join(parts)).rstrip() + "\n")
    return "".join(lines)


def as_markdown(blocks: Sequence[Block]) -> str:
    parts = []
    for block in blocks:
        if isinstance(block, str):
            parts.append(f"{_plain(block.strip())}\n")
        else:
            block = block.turned() if block.is_long else block
            head, *rows = ([_plain(cell) for cell in row] for row in block.rows)
            rule = [":--" if j in block.left else "--:" for j in range(len(head))]
            parts.append("".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows)))
    return "\n".join(parts)


def _plain(text: str) -> str:
    """Escape Markdown's marks; a_b, [0, 1] and <0.001 stay readable."""
    marks = r"[\\|`*~]|<(?=[a-zA-Z/!?])|&(?=[#a-zA-Z])|(?<=\])\(|\b_+|_+\b"
    return re.sub(marks, lambda found: "".join([f"\\{mark}" for mark in found[0]]), text)


def csv(lines: Iterable[dict[str, Any]]) -> str:
    """Write records as CSV, with numbers in full. Nested keys are joined by _, without a last key `value`."""
    rows = [_flatten(line) for line in lines]
    head = list(dict.fromkeys(name for row in sorted(rows, key=len, reverse=True) for name in row))
    return "".join(",".join(map(_cell, row)) + "\n" for row in (head, *(map(row.get, head) for row in rows)))


def _cell(value: Any) -> str:
    """Write a cell of CSV. A text is quoted if a spreadsheet may split it, as some do at semicolons or tabs."""
    text = as_cell(value) if isinstance(value, str) else "" if value is None else str(value)
    return '"{}"'.format(text.replace('"', '""')) if _SPLITS.search(text) else text


def _flatten(record: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in record.items():
        name = prefix[:-1] if prefix and key == "value" else prefix + key
        if isinstance(value, dict):
            found.update(_flatten(value, f"{name}_"))
        else:
            found[key if name in ("credible_mu", "credible_sigma") else name] = value
    return found
