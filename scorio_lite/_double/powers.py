"""Geometric blends x**a * y**b of two metrics and sums of them, to the nearest double; which of them are rational."""

from __future__ import annotations

from math import gcd, isqrt

from . import budget, nearest, nearest_enclosed, over_limit, ratio_sum
from .enclosures import exponential, ln2, logarithm
from .intervals import summary_enclosed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Sequence

    from . import Enclosure, Ratio
    from .intervals import Clip, Summary

    # n/e times the blend of x/d and y/d
    Term = tuple[int, int, int, int, int]
    # A term, and the summands of its relative variance
    Blend = tuple[Term, Sequence[Ratio]]
    # Lower and upper ends of blends
    Corners = tuple[Sequence[Blend], Sequence[Blend]]

_WHOLE = 16  # integer powers up to this are multiplied out
_LARGEST_TERM = 1 << 16  # binary exponents of terms that are computed
_LONGEST_SUM = 1 << 20  # of an exact sum
_LONGEST_ROOT = 1 << 16  # bits of a rational blend: midpoints of doubles need fewer
_UNCUT = 512  # bits of numbers that are not cut


def blend_mean(questions: int, terms: Iterable[Term], a: Ratio, b: Ratio) -> float:
    """The sum of n/e x**a y**b over the number of questions. Bases may be 0: 0**0 is 1, and a blend is 0 if one of its
    factors is 0 with a positive power.
    """
    positive = _without_zeros(terms, a, b)

    def enclose(bits: int) -> Enclosure:
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
    questions: int,
    corners: Callable[[int], Corners],
    exactly: Callable[[], Sequence[Blend]],
    a: Ratio,
    b: Ratio,
    confidence: Ratio,
    clip: Clip,
) -> Summary:
    """(mu, sigma, lo, hi) of the average of blends: `corners(bits)` gives their ends, and `exactly` the blends.

    A blend's variance is x**2a y**2b times its relative variance.
    """
    aa, bb = ((2 * n, d) if d % 2 else (n, d // 2) for n, d in (a, b))

    def enclose(bits: int) -> tuple[Enclosure, Enclosure]:
        lower, upper = corners(bits)
        m_lo, m_hi, d = _sum([term for term, _ in lower], a, b, bits)
        v_lo, v_hi, e = _sum(_spreads(lower), aa, bb, bits)
        if upper is not lower:
            _, m_hi, f = _sum([term for term, _ in upper], a, b, bits)
            _, v_hi, g = _sum(_spreads(upper), aa, bb, bits)
            m_lo, m_hi, d, v_lo, v_hi, e = m_lo * f, m_hi * d, d * f, v_lo * g, v_hi * e, e * g
        return (m_lo, m_hi, d * questions), (v_lo, v_hi, e * questions**2)

    def exact() -> tuple[Ratio | None, Ratio | None]:
        blends = exactly()
        mean, variance = _rational_sum([term for term, _ in blends], a, b), _rational_sum(_spreads(blends), aa, bb)
        return mean and (mean[0], mean[1] * questions), variance and (variance[0], variance[1] * questions**2)

    try:
        return summary_enclosed(enclose, exact, confidence, clip)
    except OverflowError:
        raise over_limit("pass_power or unanimous_power", f"a blend exceeds 2**{_LARGEST_TERM}") from None


def _spreads(blends: Sequence[Blend]) -> list[Term]:
    return [(n * v, e * w, x, y, d) for (n, e, x, y, d), summands in blends for v, w in summands if v]


def _without_zeros(terms: Iterable[Term], a: Ratio, b: Ratio) -> list[Term]:
    """The terms whose blend is not 0; a base with the power 0 becomes 1."""
    if a[0] > 0 and b[0] > 0:
        return [term for term in terms if term[2] and term[3]]
    positive = []
    for n, e, x, y, d in terms:
        if (not x and a[0] > 0) or (not y and b[0] > 0):
            continue
        for base, power, name, metric in ((x, a, "pass_power", "Pass@k"), (y, b, "unanimous_power", "Unanimous@k")):
            if not base and power[0] < 0:
                raise ValueError(f"{name} must not be negative where {metric} is 0; got {nearest(*power)!r}")
        positive.append((n, e, x if a[0] else d, y if b[0] else d, d))
    return positive


def _sum(terms: list[Term], a: Ratio, b: Ratio, bits: int) -> Enclosure:
    """The sum of n/e x**a y**b for positive bases."""
    if not terms:
        return 0, 0, 1
    negative = [(-n, e, x, y, d) for n, e, x, y, d in terms if n < 0]
    if negative:
        lo, hi, d = _sum([term for term in terms if term[0] > 0], a, b, bits)
        less, more, e = _sum(negative, a, b, bits)
        return lo * e - more * d, hi * e - less * d, d * e
    if a == b == (1, 2):
        _, e, _, _, d = terms[0]
        if e == 1 and d.bit_length() <= _UNCUT and all(term[1] == 1 and term[4] == d for term in terms):
            return _roots(terms, bits)
        return _monomials([(n * n, e * e, x, y, d) for n, e, x, y, d in terms], 1, 1, bits, True)
    if a[1] == b[1] == 1 and abs(a[0]) + abs(b[0]) <= _WHOLE:
        return _monomials(terms, a[0], b[0], bits, False)
    return _powers(terms, a, b, bits)


def _roots(terms: list[Term], bits: int) -> Enclosure:
    """The sum of n/d sqrt(x y) with the same d: roots have `bits` digits or more, and are cut by less than the last."""
    products = [n * n * x * y for n, _, x, y, _ in terms]
    at = max(0, bits + 8 - max(products).bit_length() // 2)
    total = sum([isqrt(product << 2 * at) for product in products])
    return total, total + len(terms), terms[0][4] << at


def _monomials(terms: list[Term], a: int, b: int, bits: int, rooted: bool) -> Enclosure:
    """The sum of n/e x**a y**b, or of their square roots.

    Each of up to 2 + 2 * _WHOLE factors is cut to `size` bits, with a relative error below 2**(1-size); that of a term
    is below 2**(8-size).
    """
    size = bits + 40
    cut = [_cut_monomial(term, a, b, size) for term in terms]
    sizes = [n.bit_length() - d.bit_length() + shift for n, d, shift in cut]
    at = bits - min(0, max(sizes) // 2 if rooted else max(sizes))  # digits after the point, for `bits` of the sum
    lo = hi = 0
    for n, d, shift in cut:
        shift += 2 * at if rooted else at
        value = (n << shift) // d if shift >= 0 else n // (d << -shift)
        value = isqrt(value) if rooted else value
        slack = (value >> size - 8) + 2
        lo, hi = lo + value - slack, hi + value + slack
    return lo, hi, 1 << at


def _cut_monomial(term: Term, a: int, b: int, size: int) -> tuple[int, int, int]:
    """n/e x**a y**b as n/d * 2**shift."""
    n, e, x, y, d = term
    if a >= 0 and b >= 0 and (n | e | x | y | d).bit_length() <= _UNCUT:
        return n * x**a * y**b, e * d ** (a + b), 0
    above = below = 1
    shift = 0
    for base, power in ((n, 1), (e, -1), (x, a), (y, b), (d, -a - b)):
        cut = max(0, base.bit_length() - size)
        shift += cut * power
        if power > 0:
            above *= (base >> cut) ** power
        else:
            below *= (base >> cut) ** -power
    return above, below, shift


def _powers(terms: list[Term], a: Ratio, b: Ratio, bits: int) -> Enclosure:
    """Each blend as e**r * 2**j with r near 0, so it has as many digits as its logarithm.

    Requires bits >= FIRST_BITS: then r is known much better than `exponential` needs, as j and the binary exponent of
    n/e sum to at most 2**16, and no n or e has 2**40 bits.
    """
    size = max(0, *(n.bit_length() - d.bit_length() for n, d in (a, b)))
    budget("pass_power or unanimous_power", len(terms), bits + size, steps=100)
    parts = []
    sizes = []
    for term in terms:
        lo, hi = _log_blend(term, a, b, bits)
        j = lo * 1_442_695 // (1_000_000 << bits)  # near lo / ln 2, off by less than 3
        factor = term[0].bit_length() - term[1].bit_length()
        if j + factor > _LARGEST_TERM:
            raise OverflowError
        if j + factor < -_LARGEST_TERM:
            parts.append((0, 16 << bits, -_LARGEST_TERM - factor))
        else:
            ln2_lo, ln2_hi = ln2(bits)
            shift = sorted((j * ln2_lo, j * ln2_hi))
            parts.append((*exponential(lo - shift[1], hi - shift[0], bits), j))
        sizes.append(parts[-1][2] + 1 + factor)
    at = bits - min(0, max(sizes))
    total_lo = total_hi = 0
    for (n, e, *_), (low, high, j) in zip(terms, parts):
        up, down = max(at + j - bits, 0), max(bits - at - j, 0)
        total_lo += (low * n << up) // (e << down)
        total_hi -= (-high * n << up) // (e << down)
    return total_lo, total_hi, 1 << at


def _log_blend(term: Term, a: Ratio, b: Ratio, bits: int) -> tuple[int, int]:
    """a ln x + b ln y, enclosed at `bits`."""
    _, _, x, y, d = term
    lo = hi = 0
    for base, (n, e) in ((x, a), (y, b)):
        if n and base != d:
            extra = max(0, n.bit_length() - e.bit_length()) + 8
            ends = [n * log for log in logarithm(base, d, bits + extra)]
            lo, hi = lo + min(ends) // (e << extra), hi - -max(ends) // (e << extra)
    return lo, hi


def _rational_sum(terms: list[Term], a: Ratio, b: Ratio) -> Ratio | None:
    """The sum of n/e x**a y**b if it is rational and not too long; else None.

    Positive multiples of radicals sum to a rational number only if each is rational (Besicovitch 1940). The summands of
    a blend's variance have the same radical, with factors that sum to a positive number.
    """
    ratios = []
    for n, e, x, y, d in terms:
        ratio = rational_blend((x, d), (y, d), a, b)
        if not ratio:
            return None
        ratios.append((n * ratio[0], e * ratio[1]))
    return ratio_sum(ratios) if sum(d.bit_length() for _, d in ratios) < _LONGEST_SUM else None


def rational_blend(x: Ratio, y: Ratio, a: Ratio, b: Ratio) -> Ratio | None:
    """x**a * y**b if it is rational, else None.

    With the common denominator D of the powers, it is the D-th root of a product of powers g**e of pairwise coprime
    integers. It is rational if and only if each g**e is a D-th power, that is, if g is a t-th power for t = D / gcd(D,
    e): 8**(4/6) is rational, since t = 3 and 8 = 2**3.
    """
    D = a[1] * b[1] // gcd(a[1], b[1])
    powers = []
    for (n, d), (m, e) in ((x, a), (y, b)):
        common = gcd(n, d)
        powers += [(n // common, m * (D // e)), (d // common, -m * (D // e))]
    numerator = denominator = 1
    for g in _coprime_base([n for n, _ in powers]):
        e = 0
        for n, power in powers:
            while n % g == 0:
                n, e = n // g, e + power
        t = D // gcd(D, e)
        root = _whole_root(g, t)
        if root == 1 or root**t != g:
            return None
        e //= D // t
        if abs(e) * root.bit_length() > _LONGEST_ROOT:
            return None
        numerator *= root ** max(e, 0)
        denominator *= root ** max(-e, 0)
    return numerator, denominator


def _coprime_base(numbers: list[int]) -> list[int]:
    """Pairwise coprime integers above 1: every number is a product of their powers."""
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


def _whole_root(n: int, t: int) -> int:
    """The integer part of the t-th root of n >= 1 (Newton's method, from above)."""
    if t >= n.bit_length():
        return 1
    root = 1 << -(-n.bit_length() // t)
    while True:
        smaller = ((t - 1) * root + n // root ** (t - 1)) // t
        if smaller >= root:
            return root
        root = smaller
