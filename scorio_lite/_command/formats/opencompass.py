"""OpenCompass: results/MODEL/DATASET.json with details, which --dump-eval-details writes.

Read: opencompass/tasks/openicl_eval.py and openicl/icl_evaluator/icl_base_evaluator.py at a5acc4b (August 2026), and
their older files without replicas (73c8095, February 2025): an object of details by number. The harness counts the
first of `correct`, `is_correct` and `cascade_correct` that is there.
"""

from __future__ import annotations

from ..book import Book
from ..grading import is_missing, shown
from ..item import Item
from ..rules import Rule
from ..settings import Settings

EXAMPLE = '{"accuracy": 50.0, "details": [{"example_abbr": "gsm8k_0", "correct": [true, false]}]}'
_RULE = Rule("a replica without an outcome is a failure")
_OUTCOMES = ("correct", "is_correct", "cascade_correct")


def read(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """A detail for each example: a list of outcomes, one per replica; in older files, one outcome."""
    book.begin("opencompass", "details", _RULE)
    details = document["details"]
    if isinstance(details.value, dict):
        for label, detail in details.named("detail"):
            if label != "type":
                book.add(book.question(detail.of(label)), _outcome(detail))
        return
    for detail in details.each("detail"):
        name = detail["example_abbr"]
        question = book.question(name)
        if not book.claim(question):
            raise detail.error(f"a second detail of {shown(name.value)}")
        for replica in _outcome(detail).each(f"{detail.place}, replica"):
            if is_missing(replica.value):
                book.gap(question, replica, shown(replica.value), 0)
            else:
                book.add(question, replica)


def _outcome(detail: Item) -> Item:
    found = [name for name in _OUTCOMES if detail.inside(name) is not None]
    return detail.of(detail[found[0] if found else "correct"].value)
