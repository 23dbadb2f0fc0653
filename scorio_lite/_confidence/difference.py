"""Two models on the same questions: the interval about the difference of their values (Newcombe 1998, for pairs)."""

from __future__ import annotations

from .._arguments import probability
from .._double import FIRST_BITS, PRECISIONS, minus, nearest, nearest_sqrt, pinned, ratio_sum, square_root, undecided
from .._double.student import student_deviate
from .._double.wilson import wilson_ends, wilson_interval
from ..tally import Tally
from . import (
    check_clusters,
    check_questions,
    cluster_labels,
    clustered,
    degrees,
    row_values,
    spread_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Hashable, Iterable, Sequence

    from .._arguments import Real
    from .._double import Enclosure, Ratio
    from .._double.enclosures import Ends
    from .._votes import VoteTally
    from ..tally import Outcomes
    from . import Interval, Metric, Spread


class Side:
    """One of the models that are compared, with all that does not depend on the other: found once for many."""

    def __init__(self, spread: Spread, level: Ratio) -> None:
        self.spread = spread
        self.quantile = level, degrees(spread.clusters)
        self.width, self.scale = spread.measure.high - spread.measure.low, spread.measure.scale
        self.unit = spread.unit() if self.width else ((0, 1), (1, 1))  # x and n, where the metric's range is [0, 1]
        self._reaches: dict[int, tuple[Ends, Ends]] = {}

    def reach(self, bits: int) -> tuple[Ends, Ends]:
        """How far Wilson's ends are below x and above it, at `bits`."""
        if bits not in self._reaches:
            x, n = self.unit
            ends, floor = wilson_ends(x, n, student_deviate(*self.quantile, bits), bits), (x[0] << bits) // x[1]
            (l_lo, l_hi), (u_lo, u_hi) = (((lo << bits) // d, (hi << bits) // d + 1) for lo, hi, d in ends)
            self._reaches[bits] = (max(floor - l_hi, 0), floor + 1 - l_lo), (max(u_lo - floor - 1, 0), u_hi - floor)
        return self._reaches[bits]


def side(
    R: Outcomes | VoteTally, metric: Metric, confidence: Real, questions: str, labels: Sequence[Hashable]
) -> Side:
    """One of many models on the same questions. For new ones, `labels` has a cluster for each row."""
    level = probability(confidence)
    if questions == "these":
        return Side(spread_of(R, metric, questions, None), level)
    return Side(clustered(*row_values(R, metric, "R"), labels), level)


def difference(
    R_a: Outcomes | VoteTally, R_b: Outcomes | VoteTally, metric: Metric, confidence: Real, questions: str,
    clusters: Iterable[Hashable] | None,
) -> Interval:
    """(difference, se, lo, hi) of two models by one metric."""
    level = probability(confidence)
    check_questions(questions)
    if questions == "these":
        if clusters is not None:
            check_clusters(R_a, questions, "R_a")
        a, b = (spread_of(R, metric, questions, None, name) for R, name in ((R_a, "R_a"), (R_b, "R_b")))
        _check_same(a.questions, b.questions)
    else:
        for R, name in ((R_a, "R_a"), (R_b, "R_b")):
            if isinstance(R, Tally) and not metric.of_votes:
                raise ValueError(
                    f"{name} must be a matrix for new questions: questions are paired row by row, and a tally has lost "
                    "which is which; questions='these' takes tallies"
                )
        (measure, first, d), (_, second, e) = row_values(R_a, metric, "R_a"), row_values(R_b, metric, "R_b")
        _check_same(len(first), len(second))
        labels = cluster_labels(clusters, len(first))
        a, b = clustered(measure, first, d, labels), clustered(measure, second, e, labels)
    return between(Side(a, level), Side(b, level))


def _check_same(first: int, second: int) -> None:
    if first != second:
        raise ValueError(f"R_a and R_b must have the same questions; R_a has {first}, R_b has {second}")


def between(a: Side, b: Side) -> Interval:
    """(difference, se, lo, hi) of two models."""
    first, second = a.spread, b.spread
    value = nearest(*minus(first.x, second.x))
    if not a.width:
        return value, 0.0, value, value
    ab, G = _common(a, b), first.clusters
    S, d = ratio_sum((first.S, second.S))
    if ab:
        S, d = minus((S, d), (2 * G * ab, (G - 1) * first.x[1] * second.x[1]))
    se = nearest_sqrt(S, d * first.questions**2)
    (x, n), (y, m) = a.unit, b.unit
    is_copy = ab > 0 and ab * ab == first.square * second.square
    if is_copy and not minus(minus((1, 1), x), y)[0] and not minus(n, m)[0]:
        return value, se, value, value  # one model's changes are the other's, and both intervals reach as far
    return value, se, _lower_end(a, b, ab), 0.0 - _lower_end(b, a, ab)


def is_above(a: Side, b: Side) -> bool:
    """Whether lo > 0 in `between`: a first enclosure tells, almost always."""
    g, d = minus(a.unit[0], b.unit[0])
    if g <= 0:
        return False
    near, far, s = _enclosed(a, b, _common(a, b), FIRST_BITS)
    if near * d <= g * s <= far * d:
        return between(a, b)[2] > 0
    return g * s > far * d


def _common(a: Side, b: Side) -> int:
    """The sum of the products of both residuals; 0 for these questions, where nothing is common to both models."""
    return sum([x * y for x, y in zip(a.spread.residuals, b.spread.residuals)])


def _lower_end(a: Side, b: Side, ab: int) -> float:
    """d - sqrt(A**2 + B**2 - 2 rho A B), where a may be too high by A and b too low by B."""
    (x, n), (y, m), w, e = a.unit, b.unit, a.width, a.scale
    if y[0] == y[1]:  # B is 0
        return wilson_interval(x, n, a.quantile, -w, 0, e)[0]
    if not x[0]:  # A is 0
        return wilson_interval(y, m, a.quantile, 0, -w, e)[1]
    g, d = minus(x, y)
    for bits in PRECISIONS:
        near, far, s = _enclosed(a, b, ab, bits)
        lo = pinned(w * (g * s - far * d), w * (g * s - near * d), d * e * s)
        if lo is not None:
            return lo
    raise undecided()


def _enclosed(a: Side, b: Side, ab: int, bits: int) -> Enclosure:
    """The square root in `_lower_end`."""
    square, whole = ab * ab, a.spread.square * b.spread.square
    rho = (1, 1, 1) if 0 < square == whole else square_root(square, square, whole, bits)
    near, far, s = _joint_reach(a.reach(bits)[0], b.reach(bits)[1], rho, ab > 0, bits)
    return near, far, s << bits


def _joint_reach(A: Ends, B: Ends, rho: Enclosure, is_positive: bool, bits: int) -> Enclosure:
    """sqrt(A**2 + B**2 - 2 rho A B), in the units of A and B, from the size of rho."""
    (a_lo, a_hi), (b_lo, b_hi), (rho_lo, rho_hi, scale) = A, B, rho
    if not is_positive:
        least = (a_lo * a_lo + b_lo * b_lo) * scale + 2 * rho_lo * a_lo * b_lo
        return square_root(least, (a_hi * a_hi + b_hi * b_hi) * scale + 2 * rho_hi * a_hi * b_hi, scale, bits)
    near, far = max(a_lo - b_hi, b_lo - a_hi, 0), max(a_hi - b_lo, b_hi - a_lo)  # of (A - B)**2 + 2 (1 - rho) A B
    least = near * near * scale + 2 * max(scale - rho_hi, 0) * a_lo * b_lo
    return square_root(least, far * far * scale + 2 * (scale - rho_lo) * a_hi * b_hi, scale, bits)
