"""Files of a tree that are there twice: copies, other forms of the same outcomes, and trials that another file has."""

from __future__ import annotations

from pathlib import PurePosixPath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tree_file import File


def without_copies(good: list[File]) -> list[File]:
    """Leave out files that repeat the outcomes of a file of the same name: copies, and other formats."""
    packed = len({one.part.is_packed for one in good}) > 1  # archives beside files, which they may hold
    twins: dict[tuple[str, str], list[File]] = {}
    for one in sorted(good, key=lambda one: (one.part.is_packed, len(one.path.name), str(one.path))):
        folder = "" if one.part.is_packed or packed else str(one.path.parent)
        twins.setdefault((folder, _plain_name(PurePosixPath(one.part.stem).name)), []).append(one)
    copies = set()
    for own in twins.values():
        known: list[Any] = []
        for one in own if len(own) > 1 else ():
            if one.outcomes() in known:
                copies.add(id(one))
            known.append(one.outcomes())
    return [one for one in good if id(one) not in copies]


def _plain_name(stem: str) -> str:
    import re

    return re.sub(r"( ?\(\d+\)|[-_ ]copy)$", "", stem)


def wholes(files: list[File]) -> list[File]:
    """Leave out files of one question that a larger file in a folder above contains, too."""
    whole = [one for one in files if one.size > 1 and one.is_harness]

    def is_in(one: File, other: File) -> bool:
        is_above = other.path.parent in one.path.parents[1:] and other.format == one.format
        return is_above and other.ids().keys() >= one.ids().keys()

    return [one for one in files if one.size > 1 or not any(is_in(one, other) for other in whole)]
