"""OpenCompass: results/MODEL/DATASET.json with details, which --dump-eval-details writes.

Read: opencompass/tasks/openicl_eval.py and openicl/icl_evaluator/icl_base_evaluator.py at a5acc4b (August 2026), and
what they wrote before replicas (73c8095, February 2025): an object of details by number. The harness counts
`correct`, `is_correct` or `cascade_correct`, the first that there is.
"""

from __future__ import annotations

from ..grading import FileError, is_missing, shown
from ..json_text import field, named, typed
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings

EXAMPLE = '{"accuracy": 50.0, "details": [{"example_abbr": "gsm8k_0", "correct": [true, false]}]}'
_OUTCOMES = ("correct", "is_correct", "cascade_correct")


def read(document: Any, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """For each example a detail, whose outcomes are a list, one for each replica; before, one outcome."""
    book.begin("opencompass", "details")
    book.rule = Rule("a replica without an outcome is a failure")
    details = field(document, "details", "results")
    if isinstance(details, dict):
        for label, detail in named(details, "field 'details'").items():
            if label != "type":
                place = f"detail {shown(label)}"
                book.add(book.question(label, place), _outcome(detail, place), place)
        return
    seen = set()
    for i, detail in enumerate(typed(details, list, "field 'details'"), 1):
        place = f"detail {i}"
        label = field(detail, "example_abbr", place)
        question = book.question(label, f"{place}, field 'example_abbr'")
        if question.label in seen:
            raise FileError(f"{place}: a second detail of {shown(label)}")
        seen.add(question.label)
        for j, value in enumerate(typed(_outcome(detail, place), list, place), 1):
            if is_missing(value):
                book.gap(question, f"{place}, replica {j}", shown(value), 0)
            else:
                book.add(question, value, f"{place}, replica {j}")


def _outcome(detail: Any, place: str) -> Any:
    found = [name for name in _OUTCOMES if typed(detail, dict, place).get(name) is not None]
    return field(detail, found[0] if found else "correct", place)
