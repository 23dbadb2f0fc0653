"""Reports that list only some of their questions: of SWE-bench, and of the Berkeley Function Calling Leaderboard.

Sources, of SWE-bench: swebench/harness/reporting.py and grading.py at 7a21e05 (August 2026), and the same files since
version 2.0 of June 2024: all write schema_version 2. The harness divides the resolved instances by all of them. Before
that, metrics/report.py (versions 1.0 and 1.1) named the predictions by how far each got; results.json of the
leaderboard has only the resolved ones and those without a patch or a log.
"""

from __future__ import annotations

import re

from ..book import Book
from ..grading import FileError, count, shown
from ..item import Item, Items
from ..settings import MOST_UNLISTED, Rule, Settings, Unlisted
from ..text import base_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SWE_BENCH = Rule("all instances count; errors and instances that were not run are failures")
# An empty patch is the model's own. After an error there is no report; an incomplete instance has no prediction.
_LISTS = {"resolved_ids": 1, "unresolved_ids": 0, "empty_patch_ids": 0, "error_ids": None, "incomplete_ids": None}
# The lists of older reports by stage, with the outcome of an instance that gets no further; None if it broke.
_STAGES: dict[str, int | None] = {
    **dict.fromkeys(("generated", "generation", "submitted", "submitted_ids"), 0),
    **dict.fromkeys(("none", "no_generation", "empty_patch_ids"), 0),
    **dict.fromkeys(("with_logs", "completed", "completed_ids", "no_apply", "applied", "patch_applied"), 0),
    **dict.fromkeys(("test_timeout", "unresolved", "unresolved_ids", "not_resolved"), 0),
    **dict.fromkeys(("no_logs", "install_fail", "reset_failed", "test_errored"), None),
    **dict.fromkeys(("error", "error_ids", "incomplete_ids", "infra_failure_ids"), None),
    **dict.fromkeys(("resolved", "resolved_ids"), 1),
}
# If one of these is there, the lists have all instances.
_WHOLE = {"generated", "generation", "submitted", "submitted_ids", "unresolved", "unresolved_ids", "not_resolved"}
_BFCL = Rule("every entry counts")
_NAME = re.compile(r"(?:BFCL_v\d+_|.*_test_)?(.+)_score\.json(?:\.gz)?")


def read_swe_bench(document: Item, book: Book, settings: Settings) -> None:
    """MODEL.RUN.json, the report of a run; report.json, the report of an instance; and older lists.

    A report of a run lists the instances by how they ended; a report of an instance has `resolved`.
    """
    book.begin("swe-bench", "instance_id", _SWE_BENCH)
    fields = document.fields
    if "schema_version" in fields:
        found = _read_run(document, book)
        if settings.total not in (None, found):
            raise FileError(f"--total {settings.total}: the report has {count(found, 'instance')}")
        return None
    reports = [Item(one) for one in fields.values() if isinstance(one, dict)] or [document]
    if any(isinstance(reports[0].inside(name), list) for name in ("resolved", "resolved_ids")):
        total = reports[0].inside("total_instances")
        is_known = type(total) is int and 0 < total <= MOST_UNLISTED
        return _read_lists(reports, book, settings.total or (total if is_known else None))
    settings.check("swe-bench", ())
    for label, report in document.named("instance"):
        question, resolved = book.question(report.of(label)), report["resolved"]
        if report.get("infra_failure").value is True:
            book.gap(question, report, "infra_failure", resolved.value)
        else:
            book.add(question, resolved)
    return None


def _read_run(report: Item, book: Book) -> int:
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
    return len(ends)


def _check(report: Item, name: str, number: int) -> None:
    """Refuse a report whose count differs from the length of its list."""
    if report.fields.get(name, number) != number:
        raise report[name].error(f"{shown(report[name].value)}, where the lists have {number:,}")


def _read_lists(reports: list[Item], book: Book, total: int | None) -> None:
    """Lists of instances, or such lists for each repository. The last list of an instance gives its outcome."""
    ends, names = _ends(reports), {name for lists in reports for name in lists.fields}
    if total is None and names.isdisjoint(_WHOLE):
        raise FileError(
            f"it names {count(len(ends), 'instance')}, but not the failed ones, and the number of all instances is not "
            "in the file: --total N says it (SWE-bench Verified has 500, Lite 300)"
        )
    for label, name in ends.items():
        instance = Item(_STAGES[name], f"instance {shown(label)}")
        question = book.question(instance.of(label))
        if name in ("generated", "generation") and "with_logs" in names:
            book.gap(question, instance, "no log", 0)
        elif instance.value is None:
            book.gap(question, instance, name, 0)
        else:
            book.add(question, instance)
    if total is not None:
        book.said.unlisted.append(Unlisted(ends, total, 0))


def _ends(reports: list[Item]) -> dict[Any, str]:
    """The last list of each instance, in the order of `_STAGES`."""
    ends: dict[Any, str] = {}
    every = [pair for lists in reports for pair in lists.named("field")]
    for name in _STAGES:
        for _, labels in (pair for pair in every if pair[0] == name):
            for label in labels.typed(list):
                if not isinstance(label, str):
                    raise labels.error(f"{shown(label)} does not name an instance")
                ends[label] = name
    for name, labels in every:
        if name not in _STAGES and isinstance(labels.value, list) and not ends.keys() >= {*map(str, labels.value)}:
            raise labels.error("the meaning of this list is not known; remove it")
    return ends


def read_bfcl(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """*_score.json: a line of counts, then the entries that failed.

    Source: bfcl_eval/eval_checker/eval_runner.py at 0dc53e3 (2025), and eval_checker/eval_runner.py of 2024 at 03cd536.
    The file counts the successes without naming them; a failed entry may occur twice.
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
