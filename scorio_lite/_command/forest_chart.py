"""A forest plot in a terminal."""

from __future__ import annotations

from .chart import ASCII, HUES, UNICODE, has_colours, is_unicode
from .chart import width as width_of_terminal
from .forest import LEGEND
from .text import NAME_COLUMNS, columns, in_one_line, shortened, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .chart import Style
    from .forest import Forest

_NARROWEST = 16  # columns of the plot
_LEAST = 8  # columns of a name
_GREY = 90


def chart(forest: Forest) -> str:
    return draw(forest, width_of_terminal(), UNICODE if is_unicode() else ASCII, has_colours())


def draw(forest: Forest, width: int, style: Style, colours: bool) -> str:
    ticks, labels, numbers = forest.ticks(), forest.tick_labels(), forest.numbers()
    rank = max(len(row[0]) for row in forest.rows)
    figures = max(map(len, numbers))
    if width < rank + _LEAST + _NARROWEST + figures + 6:  # the numbers do not fit in
        numbers, figures = [""] * len(numbers), 0
    names = max(columns(in_one_line(row[1])) for row in forest.rows)
    room = width - rank - figures - 6  # of the names and the plot
    names = max(_LEAST, min(names, room // 2, room - _NARROWEST))
    plot = max(_NARROWEST, room - names)

    def place(value: float) -> int:
        return round((value - ticks[0]) / (ticks[-1] - ticks[0]) * (plot - 1))

    def mark(is_below: bool) -> str:
        sign = style.below if is_below else style.markers[0]
        return f"\x1b[{_GREY if is_below else HUES[0]}m{sign}\x1b[0m" if colours else sign

    start = " " * (rank + names + 4)
    lines = wrap(f"{in_one_line(forest.axis)}. {forest.note}", width)
    lines += [f"{mark(i > 0)} {words}" for i, words in enumerate(LEGEND) if forest.has_legend]
    lines.append("")
    for (number, name, value, lo, hi, is_below), figure in zip(forest.rows, numbers):
        first, *more = wrap(shortened(name, NAME_COLUMNS), names)
        cells = [" "] * plot
        for at in range(place(lo), place(hi) + 1):
            cells[at] = style.base
        cells[place(value)] = mark(is_below)  # of a blend it may lie outside
        row = f"{number:>{rank}}  {first}{' ' * (names - columns(first))}  "
        lines.append(f"{row}{''.join(cells)} {figure}".rstrip())
        lines += [" " * (rank + 2) + line for line in more]
    return "\n".join([*lines, *_axis(ticks, labels, plot, place, start, style)]) + "\n"


def _axis(
    ticks: list[float], labels: list[str], plot: int, place: Callable[[float], int], start: str, style: Style
) -> list[str]:
    axis, under = [style.base] * plot, ""
    for tick, label in zip(ticks, labels):
        at = place(tick)
        axis[at] = style.cross
        at = min(max(0, at - len(label) // 2), plot - len(label))
        if not under or at > len(under):
            under = under.ljust(at) + label
    return [start + "".join(axis), start + under]
