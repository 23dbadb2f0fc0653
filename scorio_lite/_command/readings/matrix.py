"""Read matrices: a question in each row and a trial in each column, or the other way round with --transpose."""

from __future__ import annotations

from ..book import Book
from ..grading import FileError, shown
from ..item import Item, Items
from ..ledger import Place
from .trial_names import is_named_as_trial, rows_name_trials

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence


class MatrixRows:
    """Adds the rows of a matrix to a book."""

    def __init__(self, book: Book, transposed: bool, columns: Sequence[str] = ()) -> None:
        self._book = book
        self._transposed = transposed
        book.read.options = ["--format=matrix", *["--transpose"] * transposed]
        self._columns = columns  # the names of the questions, if questions are in columns
        self._labels: list[str] = []
        self._number = self._width = 0  # the number of rows, and of cells in the widest row
        if transposed and len(columns) > 1 and all(map(is_named_as_trial, columns)):
            first = ", ".join(map(shown, columns[:2]))
            raise FileError(f"the columns {first} look like trials, and --transpose says that rows are trials")

    def add(self, label: str | None, row: Item, first: int = 1) -> None:
        """Add a row; `label` is None if it has no name. Its first value is in column `first` of the file."""
        self._number += 1
        if self._transposed:
            for j, value in enumerate(row.value):
                cell = row.of(value, f", column {j + first}")
                name = self._columns[j] if self._columns else Place(f"column {j + first}")
                self._book.add(self._book.question(cell.of(name)), cell, None, True)
            return
        if label is not None:
            self._labels.append(label)
        self._width = max(self._width, len(row.value))
        name = Place(f"row {self._number}") if label is None else label
        self._book.add_row(self._book.question(row.of(name)), row, first)

    def end(self, at: str) -> None:
        """Refuse rows that are named like trials, after the last one. `at` is the place of the first row."""
        why = rows_name_trials(self._labels, self._width)
        if why:
            raise FileError(f"{at}: {why}")


def read_matrix(items: Items, book: Book, transposed: bool) -> None:
    """Read a JSON matrix: numbered rows or, if `items.unit` is "field", the named lists of an object."""
    has_names = items.unit == "field"
    book.begin("matrix", "" if has_names and not transposed else None)
    matrix = MatrixRows(book, transposed)
    for at, values in items.pairs:
        row = Item(values, "", at) if has_names else Item(values, f"{items.unit} {at}")
        if not isinstance(values, list):
            raise row.error(f"not a list of outcomes but {shown(values)}")
        matrix.add(at if has_names else None, row)
    matrix.end("file")
