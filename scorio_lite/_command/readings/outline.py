"""The outline of a file: a sample of its records, its document or its rows, before anything is decided about them."""

from __future__ import annotations

import csv
from itertools import islice

from ..fields import QUESTION_KEYS, numbered_fields, usual_name
from ..grading import FileError, Grader
from ..json_text import is_comment, parsed, read_start
from ..settings import usual
from ..source import Source, Text
from .around import lines_of_tables, records_among
from .cells import is_value
from .csv_lines import delimiter_of, is_no_row
from .excerpts import Lines
from .header import names_of_rows
from .objects import fields_of_objects, with_objects
from .rows import CsvTable
from .splits import is_silent
from .text_lines import are_marks, ends_in_outcome, is_verdict, items_of_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..settings import Settings

_MOST = 2000  # records in a sample
_MOST_LINES = 200  # of a text
_HEAD = 3  # rows that may be lines of a text


class Outline:
    """What a file holds: a document, records, or rows."""

    def __init__(self) -> None:
        self.document: Any = None
        self.records: list[dict[str, Any]] = []
        self.rows: list[tuple[int, list[str]]] = []  # (number of the line, cells), if the file may be a table
        self.names: int | None = None  # the number of the line that names the columns
        self.is_table = False  # whether it has a table's delimiter, and no first cell such as "1) pass"
        self.text: list[str] = []  # the first lines, if the file may be a log or notes
        self.tables: list[str] = []  # the numbers of the lines of each further table

    def names_of_questions(self, settings: Settings) -> frozenset[str]:
        """Return the names of questions in the sample, from a field with a usual name; without one, an empty set."""
        names = usual(settings.question) or QUESTION_KEYS
        known = {usual_name(name): name for name in next(iter(self.records), ())}
        found = next((known[name] for name in names if name in known), None)
        return frozenset(str(one.get(found)) for one in self.records if found is not None)


def outline(file: str, settings: Settings) -> Outline:
    """Return the outline of a file; an empty outline if the file cannot be opened."""
    try:
        with Source(file) as source:
            found = outline_of(source, settings)
        if not (found.document or found.records or found.rows):  # it begins like JSON, as "[1/8] passed" does
            with Source(file) as source:
                found.text = list(islice(source.text((), settings.encoding), _MOST_LINES))
        return found
    except (OSError, ValueError):
        return Outline()


def outline_of(source: Source, settings: Settings) -> Outline:
    found = Outline()
    try:
        if source.packing == "parquet":
            from .parquet import rows

            found.records = [row for _, row in islice(rows(source.seekable()), _MOST)]
        elif source.packing in ("", "gzip"):
            text = source.text((), settings.encoding)
            _outline_text(Lines(text, settings.lines) if settings.lines else text, found, settings)
    except (OSError, ValueError, RecursionError, csv.Error):
        pass
    texts = fields_of_objects(next(iter(found.records), None))
    if texts:
        found.records = [record for _, record in with_objects(enumerate(found.records), texts)]
        found.document = found.records if found.document else None
    return found


def _outline_text(text: Text, found: Outline, settings: Settings) -> None:
    if settings.line:
        items, _ = items_of_lines(text, settings)
        found.document = found.records = [record for _, record in islice(items.pairs, _MOST)]
        return None
    lines: list[tuple[int, str]] = []
    for at, line in enumerate(text, 1):
        found.text += [line] if at < _MOST_LINES else []
        if not line.strip() or (not lines and (is_no_row(line) or line.startswith("//"))):
            continue
        if not lines and line.lstrip()[0] in "[{":
            return _outline_json(at, line, text, found, settings)
        lines.append((at, line))
        if len(lines) == _MOST:
            break
    if not lines:
        return None
    start, keep = records_among([line for _, line in lines])
    found.tables = [] if settings.lines else lines_of_tables(found.text)
    if keep:
        lines = [(at, part) for at, part in ((at, keep(line)) for at, line in lines[start:]) if part]
    if lines[0][1].lstrip()[0] == "{":
        found.document = found.records = [parsed(line, at) for at, line in lines]
        return None
    _outline_rows(lines, found)
    try:
        table = CsvTable(lines[0][0], (line for _, line in lines), None, Grader(), settings)
        found.records = [record for _, record in table.records()] if table.names else found.records
    except FileError:
        return None  # there are only the rows


def _outline_json(at: int, first: str, text: Any, found: Outline, settings: Settings) -> None:
    values = [value for _, value in read_start(first, at, text)[0]]
    found.text = []
    for line in text:
        if line.strip() and not is_comment(line):
            try:
                values.append(parsed(line))
            except FileError:  # a line that is broken is no part of the sample
                continue
        if len(values) == _MOST:
            break
    found.document = values[0] if len(values) == 1 else values[:_MOST]
    entries = found.document if isinstance(found.document, list) else values
    names = names_of_rows(entries[:_HEAD], settings) if entries else []
    if names:
        found.document = entries = [dict(zip(names, row)) for row in entries[1:] if isinstance(row, list)]
    found.records = entries[:_MOST] if all(isinstance(entry, dict) for entry in entries) else []


def _outline_rows(lines: list[tuple[int, str]], found: Outline) -> None:
    """Put the rows of a table into `found`. Rows below the line that names the columns also become records."""
    mark = delimiter_of([line for _, line in lines])
    rows = zip((at for at, _ in lines), csv.reader((line for _, line in lines), delimiter=mark, skipinitialspace=True))
    found.rows = [(at, [cell.strip() for cell in row]) for at, row in rows]
    widths = [len([cell for cell in row if cell]) for _, row in found.rows]
    usual = max(set(widths), key=widths.count)
    first = [row for _, row in found.rows[:_HEAD]]
    found.is_table = mark != " " and not any(ends_in_outcome(cell) for row in first for cell in row)
    are_rows = usual > 1 and 2 * widths.count(usual) > len(widths)
    if are_rows and found.is_table and not any(is_silent(row[0]) or are_marks(row[1:]) for row in first):
        found.text = []
    for i, (at, row) in enumerate(found.rows):
        names = [name for name in row if name]
        if mark == " " and any(len(cells) == len(row) + 1 for _, cells in found.rows[i + 1 : i + 2]):
            row.insert(0, "")
        if (
            len(names) >= max(usual - (not row[0]), 1)
            and not any(map(is_value, names[1:] or names))
            and len(set(names)) == len(names)
        ):
            found.names = at
            below = [cells for _, cells in found.rows[i + 1 :] if len(cells) == len(row)]
            is_full = usual > 1 and 2 * len(below) >= len(found.rows) - i
            are_names = not any(is_verdict(cell) or are_marks([cell]) for cell in row)
            are_cells = all(is_value(cell) or is_verdict(cell) for cells in below[:_HEAD] for cell in cells[1:])
            found.is_table = found.is_table or (is_full and are_names and are_cells)
            found.records = [dict(zip([row[0] or "unnamed: 0", *row[1:]], cells)) for cells in below]
            return
    cells = [row for _, row in found.rows if len(row) == usual and all(row)]
    are_full = found.is_table and len(cells) == len(found.rows)
    if are_full and len({row[0] for row in cells}) < len(cells):  # several records of a question
        found.records = [numbered_fields(row) for row in cells]
