"""Read a file: recognise its format by the content, and pass its items (records) to the reader of the format.

A reader puts parsed items, or one parsed document, into a book, which counts the trials. Errors name the place.
"""

from __future__ import annotations

import re
from copy import copy
from itertools import chain, islice

from ..book import Book
from ..fields import LAST_KEYS, OUTCOME_KEYS, QUESTION_KEYS, RUN_KEYS, numbered_fields, reached, usual_name, usual_names
from ..formats.table import FORMATS, Format, format_of
from ..grading import FileError, is_missing, shown, typed_as
from ..item import Item, Items
from ..settings import OF_READERS, Settings
from ..source import Source, Text
from .around import records_among
from .cells import ticks_in
from .documents import choose_template, nothing_fits, records_in_columns, refuse_averages
from .excerpts import Ahead, Lines
from .families import template_of_columns
from .loop import read_records
from .objects import fields_of_objects, is_of_trial, with_names, with_objects
from .templates import VALUE, at_records, split_of, steps_of
from .usual import MEANS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .rows import CsvTable

_AHEAD = 200  # lines that show where the records begin
_FIRST = 20  # records that show their shape
# Patterns of the first line, for files that cannot be read as CSV.
_LIKE = {
    "YAML": r"(---|%YAML.*|\s*-(\s+\S.*)?|[^\s,;#:][^,;:]*:(\s.*)?)$",
    "what Python prints": r"\s*\[?\s*\{'[^']+':",
    "TOML": r"\[\[?[A-Za-z_][\w.-]*\]\]?\s*$",
}
_RUNS = (*RUN_KEYS, "agent", "engine", "provider", "experiment", "experiment_name")  # name runs in items of harnesses
_ROWS = ("header", "no_header")  # options of CSV


def read(source: Source, book: Book, settings: Settings) -> None:
    """Read the trials of one more file into the book."""
    if source.packing == "zip":
        from ..formats.inspect import read_inspect_zip

        settings.check("inspect", FORMATS["inspect"].options)
        file = source.seekable()
        return read_inspect_zip(file, file.getbuffer().nbytes, book, settings)
    if source.packing == "parquet":
        from .parquet import rows

        return _read_items(Items("record", rows(source.seekable())), book, settings)
    text = source.text(book, settings.encoding)
    text = Lines(text, settings.lines) if settings.lines else text
    if settings.line:
        return _read_lines(text, book, settings)
    lines = iter(text)
    at = 0
    empty: list[str] = []  # comments, and lines of tabs, which in CSV are rows of empty cells
    for at, first in enumerate(lines, 1):
        start = first.strip()
        is_comment = start.startswith(("#", "//"))
        if start.startswith(("[", "{")):
            _as_json(at, first, lines, text, book, settings)
            return _note_passed(text, book)
        if start and not is_comment:
            break
        if empty or "\t" in first or is_comment:
            empty.append(first)
    else:
        at, first = at + 1, ""
    if any(map(str.strip, (*empty, first))):
        return _read_text(at - len(empty), [*empty, first], lines, text, book, settings)
    raise FileError("the file is empty")


def _read_lines(text: Text, book: Book, settings: Settings) -> None:
    from .text_lines import items_of_lines

    items, told = items_of_lines(text, settings)
    _read_items(items, book, told)
    _note_passed(text, book)
    for one in (book, *book.runs.values()):
        named = [way for way in one.read.options if not re.fullmatch(r"--(\w+)=\1", way)]
        one.read.options = [*(f"--line={template}" for template in settings.line or ()), *named]


def _read_text(at: int, head: list[str], lines: Iterator[str], text: Text, book: Book, settings: Settings) -> None:
    """Read a text that does not begin with JSON: a table, or JSON among other lines. `head` has its first lines."""
    sample = [*head, *islice(lines, _AHEAD)]
    start, keep = records_among(sample)
    around: Text = Ahead(text, sample[start:], lines)
    around = Lines.of(around, keep) if keep else around
    around.passed += sum(not line.isspace() for line in sample[:start])
    rest = iter(around)
    first = next(rest)
    if first.lstrip()[:1] == "{":
        _as_json(at + start, first, rest, around, book, settings)
    else:
        _read_csv(at + start, chain((first,), rest), around, book, settings)
    _note_passed(around, book)


