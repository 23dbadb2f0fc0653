"""Geometric blends x**a * y**b of two metrics, and sums of them, to the nearest double."""

from __future__ import annotations

from math import isqrt

from ._enclose import exponential, logarithm
from ._interval import summary_enclosed
from ._radicals import rational_blend
from ._rounding import nearest, nearest_enclosed, ratio_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Sequence

    from ._interval import Bounds, Clip, Ratio, Summary

    # n/e times the blend of x/d and y/d
    Term = tuple[int, int, int, int, int]
    # Terms, each with its relative variance, at the lower and at the upper ends of what they are known to be
    Corners = tuple[Sequence[tuple[Term, Ratio]], Sequence[tuple[Term, Ratio]]]

_WHOLE = 16  # powers up to which x**a is computed as it is
_HUGE = 1 << 16  # binary exponent beyond which a blend is not computed


def blend_mean(questions: int, terms: Iterable[Term], a: Ratio, b: Ratio) -> float:
    """The sum of n/e x**a y**b over the number of questions, for bases that may be 0.

    0**0 is 1, and a zero factor with a positive power makes the blend 0.
    """
    positive = _without_zeros(terms, a, b)

    def enclose(bits: int) -> Bounds:
        lo, hi, d = _sum(positive, a, b, bits)
        return lo, hi, d * questions

    def exact() -> float | None:
        ratio = _rational_sum(positive, a, b)
        return nearest(ratio[0], ratio[1] * questions) if ratio else None

    try:
        return nearest_enclosed(enclose, exact)
    except OverflowError:
        return float("inf")


def blend_summary(
    questions: int, corners: Callable[[int], Corners], a: Ratio, b: Ratio, confidence: Ratio, clip: Clip
) -> Summary:
    """(mu, sigma, lo, hi) of the average of blends. `corners(bits)` gives them exactly for many bits.

    The variance of a blend is x**2a y**2b times its relative variance.
    """
    squared = (2 * a[0], a[1]), (2 * b[0], b[1])

    def enclose(bits: int) -> tuple[Bounds, Bounds]:
        lower, upper = (_ends(blends, a, b, squared, bits) for blends in corners(bits))
        (m_lo, _, d), (v_lo, _, e) = lower
        (_, m_hi, f), (_, v_hi, g) = upper
        return (m_lo * f, m_hi * d, d * f * questions), (v_lo * g, v_hi * e, e * g * questions**2)

    def exact() -> tuple[Ratio | None, Ratio | None]:
        blends, _ = corners(_HUGE)
        mean = _rational_sum([term for term, _ in blends], a, b)
        variance = _rational_sum(_spreads(blends), *squared)
        return (
            (mean[0], mean[1] * questions) if mean else None,
            (variance[0], variance[1] * questions**2) if variance else None,
        )

    try:
        return summary_enclosed(enclose, exact, confidence, clip)
    except OverflowError:
        raise ValueError(f"the powers make a blend exceed 2**{_HUGE}; the limit is there") from None


def relative_variance(x: Ratio, y: Ratio, spread: tuple[Ratio, Ratio, Ratio], a: Ratio, b: Ratio) -> Ratio:
    """a**2 Vx / x**2 + b**2 Vy / y**2 + 2ab Cxy / (xy), from (Vx, Vy, Cxy): the delta method's, over the blend squared."""
    (xn, xd), (yn, yd), ((vx, vxd), (vy, vyd), (cov, covd)) = x, y, spread
    (an, ad), (bn, bd) = a, b
    terms = [
        (an * an * vx * xd * xd, ad * ad * vxd * xn * xn),
        (bn * bn * vy * yd * yd, bd * bd * vyd * yn * yn),
        (2 * an * bn * cov * xd * yd, ad * bd * covd * xn * yn),
    ]
    return ratio_sum(term for term in terms if term[0])


def _ends(
    blends: Sequence[tuple[Term, Ratio]], a: Ratio, b: Ratio, squared: tuple[Ratio, Ratio], bits: int
) -> tuple[Bounds, Bounds]:
    return _sum([term for term, _ in blends], a, b, bits), _sum(_spreads(blends), *squared, bits)


def _spreads(blends: Sequence[tuple[Term, Ratio]]) -> list[Term]:
    return [(n * v, e * w, x, y, d) for (n, e, x, y, d), (v, w) in blends if v]


