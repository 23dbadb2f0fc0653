"""Plans: how many questions, or trials of each, shorten an interval or decide between models; what a budget buys."""

from __future__ import annotations

from .._arguments import integral, probability, proportion, real, shown
from .._numbers import find_first, lowest, minus, nearest, over_limit, ratio_sum
from .._numbers.fixed import Fixed, nearest_of, sqrt_of
from .._numbers.quantiles import MOST_DF
from . import sample_of
from .boards import sample_of_models
from .sample import NewQuestions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .._types import Index, Ratio, Real
    from . import Asked
    from .formula import EffectiveSample

_MOST_PLANNED = 10**5  # of `detectable`, which may go through as many differences


def size_needed(R: Any, half_width: Real, asked: Asked) -> int:
    """Return the least number of questions whose interval has at most this half width, if the value stays that of R.

    If `asked` is about "these" questions, return the least number of trials of each question instead.
    """
    h, e = real(half_width, "half_width", "a positive number")
    sample = sample_of(R, asked)
    low, high, scale = sample.bounds
    if not 0 < h * scale * 2 <= (high - low) * e:
        half = nearest(high - low, 2 * scale)
        raise ValueError(f"half_width must be in (0, {half!r}], half the range of the metric; got {shown(half_width)}")
    half_in_range = h * scale, e * (high - low)
    return _least(sample, "half_width", lambda sample: sample.is_within(half_in_range, asked.level))


def size_to_decide(models: Sequence[Any], margin: Real, asked: Asked, power: Real) -> int:
    """Return how many questions, or trials of each question, let the interval exclude the margin with this power.

    The interval is that of a model's value, or of the difference of two models.
    """
    chance = _asked_power(power)
    n, d = real(margin, "margin")
    sample = sample_of_models(models, asked, ("R_a", "R_b") if len(models) > 1 else ("R",))
    low, high, scale = sample.bounds
    if not low * d < n * scale < high * d:
        least, most = nearest(low, scale), nearest(high, scale)
        raise ValueError(f"margin must be between {least!r} and {most!r}; got {shown(margin)}")
    return _least(sample, "margin", _clears(sample, (n, d), margin, chance, asked.level))


def _clears(
    sample: Any, margin: Ratio, given: Real, power: Ratio | None, level: Ratio
) -> Callable[[EffectiveSample], bool]:
    """Return a function that says whether the interval of a sample excludes the margin with this power.

    `given` is the margin as the caller gave it, for an error.
    """
    (n, d), (low, high, scale), x = margin, sample.bounds, sample.x
    p = n * scale - low * d, (high - low) * d
    if p[0] * x[1] == x[0] * p[1]:
        raise ValueError(f"margin must not be what is observed or expected: no number decides that; got {shown(given)}")
    is_below = x[0] * p[1] < p[0] * x[1]
    return lambda sample: sample.clears(p, level, is_below, power)


class _Planned(NewQuestions):
    """The difference of two models on M questions, as it is expected before there are data."""

    def __init__(self, difference: Ratio, of_question: Ratio, M: int = 2) -> None:
        (n, d), (v, e) = difference, of_question
        super().__init__((-1, 1, 1), lowest(n + d, 2 * d), M, (M * M * v, 4 * (M - 1) * e))
        self.expected = difference, of_question

    def resized(self, size: int) -> NewQuestions:
        return _Planned(*self.expected, size)


def size_planned(rates: tuple[Real, Real], margin: Real, power: Real, confidence: Real, **known: Any) -> int:
    """Return how many questions decide between two models with these success rates. See `plan` for the arguments."""
    level, chance = probability(confidence), _asked_power(power)
    a, b = proportion(rates[0], "a"), proportion(rates[1], "b")
    limit = real(margin, "margin", "between -1 and 1", lambda n, d: -d < n < d)
    sample = _Planned(minus(a, b), _variance_expected(a, b, **known))
    return _least(sample, "margin", _clears(sample, limit, margin, chance, level))


