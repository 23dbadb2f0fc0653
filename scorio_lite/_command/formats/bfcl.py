"""The Berkeley Function Calling Leaderboard: *_score.json, a line of counts, then the entries that failed.

Read: bfcl_eval/eval_checker/eval_runner.py at 0dc53e3 (2025), and eval_checker/eval_runner.py of 2024 at 03cd536. What
succeeded is counted and not named; an entry that failed may be there twice.
"""

from __future__ import annotations

import re

from ..grading import FileError, shown
from ..json_text import field, optional
from ..rules import MOST_UNLISTED, Rule, Unlisted
from ..text import base_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = (
    '{"accuracy": 0.5, "correct_count": 1, "total_count": 2}\n'
    '{"id": "java_1", "test_category": "java", "valid": false}'
)
_NAME = re.compile(r"(?:BFCL_v\d+_|.*_test_)?(.+)_score\.json(?:\.gz)?")


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    rows = iter(items)
    at, header = next(rows)
    book.begin("bfcl", "id")
    book.rule = Rule("every entry counts")
    successes, total = (_count(header, name, f"{unit} {at}") for name in ("correct_count", "total_count"))
    failed: set[Any] = set()
    category = ""
    for at, entry in rows:
        place = f"{unit} {at}"
        if field(entry, "valid", place) is not False:
            raise FileError(f"{place}, field 'valid': {shown(entry['valid'])}; only entries that failed are listed")
        name, model = optional(entry, "test_category", place), optional(entry, "model_name", place)
        if failed and name != category:
            raise FileError(f"{place}: test_category {shown(name)}, and {shown(category)} before; give each a file")
        category = name
        book.tell(model=model, task=name)
        label = field(entry, "id", place)
        label = f"{name or ''}_{label}" if type(label) is int else label  # each test counts anew
        question = book.question(label, f"{place}, field 'id'")
        if question.label not in failed:
            failed.add(question.label)
            book.add(question, 0, place)
    if len(failed) != total - successes:
        raise FileError(f"it says that {successes:,} of {total:,} are correct, and lists {len(failed):,} that failed")
    named = _NAME.fullmatch(base_name(book.file))
    book.unlisted.append(Unlisted(failed, total, 1, str(category or (named[1] if named else ""))))


def _count(header: Any, name: str, place: str) -> int:
    number = field(header, name, place)
    if type(number) is not int or not 0 <= number <= MOST_UNLISTED:
        raise FileError(f"{place}, field {shown(name)}: {shown(number)} is not a number of entries")
    return number
