"""Read outcomes R into counts. In comes any matrix, out come the parts of a tally.

here    small matrices of plain rows, the usual ones, counted at C speed; what errors may advise
reader  any matrix, row by row and, if need be, entry by entry; only this module refuses outcomes
prior   the prior outcomes R0 beside R
arrays  arrays of NumPy, counted by their own methods
cells   {(counts of trials, counts of prior outcomes): number of questions}, made and added up
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .._types import RowKey

# What an error may add, as it works with the function at hand: the way for rows of different lengths, None, real scores
_RAGGED = "Tally(R, ragged=True) takes rows of different lengths"
LONGER = "ragged=True takes rows of different lengths"
CUT = "for real scores pass Scores(R).at_least(threshold)"
SCORED = "for real scores pass Scores(R)"
WAYS = _RAGGED, "", CUT
BOUNDED = _RAGGED, "confidence.bounded takes None as a missing trial", CUT
BLOCK = 1 << 16  # about how many outcomes are packed at a time
_SMALL = 256  # arrays of at most this size are read faster as lists
PACKED = {list, tuple, bytes, bytearray}  # packed at C speed, one outcome a byte

from_bytes = int.from_bytes
HAS_POPCOUNT = hasattr(int, "bit_count")
_pack: Any = bytearray if HAS_POPCOUNT else bytes  # whichever takes a list of ints faster
FEW = 10  # with at most this many classes, a C-speed count for each beats a loop over the outcomes
BYTES = bytes(range(256))
_FEW_ROWS = 16  # at most this many are counted faster one by one
_ONE_BIT = bytes([0, 1, 2, 4, 8, 16, 32, 64, 128]) + bytes(247)  # class j as bit j - 1


def is_array(R: Any) -> bool:
    """Whether R is an array of NumPy itself, not of a subclass."""
    return type(R).__module__ == "numpy" and type(R).__name__ == "ndarray"


def plain_counts(matrix: Any, highest: int) -> tuple[int, dict[Any, int]] | None:
    """Count a small matrix of plain rows: return (N, {key: number of rows}). `packed_keys` says what keys are.

    Return None for any other matrix. Return None, too, if `highest` is above 1 and no outcome is equal to it.
    """
    if type(matrix) is not list and is_array(matrix) and matrix.size <= _SMALL:
        matrix = matrix.tolist()
    if type(matrix) not in (list, tuple) or not matrix or type(matrix[0]) not in PACKED:
        return None
    M, N = len(matrix), len(matrix[0])
    rows = packed(matrix) if 0 < M * N <= BLOCK else None
    if not rows or not 0 < highest < FEW or set(map(len, rows)) != {N}:
        return None
    if highest > 1 and highest not in b"".join(rows):
        return None
    keys = ones_in(rows, N) if highest == 1 else packed_keys(rows, highest, N)
    return (N, counted(keys)) if keys else None


def packed(block: list[Any]) -> list[bytes] | None:
    """Return rows of small integers as bytes, with one byte for each outcome. Return None for other rows."""
    kinds = set(map(type, block))
    if kinds == {bytes}:
        return block
    if PACKED.issuperset(kinds):
        try:
            return list(map(bytes if block[0] and type(block[0][0]) is bool else _pack, block))
        except (TypeError, ValueError):
            return None
    return None


def packed_keys(rows: list[bytes], highest: int, longest: int) -> list[Any]:
    """Return a key for each nonempty row. Rows with equal counts have equal keys.

    Return [] if an outcome is above `highest`. If all outcomes are 0 or 1, a key is the number of ones. Else it is the
    tuple of the counts of each class or, for many classes, a string.
    """
    ones = ones_in(rows, longest) if highest == 1 or highest >= len(BYTES) else None
    if ones:
        return ones
    outcomes = b"".join(rows)
    for classes in (4, FEW, len(BYTES)) if highest >= len(BYTES) else (highest + 1,):
        if not outcomes.translate(None, BYTES[:classes]):
            return vectors_of(rows, classes)
    return []


def ones_in(rows: list[bytes], longest: int) -> list[int] | None:
    """Return the number of ones in each row; None if a row has other outcomes than 0 and 1."""
    if not HAS_POPCOUNT:
        return None if b"".join(rows).translate(None, b"\0\1") else [row.count(1) for row in rows]
    numbers = [from_bytes(row, "big") for row in rows]
    seen = 0
    for number in numbers:
        seen |= number
    valid = from_bytes(b"\1" * longest, "big")
    return list(map(int.bit_count, numbers)) if seen | valid == valid else None


def vectors_of(rows: list[bytes], classes: int) -> list[Any]:
    """Return a key for each row of valid outcomes: its counts of the classes.

    An outcome j > 0 is marked by bit j - 1 of its byte. So one call counts all trials of a row that have class j.
    """
    if not HAS_POPCOUNT or not 2 <= classes <= 9 or len(rows) < _FEW_ROWS:
        return [vector_of(row, classes) for row in rows]
    numbers = [from_bytes(row.translate(_ONE_BIT), "big") for row in rows]
    ones = from_bytes(b"\1" * max(map(len, rows)), "big")
    counts = [[(number >> j & ones).bit_count() for number in numbers] for j in range(classes - 1)]
    zeros = [len(row) - sum(others) for row, others in zip(rows, zip(*counts))]
    return list(zip(zeros, *counts))


def vector_of(outcomes: Sequence[int], classes: int) -> RowKey:
    """Return the counts of valid outcomes as a key: a tuple or, for many classes, a string of the sorted outcomes."""
    if classes <= FEW:
        return tuple(map(outcomes.count, range(classes)))
    return "".join(map(chr, sorted(outcomes)))


def counted(keys: Iterable[Any], counts: dict[Any, int] | None = None) -> dict[Any, int]:
    """Return {key: how often it occurs}. If `counts` is given, add to this dictionary."""
    counts = {} if counts is None else counts
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    return counts


def emptiness(name: str, what: str) -> ValueError:
    """Return the error for an argument `name` without questions or trials. `what` says which of them it lacks."""
    return ValueError(f"{name} must have at least one question (M >= 1) and one trial (N >= 1); {what}")
