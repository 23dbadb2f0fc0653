"""Plans: how many questions, or trials of each, shorten an interval or decide between models; what a budget buys."""

from __future__ import annotations

from math import isqrt

from .._arguments import integral, positive, probability, proportion, real, shown
from .._numbers import Meter, find_first, minus, nearest, nearest_enclosed, over_limit, ratio_sum
from .._numbers.student import MOST_DF
from . import spread_of
from .difference import copies_of, spread_of_models
from .spread import Spread, spread_of_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .._numbers import Enclosure, Index, Ratio, Real
    from . import Asked
    from .formula import EffectiveSample


def size_needed(R: Any, half_width: Real, asked: Asked) -> int:
    """Return the least number of questions whose interval has at most this half width, if the value stays that of R.

    If `asked` is about "these" questions, return the least number of trials of each question instead.
    """
    h, e = real(half_width, "half_width", "a positive number")
    spread = spread_of(R, asked)
    low, high, scale = spread.bounds
    if not 0 < h * scale * 2 <= (high - low) * e:
        half = nearest(high - low, 2 * scale)
        raise ValueError(f"half_width must be in (0, {half!r}], half the range of the metric; got {shown(half_width)}")
    half_in_range = h * scale, e * (high - low)
    return _least(spread, "half_width", lambda sample: sample.is_within(half_in_range, asked.level))


def size_to_decide(models: Sequence[Any], margin: Real, asked: Asked, power: Real) -> int:
    """Return how many questions, or trials of each question, let the interval exclude the margin with this power.

    The interval is that of a model's value, or of the difference of two models.
    """
    chance = real(power, "power", "in [0.5, 1)", lambda n, d: d <= 2 * n < 2 * d)
    n, d = real(margin, "margin")
    spread = spread_of_models(models, asked, ("R_a", "R_b") if len(models) > 1 else ("R",))
    low, high, scale = spread.bounds
    if not low * d < n * scale < high * d:
        least, most = nearest(low, scale), nearest(high, scale)
        raise ValueError(f"margin must be between {least!r} and {most!r}; got {shown(margin)}")
    return _least(spread, "margin", _clears(spread, (n, d), margin, chance, asked.level))


def _clears(
    spread: Spread, margin: Ratio, given: Real, power: Ratio, level: Ratio
) -> Callable[[EffectiveSample], bool]:
    """Return a function that says whether the interval of a sample excludes the margin with this power.

    `given` is the margin as the caller gave it, for an error.
    """
    (n, d), (low, high, scale) = margin, spread.bounds
    p = n * scale - low * d, (high - low) * d
    x = spread.sample().x
    if p[0] * x[1] == x[0] * p[1]:
        raise ValueError(f"margin must not be what is observed: no number decides that; got {shown(given)}")
    more = None if 2 * power[0] == power[1] else power
    is_below = x[0] * p[1] < p[0] * x[1]
    return lambda sample: sample.clears(p, level, is_below, more)


class _Planned:
    """The spread of the difference of two models on `size` questions, as it is expected before there are data."""

    df = True  # new questions

    def __init__(self, difference: Ratio, variance: Ratio, size: int) -> None:
        self.difference, self.variance, self.size = difference, variance, size
        self.bounds = -1, 1, 1

    def resized(self, size: int) -> Spread:
        (n, d), M = self.variance, size
        return spread_of_new(self.bounds, self.difference, M, (n * M, d))

    def sample(self) -> EffectiveSample:
        return self.resized(self.size).sample()


def size_planned(
    a: Real,
    b: Real,
    margin: Real,
    differ: Real | None,
    correlation: Real | None,
    trials: Index,
    agree: Real,
    power: Real,
    confidence: Real,
) -> int:
    """Return how many questions decide between two models with these success rates. See `plan` for the arguments."""
    level = probability(confidence)
    chance = real(power, "power", "in [0.5, 1)", lambda n, d: d <= 2 * n < 2 * d)
    rates = proportion(a, "a"), proportion(b, "b")
    limit = real(margin, "margin", "between -1 and 1", lambda n, d: -d < n < d)
    N = integral(trials)
    if N is None or N < 1:
        raise ValueError(f"trials must be an integer of at least 1; got {shown(trials)}")
    difference = minus(*rates)
    one_right = _one_right(rates, differ, correlation)
    n, d = proportion(agree, "agree")
    within = d - n, d
    of_questions = minus(minus(one_right, (difference[0] ** 2, difference[1] ** 2)), within)
    inside = ratio_sum([(n * (d - n), d * d) for n, d in rates])
    most = min(inside, ratio_sum((of_questions, within)), key=lambda one: nearest(*one))
    if minus(most, within)[0] < 0:
        least = nearest(*minus((1, 1), most))
        raise ValueError(f"agree must be at least {least!r} for these rates; got {shown(agree)}")
    variance = ratio_sum((of_questions, (within[0], within[1] * N)))
    spread: Any = _Planned(difference, variance, 2)
    return _least(spread, "margin", _clears(spread, limit, margin, chance, level))


