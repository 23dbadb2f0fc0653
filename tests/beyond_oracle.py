"""confidence.beyond by its definition in mpmath: roots of polynomials, and Wilson's ends for new questions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from mpmath import mp, mpf

from scorio_lite import special

DIGITS = 60


@lru_cache(maxsize=None)
def student(level, df):
    """q with P(|T| <= q) = level; the double is a start."""
    start = special.student_t_quantile((1 + level) / 2, df)
    return mp.findroot(lambda q: mp.betainc(0.5, mpf(df) / 2, 0, q * q / (df + q * q), regularized=True) - number(level), start)


def number(x):
    x = Fraction(x)
    return mpf(x.numerator) / x.denominator


def wilson(values, level, clusters):
    """Both ends for new questions, values in [0, 1]."""
    M, x = len(values), sum(values) / len(values)
    groups = {}
    for value, label in zip(values, clusters):
        groups.setdefault(label, []).append(value - x)
    G, B, b = len(groups), Fraction(sum(len(group) ** 2 for group in groups.values()), M), x * (1 - x)
    S = Fraction(G, G - 1) * sum(sum(group) ** 2 for group in groups.values()) if G > 1 else B * M * b
    S_1 = Fraction(M, M - 1) * sum((value - x) ** 2 for value in values) if M > 1 else 0
    kappa = max(Fraction(1), min(B, (S + B * B / 32) / (S_1 + B / 32))) if G > 1 else B
    df = max(Fraction(1), M / B - 1)
    q = sum(share * student(level, n) for n, share in ((int(df), 1 - df % 1), (int(df) + 1, df % 1)) if share)
    z, ends = mp.sqrt(2) * mp.erfinv(number(level)), []
    for sign, h in ((-1, max(Fraction(1, 2), x)), (1, max(Fraction(1, 2), 1 - x))):
        e = max(z * z, 4) * number(h) ** 2 / 2
        r = min(number(B), (number(S) + number(kappa * B) * e) / (number(M * b) + number(kappa) * e))
        t = q * q * r / M
        root = mp.sqrt(t * (number(b) + t / 4))
        ends.append(number(x) if x == (sign + 1) // 2 else (number(x) + t / 2 + sign * root) / (1 + t))
    return ends


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
