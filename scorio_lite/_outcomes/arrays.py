"""Outcomes in arrays of NumPy, checked, counted and added up by the methods of the arrays alone."""

from __future__ import annotations

from . import counted
from .cells import of_vectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .cells import Cells, Columns, Groups, Read

_MOST_CLASSES = 32  # of which each takes a pass over the array, and each pair one over its counts
_FEW_CLASSES = 10  # up to which a small array is not faster as lists
_FEW_QUESTIONS = 100
_FEW_NUMBERS = 32  # of trials, up to which a C-speed count each is faster than one by one
_FEW_TRIALS = 128  # rows up to which bytes are added up faster column by column
_LARGEST = (1 << 31) - 1  # size of an array: its counts, and their products, sum to less than 2**62


def read_array(array: Any, highest: int) -> Read | None:
    """What makes a tally of an array. Few questions are added up faster one by one."""
    counts = array_counts(array, highest)
    if not counts:
        return None
    N = array.shape[1]
    if len(counts) == 1 and len(array) <= _FEW_QUESTIONS:
        return None, groups_of((N, counts)), None
    if len(array) <= 4 * len(counts):
        return cells_of((N, counts)), None, None
    return None, None, (N, [column.astype("i8", copy=False) for column in counts])


def array_counts(array: Any, highest: int) -> list[Any]:
    """How often each class above 0 occurs in the rows of an array of outcomes 0..highest, in short integers; nothing
    of an array that is none, or has to be read as lists.
    """
    kind = array.dtype.kind
    if array.ndim != 2 or not 0 < array.size <= _LARGEST or not array.dtype.isnative or kind not in "biuf":
        return []
    whole = array.view(f"u{array.dtype.itemsize}") if kind == "i" else array  # where negative numbers are large
    top = whole.max()
    if not (top <= min(highest, _MOST_CLASSES - 1) and (kind != "f" or array.min() >= 0)):  # NaN is neither
        return []
    top = int(top)
    outcomes = array if kind != "f" and top <= 1 else array.astype("u1")
    if (kind == "f" and not (outcomes == array).all()) or (top >= _FEW_CLASSES and 4 * top * top > array.size):
        return []
    M, N = array.shape
    short = "u1" if N < 1 << 8 else "u2" if N < 1 << 16 else "u4"  # in which bytes are added up fastest
    if top <= 1:
        return [outcomes.sum(axis=1, dtype=short if outcomes.itemsize == 1 else None)]
    if top > 2 and N <= _FEW_TRIALS < M:
        outcomes = outcomes.T.copy().T
    return [(outcomes == j).sum(axis=1, dtype=short) for j in range(1, top + 1)]


def groups_of(columns: Columns) -> Groups:
    """The groups of a tally."""
    N, counts = columns
    if len(counts) > 1:
        return {}
    if N <= _FEW_NUMBERS and len(counts[0]) > _FEW_QUESTIONS:
        numbers = counts[0].astype("u1").tobytes()
        return {N: {n: numbers.count(n) for n in dict.fromkeys(numbers)}}
    return {N: counted(counts[0].tolist())}


def cells_of(columns: Columns) -> Cells:
    """The cells of a tally."""
    N, counts = columns
    return of_vectors(counted([(N - sum(row), *row) for row in zip(*[column.tolist() for column in counts])]))


def sums_of(columns: Columns) -> tuple[list[int], list[tuple[int, int, int]]]:
    """Summed over the questions: of the classes j above 0, the counts c_j; and (i, j, c_i c_j) for i <= j."""
    counts = columns[1]
    ones = counts[0] * 0 + 1
    classes = range(1, len(counts) + 1)
    products = [(i, j, int(counts[i - 1].dot(counts[j - 1]))) for i in classes for j in classes[i - 1 :]]
    return [int(column.dot(ones)) for column in counts], products


def below(columns: Columns, gaps: list[tuple[int, int]]) -> Iterator[tuple[int, dict[int, int]]]:
    """For each gap above a class, in the order of the gaps, how many questions have how many trials up to the class."""
    N, counts = columns
    total = counts[0] * 0
    for j, gap in gaps:
        if j <= len(counts):
            total = total + (counts[j - 1] if j else N - sum(counts))
        if gap:
            yield gap, counted(total.tolist())
