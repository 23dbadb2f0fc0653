"""Draw SVG pictures: without scripts or links, readable on light and dark backgrounds."""

from __future__ import annotations

import re
from html import escape
from itertools import accumulate
from math import log2

from ..text import NAME_COLUMNS, columns, in_one_line, shortened, wrap
from .picture import LEGEND, Curves, Forest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .picture import Curve, Picture

WIDE, SMALL = 880, 420  # pixels of a file, and of a picture on a page: a telephone shrinks it a little
SIZE = 13  # of letters
LINE = 16  # from one line of letters to the next
GREY = 8  # the hue of what is below the best, and of a curve for comparison
_HEIGHT = 396
_LINEAR = 16  # the axis is linear up to this k, and logarithmic if k goes further
_DOTTED = 12  # points of a curve that has dots
_NOTE = 114  # characters in a line
_PANELS = (420, 420, 420, 340, 256)  # pixels of a panel on a page, by the number of panels beside each other
_GAP = 14  # between the columns of a forest
_PLOT = 170  # of a forest, at least
_LIGHT = ("#0a66c2", "#c2410c", "#047857", "#7e22ce", "#a16207", "#be185d", "#0e7490", "#6b4423", "#59636e")
_DARK = ("#6cb2ff", "#ff9d66", "#4fd6a5", "#c99bff", "#e8c252", "#ff8fbd", "#67d4e8", "#d3a781", "#9da7b3")


def _hues(colours: Sequence[str]) -> str:
    return "\n".join(f"svg .s{i} {{ stroke: {one}; }} svg .f{i} {{ fill: {one}; }}" for i, one in enumerate(colours))


# Every picture has the same style, so a page of several has it once.
STYLE = f"""\
svg text {{ font: {SIZE}px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1f2328; }}
svg .title {{ font-size: 17px; font-weight: 600; }}
svg .quiet {{ fill: #59636e; font-size: 12.5px; }}
svg .number {{ font-variant-numeric: tabular-nums; }}
svg .paper {{ fill: #ffffff; }}
svg .grid {{ stroke: #d8dee4; }}
svg .axis {{ stroke: #8b949e; }}
svg .line {{ fill: none; stroke-width: 2.25; stroke-linejoin: round; stroke-linecap: round; }}
svg .dot {{ stroke-width: 1.75; }}
svg .band {{ fill-opacity: 0.13; stroke-opacity: 0.4; }}
svg .ends {{ fill: none; stroke-width: 1.5; stroke-dasharray: 5 4; }}
svg .bar {{ stroke-width: 9; stroke-opacity: 0.25; }}
svg .lead {{ fill: none; stroke-width: 1; stroke-opacity: 0.55; }}
{_hues(_LIGHT)}
@media screen and (prefers-color-scheme: dark) {{
svg text {{ fill: #e6edf3; }}
svg .quiet {{ fill: #9da7b3; }}
svg .paper {{ fill: #0d1117; }}
svg .grid {{ stroke: #2a313c; }}
svg .axis {{ stroke: #6e7681; }}
{_hues(_DARK)}
}}
"""


