"""Fixed-point numbers between two bounds, so that a formula in the code is the formula on the page.

A formula is computed with some bits after the point. Each step rounds the lower bound down and the upper bound up, so
the exact number stays between both. If the bounds are too far apart for a decision, such as `x > y` or a rounding, the
decision raises `Unknown`, and a loop computes all of it again with twice as many bits:

    decided(lambda bits: formula(bits) > 0)
    nearest_of(formula)

After the last number of bits, two numbers count as equal: neither is above the other. If two doubles are then equally
near, the one whose last bit is 0 is returned. This happens: an end of an interval can be exactly 0 or 1/4.
"""

from __future__ import annotations

from math import isqrt

from . import nearest, ordinal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Union

    from .._types import Ratio

    Number = Union["Fixed", int]

PRECISIONS = 88, 192, 384, 768, 1536, 3072  # bits; the first fits 3 digits of an int, the smallest floats need 2,200
LAST_BITS = PRECISIONS[-1]
GUARD = 16  # spare: bits beyond those of a result; the proofs need fewer, and the rest costs little


class Unknown(ArithmeticError):
    """A number's bounds are too far apart for a decision. Only `decided` and `nearest_each` catch this error."""


class Fixed:
    """A number between lo / 2**bits and hi / 2**bits. In one formula, all numbers have equal `bits` or are integers."""

    __slots__ = ("bits", "hi", "lo")

    def __init__(self, lo: int, hi: int, bits: int) -> None:
        self.lo, self.hi, self.bits = lo, hi, bits

    @staticmethod
    def of(ratio: Ratio, bits: int) -> Fixed:
        n, d = ratio
        lo, rest = divmod(n << bits, d)
        return Fixed(lo, lo + (rest > 0), bits)

    @staticmethod
    def cut(lo: int, hi: int, at: int, bits: int) -> Fixed:
        """Return a number with `bits` bits whose bounds enclose lo / 2**at and hi / 2**at as closely as they can."""
        up, down = max(bits - at, 0), max(at - bits, 0)
        return Fixed(lo << up >> down, -(-hi << up >> down), bits)

    def __neg__(self) -> Fixed:
        return Fixed(-self.hi, -self.lo, self.bits)

    def __add__(self, other: Number) -> Fixed:
        if isinstance(other, int):
            whole = other << self.bits
            return Fixed(self.lo + whole, self.hi + whole, self.bits)
        return Fixed(self.lo + other.lo, self.hi + other.hi, self.bits)

    __radd__ = __add__

    def __sub__(self, other: Number) -> Fixed:
        if isinstance(other, int):
            return self + -other
        return Fixed(self.lo - other.hi, self.hi - other.lo, self.bits)

    def __rsub__(self, other: int) -> Fixed:
        whole = other << self.bits
        return Fixed(whole - self.hi, whole - self.lo, self.bits)

    def __mul__(self, other: Number) -> Fixed:
        lo, hi, bits = self.lo, self.hi, self.bits
        if isinstance(other, int):
            return Fixed(lo * other, hi * other, bits) if other >= 0 else Fixed(hi * other, lo * other, bits)
        a, b = other.lo, other.hi
        if lo >= 0 and a >= 0:
            return Fixed(lo * a >> bits, -(-hi * b >> bits), bits)
        products = lo * a, lo * b, hi * a, hi * b
        return Fixed(min(products) >> bits, -(-max(products) >> bits), bits)

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Fixed:
        lo, hi, bits = self.lo, self.hi, self.bits
        if isinstance(other, int):
            return Fixed(lo // other, -(-hi // other), bits)
        a, b = other.lo, other.hi
        if a <= 0:  # not known to be positive: no formula divides by a negative number
            raise Unknown
        return Fixed((lo << bits) // (b if lo >= 0 else a), -((-hi << bits) // (a if hi >= 0 else b)), bits)

    def rounded(self, bounds: tuple[int, int, int] = (0, 1, 1), is_last: bool = False) -> float:
        """Return the double nearest to (low + (high - low) x) / scale for this number x and bounds (low, high, scale).

        Raise Unknown if several doubles are possible. But if `is_last`, return the even one of two neighbours.
        """
        low, high, scale = bounds
        lo, hi, d = self.lo, self.hi, scale << self.bits
        if low or high != 1:
            lo, hi = (low << self.bits) + (high - low) * lo, (low << self.bits) + (high - low) * hi
        try:
            below, above = lo / d + 0.0, hi / d + 0.0  # as in `nearest`, for a d of more than 53 bits
        except OverflowError:
            below, above = nearest(lo, d), nearest(hi, d)
        if below == above:
            return below
        first = ordinal(below)
        if is_last and ordinal(above) == first + 1:
            return above if first % 2 else below
        raise Unknown

    def __gt__(self, other: Number) -> bool:
        difference = self - other
        if difference.lo > 0 or difference.hi <= 0:
            return difference.lo > 0
        raise Unknown


def sqrt(x: Fixed) -> Fixed:
    """Return the square root of x. The exact x is at least 0, but its lower bound may be negative."""
    lo, hi, bits = x.lo, x.hi, x.bits
    low = isqrt(lo << bits) if lo > 0 else 0
    high = low if lo == hi else isqrt(hi << bits)
    return Fixed(low, high + (high * high < hi << bits), bits)


def sqrt_of(ratio: Ratio, bits: int) -> Fixed:
    """Return the square root of a ratio >= 0. The bounds of the root are at most 2**-bits apart."""
    n, d = ratio
    square, rest = divmod(n << 2 * bits, d)
    root = isqrt(square)
    return Fixed(root, root + (rest > 0 or root * root < square), bits)


def least(x: Fixed, y: Fixed) -> Fixed:
    return Fixed(x.lo if x.lo < y.lo else y.lo, x.hi if x.hi < y.hi else y.hi, x.bits)


def greatest(x: Fixed, y: Number) -> Fixed:
    lo, hi = (y << x.bits, y << x.bits) if isinstance(y, int) else (y.lo, y.hi)
    return Fixed(x.lo if x.lo > lo else lo, x.hi if x.hi > hi else hi, x.bits)


def decided(holds: Callable[[int], bool]) -> bool:
    """Return holds(bits) for the first number of bits in PRECISIONS that raises no Unknown; False if all raise it."""
    for bits in PRECISIONS:
        try:
            return holds(bits)
        except Unknown:  # noqa: PERF203
            continue
    return False


def nearest_of(number: Callable[[int], Fixed], bounds: tuple[int, int, int] = (0, 1, 1)) -> float:
    """Return the double nearest to (low + (high - low) x) / scale for x = number(bits), bounds = (low, high, scale)."""
    return nearest_each(lambda bits: (number(bits),), bounds)[0]


def nearest_each(numbers: Callable[[int], Iterable[Fixed]], bounds: tuple[int, int, int] = (0, 1, 1)) -> list[float]:
    """Return the double nearest to (low + (high - low) x) / scale for each x in numbers(bits), in order.

    `bounds` is (low, high, scale). Raise ValueError if LAST_BITS bits are too few.
    """
    for bits in PRECISIONS:
        try:
            return [x.rounded(bounds, bits == LAST_BITS) for x in numbers(bits)]
        except Unknown:  # noqa: PERF203
            continue
    raise ValueError(f"{LAST_BITS} bits, the limit, do not tell this result from others")
