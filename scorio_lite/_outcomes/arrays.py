"""NumPy arrays, which their own methods check and count faster than lists can be made of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import Key

_HIGHEST = 9  # of the classes that are counted one by one


def array_keys(array: Any, highest: int) -> tuple[int, list[Key]] | None:
    """(N, the number of ones, or the counts of the classes, in each row) of outcomes 0..highest; None for all others,
    which are read as lists.
    """
    kind = array.dtype.kind
    if array.ndim != 2 or not array.size or array.size >> 32 or not array.dtype.isnative or kind not in "biuf":
        return None
    whole = array.view(f"u{array.dtype.itemsize}") if kind == "i" else array  # where negative numbers are large
    top = whole.max()
    if not (top <= min(highest, _HIGHEST) and (kind != "f" or array.min() >= 0)):  # NaN is neither
        return None
    outcomes = array if kind != "f" and top <= 1 else array.astype("u1")
    if kind == "f" and not (outcomes == array).all():
        return None
    if top <= 1:
        return array.shape[1], outcomes.sum(axis=1).tolist()
    counts = [(outcomes == j).sum(axis=1, dtype="u4").tolist() for j in range(int(top) + 1)]
    return array.shape[1], list(zip(*counts))
