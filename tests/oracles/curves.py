"""Compute confidence.curve and compare_curve by their definition: in Fractions, and irrational numbers in mpmath."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import mpmath

from .intervals import of_spread, spread
from .reals import deviate, rational, real


def angle(one, two):
    """Return the angle between two points of a curve, as vectors of the sums over clusters of value - mean."""
    if len(set(one.clusters)) == 1:
        return mpmath.pi / 2
    sides = [Counter(), Counter()]
    for totals, point in zip(sides, (one, two)):
        for label, value in zip(point.clusters, point.values):
            totals[label] += value - point.x
    G = len(sides[0])
    S, C, T = (
        Fraction(G, G - 1) * sum(a[label] * b[label] for label in a) + one.B / 2
        for a, b in ((sides[0], sides[0]), (sides[0], sides[1]), (sides[1], sides[1]))
    )
    return mpmath.atan2(mpmath.sqrt(real(S * T - C * C)), real(C))


def shared(alpha, df, angles):
    """Return alpha', the chance that each interval misses, if a bound on the chance that any misses is to be alpha."""
    alpha = real(alpha)

    def excess(a):
        q = deviate(rational(1 - a), df)
        arc = (1 + q * q / df) ** (-real(df) / 2) / mpmath.pi
        return a + sum(min(a, step * arc) for step in angles) - alpha

    low = alpha / (len(angles) + 1)
    if not any(angles) or abs(excess(low)) < alpha * mpmath.mpf(2) ** (20 - mpmath.mp.prec):
        return alpha if not any(angles) else low
    return mpmath.findroot(excess, (low, alpha), solver="anderson", tol=mpmath.mpf(2) ** -460)


def curve(R, ks=None, metric="pass_at_k", confidence=0.95, clusters=None, other=None):
    """Return (value, lo, hi) at each k, of one model or of its difference to another. All hold together."""
    points = []
    for k in ks or range(1, min(map(len, R)) + 1):
        one = spread(metric, R, k, clusters=clusters)
        points.append(one.minus(spread(metric, other, k, clusters=clusters)) if other else one)
    with mpmath.workprec(320):
        df = max(Fraction(1), points[0].M / points[0].B - 1)
        alpha = rational(shared(1 - Fraction(confidence), df, [*map(angle, points, points[1:])]))
    return [(value, lo, hi) for value, _, lo, hi in (of_spread(point, 1 - alpha) for point in points)]


def compare_curve(R_a, R_b, ks=None, metric="pass_at_k", **how):
    """Return the points, and each k that may be the first at which the second model is as good; None if none may be."""
    points, first = curve(R_a, ks, metric, other=R_b, **how), []
    for k, (_, lo, hi) in zip(ks or range(1, len(R_a[0]) + 1), points):
        first += [k] if lo <= 0 else []
        if hi <= 0:
            return points, first
    return points, [*first, None]
