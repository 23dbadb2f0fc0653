"""Credible intervals of credits."""

from __future__ import annotations

from ._interval import remembered, summary, summary_enclosed
from ._limits import check_steps
from ._posterior import credit_moments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._credit import Credit
    from ._interval import Clip, Summary
    from ._posterior import Group
    from ._rounding import Bounds, Ratio

_EXACT_DEGREE = 2000  # k times the bits of T, up to which the moments of a dense credit are computed exactly at once


def credit_summary(credit: Credit, parts: list[Group], level: Ratio, clip: Clip) -> Summary:
    """(mu, sigma, lo, hi) of the average credit of k fresh trials."""
    if not is_dense(credit, parts):
        return summary(*credit_moments(credit, parts), level, clip)
    from ._dense import Dense

    dense, exact = Dense(credit), remembered(lambda: credit_moments(credit, parts))

    def enclose(bits: int) -> tuple[Bounds, Bounds]:
        if bits < dense.bits:
            y, variance, _ = dense.moments(parts)
            return y, variance
        (n, d), (v, e) = exact()
        return (n, n, d), (v, v, e)

    return summary_enclosed(enclose, exact, level, clip)


def is_dense(credit: Credit, parts: list[Group]) -> bool:
    """Whether a credit has many steps and a degree for which enclosures are faster; within the limits."""
    if credit.position or credit.harmonic or not credit.full:
        return False
    check_steps(credit.k, credit.denominator)
    return credit.k * max(group.total.bit_length() for group in parts) > _EXACT_DEGREE
