"""Several benchmarks, weighted, as one sample of new questions."""

from __future__ import annotations

from .._arguments import exact_numbers, items, items_of, probability, shown
from .._double import lowest, nearest, nearest_sqrt, ratio_sum
from .._double.wilson import Sample
from . import spread_of
from .checks import check_ranges
from .difference import Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .._arguments import Real
    from .._double import Ratio
    from . import Kind, Metric, Spread


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


class SuiteBoard:
    """Models on the same benchmarks, in place of a `Board`; the benchmarks have equal weights by default."""

    has_steps = True

    def __init__(self, boards: Sequence[Board], weights: Sequence[int] | None = None) -> None:
        self.boards, self.weights = boards, weights or [1] * len(boards)
        self.m = boards[0].m

    def less(self, i: int, j: int) -> Suite:
        return Suite([board.less(i, j) for board in self.boards], self.weights)

    def x(self, i: int) -> Ratio:
        return _weighted_mean([board.x(i) for board in self.boards], self.weights)


class Suite:
    """The weighted mean over benchmarks, in place of the `Spread` of one."""

    def __init__(self, spreads: Sequence[Spread], weights: Sequence[int]) -> None:
        self.spreads, self.weights = spreads, weights
        self.bounds = spreads[0].bounds
        self.x = _weighted_mean([spread.x for spread in spreads], weights)

    def interval(self, level: Ratio, kind: type[Kind]) -> Kind:
        value, (low, high, scale) = nearest(*self.x), self.bounds
        if low == high:
            return kind((value, 0.0, value, value))
        sample = self.sample()
        n, _, d = sample.variance
        return kind((value, nearest_sqrt(n * (high - low) ** 2, d * scale * scale), *sample.ends(level, self.bounds)))

    def sample(self) -> Sample:
        """The formula for a weighted sample. For the S of a benchmark of one cluster, B M b, b is that of the suite."""
        if len(self.spreads) == 1:
            return self.spreads[0].sample()
        samples, whole = [spread.sample() for spread in self.spreads], sum(self.weights)
        p, q = lowest(*_weighted_mean([sample.x for sample in samples], self.weights))
        parts = []
        for spread, sample, w in zip(self.spreads, samples, self.weights):
            (n, u, d), (m, e) = sample.variance, sample.most
            if spread.is_bound:
                n, u, d = m * p * (q - p) * d, u * e * q * q, d * e * q * q
            parts.append(((n * w * w, u * w * w, d * whole * whole), sample.df or (1, 1)))
        (n, d), (u, e) = ratio_sum([(n, d) for (n, _, d), _ in parts]), _largest((u, d) for (_, u, d), _ in parts)
        most, spare = (
            _largest((n * w, d * whole) for (n, d), w in zip(ratios, self.weights))
            for ratios in ([sample.most for sample in samples], [sample.spare for sample in samples])
        )
        return Sample((p, q), (n * e, u * d, d * e), most, spare, None, parts if samples[0].df else ())


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


def _weighted_mean(ratios: Sequence[Ratio], weights: Sequence[int]) -> Ratio:
    return ratio_sum([(n * w, d * sum(weights)) for (n, d), w in zip(ratios, weights)])


def _largest(ratios: Iterable[Ratio]) -> Ratio:
    n, d = 0, 1
    for m, e in ratios:
        if m * d > n * e:
            n, d = m, e
    return n, d
