"""Read outcomes R into counts. In comes any matrix, out come the parts of a tally.

here    counts small matrices of lists, tuples or bytes, the usual case, at C speed
reader  any matrix, row by row and, if need be, entry by entry; only this module refuses outcomes
prior   the prior outcomes R0 beside R
arrays  arrays of NumPy, counted by their own methods
cells   {(class counts of trials, of prior outcomes): number of questions}, made and added up
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

BLOCK = 65536  # spare: about how many outcomes are packed at a time
_SMALL = 256  # spare: arrays of at most this size are read faster as lists
PACKED = {list, tuple, bytes, bytearray}  # packed at C speed, one outcome a byte
_NUMBERS = {float, int, bool}
_ABOVE = {n: (bytes(n) + b"\1" * 256)[:256] for n in (2, 4, 16, 256)}  # 1 marks outcomes from n on
_BITS = bytes((1, 2, 4, 8, 16, 32, 64, 128)) + bytes(248)
_LONG = 100  # spare: rows this long are counted 1.6 times as fast by their bits
FEW = 10  # spare: up to so many classes, a C-speed count for each beats a loop over outcomes


def is_array(R: Any) -> bool:
    """Return whether the type of R is numpy.ndarray itself, and not a subclass."""
    return type(R).__module__ == "numpy" and type(R).__name__ == "ndarray"


def plain_counts(matrix: Any, highest: int) -> tuple[int, dict[Any, int]] | None:
    """Return (N, {key of `keys_of`: number of rows}) of a small matrix; None if OutcomeReader must read it."""
    if type(matrix) is not list and is_array(matrix) and matrix.size <= _SMALL:
        matrix = matrix.tolist()
    if type(matrix) not in (list, tuple) or not matrix or type(matrix[0]) not in PACKED:
        return None
    N = len(matrix[0])
    rows = packed(matrix) if 0 < N * len(matrix) <= BLOCK else None
    if not rows or set(map(len, rows)) != {N}:
        return None
    keys = keys_of(rows, highest)
    return (N, counted(keys)) if keys and type(keys[0]) is not str else None


def packed(block: Any) -> list[bytes] | None:
    """Return rows of whole numbers in 0..255 as bytes, one byte an outcome. Return None for other rows."""
    if not PACKED.issuperset(map(type, block)):
        return None
    pack: Any = bytes if block[0] and type(block[0][0]) is bool else bytearray  # faster, but not for bools
    for kind in pack, _packed_floats:
        try:
            return list(map(kind, block))
        except (TypeError, ValueError, OverflowError):  # noqa: PERF203
            continue
    return None


def _packed_floats(row: Any) -> bytearray:
    whole = list(map(int, row))
    if not _NUMBERS.issuperset(map(type, row)) or whole != [*row]:
        raise ValueError
    return bytearray(whole)


def keys_of(rows: list[bytes], highest: int) -> list[Any] | None:
    """Return a key for each nonempty row, the same for equal counts. Return None if an outcome is above `highest`.

    If all outcomes are 0 or 1, a key is the number of ones. Otherwise it is a tuple of the counts of the classes or,
    for more than 10 classes, a string of the sorted outcomes.
    """
    outcomes = b"".join(rows)
    classes = 2
    while 1 in outcomes.translate(_ABOVE[classes]):
        classes *= classes
    while classes > 2 and classes - 1 not in outcomes:
        classes -= 1
    by_bits = len(rows[0]) >= _LONG and hasattr(int, "bit_count")  # new in Python 3.10
    if classes == 2 and (highest or 1 not in outcomes):
        return [int.from_bytes(row, "big").bit_count() if by_bits else row.count(1) for row in rows]
    if classes > highest + 1:
        return None
    if classes > FEW:
        return ["".join(map(chr, sorted(row))) for row in rows]
    if classes > 8 or not by_bits:
        return list(zip(*[[row.count(j) for row in rows] for j in range(classes)]))
    numbers = [int.from_bytes(row.translate(_BITS), "big") for row in rows]  # bit j of a byte marks class j
    ones = int.from_bytes(b"\1" * max(map(len, rows)), "big")
    return list(zip(*[[(number >> j & ones).bit_count() for number in numbers] for j in range(classes)]))


def counted(keys: Iterable[Any], counts: dict[Any, int] | None = None) -> dict[Any, int]:
    """Return {key: how often it occurs}. If `counts` is given, add to it, and return it."""
    counts = {} if counts is None else counts
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
    return counts


def emptiness(name: str, what: str) -> ValueError:
    """Return the ValueError for an argument `name` without questions or trials. Its text ends with `what`."""
    return ValueError(f"{name} must have at least one question (M >= 1) and one trial (N >= 1); {what}")
