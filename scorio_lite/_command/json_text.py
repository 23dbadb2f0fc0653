"""Parse JSON, whole or in lines. Errors name the line and the column."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from .fields import record
from .grading import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from .source import Text

_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])()')
_COMMENTS = ("#", "//")  # the first characters of a comment line
_BETWEEN = (",", " ", "\t", "\r", "\n")  # values of a sequence
_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_EXPONENTS = (".", "e", "e+", "e-")  # what is left of a number that breaks off
_SHOWN = 9  # the first characters of an object: single quotes in them show that Python wrote it
_CUT_ESCAPE = re.compile("u[0-9a-fA-F]{0,4}")
_decode = json.JSONDecoder(object_pairs_hook=record).raw_decode


class Cut(FileError):
    """The error for JSON that ends too early, but has no fault before its end."""


class Incomplete(Cut):
    """The error for a text that ends between two values, so that it may go on in the next line."""


def parsed(text: str, at: int = 1) -> Any:
    """Parse the JSON in a text that starts in line `at` of its file."""
    inner = text.strip()
    try:
        value, end = _decode(inner)
        if end == len(inner):
            return value
        error: Exception = json.JSONDecodeError("Extra data", inner, end)
    except (ValueError, RecursionError) as caught:
        error = caught
    mended = _TRAILING.sub(lambda found: found[1] or found[2], inner.rstrip(",") if inner.startswith("{") else inner)
    if mended != inner:  # commas after the last entry
        with suppress(ValueError, RecursionError):
            return json.loads(mended, object_pairs_hook=record)
    if (inner.startswith("{") or (inner.startswith("[") and inner.count("{") > 1)) and "'" in inner[:_SHOWN]:
        from ast import literal_eval  # of what Python prints

        with suppress(ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            return json.loads(json.dumps(literal_eval(inner)), object_pairs_hook=record)
    if isinstance(error, json.JSONDecodeError):
        kind = Incomplete if error.pos == len(inner) else Cut if _is_cut(error, inner[error.pos :]) else FileError
        error = json.JSONDecodeError(error.msg, text, error.pos + text.index(inner))
        raise kind(f"line {error.lineno + at - 1}, column {error.colno}: not valid JSON: {error.msg}")
    # nested too deeply, or an integer with too many digits
    raise FileError(f"line {at}: JSON that cannot be read: {error}")


def read_start(first: str, at: int, text: Text) -> tuple[list[tuple[int, Any]], str | None]:
    """Return ([(at, value)], None) if `first`, line `at` of a file, is a complete JSON value; more lines may follow.

    Else read the whole file, and return ([(line, value), ...], why the file breaks off, or "").
    """
    text.may_break_off = True
    try:
        return [(at, parsed(first, at))], None
    except FileError as error:
        is_whole = "Extra data" not in str(error) and first.endswith("\n") and "'" not in first[:_SHOWN]
        if not isinstance(error, Incomplete) and not first.lstrip().startswith("[") and is_whole:
            raise
        whole = first + text.rest(at)
    try:
        return _whole(whole, at)
    except FileError as error:
        raise (FileError(text.broken) if text.broken else error) from None


def _whole(text: str, at: int) -> tuple[list[tuple[int, Any]], str]:
    """Return ([(line, value), ...], why the text breaks off) for the JSON values in a text that starts in line `at`.

    A text breaks off if a killed run left a list open. Most texts have one value and do not break off ("").
    """
    try:
        return [(at, parsed(text, at))], ""
    except FileError as error:
        is_list = text.lstrip().startswith("[")
        found, place, why = _sequence(text, text.index("[") + 1 if is_list else 0, at)
        items: list[Any] = [value for _, value in found]
        if not items or (is_list and not all(isinstance(value, (dict, list)) for value in items)):
            raise
        if why and not _is_cut(why, text[why.pos :].strip()):
            if not is_list:
                parsed(text[place:], at + text[:place].count("\n"))  # raises an error that names the place
            raise
        broken = _breaks_off(error, len(items)) if why or is_list else ""
        return ([(at, items)] if is_list else found), broken


def _breaks_off(error: FileError, records: int) -> str:
    return f"{error}; it breaks off after its record {records:,}"


def _sequence(text: str, place: int, at: int) -> tuple[list[tuple[int, Any]], int, json.JSONDecodeError | None]:
    """Return ([(line, value), ...], the index where they end, the error there or None) for values in a text.

    The first value begins at index `place`, in line `at`. Commas or white space separate the values.
    """
    found: list[tuple[int, Any]] = []
    end = place
    while True:
        while text.startswith(_BETWEEN, place):
            place += 1
        if place == len(text):
            return found, place, None
        at, end = at + text.count("\n", end, place), place
        try:
            value, place = _decode(text, place)
        except json.JSONDecodeError as error:
            return found, place, error
        except (ValueError, RecursionError):  # very long integers, and deep nesting
            return [], place, None
        found.append((at, value))


def _is_cut(error: json.JSONDecodeError, rest: str) -> bool:
    """Whether an error only says that the text ends too early. `rest` is the text from the error on."""
    in_escape = "escape" in error.msg and bool(_CUT_ESCAPE.fullmatch(rest))
    inside = in_escape or rest.lower() in _EXPONENTS or any(word.startswith(rest) for word in _WORDS)
    return error.msg.startswith("Unterminated") or inside


def is_comment(line: str) -> bool:
    return line.lstrip().startswith(_COMMENTS)


def values(blocks: Iterable[str], at: int, text: Text | None = None) -> Iterator[tuple[int, Any]]:
    """Yield (line number, JSON value) for each line from line `at` on, except empty lines and comments.

    Each block has whole lines. If a `text` is given, lines of words, such as those of a log, are skipped, too, and if
    the last line breaks off, `text.broken` says so. A block of flat objects is parsed as a whole, which is faster.
    """
    blocks, records = iter(blocks), 1
    objects: list[Any] | None = []
    for block in blocks:
        objects = None if objects is None else _flat(block)
        if objects is not None:
            yield from enumerate(objects, at)
            records += len(objects)
        else:
            lines = ((i, line) for i, line in enumerate(block.split("\n"), at) if line.strip() and not is_comment(line))
            for i, line in lines:
                if text is not None and _is_note(line):
                    text.passed += 1
                    continue
                try:
                    value = parsed(line, i)
                except Cut as error:
                    if text is None or any(lines) or any(map(str.strip, blocks)):
                        raise
                    text.broken = _breaks_off(error, records)
                    return
                yield i, value
                records += 1
        at += block.count("\n")


def _is_note(line: str) -> bool:
    """Whether a line among objects is a note or a title, as in a log: several words, without brackets or quotes."""
    return " " in line.strip() and any(map(str.isalpha, line)) and not any(mark in line for mark in '{}[]"')


def _flat(text: str) -> list[dict[str, Any]] | None:
    """Return the objects in a text, if each line is surely one object that contains no other; else None."""
    lines = text.count("}\n{") + 1
    # A line begins with its only "{" and ends with its only "}". No JSON string spans lines, so the object ends with
    # its line. If there are as many ":" as fields, no field occurs twice
    whole = text.startswith("{") and text.endswith(("}", "}\n")) and text.count("\n") == lines - (text[-1] == "}")
    if not (whole and text.count("{") == text.count("}") == lines):
        return None
    try:
        objects: list[dict[str, Any]] = json.loads("[" + text.replace("}\n{", "},\n{") + "]")
    except (ValueError, RecursionError):
        return None
    return objects if text.count(":") == sum(map(len, objects)) else None


def canonical(value: Any) -> str:
    """Return the JSON text of a value, with sorted keys: equal values have equal texts."""
    try:
        return json.dumps(value, sort_keys=True, ensure_ascii=False)
    except RecursionError:
        raise FileError("JSON that is nested too deeply") from None
