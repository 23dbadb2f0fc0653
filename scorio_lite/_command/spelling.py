"""The forms of names and texts in which they are compared."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def as_whole(text: str) -> str:
    """A name without the .0 that pandas appends to a number."""
    return text[:-2] if text.endswith(".0") and text[text.startswith("-") : -2].isdecimal() else text


def plain_form(text: str) -> str:
    """A text in the normal form of Unicode, with plain blanks and no marks that have no width."""
    if text.isascii():
        return " ".join(text.split())
    from unicodedata import category, normalize

    return " ".join("".join(mark for mark in normalize("NFKC", text) if category(mark) != "Cf").split())


def folded(text: str) -> str:
    """The form of a text that all of its spellings have in common."""
    return plain_form(text).casefold()


def plain_text(text: Any, depth: int = 4) -> Any:
    """The hashable part of a text, or of a list of messages or their parts; without the system message of the run."""
    if isinstance(text, list) and depth:
        return tuple([plain_text(part, depth - 1) for part in text if not _is_system(part)])
    if isinstance(text, dict) and depth:
        return plain_text(text.get("content", text.get("text")), depth - 1)
    return None if isinstance(text, (list, dict)) else str(text).strip()


def _is_system(part: Any) -> bool:
    return isinstance(part, dict) and part.get("role") in ("system", "developer")
