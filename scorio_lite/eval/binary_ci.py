"""Credible intervals of the metrics of 0/1 outcomes: what k fresh trials earn under each question's Beta posterior.

The sources are those of binary.py.
"""

from __future__ import annotations

from .. import _credit
from .._arguments import least_successes
from .._posterior.beta import credit_interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, SupportsIndex

    from .._arguments import Bounds, Real
    from ..tally import Outcomes


def pass_at_k_ci(
    R: Outcomes,
    k: SupportsIndex,
    confidence: Real = 0.95,
    bounds: Bounds | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """Pass@k with its credible interval: (mu, sigma, lo, hi).

    k fresh trials of a question succeed at least once with the chance 1 - (1-p)**k, p ~ Beta(alpha0 + s, beta0 + N -
    s). mu is the mean over questions of its posterior means, sigma**2 the sum of its posterior variances over M**2,
    and lo, hi are mu -+ z sigma, clipped into the bounds.

    >>> pass_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)
    """
    return credit_interval(R, k, _credit.at_least_one, confidence, bounds, alpha0, beta0)


def pass_hat_k_ci(
    R: Outcomes,
    k: SupportsIndex,
    confidence: Real = 0.95,
    bounds: Bounds | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """Pass^k with its credible interval, as in pass_at_k_ci, of p**k.

    >>> pass_hat_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.44642857142857145, 0.1461670137834366, 0.15994648868526604, 0.7329106541718768)
    """
    return credit_interval(R, k, _credit.unanimous, confidence, bounds, alpha0, beta0)


unanimous_at_k_ci = pass_hat_k_ci


def g_pass_at_k_ci(
    R: Outcomes,
    k: SupportsIndex,
    confidence: Real = 0.95,
    bounds: Bounds | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """G-Pass@k with its credible interval: pass_hat_k_ci under the literature's other name.

    >>> g_pass_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.44642857142857145, 0.1461670137834366, 0.15994648868526604, 0.7329106541718768)
    """
    return pass_hat_k_ci(R, k, confidence, bounds, alpha0, beta0)


def g_pass_at_k_tau_ci(
    R: Outcomes,
    k: SupportsIndex,
    tau: Real,
    confidence: Real = 0.95,
    bounds: Bounds | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """G-Pass@k_tau with its credible interval, as in pass_at_k_ci, of the chance of enough successes.

    >>> g_pass_at_k_tau_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)
    """
    return credit_interval(
        R, k, lambda k: _credit.threshold(k, least_successes(k, tau)), confidence, bounds, alpha0, beta0
    )


def mg_pass_at_k_ci(
    R: Outcomes,
    k: SupportsIndex,
    confidence: Real = 0.95,
    bounds: Bounds | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """mG-Pass@k with its credible interval, as in pass_at_k_ci; all zeros for k = 1.

    >>> mg_pass_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.21825396825396826, 0.09881597074420655, 0.024578224497959805, 0.4119297120099767)
    """
    return credit_interval(R, k, _credit.mean_majority, confidence, bounds, alpha0, beta0)


def maj_at_k_ci(
    R: Outcomes,
    k: SupportsIndex,
    confidence: Real = 0.95,
    bounds: Bounds | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """Maj@k with its credible interval, as in pass_at_k_ci, of the chance of more than k/2 successes.

    >>> maj_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.6845238095238095, 0.15195803392182636, 0.3866915358755141, 0.982356083172105)
    """
    return credit_interval(R, k, _credit.majority, confidence, bounds, alpha0, beta0)


def auc_at_k_ci(
    R: Outcomes,
    k: SupportsIndex,
    confidence: Real = 0.95,
    bounds: Bounds | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """AUC@K with its credible interval, as in pass_at_k_ci, of the area under 1 - (1-p)**i.

    >>> auc_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.8095238095238095, 0.09506037259689314, 0.6232089028769406, 0.9958387161706783)
    """
    return credit_interval(R, k, _credit.area, confidence, bounds, alpha0, beta0)


def threshold_spectrum_at_k_ci(
    R: Outcomes,
    k: SupportsIndex,
    weights: Iterable[Real],
    confidence: Real = 0.95,
    bounds: Bounds | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """The threshold spectrum with its credible interval, as in pass_at_k_ci; k may exceed N.

    >>> threshold_spectrum_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    (0.6428571428571429, 0.11845088536983571, 0.4106976735953825, 0.8750166121189032)
    """
    return credit_interval(R, k, lambda k: _credit.spectrum(k, weights), confidence, bounds, alpha0, beta0, True)
