"""The outcomes of `--example`."""

from __future__ import annotations

from .book import Book, Place
from .grading import Grader
from .item import Item

_OUTCOMES = [  # 8 questions, 6 trials each
    [1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1],
    [1, 0, 1, 1, 1, 1],
    [1, 1, 0, 1, 0, 1],
    [0, 1, 1, 0, 1, 0],
    [0, 0, 1, 0, 0, 1],
    [0, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0, 0],
]


def example() -> Book:
    book = Book(Grader(), "the built-in example")
    for i, row in enumerate(_OUTCOMES, 1):
        book.add_row(book.question(Item(Place(f"row {i}"))), Item(row))
    return book
