"""The values of one model at successive steps, such as checkpoints: a band that holds for all of them together.

The level is that of a curve (`bands`): the nearer the values of questions at neighbouring steps, the less a step costs.
"""

from __future__ import annotations

from .._arguments import items, shown
from .bands import shared_level
from .difference import ModelBoard
from .results import Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable

    from .._numbers import Ratio
    from . import AskedMetric
    from .bands import Cosine
    from .curves import CurvePoint
    from .spread import ValueRows


def series_of(
    models: Iterable[Any], asked: AskedMetric, clusters: Iterable[Hashable] | None, confidence: Ratio
) -> list[CurvePoint]:
    """(value, lo, hi) at each step."""
    found = items(models, "models")
    if not found:
        raise ValueError(f"models must be a sequence, with an R for each step; got {shown(models)}")
    names = [f"models[{i}]" for i in range(len(found))]
    rows: Any = ModelBoard(found, asked, "new", clusters, names).models
    spreads = [row.spread() for row in rows]
    cosines = [cosine_of(one, two) for one, two in zip(rows, rows[1:])]
    level = shared_level(confidence, spreads[0].df or (1, 1), cosines)
    points = [spread.interval(level, Interval) for spread in spreads]
    return [(value, lo, hi) for value, _, lo, hi in points]


def cosine_of(one: ValueRows, two: ValueRows) -> Cosine:
    """Of the angle between two steps: S and C of CURVES, and B/2, over one number."""
    M, d, (low, high, scale) = one.M, one.d, one.bounds
    G = len(one.sizes) or M
    if G == 1:
        return 0, 1
    if one.sizes:
        unit, half = 2 * G, (G - 1) * M * sum([size * size for size in one.sizes])
        squares = [sum(map(int.__mul__, a.residuals, b.residuals)) for a, b in ((one, two), (one, one), (two, two))]
    else:
        unit, half = 2, G - 1
        pairs = (one, two), (one, one), (two, two)
        squares = [M * sum(map(int.__mul__, a.values, b.values)) - a.total * b.total for a, b in pairs]
    both, first, second = (unit * square * scale * scale + half * ((high - low) * d) ** 2 for square in squares)
    return both, first * second
