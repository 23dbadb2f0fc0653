"""Compute best-of-k by a selector from its definition: groups of tied trials, and subsets one by one.

The intervals come from confidence_oracle. An end of gap_closed is not computed, but checked: of the midpoints between
the end and its two neighbours, one is in the interval, and the other is not.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, inf

from confidence_oracle import Spread, decided, enclosed, is_above_zero
from helpers import neighbours, subsets_one_by_one


def place(score):
    """Return a key that compares as the scores do, with None below all."""
    if score is None:
        return 0, 0
    return 1, score if score in (inf, -inf) else Fraction(score)


def pick(trials):
    """Return the mean outcome of the trials (outcome, score) that have the highest score."""
    top = max(place(score) for _, score in trials)
    first = [outcome for outcome, score in trials if place(score) == top]
    return Fraction(sum(first)) / len(first)


def one_by_one(outcomes, scores, k):
    """Return (x_q, y_q): the means of what picks of all k-subsets earn, and of the products for all disjoint pairs."""
    return subsets_one_by_one(pick, list(zip(outcomes, scores)), k)


def choose(n, k):
    return comb(n, k) if n >= k else 0


def question(outcomes, scores, k):
    """Return the same (x_q, y_q) as `one_by_one`, by the formula, group by group."""
    groups = {}
    for outcome, score in zip(outcomes, scores):
        groups.setdefault(place(score), []).append(Fraction(outcome))
    N, L, y, W = len(outcomes), 0, Fraction(0), Fraction(0)
    for key in sorted(groups):
        t = len(groups[key])
        T, Q, U = sum(groups[key]), sum(one * one for one in groups[key]), L + t
        y += 2 * (choose(U - k, k) - choose(L - k, k)) * T / t * W
        if t > 1:
            J = choose(U, k) * choose(U - k, k) - 2 * choose(L, k) * choose(U - k, k) + choose(L, k) * choose(L - k, k)
            y += J * (T * T - Q) / (t * (t - 1))
        W += (choose(U, k) - choose(L, k)) * T / t
        L = U
    return W / comb(N, k), y / (comb(N, k) * comb(N - k, k)) if 2 * k <= N else None


def spread(earned, S, k, low=0, high=1, questions="new", clusters=None):
    """Return the spread of best_of_k, from what each trial earns."""
    found = [question(row, scores, k) for row, scores in zip(earned, S)]
    values, pairs = zip(*found)
    return Spread.of(values, low, high, questions, clusters, k, list(map(len, earned)), pairs)


# The gap closed


def gains(R, S, k):
    """Return (best-of-k - avg of each question, Pass@k - avg of each, the most that Pass@k - avg can be)."""
    found = []
    for row, scores in zip(R, S):
        N, s = len(row), sum(row)
        mean = Fraction(s, N)
        passed = 1 - Fraction(comb(N - s, k), comb(N, k))
        found.append((question(row, scores, k)[0] - mean, passed - mean))
    D = max(1 - Fraction(comb(N - s, k), comb(N, k)) - Fraction(s, N) for N in map(len, R) for s in range(N + 1))
    return [a for a, _ in found], [b for _, b in found], D


def gap(R, S, k):
    """Return the value of gap_closed, or None if there is no gap."""
    gained, possible, _ = gains(R, S, k)
    return sum(gained) / sum(possible) if sum(possible) else None


def is_outside(g, gained, possible, D, is_upper, confidence, clusters):
    """Return whether g is beyond an end of gap_closed: the interval of gained - g * possible excludes 0.

    `gained`, `possible` and D are what `gains` returns. None stands for g = -infinity.
    """
    if g is None:
        values, low, high = possible, -D, D
    else:
        values, low, high = [a - g * b for a, b in zip(gained, possible)], -(1 + abs(g)) * D, (1 - g) * D
    one = Spread.of(values, low, high, clusters=clusters)
    p, sample = -low / (high - low), one.sample()
    if is_upper:
        return decided(lambda bits: enclosed(p) - sample.end(1, confidence, bits), is_above_zero)
    return decided(lambda bits: sample.end(0, confidence, bits) - enclosed(p), is_above_zero)


def is_end(end, R, S, k, is_upper, confidence, clusters=None):
    """Return whether `end` is the double nearest to an end of gap_closed."""
    rest = *gains(R, S, k), is_upper, confidence, clusters
    if end == (1.0 if is_upper else -inf):
        return not is_outside(Fraction(1) if is_upper else None, *rest) or (is_upper and is_beyond(end, rest))
    below, above = neighbours(abs(end)) if end else (Fraction(-1, 2**1075), Fraction(1, 2**1075))
    if end < 0:
        below, above = -above, -below
    inside, outside = (below, above) if is_upper else (above, below)
    return is_outside(outside, *rest) and not is_outside(inside, *rest)


def is_beyond(end, rest):
    """Return whether the midpoint between `end`, which is 1.0, and the double below is in the interval."""
    return not is_outside(neighbours(end)[0], *rest)
