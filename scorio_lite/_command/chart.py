"""Curves in a terminal: for each k, a marker at the observed value on a bar for the interval."""

from __future__ import annotations

import os
import shutil
import sys

from .curves import BANDED
from .metrics import usual_k
from .text import columns as columns_of
from .text import in_one_line, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .curves import Curve, Picture, Point

_WIDEST = 100
_ROWS = 18  # of the plot, about
_MARGIN = 2  # columns between the bars of two k


class Style:
    """The signs of one kind of terminal."""

    def __init__(
        self, markers: str, bar: str, upper: str, lower: str, axis: str, tick: str, base: str, corner: str, cross: str,
        below: str,
    ) -> None:  # fmt: skip
        self.markers = markers
        self.below = below  # marks runs below the best
        self.bar, self.upper, self.lower = bar, upper, lower  # in a whole row, its upper half, its lower half
        self.axis, self.tick, self.base, self.corner, self.cross = axis, tick, base, corner, cross


UNICODE = Style("●▲■◆○△□◇", "│", "╵", "╷", "│", "┤", "─", "└", "┴", "○")
ASCII = Style("ox+*#@%&", "|", "|", "|", "|", "+", "-", "+", "+", "x")
HUES = (34, 31, 32, 35, 33, 36, 94, 91)


def chart(picture: Picture) -> str:
    """The chart, in the width, the encoding and the colours of standard output."""
    return draw(picture, width(), UNICODE if is_unicode() else ASCII, has_colours())


def width() -> int:
    return min(shutil.get_terminal_size((80, 24)).columns, _WIDEST)


def is_unicode() -> bool:
    signs = "".join(vars(UNICODE).values())
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return os.environ.get("TERM") not in ("dumb", "linux")  # the Linux console lacks most of the signs


def has_colours() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class _Layout:
    """Which k are drawn, and in which columns of the plot."""

    def __init__(self, curves: int, most: int, columns: int) -> None:
        self.ks = _fitting(usual_k(most), columns // (curves + _MARGIN))
        self.slot = max(curves + _MARGIN, min(columns // len(self.ks), 4 * curves + 3))  # columns of one k
        self._gap = 1 if self.slot < 2 * curves + 1 else 2
        self._first = (self.slot - (curves - 1) * self._gap) // 2
        self._middle = self._first + (curves - 1) * self._gap // 2

    def column(self, j: int, i: int) -> int:
        """The column of curve i at the k number j."""
        return j * self.slot + self._first + i * self._gap

    def labels(self) -> str:
        line = ""
        for j, k in enumerate(self.ks):
            line = line.ljust(max(j * self.slot + self._middle - (len(str(k)) - 1) // 2, len(line) + bool(line))) + str(
                k
            )
        return line


def draw(picture: Picture, columns: int, style: Style, colours: bool) -> str:
    """The words, and a plot; of curves that are split, plots of a few."""
    step = BANDED if picture.is_split else len(picture.curves)
    groups = [picture.curves[i : i + step] for i in range(0, len(picture.curves), step)]
    bare = " Without a marker: bounds beyond the trials." if any(curve.bounds for curve in picture.curves) else ""
    head = f"{in_one_line(picture.axis)}. Marker: the observed value. Bar: {picture.band}.{bare}"
    plots = [_plot(picture, group, columns, style, colours) for group in groups]
    return "\n".join(wrap(head, columns)) + "\n" + "\n".join(plots)


def _plot(picture: Picture, curves: list[Curve], columns: int, style: Style, colours: bool) -> str:
    ticks = picture.ticks()
    labels = picture.tick_labels()
    left = max(map(len, labels)) + 2
    some = curves[: max(1, columns - left - _MARGIN)]
    layout = _Layout(len(some), picture.most, columns - left)
    step = max(2, _ROWS // (len(ticks) - 1))
    cells = [[" "] * (layout.slot * len(layout.ks)) for _ in range((len(ticks) - 1) * step + 1)]
    for i, curve in enumerate(some):
        marker, hue = style.markers[i % len(style.markers)], _hue(i, colours)
        points: dict[int, Point] = {k: (k, None, lo, hi) for k, lo, hi in curve.bounds}
        points.update((point[0], point) for point in curve.points)
        for j, k in enumerate(layout.ks):
            if k in points:
                _draw(cells, layout.column(j, i), points[k], ticks, style, marker, hue)
    lines = _legend(some, columns, style, colours)
    lines += [f"and {len(curves) - len(some)} more that do not fit"] if len(some) < len(curves) else []
    lines.append("")
    for row, line in enumerate(cells):
        tick, rest = divmod(len(cells) - 1 - row, step)
        start = " " * (left - 1) + style.axis if rest else f"{labels[tick]:>{left - 2}} {style.tick}"
        lines.append((start + "".join(line)).rstrip())
    lines.append(" " * (left - 1) + style.corner + style.base * (layout.slot * len(layout.ks)))
    lines.append(f"{' ' * (left - 2)}k {layout.labels()}")
    return "\n".join(lines) + "\n"


def _fitting(ks: list[int], most: int) -> list[int]:
    """Keep at most this many of the k, with the first and the last."""
    most = max(1, most)
    if len(ks) <= most:
        return ks
    if most == 1:
        return ks[-1:]
    return sorted({ks[round(i * (len(ks) - 1) / (most - 1))] for i in range(most)})


def _hue(i: int, colours: bool) -> str:
    return f"\x1b[{HUES[i % len(HUES)]}m{{}}\x1b[0m" if colours else "{}"


def _draw(
    cells: list[list[str]], column: int, point: Point, ticks: list[float], style: Style, marker: str, hue: str
) -> None:
    """A bar from lo to hi, in halves of rows, and the marker on it."""
    halves = 2 * len(cells) - 1  # the middle of row i is at 2 i + 0.5 of the halves

    def height(value: float) -> int:
        return round((ticks[-1] - value) / (ticks[-1] - ticks[0]) * (halves - 1))

    _, value, lo, hi = point
    top, bottom = height(hi), height(lo)
    for row in range((top + 1) // 2, bottom // 2 + 1):
        cells[row][column] = hue.format(style.bar)
    if top % 2:
        cells[top // 2][column] = hue.format(style.lower)
    if bottom % 2:
        cells[(bottom + 1) // 2][column] = hue.format(style.upper)
    if value is not None:
        cells[(height(value) + 1) // 2][column] = hue.format(marker)


def _legend(curves: list[Curve], columns: int, style: Style, colours: bool) -> list[str]:
    """The names beside their markers, in as many lines as they need."""
    lines, width = [""], 0
    for i, curve in enumerate(curves):
        names = wrap(in_one_line(curve.name), columns - 4)
        if width and width + columns_of(names[0]) + 5 > columns:
            lines.append("")
            width = 0
        marker = _hue(i, colours).format(style.markers[i % len(style.markers)])
        lines[-1] += f"{'   ' * bool(width)}{marker} {names[0]}"
        lines += [f"  {name}" for name in names[1:]]
        width += columns if len(names) > 1 else columns_of(names[0]) + 5
    return lines
