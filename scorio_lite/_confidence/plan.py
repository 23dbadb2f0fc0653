"""How many questions, or trials of each, make an interval as short as is asked for."""

from __future__ import annotations

from .._arguments import probability, real, shown
from .._double import FIRST_BITS, LAST_BITS, nearest, undecided
from .._double.enclosures import normal_deviate
from .._double.wilson import enough_outcomes
from . import check_questions, deviate_of, spread_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._arguments import Real
    from ..tally import Outcomes
    from . import Metric


def size_needed(R: Outcomes, half_width: Real, metric: Metric, confidence: Real, questions: str) -> int:
    """The trials a question, or the questions, for an interval about the same value that reaches no further."""
    level = probability(confidence)
    check_questions(questions)
    h, e = real(half_width, "half_width", "a positive number")
    spread = spread_of(R, metric, questions, None)
    (low, scale), (high, _) = spread.measure.low, spread.measure.high
    if not 0 < h * scale * 2 <= (high - low) * e:
        half = nearest(high - low, 2 * scale)
        raise ValueError(f"half_width must be in (0, {half!r}], half the range of the metric; got {shown(half_width)}")
    (m, d), (n, r) = spread.unit()
    b, width, M = (m * (d - m), d * d), (h * scale, e * (high - low)), spread.questions
    if questions == "these":  # N' / N times as many outcomes, N the harmonic mean
        k, N = spread.measure.k, spread.B  # B = k / N
        have = -(-k * N[1] // N[0])
        per_trial = n * N[0], r * N[1] * k
        bits = FIRST_BITS
        while bits <= LAST_BITS:
            least, most = enough_outcomes(b, width, normal_deviate(level, bits), bits)
            fewest, number = (-(-p * per_trial[1] // (q * per_trial[0])) for p, q in (least, most))
            if fewest == number:
                return max(have, number)
            bits *= 2
        raise undecided()

    def suffices(questions: int) -> bool:
        """Whether so many questions, with r as it is, are as many outcomes as it takes."""
        bits = FIRST_BITS
        while bits <= LAST_BITS:
            q = deviate_of(level, "new", questions)[0](bits)
            least, most = enough_outcomes(b, width, q, bits)
            ours, whole = questions * n, M * r
            if ours * most[1] >= most[0] * whole:
                return True
            if ours * least[1] < least[0] * whole:
                return False
            bits *= 2
        raise undecided()

    if suffices(M):
        return M
    few, many = M, 2 * M
    while not suffices(many):
        few, many = many, 2 * many
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if suffices(middle) else (middle, many)
    return many
