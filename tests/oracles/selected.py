"""Compute best-of-k by a selector from its definition: groups of tied trials, and subsets one by one."""

from __future__ import annotations

from fractions import Fraction
from math import comb, inf

from .intervals import Spread
from .metrics import subsets_one_by_one


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
