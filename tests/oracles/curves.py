"""Compute confidence.curve and compare_curve by their definition: in Fractions, and irrational numbers in mpmath."""

from __future__ import annotations

from fractions import Fraction

import mpmath
from mpmath import iv

from .intervals import Spread, of_spread
from .reals import double, ends, rational, real, student

PRECISION = 320


def spreads(models, ks, metric, clusters):
    """Return the oracle's spread for each k."""
    found = []
    for k in ks:
        one, *other = (Spread(metric, R, k, clusters=clusters) for R in models)
        found.append(one.minus(other[0]) if other else one)
    return found


def angles(points):
    """Return the angle between each point of a curve and the next.

    A point stands for the vector that has, for each cluster, the sum of value - mean over its questions.
    """
    found = []
    for one, two in zip(points, points[1:]):
        if one.G == 1:
            found.append(mpmath.pi / 2)
            continue
        sides = []
        for point in (one, two):
            totals = dict.fromkeys(point.clusters, Fraction(0))
            for label, value in zip(point.clusters, point.values):
                totals[label] += (value - point.x) / point.span
            sides.append(totals)
        scale, half = Fraction(one.G, one.G - 1), one.B / 2
        C, S, T = (
            scale * sum(a[label] * b[label] for label in a) + half
            for a, b in ((sides[0], sides[1]), (sides[0], sides[0]), (sides[1], sides[1]))
        )
        assert C * C <= S * T
        found.append(mpmath.atan2(mpmath.sqrt(real(S * T - C * C)), real(C)))
    return found


def deviate(alpha, df):
    q = ends(student(1 - rational(alpha), df, PRECISION))
    return real(sum(q) / 2)


def shared(alpha, df, steps):
    """Return alpha', the chance that each interval misses, if a bound on the chance that any misses is to be alpha.

    `steps` are the angles from each interval to the next.
    """
    alpha = real(alpha)

    def excess(a):
        h = (1 + deviate(a, df) ** 2 / real(df)) ** (-real(df) / 2)
        return a + sum(min(a, step / mpmath.pi * h) for step in steps) - alpha

    low, high = alpha / (len(steps) + 1), alpha
    if not any(steps) or not len(steps):
        return alpha
    below, above, last = excess(low), excess(high), 0
    if abs(below) < mpmath.mpf(2) ** (20 - PRECISION) * alpha:
        return low
    while high - low > low * mpmath.mpf(2) ** -220:
        middle = low - below * (high - low) / (above - below)
        value = excess(middle)
        if value > 0:
            high, above = middle, value
            below = below / 2 if last > 0 else below
            last = 1
        else:
            low, below = middle, value
            above = above / 2 if last < 0 else above
            last = -1
        if value == 0:
            return middle
    return (low + high) / 2


def band(models, ks=None, metric="pass_at_k", confidence=0.95, clusters=None):
    """Return (alpha', [(value, lo, hi), ...]) for the curve of one model, or for the difference of two."""
    ks = range(1, min(len(row) for R in models for row in R) + 1) if ks is None else ks
    return together(spreads(models, ks, metric, clusters), confidence)


def together(points, confidence):
    """Return (alpha', [(value, lo, hi), ...]) of the points. The intervals hold together."""
    with mpmath.workprec(PRECISION):
        iv.prec = PRECISION
        df = max(Fraction(1), points[0].M / points[0].B - 1)
        alpha = rational(shared(1 - Fraction(confidence), df, angles(points)))
    found = [of_spread(point, 1 - alpha) for point in points]
    return double(alpha), [(value, lo, hi) for value, _, lo, hi in found]


def first(ks, points):
    """Return each k that may be the first at which the second model is as good, and None if there may be none."""
    reached = next((k for k, (_, _, hi) in zip(ks, points) if hi <= 0), None)
    return [k for k, (_, lo, _) in zip(ks, points) if lo <= 0 and (reached is None or k <= reached)] + [None] * (
        reached is None
    )
