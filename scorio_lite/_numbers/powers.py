"""Geometric blends x**a * y**b of two metrics, and sums of blends, to the nearest double."""

from __future__ import annotations

from math import isqrt

from . import nearest, nearest_enclosed, over_limit
from .enclosures import exponential, ln2, logarithm, summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, Sequence

    from .._types import Clip, Enclosure, PosteriorSummary, Ratio

    # (n, e, x, y, d): n/e times the blend of x/d and y/d
    Term = tuple[int, int, int, int, int]
    # (term, the summands of its relative variance)
    Blend = tuple[Term, Sequence[Ratio]]
    # (value, error, shift): value * 2**shift, or off by at most error * 2**shift
    PowerPart = tuple[int, int, int]

_WHOLE = 16  # integer powers up to this are multiplied out
_LARGEST_TERM = 1 << 16  # binary exponents of terms that are computed
_SHORT = 512  # up to so many bits of a common denominator, roots are summed over it


def blend_mean(questions: int, terms: Iterable[Term], a: Ratio, b: Ratio) -> float:
    """Return the sum of n/e (x/d)**a (y/d)**b over the terms (n, e, x, y, d), divided by the number of questions.

    x and y may be 0: 0**0 is 1, and a blend is 0 if one of its factors is 0 with a positive power.
    """
    positive = _without_zeros(terms, a, b)

    def enclose(bits: int) -> Enclosure:
        lo, hi, d = _sum(positive, a, b, bits)
        return lo, hi, d * questions

    try:
        return nearest_enclosed(enclose)
    except OverflowError:
        return float("inf")


