"""Numbers as integers and ratios, and their rounding. Every float that the library returns is made here.

Each rounding gives the double that is nearest to the exact number. If two doubles are equally near, it gives the one
whose last bit is 0. The result is never -0.0 or NaN. A number beyond the largest double becomes infinite, as IEEE 754
prescribes.

Irrational numbers are enclosed: two bounds are computed, and computed again with more bits until both round to the same
double. If the last number of bits leaves two doubles open, the number counts as their midpoint. The files are:

here        integers and ratios, their sums, and rounding once
halves      sums of many ratios
fixed       formulas with numbers between two bounds: `Fixed`, decisions, the nearest double
functions   exp, log and others for `Fixed`, with proofs
roots       the root of a rising function
quantiles   of the normal distribution and of Student's t
normal      intervals mean -+ z sigma, and sums of roots against z
powers      geometric blends x**a * y**b of two metrics

The code turns a float x into an integer by int(x * (1 << 60)). No result depends on a number whose comment begins with
"spare": it only decides what is fast, and what is kept for later calls.

`affordable` limits the work of a call: how many integers it makes, times their bits. To make an integer includes a few
products with short factors; a product, division or gcd of two long integers counts as bits / 32 integers. So a question
may have 10**9 trials if k is small, and k may be 10**9 if the prior's alpha0 and beta0 are integers.
"""

from __future__ import annotations

from math import frexp, gcd, isqrt, ldexp, log2, perm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Callable, Iterable, Sequence

    from .._types import Ratio

_FEW_RATIOS = 4  # spare: up to so many fractions are added without a gcd
EASY = 16384  # spare: up to so many bits of a denominator, a gcd is quick
_AFFORDABLE = 1 << 32  # integers times their bits: a few seconds, and 512 MB if all of them are held at a time


def over_limit(name: str, why: str) -> ValueError:
    return ValueError(f"{name} is beyond the limit: {why}")


def affordable(name: str, numbers: int, bits: int) -> None:
    """Raise ValueError about the argument `name` if a call needs too much: `numbers` integers of `bits` bits each."""
    if numbers * (bits + 1024) > _AFFORDABLE:
        size = f"2**{numbers.bit_length()} steps on integers of 2**{bits.bit_length()} bits"
        raise over_limit(name, f"more than a few seconds or 512 MB, at {size}")


