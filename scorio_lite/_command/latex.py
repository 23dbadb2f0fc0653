"""Words and tables as LaTeX, for the package booktabs."""

from __future__ import annotations

import re

from .tables import Table, turned
from .text import in_one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .tables import Block

_BESIDE = 5  # columns of a table that is no wider than a column of the page
_DAGGER = r"$^\dagger$"
_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$"}


def as_latex(blocks: Sequence[Block], is_compact: bool = False) -> str:
    """Write tables in LaTeX, and words as comments.

    The caption of a table is the line before it, if that ends with a colon, or else the first line of all.
    """
    packages = "booktabs,graphicx" if is_compact else "booktabs"
    parts, heading, words, number = [f"% \\usepackage{{{packages}}}\n"], "", "", 0
    for block in blocks:
        if isinstance(block, Table):
            number += 1
            parts.append(_table(block, words if words.endswith(":") else heading, number, is_compact))
        else:
            lines = block.strip("\n").split("\n")
            heading, words = heading or lines[0], lines[-1]
            parts.append("".join(f"% {in_one_line(line)}\n" for line in lines))
    return "\n".join(parts)


def _table(table: Table, words: str, number: int, is_compact: bool) -> str:
    best, first = _best(table), table.keys - 1 if is_compact and table.ranked else 0  # ranks give way to daggers
    grid = [[_cell(table, i, j, best, is_compact) for j in range(first, len(row))] for i, row in enumerate(table.rows)]
    left = {j - first for j in table.left}
    if table.is_long:
        grid, left = [list(row) for row in turned(grid, table.keys - first)], {0}
    if is_compact and table.ranked:
        grid[0] = [rf"\rotatebox{{90}}{{{cell}}}" if j else cell for j, cell in enumerate(grid[0])]
    caption = _escape(words.strip().rstrip(".:")) + "."
    caption += " Bold: the highest of each column." * bool(best and not table.is_long)
    caption += rf" {_DAGGER}: significantly below the best." * bool(table.below)
    head, *rows = (" & ".join(row) + r" \\" for row in grid)
    kinds = "".join("l" if j in left else "r" for j, _ in enumerate(zip(*grid)))
    label = "tab:scores" + (f"-{number}" if number > 1 else "")
    kind = "table*" if len(kinds) > _BESIDE and not is_compact else "table"
    lines = [rf"\begin{{{kind}}}", r"\centering", *([r"\footnotesize", r"\setlength{\tabcolsep}{3pt}"] * is_compact)]
    lines += [rf"\caption{{{caption}}}", rf"\label{{{label}}}", rf"\begin{{tabular}}{{{kinds}}}", r"\toprule", head]
    lines += [r"\midrule", *rows, r"\bottomrule", r"\end{tabular}", rf"\end{{{kind}}}"]
    return "\n".join(lines) + "\n"


def _best(table: Table) -> set[tuple[int, int]]:
    """Return (row, column) of the cells with the highest value of their column, as shown."""
    found = set()
    for j in table.ranked if table.rows[2:] else ():
        starts = [re.match(r"[<>]?([-+.e\d]+)", row[j]) for row in table.rows[1:]]  # bounds have no value
        shown = [float(start[1]) if start else float("-inf") for start in starts]
        found |= {(i, j) for i, value in enumerate(shown, 1) if value == max(shown) > float("-inf")}
    return found


def _cell(table: Table, i: int, j: int, best: set[tuple[int, int]], is_compact: bool) -> str:
    text, is_number = table.rows[i][j], j not in table.left and bool(i)
    if not is_number:
        return _escape(text) + _DAGGER * (j == table.keys - 1 and i - 1 in table.below)
    value, space, ends = text.partition(" [")
    if is_compact and space:
        value, ends = (re.sub(r"(?<!\d)0(?=\.)", "", part) for part in (value, ends))
    value = rf"\textbf{{{_number(value)}}}" if (i, j) in best else _number(value)
    if not space or (is_compact and j in table.ranked[1:]):
        return value
    if table.ranked and (is_compact or table.turns):
        return "{}$_{{{}}}^{{{}}}$".format(value, *ends.rstrip("]").split(", "))
    return value + _number(space + ends)


def _number(text: str) -> str:
    """Write a number for LaTeX: minus signs and < as mathematics, ranges of ranks with a dash."""
    text = re.sub(r"(?<=\d)-(?=\d)", "--", text)  # ranks 1 to 3
    text = re.sub(r"(?<!-)-(?=[\d.])|[<>]", lambda found: f"${found[0]}$", text)
    return text.replace("%", "\\%")


def _escape(text: str) -> str:
    """Escape LaTeX's special characters."""
    return "".join(_SPECIAL.get(x, f"\\{x}" if x in "&%$#_{}" else x) for x in in_one_line(text))
