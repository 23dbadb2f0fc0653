"""Compute the evidence E(m) of intervals that hold at any time, and the means at which it is 1/alpha, in Fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from .reals import double, nearest_root, sign


def evidence(values):
    """Return the function E of a mean m in (0, 1), for values in [0, 1]."""
    n, c = len(values), [Fraction(1)]
    for x in map(Fraction, values):
        c = [a * (1 - x) + b * x for a, b in zip([*c, 0], [0, *c])]
    return lambda m: sum(a / ((n + 1) * comb(n, j) * m**j * (1 - m) ** (n - j)) for j, a in enumerate(c) if a)


def lower(values, alpha, low, high):
    """Return the double nearest to the lower end, if the values are scaled from [0, 1] to [low, high]."""
    E, mean = evidence(values), sum(values) / Fraction(len(values))
    low, high = Fraction(low), Fraction(high)

    def side(end):
        m = (end - low) / (high - low)
        if m <= 0 or m >= mean:
            return 1 if m >= mean else -1
        return sign(1 - alpha * E(m))

    return nearest_root(side) if mean else double(low)


def ends(values, alpha, low=0, high=1):
    """Return the ends of the interval. Values without any success have the lower end `low`."""
    mirrored = lower([1 - x for x in values], alpha, -Fraction(high), -Fraction(low))
    return lower(values, alpha, low, high), -mirrored + 0.0
