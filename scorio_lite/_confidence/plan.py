"""How many questions, or trials of each, make an interval short, or decide between two models."""

from __future__ import annotations

from .._arguments import probability, real, shown
from .._double import minus, nearest, over_limit, ratio_sum
from .._double.student import MOST_DF
from . import Spread, spread_of
from .checks import check_questions
from .difference import Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .._arguments import Real
    from .._double import Ratio
    from .._double.wilson import Sample
    from . import Metric


def size_needed(R: Any, half_width: Real, metric: Metric, confidence: Real, questions: str) -> int:
    """The questions, or the trials of each, for an interval about the same value that reaches no further."""
    level = probability(confidence)
    check_questions(questions)
    h, e = real(half_width, "half_width", "a positive number")
    spread = spread_of(R, metric, questions, None)
    low, high, scale = spread.bounds
    if not 0 < h * scale * 2 <= (high - low) * e:
        half = nearest(high - low, 2 * scale)
        raise ValueError(f"half_width must be in (0, {half!r}], half the range of the metric; got {shown(half_width)}")
    half_in_range = h * scale, e * (high - low)
    return _least(spread, questions, "half_width", lambda sample: sample.is_within(half_in_range, level))


def size_to_decide(
    models: Sequence[Any], margin: Real, metric: Metric, power: Real, confidence: Real, questions: str
) -> int:
    """The questions, or the trials of each, with which the interval of a model's value, or of the difference of two,
    excludes the margin with this power."""
    level = probability(confidence)
    chance = real(power, "power", "in [0.5, 1)", lambda n, d: d <= 2 * n < 2 * d)
    n, d = real(margin, "margin")
    check_questions(questions)
    if len(models) == 1:
        spread = spread_of(models[0], metric, questions, None)
    else:
        spread = Board(models, metric, questions, None, ("R_a", "R_b")).less(0, 1)
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
    return _least(spread, questions, "margin", lambda sample: sample.clears(p, level, is_below, more))


def _least(spread: Spread, questions: str, name: str, suffices: Callable[[Sample], bool]) -> int:
    """What the data have if that suffices, else the least number that does: found by halving."""
    trials = [_trials(one) for one in spread.pair or (spread,)]
    have = spread.M if questions == "new" else max([-(-n // d) for n, d in trials])
    if suffices(spread.sample()):
        return have
    few, many = have - 1, have
    while not suffices(_resized(spread, questions, many)):
        few, many = many, 2 * many
        if many > MOST_DF:
            what = "questions" if questions == "new" else "trials"
            raise over_limit(name, f"it takes more than {MOST_DF // 2} {what}")
    while many - few > 1 and few >= have:
        middle = (few + many) // 2
        few, many = (few, middle) if suffices(_resized(spread, questions, middle)) else (middle, many)
    return many


def _resized(spread: Spread, questions: str, size: int) -> Sample:
    """With so many questions, or trials of each, of the same kind."""
    bounds, x, M, k, one = spread.bounds, spread.x, spread.M, spread.k, (1, 1)
    if questions == "new":
        n, d = spread.S
        return Spread(bounds, x, size, (n * size, d * M), one, one, one, (max(size - 1, 1), 1)).sample()
    S = [(one.S[0] * n, one.S[1] * d * size) for one in spread.pair or (spread,) for n, d in (_trials(one),)]
    return Spread(bounds, x, M, ratio_sum(S), (k, size), (k, max(size - k, k)), (1, 1), None).sample()


def _trials(spread: Spread) -> Ratio:
    """The harmonic mean of the trials of these questions, of new ones 1."""
    n, d = ratio_sum([(number, N) for number, N in spread.lengths] or [(spread.M, 1)])
    return spread.M * d, n


def shares(new: Spread, these: Spread, level: Ratio) -> tuple[float | None, float, float | None]:
    """What makes the interval for new questions wide, given the spread for these, too.

    The share of the variance that is of questions, the rest being of trials; and what is left of the half width with
    twice the questions, and with twice the trials. None is unknown: it takes two disjoint k-subsets of the trials.
    """
    (n, d), (m, e) = new.S, these.S if these.S[0] * new.S[1] < new.S[0] * these.S[1] else new.S
    fewer = Spread(new.bounds, new.x, new.M, minus((n, d), (m, 2 * e)), new.B, new.unseen, new.spare, new.df)
    samples = new.sample(), _resized(new, "new", 2 * new.M), fewer.sample()
    now, more, again = (hi - lo for lo, hi in [sample.ends(level, new.bounds) for sample in samples])
    if any(one.is_bound for one in these.pair or (these,)):
        return None, more / now, None
    return nearest(n * e - m * d, n * e) if n else 0.0, more / now, again / now
