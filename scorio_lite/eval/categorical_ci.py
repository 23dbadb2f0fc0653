"""Credible intervals of the metrics of graded outcomes. The sources are those of categorical.py."""

from __future__ import annotations

from .._arguments import clip, latent_draws, probability
from .._double import nearest
from .._double.intervals import summary
from .._posterior.dirichlet import best_moments, graded_tally, reward_moments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, SupportsIndex

    from .._arguments import Bounds, Real
    from ..tally import Outcomes


def bayes_ci(
    R: Outcomes,
    w: Iterable[Real] | None = None,
    R0: Iterable[Any] | None = None,
    confidence: Real = 0.95,
    bounds: Bounds | None = None,
) -> tuple[float, float, float, float]:
    """Bayes@N with its credible interval: (mu, sigma, lo, hi), see bayes.

    >>> bayes_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], bounds=(0, 1))
    (0.6428571428571429, 0.11845088536983571, 0.4106976735953825, 0.8750166121189032)
    """
    level, limits = probability(confidence), clip(bounds)
    return summary(*reward_moments(*graded_tally(R, w, R0)), level, limits)


def avg_ci(
    R: Outcomes,
    w: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    bounds: Bounds | None = None,
) -> tuple[float, float, float, float]:
    """avg@N with its interval: (a, sigma, lo, hi), see avg.

    >>> avg_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], bounds=(0, 1))
    (0.7, 0.16583123951776998, 0.3749767430335355, 1.0)
    """
    level, limits = probability(confidence), clip(bounds)
    return summary(*reward_moments(*graded_tally(R, w, needs_w=False), posterior=False), level, limits)


def max_at_k_ci(
    R: Outcomes,
    k: SupportsIndex,
    w: Iterable[Real] | None = None,
    R0: Iterable[Any] | None = None,
    confidence: Real = 0.95,
    bounds: Bounds | None = None,
) -> tuple[float, float, float, float]:
    """Max@k with its credible interval: (mu, sigma, lo, hi) of the best of k fresh rewards, k >= 1.

    The posterior is that of bayes; for k = 1 this is bayes_ci. For k > 1 the interval is clipped into
    [min(w), max(w)] if there are no bounds.

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
