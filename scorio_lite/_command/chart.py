"""Pictures in a terminal: rows of bars for the intervals, with dots at the observed values."""

from __future__ import annotations

import os
import shutil
import sys

from .pictures import LEGEND, Forest
from .text import NAME_COLUMNS, columns, in_one_line, shortened, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pictures import BarRow, Picture

_WIDEST = 100
_NARROWEST = 16  # columns of the plot, with names or numbers beside it
_LEAST = 8  # columns of a name beside the plot, and of the plot in a very narrow terminal
_GAP = 2  # columns between the ranks, the names, the plot and the numbers
_ASCII = dict(zip("●○─┴", "ox-+"))
_BLUE, _GREY = 34, 90


class Terminal:
    """The terminal in which a chart is drawn: its width, its signs and its colours."""

    def __init__(self, width: int, is_ascii: bool = False, has_colours: bool = False) -> None:
        self.width, self.is_ascii, self._has_colours = width, is_ascii, has_colours

    def sign(self, mark: str, hue: int | None = None) -> str:
        mark = _ASCII[mark] if self.is_ascii else mark
        return f"\x1b[{hue}m{mark}\x1b[0m" if hue and self._has_colours else mark

    def dot(self, is_below: bool) -> str:
        """Return the marker of a value; a grey one if its run is significantly below the best (`is_below`)."""
        return self.sign("○", _GREY) if is_below else self.sign("●", _BLUE)


def standard_output() -> Terminal:
    kind = os.environ.get("TERM")
    is_ascii = kind in ("dumb", "linux")  # the Linux console lacks most of the signs
    try:
        "".join(_ASCII).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        is_ascii = True
    has_colours = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and kind != "dumb"
    width = shutil.get_terminal_size().columns or 80  # Python 3.8 and 3.9 give 0 if the terminal does not tell
    return Terminal(min(width, _WIDEST), is_ascii, has_colours)


class _Layout:
    """The widths of the columns: ranks (or k), names, plot, and numbers (of width 0 if they do not fit)."""

    def __init__(self, picture: Picture, terminal: Terminal) -> None:
        self._picture, self.terminal = picture, terminal
        rows = [row for _, group in picture.groups() for row in group]
        self.rank = max(map(len, [picture.letter, *(row[0] for row in rows)]))
        names = max(columns(in_one_line(row[1])) for row in rows)
        least = self.rank + _GAP + (_LEAST + _GAP) * bool(names) + _NARROWEST
        numbers = max(map(len, picture.numbers(rows))) + _GAP
        self.numbers = numbers if least + numbers <= terminal.width else 0
        room = terminal.width - self.rank - _GAP * (1 + bool(names)) - self.numbers  # of the names and the plot
        self.name = names and max(_LEAST, min(names, room // 2, room - _NARROWEST))
        self.plot = max(_LEAST, room - self.name)

    def place(self, value: float) -> int:
        return round(self._picture.share(value) * (self.plot - 1))

    def beside(self, rank: str, name: str = "") -> str:
        """Return the text to the left of the plot: rank and name."""
        named = name + " " * (self.name - columns(name) + _GAP) if self.name else ""
        return f"{rank:>{self.rank}}{' ' * _GAP}{named}"


def chart(picture: Picture, terminal: Terminal | None = None) -> str:
    """Draw a picture as rows of bars, with its axis below."""
    terminal = terminal or standard_output()
    layout = _Layout(picture, terminal)
    lines = wrap(f"{in_one_line(picture.axis)}. {in_one_line(picture.note_of_rows)}", terminal.width)
    has_legend = isinstance(picture, Forest) and picture.has_legend
    lines += [f"{terminal.dot(i > 0)} {words}" for i, words in enumerate(LEGEND) if has_legend]
    for title, rows in picture.groups():
        lines.append("")
        if title:
            start, room = layout.beside(picture.letter), terminal.width - layout.rank - _GAP
            lines += [
                (start if i == 0 else layout.beside("")) + x for i, x in enumerate(wrap(in_one_line(title), room))
            ]
        for row, numbers in zip(rows, picture.numbers(rows)):
            lines += _row(row, numbers, layout)
    return "\n".join([*lines, *(layout.beside("") + line for line in _axis(picture, layout))]) + "\n"


def _row(row: BarRow, numbers: str, layout: _Layout) -> list[str]:
    """Draw a bar with a dot. Return its line, and lines for the rest of a long name."""
    rank, name, value, lo, hi, is_below = row
    first, *more = wrap(shortened(name, NAME_COLUMNS), layout.name or 1)
    cells = [" "] * layout.plot
    for at in range(layout.place(lo), layout.place(hi) + 1):
        cells[at] = layout.terminal.sign("─")
    for at in range(layout.place(value[0]), layout.place(value[1]) + 1) if value else ():
        cells[at] = layout.terminal.dot(is_below)  # the value of a blend may lie outside the bar
    figures = f"{' ' * _GAP}{numbers}" if layout.numbers else ""
    line = f"{layout.beside(rank, first)}{''.join(cells)}{figures}".rstrip()
    return [line, *(layout.beside("", rest).rstrip() for rest in more)]


def _axis(picture: Picture, layout: _Layout) -> list[str]:
    axis, under = [layout.terminal.sign("─")] * layout.plot, ""
    for at, label in zip(map(layout.place, picture.ticks), picture.tick_labels()):
        axis[at] = layout.terminal.sign("┴")
        at = min(max(0, at - len(label) // 2), layout.plot - len(label))
        if not under or at > len(under):
            under = under.ljust(at) + label
    return ["".join(axis), under]
