"""Metrics of graded outcomes: a trial of class j, from 0 to C, earns w_j.

Sources: Bayes@N and avg@N, Hariri et al. 2026, arXiv:2510.04265; Max@k, Bagirov et al. 2025, arXiv:2510.23393.
"""

from __future__ import annotations

from .._credit.graded import best_mean, graded_tally
from .._numbers import nearest, nearest_sqrt
from .._posterior.dirichlet import reward_moments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._scores import Scores
    from .._types import Index, Outcomes, Prior, Rewards


def bayes(R: Outcomes, w: Rewards = None, R0: Prior = None) -> tuple[float, float]:
    """Return (mu, sigma) of Bayes@N: the posterior mean and standard deviation of the mean reward (Hariri et al. 2026).

    Each question's rates of the classes 0..C have a uniform Dirichlet prior. Its row of R0 adds D prior outcomes. Let T
    = 1 + C + D + N, and p_j = (1 + the count of class j) / T. mu is the mean over M questions of sum(p_j * w_j).
    sigma**2 is the sum over them of (sum(p_j * w_j**2) - sum(p_j * w_j)**2), divided by M**2 * (T + 1).

    >>> bayes([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], [0.0, 0.5, 1.0], [[0, 2], [1, 2]])
    (0.575, 0.08427498280790525)
    """
    mean, variance = reward_moments(*graded_tally(R, w, R0))
    return nearest(*mean), nearest_sqrt(*variance)


def avg(R: Outcomes, w: Rewards = None) -> tuple[float, float]:
    """Return (a, sigma) of avg@N: the mean over questions of the mean reward, and its uncertainty (Hariri et al. 2026).

    sigma is T/N times the sigma of bayes without prior outcomes. T is N plus the number of classes. If questions
    differ in N, each has its own T/N.

    >>> avg([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]])
    (0.7, 0.16583123951776998)
    """
    mean, variance = reward_moments(*graded_tally(R, w), posterior=False)
    return nearest(*mean), nearest_sqrt(*variance)


def max_at_k(R: Outcomes | Scores, k: Index, w: Rewards = None) -> float:
    """Return Max@k, the best reward among k trials drawn from each question's N, on average (Bagirov et al. 2025).

    If g_1 <= ... <= g_N are a question's rewards, its value is the sum over i = k..N of C(i-1, k-1) * g_i / C(N, k).
    For 0/1 outcomes this is Pass@k. R may be Scores: then the scores are the rewards.

    >>> max_at_k([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], 2, w=[0.0, 0.5, 1.0])
    0.85
    """
    return nearest(*best_mean(R, k, w))
