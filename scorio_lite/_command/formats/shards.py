"""Read counts that the library writes: Tally.to_dict and VoteTally.to_dict."""

from __future__ import annotations

from ..grading import FileError
from ..ledger import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from ..book import Book
    from ..item import Item
    from ..settings import Settings

_MOST = 1 << 20  # questions of a file


def read_tally(document: Item, book: Book, _: Settings) -> None:
    """Read a tally, whose questions have no names, so that no two tallies share one; --merge adds tallies as parts."""
    book.begin("tally", "")
    cells = list(_cells(document.value))
    if sum(times for times, _ in cells) > _MOST:
        raise FileError(f"more than {_MOST:,} questions; Tally.from_dict reads them in Python")
    every = (counts for times, counts in cells for _ in range(times))
    for number, counts in enumerate(every, 1):
        question = book.question(document.of(Place(f"question {number} of {book.files.file}")))
        for code, trials in enumerate(counts):
            if code >= book.grader.codes and trials:
                raise FileError(f"it has the class {code}; --weights gives each class its reward")
            if trials:
                question.counts[code] += trials
    book.read.outcome = "cells"


def _cells(data: Any) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (number of questions, counts of their outcomes) for each group of questions with equal counts."""
    from ..._votes import VoteTally
    from ...tally import Tally

    try:
        tally = VoteTally.from_dict(data).outcomes if "votes" in data else Tally.from_dict(data)
    except ValueError as error:
        raise FileError(f"no tally of the library: {error}") from None
    if tally.has_prior:
        raise FileError("it has prior outcomes; Tally.from_dict reads them in Python")
    for counts, times in tally.histogram.items():
        yield times, counts
