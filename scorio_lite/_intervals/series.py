"""The values of one model at successive steps, such as checkpoints, with a band that holds for all of them together.

The intervals of all steps share a level: see `bands`. The more alike the values of the questions at neighbouring steps
are, the narrower is the band.
"""

from __future__ import annotations

from .._arguments import items, shown
from .bands import shared_level
from .difference import ModelBoard
from .results import Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from . import Asked
    from .curves import CurvePoint


def series_of(models: Iterable[Any], asked: Asked) -> list[CurvePoint]:
    """Return (value, lo, hi) of each step. `models` has an R for each step."""
    found = items(models, "models")
    if not found:
        raise ValueError(f"models must be a sequence, with an R for each step; got {shown(models)}")
    names = [f"models[{i}]" for i in range(len(found))]
    rows: Any = ModelBoard(found, asked, names).models
    spreads = [row.spread() for row in rows]
    cosines = [one.cosine_to(two) for one, two in zip(rows, rows[1:])]
    level = shared_level(asked.level, spreads[0].df or (1, 1), cosines)
    points = [spread.interval(level, Interval) for spread in spreads]
    return [(value, lo, hi) for value, _, lo, hi in points]
