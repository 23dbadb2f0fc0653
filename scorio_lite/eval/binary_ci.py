"""Credible intervals of the metrics of 0/1 outcomes, for k fresh trials; sources in binary.py."""

from __future__ import annotations

from .._credit import at_least_one, unanimous
from .._credit.steps import area, majority, mean_majority, reaching, spectrum
from .._posterior.beta import credit_interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .._types import Bounds, Index, Outcomes, PosteriorSummary, Real


def pass_at_k_ci(
    R: Outcomes, k: Index, confidence: Real = 0.95, bounds: Bounds = (0.0, 1.0), alpha0: Real = 1.0, beta0: Real = 1.0
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Pass@k of k fresh trials.

    This is a credible interval under an independent Beta(alpha0, beta0) prior on each question's rate p. The prior is
    by default uniform, which pulls each question towards 1/2. mu and sigma are exact for that model, but the interval
    is no error bar for pass_at_k(R, k): use confidence.pass_at_k.

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
    """Return (mu, sigma, lo, hi) of threshold_spectrum_at_k: a credible interval; see pass_at_k_ci. k may exceed N.

    For an error bar use confidence.threshold_spectrum_at_k.

    >>> threshold_spectrum_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    (0.6428571428571429, 0.11845088536983571, 0.4106976735953825, 0.8750166121189032)
    """
    return credit_interval(R, k, lambda k: spectrum(k, weights), confidence, bounds, alpha0, beta0, True)
