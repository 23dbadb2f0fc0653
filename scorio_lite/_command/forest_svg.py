"""A forest plot as SVG."""

from __future__ import annotations

from .forest import LEGEND
from .svg import LINE, NARROW, SIZE, WIDE, escape, fit, frame, lines_of, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .forest import Forest

_GAP = 14  # between columns
_FEW = 20  # rows with ticks only below


class _Layout:
    """The places of the columns, of the rows and of a value. In a narrow drawing, names and numbers are above bars."""

    def __init__(self, forest: Forest, across: int) -> None:
        self.across = across
        self.edge = 24 if across == WIDE else 4
        self.is_beside = across == WIDE
        self.numbers = forest.numbers()
        self.ticks = forest.ticks()
        self.name = self.edge + max(width(row[0]) for row in forest.rows) + _GAP
        beside = max(map(width, self.numbers)) + _GAP
        room = across * 0.36 if self.is_beside else across - self.edge - self.name
        self.names = [lines_of(row[1], room) for row in forest.rows]
        widest = max(width(line) for lines in self.names for line in lines)
        self.left = self.name + (widest + _GAP if self.is_beside else 0)  # of the plot
        self.right = across - self.edge - (beside if self.is_beside else 14)
        if not self.is_beside:  # numbers stand behind a name, or below
            self.names = [[*lines, ""] if width(lines[-1]) > room - beside else lines for lines in self.names]
        least = 26 if len(forest.rows) <= _FEW else 20
        self.heights = [max(least, LINE * len(lines) + (6 if self.is_beside else LINE + 4)) for lines in self.names]
        entries = 0 if not forest.has_legend else 1 if self.is_beside else 2
        self.top = 6 + 20 * entries + (20 if len(forest.rows) > _FEW else 0)
        self.bottom = self.top + sum(self.heights) + 6

    def bars(self) -> list[tuple[float, float]]:
        """Where the bars of a narrow drawing are, from top to bottom, and what they stand on."""
        ends = [self.top + sum(self.heights[: i + 1]) for i in range(len(self.heights))]
        return [*((end - LINE, end) for end in ends), (self.bottom - 6, self.bottom)]

    def x(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.left + (value - low) / (high - low) * (self.right - self.left)


def svg(forest: Forest, inside: str = "") -> str:
    """The plot as a file, or inside a page: a wide or a narrow drawing."""
    layout = _Layout(forest, NARROW if inside == "narrow" else WIDE)
    top, parts, bands = layout.top, _axis(forest, layout), []
    for i, height in enumerate(layout.heights):
        if i % 5 == 4:
            bands.append(f'  <rect class="shade" y="{top}" width="{layout.across}" height="{height}"/>')
        parts += _row(forest, layout, i, top)
        top += height
    return frame([*bands, *_legend(forest, layout), *parts], layout.bottom + 48, forest, inside)


def _axis(forest: Forest, layout: _Layout) -> list[str]:
    parts = []
    for tick, label in zip(layout.ticks, forest.tick_labels()):
        x = f"{layout.x(tick):.1f}"
        lines = [(layout.top - 6, layout.bottom)] if layout.is_beside else layout.bars()
        parts += [f'  <path class="grid" d="M{x} {y:.1f}V{y2:.1f}"/>' for y, y2 in lines]
        parts += [
            f'  <text class="quiet number" x="{x}" y="{y}" text-anchor="middle">{label}</text>'
            for y in (layout.bottom + 17, layout.top - 12)[: 1 + (len(forest.rows) > _FEW)]
        ]
    middle = (layout.left + layout.right) / 2
    parts.append(
        f'  <text class="quiet" x="{middle:.1f}" y="{layout.bottom + 38}" text-anchor="middle">'
        f"{escape(fit(forest.axis, layout.right - layout.left))}</text>"
    )
    return parts


def _legend(forest: Forest, layout: _Layout) -> list[str]:
    parts, x, y = [], layout.edge + SIZE / 3, 10
    for i, words in enumerate(LEGEND if forest.has_legend else ()):
        parts.append(_dot(x, y, i > 0))
        parts.append(f'  <text class="quiet" x="{x + 9:.1f}" y="{y}" dy="0.35em">{words}</text>')
        x, y = (x + width(words) + 24, y) if layout.is_beside else (x, y + 20)
    return parts


def _dot(x: float, y: float, is_below: bool) -> str:
    return f'  <circle class="{"dot paper s8" if is_below else "f0"}" cx="{x:.1f}" cy="{y:.1f}" r="{SIZE / 3:.1f}"/>'


def _row(forest: Forest, layout: _Layout, i: int, top: float) -> list[str]:
    rank, _, value, lo, hi, is_below = forest.rows[i]
    lines, height, tone = layout.names[i], layout.heights[i], "quiet" if is_below else ""
    y = top + (height / 2 if layout.is_beside else height - LINE / 2)  # of the bar
    first = y - LINE * (len(lines) - 1) / 2 if layout.is_beside else top + LINE / 2 + 2  # of the name
    last = y if layout.is_beside else first + LINE * (len(lines) - 1)  # of the numbers
    name = "".join(
        f'  <text class="{tone}" x="{layout.name:.1f}" y="{first + LINE * j:.1f}" dy="0.35em">{escape(line)}</text>\n'
        for j, line in enumerate(lines)
        if line
    )
    return [
        f'  <text class="number {tone}" x="{layout.name - _GAP:.1f}" y="{y if layout.is_beside else first:.1f}" '
        f'dy="0.35em" text-anchor="end">{rank}</text>',
        name.rstrip("\n"),
        f'  <path class="line {"s8" if is_below else "s0"}" d="M{layout.x(lo):.1f} {y:.1f}H{layout.x(hi):.1f}"/>',
        _dot(layout.x(value), y, is_below),
        f'  <text class="quiet number" x="{layout.across - layout.edge}" y="{last:.1f}" dy="0.35em" '
        f'text-anchor="end">{layout.numbers[i]}</text>',
    ]
