"""The Berkeley Function Calling Leaderboard: *_score.json, a line of counts, then the entries that failed.

Read: bfcl_eval/eval_checker/eval_runner.py at 0dc53e3 (2025), and eval_checker/eval_runner.py of 2024 at 03cd536. The
file counts the successes without naming them; a failed entry may occur twice.
"""

from __future__ import annotations

import re

from ..book import Book
from ..grading import FileError, shown
from ..item import Item, Items
from ..settings import MOST_UNLISTED, Rule, Settings, Unlisted
from ..text import base_name

_RULE = Rule("every entry counts")
_NAME = re.compile(r"(?:BFCL_v\d+_|.*_test_)?(.+)_score\.json(?:\.gz)?")


def read(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    entries = iter(items)
    header = next(entries)
    book.begin("bfcl", "id", _RULE)
    successes, total = _count(header["correct_count"]), _count(header["total_count"])
    failed: dict[str | int, None] = {}
    category = ""
    for entry in entries:
        valid = entry["valid"]
        if valid.value is not False:
            raise valid.error(f"{shown(valid.value)}; only entries that failed are listed")
        name = entry.get("test_category").value
        if failed and name != category:
            raise entry.error(f"test_category {shown(name)}, and {shown(category)} before; give each a file")
        category = name
        book.tell(model=entry.get("model_name").value, task=name)
        label = entry["id"]
        if type(label.value) is int:  # each test numbers its own entries
            label = label.of(f"{name or ''}_{label.value}")
        question = book.question(label)
        if question.label not in failed:
            failed[question.label] = None
            book.add(question, entry.of(0))
    if len(failed) != total - successes:
        raise FileError(f"it says that {successes:,} of {total:,} are correct, and lists {len(failed):,} that failed")
    named = _NAME.fullmatch(base_name(book.file))
    book.unlisted.append(Unlisted(failed, total, 1, str(category or (named[1] if named else ""))))


def _count(number: Item) -> int:
    if type(number.value) is not int or not 0 <= number.value <= MOST_UNLISTED:
        raise number.error(f"{shown(number.value)} is not a number of entries")
    return number.value
