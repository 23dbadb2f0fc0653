"""Compute confidence.beyond by its definition in mpmath: roots of polynomials, and Wilson's ends for new questions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from mpmath import mp, mpf

from .intervals import Spread
from .reals import real

DIGITS = 150


def wilson(values, level, clusters):
    """Return both ends of Wilson's interval of the mean of values in [0, 1], for new questions."""
    spread = Spread(values, clusters=clusters)
    return real(spread.sample(False).lower(level)), 1 - real(spread.sample(True).lower(level))


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
    (low, u), (d, e), j = last, rest, N // 2
    least = low ** (mpf(k) / N)
    if j and low:
        least = max(least, low * (low / (low + e)) ** (mpf(k - N) / (N - j)))
    if d <= 0:
        return least, u

    def g(r):
        return r**j - r**N

    def cost(r):
        return (1 - r**k) / g(r) if r < 1 else mpf(k) / (N - j)

    def is_rising(r):
        return -j + N * r ** (N - j) - (k - j) * r**k + (k - N) * r ** (k + N - j) > 0

    r_0, last_y = (mpf(j) / N) ** (mpf(1) / (N - j)), mpf(DIGITS)  # the y of a rate that counts as 1
    y_0 = -mp.log(1 - r_0)
    d = min(d, g(r_0))
    below, above = crossing(lambda r: g(r) >= d, mpf(0), y_0), crossing(lambda r: g(r) <= d, y_0, last_y)
    if u <= below**N:
        return least, u ** (mpf(k) / N)
    r = crossing(is_rising, y_0, last_y) if k > N + j else mpf(1)  # at which the cost is least
    if u >= above**N:
        r = min(r, above)
    elif d * N < (1 - u) * (N - j):  # d (1 - r**N)/g(r) falls from `below` on, until it is 1 - u
        r = min(r, crossing(lambda r: d * (1 - r**N) <= (1 - u) * g(r), -mp.log(1 - below), last_y))
    return least, max(1 - d * cost(r), mean ** (mpf(k) / N))


def bounds(rows, k, metric="pass_at_k", confidence=0.95, clusters=None):
    """Return (lo, hi) of Pass@k or Pass^k beyond the trials."""
    N, j, level = len(rows[0]), len(rows[0]) // 2, Fraction(confidence)
    fails = [sum(row) if metric == "pass_hat_k" else N - sum(row) for row in rows]
    level = level if N == 1 else (1 + level) / 2
    last = [Fraction(f == N) for f in fails]
    rest = [Fraction(comb(f, j), comb(N, j)) - x for f, x in zip(fails, last)]
    with mp.workdps(DIGITS):
        mean = real(sum(last) / len(last))
        limits = wilson(last, level, clusters), wilson(rest, level, clusters) if j else (0, 1)
        least, most = extremes(N, k, mean, *limits)
        return tuple(map(float, (least, most) if metric == "pass_hat_k" else (1 - most, 1 - least)))
