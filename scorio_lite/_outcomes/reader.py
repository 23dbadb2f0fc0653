"""Read and check any outcome matrix, in one pass. Only this module refuses outcomes."""

from __future__ import annotations

from itertools import chain, islice

from .._arguments import integral, iterator, listed, shown
from .._numbers import affordable
from . import BLOCK, FEW, PACKED, counted, emptiness, is_array, keys_of, packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from .._types import ClassCounts, Parts, RowKey

PLAIN = PACKED | {range}


def read_successes(R: Any) -> Parts:
    """Return {N: {successes: number of questions}} of R. Refuse outcomes but 0 and 1, and an R without rows."""
    if is_array(R):
        from .arrays import array_counts, groups_of

        counts = array_counts(R, 1)
        if counts is not None:
            return groups_of((R.shape[1], counts))
    reader = OutcomeReader("R", 1)
    group: dict[int, int] = {}
    for key, number in reader.count(R).items():
        successes = key if isinstance(key, int) else int(key[1])
        group[successes] = group.get(successes, 0) + number
    if not group:
        raise emptiness("R", "it has no rows")
    return {reader.columns: group}


class OutcomeReader:
    """Reads rows of outcomes 0..highest into keys. In a block, rows with equal counts have equal keys; see `keys_of`.

    A block of rows is packed, with a byte for each outcome. A few C-speed calls then check and count a row.
    If a block cannot be packed, or has an error, its rows are examined entry by entry.

    name     what errors call the matrix; their `hint` says how to pass other outcomes
    ragged   whether rows may differ in length; None if the caller has no argument `ragged`
    by_row   whether a flat matrix is one question; else each of its outcomes is the only trial of a question
    """

    longer = ""  # what an error says about rows of different lengths, if it is not about `ragged`
    wrong = ""  # what an error says about a wrong entry, if it is not advice
    given: Any = None  # the matrix, but for a list of plain rows

    def __init__(
        self, name: str, highest: int, hint: str = "", ragged: bool | None = None, by_row: bool = True
    ) -> None:
        self.name, self.highest, self.hint, self.ragged, self.by_row = name, highest, hint, ragged, by_row
        self.is_prior = name.startswith("R0")  # prior outcomes may have no columns
        self.flat = False  # whether the matrix was one row
        self.columns = 0  # N: how long every row must be

    def count(self, R: Any) -> dict[RowKey, int]:
        """Return {key (see `keys_of`): number of rows} of a matrix. `counts` decodes a key."""
        keys: dict[RowKey, int] = {}
        for block in self.blocks(self.rows(R)):
            counted(block, keys)
        return keys

    def counts(self, key: RowKey) -> ClassCounts:
        """Return how often each class occurs in a row with this key."""
        if isinstance(key, str):
            counts = [0] * (ord(key[-1]) + 1)
            for outcome in set(key):
                counts[ord(outcome)] = key.count(outcome)
            return tuple(counts)
        return (self.columns - key, key) if isinstance(key, int) else key

    def by_question(self, rows: Iterable[Any]) -> list[ClassCounts]:
        """Return the class counts of each row. Rows with equal keys share one tuple."""
        shared: dict[RowKey, ClassCounts] = {}
        size, vectors = 0, []
        for block in self.blocks(rows):
            for key in block:
                if key not in shared:
                    shared[key] = self.counts(key)
                    size += len(shared[key])
                    affordable("R", size, 0)
                vectors.append(shared[key])
        return vectors

    def vectors(self, rows: Iterable[Any]) -> list[ClassCounts]:
        """Return the class counts of each row. Refuse a matrix without rows."""
        vectors = self.by_question(rows)
        if not vectors:
            raise emptiness(self.name, "it has no rows")
        return vectors

    def rows(self, matrix: Any) -> Iterable[Any]:
        """Return the rows of a matrix, and set `columns` to the length of the first.

        A flat list is one row, whatever `by_row` is: then set `flat`.
        """
        if type(matrix) in (list, tuple) and matrix and type(matrix[0]) in PACKED:
            self.columns = len(matrix[0])
            return chain(matrix)
        self.given, opened = matrix, listed(matrix)
        items = iterator([opened] if type(opened) is range else opened)
        if items is None:
            way = ""
            if not self.is_prior:
                from .advice import on_matrix

                way = on_matrix(matrix)
            wanted = "must be a 1-D or 2-D outcome matrix (questions x trials)"
            raise ValueError(f"{self.name} {wanted}; got {shown(opened)}{way}")
        rest = map(self.copied, items)
        for first in rest:
            self.flat = type(first) not in PLAIN and not is_row(first)
            first = [first, *rest] if self.flat else self._row(first, 0)
            self.columns = len(first)
            return chain((first,), rest)
        self.flat = True
        return ()

    def matrix(self, R: Any) -> list[Any]:
        """Return a list with a copy of each row of R. R may be an iterator."""
        return list(map(self.copied, self.rows(R)))

    def blocks(self, rows: Iterable[Any]) -> Iterator[Iterable[RowKey]]:
        """Yield the keys of each block of rows; see `keys_of`."""
        rest, size = iter(rows), 1 + BLOCK // (self.columns + 1)
        for i, block in enumerate(iter(lambda: list(islice(rest, size)), [])):
            yield self._keys(block, i * size)

    def _keys(self, block: list[Any], start: int) -> Iterable[RowKey]:
        """Return the key (see `keys_of`) of each row of a block. `start` is the number of the first row."""
        rows = packed(block)
        if rows and (all(rows) if self.ragged else self.columns and set(map(len, rows)) == {self.columns}):
            keys = keys_of(rows, self.highest)
            if keys and self.ragged and type(keys[0]) is int:
                keys = [(len(row) - ones, ones) for row, ones in zip(rows, keys)]
            if keys:
                return keys
        return (self._examined(row, i) for i, row in enumerate(block, start))

    def _examined(self, row: Any, i: int) -> RowKey:
        """Return a tuple or string as in `keys_of` for row i, read entry by entry. Errors say which entry is wrong."""
        row, outcomes = self._row(row, i), []
        for j, value in enumerate(row):
            outcome = integral(value)
            if outcome is None or not 0 <= outcome <= self.highest:
                raise self._refusal(value, i, j)
            outcomes.append(outcome)
        if not row and not self.is_prior and (self.ragged or not i):
            raise emptiness(self.name, f"row {i} is empty")
        if len(row) != self.columns and not self.ragged:
            way = self.longer
            if not self.is_prior and not way:
                from .advice import on_lengths

                way = on_lengths(self.ragged)
            lengths = f"row {i} has length {len(row)}, row 0 has {self.columns}"
            raise ValueError(f"{self.name} must be rectangular: {lengths}{way}")
        classes = 1 + max([1, *outcomes])
        return "".join(map(chr, sorted(outcomes))) if classes > FEW else tuple(map(outcomes.count, range(classes)))

    def _row(self, row: Any, i: int) -> Any:
        """Return a copy of row i: a list, tuple, range, bytes or bytearray. Refuse a value without items in order."""
        copied = self.copied(row)
        if type(copied) not in PLAIN:
            raise ValueError(f"row {i} of {self.name} must be a sequence of outcomes; got {shown(row)}")
        return copied

    def copied(self, row: Any) -> Any:
        """Return a copy of a row, since the caller may change it later. Return other values unchanged."""
        opened = row if type(row) in PLAIN else listed(row)
        if type(opened) is range:
            return opened[: self.highest + 2]  # enough to find a wrong outcome
        items = opened[:] if type(opened) in PLAIN else iterator(opened)
        return row if items is None else items if type(items) in PLAIN else list(items)

    def _refusal(self, value: object, i: int, j: int) -> ValueError:
        at = i * self.columns + j
        place = f"{self.name}[{at}]" if self.flat else f"{self.name}[{i}][{j}]"
        row, column = (at, 0) if self.flat and not self.by_row else (i, j)
        whose, _, _ = self.name.partition("[")
        way = f"; {whose} must be {'1-D or 2-D' if self.by_row else '2-D or 3-D'}" if is_row(value) else ""
        if not self.is_prior and not way:
            from .advice import on_entry

            is_other = isinstance(value, (str, int)) and self.wrong
            way = self.wrong if is_other else on_entry(value, self.given)
        return ValueError(
            f"Entries of {whose} must be integers in [0, {self.highest}]{self.hint}; "
            f"got {shown(value)} at {place} (row {row}, column {column}){way}"
        )


def is_row(value: Any) -> bool:
    """Return whether an entry of a matrix is a row: it has items in order. Other entries are outcomes."""
    return iterator(listed(value)) is not None
