"""How many questions, or trials of each, make an interval as short as is asked for."""

from __future__ import annotations

from math import isqrt

from .._arguments import probability, real, shown
from .._double import FIRST_BITS, PRECISIONS, nearest, over_limit, undecided
from .._double.student import MOST_DF, is_squared_deviate, student_deviate
from .._double.wilson import enough_outcomes
from . import check_questions, degrees, spread_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._arguments import Real
    from .._double import Ratio
    from .._double.wilson import Between
    from .._votes import VoteTally
    from ..tally import Outcomes
    from . import Metric, Spread


def size_needed(
    R: Outcomes | VoteTally, half_width: Real, metric: Metric, confidence: Real, questions: str
) -> int:
    """The trials a question, or the questions, for an interval about the same value that reaches no further."""
    level = probability(confidence)
    check_questions(questions)
    h, e = real(half_width, "half_width", "a positive number")
    spread = spread_of(R, metric, questions, None)
    low, high, scale = spread.measure.low, spread.measure.high, spread.measure.scale
    if not 0 < h * scale * 2 <= (high - low) * e:
        half = nearest(high - low, 2 * scale)
        raise ValueError(f"half_width must be in (0, {half!r}], half the range of the metric; got {shown(half_width)}")
    (m, d), _ = spread.unit()
    needed = Needed((m * (d - m), d * d), (h * scale, e * (high - low)), level)
    return _trials(spread, needed) if questions == "these" else _questions(spread, needed)


class Needed:
    """How many independent 0/1 outcomes make the half width h, at a spread b."""

    def __init__(self, b: Ratio, half_width: Ratio, level: Ratio) -> None:
        self.b = b
        self.half_width = half_width
        self.level = level

    def between(self, clusters: int, bits: int) -> Between:
        """Their number, by Student's quantile for so many clusters, or by the normal one for 0."""
        return enough_outcomes(self.b, self.half_width, student_deviate(self.level, degrees(clusters), bits), bits)

    def is_met(self, clusters: int, outcomes: Ratio) -> bool:
        """Whether exactly so many are needed: where the root in `enough_outcomes` is rational, q**2 has to be."""
        (m, d), (h, e), (n, r) = self.b, self.half_width, outcomes
        under = (m * e) ** 2 - 4 * m * d * h * h + (d * h) ** 2
        per_square = m * e * e - 2 * h * h * d + isqrt(under) * e  # over 2 d h**2
        square = n * 2 * d * h * h, r * per_square
        return isqrt(under) ** 2 == under and is_squared_deviate(square, self.level, degrees(clusters))


def _trials(spread: Spread, needed: Needed) -> int:
    """With N' trials a question there are N'/N as many outcomes, N being the harmonic mean: B = k / N."""
    (_, (n, r)), (k, of_N) = spread.unit(), (spread.measure.k * spread.B[1], spread.B[0])
    for bits in PRECISIONS:
        fewest, number = (max(-(-p * r * k // (q * n * of_N)), -(-k // of_N)) for p, q in needed.between(0, bits))
        if fewest == number:
            return number
    raise undecided()


def _questions(spread: Spread, needed: Needed) -> int:
    """With M' questions there are M'/M as many outcomes, and M' clusters: found by halving."""
    (_, (n, r)), M = spread.unit(), spread.questions

    def suffices(number: int) -> bool:
        for bits in PRECISIONS:
            least, most = needed.between(number, bits)
            if number * n * most[1] >= most[0] * M * r:
                return True
            if number * n * least[1] < least[0] * M * r:
                return False
            if bits > 4 * FIRST_BITS and needed.is_met(number, (number * n, M * r)):
                return True
        raise undecided()

    few, many = M - 1, M
    while not suffices(many):
        few, many = many, 2 * many
        if many > MOST_DF:
            raise over_limit("half_width", f"it takes more than {MOST_DF // 2} questions")
    while many - few > 1 and few >= M:
        middle = (few + many) // 2
        few, many = (few, middle) if suffices(middle) else (middle, many)
    return many
