"""SWE-bench: MODEL.RUN.json, the report of a run, and report.json, the report of an instance.

Read: swebench/harness/reporting.py and grading.py at 7a21e05 (August 2026), and the same files since version 2.0 of
June 2024: all write schema_version 2. The harness divides the resolved instances by all of them.
"""

from __future__ import annotations

from ..grading import FileError, shown
from ..json_text import field, named, optional, part
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings

EXAMPLE = (
    '{"schema_version": 2, "resolved_ids": ["a-1"], "unresolved_ids": ["a-2"], "empty_patch_ids": [], '
    '"error_ids": [], "incomplete_ids": []}'
)
_RULE = Rule("all instances count; errors and what was not run are failures")
# An empty patch is the model's. No report came of an error, and no prediction was made for what is incomplete.
_LISTS = {"resolved_ids": 1, "unresolved_ids": 0, "empty_patch_ids": 0, "error_ids": None, "incomplete_ids": None}


def read(document: Any, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """A report of a run names the instances by their ends; a report of an instance has `resolved`."""
    book.begin("swe-bench", "instance_id")
    book.rule = _RULE
    if "resolved_ids" in document:
        _read_run(document, book)
        return
    for label, report in named(document, "report").items():
        place = f"instance {shown(label)}"
        question = book.question(label, place)
        resolved = field(report, "resolved", place)
        if optional(report, "infra_failure", place) is True:
            book.gap(question, place, "infra_failure", resolved)
        else:
            book.add(question, resolved, f"{place}, field 'resolved'")


def _read_run(report: Any, book: Book) -> None:
    version = field(report, "schema_version", "report")
    if version != 2:
        raise FileError(f"field 'schema_version': {shown(version)}, where run reports of version 2 are read")
    broken = set(map(str, part(report, "infra_failure_ids", list, ""))) if "infra_failure_ids" in report else set()
    ends: dict[Any, str] = {}  # of each instance, the list that has it
    for name, outcome in _LISTS.items():
        labels = part(report, name, list, "")
        _check(report, name.replace("_ids", "_instances"), len(labels))
        for i, label in enumerate(labels, 1):
            place = f"field {shown(name)}, entry {i}"
            question = book.question(label, place)
            place = f"instance {shown(question.label)}"
            if question.label in ends:
                raise FileError(f"{place}: it is in {shown(ends[question.label])} and in {shown(name)}")
            ends[question.label] = name
            if outcome is None or label in broken:
                book.gap(question, place, "infra_failure_ids" if outcome is not None else name, outcome or 0)
            else:
                book.add(question, outcome, place)
    _check(report, "total_instances", len(ends))


def _check(report: Any, name: str, number: int) -> None:
    """The report counts its instances, too."""
    if name in report and report[name] != number:
        raise FileError(f"field {shown(name)}: {shown(report[name])}, where the lists have {number:,}")
