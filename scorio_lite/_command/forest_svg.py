"""A forest plot as SVG."""

from __future__ import annotations

from .svg import NARROW, SIZE, WIDE, escaped, fitted, framed, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .forest import Forest

_EDGE = 24
_GAP = 16  # between columns
_FEW = 20  # rows with much room, and with ticks below alone


class _Layout:
    """The places of the columns, of the rows and of a value."""

    def __init__(self, forest: Forest, across: int) -> None:
        names = max(width(name) for _, name, *_ in forest.rows)
        self.across = across
        self.numbers = forest.numbers() if across == WIDE else []
        self.ticks = forest.ticks()
        self.name = _EDGE + max(width(str(rank)) for rank, *_ in forest.rows) + _GAP
        self.is_beside = names <= across / 3  # of its bar; with a wider one, all names stand above
        self.left = self.name + (names + _GAP if self.is_beside else 0)  # of the plot
        self.right = across - _EDGE - (max(map(width, self.numbers)) + _GAP if self.numbers else 0)
        self.top = 6 if len(forest.rows) <= _FEW else 26
        self.row = (26 if len(forest.rows) <= _FEW else 20) + (0 if self.is_beside else 16)
        self.bottom = self.top + self.row * len(forest.rows) + 6

    def x(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.left + (value - low) / (high - low) * (self.right - self.left)

    def y(self, i: int) -> float:
        """The height of a bar."""
        return self.top + self.row * (i + 1) - (self.row / 2 if self.is_beside else 9)


def svg(forest: Forest, inside: str = "") -> str:
    """The plot as a file, or inside a page: a wide or a narrow drawing, the latter without numbers."""
    layout = _Layout(forest, NARROW if inside == "narrow" else WIDE)
    parts = _axis(forest, layout)
    for i in range(len(forest.rows)):
        parts += _row(forest, layout, i)
    return framed(parts, layout.bottom + 48, forest.title, forest.note, inside)


def _axis(forest: Forest, layout: _Layout) -> list[str]:
    parts = []
    for tick, label in zip(layout.ticks, forest.tick_labels()):
        x = f"{layout.x(tick):.1f}"
        parts.append(f'  <path class="grid" d="M{x} {layout.top - 6}V{layout.bottom}"/>')
        parts += [
            f'  <text class="quiet number" x="{x}" y="{y}" text-anchor="middle">{label}</text>'
            for y in (layout.bottom + 17, layout.top - 12)[: 1 + (len(forest.rows) > _FEW)]
        ]
    middle = (layout.left + layout.right) / 2
    parts.append(
        f'  <text class="quiet" x="{middle:.1f}" y="{layout.bottom + 38}" text-anchor="middle">'
        f"{escaped(fitted(forest.axis, layout.right - layout.left))}</text>"
    )
    return parts


def _row(forest: Forest, layout: _Layout, i: int) -> list[str]:
    rank, name, value, lo, hi = forest.rows[i]
    y, x = layout.y(i), layout.x(value)
    above = y if layout.is_beside else y - 17
    room = layout.left - layout.name if layout.is_beside else layout.across - _EDGE - layout.name
    parts = [
        f'  <text class="number" x="{layout.name - _GAP:.1f}" y="{above}" dy="0.35em" text-anchor="end">{rank}</text>',
        f'  <text x="{layout.name:.1f}" y="{above}" dy="0.35em">{escaped(fitted(name, room))}</text>',
        f'  <path class="line s0" d="M{layout.x(lo):.1f} {y}H{layout.x(hi):.1f}"/>',
        f'  <circle class="f0" cx="{x:.1f}" cy="{y}" r="{SIZE / 3:.1f}"/>',
    ]
    if layout.numbers:
        at = f'x="{layout.across - _EDGE}" y="{y}" dy="0.35em" text-anchor="end"'
        parts.append(f'  <text class="quiet number" {at}>{layout.numbers[i]}</text>')
    return parts
