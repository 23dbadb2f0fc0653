"""Plans: how many questions, or trials of each, shorten an interval or tell models apart, and what they can show."""

from __future__ import annotations

from .._arguments import integral, probability, proportion, real, shown
from .._numbers import find_first, fraction, lowest, nearest, over_limit
from .._numbers.fixed import Fixed, decided, nearest_of, sqrt_of
from .._numbers.quantiles import MOST_DF
from . import sample_of
from .boards import sample_of_models
from .sample import NewQuestions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any, Callable, Sequence

    from .._types import Index, Ratio, Real
    from . import Asked
    from .formula import EffectiveSample

_MOST_PLANNED = 10**5  # of `detectable`, which may go through as many differences


def size_needed(R: Any, half_width: Real, asked: Asked) -> int:
    """Return the least number of questions for an interval with at most this half width, if the value stays that of R.

    If `asked` is about "these" questions, return the least number of trials of each question instead. If R suffices,
    the number is that in R.
    """
    h, e = real(half_width, "half_width", "a positive number")
    sample = sample_of(R, asked)
    low, high, scale = sample.bounds
    if not 0 < h * scale * 2 <= (high - low) * e:
        half = nearest(high - low, 2 * scale)
        raise ValueError(f"half_width must be in (0, {half!r}], half the range of the metric; got {shown(half_width)}")
    width, level = (2 * h * scale, e * (high - low)), asked.level

    def is_longer(sample: EffectiveSample, bits: int) -> bool:
        lower, upper = sample.ends(level, bits)
        return upper - lower > Fixed.of(width, bits)

    return _least(sample, "half_width", lambda sample: not decided(lambda bits: is_longer(sample, bits)))


def size_to_decide(models: Sequence[Any], margin: Real, asked: Asked, power: Real) -> int:
    """Return how many questions, or trials of each question, let the interval exclude the margin with this power.

    For one model, the interval is that of its value. For two models, it is that of their difference.
    """
    return _decide(sample_of_models(models, asked, ("R_a", "R_b")[: len(models)]), margin, power, asked.level)


def _decide(sample: Any, margin: Real, power: Real, level: Ratio) -> int:
    """Return the size to which `sample` must grow so that its interval excludes the margin with this power."""
    chance, (n, d), (low, high, scale), x = _asked_power(power), real(margin, "margin"), sample.bounds, sample.x
    if not low * d < n * scale < high * d:
        least, most = nearest(low, scale), nearest(high, scale)
        raise ValueError(f"margin must be between {least!r} and {most!r}; got {shown(margin)}")
    p = n * scale - low * d, (high - low) * d
    if p[0] * x[1] == x[0] * p[1]:
        why = "what is observed or expected: no number decides that"
        raise ValueError(f"margin must not be {why}; got {shown(margin)}")
    is_below = x[0] * p[1] < p[0] * x[1]
    return _least(sample, "margin", lambda sample: sample.clears(p, level, is_below, chance))


class _Planned(NewQuestions):
    """The sample of the difference of two models on M questions, as it is expected before there are data.

    v, or `of_question`, is the expected variance of a question's difference. The squares in S (see NewQuestions) sum to
    M v/4. The 4 maps differences to [0, 1].
    """

    def __init__(self, difference: Fraction, of_question: Fraction, M: int = 2) -> None:
        (n, d), (v, e) = difference.as_integer_ratio(), of_question.as_integer_ratio()
        super().__init__((-1, 1, 1), lowest(n + d, 2 * d), M, (M * M * v, 4 * (M - 1) * e))
        self.expected = difference, of_question

    def resized(self, size: int) -> NewQuestions:
        return _Planned(*self.expected, size)


def size_planned(rates: tuple[Real, Real], margin: Real, power: Real, confidence: Real, **known: Any) -> int:
    """Return how many questions tell the rates' difference from the margin. `_variance_expected` takes `known`."""
    a, b = fraction(*proportion(rates[0], "a")), fraction(*proportion(rates[1], "b"))
    return _decide(_Planned(a - b, _variance_expected(a, b, **known)), margin, power, probability(confidence))


