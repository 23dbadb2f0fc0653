"""Round exact numbers, and mpmath's, to doubles; find roots and quantiles.

What mpmath computes is taken to be off by at most 2**(100 - bits) at a precision of so many bits. If that leaves a
question open, such as which double is the nearest, the number is computed again with more bits.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import inf, isqrt
from struct import pack, unpack

import mpmath

BITS = 700  # of mpmath's numbers that count: many more than a double, and than its distance to any midpoint met here
PRECISIONS = (300, 1400, 4400)
GRID = 1080  # every double, and every midpoint of two, is a multiple of 2**-1075
mpmath.mp.prec = BITS + 1200


def double(x, slack=None):
    """Return the double nearest to x. If x is mpmath's, x - slack and x + slack must give the same double."""
    if isinstance(x, Fraction):
        try:
            return float(x) + 0.0
        except OverflowError:
            return inf if x > 0 else -inf
    exact = rational(x)
    slack = abs(exact) / 2 ** (BITS // 2) if slack is None else rational(slack)
    low, high = double(exact - slack), double(exact + slack)
    assert low == high, f"the oracle needs more than {BITS} bits for {x}"
    return low


def rational(x):
    """Return a number of mpmath's, or a Fraction, as a Fraction."""
    if isinstance(x, Fraction):
        return x
    sign, man, exp, _ = mpmath.mpf(x)._mpf_
    return Fraction(-man if sign else man) * Fraction(2) ** exp


def real(x):
    """Return a Fraction as a number of mpmath's. Such a number stays."""
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def root(x):
    """Return the nearest double of a Fraction's square root: exact if it is rational."""
    n, d = isqrt(x.numerator), isqrt(x.denominator)
    exact = n * n == x.numerator and d * d == x.denominator
    return double(Fraction(n, d) if exact else mpmath.sqrt(real(x)))


def decided(compute, decide, scale=1):
    """Return decide(x) of the x that compute() gives, as soon as the error of mpmath, times the scale, changes nothing."""
    for bits in PRECISIONS:
        with mpmath.workprec(bits):
            x = rational(compute())
        slack = scale * Fraction(2) ** (100 - bits)
        if decide(x - slack) == decide(x + slack):
            return decide(x)
    # Thousands of bits do not tell it from a number that ends after 1,080: it is taken to be that one.
    exact = Fraction(round(x * 2**GRID), 2**GRID)
    assert abs(exact - x) <= slack
    return decide(exact)


def sign(x):
    return (x > 0) - (x < 0)


# Doubles


def bits_of(x):
    return unpack("<q", pack("<d", x))[0]


def of_bits(number):
    """Return the double with these bits, as a Fraction. Negative numbers count below 0; infinity counts as 2**1024."""
    if number < 0:
        return -of_bits(-number)
    beyond = number - bits_of(inf)
    return Fraction(2) ** (1024 + beyond) if beyond >= 0 else Fraction(unpack("<d", pack("<q", number))[0])


def halfway(x):
    """Return the midpoints between a double and the doubles below and above it: what is between them rounds to it."""
    number = -bits_of(-x) if x < 0 else bits_of(x + 0.0)
    below, own, above = (of_bits(number + step) for step in (-1, 0, 1))
    return (below + own) / 2, (own + above) / 2


def nearest_root(side, low=-inf):
    """Return the double nearest to a root, found by halving. side(x) is -1 below the root, 0 at it, and 1 above it."""
    a, b = (-bits_of(-x) if x < 0 else bits_of(x + 0.0) for x in (low, inf))
    while b - a > 1:
        middle = (a + b) // 2
        a, b = (middle, b) if side(of_bits(middle)) < 0 else (a, middle)
    at_midpoint = side((of_bits(a) + of_bits(b)) / 2)
    return double(of_bits(b if at_midpoint < 0 or (at_midpoint == 0 and a % 2) else a))


# Quantiles: q with P(|Z| <= q) = confidence. Z is Student's; if df is None, it is normal.


def chance(q, df, of_tail):
    """Return P(|Z| <= q), or P(|Z| > q) without cancellation."""
    if df is None:
        u = q / mpmath.sqrt(2)
        return mpmath.erfc(u) if of_tail else mpmath.erf(u)
    a, half, square = mpmath.mpf(df) / 2, mpmath.mpf(1) / 2, q * q
    if of_tail and square > df:
        return mpmath.betainc(a, half, 0, df / (df + square), regularized=True)
    with mpmath.extraprec(int(square) + 64 if of_tail else 0):  # no tail is thinner than the normal distribution's
        inside = mpmath.betainc(half, a, 0, square / (df + square), regularized=True)
        return 1 - inside if of_tail else inside


def density(q, df):
    """Return the density of |Z| at q."""
    if df is None:
        return mpmath.sqrt(2 / mpmath.pi) * mpmath.exp(-q * q / 2)
    a = mpmath.mpf(df) / 2
    return 2 * mpmath.exp(-(a + 0.5) * mpmath.log1p(q * q / df)) / (mpmath.sqrt(df) * mpmath.beta(a, 0.5))


@lru_cache(maxsize=None)
def quantile(confidence, df, bits):
    """Return two Fractions that enclose the quantile. The chance is computed at both of them.

    Newton's method finds the root in logarithms of q and of the smaller chance, in which the chance is concave. Half of
    the bits come first.
    """
    of_tail = 2 * confidence > 1
    target = 1 - confidence if of_tail else confidence
    start = Fraction(1) if bits < 100 else quantile(confidence, df, bits // 2 + 10)[0]
    with mpmath.workprec(bits + 240):
        q = real(start)
        for _ in range(1000 if bits < 100 else 1):
            p = chance(q, df, of_tail)
            step = mpmath.log(p / real(target)) * p / (q * density(q, df))
            q *= mpmath.exp(min(step, mpmath.mpf(1)) if of_tail else -step)  # it costs bits to be far in the tail
            if abs(step) < mpmath.mpf(2) ** -(bits + 10):
                break
        hair = mpmath.mpf(2) ** -bits
        ends = [q * (1 - hair), q * (1 + hair)]
        signs = [chance(end, df, of_tail) < real(target) for end in ends]
        assert signs == [not of_tail, of_tail], f"the oracle's quantile of {confidence} with df {df} is wrong"
        return rational(ends[0]), rational(ends[1])


def deviate(confidence, df=None):
    """Return the quantile at the precision of mpmath. Between whole degrees of freedom, of which one is the least, it is linear."""

    def at(df):
        return real(sum(quantile(Fraction(confidence), df, mpmath.mp.prec)) / 2)

    if df is None:
        return at(None)
    whole = max(1, int(df))
    share = max(real(df), mpmath.mpf(1)) - whole
    return at(whole) + share * (at(whole + 1) - at(whole)) if share else at(whole)
