"""Compute the cost of a solve from its definition: the thetas for which the interval of cost - theta solved holds 0."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import inf

from .intervals import Spread
from .metrics import mean
from .reals import decided, double, nearest_root, real, root, sign


def solved(C, R, confidence=0.95, questions="new", clusters=None, limits=None):
    """Return (value, se, lo, hi). The value is a Fraction, or None without a success."""
    C, R = ([[Fraction(x) for x in row] for row in rows] for rows in (C, R))
    c, s = ([mean(row) for row in rows] for rows in (C, R))
    low, high = map(Fraction, limits or (0, max(map(max, C)) if questions == "these" else 2 * max(c)))
    if not (limits or any(c)):
        return Fraction(0), 0.0, 0.0, inf
    value = mean(c) / mean(s) if any(s) else None

    def spread(theta):
        """Return the Spread of cost - theta solved, in units of its range."""
        start, span = low - theta, high - low + theta
        units = [[(c - theta * s - start) / span for c, s in zip(*rows)] for rows in zip(C, R)]
        pairs = [mean([a * b for a, b in permutations(row, 2)]) if row[1:] else None for row in units]
        return Spread([*map(mean, units)], start, high, questions, clusters, 1, [*map(len, C)], pairs)

    def side(theta, is_upper):
        """Return on which side of an end theta is."""
        if theta <= low or (value is not None and (theta >= value) != is_upper):
            return -1 if is_upper or theta <= low else 1
        one = spread(theta)
        p = -one.low / one.span
        p, sample = (1 - p, one.sample(True)) if is_upper else (p, one.sample(False))
        below = decided(lambda: real(p) - sample.lower(confidence), sign)
        return -below if is_upper else below

    se = inf if value is None else root(spread(value).S * spread(value).span ** 2 / len(c) ** 2 / mean(s) ** 2)
    lo = nearest_root(lambda theta: side(theta, False), 0.0)
    hi = inf if value is None else nearest_root(lambda theta: side(theta, True), 0.0)
    return value, se, lo, hi


def cost_per_solve(C, R, **how):
    value, *rest = solved(C, R, **how)
    return (inf if value is None else double(value), *rest)
