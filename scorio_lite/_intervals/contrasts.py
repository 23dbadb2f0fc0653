"""Differences between benchmarks: weighted sums of their means, with weights of either sign, for new questions.

A benchmark with a negative weight is mirrored: its mean x becomes low + high - x, where low and high are the ends of
the metric's range, and its weight becomes positive. So the sum is a constant plus t times the mean of a suite, where t
is the sum of the absolute weights.
"""

from __future__ import annotations

from .._arguments import items, same_range, shown
from .._numbers import budget, lowest, minus, ratio_sum
from . import spread_of
from .results import Difference
from .spread import Suite
from .suites import sides_of, spreads_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .._numbers import Ratio
    from . import Asked
    from .spread import Spread


class Contrast(Suite):
    """The sum of w/d times the mean of each benchmark, for weights w of either sign."""

    def __init__(self, spreads: Sequence[Spread], weights: Sequence[int], d: int = 1) -> None:
        (low, high, scale), down = spreads[0].bounds, sum([-w for w in weights if w < 0])

        def mirrored(one: Spread) -> Spread:
            return one.changed(minus((low + high, scale), one.x), None if one.is_bound else one.squares)

        pairs = list(zip(spreads, weights))
        super().__init__([one if w > 0 else mirrored(one) for one, w in pairs], list(map(abs, weights)))
        up = sum(self.weights) - down
        self.bounds = up * low - down * high, up * high - down * low, scale * d
        self.x = lowest(*ratio_sum([(one.x[0] * w, one.x[1] * d) for one, w in pairs]))

    def differs(self, level: Ratio) -> bool:
        """Whether 0 is outside the interval at this level."""
        low, high, _ = self.bounds
        sample, zero = self.sample(), (-low, high - low)
        return low < high and (sample.clears(zero, level) or sample.clears(zero, level, True))


def unpaired(models: Sequence[Any], asked: Asked, anytime: bool) -> Difference:
    """Return the difference of two models, each on questions of its own."""
    metric, questions, clusters = asked.metric, asked.questions, asked.clusters
    if questions != "new" or anytime:
        wrong = "anytime=True" if questions == "new" else f"questions={questions!r}"
        raise ValueError(f"paired=False is for new questions at one look, and cannot be combined with {wrong}")
    if metric.within:
        raise ValueError("within must not be given with paired=False: no two questions are a pair")
    labels = (None, None) if clusters is None else items(clusters, "clusters")
    if labels is None or len(labels) != 2:
        raise ValueError(f"clusters must be a pair of lists of labels for paired=False; got {shown(clusters)}")
    names = "R_a", "R_b"
    first, second = map(metric.outcomes_in, models, names)
    same_range(first, second, "R_a and R_b")
    spreads = [spread_of(R, asked.about("new", own), name) for R, own, name in zip(models, labels, names)]
    return Contrast(spreads, (1, -1)).interval(asked.level, Difference)


def differences(runs: dict[str, Iterable[Any]], asked: Asked, rest: bool) -> list[Difference]:
    """Return the difference of two models in each benchmark.

    With `rest`, the mean difference in the other benchmarks is subtracted.
    """
    found = spreads_of(sides_of(runs), asked)
    K = len(found)
    if rest and K < 2:
        raise ValueError("runs_a must have at least two benchmarks for rest=True; got 1")
    budget(next(iter(runs)), K * (K if rest else 1), 64, 64, 30)
    against = [[K - 1 if i == j else -1 for i in range(K)] for j in range(K)] if rest else []
    tested = [Contrast(found, weights, K - 1) for weights in against] or [Contrast([one], (1,)) for one in found]
    level = holms_level(tested, asked.level)
    return [one.interval(level, Difference) for one in tested]


def holms_level(tested: Sequence[Contrast], confidence: Ratio) -> Ratio:
    """Return the confidence of the last step of Holm's procedure, which tests whether each contrast differs from 0.

    At this level, an interval excludes 0 if and only if the procedure finds that its contrast differs from 0.
    """
    (n, d), K, r, last = confidence, len(tested), -1, 0
    while r < last < K:
        r = last
        level = d * (K - r) - (d - n), d * (K - r)
        last = sum([one.differs(level) for one in tested])
    return level
