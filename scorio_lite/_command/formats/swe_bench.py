"""SWE-bench: MODEL.RUN.json, the report of a run, and report.json, the report of an instance; and its older lists.

Read: swebench/harness/reporting.py and grading.py at 7a21e05 (August 2026), and the same files since version 2.0 of
June 2024: all write schema_version 2. The harness divides the resolved instances by all of them. Before that,
metrics/report.py (versions 1.0 and 1.1) named the predictions by how far each got; results.json of the leaderboard has
only the resolved ones and those without a patch or a log.
"""

from __future__ import annotations

from ..grading import FileError, count, shown
from ..json_text import field, named, optional, part, typed
from ..rules import MOST_UNLISTED, Rule, Unlisted

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
# Of older reports, in the order of what happens to an instance: what it is if this list is its last. None: it broke.
_STAGES: dict[str, int | None] = {
    **dict.fromkeys(("generated", "generation", "submitted", "submitted_ids"), 0),
    **dict.fromkeys(("none", "no_generation", "empty_patch_ids"), 0),
    **dict.fromkeys(("with_logs", "completed", "completed_ids", "no_apply", "applied", "patch_applied"), 0),
    **dict.fromkeys(("test_timeout", "unresolved", "unresolved_ids", "not_resolved"), 0),
    **dict.fromkeys(("no_logs", "install_fail", "reset_failed", "test_errored"), None),
    **dict.fromkeys(("error", "error_ids", "incomplete_ids", "infra_failure_ids"), None),
    **dict.fromkeys(("resolved", "resolved_ids"), 1),
}
# With one of these the lists have all instances.
_WHOLE = {"generated", "generation", "submitted", "submitted_ids", "unresolved", "unresolved_ids", "not_resolved"}


def read(document: Any, book: Book, settings: Settings) -> None:
    """A report of a run names the instances by their ends; a report of an instance has `resolved`."""
    book.begin("swe-bench", "instance_id")
    book.rule = _RULE
    if "schema_version" in document:
        found = _read_run(document, book)
        if settings.total not in (None, found):
            raise FileError(f"--total {settings.total}: the report has {count(found, 'instance')}")
        return None
    reports = [one for one in document.values() if isinstance(one, dict)] or [document]
    if any(isinstance(reports[0].get(name), list) for name in ("resolved", "resolved_ids")):
        total = reports[0].get("total_instances")
        is_known = type(total) is int and 0 < total <= MOST_UNLISTED
        return _read_lists(reports, book, settings.total or (total if is_known else None))
    settings.check("swe-bench", ())
    return _read_instances(document, book)


def _read_instances(document: Any, book: Book) -> None:
    for label, report in named(document, "report").items():
        place = f"instance {shown(label)}"
        question = book.question(label, place)
        resolved = field(report, "resolved", place)
        if optional(report, "infra_failure", place) is True:
            book.gap(question, place, "infra_failure", resolved)
        else:
            book.add(question, resolved, f"{place}, field 'resolved'")


def _read_run(report: Any, book: Book) -> int:
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
    return len(ends)


def _check(report: Any, name: str, number: int) -> None:
    """The report counts its instances, too."""
    if name in report and report[name] != number:
        raise FileError(f"field {shown(name)}: {shown(report[name])}, where the lists have {number:,}")


def _read_lists(reports: list[dict[str, Any]], book: Book, total: int | None) -> None:
    """Lists of instances, or such lists for each repository. An instance is what the last of its lists says."""
    ends, names = _ends(reports), {name for lists in reports for name in lists}
    if total is None and names.isdisjoint(_WHOLE):
        raise FileError(
            f"it names {count(len(ends), 'instance')}, not those that failed, and the number of all instances is not "
            "in the file: --total N says it (SWE-bench Verified has 500, Lite 300)"
        )
    for label, name in ends.items():
        place = f"instance {shown(label)}"
        question = book.question(label, place)
        if name in ("generated", "generation") and "with_logs" in names:
            book.gap(question, place, "no log", 0)
        elif _STAGES[name] is None:
            book.gap(question, place, name, 0)
        else:
            book.add(question, _STAGES[name], place)
    if total is not None:
        book.unlisted.append(Unlisted(ends, total, 0))


def _ends(reports: list[dict[str, Any]]) -> dict[Any, str]:
    """The last list of each instance, in the order of `_STAGES`."""
    ends: dict[Any, str] = {}
    for name in _STAGES:
        for lists in reports:
            for label in typed(named(lists, "report").get(name, []), list, f"field {shown(name)}"):
                if not isinstance(label, str):
                    raise FileError(f"field {shown(name)}: {shown(label)} does not name an instance")
                ends[label] = name
    for lists in reports:
        for name, labels in lists.items():
            if name not in _STAGES and isinstance(labels, list) and not ends.keys() >= {*map(str, labels)}:
                raise FileError(f"field {shown(name)}: what this list says of its instances is not known; remove it")
    return ends
