"""Quantiles of the normal distribution and of Student's t, rounded to the nearest double."""

from __future__ import annotations

from ._arguments import integer, probability, shown
from ._numbers import over_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ._types import Real

__all__ = ["normal_quantile", "student_t_quantile"]
__dir__: Callable[[], list[str]] = __all__.copy


def normal_quantile(p: Real) -> float:
    """Return the x with P(Z < x) = p, 0 < p < 1, for a standard normal Z, to the nearest double.

    >>> normal_quantile(0.975)
    1.9599639845400538
    """
    return _quantile(p, 0)


def student_t_quantile(p: Real, df: int) -> float:
    """Return the x with P(T < x) = p, 0 < p < 1, for Student's t with df degrees of freedom, to the nearest double.

    df is an integer from 1 to 10**9.

    >>> student_t_quantile(0.975, 2)
    4.302652729749462

    Source: Student 1908, The Probable Error of a Mean, Biometrika 6.
    """
    from ._numbers.quantiles import MOST_DF

    df = integer(df, "df")
    if df < 1:
        raise ValueError(f"df must be >= 1; got {shown(df)}")
    if df > MOST_DF:
        raise over_limit("df", f"it is more than {MOST_DF}")
    return _quantile(p, df)


def _quantile(p: Real, df: int) -> float:
    """Return the x with P(X < x) = p. X is Student's t with df degrees of freedom or, if df = 0, standard normal."""
    from ._numbers.fixed import nearest_of
    from ._numbers.quantiles import deviate

    n, d = probability(p, "p", "in (0, 1)")
    c = abs(2 * n - d), d
    value = nearest_of(lambda bits: deviate(c, bits, df)) if c[0] else 0.0
    return value if 2 * n > d else 0.0 - value
