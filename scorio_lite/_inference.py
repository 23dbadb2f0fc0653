"""What the intervals of all metrics of 0/1 outcomes take: R, a prior, a confidence and bounds."""

from __future__ import annotations

from ._arguments import confidence_level, interval_bounds, prior
from ._posterior import groups
from .tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._arguments import Interval
    from ._interval import Clip
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
