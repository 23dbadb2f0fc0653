"""Pictures in a terminal: bars for the intervals, with markers at the observed values."""

from __future__ import annotations

import os
import shutil
import sys

from .metric_names import usual_k
from .pictures import BANDED, LEGEND, RANGED, Curves, Forest
from .text import NAME_COLUMNS, columns, in_one_line, shortened, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pictures import Curve, Picture, Point

_WIDEST = 100
_ROWS = 18  # of a plot of curves, about
_MARGIN = 2  # columns between the bars of two k
_NARROWEST = 16  # columns of the plot of a forest
_LEAST = 8  # columns of a name beside the plot
_BLANKS = 6  # between the columns of a forest
MARKERS = "●▲■◆○△□◇"
_ASCII = dict(zip(MARKERS + "│╵╷┤─└┴", "ox+*#@%&|||+-++"))
_HUES = (34, 31, 32, 35, 33, 36, 94, 91)
_GREY = 90


class Terminal:
    """The terminal in which a chart is drawn: its width, its signs and its colours."""

    def __init__(self, width: int, is_ascii: bool = False, has_colours: bool = False) -> None:
        self.width, self.is_ascii, self._has_colours = width, is_ascii, has_colours

    def sign(self, mark: str, hue: int | None = None) -> str:
        mark = _ASCII.get(mark, mark) if self.is_ascii else mark
        return f"\x1b[{hue}m{mark}\x1b[0m" if hue and self._has_colours else mark

    def marker(self, i: int) -> str:
        return self.sign(MARKERS[i % len(MARKERS)], _HUES[i % len(_HUES)])

    def dot(self, is_below: bool) -> str:
        """Return the marker of a run; a grey one if it is significantly below the best (`is_below`)."""
        return self.sign("x" if self.is_ascii else "○", _GREY) if is_below else self.marker(0)


def standard_output() -> Terminal:
    kind = os.environ.get("TERM")
    is_ascii = kind in ("dumb", "linux")  # the Linux console lacks most of the signs
    try:
        "".join(_ASCII).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        is_ascii = True
    has_colours = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and kind != "dumb"
    return Terminal(min(shutil.get_terminal_size().columns, _WIDEST), is_ascii, has_colours)


def chart(picture: Picture, terminal: Terminal | None = None) -> str:
    terminal = terminal or standard_output()
    if isinstance(picture, Curves):
        return _curves(picture, terminal)
    assert isinstance(picture, Forest)  # pages have other pictures, too
    return _forest(picture, terminal)


# Curves: at each k, a bar for each curve


