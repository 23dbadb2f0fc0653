"""Lists of plain rows of 0/1, the usual outcome matrix, packed and counted at C speed; reader.py reads the rest."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Union

    Counts = tuple[int, ...]  # how often each class 0, 1, 2, ... occurred
    Cell = tuple[Counts, Counts]  # of the trials of one question, and of its prior outcomes (empty where it has none)
    Votes = tuple[Counts, Counts, int]  # how often each right answer occurred, each wrong one, and none
    Key = Union[int, str, Counts]  # what rows of equal counts share

BLOCK = 1 << 16  # about how many outcomes are packed at a time
PACKED = {list, tuple, bytes, bytearray}  # packed at C speed, one outcome a byte

from_bytes = int.from_bytes
HAS_POPCOUNT = hasattr(int, "bit_count")
_pack: Any = bytearray if HAS_POPCOUNT else bytes  # whichever takes a list of ints faster


def plain_counts(matrix: list[Any]) -> dict[int, dict[int, int]] | None:
    """{N: {number of ones: rows}} of a small list of plain rows of 0/1; None for all others."""
    if not matrix or type(matrix[0]) not in PACKED:
        return None
    columns = len(matrix[0])
    rows = packed(matrix) if 0 < columns * len(matrix) <= BLOCK else None
    ones = ones_in(rows, columns) if rows and set(map(len, rows)) == {columns} else None
    return {columns: counted(ones)} if ones else None


def packed(block: list[Any]) -> list[bytes] | None:
    """Plain rows of small integers as bytes; None where they are others."""
    kinds = set(map(type, block))
    if kinds == {bytes}:
        return block
    if PACKED.issuperset(kinds):
        try:
            return list(map(bytes if block[0] and type(block[0][0]) is bool else _pack, block))
        except (TypeError, ValueError):
            return None
    return None


def ones_in(rows: list[bytes], longest: int) -> list[int] | None:
    """The number of ones in each row, if the rest are zeros."""
    if not HAS_POPCOUNT:
        return None if b"".join(rows).translate(None, b"\0\1") else [row.count(1) for row in rows]
    numbers = [from_bytes(row, "big") for row in rows]
    seen = 0
    for number in numbers:
        seen |= number
    valid = from_bytes(b"\1" * longest, "big")
    return list(map(int.bit_count, numbers)) if seen | valid == valid else None


def counted(keys: Iterable[Any], counts: dict[Any, int] | None = None) -> dict[Any, int]:
    """How often each key occurs, added to the counts."""
    if counts is None:
        counts = {}
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    return counts


def emptiness(name: str, what: str) -> ValueError:
    """The error for a matrix without rows or without columns."""
    return ValueError(f"{name} must have at least one question (M >= 1) and one trial (N >= 1); {what}")
