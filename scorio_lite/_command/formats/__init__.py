"""Read a file: find out what it is from its content, and hand its items to the reader of that format.

A reader puts parsed items, or one parsed document, into a book. It refuses what is wrong and says where.
"""

from __future__ import annotations

from itertools import chain

from ..book import Place
from ..fields import OUTCOME_KEYS, Fields
from ..grading import FileError, shown
from .table import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from ..book import Book
    from ..settings import Settings
    from ..source import Source, Text
    from .table import Format

    Items = Iterable[tuple[int, Any]]


def read(source: Source, book: Book, settings: Settings) -> None:
    """Read the trials of one more file into the book."""
    if source.is_zip:
        from .inspect import read_inspect_zip

        settings.check("inspect", FORMATS["inspect"].options)
        file = source.seekable()
        return read_inspect_zip(file, file.getbuffer().nbytes, book, settings)
    if source.is_parquet:
        from .parquet import rows

        items = rows(source.seekable())
        row = next(items)
        return _read_items("record", row[1], chain((row,), items), book, settings)
    text = source.text(book)
    lines = iter(text)
    for at, first in enumerate(lines, 1):
        start = first.strip()[:1]
        if start and start in "[{":
            return _read_json(at, first, lines, text, book, settings)
        if start:
            return _read_csv(at, chain((first,), lines), book, settings)
    raise FileError("the file is empty")


def _format(item: dict[str, Any], settings: Settings) -> tuple[str, Format]:
    """The format that the options set, or the first that recognises this item."""
    if settings.format:
        name = settings.format
    elif settings.question or settings.outcome:
        name = "records"
    else:
        name = next(name for name, format in FORMATS.items() if format.recognised(item))
    settings.check(name, FORMATS[name].options)
    return name, FORMATS[name]


def _read_json(at: int, first: str, lines: Iterator[str], text: Text, book: Book, settings: Settings) -> None:
    """Read JSON Lines if the first line is a complete value and more follow; otherwise one document."""
    from ..json_text import Incomplete, parsed

    try:
        value = parsed(first, at)
    except Incomplete:
        return _read_document(parsed(first + text.rest(at), at), 0, book, settings)
    second = next(((i, line) for i, line in enumerate(lines, at + 1) if not line.isspace()), None)
    if not second:
        return _read_document(value, at, book, settings)
    later = chain((second,), enumerate(lines, second[0] + 1))
    items = chain(((at, value),), ((i, parsed(line, i)) for i, line in later if not line.isspace()))
    return _read_items("line", value, items, book, settings)


def _read_items(unit: str, first: Any, items: Items, book: Book, settings: Settings) -> None:
    if not isinstance(first, dict):
        return _read_matrix(unit, items, book, settings)
    name, format = _format(first, settings)
    if format.takes == "items":
        return format.read(unit, items, book, settings)
    if name == "matrix":
        raise FileError(f"{unit} {next(iter(items))[0]}: not a list of outcomes but an object")
    raise FileError(f"not a file of {name}: expected one JSON object, got several values")


def _read_document(value: Any, at: int, book: Book, settings: Settings) -> None:
    """Read one JSON value: a list of items, a matrix, a row or a document. `at` is its line; 0 if it spans several."""
    if isinstance(value, dict):
        name, format = _format(value, settings)
        if format.takes == "document":
            return format.read(value, book, settings)
        if name == "records" and not settings.format:
            _check_record(value, Fields.chosen(settings.question, settings.outcome))
        return _read_items("line" if at else "record", value, [(at or 1, value)], book, settings)
    if value and isinstance(value[0], dict):
        return _read_items("record", value[0], enumerate(value, 1), book, settings)
    rows = value if value and isinstance(value[0], list) else [value]
    return _read_matrix("row", enumerate(rows, 1), book, settings)


def _check_record(value: dict[str, Any], fields: Fields) -> None:
    names = {name.strip().lower() for name in value}
    if not names.isdisjoint(fields.questions + fields.outcomes):
        return
    if "results" in names and names & {"configs", "config", "versions"}:
        raise FileError(
            "the file has averages and no trials; lm-evaluation-harness --log_samples writes trials to samples_*.jsonl"
        )
    raise FileError("expected a matrix or a list of records, got a JSON object")


def _read_matrix(unit: str, rows: Items, book: Book, settings: Settings) -> None:
    """Read a matrix: questions in rows, trials in columns. `unit` is what the row numbers count: rows or lines."""
    if settings.format not in (None, "matrix"):
        raise FileError(f"not a file of {settings.format}, but a matrix")
    settings.check("matrix", FORMATS["matrix"].options)
    book.begin("matrix")
    for i, (at, row) in enumerate(rows, 1):
        if not isinstance(row, list):
            raise FileError(f"{unit} {at}: not a list of outcomes but {shown(row)}")
        book.add_row(Place(f"row {i}"), row, f"{unit} {at}")


def _read_csv(at: int, lines: Iterator[str], book: Book, settings: Settings) -> None:
    from .csv_table import Table

    table = Table(at, lines, book.grader.weights is not None)
    fields = Fields.chosen(settings.question, settings.outcome)
    names = {name.lower(): None for name in table.names}
    wanted = settings.question or settings.outcome or settings.format not in (None, "matrix")
    if settings.format == "matrix" or not (wanted or names.keys() & set(fields.outcomes)):
        settings.check("matrix", FORMATS["matrix"].options)
        return table.read_matrix(book)
    if not names:
        raise FileError(
            f"line {at}: not a line of field names; in CSV, {settings.format or 'a file of records'} needs one"
        )
    name, format = _format(names, settings)
    if not format.takes == "items":
        raise FileError(f"not a file of {name}, but CSV")
    return format.read("line", table.records({*OUTCOME_KEYS, *fields.outcomes}), book, settings)
