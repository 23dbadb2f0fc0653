"""Parse a file into records, a matrix or a document: syntax and shape only. Files of lines are parsed as they go."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from io import BytesIO
from itertools import islice

from ..text import shown, some
from .csv import delimiter_of, rows_of
from .item import Refusal
from .json import Invalid, parsed, values, whole
from .sample import number_of
from .source import Text, check_value, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Container, Iterator, Sequence

    from .source import Member

    IsUsual = Callable[[str], bool]
    Pair = tuple[int, Any]

SAMPLE = 5_000  # first records of a sample, and as many from the rest
_NESTED = 4  # levels of objects in which a list of records is looked for
_OUTCOMES = ("true", "false", "nan", "")  # and numbers


class Parsed:
    """A file after parsing.

    kind      "records", "matrix" or "document"; "archive" for an .eval file of Inspect
    unit      what errors call an address: line, record or row
    names     the columns of a table; () for JSON, whose records may differ
    scalars   the plain fields and lists of texts around the one list of objects; they belong to each record
    key       the field that holds the key of each record of {key: record, ...}; "" for other shapes
    document  the value of a JSON file that is one value, whatever its kind; None for JSON Lines and tables
    archive   the zip of an .eval file
    labelled  whether the rows of a matrix have labels
    broken    why the file breaks off, or "" if it does not; of JSON Lines and tables it is known after the last record
    """

    document: Any = None
    archive: Any = None  # a Zip
    names: tuple[str, ...] = ()
    labelled = False

    def __init__(self, kind: str, unit: str = "record", pairs: Sequence[Pair] = (), broken: str = "") -> None:
        self.kind, self.unit, self.broken = kind, unit, broken
        self.scalars: dict[str, Any] = {}
        self.key = ""
        self._pairs = pairs

    def __iter__(self) -> Iterator[Pair]:
        """Yield (address, record or row) pairs, from the start each time. Rows with labels have them in front."""
        return iter(self._pairs)

    def rows(self) -> Iterator[tuple[int, str | None, list[Any]]]:
        """Yield (address, label or None, values) for each row of a matrix."""
        for at, row in self:
            if not isinstance(row, list):
                raise Refusal("row", f"{self.unit} {at}: not a list of outcomes but {shown(row)}")
            yield (at, str(row[0]), row[1:]) if self.labelled else (at, None, row)

    def _most(self) -> int:
        """Return how many pairs there are, at most."""
        return len(self._pairs)

    def sample(self, half: int = SAMPLE) -> list[Pair]:
        """Return the first records (of a matrix: rows) as pairs, and about as many that are spread over the rest."""
        every = iter(self)
        pairs = list(islice(every, half))
        step = max(0, self._most() // half - 1) | 1  # odd, since records often alternate
        with suppress(Refusal):  # the loop refuses it, too
            pairs.extend(islice(every, 0, None, step))
        return pairs

    def first(self) -> Any:
        """Return the first record, or the document; None if there is none."""
        return self.document if self.kind == "document" else next((value for _, value in self), None)


class _Lines(Parsed):
    """JSON Lines, or a table, which is parsed each time that it is gone through. `blocks` have whole lines."""

    def __init__(self, kind: str, blocks: list[str], skip: Container[int], broken: str = "") -> None:
        super().__init__(kind, "line", broken=broken)
        self._blocks, self._skip = blocks, skip

    def __iter__(self) -> Iterator[Pair]:
        try:
            yield from self._parsed()
        except Refusal as error:
            if error.code != "cut":
                raise
            self.broken = error.why

    def _parsed(self) -> Iterator[Pair]:
        return values(self._blocks, dict if self.kind == "records" else list, self._skip)

    def _most(self) -> int:
        return sum(block.count("\n") for block in self._blocks)


class _Table(_Lines):
    """A table: with the names of its columns in the first row, or a matrix."""

    def __init__(self, blocks: list[str], form: str | None, is_usual: IsUsual, skip: Container[int]) -> None:
        super().__init__("records", blocks, skip)
        self._delimiter = delimiter_of(blocks[0])
        first = next(rows_of(blocks, self._delimiter, skip), None)
        if first is None:
            raise Refusal("empty", "the file is empty")
        self._head, cells = first
        self.kind, self.labelled = _head_of(self._head, cells, form, is_usual)
        if self.kind == "records":
            while not cells[-1]:  # a mark at the end of each line
                cells.pop()
            self.names = tuple(name or f"column {i}" for i, name in enumerate(cells, 1))
            again = next((name for name, times in Counter(self.names).items() if times > 1), None)
            if again is not None:
                what = f"line {self._head}: a second column is named {again!r}; rename or remove one"
                raise Refusal("twice", what, [again], answers=[{"format": "matrix"}])

    def _parsed(self) -> Iterator[Pair]:
        rows = rows_of(self._blocks, self._delimiter, self._skip)
        names = self.names
        if not names:
            yield from rows
            return
        next(rows)
        for at, cells in rows:
            if len(cells) != len(names):
                is_open = not self._blocks[-1].endswith("\n")
                if is_open and len(cells) < len(names) and next(rows, None) is None:
                    raise Refusal("cut", f"line {at}: the row breaks off")
                if len(cells) < len(names) or any(cells[len(names) :]):  # empty cells at the end do not count
                    what = f"line {at}: {len(cells)} cells, and {len(names)} names in line {self._head}"
                    raise Refusal("row", what, ["line"], answers=[{"skip": {"line": str(at)}}])
            yield at, dict(zip(names, cells))


def _head_of(at: int, cells: list[str], form: str | None, is_usual: IsUsual) -> tuple[str, bool]:
    """Return ("records", False) if the first row of a table has names, else ("matrix", whether rows have labels)."""
    are_numbers = [cell.lower() in _OUTCOMES or number_of(cell) is not None for cell in cells]
    labelled = len(cells) > 1 and not are_numbers[0]
    if form == "records":
        return "records", False
    if form == "matrix" or all(are_numbers):
        return "matrix", labelled
    if not any(are_numbers[1:]) and (not cells[0] or not are_numbers[0]):
        return "records", False
    if all(are_numbers[1:]):
        if is_usual(cells[0]):
            return "records", False
        numbers = [number_of(cell) for cell in cells[1:]]
        if numbers not in ([*range(len(numbers))], [*range(1, len(numbers) + 1)]):
            return "matrix", True
    what = f"line {at}: are {some(cells, 4)} names of columns, or a row?"
    raise Refusal("header", what, answers=[{"format": "records"}, {"format": "matrix"}])


def parse(
    member: Member, *, form: str | None = None, is_usual: IsUsual = lambda _: False, skip: Container[int] = ()
) -> Parsed:
    """Parse a file.

    `form` is "records", "matrix" or None, `is_usual` says whether a field has a usual name, and `skip` has the lines
    that are left out.
    """
    with member.open() as file:
        kind = kind_of(file)
        if kind == "zip":
            from .archives import Zip

            inspect = Parsed("archive")
            inspect.archive = Zip(file.read())
            return inspect
        if kind == "parquet":
            from .parquet import rows

            return _records(rows(BytesIO(file.read())))
        text = Text(member, file, kind)
        blocks = text.blocks()
        head, lines = "", []  # type: str, list[str]
        while not lines:
            more = next(blocks, "")
            if not more:
                raise Refusal("empty", "no line is left" if head.strip() else "the file is empty")
            head += more
            lines = [line for i, line in enumerate(head.split("\n"), 1) if line.strip() and i not in skip]
        is_json = lines[0].lstrip()[0] in "[{"
        every = [head, *blocks]
    if is_json:
        return _json(every, lines, member.packed, text.broken, is_usual, skip)
    if text.broken:
        raise Refusal("damaged", text.broken)
    return _Table(every, form, is_usual, skip)


def _json(
    blocks: list[str], lines: list[str], packed: int, broken: str, is_usual: IsUsual, skip: Container[int]
) -> Parsed:
    """Parse JSON Lines if the first line is a value and more follow; else a document. `lines` begin the file."""
    first, second = lines[0], lines[1:2]
    try:
        value = parsed(first)
    except Invalid as error:
        is_line = second and not error.is_cut and not first.lstrip().startswith("[") and "Extra data" not in error.why
        if is_line:
            raise Refusal("line", error.why, ["line"], answers=[{"skip": {"line": "1"}}]) from None
    else:
        if second or any(map(str.strip, blocks[1:])):
            return _Lines("matrix" if isinstance(value, list) else "records", blocks, skip, broken)
        return _shape_of(value, is_usual, broken)
    text = "".join(blocks)
    check_value(text, packed)
    pairs, broken = whole(text, broken)
    if len(pairs) > 1:
        return Parsed("records", "line", pairs, broken)
    return _shape_of(pairs[0][1], is_usual, broken)


def _shape_of(value: Any, is_usual: IsUsual, broken: str = "") -> Parsed:
    """Return a JSON document by its shape: records, a matrix, or a document."""
    if isinstance(value, dict):
        parsed = _of_object(value, is_usual)
    elif not value:
        raise Refusal("empty", "the list is empty")
    elif _are_all(dict, value):
        parsed = _records(value)
    else:
        is_matrix = _are_all(list, value) and not any(isinstance(x, (list, dict)) for row in value for x in row)
        parsed = Parsed("matrix", "row", list(enumerate(value, 1))) if is_matrix else Parsed("document")
    parsed.document, parsed.broken = value, broken
    return parsed


def _of_object(value: dict[str, Any], is_usual: IsUsual) -> Parsed:
    own, columns, data = [*value.values()], value.get("columns"), value.get("data")  # type: list[Any], Any, Any
    if isinstance(columns, list) and _are_all(list, data) and {len(columns)} == {*map(len, data)}:
        return _of_pandas([*map(str, columns)], data, value.get("index"))
    lists = [(one, [value]) for one in own if _are_all(dict, one)] or list(_inside([value], _NESTED))
    if len(lists) == 1:
        records, levels = lists[0]
        parsed = _records(records)
        for level in levels:
            plain = (pair for pair in level.items() if not isinstance(pair[1], (list, dict)) or _are_all(str, pair[1]))
            parsed.scalars.update(plain)
        return parsed
    are_alike = len(own) > 1 and all(isinstance(one, dict) and one.keys() == own[0].keys() for one in own)
    if are_alike and not lists:
        key = "key"
        while any(key in one for one in own):
            key = f"({key})"
        parsed = _records([{key: name, **one} for name, one in value.items()])
        parsed.key = key
        return parsed
    if not lists and any(map(is_usual, value)):
        return _records([value])
    are_lists = own != [] and all(
        isinstance(one, list) and one and all(x is None or isinstance(x, (int, float)) for x in one) for one in own
    )
    if are_lists or (len(own) > 1 and all(isinstance(one, int) and one in (0, 1) for one in own)):
        rows = [[name, *(one if are_lists else [one])] for name, one in value.items()]
        parsed = Parsed("matrix", "row", list(enumerate(rows, 1)))
        parsed.labelled = True
        return parsed
    return Parsed("document")


def _records(records: Sequence[dict[str, Any]], unit: str = "record") -> Parsed:
    return Parsed("records", unit, list(enumerate(records, 1)))


def _are_all(kind: type, value: Any) -> bool:
    """Whether this is a list with entries, all of this type."""
    return isinstance(value, list) and value != [] and all(isinstance(one, kind) for one in value)


def _inside(levels: list[dict[str, Any]], depth: int) -> Iterator[tuple[list[Any], list[dict[str, Any]]]]:
    """Yield each list of objects in objects inside of the last of `levels`, with all objects around it."""
    for one in levels[-1].values():
        if _are_all(dict, one):
            yield one, levels
        elif isinstance(one, dict) and depth:
            yield from _inside([*levels, one], depth - 1)


def _of_pandas(columns: list[str], rows: list[list[Any]], index: Any) -> Parsed:
    """Return the records of {"columns": names, "data": rows, "index": labels}, as pandas writes it."""
    if isinstance(index, list) and len(index) == len(rows) and index != [*range(len(rows))] and "index" not in columns:
        columns, rows = ["index", *columns], [[label, *row] for label, row in zip(index, rows)]
    return _records([dict(zip(columns, row)) for row in rows], "row")
