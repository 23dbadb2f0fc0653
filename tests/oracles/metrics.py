"""Compute the metrics straight from their definitions, in Fractions; blends in mpmath if they are irrational.

Nothing here is fast, and no oracle shares anything with the package.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate, combinations
from math import comb
from operator import mul

import mpmath

from .reals import real

# What k drawn outcomes earn


def area(draw):
    """Return the area under the curve of Pass@1, Pass@2, ... of the drawn trials, by trapezoids."""
    k = len(draw)
    curve = [1 - Fraction(comb(k - sum(draw), i), comb(k, i)) for i in range(1, k + 1)]
    return sum((a + b) / 2 for a, b in zip(curve, curve[1:])) / (k - 1) if k > 1 else curve[0]


def reaches(draw, tau):
    """Return whether the share of successes is at least tau: as doubles, or exactly for a Fraction."""
    share = Fraction(sum(draw), len(draw)) if isinstance(tau, Fraction) else sum(draw) / len(draw)
    return any(draw) and share >= tau


EARNS = {  # by each metric of 0/1 outcomes
    "pass_at_k": any,
    "pass_hat_k": all,
    "unanimous_at_k": all,
    "g_pass_at_k": all,
    "g_pass_at_k_tau": reaches,
    "maj_at_k": lambda draw: 2 * sum(draw) > len(draw),
    "mg_pass_at_k": lambda draw: Fraction(2 * max(sum(draw) - (len(draw) + 1) // 2, 0) * (len(draw) > 1), len(draw)),
    "auc_at_k": area,
    "threshold_spectrum_at_k": lambda draw, weights: sum(map(Fraction, weights[: sum(draw)])),
}


def credit(name, k, **own):
    """Return A_0..A_k: what k draws with 0..k successes earn by this metric."""
    return [Fraction(EARNS[name]([1] * j + [0] * (k - j), **own)) for j in range(k + 1)]


def drawn(credit, a, b, step=-1):
    """Return the mean of credit[j] if j of k draws are successes, from an urn with a successes and b failures.

    With the step -1, trials are drawn without replacement. With 1, each draw comes back with another like it: so are k
    fresh trials of a question whose success rate has the distribution Beta(a, b).
    """
    k = len(credit) - 1
    A, B, T = ([*accumulate((x + step * i for i in range(k)), mul, initial=1)] for x in (a, b, a + b))
    return sum((Fraction(x) * comb(k, j) * A[j] * B[k - j] for j, x in enumerate(credit) if x), Fraction(0)) / T[k]


def together(first, second):
    """Return the credit of draws of which the first k earn by one credit, the others by another: the mean product."""
    k, m = len(first) - 1, len(second) - 1
    return [
        sum(first[i] * second[t - i] * comb(k, i) * comb(m, t - i) for i in range(max(0, t - m), min(k, t) + 1))
        / Fraction(comb(k + m, t))
        for t in range(k + m + 1)
    ]


def score(credit, R):
    """Return the mean over the questions. Questions with the same counts have the same value."""
    cells = Counter((sum(row), len(row) - sum(row)) for row in R)
    return sum(number * drawn(credit, *cell) for cell, number in cells.items()) / len(R)


def enumerated(earn, R, k):
    """Return the mean over the questions of what all k-subsets of their trials earn."""
    return mean([mean([Fraction(earn(draw)) for draw in combinations(row, k)]) for row in R])


def one_by_one(earn, row, k):
    """Return the mean of what a row's k-subsets earn, and of the products of disjoint ones (None without any)."""
    earned = {some: Fraction(earn([row[i] for i in some])) for some in combinations(range(len(row)), k)}
    pairs = [a * b for some, a in earned.items() for other, b in earned.items() if not {*some} & {*other}]
    return mean([*earned.values()]), mean(pairs) if pairs else None


