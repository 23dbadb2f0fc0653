"""Matrices: a question in each row and a trial in each column, or the other way round with --transpose."""

from __future__ import annotations

from ..book import Book
from ..fields import some
from ..grading import FileError, shown
from ..item import Item, Items
from ..question import Place
from .trial_names import is_named_as_trial, is_surely_trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence


class MatrixRows:
    """Adds the rows of a matrix to a book."""

    def __init__(self, book: Book, transposed: bool, columns: Sequence[str] = (), named: bool = False) -> None:
        self._book = book
        self._transposed = transposed
        book.read.options = ["--format=matrix", *["--transpose"] * transposed]
        self._columns = columns  # the names of the questions, if questions are in columns
        self._number = 0
        self._first: list[str] = []  # the first labels
        self._width = 0  # of the widest row
        self._may_be_questions = True  # whether the labels may name questions: sample_0
        if transposed and len(columns) > 1 and all(map(is_named_as_trial, columns)):
            first = ", ".join(map(shown, columns[:2]))
            raise FileError(f"the columns {first} look like trials, and --transpose says that rows are trials")
        self._like_trials = not named  # whether all labels are names of trials, so far

    def add(self, label: str | None, row: Item, first: int = 1) -> None:
        """Add a row, with its label if it has one. Its first value is in column `first` of the file."""
        self._number += 1
        if self._transposed:
            for j, value in enumerate(row.value):
                cell = row.of(value, f", column {j + first}")
                name = self._columns[j] if self._columns else Place(f"column {j + first}")
                self._book.add_cell(self._book.question(cell.of(name)), cell)
            return
        if label is None:
            self._like_trials = False
            label = Place(f"row {self._number}")
        elif self._like_trials:
            self._like_trials = is_named_as_trial(label)
            self._may_be_questions = self._may_be_questions and not is_surely_trial(label, 1)
            self._width = max(self._width, len(row.value))
            self._first = [*self._first[:1], label]
        self._book.add_row(self._book.question(row.of(label)), row, first)

    def end(self, at: str) -> None:
        """Finish after the last row. `at` is the place of the first row."""
        if self._like_trials and self._first and not (self._may_be_questions and self._number > self._width):
            raise FileError(
                f"{at}: the rows {some(self._first)} look like trials; if questions are in columns, use --transpose; "
                "if not, put the name task_id above the first column"
            )


def read_matrix(items: Items, book: Book, transposed: bool) -> None:
    """Read the numbered rows of a JSON matrix, or the named lists of an object, whose unit is a field."""
    has_names = items.unit == "field"
    book.begin("matrix", "" if has_names and not transposed else None)
    matrix = MatrixRows(book, transposed)
    for at, values in items.pairs:
        row = Item(values, "", at) if has_names else Item(values, f"{items.unit} {at}")
        if not isinstance(values, list):
            raise row.error(f"not a list of outcomes but {shown(values)}")
        matrix.add(at if has_names else None, row)
    matrix.end("file")
