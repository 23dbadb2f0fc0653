"""Credible intervals of Pass@k and Pass^k, for k fresh trials; sources in binary.py."""

from __future__ import annotations

from .._credit import at_least_one, unanimous
from .._posterior.beta import credit_interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._types import Bounds, Index, Outcomes, PosteriorSummary, Real


def pass_at_k_ci(
    R: Outcomes, k: Index, confidence: Real = 0.95, bounds: Bounds = (0.0, 1.0), alpha0: Real = 1.0, beta0: Real = 1.0
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Pass@k of k fresh trials.

    This is a credible interval under an independent Beta(alpha0, beta0) prior on each question's rate p. The prior is
    by default uniform, which pulls each question towards 1/2. The interval is exact for that model, but it is no error
    bar for pass_at_k(R, k): use confidence.pass_at_k for that.

    After s successes in N trials, p ~ Beta(alpha0 + s, beta0 + N - s), and at least one of k fresh trials succeeds with
    the chance 1 - (1-p)**k. mu is the mean over questions of the posterior mean of this chance. sigma**2 is the sum
    over questions of its posterior variance, divided by M**2. lo and hi are mu -+ z sigma with the normal quantile z,
    clipped into the bounds.

    >>> pass_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)
    """
    return credit_interval(R, k, at_least_one, confidence, bounds, alpha0, beta0)


def pass_hat_k_ci(
    R: Outcomes, k: Index, confidence: Real = 0.95, bounds: Bounds = (0.0, 1.0), alpha0: Real = 1.0, beta0: Real = 1.0
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Pass^k, a credible interval; see pass_at_k_ci.

    For an error bar use confidence.pass_hat_k.

    >>> pass_hat_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.44642857142857145, 0.1461670137834366, 0.15994648868526604, 0.7329106541718768)
    """
    return credit_interval(R, k, unanimous, confidence, bounds, alpha0, beta0)


unanimous_at_k_ci = pass_hat_k_ci
g_pass_at_k_ci = pass_hat_k_ci
