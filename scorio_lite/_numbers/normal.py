"""The normal distribution: intervals about a mean, and whether a sum of square roots exceeds a quantile."""

from __future__ import annotations

from . import nearest
from .fixed import Fixed, decided, nearest_each, sqrt_of
from .quantiles import deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .._types import Clip, PosteriorSummary, Ratio


def summary(mean: Ratio, variance: Ratio, confidence: Ratio, clip: Clip) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi). Both ends are mu -+ z sigma with P(|Z| <= z) = confidence, cut to `clip` if given."""
    mu = lo = hi = nearest(*mean)
    sigma = 0.0
    if variance[0]:

        def sigma_and_ends(bits: int) -> tuple[Fixed, Fixed, Fixed]:
            root, middle = sqrt_of(variance, bits), Fixed.of(mean, bits)
            reach = deviate(confidence, bits) * root
            return root, middle - reach, middle + reach

        sigma, lo, hi = nearest_each(sigma_and_ends)
    return (mu, sigma, clipped(lo, clip), clipped(hi, clip)) if clip else (mu, sigma, lo, hi)


def clipped(x: float, clip: Clip) -> float:
    return min(max(x, clip[0]), clip[1]) if clip else x


def roots_exceed(radicands: Sequence[Ratio], confidence: Ratio) -> bool:
    """Return whether the square roots of `radicands` sum to more than z, the quantile with P(|Z| <= z) = confidence."""

    def exceed(bits: int) -> bool:
        first, *others = [sqrt_of(radicand, bits) for radicand in radicands]
        return sum(others, first) > deviate(confidence, bits)

    return decided(exceed)
