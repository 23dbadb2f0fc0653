"""SVG pictures: no script, no reference, readable on light and dark backgrounds. Curves are drawn here."""

from __future__ import annotations

from math import log2

from .text import columns, in_one_line, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .curves import Curve, Picture

WIDE, NARROW = 800, 360  # pictures, in pixels; the narrow ones are for pages on telephones
SIZE = 13  # of letters
_HEIGHT = 396
_LEFT, _TOP, _BOTTOM = 74, 14, 338  # of the plot
_LABEL = 22  # least distance of two labels
_LINEAR = 16  # the axis is linear up to this k, and logarithmic if k goes further
_NOTE = 104  # characters in a line
# Eight hues. Further curves have the same hues, dashed.
_LIGHT = ("#0a66c2", "#c2410c", "#047857", "#7e22ce", "#a16207", "#be185d", "#0e7490", "#6b4423")
_DARK = ("#6cb2ff", "#ff9d66", "#4fd6a5", "#c99bff", "#e8c252", "#ff8fbd", "#67d4e8", "#d3a781")


def _hues(colours: Sequence[str]) -> str:
    return "\n".join(f"svg .s{i} {{ stroke: {one}; }} svg .f{i} {{ fill: {one}; }}" for i, one in enumerate(colours))


# Every picture has the same style, so several can stand in one page, which has it once.
STYLE = f"""\
svg text {{ font: {SIZE}px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1f2328; }}
svg .title {{ font-size: 17px; font-weight: 600; }}
svg .quiet {{ fill: #59636e; font-size: 12.5px; }}
svg .number {{ font-variant-numeric: tabular-nums; }}
svg .paper {{ fill: #ffffff; }}
svg .grid {{ stroke: #e1e5ea; }}
svg .axis {{ stroke: #8b949e; }}
svg .line {{ fill: none; stroke-width: 2.25; stroke-linejoin: round; stroke-linecap: round; }}
svg .dashed {{ stroke-dasharray: 7 4; }}
svg .dot {{ stroke-width: 1.75; }}
svg .band {{ fill-opacity: 0.13; stroke-opacity: 0.4; }}
svg .faint {{ fill-opacity: 0.08; stroke-opacity: 0.15; }}
svg .bar {{ stroke-width: 9; stroke-opacity: 0.25; }}
svg .lead {{ fill: none; stroke-width: 1; stroke-opacity: 0.55; }}
{_hues(_LIGHT)}
@media screen and (prefers-color-scheme: dark) {{
svg text {{ fill: #e6edf3; }}
svg .quiet {{ fill: #9da7b3; }}
svg .paper {{ fill: #0d1117; }}
svg .grid {{ stroke: #262c36; }}
svg .axis {{ stroke: #6e7681; }}
{_hues(_DARK)}
}}
"""


def svg(picture: Picture, inside: str = "") -> str:
    """The curves as a file, or inside a page: a wide or a narrow drawing."""
    scale = _Scale(picture, NARROW if inside == "narrow" else WIDE)
    parts = _axes(picture, scale)
    curves = list(enumerate(picture.curves))
    # Bands are behind all lines, and dots in front of them.
    kind = "faint" if picture.is_crowded else "band"
    parts += [_band(curve, i, scale, kind) for i, curve in curves]
    parts += [_line(curve, i, scale) for i, curve in curves]
    if not picture.is_crowded:
        parts += [dot for i, curve in curves for dot in _dots(curve, i, scale)]
    return framed([*parts, *_labels(picture, scale)], _HEIGHT, picture.title, picture.note, inside)


def framed(parts: Sequence[str], height: int, title: str, note: str, inside: str) -> str:
    """A drawing that starts at y = 0: as a file with its title and note above; or as a part of a page, which has both
    and the style. `inside` is then its class, "wide" or "narrow"."""
    from textwrap import wrap

    lines = wrap(in_one_line(note), _NOTE)
    top = 0 if inside else 46 + 18 * len(lines)
    across = NARROW if inside == "narrow" else WIDE
    size = f'viewBox="0 {-top} {across} {height + top}" width="{across}" height="{height + top}"'
    kind = f'class="{inside}"' if inside else 'xmlns="http://www.w3.org/2000/svg"'
    head = [f'<svg {kind} {size} role="img">', f"  <title>{escaped(in_one_line(title))}</title>"]
    if not inside:
        head += [
            f"  <desc>{escaped(in_one_line(note))}</desc>",
            f"  <style>\n{STYLE}  </style>",
            f'  <rect class="paper" y="{-top}" width="{WIDE}" height="{height + top}"/>',
            f'  <text class="title" x="24" y="{32 - top}">{escaped(fitted(title, (WIDE - 48) * SIZE / 18))}</text>',
        ]
        head += [
            f'  <text class="quiet" x="24" y="{54 - top + 18 * i}">{escaped(line)}</text>'
            for i, line in enumerate(lines)
        ]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def width(text: str) -> float:
    """About the width of a text: rather more, since fonts differ."""
    broad = sum(map(text.count, "MW@%mw"))
    return SIZE * (0.63 * columns(text) + 0.12 * sum(map(str.isupper, text)) + 0.25 * broad)


