"""Numbers and names as readers see them, and tables of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence, Union

    Rows = Sequence[Sequence[str]]  # the first has the titles
    Block = Union[str, "Table"]  # lines of text, or a table: what a report and a leaderboard are made of


# What the intervals of several runs are about.
ABOUT = {"new": "for questions like these", "these": "for these questions, run again and again"}


class Table:
    """Rows of cells, the first with the titles. Columns in `left` are aligned to the left, others to the right."""

    def __init__(self, rows: Rows, left: Sequence[int] = (0,), indent: str = "") -> None:
        self.rows = rows
        self.left = left
        self.indent = indent


def in_one_line(text: str) -> str:
    return "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)


def base_name(path: str) -> str:
    """A file without its folders."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide character, none for a combining mark."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(mark) in ("Mn", "Me") else 2 if east_asian_width(mark) in "WF" else 1 for mark in text)


def shortened(text: str, width: int) -> str:
    """A name in so many columns: its start and more of its end, where names differ more often."""
    text = in_one_line(text)
    if columns(text) <= width:
        return text
    start = _beginning(text, (width - 3) // 3)
    return f"{start}...{_beginning(text[::-1], width - 3 - columns(start))[::-1]}"


def _beginning(text: str, width: int) -> str:
    """As much of a text as fits into so many columns."""
    for end, mark in enumerate(text):
        width -= columns(mark)
        if width < 0:
            return text[:end]
    return text


def number(value: float, percent: bool = False) -> str:
    """Three decimals, or percent with one. Rounding never shows 0 or 1 unless the double is exactly that."""
    scale, digits = (100, 1) if percent else (1, 3)
    text = f"{value * scale:.{digits}f}"
    if float(text) == 0:
        least = f"{10.0**-digits:.{digits}f}"
        return f"<{least}" if value > 0 else f">-{least}" if value < 0 else text.lstrip("-")
    if abs(float(text)) == scale and abs(value) < 1:
        return f"{'<-' if value < 0 else '>'}{scale - 10.0**-digits:.{digits}f}"
    return text


def level(confidence: float) -> str:
    return f"{confidence * 100:.12g} %"


def interval(lo: float, hi: float, percent: bool = False) -> str:
    return f"[{number(lo, percent)}, {number(hi, percent)}]"


def aligned(table: Rows, left: Sequence[int] = (0,), indent: str = "") -> str:
    """Columns of text. Those in `left` are aligned to the left, others to the right."""
    widths = [max(map(columns, column)) for column in zip(*table)]
    rows = (
        "  ".join(
            cell + " " * (width - columns(cell)) if j in left else " " * (width - columns(cell)) + cell
            for j, (cell, width) in enumerate(zip(row, widths))
        )
        for row in table
    )
    return "".join(f"{indent}{row}".rstrip() + "\n" for row in rows)


def side_by_side(
    first: Rows, groups: Sequence[Rows], width: int | None, left: Sequence[int] = ()
) -> list[Block]:
    """Tables of the columns `first` and then of groups of columns, as many in each as fit into the width.

    The latter are aligned to the left, and of the former those in `left`."""
    tables: list[list[Sequence[str]]] = []
    for group in groups:
        longer = [*(tables[-1] if tables else first), *group]
        if tables and (width is None or sum(map(_width, longer)) <= width):
            tables[-1] = longer
        else:
            tables.append([*first, *group])
    return [Table(list(zip(*table)), left=(*left, *range(len(first), len(table))), indent="  ") for table in tables]


def _width(column: Sequence[str]) -> int:
    return max(map(columns, column)) + 2


def folded(text: str, width: int | None) -> str:
    """A text in lines of at most this width."""
    lines = [""]
    for word in text.split(" "):
        if width and lines[-1] and columns(lines[-1]) + columns(word) >= width:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines) + "\n"


def markdown(table: Rows, left: Sequence[int] = (0,)) -> str:
    head, *rows = ([_plain(cell) for cell in row] for row in table)
    rule = [":--" if j in left else "--:" for j in range(len(head))]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))


def _plain(text: str) -> str:
    """A text that Markdown shows as it is. What can mean nothing stays readable: a_b, [0, 1] and <0.001."""
    from re import sub

    marks = r"[\\|`*~]|<(?=[a-zA-Z/!?])|&(?=[#a-zA-Z])|(?<=\])\(|\b_+|_+\b"
    return sub(marks, lambda found: "".join([f"\\{mark}" for mark in found[0]]), text)


def as_text(blocks: Sequence[Block]) -> str:
    """A report or a leaderboard for a terminal."""
    return "\n".join(
        block if isinstance(block, str) else aligned(block.rows, block.left, block.indent) for block in blocks
    )


def as_markdown(blocks: Sequence[Block]) -> str:
    return "\n".join(_plain(block) if isinstance(block, str) else markdown(block.rows, block.left) for block in blocks)


def csv(table: Sequence[Sequence[object]]) -> str:
    """Lines of cells; numbers in full."""
    import csv as writer
    import io

    file = io.StringIO()
    writer.writer(file, lineterminator="\n").writerows(table)
    return file.getvalue()
