"""Trials as runs of the whole benchmark, the columns of R: was one run different, and how far apart are two runs?

If the trials of a question are alike, all orders of its outcomes are equally likely. So a run solves a question with s
successes in N trials with the chance s/N, whatever the other questions do. Then, given s of each question, the total of
a run is a sum of independent 0/1 variables, whose distribution is known exactly (Poisson-binomial).
"""

from __future__ import annotations

from .._numbers import FIRST_BITS, Meter, joined, lowest, nearest, pinned, ratio_sum, settled, unpacked
from .._numbers.enclosures import summary
from .._outcomes import CUT, counted
from .._outcomes.reader import OutcomeReader
from ..tally import Tally
from . import value_sums
from .formula import at_least_four
from .spread import spread_of_these

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .._numbers import Enclosure, Ends, Ratio
    from .._scores import Scores
    from ..tally import Outcomes
    from . import Asked

    Chances = dict[Ratio, int]  # {chance of a success in lowest terms: number of questions}

_MOST_EXACT_CHANCES = 1 << 22  # bits of exact chances in all


def chances_of_totals(totals: Sequence[int], counts: Iterable[Sequence[int]]) -> list[tuple[float, float]]:
    """Return, for each run, (p-value of the claim that it is like the others, this p-value after Holm's procedure).

    `totals` has the number of successes of each run, `counts` has (failures, successes) of each question.
    """
    questions = counted([lowest(s, f + s) for f, s in counts])
    sure = questions.pop((1, 1), 0)
    questions.pop((0, 1), 0)
    meter = Meter("R")

    def rounded(one: int) -> list[tuple[float, float]] | None:
        likely = _likely(questions, one, meter)
        tails = {total: _two_sided(likely, total - sure, one) for total in set(totals)}
        ends = [[tails[total][i] for total in totals] for i in (0, 1)]
        found = []
        for (low, high), (least, most) in zip(zip(*ends), zip(*map(_holm, ends))):
            p, adjusted = pinned(low, high, one), pinned(min(least, one), min(most, one), one)
            if p is None or adjusted is None:
                return None
            found.append((p, adjusted))
        return found

    def exact() -> list[tuple[float, float]] | None:
        """Return the exact p-values, rounded; None if they are too long.

        The chance of a total is a multiple of 1 / (product of all d), where d is the denominator of a question's s/N.
        """
        one, M = 1, sum(questions.values())
        for (_, d), number in questions.items():
            one *= d**number
            if M * one.bit_length() > _MOST_EXACT_CHANCES:  # then more bits have to decide
                return None
        return rounded(one)

    return settled(lambda bits: rounded(1 << bits), exact)


def totals_of_runs(R: Iterable[Any]) -> tuple[list[int], list[tuple[int, ...]]]:
    """Return (successes of each run, (failures, successes) of each question)."""
    if isinstance(R, Tally):
        raise ValueError("R must be a matrix whose columns are runs: a tally has lost which trial is of which run")
    reader = OutcomeReader("R", 1, ways=("", "", CUT))
    rows = reader.matrix(R)
    counts = reader.questions(rows)
    runs = sum(counts[0])
    if runs < 2:
        raise ValueError("R must have at least two columns, a run each; it has 1")
    totals = [sum(map(bool, column)) for column in zip(*(rows if not reader.flat else [rows[0]]))]
    return totals, counts


def _likely(questions: Chances, one: int, meter: Meter) -> list[int]:
    """Return the chances of 0, 1, ... successes in a run, in units of 1/one, rounded down."""
    parts: list[list[int]] = []
    for (n, d), number in questions.items():
        whole = d**number
        meter.spend(number, whole.bit_length() + one.bit_length(), one.bit_length(), 3)
        term = (d - n) ** number
        chances = [term * one // whole]
        for j in range(number):  # C(number, j) n**j (d-n)**(number-j); the division has no rest
            term = term * ((number - j) * n) // ((j + 1) * (d - n))
            chances.append(term * one // whole)
        parts.append(chances)
    parts.sort(key=len)
    while len(parts) > 1:
        parts = [*(_convolved(a, b, one, meter) for a, b in zip(parts[::2], parts[1::2])), *parts[len(parts) & ~1 :]]
    return parts[0] if parts else [one]


def _convolved(a: list[int], b: list[int], one: int, meter: Meter) -> list[int]:
    """Return the chances of the sum of two counts with the chances a and b, by one product of long integers."""
    size, count = (2 * one.bit_length() + min(len(a), len(b)).bit_length()) // 8 + 1, len(a) + len(b) - 1
    meter.spend(1 + (size * max(len(a), len(b)) >> 9), 1 << 12, 8 * size * min(len(a), len(b)))  # 2**12 bits at a time
    meter.spend(count, 16 * size, 8 * size)
    return [x // one for x in unpacked(joined(a, size) * joined(b, size), size, count)]


def _two_sided(likely: list[int], total: int, one: int) -> Ends:
    """Enclose twice the smaller of P(X <= total) and P(X >= total), at most 1, in units of 1/one.

    `likely` are the chances of X, rounded down. What was cut off may all be on either side.
    """
    least = min(sum(likely[: total + 1]), sum(likely[total:]))
    return min(2 * least, one), min(2 * (least + one - sum(likely)), one)


def _holm(chances: Sequence[int]) -> list[int]:
    """Return the p-values as Holm's procedure adjusts them.

    The i-th smallest of n is multiplied by n - i + 1. If the product for a smaller p-value is greater, that product is
    taken. No result falls if a p-value rises, so lower bounds of the p-values give lower bounds, and upper bounds give
    upper bounds.
    """
    order, found, most = sorted(range(len(chances)), key=chances.__getitem__), [0] * len(chances), 0
    for i, run in enumerate(order):
        most = max(most, (len(chances) - i) * chances[run])
        found[run] = most
    return found


def distance_of_runs(R: Outcomes | Scores, asked: Asked) -> float:
    """Return how far two runs, of one trial of each question, are apart at most, with the asked probability."""
    level = asked.level
    measure, outcomes = asked.measured(R, "R")
    low, high, scale = bounds = measure.low, measure.high, measure.scale
    if low == high:
        return 0.0
    parts = value_sums(measure, outcomes, True)
    # N times the variance of the mean of N trials is the variance of one trial. It is estimated without bias, or
    # bounded for a question with one trial.
    spreads = [(part[0], spread_of_these(bounds, 1, [part])) for part in parts]
    n, d = ratio_sum([(N * spread.squares[0], spread.squares[1]) for N, spread in spreads])
    M, few, square = sum([number for _, number, *_ in parts]), min([N for N, *_ in parts]), (high - low) ** 2

    def variance(bits: int) -> tuple[Enclosure, Enclosure]:
        """Return enclosures of the mean, which is 0, and of the variance of the difference of two runs."""
        # 2/M**2 times the sum of the variances of one trial of each question. max(z**2, 4) / 2 trials are added, each
        # of which differs from all other trials of its question, and so adds 1/N to the sum.
        lo, hi, at = at_least_four(level, bits)
        given, whole = 2 * n * few * scale * scale << at, d * few * (M * scale) ** 2 << at
        return (0, 0, 1), (given + lo * square * d, given + hi * square * d, whole)

    def exact() -> tuple[Ratio, Ratio | None]:
        _, (lo, hi, whole) = variance(FIRST_BITS)
        return (0, 1), (lo, whole) if lo == hi else None

    return summary(None, None, level, (0.0, nearest(high - low, scale)), variance, exact)[3]
