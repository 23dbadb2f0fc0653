"""Compute the evidence E(m) of anytime intervals from its definition, in Fractions, value by value.

The ends of an interval are the two roots of E(m) = 1/alpha. A double is the nearest to a root if E - 1/alpha has
opposite signs at the midpoints between the double and its neighbours. An even double may also have the root itself at
such a midpoint.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, inf

from .reals import bits_of, double, halfway


class Evidence:
    """The evidence of values in [0, 1]. Calling it with m gives E(m)."""

    def __init__(self, values):
        values = [Fraction(x) for x in values]
        self.n, self.mean = len(values), sum(values) / len(values)
        c = [Fraction(1)]
        for x in values:
            c = [a * (1 - x) + b * x for a, b in zip([*c, 0], [0, *c])]
        self.terms = [(j, a / ((self.n + 1) * comb(self.n, j))) for j, a in enumerate(c) if a]

    def __call__(self, m):
        return sum(a / (m**j * (1 - m) ** (self.n - j)) for j, a in self.terms)

    def sign(self, m, alpha):
        """Return the sign of E(m) - 1/alpha."""
        found = self(m) * alpha if 0 < m < 1 else inf
        return (found > 1) - (found < 1)

    def has_ends(self, lo, hi, alpha, low=0, high=1):
        """Return whether lo and hi are the doubles nearest to the ends, if the values are scaled from [0, 1] to [low, high]."""
        low, high = Fraction(low), Fraction(high)
        value = double(low + (high - low) * self.mean)

        def is_nearest(end, outwards):
            points = [(x - low) / (high - low) for x in halfway(end)]
            inner, outer = (self.sign(m, alpha) for m in points[::outwards])
            if (points[::outwards][0] - self.mean) * outwards <= 0:
                inner = -1  # E is at most 1 at the mean
            return outer > inner if outer and inner else bits_of(end) % 2 == 0

        return (
            lo <= value <= hi
            and (is_nearest(lo, -1) if self.mean else lo == double(low))
            and (is_nearest(hi, 1) if self.mean < 1 else hi == double(high))
        )


def ends(values, alpha):
    """Return the ends of the interval, the means at which the evidence is 1/alpha, found by halving.

    The lower end is 0 if all values are 0; the upper end is 1 if all values are 1.
    """
    evidence, found = Evidence(values), []
    for far in (0, 1):
        inner, outer = evidence.mean, Fraction(far)
        while inner != outer and abs(outer - inner) * 2**140 >= min(outer, 1 - outer):
            middle = (inner + outer) / 2
            inner, outer = (inner, middle) if evidence.sign(middle, alpha) > 0 else (middle, outer)
        found.append(outer)
    return found
