"""Words and tables as text, Markdown, LaTeX and CSV. page.py has HTML."""

from __future__ import annotations

import re
from itertools import zip_longest

from ..text import TITLE_COLUMNS, as_cell, columns, fold, in_one_line, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence, Union

    TextRows = Sequence[Sequence[str]]  # the first has the titles
    Block = Union[str, "Table"]  # lines of words, or a table

_GAP = 2  # blanks between the columns of a table
_SPLITS = re.compile('[,;\t|"\r\n]')
_NAME = 12  # a name is wrapped into no fewer columns
_ACROSS = 8  # a table with more columns of values than this, and than rows, is turned
_BESIDE = 5  # columns of a table that is no wider than a column of the page
_DAGGER = r"$^\dagger$"
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$"}


class Heading(str):
    """Words that begin with the name of what is scored."""


class Footnote(str):
    """Words that a page has at its end."""


class Table:
    """Rows of cells; the first row has the titles. Columns in `left` hold words, the others numbers."""

    left: Sequence[int] = (0,)
    keys = 1  # the number of first columns that identify a row; the last of them has its name
    indent = ""  # in text
    step = 1  # this many of the other columns belong together
    below: Sequence[int] = ()  # rows in another tone: significantly below the best
    turns = False  # whether rows may become columns
    ranked: Sequence[int] = ()  # columns of which the highest value is the best
    drawn = 0  # the column that a page draws, with a bar in each row; 0 is none

    def __init__(self, rows: TextRows, **form: Any) -> None:
        self.rows = rows
        vars(self).update(form)

    def has_ends(self, j: int) -> bool:
        """Whether column j holds values with their intervals."""
        return any(" [" in row[j] for row in self.rows[1:])

    @property
    def is_long(self) -> bool:
        """Whether the table has too many columns for output of unknown width, so that rows become columns."""
        across = max(map(len, self.rows)) - self.keys
        return self.turns and across > max(_ACROSS, len(self.rows) - 1)

    def turned(self) -> Table:
        """Return the table with rows as columns."""
        return Table(turned(self.rows, self.keys))

    def halves(self) -> list[Table]:
        """Return two tables if this one is long and has a column of bars; else [the table].

        The first has the columns up to the bars. The second has the names, and the columns after the bars.
        """
        if not (self.is_long and self.drawn):
            return [self]
        names, rest = self.keys - 1, self.drawn + 1
        first = Table(
            [row[:rest] for row in self.rows], left=self.left, keys=self.keys, below=self.below, drawn=self.drawn
        )
        return [first, Table([(row[names], *row[rest:]) for row in self.rows], turns=True)]


def turned(rows: TextRows, keys: int) -> list[Sequence[str]]:
    columns_of_table = list(zip(*rows))
    return [("", *columns_of_table[keys - 1][1:]), *columns_of_table[: keys - 1], *columns_of_table[keys:]]


def as_text(blocks: Sequence[Block], width: int) -> str:
    texts: list[str] = []
    for block in blocks:
        if isinstance(block, Table):
            texts += _side_by_side(block, width - len(block.indent))
        else:
            texts.append(fold(block, width))
    return "\n".join(texts)


def _side_by_side(table: Table, width: int) -> list[str]:
    """Return the parts of a table that fit the width, as texts. Each part has the key columns."""
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
    """Return (table, its columns, their widths) for a form of the table that fits the width.

    If a table may be turned, four forms are tried: as it is, turned, with intervals in lines of their own, and turned
    with such intervals. If none fits, the form with the most rows is taken.
    """
    tried = []
    for is_narrow in (False, True) if table.turns else (False,):
        for form in (table, table.turned()) if table.turns else (table,):
            placed = _in_two_lines if is_narrow else _on_the_point
            cells: Sequence[Any] = [placed(x) if form.has_ends(j) else x for j, x in enumerate(zip(*form.rows))]
            widths = list(map(_width, cells))
            tried.append((form, cells, widths))
            name = widths[form.keys - 1]
            if sum(widths) - name + min(name, _NAME + _GAP) <= width + _GAP:
                return tried[-1]
    return max(tried, key=lambda form: len(form[0].rows))


def _width(column: Sequence[str]) -> int:
    """Return the width of a column and the gap after it. A long title is wrapped."""
    widest = max(map(columns, "\n".join(column[1:]).split("\n")))
    title = wrap(column[0], widest if any("\n" in cell for cell in column[1:]) else TITLE_COLUMNS)
    return max([widest, *map(columns, title)]) + _GAP


def _in_two_lines(column: Sequence[str]) -> list[str]:
    """Return the cells with intervals below their values."""
    return [cell.replace(" [", "\n[") for cell in column]


def _on_the_point(column: Sequence[str]) -> list[str]:
    """Align values and their intervals: return the cells with blanks put before short values."""
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
            padded = [cell + blank if j in left else blank + cell for j, cell, blank in zip(group, line, blanks)]
            lines.append((indent + (" " * _GAP).join(padded)).rstrip() + "\n")
    return "".join(lines)


