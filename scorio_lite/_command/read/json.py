"""Parse a text with one JSON value, or with a value in each line. Errors of syntax name line and column."""

from __future__ import annotations

import json
import re

from ..text import shown
from .item import Refusal, of_line, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Container, Iterable

_BETWEEN = re.compile(r"[,\s]*")  # what may stand between objects
_decoder = json.JSONDecoder(object_pairs_hook=record)


def parsed(text: str, at: int = 1) -> Any:
    """Return the value of a JSON text, or raise a Refusal. The text starts in line `at` of its file."""
    try:
        if text[:1] == "{":
            value, end = _decoder.raw_decode(text)  # takes two thirds of the time of `decode`
            if end == len(text):
                return value
        return _decoder.decode(text.rstrip())
    except (ValueError, RecursionError) as error:
        raise _refusal(error, at) from None


def _refusal(error: Exception, at: int = 1) -> Refusal:
    """Return the Refusal for an error of the decoder in a text that starts in line `at` of its file."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, json.JSONDecodeError):
        return Refusal("json", f"line {error.lineno + at - 1}, column {error.colno}: not valid JSON: {error.msg}")
    return Refusal("json", f"line {at}: JSON that cannot be read: {error}")  # too deep, or an integer of many digits


def whole(text: str) -> list[tuple[int, Any]]:
    """Return [(line, value), ...] for a text with one JSON value, or with several objects. Refuse other texts."""
    pairs: list[tuple[int, Any]] = []
    start, place, at = 0, len(text) - len(text.lstrip()), 1
    while place < len(text):
        at += text.count("\n", start, place)
        try:
            value, end = _decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            why = _refusal(error)
            is_cut = "Unterminated" in why.why or not text[getattr(error, "pos", 0) :].strip()
            raise Refusal("cut", f"{why}; the file is cut, or was not written to its end") if is_cut else why from None
        if pairs and not isinstance(value, dict):
            raise Refusal("json", f"line {at}: {shown(value)} stands after an object")
        pairs.append((at, value))
        start, place = place, _BETWEEN.match(text, end).end()  # type: ignore[union-attr]
    return pairs


def values(lines: Iterable[str], kind: type, skip: Container[int] = ()) -> tuple[list[tuple[int, Any]], str]:
    """Return ([(line, value), ...], why) for lines with a JSON value each. `why` is "" unless the last line breaks off.

    Empty lines, and lines whose number is in `skip`, are left out. Refuse a value that is not of this `kind`.
    """
    pairs: list[tuple[int, Any]] = []
    numbered = ((at, line) for at, line in enumerate(lines, 1) if line.strip() and at not in skip)
    for at, line in numbered:
        try:
            value = parsed(line, at)
        except Refusal as error:
            if error.code == "json" and next(numbered, None) is None:
                return pairs, f"{error.why}; it breaks off after its record {len(pairs):,}"
            is_twice = error.code == "twice"
            raise of_line("twice" if is_twice else "line", f"line {at}: " * is_twice + error.why, at) from None
        if not isinstance(value, kind):
            what = f"line {at}: not {'a list' if kind is list else 'an object'} but {shown(value)}"
            raise of_line("line", what, at)
        pairs.append((at, value))
    return pairs, ""


def canonical(value: Any) -> str:
    """Return the JSON text of a value, with sorted keys, so that equal values have equal texts."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
