"""Read several models at once: those in one array, or plain rows with one trial of each question."""

from __future__ import annotations

from . import BLOCK, PACKED, is_array, packed, packed_keys
from .arrays import FEW_NUMBERS, array_counts
from .cells import of_single
from .reader import OutcomeReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .cells import TallyParts

_ARRAY_BLOCK = 1 << 20  # about how many outcomes of an array are counted at a time


def are_plain(models: Any) -> bool:
    """Whether the models can be read together: they are an array, or the first is a row of outcomes."""
    if type(models) not in (list, tuple) or not models:
        return is_array(models) and len(models) > 0
    first = models[0]
    return type(first) in PACKED and len(first) > 0 and type(first[0]) in (int, bool)


def read_models(models: Any, highest: int) -> Iterator[tuple[Any, TallyParts | None]]:
    """Yield (model, what its tally keeps) for each model; (model, None) if it must be read by itself."""
    of_arrays = is_array(models)
    count = 1 + (_ARRAY_BLOCK // (1 + models[0].size) if of_arrays else BLOCK // (1 + len(models[0])))
    for start in range(0, len(models), count):
        block = models[start : start + count]
        found = _arrays(block, highest) if of_arrays else None
        block = block.tolist() if of_arrays and not found else block
        found = found or _flat(block, highest)
        yield from zip(block, found) if found else ((model, None) for model in block)


def _flat(block: list[Any], highest: int) -> list[TallyParts] | None:
    """Return what the tally of each model keeps, if models are plain rows of one length. Else return [] or None."""
    reader = OutcomeReader("R", highest, model=0)
    reader.flat = True
    rows = packed(block)
    reader.columns = len(rows[0]) if rows else 0
    keys = packed_keys(rows, highest, reader.columns) if rows and set(map(len, rows)) == {reader.columns} else []
    return [reader.outcomes({key: 1}) for key in keys]


def _arrays(block: Any, highest: int) -> list[TallyParts] | None:
    """Return what the tally of each model in an array keeps; None if the array must be read as lists."""
    counts = array_counts(block.reshape(-1, block.shape[-1]), highest) if block.size else None
    if counts is None:
        return None
    N = block.shape[-1]
    if block.ndim == 2:
        rows = zip((N - counts.sum(axis=0)).tolist(), *counts.tolist())
        return [of_single({j: number for j, number in enumerate(row) if number}) for row in rows]
    M = block.shape[1]
    if len(counts) == 1 and N <= FEW_NUMBERS:
        models = counts.reshape(-1, M)
        numbers = [(models == n).sum(axis=1, dtype="u4").tolist() for n in range(N + 1)]
        return [(None, {N: {n: number for n, number in enumerate(row) if number}}, None) for row in zip(*numbers)]
    found = zip(*counts.reshape(len(counts), -1, M).any(axis=2).tolist())  # which classes each model has
    tops = [max([j for j, occurs in enumerate(model, 1) if occurs], default=1) for model in found]
    return [(None, None, (N, counts[:top, i * M : (i + 1) * M])) for i, top in enumerate(tops)]
