"""Read records that give the numbers of trials and of successes of a question."""

from __future__ import annotations

from ..book import Book
from ..grading import is_missing, shown
from ..item import Item
from ..ledger import Question

_MOST = 10**6  # trials of a question that a record counts


def add_counts(item: Item, names: list[str], book: Book, question: Question) -> None:
    """Add the counts of a record to its question. `names` are its fields for trials and for successes."""
    trials, successes = (Item(item.value[name], item.place, name) for name in names)
    of_what = f"{shown(names[1])} counts successes"
    if not book.grader.is_plain:
        raise item.error(f"{of_what}; --threshold and --weights need single outcomes")
    if is_missing(trials.value) and is_missing(successes.value):
        return book.gap(question, item, "no counts")
    n, c = _whole(trials), _whole(successes)
    if n > _MOST:
        raise trials.error(f"{n:,}; at most {_MOST:,} trials are read")
    if c > n:
        raise item.error(f"{shown(names[1])} is {c:,}, and {shown(names[0])} is {n:,}; use --counts N,C")
    question.counts[0] += n - c
    question.counts[1] += c
    return None


def _whole(number: Item) -> int:
    """Return a value as an integer, such as 2 or 2.0. Refuse other values."""
    text = str(number.value).strip() if type(number.value) in (int, float, str) else ""
    text = text[:-2] if text.endswith(".0") else text
    if not text.isdecimal() or len(text) > 15:
        raise number.error(f"{shown(number.value)} is not a number of trials")
    return int(text)
