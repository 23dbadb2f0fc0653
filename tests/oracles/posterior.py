"""Compute posterior moments from their definition: means of polynomials under Beta and Dirichlet distributions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod

import mpmath

from .metrics import EARNS, avg, bayes, blend, blended, credit, drawn, mean, together
from .reals import decided, deviate, double, rational, real, root


@lru_cache(maxsize=None)
def question(A, B, a, b):
    """Return (means, {(i, j): covariance}) of what k fresh trials earn by two credits, for a rate with Beta(a, b)."""
    means = [drawn(one, a, b, 1) for one in (A, B)]
    pairs = {(0, 0): (A, A), (1, 1): (B, B), (1, 0): (B, A)}
    return means, {(i, j): drawn(together(*pair), a, b, 1) - means[i] * means[j] for (i, j), pair in pairs.items()}


def questions(A, B, R, *priors):
    a, b = map(Fraction, priors)
    return [question(tuple(A), tuple(B), a + sum(row), b + len(row) - sum(row)) for row in R]


def delta(means, v, a, b):
    """Return (mean, variance) of x**a y**b by the delta method, for the means x, y and their covariances."""
    (x, y), a, b = means, Fraction(a), Fraction(b)
    blended = blend(x, y, a, b)
    if not blended:
        return Fraction(0), Fraction(0)
    relative = a * a * v[0, 0] / x**2 + (b * b * v[1, 1] / y**2 + 2 * a * b * v[1, 0] / (x * y) if b else 0)
    # x**2a y**2b can be rational where x**a y**b is not
    square = blend(x, y, 2 * a, 2 * b)
    return blended, square * relative if isinstance(square, Fraction) else square * real(relative)


def moments(name, R, k=None, alpha0=1, beta0=1, **own):
    """Return (mean, variance) of what k fresh trials earn by a metric of 0/1 outcomes, or by a blend."""
    M = len(R)
    if name in EARNS:
        rows = questions(credit(name, k, **own), [0], R, alpha0, beta0)
        return sum(m[0] for m, _ in rows) / M, sum(v[0, 0] for _, v in rows) / M**2
    other, a, b = blended(name, k, **own)
    rows = questions(credit("pass_at_k", k), other, R, alpha0, beta0)
    if name == "geom_at_k":
        means, variances = zip(*(delta(*row, a, b) for row in rows))
        return mean(means), mean(variances) / M
    means = [sum(m[i] for m, _ in rows) / M for i in (0, 1)]
    return delta(means, {pair: sum(v[pair] for _, v in rows) / M**2 for pair in rows[0][1]}, a, b)


def best_moments(R, k, w, R0):
    """Return the moments of Max@k under the Dirichlet posterior, from expected products of powers of rates."""
    levels = sorted({Fraction(x) for x in w})
    gaps = [b - a for a, b in zip(levels, levels[1:])]

    def power(c, n, k):
        """Return the mean of the k-th power of a rate with the distribution Beta(c, n - c)."""
        return Fraction(prod(range(c, c + k)), prod(range(n, n + k)))

    means, variances = [], []
    for row, prior in zip(R, R0 or [[]] * len(R)):
        seen = [*row, *prior, *range(len(w))]
        below = [(gap, sum(w[outcome] <= level for outcome in seen)) for gap, level in zip(gaps, levels)]
        first = sum(gap * power(c, len(seen), k) for gap, c in below)
        second = sum(
            g * h * power(max(c, e), len(seen), 2 * k) * power(min(c, e), max(c, e), k)
            for (g, c), (h, e) in product(below, repeat=2)
        )
        means.append(levels[-1] - first)
        variances.append(second - first * first)
    return sum(means) / len(R), sum(variances) / Fraction(len(R) ** 2)


def summary(mean, variance, confidence, bounds):
    """Return (mu, sigma, lo, hi) as doubles, from mean and variance, each exact or a number of mpmath's."""

    def parts():
        return real(mean), deviate(confidence) * mpmath.sqrt(real(variance))

    with mpmath.workprec(100):
        scale = rational(sum(map(abs, parts())))
    lo, hi = (decided(lambda: parts()[0] - parts()[1], double, scale), decided(lambda: sum(parts()), double, scale))
    if bounds is not None:
        lo, hi = (min(max(end, bounds[0] + 0.0), bounds[1] + 0.0) for end in (lo, hi))
    return double(mean), root(variance) if isinstance(variance, Fraction) else double(mpmath.sqrt(variance)), lo, hi


def interval(name, R, k=None, w=(0, 1), R0=None, confidence=0.95, bounds=None, **own):
    """Return (mu, sigma, lo, hi) of a metric by its name."""
    if name == "max_at_k":
        bounds = (float(min(w)), float(max(w))) if bounds is None and k > 1 else bounds
        return summary(*best_moments(R, k, w, R0), confidence, bounds)
    if name in ("avg", "bayes"):
        return summary(*(avg(R, w) if name == "avg" else bayes(R, w, R0)), confidence, bounds)
    return summary(*moments(name, R, k, **own), confidence, bounds)
