"""Curves as an SVG picture: no script, readable on light and dark backgrounds."""

from __future__ import annotations

from math import log2

from .text import in_one_line, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .curves import Curve, Picture

_WIDTH, _HEIGHT = 800, 460
_LEFT, _TOP, _BOTTOM = 74, 76, 400  # of the plot
_LETTER = 7.4  # about the width of a letter
_LABEL = 22  # least distance of two labels
_LINEAR = 16  # the axis is linear up to this k, and logarithmic if k goes further
_NAME = 24  # characters of a label
_TITLE = 76
# Eight hues. Further curves have the same hues, dashed.
_LIGHT = ("#0a66c2", "#c2410c", "#047857", "#7e22ce", "#a16207", "#be185d", "#0e7490", "#6b4423")
_DARK = ("#6cb2ff", "#ff9d66", "#4fd6a5", "#c99bff", "#e8c252", "#ff8fbd", "#67d4e8", "#d3a781")

_STYLE = """\
    text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1f2328; }
    .title { font-size: 17px; font-weight: 600; }
    .quiet { fill: #59636e; font-size: 12.5px; }
    .number { font-variant-numeric: tabular-nums; }
    .paper { fill: #ffffff; }
    .grid { stroke: #e1e5ea; }
    .axis { stroke: #8b949e; }
    .line { fill: none; stroke-width: 2.25; stroke-linejoin: round; stroke-linecap: round; }
    .dashed { stroke-dasharray: 7 4; }
    .dot { stroke-width: 1.75; }
    .bar { stroke-width: 9; stroke-opacity: 0.22; }
    .lead { fill: none; stroke-width: 1; stroke-opacity: 0.55; }
"""
_STYLE_DARK = """\
      text { fill: #e6edf3; }
      .quiet { fill: #9da7b3; }
      .paper { fill: #0d1117; }
      .grid { stroke: #262c36; }
      .axis { stroke: #6e7681; }
"""


def svg(picture: Picture) -> str:
    scale = _Scale(picture)
    title = escaped(shortened(picture.title, _TITLE))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        f'role="img">',
        f"  <title>{escaped(in_one_line(picture.title))}</title>",
        f"  <desc>{escaped(picture.note)}</desc>",
        f"  <style>\n{_style(picture)}  </style>",
        f'  <rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>',
        f'  <text class="title" x="24" y="32">{title}</text>',
        f'  <text class="quiet" x="24" y="54">{escaped(picture.note)}</text>',
        *_axes(picture, scale),
    ]
    curves = list(enumerate(picture.curves))
    # Bands are behind all lines, and dots in front of them.
    for draw in (_band, _line) if picture.is_crowded else (_band, _line, _dots):
        parts += [line for i, curve in curves for line in draw(curve, i, scale)]
    return "\n".join([*parts, *_labels(picture, scale), "</svg>"]) + "\n"


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _style(picture: Picture) -> str:
    def hues(colours: tuple[str, ...], indent: str) -> str:
        rules = (
            f".s{i} {{ stroke: {colour}; }} .f{i} {{ fill: {colour}; }}"
            for i, colour in enumerate(colours[: len(picture.curves)])
        )
        return "".join(f"{indent}{rule}\n" for rule in rules)

    light, dark = (0.08, 0.13) if picture.is_crowded else (0.14, 0.2)
    band = ".band {{ fill-opacity: {}; }}\n"
    return (
        f"{_STYLE}    {band.format(light)}{hues(_LIGHT, '    ')}    @media (prefers-color-scheme: dark) {{\n"
        f"{_STYLE_DARK}      {band.format(dark)}{hues(_DARK, '      ')}    }}\n"
    )


class _Scale:
    """The place of a k and of a value in the picture."""

    def __init__(self, picture: Picture) -> None:
        names = max(len(shortened(curve.name, _NAME)) for curve in picture.curves)
        self.right = round(_WIDTH - 50 - names * _LETTER)  # of the plot
        self.ticks = picture.ticks()
        self._low, self._high = self.ticks[0], self.ticks[-1]
        self.most = picture.most
        self._is_linear = self.most <= _LINEAR
        # A single k stands in the middle.
        self._first, self._last = (self._along(1), self._along(self.most)) if self.most > 1 else (0.0, 2.0)

    def _along(self, k: int) -> float:
        return k if self._is_linear else log2(k)

    def x(self, k: int) -> float:
        inset = 14
        share = (self._along(k) - self._first) / (self._last - self._first)
        return _LEFT + inset + share * (self.right - _LEFT - 2 * inset)

    def y(self, value: float) -> float:
        return _BOTTOM - (value - self._low) / (self._high - self._low) * (_BOTTOM - _TOP)

    def k_ticks(self) -> list[int]:
        if self._is_linear:
            return list(range(1, self.most + 1))
        powers = [2**i for i in range(self.most.bit_length()) if 2**i < 0.8 * self.most]
        return [*powers, self.most]


def _xy(scale: _Scale, k: int, value: float) -> str:
    return f"{scale.x(k):.1f},{scale.y(value):.1f}"


