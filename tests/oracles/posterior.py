"""Compute posterior moments from their definition: means of polynomials under Beta and Dirichlet distributions."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import comb, gcd, prod

import mpmath

from .metrics import at_least, blend, mean
from .reals import BITS, deviate, double, real, root


class Beta:
    """The Beta(a, b) distribution of a success rate p, for rational a and b. It gives exact means of polynomials in p."""

    def __init__(self, a, b, degree):
        self.c = c = a.denominator * b.denominator // gcd(a.denominator, b.denominator)
        self.rising = [[1], [1], [1]]
        for start, products in zip((a, b, a + b), self.rising):
            for i in range(degree):
                products.append(products[-1] * int((start + i) * c))

    def mean(self, coefficients):
        """Return the mean over p of the sum of coefficients[j] p**j (1-p)**(n-j)."""
        n = len(coefficients) - 1
        A, B, T = self.rising
        return Fraction(sum(x * A[j] * B[n - j] for j, x in enumerate(coefficients) if x), T[n])


def weighted(credit):
    """Return (integers, denominator): the coefficients of p**j (1-p)**(k-j) in what k draws earn on average.

    p is the success rate, and k draws with j successes earn credit[j].
    """
    k = len(credit) - 1
    values = [Fraction(x) * comb(k, j) for j, x in enumerate(credit)]
    d = 1
    for value in values:
        d = d * value.denominator // gcd(d, value.denominator)
    return [int(value * d) for value in values], d


def product(f, g):
    result = [0] * (len(f) + len(g) - 1)
    for i, x in enumerate(f):
        if x:
            for j, y in enumerate(g):
                result[i + j] += x * y
    return result


def posterior(credits, R, alpha0, beta0):
    """Return (means, {(i, j): covariance}) for each row: the posterior moments of what each of the credits earns."""
    pairs = [weighted(credit) for credit in credits]
    products = {(i, j): product(pairs[i][0], pairs[j][0]) for i in range(len(pairs)) for j in range(i + 1)}
    cache = {}
    for s, N in {(sum(row), len(row)) for row in R}:
        beta = Beta(Fraction(alpha0) + s, Fraction(beta0) + N - s, 2 * (len(credits[0]) - 1))
        means = [beta.mean(f) / d for f, d in pairs]
        cache[s, N] = (
            means,
            {
                (i, j): beta.mean(f) / (pairs[i][1] * pairs[j][1]) - means[i] * means[j]
                for (i, j), f in products.items()
            },
        )
    return [cache[sum(row), len(row)] for row in R]


def credit_moments(credit, R, alpha0, beta0):
    rows = posterior([credit], R, alpha0, beta0)
    return sum(m[0] for m, _ in rows) / len(R), sum(v[0, 0] for _, v in rows) / len(R) ** 2


def delta(x, y, vx, vy, cov, a, b):
    """Return (mean, variance) of x**a y**b by the delta method."""
    a, b = Fraction(a), Fraction(b)
    blended = blend(x, y, a, b)
    if not blended:
        return Fraction(0), Fraction(0)
    relative = a * a * vx / x**2 + (b * b * vy / y**2 + 2 * a * b * cov / (x * y) if b else 0)
    square = blended if isinstance(blended, Fraction) else mpmath.mpf(blended)
    square *= square
    # x**2a y**2b can be rational where x**a y**b is not
    if (2 * a).denominator == (2 * b).denominator == 1 and abs(a) + abs(b) < 100:
        square = blend(x, y, 2 * a, 2 * b)
    return blended, square * relative if isinstance(square, Fraction) else square * real(relative)


def geom_moments(R, k, a, b, alpha0, beta0):
    rows = posterior([at_least(k, 1), at_least(k, k)], R, alpha0, beta0)
    blends = [delta(*m, v[0, 0], v[1, 1], v[1, 0], a, b) for m, v in rows]
    return mean([m for m, _ in blends]), mean([v for _, v in blends]) / len(R)


def blend_moments(R, other, a, b, alpha0, beta0):
    M = len(R)
    rows = posterior([at_least(len(other) - 1, 1), other], R, alpha0, beta0)
    x, y = (sum(m[i] for m, _ in rows) / M for i in range(2))
    vx, vy, cov = (sum(v[pair] for _, v in rows) / M**2 for pair in ((0, 0), (1, 1), (1, 0)))
    return delta(x, y, vx, vy, cov, a, b)


def best_moments(R, k, w, R0=None):
    """Return the moments of Max@k under the Dirichlet posterior, from expected products of powers of rates."""
    levels = sorted({Fraction(x) for x in w})
    total, spread = Fraction(0), Fraction(0)
    for i, row in enumerate(R):
        prior = list(R0[i]) if R0 is not None else []
        T = len(w) + len(row) + len(prior)
        outcomes = [*row, *prior, *range(len(w))]
        below = [sum(Fraction(w[outcome]) <= level for outcome in outcomes) for level in levels]

        def power(c, n, k=k):
            return Fraction(rising(c, k), rising(n, k))

        gaps = [b - a for a, b in zip(levels, levels[1:])]
        first = sum(gap * power(c, T) for gap, c in zip(gaps, below))
        second = Fraction(0)
        for (g, c), (h, e) in itertools.product(zip(gaps, below), repeat=2):
            low, high = min(c, e), max(c, e)
            ratio = power(low, high) if low < high else 1
            second += g * h * Fraction(rising(high, 2 * k), rising(T, 2 * k)) * ratio
        total += levels[-1] - first
        spread += second - first * first
    return total / len(R), spread / len(R) ** 2


def rising(x, n):
    return prod(range(x, x + n))


def summary(mean, variance, confidence, bounds):
    """Return (mu, sigma, lo, hi) as doubles, from mean and variance, each exact or a number of mpmath's."""
    with mpmath.workprec(BITS + 4500):
        center, spread = (real(x) if isinstance(x, Fraction) else x for x in (mean, variance))
        sigma = mpmath.sqrt(spread)
        half = deviate(confidence) * sigma
        digits = BITS + 4000 if isinstance(mean, Fraction) else BITS // 2
        slack = half * mpmath.mpf(2) ** -(BITS // 2) + abs(center) * mpmath.mpf(2) ** -digits
        lo, hi = [double(mean)] * 2 if not variance else [double(center + x, slack) for x in (-half, half)]
        mu, sigma = double(mean), root(variance) if isinstance(variance, Fraction) else double(sigma)
    if bounds is not None:
        lo, hi = (min(max(end, bounds[0] + 0.0), bounds[1] + 0.0) for end in (lo, hi))
    return mu, sigma, lo, hi
