"""The special functions behind the metrics: exact Fractions, and quantiles rounded to the nearest double."""

from __future__ import annotations

from math import comb

from ._arguments import integer, probability, real, shown
from ._numbers import affordable, fraction, over_limit, rise, subset_bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Callable

    from ._types import Real

__all__ = ["beta", "beta_ratio", "binomial", "normal_quantile", "rising", "student_t_quantile"]
__dir__: Callable[[], list[str]] = __all__.copy


def binomial(n: int, k: int) -> Fraction:
    """Return C(n, k), the number of k-subsets of n things, for integers n, k >= 0 (0 if k > n).

    >>> binomial(5, 2)
    Fraction(10, 1)
    """
    n, k = _integer(n, "n", 0), _integer(k, "k", 0)
    return fraction(_binomial(n, k, "k") if k <= n else 0, 1)


def rising(a: Real, n: int) -> Fraction:
    """Return the rising factorial a (a+1) ... (a+n-1), for a real a and an integer n >= 0.

    >>> rising(0.5, 3)
    Fraction(15, 8)
    """
    numerator, denominator = real(a, "a")
    n = _integer(n, "n", 0)
    bits = n * max(abs(numerator) + n * denominator, denominator).bit_length()
    affordable("n", 1 + bits // 1024, bits)
    return fraction(rise(numerator, denominator, n), denominator**n)


def beta(a: int, b: int) -> Fraction:
    """Return B(a, b) = (a-1)! (b-1)! / (a+b-1)!, for integers a, b >= 1.

    >>> beta(2, 3)
    Fraction(1, 12)
    """
    a, b = _integer(a, "a", 1), _integer(b, "b", 1)
    return fraction(1, a * _binomial(a + b - 1, a, "a"))


def beta_ratio(a: Real, b: Real, i: int, j: int) -> Fraction:
    """Return B(a+i, b+j) / B(a, b), for real a, b > 0 and integers i, j >= 0.

    This is the mean of p**i (1-p)**j under Beta(a, b).

    >>> beta_ratio(1, 1, 1, 0), beta_ratio(0.5, 0.5, 1, 1)
    (Fraction(1, 2), Fraction(1, 8))
    """
    (an, ad), (bn, bd) = (real(x, name, "> 0", lambda n, _: n > 0) for x, name in ((a, "a"), (b, "b")))
    i, j = _integer(i, "i", 0), _integer(j, "j", 0)
    d = ad * bd  # the rising factorials (a)_i (b)_j / (a+b)_(i+j), with a and b over d
    bits = (i + j) * (an * bd + bn * ad + (i + j) * d).bit_length()
    affordable("i + j", 1 + bits // 1024, bits)
    numerator = rise(an * bd, d, i) * rise(bn * ad, d, j)
    return fraction(numerator, rise(an * bd + bn * ad, d, i + j))


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

    df = _integer(df, "df", 1)
    if df > MOST_DF:
        raise over_limit("df", f"it is more than {MOST_DF}")
    return _quantile(p, df)


def _quantile(p: Real, df: int) -> float:
    """Return the x with P(X < x) = p. X is Student's t with df degrees of freedom or, if df = 0, standard normal."""
    from ._numbers.fixed import nearest_of
    from ._numbers.quantiles import student_deviate

    n, d = probability(p, "p", "in (0, 1)")
    c = abs(2 * n - d), d
    value = nearest_of(lambda bits: student_deviate(c, df, bits)) if c[0] else 0.0
    return value if 2 * n > d else 0.0 - value


def _binomial(n: int, k: int, name: str) -> int:
    """Return C(n, k) for k <= n. Refuse the argument `name` if this takes too long."""
    bits = subset_bits(n, k)
    affordable(name, bits // 128, bits)
    return comb(n, min(k, n - k))


def _integer(value: int, name: str, least: int) -> int:
    value = integer(value, name)
    if value < least:
        raise ValueError(f"{name} must be >= {least}; got {shown(value)}")
    return value
