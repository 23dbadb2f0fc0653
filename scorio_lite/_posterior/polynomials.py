"""Credits as polynomials in the success rate, and their means under Beta posteriors."""

from __future__ import annotations

from math import comb

from .._double import rising

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._credit import Credit
    from . import Moments


def polynomials(credit: Credit) -> tuple[list[int], list[int]]:
    """The coefficients of g and of g**2 in the powers of p, times the credit's denominator and its square."""
    if not credit.polynomials:
        first = power_basis(credit.values())
        credit.polynomials = first, square(first)
    return credit.polynomials


def power_basis(values: list[int]) -> list[int]:
    """The coefficients of p**0..p**k in g: C(k, i) times the i-th difference of A_0..A_k."""
    k = len(values) - 1
    coefficients = []
    for i in range(k + 1):
        coefficients.append(comb(k, i) * values[0])
        values = list(map(int.__sub__, values[1:], values))
    return coefficients


def square(coefficients: list[int]) -> list[int]:
    """The coefficients of a polynomial's square, by one multiplication of its value at a large power of 2."""
    bits = 2 * max(map(abs, coefficients)).bit_length() + len(coefficients).bit_length() + 1  # with the sign
    size, count = bits // 8 + 1, 2 * len(coefficients) - 1
    value = joined([max(x, 0) for x in coefficients], size) - joined([max(-x, 0) for x in coefficients], size)
    bias = 1 << 8 * size - 1
    return [x - bias for x in unpacked(value * value + joined([bias] * count, size), size, count)]


def joined(values: list[int], size: int) -> int:
    """The integers, each below 256**size, as the digits of one."""
    return int.from_bytes(b"".join([value.to_bytes(size, "little") for value in values]), "little")


def unpacked(number: int, size: int, count: int) -> list[int]:
    digits = number.to_bytes(size * count + 1, "little")
    return [int.from_bytes(digits[j : j + size], "little") for j in range(0, size * count, size)]


def evaluate(coefficients: list[int], bases: list[int], total: int, c: int) -> Moments:
    """The sum of coefficient_i R(X, i) / R(T, i) for each base X, by Horner's scheme, over R(T, n)."""
    n = len(coefficients) - 1
    rest, scaled = 1, []
    for i in range(n, -1, -1):
        scaled.append(coefficients[i] * rest)
        rest *= total + (i - 1) * c
    values = []
    for base in bases:
        value = 0
        for coefficient, factor in zip(scaled, range(base + n * c, base - 1, -c)):
            value = value * factor + coefficient
        values.append(value)
    return values, rising(total, c, n)
