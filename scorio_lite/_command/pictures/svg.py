"""Draw SVG pictures: without scripts or links, readable on light and dark backgrounds."""

from __future__ import annotations

import re
from html import escape
from math import log2

from ..score.metric_names import usual_k
from ..text import NAME_COLUMNS, columns, in_one_line, shortened, wrap
from .picture import Curves, Forest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    from .picture import Curve, Picture

    Drawing = tuple[list[str], float]  # marks, and how tall they are

WIDE, SMALL = 880, 420  # pixels of a file, and of a picture on a page: a telephone shrinks it a little
SIZE = 13  # of letters
LINE = 16  # from one line of letters to the next
GREY = 3  # the hue of what is below the best, and of a curve for comparison
_EDGE = 24
_LINEAR = 16  # the axis is linear up to this k, and logarithmic if k goes further
_DOTTED = 12  # points of a curve that has dots
_NOTE = 114  # characters in a line
_BESIDE = (0, SMALL, SMALL, 340, 256)  # pixels of a panel on a page, by the number of panels beside each other
_GAP = 14  # between columns
_LIGHT = ("#0a66c2", "#c2410c", "#047857", "#59636e")
_DARK = ("#6cb2ff", "#ff9d66", "#4fd6a5", "#9da7b3")


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


def svg(picture: Picture) -> str:
    """Return the SVG file of a picture, with title and note above."""
    across = beside(len(picture.panels), 3) if isinstance(picture, Curves) else 1
    wide = (WIDE - 2 * _EDGE - _GAP * (across - 1)) / across
    marks, y = [f"  <style>\n{STYLE}  </style>", '  <rect class="paper" width="100%" height="100%"/>'], 32.0
    lines = [("title", line, 22) for line in lines_of(picture.title, (WIDE - 2 * _EDGE) * SIZE / 18)]
    lines += [("quiet", line, 18) for line in wrap(in_one_line(picture.note), _NOTE)]
    for kind, line, step in lines:
        marks.append(words(line, _EDGE, y, kind))
        y += step
    drawn = _drawn(picture, wide)
    for first in range(0, len(drawn), across):
        row = drawn[first : first + across]
        for i, (panel, _) in enumerate(row):
            marks += [f'  <g transform="translate({_EDGE + i * (wide + _GAP):.1f} {y})">', *panel, "  </g>"]
        y += max(tall for _, tall in row) + 8
    return _framed(picture.title, picture.words, WIDE, y, marks, 'xmlns="http://www.w3.org/2000/svg" ')


def drawings(picture: Picture) -> list[str]:
    """Return the SVG elements of a picture for a page: one for each panel."""
    said, wide = [(picture.title, picture.words)], SMALL
    if isinstance(picture, Curves):
        wide = _BESIDE[beside(len(picture.panels), 4)]
        said = [(", ".join(x.name for x in some), " ".join(x.words for x in some)) for some, _ in picture.panels]
    return [_framed(*words, wide, tall, marks) for words, (marks, tall) in zip(said, _drawn(picture, wide))]