def _note_passed(text: Text, book: Book) -> None:
    for one in (book, *book.runs.values()):
        one.read.passed += text.passed


def kind_of(source: Source) -> tuple[str, Any, bool]:
    """Return (format of a file, its first record or its document, whether the file is a single object)."""
    if source.packing == "zip":
        return "inspect", {}, False
    is_alone = False
    if source.packing == "parquet":
        from .parquet import rows

        _, value = next(rows(source.seekable()))
    else:
        from ..json_text import is_comment, read_start

        text = source.text(())
        lines = ((i, line) for i, line in enumerate(text, 1) if not (line.isspace() or is_comment(line)))
        at, first = next(lines, (0, ""))
        if first.strip()[:1] not in ("[", "{"):
            return "matrix", None, False
        found, _ = read_start(first, at, text)
        value = found[0][1]
        is_alone = isinstance(value, dict) and len(found) == 1 and all(map(str.isspace, text))
    item = value[0] if isinstance(value, list) and value else value
    if not isinstance(item, dict):
        return "matrix", None, False
    return format_of(item), item, is_alone


def _read_at(items: Items, are_lines: bool, book: Book, settings: Settings) -> None:
    """Read the records at all addresses that fit the template of --at. A coordinate, such as run, becomes a field."""
    settings.check("records", FORMATS["records"].options)
    template = settings.at or ""
    steps, tail = split_of(template)
    told = settings.with_options(at=None)
    if told.trials and usual_name(told.trials) in {usual_name(step.text) for step in steps}:
        told.trials = None
    for role in (role for step in steps for role in step.roles if role):
        setattr(told, role, getattr(told, role) or role)
    records = at_records(items.pairs, template, are_lines)
    first = next(records)
    if tail or VALUE in first[1]:
        told.outcome = told.outcome or (None if told.counts else ".".join(tail) or VALUE)
    pairs = chain((first,), records)
    unit = items.unit if are_lines else "record"
    found = Items(unit, pairs if are_lines else enumerate((one for _, one in pairs), 1))
    read_records(found, book, told, "records", None, template)


def _format(item: dict[str, Any], settings: Settings) -> tuple[str, Format]:
    """Return (name, Format) of the format that --format names; without it, of the first format that knows the item."""
    name = settings.format or ("records" if _names_fields(settings) else format_of(item))
    return name, FORMATS[name]


def _read_json(at: int, first: str, lines: Iterator[str], text: Text, book: Book, settings: Settings) -> None:
    """Read JSON Lines if the first line is a value and more follow; else a document. Note where the file breaks off."""
    from ..json_text import is_comment, read_start, values

    settings.check("JSON", {*OF_READERS}.difference(_ROWS))
    found, broken = read_start(first, at, text)
    is_one, pairs = len(found) == 1, iter(found)
    if broken is None:
        rest = ((i, line) for i, line in enumerate(lines, at + 1) if not (line.isspace() or is_comment(line)))
        second = next(rest, None)
        if second:
            is_one = False
            pairs = chain(found, values(chain((second[1],), text.blocks(second[0])), second[0], text))
    try:
        if is_one:
            _read_document(found[0][1], at if broken is None else 0, book, settings)
        else:
            _read_items(Items("line", pairs), book, settings)
    except FileError as error:
        broken = broken or text.broken
        raise (error.within(broken) if broken else error) from None
    broken = broken or text.broken
    where = f"{book.files.file}: " if book.files.file != book.cell.origin else ""  # one of several files
    for one in (book, *book.runs.values()) if broken else ():
        one.said.unfinished = where + broken


def _read_items(items: Items, book: Book, settings: Settings) -> None:
    items = with_names(items, settings)
    if settings.at:
        return _read_at(items, True, book, settings)
    first = items.peek()
    if isinstance(first, list) and _names_fields(settings):
        items = Items(items.unit, ((at, numbered_fields(row)) for at, row in items.pairs))
        first = items.peek()
    if not isinstance(first, dict):
        return _read_matrix(items, book, settings)
    name, format = _format(first, settings)
    if name == "records":
        return _read_records(items, book, settings)
    if format.takes == "items":
        return _read_runs(items, first, name, format, book, settings)
    if name == "matrix":
        raise next(iter(items)).error("not a list of outcomes but an object")
    way = "" if settings.format else "; if they are records, use --format records"
    raise FileError(f"not a file of {name}: expected one JSON object, got several values{way}")


