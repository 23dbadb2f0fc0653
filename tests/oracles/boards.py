"""Compute suites, contrasts, boards, bounds for missing trials, and plans, from the intervals of `intervals`."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import permutations
from math import ceil

import mpmath

from . import intervals
from .intervals import ONE, Sample, Spread, difference, of_spread, spread, summary
from .reals import decided, double, real, sign


def contrast(spreads, weights, confidence):
    """Return the interval of a weighted sum of means. What has a negative weight counts mirrored, from high to low."""
    low, high, total = spreads[0].low, spreads[0].low + spreads[0].span, sum(map(abs, weights))
    w, signs = [abs(weight) / total for weight in weights], [weight < 0 for weight in weights]
    x = sum(a * (1 - one.x if is_less else one.x) for a, one, is_less in zip(w, spreads, signs))
    # A benchmark of one cluster has the variance of the whole.
    V = [
        a * a * (x * (1 - x) * one.B / one.M if len({*one.clusters}) == 1 else one.S / one.M**2)
        for a, one in zip(w, spreads)
    ]

    def sample(is_upper):
        ends = [one.sample(is_upper != is_less) for one, is_less in zip(spreads, signs)]
        E, dfs = [a * a * one.E for a, one in zip(w, ends)], [one.degrees(None) for one in ends]

        def degrees(square):
            v = [own + event * square for own, event in zip(V, E)]
            return real(sum(v)) ** 2 / sum(part * part / df for part, df in zip(v, dfs)) if spreads[1:] else dfs[0]

        most, F = (max(a * getattr(one, name) for a, one in zip(w, ends)) for name in ("most", "F"))
        return Sample(1 - x if is_upper else x, sum(V), most, max(E), F, degrees)

    value = sum(weight * one.value for weight, one in zip(weights, spreads))
    least = sum(weight * (high if weight < 0 else low) for weight in weights)
    return summary(value, sum(V), sample, least, total * (high - low), confidence)


def suite(runs, metric="avg", k=None, confidence=0.95, weights=None, clusters=None, others=None, **how):
    """Return the interval of a suite of one model, or of its difference to a model with the runs in `others`."""
    labels, weights = clusters or [None] * len(runs), [*map(Fraction, weights or [1] * len(runs))]
    if others:
        spreads = [difference(*pair, metric, k, clusters=own, **how) for *pair, own in zip(runs, others, labels)]
    else:
        spreads = [spread(metric, R, k, clusters=own, **how) for R, own in zip(runs, labels)]
    return contrast(spreads, [w / sum(weights) for w in weights], confidence)


def compare_suite(runs_a, runs_b, **how):
    return suite(runs_a, others=runs_b, **how)


def unpaired(R_a, R_b, metric="avg", k=None, confidence=0.95, clusters=(None, None), paired=False, **how):
    assert not paired
    pair = [spread(metric, R, k, clusters=labels, **how) for R, labels in zip((R_a, R_b), clusters)]
    return contrast(pair, [ONE, -ONE], confidence)


def compare_tasks(runs, others, metric="avg", k=None, *, rest=False, confidence=0.95, clusters=None, **how):
    """Return the interval of each task's difference, at the level of the last of Holm's steps over the tasks."""
    K, alpha, labels, r = len(runs), 1 - Fraction(confidence), clusters or [None] * len(runs), None
    spreads = [difference(*pair, metric, k, clusters=own, **how) for *pair, own in zip(runs, others, labels)]

    def interval(i, level):
        if not rest:
            return of_spread(spreads[i], level)
        return contrast(spreads, [ONE if i == j else Fraction(-1, K - 1) for j in range(K)], level)

    found, differ = [], 0
    while r != differ < K:
        r = differ
        found = [interval(i, 1 - alpha / (K - r)) for i in range(K)]
        differ = sum(lo > 0 or hi < 0 for _, _, lo, hi in found)
    return found


def ranks(models, confidence=0.95, compare=intervals.compare, **how):
    """Return the ranks. Each of Holm's steps compares all pairs that no step before has decided. Anytime, there is one."""
    alpha, pairs = 1 - Fraction(confidence), [*permutations(range(len(models)), 2)]
    beaten, last = set(), None
    while len(beaten) != last:
        last = len(beaten)
        level = 1 - 2 * alpha / (len(pairs) - last)
        for i, j in {*pairs} - beaten if level > 0 else ():  # else it is above any that can be left
            if compare(models[i], models[j], confidence=level, **how)[2] > 0:
                beaten = {*beaten, (i, j)}
        if how.get("anytime"):
            break
    best, worst = ([sum(pair[side] == model for pair in beaten) for model in range(len(models))] for side in (1, 0))
    return [(1 + above, len(models) - below) for above, below in zip(best, worst)]


def ranks_suite(models, **how):
    return ranks(models, compare=compare_suite, **how)


# Totals alone, and missing trials.


