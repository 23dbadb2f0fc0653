"""Compute the cost of a solve from its definition: in Fractions, and in enclosures if a value is irrational.

A double is nearest to an end if one of the midpoints between the double and its halfway is in the interval and the
other is not. `intervals` has the interval of a mean.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf

from .intervals import Spread
from .reals import decided, double, enclosed, halfway, is_above_zero, root

LARGEST = Fraction(2) ** 1024  # rounds to inf, as do numbers half a unit in the last place below it
SMALLEST = Fraction(1, 2**1075)


def exactly(rows):
    return [[Fraction(x) for x in row] for row in rows]


def mean(values):
    return sum(values) / Fraction(len(values))


class Cost:
    def __init__(self, C, R, questions="new", clusters=None, limits=None):
        self.C, self.R, self.questions, self.clusters = exactly(C), exactly(R), questions, clusters
        self.c, self.s = ([mean(row) for row in rows] for rows in (self.C, self.R))
        self.low = Fraction(limits[0]) if limits else Fraction(0)
        if limits:
            self.high = Fraction(limits[1])
        else:
            self.high = max(map(max, self.C)) if questions == "these" else 2 * max(self.c)
        self.value = mean(self.c) / mean(self.s) if any(self.s) else None
        self.is_free = not limits and not any(self.c)

    def spread(self, theta):
        """Return the spread of the values cost - theta * solved, whose range contains 0."""
        low = self.low - theta
        values = [c - theta * s for c, s in zip(self.c, self.s)]
        pairs = None
        if self.questions == "these":
            pairs = []
            for costs, outcomes in zip(self.C, self.R):
                v, N = [c - theta * s for c, s in zip(costs, outcomes)], len(costs)
                products = sum(v[i] * v[j] for i in range(N) for j in range(N) if i != j) if N > 1 else None
                pairs.append(products / Fraction(N * (N - 1)) if N > 1 else None)
        return Spread.of(values, low, self.high, self.questions, self.clusters, 1, list(map(len, self.C)), pairs)

    def holds(self, theta, level):
        """Return whether theta is in the interval."""
        if theta <= self.low:
            return False
        spread = self.spread(theta)
        p = spread.in_range(Fraction(0))
        if p == spread.in_range(spread.x):
            return True
        is_upper = spread.in_range(spread.x) < p
        sample = spread.sample()
        if is_upper:
            return not decided(lambda bits: enclosed(p) - sample.end(1, level, bits), is_above_zero)
        return not decided(lambda bits: sample.end(0, level, bits) - enclosed(p), is_above_zero)

    def se(self):
        if self.is_free:
            return 0.0
        return inf if self.value is None else root(self.spread(self.value).S / len(self.c) ** 2 / mean(self.s) ** 2)

    def has(self, found, level):
        """Return whether the interval is this (value, se, lo, hi)."""
        value, se, lo, hi = found
        if self.is_free:
            return tuple(found) == (0.0, 0.0, 0.0, inf)
        if (value, se) != (inf if self.value is None else double(self.value), self.se()):
            return False
        return self.is_lower(lo, level) and self.is_upper(hi, level)

    def is_lower(self, lo, level):
        below, above = halfway(lo) if lo else (Fraction(0), SMALLEST)
        top = self.value is not None and above >= self.value
        return not self.holds(below, level) and (top or above <= self.low or self.holds(above, level))

    def is_upper(self, hi, level):
        if hi == inf:
            return self.value is None or self.holds(LARGEST, level)
        below, above = halfway(hi) if hi else (Fraction(0), SMALLEST)
        return (
            self.value is not None
            and (below <= self.value or self.holds(below, level))
            and not self.holds(above, level)
        )

    def end(self, is_upper, level, bits=90):
        """Return (low, high), between which an end lies; None if the end is infinite or 0."""
        start = self.value if self.value is not None else self.high

        def is_in(e):
            theta = start * Fraction(2) ** (e if is_upper else -e)
            return (e <= 0 and self.value is not None) or self.holds(theta, level)

        inside, outside = 0, 1
        while not is_in(inside):  # without a success
            inside, outside = 2 * inside - 1, inside
        while is_in(outside):
            inside, outside = outside, 2 * outside
            if outside > 5000:
                return None
        while outside - inside > 1:
            e = (inside + outside) // 2
            inside, outside = (e, outside) if is_in(e) else (inside, e)
        near, far = (start * Fraction(2) ** (e if is_upper else -e) for e in (inside, outside))
        for _ in range(bits):
            middle = (near + far) / 2
            near, far = (middle, far) if self.holds(middle, level) else (near, middle)
        return min(near, far), max(near, far)


def interval(cost, level):
    """Return (value, se, lo, hi) of a Cost with a success and a cost above 0."""
    ends = [cost.end(side, level) for side in (False, True)]
    lo, hi = (double(end[0]) if end else other for end, other in zip(ends, (double(cost.low), inf)))
    return double(cost.value), cost.se(), lo, hi
