"""Enclosed posterior moments of credits of high degree k, whose exact moments would have thousands of digits.

An enclosure (lo, hi) has `BITS` bits after the point. Draws earn at most 1, or up to 1 + 1e-12 if the weights are
floats. g(p) is what k trials with the success rate p earn on average.
"""

from __future__ import annotations

from math import isqrt

from .._credit.squares import binomials, square
from .._numbers import dot
from . import Posteriors
from .polynomials import evaluate, polynomials

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._credit import Credit
    from .._numbers import Enclosure

    DenseEnds = tuple[int, int]

BITS = 160  # three times those of a double
ONE = 1 << BITS


class Dense:
    """A credit of many steps, with methods that enclose its moments under Beta posteriors."""

    def __init__(self, credit: Credit, parts: list[Posteriors]) -> None:
        self.credit = credit
        self.k = k = credit.k
        self.parts = parts
        weight = credit.denominator.bit_length()
        parts[0].meter.spend(2 * k, k + weight, 2 * k * (k + weight), 2)  # a square by one product
        exact = credit.values()
        self.values = [ONE * value // credit.denominator for value in exact]
        # 2k draws with s successes, squared: the sum over i + j = s of A_i C(k, i) A_j C(k, j), over C(2k, s)
        weighted = list(map(int.__mul__, exact, binomials(k)))
        self.squares = []
        ways = 1
        for s, coefficient in enumerate(square(weighted)):
            self.squares.append(ONE * coefficient // (ways * credit.denominator**2))
            ways = ways * (2 * k - s) // (s + 1)

    def moments(self, with_pass: bool = False) -> tuple[Enclosure, Enclosure, Enclosure]:
        """Enclose the posterior mean and variance of what k trials earn, averaged over the questions.

        The third result encloses the covariance of this average with that of Pass@k. It is 0 unless `with_pass`.
        """
        y_lo = y_hi = v_lo = v_hi = c_lo = c_hi = 0
        for part in self.parts:
            c = part.c
            q, d = part.failure_powers(self.k) if with_pass else ([], 1)
            for i, (state, number) in enumerate(zip(zip(part.a, part.b), part.numbers)):
                (lo, hi), (square_lo, square_hi) = self.mean(1, state, part), self.mean(2, state, part)
                y_lo, y_hi = y_lo + number * lo, y_hi + number * hi
                v_lo += number * (square_lo - (hi * hi >> BITS) - 1)
                v_hi += number * (square_hi - (lo * lo >> BITS))
                if with_pass:  # E[(1-p)**k g] is E[(1-p)**k] times E[g] after k failures
                    after_lo, after_hi = self.mean(1, (state[0], state[1] + self.k * c), part)
                    c_lo += number * (q[i] * max(lo - after_hi, 0) // d)
                    c_hi += number * (q[i] * (hi - after_lo) // d + 1)
        m = sum([sum(part.numbers) for part in self.parts])
        return (y_lo, y_hi, m * ONE), (max(v_lo, 0), v_hi, m * m * ONE), (c_lo, c_hi, m * m * ONE)

    def mean(self, order: int, state: tuple[int, int], part: Posteriors) -> DenseEnds:
        """Enclose E[g**order], where g is what k trials earn on average, if their success rate p ~ Beta(A/c, B/c).

        The order is 1 or 2, `state` is (A, B), and c is that of the part.
        """
        k = order * self.k
        if min(state) >= part.c:  # beyond 30 standard deviations of the successes, chances are 0
            steps = min(k, 30 * isqrt(k + k * k * part.c // part.total))
            part.meter.spend(1, BITS + part.total.bit_length(), 64, steps)
            return _mean(self.values if order == 1 else self.squares, k, state, part.c)
        alone = Posteriors([state[0]], [state[1]], part.c, [1], part.meter)
        (n,), d = evaluate(polynomials(self.credit, part.meter)[order - 1], alone.a, alone)
        lo = ONE * n // (d * self.credit.denominator**order)
        return lo, lo + 1


def _mean(values: list[int], n: int, state: tuple[int, int], c: int) -> DenseEnds:
    """Enclose the mean of values[X], where X of n trials succeed with the rate p ~ Beta(A/c, B/c), for A, B >= c.

    `state` is (A, B). Values and ends are in units of 1 / ONE. Values are rounded down by less than 1, and at most 2
    ONE.

    The chances of X = 0..n rise to a mode and fall, since the ratio of the chance of j+1 to that of j falls as j grows:
    it is (n-j)(A+jc) / ((j+1)(B+(n-j-1)c)). The chance of the mode is set to ONE. The others follow from there
    outwards, by ratios of at most 1. Each step rounds down by less than 1. So each chance is too low by at most n, and
    all together by at most n*n. Once a chance is 0, the chances further out are left out, which are at most n+1 each.
    So the sum of all is too low by less than 2n(n+1).
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
    product = dot(weights, values[mode - len(down) :])
    missing = 2 * n * (n + 1)
    return product // (total + missing), (product + total + 2 * missing * ONE) // total + 1
