"""confidence.beyond by its definition in mpmath: roots of polynomials, and Wilson's ends for new questions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import confidence_oracle
import oracle
from mpmath import iv, mp, mpf

DIGITS = 60


def wilson(values, level, clusters):
    """Both ends for new questions, values in [0, 1]."""
    spread = object.__new__(confidence_oracle.Spread)
    spread.values, spread.M, spread.clusters, spread.questions = values, len(values), list(clusters), "new"
    spread.low, spread.high, iv.prec = 0, 1, 320
    spread.measure(None)
    ends = (confidence_oracle.ends(spread.sample().end(side, level, 256)) for side in (0, 1))
    return [oracle.real(sum(end) / 2) for end in ends]


def root_below_one(coefficients):
    """The root in (0, 1) of a polynomial {power: coefficient} that is negative below it; None if there is none."""
    degree, tiny = max(coefficients), mpf(10) ** (10 - DIGITS)
    if degree <= 24:
        dense = [coefficients.get(power, 0) for power in range(degree, -1, -1)]
        while abs(mp.fsum(dense)) < tiny:  # divide by x - 1
            for i in range(1, len(dense)):
                dense[i] += dense[i - 1]
            dense.pop()
        roots = mp.polyroots(dense, maxsteps=2000, extraprec=400) if len(dense) > 1 else []
        return next((one.real for one in roots if abs(one.imag) < tiny and 0 < one.real < 1), None)

    def is_above(y):  # for x = 1 - e**y, from below 1 to below 0
        return sum(c * (1 - mp.exp(y)) ** power for power, c in coefficients.items()) > 0

    low, high = mpf(-60), mpf(0)
    if not is_above(low):
        return None
    for _ in range(4 * DIGITS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_above(middle) else (low, middle)
    return 1 - mp.exp(low)


def extremes(N, k, last, rest):
    """The least and the greatest m_k from the intervals of m_N and m_j - m_N."""
    (low, u), j = last, N // 2
    if not j:
        return low**k, u
    d, e = rest
    least = max(low ** (mpf(k) / N), low * (low / (low + e)) ** (mpf(k - N) / (N - j))) if low else mpf(0)
    if d <= 0:
        return least, u
    s = root_below_one({0: -j, N - j: N, k: j - k, k + N - j: k - N}) if k > N + j else None
    kappa = (1 - s**k) / (s**j - s**N) if s else mpf(k) / (N - j)
    r = root_below_one({0: -d, j: 1 - u, N: d - 1 + u})
    if r and r <= (s or 1) and r**N <= u:
        a = (u - r**N) / (1 - r**N)
        return least, a + (1 - a) * r**k
    return least, min(u, 1 - d * kappa)


def bounds(rows, k, metric, level, clusters=None):
    """(lo, hi) of Pass@k or Pass^k."""
    with mp.workdps(DIGITS):
        return _bounds(rows, k, metric, level, clusters)


def _bounds(rows, k, metric, level, clusters):
    N, j = len(rows[0]), len(rows[0]) // 2
    fails = [sum(row) if metric == "pass_hat_k" else N - sum(row) for row in rows]
    level, labels = Fraction(level), range(len(rows)) if clusters is None else clusters
    level = level if N == 1 else (1 + level) / 2
    last = [Fraction(f == N) for f in fails]
    rest = [Fraction(comb(f, j), comb(N, j)) - x for f, x in zip(fails, last)]
    last, rest = wilson(last, level, labels), wilson(rest, level, labels) if j else None
    for most_alone in (False, True):  # where no rates have such moments
        least, most = extremes(N, k, last, rest)
        if most_alone:
            least, most = last[0] ** (mpf(k) / N), last[1]
        ends = (least, most) if metric == "pass_hat_k" else (1 - most, 1 - least)
        if float(ends[0]) <= float(ends[1]):
            break
    return tuple(map(float, ends))
