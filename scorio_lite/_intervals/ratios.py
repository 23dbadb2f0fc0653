"""Intervals of ratios of two means, and how much of the gap between a random and a perfect pick a selector closes.

x_q, a_q and p_q are the best-of-k, avg and Pass@k of question q. The value is the mean of x_q - a_q divided by the mean
of p_q - a_q. A number g is in its interval if the interval of the mean of z_q = x_q - a_q - g (p_q - a_q) holds 0.

Let D be the most that p_q - a_q can be, and u = 1 - g. Then z_q = u (p_q - a_q) - (p_q - x_q) is from -(1 + |g|) D to
u D. Its variance is quadratic in u. Whether g is in the interval is decided for one g after another, to find both ends.
"""

from __future__ import annotations

from math import comb

from .._arguments import is_scores, same_index
from .._numbers import dot, least_common, nearest, nearest_enclosed
from .._numbers.roots import end_of_set
from . import Asked, CountRows, cluster_labels, rows_of
from .spread import ValueRows, largest, spread_of_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .._numbers import Enclosure, Ratio
    from . import Asked
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


def gap_interval(R: Any, S: Any, asked: Asked) -> tuple[float | None, float, float]:
    """Return (value, lo, hi): the share of the gap between a random pick and a perfect pick that the selector closes.

    The value is None if there is no gap.
    """
    level = asked.level
    if is_scores(R):
        raise ValueError("R must be outcomes 0 and 1, not Scores; Scores.at_least(threshold) gives outcomes")
    same_index(("R", R), ("S", S), ("clusters", asked.clusters))
    gap = Gap(R, S, asked)
    lost, total = gap.lost.total, gap.gap.total
    if not total:
        return None, float("-inf"), 1.0
    return nearest(total - lost, total), gap.end(level, True), gap.end(level, False)


class Gap:
    """The gap, Pass@k - avg, and what the selector loses of it, Pass@k - best-of-k, of each question.

    `most` is the most that the gap of a question can be.
    """

    def __init__(self, R: Any, S: Any, asked: Asked) -> None:
        measure, selected = asked.measured((R, S), "R")
        ones = [sum(earned) for earned, _ in selected.rows]
        solved = CountRows((N - s, s) for N, s in zip(selected.lengths(), ones))
        found = [rows_of(solved, Asked("pass_at_k", measure.k), "R"), rows_of(solved, Asked("avg"), "R")]
        found.append(rows_of(selected, asked, "R"))
        M = len(selected)
        d = least_common("k, or R with different N,", [one.d for one in found], 3 * M)
        passed, every, picks = (one.over(d).values for one in found)
        groups = cluster_labels(asked.clusters, M)
        self.gap, self.lost = (
            ValueRows((0, 1, 1), list(map(int.__sub__, passed, less)), d).grouped(groups) for less in (every, picks)
        )
        self.pair = RowPair(self.gap, self.lost)
        self.most = largest([_most_gained(N, measure.k) for N in set(selected.lengths())])

    def end(self, level: Ratio, is_lower: bool) -> float:
        def is_outside(n: int, m: int) -> bool:
            """Whether g = 1 - n/m (-inf for m = 0) is beyond this end."""
            (top, of), scale, low = self.most, m or 1, m + abs(m - n)
            sample = self.pair.spread(n, m, (-low * top, n * top, scale * of), scale).sample()
            return sample.clears((low, low + n), level, not is_lower)

        if not is_outside(*((1, 0) if is_lower else (0, 1))):
            return float("-inf") if is_lower else 1.0
        near = self.lost.total.bit_length() - self.gap.total.bit_length()

        def enclose(bits: int) -> Enclosure:
            lo, hi, d = end_of_set(is_outside, near, is_lower, bits - 32)
            return d - hi, d - lo, d

        return nearest_enclosed(enclose)


def _most_gained(N: int, k: int) -> Ratio:
    """Return the most that Pass@k - avg can be for a question of N trials."""
    subsets, most = comb(N, k), 0
    # The difference rises with the number s of successes up to its peak, and then falls.
    for s in range(1, N):
        gained = (subsets - comb(N - s, k)) * N - s * subsets
        if gained <= most:
            break
        most = gained
    return most, N * subsets
