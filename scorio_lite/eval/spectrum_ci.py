"""The credible interval of the threshold spectrum (Hariri et al., Geom@k)."""

from __future__ import annotations

from .._inference import credit_interval
from .._weights import spectrum_credit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, SupportsIndex

    from .._arguments import Interval
    from .._values import Real
    from ..tally import Outcomes


def threshold_spectrum_at_k_ci(
    R: Outcomes,
    k: SupportsIndex,
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
    return credit_interval(R, k, lambda k: spectrum_credit(k, weights), confidence, bounds, (alpha0, beta0), True)
