"""Geometric blends x**a * y**b of two metrics, for `powers` (a, b), and averages of blends, to the nearest double."""

from __future__ import annotations

from math import isqrt

from . import affordable, dot, nearest, over_limit
from .fixed import Fixed, nearest_each, nearest_of, sqrt, sqrt_of
from .functions import exp, log_ratio
from .normal import clipped
from .quantiles import deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, Sequence

    from .._types import Clip, PosteriorSummary, Powers, Ratio

    Term = tuple[int, int, int, int]  # (number, x, y, d): `number` blends of x/d and y/d
    Blend = tuple[Term, Sequence[Ratio]]  # each blend's relative variance is the sum of the ratios

_HALVES = (1, 2), (1, 2)
_WHOLE = 16  # spare: integer powers up to this are multiplied out,
_PRODUCT_BITS = 1 << 20  # spare: if they have fewer bits


def check_blends(count: int, *powers: Ratio) -> None:
    """Raise ValueError if `count` blends with these powers take too long. Powers like 1/2 or 3 never do."""
    if [n for n, d in powers if d > 2 or abs(n) > 16]:
        size = max(0, *(n.bit_length() - d.bit_length() for n, d in powers))
        affordable("pass_power or unanimous_power", count * (40 + size // 16), 96 + size)


def blend_mean(questions: int, terms: Iterable[Term], powers: Powers) -> float:
    """Return the sum of all blends, divided by `questions`. (number, x, y, d) is `number` blends (x/d)**a (y/d)**b.

    0**0 is 1. A blend with a positive power of 0 is 0. Else, a negative power of 0 raises ValueError.
    """
    positive = [term for term in terms if not _is_zero(term, powers)]
    if not positive:
        return 0.0

    def total(bits: int) -> Fixed:
        if powers == _HALVES:  # the default: in half the time, without a `Fixed` for each term
            low = sum([isqrt((n * n * x * y << 2 * bits) // (d * d)) for n, x, y, d in positive])
            return Fixed(low, low + len(positive), bits)
        return _sum(positive, _blends(positive, powers, bits))

    try:
        return nearest_of(total, (0, 1, questions))
    except OverflowError:
        return float("inf")


def blend_summary(
    questions: int, blends: list[Blend], powers: Powers, confidence: Ratio, clip: Clip
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi), as `normal.summary` does, of the sum of independent blends, divided by `questions`.

    A blend is (term, ratios), with a term (number, x, y, d) as in `blend_mean`. If the value of a blend is v, its
    variance is v**2 times the sum of the ratios.
    """
    terms = [term for term, _ in blends]
    more = max([0, *(v.bit_length() - e.bit_length() for _, summands in blends for v, e in summands)])
    affordable("k", len(blends) * (more // 100), max([e.bit_length() for _, summands in blends for _, e in summands]))

    def moments(bits: int) -> tuple[Fixed, Fixed, Fixed, Fixed]:
        work = bits + more
        means = _blends(terms, powers, work)
        variances = [x * x * _relative(summands, work) for x, (_, summands) in zip(means, blends)]
        mean, sigma = _sum(terms, means) / questions, sqrt(_sum(terms, variances)) / questions
        reach = deviate(confidence, work) * sigma
        return mean, sigma, mean - reach, mean + reach

    try:
        mu, sigma, lo, hi = nearest_each(moments)
    except OverflowError:
        raise over_limit("pass_power or unanimous_power", "a blend exceeds 2**65536") from None
    return mu, sigma, clipped(lo, clip), clipped(hi, clip)


def _relative(summands: Sequence[Ratio], bits: int) -> Fixed:
    low = sum([(v << bits) // e for v, e in summands])
    return Fixed(low, low + len(summands), bits)


def _sum(terms: list[Term], values: list[Fixed]) -> Fixed:
    """Return the sum of the values, each multiplied by the `number` of its term."""
    numbers = [term[0] for term in terms]
    return Fixed(dot(numbers, [x.lo for x in values]), dot(numbers, [x.hi for x in values]), values[0].bits)


def _is_zero(term: Term, powers: Powers) -> bool:
    """Return whether the blend has a positive power of 0. If not, raise ValueError for a negative power of 0."""
    _, x, y, _ = term
    (a, _), (b, _) = powers
    if (not x and a > 0) or (not y and b > 0):
        return True
    for base, power, what in zip((x, y), powers, ("pass_power {} Pass@k", "unanimous_power {} Unanimous@k")):
        if not base and power[0] < 0:
            raise ValueError(what.format("must not be negative where") + f" is 0; got {nearest(*power)!r}")
    return False


def _blends(terms: list[Term], powers: Powers, bits: int) -> list[Fixed]:
    """Return (x/d)**a (y/d)**b of each term, for the powers (a, b). A base may be 0 only if its power is 0."""
    (a, p), (b, q) = powers
    root = max(p, q)
    A, B = a * root // p, b * root // q
    size, longest = abs(A) + abs(B), max([d.bit_length() for *_, d in terms])
    if root <= 2 and size <= root * _WHOLE and size * longest < _PRODUCT_BITS:
        (i, r), (j, s), (k, t) = ((max(0, power), max(0, -power)) for power in (A, B, -A - B))
        of = Fixed.of if root == 1 else sqrt_of
        return [of((x**i * y**j * d**k, x**r * y**s * d**t), bits) for _, x, y, d in terms]
    values = []
    for _, x, y, d in terms:
        total = Fixed(0, 0, bits)
        for base, (n, e) in ((x, powers[0]), (y, powers[1])):
            if n and base != d:
                total = total + log_ratio(base, d, bits) * n / e
        values.append(exp(total))
    return values