def as_markdown(blocks: Sequence[Block]) -> str:
    texts = []
    for block in blocks:
        if isinstance(block, str):
            texts.append(f"{_plain(block.strip())}\n")
        else:
            block = block.turned() if block.is_long else block
            head, *rows = ([_plain(cell) for cell in row] for row in block.rows)
            rule = [":--" if j in block.left else "--:" for j in range(len(head))]
            texts.append("".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows)))
    return "\n".join(texts)


def _plain(text: str) -> str:
    """Escape the marks of Markdown in a text, but keep a_b, [0, 1] and <0.001 readable."""
    marks = r"[\\|`*~]|<(?=[a-zA-Z/!?])|&(?=[#a-zA-Z])|(?<=\])\(|\b_+|_+\b"
    return re.sub(marks, lambda found: "".join([f"\\{mark}" for mark in found[0]]), text)


def csv(lines: Iterable[dict[str, Any]]) -> str:
    """Write records as CSV, with all digits. {"avg": {"value": 1, "lo": 0}} gives the columns avg and avg_lo."""
    rows = [_flatten(line) for line in lines]
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
        if isinstance(value, dict):
            flat.update(_flatten(value, f"{name}_"))
        else:
            flat[key if name in ("credible_mu", "credible_sigma") else name] = value
    return flat


def as_latex(blocks: Sequence[Block], caption: str) -> str:
    """Write tables in LaTeX, and words as comments.

    The first table has the caption. A later one has the line before it if this ends with a colon, else the caption.
    """
    texts, words, number = ["% \\usepackage{booktabs}\n"], "", 0
    for block in blocks:
        if isinstance(block, Table):
            number += 1
            texts.append(_table(block, words if number > 1 and words.endswith(":") else caption, number))
        else:
            lines = block.strip("\n").split("\n")
            words = lines[-1]
            texts.append("".join(f"% {in_one_line(line)}\n" for line in lines))
    return "\n".join(texts)


def _table(table: Table, words: str, number: int) -> str:
    best = _best(table)
    grid = [[_latex_cell(table, i, j, best) for j, _ in enumerate(row)] for i, row in enumerate(table.rows)]
    left = set(table.left)
    if table.is_long:
        grid, left = [list(row) for row in turned(grid, table.keys)], {0}
    caption = _escape(words.strip().rstrip(".:")) + "."
    caption += " Bold: the highest of each column." * bool(best and not table.is_long)
    caption += rf" {_DAGGER}: significantly below the best." * bool(table.below)
    head, *rows = (" & ".join(row) + r" \\" for row in grid)
    kinds = "".join("l" if j in left else "r" for j, _ in enumerate(zip(*grid)))
    label = "tab:scores" + (f"-{number}" if number > 1 else "")
    kind = "table*" if len(kinds) > _BESIDE else "table"
    lines = [rf"\begin{{{kind}}}", r"\centering", rf"\caption{{{caption}}}", rf"\label{{{label}}}"]
    lines += [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", head, r"\midrule", *rows, r"\bottomrule"]
    return "\n".join([*lines, r"\end{tabular}", rf"\end{{{kind}}}"]) + "\n"


def _best(table: Table) -> set[tuple[int, int]]:
    """Return (row, column) of the cells with the highest value of their column, as shown."""
    best = set()
    for j in table.ranked if table.rows[2:] else ():
        starts = [re.match(r"[<>]?([-+.e\d]+)", row[j]) for row in table.rows[1:]]  # bounds have no value
        shown = [float(start[1]) if start else float("-inf") for start in starts]
        best |= {(i, j) for i, value in enumerate(shown, 1) if value == max(shown) > float("-inf")}
    return best


def _latex_cell(table: Table, i: int, j: int, best: set[tuple[int, int]]) -> str:
    text = table.rows[i][j]
    if j in table.left or not i:
        return _escape(text) + _DAGGER * (j == table.keys - 1 and i - 1 in table.below)
    value, space, ends = text.partition(" [")
    value = rf"\textbf{{{_number(value)}}}" if (i, j) in best else _number(value)
    return value + _number(space + ends)


def _number(text: str) -> str:
    """Write a number for LaTeX: minus signs and < as mathematics, ranges of ranks with a dash."""
    text = re.sub(r"(?<=\d)-(?=\d)", "--", text)  # ranks 1 to 3
    text = re.sub(r"(?<!-)-(?=[\d.])|[<>]", lambda found: f"${found[0]}$", text)
    return text.replace("%", "\\%")


def _escape(text: str) -> str:
    """Write words for LaTeX. The k of Pass@k and Pass^2 is mathematics."""
    text = "".join(_SPECIAL.get(x, f"\\{x}" if x in "&%$#_{}" else x) for x in in_one_line(text))
    text = re.sub(r"(?<=\w)@([kN])\b", r"@$\1$", text)
    return re.sub(r"(?<=[Ps]ass)\\textasciicircum\{\}(k|\d+)", r"$^{\1}$", text)
