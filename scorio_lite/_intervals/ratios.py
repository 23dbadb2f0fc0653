"""Intervals of ratios of two means, and how much of the gap between a random and a perfect pick a selector closes.

x_q, a_q and p_q are the best-of-k, avg and Pass@k of question q. The value is the mean of x_q - a_q divided by the mean
of p_q - a_q. A number g is in its interval if the interval of the mean of z_q = x_q - a_q - g (p_q - a_q) holds 0.

Let D be the most that p_q - a_q can be, and u = 1 - g. Then z_q = u (p_q - a_q) - (p_q - x_q) is from -(1 + |g|) D to
u D. Its variance is quadratic in u. Whether g is in the interval is decided for one g after another, to find both ends.
"""

from __future__ import annotations

from .._numbers import dot
from .sample import ValueRows, new_questions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .formula import MetricRange
    from .sample import NewQuestions

    Products = tuple[int, int, int]  # the sums of x**2, of x y and of y**2


class RowPair:
    """Values x and y of each question. The interval of their ratio needs the samples of m x - n y for many m and n."""

    def __init__(self, x: ValueRows, y: ValueRows) -> None:
        self.x, self.y = x, y
        self.squares, self.residuals = products(x.values, y.values), products(x.residuals, y.residuals)

    def sample(self, m: int, n: int, bounds: MetricRange, scale: int) -> NewQuestions:
        """Return the sample of (m x - n y) / scale."""
        M, d, total = self.x.M, scale * self.x.d, m * self.x.total - n * self.y.total
        rest = M * square_of(self.squares, m, n) - total * total, M * d * d
        residuals = square_of(self.residuals, m, n), (M * d) ** 2
        return new_questions(bounds, (total, M * d), M, rest, self.x.sizes, residuals)


def products(x: Sequence[int], y: Sequence[int]) -> Products:
    return dot(x, x), dot(x, y), dot(y, y)


def square_of(sums: Products, m: int, n: int) -> int:
    """Return the sum of (m x - n y)**2, from what `products` returns."""
    return m * m * sums[0] - 2 * m * n * sums[1] + n * n * sums[2]
