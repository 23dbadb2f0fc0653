"""What stands inside the objects of a record, as a field of the record."""

from __future__ import annotations

from ..fields import described, listed, reached

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..book import Book
    from ..fields import Fields

    Items = Iterable[tuple[int, Any]]


def with_paths(items: Items, fields: Fields, book: Book) -> Items:
    """The records, with what is wanted of the objects in them, unless a field has this very name."""
    paths = [name for name in (*fields.questions, *fields.outcomes, *fields.answers) if "." in name]
    inner = [*book.kept, *(fields.runs if fields.must_have_runs else ())]
    for at, item in items:
        if isinstance(item, dict):
            book.fields = book.fields or (listed(item) if inner else [])
            names = {name.strip().lower() for name in item}
            found = {path: reached(item, path) for path in paths if path not in names}
            found.update((name, described(item, name)) for name in inner if name not in names)
            item.update({name: one for name, one in found.items() if one is not None or name not in fields.runs})
        yield at, item
