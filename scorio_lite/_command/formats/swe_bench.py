"""SWE-bench: the report of a run, of sb-cli, of an instance, or an older report of lists; and EvalPlus of 2023."""

from __future__ import annotations

from ..grading import shown
from ..read.item import Item, Refusal, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import Trials

_RESOLVED = {"resolved", "resolved_ids"}
# An empty patch is the model's own. After an error there is no report; an incomplete instance has no prediction.
_FAILED = {"unresolved", "unresolved_ids", "not_resolved", "none", "no_generation", "empty_patch_ids", "failed_ids"}
_BROKEN = {"no_logs", "install_fail", "reset_failed", "test_errored", "error", "error_ids", "incomplete_ids"}
_BROKEN |= {"pending_ids", "infra_failure_ids"}
_EVERY = {
    "generated",
    "generation",
    "submitted",
    "submitted_ids",
    "completed_ids",
    "with_logs",
    "applied",
    "test_timeout",
}
# If one of these lists is there, the lists together have all instances
_WHOLE = {"generated", "generation", "submitted", "submitted_ids", "unresolved", "unresolved_ids", "not_resolved"}


def read(file: Trials) -> Iterator[Trial]:
    report = Item(file.parsed.document)
    fields = report.fields
    lists = {
        name: value for name, value in fields.items() if isinstance(value, list) and name.rstrip("_ids") != "unremoved"
    }
    lists = {name: value for name, value in lists.items() if name in _RESOLVED | _FAILED | _BROKEN | _EVERY}
    if _RESOLVED.isdisjoint(lists):
        for label, value in fields.items():
            one = Item(value, f"instance {shown(label)}")
            why = "infra_failure" if one.get("infra_failure").value is True else ""
            yield Trial("", "", label, None, one["resolved"].value, why, None, one.place)
        return
    if report.get("schema_version").value not in (None, 2):
        raise report["schema_version"].error(f"{shown(fields['schema_version'])}, where reports of version 2 are read")
    ends: dict[Any, set[str]] = {}  # the lists of each instance
    for name, labels in lists.items():
        number = fields.get(name.replace("_ids", "_instances"), len(labels))
        if "_ids" in name and number != len(labels):
            raise report.get(name).error(f"it has {len(labels):,} ids, and the report counts {shown(number)}")
        for label in labels:
            if not isinstance(label, str):
                raise report.get(name).error(f"{shown(label)} does not name an instance")
            ends.setdefault(label, set()).add(name)
    if _WHOLE.isdisjoint(lists):
        raise Refusal("empty", "it names the resolved instances, but not the failed ones")
    total = fields.get("total_instances", len(ends))
    if total != len(ends):
        raise report["total_instances"].error(f"{shown(total)}, where the lists have {len(ends):,}")
    for label, names in ends.items():
        solved = int(not names.isdisjoint(_RESOLVED))
        if solved and names & {"unresolved_ids", "empty_patch_ids", "error_ids", "unresolved"}:
            raise Refusal("twice", f"instance {shown(label)}: it is in {' and in '.join(sorted(map(shown, names)))}")
        broken = sorted(names & _BROKEN)
        if "with_logs" in lists and names <= {"generated", "generation"}:
            broken = ["no log"]
        is_own = solved and "infra_failure_ids" not in names
        yield Trial(
            "", "", label, None, solved, "" if is_own or not broken else broken[0], None, f"instance {shown(label)}"
        )


def read_evalplus(file: Trials) -> Iterator[Trial]:
    """Read lists of [status, details] for each task, in `base` and `plus`. A sample succeeds if both are success."""
    document = Item(file.parsed.document)
    suites = ("base",) if file.metric == "base" else ("base", "plus")
    file.told.outcome = suites[-1]
    for label, value in document["eval"].fields.items():
        task = Item(value, f"task {shown(label)}")
        file.told.bare.append(label)
        rows = [[one[0] if isinstance(one, list) and one else one for one in task[name].typed(list)] for name in suites]
        if len({*map(len, rows)}) > 1:
            raise task.error("base and plus differ in their number of samples")
        for i, statuses in enumerate(zip(*rows), 1):
            yield Trial("", "", label, None, int({*statuses} == {"success"}), "", None, f"{task.place}, sample {i}")
