"""Compute special functions, ranks of scores, and the posterior comparison of two models, from their definitions."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod

import mpmath

from .posterior import summary
from .reals import BITS, deviate, double, real


def special(name, a=0, b=0, n=0, k=0, i=0, j=0):
    """Return the special function of this name at Fractions and integers."""
    if name == "binomial":
        return Fraction(comb(n, k)) if k <= n else Fraction(0)
    if name == "beta":
        return Fraction(1, a * comb(a + b - 1, a))
    products = [prod((x + m for m in range(count)), start=Fraction(1)) for x, count in ((a, i), (b, j), (a + b, i + j))]
    return (
        prod((a + m for m in range(n)), start=Fraction(1))
        if name == "rising"
        else products[0] * products[1] / products[2]
    )


def normal_quantile(p):
    """Return the normal quantile of a Fraction in (0, 1)."""
    return mpmath.mpf(0) if 2 * p == 1 else deviate(abs(2 * p - 1)) * (1 if 2 * p > 1 else -1)


METHODS = ("competition", "competition_max", "dense", "avg")


def ranks(scores, method):
    """Return the rank of each score, counted from the scores above it and those equal to it."""
    found = []
    for score in scores:
        above, equal = [other for other in scores if other > score], scores.count(score)
        methods = len(above) + 1, len(above) + equal, len(set(above)) + 1, len(above) + (1 + equal) / 2
        found.append(methods[METHODS.index(method)])
    return found


def rank_scores(values, tol=0, sigmas=None, confidence=None, ci_tie_method=None):
    """Return {method: ranks}, as rank.rank_scores does. With sigmas, each method is there with _ci, too."""
    order, top = sorted(set(values), reverse=True), {}
    for above, value in zip([None, *order], order):
        top[value] = value if above is None or top[above] - value > tol else top[above]
    found = {method: ranks([top[value] for value in values], method) for method in METHODS}
    if sigmas is None:
        return found
    sigma = {value: max(s for s, x in zip(sigmas, values) if x == value) for value in order}
    level = dict.fromkeys(order[:1], 0)
    for above, value in zip(order, order[1:]):
        is_tied = top[above] == top[value] or is_open(
            above - value, sigma[above], sigma[value], confidence, ci_tie_method
        )
        level[value] = level[above] - (not is_tied)
    return {**found, **{f"{method}_ci": ranks([level[value] for value in values], method) for method in METHODS}}


def is_open(gap, s, t, confidence, ci_tie_method):
    """Return whether two scores with the difference `gap` and the sigmas s and t are tied."""
    is_zscore = ci_tie_method == "zscore_adjacent"
    p = confidence if is_zscore else (1 + confidence) / 2
    if 2 * p <= 1 or not s + t:
        return False
    edge = real(s * s + t * t if is_zscore else (s + t) ** 2) * deviate(2 * p - 1) ** 2
    square = real(gap * gap)
    assert abs(square - edge) > edge * mpmath.mpf(2) ** -300
    return bool(square < edge)


def compare(a, b, confidence):
    """Return (difference, sigma, lo, hi, chance that the difference is above 0). a and b are (mean, variance) of a model."""
    mean, variance = a[0] - b[0], a[1] + b[1]
    chance = Fraction((mean > 0) - (mean < 0) + 1, 2)
    if mean and variance:
        with mpmath.workprec(BITS + 2000):
            p = mpmath.erfc(-real(mean) / mpmath.sqrt(2 * real(variance))) / 2
            chance = p if p > mpmath.mpf(2) ** -1200 else 0
    return (*summary(mean, variance, confidence, None), double(chance))
