"""Credible intervals of the geometric blends, by the delta method (Hariri et al., Geom@k). k may exceed N."""

from __future__ import annotations

from .._arguments import mixing, powers, probability
from .._credit import at_least_one, success_groups, unanimous
from .._credit.steps import stricter
from .._numbers.normal import summary
from .._posterior import clip, latent_draws, posteriors
from .._posterior.beta import credit_moments
from .._posterior.delta import blend_of_averages, geom_summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .._types import Bounds, Index, Outcomes, PosteriorSummary, Real


def geom_at_k_ci(
    R: Outcomes,
    k: Index,
    pass_power: Real = 0.5,
    unanimous_power: Real = 0.5,
    confidence: Real = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Geom@k of k fresh trials, a credible interval by the delta method.

    Each question's rate p has the prior of pass_at_k_ci. 1 - (1-p)**k and p**k have the exact posterior means x and y,
    variances Vx and Vy, and covariance Cxy. By the delta method (first order), a question's blend with the powers a and
    b has the mean m = x**a * y**b and the variance m**2 * (a**2*Vx/x**2 + b**2*Vy/y**2 + 2*a*b*Cxy/(x*y)). The result
    follows as in pass_at_k_ci. It is no error bar for geom_at_k(R, k): confidence has none for blends.

    >>> geom_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.610666316164793, 0.13310654413796524, 0.3497822835477901, 0.8715503487817959)
    """
    pair = powers(pass_power, unanimous_power)
    level, limits, k = probability(confidence), clip(bounds), latent_draws(k)
    return geom_summary(k, posteriors(success_groups(R), alpha0, beta0), pair, level, limits)


def geom_ds_at_k_ci(
    R: Outcomes,
    k: Index,
    pass_power: Real = 0.5,
    unanimous_power: Real = 0.5,
    confidence: Real = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of geom_ds_at_k, a credible interval.

    The formula is that of geom_at_k_ci, but x, y, Vx, Vy and Cxy are those of the averages over all questions.

    >>> geom_ds_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.6121120178929503, 0.13275481946064144, 0.3519173529759761, 0.8723066828099246)
    """
    pair = powers(pass_power, unanimous_power)
    level, limits, k = probability(confidence), clip(bounds), latent_draws(k)
    return blend_of_averages(unanimous(k), posteriors(success_groups(R), alpha0, beta0), pair, level, limits)


def geo_spectrum_at_k_ci(
    R: Outcomes,
    k: Index,
    lam: Real = 0.5,
    weights: Iterable[Real] | None = None,
    lambda_: Real | None = None,
    confidence: Real = 0.95,
    bounds: Bounds = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of GeoSpectrum@k, a credible interval; see geom_ds_at_k_ci.

    lam, weights and lambda_ are the arguments of geo_spectrum_at_k.

    >>> geo_spectrum_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.44728753343474437, 0.11425481549079816, 0.22335221001251093, 0.6712228568569778)
    """
    n, d = mixing(lam, lambda_)
    level, limits, k = probability(confidence), clip(bounds), latent_draws(k)
    parts = posteriors(success_groups(R), alpha0, beta0)
    if n == d:
        return summary(*credit_moments(at_least_one(k), parts), level, limits)
    credit = stricter(k, weights)
    if not n:
        return summary(*credit_moments(credit, parts), level, limits)
    return blend_of_averages(credit, parts, ((n, d), (d - n, d)), level, limits)


def geo_spectrum_star_at_k_ci(
    R: Outcomes, k: Index, confidence: Real = 0.95, bounds: Bounds = (0.0, 1.0), alpha0: Real = 1.0, beta0: Real = 1.0
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of GeoSpectrum*@k: geo_spectrum_at_k_ci with its default lam and weights.

    >>> geo_spectrum_star_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.44728753343474437, 0.11425481549079816, 0.22335221001251093, 0.6712228568569778)
    """
    return geo_spectrum_at_k_ci(R, k, 0.5, None, None, confidence, bounds, alpha0, beta0)
