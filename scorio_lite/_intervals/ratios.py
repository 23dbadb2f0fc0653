"""What the interval of a ratio of two means needs: the spreads of differences between multiples of x and of y."""

from __future__ import annotations

from .._numbers import dot
from .spread import spread_of_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .formula import MetricRange
    from .spread import Spread, ValueRows

    Products = tuple[int, int, int]  # the sums of x**2, of x y and of y**2


class RowPair:
    """Values x and y of each question. The interval of their ratio needs the spreads of m x - n y for many m and n."""

    def __init__(self, x: ValueRows, y: ValueRows) -> None:
        self.x, self.y = x, y
        self.squares, self.residuals = products(x.values, y.values), products(x.residuals, y.residuals)

    def spread(self, m: int, n: int, bounds: MetricRange, scale: int) -> Spread:
        """Return the spread of (m x - n y) / scale."""
        M, d, total = self.x.M, scale * self.x.d, m * self.x.total - n * self.y.total
        rest = M * square_of(self.squares, m, n) - total * total, M * d * d
        residuals = square_of(self.residuals, m, n), (M * d) ** 2
        return spread_of_new(bounds, (total, M * d), M, rest, self.x.sizes, residuals)


def products(x: Sequence[int], y: Sequence[int]) -> Products:
    return dot(x, x), dot(x, y), dot(y, y)


def square_of(sums: Products, m: int, n: int) -> int:
    """Return the sum of (m x - n y)**2, from what `products` returns."""
    return m * m * sums[0] - 2 * m * n * sums[1] + n * n * sums[2]
