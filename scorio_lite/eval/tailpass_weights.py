"""Weights of the thresholds 1/k, ..., k/k for `linear` of a TailPassProfile: what reaching each threshold is worth.

Each weight is the double nearest to its formula, so the sum of the weights may be off 1 by about 1e-16.

Source: Hariri, Hinczewski, Ayday and Chaudhary 2026, Success Has a Shape: TailPass@k for Repeated Sampling Evaluation.
"""

from __future__ import annotations

from .._arguments import exact_numbers, integer, items_of, latent_draws, positive, probability, shown
from .._numbers import budget, nearest
from .._numbers.families import beta_steps, exponential_steps, power_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .._numbers import Index, Real

    Weighed = tuple[float, ...]

__all__ = [
    "beta_weights",
    "discovery_weights",
    "maxent_weights",
    "moment_weights",
    "payoff_weights",
    "stability_weights",
    "threshold_weights",
    "uniform_weights",
]
__dir__ = __all__.copy


def uniform_weights(k: Index) -> Weighed:
    """Return the weight 1/k for each of k thresholds. With these, `linear` gives the mean rate of success.

    >>> uniform_weights(4)
    (0.25, 0.25, 0.25, 0.25)
    """
    number = _budget(k)
    return (nearest(1, number),) * number


def threshold_weights(k: Index, threshold: Index) -> Weighed:
    """Return 1 for the threshold that needs `threshold` successes, from 1 to k, and 0 for the other thresholds.

    >>> threshold_weights(4, 3)
    (0.0, 0.0, 1.0, 0.0)
    """
    number, t = _budget(k), integer(threshold, "threshold")
    if not 1 <= t <= number:
        raise ValueError(f"threshold must satisfy 1 <= threshold <= k (k={number}); got {shown(t)}")
    return tuple([float(j == t) for j in range(1, number + 1)])


def discovery_weights(k: Index) -> Weighed:
    """Return 1 for the first threshold, 1/k, and 0 for the others. With these, `linear` gives Pass@k.

    >>> discovery_weights(4)
    (1.0, 0.0, 0.0, 0.0)
    """
    return threshold_weights(k, 1)


def stability_weights(k: Index) -> Weighed:
    """Return 1 for the last threshold, k/k, and 0 for the others. With these, `linear` gives Pass^k.

    >>> stability_weights(4)
    (0.0, 0.0, 0.0, 1.0)
    """
    return threshold_weights(k, _budget(k))


def moment_weights(k: Index, lam: Real) -> Weighed:
    """Return (t/k)**lam - ((t-1)/k)**lam for t = 1..k, lam > 0. With these, `linear` gives moment(lam) of 0/1 outcomes.

    >>> moment_weights(4, 2)
    (0.0625, 0.1875, 0.3125, 0.4375)
    """
    return tuple(power_steps(_budget(k), positive(lam, "lam")))


def beta_weights(k: Index, theta: Real, kappa: Real) -> Weighed:
    """Return the chances of X in ((t-1)/k, t/k] for t = 1..k, where X ~ Beta(theta kappa, (1 - theta) kappa).

    X has the mean theta in (0, 1) and the concentration kappa > 0.

    >>> beta_weights(4, 0.5, 4)
    (0.15625, 0.34375, 0.34375, 0.15625)
    """
    mean = probability(theta, "theta", "in (0, 1)")
    return tuple(beta_steps(_budget(k), mean, positive(kappa, "kappa")))


def maxent_weights(k: Index, mean_threshold: Real) -> Weighed:
    """Return the chances of X in ((t-1)/k, t/k] for t = 1..k, where X in [0, 1] has this mean and the greatest entropy.

    The mean is in (0, 1). The density is proportional to exp(s x), with the s that gives this mean. For the
    mean 1/2 it is uniform.

    >>> maxent_weights(4, 0.5)
    (0.25, 0.25, 0.25, 0.25)
    """
    return tuple(exponential_steps(_budget(k), probability(mean_threshold, "mean_threshold", "in (0, 1)")))


def payoff_weights(payoff: Iterable[Real]) -> Weighed:
    """Return u_t - u_(t-1) for t = 1..k, where u_t is what t of k successes are worth.

    `payoff` has u_0 = 0 <= u_1 <= ... <= u_k = 1.

    >>> payoff_weights([0, 0.5, 0.75, 1])
    (0.5, 0.25, 0.25)
    """
    numerators, d = exact_numbers(items_of(payoff, "payoff", "a sequence of real numbers, u_0 to u_k"), "payoff")
    if len(numerators) < 2 or numerators[0] or numerators[-1] != d:
        raise ValueError("payoff must have two numbers or more, from 0 to 1")
    steps = [b - a for a, b in zip(numerators, numerators[1:])]
    if min(steps) < 0:
        t = next(t for t, step in enumerate(steps, 1) if step < 0)
        raise ValueError(f"payoff must not fall; payoff[{t}] is less than payoff[{t - 1}]")
    return tuple([nearest(step, d) for step in steps])


def _budget(k: Index) -> int:
    number = latent_draws(k)
    budget("k", number, 64)
    return number
