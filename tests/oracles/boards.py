"""Compute suites, contrasts, boards, bounds for missing trials, and plans, from the intervals of `intervals`."""

from __future__ import annotations

from copy import copy
from fractions import Fraction

from . import intervals
from .intervals import Spread, difference, of_spread, summary, weighted
from .reals import decided, enclosed, is_above_zero


def suite(runs, metric="avg", k=None, confidence=0.95, weights=None, clusters=None, others=None, **rest):
    """Return the interval of a suite of one model, or of its difference to a model with the runs in `others`."""
    spreads = []
    for i, R in enumerate(runs):
        own = {**rest, "clusters": clusters[i] if clusters else None}
        spreads.append(difference(R, others[i], metric, k, **own) if others else Spread(metric, R, k, **own))
    low, span = spreads[0].low, spreads[0].span
    if not span:
        return summary(sum(one.x for one in spreads) / len(spreads), 0, None, low, span, confidence)
    return summary(*weighted(spreads, weights or [1] * len(runs)), low, span, confidence)


def contrast(spreads, weights, confidence):
    """Return the interval of a weighted sum of means. Weights may be negative."""
    low, span, t = spreads[0].low, spreads[0].span, sum(map(abs, weights))
    x = sum(w * one.x for one, w in zip(spreads, weights))
    least = sum(w * (low if w > 0 else low + span) for w in weights)
    if not span:
        return summary(x, 0, None, least, 0, confidence)
    spreads = list(map(copy, spreads))
    for one, w in zip(spreads, weights):
        one.x = one.x if w > 0 else 2 * low + span - one.x
    _, V, sample = weighted(spreads, list(map(abs, weights)))
    return summary(x, V * t * t, sample, least, t * span, confidence)


def unpaired(R_a, R_b, metric="avg", k=None, confidence=0.95, clusters=(None, None), **rest):
    pairs = zip((R_a, R_b), clusters)
    return contrast([Spread(metric, R, k, clusters=own, **rest) for R, own in pairs], [1, -1], confidence)


def tasks(runs, others, metric="avg", k=None, *, rest=False, confidence=0.95, clusters=None, **own):
    """Return the interval of each task's difference, at the level of the last of Holm's steps over the tasks."""
    K, alpha, r = len(runs), 1 - Fraction(confidence), -1
    labels = clusters or [None] * K
    spreads = [difference(*pair, metric, k, clusters=one, **own) for *pair, one in zip(runs, others, labels)]

    def interval(i, level):
        if not rest:
            return of_spread(spreads[i], level)
        return contrast(spreads, [Fraction(1) if i == j else Fraction(-1, K - 1) for j in range(K)], level)

    found, differ = [], 0
    while r < differ < K:
        r = differ
        found = [interval(i, 1 - alpha / (K - r)) for i in range(K)]
        differ = sum(lo > 0 or hi < 0 for _, _, lo, hi in found)
    return found


def ranks_suite(models, metric="avg", k=None, *, confidence=0.95, weights=None, clusters=None, **rest):
    def compare(a, b, metric, k, confidence):
        return suite(a, metric, k, confidence, weights, clusters, b, **rest)

    return ranks(models, metric, k, confidence=confidence, compare=compare)


def ranks(models, metric="avg", k=None, *, confidence=0.95, compare=intervals.compare, **rest):
    """Return the ranks. Each of Holm's steps compares all pairs that no step before has decided."""
    alpha, m = 1 - Fraction(confidence), len(models)
    pairs = [(i, j) for i in range(m) for j in range(m) if i != j]
    beaten, last = set(), -1
    while len(beaten) != last:
        last = len(beaten)
        level = 1 - 2 * alpha / (len(pairs) - last)
        if level > 0:  # else it is above any that can be left
            beaten |= {
                (i, j)
                for i, j in set(pairs) - beaten
                if compare(models[i], models[j], metric, k, confidence=level, **rest)[2] > 0
            }
    return [(1 + sum(j == model for _, j in beaten), m - sum(i == model for i, _ in beaten)) for model in range(m)]


# Totals alone, and missing trials.


def rows_of_totals(a, b, M, both=None):
    """Make the rows of two models with these totals. Both solve `both` questions, by default as few as possible."""
    both = max(0, a + b - M) if both is None else both
    second = [1] * both + [0] * (a - both) + [1] * (b - both) + [0] * (M - a - b + both)
    return [[int(i < a)] for i in range(M)], [[x] for x in second]


def compare_totals(a, b, M, confidence=0.95):
    return intervals.compare(*rows_of_totals(a, b, M), confidence=confidence)


def ranks_of_totals(totals, M, confidence=0.95):
    def compare_pair(a, b, _metric, _k, confidence):
        return compare_totals(a, b, M, confidence)

    return ranks(totals, confidence=confidence, compare=compare_pair)


def completed(R, w=None):
    """Return [R with the least reward for missing trials, R with the greatest]."""
    w = [0, 1] if w is None else w
    fills = [w.index(extreme(w)) for extreme in (min, max)]
    return [[[fill if x is None else x for x in row] for row in R] for fill in fills]


def bounded(R, metric="avg", k=None, **rest):
    low, high = (intervals.interval(metric, rows, k, **rest) for rows in completed(R, rest.get("w")))
    return low[0], high[0], low[2], high[3]


def bounded_difference(R_a, R_b, metric="avg", k=None, **rest):
    (F_a, T_a), (F_b, T_b) = (completed(R, rest.get("w")) for R in (R_a, R_b))
    low, high = (intervals.compare(a, b, metric, k, **rest) for a, b in ((F_a, T_b), (T_a, F_b)))
    return low[0], high[0], low[2], high[3]


def bounded_ranks(models, metric="avg", k=None, **rest):
    """Return the ranks that hold however the missing trials would end."""

    def compare(a, b, metric, k, **rest):
        worst, best = completed(a, rest.get("w"))[0], completed(b, rest.get("w"))[1]
        return intervals.compare(worst, best, metric, k, **rest)

    return ranks(models, metric, k, compare=compare, **rest)


# Planning.


def suffices(spread, size, half_width, confidence):
    """Return whether an interval is at most twice this half width for `size` questions (trials, for "these" questions).

    None as `size` stands for the size of the data.
    """
    sample = (spread if size is None else spread.resized(size)).sample()
    width = 2 * Fraction(half_width) / spread.span

    def excess(bits):
        return sample.end(1, confidence, bits) - sample.end(0, confidence, bits) - enclosed(width)

    return decided(excess, lambda low, high: True if high <= 0 else False if low > 0 else None)


def decides(spread, size, margin, power, confidence):
    """Return whether the interval excludes the margin with this power, at this size (see `suffices`)."""
    sample = (spread if size is None else spread.resized(size)).sample()
    p = spread.in_range(Fraction(margin))
    if p > sample.x:
        return decided(lambda bits: enclosed(p) - sample.end(1, confidence, bits, power), is_above_zero)
    return decided(lambda bits: sample.end(0, confidence, bits, power) - enclosed(p), is_above_zero)


def expected_spread(difference, variance, M, low=-1, high=1):
    """Return the Spread of M questions whose values have this mean and variance (a sum of squares divided by M)."""
    spread = object.__new__(Spread)
    spread.questions, spread.k, spread.M, spread.B, spread.kappa = "new", 1, M, Fraction(1), Fraction(1)
    spread.low, spread.high, spread.x = Fraction(low), Fraction(high), Fraction(difference)
    spread.S, spread.b = M * M * Fraction(variance) / (M - 1), (spread.x - low) * (high - spread.x)
    return spread
