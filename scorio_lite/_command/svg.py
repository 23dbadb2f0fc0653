"""Draw SVG pictures: without scripts or links, readable on light and dark backgrounds."""

from __future__ import annotations

from itertools import accumulate

from .drawing import (
    GREY,
    LINE,
    SIZE,
    SMALL,
    WIDE,
    escape,
    fit,
    lines_of,
    multiples,
    small,
    together,
    typeset,
    width,
    words,
)
from .pictures import LEGEND, Curves, Forest
from .text import in_one_line, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .pictures import Picture

_NOTE = 114  # characters in a line
_PANEL = 224  # pixels of a small panel on a page
_GAP = 14  # between the columns of a forest
_PLOT = 170  # of a forest, at least
_FEW = 20  # rows of a forest with ticks only below
_PLAIN = 12  # rows of a forest without stripes
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
svg .shade {{ fill: #f0f3f6; }}
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
svg .shade {{ fill: #1a2029; }}
svg .grid {{ stroke: #2a313c; }}
svg .axis {{ stroke: #6e7681; }}
{_hues(_DARK)}
}}
"""


def svg(picture: Picture) -> str:
    """Return the SVG file of a picture, with title and note above."""
    parts, height = _parts(picture, WIDE)
    titles = lines_of(picture.title, (WIDE - 48) * SIZE / 18)
    notes = wrap(in_one_line(picture.note), _NOTE)
    top = 24 + 22 * len(titles) + 18 * len(notes)
    head = [f"  <style>\n{STYLE}  </style>", f'  <rect class="paper" y="{-top}" width="100%" height="100%"/>']
    head += [words(line, 24, 32 - top + 22 * i, "title") for i, line in enumerate(titles)]
    start = 32 - top + 22 * len(titles)
    head += [words(line, 24, start + 18 * i, "quiet") for i, line in enumerate(notes)]
    return _framed(picture.title, f"{picture.note} {_said(picture.values())}", WIDE, height, [*head, *parts], top)


def drawings(picture: Picture) -> list[tuple[str, str]]:
    """Return (name, SVG) of the drawings for a page: small panels with their names, or one drawing without a name."""
    if isinstance(picture, Curves) and picture.has_panels:
        names, values = [curve.name for curve in picture.curves], picture.values()
        drawn = [small(picture, i, 0, 6, _PANEL) for i in range(len(names))]
        return [(one, _framed(one, f"{said}.", _PANEL, 170, part)) for one, said, part in zip(names, values, drawn)]
    parts, height = _parts(picture, SMALL)
    return [("", _framed(picture.title, _said(picture.values()), SMALL, height, parts))]


def _parts(picture: Picture, across: int) -> tuple[list[str], float]:
    if isinstance(picture, Curves):
        return multiples(picture) if picture.has_panels else together(picture, across)
    return _forest(picture, across) if isinstance(picture, Forest) else picture.drawn(across)


def _framed(title: str, about: str, across: int, height: float, parts: Sequence[str], top: int | None = None) -> str:
    """Return the SVG element of these parts; if `top` (the height above the origin) is given, return a whole file."""
    kind = "" if top is None else 'xmlns="http://www.w3.org/2000/svg" '
    size = f'viewBox="0 {-(top or 0)} {across} {height + (top or 0)}" width="{across}" height="{height + (top or 0)}"'
    head = [f'<svg {kind}{size} role="img">', f"  <title>{escape(in_one_line(title))}</title>"]
    return "\n".join([*head, f"  <desc>{escape(in_one_line(about))}</desc>", *parts, "</svg>"]) + "\n"


def _said(values: Sequence[str]) -> str:
    return " ".join(f"{value}." for value in values)


# Forests: a row for each run, with its rank, its name, a bar with a dot, and the numbers


class _ForestLayout:
    """Where columns, rows and values of a forest are drawn. Long names take several lines, to leave room for bars."""

    edge = 24

    def __init__(self, forest: Forest, across: int) -> None:
        self.numbers = list(map(typeset, forest.numbers()))
        self._share = forest.share
        self.name = self.edge + max(width(row[0]) for row in forest.rows) + _GAP
        self.end = across - self.edge
        self.right = self.end - max(map(width, self.numbers)) - _GAP  # of the plot
        self.names = [lines_of(row[1], self.right - self.name - _GAP - _PLOT) for row in forest.rows]
        self.left = self.name + max(width(line) for lines in self.names for line in lines) + _GAP
        self.is_long = len(forest.rows) > _FEW
        least = 0 if self.is_long else 26
        self.heights = [max(least, LINE * len(lines) + 6) for lines in self.names]
        self.top = 6 + 20 * (forest.has_legend + self.is_long)
        self.tops = list(accumulate([self.top, *self.heights]))  # of the rows, and their end
        self.bottom = self.tops[-1] + 6

    def x(self, value: float) -> float:
        return self.left + self._share(value) * (self.right - self.left)


def _forest(forest: Forest, across: int) -> tuple[list[str], float]:
    layout = _ForestLayout(forest, across)
    bands = [
        f'  <rect class="shade" y="{layout.tops[i]}" width="{across}" height="{layout.heights[i]}"/>'
        for i in range(4, len(forest.rows), 5)
        if len(forest.rows) > _PLAIN
    ]
    rows = [part for i in range(len(forest.rows)) for part in _row(forest, layout, i)]
    return [*bands, *_legend(forest, layout), *_axis(forest, layout), *rows], layout.bottom + 48


def _axis(forest: Forest, layout: _ForestLayout) -> list[str]:
    parts, heights = [], (layout.bottom + 17, layout.top - 12)[: 1 + layout.is_long]
    for tick, label in zip(forest.ticks, forest.tick_labels()):
        x = layout.x(tick)
        parts.append(f'  <path class="grid" d="M{x:.1f} {layout.top - 6:.1f}V{layout.bottom:.1f}"/>')
        parts += [words(label, x, y, "quiet number", "middle") for y in heights]
    room, middle = layout.right - layout.left, (layout.left + layout.right) / 2
    return [*parts, words(fit(forest.axis, room), middle, layout.bottom + 38, "quiet", "middle")]


def _legend(forest: Forest, layout: _ForestLayout) -> list[str]:
    parts, x = [], layout.edge + SIZE / 3
    for i, meaning in enumerate(LEGEND if forest.has_legend else ()):
        parts += [_dot(x, 10, i > 0), words(meaning, x + 9, 14.5, "quiet")]
        x += width(meaning) + 24
    return parts


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
