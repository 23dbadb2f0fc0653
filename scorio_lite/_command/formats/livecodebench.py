"""LiveCodeBench: *_eval_all.json. Read: the repository of 2025-07, lcb_runner.

Its own pass@k scores each question with the trials that it has.
"""

from __future__ import annotations

from ..grading import FileError, shown
from ..json_text import field, part
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = '{"question_id": "abc301_a", "graded_list": [true, false]}'
_RULE = Rule("each question is scored with the trials that it has", empty="LiveCodeBench divides by their number")


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """One item per question: question_id, and graded_list with an outcome for each trial."""
    book.begin("livecodebench", "question_id")
    book.rule = _RULE
    seen = set()
    for at, item in items:
        place = f"{unit} {at}"
        label = field(item, "question_id", place)
        question = book.question(label, f"{place}, field 'question_id'")
        book.keep(question, item, place)
        if question.label in seen:
            raise FileError(f"{place}: a second item for question {shown(label)}")
        seen.add(question.label)
        book.identify(question, "question_content", item.get("question_content"), place)
        outcomes = part(item, "graded_list", list, place)
        book.add_row(question.label, outcomes, f"{place}, field 'graded_list'")
