"""Metrics of graded outcomes: class j of 0..C earns w_j.

Sources: Bayes@N and avg@N, Hariri et al. 2026, arXiv:2510.04265; Max@k, Bagirov et al. 2025, arXiv:2510.23393.
"""

from __future__ import annotations

from .._arguments import class_weights, confidence_level, draws, interval_bounds, latent_draws
from .._rewards import best_moments, observed_moments, reward_moments
from .._rounding import nearest, nearest_sqrt
from .._subsets import best_mean
from ..tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .._arguments import Interval, Weights
    from .._values import Real
    from ..tally import Outcomes, Tally

_NEEDS_W = ", or the weight vector 'w' must be provided"


def _read(
    R: Outcomes, w: Iterable[Real] | None, R0: Iterable[Any] | None = None, hint: str = _NEEDS_W
) -> tuple[Tally, Weights]:
    weights = class_weights(w)
    return tally(R, len(weights[0]) - 1, hint if w is None else "", R0), weights


def bayes(R: Outcomes, w: Iterable[Real] | None = None, R0: Iterable[Any] | None = None) -> tuple[float, float]:
    """Bayes@N: (mu, sigma), the posterior mean and standard deviation of the mean reward (Hariri et al. 2026).

    Each question's class rates have a uniform Dirichlet prior, to which its row of R0 adds D prior outcomes. With
    T = 1 + C + D + N and p_j = (1 + the count of class j) / T, mu is the mean over questions of sum(p_j w_j), and
    sigma**2 the sum over questions of (sum(p_j w_j**2) - sum(p_j w_j)**2) / (M**2 (T + 1)).

    >>> bayes([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], [0.0, 0.5, 1.0], [[0, 2], [1, 2]])
    (0.575, 0.08427498280790525)
    """
    mean, variance = reward_moments(*_read(R, w, R0))
    return nearest(*mean), nearest_sqrt(*variance)


def bayes_ci(
    R: Outcomes,
    w: Iterable[Real] | None = None,
    R0: Iterable[Any] | None = None,
    confidence: Real = 0.95,
    bounds: Interval | None = None,
) -> tuple[float, float, float, float]:
    """Bayes@N with its credible interval: (mu, sigma, lo, hi), see bayes.

    >>> bayes_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], bounds=(0, 1))
    (0.6428571428571429, 0.11845088536983571, 0.4106976735953825, 0.8750166121189032)
    """
    from .._interval import summary

    level, clip = confidence_level(confidence), interval_bounds(bounds)
    return summary(*reward_moments(*_read(R, w, R0)), level, clip)


def avg(R: Outcomes, w: Iterable[Real] | None = None) -> tuple[float, float]:
    """avg@N: (a, sigma), the mean reward of all trials and its uncertainty (Hariri et al. 2026).

    sigma is that of bayes without prior outcomes, rescaled: T/N times it, with T = 1 + C + N.

    >>> avg([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]])
    (0.7, 0.16583123951776998)
    """
    mean, variance = observed_moments(*_read(R, w, hint=""))
    return nearest(*mean), nearest_sqrt(*variance)


def avg_ci(
    R: Outcomes,
    w: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    bounds: Interval | None = None,
) -> tuple[float, float, float, float]:
    """avg@N with its interval: (a, sigma, lo, hi), see avg.

    >>> avg_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], bounds=(0, 1))
    (0.7, 0.16583123951776998, 0.3749767430335355, 1.0)
    """
    from .._interval import summary

    level, clip = confidence_level(confidence), interval_bounds(bounds)
    return summary(*observed_moments(*_read(R, w, hint="")), level, clip)


def max_at_k(R: Outcomes, k: int, w: Iterable[Real] | None = None) -> float:
    """Max@k: the mean of the best reward among k trials drawn from each question's N (Bagirov et al. 2025).

    With the rewards of a question sorted ascending, sum over i = k..N of C(i-1, k-1) g_(i) / C(N, k). For 0/1 outcomes
    it is Pass@k.

    >>> max_at_k([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], 2, w=[0.0, 0.5, 1.0])
    0.85
    """
    outcomes, weights = _read(R, w)
    return nearest(*best_mean(draws(k, outcomes.shortest), outcomes, weights))


def max_at_k_ci(
    R: Outcomes,
    k: int,
    w: Iterable[Real] | None = None,
    R0: Iterable[Any] | None = None,
    confidence: Real = 0.95,
    bounds: Interval | None = None,
) -> tuple[float, float, float, float]:
    """Max@k with its credible interval: (mu, sigma, lo, hi) of the best of k fresh rewards, k >= 1.

    The posterior is that of bayes; for k = 1 this is bayes_ci. For k > 1 the interval is clipped into
    [min(w), max(w)] if there are no bounds.

    >>> max_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)
    """
    from .._interval import summary

    level, clip = confidence_level(confidence), interval_bounds(bounds)
    outcomes, weights = _read(R, w, R0)
    k = latent_draws(k)
    if k > 1 and clip is None:
        clip = nearest(min(weights[0]), weights[1]), nearest(max(weights[0]), weights[1])
    return summary(*best_moments(k, outcomes, weights), level, clip)
