"""BigCodeBench: *_eval_results.json.

Read: bigcodebench/evaluate.py and eval/__init__.py at 47eff25 (September 2025). The harness counts `status` pass.
"""

from __future__ import annotations

from ..grading import FileError, shown
from ..json_text import field, named, part, typed
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings

EXAMPLE = '{"eval": {"BigCodeBench/0": [{"task_id": "BigCodeBench/0", "status": "pass"}]}}'
_RULE = Rule(
    "a sample without a status is a failure; each task is scored with its own samples",
    empty="BigCodeBench prints no pass@k then",
)


def read(document: Any, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """An object with `eval`: for each task a list of samples with a `status`: pass, fail or timeout."""
    book.begin("bigcodebench", "eval")
    book.rule = _RULE
    for label, samples in named(part(document, "eval", dict, ""), "field 'eval'").items():
        task = f"task {shown(label)}"
        question = book.question(label, task)
        for i, sample in enumerate(typed(samples, list, task), 1):
            place = f"{task}, sample {i}"
            status = field(sample, "status", place)
            if status not in ("pass", "fail", "timeout", None):
                raise FileError(f"{place}, field 'status': {shown(status)} is none of 'pass', 'fail' and 'timeout'")
            if status is None:
                book.gap(question, place, "status is null", 0)
            else:
                book.add(question, status == "pass", place, i)