def least_detectable(questions: Index, rate: Real, power: Real, confidence: Real, **known: Any) -> float:
    """Return the least loss j/questions from `rate` that is detected with this power. Raise ValueError if none is."""
    level, chance = probability(confidence), _asked_power(power)
    M, a = integral(questions) or 0, fraction(*proportion(rate, "a"))
    if not 2 <= M <= _MOST_PLANNED:
        raise ValueError(f"questions must be an integer in 2 to {_MOST_PLANNED}; got {shown(questions)}")
    _repeats(known["trials"], known["agree"])
    errors = []

    def planned(j: int) -> NewQuestions | None:
        """Return the sample for a loss of j/questions from `rate`; None if `known` rules it out."""
        loss = fraction(j, M)
        try:
            return _Planned(loss, _variance_expected(a, a - loss, **known), M)
        except ValueError as error:
            errors.append(error)
            return None

    # A greater loss takes fewer questions, so bisection finds the least one. It passes over losses that are ruled out.
    best, low, high = 0, 1, -(-a.numerator * M // a.denominator)  # of the losses below a
    while low < high:
        middle = (low + high) // 2
        j, sample = next(((j, x) for j in range(middle, high) if (x := planned(j))), (high, None))
        if sample and not sample.clears((1, 2), level, power=chance):
            low = j + 1
        else:
            best, high = j if sample else best, middle
    if best:
        return nearest(best, M)
    if errors:
        raise ValueError(f"{M} questions show no loss: {errors[-1]}")
    raise ValueError(f"no loss up to a={shown(rate)} can be detected with {M} questions; for gains pass 1 - a")


def _asked_power(power: Real) -> Ratio:
    return real(power, "power", "in [0.5, 1)", lambda n, d: d <= 2 * n < 2 * d)


def _repeats(trials: Index, agree: Real) -> tuple[int, Fraction]:
    """Return (number of trials of a question, share of pairs of trials that differ), from the caller's arguments."""
    N = integral(trials)
    if N is None or N < 1:
        raise ValueError(f"trials must be an integer of at least 1; got {shown(trials)}")
    return N, 1 - fraction(*proportion(agree, "agree"))


def _variance_expected(
    a: Fraction, b: Fraction, differ: Real | None, correlation: Real | None, trials: Index, agree: Real
) -> Fraction:
    """Return the variance over questions of the difference of two models' means of `trials` trials, for rates a and b.

    `agree` is the share of equal pairs among a model's trials of a question. For the others see `_one_right`.
    """
    N, within = _repeats(trials, agree)
    variance = _one_right(a, b, differ, correlation) - (a - b) ** 2  # with one trial
    most = min(variance, a * (1 - a) + b * (1 - b))
    if within > most:
        least = nearest(*(1 - most).as_integer_ratio())
        raise ValueError(f"agree must be at least {least!r} for these rates; got {shown(agree)}")
    return variance - within + within / N


def _one_right(a: Fraction, b: Fraction, differ: Real | None, correlation: Real | None) -> Fraction:
    """Return the share of questions that exactly one of two models, with rates a and b, answers right.

    It is `differ`, or follows from the outcomes' correlation. If both are None, it is the greatest possible.
    """
    least, most = abs(a - b), min(a + b, 2 - a - b)
    low, high = (nearest(*end.as_integer_ratio()) for end in (least, most))
    if differ is not None:
        if correlation is not None:
            raise ValueError("differ and correlation must not both be given")
        wanted = f"between {low!r} and {high!r} for these rates"
        return fraction(*real(differ, "differ", wanted, lambda n, d: least <= fraction(n, d) <= most))
    if correlation is None:
        return most
    r = fraction(*real(correlation, "correlation", "in [-1, 1]", lambda n, d: abs(n) <= d))
    independent, square = a * (1 - b) + b * (1 - a), 4 * r * r * a * (1 - a) * b * (1 - b)

    def exactly(bits: int) -> Fixed:
        root = sqrt_of(square.as_integer_ratio(), bits)
        return Fixed.of(independent.as_integer_ratio(), bits) + (-root if r > 0 else root)

    share = nearest_of(exactly)
    if not low <= share <= high:
        raise ValueError(
            f"correlation must leave exactly one model right on {low!r} to {high!r} of the questions, for these rates; "
            f"{shown(correlation)} gives {share!r}"
        )
    return fraction(*share.as_integer_ratio())


def _least(sample: Any, name: str, suffices: Callable[[EffectiveSample], bool]) -> int:
    """Return the size to which `sample` must grow to suffice. Raise ValueError about `name` if it is too large."""
    have: int = sample.size
    if suffices(sample):
        return have
    few, many = have - 1, have
    while not suffices(sample.resized(many)):
        few, many = many, 2 * many
        if many > MOST_DF:
            what = "questions" if isinstance(sample, NewQuestions) else "trials"
            raise over_limit(name, f"it takes more than {MOST_DF // 2} {what}")
    return few + 1 + find_first(many, lambda i: suffices(sample.resized(few + 1 + i)))
