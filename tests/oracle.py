"""The metrics straight from their definitions: exact Fractions, and mpmath where a value is irrational.

Nothing here is fast and nothing is shared with the package. `double` rounds: a Fraction by Python's own division, a number
of mpmath's by both ends of a far too wide error interval around it, which must agree.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, inf

import mpmath

BITS = 700  # of mpmath's numbers that count: many more than a double, and than its distance to any midpoint met here
mpmath.mp.prec = BITS + 1200


def double(x, slack=None):
    """The nearest double of x; a number of mpmath's is trusted to within the slack."""
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
    """A number of mpmath's as a Fraction."""
    sign, man, exp, _ = mpmath.mpf(x)._mpf_
    return Fraction(-man if sign else man) * Fraction(2) ** exp


def real(x):
    """A Fraction as a number of mpmath's."""
    return mpmath.mpf(x.numerator) / x.denominator


def hypergeometric(credit, N, successes):
    """The mean of credit[X] for k trials drawn from N without replacement, X being the successes among them."""
    k = len(credit) - 1
    total = sum(
        a * comb(successes, j) * comb(N - successes, k - j)
        for j, a in enumerate(credit)
        if a and j <= successes and k - j <= N - successes
    )
    return Fraction(total) / comb(N, k)


def at_least(k, j0):
    return [int(j >= j0) for j in range(k + 1)]


def majority(k):
    return [int(2 * j > k) for j in range(k + 1)]


def mean_majority(k):
    return [Fraction(2 * max(j - (k + 1) // 2, 0), k) if k > 1 else 0 for j in range(k + 1)]


def spectrum(weights):
    return [sum(map(Fraction, weights[:j]), Fraction(0)) for j in range(len(weights) + 1)]


def score(credit, R):
    cache = {}
    for row in R:
        s = sum(row)
        if s not in cache:
            cache[s] = hypergeometric(credit, len(row), s)
    return sum(cache[sum(row)] for row in R) / len(R)


def area(k, R):
    """AUC@k from its definition, the trapezoid rule over Pass@1..Pass@k."""
    curve = [score(at_least(i, 1), R) for i in range(1, k + 1)]
    if k == 1:
        return curve[0]
    return sum((a + b) / 2 for a, b in zip(curve, curve[1:])) / (k - 1)


def least_successes(k, tau):
    """By trying all of them."""
    return min(j for j in range(1, k + 1) if j / k >= tau)


def blend(x, y, a, b):
    """x**a * y**b of the exact bases and powers: a Fraction for whole powers, else a number of mpmath's."""
    x, y, a, b = (Fraction(v) for v in (x, y, a, b))
    if (x == 0 and a > 0) or (y == 0 and b > 0):
        return Fraction(0)
    if (x == 0 and a < 0) or (y == 0 and b < 0):
        raise ValueError
    if a.denominator == b.denominator == 1 and abs(a) + abs(b) < 200:
        return x ** int(a) * y ** int(b)
    factors = [mpmath.exp(real(p) * mpmath.log(real(v))) for v, p in ((x, a), (y, b)) if p and v != 1]
    return mpmath.fprod(factors)


def geom(R, k, a, b):
    total = []
    for row in R:
        x, y = (hypergeometric(credit, len(row), sum(row)) for credit in (at_least(k, 1), at_least(k, k)))
        total.append(blend(x, y, a, b))
    return mean(total)


def mean(values):
    """Of Fractions, or of numbers of mpmath's with Fractions among them."""
    if all(isinstance(value, Fraction) for value in values):
        return sum(values) / len(values)
    return sum(real(value) if isinstance(value, Fraction) else value for value in values) / len(values)


def best(R, k, w):
    """Max@k from sorted rewards."""
    total = Fraction(0)
    for row in R:
        rewards = sorted(Fraction(w[outcome]) for outcome in row)
        total += sum(comb(i - 1, k - 1) * reward for i, reward in enumerate(rewards, 1)) / comb(len(row), k)
    return total / len(R)


def bayes(R, w, R0=None):
    """Mean and variance of SPEC 5, a question at a time."""
    w = [Fraction(v) for v in w]
    M, mean, spread = len(R), Fraction(0), Fraction(0)
    for i, row in enumerate(R):
        prior = R0[i] if R0 is not None else []
        T = len(w) + len(row) + len(prior)
        p = [Fraction(1 + list(row).count(j) + list(prior).count(j), T) for j in range(len(w))]
        first = sum(a * b for a, b in zip(p, w))
        mean += first
        spread += (sum(a * b * b for a, b in zip(p, w)) - first * first) / (T + 1)
    return mean / M, spread / M**2


def avg(R, w):
    _, variance = bayes(R, w)
    N = len(R[0])
    mean = sum(Fraction(w[outcome]) for row in R for outcome in row) / (len(R) * N)
    return mean, variance * Fraction(len(w) + N, N) ** 2


def erf_inverse(c):
    """u with erf(u) = c, for a Fraction c in (0, 1); Newton's method from mpmath's or an asymptotic start, then checked."""
    with mpmath.workprec(2 * BITS + 3000):
        q = real(1 - c)
        if q < mpmath.mpf(2) ** -40:
            u = mpmath.sqrt(-mpmath.log(q))
            for _ in range(60):
                u = mpmath.sqrt(-mpmath.log(q * u * mpmath.sqrt(mpmath.pi)))
        else:
            u = (
                mpmath.mpf(mpmath.fp.erfinv(float(c)))
                if c > Fraction(1, 10**9)
                else real(c) * mpmath.sqrt(mpmath.pi) / 2
            )
        for _ in range(14):
            residue = q - mpmath.erfc(u) if q < 0.5 else mpmath.erf(u) - real(c)
            u -= residue * mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(u * u)
        tiny = u * mpmath.mpf(2) ** -BITS
        assert mpmath.erfc(u + tiny) < q < mpmath.erfc(u - tiny)
        return u


_quantiles = {}


def summary(mean, variance, confidence, bounds):
    """(mu, sigma, lo, hi) as doubles, from exact mean and variance."""
    with mpmath.workprec(BITS + 4500):
        sigma = mpmath.sqrt(real(variance))
        if confidence not in _quantiles:
            _quantiles[confidence] = mpmath.sqrt(2) * erf_inverse(Fraction(confidence))
        half = _quantiles[confidence] * sigma
        slack = half * mpmath.mpf(2) ** -(BITS // 2) + abs(real(mean)) * mpmath.mpf(2) ** -(BITS + 4000)
        ends = [double(mean)] * 2 if not variance else [double(real(mean) + x, slack) for x in (-half, half)]
        (mu, sigma), (lo, hi) = (double(mean), double(sigma)), ends
    if bounds is not None:
        lo, hi = (min(max(end, bounds[0] + 0.0), bounds[1] + 0.0) for end in (lo, hi))
    return mu, sigma, lo, hi
