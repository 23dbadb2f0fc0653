"""How many questions, or trials of each, make an interval short, or decide between two models."""

from __future__ import annotations

from .._arguments import probability, real, shown
from .._numbers import nearest, over_limit
from .._numbers.student import MOST_DF
from . import spread_of
from .difference import spread_of_models

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .._arguments import Real
    from . import AskedMetric
    from .formula import Sample
    from .spread import Spread


def size_needed(R: Any, half_width: Real, metric: AskedMetric, confidence: Real, questions: str) -> int:
    """How many questions, or trials of each, make an interval about the same value reach at most `half_width`."""
    level = probability(confidence)
    h, e = real(half_width, "half_width", "a positive number")
    spread = spread_of(R, metric, questions, None)
    low, high, scale = spread.bounds
    if not 0 < h * scale * 2 <= (high - low) * e:
        half = nearest(high - low, 2 * scale)
        raise ValueError(f"half_width must be in (0, {half!r}], half the range of the metric; got {shown(half_width)}")
    half_in_range = h * scale, e * (high - low)
    return _least(spread, "half_width", lambda sample: sample.is_within(half_in_range, level))


def size_to_decide(
    models: Sequence[Any], margin: Real, metric: AskedMetric, power: Real, confidence: Real, questions: str
) -> int:
    """How many questions, or trials of each, make the interval of a model's value, or of the difference of two, exclude
    the margin with this power."""
    level = probability(confidence)
    chance = real(power, "power", "in [0.5, 1)", lambda n, d: d <= 2 * n < 2 * d)
    n, d = real(margin, "margin")
    spread = spread_of_models(models, metric, questions, None, ("R_a", "R_b") if len(models) > 1 else ("R",))
    low, high, scale = spread.bounds
    if not low * d < n * scale < high * d:
        least, most = nearest(low, scale), nearest(high, scale)
        raise ValueError(f"margin must be between {least!r} and {most!r}; got {shown(margin)}")
    p = n * scale - low * d, (high - low) * d
    x = spread.sample().x
    if p[0] * x[1] == x[0] * p[1]:
        raise ValueError(f"margin must not be what is observed: no number decides that; got {shown(margin)}")
    more = None if 2 * chance[0] == chance[1] else chance
    is_below = x[0] * p[1] < p[0] * x[1]
    return _least(spread, "margin", lambda sample: sample.clears(p, level, is_below, more))


def _least(spread: Spread, name: str, suffices: Callable[[Sample], bool]) -> int:
    """The number in the data if that suffices, else the least number that does, found by halving."""
    have = spread.size
    if suffices(spread.sample()):
        return have
    few, many = have - 1, have
    while not suffices(spread.resized(many).sample()):
        few, many = many, 2 * many
        if many > MOST_DF:
            what = "questions" if spread.df else "trials"
            raise over_limit(name, f"it takes more than {MOST_DF // 2} {what}")
    while many - few > 1 and few >= have:
        middle = (few + many) // 2
        few, many = (few, middle) if suffices(spread.resized(middle).sample()) else (middle, many)
    return many
