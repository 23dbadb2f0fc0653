"""JSON matrices: questions in rows, trials in columns."""

from __future__ import annotations

from .book import Place
from .grading import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .book import Book


def read_matrix(unit: str, rows: Iterable[tuple[int, Any]], book: Book) -> None:
    """The rows with their numbers; `unit` is what the numbers count."""
    book.begin("matrix")
    for i, (at, row) in enumerate(rows, 1):
        if not isinstance(row, list):
            raise FileError(f"{unit} {at}: not a list of outcomes but {shown(row)}")
        book.add_row(Place(f"row {i}"), row, f"{unit} {at}")
