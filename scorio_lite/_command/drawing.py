"""What all drawings share: their widths, and words in them."""

from __future__ import annotations

import re

from .text import NAME_COLUMNS, columns, shortened, wrap

WIDE, SMALL = 880, 420  # pixels of a file, and of a picture on a page: a telephone shrinks it a little
SIZE = 13  # of letters
LINE = 16  # from one line of letters to the next
GREY = 8  # the hue of what is below the best, and of a curve for comparison


def typeset(text: str) -> str:
    """Numbers with minus signs, and with dashes between ranks."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2013", re.sub(r"(?<![\w.)\]])-(?=[\d.])", "\u2212", text))


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
