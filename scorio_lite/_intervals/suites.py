"""Several benchmarks, for new questions of each: weighted means, and differences between benchmarks.

A difference is a weighted sum of means, with weights of either sign. A benchmark with a negative weight is mirrored:
its mean x becomes low + high - x, where low and high are the ends of the metric's range, and its weight becomes
positive. So the sum is a constant plus t times the mean of a suite, where t is the sum of the absolute weights."""

from __future__ import annotations

from .._arguments import exact_numbers, items, items_of, positive, same_range, shown
from .._credit.metrics import metric_at
from .._numbers import affordable
from . import Asked, sample_of
from .boards import ModelBoard, Standings, SuiteBoard, sample_of_models
from .results import Difference
from .sample import Suite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence, TypeVar

    from .._types import Index, Ratio, Real
    from .sample import NewQuestions

    Made = TypeVar("Made")


class Runs:
    """Models on the same benchmarks. `runs` is {name of a model in errors: an R for each benchmark}."""

    def __init__(
        self, runs: dict[str, Any], metric: str, k: Index | None, confidence: Real, clusters: Any, *more: Any
    ) -> None:
        known, k = metric_at(metric, k)
        if known and known.name == "threshold_spectrum_at_k":
            raise ValueError(f"metric must not be {metric} in a suite: there weights are those of the benchmarks")
        self.asked, self.names = Asked(metric, k, confidence, "new", clusters, *more), list(runs)
        self.level, wanted = self.asked.level, "a sequence of benchmarks, an R each"
        self.sides = [items_of(side, name, wanted) for name, side in runs.items()]
        self.count = len(self.sides[0])
        for name, side in zip(self.names, self.sides):
            if not side:
                raise ValueError(f"{name} must have at least one benchmark; it is empty")
            if len(side) != self.count:
                both = f"{self.names[0]} and {name} must have the same benchmarks"
                raise ValueError(f"{both}; got {self.count} and {len(side)}")

    def each(self, make: Callable[[Sequence[Any], Asked, list[str]], Made]) -> list[Made]:
        """Return make(models, asked, names of the models) for each benchmark. An error names the benchmark."""
        made, asked, labels = [], self.asked, self._as_many(self.asked.clusters, "clusters", "a list of labels", None)
        for i, (models, own) in enumerate(zip(zip(*self.sides), labels)):
            places = [f"{name}[{i}]" for name in self.names]
            try:
                made.append(make(models, asked.about("new", own), places))
            except ValueError as error:
                if any(place in str(error) for place in places):
                    raise
                raise ValueError(f"{error}; in {' and '.join(places[:2])}") from None
            first, other = (asked.outcomes_in(R, places[0]) for R in (self.sides[0][0], models[0]))
            same_range(first, other, f"{self.names[0]}[0] and {places[0]}")
        return made

    def shares(self, weights: Any) -> list[int]:
        """Return the weights of the benchmarks as integers in the same proportions; equal weights for None."""
        given = self._as_many(weights, "weights", "a positive number", 1)
        for i, weight in enumerate(given):
            positive(weight, f"weights[{i}]")
        numbers, _ = exact_numbers(given, "weights")
        bits = max(numbers).bit_length()
        affordable("weights", 32 * self.count * (1 + bits // 2048), bits)  # products
        return numbers

    def _as_many(self, values: Any, name: str, wanted: str, usual: Any) -> Sequence[Any]:
        """Return the argument `name` as a list: one `wanted` for each benchmark. If it is None, each is `usual`."""
        if values is None:
            return [usual] * self.count
        listed = items_of(values, name, f"a sequence, with {wanted} for each benchmark")
        if len(listed) != self.count:
            raise ValueError(f"{name} must have {wanted} for each of the {self.count} benchmarks; got {len(listed)}")
        return listed

    def suite(self, weights: Any) -> Suite:
        """Return the Suite of one model, or of the difference of two. If `weights` is None, they are equal."""
        shares = self.shares(weights)
        return Suite(self.each(sample_of_models), shares)

    def standings(self, weights: Any) -> Standings:
        shares = self.shares(weights)
        return Standings(SuiteBoard(self.each(ModelBoard), shares), self.level)

    def differences(self, rest: bool) -> list[Difference]:
        """Return two models' Difference in each benchmark. With `rest`, subtract the mean difference in the others."""
        samples, K = self.each(sample_of_models), self.count
        if rest and K < 2:
            raise ValueError(f"{self.names[0]} must have at least two benchmarks for rest=True; got 1")
        affordable(self.names[0], 40 * K * (K if rest else 1), 64)
        against = [[K - 1 if i == j else -1 for i in range(K)] for j in range(K)] if rest else []
        tested = [Contrast(samples, weights, K - 1) for weights in against] or [Contrast([x], (1,)) for x in samples]
        level = _holms_level(tested, self.level)
        return [contrast.interval(level, Difference) for contrast in tested]


class Contrast(Suite):
    """A weighted sum of benchmarks' means. A weight is w/d for an integer w, also a negative one.

    The sum of all |w|/d is t in the module's text. The weighted sum's range is t times as wide as the metric's.
    """

    def __init__(self, samples: Sequence[NewQuestions], weights: Sequence[int], d: int = 1) -> None:
        (low, high, scale), down = samples[0].bounds, -sum([min(w, 0) for w in weights])
        sides = [sample if w > 0 else sample.mirrored() for sample, w in zip(samples, weights)]
        super().__init__(sides, list(map(abs, weights)))
        up = sum(self.weights) - down
        self.bounds = up * low - down * high, up * high - down * low, scale * d


def unpaired(models: Sequence[Any], asked: Asked, anytime: bool) -> Difference:
    """Return the difference of two models, each on new questions of its own. Clusters are a pair of lists, or None."""
    questions, clusters = asked.questions, asked.clusters
    if questions != "new" or anytime:
        wrong = "anytime=True" if questions == "new" else f"questions={questions!r}"
        raise ValueError(f"paired=False is for new questions at one look, and cannot be combined with {wrong}")
    labels = (None, None) if clusters is None else items(clusters, "clusters")
    if labels is None or len(labels) != 2:
        raise ValueError(f"clusters must be a pair of lists of labels for paired=False; got {shown(clusters)}")
    names = "R_a", "R_b"
    first, second = map(asked.outcomes_in, models, names)
    same_range(first, second, "R_a and R_b")
    samples: Any = [sample_of(R, asked.about("new", own), name) for R, own, name in zip(models, labels, names)]
    return Contrast(samples, (1, -1)).difference(asked.level)


def _holms_level(tested: Sequence[Contrast], confidence: Ratio) -> Ratio:
    """Return the confidence at which Holm's procedure stops. It tests whether each contrast differs from 0.

    For K contrasts it is 1 - (1 - confidence)/(K - r), if earlier steps found that r differ from 0. At this level, an
    interval excludes 0 if and only if the procedure finds that its contrast differs from 0.
    """
    (n, d), K, r = confidence, len(tested), 0
    while True:
        level = d * (K - r) - (d - n), d * (K - r)
        differ = sum([contrast.excludes_zero(level) for contrast in tested])
        if differ in (r, K):
            return level
        r = differ