def _read_runs(items: Items, first: dict[str, Any], name: str, format: Format, book: Book, settings: Settings) -> None:
    """Read the items of a harness. If its format names no runs, --run or a field such as model splits the items."""
    field = settings.run or next((key for key in first if usual_name(key) in _RUNS and isinstance(first[key], str)), "")
    if not field or "run" in format.options:
        settings.check(name, format.options)
        return format.read(items, book, settings)
    told = settings.with_options(run=None)
    told.check(name, format.options)
    runs: dict[str, list[tuple[Any, Any]]] = {}
    for at, item in items.pairs:
        run = item.get(field) if isinstance(item, dict) else None
        if settings.run and is_missing(run):
            raise FileError(f"{items.unit} {at}: no field {shown(field)} names its run")
        runs.setdefault("" if is_missing(run) else str(run), []).append((at, item))
    for run, pairs in runs.items():
        format.read(Items(items.unit, pairs), book.run(run) if run else book, told)
    return None


def _read_document(value: Any, at: int, book: Book, settings: Settings) -> None:
    """Read one JSON value: a list of items, a matrix, a row or an object. `at` is its line; 0 if it has many lines."""
    if isinstance(value, dict):
        if settings.at:
            return _read_at(Items("record", enumerate([value])), False, book, settings)
        return _read_object(value, at, book, settings)
    first = value[0] if value else None
    rows = value if settings.at or isinstance(first, (list, dict)) else [value]
    return _read_items(Items("record" if isinstance(first, dict) else "row", enumerate(rows, 1)), book, settings)


def _read_object(value: dict[str, Any], at: int, book: Book, settings: Settings) -> None:
    name, format = _format(value, settings)
    if format.takes == "document" and not settings.list:
        settings.check(name, format.options)
        return format.read(Item(value), book, settings)
    if name in ("records", "matrix") and (settings.format != "records" or settings.list):
        refuse_averages(value)
        return _read_plain(value, at, book, settings)
    return _read_items(Items("line" if at else "record", [(at or 1, value)]), book, settings)


def _read_plain(value: Any, at: int, book: Book, settings: Settings) -> None:
    """Read an object that no harness wrote, or the part of it that --list names."""
    if "question" in settings.coordinates:
        value = {**value, "question": settings.coordinates["question"]}
    if settings.list:
        found, path = reached(value, settings.list), settings.list
        if not found or not isinstance(found, (list, dict)):
            got = "nothing" if found is None else shown(found)
            raise FileError(f"--list {typed_as(path)}: expected a list, got {got}")
        value, settings = found, settings.with_options(list=None)
        if isinstance(value, list):
            return _read_document(value, at, book, settings)
    records = records_in_columns(value, settings)
    if records is not None:
        return _read_document(records, at, book, settings)
    if settings.transpose and all(isinstance(row, list) for row in value.values()):
        return _read_matrix(Items("field", value.items()), book, settings)
    template = choose_template(value, settings, book.grader.anew())
    rows = {name: row for name, row in value.items() if isinstance(row, list)}
    are_records = any(row and isinstance(row[0], dict) for row in rows.values())
    if (template == "{question}[{trial}]" and not are_records) or (template and settings.transpose):
        return _read_matrix(Items("field", rows.items()), book, settings)
    if template:
        held = steps_of(template)[0]
        book.said.head = {} if held.roles else {name: one for name, one in value.items() if name != held.text}
        return _read_at(Items("record", enumerate([value])), False, book, settings.with_options(at=template))
    _check_record(value, settings)
    return _read_items(Items("line" if at else "record", [(at or 1, value)]), book, settings)


