"""Fields that may number the trials, as run or seed: where they do, no question has a number twice.

They may be the same in all records of a question instead. Unlike a trial number, they say nothing of missing trials.
"""

from __future__ import annotations

from ..book import BITS
from ..fields import LAST_KEY
from ..grading import FileError, is_missing, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection

    from ..book import Book, Question

_NAMES = ("run", "run_id")  # whose values may be words
_WEAK = ("id", "index", "idx", LAST_KEY)  # may number the records, and not the questions
_MOST = 1000  # values


class Repeats:
    """Watches these fields."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._again: FileError | None = None  # the first trial whose number was there before
        self._name = ""  # one of them
        self._values: dict[Any, int] = {}  # how often it has each value

    def see(self, item: dict[str, Any], names: list[str], question: Question, place: str) -> None:
        self._name = names[0]
        number = item[names[0]] if len(names) == 1 else None
        if isinstance(number, (int, str)) and len(self._values) < _MOST:
            self._values[number] = self._values.get(number, 0) + 1
        if type(number) is int and 0 <= number < BITS and not question.numbers >> number & 1:  # as most are
            question.numbers |= 1 << number
            return
        numbers = [item[name] for name in names if _may_number(name, item[name])]
        if numbers:
            try:
                self._book.number(question, numbers[0] if len(numbers) == 1 else ", ".join(map(str, numbers)), place)
            except FileError as error:
                self._again = self._again or error

    def end(self, questions: Collection[Question], key: str) -> None:
        """All records have been seen. `key` is the field that names the questions; "" if the user chose it."""
        often = {*self._values.values()}
        if key in _WEAK and len(often) == 1 and len(questions) == sum(self._values.values()) > len(self._values) > 1:
            raise FileError(
                f"{shown(self._name)} has {len(self._values)} values, and no question, named by {shown(key)}, has two "
                f"records; which field names the question? Use --question NAME, or --question {key}"
            )
        for question in questions:
            if self._again and bin(question.numbers).count("1") + len(question.odd_numbers or ()) > 1:
                raise self._again
            question.numbers, question.odd_numbers = 0, None


def _may_number(name: str, value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().isdecimal() or (name.strip().lower() in _NAMES and not is_missing(value))
    return type(value) is int or (type(value) is float and value.is_integer())
