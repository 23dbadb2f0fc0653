"""Matrices: a question in each row and a trial in each column, or the other way round with --transpose."""

from __future__ import annotations

from ..book import Place
from ..fields import means_trial
from ..grading import FileError, shown
from .trial_names import LETTER, numbered, stem_is_trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from ..book import Book


class Rows:
    """Adds the rows of a matrix to a book."""

    def __init__(self, book: Book, transposed: bool, columns: Sequence[str] = (), named: bool = False) -> None:
        self._book = book
        self._transposed = transposed
        self._columns = columns  # the names of the questions, if they are in columns
        self._number = 0
        self._first: list[str] = []  # the first labels
        self._width = 0  # of the widest row
        self._may_be_questions = True  # whether the labels are not surely those of trials: sample_0
        if transposed and len(columns) > 1 and all(map(_is_trial, columns)):
            some = ", ".join(shown(name) for name in columns[:2])
            raise FileError(f"the columns {some} look like trials, and --transpose says that rows are trials")
        self._like_trials = not named  # whether all labels are names of trials, so far

    def add(self, label: str | None, values: list[Any], place: str, first: int = 1) -> None:
        """Add a row, whose first value is in the column `first` of the file. It may have a label."""
        self._number += 1
        if self._transposed:
            for j, value in enumerate(values):
                name = self._columns[j] if self._columns else Place(f"column {j + first}")
                where = f"{place}, column {j + first}"
                self._book.add_cell(self._book.question(name, where), value, where)
            return
        if label is None:
            self._like_trials = False
            label = Place(f"row {self._number}")
        elif self._like_trials:
            self._like_trials = _is_trial(label)
            self._may_be_questions = self._may_be_questions and not _is_trial(label, sure=True)
            self._width = max(self._width, len(values))
            self._first = [*self._first[:1], label]
        self._book.add_row(label, values, place, first)

    def end(self, at: str) -> None:
        """The last row has been added. `at` is where the first stands."""
        if self._like_trials and self._first and not (self._may_be_questions and self._number > self._width):
            some = ", ".join(shown(label) for label in self._first)
            raise FileError(
                f"{at}: the rows {some} look like trials; if questions stand in columns, use --transpose; if not, "
                "put the name task_id above the first column"
            )


def _is_trial(name: str, sure: bool = False) -> bool:
    word = numbered(name)
    if word is None or word[0] == LETTER:
        return False
    return means_trial(word[0]) == "sure" or "run" in word[0] if sure else stem_is_trial(word[0])


def read_matrix(unit: str, rows: Iterable[tuple[Any, Any]], book: Book, transposed: bool) -> None:
    """Read the rows of a JSON matrix, numbered, or the lists of an object, with their names."""
    book.begin("matrix", "" if unit == "field" and not transposed else None)
    reader = Rows(book, transposed)
    for at, row in rows:
        place = f"{unit} {shown(at) if unit == 'field' else at}"
        if not isinstance(row, list):
            raise FileError(f"{place}: not a list of outcomes but {shown(row)}")
        reader.add(at if unit == "field" else None, row, place)
    reader.end("file")
