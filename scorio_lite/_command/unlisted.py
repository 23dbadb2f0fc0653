"""Questions that a file counts and does not name: the successes if it lists failures, or the other way round."""

from __future__ import annotations

from .book import Place
from .grading import FileError
from .item import Item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .book import Book


def add_unlisted(books: Sequence[Book]) -> None:
    """Give each run the questions that its files do not list, with their names if another file lists them."""
    parts = [(book, one) for book in books for one in book.unlisted]
    groups = dict.fromkeys(one.group for _, one in parts)
    if len(groups) == 2 and "" in groups:  # a file that lists nothing does not name its group
        del groups[""]
    others = [label for book in books if not book.unlisted for label in book.questions]
    for group in groups:
        inner = [(book, one) for book, one in parts if (one.group if one.group in groups else group) == group]
        first, total = inner[0][0], inner[0][1].total
        labels = dict.fromkeys(label for _, one in inner for label in one.listed)
        labels.update(dict.fromkeys(label for label in others if len(groups) == 1 and not isinstance(label, Place)))
        for book, one in inner:
            if one.total != total:
                raise FileError(f"{book.name}: it has {one.total:,} questions in all, and {first.name} has {total:,}")
        if len(labels) > total:
            raise FileError(f"{first.name}: the files list {len(labels):,} questions, but there are {total:,} in all")
        rest = (Place(f"{group} unlisted {i}".strip()) for i in range(len(labels) + 1, total + 1))
        labels.update(dict.fromkeys(rest))
        for book, one in inner:
            for label in labels:
                if label not in one.listed:
                    book.add(book.question(Item(label, str(label))), Item(one.outcome, str(label)))
