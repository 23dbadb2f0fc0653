"""Read and check any outcome matrix, in one pass, into counts. Only this module refuses outcomes."""

from __future__ import annotations

from .._arguments import (
    exact_ratio,
    has_items,
    integral,
    is_missing,
    is_scores,
    is_votes,
    iterator,
    listed,
    shown,
    way_out,
)
from .._numbers import affordable
from . import BLOCK, BOUNDED, FEW, PACKED, WAYS, counted, emptiness, is_array, packed, packed_keys, vector_of
from .cells import added, of_single, of_vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, NoReturn

    from .._types import ClassCounts, RowKey, TallyParts

PLAIN = PACKED | {range}
_NUMBERS = {float, int, bool}


def read(
    R: Any,
    R0: Any,
    highest: int,
    hint: str,
    ragged: bool,
    name: str,
    model: int | None = None,
    ways: tuple[str, str, str] = BOUNDED,
) -> TallyParts:
    """Read R and R0. Return what their tally keeps (TallyParts): cells, groups or columns."""
    if highest and R0 is None and is_array(R):
        from .arrays import array_counts

        counts = array_counts(R, highest)
        if counts is not None:
            return None, None, (R.shape[1], counts)
    reader = OutcomeReader(name, highest, hint, ragged, model, ways)
    if R0 is not None:
        from .prior import cells_with_prior

        prior = OutcomeReader(f"R0{name[1:]}", highest, hint, ragged)  # R0_a for R_a
        return added(cells_with_prior(R, R0, reader, prior)), None, None
    keys: dict[Any, int] = {}
    for block in reader.blocks(reader.rows(R)):
        counted(block, keys)
    return reader.outcomes(keys)


