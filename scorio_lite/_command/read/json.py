"""Parse JSON, whole or in lines. Errors name the line and the column."""

from __future__ import annotations

import json

from ..text import shown
from .item import Refusal, of_line, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Container, Iterable


_BETWEEN = (",", " ", "\t", "\r", "\n")  # what may stand between the values of a sequence
_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity", ".", "e+", "e-", "E+", "E-")  # which may be cut
_decoder = json.JSONDecoder(object_pairs_hook=record)


class Invalid(Refusal):
    """The refusal of a text that is no JSON. `is_cut`: the text ends too early, but has no fault before its end."""

    is_cut = False


def parsed(text: str, at: int = 1) -> Any:
    """Return the value that a JSON text stands for. The text starts in line `at` of its file."""
    try:
        return _decoder.decode(text.rstrip())
    except json.JSONDecodeError as error:
        raise _invalid(error, at) from None
    except (ValueError, RecursionError) as error:  # nested too deeply, or an integer with too many digits
        raise Refusal("json", f"line {at}: JSON that cannot be read: {error}") from None


def _invalid(error: json.JSONDecodeError, at: int = 1) -> Invalid:
    refusal = Invalid("json", f"line {error.lineno + at - 1}, column {error.colno}: not valid JSON: {error.msg}")
    rest = error.doc[error.pos :].strip()
    is_in_text = error.msg.startswith("Unterminated") or ("escape" in error.msg and '"' not in rest)
    refusal.is_cut = is_in_text or any(word.startswith(rest) for word in _WORDS)
    return refusal


def whole(text: str, broken: str = "") -> tuple[list[tuple[int, Any]], str]:
    """Return ([(line, value), ...], why the text breaks off or "") for a text with one JSON value or several.

    A killed run may leave a record, or the list around all, open. Then the records that are complete are read. `broken`
    says why the text breaks off, if that is known already.
    """
    try:
        return [(1, parsed(text))], broken
    except Invalid as error:
        is_list = text.lstrip().startswith("[")
        pairs, why = _sequence(text, text.index("[") + 1 if is_list else 0)
        items: list[Any] = [value for _, value in pairs]
        if {*map(type, items)} not in ({dict}, {list}):
            where = (
                Refusal("cut", f"{error}; the file is cut, or was not written to its end") if error.is_cut else error
            )
            raise (Refusal("damaged", broken) if broken else where) from None
        if why and not why.is_cut:
            raise (error if is_list else why) from None
        if why or is_list:
            broken = _breaks_off(error, len(items))
        return ([(1, items)] if is_list else pairs), broken


def _breaks_off(error: Refusal, records: int) -> str:
    return f"{error}; it breaks off after its record {records:,}"


def _sequence(text: str, place: int) -> tuple[list[tuple[int, Any]], Invalid | None]:
    """Return ([(line, value), ...], the error where they end, or None) for the values in a text from `place` on."""
    pairs: list[tuple[int, Any]] = []
    at, end = 1, 0
    while True:
        while text.startswith(_BETWEEN, place):
            place += 1
        if place == len(text):
            return pairs, None
        at, end = at + text.count("\n", end, place), place
        try:
            value, place = _decoder.raw_decode(text, place)
        except json.JSONDecodeError as error:
            return pairs, _invalid(error)
        except (ValueError, RecursionError):  # very long integers, and deep nesting
            return [], None
        pairs.append((at, value))


def values(lines: Iterable[str], kind: type, skip: Container[int] = ()) -> tuple[list[tuple[int, Any]], str]:
    """Return ([(line, value), ...], why the text breaks off, or "") for lines that have a value each.

    Empty lines and those in `skip` are left out. Refuse a value that is not of this kind: a dict or a list.
    """
    pairs: list[tuple[int, Any]] = []
    numbered = ((at, line) for at, line in enumerate(lines, 1) if line.strip() and at not in skip)
    for at, line in numbered:
        try:
            value = parsed(line, at)
        except Invalid as error:
            if error.is_cut and next(numbered, None) is None:
                return pairs, _breaks_off(error, len(pairs))
            raise of_line("line", error.why, at) from None
        if not isinstance(value, kind):
            what = f"line {at}: not {'a list' if kind is list else 'an object'} but {shown(value)}"
            raise of_line("line", what, at)
        pairs.append((at, value))
    return pairs, ""


def canonical(value: Any) -> str:
    """Return the JSON text of a value, with sorted keys: equal values have equal texts."""
    try:
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    except RecursionError:
        raise Refusal("json", "JSON that is nested too deeply") from None
