"""Write words and tables as text, Markdown, LaTeX and CSV. page.py writes HTML."""

from __future__ import annotations

import re
from itertools import zip_longest

from ..text import as_cell, columns, fold, in_one_line, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Block, Iterable, Sequence, TextRows

_GAP = 2  # blanks between the columns of a table
_TITLE = 24  # columns of a column's title; a longer one is wrapped
_SPLITS = re.compile('[,;\\t|"\\r\\n]')
_BESIDE = 5  # a table of more columns is as wide as the page
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$"}


class Table:
    """Rows of cells, and a title. The first row has the titles of columns. A column that is empty below is left out.

    Columns in `left` hold words, others numbers. The first `keys` columns identify a row; the last of them names it.
    """

    def __init__(self, rows: TextRows, title: str = "", left: Sequence[int] = (0,), keys: int = 1) -> None:
        kept = [j for j in range(len(rows[0])) if j == keys - 1 or any(row[j] for row in rows[1:])]
        self.rows, self.title = [[row[j] for j in kept] for row in rows], title
        self.left, self.keys = [i for i, j in enumerate(kept) if j in left], kept.index(keys - 1) + 1

    def has_ends(self, j: int) -> bool:
        """Return whether column j holds values with intervals."""
        return any(" [" in row[j] for row in self.rows[1:])


# Text


def as_text(blocks: Sequence[Block], width: int) -> str:
    texts: list[str] = []
    for block in blocks:
        if isinstance(block, Table):
            first, *others = _in_columns(block, width)
            texts += [(fold(f"{block.title}:", width) if block.title else "") + first, *others]
        else:
            texts.append(fold(block, width))
    return "\n".join(texts)


def _in_columns(table: Table, width: int) -> list[str]:
    """Return [text of the table] or, if it is wider than `width`, texts with some columns each and the rows' names."""
    keys, name, room = table.keys, table.keys - 1, width + _GAP
    cells = [_on_the_point(x) if table.has_ends(j) else x for j, x in enumerate(zip(*table.rows))]
    # A long title is wrapped, and so is a long name: it has what the others leave, and at least a third.
    widths = [max(map(columns, [*column[1:], *wrap(column[0], _TITLE)])) + _GAP for column in cells]
    widths[name] = min(widths[name], max(room - sum(widths) + widths[name], room // 3))
    groups: list[list[int]] = [[]]
    for j in range(keys, len(cells)):
        if groups[-1] and sum([widths[i] for i in (*range(keys), *groups[-1], j)]) > room:
            groups.append([])
        groups[-1].append(j)
    kept = [j for j in range(len(cells)) if j in table.left or table.has_ends(j)]
    return [_align(cells, widths, [*range(keys), *group], kept) for group in groups]


def _on_the_point(column: Sequence[str]) -> list[str]:
    """Return the cells of a column with blanks in front, so that all intervals begin at the same place."""
    widest = max(cell.find(" [") for cell in column[1:])
    return [" " * (widest - cell.find(" [")) * (" [" in cell) + cell for cell in column]


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
        if isinstance(block, Table):
            texts += [f"{_plain(block.title)}:\n"] * bool(block.title)
            head, *rows = ([_plain(cell) for cell in row] for row in block.rows)
            rule = [":--" if j in block.left else "--:" for j in range(len(head))]
            texts.append("".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows)))
        else:
            texts.append(f"{_plain(block)}\n")
    return "\n".join(texts)


def _plain(text: str) -> str:
    """Return a text with the marks of Markdown escaped. a_b, [0, 1] and <0.001 need no escapes, and get none."""
    marks = r"[\\|`*~]|<(?=[a-zA-Z/!?])|&(?=[#a-zA-Z])|(?<=\])\(|\b_+|_+\b"
    return re.sub(marks, lambda match: "".join([f"\\{mark}" for mark in match[0]]), text)


def csv(records: Iterable[dict[str, Any]]) -> str:
    """Return records as CSV, with all digits. {"avg": {"value": 1, "lo": 0}} becomes the columns avg and avg_lo."""
    rows = [_flatten(record) for record in records]
    head = list(dict.fromkeys(name for row in sorted(rows, key=len, reverse=True) for name in row))
    return "".join(",".join(map(_cell, row)) + "\n" for row in (head, *(map(row.get, head) for row in rows)))


def _cell(value: Any) -> str:
    """Return a value as a cell of CSV, in quotes if a spreadsheet may split it: some split at semicolons or tabs."""
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
    """Return tables as LaTeX, and words as comments. The first table has `caption` and the `levels` of intervals."""
    texts, tables = ["% \\usepackage{booktabs}\n"], 0
    for block in blocks:
        if isinstance(block, Table):
            tables += 1
            texts += [f"% {in_one_line(block.title)}:\n"] * bool(tables == 1 and block.title)
            texts.append(_in_latex(block, tables, block.title if tables > 1 and block.title else caption, levels))
        else:
            texts.append("".join(f"% {in_one_line(line)}\n" for line in block.split("\n")))
    return "\n".join(texts)


def _in_latex(table: Table, number: int, caption: str, levels: str) -> str:
    across = range(len(table.rows[0]))
    caption = f"{_escape(caption.strip().rstrip('.'))}."
    caption += f" In brackets: {_escape(levels)}." * (number == 1 and any(map(table.has_ends, across)))
    grid = [
        " & ".join(_number(row[j]) if i and j not in table.left else _escape(row[j]) for j in across) + r" \\"
        for i, row in enumerate(table.rows)
    ]
    caption += r" $^\dagger$: significantly below the best." * any(r"$^\dagger$" in row for row in grid)
    kinds = "".join("l" if j in table.left else "r" for j in across)
    label = "tab:scores" + f"-{number}" * (number > 1)
    kind = "table*" if len(kinds) > _BESIDE else "table"
    lines = [rf"\begin{{{kind}}}", r"\centering", rf"\caption{{{caption}}}", rf"\label{{{label}}}"]
    lines += [rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", grid[0], r"\midrule", *grid[1:], r"\bottomrule"]
    return "\n".join([*lines, r"\end{tabular}", rf"\end{{{kind}}}"]) + "\n"


def _number(text: str) -> str:
    """Return a number as LaTeX: minus signs, < and daggers in math mode, ranges of ranks with a dash."""
    text = re.sub(r"(?<=\d)-(?=\d)", "--", text)  # ranks 1 to 3
    text = re.sub(r"(?<!-)-(?=[\d.])|[<>]", lambda match: f"${match[0]}$", text)
    return text.replace("%", "\\%").replace("\u2020", r"$^\dagger$")


def _escape(text: str) -> str:
    """Return words as LaTeX, with special characters escaped. The k of Pass@k and the 2 of Pass^2 are in math mode."""
    text = "".join(_SPECIAL.get(x, f"\\{x}" if x in "&%$#_{}" else x) for x in in_one_line(text))
    text = re.sub(r"(?<=\w)@([kN])\b", r"@$\1$", text)
    return re.sub(r"(?<=[Ps]ass)\\textasciicircum\{\}(k|\d+)", r"$^{\1}$", text)
