"""The outcomes of several models: plain ones of one size are read many at a time, as the rows of one matrix."""

from __future__ import annotations

from . import BLOCK, PACKED, counted, is_array, packed
from .arrays import FEW_NUMBERS, array_counts
from .reader import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .cells import Read

_ARRAY_BLOCK = 1 << 20  # about how many outcomes of an array are counted at a time


def read_models(models: Any, highest: int) -> Iterator[tuple[Any, Read | None]]:
    """Each model of a list, tuple or array with what `read` makes of it, or None where it has to be read on its own."""
    most = _ARRAY_BLOCK if is_array(models) else BLOCK
    start, count = 0, 1 + most // (1 + _size(models[0])) if len(models) else 0
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
    if is_array(block):
        return _arrays(block, highest)
    reader = Reader("R[0]", highest)
    reader.flat = not _is_matrix(block[0])
    if not reader.flat and not (set(map(type, block)) <= {list, tuple} and len(set(map(len, block))) == 1):
        return None
    rows = packed(block if reader.flat else [row for model in block for row in model])
    reader.columns = len(rows[0]) if rows else 0
    keys = reader.packed_keys(rows) if rows and set(map(len, rows)) == {reader.columns} != {0} else []
    if not keys:
        return None
    M = 1 if reader.flat else len(block[0])
    return [reader.outcomes(counted(keys[i : i + M])) for i in range(0, len(keys), M)]


def _arrays(block: Any, highest: int) -> list[Read] | None:
    """The same of an array, models x questions x trials or models x questions."""
    counts = array_counts(block.reshape(-1, block.shape[-1]), highest) if block.size else None
    if counts is None:
        return None
    N = block.shape[-1]
    if block.ndim == 2:
        rows = zip((N - counts.sum(axis=0)).tolist(), *counts.tolist())
        return [(None, {1: {j: number for j, number in enumerate(row) if number}}, None) for row in rows]
    M = block.shape[1]
    if len(counts) == 1 and N <= FEW_NUMBERS:
        models = counts.reshape(-1, M)
        numbers = [(models == n).sum(axis=1, dtype="u4").tolist() for n in range(N + 1)]
        return [(None, {N: {n: number for n, number in enumerate(row) if number}}, None) for row in zip(*numbers)]
    return [(None, None, (N, counts[:, i : i + M])) for i in range(0, counts.shape[1], M)]
