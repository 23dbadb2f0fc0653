"""The metrics as exact Fractions, before eval rounds them to floats.

The names and arguments are those of eval; the package's docstring describes the arguments. A metric returns a Fraction;
`bayes` returns (mean, variance). Blends are irrational, so they are not here.

    >>> from scorio_lite import exact
    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
    >>> exact.pass_at_k(R, 2)
    Fraction(19, 20)
"""

from __future__ import annotations

from ._credit import at_least_one, draws, mean_credit, unanimous
from ._credit.graded import best_mean, graded_tally
from ._credit.steps import area, majority, mean_majority, reaching, spectrum
from ._numbers import affordable, fraction
from ._posterior.dirichlet import reward_moments
from ._votes import vote_tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any, Callable, Iterable

    from ._scores import Scores
    from ._types import ExactMoments, Index, Outcomes, Prior, Real, Rewards
    from ._votes import VoteTally

__all__ = ["auc_at_k", "avg", "bayes", "best_of_k", "cons_at_k", "cost_per_solve", "g_pass_at_k", "g_pass_at_k_tau"]
__all__ += ["maj_at_k", "max_at_k", "mg_pass_at_k", "pass_at_k", "pass_hat_k", "threshold_spectrum_at_k"]
__all__ += ["unanimous_at_k"]
__dir__: Callable[[], list[str]] = __all__.copy


def _fraction(n: int, d: int) -> Fraction:
    bits = min(n.bit_length(), d.bit_length())
    affordable("k, or R,", bits // 256, bits)  # a Fraction takes a gcd
    return fraction(n, d)


def bayes(R: Outcomes, w: Rewards = None, R0: Prior = None) -> ExactMoments:
    """Return Bayes@N, the posterior mean and variance of the mean reward, as Fractions; see eval.bayes."""
    mean, variance = reward_moments(*graded_tally(R, w, R0))
    return _fraction(*mean), _fraction(*variance)


def avg(R: Outcomes | Scores, w: Rewards = None) -> Fraction:
    """Return avg@N, the mean over questions of the mean reward, as a Fraction; see eval.avg. R may be Scores."""
    return _fraction(*best_mean(R, 1, w))


def pass_at_k(R: Outcomes, k: Index) -> Fraction:
    """Return Pass@k as a Fraction; see eval.pass_at_k."""
    return _fraction(*mean_credit(R, k, at_least_one))


def pass_hat_k(R: Outcomes, k: Index) -> Fraction:
    """Return Pass^k as a Fraction; see eval.pass_hat_k."""
    return _fraction(*mean_credit(R, k, unanimous))


unanimous_at_k = pass_hat_k
g_pass_at_k = pass_hat_k


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
    """Return G-Pass@k_tau as a Fraction; see eval.g_pass_at_k_tau."""
    return _fraction(*mean_credit(R, k, reaching, tau))


def threshold_spectrum_at_k(R: Outcomes, k: Index, weights: Iterable[Real]) -> Fraction:
    """Return the threshold spectrum as a Fraction; see eval.threshold_spectrum_at_k."""
    return _fraction(*mean_credit(R, k, spectrum, weights))


def max_at_k(R: Outcomes | Scores, k: Index, w: Rewards = None) -> Fraction:
    """Return Max@k as a Fraction; see eval.max_at_k."""
    return _fraction(*best_mean(R, k, w))


def cons_at_k(answers: VoteTally | Iterable[Any], R: Iterable[Any] | None = None, k: Index | None = None) -> Fraction:
    """Return cons@k as a Fraction; see scorio_lite.cons_at_k."""
    from ._credit.votes import mean_votes

    votes = vote_tally(answers, R)
    return _fraction(*mean_votes([draws(k, votes.lengths())], votes.counts)[0])


def best_of_k(R: Outcomes | Scores, S: Iterable[Any], k: Index, w: Rewards = None, *, ragged: bool = False) -> Fraction:
    """Return best-of-k, the mean reward of a selector, as a Fraction; see scorio_lite.best_of_k."""
    from ._credit.selected import mean_picked

    return _fraction(*mean_picked(R, S, k, w, ragged))


def cost_per_solve(C: Any, R: Any, *, w: Rewards = None, ragged: bool = False) -> Fraction:
    """Return the mean cost divided by the mean outcome, as a Fraction; see confidence.cost_per_solve.

    Refuse an R without a success.

    >>> cost_per_solve([[3, 1], [5, 4]], [[0, 1], [0, 0]])
    Fraction(13, 1)
    """
    from ._intervals import Asked
    from ._intervals.costs import mean_cost

    return _fraction(*mean_cost(C, R, Asked("avg", ragged=ragged, w=w)))
