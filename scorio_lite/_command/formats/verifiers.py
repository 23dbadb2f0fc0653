"""verifiers: results.jsonl, a record for each rollout."""

from __future__ import annotations

from ..fields import CONTEXT_KEYS, Fields
from .records import read_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..book import Book
    from ..settings import Settings

    Items = Iterable[tuple[int, Any]]


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    read_records(
        unit,
        items,
        book,
        Fields(("example_id",), ("reward",), context=(*CONTEXT_KEYS, "task"), error="error"),
        "verifiers",
    )
