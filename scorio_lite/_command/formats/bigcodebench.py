"""BigCodeBench: *_eval_results.json.

Read: bigcodebench/evaluate.py and eval/__init__.py at 47eff25 (September 2025). The harness counts `status` pass.
"""

from __future__ import annotations

from ..book import Book
from ..grading import shown
from ..item import Item
from ..rules import Rule
from ..settings import Settings

EXAMPLE = '{"eval": {"BigCodeBench/0": [{"task_id": "BigCodeBench/0", "status": "pass"}]}}'
_RULE = Rule(
    "a sample without a status is a failure; each task is scored with its own samples",
    empty="BigCodeBench prints no pass@k then",
)


def read(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """An object with `eval`: for each task a list of samples with a `status`: pass, fail or timeout."""
    book.begin("bigcodebench", "eval", _RULE)
    for label, task in document["eval"].named("task"):
        question = book.question(task.of(label))
        for i, sample in enumerate(task.each(f"{task.place}, sample"), 1):
            status = sample["status"]
            if status.value not in ("pass", "fail", "timeout", None):
                raise status.error(f"{shown(status.value)} is none of 'pass', 'fail' and 'timeout'")
            if status.value is None:
                book.gap(question, sample, "status is null", 0)
            else:
                book.add(question, sample.of(status.value == "pass"), i)
