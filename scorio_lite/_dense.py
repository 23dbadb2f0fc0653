"""Posterior moments of credits of high degree, enclosed: exact ones would take integers of thousands of digits.

Credits and their squares, which do not exceed 1 by more than the slack of float weights, are held at `BITS` binary
digits after the point, as (lo, hi).
"""

from __future__ import annotations

from math import comb

from ._limits import check_enclosed
from ._polynomials import evaluate, joined, polynomials, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._credit import Credit
    from ._posterior import Group
    from ._rounding import Bounds

    Enclosure = tuple[int, int]

BITS = 160
ONE = 1 << BITS


class Dense:
    """A credit of many steps, ready for its mean and mean square under any Beta posterior."""

    bits = BITS

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
        for s, coefficient in enumerate(unpacked(joined(weighted, size) ** 2, size, 2 * k + 1)):
            self.squares.append(ONE * coefficient // (ways * credit.denominator**2))
            ways = ways * (2 * k - s) // (s + 1)

    def moments(self, parts: list[Group], lifted: bool = False) -> tuple[Bounds, Bounds, Bounds]:
        """The mean and the variance of the average of g, and with `lifted` its covariance with that of Pass@k."""
        check_enclosed(self.credit, parts, lifted)
        y_lo = y_hi = v_lo = v_hi = c_lo = c_hi = 0
        for group in parts:
            after = group.lifted(self.k).states
            q, d = group.powers(self.k, True) if lifted else ([], 1)
            for i, (state, number) in enumerate(zip(group.states, group.numbers)):
                (lo, hi), (square_lo, square_hi) = self.mean(state, group.c), self.mean_square(state, group.c)
                y_lo, y_hi = y_lo + number * lo, y_hi + number * hi
                v_lo += number * (square_lo - (hi * hi >> BITS) - 1)
                v_hi += number * (square_hi - (lo * lo >> BITS))
                if lifted:
                    after_lo, after_hi = self.mean(after[i], group.c)
                    c_lo += number * (q[i] * max(lo - after_hi, 0) // d)
                    c_hi += number * (q[i] * (hi - after_lo) // d + 1)
        m = sum([sum(group.numbers) for group in parts])
        return (y_lo, y_hi, m * ONE), (max(v_lo, 0), v_hi, m * m * ONE), (c_lo, c_hi, m * m * ONE)

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
    product = sum(map(int.__mul__, weights, values[mode - len(down) :]))
    missing = 2 * n * (n + 1)
    return product // (total + missing), (product + total + 2 * missing * ONE) // total + 1
