"""Check, count and add up the outcomes in NumPy arrays with the methods of the arrays. NumPy is not imported."""

from __future__ import annotations

from .._numbers import dot
from . import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._types import Columns, Parts

_MOST_CLASSES = 32  # spare: each takes a pass over the array
FEW_NUMBERS = 32  # spare: with at most this many trials, a C-speed count for each number beats one by one
_FEW_TRIALS = 128  # spare: rows of at most this many bytes are added up faster column by column
_LARGEST = (1 << 31) - 1  # size of an array: its counts, and their products, sum to less than 2**62


def array_counts(array: Any, highest: int) -> Any:
    """Return an array: entry [j - 1, q] is how often the class j > 0 occurs in row q of the given array.

    Return None for outcomes outside 0..highest, and for an array that must be read as lists, such as one of objects.
    """
    dtype = array.dtype
    kind = dtype.kind
    if array.ndim != 2 or not 0 < array.size <= _LARGEST or not dtype.isnative or kind not in "biuf":
        return None
    whole = (array.view(f"u{dtype.itemsize}") if kind == "i" else array).ravel("K")  # negative ones become large
    top = whole.item(whole.argmax())
    if not (top <= highest and top < _MOST_CLASSES and (kind != "f" or whole.min() >= 0)):  # NaN is not >= 0
        return None
    (M, N), top = array.shape, int(top)
    by_trial = N <= (FEW_NUMBERS if top <= 1 else _FEW_TRIALS) < M  # spare: the quicker way
    is_narrowed = top > 1 or by_trial  # spare: the quicker way
    outcomes = array.astype("u1") if kind == "f" or is_narrowed else array
    if kind == "f" and not (outcomes == array).all():
        return None
    short = "u1" if N < 1 << 8 else "u2" if N < 1 << 16 else "u4"  # the type in which bytes are added up fastest
    if by_trial:
        outcomes = outcomes.T.copy()
    if top <= 1:
        return outcomes.sum(axis=1 - by_trial, dtype=short if outcomes.itemsize == 1 else None).reshape(1, M)
    counts = outcomes.ravel()[:1].repeat(top * M).reshape(top, M).astype(short)
    for j, row in enumerate(counts, 1):
        (outcomes == j).view("u1").sum(axis=1 - by_trial, dtype=short, out=row)
    return counts


def groups_of(columns: Columns) -> Parts:
    """Return {N: {successes: number of questions}} for (N, the result of `array_counts` for 0/1 outcomes)."""
    N, ones = columns[0], columns[1][0]
    if N <= 2 * FEW_NUMBERS and len(ones) > 8 * N:  # spare: the quicker way
        values = ones.astype("u1").tobytes()
        return {N: {n: number for n, number in enumerate(map(values.count, range(N + 1))) if number}}
    return {N: counted(ones.tolist())}


def sums_of(columns: Columns, gaps: list[int]) -> tuple[list[int], int]:
    """Return ([how often each class above 0 occurs], sum over questions of the square of what a question earns).

    A trial of class j > 0 earns gaps[j - 1], of class 0 nothing. `columns` is (N, the result of `array_counts`).
    """
    counts = columns[1].astype("i8")
    products = counts.dot(counts.T).tolist()
    square = sum([gap * dot(gaps, row) for gap, row in zip(gaps, products)])
    return counts.sum(axis=1).tolist(), square


def steps_of(columns: Columns, steps: list[tuple[int, int]]) -> dict[int, int]:
    """Return {U: sum of s} over all questions and all (class, s) of `steps`; see `graded.steps_of_cells`.

    U counts a question's trials of classes up to this one in `steps`. `columns` is (N, result of `array_counts`).
    """
    N, counts = columns
    times: dict[int, int] = {}
    U = counts[0] * 0
    for j, step in steps:
        if j <= len(counts):
            U = U + (counts[j - 1] if j else N - counts.sum(axis=0, dtype=counts.dtype))
        for c, number in groups_of((N, [U]))[N].items() if step else ():
            times[c] = times.get(c, 0) + number * step
    return times