class _Layout:
    """The columns of a plot of curves: which k are drawn, and in which column each curve is at each k."""

    def __init__(self, curves: int, most: int, columns: int) -> None:
        self.ks = _thin_out(usual_k(most), columns // (curves + _MARGIN))
        self._slot = max(curves + _MARGIN, min(columns // len(self.ks), 4 * curves + 3))  # columns of one k
        self.width = self._slot * len(self.ks)
        self._gap = 1 if self._slot < 2 * curves + 1 else 2
        self._first = (self._slot - (curves - 1) * self._gap) // 2
        self._middle = self._first + (curves - 1) * self._gap // 2

    def column(self, j: int, i: int) -> int:
        """Return the column of curve i at the j-th k."""
        return j * self._slot + self._first + i * self._gap

    def labels(self) -> str:
        line = ""
        for j, k in enumerate(map(str, self.ks)):
            line = line.ljust(max(j * self._slot + self._middle - (len(k) - 1) // 2, len(line) + bool(line))) + k
        return line


def _thin_out(ks: list[int], most: int) -> list[int]:
    """Return at most `most` of the k, spread evenly: always the last and, if `most` is 2 or more, the first."""
    most = min(len(ks), most)
    if most < 2:
        return ks[-1:]
    return sorted({ks[round(i * (len(ks) - 1) / (most - 1))] for i in range(most)})


def _curves(picture: Curves, terminal: Terminal) -> str:
    """Return words and the plot below. If the picture is split, there are several plots, with a few curves each."""
    step = BANDED if picture.is_split else len(picture.curves)
    groups = [picture.curves[i : i + step] for i in range(0, len(picture.curves), step)]
    bare = " Without a marker: bounds beyond the trials." if picture.has_bounds else ""
    thick = RANGED * any(curve.is_range for curve in picture.curves)
    head = f"{in_one_line(picture.axis)}. Marker: the observed value.{thick} Bar: {picture.band}.{bare}"
    plots = [_plot(picture, group, terminal) for group in groups]
    return "\n".join(wrap(head, terminal.width)) + "\n" + "\n".join(plots)


def _plot(picture: Curves, curves: list[Curve], terminal: Terminal) -> str:
    ticks, labels, sign = picture.ticks, picture.tick_labels(), terminal.sign
    left = max(map(len, labels)) + 2
    some = curves[: max(1, terminal.width - left - _MARGIN)]
    layout = _Layout(len(some), picture.most, terminal.width - left)
    step = max(2, _ROWS // (len(ticks) - 1))
    cells = [[" "] * layout.width for _ in range((len(ticks) - 1) * step + 1)]
    for i, curve in enumerate(some):
        points = {point[0]: point for point in (*curve.bounds, *curve.points)}
        for j, k in enumerate(layout.ks):
            if k in points:
                _draw(cells, layout.column(j, i), points[k], ticks, terminal, i)
    lines = _legend(some, terminal)
    lines += [f"and {len(curves) - len(some)} more that do not fit"] if len(some) < len(curves) else []
    lines.append("")
    for row, line in enumerate(cells):
        tick, rest = divmod(len(cells) - 1 - row, step)
        start = " " * (left - 1) + sign("│") if rest else f"{labels[tick]:>{left - 2}} {sign('┤')}"
        lines.append((start + "".join(line)).rstrip())
    lines.append(" " * (left - 1) + sign("└") + sign("─") * layout.width)
    lines.append(f"{' ' * (left - 2)}k {layout.labels()}")
    return "\n".join(lines) + "\n"


def _draw(cells: list[list[str]], column: int, point: Point, ticks: list[float], terminal: Terminal, i: int) -> None:
    """Draw a point of curve i into a column of `cells`: a bar from lo to hi, rounded to half rows, and a marker."""
    halves = 2 * len(cells) - 1  # the middle of row i is at 2 i + 0.5 of the halves
    hue = _HUES[i % len(_HUES)]

    def height(value: float) -> int:
        return round((ticks[-1] - value) / (ticks[-1] - ticks[0]) * (halves - 1))

    _, value, lo, hi = point
    top, bottom = height(hi), height(lo)
    for row in range((top + 1) // 2, bottom // 2 + 1):
        cells[row][column] = terminal.sign("│", hue)
    if top % 2:
        cells[top // 2][column] = terminal.sign("╷", hue)
    if bottom % 2:
        cells[bottom // 2 + 1][column] = terminal.sign("╵", hue)
    low, high = map(height, value or (lo, hi))
    for row in range((high + 1) // 2, (low + 1) // 2 + 1) if value else ():
        cells[row][column] = terminal.marker(i)


def _legend(curves: list[Curve], terminal: Terminal) -> list[str]:
    """Return the legend, each name beside its marker, in as many lines as the names need."""
    lines, width = [""], 0
    for i, curve in enumerate(curves):
        names = wrap(in_one_line(curve.name), terminal.width - 4)
        if width and width + columns(names[0]) + 5 > terminal.width:
            lines.append("")
            width = 0
        lines[-1] += f"{'   ' * bool(width)}{terminal.marker(i)} {names[0]}"
        lines += [f"  {name}" for name in names[1:]]
        width += terminal.width if len(names) > 1 else columns(names[0]) + 5
    return lines


# Forests: a row for each run


def _forest(forest: Forest, terminal: Terminal) -> str:
    width, numbers = terminal.width, forest.numbers()
    rank = max(len(row[0]) for row in forest.rows)
    figures = max(map(len, numbers))
    if width < rank + _LEAST + _NARROWEST + figures + _BLANKS:  # the numbers do not fit in
        numbers, figures = [""] * len(numbers), 0
    names = max(columns(in_one_line(row[1])) for row in forest.rows)
    room = width - rank - figures - _BLANKS  # of the names and the plot
    names = max(_LEAST, min(names, room // 2, room - _NARROWEST))
    plot = max(_NARROWEST, room - names)

    def place(value: float) -> int:
        return round(forest.share(value) * (plot - 1))

    lines = wrap(f"{in_one_line(forest.axis)}. {forest.note}", width)
    lines += [f"{terminal.dot(i > 0)} {words}" for i, words in enumerate(LEGEND) if forest.has_legend]
    lines.append("")
    for (ranks, name, value, lo, hi, is_below), figure in zip(forest.rows, numbers):
        first, *more = wrap(shortened(name, NAME_COLUMNS), names)
        cells = [" "] * plot
        for at in range(place(lo), place(hi) + 1):
            cells[at] = terminal.sign("─")
        for at in range(place(value[0]), place(value[1]) + 1):
            cells[at] = terminal.dot(is_below)  # the value of a blend may lie outside the bar
        row = f"{ranks:>{rank}}  {first}{' ' * (names - columns(first))}  "
        lines.append(f"{row}{''.join(cells)} {figure}".rstrip())
        lines += [" " * (rank + 2) + line for line in more]
    start = " " * (rank + names + 4)
    axis = _axis([(place(tick), label) for tick, label in zip(forest.ticks, forest.tick_labels())], plot, terminal)
    return "\n".join([*lines, *(start + line for line in axis)]) + "\n"


def _axis(ticks: list[tuple[int, str]], width: int, terminal: Terminal) -> list[str]:
    axis, under = [terminal.sign("─")] * width, ""
    for at, label in ticks:
        axis[at] = terminal.sign("┴")
        at = min(max(0, at - len(label) // 2), width - len(label))
        if not under or at > len(under):
            under = under.ljust(at) + label
    return ["".join(axis), under]
