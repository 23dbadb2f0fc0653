"""Exact numbers to doubles: the only place where floats are made.

Every function returns the double nearest to a real number, ties to even: never -0.0, never NaN, and beyond the range of
doubles the infinity that IEEE 754 prescribes.
"""

from __future__ import annotations

from math import gcd, isqrt

from ._limits import LAST_BITS, check_denominators

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    Ratio = tuple[int, int]  # (n, d) with d > 0: the number n/d, not necessarily in lowest terms
    Bounds = tuple[int, int, int]  # (lo, hi, d) with d > 0: a number x with lo/d <= x <= hi/d

FIRST_BITS = 96  # what a first enclosure carries: 53 for the double, the rest so that a second is rare
FEW = 4  # fractions that are added without a gcd
_EASY = 1 << 14  # bits of denominators whose common factors are soon found


def ratio_sum(ratios: Sequence[Ratio]) -> Ratio:
    """The sum of fractions, not reduced: with few denominators a gcd would cost more than what it saves."""
    if len(ratios) > FEW:
        return _sum_by_halves(ratios)
    n, d = ratios[0]
    for m, e in ratios[1:]:
        n, d = (n + m, d) if d == e else (n * e + m * d, d * e)
    return n, d


def _sum_by_halves(ratios: Sequence[Ratio]) -> Ratio:
    """The same, neighbours first: few numbers are large, and with nearly the same N have most factors in common.

    Once denominators are much longer than all were, there is less in common than it costs to find.
    """
    sums: dict[int, int] = {}
    for n, d in ratios:
        sums[d] = sums.get(d, 0) + n
    terms = [(sums[d], d) for d in sorted(sums)]
    longest = max(_EASY, 4 * terms[-1][1].bit_length())
    while len(terms) > 1:
        bits = max(d.bit_length() for _, d in terms)
        check_denominators(len(sums), len(terms), bits, bits > longest)
        rest = terms[-1:] if len(terms) % 2 else []
        terms = [_added(first, second, longest) for first, second in zip(terms[::2], terms[1::2])] + rest
    return terms[0]


def _added(first: Ratio, second: Ratio, longest: int) -> Ratio:
    (n, d), (m, e) = first, second
    common = gcd(d, e) if e.bit_length() <= longest else 1
    return n * (e // common) + m * (d // common), d * (e // common)


def nearest(n: int, d: int) -> float:
    """n/d for d > 0."""
    try:
        # The shift keeps CPython from dividing small operands as floats, which rounds twice where they are x87
        # registers. The sum makes -0.0 (a negative underflow) 0.0.
        return (n << 64) / (d << 64) + 0.0
    except OverflowError:
        return float("inf") if n > 0 else float("-inf")


def nearest_sqrt(n: int, d: int) -> float:
    """The square root of n/d, for n >= 0 and d > 0.

    With 109 bits or more in the radicand the root's integer part has 55 or more; setting its last bit when anything was
    cut off ("round to odd") keeps it on the right side of every midpoint of doubles, so that one rounding is left.
    """
    if not n:
        return 0.0
    shift = (n.bit_length() - d.bit_length() - 109) // 2
    radicand, rest = divmod(n, d << 2 * shift) if shift > 0 else divmod(n << -2 * shift, d)
    root = isqrt(radicand)
    root |= root * root != radicand or rest != 0
    return nearest(root << shift, 1) if shift > 0 else nearest(root, 1 << -shift)


def nearest_enclosed(enclose: Callable[[int], Bounds], exact: Callable[[], float | None] | None = None) -> float:
    """The number that `enclose(bits)` pins down: the more bits, the narrower.

    Both ends are rounded; while they differ the precision doubles (Ziv's strategy). Only a number halfway between two
    doubles never separates: where such a number can be rational, `exact` rounds it (None if it is irrational).
    """
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        lo, hi, d = enclose(bits)
        value = nearest(lo, d)
        if value == nearest(hi, d):
            return value
        bits *= 2
        if exact and bits > 4 * FIRST_BITS:
            found = exact()
            if found is not None:
                return found
            exact = None
    raise ValueError(f"{LAST_BITS} bits do not tell this result from the midpoint of two doubles: the limit is there")
