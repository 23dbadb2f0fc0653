"""Fields that may number the trials, as run or seed: where they do, no question has a number twice.

They may be the same in all records of a question instead. Unlike a trial number, they say nothing of missing trials.
"""

from __future__ import annotations

from ..book import BITS
from ..grading import FileError, is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..book import Book, Question

_NAMES = ("run", "run_id")  # whose values may be words


class Repeats:
    """Watches these fields."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._again: FileError | None = None  # the first trial whose number was there before

    def see(self, item: dict[str, Any], names: list[str], question: Question, place: str) -> None:
        number = item[names[0]] if len(names) == 1 else None
        if type(number) is int and 0 <= number < BITS and not question.numbers >> number & 1:  # as most are
            question.numbers |= 1 << number
            return
        numbers = [item[name] for name in names if _may_number(name, item[name])]
        if numbers:
            try:
                self._book.number(question, numbers[0] if len(numbers) == 1 else ", ".join(map(str, numbers)), place)
            except FileError as error:
                self._again = self._again or error

    def end(self, questions: Iterable[Question]) -> None:
        """All records have been seen."""
        for question in questions:
            if self._again and bin(question.numbers).count("1") + len(question.odd_numbers or ()) > 1:
                raise self._again
            question.numbers, question.odd_numbers = 0, None


def _may_number(name: str, value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().isdecimal() or (name.strip().lower() in _NAMES and not is_missing(value))
    return type(value) is int or (type(value) is float and value.is_integer())
