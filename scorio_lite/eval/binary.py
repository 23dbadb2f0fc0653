"""Metrics of 0/1 outcomes: what k trials drawn from each question's N earn on average.

Each is its credit (see _credit.py). Sources: Pass@k, Chen et al. 2021, arXiv:2107.03374; Pass^k, Yao et al. 2024,
arXiv:2406.12045; G-Pass@k, mG-Pass@k, Liu et al. 2024, arXiv:2412.13147; AUC@K, Hu et al. 2026, arXiv:2601.08763.
"""

from __future__ import annotations

from .. import _credit
from .._arguments import (
    confidence_level,
    draws,
    interval_bounds,
    latent_draws,
    least_successes,
    prior,
    spectrum_weights,
)
from .._rounding import nearest
from .._subsets import subset_mean
from ..tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable

    from .._arguments import Interval
    from .._credit import Credit
    from .._values import Real
    from ..tally import Outcomes


def _score(R: Outcomes, k: int, credit: Callable[[int], Credit]) -> float:
    outcomes = tally(R)
    return nearest(*subset_mean(credit(draws(k, outcomes.shortest)), outcomes))


def _summary(
    R: Outcomes,
    k: int,
    credit: Callable[[int], Credit],
    confidence: Real,
    bounds: Interval | None,
    priors: tuple[Real, Real],
    latent: bool = False,
) -> tuple[float, float, float, float]:
    from .._credible import credit_summary
    from .._posterior import groups

    level, clip = confidence_level(confidence), interval_bounds(bounds)
    alpha0, beta0 = prior(priors[0], "alpha0"), prior(priors[1], "beta0")
    outcomes = tally(R)
    k = latent_draws(k) if latent else draws(k, outcomes.shortest)
    return credit_summary(credit(k), groups(outcomes, alpha0, beta0), level, clip)


def pass_at_k(R: Outcomes, k: int) -> float:
    """Pass@k: the chance that at least one of k trials succeeds (Chen et al. 2021).

    The mean over questions of 1 - C(N-s, k) / C(N, k), with s successes among N trials.

    >>> pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.95
    """
    return _score(R, k, _credit.at_least_one)


