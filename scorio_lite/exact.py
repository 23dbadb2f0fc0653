"""The metrics as exact Fractions: what eval rounds, before it is rounded.

The names and arguments are those of eval. A point metric gives a Fraction; `bayes` and `avg` give (mean, variance), and
so does NAME_moments for the posterior that NAME_ci summarizes: its mu is the mean and its sigma the square root of the
variance, each to the nearest double. Blends with powers are irrational, and not here.

R, k, w and R0 are described in the package's docstring; alpha0 and beta0 are the prior of the success rate.
"""

from __future__ import annotations

from . import _credit
from ._arguments import latent_draws, least_successes
from ._credit import draws, mean_credit
from ._double import budget
from ._posterior.beta import credit_moments, posteriors_of
from ._posterior.dirichlet import best_mean, best_moments, graded_tally, reward_moments
from .tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any, Callable, Iterable, SupportsIndex

    from ._arguments import Real
    from ._credit import Credit
    from ._double import Ratio
    from .tally import Outcomes

    Moments = tuple[Fraction, Fraction]  # mean and variance

__all__ = [
    "auc_at_k",
    "auc_at_k_moments",
    "avg",
    "bayes",
    "g_pass_at_k",
    "g_pass_at_k_moments",
    "g_pass_at_k_tau",
    "g_pass_at_k_tau_moments",
    "maj_at_k",
    "maj_at_k_moments",
    "max_at_k",
    "max_at_k_moments",
    "mg_pass_at_k",
    "mg_pass_at_k_moments",
    "pass_at_k",
    "pass_at_k_moments",
    "pass_hat_k",
    "pass_hat_k_moments",
    "threshold_spectrum_at_k",
    "threshold_spectrum_at_k_moments",
    "unanimous_at_k",
    "unanimous_at_k_moments",
]


