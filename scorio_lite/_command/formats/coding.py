"""SWE-bench, EvalPlus of 2023 and BFCL, which list what succeeded or failed."""

from __future__ import annotations

from ..read.item import Item, Refusal, Trial, Unlisted
from ..text import shown, some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

# Lists in reports of SWE-bench. An empty patch is the model's own. After an error there is no report, and an instance
# that is incomplete has no prediction. If one of _WHOLE is there, the lists together have all instances.
_RESOLVED = {"resolved", "resolved_ids"}
_UNRESOLVED = {"unresolved", "unresolved_ids"}
_FAILED = {*_UNRESOLVED, "not_resolved", "none", "no_generation", "empty_patch_ids", "failed_ids"}
_BROKEN = {"no_logs", "install_fail", "reset_failed", "test_errored", "error_ids", "incomplete_ids", "pending_ids"}
_BROKEN |= {"infra_failure_ids"}
_MADE = {"generated", "generation"}
_EVERY = {*_MADE, "submitted", "submitted_ids", "completed_ids", "with_logs", "applied"}
_WHOLE = {*_MADE, *_UNRESOLVED, "submitted", "submitted_ids", "not_resolved"}
_MOST = 10**6  # entries of BFCL


def swe_bench(file: FileTrials) -> Iterator[Trial]:
    """Read the report of a run (of sb-cli, too), of an instance (`resolved` by id), or an older report of lists."""
    report = Item(file.parsed.document)
    names = _RESOLVED | _FAILED | _BROKEN | _EVERY
    lists = {name: report[name].typed(list) for name in report.fields if name in names}
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
        if name.endswith("_ids"):
            _check(report, f"{name[:-4]}_instances", len(labels))
        for label in labels:
            ends.setdefault(file.label(report.get(name), label), set()).add(name)
    _check(report, "total_instances", len(ends))
    for label, own in ends.items():
        solved, broken = int(not own.isdisjoint(_RESOLVED)), sorted(own & _BROKEN)
        if solved and own & {*_UNRESOLVED, "empty_patch_ids", "error_ids"}:
            raise Refusal("twice", f"instance {shown(label)} is in {' and '.join(sorted(map(shown, own)))}")
        if "with_logs" in lists and own <= _MADE:
            broken = ["no log"]
        why = broken[0] if broken and (not solved or "infra_failure_ids" in own) else ""
        yield Trial("", "", label, None, solved, why, None, f"instance {shown(label)}")


def _check(report: Item, name: str, number: int) -> None:
    """Refuse a report whose count in a field is not `number`, the length of its list."""
    if report.fields.get(name, number) != number:
        raise report[name].error(f"{shown(report[name].value)}, where the lists have {number:,}", "total")


def evalplus_2023(file: FileTrials) -> Iterator[Trial]:
    """Read lists of [status, details] for each task, in `base` and `plus`. A sample must be "success" in both."""
    is_base = file.choose(Item(None), ["plus", "base"] if file.wanted else ["plus"]) == "base"
    suites = ("base",) if is_base else ("base", "plus")
    file.told.outcome = suites[-1]
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
    header = next(entries)
    successes, total = header["correct_count"].value, header["total_count"].value
    if not all(type(n) is int and 0 <= n <= _MOST for n in (successes, total)):
        raise header.error(f"{shown(successes)} of {shown(total)} are no numbers of entries")
    failed: dict[Any, None] = {}
    categories: dict[str, None] = {}
    for entry in entries:
        if entry["valid"].value is not False:
            raise entry["valid"].error(f"{shown(entry['valid'].value)}; only entries that failed are listed")
        category = str(entry.get("test_category").value or "")
        categories[category] = None
        if len(categories) > 1:
            raise entry.error(f"it is of test_category {some(reversed([*categories]))}; give each a file")
        file.tell(model=entry.get("model_name").value, task=category)
        label = file.label(entry, entry["id"].value)
        label = f"{category}_{label}" if type(label) is int else label  # each test numbers its own entries
        if label not in failed:
            failed[label] = None
            yield Trial("", "", label, None, 0, "", file.keep(entry), entry.place)
    if len(failed) != total - successes:
        what = f"it says that {successes:,} of {total:,} are correct, and lists {len(failed):,} that failed"
        raise Refusal("total", what)
    file.told.unlisted.append(Unlisted(failed, total, 1, next(iter(categories), "") or file.told.task))
