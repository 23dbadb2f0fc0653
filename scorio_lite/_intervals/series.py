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

    from .._numbers import Ratio
    from . import Asked
    from .bands import Cosine
    from .formula import ConfidenceLevel
    from .spread import Spread, ValueRows

    CurvePoint = tuple[float, float, float]  # (value, lo, hi)


def band_of(rows: Iterable[ValueRows], confidence: Ratio) -> tuple[list[CurvePoint], ConfidenceLevel]:
    """Return ([(value, lo, hi) of each point], the level of each interval at which all of them hold together).

    `rows` has the values of the questions for each point.
    """
    spreads: list[Spread] = []
    cosines: list[Cosine] = []
    before: ValueRows | None = None
    for one in rows:
        spreads.append(one.spread())
        if before:
            cosines.append(before.cosine_to(one))
        before = one
    level = shared_level(confidence, spreads[0].df or (1, 1), cosines)
    intervals = [spread.interval(level, Interval) for spread in spreads]
    return [(value, lo, hi) for value, _, lo, hi in intervals], level


def series_of(models: Iterable[Any], asked: Asked) -> list[CurvePoint]:
    """Return (value, lo, hi) of each step. `models` has an R for each step."""
    found = items(models, "models")
    if not found:
        raise ValueError(f"models must be a sequence, with an R for each step; got {shown(models)}")
    names = [f"models[{i}]" for i in range(len(found))]
    rows: Any = ModelBoard(found, asked, names).models
    return band_of(rows, asked.level)[0]
