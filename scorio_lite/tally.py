"""Outcome matrices, read and checked in one pass into counts.

A metric sees of an outcome matrix only how many questions share each vector of outcome counts. That is its tally: small
whatever the matrix was, and the tally of two matrices stacked is the sum of theirs.
"""

from __future__ import annotations

from itertools import chain, islice

from ._arguments import class_weights
from ._values import has_items, integral, is_iterable, listed, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, NoReturn, Sequence, Union

    from ._arguments import Weights
    from ._values import Real

    Counts = tuple[int, ...]  # how often each class 0, 1, 2, ... occurred
    Cell = tuple[Counts, Counts]  # of the trials of one question, and of its prior outcomes (empty where it has none)
    Outcomes = Union["Tally", Iterable[Any]]

_PLAIN = {list, tuple, bytes, bytearray, range}  # bytes(row) takes these at C speed, one outcome a byte
_PACKED = _PLAIN - {range}  # those that cannot be endless
_NUMBERS = {float, int, bool}
_BLOCK = 1 << 16  # about how many outcomes are packed at a time
_FEW = 10  # classes up to which one C-speed count a class beats a loop over the outcomes

_BYTES = bytes(range(256))

_from_bytes = int.from_bytes
if hasattr(int, "bit_count"):

    def _ones(rows: list[bytes]) -> list[int]:
        return [_from_bytes(row, "big").bit_count() for row in rows]

else:

    def _ones(rows: list[bytes]) -> list[int]:
        return [row.count(1) for row in rows]


class Tally:
    """How many questions have each vector of outcome counts. Immutable; tallies add, compare, hash and pickle.

    All vectors are as wide as the highest class that occurs, and at least 2: (failures, successes).
    """

    __slots__ = ("_cells", "_groups", "_questions")

    def __init__(self, cells: dict[Cell, int], groups: dict[int, dict[int, int]] | None = None) -> None:
        self._cells = cells
        self._groups = groups
        self._questions = sum(cells.values())

    @property
    def questions(self) -> int:
        """M, the number of questions."""
        return self._questions

    @property
    def cells(self) -> dict[Cell, int]:
        """The number of questions for each pair (counts of the trials, counts of the prior outcomes)."""
        return dict(self._cells)

    @property
    def classes(self) -> int:
        """How wide the count vectors are: the highest class that occurs plus 1, and at least 2."""
        return next((len(counts) for counts, _ in self._cells), 2)

    @property
    def shortest(self) -> int:
        """N, the number of trials a question; the fewest, where they differ."""
        return min(self._groups or (sum(counts) for counts, _ in self._cells))

    def by_trials(self) -> dict[int, dict[int, int]]:
        """For two classes: {N: {successes: questions}}, which is not to be changed."""
        if self._groups is None:
            groups: dict[int, dict[int, int]] = {}
            for ((failures, successes), _), questions in self._cells.items():
                group = groups.setdefault(failures + successes, {})
                group[successes] = group.get(successes, 0) + questions
            self._groups = groups
        return self._groups

    def __add__(self, other: Tally) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        classes = max(self.classes, other.classes)
        cells: dict[Cell, int] = {}
        for tally in (self, other):
            for (counts, prior), questions in tally._cells.items():
                cell = _padded(counts, classes), prior and _padded(prior, classes)
                cells[cell] = cells.get(cell, 0) + questions
        return Tally(cells)

    def __eq__(self, other: object) -> bool:
        return self._cells == other._cells if isinstance(other, Tally) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._cells.items()))

    def __reduce__(self) -> tuple[type[Tally], tuple[dict[Cell, int]]]:
        return Tally, (self._cells,)

    def __repr__(self) -> str:
        return f"<Tally of {self._questions} questions, {self.classes} classes, {len(self._cells)} distinct counts>"


def _padded(counts: Counts, classes: int) -> Counts:
    return counts + (0,) * (classes - len(counts))