def _one_right(rates: Sequence[Ratio], differ: Real | None, correlation: Real | None) -> Ratio:
    """Return the share of questions that exactly one of two models answers right.

    It is `differ`, or follows from the correlation. If both are None, it is the greatest share that is possible.
    """
    (n, d), (m, e) = rates
    least, most = abs(n * e - m * d), min(n * e + m * d, (d - n) * e + (e - m) * d)
    if differ is not None:
        if correlation is not None:
            raise ValueError("differ and correlation must not both be given")
        what = f"between {nearest(least, d * e)!r} and {nearest(most, d * e)!r} for these rates"
        return real(differ, "differ", what, lambda u, v: least * v <= u * d * e <= most * v)
    if correlation is None:
        return most, d * e
    u, v = real(correlation, "correlation", "in [-1, 1]", lambda u, v: abs(u) <= v)
    alone, square, whole = (n * (e - m) + m * (d - n)) * v, 4 * u * u * n * (d - n) * m * (e - m), d * e * v
    room = alone - least * v if u > 0 else most * v - alone

    def enclose(bits: int) -> Enclosure:
        root = isqrt(square << 2 * bits)
        rest = root * root != square << 2 * bits
        low = (alone << bits) + (-root - rest if u > 0 else root)
        return low, low + rest, whole << bits

    found = nearest_enclosed(enclose)
    if square > room * room:
        raise ValueError(
            f"correlation must leave exactly one model right on {nearest(least, d * e)!r} to {nearest(most, d * e)!r} "
            f"of the questions, for these rates; {shown(correlation)} gives {found!r}"
        )
    return found.as_integer_ratio()


def _least(spread: Spread, name: str, suffices: Callable[[EffectiveSample], bool]) -> int:
    """Return the size of the data if it suffices, else the least size that suffices, found by bisection."""
    have = spread.size
    if suffices(spread.sample()):
        return have
    few, many = have - 1, have
    while not suffices(spread.resized(many).sample()):
        few, many = many, 2 * many
        if many > MOST_DF:
            what = "questions" if spread.df else "trials"
            raise over_limit(name, f"it takes more than {MOST_DF // 2} {what}")
    return few + 1 + find_first(many - few - 1, lambda i: suffices(spread.resized(few + 1 + i).sample()))


def split_of_budget(
    models: Sequence[Any], asked: Asked, budget: Real, prices: tuple[Real, Real]
) -> tuple[int, int, float]:
    """Return (questions, trials of each question, half width) of the shortest interval that the budget pays for."""
    money = positive(budget, "budget")
    question = real(prices[0], "question_price", "a finite number of at least 0", lambda n, _: n >= 0)
    trial = positive(prices[1], "trial_price")
    names = ("R_a", "R_b") if len(models) > 1 else ("R",)
    models = copies_of(models, asked, names)
    spread, these = (spread_of_models(models, asked.about(questions), names) for questions in ("new", "these"))
    if these.is_bound:
        raise ValueError(f"{' and '.join(names)} must have at least two trials of each question")
    of_questions = max(minus(spread.squares, these.squares), (0, 1))

    def half_width(M: int, of_trials: Ratio) -> float:
        n, d = ratio_sum((of_questions, of_trials))
        grown = Spread(spread.bounds, spread.x, M, (n * M, d * spread.M), (M - 1, 1))
        lo, hi = grown.sample().ends(asked.level, spread.bounds)
        return (hi - lo) / 2

    meter, best, N = Meter("budget"), (float("inf"), 0, 0), 0
    while True:
        N += 1
        price = ratio_sum((question, (trial[0] * len(models) * N, trial[1])))
        M = money[0] * price[1] // (money[1] * price[0])
        if M < 2 or half_width(M, (0, 1)) >= best[0]:  # fewer questions are wider even without any variance of trials
            break
        best = min(best, (half_width(M, these.resized(N).squares), M, N))
        meter.spend(1, 4096, 0, 40)
    if not best[1]:
        raise ValueError(f"budget must pay for two questions of one trial; got {shown(budget)}")
    return best[1], best[2], best[0]