def least_detectable(questions: Index, rate: Real, power: Real, confidence: Real, **known: Any) -> float:
    """Return the least loss j/questions from this rate that `plan` decides with at most this many questions."""
    level, chance = probability(confidence), _asked_power(power)
    M, a = integral(questions), proportion(rate, "a")
    if M is None or not 2 <= M <= _MOST_PLANNED:
        raise ValueError(f"questions must be an integer in 2 to {_MOST_PLANNED}; got {shown(questions)}")
    _repeats(known["trials"], known["agree"])
    forbidden: ValueError | None = None

    def planned(j: int) -> NewQuestions | None:
        """Return the sample for a loss of j/M, or None if what is known of the questions forbids this loss."""
        nonlocal forbidden
        b = minus(a, (j, M))
        try:
            return _Planned((j, M), _variance_expected(a, b, **known), M)
        except ValueError as error:
            forbidden = error
            return None

    # A greater loss takes fewer questions, so bisection finds the least one. It passes over losses that are forbidden.
    best, low, high = 0, 1, -(-a[0] * M // a[1])  # of the losses below a
    while low < high:
        middle = (low + high) // 2
        j, sample = next(((j, x) for j in range(middle, high) if (x := planned(j))), (high, None))
        if sample and not sample.clears((1, 2), level, False, chance):
            low = j + 1
        else:
            best, high = j if sample else best, middle
    if best:
        return nearest(best, M)
    if forbidden:
        raise ValueError(f"{M} questions show no loss: {forbidden}")
    raise ValueError(f"no loss up to a={shown(rate)} can be detected with {M} questions; for gains pass 1 - a")


def _asked_power(power: Real) -> Ratio | None:
    """Return the power as a ratio; None for 1/2, which the interval has by itself."""
    n, d = real(power, "power", "in [0.5, 1)", lambda n, d: d <= 2 * n < 2 * d)
    return None if 2 * n == d else (n, d)


def _repeats(trials: Index, agree: Real) -> tuple[int, Ratio]:
    """Return (number of trials of a question, how often two of them differ)."""
    N = integral(trials)
    if N is None or N < 1:
        raise ValueError(f"trials must be an integer of at least 1; got {shown(trials)}")
    n, d = proportion(agree, "agree")
    return N, (d - n, d)


def _variance_expected(
    a: Ratio, b: Ratio, differ: Real | None, correlation: Real | None, trials: Index, agree: Real
) -> Ratio:
    """Return the variance of the difference of a question between models with the success rates a and b."""
    N, within = _repeats(trials, agree)
    difference, one_right = minus(a, b), _one_right((a, b), differ, correlation)
    of_questions = minus(minus(one_right, (difference[0] ** 2, difference[1] ** 2)), within)
    inside = ratio_sum([(n * (d - n), d * d) for n, d in (a, b)])
    most = min(inside, ratio_sum((of_questions, within)), key=lambda one: nearest(*one))
    if minus(most, within)[0] < 0:
        least = nearest(*minus((1, 1), most))
        raise ValueError(f"agree must be at least {least!r} for these rates; got {shown(agree)}")
    return ratio_sum((of_questions, (within[0], within[1] * N)))


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

    def exactly(bits: int) -> Fixed:
        reach = sqrt_of((square, whole * whole), bits)
        return Fixed.of((alone, whole), bits) + (-reach if u > 0 else reach)

    found = nearest_of(exactly)
    if square > room * room:
        raise ValueError(
            f"correlation must leave exactly one model right on {nearest(least, d * e)!r} to {nearest(most, d * e)!r} "
            f"of the questions, for these rates; {shown(correlation)} gives {found!r}"
        )
    return found.as_integer_ratio()


def _least(sample: Any, name: str, suffices: Callable[[EffectiveSample], bool]) -> int:
    """Return the size of the data if it suffices, else the least size that suffices, found by bisection."""
    have: int = sample.size
    if suffices(sample):
        return have
    few, many = have - 1, have
    while not suffices(sample.resized(many)):
        few, many = many, 2 * many
        if many > MOST_DF:
            what = "questions" if isinstance(sample, NewQuestions) else "trials"
            raise over_limit(name, f"it takes more than {MOST_DF // 2} {what}")
    return few + 1 + find_first(many - few - 1, lambda i: suffices(sample.resized(few + 1 + i)))
