"""Two models on the same questions: the interval about the difference of their values (Newcombe 1998, for pairs)."""

from __future__ import annotations

from .._arguments import probability
from .._double import FIRST_BITS, LAST_BITS, minus, nearest, nearest_sqrt, pinned, ratio_sum, square_root, undecided
from .._double.wilson import wilson_ends
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
    from typing import Hashable, Iterable

    from .._arguments import Real
    from .._double import Ratio
    from .._double.wilson import Deviate
    from ..tally import Outcomes
    from . import Interval, Metric


def difference(
    R_a: Outcomes, R_b: Outcomes, metric: Metric, confidence: Real, questions: str, clusters: Iterable[Hashable] | None
) -> Interval:
    """(difference, se, lo, hi) of two models by one metric."""
    level = probability(confidence)
    check_questions(questions)
    covariance, correlated = (0, 1), (0, 1)  # of the sums; and the correlation, as its square with its sign
    if questions == "these":
        if clusters is not None:
            check_clusters(R_a, questions, "R_a")
        a, b = (spread_of(R, metric, questions, None, name) for R, name in ((R_a, "R_a"), (R_b, "R_b")))
        _check_questions_of_both(a.questions, b.questions)
    else:
        for R, name in ((R_a, "R_a"), (R_b, "R_b")):
            if isinstance(R, Tally):
                raise ValueError(
                    f"{name} must be a matrix for new questions: questions are paired row by row, and a tally has lost "
                    "which is which; questions='these' takes tallies"
                )
        (measure, values_a, d), (_, values_b, e) = row_values(R_a, metric, "R_a"), row_values(R_b, metric, "R_b")
        _check_questions_of_both(len(values_a), len(values_b))
        labels = cluster_labels(clusters, len(values_a))
        a, b = clustered(measure, values_a, d, labels), clustered(measure, values_b, e, labels)
        A, B = cluster_residuals(values_a, labels)[0], cluster_residuals(values_b, labels)[0]
        aa, bb, ab = (sum(map(int.__mul__, *pair)) for pair in ((A, A), (B, B), (A, B)))
        G, M = len(A), len(values_a)
        if aa and bb:
            covariance = G * ab, (G - 1) * M * M * d * e
            correlated = ab * abs(ab), aa * bb
    (low, scale), (high, _) = a.measure.low, a.measure.high
    gap, M = minus(a.x, b.x), a.questions
    value = nearest(*gap)
    if low == high:
        return value, 0.0, value, value
    variance = minus(ratio_sum((a.S, b.S)), (2 * covariance[0], covariance[1]))
    se = nearest_sqrt(variance[0], variance[1] * M * M)
    (x_a, n_a), (x_b, n_b) = a.unit(), b.unit()
    deviate, _ = deviate_of(level, questions, a.clusters)
    if correlated[0] == correlated[1] and _equal(minus((1, 1), x_a), x_b) and _equal(n_a, n_b):
        return value, se, value, value  # both intervals reach as far, and one model's changes are the other's
    ends = _difference_ends(minus(x_a, x_b), a.unit(), b.unit(), correlated, deviate, (high - low, scale))
    return (value, se, *ends)


def _equal(a: Ratio, b: Ratio) -> bool:
    return a[0] * b[1] == b[0] * a[1]


def _check_questions_of_both(first: int, second: int) -> None:
    if first != second:
        raise ValueError(f"R_a and R_b must have the same questions; R_a has {first}, R_b has {second}")


def _difference_ends(
    gap: Ratio, a: tuple[Ratio, Ratio], b: tuple[Ratio, Ratio], correlated: Ratio, deviate: Deviate, width: Ratio
) -> tuple[float, float]:
    """d - sqrt(A**2 + B**2 - 2 rho A B), where a may be too high by A and b too low by B; and d + sqrt, vice versa."""
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        one = 1 << bits
        q = deviate(bits)
        reach = []  # how far the ends are below and above the values, times 2**bits
        for x, n in (a, b):
            lower, upper = wilson_ends(x, n, q, bits)
            m = x[0] * one // x[1]
            (l_lo, l_hi), (u_lo, u_hi) = (
                (least[0] * one // least[1], most[0] * one // most[1] + 1) for least, most in (lower, upper)
            )
            below = (max(m - l_hi, 0), m + 1 - l_lo) if x[0] else (0, 0)
            above = (max(u_lo - m - 1, 0), u_hi - m) if x[0] != x[1] else (0, 0)
            reach.append((below, above))
        rho_lo, rho_hi, scale = square_root(abs(correlated[0]), abs(correlated[0]), correlated[1], bits)
        if abs(correlated[0]) == correlated[1]:
            rho_lo = rho_hi = scale = 1
        ends = []
        for (A_lo, A_hi), (B_lo, B_hi) in ((reach[0][0], reach[1][1]), (reach[0][1], reach[1][0])):
            if correlated[0] > 0:  # as (A - B)**2 + 2 (1 - rho) A B nothing cancels
                near, far = max(A_lo - B_hi, B_lo - A_hi, 0), max(A_hi - B_lo, B_hi - A_lo)
                least = near * near * scale + 2 * max(scale - rho_hi, 0) * A_lo * B_lo
                most = far * far * scale + 2 * (scale - rho_lo) * A_hi * B_hi
            else:
                least = (A_lo * A_lo + B_lo * B_lo) * scale + 2 * rho_lo * A_lo * B_lo
                most = (A_hi * A_hi + B_hi * B_hi) * scale + 2 * rho_hi * A_hi * B_hi
            ends.append(square_root(least, most, scale, bits))
        (lo_near, lo_far, s), (hi_near, hi_far, t) = ends
        (g, d), (w, e) = gap, width
        s, t = s * one, t * one
        lo_end = pinned(w * (g * s - lo_far * d), w * (g * s - lo_near * d), d * e * s)
        hi_end = pinned(w * (g * t + hi_near * d), w * (g * t + hi_far * d), d * e * t)
        if lo_end is not None and hi_end is not None:
            return lo_end, hi_end
        bits *= 2
    raise undecided()
