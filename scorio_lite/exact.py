"""The metrics as exact Fractions, before eval rounds them to floats.

The names and arguments are those of eval. A point metric returns a Fraction. `bayes`, `avg` and NAME_moments return
(mean, variance). NAME_ci rounds these: mu is the mean, and sigma is the square root of the variance. Blends are
irrational and not here. The package's docstring describes the arguments. `spread` is what the intervals of confidence
are made of.

    >>> from scorio_lite import exact
    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
    >>> exact.pass_at_k(R, 2)
    Fraction(19, 20)
    >>> exact.pass_at_k_moments(R, 2)
    (Fraction(47, 56), Fraction(89, 9408))
"""

from __future__ import annotations

from . import _credit
from ._arguments import latent_draws, least_successes, prior
from ._credit import draws, mean_credit
from ._double import budget
from ._posterior import posteriors
from ._posterior.beta import credit_moments
from ._posterior.dirichlet import best_mean, best_moments, graded_tally, reward_moments
from ._votes import vote_tally
from .tally import tally_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any, Callable, Hashable, Iterable, SupportsIndex

    from ._arguments import Real
    from ._credit import Credit
    from ._double import Ratio
    from ._votes import VoteTally
    from .tally import Outcomes

    Moments = tuple[Fraction, Fraction]  # mean and variance

__all__ = [
    "auc_at_k", "auc_at_k_moments", "avg", "bayes", "cons_at_k", "g_pass_at_k", "g_pass_at_k_moments",
    "g_pass_at_k_tau", "g_pass_at_k_tau_moments", "maj_at_k", "maj_at_k_moments", "max_at_k", "max_at_k_moments",
    "mg_pass_at_k", "mg_pass_at_k_moments", "pass_at_k", "pass_at_k_moments", "pass_hat_k", "pass_hat_k_moments",
    "spread", "threshold_spectrum_at_k", "threshold_spectrum_at_k_moments", "unanimous_at_k", "unanimous_at_k_moments",
]  # fmt: skip
__dir__ = __all__.copy


