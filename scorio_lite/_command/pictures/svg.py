"""Write pictures as SVG, without scripts and links, for light and dark backgrounds. Measure the width of texts."""

from __future__ import annotations

import re
from html import escape

from ..text import NAME_COLUMNS, columns, in_one_line, shortened, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .picture import Panel, Picture

WIDE = 420  # pixels of a panel; a telephone shrinks it a little
_LETTER = 8.6  # pixels, more than most letters have
LINE = 16  # from one line of letters to the next
EDGE, GAP = 24, 14  # pixels beside a picture, and between its columns
_ACROSS = 3  # panels in a row of a file, at most

# Every picture has the same style, so a page of several has it once.
STYLE = """\
svg text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1f2328; }
svg .title { font-size: 17px; font-weight: 600; }
svg .quiet { fill: #59636e; font-size: 12.5px; }
svg .number { font-variant-numeric: tabular-nums; }
svg .paper, svg .dot { fill: #ffffff; }
svg .grid { stroke: #d8dee4; }
svg .axis { stroke: #8b949e; }
svg .line { fill: none; stroke-width: 2.25; stroke-linejoin: round; stroke-linecap: round; }
svg .band { fill: #0a66c2; fill-opacity: 0.13; stroke-opacity: 0.4; }
svg .line, svg .dot, svg .band { stroke: #0a66c2; }
svg .grey { stroke: #59636e; }
@media screen and (prefers-color-scheme: dark) {
svg text { fill: #e6edf3; }
svg .quiet { fill: #9da7b3; }
svg .paper, svg .dot { fill: #0d1117; }
svg .grid { stroke: #2a313c; }
svg .axis { stroke: #6e7681; }
svg .band { fill: #6cb2ff; }
svg .line, svg .dot, svg .band { stroke: #6cb2ff; }
svg .grey { stroke: #9da7b3; }
}
"""


def svg(title: str, picture: Picture) -> str:
    """Return the text of an SVG file: the title, the note, and the panels of the picture, a few in each row."""
    panels = picture.panels
    across = -(-len(panels) // -(-len(panels) // _ACROSS))
    wide = across * (WIDE + GAP) - GAP
    marks, y = [f"  <style>\n{STYLE}  </style>", '  <rect class="paper" width="100%" height="100%"/>'], 32.0
    lines = [("title", line, 22) for line in lines_of(title, wide * 13 / 17)]
    lines += [("quiet", line, 18) for line in wrap(in_one_line(picture.note), wide // 7)]
    for kind, line, step in lines:
        marks.append(words(line, EDGE, y, kind))
        y += step
    for first in range(0, len(panels), across):
        row = panels[first : first + across]
        for i, panel in enumerate(row):
            marks += [f'  <g transform="translate({EDGE + i * (WIDE + GAP)} {y})">', *panel.marks, "  </g>"]
        y += max(panel.tall for panel in row) + 8
    said = " ".join(panel.said for panel in panels)
    return _framed(title, said, marks, y, wide + 2 * EDGE, 'xmlns="http://www.w3.org/2000/svg" ')


def draw_panel(panel: Panel) -> str:
    return _framed(panel.name, panel.said, panel.marks, panel.tall, WIDE)


def _framed(title: str, said: str, marks: Sequence[str], tall: float, wide: float, kind: str = "") -> str:
    size = f'viewBox="0 0 {wide} {tall:.0f}" width="{wide}" height="{tall:.0f}"'
    head = [f'<svg {kind}{size} role="img">', f"  <title>{escape(in_one_line(title))}</title>"]
    return "\n".join([*head, f"  <desc>{escape(in_one_line(said))}</desc>", *marks, "</svg>"]) + "\n"


# Letters


def typeset(text: str) -> str:
    """Return a text with true minus signs before numbers, and dashes in ranges of ranks."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2013", re.sub(r"(?<![\w.)\]])-(?=[\d.])", "\u2212", text))


def words(text: str, x: float, y: float, kind: str = "", anchor: str = "") -> str:
    style = (f' class="{kind}"' if kind else "") + (f' text-anchor="{anchor}"' if anchor else "")
    text = typeset(text) if "number" in kind else text
    return f'  <text{style} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def width(text: str) -> float:
    """Return about how wide a text is, in pixels: usually a little too much."""
    return _LETTER * columns(text)


def lines_of(text: str, most: float) -> list[str]:
    """Return the lines of a name, broken at about `most` pixels. A very long name is cut short."""
    return wrap(shortened(text, NAME_COLUMNS), max(1, int(most / _LETTER)))
