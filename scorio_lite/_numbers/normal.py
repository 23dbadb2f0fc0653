"""The normal distribution: intervals about a mean, and whether a sum of square roots exceeds a quantile."""

from __future__ import annotations

from . import nearest, nearest_sqrt
from .fixed import Fixed, decided, nearest_each, sqrt_of
from .quantiles import normal_deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .._types import Clip, PosteriorSummary, Ratio


def summary(mean: Ratio, variance: Ratio, confidence: Ratio, clip: Clip) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi). lo and hi are mu -+ z sigma with P(|Z| <= z) = confidence, clipped into `clip`."""
    mu = lo = hi = nearest(*mean)
    if variance[0]:

        def ends(bits: int) -> tuple[Fixed, Fixed]:
            middle, reach = Fixed.of(mean, bits), normal_deviate(confidence, bits) * sqrt_of(variance, bits)
            return middle - reach, middle + reach

        lo, hi = nearest_each(ends)
    return mu, nearest_sqrt(*variance), clipped(lo, clip), clipped(hi, clip)


def clipped(x: float, clip: Clip) -> float:
    return min(max(x, clip[0]), clip[1]) if clip else x


def roots_exceed(radicands: Sequence[Ratio], confidence: Ratio) -> bool:
    """Return whether the square roots of `radicands` sum to more than z, the quantile with P(|Z| <= z) = confidence."""

    def exceed(bits: int) -> bool:
        total = Fixed(0, 0, bits)
        for radicand in radicands:
            total = total + sqrt_of(radicand, bits)
        return total > normal_deviate(confidence, bits)

    return decided(exceed)
