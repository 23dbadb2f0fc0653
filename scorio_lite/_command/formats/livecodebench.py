"""LiveCodeBench: *_eval_all.json. Read: the repository of 2025-07, lcb_runner.

Its own pass@k scores each question with its own trials.
"""

from __future__ import annotations

from ..book import Book
from ..grading import shown
from ..item import Items
from ..rules import Rule
from ..settings import Settings

EXAMPLE = '{"question_id": "abc301_a", "graded_list": [true, false]}'
_RULE = Rule("each question is scored with its own trials", empty="LiveCodeBench divides by their number")


def read(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """One item per question: question_id, and graded_list with an outcome for each trial."""
    book.begin("livecodebench", "question_id", _RULE)
    for item in items:
        label = item["question_id"]
        question = book.question(label)
        book.keep(question, item)
        if not book.claim(question):
            raise item.error(f"a second item for question {shown(label.value)}")
        book.identify(question, "question_content", item.inside("question_content"), item)
        outcomes = item["graded_list"]
        outcomes.typed(list)
        book.add_row(question, outcomes)
