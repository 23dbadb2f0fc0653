"""A forest plot in a terminal."""

from __future__ import annotations

from textwrap import wrap

from .chart import ASCII, HUES, UNICODE, has_colours, is_unicode
from .chart import width as width_of_terminal
from .text import columns, in_one_line, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .chart import Style
    from .forest import Forest

_NARROWEST = 16  # columns of the plot
_LEAST = 8  # columns of a name


def chart(forest: Forest) -> str:
    return drawn(forest, width_of_terminal(), UNICODE if is_unicode() else ASCII, has_colours())


def drawn(forest: Forest, width: int, style: Style, colours: bool) -> str:
    ticks, labels, numbers = forest.ticks(), forest.tick_labels(), forest.numbers()
    rank = max(len(str(row[0])) for row in forest.rows)
    figures = max(map(len, numbers))
    if width < rank + _LEAST + _NARROWEST + figures + 6:  # the numbers do not fit in
        numbers, figures = [""] * len(numbers), 0
    names = max(columns(in_one_line(row[1])) for row in forest.rows)
    room = width - rank - figures - 6  # of the names and the plot
    names = max(_LEAST, min(names, room // 2, room - _NARROWEST))
    plot = max(_NARROWEST, room - names)
    hue = f"\x1b[{HUES[0]}m{{}}\x1b[0m" if colours else "{}"

    def place(value: float) -> int:
        return round((value - ticks[0]) / (ticks[-1] - ticks[0]) * (plot - 1))

    start = " " * (rank + names + 4)
    lines = [*wrap(f"{in_one_line(forest.axis)}. {forest.note}", width), ""]
    for (number, name, value, lo, hi), figure in zip(forest.rows, numbers):
        name = shortened(name, names)
        cells = [" "] * plot
        for at in range(place(lo), place(hi) + 1):
            cells[at] = hue.format(style.base)
        cells[place(value)] = hue.format(style.markers[0])  # of a blend it may lie outside
        row = f"{number:>{rank}}  {name}{' ' * (names - columns(name))}  "
        lines.append(f"{row}{''.join(cells)} {figure}".rstrip())
    axis = [style.base] * plot
    under = ""
    for tick, label in zip(ticks, labels):
        at = place(tick)
        axis[at] = style.cross
        at = min(max(0, at - len(label) // 2), plot - len(label))
        if not under or at > len(under):
            under = under.ljust(at) + label
    return "\n".join([*lines, start + "".join(axis), start + under]) + "\n"