def tally(R: Outcomes, highest: int = 1, hint: str = "", R0: Iterable[Any] | None = None) -> Tally:
    """The tally of R and of its prior outcomes R0, whose entries are integers in 0..highest.

    `hint` says in an error what else would make another entry right.
    """
    if type(R) is Tally:
        if R0 is not None:
            raise ValueError("R0 cannot be given with a tally: prior outcomes are part of it")
        if not R.questions:
            raise ValueError("R must have at least one question (M >= 1); the tally is empty")
        if R.classes > highest + 1:
            raise ValueError(f"Entries of R must be integers in [0, {highest}]{hint}; the tally has {R.classes - 1}")
        return R
    reader = _Reader("R", highest, hint)
    if R0 is not None:
        observed = [reader.counts(key) for block in reader.blocks(reader.rows(R)) for key in block]
        return tally_cells(zip(observed, _prior(R0, len(observed), highest, hint)))
    keys: dict[Any, int] = {}
    for block in reader.blocks(reader.rows(R)):
        for key in block:
            keys[key] = keys.get(key, 0) + 1
    if highest != 1:
        return _trimmed({(reader.counts(key), ()): questions for key, questions in keys.items()})
    n = reader.columns
    return Tally({((n - ones, ones), ()): questions for ones, questions in keys.items()}, {n: keys})


def graded_tally(
    R: Outcomes, w: Iterable[Real] | None, R0: Iterable[Any] | None = None, needs_w: bool = True
) -> tuple[Tally, Weights]:
    """The tally of R and R0, and the rewards of the classes; without w outcomes are 0 or 1."""
    weights = class_weights(w)
    if w is None:
        hint = ", or the weight vector 'w' must be provided" if needs_w else ", or w must be given"
    else:
        hint = f", one for each of the {len(weights[0])} weights in w"
    return tally(R, len(weights[0]) - 1, hint, R0), weights


def _prior(R0: Iterable[Any], questions: int, highest: int, hint: str) -> list[Counts]:
    """The counts of R0 row by row; a flat one is cut into as many rows as there are questions."""
    reader = _Reader("R0", highest, hint)
    rows = reader.rows(R0)
    if reader.flat:
        outcomes = next(rows)
        reader.columns, rest = divmod(len(outcomes), questions)
        if rest:
            raise ValueError(
                "R0 must have the same number of rows (M) as R, or be flat and reshaped row by row: "
                f"{len(outcomes)} outcomes cannot be cut into {questions} rows"
            )
        rows = (outcomes[i * reader.columns : (i + 1) * reader.columns] for i in range(questions))
    prior = [reader.counts(key) for block in reader.blocks(rows) for key in block]
    if len(prior) != questions:
        raise ValueError(f"R0 must have the same number of rows (M) as R; R0 has {len(prior)}, R has {questions}")
    return prior if reader.columns else [()] * questions


def tally_cells(cells: Iterable[Cell]) -> Tally:
    """The tally of questions given one by one, each as the counts of its trials and of its prior outcomes."""
    histogram: dict[Cell, int] = {}
    for cell in cells:
        histogram[cell] = histogram.get(cell, 0) + 1
    return _trimmed(histogram)


def _trimmed(cells: dict[Cell, int]) -> Tally:
    """The tally of these cells, their vectors cut to the highest class that occurs."""
    classes = len(next(iter(cells))[0])
    while classes > 2 and not any(counts and counts[classes - 1] for cell in cells for counts in cell):
        classes -= 1
    return Tally({(counts[:classes], prior[:classes]): questions for (counts, prior), questions in cells.items()})


