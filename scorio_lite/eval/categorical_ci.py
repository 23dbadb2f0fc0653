"""Credible intervals of the metrics of graded outcomes; sources in categorical.py."""

from __future__ import annotations

from .._arguments import probability
from .._credit.graded import graded_tally
from .._numbers import nearest
from .._numbers.normal import summary
from .._posterior import clip, latent_draws
from .._posterior.dirichlet import best_moments, reward_moments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._types import Bounds, Index, Outcomes, PosteriorSummary, Prior, Real, Rewards


def bayes_ci(
    R: Outcomes, w: Rewards = None, R0: Prior = None, confidence: Real = 0.95, bounds: Bounds = None
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Bayes@N, with the mu and the sigma that bayes returns.

    This is a credible interval under an independent Dirichlet prior on each question's class rates. The prior is by
    default uniform, which pulls each question towards equal rates, and so 0/1 outcomes towards 1/2. mu and sigma are
    exact for that model, but the interval is no error bar for avg(R, w): use confidence.avg. lo and hi are mu -+ z
    sigma with the normal quantile z, clipped into the bounds.

    >>> bayes_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], bounds=(0, 1))
    (0.6428571428571429, 0.11845088536983571, 0.4106976735953825, 0.8750166121189032)
    """
    level, limits = probability(confidence), clip(bounds)
    return summary(*reward_moments(*graded_tally(R, w, R0)), level, limits)


def avg_ci(R: Outcomes, w: Rewards = None, confidence: Real = 0.95, bounds: Bounds = None) -> PosteriorSummary:
    """Return (a, sigma, lo, hi) of avg@N, with the a and the sigma that avg returns.

    It is the interval of bayes_ci, moved to the mean a and T/N times as wide. T is N plus the number of classes. lo and
    hi are a -+ z sigma, clipped into the bounds. For an error bar use confidence.avg.

    >>> avg_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], bounds=(0, 1))
    (0.7, 0.16583123951776998, 0.3749767430335355, 1.0)
    """
    level, limits = probability(confidence), clip(bounds)
    return summary(*reward_moments(*graded_tally(R, w), posterior=False), level, limits)


def max_at_k_ci(
    R: Outcomes, k: Index, w: Rewards = None, R0: Prior = None, confidence: Real = 0.95, bounds: Bounds = None
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Max@k, the best reward of k fresh trials; k may exceed N.

    This is a credible interval; for k = 1 it is that of bayes_ci. For k > 1 and bounds=None, it is clipped into
    [min(w), max(w)]. For an error bar use confidence.max_at_k.

    >>> max_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)
    """
    level, limits = probability(confidence), clip(bounds)
    outcomes, weights = graded_tally(R, w, R0)
    k = latent_draws(k)
    moments = best_moments(k, outcomes, weights)
    if k > 1 and limits is None:
        limits = nearest(min(weights[0]), weights[1]), nearest(max(weights[0]), weights[1])
    return summary(*moments, level, limits)
