"""Compute normal quantiles and ranks of scores from their definitions."""

from __future__ import annotations

from fractions import Fraction

import mpmath

from . import metrics
from .metrics import bayes
from .reals import deviate, double, rational, real


def normal_quantile(p):
    """Return the normal quantile of a Fraction in (0, 1)."""
    return mpmath.mpf(0) if 2 * p == 1 else deviate(abs(2 * p - 1)) * (1 if 2 * p > 1 else -1)


METHODS = ("competition", "competition_max", "dense", "avg")


def ranks(scores, method):
    """Return the rank of each score, counted from the scores above it and those equal to it."""
    found = []
    for score in scores:
        above, equal = [other for other in scores if other > score], scores.count(score)
        methods = len(above) + 1, len(above) + equal, len({*above}) + 1, len(above) + (1 + equal) / 2
        found.append(methods[METHODS.index(method)])
    return found


def rank(name, models, k=None, w=(0, 1), R0=None, quantile=None, method="competition", return_scores=False, **own):
    """Return the ranks of models by a metric; with a quantile, by that of the posterior."""
    if name == "bayes" and quantile is not None:
        moments, z = [bayes(R, w, R0) for R in models], normal_quantile(Fraction(quantile))
        scores = [mean + rational(z * mpmath.sqrt(real(variance))) for mean, variance in moments]
    else:
        scores = [metrics.value(name, R, k, w, R0, **own) for R in models]
    found = ranks(scores, method)
    return (found, [*map(double, scores)]) if return_scores else found


def rank_scores(scores, tol=0, sigmas=None, confidence=None, ci_tie_method=None):
    """Return {method: ranks}, as rank.rank_scores does. With sigmas, each method is there with _ci, too."""
    values, sigmas = [*map(Fraction, scores)], sigmas and [*map(Fraction, sigmas)]
    order, top = sorted({*values}, reverse=True), {}
    for above, value in zip([None, *order], order):
        top[value] = value if above is None or top[above] - value > Fraction(tol) else top[above]
    found = {method: ranks([top[value] for value in values], method) for method in METHODS}
    if sigmas is None:
        return found
    sigma = {value: max(s for s, x in zip(sigmas, values) if x == value) for value in order}
    level = dict.fromkeys(order[:1], 0)
    for above, value in zip(order, order[1:]):
        is_open = overlaps(above - value, sigma[above], sigma[value], confidence, ci_tie_method == "zscore_adjacent")
        level[value] = level[above] - (not (top[above] == top[value] or is_open))
    return {**found, **{f"{method}_ci": ranks([level[value] for value in values], method) for method in METHODS}}


def overlaps(gap, s, t, confidence, is_zscore):
    """Return whether two scores with the difference `gap` and the sigmas s and t are tied."""
    p = Fraction(confidence) if is_zscore else (1 + Fraction(confidence)) / 2
    if 2 * p <= 1 or not s + t:
        return False
    edge = real(s * s + t * t if is_zscore else (s + t) ** 2) * deviate(2 * p - 1) ** 2
    assert abs(real(gap * gap) - edge) > edge * mpmath.mpf(2) ** -300
    return bool(real(gap * gap) < edge)