class OutcomeReader:
    """Reads the rows of one matrix into keys. Rows with equal counts have equal keys; see packed_keys.

    A block of plain rows is packed, with a byte for each outcome. A few C-speed calls for each row then check and count
    it. If anything in a block is wrong or not plain, its rows are examined one by one and, if need be, entry by entry.
    """

    def __init__(
        self,
        name: str,
        highest: int,
        hint: str = "",
        ragged: bool = False,
        model: int | None = None,
        ways: tuple[str, str, str] = WAYS,
    ) -> None:
        self.name = name
        self.index = "" if model is None else f"[{model}]"  # of a model in R, whose flat row has one trial each
        self.model = "" if model is None else f"model {model}, "
        self.is_prior = name.startswith("R0")  # which may have no columns
        self.highest = highest
        self.hint = hint  # what would allow other entries
        self.ragged = ragged
        self.ways = ways  # for rows of different lengths, None, and real scores
        self.flat = False  # whether the matrix was one row
        self.columns = 0  # N: how long every row must be
        self.names: Any = None  # of the columns of a table

    def counts(self, key: RowKey) -> ClassCounts:
        if isinstance(key, tuple):
            return key
        if isinstance(key, int):
            return self.columns - key, key
        counts = [0] * (ord(key[-1]) + 1)
        for outcome in set(key):
            counts[ord(outcome)] = key.count(outcome)
        return tuple(counts)

    def outcomes(self, keys: dict[Any, int]) -> TallyParts:
        """Return what the tally keeps (TallyParts), from {key: number of rows}."""
        if self.flat and self.index and keys:  # of a model: each outcome is a question
            (key,) = keys
            return of_single({j: count for j, count in enumerate(self.counts(key)) if count})
        kinds = set(map(type, keys))
        if kinds == {int} and not self.ragged:
            return None, {self.columns: keys}, None
        if kinds == {tuple} and len(set(map(len, keys))) == 1 and any(key[-1] for key in keys if len(key) > 1):
            return of_vectors(keys), None, None
        return added(((self.counts(key), ()), questions) for key, questions in keys.items()), None, None

    def by_question(self, rows: Iterable[Any]) -> list[ClassCounts]:
        """Return the counts of each row, in order. Rows with equal counts share one tuple."""
        vectors: dict[RowKey, ClassCounts] = {}
        size, found = 0, []
        for block in self.blocks(rows):
            for key in block:
                if key not in vectors:
                    vectors[key] = self.counts(key)
                    size += len(vectors[key])
                    affordable("R", size, 0)
                found.append(vectors[key])
        return found

    def vectors(self, rows: Iterable[Any]) -> list[ClassCounts]:
        """Return the counts of each row, as `by_question` does. Refuse a matrix without rows."""
        found = self.by_question(rows)
        if not found:
            raise emptiness(self.name + self.index, "it has no rows")
        return found

    def rows(self, matrix: Any) -> Iterable[Any]:
        """Return the rows of a matrix. A flat list of outcomes is one row, and sets `flat`."""
        if type(matrix) is list or type(matrix) is tuple:
            if matrix and type(matrix[0]) in PACKED:
                self.columns = len(matrix[0])
                return iter(matrix)
            rest = iter(matrix)
        else:
            wanted = "must be a 1-D or 2-D outcome matrix (questions x trials)"
            opened = self.opened(matrix)
            self.names = getattr(matrix, "columns", None)
            found = iterator(opened)
            if found is None:
                raise ValueError(f"{self.name}{self.index} {wanted}; got {shown(opened)}{_instead(opened)}")
            rest = map(self.copied, found)
        for first in rest:
            self.flat = type(first) not in PLAIN and not is_row(first)
            first = [first, *rest] if self.flat else self._row(first, 0)
            self.columns = len(first)
            return (row for rows in ((first,), rest) for row in rows)
        self.flat = True
        return ()

    def matrix(self, R: Any) -> list[Any]:
        """Return a list with a copy of each row of R, which may be an iterator."""
        return list(map(self.copied, self.rows(R)))

    def blocks(self, rows: Iterable[Any]) -> Iterator[list[RowKey]]:
        """Yield the keys of the rows, a list for each block of rows."""
        rest = iter(rows)
        start, size = 0, 1 + BLOCK // (self.columns + 1)
        while True:
            block = [row for _, row in zip(range(size), rest)]
            if not block:
                return
            yield self._keys(block, start)
            start += len(block)

    def _keys(self, block: list[Any], start: int) -> list[RowKey]:
        rows = packed(block)
        if rows and (all(rows) if self.ragged else self.columns and set(map(len, rows)) == {self.columns}):
            found = packed_keys(rows, self.highest, max(map(len, rows)) if self.ragged else self.columns)
            if self.ragged and found and type(found[0]) is int:
                found = [(len(row) - n, n) for row, n in zip(rows, found)]
            if found:
                return found
        return [self._examined(row, i) for i, row in enumerate(block, start)]

    def _examined(self, row: Any, i: int) -> RowKey:
        """Return the key of row i, whatever types its entries have. An error says which entry is wrong."""
        counts: RowKey | None = _plain_counts(row, self.highest)
        if counts is None:
            row, outcomes = self._row(row, i), []
            for j, value in enumerate(row):
                outcome = integral(value)
                if outcome is None or not 0 <= outcome <= self.highest:
                    self._refuse(value, i, j)
                outcomes.append(outcome)
            counts = vector_of(outcomes, 1 + max([1, *outcomes]))
        if not row and not self.is_prior and (self.ragged or not i):
            raise emptiness(self.name + self.index, f"row {i} is empty")
        if self.ragged:
            return counts
        if len(row) != self.columns:
            raise ValueError(
                f"{self.name} must be rectangular: {self.model}row {i} has length {len(row)}, row 0 has {self.columns}"
                f"{self._way(0)}"
            )
        return counts[1] if isinstance(counts, tuple) and len(counts) == 2 else counts

    def _row(self, row: Any, i: int) -> Any:
        """Return a row as a sequence that can be counted. Refuse what is no row. `i` is its number, for errors."""
        found = self.copied(row)
        if type(found) not in PLAIN:
            raise ValueError(f"row {i} of {self.name}{self.index} must be a sequence of outcomes; got {shown(row)}")
        return found

    def opened(self, value: Any) -> Any:
        """Return an array as a list, and any other value unchanged.

        A range is cut after `highest` + 2 items: no more are needed to find an outcome that is refused.
        """
        opened = value if type(value) in PLAIN else listed(value)
        return opened[: self.highest + 2] if type(opened) is range else opened

    def copied(self, row: Any) -> Any:
        """Return a copy of a row, which its maker may change later. Return any other value unchanged."""
        opened = self.opened(row)
        found = opened[:] if type(opened) in PLAIN else iterator(opened)
        return row if found is None else found if type(found) in PLAIN else list(found)

    def _refuse(self, value: object, i: int, j: int) -> NoReturn:
        place = self.name + self.index + (f"[{i * self.columns + j}]" if self.flat else f"[{i}][{j}]")
        deep = f"; {self.name} must be {'2-D or 3-D' if self.index else '1-D or 2-D'}" if is_row(value) else ""
        if self.flat and self.index:  # of a model: each outcome is a question
            i, j = i * self.columns + j, 0
        name = self.names[j] if self.names is not None and j < len(self.names) else None
        column = f"{j}, {shown(name)}" if isinstance(name, str) else j
        raise ValueError(
            f"Entries of {self.name} must be integers in [0, {self.highest}]{self.hint}; "
            f"got {shown(value)} at {place} ({self.model}row {i}, column {column}){deep or self._remedy(value)}"
        )

    def _remedy(self, value: Any) -> str:
        """Return what an error adds about an entry that is missing or a real score: what to do with such entries."""
        if is_missing(value):
            return self._way(1)
        return self._way(2) if exact_ratio(value) is not None and integral(value) is None else ""

    def _way(self, i: int) -> str:
        way = self.ways[i].replace("(R", f"({self.name}{self.index}")
        return f"; {way}" if way and not self.is_prior else ""


def _instead(R: Any) -> str:
    """Return what an error adds about an R that is no matrix: what to pass instead."""
    if is_scores(R):
        return ", for which there are confidence.avg and max_at_k; Scores.at_least(threshold) gives outcomes"
    if is_votes(R):
        return "; VoteTally.outcomes is what other metrics take"
    return way_out(R, "R")


def _plain_counts(row: Any, highest: int) -> ClassCounts | None:
    """Return the counts of the classes in a list of numbers (fastest for 0 and 1); None if a number is no class."""
    kinds: list[Any] = list(map(type, row)) if type(row) in (list, tuple) else [None]
    if kinds.count(float) < len(kinds) and not _NUMBERS.issuperset(kinds):
        return None
    ones = list(filter(None, row))
    if highest and ones.count(1.0) == len(ones):
        return len(row) - len(ones), len(ones)
    if highest >= FEW:
        return None
    counts = tuple(map(row.count, map(float, range(highest + 1))))
    return counts if sum(counts) == len(row) else None


def is_row(value: Any) -> bool:
    """Whether an entry of a matrix is meant as a row, valid or not. Otherwise it is meant as an outcome."""
    if not isinstance(value, type) and callable(getattr(value, "tolist", None)):  # of NumPy's scalars too
        return isinstance(value.tolist(), list)
    return has_items(value)
