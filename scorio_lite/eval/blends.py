"""Geometric blends of Pass@k with a stricter metric (Hariri et al., Geom@k)."""

from __future__ import annotations

from math import comb

from .. import _credit
from .._arguments import confidence_level, draws, interval_bounds, latent_draws, mixing, powers, prior, spectrum_weights
from .._blend import blend_mean
from .._rounding import nearest
from .._subsets import subset_credits, subset_mean
from ..tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .._arguments import Interval, Ratio
    from .._credit import Credit
    from .._posterior import Group
    from .._values import Real
    from ..tally import Outcomes


def _posterior(
    R: Outcomes, k: int, alpha0: Real, beta0: Real, confidence: Real, bounds: Interval | None
) -> tuple[int, list[Group], Ratio, tuple[float, float] | None]:
    from .._posterior import groups

    level, clip = confidence_level(confidence), interval_bounds(bounds)
    priors = prior(alpha0, "alpha0"), prior(beta0, "beta0")
    outcomes = tally(R)
    return latent_draws(k), groups(outcomes, *priors), level, clip


def _spectrum(k: int, weights: Iterable[Real] | None) -> Credit:
    return _credit.mean_majority(k) if weights is None else _credit.spectrum(k, *spectrum_weights(weights, k))


def geom_at_k(R: Outcomes, k: int, pass_power: Real = 0.5, unanimous_power: Real = 0.5) -> float:
    """Geom@k: the mean over questions of Pass@k**pass_power * Unanimous@k**unanimous_power.

    The powers are finite and not both 0. 0**0 is 1; a zero factor with a positive power makes the blend 0, and a
    negative power of zero is otherwise an error.

    >>> geom_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.6471059557560733
    """
    a, b = powers(pass_power, unanimous_power)
    outcomes = tally(R)
    k = draws(k, outcomes.shortest)
    terms = []
    for trials, questions in outcomes.by_trials().items():
        successes = list(questions)
        passed = subset_credits(_credit.at_least_one(k), trials, successes)
        unanimous = subset_credits(_credit.unanimous(k), trials, successes)
        subsets = comb(trials, k)
        terms += [(number, 1, x, y, subsets) for number, x, y in zip(questions.values(), passed, unanimous)]
    return blend_mean(outcomes.questions, terms, a, b)


def geom_ds_at_k(R: Outcomes, k: int, pass_power: Real = 0.5, unanimous_power: Real = 0.5) -> float:
    """Geom@k of the data set: the blend of the averages Pass@k and Unanimous@k; the powers are those of geom_at_k.

    >>> geom_ds_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.653834841531101
    """
    a, b = powers(pass_power, unanimous_power)
    outcomes = tally(R)
    k = draws(k, outcomes.shortest)
    (x, d), (y, e) = (subset_mean(credit(k), outcomes) for credit in (_credit.at_least_one, _credit.unanimous))
    return blend_mean(1, [(1, 1, x * e, y * d, d * e)], a, b)


def geom_at_k_ci(
    R: Outcomes,
    k: int,
    pass_power: Real = 0.5,
    unanimous_power: Real = 0.5,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """Geom@k with its credible interval: (mu, sigma, lo, hi), by the delta method, question by question; k >= 1.

    With the posterior means x and y of 1 - (1-p)**k and p**k, their variances Vx and Vy and their covariance Cxy, a
    blend has the mean m = x**a y**b and the variance m**2 (a**2 Vx/x**2 + b**2 Vy/y**2 + 2ab Cxy/(xy)).

    >>> geom_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.610666316164793, 0.13310654413796524, 0.3497822835477901, 0.8715503487817959)
    """
    from .._credible import geom_summary

    pair = powers(pass_power, unanimous_power)
    k, parts, level, clip = _posterior(R, k, alpha0, beta0, confidence, bounds)
    return geom_summary(k, parts, pair, level, clip)


def geom_ds_at_k_ci(
    R: Outcomes,
    k: int,
    pass_power: Real = 0.5,
    unanimous_power: Real = 0.5,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """Geom@k of the data set with its credible interval, as in geom_at_k_ci, once for the averages over questions.

    >>> geom_ds_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.6121120178929503, 0.13275481946064144, 0.3519173529759761, 0.8723066828099246)
    """
    from .._credible import blend_of_averages

    pair = powers(pass_power, unanimous_power)
    k, parts, level, clip = _posterior(R, k, alpha0, beta0, confidence, bounds)
    return blend_of_averages(_credit.unanimous(k), parts, pair, level, clip)


def geo_spectrum_at_k(
    R: Outcomes,
    k: int,
    lam: Real = 0.5,
    weights: Iterable[Real] | None = None,
    lambda_: Real | None = None,
) -> float:
    """GeoSpectrum@k: Pass@k**lam * S**(1 - lam) of the data set, where S is the threshold spectrum with these weights.

    `lam` (or `lambda_`, its other name) is in [0, 1]. Without weights S is mG-Pass@k. With lam = 1 the weights are
    unused.

    >>> geo_spectrum_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.408248290463863
    """
    n, d = mixing(lam, lambda_)
    outcomes = tally(R)
    k = draws(k, outcomes.shortest)
    if n == d:
        return nearest(*subset_mean(_credit.at_least_one(k), outcomes))
    (x, x_d), (y, y_d) = subset_mean(_credit.at_least_one(k), outcomes), subset_mean(_spectrum(k, weights), outcomes)
    return blend_mean(1, [(1, 1, x * y_d, y * x_d, x_d * y_d)], (n, d), (d - n, d))


def geo_spectrum_star_at_k(R: Outcomes, k: int) -> float:
    """GeoSpectrum*@k: geo_spectrum_at_k at its defaults, the geometric mean of Pass@k and mG-Pass@k.

    >>> geo_spectrum_star_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.408248290463863
    """
    return geo_spectrum_at_k(R, k)


def geo_spectrum_at_k_ci(
    R: Outcomes,
    k: int,
    lam: Real = 0.5,
    weights: Iterable[Real] | None = None,
    lambda_: Real | None = None,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """GeoSpectrum@k with its credible interval: as geom_ds_at_k_ci, for Pass@k**lam * S**(1 - lam).

    >>> geo_spectrum_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.44728753343474437, 0.11425481549079816, 0.22335221001251093, 0.6712228568569778)
    """
    from .._credible import blend_of_averages, credit_summary

    n, d = mixing(lam, lambda_)
    k, parts, level, clip = _posterior(R, k, alpha0, beta0, confidence, bounds)
    if n == d:
        return credit_summary(_credit.at_least_one(k), parts, level, clip)
    credit = _spectrum(k, weights)
    if not n:
        return credit_summary(credit, parts, level, clip)
    return blend_of_averages(credit, parts, ((n, d), (d - n, d)), level, clip)


def geo_spectrum_star_at_k_ci(
    R: Outcomes,
    k: int,
    confidence: Real = 0.95,
    bounds: Interval | None = (0.0, 1.0),
    alpha0: Real = 1.0,
    beta0: Real = 1.0,
) -> tuple[float, float, float, float]:
    """GeoSpectrum*@k with its credible interval: geo_spectrum_at_k_ci at its defaults.

    >>> geo_spectrum_star_at_k_ci([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    (0.44728753343474437, 0.11425481549079816, 0.22335221001251093, 0.6712228568569778)
    """
    return geo_spectrum_at_k_ci(R, k, 0.5, None, None, confidence, bounds, alpha0, beta0)
