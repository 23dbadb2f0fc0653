"""Words and tables as text, Markdown, LaTeX and CSV. page.py has HTML."""

from __future__ import annotations

import re
from itertools import zip_longest

from ..text import TITLE_COLUMNS, as_cell, columns, fold, in_one_line, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Block, Iterable, Sequence, TextRows

_GAP = 2  # blanks between the columns of a table
_SPLITS = re.compile('[,;\t|"\r\n]')
_NAME = 12  # a name is wrapped into no fewer columns
_BESIDE = 5  # columns of a table that is no wider than a column of the page
_ACROSS = 3  # columns that fit a line; if there are more, rows may become columns
_DAGGER = r"$^\dagger$"
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$"}


class Table:
    """Rows of cells; the first row has the titles. Columns in `left` hold words, the others numbers.

    The first `keys` columns identify a row; the last of them has its name. `below` has the numbers of the rows that are
    significantly below the best, from 0. With `may_turn`, rows become columns if the columns do not fit a line.
    """

    left: Sequence[int] = (0,)
    keys = 1
    below: Sequence[int] = ()

    def __init__(self, rows: TextRows, may_turn: bool = False, **form: Any) -> None:
        self.rows = rows
        vars(self).update(form)
        keys = self.keys
        self.is_turned = may_turn and len(rows[0]) - keys > max(_ACROSS, len(rows) - 1)
        if self.is_turned:
            across = list(zip(*rows))
            self.rows = [("", *across[keys - 1][1:]), *across[: keys - 1], *across[keys:]]
            self.left, self.keys = (0,), 1

    @classmethod
    def of_columns(cls, columns: Iterable[Sequence[str]], **form: Any) -> Table:
        """Return a table of the columns that are not empty. The first cell of each is its title."""
        return cls(list(zip(*(column for column in columns if any(column[1:])))), **form)

    def is_name(self, i: int, j: int) -> bool:
        """Whether a cell has the name of a row, or of what is now a column."""
        return j == self.keys - 1 or (self.is_turned and not i)

    def is_below(self, i: int, j: int) -> bool:
        """Whether a cell is of a row, or now of a column, that is significantly below the best."""
        return (j if self.is_turned else i) - 1 in self.below

    def has_ends(self, j: int) -> bool:
        """Whether column j holds values with their intervals."""
        return any(" [" in row[j] for row in self.rows[1:])


# Text


def as_text(blocks: Sequence[Block], width: int) -> str:
    texts: list[str] = []
    for block in blocks:
        texts += _in_columns(block, width) if isinstance(block, Table) else [fold(block, width)]
    return "\n".join(texts)


def _in_columns(table: Table, width: int) -> list[str]:
    """Return a table as text. If it is too wide, return parts, which share the keys."""
    keys, name, room = table.keys, table.keys - 1, width + _GAP
    cells = [_on_the_point(x) if table.has_ends(j) else x for j, x in enumerate(zip(*table.rows))]
    widths = list(map(_width, cells))
    left = room - sum(widths) + widths[name]  # for the names
    widths[name] = min(widths[name], left if left >= min(widths[name], _NAME + _GAP) else room // 3)
    groups: list[list[int]] = [[]]
    for j in range(keys, len(cells)):
        if groups[-1] and sum([widths[i] for i in (*range(keys), *groups[-1], j)]) > room:
            groups.append([])
        groups[-1].append(j)
    kept = [j for j in range(len(cells)) if j in table.left or table.has_ends(j)]
    return [_align(cells, widths, [*range(keys), *group], kept) for group in groups]


def _width(column: Sequence[str]) -> int:
    """Return the width of a column and the gap after it. A long title is wrapped."""
    return max(map(columns, [*column[1:], *wrap(column[0], TITLE_COLUMNS)])) + _GAP


def _on_the_point(column: Sequence[str]) -> list[str]:
    """Align values and their intervals: return the cells with blanks put before short values."""
    widest = max(len(cell.partition(" [")[0]) for cell in column[1:])
    return [column[0], *(" " * (widest - len(cell.partition(" [")[0])) + cell if cell else "" for cell in column[1:])]


def _align(cells: Sequence[Sequence[str]], widths: Sequence[int], group: Sequence[int], left: Sequence[int]) -> str:
    lines = []
    for row in zip(*cells):
        wrapped = [wrap(row[j], widths[j] - _GAP) for j in group]
        for line in zip_longest(*wrapped, fillvalue=""):
            blanks = [" " * (widths[j] - _GAP - columns(cell)) for j, cell in zip(group, line)]
            padded = [cell + blank if j in left else blank + cell for j, cell, blank in zip(group, line, blanks)]
            lines.append((" " * _GAP).join(padded).rstrip() + "\n")
    return "".join(lines)


# Markdown and CSV


def as_markdown(blocks: Sequence[Block]) -> str:
    texts = []
    for block in blocks:
        if isinstance(block, str):
            texts.append(f"{_plain(block.strip())}\n")
        else:
            head, *rows = ([_plain(cell) for cell in row] for row in block.rows)
            rule = [":--" if j in block.left else "--:" for j in range(len(head))]
            texts.append("".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows)))
    return "\n".join(texts)


