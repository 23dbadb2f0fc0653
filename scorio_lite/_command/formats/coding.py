"""SWE-bench, EvalPlus of 2023 and BFCL, which list what succeeded or failed."""

from __future__ import annotations

from ..read.item import Item, Refusal, Trial, Unlisted
from ..text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

# Lists in reports of SWE-bench. After an error there is no report, and an incomplete instance has no prediction. An
# empty patch is the model's own. If one of _WHOLE is there, the lists together have all instances.
_RESOLVED = {"resolved", "resolved_ids"}
_BROKEN = {"no_logs", "install_fail", "reset_failed", "test_errored", "error_ids", "incomplete_ids", "pending_ids"}
_BROKEN |= {"infra_failure_ids"}
_MADE = {"generated", "generation"}
_WHOLE = {*_MADE, "unresolved", "unresolved_ids", "not_resolved", "submitted", "submitted_ids"}
_NOT_SOLVED = {"unresolved", "unresolved_ids", "empty_patch_ids", "error_ids"}
_NO_INSTANCES = {"unstopped_containers", "unremoved_images"}
STAGES = sorted({*_WHOLE, "no_generation", "none", "no_logs", "error_ids"})  # one is beside the resolved instances
_MOST = 10**6  # entries of BFCL
_PASS: dict[Any, int] = {"pass": 1, "fail": 0, "timeout": 0}


def swe_bench(file: FileTrials) -> Iterator[Trial]:
    """Read the report of a run (also of sb-cli), one of instances by id, or an older one of lists of instances."""
    report = Item(file.parsed.document)
    lists = {
        name: report[name].typed(list)
        for name, ids in report.fields.items()
        if (isinstance(ids, list) or name.endswith("_ids")) and name not in _NO_INSTANCES
    }
    if _RESOLVED.isdisjoint(lists):
        for label, value in report.fields.items():
            one = Item(value, f"instance {shown(label)}")
            why = "infra_failure" if one.get("infra_failure").value is True else ""
            yield Trial("", "", label, None, one["resolved"].value, why, file.keep(one), one.place)
        return
    if _WHOLE.isdisjoint(lists):
        raise Refusal("empty", "it names the resolved instances, but not the failed ones")
    ends: dict[Any, set[str]] = {}  # the lists of each instance
    for name, labels in lists.items():
        for label in labels:
            ends.setdefault(file.label(report.get(name), label), set()).add(name)
    total = report.get("total_instances")
    if total.value not in (None, len(ends)):
        raise total.error(f"{shown(total.value)}, where the lists have {len(ends):,}", "total")
    for label, own in ends.items():
        solved, broken = int(not own.isdisjoint(_RESOLVED)), sorted(own & _BROKEN)
        if solved and own & _NOT_SOLVED:
            raise Refusal("twice", f"instance {shown(label)} is in {' and '.join(sorted(map(shown, own)))}")
        if "with_logs" in lists and own <= _MADE:
            broken = ["no log"]
        why = broken[0] if broken and (not solved or "infra_failure_ids" in own) else ""
        yield Trial("", "", label, None, solved, why, None, f"instance {shown(label)}")


def evalplus_2023(file: FileTrials) -> Iterator[Trial]:
    """Read lists of [status, details] for each task, in `base` and `plus`. A sample must be "success" in both."""
    file.told.outcome = file.choose(Item(None), ["plus", "base"])
    suites = ["base", "plus"][: 1 + (file.metric == "plus")]
    for label, value in Item(file.parsed.document)["eval"].fields.items():
        task = Item(value, f"task {shown(label)}")
        file.told.bare.append(label)
        rows = [[one[0] if isinstance(one, list) and one else one for one in task[name].typed(list)] for name in suites]
        if len({*map(len, rows)}) > 1:
            raise task.error("base and plus differ in their number of samples")
        for i, statuses in enumerate(zip(*rows), 1):
            yield Trial("", "", label, None, int({*statuses} == {"success"}), "", None, f"{task.place}, sample {i}")


def bfcl(file: FileTrials) -> Iterator[Trial]:
    """Read a line of counts, and a line for each entry that failed. Successes have no names; a failure may recur."""
    entries = file.items()
    header = next(entries, Item({}))
    successes, total = header["correct_count"].value, header["total_count"].value
    if not all(type(n) is int and 0 <= n <= _MOST for n in (successes, total)):
        raise header.error(f"{shown(successes)} of {shown(total)} are no numbers of entries")
    failed: dict[Any, None] = {}
    for entry in entries:
        if entry["valid"].value is not False:
            raise entry["valid"].error(f"{shown(entry['valid'].value)}; only entries that failed are listed")
        file.tell(model=entry.get("model_name").value, task=entry.get("test_category").value)
        label = file.label(entry, entry["id"].value)
        if label not in failed:
            failed[label] = None
            yield Trial("", "", label, None, 0, "", file.keep(entry), entry.place)
    if len(failed) != total - successes:
        what = f"it says that {successes:,} of {total:,} are correct, and lists {len(failed):,} that failed"
        raise Refusal("total", what)
    file.told.unlisted.append(Unlisted(failed, total, file.told.task))


def statuses(_: FileTrials, sample: Item) -> dict[str, Any]:
    """Return the outcomes of a sample of EvalPlus or BigCodeBench. EvalPlus has the base tests in plus, too."""
    graded: dict[str, Any] = {}
    for name in ("status", "base_status", "plus_status"):
        status = sample.get(name).value
        if status is not None and not (isinstance(status, str) and status in _PASS):
            raise sample.error(f"{shown(status)} is none of {', '.join(map(shown, _PASS))}")
        if name in sample.fields:
            graded[name] = _PASS.get(status)
    if graded.get("plus_status") == 1:
        graded["plus_status"] = graded.get("base_status")
    return graded
