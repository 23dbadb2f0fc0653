"""The metrics as exact Fractions, before eval rounds them to floats.

The names and arguments are those of eval; the package's docstring describes the arguments. A point metric returns a
Fraction. `bayes`, `avg` and the functions NAME_moments return (mean, variance). eval.NAME_ci rounds these: its mu is
the mean, and its sigma the square root of the variance. Blends are irrational, so they are not here. `spread` returns
the numbers from which confidence makes its intervals.

    >>> from scorio_lite import exact
    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
    >>> exact.pass_at_k(R, 2)
    Fraction(19, 20)
    >>> exact.pass_at_k_moments(R, 2)
    (Fraction(47, 56), Fraction(89, 9408))
"""

from __future__ import annotations

from ._arguments import is_scores, latent_draws, positive
from ._credit import area, at_least_one, draws, majority, mean_credit, mean_majority, reaching, spectrum, unanimous
from ._numbers import budget, over_limit
from ._posterior.beta import credit_moments, credit_posteriors
from ._posterior.dirichlet import best_moments, best_of, graded_tally, reward_moments
from ._votes import vote_tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any, Callable, Iterable, overload

    from ._credit import Credit
    from ._credit.metrics import MetricName
    from ._intervals import ClusterLabels, Data, NewOrThese
    from ._numbers import Index, Ratio, Real, Rewards
    from ._scores import Scores
    from ._votes import VoteTally
    from .tally import Outcomes, Prior

    ExactMoments = tuple[Fraction, Fraction]  # mean and variance

__all__ = [
    "auc_at_k",
    "auc_at_k_moments",
    "avg",
    "bayes",
    "best_of_k",
    "cons_at_k",
    "cost_per_solve",
    "evidence",
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
    "spread",
    "threshold_spectrum_at_k",
    "threshold_spectrum_at_k_moments",
    "unanimous_at_k",
    "unanimous_at_k_moments",
]
__dir__ = __all__.copy


