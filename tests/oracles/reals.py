"""Round exact numbers, and mpmath's, to doubles; enclose and decide what is irrational; quantiles.

A number of mpmath's is rounded by both ends of a far too wide error interval, which must give the same double. An
enclosure is an interval of mpmath that contains a real number: if its ends round to the same double, this is the
result; if not, it is computed again with more bits.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import inf, isqrt
from struct import pack, unpack

import mpmath
from mpmath import iv

BITS = 700  # of mpmath's numbers that count: many more than a double, and than its distance to any midpoint met here
PRECISIONS = (256, 1280, 4096)  # of enclosures
GRID = 1080  # every double, and every midpoint of two, is a multiple of 2**-1075
mpmath.mp.prec = BITS + 1200


def double(x, slack=None):
    """Return the double nearest to x. If x is mpmath's, x - slack and x + slack must give the same double."""
    if isinstance(x, Fraction):
        try:
            return float(x) + 0.0
        except OverflowError:
            return inf if x > 0 else -inf
    if x == 0:
        return 0.0
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
    """Return a Fraction as a number of mpmath's."""
    return mpmath.mpf(x.numerator) / x.denominator


def root(x):
    """Return the nearest double of a Fraction's square root: exact if it is rational."""
    n, d = isqrt(x.numerator), isqrt(x.denominator)
    exact = n * n == x.numerator and d * d == x.denominator
    return double(Fraction(n, d) if exact else mpmath.sqrt(real(x)))


def bits_of(x):
    return unpack("<q", pack("<d", x))[0]


def of_bits(number):
    """Return the double with these bits, as a Fraction. Infinity counts as 2**1024."""
    beyond = number - bits_of(inf)
    return Fraction(2) ** (1024 + beyond) if beyond >= 0 else Fraction(unpack("<d", pack("<q", number))[0])


def halfway(x):
    """Return the midpoints between a double and the doubles below and above it: what is between them rounds to it."""
    if x < 0:
        below, above = halfway(-x)
        return -above, -below
    if not x:
        return Fraction(-1, 2**1075), Fraction(1, 2**1075)
    below, own, above = (of_bits(bits_of(x) + step) for step in (-1, 0, 1))
    return (below + own) / 2, (own + above) / 2


# Quantiles: q with P(|Z| <= q) = confidence.


def chance(q, df, of_tail):
    """Return P(|Z| <= q), or P(|Z| > q) without cancellation. Z is Student's; if df is None, it is normal."""
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
    """Return the density of |Z| at q, for the Z of `chance`."""
    if df is None:
        return mpmath.sqrt(2 / mpmath.pi) * mpmath.exp(-q * q / 2)
    a = mpmath.mpf(df) / 2
    return 2 * mpmath.exp(-(a + 0.5) * mpmath.log1p(q * q / df)) / (mpmath.sqrt(df) * mpmath.beta(a, 0.5))


@lru_cache(maxsize=None)
def quantile(confidence, df, bits):
    """Return two Fractions that enclose the q with P(|Z| <= q) = confidence. The chance is computed at both of them.

    The root is found by bisection and the secant in logarithms, then by Newton's method. Chances are compared with the
    smaller of confidence and 1 - confidence.
    """
    of_tail = 2 * confidence > 1
    target = 1 - confidence if of_tail else confidence
    with mpmath.workprec(120):
        goal = mpmath.log(real(target))

        def residue(log_q):
            return mpmath.log(chance(mpmath.exp(log_q), df, of_tail)) - goal

        low, step = mpmath.mpf(-1), mpmath.mpf(1)
        if df is None:
            while residue(low) * (1 - 2 * of_tail) > 0:
                low *= 2
        else:  # tails are thicker than the normal distribution's, but hardly so for many degrees of freedom
            low, step = mpmath.log(real(quantile(confidence, None, 120)[0])), mpmath.mpf(1) / df
        high = low + step
        while residue(high) * (1 - 2 * of_tail) < 0:
            low, high, step = high, high + 2 * step, 2 * step
        q = mpmath.exp(mpmath.findroot(residue, (low, high), solver="anderson", tol=1e-40, maxsteps=500))
    precision = 60
    while precision < bits + 60:
        precision = min(2 * precision, bits + 60)
        with mpmath.workprec(precision + 120):
            error = chance(q, df, of_tail) - real(target)
            q += (error if of_tail else -error) / density(q, df)
    with mpmath.workprec(bits + 240):
        hair = mpmath.mpf(2) ** -bits
        ends = [q * (1 - hair), q * (1 + hair)]
        signs = [chance(end, df, of_tail) < real(target) for end in ends]
        assert signs == [not of_tail, of_tail], f"the oracle's quantile of {confidence} with df {df} is wrong"
        return rational(ends[0]), rational(ends[1])


def deviate(confidence):
    """Return the q with P(|Z| <= q) = confidence for a standard normal Z."""
    return real(sum(quantile(Fraction(confidence), None, BITS)) / 2)


# Enclosures.


def enclosed(x):
    """Return a Fraction, or a pair of them, as an interval of mpmath."""
    low, high = x if isinstance(x, tuple) else (x, x)
    return iv.mpf([(iv.mpf(low.numerator) / low.denominator).a, (iv.mpf(high.numerator) / high.denominator).b])


def ends(x):
    """Return the exact ends of an enclosure."""
    values = [Fraction(-man if sign else man) * Fraction(2) ** exp for sign, man, exp, _ in x._mpi_]
    return values[0], values[1]


def root_of(x):
    """Return the square root of an enclosure that cannot be negative."""
    low, high = ends(x)
    return iv.sqrt(enclosed((max(low, Fraction(0)), max(high, Fraction(0)))))


def decided(function, decide):
    """Return the first result of decide(lo, hi) that is not None, where function(bits) encloses by lo and hi."""
    for bits in PRECISIONS:
        iv.prec = bits
        low, high = ends(function(bits - 40))
        decision = decide(low, high)
        if decision is not None:
            return decision
    # Thousands of bits do not tell it from a number that ends after 1,080: it is taken to be that one.
    exact = Fraction(round((low + high) / 2 * 2**GRID), 2**GRID)
    assert low <= exact <= high
    return decide(exact, exact)


def nearest(function):
    return decided(function, lambda low, high: double(low) if double(low) == double(high) else None)


def lesser(a, b):
    (low, high), (least, most) = ends(a), ends(b)
    return enclosed((min(low, least), min(high, most)))


def student(confidence, df, bits):
    """Return an enclosure of Student's quantile, or of the normal one if df is None. Between whole df, it is interpolated."""
    if df is None:
        return enclosed(quantile(confidence, None, bits))
    fewest, most = (df, df) if isinstance(df, Fraction) else ends(df)

    def at(df):
        whole = max(1, int(df))
        share = max(df, Fraction(1)) - whole
        q = enclosed(quantile(confidence, whole, bits))
        return (
            q
            if not share
            else enclosed(1 - share) * q + enclosed(share) * enclosed(quantile(confidence, whole + 1, bits))
        )

    return enclosed((ends(at(most))[0], ends(at(fewest))[1]))


def is_above_zero(low, high):
    return True if low > 0 else False if high <= 0 else None
