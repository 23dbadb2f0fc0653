"""Two models on the same questions: the interval about the difference of their values (Newcombe 1998, for pairs)."""

from __future__ import annotations

from .._arguments import probability
from .._double import minus, nearest, nearest_sqrt, pinned, precisions, ratio_sum, square_root, undecided
from .._double.wilson import wilson_ends, wilson_interval
from ..tally import Tally
from . import (
    check_clusters,
    check_questions,
    cluster_labels,
    cluster_residuals,
    clustered,
    deviate_of,
    row_values,
    spread_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Hashable, Iterable

    from .._arguments import Real
    from .._double import Enclosure, Ratio
    from .._double.enclosures import Ends, Scaled
    from .._double.wilson import Deviate
    from .._votes import VoteTally
    from ..tally import Outcomes
    from . import Interval, Metric, Spread

    Unit = tuple[Ratio, Ratio]  # x and n, where the range of the metric is [0, 1]
    Quantile = tuple[Deviate, Callable[[Ratio], bool]]


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
        covariance, correlation = (0, 1), (0, 1)
    else:
        a, b, covariance, correlation = _paired(R_a, R_b, metric, clusters)
    (low, scale), (high, _) = a.measure.low, a.measure.high
    gap = minus(a.x, b.x)
    value = nearest(*gap)
    if low == high:
        return value, 0.0, value, value
    S, d = minus(ratio_sum((a.S, b.S)), (2 * covariance[0], covariance[1]))
    se = nearest_sqrt(S, d * a.questions**2)
    (x, n), (y, m) = first, second = a.unit(), b.unit()
    if correlation[0] == correlation[1] and not minus(minus((1, 1), x), y)[0] and not minus(n, m)[0]:
        return value, se, value, value  # one model's changes are the other's, and both intervals reach as far
    quantile, width = deviate_of(level, questions, a.clusters), (high - low, scale)
    lo = _lower_end(first, second, correlation, quantile, width)
    return value, se, lo, 0.0 - _lower_end(second, first, correlation, quantile, width)


def _paired(
    R_a: Outcomes | VoteTally, R_b: Outcomes | VoteTally, metric: Metric, clusters: Iterable[Hashable] | None
) -> tuple[Spread, Spread, Ratio, Ratio]:
    """Both spreads, the covariance that goes with their S, and the square of the correlation, with its sign."""
    for R, name in ((R_a, "R_a"), (R_b, "R_b")):
        if isinstance(R, Tally) and not metric.of_votes:
            raise ValueError(
                f"{name} must be a matrix for new questions: questions are paired row by row, and a tally has lost "
                "which is which; questions='these' takes tallies"
            )
    (measure, first, d), (_, second, e) = row_values(R_a, metric, "R_a"), row_values(R_b, metric, "R_b")
    M = len(first)
    _check_same(M, len(second))
    labels = cluster_labels(clusters, M)
    A, B = cluster_residuals(first, labels)[0], cluster_residuals(second, labels)[0]
    aa, bb, ab = (sum(map(int.__mul__, *pair)) for pair in ((A, A), (B, B), (A, B)))
    a, b = clustered(measure, first, d, labels), clustered(measure, second, e, labels)
    if not aa or not bb:  # one of them does not vary
        return a, b, (0, 1), (0, 1)
    return a, b, (len(A) * ab, (len(A) - 1) * M * M * d * e), (ab * abs(ab), aa * bb)


def _check_same(first: int, second: int) -> None:
    if first != second:
        raise ValueError(f"R_a and R_b must have the same questions; R_a has {first}, R_b has {second}")


def _lower_end(a: Unit, b: Unit, correlation: Ratio, quantile: Quantile, width: Ratio) -> float:
    """d - sqrt(A**2 + B**2 - 2 rho A B), where a may be too high by A and b too low by B."""
    (x, n), (y, m), (w, e) = a, b, width
    if y[0] == y[1]:  # B is 0
        return wilson_interval(x, n, *quantile, -w, 0, e)[0]
    if not x[0]:  # A is 0
        return wilson_interval(y, m, *quantile, 0, -w, e)[1]
    g, d = minus(x, y)
    square, sign = (abs(correlation[0]), correlation[1]), correlation[0] > 0
    for bits in precisions():
        q = quantile[0](bits)
        rho = square_root(square[0], *square, bits) if square[0] < square[1] else (1, 1, 1)
        near, far, s = _joint_reach(_reach(x, n, q, bits)[0], _reach(y, m, q, bits)[1], rho, sign, bits)
        s <<= bits
        lo = pinned(w * (g * s - far * d), w * (g * s - near * d), d * e * s)
        if lo is not None:
            return lo
    raise undecided()


def _reach(x: Ratio, n: Ratio, q: Scaled, bits: int) -> tuple[Ends, Ends]:
    """How far Wilson's ends are below x and above it, at `bits`."""
    lower, upper = wilson_ends(x, n, q, bits)
    floor = (x[0] << bits) // x[1]
    (l_lo, l_hi), (u_lo, u_hi) = (((p << bits) // r, (u << bits) // v + 1) for (p, r), (u, v) in (lower, upper))
    return (max(floor - l_hi, 0), floor + 1 - l_lo), (max(u_lo - floor - 1, 0), u_hi - floor)


def _joint_reach(A: Ends, B: Ends, rho: Enclosure, is_positive: bool, bits: int) -> Enclosure:
    """sqrt(A**2 + B**2 - 2 rho A B), in the units of A and B, from the size of rho."""
    (a_lo, a_hi), (b_lo, b_hi), (rho_lo, rho_hi, scale) = A, B, rho
    if not is_positive:
        least = (a_lo * a_lo + b_lo * b_lo) * scale + 2 * rho_lo * a_lo * b_lo
        return square_root(least, (a_hi * a_hi + b_hi * b_hi) * scale + 2 * rho_hi * a_hi * b_hi, scale, bits)
    near, far = max(a_lo - b_hi, b_lo - a_hi, 0), max(a_hi - b_lo, b_hi - a_lo)  # of (A - B)**2 + 2 (1 - rho) A B
    least = near * near * scale + 2 * max(scale - rho_hi, 0) * a_lo * b_lo
    return square_root(least, far * far * scale + 2 * (scale - rho_lo) * a_hi * b_hi, scale, bits)
