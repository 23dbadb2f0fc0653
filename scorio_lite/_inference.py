"""What all intervals of 0/1 outcomes share: R and a prior become posteriors; the confidence and bounds are checked."""

from __future__ import annotations

from ._arguments import confidence_level, draws, interval_bounds, latent_draws, prior
from ._credible import credit_summary
from ._posterior import groups
from .tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, SupportsIndex

    from ._arguments import Interval
    from ._credit import Credit
    from ._interval import Clip, Summary
    from ._posterior import Group
    from ._rounding import Ratio
    from ._values import Real
    from .tally import Outcomes, Tally


def beliefs(R: Outcomes, alpha0: Real, beta0: Real) -> tuple[list[Group], Tally]:
    """The posteriors of the questions, and their tally."""
    priors = prior(alpha0, "alpha0"), prior(beta0, "beta0")
    outcomes = tally(R)
    return groups(outcomes, *priors), outcomes


def posterior(
    R: Outcomes, confidence: Real, bounds: Interval | None, alpha0: Real, beta0: Real
) -> tuple[list[Group], Tally, Ratio, Clip]:
    """The same with the confidence and the bounds, checked."""
    level, clip = confidence_level(confidence), interval_bounds(bounds)
    return (*beliefs(R, alpha0, beta0), level, clip)


def credit_interval(
    R: Outcomes,
    k: SupportsIndex,
    credit: Callable[[int], Credit],
    confidence: Real,
    bounds: Interval | None,
    priors: tuple[Real, Real],
    latent: bool = False,
) -> Summary:
    """(mu, sigma, lo, hi) of the average credit of k fresh trials, of any number of them where k is `latent`."""
    parts, outcomes, level, clip = posterior(R, confidence, bounds, *priors)
    k = latent_draws(k) if latent else draws(k, outcomes)
    return credit_summary(credit(k), parts, level, clip)
