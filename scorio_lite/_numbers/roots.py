"""Enclosures of an end of a set of numbers, and of roots in (0, 1) of polynomials with few terms and high powers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    from . import Enclosure

    Root = tuple[int, int, int]  # (lo, hi, at): between lo / 2**at and hi / 2**at
    PowerTerm = tuple[int, int, int]  # (least, most, n): x**n times a coefficient from least to most, both of one sign

_NEWTON_STEPS = 6  # starting from 8 correct bits or more
_EDGE = 1200  # doubles other than 0 are between 2**-_EDGE and 2**_EDGE


def power(x: Root, n: int) -> tuple[int, int]:
    """Enclose x**n, in the same units as x, for x in [0, 1]."""
    lo, hi, at = x
    return (_floor_power(lo, n, at), min(_floor_power(hi, n, at) + n, 1 << at)) if n else (1 << at, 1 << at)


def _floor_power(x: int, n: int, at: int) -> int:
    """Return x**n, too low by less than n, as each step rounds down. All numbers are in units of 2**-at."""
    # If two factors up to 1 are a and b units too low, their product is at most a + b units too low, and 1 unit more
    # when it is cut. So the n-th power is at most n - 1 units too low.
    value = x
    for digit in bin(n)[3:]:
        value = value * value >> at
        if digit == "1":
            value = value * x >> at
    return value


def polynomial(terms: Sequence[PowerTerm], x: Root) -> tuple[int, int, int]:
    """Return (least value, greatest value, slope) of a polynomial at x, in the units of x. Slope: about x f'(x)."""
    lo = hi = slope = 0
    for least, most, n in terms:
        low, high = power(x, n)
        lo += least * (low if least > 0 else high)
        hi += most * (high if most > 0 else low)
        slope += n * least * low
    return lo, hi, slope


def rising_root(
    terms: Sequence[PowerTerm], trials: int, bits: int, more: int, start: tuple[int, int] = (0, 1)
) -> Root | None:
    """Enclose the root in (start, 1) of a polynomial that is negative below the root and positive above it.

    The root, and 1 minus the root, get about `bits` bits, and are computed with `more` bits beyond these. Bisection to
    8 bits more than `trials` has comes near enough for Newton's method. The signs on both sides of the result prove
    that the root is between them. Return None if the enclosures of the terms, or the bits, do not suffice for this.
    """
    at = bits + more + 32
    low, high, one = (start[0] << at) // start[1], 1 << at, 1 << at
    while high - low > min(high, one - low) >> 8 + trials.bit_length():
        x = low + high >> 1
        if x in (low, high):
            return None
        value = sum(polynomial(terms, (x, x, at))[:2])
        low, high = (low, x) if value > 0 else (x, high)
    x = low + high >> 1
    for _ in range(_NEWTON_STEPS):
        least, most, slope = polynomial(terms, (x, x, at))
        if slope > 0:
            x = min(max(x - (least + most) * x // (2 * slope), low), high)
    reach = (min(x, one - x) >> bits) + 1
    while reach < min(x, one - x):
        below, above = x - reach, x + reach
        if polynomial(terms, (below, below, at))[1] < 0 < polynomial(terms, (above, above, at))[0]:
            return below, above, at
        reach <<= 8
    return None


def end_of_set(
    is_outside: Callable[[int, int], bool], e: int, is_upper: bool, bits: int, far: int = _EDGE
) -> Enclosure:
    """Enclose the greatest number of a set of positive numbers if `is_upper`, else the least, to this many bits.

    `is_outside(n, d)` tells whether n/d is beyond this end. Steps from 2**e find two neighbouring powers of 2 with the
    end between them, and bisection does the rest. An end above 2**far counts as 2**far. An end below 2**-far is
    enclosed by 0 and 2**-far.
    """

    def beyond(n: int, at: int) -> bool:
        return is_outside(n, 1 << at) if at > 0 else is_outside(n << -at, 1)

    side, e = 1 if is_upper else -1, min(max(e, -far), far)
    while abs(e) <= far and beyond(1, -e):
        e -= side
    while abs(e) <= far and not beyond(1, -e - side):
        e += side
    if abs(e) > far:
        return (1 << far, 1 << far, 1) if e > 0 else (0, 1, 1 << far)
    n, at = 1, -min(e, e + side)
    for _ in range(bits):
        n, at = 2 * n, at + 1
        n += beyond(n + 1, at) != is_upper
    return (n, n + 1, 1 << at) if at > 0 else (n << -at, n + 1 << -at, 1)