def blend_summary(
    questions: int, blends: Sequence[Blend], a: Ratio, b: Ratio, confidence: Ratio, clip: Clip
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of the average of blends x**a y**b over questions.

    A blend's variance is x**2a y**2b times its relative variance, which is given as summands.
    """
    aa, bb = ((2 * n, d) if d % 2 else (n, d // 2) for n, d in (a, b))
    means = [term for term, _ in blends]
    variances = [(n * v, e * w, x, y, d) for (n, e, x, y, d), summands in blends for v, w in summands if v]

    def enclose(bits: int) -> tuple[Enclosure, Enclosure]:
        lo, hi, d = _sum(means, a, b, bits)
        v_lo, v_hi, e = _sum(variances, aa, bb, bits)
        return (lo, hi, d * questions), (v_lo, v_hi, e * questions**2)

    try:
        return summary((0, 1), (0, 1), confidence, clip, enclose)
    except OverflowError:
        raise over_limit("pass_power or unanimous_power", f"a blend exceeds 2**{_LARGEST_TERM}") from None


def _without_zeros(terms: Iterable[Term], a: Ratio, b: Ratio) -> list[Term]:
    """Return the terms (n, e, x, y, d) in which (x/d)**a (y/d)**b is not 0. If a power is 0, its base becomes 1."""
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
    """Enclose the sum of n/e (x/d)**a (y/d)**b over the terms (n, e, x, y, d), with positive x and y."""
    if not terms:
        return 0, 0, 1
    d = terms[0][-1]
    if a == b == (1, 2) and d.bit_length() <= _SHORT and all(e == 1 <= n and f == d for n, e, _, _, f in terms):
        return _roots(terms, bits)
    root = max(a[1], b[1])
    A, B = a[0] * root // a[1], b[0] * root // b[1]
    if root <= 2 and abs(A) + abs(B) <= root * _WHOLE:
        parts = [_monomial(term, A, B, root, bits + 16) for term in terms]
    else:
        parts = [_power(term, a, b, bits) for term in terms]
    at = bits - min(0, max([value.bit_length() + shift for value, _, shift in parts]))
    total = error = 0
    for value, slack, shift in parts:
        shift += at
        if shift < 0:
            total, error = total + (value >> -shift), error + (slack >> -shift) + 2
        else:
            total, error = total + (value << shift), error + (slack << shift)
    return total - error, total + error, 1 << at


def _roots(terms: list[Term], bits: int) -> Enclosure:
    """Enclose the sum of n/d sqrt(x y) over terms (n, 1, x, y, d) with the same d. The sum has at least `bits` bits."""
    products = [n * n * x * y for n, _, x, y, _ in terms]
    at = max(0, bits + 8 - max(products).bit_length() // 2)
    total = sum([isqrt(product << 2 * at) for product in products])
    # Each root is too low by less than 1 in its last digit.
    return total, total + len(terms), terms[0][4] << at


def _monomial(term: Term, a: int, b: int, root: int, size: int) -> PowerPart:
    """Return n/e (x/d)**(a/root) (y/d)**(b/root) for a term (n, e, x, y, d), to about `size` bits. `root` is 1 or 2."""
    n, e, x, y, d = term
    first, last = (n, e) if root == 1 else (n * n, e * e)
    above, below, shift = 1, 1, 0
    if a >= 0 and b >= 0 and (first | last | x | y | d).bit_length() <= _SHORT:
        above, below = first * x**a * y**b, last * d ** (a + b)
    else:
        for base, power in ((first, 1), (last, -1), (x, a), (y, b), (d, -a - b)):
            # Each of up to 4 + 4 * _WHOLE factors is cut to `size` bits, with a relative error below 2**(1-size). The
            # relative error of the product, with at most size + 1 bits, is below 2**(8-size).
            cut = max(0, base.bit_length() - size)
            shift += cut * power
            if power > 0:
                above *= (base >> cut) ** power
            else:
                below *= (base >> cut) ** -power
    up = root * size + below.bit_length() - above.bit_length()
    up += (up + shift) % root
    value = (above << up) // below if up > 0 else above // (below << -up)
    if root == 2:
        value = isqrt(value) if n > 0 else -isqrt(value)
    return value, 1 << 10, (shift - up) // root


def _power(term: Term, a: Ratio, b: Ratio, bits: int) -> PowerPart:
    """Return n/e (x/d)**a (y/d)**b for the term (n, e, x, y, d), as n/e e**r * 2**j with r near 0.

    About `bits` digits are right, as the logarithm is enclosed in units of 2**-bits. `bits` is at least FIRST_BITS.
    """
    n, e, *_ = term
    lo, hi = _log_blend(term, a, b, bits)
    # j and the binary exponent of n/e sum to at most 2**16, and no n or e has 2**40 bits: so r = ln(blend) - j ln 2 is
    # known much better than `exponential` needs.
    j = lo * 1_442_695 // (1_000_000 << bits)  # near lo / ln 2, off by less than 3
    size = j + n.bit_length() - e.bit_length()
    if size > _LARGEST_TERM:
        raise OverflowError
    if size < -_LARGEST_TERM:
        return 0, 1, 5 - _LARGEST_TERM
    ln2_lo, ln2_hi = sorted(j * end for end in ln2(bits))
    low, high = exponential(lo - ln2_hi, hi - ln2_lo, bits)
    up = max(0, bits + e.bit_length() - n.bit_length())
    return (low * n << up) // e, ((high - low) * abs(n) << up) // e + 1, j - bits - up


def _log_blend(term: Term, a: Ratio, b: Ratio, bits: int) -> tuple[int, int]:
    """Enclose a ln(x/d) + b ln(y/d) for the term (n, e, x, y, d), in units of 2**-bits."""
    _, _, x, y, d = term
    lo = hi = 0
    for base, (n, e) in ((x, a), (y, b)):
        if n and base != d:
            extra = max(0, n.bit_length() - e.bit_length()) + 8
            ends = [n * log for log in logarithm(base, d, bits + extra)]
            lo, hi = lo + min(ends) // (e << extra), hi - -max(ends) // (e << extra)
    return lo, hi
