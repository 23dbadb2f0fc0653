"""Parse a file into records, a matrix or a document, by its syntax and its shape."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress

from ..text import some
from .csv import delimiter_of, rows_of
from .item import Refusal, of_line
from .json import values, whole
from .names import QUESTION, first_usual
from .sample import number_of
from .source import check_value, kind_of, lines_of, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Container, Sequence

    from .source import Member

    Pair = tuple[int, Any]

_RESULTS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".eval")
_ENDS = (*_RESULTS, *(f"{end}.gz" for end in _RESULTS))
_OUTCOMES = ("true", "false", "nan", "")  # cells of a table that, like numbers, are no names
_HEAD = 200  # lines that show the delimiter; a quoted cell may have many


class Parsed:
    """A file after parsing.

    kind      "records", "matrix" or "document"; "archive" for an .eval file of Inspect
    unit      what an address counts: "line", "record" or "row"
    pairs     (address, record) for each record, or (address, row) for each row of a matrix
    broken    why the file breaks off; "" if it does not
    scalars   {name: value} of the object around the list of records; these fields belong to each record
    document  the value of a JSON file with one value; the Zip of an .eval file; else None
    labelled  whether the rows of a matrix begin with a label
    """

    labelled = False

    def __init__(
        self, kind: str, unit: str = "record", pairs: Sequence[Pair] = (), broken: str = "", document: Any = None
    ) -> None:
        self.kind, self.unit, self.pairs, self.broken, self.document = kind, unit, pairs, broken, document
        self.scalars: dict[str, Any] = {}


def _table(lines: list[str], form: str | None, skip: Container[int]) -> Parsed:
    """Parse a table without the lines in `skip` as records or a matrix. If `form` is None, the first row decides."""
    rows = rows_of(lines, delimiter_of("\n".join(lines[:_HEAD])), skip)
    head, first = next(rows, (0, []))
    if not first:
        raise Refusal("empty", "the file is empty")
    are_outcomes = [cell.lower() in _OUTCOMES or number_of(cell) is not None for cell in first]
    is_matrix = form == "matrix" or (form != "records" and all(are_outcomes))
    if form is None and not is_matrix and any(are_outcomes[0 if first[0] else 1 :]):
        what = f"line {head}: are {some(first, 4)} names of columns, or a row?"
        raise Refusal("header", what, answers=[{"format": "records"}, {"format": "matrix"}])
    pairs: list[Pair] = [(head, first)] * is_matrix
    table = Parsed("matrix" if is_matrix else "records", "line", pairs)
    table.labelled = len(first) > 1 and not are_outcomes[0]
    names = () if is_matrix else _names_of(head, first)
    try:
        for at, cells in rows:
            if names and len(cells) != len(names):
                is_short = len(cells) < len(names)
                if is_short and lines[-1] and next(rows, None) is None:
                    table.broken = f"line {at}: the row breaks off"
                    break
                if is_short or any(cells[len(names) :]):  # empty cells at the end do not count
                    raise of_line("row", f"line {at}: {len(cells)} cells, and {len(names)} names in line {head}", at)
            pairs.append((at, dict(zip(names, cells)) if names else cells))
    except Refusal as error:
        if error.code != "cut":
            raise
        table.broken = error.why
    return table


def _names_of(at: int, cells: list[str]) -> tuple[str, ...]:
    """Return the names of a table's columns, from the cells of line `at`. Refuse equal names."""
    while not cells[-1]:  # each line ends with a mark
        cells.pop()
    names = tuple(name or f"column {i}" for i, name in enumerate(cells, 1))
    again = next((name for name, times in Counter(names).items() if times > 1), None)
    if again is not None:
        what = f"line {at}: a second column is named {again!r}; rename or remove one"
        raise Refusal("twice", what, [again], answers=[{"format": "matrix"}])
    return names


def parse(member: Member, form: str | None = None, skip: Container[int] = ()) -> Parsed:
    """Return the Parsed of a file. `form` is "records", "matrix" or None; `skip` has numbers of lines to leave out."""
    if not member.is_named and not member.name.lower().endswith(_ENDS):
        raise Refusal("kind", f"in a folder, files are read whose names end in {' '.join(_RESULTS)}")
    content = member.read()
    kind = kind_of(content)
    if kind == "zip":
        from .archives import Zip

        return Parsed("archive", document=Zip(content))
    packed = len(content) if kind else 0
    lines = lines_of(unpacked(content) if packed else content, packed)
    del content  # it may be large
    wanted = (line for i, line in enumerate(lines, 1) if line.strip() and i not in skip)
    first = next(wanted, "")
    if not first:
        raise Refusal("empty", "no line is left" if any(map(str.strip, lines)) else "the file is empty")
    if first.lstrip()[0] not in "[{":
        return _table(lines, form, skip)
    is_alone, is_whole = next(wanted, None) is None, False
    with suppress(ValueError, RecursionError):
        is_whole = not is_alone and json.loads(first) is not None
    if is_whole:
        is_list = first.lstrip()[0] == "["
        return Parsed("matrix" if is_list else "records", "line", *values(lines, list if is_list else dict, skip))
    if skip and not is_alone:
        raise Refusal("line", "values stand in a list or span lines, so none of these can be left out (--skip)")
    text = first if is_alone else "\n".join(lines)
    check_value(text, packed)
    pairs = whole(text)
    return Parsed("records", "line", pairs) if len(pairs) > 1 else _shape_of(pairs[0][1], form)


def _shape_of(value: Any, form: str | None) -> Parsed:
    """Return a JSON value as records, a matrix or a document. If `form` is "records", an object may hold them."""
    if value == []:
        raise Refusal("empty", "the list is empty")
    around = value if isinstance(value, dict) else {"": value}
    lists = [one for one in around.values() if _are_all(dict, one)]
    rows = value if _are_all(list, value) else []
    parsed = Parsed("document")
    if form == "records" and around is value and _are_all(dict, [*value.values()]):
        records = ({"key": name, **one} for name, one in value.items())
        parsed = Parsed("records", "record", [*enumerate(records, 1)])
    elif len(lists) == 1:
        parsed = Parsed("records", "record", [*enumerate(lists[0], 1)])
        around = {name: one for name, one in around.items() if name not in lists[0][0]}
        kept = (pair for pair in around.items() if not isinstance(pair[1], (list, dict)) or _are_all(str, pair[1]))
        parsed.scalars.update(kept)
    elif not lists and any(not isinstance(value[name], (list, dict)) for name in first_usual(around, QUESTION)):
        parsed = Parsed("records", "record", [(1, value)])
    elif rows and not any(isinstance(x, (list, dict)) for row in rows for x in row):
        parsed = Parsed("matrix", "row", [*enumerate(rows, 1)])
    parsed.document = value
    return parsed


def _are_all(kind: type, value: Any) -> bool:
    """Whether a value is a list that is not empty, and all its entries are of this kind."""
    return isinstance(value, list) and value != [] and all(isinstance(one, kind) for one in value)