def _fraction(n: int, d: int) -> Fraction:
    from fractions import Fraction

    bits = min(n.bit_length(), d.bit_length())
    budget("k, or R,", 1, bits, 64, steps=bits // 64)  # of finding what both have in common
    return Fraction(n, d)


def _pair(mean: Ratio, variance: Ratio) -> Moments:
    return _fraction(*mean), _fraction(*variance)


def _moments(R: Outcomes, k: SupportsIndex, credit: Callable[[int], Credit], alpha0: Real, beta0: Real,
             latent: bool = False) -> Moments:  # fmt: skip
    alpha, beta = prior(alpha0, "alpha0"), prior(beta0, "beta0")
    outcomes = tally_of(R)
    number = latent_draws(k) if latent else draws(k, outcomes)
    return _pair(*credit_moments(credit(number), posteriors(outcomes, alpha, beta)))


def bayes(R: Outcomes, w: Iterable[Real] | None = None, R0: Iterable[Any] | None = None) -> Moments:
    """Bayes@N: the posterior mean and variance of the mean reward; see eval.bayes."""
    return _pair(*reward_moments(*graded_tally(R, w, R0)))


def avg(R: Outcomes, w: Iterable[Real] | None = None) -> Moments:
    """avg@N: the mean reward of all trials, and its variance, the square of the sigma of eval.avg."""
    return _pair(*reward_moments(*graded_tally(R, w, needs_w=False), posterior=False))


def pass_at_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """Pass@k as a Fraction; see eval.pass_at_k."""
    return _fraction(*mean_credit(R, k, _credit.at_least_one))


def pass_hat_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """Pass^k, also called Unanimous@k or G-Pass@k, as a Fraction; see eval.pass_hat_k."""
    return _fraction(*mean_credit(R, k, _credit.unanimous))


unanimous_at_k = g_pass_at_k = pass_hat_k


def mg_pass_at_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """mG-Pass@k as a Fraction; see eval.mg_pass_at_k."""
    return _fraction(*mean_credit(R, k, _credit.mean_majority))


def maj_at_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """Maj@k as a Fraction; see eval.maj_at_k."""
    return _fraction(*mean_credit(R, k, _credit.majority))


def auc_at_k(R: Outcomes, k: SupportsIndex) -> Fraction:
    """AUC@K as a Fraction; see eval.auc_at_k."""
    return _fraction(*mean_credit(R, k, _credit.area))


def g_pass_at_k_tau(R: Outcomes, k: SupportsIndex, tau: Real) -> Fraction:
    """G-Pass@k_tau as a Fraction; see eval.g_pass_at_k_tau."""
    return _fraction(*mean_credit(R, k, lambda k: _credit.threshold(k, least_successes(k, tau))))


def threshold_spectrum_at_k(R: Outcomes, k: SupportsIndex, weights: Iterable[Real]) -> Fraction:
    """The threshold spectrum as a Fraction; see eval.threshold_spectrum_at_k."""
    return _fraction(*mean_credit(R, k, lambda k: _credit.spectrum(k, weights)))


def max_at_k(R: Outcomes, k: SupportsIndex, w: Iterable[Real] | None = None) -> Fraction:
    """Max@k as a Fraction; see eval.max_at_k."""
    return _fraction(*best_mean(k, *graded_tally(R, w)))


def cons_at_k(answers: VoteTally | Iterable[Any], R: Iterable[Any] | None = None,
              k: SupportsIndex | None = None) -> Fraction:  # fmt: skip
    """cons@k as a Fraction; see scorio_lite.cons_at_k."""
    from ._credit.plurality import mean_votes

    votes = vote_tally(answers, R)
    return _fraction(*mean_votes([draws(k, votes.outcomes)], votes.counts)[0])


def pass_at_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of 1 - (1-p)**k; see eval.pass_at_k_ci."""
    return _moments(R, k, _credit.at_least_one, alpha0, beta0)


def pass_hat_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of p**k; see eval.pass_hat_k_ci."""
    return _moments(R, k, _credit.unanimous, alpha0, beta0)


unanimous_at_k_moments = g_pass_at_k_moments = pass_hat_k_moments


def mg_pass_at_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of mG-Pass@k of k fresh trials; see eval.mg_pass_at_k_ci."""
    return _moments(R, k, _credit.mean_majority, alpha0, beta0)


def maj_at_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of the chance of more than k/2 successes; see eval.maj_at_k_ci."""
    return _moments(R, k, _credit.majority, alpha0, beta0)


def auc_at_k_moments(R: Outcomes, k: SupportsIndex, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of the area under 1 - (1-p)**i, i = 1..k; see eval.auc_at_k_ci."""
    return _moments(R, k, _credit.area, alpha0, beta0)


def g_pass_at_k_tau_moments(R: Outcomes, k: SupportsIndex, tau: Real, alpha0: Real = 1, beta0: Real = 1) -> Moments:
    """The posterior mean and variance of the chance that a share tau succeeds; see eval.g_pass_at_k_tau_ci."""
    return _moments(R, k, lambda k: _credit.threshold(k, least_successes(k, tau)), alpha0, beta0)


def threshold_spectrum_at_k_moments(R: Outcomes, k: SupportsIndex, weights: Iterable[Real], alpha0: Real = 1,
                                    beta0: Real = 1) -> Moments:  # fmt: skip
    """The posterior mean and variance of the threshold spectrum of k fresh trials. k may exceed N."""
    return _moments(R, k, lambda k: _credit.spectrum(k, weights), alpha0, beta0, True)


def max_at_k_moments(R: Outcomes, k: SupportsIndex, w: Iterable[Real] | None = None,
                     R0: Iterable[Any] | None = None) -> Moments:  # fmt: skip
    """The posterior mean and variance of the best of k fresh rewards; see eval.max_at_k_ci. k may exceed N."""
    outcomes, weights = graded_tally(R, w, R0)
    return _pair(*best_moments(latent_draws(k), outcomes, weights))


def spread(R: Outcomes | VoteTally, metric: str = "avg", k: SupportsIndex | None = None, *,
           w: Iterable[Real] | None = None, tau: Real | None = None, weights: Iterable[Real] | None = None,
           questions: str = "new",
           clusters: Iterable[Hashable] | None = None) -> tuple[Fraction, Fraction, Fraction, Fraction]:  # fmt: skip
    """(x, S, B, b): the value x of M questions, and what its interval in confidence is made of.

    S / M**2 estimates the variance of x. b = (x - low)(high - x), where the metric is from low to high, is the most
    that a question can vary, and B M b bounds what S estimates: B is 1, or with clusters the sum of the squares of
    their sizes over M, or for "these" questions the mean of k/N. The arguments are those of confidence.compare, for one
    model. Use it for another interval than that of confidence.

    >>> spread([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]], questions="these")
    (Fraction(8, 15), Fraction(7, 50), Fraction(1, 5), Fraction(56, 225))
    """
    from ._confidence import check_questions, metric_of, spread_of

    check_questions(questions)
    found = spread_of(R, metric_of(metric, k, w, tau, weights), questions, clusters)
    x, S, B, b = (_fraction(*ratio) for ratio in (found.x, found.S, found.B, found.b))
    return x, S, B, b
