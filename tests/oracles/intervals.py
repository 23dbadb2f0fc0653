"""Compute the intervals of confidence from their definition: sums in Fractions, what is irrational in mpmath.

The names are those of the definition. Means and variances are in units of the range, from 0 to 1.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from fractions import Fraction
from functools import partial

import mpmath

from .anytime import ends as anytime_ends
from .metrics import EARNS, credit, drawn, one_by_one, pick, plurality, together
from .reals import decided, deviate, double, rational, real, root

BINARY = (*EARNS,)
NAMES = ("avg", *BINARY, "max_at_k")
HALF, ONE = Fraction(1, 2), Fraction(1)


class Sample:
    """What the lower end depends on: the mean x, its variance V, and 1/n = min(most, (V + E z^2)/(x (1 - x) + F z^2)).

    z is the normal quantile, or 2 if that is more. `degrees`, a function of z^2, gives the degrees of freedom.
    """

    def __init__(self, x, V, most, E, F, degrees):
        self.x, self.V, self.most, self.E, self.F, self.degrees = x, V, most, E, F, degrees

    def lower(self, confidence, power=None):
        """Return the lower end, or where it would be if the interval is to exclude it with this power."""
        z = deviate(confidence)
        square = z * z if z > 2 else Fraction(4)
        spread, size = self.V + self.E * square, self.x * (1 - self.x) + self.F * square
        t = spread / size if real(spread) < real(self.most * size) else self.most  # 1/n
        y = self.x + min(self.x - HALF, Fraction(0)) * t
        if y <= 0:
            return Fraction(0)
        q = deviate(confidence, self.degrees(square))
        if power not in (None, HALF):
            q += deviate(2 * Fraction(power) - 1)
        t = q * q * t
        return (y + t / 2 - mpmath.sqrt(t * y * (1 - y) + t * t / 4)) / (1 + t)


class Spread:
    """The values of a metric on some questions, scaled to 0..1, with the range from which they are scaled.

    For "these" questions, `lengths` has the trials of each, and `pairs` the y_q, None without two sets of k trials.
    """

    def __init__(self, values, low=0, high=1, questions="new", clusters=None, k=1, lengths=None, pairs=None):
        self.low, self.span = Fraction(low), Fraction(high) - Fraction(low)
        self.M, self.questions, self.k, self.values, self.both = len(values), questions, k, values, [self]
        self.x = sum(values) / Fraction(self.M)
        if questions == "these":
            self.measure_these(lengths, pairs)
        else:
            self.clusters = range(self.M) if clusters is None else clusters
            self.measure()

    def measure(self):
        sizes, totals = Counter(self.clusters), Counter()
        for label, value in zip(self.clusters, self.values):
            totals[label] += value - self.x
        M, G = self.M, len(sizes)
        B = self.B = self.kappa = Fraction(sum(size * size for size in sizes.values()), M)
        if G == 1:
            self.S = B * M * self.x * (1 - self.x)
            return
        self.S = Fraction(G, G - 1) * sum(total * total for total in totals.values())
        alone = Fraction(M, M - 1) * sum((x - self.x) ** 2 for x in self.values)
        kappa = (self.S + B * B / 32) / (alone + B / 32)
        self.kappa = max(ONE, min(max(kappa, B / 2), B))

    def measure_these(self, lengths, pairs):
        terms = [x * x - y for x, y in zip(self.values, pairs) if y is not None]
        for N in (N for N, y in zip(lengths, pairs) if y is None):
            same = [x for x, length in zip(self.values, lengths) if length == N]
            c = (sum(same) + 1) / Fraction(len(same) + 2)
            terms.append(Fraction(self.k, N) * c * (1 - c))
        self.S = max(Fraction(0), sum(terms))
        self.B, self.A = (max(bound(self.k, N) for N in lengths) for bound in (Fraction, later_subset))
        self.harmonic_mean = self.M / sum(Fraction(1, N) for N in lengths)

    @property
    def value(self):
        return self.low + self.span * self.x

    def minus(self, other):
        """Return the Spread of the difference of this model and another."""
        if self.questions == "new":
            values = [(x - y + 1) / 2 for x, y in zip(self.values, other.values)]
            return Spread(values, -self.span, self.span, "new", self.clusters)
        pair = copy(self)
        pair.low, pair.span, pair.x, pair.both = -self.span, 2 * self.span, (self.x - other.x + 1) / 2, (self, other)
        pair.S, pair.B, pair.A = (self.S + other.S) / 4, max(self.B, other.B), max(self.A, other.A)
        return pair

    def resized(self, size):
        """Return the Spread of a data set with `size` questions or, for "these" questions, `size` trials of each."""
        other = copy(self)
        if self.questions == "new":
            other.S, other.M = self.S * size / self.M, size
        else:
            units = len(self.both) ** 2  # the range of a difference is twice as long
            other.S = sum(one.S * one.harmonic_mean for one in self.both) / units / size
            other.B, other.A = Fraction(self.k, size), later_subset(self.k, size)
        return other

    def sample(self, is_upper):
        """Return the Sample of the lower end, or of the upper one, mirrored."""
        M, x = self.M, 1 - self.x if is_upper else self.x
        event = max(HALF, x) ** 2 / 2
        if self.questions == "these":
            return Sample(x, self.S / M**2, self.B / M, event * self.A / M**2, event / M, lambda _: None)
        E, F = event * self.kappa * self.B / M**2, event * self.kappa / M
        return Sample(x, self.S / M**2, self.B / M, E, F, lambda _: max(ONE, M / self.B - 1))


def later_subset(k, N):
    """Return k/(N - k), at most 1: the weight of an unseen event in intervals about "these" questions."""
    return min(ONE, Fraction(k, N - k)) if k < N else ONE


def summary(value, V, sample, low, span, confidence):
    """Return (value, se, lo, hi) as doubles, for the variance V of the mean. sample(is_upper) gives the Sample of an end."""
    if not span:
        return double(value), 0.0, double(value), double(value)

    def end(is_upper):
        far = rational(sample(is_upper).lower(confidence))
        return low + span * (1 - far if is_upper else far)

    lo, hi = (decided(partial(end, is_upper), double, span) for is_upper in (False, True))
    return double(value), root(V * span**2), lo, hi


def of_spread(spread, confidence, anytime=False):
    found = summary(spread.value, spread.S / spread.M**2, spread.sample, spread.low, spread.span, confidence)
    if not anytime or not spread.span:
        return found
    return *found[:2], *anytime_ends(spread.values, 1 - Fraction(confidence), spread.low, spread.low + spread.span)


# Metrics by name


def spread(name, R, k=None, w=None, tau=None, weights=None, **how):
    """Return the Spread of a metric. Rows of cons_at_k have pairs (answer, outcome), those of best_of_k (outcome, score)."""
    k = 1 if name == "avg" else k
    w = [Fraction(x) for x in ((0, 1) if w is None else w)]
    low, high = min(w), max(w)
    if name in EARNS:
        A = credit(name, k, **{name: x for name, x in (("tau", tau), ("weights", weights)) if x is not None})
        high = max(high, *A)  # a float sum of weights can be a hair above 1
        A = [x / high for x in A]
        counts, pair = [(sum(row), len(row) - sum(row)) for row in R], together(A, A)
        earned = [(drawn(A, s, f), drawn(pair, s, f) if 2 * k <= s + f else None) for s, f in counts]
    else:
        unit = [(x - low) / (high - low) if high > low else low - x for x in w]
        earn = {
            "avg": lambda draw: unit[draw[0]],
            "max_at_k": lambda draw: max(unit[x] for x in draw),
            "cons_at_k": plurality,
            "best_of_k": lambda draw: pick([(unit[x], score) for x, score in draw]),
        }[name]
        earned = [one_by_one(earn, row, k) for row in R]
    values, pairs = zip(*earned)
    pairs = [None] * len(R) if name == "cons_at_k" else pairs
    return Spread(values, low, high, k=k, lengths=[*map(len, R)], pairs=pairs, **how)


def interval(name, R, k=None, confidence=0.95, anytime=False, **rest):
    return of_spread(spread(name, R, k, **rest), confidence, anytime)


def difference(R_a, R_b, metric="avg", k=None, **rest):
    return spread(metric, R_a, k, **rest).minus(spread(metric, R_b, k, **rest))


def compare(R_a, R_b, metric="avg", k=None, confidence=0.95, anytime=False, **rest):
    return of_spread(difference(R_a, R_b, metric, k, **rest), confidence, anytime)