def _plain(text: str) -> str:
    """Escape the marks of Markdown in a text, but keep a_b, [0, 1] and <0.001 readable."""
    marks = r"[\\|`*~]|<(?=[a-zA-Z/!?])|&(?=[#a-zA-Z])|(?<=\])\(|\b_+|_+\b"
    return re.sub(marks, lambda match: "".join([f"\\{mark}" for mark in match[0]]), text)


def csv(records: Iterable[dict[str, Any]]) -> str:
    """Write records as CSV, with all digits. {"avg": {"value": 1, "lo": 0}} gives the columns avg and avg_lo."""
    rows = [_flatten(record) for record in records]
    head = list(dict.fromkeys(name for row in sorted(rows, key=len, reverse=True) for name in row))
    return "".join(",".join(map(_cell, row)) + "\n" for row in (head, *(map(row.get, head) for row in rows)))


def _cell(value: Any) -> str:
    """Write a cell of CSV. A text is quoted if a spreadsheet may split it, as some do at semicolons or tabs."""
    text = as_cell(value) if isinstance(value, str) else "" if value is None else str(value)
    return '"{}"'.format(text.replace('"', '""')) if _SPLITS.search(text) else text


def _flatten(record: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in record.items():
        name = prefix[:-1] if prefix and key == "value" else prefix + key
        flat.update(_flatten(value, f"{name}_") if isinstance(value, dict) else {name: value})
    return flat


# LaTeX


def as_latex(blocks: Sequence[Block], caption: str, levels: str) -> str:
    """Write tables in LaTeX, and words as comments.

    The first table has the caption, and says the levels of its intervals.
    A later one has the line before it if this ends with a colon, else the caption.
    """
    texts, words, number = ["% \\usepackage{booktabs}\n"], "", 0
    for block in blocks:
        if isinstance(block, Table):
            number += 1
            texts.append(_in_latex(block, words if number > 1 and words.endswith(":") else caption, levels, number))
        else:
            lines = block.strip("\n").split("\n")
            words = lines[-1]
            texts.append("".join(f"% {in_one_line(line)}\n" for line in lines))
    return "\n".join(texts)


def _in_latex(table: Table, words: str, levels: str, number: int) -> str:
    caption = _escape(words.strip().rstrip(".:")) + "."
    has_ends = number == 1 and any(map(table.has_ends, range(len(table.rows[0]))))
    caption += f" In brackets: {_escape(levels)}." * has_ends
    caption += f" {_DAGGER}: significantly below the best." * bool(table.below)
    grid = []
    for i, row in enumerate(table.rows):
        cells = [_number(cell) if i and j not in table.left else _escape(cell) for j, cell in enumerate(row)]
        for j in (j for j in range(len(cells)) if table.is_below(i, j)):
            cells[j] += _DAGGER * table.is_name(i, j)
        grid.append(" & ".join(cells) + r" \\")
    kinds = "".join("l" if j in table.left else "r" for j in range(len(table.rows[0])))
    label = "tab:scores" + f"-{number}" * (number > 1)
    kind = "table*" if len(kinds) > _BESIDE else "table"
    lines = [rf"\begin{{{kind}}}", r"\centering", rf"\caption{{{caption}}}", rf"\label{{{label}}}"]
    lines += [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", grid[0], r"\midrule", *grid[1:], r"\bottomrule"]
    return "\n".join([*lines, r"\end{tabular}", rf"\end{{{kind}}}"]) + "\n"


def _number(text: str) -> str:
    """Write a number for LaTeX: minus signs and < as mathematics, ranges of ranks with a dash."""
    text = re.sub(r"(?<=\d)-(?=\d)", "--", text)  # ranks 1 to 3
    text = re.sub(r"(?<!-)-(?=[\d.])|[<>]", lambda match: f"${match[0]}$", text)
    return text.replace("%", "\\%")


def _escape(text: str) -> str:
    """Write words for LaTeX. The k of Pass@k and Pass^2 is mathematics."""
    text = "".join(_SPECIAL.get(x, f"\\{x}" if x in "&%$#_{}" else x) for x in in_one_line(text))
    text = re.sub(r"(?<=\w)@([kN])\b", r"@$\1$", text)
    return re.sub(r"(?<=[Ps]ass)\\textasciicircum\{\}(k|\d+)", r"$^{\1}$", text)
