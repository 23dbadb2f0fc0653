"""Compute confidence.beyond by its definition in mpmath: roots of polynomials, and Wilson's ends for new questions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from mpmath import iv, mp, mpf

from .intervals import Spread
from .reals import ends, real

DIGITS = 60


def wilson(values, level, clusters):
    """Return both ends of Wilson's interval of the mean of values in [0, 1], for new questions."""
    sample, iv.prec = Spread.of(values, 0, 1, clusters=clusters).sample(), 320
    return [real(sum(ends(sample.end(side, level, 256))) / 2) for side in (0, 1)]


def crossing(is_above, low, high):
    """Return the least r with `is_above(r)`, found by halving. r is 1 - e**-y with y from `low` to `high`."""
    for _ in range(4 * DIGITS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_above(1 - mp.exp(-middle)) else (middle, high)
    return 1 - mp.exp(-low)


def extremes(N, k, mean, last, rest):
    """Return the least and the greatest mean m_k of r**k over questions, where r is a question's rate of failing.

    The intervals `last` of m_N, and `rest` of m_j - m_N with j = N // 2, limit the rates. `mean` is the estimate of
    m_N.
    """
    (low, u), j = last, N // 2
    if not j:
        return low**k, u
    d, e = rest
    least = max(low ** (mpf(k) / N), low * (low / (low + e)) ** (mpf(k - N) / (N - j))) if low else mpf(0)
    if d <= 0:
        return least, u

    def g(r):
        return r**j - r**N

    def cost(r):
        return (1 - r**k) / g(r)

    r_0, one = (mpf(j) / N) ** (mpf(1) / (N - j)), mpf(DIGITS)  # y of a rate that counts as 1
    y_0, top = -mp.log(1 - r_0), g(r_0)
    d = min(d, top)
    if k > N + j:  # the cost falls to r*, and rises from there

        def slope(r):
            return -j + N * r ** (N - j) - (k - j) * r**k + (k - N) * r ** (k + N - j)

        r_star = crossing(lambda r: slope(r) > 0, y_0, one)
    else:
        r_star = None
    low_rate = r_0 if d == top else crossing(lambda r: g(r) >= d, mpf(0), y_0)
    high_rate = r_0 if d == top else crossing(lambda r: g(r) <= d, y_0, one)
    if u <= low_rate**N:
        return least, u ** (mpf(k) / N)
    if u >= high_rate**N:
        r = high_rate
    else:  # d (1 - r**N)/g(r) falls from low_rate on, until it is 1 - u

        def is_past(r):
            return d * (1 - r**N) <= (1 - u) * g(r)

        r = crossing(is_past, -mp.log(1 - low_rate), one) if d * N < (1 - u) * (N - j) else None
    if r is None or (r_star and r_star < r):
        r = r_star
    most = 1 - d * (cost(r) if r else mpf(k) / (N - j))
    return least, max(most, mean ** (mpf(k) / N))


def bounds(rows, k, metric, level, clusters=None):
    """Return the oracle's (lo, hi) of Pass@k or Pass^k beyond the trials."""
    with mp.workdps(DIGITS):
        return _bounds(rows, k, metric, level, clusters)


def _bounds(rows, k, metric, level, clusters):
    N, j = len(rows[0]), len(rows[0]) // 2
    fails = [sum(row) if metric == "pass_hat_k" else N - sum(row) for row in rows]
    level, labels = Fraction(level), range(len(rows)) if clusters is None else clusters
    level = level if N == 1 else (1 + level) / 2
    last = [Fraction(f == N) for f in fails]
    rest = [Fraction(comb(f, j), comb(N, j)) - x for f, x in zip(fails, last)]
    mean = real(sum(last) / len(last))
    last, rest = wilson(last, level, labels), wilson(rest, level, labels) if j else None
    least, most = extremes(N, k, mean, last, rest)
    return tuple(map(float, (least, most) if metric == "pass_hat_k" else (1 - most, 1 - least)))
