"""Find files in a folder that repeat others: copies, the same outcomes in another format, and tables of means."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from .asked import is_in
from .fields import sums_up
from .readings.usual import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tree_file import File


def without_copies(good: list[File]) -> list[File]:
    """Return the files without those that have the outcomes and the name of another: copies, and other formats."""
    packed = len({one.part.is_packed for one in good}) > 1  # archives beside files, which they may hold
    twins: dict[tuple[str, str], list[File]] = {}
    for one in sorted(good, key=lambda one: (one.part.is_packed, len(one.path.name), str(one.path))):
        parts = (part for part in one.path.parent.parts if part.lower() not in VERSION)  # backup
        folder = "" if one.part.is_packed or packed else "/".join(parts)
        twins.setdefault((folder, _plain_name(PurePosixPath(one.part.stem).name)), []).append(one)
    copies = set()
    for own in twins.values():
        known: list[Any] = []
        for one in own if own[1:] else ():
            if one.outcomes() in known:
                copies.add(id(one))
            known.append(one.outcomes())
    copies.update(map(id, _joined(good)))
    return [one for one in good if id(one) not in copies]


def _joined(good: list[File]) -> list[File]:
    """Return the files with several runs, if other files have each of these alone, and name it or are called so."""
    several = [one for one in good if len(one.book.books()) > 1]
    known: dict[str, list[tuple[str, File]]] = {}
    for one in good if several else ():
        for run, *cell in one.outcomes() if one not in several else ():
            known.setdefault(str(cell), []).append((run, one))
    return [
        one
        for one in several
        if all(
            any(name == run or (not name and is_in(run, str(other.path))) for name, other in known.get(str(cell), ()))
            for run, *cell in one.outcomes()
        )
    ]


def _plain_name(stem: str) -> str:
    return re.sub(r"( ?\(\d+\)|[-_ ]copy)$", "", stem)


def names_files(one: File, good: list[File]) -> bool:
    """Whether the file `one`, which could not be read, has a row for each file of `good`, as a table of their means."""
    paths = [str(other.path) for other in good]
    records = [] if one.is_harness or one.is_alone else one.records()
    for key in next(iter(records), ()) if paths else ():
        values = [str(record.get(key)).strip() for record in records]
        names = [value for value in values if not value.isdecimal() and any(is_in(value, path) for path in paths)]
        others = [value for value in values if value not in names and not (value and sums_up(value))]
        are_all = all(any(is_in(name, path) for name in names) for path in paths)
        if are_all and len(set(values)) == len(values) and (len(names) > 1 or not others):
            return True
    return False


def wholes(files: list[File]) -> list[File]:
    """Return the files without those whose only question is also in a larger file in a folder above."""
    whole = [one for one in files if one.size > 1 and one.is_harness]

    def is_in(one: File, other: File) -> bool:
        is_above = other.path.parent in one.path.parents[1:] and other.format == one.format
        return is_above and not other.ids().keys().isdisjoint(one.ids())

    return [one for one in files if one.size > 1 or not any(is_in(one, other) for other in whole)]
