"""The outcomes of several models: plain ones of one size are read many at a time, as the rows of one matrix."""

from __future__ import annotations

from . import BLOCK, PACKED, counted, packed
from .reader import Reader, array_keys, is_array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Optional

    from .cells import Cells, Groups

    Read = tuple[Optional[Cells], Optional[Groups], int]  # what makes a tally; and M


def read_models(models: Any, highest: int) -> Iterator[tuple[Any, Read | None]]:
    """Each model of a list, tuple or array with what `read` makes of it, or None where it has to be read on its own."""
    start, count = 0, 1 + BLOCK // (1 + _size(models[0])) if len(models) else 0
    while start < len(models):
        block = models[start : start + count]
        found = _together(block, highest)
        if not found and is_array(block):
            block = block.tolist()
            found = _together(block, highest)
        for i, model in enumerate(block):
            yield model, found[i] if found else None
        start += count


def _size(model: Any) -> int:
    """The number of outcomes of a model, where it is plain."""
    if is_array(model):
        return int(model.size)
    return len(model) * (len(model[0]) if _is_matrix(model) else 1) if type(model) in PACKED else 0


def _is_matrix(model: Any) -> bool:
    return type(model) in (list, tuple) and len(model) > 0 and type(model[0]) in PACKED


def _together(block: Any, highest: int) -> list[Read] | None:
    """What `read` makes of models that are plain and of one size; None of others."""
    reader = Reader("R[0]", highest)
    if is_array(block):
        reader.flat = block.ndim == 2
        found = array_keys(block if reader.flat else block.reshape(-1, block.shape[-1]), highest)
        reader.columns, keys = found or (0, [])
    else:
        reader.flat = not _is_matrix(block[0])
        if not reader.flat and not (set(map(type, block)) <= {list, tuple} and len(set(map(len, block))) == 1):
            return None
        rows = packed(block if reader.flat else [row for model in block for row in model])
        reader.columns = len(rows[0]) if rows else 0
        keys = reader.packed_keys(rows) if rows and set(map(len, rows)) == {reader.columns} != {0} else []
    if not keys:
        return None
    if reader.flat:
        return [(*reader.outcomes({key: 1}), reader.columns) for key in keys]
    M = len(keys) // len(block)
    return [(*reader.outcomes(counted(keys[i : i + M])), M) for i in range(0, len(keys), M)]
