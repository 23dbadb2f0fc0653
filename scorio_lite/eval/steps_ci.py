"""Credible intervals of the metrics in steps.py, for k fresh trials."""

from __future__ import annotations

from .._credit.steps import area, majority, mean_majority, reaching, spectrum
from .._posterior.beta import credit_interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .._types import Bounds, Index, Outcomes, PosteriorSummary, Real


def g_pass_at_k_tau_ci(
    R: Outcomes,
    k: Index,
    tau: Real,
    confidence: Real = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of G-Pass@k_tau, a credible interval; see pass_at_k_ci.

    For an error bar use confidence.g_pass_at_k_tau.

    >>> g_pass_at_k_tau_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)
    """
    return credit_interval(R, k, lambda k: reaching(k, tau), confidence, bounds, alpha0, beta0)


def maj_at_k_ci(
    R: Outcomes, k: Index, confidence: Real = 0.95, bounds: Bounds = (0.0, 1.0), alpha0: Real = 1.0, beta0: Real = 1.0
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Maj@k, a credible interval; see pass_at_k_ci.

    For an error bar use confidence.maj_at_k.

    >>> maj_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.6845238095238095, 0.15195803392182636, 0.3866915358755141, 0.982356083172105)
    """
    return credit_interval(R, k, majority, confidence, bounds, alpha0, beta0)


def mg_pass_at_k_ci(
    R: Outcomes, k: Index, confidence: Real = 0.95, bounds: Bounds = (0.0, 1.0), alpha0: Real = 1.0, beta0: Real = 1.0
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of mG-Pass@k, a credible interval; see pass_at_k_ci.

    For an error bar use confidence.mg_pass_at_k.

    >>> mg_pass_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.21825396825396826, 0.09881597074420655, 0.024578224497959805, 0.4119297120099767)
    """
    return credit_interval(R, k, mean_majority, confidence, bounds, alpha0, beta0)


def auc_at_k_ci(
    R: Outcomes, k: Index, confidence: Real = 0.95, bounds: Bounds = (0.0, 1.0), alpha0: Real = 1.0, beta0: Real = 1.0
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of AUC@k, a credible interval; see pass_at_k_ci.

    For an error bar use confidence.auc_at_k.

    >>> auc_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.8095238095238095, 0.09506037259689314, 0.6232089028769406, 0.9958387161706783)
    """
    return credit_interval(R, k, area, confidence, bounds, alpha0, beta0)


def threshold_spectrum_at_k_ci(
    R: Outcomes,
    k: Index,
    weights: Iterable[Real],
    confidence: Real = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of the threshold spectrum: a credible interval; see pass_at_k_ci. k may exceed N.

    For an error bar use confidence.threshold_spectrum_at_k.

    >>> threshold_spectrum_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    (0.6428571428571429, 0.11845088536983571, 0.4106976735953825, 0.8750166121189032)
    """
    return credit_interval(R, k, lambda k: spectrum(k, weights), confidence, bounds, alpha0, beta0, True)