def pass_at_k_ci(
    R: Outcomes,
    k: int,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
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
    return _summary(R, k, _credit.at_least_one, confidence, bounds, (alpha0, beta0))


def pass_hat_k(R: Outcomes, k: int) -> float:
    """Pass^k, also Unanimous@k or G-Pass@k: the chance that all of k trials succeed (Yao et al. 2024).

    The mean over questions of C(s, k) / C(N, k), with s successes among N trials.

    >>> pass_hat_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.45
    """
    return _score(R, k, _credit.unanimous)


unanimous_at_k = pass_hat_k


def pass_hat_k_ci(
    R: Outcomes,
    k: int,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """Pass^k with its credible interval, as in pass_at_k_ci, of p**k.

    >>> pass_hat_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.44642857142857145, 0.1461670137834366, 0.15994648868526604, 0.7329106541718768)
    """
    return _summary(R, k, _credit.unanimous, confidence, bounds, (alpha0, beta0))


unanimous_at_k_ci = pass_hat_k_ci


def g_pass_at_k(R: Outcomes, k: int) -> float:
    """G-Pass@k: the literature's other name for Pass^k.

    >>> g_pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.45
    """
    return pass_hat_k(R, k)


def g_pass_at_k_ci(
    R: Outcomes,
    k: int,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """G-Pass@k with its credible interval: pass_hat_k_ci under the literature's other name.

    >>> g_pass_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.44642857142857145, 0.1461670137834366, 0.15994648868526604, 0.7329106541718768)
    """
    return pass_hat_k_ci(R, k, confidence, bounds, alpha0, beta0)


def g_pass_at_k_tau(R: Outcomes, k: int, tau: Real) -> float:
    """G-Pass@k_tau: the chance that at least a share tau, in [0, 1], of k trials succeeds (Liu et al. 2024).

    The least number of successes is 1 or, if larger, the smallest j with j/k >= tau as doubles: tau = j/k means j.

    >>> g_pass_at_k_tau([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    0.95
    """
    return _score(R, k, lambda k: _credit.threshold(k, least_successes(k, tau)))


def g_pass_at_k_tau_ci(
    R: Outcomes,
    k: int,
    tau: Real,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """G-Pass@k_tau with its credible interval, as in pass_at_k_ci, of the chance of enough successes.

    >>> g_pass_at_k_tau_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)
    """
    return _summary(R, k, lambda k: _credit.threshold(k, least_successes(k, tau)), confidence, bounds, (alpha0, beta0))


def mg_pass_at_k(R: Outcomes, k: int) -> float:
    """mG-Pass@k: the mean of G-Pass@k_tau over tau in the upper half (Liu et al. 2024).

    The published sum: X successes among k trials earn (2/k) max(X - ceil(k/2), 0). For odd k this is not exactly twice
    the integral of G-Pass@k_tau over tau in [0.5, 1]. It is 0 for k = 1.

    >>> mg_pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.16666666666666666
    """
    return _score(R, k, _credit.mean_majority)


def mg_pass_at_k_ci(
    R: Outcomes,
    k: int,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """mG-Pass@k with its credible interval, as in pass_at_k_ci; all zeros for k = 1.

    >>> mg_pass_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.21825396825396826, 0.09881597074420655, 0.024578224497959805, 0.4119297120099767)
    """
    return _summary(R, k, _credit.mean_majority, confidence, bounds, (alpha0, beta0))


def maj_at_k(R: Outcomes, k: int) -> float:
    """Maj@k: the chance that more than half of k trials succeed (the majority of Liu et al. 2024).

    >>> maj_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.85
    """
    return _score(R, k, _credit.majority)


def maj_at_k_ci(
    R: Outcomes,
    k: int,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """Maj@k with its credible interval, as in pass_at_k_ci, of the chance of more than k/2 successes.

    >>> maj_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.6845238095238095, 0.15195803392182636, 0.3866915358755141, 0.982356083172105)
    """
    return _summary(R, k, _credit.majority, confidence, bounds, (alpha0, beta0))


def auc_at_k(R: Outcomes, k: int) -> float:
    """AUC@K: the area under Pass@1..Pass@k by the trapezoid rule, divided by k - 1; Pass@1 for k = 1 (Hu et al. 2026).

    >>> auc_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.9
    """
    return _score(R, k, _credit.area)


def auc_at_k_ci(
    R: Outcomes,
    k: int,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """AUC@K with its credible interval, as in pass_at_k_ci, of the area under 1 - (1-p)**i.

    >>> auc_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.8095238095238095, 0.09506037259689314, 0.6232089028769406, 0.9958387161706783)
    """
    return _summary(R, k, _credit.area, confidence, bounds, (alpha0, beta0))


def threshold_spectrum_at_k(R: Outcomes, k: int, weights: Iterable[Real]) -> float:
    """The threshold spectrum: X successes among k trials earn w_1 + ... + w_X (Hariri et al., Geom@k).

    `weights` holds k non-negative numbers that sum to at most 1; (1, 0, ..., 0) gives Pass@k, (0, ..., 0, 1) Pass^k.

    >>> threshold_spectrum_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    0.7
    """
    return _score(R, k, lambda k: _credit.spectrum(k, *spectrum_weights(weights, k)))


def threshold_spectrum_at_k_ci(
    R: Outcomes,
    k: int,
    weights: Iterable[Real],
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """The threshold spectrum with its credible interval, as in pass_at_k_ci; k may exceed N.

    >>> threshold_spectrum_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    (0.6428571428571429, 0.11845088536983571, 0.4106976735953825, 0.8750166121189032)
    """
    return _summary(
        R, k, lambda k: _credit.spectrum(k, *spectrum_weights(weights, k)), confidence, bounds, (alpha0, beta0), True
    )