def subset_bits(trials: int, k: int) -> int:
    """Return a number of bits that suffices for C(trials, k)."""
    # C(N, k) is at most 2**N, and at most (e N/m)**m for m = min(k, N - k).
    m = min(k, trials - k) or 1
    return min(trials, m * (2 + (trials // m).bit_length()))


def rise(n: int, d: int, count: int) -> int:
    """Return n (n+d) (n+2d) ... with `count` factors: the rising factorial of n/d, times d**count."""
    if d == 1 and n > 0 and count < 512:
        return perm(n + count - 1, count)  # before Python 3.11, its time grows with the square of a large count
    if count > 16:  # spare: factors of equal size multiply fastest
        half = count // 2
        return rise(n, d, half) * rise(n + half * d, d, count - half)
    product = 1
    for i in range(count):
        product *= n + i * d
    return product


def ratio_sum(ratios: Sequence[Ratio]) -> Ratio:
    """Return the sum of one or more ratios as a ratio. It is not reduced to lowest terms, which takes longer."""
    if len(ratios) > _FEW_RATIOS:
        from .halves import sum_by_halves

        return sum_by_halves(ratios)
    n, d = ratios[0]
    for m, e in ratios[1:]:
        n, d = (n + m, d) if d == e else (n * e + m * d, d * e)
    return n, d


def lowest(n: int, d: int) -> Ratio:
    """Return n/d as a ratio in lowest terms. If a gcd with this d would be slow, return (n, d)."""
    common = gcd(n, d) if d.bit_length() <= EASY else 1
    return n // common, d // common


def fraction(n: int, d: int) -> Fraction:
    from fractions import Fraction  # which takes longer to load than the package

    return Fraction(n, d)


def dot(first: Iterable[int], second: Iterable[int]) -> int:
    """Return the sum of the products of two sequences, up to the end of the shorter one.

    For a few items, sum(map(int.__mul__, first, second)) is faster.
    """
    return sum([x * y for x, y in zip(first, second)])


def square(coefficients: list[int]) -> list[int]:
    """Return the coefficients of p**2, given those of a polynomial p, by one product of long integers."""
    most = max(map(abs, coefficients))
    size, count = (len(coefficients) * most * most).bit_length() // 8 + 1, 2 * len(coefficients) - 1
    bias = 1 << 8 * size - 1  # so that no digit is negative
    value = joined([x + bias for x in coefficients], size) - joined([bias] * len(coefficients), size)
    digits = (value * value + joined([bias] * count, size)).to_bytes(size * count + 1, "little")
    return [int.from_bytes(digits[j : j + size], "little") - bias for j in range(0, size * count, size)]


def joined(values: list[int], size: int) -> int:
    """Return the integer whose digits to the base 256**size are the `values`, the lowest first."""
    return int.from_bytes(b"".join([value.to_bytes(size, "little") for value in values]), "little")


def binomials(n: int, highest: int | None = None) -> list[int]:
    """Return [C(n, 0), C(n, 1), ...] up to C(n, highest) or, without `highest`, C(n, n)."""
    term, terms = 1, [1]
    for i in range(n if highest is None else min(n, highest)):
        term = term * (n - i) // (i + 1)
        terms.append(term)
    return terms


def newton_differences(values: list[int]) -> list[int]:
    """Return the forward differences of every order at the first value: values[0], values[1] - values[0], and so on."""
    firsts = []
    while values:
        firsts.append(values[0])
        values = list(map(int.__sub__, values[1:], values))
    return firsts


def find_first(high: int, holds: Callable[[int], bool]) -> int:
    """Return the least i in 0..high-1 for which holds(i) is true, else `high`. From that i on, holds must stay true."""
    low = 0
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def near_log(x: float) -> float:
    """Return ln x for x > 0, as accurate as floats are. Use it only as a starting point."""
    return log2(x) * 0.6931471805599453


def minus(a: Ratio, b: Ratio) -> Ratio:
    return ratio_sum((a, (-b[0], b[1])))


def nearest(n: int, d: int) -> float:
    """Return the double nearest to n/d, for d > 0."""
    try:
        # CPython divides small integers as floats, which rounds twice in x87 registers: the shift prevents it. Adding
        # 0.0 turns -0.0 (a negative underflow) into 0.0.
        return (n << 64) / (d << 64) + 0.0
    except OverflowError:
        return float("inf") if n > 0 else float("-inf")


def nearest_sqrt(n: int, d: int) -> float:
    """Return the double nearest to the square root of n/d, for n >= 0 and d > 0."""
    if not n:
        return 0.0
    # A radicand of 109 bits or more has a root of 55 bits or more. If anything is cut off, the root's last bit is set
    # ("round to odd"). This keeps the root on the right side of every midpoint of doubles, so one rounding is left.
    shift = (n.bit_length() - d.bit_length() - 109) // 2
    up, down = max(-shift, 0), max(shift, 0)
    radicand, rest = divmod(n << 2 * up, d << 2 * down)
    root = isqrt(radicand)
    root |= root * root != radicand or rest != 0
    return nearest(root << down, 1 << up)


def ordinal(x: float) -> int:
    """Return the position of x among the doubles: 0 for 0.0, below 0 if x is, and even if the last bit of x is 0."""
    if x < 0 or x - x:
        return -ordinal(-x) if x < 0 else 2047 << 52
    e = max(frexp(x or 5e-324)[1], -1021)  # subnormal numbers have the least
    return (e + 1021 << 52) + int(ldexp(x, 53 - e))


def double_at(k: int) -> Ratio:
    """Return as a ratio the double x for which ordinal(x) is k. For the k of infinity, return 2**1024."""
    e = max((abs(k) >> 52) - 1, 0)
    return (abs(k) - (e << 52) << e) * (-1 if k < 0 else 1), 1 << 1074
