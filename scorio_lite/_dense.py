"""Posterior moments of credits of high degree, enclosed: exact ones would take integers of thousands of digits.

Credits and their squares, which do not exceed 1 by more than the slack of float weights, are held at `BITS` binary
digits after the point, as (lo, hi).
"""

from __future__ import annotations

from math import comb
from operator import mul

from ._posterior import evaluate, packed, polynomials, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._credit import Credit

    Enclosure = tuple[int, int]

BITS = 160
ONE = 1 << BITS


class Dense:
    """A credit of many steps, ready for its mean and mean square under any Beta posterior."""

    def __init__(self, credit: Credit) -> None:
        self.credit = credit
        self.k = k = credit.k
        exact = credit.values()
        self.values = [ONE * value // credit.denominator for value in exact]
        # sum over i + j = s of A_i C(k, i) A_j C(k, j), over C(2k, s), is what 2k draws with s successes earn squared.
        weighted = [value * comb(k, j) for j, value in enumerate(exact)]
        size = (2 * max(weighted).bit_length() + k.bit_length()) // 8 + 1
        self.squares = []
        ways = 1
        for s, coefficient in enumerate(unpacked(packed(weighted, size) ** 2, size, 2 * k + 1)):
            self.squares.append(ONE * coefficient // (ways * credit.denominator**2))
            ways = ways * (2 * k - s) // (s + 1)

    def mean(self, state: tuple[int, int], c: int) -> Enclosure:
        """E[g]."""
        if min(state) < c:
            return self._exactly(0, state, c)
        return _mean(self.values, self.k, state, c)

    def mean_square(self, state: tuple[int, int], c: int) -> Enclosure:
        """E[g**2]."""
        if min(state) < c:
            return self._exactly(1, state, c)
        return _mean(self.squares, 2 * self.k, state, c)

    def _exactly(self, order: int, state: tuple[int, int], c: int) -> Enclosure:
        (n,), d = evaluate(polynomials(self.credit)[order], [state[0]], sum(state), c)
        lo = ONE * n // (d * self.credit.denominator ** (order + 1))
        return lo, lo + 1


def _mean(values: list[int], n: int, state: tuple[int, int], c: int) -> Enclosure:
    """The mean of values[X], floors of numbers up to 2, where X of n trials succeed and p has the posterior A, B >= c.

    The chances of X = 0..n rise to a mode and fall, since their ratios r(j) = (n-j)(A+jc) / ((j+1)(B+(n-j-1)c)) fall
    as j grows. Starting from 1 at the mode they are carried outwards, each cut off by less than 1: as no ratio exceeds
    1, one is short by n at most, all together by n*n; and those left out, once one is cut to 0, are at most n+1 each.
    So what is missing of their sum is less than 2n(n+1).
    """
    a, b = state
    slope = a + b - 2 * c
    mode = min(max((n * a - b - (n - 1) * c) // slope + 1, 0), n) if slope else 0
    up = [ONE]
    for j in range(mode, n):
        weight = up[-1] * ((n - j) * (a + j * c)) // ((j + 1) * (b + (n - j - 1) * c))
        if not weight:
            break
        up.append(weight)
    down = []
    weight = ONE
    for j in range(mode, 0, -1):
        weight = weight * (j * (b + (n - j) * c)) // ((n - j + 1) * (a + (j - 1) * c))
        if not weight:
            break
        down.append(weight)
    weights = down[::-1] + up
    total = sum(weights)
    product = sum(map(mul, weights, values[mode - len(down) :]))
    missing = 2 * n * (n + 1)
    return product // (total + missing), (product + total + 2 * missing * ONE) // total + 1