def fitted(text: str, most: float) -> str:
    """A name shortened to a width."""
    room = int(most / SIZE / 0.63)
    while width(shortened(text, room)) > most:
        room -= 1
    return shortened(text, room)


class _Scale:
    """The place of a k and of a value in the picture."""

    def __init__(self, picture: Picture, across: int) -> None:
        self.widest = across * 0.32  # label
        self.right = round(across - 42 - max(width(fitted(curve.name, self.widest)) for curve in picture.curves))
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
        ks = list(range(1, self.most + 1))
        if not self._is_linear or len(self._apart(ks)) < len(ks):
            ks = self._apart(sorted({*(2**i for i in range(self.most.bit_length())), self.most}))
        return ks

    def _apart(self, ks: list[int]) -> list[int]:
        """The first and the last, and as many of the others as do not touch."""
        kept = ks[-1:]
        for k in reversed(ks[:-1]):
            if self.x(kept[0]) - self.x(k) > width(f"{k}{kept[0]}") / 2 + 4:
                kept.insert(0, k)
        return [*ks[:1], *kept[1:]] if len(kept) > 1 else kept


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


def _band(curve: Curve, i: int, scale: _Scale, kind: str) -> str:
    hue = i % len(_LIGHT)
    if len(curve.points) == 1:  # a bar
        (point,) = curve.points
        x = scale.x(point.k) + _aside(i)
        return f'  <path class="bar s{hue}" d="M{x:.1f} {scale.y(point.lo):.1f}V{scale.y(point.hi):.1f}"/>'
    upper = " ".join(_xy(scale, point.k, point.hi) for point in curve.points)
    lower = " ".join(_xy(scale, point.k, point.lo) for point in reversed(curve.points))
    return f'  <polygon class="{kind} f{hue} s{hue}" points="{upper} {lower}"/>'


def _line(curve: Curve, i: int, scale: _Scale) -> str:
    hue, dashed = i % len(_LIGHT), " dashed" if i >= len(_LIGHT) else ""
    if len(curve.points) == 1:
        (point,) = curve.points
        x = scale.x(point.k) + _aside(i) - 5
        return f'  <path class="line s{hue}" d="M{x:.1f} {scale.y(point.value):.1f}h10"/>'
    points = " ".join(_xy(scale, point.k, point.value) for point in curve.points)
    return f'  <polyline class="line{dashed} s{hue}" points="{points}"/>'


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
    ends = sorted((scale.y(curve.points[-1].value), i) for i, curve in enumerate(picture.curves))
    heights = _apart([y for y, _ in ends])
    parts = []
    for (y, i), height in zip(ends, heights):
        curve, hue, dashed = picture.curves[i], i % len(_LIGHT), " dashed" if i >= len(_LIGHT) else ""
        x = scale.x(curve.points[-1].k) + 6
        name = escaped(fitted(curve.name, scale.widest))
        if 1 < curve.points[-1].k == scale.most:
            parts.append(f'  <path class="lead s{hue}" d="M{x:.1f} {y:.1f}L{scale.right + 4} {height:.1f}"/>')
        parts.append(f'  <path class="line{dashed} s{hue}" d="M{scale.right + 4} {height:.1f}h16"/>')
        parts.append(f'  <text x="{scale.right + 26}" y="{height:.1f}" dy="0.35em">{name}</text>')
    return parts


def _apart(heights: list[float]) -> list[float]:
    """Ascending heights, moved apart as little as possible: those that overlap form a group around their middle."""
    step = min(_LABEL, (_HEIGHT - 10) / max(1, len(heights)))
    groups: list[list[float]] = []  # [sum of the wanted tops, members]
    for i, height in enumerate(heights):
        groups.append([height - i * step, 1])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] > groups[-1][0] / groups[-1][1]:
            total, members = groups.pop()
            groups[-1][0] += total
            groups[-1][1] += members
    tops = [total / members for total, members in groups for _ in range(int(members))]
    placed = [top + i * step for i, top in enumerate(tops)]
    shift = max(0.0, 10 - placed[0]) - max(0.0, placed[-1] - (_HEIGHT - 10)) if placed else 0.0
    return [height + shift for height in placed]
