"""Check the weights of a threshold spectrum, the powers and the lam of a blend, and the scores of rank_scores."""

from __future__ import annotations

from math import gcd

from ._arguments import exact_numbers, exact_ratios, items_of, iterator, listed, proportion, real, scalar, shown
from ._numbers import affordable, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from ._types import Ratio, Real, Weights

_LARGEST_POWER = 1100  # binary exponent of a power of a blend: beyond every float
_LARGEST_SUM = (1.000000000001).as_integer_ratio()  # of spectrum weights among which there are floats


def spectrum_weights(weights: Iterable[Real], k: int) -> Weights:
    """Return k weights as (integers, their common denominator). Refuse negative weights, and a sum above 1.

    If there are floats among them, the sum may be up to 1 + 1e-12.
    """
    items = items_of(weights, "weights", f"a length-{shown(k)} sequence of real numbers")
    if len(items) != k:
        raise ValueError(f"weights must be a length-{shown(k)} sequence; its length is {len(items)}")
    numerators, denominator = exact_numbers(items, "weights")
    if min(numerators) < 0:
        i = next(i for i, numerator in enumerate(numerators) if numerator < 0)
        raise ValueError(f"weights must be non-negative; got {shown(items[i])} at weights[{i}]")
    total = sum(numerators)
    if total > denominator:
        n, d = _LARGEST_SUM if any(isinstance(scalar(item), float) for item in items) else (1, 1)
        if total * d > n * denominator:
            raise ValueError(f"weights must satisfy sum(weights) <= 1; they sum to {nearest(total, denominator)!r}")
    return numerators, denominator


def powers(a: Real, b: Real) -> tuple[Ratio, Ratio]:
    """Return the powers of a geometric blend as exact ratios. Refuse huge powers, and two zeros."""
    first, second = real(a, "pass_power"), real(b, "unanimous_power")
    for (n, d), name in (first, "pass_power"), (second, "unanimous_power"):
        if n.bit_length() - d.bit_length() > _LARGEST_POWER:
            raise ValueError(f"{name} must be less than 2**{_LARGEST_POWER} in size: the limit, beyond every float")
    if not first[0] and not second[0]:
        raise ValueError("pass_power and unanimous_power must not both be 0")
    return first, second


def check_blends(count: int, *powers: Ratio) -> None:
    """Refuse the powers of a blend if so many blends take too long. A power of 1/2 or a whole one is a root at most."""
    if any(d > 2 or abs(n) > 16 for n, d in powers):
        size = max(0, *(n.bit_length() - d.bit_length() for n, d in powers))
        affordable("pass_power or unanimous_power", count * (40 + size // 16), 96 + size)


def mixing(lam: Real, lambda_: Real | None) -> Ratio:
    """Return lam as an exact ratio. lambda_ is another name of the same argument; refuse both together."""
    ratio = proportion(lam, "lam")
    if lambda_ is None:
        return ratio
    if ratio != (1, 2):
        raise TypeError("Specify at most one of lam and lambda_: they are the same parameter")
    return proportion(lambda_, "lam")


def scores_in_order(values: Iterable[Real], name: str, length: int | None = None) -> list[Ratio]:
    """Return real numbers as ratios in lowest terms. An error calls them `name`.

    With `length`, the numbers are sigmas: refuse negative ones, and refuse more or fewer than `length`.
    """
    items = items_of(values, name, "a 1D sequence of real numbers")
    if length is not None and len(items) != length:
        raise ValueError(f"{name} must have the same length as the scores, {length}; its length is {len(items)}")
    for i, item in enumerate(items):
        if iterator(listed(item)) is not None:
            raise ValueError(f"{name} must be a 1D sequence of real numbers; got {shown(item)} at {name}[{i}]")
    found = []
    for i, (n, d) in enumerate(exact_ratios(items, name)):
        if n < 0 and length is not None:
            raise ValueError(f"{name} must be non-negative; got {shown(items[i])} at {name}[{i}]")
        common = gcd(n, d)
        found.append((n // common, d // common))
    return found