class _Reader:
    """Reads the rows of one matrix into keys: the number of ones for two classes, else the vector of counts.

    A block of plain rows is packed, one outcome a byte, and then checked and counted by a few C-speed calls a row.
    Where anything in it is not plain, or wrong, its rows are examined one by one, entry by entry if need be.
    """

    __slots__ = ("columns", "flat", "highest", "hint", "name")

    def __init__(self, name: str, highest: int, hint: str) -> None:
        self.name = name
        self.highest = highest
        self.hint = hint
        self.flat = False  # whether the matrix was one row
        self.columns = 0  # N: how long every row must be

    def rows(self, matrix: Any) -> Iterator[Any]:
        """The rows of a matrix; a flat one is its own only row."""
        rest: Iterator[Any]
        if type(matrix) is list or type(matrix) is tuple:
            rest = iter(matrix)
        else:
            matrix = _opened(matrix, f"{self.name} must be a 1-D or 2-D outcome matrix (questions x trials)")
            rest = map(self._taken, matrix[: self.highest + 2] if type(matrix) is range else matrix)
        for first in rest:
            self.flat = type(first) not in _PLAIN and not _is_row(first)
            first = [first, *rest] if self.flat else self._row(first, 0)
            self.columns = len(first)
            if not first:
                self._refuse_empty("row 0 is empty")
            return chain((first,), rest)
        self._refuse_empty("it has no rows")
        self.flat = True
        return iter(([],))

    def blocks(self, rows: Iterator[Any]) -> Iterator[list[Any]]:
        """The keys of the rows, in lists for a bounded number of outcomes."""
        start, size = 0, 1 + _BLOCK // (self.columns + 1)
        block = list(islice(rows, size))
        while block:
            yield self._keys(block, start)
            start += len(block)
            block = list(islice(rows, size))

    def counts(self, key: Any) -> Counts:
        if self.highest == 1:
            return self.columns - key, key
        return key if self.highest else (*key, 0)

    def _keys(self, block: list[Any], start: int) -> list[Any]:
        if _PACKED.issuperset(map(type, block)):
            try:
                packed = list(map(bytes, block))
            except (TypeError, ValueError):
                packed = []
            if (
                packed
                and set(map(len, packed)) == {self.columns}
                and not b"".join(packed).translate(None, _BYTES[: self.highest + 1])
            ):
                return _ones(packed) if self.highest == 1 else list(map(self._vector, packed))
        return [self._examined(self._row(row, i), i) for i, row in enumerate(block, start)]

    def _vector(self, row: Sequence[int]) -> Counts:
        """The counts of a row of valid outcomes."""
        if self.highest < _FEW:
            return tuple(map(row.count, range(self.highest + 1)))
        counts = [0] * (self.highest + 1)
        for outcome in row:
            counts[outcome] += 1
        return tuple(counts)

    def _examined(self, row: Any, i: int) -> Any:
        """The key of row i, whatever it holds; the errors that say where."""
        counts = self._counted(row)
        if counts is None:
            outcomes = []
            for j, value in enumerate(row):
                outcome = integral(value)
                if outcome is None or not 0 <= outcome <= self.highest:
                    self._refuse(value, i, j)
                outcomes.append(outcome)
            counts = self._vector(outcomes)
        if len(row) != self.columns:
            raise ValueError(
                f"{self.name} must be rectangular: row {i} has length {len(row)}, row 0 has {self.columns}"
            )
        return counts[1] if self.highest == 1 else counts

    def _counted(self, row: Any) -> Counts | None:
        """The counts of a row of floats, ints and bools, if all of them are classes: floats equal floats fastest."""
        if self.highest >= _FEW or type(row) not in (list, tuple) or not _NUMBERS.issuperset(map(type, row)):
            return None
        counts = tuple(map(row.count, map(float, range(self.highest + 1))))
        return counts if sum(counts) == len(row) else None

    def _row(self, row: Any, i: int) -> Any:
        """A row as a sequence that can be counted; of a range as much as shows that it is wrong, if it is."""
        if type(row) in _PLAIN:
            return row[: self.highest + 2] if type(row) is range else row
        opened = _opened(row, f"row {i} of {self.name} must be a sequence of outcomes")
        return opened if type(opened) in _PLAIN else list(opened)

    def _taken(self, row: Any) -> Any:
        """A row or an outcome of a matrix that is read as it is made: a copy, since its maker may use the row again."""
        if type(row) in _PLAIN:
            return row[:]
        opened = listed(row)
        return list(opened) if is_iterable(opened) else row

    def _refuse_empty(self, reason: str) -> None:
        if self.name == "R":  # R0 may have no columns
            raise ValueError(f"R must have at least one question (M >= 1) and one trial (N >= 1); {reason}")

    def _refuse(self, value: object, i: int, j: int) -> NoReturn:
        place = f"{self.name}[{i * self.columns + j}]" if self.flat else f"{self.name}[{i}][{j}]"
        deep = f"; {self.name} must be 1-D or 2-D" if _is_row(value) else ""
        raise ValueError(
            f"Entries of {self.name} must be integers in [0, {self.highest}]{self.hint}; "
            f"got {shown(value)} at {place} (row {i}, column {j}){deep}"
        )


def _opened(matrix: Any, wanted: str) -> Any:
    """Something that can be iterated over: arrays as lists."""
    opened = listed(matrix)
    if not is_iterable(opened):
        raise ValueError(f"{wanted}; got {shown(opened)}")
    return opened


def _is_row(value: Any) -> bool:
    """Whether an entry of a matrix is meant as a row of it, right or wrong, and not as an outcome."""
    if not isinstance(value, type) and hasattr(value, "tolist"):  # of NumPy's scalars too
        return isinstance(value.tolist(), list)
    return has_items(value)
