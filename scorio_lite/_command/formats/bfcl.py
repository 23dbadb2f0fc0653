"""BFCL: the first line has counts, and each other line is an entry that failed. The successes have no names."""

from __future__ import annotations

import re

from ..grading import shown
from ..read.item import Item, Refusal, Trial, Unlisted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

    from .engine import Trials

_MOST = 10**6  # entries
_NAME = re.compile(r"(?:BFCL_v\d+_|.*_test_)?(.+)_score\.json(?:\.gz)?")


def read(file: Trials) -> Iterator[Trial]:
    entries = file.items()
    header = next(entries)
    successes, total = _count(header["correct_count"]), _count(header["total_count"])
    failed: dict[str | int, None] = {}  # an entry may occur twice
    category = ""
    for entry in entries:
        if entry["valid"].value is not False:
            raise entry["valid"].error(f"{shown(entry['valid'].value)}; only entries that failed are listed")
        name = str(entry.get("test_category").value or "")
        if failed and name != category:
            raise entry.error(f"test_category {shown(name)}, and {shown(category)} before; give each a file")
        category = name
        file.tell(model=entry.get("model_name").value, task=name)
        label = file.label(entry, entry["id"].value)
        if type(label) is int:  # each test numbers its own entries
            label = f"{name}_{label}"
        if label not in failed:
            failed[label] = None
            yield Trial("", "", label, None, 0, "", None, entry.place)
    if len(failed) != total - successes:
        what = f"it says that {successes:,} of {total:,} are correct, and lists {len(failed):,} that failed"
        raise Refusal("total", what)
    named = _NAME.fullmatch(file.member.path.name)
    file.told.unlisted.append(Unlisted(failed, total, 1, category or (named[1] if named else "")))


def _count(number: Item) -> int:
    if type(number.value) is not int or not 0 <= number.value <= _MOST:
        raise number.error(f"{shown(number.value)} is not a number of entries")
    return number.value
