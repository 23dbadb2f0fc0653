"""Polynomials with integer coefficients: binomials, and the squares of polynomials."""

from __future__ import annotations

_FEW_TERMS = 8  # polynomials with at most this many coefficients are multiplied term by term


def square(coefficients: list[int]) -> list[int]:
    """Return the coefficients of a polynomial's square. Many coefficients are packed into one integer to be squared."""
    if len(coefficients) <= _FEW_TERMS:
        squares = [0] * (2 * len(coefficients) - 1)
        for i, x in enumerate(coefficients):
            for j, y in enumerate(coefficients, i):
                squares[j] += x * y
        return squares
    bits = 2 * max(map(abs, coefficients)).bit_length() + len(coefficients).bit_length() + 1  # with the sign
    size, count = bits // 8 + 1, 2 * len(coefficients) - 1
    value = joined([max(x, 0) for x in coefficients], size) - joined([max(-x, 0) for x in coefficients], size)
    bias = 1 << 8 * size - 1
    return [x - bias for x in unpacked(value * value + joined([bias] * count, size), size, count)]


def joined(values: list[int], size: int) -> int:
    """Return the integer whose digits to the base 256**size are the values, the lowest first."""
    return int.from_bytes(b"".join([value.to_bytes(size, "little") for value in values]), "little")


def unpacked(number: int, size: int, count: int) -> list[int]:
    """Return the lowest `count` digits of a number to the base 256**size, the lowest first."""
    digits = number.to_bytes(size * count + 1, "little")
    return [int.from_bytes(digits[j : j + size], "little") for j in range(0, size * count, size)]


def binomials(n: int, highest: int | None = None) -> list[int]:
    """Return C(n, 0), ..., C(n, n), or up to C(n, highest)."""
    term, terms = 1, [1]
    for i in range(n if highest is None else min(n, highest)):
        term = term * (n - i) // (i + 1)
        terms.append(term)
    return terms
