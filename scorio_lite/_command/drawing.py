"""What all drawings share, and curves over k: several in one panel, or a small panel for each."""

from __future__ import annotations

import re
from itertools import accumulate
from math import log2

from .text import NAME_COLUMNS, columns, shortened, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    from .pictures import Curve, Curves, Picture

WIDE, SMALL = 880, 420  # pixels of a file, and of a picture on a page: a telephone shrinks it a little
SIZE = 13  # of letters
UNDER = 58  # below a panel
LINE = 16  # from one line of letters to the next
GREY = 8  # the hue of what is below the best, and of a curve for comparison
_HEIGHT = 396
_LINEAR = 16  # the axis is linear up to this k, and logarithmic if k goes further
_DOTTED = 12  # points of a curve that has dots


def typeset(text: str) -> str:
    """Write numbers with minus signs, and ranges of ranks with dashes."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2013", re.sub(r"(?<![\w.)\]])-(?=[\d.])", "\u2212", text))


class Panel:
    """The rectangle of a picture in which values are drawn, with its axes."""

    def __init__(self, picture: Picture, right: float, bottom: float, left: float = 74, top: float = 14) -> None:
        self.picture, self.left, self.right, self.top, self.bottom = picture, left, right, top, bottom

    def y(self, value: float) -> float:
        return self.bottom - self.picture.share(value) * (self.bottom - self.top)

    def grid(self) -> list[str]:
        """Draw a line for each tick of the values, with its label on the left."""
        parts = []
        for tick, label in zip(self.picture.ticks, self.picture.tick_labels()):
            parts.append(f'  <path class="grid" d="M{self.left:.1f} {self.y(tick):.1f}H{self.right:.1f}"/>')
            parts.append(words(label, self.left - 8, self.y(tick) + 4.5, "quiet number", "end"))
        return parts

    def axis(self, ticks: Sequence[tuple[float, str]]) -> list[str]:
        """Draw the lower axis with (x, label) ticks. A label that would touch the label before is left out."""
        parts, end = [], float("-inf")
        for x, label in ticks:
            parts.append(f'  <path class="axis" d="M{x:.1f} {self.bottom}v5"/>')
            if x - end > width(label):
                parts.append(words(label, x, self.bottom + 21, "quiet number", "middle"))
                end = x
        return [*parts, f'  <path class="axis" d="M{self.left} {self.bottom}H{self.right:.1f}"/>']

    def titles(self, across: str) -> list[str]:
        """Draw the titles of both axes: `across` below, and the title of the values upright on the left."""
        place, middle = f"translate(18 {(self.top + self.bottom) / 2}) rotate(-90)", (self.left + self.right) / 2
        name = escape(self.picture.axis)
        upright = f'  <text class="quiet" transform="{place}" text-anchor="middle">{name}</text>'
        return [words(fit(across, self.right - self.left), middle, self.bottom + 44, "quiet", "middle"), upright]


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def words(text: str, x: float, y: float, kind: str = "", anchor: str = "") -> str:
    style = (f' class="{kind}"' if kind else "") + (f' text-anchor="{anchor}"' if anchor else "")
    text = typeset(text) if "number" in kind else text
    return f'  <text{style} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def width(text: str) -> float:
    """Estimate the width of a text in pixels, rather too high, since fonts differ."""
    broad = sum(map(text.count, "MW@%mw"))
    return SIZE * (0.63 * columns(text) + 0.12 * sum(map(str.isupper, text)) + 0.25 * broad)


def fit(text: str, most: float) -> str:
    """Shorten a name to a width of at most `most` pixels."""
    return _widest(lambda room: [shortened(text, room)], most)[0]


def lines_of(text: str, most: float) -> list[str]:
    """Break a name into lines of at most `most` pixels."""
    return _widest(lambda room: wrap(shortened(text, NAME_COLUMNS), room), most)


def _widest(lines: Callable[[int], list[str]], most: float) -> list[str]:
    """Return `lines(room)` for the largest number of columns, `room`, with no line wider than `most` pixels."""
    for room in range(int(most / SIZE / 0.63), 1, -1):
        if max(map(width, lines(room))) <= most:
            return lines(room)
    return lines(1)


def together(picture: Curves, across: int) -> tuple[list[str], int]:
    """Draw all curves, `across` pixels wide, in one panel with names at their ends. Return (SVG parts, height)."""
    names = [lines_of(curve.name, across * 0.32) for curve in picture.curves]
    right = round(across - 42 - max(width(line) for lines in names for line in lines))
    height = max(_HEIGHT * across // WIDE + 60, sum(LINE * len(lines) + 5 for lines in names) + 20)
    box = _Box(picture, right, height - UNDER)
    parts = _panel(picture.curves, box) + _labels(picture.curves, names, box, height)
    return parts + box.titles("k (trials)"), height


def multiples(picture: Curves) -> tuple[list[str], int]:
    """Draw a small panel for each curve, all with the same axes. Return (SVG parts, height)."""
    count = len(picture.curves)
    beside = 3 if count <= 9 else 4
    wide = (WIDE - 24) / beside
    names = [lines_of(curve.name, wide - 30) for curve in picture.curves]
    parts: list[str] = []
    top = 0
    for first in range(0, count, beside):
        row = range(first, min(first + beside, count))
        lines = max(len(names[i]) for i in row)
        for i in row:
            x = 24 + (i - first) * wide
            parts += [words(line, x + 8, top + 20 + LINE * j) for j, line in enumerate(names[i])]
            parts += small(picture, i, x, top + LINE * lines + 12, wide - 16)
        top += LINE * lines + 186
    return [*parts, words("k (trials)", WIDE / 2, top, "quiet", "middle")], top + 12


def small(picture: Curves, i: int, x: float, y: float, wide: float) -> list[str]:
    """Draw curve i in a panel of 164 pixels at (x, y). Panels of runs also show the curve of the best run."""
    left = x + max(map(width, picture.tick_labels())) + 12
    box = _Box(picture, x + wide, y + 134, inset=8, left=left, top=y + 6)
    return _panel([picture.curves[i]], box, picture.curves[:1] if picture.are_runs and i else [])


class _Box(Panel):
    """A panel with k across and values upwards. It computes where a k and a value are drawn."""

    def __init__(self, picture: Curves, right: float, bottom: float, inset: float = 14, **start: float) -> None:
        super().__init__(picture, right, bottom, **start)
        self._inset, self.most = inset, picture.most
        self._is_linear = self.most <= _LINEAR
        # A single k is in the middle.
        self._first, self._last = (self._along(1), self._along(self.most)) if self.most > 1 else (0.0, 2.0)

    def _along(self, k: int) -> float:
        return k if self._is_linear else log2(k)

    def x(self, k: int) -> float:
        share = (self._along(k) - self._first) / (self._last - self._first)
        return self.left + self._inset + share * (self.right - self.left - 2 * self._inset)

    def at(self, k: int, value: float) -> str:
        return f"{self.x(k):.1f},{self.y(value):.1f}"

    def k_ticks(self) -> list[int]:
        ks = list(range(1, self.most + 1))
        if not self._is_linear or len(self._apart(ks)) < len(ks):
            ks = self._apart(sorted({*(2**i for i in range(self.most.bit_length())), self.most}))
        return ks

    def _apart(self, ks: list[int]) -> list[int]:
        """Keep the first tick, the last, and as many others as fit without touching."""
        kept = ks[-1:]
        for k in reversed(ks[:-1]):
            if self.x(kept[0]) - self.x(k) > width(f"{k} {kept[0]}") / 2:
                kept.insert(0, k)
        return [*ks[:1], *kept[1:]]


def _panel(curves: Sequence[Curve], box: _Box, others: Sequence[Curve] = ()) -> list[str]:
    """Draw the axes, the bands, the lines and the dots, in this order. `others` are drawn as grey lines only."""
    parts = box.grid()
    for k in box.k_ticks():
        parts.append(f'  <path class="axis" d="M{box.x(k):.1f} {box.bottom}v5"/>')
        parts.append(words(str(k), box.x(k), box.bottom + 21, "quiet number", "middle"))
    parts.append(f'  <path class="axis" d="M{box.left:.1f} {box.bottom}H{box.right:.1f}"/>')
    has_dots = max(len(curve.points) for curve in curves) <= _DOTTED
    parts += [_area([(k, lo, hi) for k, _, lo, hi in curve.points], i, box) for i, curve in enumerate(curves)]
    parts += [_outlines(curve, i, box) for i, curve in enumerate(curves) if curve.bounds]
    parts += [_line(curve, GREY, box) for curve in others] + [_line(curve, i, box) for i, curve in enumerate(curves)]
    return parts + [dot for i, curve in enumerate(curves) if has_dots for dot in _dots(curve, i, box)]


def _area(points: list[tuple[int, float, float]], i: int, box: _Box) -> str:
    if len(points) == 1:  # a bar
        ((k, lo, hi),) = points
        return f'  <path class="bar s{i}" d="M{box.x(k) + _aside(i):.1f} {box.y(lo):.1f}V{box.y(hi):.1f}"/>'
    ends = [box.at(k, hi) for k, _, hi in points] + [box.at(k, lo) for k, lo, _ in reversed(points)]
    return f'  <polygon class="band f{i} s{i}" points="{" ".join(ends)}"/>'


def _outlines(curve: Curve, i: int, box: _Box) -> str:
    """Draw the bounds for k beyond the trials: a line for each end, which continues the band."""
    points = [(k, lo, hi) for k, _, lo, hi in [*curve.points[-1:], *curve.bounds]]
    lines = ["M" + "L".join(f"{box.x(point[0]):.1f} {box.y(point[side]):.1f}" for point in points) for side in (1, 2)]
    return f'  <path class="ends s{i}" d="{"".join(lines)}"/>'


def _line(curve: Curve, hue: int, box: _Box) -> str:
    if curve.is_range:
        return _area([(k, low, high) for k, (low, high), _, _ in curve.points], hue, box)
    if len(curve.points) == 1:
        ((k, (value, _), _, _),) = curve.points
        return f'  <path class="line s{hue}" d="M{box.x(k) + _aside(hue) - 5:.1f} {box.y(value):.1f}h10"/>'
    points = " ".join(box.at(k, value) for k, (value, _), _, _ in curve.points)
    return f'  <polyline class="line s{hue}" points="{points}"/>'


def _dots(curve: Curve, i: int, box: _Box) -> list[str]:
    aside, points = _aside(i) if len(curve.points) == 1 else 0, [] if curve.is_range else curve.points
    places = ((box.x(k) + aside, box.y(value)) for k, (value, _), _, _ in points)
    return [f'  <circle class="dot paper s{i}" r="3.2" cx="{x:.1f}" cy="{y:.1f}"/>' for x, y in places]


def _aside(i: int) -> int:
    """Return the offset of curve i, which keeps the single points of several curves apart."""
    return (i % GREY + 1) // 2 * (22 if i % 2 else -22)


def _labels(curves: Sequence[Curve], names: Sequence[list[str]], box: _Box, height: float) -> list[str]:
    """Draw the names at the ends of their curves, moved apart where they would overlap."""
    ends = sorted((box.y(curve.end[1]), i) for i, curve in enumerate(curves))
    tops = _apart([(y, LINE * len(names[i]) + 5) for y, i in ends], height - 10)
    parts = []
    for (y, i), top in zip(ends, tops):
        k, middle = curves[i].end[0], top + (LINE * len(names[i]) + 5) / 2
        if k > 1:
            parts.append(f'  <path class="lead s{i}" d="M{box.x(k) + 6:.1f} {y:.1f}L{box.right + 4} {middle:.1f}"/>')
        parts.append(f'  <path class="line s{i}" d="M{box.right + 4} {middle:.1f}h16"/>')
        first = middle + 4.5 - LINE * (len(names[i]) - 1) / 2
        parts += [words(line, box.right + 26, first + LINE * j) for j, line in enumerate(names[i])]
    return parts


def _apart(wanted: list[tuple[float, float]], most: float) -> list[float]:
    """Return the top of each label, so that no two overlap. `wanted` has (middle, height) of each, in ascending order.

    Labels move as little as possible: labels that overlap form a group around their common middle. No label may end
    below `most`.
    """
    above = [0.0, *accumulate(tall for _, tall in wanted)]
    groups: list[list[float]] = []  # of each: the wanted tops of its labels, minus the heights of labels above
    for (middle, tall), before in zip(wanted, above):
        groups.append([middle - tall / 2 - before])
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    starts = [_mean(group) for group in groups for _ in group]
    placed = list(map(float.__add__, starts, above))
    shift = max(0.0, -placed[0]) or min(0.0, most - placed[-1] - wanted[-1][1])
    return [top + shift for top in placed]


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)
