"""The shape of a parsed file: records, a matrix of outcomes, or a document. No vocabulary is known here."""

from __future__ import annotations

from ..grading import shown
from .item import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, Sequence

    IsUsual = Callable[[str], bool]
    Pair = tuple[int, Any]

SAMPLE = 5_000  # first records of a sample, and as many from the rest
_NESTED = 4  # levels of objects in which a list of records is looked for


def spread(items: list[Any], most: int) -> list[Any]:
    """Return at most `most` of these, from everywhere in the list."""
    return items if len(items) <= most else [items[i * len(items) // most - 1] for i in range(1, most + 1)]


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
    broken    why the file is known to have more, or ""; of JSON Lines and tables it is final after the last record
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

    def sample(self, half: int = SAMPLE) -> list[Pair]:
        """Return the first records (of a matrix: rows) as pairs, and as many that are spread over the rest."""
        pairs = list(self._pairs)
        return pairs[:half] + spread(pairs[half:], half)

    def first(self) -> Any:
        """Return the first record, or the document; None if there is none."""
        return self.document if self.kind == "document" else next((value for _, value in self), None)


def shape_of(value: Any, is_usual: IsUsual = lambda _: False, broken: str = "") -> Parsed:
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
    own = [*value.values()]
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):
        return _of_pandas(value)
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
    are_lists = bool(own) and all(
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


def _of_pandas(value: dict[str, Any]) -> Parsed:
    """Return the records of {"columns": names, "data": rows, "index": labels}, as pandas writes it."""
    columns, rows, index = [*map(str, value["columns"])], value["data"], value.get("index")
    for i, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != len(columns):
            got = f"{len(row)} cells" if isinstance(row, list) else shown(row)
            raise Refusal("row", f"data, row {i}: {got}, and {len(columns)} columns")
    if isinstance(index, list) and len(index) == len(rows) and index != [*range(len(rows))] and "index" not in columns:
        columns, rows = ["index", *columns], [[label, *row] for label, row in zip(index, rows)]
    return _records([dict(zip(columns, row)) for row in rows], "row")