def typeset(text: str) -> str:
    """Write numbers with minus signs, and ranges of ranks with dashes."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2013", re.sub(r"(?<![\w.)\]])-(?=[\d.])", "\u2212", text))


def words(text: str, x: float, y: float, kind: str = "", anchor: str = "") -> str:
    style = (f' class="{kind}"' if kind else "") + (f' text-anchor="{anchor}"' if anchor else "")
    text = typeset(text) if "number" in kind else text
    return f'  <text{style} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def width(text: str) -> float:
    """Estimate the width of a text in pixels, rather too high."""
    broad = sum(map(text.count, "MW@%mw"))
    return SIZE * (0.63 * columns(text) + 0.12 * sum(map(str.isupper, text)) + 0.25 * broad)


def lines_of(text: str, most: float) -> list[str]:
    """Break a name into lines of at most `most` pixels; if no form of it fits, into lines of one letter."""
    for room in range(int(most / SIZE / 0.63), 0, -1):
        lines = wrap(shortened(text, NAME_COLUMNS), room)
        if room == 1 or max(map(width, lines)) <= most:
            return lines
    return wrap(shortened(text, NAME_COLUMNS), 1)


def apart(labels: Sequence[str], room: float) -> list[str]:
    """Blank every second label, or more, so that those at equal steps over `room` pixels do not touch."""
    step, widest = room / max(1, len(labels) - 1), max(map(width, labels)) + 8
    every = next(n for n in range(1, len(labels) + 1) if n * step >= widest or n == len(labels))
    return [label if i % every == 0 else "" for i, label in enumerate(labels)]


def svg(picture: Picture) -> str:
    """Return the SVG file of a picture, with title and note above."""
    marks, height = _draw(picture, WIDE)
    titles = lines_of(picture.title, (WIDE - 48) * SIZE / 18)
    notes = wrap(in_one_line(picture.note), _NOTE)
    top = 24 + 22 * len(titles) + 18 * len(notes)
    head = [f"  <style>\n{STYLE}  </style>", f'  <rect class="paper" y="{-top}" width="100%" height="100%"/>']
    head += [words(line, 24, 32 - top + 22 * i, "title") for i, line in enumerate(titles)]
    start = 32 - top + 22 * len(titles)
    head += [words(line, 24, start + 18 * i, "quiet") for i, line in enumerate(notes)]
    return _framed(picture.title, f"{picture.note} {' '.join(picture.values())}", WIDE, height, [*head, *marks], top)


def drawings(picture: Picture) -> list[tuple[str, str]]:
    """Return (name, SVG) of the drawings for a page: small panels with their names, or one drawing without a name."""
    if isinstance(picture, Curves) and picture.has_panels:
        wide = _PANELS[beside(len(picture.curves), 4)]
        named = zip((curve.name for curve in picture.curves), picture.values())
        return [
            (name, _framed(name, said, wide, 170, _small(picture, i, 0, 6, wide)))
            for i, (name, said) in enumerate(named)
        ]
    marks, height = _draw(picture, SMALL)
    return [("", _framed(picture.title, " ".join(picture.values()), SMALL, height, marks))]


def beside(count: int, most: int) -> int:
    """Return how many of `count` panels stand beside each other, so that all rows are nearly full."""
    return -(-count // -(-count // most))


def _draw(picture: Picture, across: int) -> tuple[list[str], float]:
    if isinstance(picture, Curves):
        return _multiples(picture) if picture.has_panels else _together(picture, across)
    assert isinstance(picture, Forest)
    return _forest(picture, across)


def _framed(title: str, about: str, across: int, height: float, marks: Sequence[str], top: int | None = None) -> str:
    """Return an SVG element of these marks; if `top` (the height above the origin) is given, a whole file."""
    kind = "" if top is None else 'xmlns="http://www.w3.org/2000/svg" '
    size = f'viewBox="0 {-(top or 0)} {across} {height + (top or 0)}" width="{across}" height="{height + (top or 0)}"'
    head = [f'<svg {kind}{size} role="img">', f"  <title>{escape(in_one_line(title))}</title>"]
    return "\n".join([*head, f"  <desc>{escape(in_one_line(about))}</desc>", *marks, "</svg>"]) + "\n"


# Curves: several in one panel, or a small panel for each


class _Panel:
    """The rectangle in which curves are drawn, with k across and values upwards."""

    def __init__(
        self, picture: Curves, right: float, bottom: float, inset: float = 14, left: float = 74, top: float = 14
    ) -> None:
        self.picture, self._inset = picture, inset
        self.left, self.right, self.top, self.bottom = left, right, top, bottom
        self._is_linear = picture.most <= _LINEAR
        first, last = self._along(picture.least), self._along(picture.most)
        self._first, self._last = (first, last) if first < last else (first - 1, last + 1)  # one k is in the middle

    def _along(self, k: float) -> float:
        return k if self._is_linear else log2(k)

    def x(self, k: float) -> float:
        share = (self._along(k) - self._first) / (self._last - self._first)
        return self.left + self._inset + share * (self.right - self.left - 2 * self._inset)

    def y(self, value: float) -> float:
        return self.bottom - self.picture.share(value) * (self.bottom - self.top)

    def at(self, k: float, value: float) -> str:
        return f"{self.x(k):.1f},{self.y(value):.1f}"

    def axes(self) -> list[str]:
        """Draw a line for each tick of the values, with its label on the left, and the axis below."""
        marks = []
        for tick, label in zip(self.picture.ticks, self.picture.tick_labels()):
            marks.append(f'  <path class="grid" d="M{self.left:.1f} {self.y(tick):.1f}H{self.right:.1f}"/>')
            marks.append(words(label, self.left - 8, self.y(tick) + 4.5, "quiet number", "end"))
        for k in self._ticks():
            marks.append(f'  <path class="axis" d="M{self.x(k):.1f} {self.bottom}v5"/>')
            marks.append(words(str(k), self.x(k), self.bottom + 21, "quiet number", "middle"))
        return [*marks, f'  <path class="axis" d="M{self.left:.1f} {self.bottom}H{self.right:.1f}"/>']

    def _ticks(self) -> list[int]:
        """Return the k with a tick: all, if their labels fit; else the powers of two, and the last."""
        most = self.picture.most
        every = list(range(1, most + 1))
        kept = self._apart(every) if self._is_linear else []
        return every if kept == every else self._apart(sorted({*(2**i for i in range(most.bit_length())), most}))

    def _apart(self, ks: Sequence[int]) -> list[int]:
        """Keep the first tick, the last, and as many others as fit without touching."""
        kept = [*ks[-1:]]
        for k in reversed(ks[:-1]):
            if self.x(kept[0]) - self.x(k) > width(f"{k} {kept[0]}") / 2:
                kept.insert(0, k)
        return kept if kept[0] == ks[0] else [*ks[:1], *kept[1:]]

    def titles(self) -> list[str]:
        """Draw the titles of both axes: below the axis of k, and upright beside the axis of values."""
        place, middle = f"translate(18 {(self.top + self.bottom) / 2}) rotate(-90)", (self.left + self.right) / 2
        name = escape(self.picture.axis)
        upright = f'  <text class="quiet" transform="{place}" text-anchor="middle">{name}</text>'
        return [words("k (trials)", middle, self.bottom + 44, "quiet", "middle"), upright]


def _together(picture: Curves, across: int) -> tuple[list[str], int]:
    """Draw all curves, `across` pixels wide, in one panel with names at their ends. Return (SVG marks, height)."""
    names = [lines_of(curve.name, across * 0.32) for curve in picture.curves]
    right = round(across - 42 - max(width(line) for lines in names for line in lines))
    height = max(_HEIGHT * across // WIDE + 60, sum(LINE * len(lines) + 5 for lines in names) + 20)
    box = _Panel(picture, right, height - 58)  # two lines of letters are below
    marks = _panel(picture.curves, box) + _labels(picture.curves, names, box, height)
    return marks + box.titles(), height


def _multiples(picture: Curves) -> tuple[list[str], int]:
    """Draw a small panel for each curve, all with the same axes. Return (SVG marks, height)."""
    count = len(picture.curves)
    across = beside(count, 3 if count <= 9 else 4)
    wide = (WIDE - 24) / across
    names = [lines_of(curve.name, wide - 30) for curve in picture.curves]
    marks: list[str] = []
    top = 0
    for first in range(0, count, across):
        row = range(first, min(first + across, count))
        lines = max(len(names[i]) for i in row)
        for i in row:
            x = 24 + (i - first) * wide
            marks += [words(line, x + 8, top + 20 + LINE * j) for j, line in enumerate(names[i])]
            marks += _small(picture, i, x, top + LINE * lines + 12, wide - 16)
        top += LINE * lines + 186
    return [*marks, words("k (trials)", WIDE / 2, top, "quiet", "middle")], top + 12


def _small(picture: Curves, i: int, x: float, y: float, wide: float) -> list[str]:
    """Draw curve i in a panel of 164 pixels at (x, y). Panels of runs also show the curve of the best run."""
    left = x + max(map(width, picture.tick_labels())) + 12
    box = _Panel(picture, x + wide, y + 134, inset=8, left=left, top=y + 6)
    return _panel([picture.curves[i]], box, picture.curves[:1] if picture.are_runs and i else [])


def _panel(curves: Sequence[Curve], box: _Panel, others: Sequence[Curve] = ()) -> list[str]:
    """Draw the axes, the bands, the lines and the dots, in this order. `others` are drawn as grey lines only."""
    marks = box.axes()
    has_dots = max(len(curve.points) for curve in curves) <= _DOTTED
    marks += [_area([(k, lo, hi) for k, _, lo, hi in curve.points], i, box) for i, curve in enumerate(curves)]
    marks += [_outlines(curve, i, box) for i, curve in enumerate(curves) if curve.bounds]
    marks += [_line(curve, GREY, box) for curve in others] + [_line(curve, i, box) for i, curve in enumerate(curves)]
    for i, curve in enumerate(curves):
        for k, value, _, _ in curve.points if has_dots and not curve.is_range else ():
            x, y = box.x(k), box.y(value[0])
            marks.append(f'  <circle class="dot paper s{i}" r="3.2" cx="{x:.1f}" cy="{y:.1f}"/>')
    return marks


def _area(points: list[tuple[int, float, float]], i: int, box: _Panel) -> str:
    ends = [box.at(k, hi) for k, _, hi in points] + [box.at(k, lo) for k, lo, _ in reversed(points)]
    return f'  <polygon class="band f{i} s{i}" points="{" ".join(ends)}"/>'


def _outlines(curve: Curve, i: int, box: _Panel) -> str:
    """Draw the bounds for k above the number of trials: two dashed lines, which continue the edges of the band."""
    points = [(k, lo, hi) for k, _, lo, hi in [*curve.points[-1:], *curve.bounds]]
    lines = ["M" + "L".join(f"{box.x(point[0]):.1f} {box.y(point[side]):.1f}" for point in points) for side in (1, 2)]
    return f'  <path class="ends s{i}" d="{"".join(lines)}"/>'


def _line(curve: Curve, hue: int, box: _Panel) -> str:
    if curve.is_range:
        return _area([(k, low, high) for k, (low, high), _, _ in curve.points], hue, box)
    points = " ".join(box.at(k, value) for k, (value, _), _, _ in curve.points)
    return f'  <polyline class="line s{hue}" points="{points}"/>'


def _labels(curves: Sequence[Curve], names: Sequence[list[str]], box: _Panel, height: float) -> list[str]:
    """Draw the names at the ends of their curves, moved apart where they would overlap: first down, then up."""
    order = sorted(range(len(curves)), key=lambda i: box.y(curves[i].end[1]))
    tall = {i: LINE * len(names[i]) + 5 for i in order}
    tops: dict[int, float] = {}
    free = 0.0
    for i in order:
        tops[i] = max(free, box.y(curves[i].end[1]) - tall[i] / 2)
        free = tops[i] + tall[i]
    free = height - 10.0
    marks = []
    for i in reversed(order):
        tops[i] = free = min(tops[i], free - tall[i])
        (k, value), middle = curves[i].end, tops[i] + tall[i] / 2
        start, end = f"{box.x(k) + 6:.1f} {box.y(value):.1f}", f"{box.right + 4} {middle:.1f}"
        marks.append(f'  <path class="lead s{i}" d="M{start}L{end}"/>')
        marks.append(f'  <path class="line s{i}" d="M{end}h16"/>')
        first = middle + 4.5 - LINE * (len(names[i]) - 1) / 2
        marks += [words(line, box.right + 26, first + LINE * j) for j, line in enumerate(names[i])]
    return marks


# Forests: a row for each run, with its rank, its name, a bar with a dot, and the numbers


class _ForestLayout:
    """Where columns, rows and values of a forest are drawn. Long names take several lines, to leave room for bars."""

    edge = 24

    def __init__(self, forest: Forest, across: int) -> None:
        self.numbers = [typeset(forest.cell(*row[2:5])) for row in forest.rows]
        self._share = forest.share
        self.name = self.edge + max(width(row[0]) for row in forest.rows) + _GAP
        self.end = across - self.edge
        self.right = self.end - max(map(width, self.numbers)) - _GAP  # of the plot
        self.names = [lines_of(row[1], self.right - self.name - _GAP - _PLOT) for row in forest.rows]
        self.left = self.name + max(width(line) for lines in self.names for line in lines) + _GAP
        self.heights = [max(26, LINE * len(lines) + 6) for lines in self.names]
        self.top = 6 + 20 * forest.has_legend
        self.tops = list(accumulate([self.top, *self.heights]))  # of the rows, and their end
        self.bottom = self.tops[-1] + 6

    def x(self, value: float) -> float:
        return self.left + self._share(value) * (self.right - self.left)


def _forest(forest: Forest, across: int) -> tuple[list[str], float]:
    layout = _ForestLayout(forest, across)
    rows = [part for i in range(len(forest.rows)) for part in _row(forest, layout, i)]
    return [*_legend(forest, layout), *_axis(forest, layout), *rows], layout.bottom + 48


def _axis(forest: Forest, layout: _ForestLayout) -> list[str]:
    marks = []
    for tick, label in zip(forest.ticks, apart(forest.tick_labels(), layout.right - layout.left)):
        x = layout.x(tick)
        marks.append(f'  <path class="grid" d="M{x:.1f} {layout.top - 6:.1f}V{layout.bottom:.1f}"/>')
        marks.append(words(label, x, layout.bottom + 17, "quiet number", "middle"))
    middle = (layout.left + layout.right) / 2
    return [*marks, words(shortened(forest.axis, 40), middle, layout.bottom + 38, "quiet", "middle")]


def _legend(forest: Forest, layout: _ForestLayout) -> list[str]:
    marks, x = [], layout.edge + SIZE / 3
    for i, meaning in enumerate(LEGEND if forest.has_legend else ()):
        marks += [_dot(x, 10, i > 0), words(meaning, x + 9, 14.5, "quiet")]
        x += width(meaning) + 24
    return marks


def _dot(x: float, y: float, is_below: bool) -> str:
    return f'  <circle class="{"dot paper s8" if is_below else "f0"}" cx="{x:.1f}" cy="{y:.1f}" r="{SIZE / 3:.1f}"/>'


def _row(forest: Forest, layout: _ForestLayout, i: int) -> list[str]:
    rank, _, value, lo, hi, is_below = forest.rows[i]
    lines, y = layout.names[i], layout.tops[i] + layout.heights[i] / 2
    tone, hue = ("quiet", GREY) if is_below else ("", 0)

    def centred(text: str, x: float, y: float, kind: str, anchor: str = "") -> str:
        return words(text, x, y, kind, anchor).replace("<text", '<text dy="0.35em"')

    def bar(kind: str, lo: float, hi: float) -> str:
        return f'  <path class="{kind} s{hue}" d="M{layout.x(lo):.1f} {y:.1f}H{layout.x(hi):.1f}"/>'

    first = y - LINE * (len(lines) - 1) / 2
    return [
        centred(rank, layout.name - _GAP, y, f"number {tone}", "end"),
        *(centred(line, layout.name, first + LINE * j, tone) for j, line in enumerate(lines) if line),
        bar("line", lo, hi),
        bar("bar", *value) if value[0] < value[1] else _dot(layout.x(max(value)), y, is_below),
        centred(layout.numbers[i], layout.end, y, "quiet number", "end"),
    ]
