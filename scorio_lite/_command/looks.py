"""Estimate how many questions decide a comparison, if intervals must be valid at any time (--anytime)."""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt
from statistics import NormalDist

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._intervals.evidence import Evidence
    from .._intervals.formula import MetricRange

_MOST = 10**9


def size_to_see(
    evidence: Evidence, bounds: MetricRange, margin: float, confidence: float, power: float, most: int | None
) -> int | None:
    """Return how many questions in all make the interval leave out `margin`, with the probability `power`.

    New questions are assumed to have values like those at hand. Return at most `most`; if it is None and no practical
    number is enough, return None.
    """
    low, high, scale = bounds
    m, M = (Fraction(margin) * scale - low) / (high - low), evidence.n
    if not 0 < m < 1:
        return None
    least, _ = evidence.log_evidence(m.numerator, m.denominator, 64)
    now = least / 2.0**64
    values = [(number / M, v / (u + v)) for (u, v), number in evidence.coins.items() if number]
    # Under the best bet, each question multiplies the evidence by a random factor. Its log has a mean, and some noise.
    logs = _best_bet(values, float(m))
    growth = sum(share * gain for share, gain in logs)
    noise = NormalDist().inv_cdf(power) * sqrt(sum(share * (gain - growth) ** 2 for share, gain in logs))

    def suffices(more: int) -> bool:
        # The evidence is a mixture of bets, which costs half the log of the number of questions.
        return now + more * growth - noise * sqrt(more) - log(1 + more / M) / 2 >= -log(1 - confidence)

    few, many = 0, most or _MOST
    if not suffices(many):
        return most
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if suffices(middle) else (middle, many)
    return min(M + many, most or _MOST)


def _best_bet(values: list[tuple[float, float]], m: float) -> list[tuple[float, float]]:
    """Find the bet with which the evidence against the mean m grows fastest. Return (share, log of a factor) per value.

    A bet is a number q from 0 to 1: a question of value x multiplies the evidence by the factor q x/m + (1-q)
    (1-x)/(1-m). `values` are pairs (share of the questions, x from 0 to 1). Bisection finds the best q.
    """
    low, high = 0.0, 1.0
    while low < (q := (low + high) / 2) < high:
        factors = [(share, x / m, (1 - x) / (1 - m)) for share, x in values]
        slope = sum(share * (up - down) / ((1 - q) * down + q * up) for share, up, down in factors)
        low, high = (q, high) if slope > 0 else (low, q)
    return [(share, log((1 - q) * down + q * up)) for share, up, down in factors]