def _without_zeros(terms: Iterable[Term], a: Ratio, b: Ratio) -> list[Term]:
    """The terms whose blend is not 0, with 1 for a base whose power is 0."""
    positive = []
    for n, e, x, y, d in terms:
        if (not x and a[0] > 0) or (not y and b[0] > 0):
            continue
        for base, power, name, metric in ((x, a, "pass_power", "Pass@k"), (y, b, "unanimous_power", "Unanimous@k")):
            if not base and power[0] < 0:
                raise ValueError(f"{name} must not be negative where {metric} is 0; got {nearest(*power)!r}")
        positive.append((n, e, x if a[0] else d, y if b[0] else d, d))
    return positive


def _sum(terms: list[Term], a: Ratio, b: Ratio, bits: int) -> Bounds:
    """The sum of n/e x**a y**b for positive bases."""
    if not terms:
        return 0, 0, 1
    if a == b == (1, 2):
        return _roots([(n * n * x * y, (e * d) ** 2) for n, e, x, y, d in terms], bits)
    if a[1] == b[1] == 1 and abs(a[0]) + abs(b[0]) <= _WHOLE:
        return _ratios([_whole_blend(term, a[0], b[0]) for term in terms], bits)
    return _powers(terms, a, b, bits)


def _whole_blend(term: Term, a: int, b: int) -> Ratio:
    n, e, x, y, d = term
    n *= x ** max(a, 0) * y ** max(b, 0)
    e *= x ** max(-a, 0) * y ** max(-b, 0)
    return (n, e * d ** (a + b)) if a + b >= 0 else (n * d ** -(a + b), e)


def _scale(sizes: Iterable[int], bits: int) -> int:
    """The binary digits after the point with which a sum has `bits` in all, from its terms' binary exponents."""
    return max(bits, bits - max(sizes))


def _ratios(ratios: list[Ratio], bits: int) -> Bounds:
    if len(ratios) == 1:
        ((n, d),) = ratios
        return n, n, d
    at = _scale((n.bit_length() - d.bit_length() for n, d in ratios), bits)
    lo = sum((n << at) // d for n, d in ratios)
    return lo, lo + len(ratios), 1 << at


def _roots(ratios: list[Ratio], bits: int) -> Bounds:
    at = _scale(((n.bit_length() - d.bit_length()) // 2 for n, d in ratios), bits)
    lo = inexact = 0
    for n, d in ratios:
        square, rest = divmod(n << 2 * at, d)
        root = isqrt(square)
        lo += root
        inexact += rest > 0 or root * root != square
    return lo, lo + inexact, 1 << at


def _powers(terms: list[Term], a: Ratio, b: Ratio, bits: int) -> Bounds:
    logs = [_log_blend(term, a, b, bits) for term in terms]
    # 10/7 is a little less than 1 / ln 2, and 2 a little more than what the floors may have cost.
    sizes = [(lo * 10 // 7 >> bits) + 2 + n.bit_length() - e.bit_length() for (n, e, *_), (lo, _) in zip(terms, logs)]
    if max(sizes) > _HUGE:
        raise OverflowError
    if max(sizes) < -2 * _HUGE:
        return 0, 1, 1 << _HUGE
    at = _scale(sizes, bits)
    total_lo = total_hi = 0
    for (n, e, *_), (lo, hi) in zip(terms, logs):
        if hi >> bits < -at:  # e**t < 2**t
            total_hi -= -n // e
            continue
        low, high = exponential(lo << at - bits, hi << at - bits, at)
        total_lo += low * n // e
        total_hi -= -high * n // e
    return total_lo, total_hi, 1 << at


def _log_blend(term: Term, a: Ratio, b: Ratio, bits: int) -> tuple[int, int]:
    """a ln x + b ln y, enclosed at `bits`."""
    _, _, x, y, d = term
    x_lo, x_hi = _log_power(x, d, a, bits)
    y_lo, y_hi = _log_power(y, d, b, bits)
    return x_lo + y_lo, x_hi + y_hi


def _log_power(x: int, d: int, power: Ratio, bits: int) -> tuple[int, int]:
    n, e = power
    if not n or x == d:
        return 0, 0
    extra = max(0, n.bit_length() - e.bit_length()) + 8
    ends = [n * log for log in logarithm(x, d, bits + extra)]
    divisor = e << extra
    return min(ends) // divisor, -(-max(ends) // divisor)


def _rational_sum(terms: list[Term], a: Ratio, b: Ratio) -> Ratio | None:
    """The sum of n/e x**a y**b if it is rational: positive radicals sum to a rational only if each is one (Besicovitch)."""
    ratios = []
    for n, e, x, y, d in terms:
        ratio = rational_blend((x, d), (y, d), a, b)
        if not ratio:
            return None
        ratios.append((n * ratio[0], e * ratio[1]))
    return ratio_sum(ratios)
