"""Functions of fixed-point numbers (see `fixed`), from the enclosures of `enclosures`."""

from __future__ import annotations

from math import isqrt

from .enclosures import exponential, factorial_logarithm, half_root_pi, logarithm, odd_series
from .fixed import Fixed, Unknown, sqrt

_factorials: dict[tuple[int, int], Fixed] = {}


def log(x: Fixed) -> Fixed:
    if x.lo <= 0:  # not known to be positive
        raise Unknown
    lo, hi = logarithm(x.lo, 1 << x.bits, x.bits)
    return Fixed(lo, hi if x.hi == x.lo else logarithm(x.hi, 1 << x.bits, x.bits)[1], x.bits)


def log_ratio(n: int, d: int, bits: int) -> Fixed:
    """Return ln(n/d), for positive n and d."""
    return Fixed(*logarithm(n, d, bits), bits)


def log_factorial(n: int, bits: int) -> Fixed:
    """Return ln n!. The latest results are kept, as one formula needs the same ones again and again."""
    if (n, bits) not in _factorials:
        if len(_factorials) >= 64:
            _factorials.clear()
        _factorials[n, bits] = Fixed(*factorial_logarithm(n, bits), bits)
    return _factorials[n, bits]


def exp(x: Fixed) -> Fixed:
    if x.hi - x.lo >> x.bits:
        raise Unknown
    return Fixed(*exponential(x.lo, x.hi, x.bits), x.bits)


def power(x: Fixed, n: int) -> Fixed:
    """Return x**n for x >= 0."""
    bits = x.bits
    lo = hi = 1 << bits
    for digit in bin(n)[2:]:
        lo, hi = lo * lo >> bits, -(-hi * hi >> bits)
        if digit == "1":
            lo, hi = lo * x.lo >> bits, -(-hi * x.hi >> bits)
    return Fixed(lo, hi, bits)


def to_power(x: Fixed, a: int, b: int) -> Fixed:
    """Return x**(a/b) for 0 <= x <= 1 and a, b > 0."""
    lo, hi = (exp(log(Fixed(end, end, x.bits)) * a / b) if end > 0 else Fixed(0, 0, x.bits) for end in (x.lo, x.hi))
    return Fixed(lo.lo, hi.hi, x.bits)


def pi(bits: int) -> Fixed:
    half = Fixed(*half_root_pi(bits + 2), bits + 2)  # of sqrt(pi)
    square = half * half
    return Fixed(square.lo, square.hi, bits)


def arctangent(x: Fixed) -> Fixed:
    """Return atan(x) for 0 <= x <= 1."""
    halvings = isqrt(x.bits) // 2 + 1
    work = x.bits + 2 * halvings + 8
    t = Fixed.cut(x.lo, x.hi, x.bits, work)
    for _ in range(halvings):
        t = t / (1 + sqrt(1 + t * t))  # the tangent of half the angle
    lo, hi = odd_series(t.lo, work, True)[0], odd_series(t.hi, work, True)[1]
    return Fixed.cut(lo << halvings, hi << halvings, work, x.bits)