def _fraction(n: int, d: int) -> Fraction:
    from fractions import Fraction

    bits = min(n.bit_length(), d.bit_length())
    budget("k, or R,", 1, bits, 64, steps=bits // 64)  # of a gcd
    return Fraction(n, d)


def _pair(mean: Ratio, variance: Ratio) -> ExactMoments:
    return _fraction(*mean), _fraction(*variance)


def _moments(
    R: Outcomes, k: Index, credit: Callable[[int], Credit], alpha0: Real, beta0: Real, latent: bool = False
) -> ExactMoments:
    alpha, beta = positive(alpha0, "alpha0"), positive(beta0, "beta0")
    return _pair(*credit_moments(*credit_posteriors(R, k, credit, alpha, beta, latent)))


def bayes(R: Outcomes, w: Rewards = None, R0: Prior = None) -> ExactMoments:
    """Return (mean, variance) of Bayes@N: the posterior of the mean reward; see eval.bayes."""
    return _pair(*reward_moments(*graded_tally(R, w, R0)))


if TYPE_CHECKING:

    @overload
    def avg(R: Scores, w: None = ...) -> Fraction: ...
    @overload
    def avg(R: Outcomes, w: Rewards = ...) -> ExactMoments: ...


def avg(R: Outcomes | Scores, w: Rewards = None) -> ExactMoments | Fraction:
    """Return (mean, variance) of avg@N: the mean reward of all trials, and the square of eval.avg's sigma.

    For Scores, return only the mean.
    """
    if is_scores(R):
        return _fraction(*best_of(R, 1, w))
    return _pair(*reward_moments(*graded_tally(R, w), posterior=False))  # type: ignore[arg-type]


def pass_at_k(R: Outcomes, k: Index) -> Fraction:
    """Return Pass@k as a Fraction; see eval.pass_at_k."""
    return _fraction(*mean_credit(R, k, at_least_one))


def pass_hat_k(R: Outcomes, k: Index) -> Fraction:
    """Return Pass^k as a Fraction; see eval.pass_hat_k."""
    return _fraction(*mean_credit(R, k, unanimous))


unanimous_at_k = g_pass_at_k = pass_hat_k


def mg_pass_at_k(R: Outcomes, k: Index) -> Fraction:
    """Return mG-Pass@k as a Fraction; see eval.mg_pass_at_k."""
    return _fraction(*mean_credit(R, k, mean_majority))


def maj_at_k(R: Outcomes, k: Index) -> Fraction:
    """Return Maj@k as a Fraction; see eval.maj_at_k."""
    return _fraction(*mean_credit(R, k, majority))


def auc_at_k(R: Outcomes, k: Index) -> Fraction:
    """Return AUC@k as a Fraction; see eval.auc_at_k."""
    return _fraction(*mean_credit(R, k, area))


def g_pass_at_k_tau(R: Outcomes, k: Index, tau: Real) -> Fraction:
    """Return G-Pass@k as a Fraction; see eval.g_pass_at_k_tau."""
    return _fraction(*mean_credit(R, k, reaching, tau))


def threshold_spectrum_at_k(R: Outcomes, k: Index, weights: Iterable[Real]) -> Fraction:
    """Return the threshold spectrum as a Fraction; see eval.threshold_spectrum_at_k."""
    return _fraction(*mean_credit(R, k, spectrum, weights))


def pass_at_k_moments(R: Outcomes, k: Index, alpha0: Real = 1, beta0: Real = 1) -> ExactMoments:
    """Return the posterior mean and variance of Pass@k of k fresh trials; see eval.pass_at_k_ci."""
    return _moments(R, k, at_least_one, alpha0, beta0)


def pass_hat_k_moments(R: Outcomes, k: Index, alpha0: Real = 1, beta0: Real = 1) -> ExactMoments:
    """Return the posterior mean and variance of Pass^k of k fresh trials; see eval.pass_hat_k_ci."""
    return _moments(R, k, unanimous, alpha0, beta0)


unanimous_at_k_moments = g_pass_at_k_moments = pass_hat_k_moments


def mg_pass_at_k_moments(R: Outcomes, k: Index, alpha0: Real = 1, beta0: Real = 1) -> ExactMoments:
    """Return the posterior mean and variance of mG-Pass@k of k fresh trials; see eval.mg_pass_at_k_ci."""
    return _moments(R, k, mean_majority, alpha0, beta0)


def maj_at_k_moments(R: Outcomes, k: Index, alpha0: Real = 1, beta0: Real = 1) -> ExactMoments:
    """Return the posterior mean and variance of Maj@k of k fresh trials; see eval.maj_at_k_ci."""
    return _moments(R, k, majority, alpha0, beta0)


def auc_at_k_moments(R: Outcomes, k: Index, alpha0: Real = 1, beta0: Real = 1) -> ExactMoments:
    """Return the posterior mean and variance of AUC@k of k fresh trials; see eval.auc_at_k_ci."""
    return _moments(R, k, area, alpha0, beta0)


def g_pass_at_k_tau_moments(R: Outcomes, k: Index, tau: Real, alpha0: Real = 1, beta0: Real = 1) -> ExactMoments:
    """Return the posterior mean and variance of G-Pass@k of k fresh trials; see eval.g_pass_at_k_tau_ci."""
    return _moments(R, k, lambda k: reaching(k, tau), alpha0, beta0)


def threshold_spectrum_at_k_moments(
    R: Outcomes, k: Index, weights: Iterable[Real], alpha0: Real = 1, beta0: Real = 1
) -> ExactMoments:
    """Return the posterior mean and variance of the threshold spectrum of k fresh trials; k may exceed N."""
    return _moments(R, k, lambda k: spectrum(k, weights), alpha0, beta0, True)


def max_at_k(R: Outcomes | Scores, k: Index, w: Rewards = None) -> Fraction:
    """Return Max@k as a Fraction; see eval.max_at_k."""
    return _fraction(*best_of(R, k, w))


def cons_at_k(answers: VoteTally | Iterable[Any], R: Iterable[Any] | None = None, k: Index | None = None) -> Fraction:
    """Return cons@k as a Fraction; see scorio_lite.cons_at_k."""
    from ._credit.plurality import mean_votes

    votes = vote_tally(answers, R)
    return _fraction(*mean_votes([draws(k, votes.outcomes)], votes.counts)[0])


def best_of_k(R: Outcomes | Scores, S: Iterable[Any], k: Index, w: Rewards = None, *, ragged: bool = False) -> Fraction:
    """Return best-of-k, what a selector picks, as a Fraction; see scorio_lite.best_of_k."""
    from ._credit.selected import mean_picked

    return _fraction(*mean_picked(R, S, k, w, ragged))


def max_at_k_moments(R: Outcomes, k: Index, w: Rewards = None, R0: Prior = None) -> ExactMoments:
    """Return the posterior mean and variance of the best of k fresh rewards; see eval.max_at_k_ci. k may exceed N."""
    outcomes, weights = graded_tally(R, w, R0)
    return _pair(*best_moments(latent_draws(k), outcomes, weights))


def spread(
    R: Data,
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return (x, S, B, b): the value x of M questions, and three numbers from which confidence makes its interval.

    S / M**2 estimates the variance of x, which is at most B b / M. Here b = (x - low)(high - x) is the greatest
    variance that the value of a question can have, if it is between low and high. B is usually 1. With clusters, B is
    the sum of the squares of their sizes, divided by M. For "these" questions, B is the largest k/N. The arguments are
    those of confidence.compare, for one model. With these numbers you can make an interval of another kind.

    >>> spread([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]], questions="these")
    (Fraction(8, 15), Fraction(7, 50), Fraction(1, 5), Fraction(56, 225))
    """
    from ._intervals import Asked, spread_of

    found = spread_of(R, Asked(metric, k, 0.95, questions, clusters, ragged, w, tau, weights))
    x, S, B, b = (_fraction(*ratio) for ratio in (found.x, found.squares, found.largest_effect, found.most_variance))
    return x, S, B, b


def evidence(
    R_a: Data,
    R_b: Data,
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    questions: NewOrThese = "new",
    ragged: bool = False,
) -> Fraction:
    """Return the evidence that two models are not equally good, as a Fraction; see confidence.evidence."""
    from ._intervals import Asked
    from ._intervals.anytime import AnytimeBoard
    from ._intervals.evidence import exact_evidence

    asked = Asked(metric, k, 0.95, questions, None, ragged, w, tau, weights)
    found = exact_evidence(AnytimeBoard((R_a, R_b), asked, ("R_a", "R_b")).evidence(0, 1)[0], 1, 2)
    if not found:
        raise over_limit("R_a", "the Fraction takes more than a few seconds; confidence.evidence rounds it sooner")
    return _fraction(*found)


def cost_per_solve(C: Any, R: Any, *, w: Rewards = None, ragged: bool = False) -> Fraction:
    """Return the mean cost of the questions over their mean outcome, as a Fraction; see confidence.cost_per_solve.

    >>> cost_per_solve([[3, 1], [5, 4]], [[0, 1], [0, 0]])
    Fraction(13, 1)
    """
    from ._intervals import Asked
    from ._intervals.costs import mean_cost

    return _fraction(*mean_cost(C, R, Asked("avg", ragged=ragged, w=w)))
