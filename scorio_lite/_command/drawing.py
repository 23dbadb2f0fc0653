"""What all drawings share: their widths, and words in them."""

from __future__ import annotations

import re

from .text import NAME_COLUMNS, columns, shortened, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .pictures import Picture

WIDE, SMALL = 880, 420  # pixels of a file, and of a picture on a page: a telephone shrinks it a little
SIZE = 13  # of letters
LINE = 16  # from one line of letters to the next
GREY = 8  # the hue of what is below the best, and of a curve for comparison


def typeset(text: str) -> str:
    """Write numbers with minus signs, and ranges of ranks with dashes."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2013", re.sub(r"(?<![\w.)\]])-(?=[\d.])", "\u2212", text))


def grid(picture: Picture, left: float, right: float, y: Callable[[float], float]) -> list[str]:
    """A line for each tick of the values, with its label on the left."""
    parts = []
    for tick, label in zip(picture.ticks(), picture.tick_labels()):
        parts.append(f'  <path class="grid" d="M{left:.1f} {y(tick):.1f}H{right:.1f}"/>')
        parts.append(words(label, left - 8, y(tick) + 4.5, "quiet number", "end"))
    return parts


def titles(picture: Picture, across: str, left: float, right: float, top: float, bottom: float) -> list[str]:
    """The titles of both axes: across, and upright."""
    place = f"translate(18 {(top + bottom) / 2}) rotate(-90)"
    upright = f'  <text class="quiet" transform="{place}" text-anchor="middle">{escape(picture.axis)}</text>'
    return [words(fit(across, right - left), (left + right) / 2, bottom + 44, "quiet", "middle"), upright]


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def words(text: str, x: float, y: float, kind: str = "", anchor: str = "") -> str:
    style = (f' class="{kind}"' if kind else "") + (f' text-anchor="{anchor}"' if anchor else "")
    text = typeset(text) if "number" in kind else text
    return f'  <text{style} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def width(text: str) -> float:
    """Estimate the width of a text, rather too high, since fonts differ."""
    broad = sum(map(text.count, "MW@%mw"))
    return SIZE * (0.63 * columns(text) + 0.12 * sum(map(str.isupper, text)) + 0.25 * broad)


def fit(text: str, most: float) -> str:
    """Shorten a name to a width."""
    room = int(most / SIZE / 0.63)
    while room > 1 and width(shortened(text, room)) > most:
        room -= 1
    return shortened(text, room)


def lines_of(text: str, most: float) -> list[str]:
    """Break a name into lines of a width."""
    text, room = shortened(text, NAME_COLUMNS), max(1, int(most / SIZE / 0.63))
    while room > 1 and max(map(width, wrap(text, room))) > most:
        room -= 1
    return wrap(text, room)