def rows_of_totals(a, b, M, both=None):
    """Make the rows of two models with these totals. Both solve `both` questions, by default as few as possible."""
    both = max(0, a + b - M) if both is None else both
    second = [1] * both + [0] * (a - both) + [1] * (b - both) + [0] * (M - a - b + both)
    return [[int(i < a)] for i in range(M)], [[x] for x in second]


def compare_totals(a, b, M, confidence=0.95):
    return intervals.compare(*rows_of_totals(a, b, M), confidence=confidence)


def ranks_of_totals(totals, M, confidence=0.95):
    return ranks(totals, confidence, partial(compare_totals, M=M))


def completed(extreme, R, w=(0, 1), **_):
    """Return R with the least reward for missing trials, or with the greatest."""
    return [[[*w].index(extreme(w)) if x is None else x for x in row] for row in R]


def bounded(R, metric="avg", k=None, **how):
    low, high = (intervals.interval(metric, completed(extreme, R, **how), k, **how) for extreme in (min, max))
    return low[0], high[0], low[2], high[3]


def worst_case(R_a, R_b, worst=min, best=max, **how):
    """Return the interval of the difference if the missing trials of the first model fail, those of the second not."""
    return intervals.compare(completed(worst, R_a, **how), completed(best, R_b, **how), **how)


def bounded_difference(R_a, R_b, **how):
    low, high = worst_case(R_a, R_b, **how), worst_case(R_a, R_b, max, min, **how)
    return low[0], high[0], low[2], high[3]


def bounded_ranks(models, missing="bounds", **how):
    """Return the ranks that hold however the missing trials would end."""
    assert missing == "bounds"
    return ranks(models, compare=worst_case, **how)


# Planning.


def enough(R, half_width, metric="avg", k=None, confidence=0.95, **how):
    def suffices(spread):
        """Return whether the interval is at most twice the half width."""
        lower, upper = (spread.sample(is_upper).lower for is_upper in (False, True))
        width = 2 * Fraction(half_width) / spread.span
        return decided(lambda: 1 - upper(confidence) - lower(confidence) - real(width), sign) <= 0

    return least(spread(metric, R, k, **how), suffices)


def enough_to_decide(R_a, R_b, margin, metric="avg", k=None, power=0.8, confidence=0.95, **how):
    def suffices(spread):
        return decides(spread, margin, power, confidence)

    return least(difference(R_a, R_b, metric, k, **how), suffices)


def decides(spread, margin, power, confidence):
    """Return whether the interval of a Spread excludes the margin with this power."""
    p, is_upper = (Fraction(margin) - spread.low) / spread.span, Fraction(margin) > spread.value
    p = 1 - p if is_upper else p
    return decided(lambda: spread.sample(is_upper).lower(confidence, power) - real(p), sign) > 0


def least(spread, suffices):
    """Return the least number of questions (or trials, for "these") with which a Spread suffices, found by halving.

    If the data themselves suffice, it is how many they have.
    """
    size = spread.M if spread.questions == "new" else max(ceil(one.harmonic_mean) for one in spread.both)
    if suffices(spread):
        return size
    few, many = size - 1, size
    while not suffices(spread.resized(many)):
        few, many = many, 2 * many
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if suffices(spread.resized(middle)) else (middle, many)
    return many


def one_right(a, b, differ=None, correlation=None):
    """Return the share of questions that one model alone solves: by default the most that can be. None if it cannot be."""
    least, most = abs(a - b), min(a + b, 2 - a - b)
    if correlation is not None:
        covariance = real(Fraction(correlation)) * mpmath.sqrt(real(a * (1 - a) * b * (1 - b)))
        differ = double(real(a + b - 2 * a * b) - 2 * covariance)
    differ = most if differ is None else Fraction(differ)
    return differ if least <= differ <= most else None


def expected(gap, differ, M, trials=1, agree=1):
    """Return the Spread of M questions of which this share differs, and a model agrees with itself on a share."""
    within = 1 - Fraction(agree)
    variance = differ - gap**2 - within + within / trials
    spread = Spread([(gap + 1) / 2] * M, -1, 1)
    spread.S = M * M * variance / (M - 1) / 4
    return spread


def plan(a, b, *, differ=None, correlation=None, margin=0, power=0.8, confidence=0.95, **how):
    a, b, M = Fraction(a), Fraction(b), 2
    share = one_right(a, b, differ, correlation)
    while not decides(expected(a - b, share, M, **how), margin, power, confidence):
        M += 1
    return M


def detectable(questions, a, *, differ=None, correlation=None, power=0.8, confidence=0.95, **how):
    """Return the least loss that is detected, trying one after the other."""
    for j in range(1, questions):
        gap = Fraction(j, questions)
        share = one_right(Fraction(a), a - gap, differ, correlation) if gap < a else None
        if share is not None and decides(expected(gap, share, questions, **how), 0, power, confidence):
            return j / questions
    return None