def _fraction(n: int, d: int) -> Fraction:
    from fractions import Fraction

    bits = min(n.bit_length(), d.bit_length())
    budget("k, or R,", 1, bits, 64, steps=bits // 64)  # of finding what both have in common
    return Fraction(n, d)


def _pair(mean: Ratio, variance: Ratio) -> Moments:
    return _fraction(*mean), _fraction(*variance)


def _moments(
    R: Outcomes,
    k: SupportsIndex,
    credit: Callable[[int], Credit],
    alpha0: Real,
    beta0: Real,
    latent: bool = False,
) -> Moments:
    outcomes = tally(R)
    number = latent_draws(k) if latent else draws(k, outcomes)
    return _pair(*credit_moments(credit(number), posteriors_of(outcomes, alpha0, beta0)))


def bayes(R: Outcomes, w: Iterable[Real] | None = None, R0: Iterable[Any] | None = None) -> Moments:
    """Bayes@N: the posterior mean and variance of the mean reward.

    >>> bayes([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], [0, 0.5, 1])
    (Fraction(9, 16), Fraction(13, 1536))
    """
    return _pair(*reward_moments(*graded_tally(R, w, R0)))


def avg(R: Outcomes, w: Iterable[Real] | None = None) -> Moments:
    """avg@N: the mean reward of all trials, and the variance that goes with it.

    >>> avg([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]])
    (Fraction(7, 10), Fraction(11, 400))
    """
    return _pair(*reward_moments(*graded_tally(R, w, needs_w=False), posterior=False))


def pass_at_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """Pass@k: at least one of k trials succeeds.

    >>> pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    Fraction(19, 20)
    """
    return _fraction(*mean_credit(R, k, _credit.at_least_one))


def pass_hat_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """Pass^k, also Unanimous@k and G-Pass@k: all of k trials succeed.

    >>> pass_hat_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    Fraction(9, 20)
    """
    return _fraction(*mean_credit(R, k, _credit.unanimous))


unanimous_at_k = g_pass_at_k = pass_hat_k


def mg_pass_at_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """mG-Pass@k: X successes among k trials earn (2/k) max(X - ceil(k/2), 0).

    >>> mg_pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    Fraction(1, 6)
    """
    return _fraction(*mean_credit(R, k, _credit.mean_majority))


def maj_at_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """Maj@k: more than half of k trials succeed.

    >>> maj_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    Fraction(17, 20)
    """
    return _fraction(*mean_credit(R, k, _credit.majority))


def auc_at_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """AUC@K: the area under Pass@1..Pass@k, divided by k - 1.

    >>> auc_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    Fraction(9, 10)
    """
    return _fraction(*mean_credit(R, k, _credit.area))


def g_pass_at_k_tau(R: Outcomes, k: SupportsIndex, tau: Real) -> Fraction:
    """G-Pass@k_tau: at least a share tau of k trials succeeds.

    >>> g_pass_at_k_tau([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    Fraction(19, 20)
    """
    return _fraction(*mean_credit(R, k, lambda k: _credit.threshold(k, least_successes(k, tau))))


def threshold_spectrum_at_k(R: Outcomes, k: SupportsIndex, weights: Iterable[Real]) -> Fraction:
    """The threshold spectrum: X successes among k trials earn w_1 + ... + w_X.

    >>> threshold_spectrum_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    Fraction(7, 10)
    """
    return _fraction(*mean_credit(R, k, lambda k: _credit.spectrum(k, weights)))


def max_at_k(R: Outcomes, k: SupportsIndex, w: Iterable[Real] | None = None) -> Fraction:
    """Max@k: the mean of the best reward among k trials.

    >>> max_at_k([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], 2, [0, 0.5, 1])
    Fraction(17, 20)
    """
    return _fraction(*best_mean(k, *graded_tally(R, w)))


def pass_at_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of 1 - (1-p)**k.

    >>> pass_at_k_moments([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (Fraction(47, 56), Fraction(89, 9408))
    """
    return _moments(R, k, _credit.at_least_one, alpha0, beta0)


def pass_hat_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of p**k.

    >>> pass_hat_k_moments([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (Fraction(25, 56), Fraction(67, 3136))
    """
    return _moments(R, k, _credit.unanimous, alpha0, beta0)


unanimous_at_k_moments = g_pass_at_k_moments = pass_hat_k_moments


def mg_pass_at_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of mG-Pass@k among k fresh trials.

    >>> mg_pass_at_k_moments([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (Fraction(55, 252), Fraction(6821, 698544))
    """
    return _moments(R, k, _credit.mean_majority, alpha0, beta0)


def maj_at_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of the chance that more than half of k fresh trials succeed.

    >>> maj_at_k_moments([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (Fraction(115, 168), Fraction(7169, 310464))
    """
    return _moments(R, k, _credit.majority, alpha0, beta0)


def auc_at_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of AUC@K, the area under 1 - (1-p)**i.

    >>> auc_at_k_moments([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (Fraction(17, 21), Fraction(5611, 620928))
    """
    return _moments(R, k, _credit.area, alpha0, beta0)


def g_pass_at_k_tau_moments(R: Outcomes, k: SupportsIndex, tau: Real, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of the chance that at least a share tau of k fresh trials succeeds.

    >>> g_pass_at_k_tau_moments([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    (Fraction(47, 56), Fraction(89, 9408))
    """
    return _moments(R, k, lambda k: _credit.threshold(k, least_successes(k, tau)), alpha0, beta0)


def threshold_spectrum_at_k_moments(
    R: Outcomes, k: SupportsIndex, weights: Iterable[Real], alpha0: Real = 1, beta0: Real = 1
) -> Moments:
    """The posterior mean and variance of the threshold spectrum of k fresh trials; k may exceed N.

    >>> threshold_spectrum_at_k_moments([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    (Fraction(9, 14), Fraction(11, 784))
    """
    return _moments(R, k, lambda k: _credit.spectrum(k, weights), alpha0, beta0, True)


def max_at_k_moments(
    R: Outcomes, k: SupportsIndex, w: Iterable[Real] | None = None, R0: Iterable[Any] | None = None
) -> Moments:
    """The posterior mean and variance of the best of k fresh rewards; k may exceed N.

    >>> max_at_k_moments([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], 2, [0, 0.5, 1])
    (Fraction(3, 4), Fraction(41, 5280))
    """
    outcomes, weights = graded_tally(R, w, R0)
    return _pair(*best_moments(latent_draws(k), outcomes, weights))