def blend(x, y, a, b):
    """Return x**a * y**b: a Fraction for whole powers, else a number of mpmath's."""
    x, y, a, b = map(Fraction, (x, y, a, b))
    if (x == 0 and a > 0) or (y == 0 and b > 0):
        return Fraction(0)
    if a.denominator == b.denominator == 1 and abs(a) + abs(b) < 200:
        return x ** int(a) * y ** int(b)
    return mpmath.fprod(mpmath.exp(real(p) * mpmath.log(real(v))) for v, p in ((x, a), (y, b)) if p and v != 1)


def blended(name, k, pass_power=0.5, unanimous_power=0.5, lam=0.5, weights=None):
    """Return (credit, a, b): a blend is Pass@k**a times the mean of the credit, to the power b."""
    if name.startswith("geom"):
        return credit("pass_hat_k", k), pass_power, unanimous_power
    other = credit("threshold_spectrum_at_k", k, weights=weights) if weights else credit("mg_pass_at_k", k)
    return other, lam, 1 - Fraction(lam)


def mean(values):
    """Return the mean of Fractions, or of numbers of mpmath's with Fractions among them."""
    if all(isinstance(value, Fraction) for value in values):
        return sum(values) / len(values)
    return sum(map(real, values)) / len(values)


def best(R, k, w):
    """Return Max@k: each step between two levels of the rewards is earned if one of the draws is above it."""
    levels, passing = sorted({*map(Fraction, w)}), credit("pass_at_k", k)
    steps = ((b - a) * score(passing, [[w[x] >= b for x in row] for row in R]) for a, b in zip(levels, levels[1:]))
    return levels[0] + sum(steps)


def bayes(R, w, R0=None):
    """Return (mean, variance) of Bayes@N, a question at a time."""
    w = [Fraction(v) for v in w]
    means, variances = [], []
    for i, row in enumerate(R):
        seen = [*row, *(R0[i] if R0 else [])]
        T = len(w) + len(seen)
        p = [Fraction(1 + seen.count(j), T) for j in range(len(w))]
        means.append(sum(map(mul, p, w)))
        variances.append((sum(a * b * b for a, b in zip(p, w)) - means[-1] ** 2) / (T + 1))
    return sum(means) / len(R), sum(variances) / len(R) ** 2


def avg(R, w):
    """Return (mean, variance) of avg@N, for questions with their own N."""
    means = [sum(Fraction(w[outcome]) for outcome in row) / len(row) for row in R]
    variances = [bayes([row], w)[1] * Fraction(len(w) + len(row), len(row)) ** 2 for row in R]
    return sum(means) / len(R), sum(variances) / len(R) ** 2


def value(name, R, k=None, w=(0, 1), R0=None, **own):
    """Return the value of a metric by its name: exact, or mpmath's for a blend."""
    if name in ("avg", "bayes"):
        return (avg(R, w) if name == "avg" else bayes(R, w, R0))[0]
    if name == "max_at_k":
        return best(R, k, w)
    if name in EARNS:
        return score(credit(name, k, **own), R)
    other, a, b = blended(name, k, **own)
    some = [[row] for row in R] if name == "geom_at_k" else [R]
    return mean([blend(score(credit("pass_at_k", k), rows), score(other, rows), a, b) for rows in some])


# Votes and selectors


def plurality(draw):
    """Return the share of right answers among those with most votes, from (answer, outcome) pairs; None has no vote."""
    votes = Counter(pair for pair in draw if pair[0] is not None)
    leaders = [outcome for (_, outcome), number in votes.items() if number == max(votes.values())]
    return Fraction(sum(leaders), len(leaders)) if leaders else 0


def pick(draw):
    """Return the mean outcome of the trials (outcome, score) that have the highest score; None is the lowest."""
    top = max(place(score) for _, score in draw)
    first = [Fraction(outcome) for outcome, score in draw if place(score) == top]
    return sum(first) / len(first)


def place(score):
    """Return a key that compares exactly, as the scores do, with None below all."""
    if score is None:
        return 0, 0
    return 1, score if score in (float("inf"), float("-inf")) else Fraction(score)