def _read_records(items: Items, book: Book, settings: Settings) -> None:
    """Read records. If they hold several trials in lists or columns, read these trials."""
    settings.check("records", FORMATS["records"].options)
    texts = [name for name in fields_of_objects(items.peek()) if is_of_trial(name, settings.outcome)]
    items.pairs = with_objects(items.pairs, texts) if texts else items.pairs
    first = list(islice(items.pairs, _FIRST))
    items.pairs = chain(first, items.pairs)
    records = [one for _, one in first if isinstance(one, dict)]
    template, told = None, copy(settings)
    if first and not (settings.split or settings.runs or settings.list) and len(records) == len(first):
        template = choose_template(records, settings, book.grader.anew())
    if records and not (template or _names_fields(settings)):
        template = template_of_columns(records)
        told.outcome, told.digits = ticks_in(records) or None, settings.digits or bool(ticks_in(records))
    told.at = template or None
    return _read_at(items, True, book, told) if template else read_records(items, book, told, "records")


def _check_record(value: dict[str, Any], settings: Settings) -> None:
    names = usual_names(value)
    if names.isdisjoint((*QUESTION_KEYS, *LAST_KEYS)) and not names.isdisjoint(MEANS) and not settings.question:
        name = next(name for name in value if usual_name(name) in MEANS)
        raise FileError(f"{shown(name)} sums up trials that are not there; records also have a field such as task_id")
    if not names.isdisjoint((*QUESTION_KEYS, *OUTCOME_KEYS)) or _names_fields(settings):
        return
    raise nothing_fits(value)


def _read_matrix(items: Items, book: Book, settings: Settings) -> None:
    """Read a matrix: questions in rows, trials in columns."""
    from .matrix import read_matrix

    if settings.format not in (None, "matrix"):
        raise FileError(f"not a file of {settings.format}, but a matrix")
    settings.check("matrix", FORMATS["matrix"].options)
    read_matrix(items, book, settings.transpose)


def _read_csv(at: int, lines: Iterator[str], text: Text, book: Book, settings: Settings) -> None:
    from .rows import CsvTable

    head = next(lines, "")
    try:
        _read_table(CsvTable(at, chain((head,), lines), text, book.grader, settings), at, book, settings)
    except FileError as error:
        raise _unlike(head) or error from None


def _as_json(at: int, first: str, lines: Iterator[str], text: Text, book: Book, settings: Settings) -> None:
    try:
        _read_json(at, first, lines, text, book, settings)
    except FileError as error:
        raise _unlike(first, ("TOML", "what Python prints")) or error from None


def _unlike(first: str, kinds: Sequence[str] = tuple(_LIKE)) -> FileError | None:
    """Return the error for a file that begins like YAML or another of `kinds`, which are not read; else None."""
    kind = next((kind for kind in kinds if re.match(_LIKE[kind], first)), "")
    if kind == "YAML":
        from .text_lines import ends_in_outcome

        if ends_in_outcome(first.strip()):
            return FileError("this is neither JSON nor a table; --line says what a line holds")
    return FileError(f"this looks like {kind}; save the results as JSON, JSON Lines or CSV") if kind else None


def _read_table(table: CsvTable, at: int, book: Book, settings: Settings) -> None:
    if settings.transpose or (not table.names and settings.format in (None, "matrix") and not _names_fields(settings)):
        settings.check("matrix", FORMATS["matrix"].options)
        return table.read_matrix(book)
    if not table.names:
        needs = f"in CSV, {settings.format or 'a file of records'} needs one"
        raise FileError(f"line {at}: not a line of field names; {needs}")
    if settings.at:
        return _read_items(Items("line", table.records()), book, settings)
    name, format = _format({name.lower(): None for name in table.names}, settings)
    items = Items("line", table.records())
    if name not in ("records", "matrix"):
        if format.takes != "items":
            raise FileError(f"not a file of {name}, but CSV")
        return _read_runs(items, items.peek(), name, format, book, settings)
    if table.template and not _names_fields(settings):
        return _read_at(items, True, book, settings.with_options(at=table.template))
    return _read_records(items, book, settings)


def _names_fields(settings: Settings) -> bool:
    named = settings.question or settings.outcome or settings.counts or settings.trials or settings.runs
    return bool(named or settings.split or settings.at)


def listed() -> str:
    """List all formats, each with an example."""
    examples = ((name, FORMATS[name].example.replace("\n", "\n  ")) for name in sorted(FORMATS))
    return "".join(f"{name}\n  {example}\n" for name, example in examples)
