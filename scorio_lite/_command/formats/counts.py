"""Counts in place of trials: how many trials a question has, and how many of them succeeded."""

from __future__ import annotations

from ..grading import FileError, is_missing, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book

_MOST = 10**6  # trials of a question


def counted(item: dict[str, Any], trials: str, successes: str, place: str, book: Book) -> tuple[int, int] | None:
    """The numbers of failures and of successes, in these fields; None if both are empty."""
    if not book.grader.is_plain:
        raise FileError(f"{place}: {shown(successes)} counts successes; --threshold and --weights need single outcomes")
    if book.ordered:
        raise FileError(f"{place}: {shown(successes)} counts successes; --missing truncate needs single outcomes")
    if is_missing(item[trials]) and is_missing(item[successes]):
        return None
    n, c = (_whole(item[name], f"{place}, field {shown(name)}") for name in (trials, successes))
    if n > _MOST:
        raise FileError(f"{place}, field {shown(trials)}: {n:,}; at most {_MOST:,} trials are read")
    if c > n:
        raise FileError(f"{place}: {shown(successes)} is {c:,}, and {shown(trials)} is {n:,}; use --counts N,C")
    return n - c, c


def _whole(value: Any, place: str) -> int:
    """A whole number, which a table may spell 2.0."""
    text = str(value).strip() if type(value) in (int, float, str) else ""
    text = text[:-2] if text.endswith(".0") else text
    if not text.isdecimal() or len(text) > 15:
        raise FileError(f"{place}: {shown(value)} is not a number of trials")
    return int(text)
