"""Result files: which format one has, seen from its content, and JSON.

A reader takes the lines of one format to a tally, and says what is wrong and where. A new format is one more reader.
"""

from __future__ import annotations

import json
from itertools import chain
from typing import IO, Any, Iterable, Iterator

from ._csv_table import read_csv
from ._records import OUTCOME_KEYS, QUESTION_KEYS, read_records, record
from ._trials import FileError, Place, is_outcome, outcome, shown, tallied
from .tally import Tally

_decode = json.JSONDecoder(object_pairs_hook=record).raw_decode


class _Incomplete(FileError):
    """JSON that ends too early, and has nothing wrong before."""


def read(file: IO[str]) -> Tally:
    """The tally of a result file, opened with `errors="surrogateescape"`."""
    lines = (_checked(line, i) for i, line in enumerate(file, 1))
    for at, first in enumerate(lines, 1):
        start = first.strip()[:1]
        if start and start in "[{":
            return _read_json(at, first, lines, file)
        if start:
            return read_csv(at, chain((first,), lines))
    raise FileError("the file is empty")


def _checked(text: str, at: int) -> str:
    """A piece of the file from line `at` on, unless it is no text."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            if text[:2] in ("\udcff\udcfe", "\udcfe\udcff"):
                raise FileError("a file in UTF-16; save it in UTF-8") from None
            at += text.count("\n", 0, error.start)
            byte = ord(text[error.start]) & 0xFF
            raise FileError(f"line {at}: not a text file in UTF-8 (byte 0x{byte:02x}); save it in UTF-8") from None
    if "\0" in text:
        raise FileError(f"line {at + text.count(chr(10), 0, text.index(chr(0)))}: not a text file (it has a zero byte)")
    return text


def _read_json(at: int, first: str, lines: Iterator[str], file: IO[str]) -> Tally:
    """JSON in lines, where the first line is all of a value and others follow; else one document."""
    try:
        value = _parsed(first, at)
    except _Incomplete:
        return _read_document(_parsed(first + _checked(file.read(), at + 1), at))
    second = next(((i, line) for i, line in enumerate(lines, at + 1) if not line.isspace()), None)
    if not second:
        return _read_document(value, at)
    later = chain((second,), enumerate(lines, second[0] + 1))
    items = chain(((at, value),), ((i, _parsed(line, i)) for i, line in later if not line.isspace()))
    return read_records("line", items) if isinstance(value, dict) else tallied(_matrix("line", items))


def _parsed(text: str, at: int) -> Any:
    """The JSON in a text that starts in line `at` of its file."""
    inner = text.strip()
    try:
        value, end = _decode(inner)
        if end == len(inner):
            return value
        error: Exception = json.JSONDecodeError("Extra data", inner, end)
    except (ValueError, RecursionError) as caught:
        error = caught
    if isinstance(error, json.JSONDecodeError):
        error = json.JSONDecodeError(error.msg, text, error.pos + text.index(inner))
        kind = _Incomplete if error.pos == len(text.rstrip()) else FileError
        raise kind(f"line {error.lineno + at - 1}, column {error.colno}: not valid JSON: {error.msg}")
    # nested too deeply, or an integer of too many digits
    raise FileError(f"line {at}: JSON that cannot be read: {str(error)[:99]}")


def _read_document(value: Any, at: int = 0) -> Tally:
    """A matrix, a row of one, or a list of records; or one record alone, in line `at` if that is all of it."""
    if isinstance(value, dict):
        if {name.strip().lower() for name in value}.isdisjoint(QUESTION_KEYS + OUTCOME_KEYS):
            raise FileError("a JSON object, where a matrix or a list of records is wanted")
        return read_records("line", [(at, value)]) if at else read_records("record", [(1, value)])
    if value and isinstance(value[0], dict):
        return read_records("record", enumerate(value, 1))
    rows = value if value and isinstance(value[0], list) else [value]
    return tallied(_matrix("row", enumerate(rows, 1)))


def _matrix(unit: str, rows: Iterable[tuple[int, Any]]) -> Iterator[tuple[str, int, int]]:
    """The place of each row, its failures and successes."""
    for i, row in rows:
        place = f"{unit} {i}"
        if not isinstance(row, list):
            raise FileError(f"{place}: not a list of outcomes but {shown(row)}")
        for j, value in enumerate(row, 1):
            if not is_outcome(value):
                outcome(value, f"{place}, column {j}")
        successes = int(sum(row))
        yield Place(place), len(row) - successes, successes
