"""SVG files and elements of pictures, without scripts or links, readable on light and dark backgrounds; and letters."""

from __future__ import annotations

import re
from html import escape

from ..text import NAME_COLUMNS, columns, in_one_line, shortened, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .picture import Picture

    Drawing = tuple[str, str, list[str], float]  # a panel: its name, its numbers in words, marks, and how tall it is

WIDE, SMALL = 880, 420  # pixels of a file, and of a panel on a page, at most: a telephone shrinks it a little
_PAGE = 1024  # pixels of all panels that stand beside each other on a page
SIZE = 13  # of letters
LINE = 16  # from one line of letters to the next
EDGE, GAP = 24, 14  # pixels beside a picture, and between its columns
_NOTE = 114  # characters in a line
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
    across = beside(picture, 3)
    wide = (WIDE - 2 * EDGE - GAP * (across - 1)) / across
    marks, y = [f"  <style>\n{STYLE}  </style>", '  <rect class="paper" width="100%" height="100%"/>'], 32.0
    lines = [("title", line, 22) for line in lines_of(picture.title, (WIDE - 2 * EDGE) * SIZE / 18)]
    lines += [("quiet", line, 18) for line in wrap(in_one_line(picture.note), _NOTE)]
    for kind, line, step in lines:
        marks.append(words(line, EDGE, y, kind))
        y += step
    drawn = picture.draw(wide)
    for first in range(0, len(drawn), across):
        row = drawn[first : first + across]
        for i, (_, _, panel, _) in enumerate(row):
            marks += [f'  <g transform="translate({EDGE + i * (wide + GAP):.1f} {y})">', *panel, "  </g>"]
        y += max(tall for *_, tall in row) + 8
    said = " ".join(words for _, words, _, _ in drawn)
    return _framed(picture.title, said, marks, y, WIDE, 'xmlns="http://www.w3.org/2000/svg" ')


def drawings(picture: Picture) -> list[str]:
    """Return the SVG elements of a picture for a page: one for each panel."""
    wide = min(SMALL, _PAGE // beside(picture, 4))
    return [_framed(*panel, wide) for panel in picture.draw(wide)]


def beside(picture: Picture, most: int) -> int:
    """Return how many panels of a picture stand beside each other, so that all rows are nearly full."""
    return -(-picture.count // -(-picture.count // most))


def _framed(title: str, words: str, marks: Sequence[str], tall: float, wide: float, kind: str = "") -> str:
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