def beside(count: int, most: int) -> int:
    """Return how many of `count` panels stand beside each other, so that all rows are nearly full."""
    return -(-count // -(-count // most))


def _drawn(picture: Picture, wide: float) -> list[Drawing]:
    if isinstance(picture, Curves):
        return [_panel(picture, *panel, wide) for panel in picture.panels]
    assert isinstance(picture, Forest)
    return [_forest(picture, wide)]


def _framed(title: str, words: str, wide: float, tall: float, marks: Sequence[str], kind: str = "") -> str:
    size = f'viewBox="0 0 {wide} {tall:.0f}" width="{wide}" height="{tall:.0f}"'
    head = [f'<svg {kind}{size} role="img">', f"  <title>{escape(in_one_line(title))}</title>"]
    return "\n".join([*head, f"  <desc>{escape(in_one_line(words))}</desc>", *marks, "</svg>"]) + "\n"


# Letters


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
    text, room = shortened(text, NAME_COLUMNS), max(1, int(most / SIZE / 0.63))
    while room > 1 and max(map(width, wrap(text, room))) > most:
        room -= 1
    return wrap(text, room)


def apart(labels: Sequence[str], room: float) -> list[str]:
    """Blank every second label, or more, so that those at equal steps over `room` pixels do not touch."""
    step, widest = room / max(1, len(labels) - 1), max(map(width, labels)) + 8
    every = next(n for n in range(1, len(labels) + 1) if n * step >= widest or n == len(labels))
    return [label if i % every == 0 else "" for i, label in enumerate(labels)]


# Curves


class _Plot:
    """The rectangle in which curves are drawn, with k across and values upwards."""

    def __init__(self, picture: Curves, top: float, wide: float) -> None:
        self.picture, self.top, self.right = picture, top, wide - 8
        self.left = max(map(width, picture.tick_labels())) + 12
        self.bottom = top + 90 + wide / 5
        self._along: Callable[[float], float] = log2 if picture.most > _LINEAR else float

    def x(self, k: float) -> float:
        first, last = self._along(self.picture.least), self._along(self.picture.most)
        share = (self._along(k) - first) / (last - first) if first < last else 0.5
        return self.left + 10 + share * (self.right - self.left - 20)

    def y(self, value: float) -> float:
        return self.bottom - self.picture.share(value) * (self.bottom - self.top)

    def line(self, points: Sequence[tuple[int, float]]) -> str:
        return " ".join(f"{self.x(k):.1f},{self.y(value):.1f}" for k, value in points)

    def axes(self) -> list[str]:
        """Draw a line for each tick of the values, with its label on the left, and the axis of k below."""
        marks = []
        for tick, label in zip(self.picture.ticks, self.picture.tick_labels()):
            marks.append(f'  <path class="grid" d="M{self.left:.1f} {self.y(tick):.1f}H{self.right:.1f}"/>')
            marks.append(words(label, self.left - 8, self.y(tick) + 4.5, "quiet number", "end"))
        for k in self._ticks():
            marks.append(f'  <path class="axis" d="M{self.x(k):.1f} {self.bottom:.1f}v5"/>')
            marks.append(words(str(k), self.x(k), self.bottom + 19, "quiet number", "middle"))
        marks.append(words("k (trials)", (self.left + self.right) / 2, self.bottom + 37, "quiet", "middle"))
        return [*marks, f'  <path class="axis" d="M{self.left:.1f} {self.bottom:.1f}H{self.right:.1f}"/>']

    def _ticks(self) -> list[int]:
        """Return the last k, and as many others as fit without touching: all or powers of two, and always the first."""
        first, *_ = ks = sorted({*usual_k(self.picture.most), self.picture.most})
        kept = ks[-1:]
        for k in reversed(ks[:-1]):
            between = (self.x(kept[0]) - self.x(k), self.x(k) - self.x(first))
            if all(gap >= width(f"{k} {kept[0]}") / 2 or not gap for gap in between):
                kept.insert(0, k)
        return kept


def _panel(picture: Curves, curves: Sequence[Curve], others: Sequence[Curve], wide: float) -> Drawing:
    """Draw curves below their names. `others` are drawn as grey lines only."""
    marks, y = [], 14
    for i, curve in enumerate(curves):
        marks += [f'  <path class="line s{i}" d="M0 {y - 4}h16"/>'] if curves[1:] else []
        for line in lines_of(curve.name, wide - 30):
            marks.append(words(line, 24 if curves[1:] else 0, y))
            y += LINE
    plot = _Plot(picture, y - 4, wide)
    marks += plot.axes()
    for i, curve in enumerate(curves):
        ends = [(k, hi) for k, _, _, hi in curve.points] + [(k, lo) for k, _, lo, _ in reversed(curve.points)]
        marks.append(f'  <polygon class="band f{i} s{i}" points="{plot.line(ends)}"/>')
    for hue, curve in [*((GREY, curve) for curve in others), *enumerate(curves)]:
        values = [(k, value) for k, value, *_ in curve.points if value is not None]
        marks += [f'  <polyline class="line s{hue}" points="{plot.line(values)}"/>'] if values else []
        for k, value in values if hue != GREY and len(values) <= _DOTTED else ():
            place = f'cx="{plot.x(k):.1f}" cy="{plot.y(value):.1f}"'
            marks.append(f'  <circle class="dot paper s{hue}" r="3.2" {place}/>')
    return marks, plot.bottom + 44


# Bars: for each run a line with its rank, its name and the numbers, and below it the bar with a dot


def _forest(forest: Forest, wide: float) -> Drawing:
    named = max(width(bar.rank) for bar in forest.bars) + _GAP  # where names begin
    named *= any(bar.rank for bar in forest.bars)

    def at(value: float) -> float:
        return _EDGE + forest.share(value) * (wide - 2 * _EDGE)

    marks, y = [], 0.0
    for bar in forest.bars:
        tone, hue, dot = ("quiet", GREY, f"dot paper s{GREY}") if bar.is_below else ("", 0, "f0")
        number = typeset(bar.text)
        marks += [words(bar.rank, named - _GAP, y + LINE, f"number {tone}", "end")] * bool(bar.rank)
        marks.append(words(number, wide, y + LINE, "quiet number", "end"))
        for line in lines_of(bar.name, wide - named - width(number) - _GAP):
            y += LINE
            marks.append(words(line, named, y, tone))
        y += 14
        steps = "".join(f"M{at(tick):.1f} {y - 7:.1f}v14" for tick in forest.ticks)
        marks.append(f'  <path class="grid" d="M{_EDGE} {y:.1f}H{wide - _EDGE:.1f}{steps}"/>')
        marks.append(
            f'  <line class="line s{hue}" x1="{at(bar.lo):.1f}" x2="{at(bar.hi):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        if bar.value is not None:
            marks.append(f'  <circle class="{dot}" cx="{at(bar.value):.1f}" cy="{y:.1f}" r="4.3"/>')
        y += 14
    for tick, label in zip(forest.ticks, apart(forest.tick_labels(), wide - 2 * _EDGE)):
        marks.append(words(label, at(tick), y + 8, "quiet number", "middle"))
    marks.append(words(shortened(forest.axis, 40), wide / 2, y + 28, "quiet", "middle"))
    return marks, y + 38
