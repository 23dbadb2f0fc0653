"""Geometric blends x**a * y**b of two metrics, and means of them, to the nearest double."""

from __future__ import annotations

from math import gcd, isqrt

from ._enclose import exponential, logarithm
from ._rounding import nearest, nearest_enclosed, ratio_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    Ratio = tuple[int, int]
    Bounds = tuple[int, int, int]
    Term = tuple[int, int, int, int]  # (number, x, y, d): so many times the blend of x/d and y/d, 0 <= x, y and 0 < d

_PLAIN_POWERS = 8  # whole powers up to which a blend is an integer ratio at once
_OVERFLOW = 1100  # binary exponent beyond which a blend is infinite, or zero, as a double
_EXACT = 1 << 16  # bits of a rational blend: no midpoint of doubles needs more


def blend_mean(terms: Sequence[Term], a: Ratio, b: Ratio) -> float:
    """The mean of x**a * y**b, 0**0 being 1 and a zero factor with a positive power making the blend 0."""
    questions = sum(term[0] for term in terms)
    positive = _without_zeros(terms, a, b)
    if not positive:
        return 0.0
    (an, ad), (bn, bd) = a, b
    if ad == bd == 1 and abs(an) + abs(bn) <= _PLAIN_POWERS:
        n, d = ratio_sum(_whole_power(term, an, bn) for term in positive)
        return nearest(n, d * questions)

    def exact() -> Ratio | None:
        # Positive radicals sum to a rational only if each is one (Besicovitch 1940).
        ratios = []
        for number, x, y, d in positive:
            ratio = _rational_blend((x, d), (y, d), a, b)
            if not ratio:
                return None
            ratios.append((number * ratio[0], ratio[1]))
        n, d = ratio_sum(ratios)
        return n, d * questions

    if a == b == (1, 2):
        return nearest_enclosed(lambda bits: _roots(positive, questions, bits), exact)
    return nearest_enclosed(lambda bits: _powers(positive, questions, a, b, bits), exact)


def _without_zeros(terms: Sequence[Term], a: Ratio, b: Ratio) -> list[Term]:
    """The terms whose blend is not 0, with 1 for a base whose power is 0."""
    positive = []
    for number, x, y, d in terms:
        if (not x and a[0] > 0) or (not y and b[0] > 0):
            continue
        for base, power, name, metric in ((x, a, "pass_power", "Pass@k"), (y, b, "unanimous_power", "Unanimous@k")):
            if not base and power[0] < 0:
                raise ValueError(f"{name} must not be negative where {metric} is 0; got {nearest(*power)!r}")
        positive.append((number, x if a[0] else d, y if b[0] else d, d))
    return positive


def _whole_power(term: Term, a: int, b: int) -> Ratio:
    number, x, y, d = term
    n = number * x ** max(a, 0) * y ** max(b, 0)
    e = x ** max(-a, 0) * y ** max(-b, 0)
    return (n, e * d ** (a + b)) if a + b >= 0 else (n * d ** -(a + b), e)


def _roots(terms: Sequence[Term], questions: int, bits: int) -> Bounds:
    """The sum of number * sqrt(x y) / d over the number of questions."""
    exponent = max((x * y).bit_length() - 2 * d.bit_length() for _, x, y, d in terms) // 2
    at = max(bits - exponent, bits)
    lo = inexact = 0
    for number, x, y, d in terms:
        square, rest = divmod(x * y << 2 * at, d * d)
        root = isqrt(square)
        lo += number * root
        if rest or root * root != square:
            inexact += number
    return lo, lo + inexact, questions << at


def _powers(terms: Sequence[Term], questions: int, a: Ratio, b: Ratio, bits: int) -> Bounds:
    """The sum of number * exp(a ln x + b ln y) over the number of questions."""
    logs = [_log_blend(term, a, b, bits) for term in terms]
    exponent = int(max(lo for lo, _ in logs) * 10 // 7 >> bits) + 2  # 10/7 is near 1 / ln 2
    if exponent < -_OVERFLOW:
        return 0, 1, 1 << _OVERFLOW
    if exponent > _OVERFLOW + questions.bit_length():
        return 1 << _OVERFLOW, 1 << _OVERFLOW, 1
    at = max(bits - exponent, bits)
    lo = hi = 0
    for (number, _, _, _), (log_lo, log_hi) in zip(terms, logs):
        if log_hi >> bits < -at:
            hi += number
            continue
        low, high = exponential(log_lo << at - bits, log_hi << at - bits, at)
        lo, hi = lo + number * low, hi + number * high
    return lo, hi, questions << at


def _log_blend(term: Term, a: Ratio, b: Ratio, bits: int) -> tuple[int, int]:
    """a ln x + b ln y, enclosed at `bits`."""
    _, x, y, d = term
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


def _rational_blend(x: Ratio, y: Ratio, a: Ratio, b: Ratio) -> Ratio | None:
    """x**a * y**b if it is rational, else None.

    Over the common denominator D of the powers it is the D-th root of a product of powers of the four integers in x
    and y, and so of powers of pairwise coprime integers g. It is rational if and only if each g**e in it is a D-th
    power, which
    for t = D / gcd(D, e) means that g is a t-th power: g = 8 to the 4/6 is rational since t = 3 and 8 = 2**3.
    """
    D = a[1] * b[1] // gcd(a[1], b[1])
    powers = []
    for (n, d), (m, e) in ((x, a), (y, b)):
        common = gcd(n, d)
        powers += [(n // common, m * (D // e)), (d // common, -m * (D // e))]
    numerator = denominator = 1
    for g in _coprime_base([n for n, _ in powers]):
        e = sum(_multiplicity(n, g) * power for n, power in powers)
        t = D // gcd(D, e)
        root = _whole_root(g, t)
        if root == 1 or root**t != g:
            return None
        e //= D // t
        if abs(e) * root.bit_length() > _EXACT:
            return None
        numerator *= root ** max(e, 0)
        denominator *= root ** max(-e, 0)
    return numerator, denominator


def _coprime_base(numbers: list[int]) -> list[int]:
    """Pairwise coprime integers above 1 of which all the numbers are products of powers."""
    base: list[int] = []
    rest = list(numbers)
    while rest:
        n = rest.pop()
        for i, g in enumerate(base):
            common = gcd(n, g)
            if common > 1:
                del base[i]
                rest += [n // common, common, g // common]
                break
        else:
            if n > 1:
                base.append(n)
    return base


def _multiplicity(n: int, g: int) -> int:
    """How often g divides n."""
    count = 0
    while n % g == 0:
        n //= g
        count += 1
    return count


def _whole_root(n: int, t: int) -> int:
    """The integer part of the t-th root of n >= 1, by Newton's method from above; 1 where t is so large that it must
    be.
    """
    if t >= n.bit_length():
        return 1
    root = 1 << -(-n.bit_length() // t)
    while True:
        smaller = ((t - 1) * root + n // root ** (t - 1)) // t
        if smaller >= root:
            return root
        root = smaller