def _axes(picture: Picture, scale: _Scale) -> list[str]:
    parts = []
    for tick, label in zip(scale.ticks, picture.tick_labels()):
        y = f"{scale.y(tick):.1f}"
        parts.append(f'  <path class="grid" d="M{_LEFT} {y}H{scale.right}"/>')
        parts.append(
            f'  <text class="quiet number" x="{_LEFT - 10}" y="{y}" dy="0.35em" text-anchor="end">{label}</text>'
        )
    for k in scale.k_ticks():
        x = f"{scale.x(k):.1f}"
        parts.append(f'  <path class="axis" d="M{x} {_BOTTOM}v5"/>')
        parts.append(f'  <text class="quiet number" x="{x}" y="{_BOTTOM + 21}" text-anchor="middle">{k}</text>')
    middle = (_LEFT + scale.right) / 2
    return [
        *parts,
        f'  <path class="axis" d="M{_LEFT} {_BOTTOM}H{scale.right}"/>',
        f'  <text class="quiet" x="{middle}" y="{_BOTTOM + 44}" text-anchor="middle">k (trials)</text>',
        f'  <text class="quiet" transform="translate(18 {(_TOP + _BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
        f"{escaped(picture.axis)}</text>",
    ]


def _band(curve: Curve, i: int, scale: _Scale) -> list[str]:
    hue = i % len(_LIGHT)
    if len(curve.points) == 1:  # a bar
        (point,) = curve.points
        x = scale.x(point.k) + _aside(i)
        return [f'  <path class="bar s{hue}" d="M{x:.1f} {scale.y(point.lo):.1f}V{scale.y(point.hi):.1f}"/>']
    upper = " ".join(_xy(scale, point.k, point.hi) for point in curve.points)
    lower = " ".join(_xy(scale, point.k, point.lo) for point in reversed(curve.points))
    return [f'  <polygon class="band f{hue}" points="{upper} {lower}"/>']


def _line(curve: Curve, i: int, scale: _Scale) -> list[str]:
    hue, dashed = i % len(_LIGHT), " dashed" if i >= len(_LIGHT) else ""
    if len(curve.points) == 1:
        (point,) = curve.points
        return [f'  <path class="line s{hue}" d="M{scale.x(point.k) + _aside(i) - 5:.1f} {scale.y(point.mu):.1f}h10"/>']
    points = " ".join(_xy(scale, point.k, point.mu) for point in curve.points)
    return [f'  <polyline class="line{dashed} s{hue}" points="{points}"/>']


def _dots(curve: Curve, i: int, scale: _Scale) -> list[str]:
    aside = _aside(i) if len(curve.points) == 1 else 0
    kind = f'class="dot paper s{i % len(_LIGHT)}" r="3.2"'
    places = ((scale.x(point.k) + aside, scale.y(point.value)) for point in curve.points)
    return [f'  <circle {kind} cx="{x:.1f}" cy="{y:.1f}"/>' for x, y in places]


def _aside(i: int) -> int:
    """How far single points of several curves are moved, so that none hides another."""
    return (i + 1) // 2 * (22 if i % 2 else -22)


def _labels(picture: Picture, scale: _Scale) -> list[str]:
    """The names at the ends of their curves, moved apart where they would overlap."""
    ends = sorted((scale.y(curve.points[-1].mu), i) for i, curve in enumerate(picture.curves))
    heights = _apart([y for y, _ in ends])
    parts = []
    for (y, i), height in zip(ends, heights):
        curve, hue, dashed = picture.curves[i], i % len(_LIGHT), " dashed" if i >= len(_LIGHT) else ""
        x = scale.x(curve.points[-1].k) + 6
        name = escaped(shortened(curve.name, _NAME))
        if 1 < curve.points[-1].k == scale.most:
            parts.append(f'  <path class="lead s{hue}" d="M{x:.1f} {y:.1f}L{scale.right + 4} {height:.1f}"/>')
        parts.append(f'  <path class="line{dashed} s{hue}" d="M{scale.right + 4} {height:.1f}h16"/>')
        parts.append(f'  <text x="{scale.right + 26}" y="{height:.1f}" dy="0.35em">{name}</text>')
    return parts


def _apart(heights: list[float]) -> list[float]:
    """Ascending heights, moved apart as little as possible: those that overlap form a group around their middle."""
    step = min(_LABEL, (_HEIGHT - 40) / max(1, len(heights)))
    groups: list[list[float]] = []  # [sum of the wanted tops, members]
    for i, height in enumerate(heights):
        groups.append([height - i * step, 1])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] > groups[-1][0] / groups[-1][1]:
            total, members = groups.pop()
            groups[-1][0] += total
            groups[-1][1] += members
    tops = [total / members for total, members in groups for _ in range(int(members))]
    placed = [top + i * step for i, top in enumerate(tops)]
    shift = max(0.0, 20 - placed[0]) - max(0.0, placed[-1] - (_HEIGHT - 14)) if placed else 0.0
    return [height + shift for height in placed]
