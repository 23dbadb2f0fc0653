"""EvalPlus: eval_results.json."""

from __future__ import annotations

from ..book import SHORT
from ..grading import FileError, shown
from ..json_text import field, part, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings


def read(document: Any, book: Book, settings: Settings) -> None:
    """An object with `eval`: for each task a list of samples, whose base_status and plus_status must both be pass."""
    book.begin("evalplus", "eval")
    for label, samples in part(document, "eval", dict, "").items():
        task = f"task {shown(label, SHORT)}"
        question = book.question(label, task)
        for i, sample in enumerate(typed(samples, list, task), 1):
            place = f"{task}, sample {i}"
            base = _passes(sample, "base_status", place)
            plus = base if settings.base else _passes(sample, "plus_status", place)
            if plus is None and base is not None:
                raise FileError(f"{place}, field 'plus_status': null: only the base suite ran; use --base")
            book.add(question, None if base is None else base and plus, place, i)


def _passes(sample: Any, name: str, place: str) -> bool | None:
    status = field(sample, name, place)
    if status is not None and status not in ("pass", "fail", "timeout"):
        raise FileError(f"{place}, field {shown(name)}: {shown(status)} is none of 'pass', 'fail' and 'timeout'")
    return None if status is None else bool(status == "pass")
