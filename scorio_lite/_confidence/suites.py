"""Several benchmarks, weighted, as one sample of new questions."""

from __future__ import annotations

from .._arguments import exact_numbers, items, items_of, probability, shown
from .._double import nearest
from .._double.spread import Suite
from . import Metric, spread_of
from .checks import check_ranges
from .difference import Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence, SupportsIndex

    from .._arguments import Real
    from .._double.spread import Kind


def metric_of_suite(metric: str, k: SupportsIndex | None, w: Any, tau: Real | None, ragged: bool) -> Metric:
    if metric == "threshold_spectrum_at_k":
        raise ValueError(f"metric must not be {metric} in a suite: there weights are those of the benchmarks")
    return Metric(metric, k, w, tau, ragged=ragged)


def suite_interval(
    runs: Iterable[Any], others: Iterable[Any] | None, metric: Metric, weights: Any, clusters: Any, confidence: Real,
    kind: type[Kind],
) -> Kind:  # fmt: skip
    """(value, se, lo, hi) of the weighted mean over the benchmarks, or with `others` of the difference to theirs."""
    level = probability(confidence)
    name = "runs" if others is None else "runs_a"
    found, beside = _benchmarks(runs, name), None if others is None else _benchmarks(others, "runs_b")
    if beside and len(beside) != len(found):
        raise ValueError(f"runs_a and runs_b must have the same benchmarks; got {len(found)} and {len(beside)}")
    labels = [None] * len(found) if clusters is None else _as_many(clusters, "clusters", "a list of labels", len(found))
    w = [1] * len(found) if weights is None else _weights(weights, len(found))
    spreads = []
    for i, (R, of_rows) in enumerate(zip(found, labels)):
        if beside:
            pair = f"runs_a[{i}]", f"runs_b[{i}]"
            spreads.append(Board((R, beside[i]), metric, "new", of_rows, pair).less(0, 1))
        else:
            spreads.append(spread_of(R, metric, "new", of_rows, f"runs[{i}]"))
    check_ranges(found, [f"{name}[{i}]" for i in range(len(found))], [spread.bounds for spread in spreads])
    return Suite(spreads, w).interval(level, kind)


def _benchmarks(runs: Any, name: str) -> Sequence[Any]:
    found = items(runs)
    if not found:
        raise ValueError(f"{name} must be a sequence of at least one benchmark, an R each; got {shown(runs)}")
    return found


def _as_many(values: Any, name: str, wanted: str, number: int) -> Sequence[Any]:
    found = items_of(values, name, f"a sequence, with {wanted} for each benchmark")
    if len(found) != number:
        raise ValueError(f"{name} must have {wanted} for each of the {number} benchmarks; got {len(found)}")
    return found


def _weights(weights: Any, number: int) -> list[int]:
    found, d = exact_numbers(_as_many(weights, "weights", "a positive number", number), "weights")
    if min(found) <= 0:
        raise ValueError(f"weights must be positive; got {shown(nearest(min(found), d))}")
    return found
