"""Fixed-point numbers between two bounds, so that a formula in the code is the formula on the page.

A formula is computed with some bits after the point. Each step rounds the lower bound down and the upper bound up, so
the exact number stays between both. If the bounds are too far apart for a decision, such as `x > y` or a rounding, the
decision raises `Unknown`, and a loop computes all of it again with twice as many bits:

    decided(lambda bits: formula(bits) > 0)
    nearest_of(formula)

After the last number of bits, two numbers count as equal: neither is above the other. Of two doubles that are then as
near, the one whose last bit is 0 is returned. For example, the ends of intervals of rational data can be 0 or 1/4.
"""

from __future__ import annotations

from math import isqrt

from . import LAST_BITS, PRECISIONS, pinned, undecided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Union

    from .._types import Ratio

    Number = Union["Fixed", int]


class Unknown(ArithmeticError):
    """The bounds of a number are too far apart. Only the loops of this module catch it."""


class Fixed:
    """A number from lo / 2**bits to hi / 2**bits. In a formula all numbers have the same bits, or are integers."""

    __slots__ = ("bits", "hi", "lo")

    def __init__(self, lo: int, hi: int, bits: int) -> None:
        self.lo, self.hi, self.bits = lo, hi, bits

    @classmethod
    def of(cls, ratio: Ratio, bits: int) -> Fixed:
        n, d = ratio
        return cls((n << bits) // d, -((-n << bits) // d), bits)

    @classmethod
    def cut(cls, lo: int, hi: int, at: int, bits: int) -> Fixed:
        """Return a number from lo / 2**at to hi / 2**at, with `bits` bits."""
        shift = at - bits
        return cls(lo >> shift, -(-hi >> shift), bits) if shift > 0 else cls(lo << -shift, hi << -shift, bits)

    def __repr__(self) -> str:
        return f"Fixed({self.lo}, {self.hi}, {self.bits})"

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
        if lo >= 0 <= a:
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

    def __gt__(self, other: Number) -> bool:
        difference = self - other
        if difference.lo > 0 or difference.hi <= 0:
            return difference.lo > 0
        raise Unknown

    def __lt__(self, other: Number) -> bool:
        return other - self > 0


def sqrt(x: Fixed) -> Fixed:
    """Return the square root of a number that is known to be at least 0, though its lower bound may be below."""
    hi, bits = x.hi << x.bits, x.bits
    root = isqrt(hi)
    return Fixed(isqrt(x.lo << bits) if x.lo > 0 else 0, root + (root * root < hi), bits)


def least(x: Fixed, y: Fixed) -> Fixed:
    return Fixed(x.lo if x.lo < y.lo else y.lo, x.hi if x.hi < y.hi else y.hi, x.bits)


def greatest(x: Fixed, y: Number) -> Fixed:
    lo, hi = (y << x.bits, y << x.bits) if isinstance(y, int) else (y.lo, y.hi)
    return Fixed(x.lo if x.lo > lo else lo, x.hi if x.hi > hi else hi, x.bits)


def decided(holds: Callable[[int], bool]) -> bool:
    """Return holds(bits), with as many bits as it takes. A tie, which no number of bits decides, does not hold."""
    for bits in PRECISIONS:
        try:
            return holds(bits)
        except Unknown:  # noqa: PERF203
            continue
    return False


def nearest_of(number: Callable[[int], Fixed], bounds: tuple[int, int, int] = (0, 1, 1)) -> float:
    """Return the double nearest to a number. It is mapped from [0, 1] to the bounds (low, high, scale)."""
    low, high, scale = bounds
    for bits in PRECISIONS:
        try:
            x = number(bits)
        except Unknown:
            continue
        ends = [(low << x.bits) + (high - low) * end for end in (x.lo, x.hi)]
        value = pinned(ends[0], ends[1], scale << x.bits, bits == LAST_BITS)
        if value is not None:
            return value
    raise undecided()
