"""Several benchmarks, for new questions of each: weighted means, and differences between benchmarks.

A difference is a weighted sum of means, with weights of either sign. A benchmark with a negative weight is mirrored:
its mean x becomes low + high - x, where low and high are the ends of the metric's range, and its weight becomes
positive. So the sum is a constant plus t times the mean of a suite, where t is the sum of the absolute weights."""

from __future__ import annotations

from .._arguments import exact_numbers, items, items_of, latent_draws, proportion, same_index, same_range, shown
from .._credit.metrics import metric_at
from .._numbers import affordable
from . import Asked, sample_of
from .boards import ModelBoard, Standings, SuiteBoard, check_within, sample_of_models, several
from .results import Difference, Interval
from .sample import Suite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence, TypeVar

    from .._types import Index, Ratio, Real
    from . import Asked
    from .sample import NewQuestions

    Made = TypeVar("Made")
    SuiteSides = dict[str, Sequence[Any]]  # {name of a model in messages: its benchmarks}


def suite_interval(runs: dict[str, Iterable[Any]], asked: Asked, weights: Any) -> Any:
    """Return the Interval of the weighted mean over the benchmarks of one model, or the Difference of two."""
    sides = sides_of(runs)
    shares = _weights(weights, _benchmark_count(sides))
    found = Suite(_each(sides, asked, sample_of_models), shares)
    return found.interval(asked.level, Interval) if len(sides) == 1 else found.difference(asked.level)


def suite_standings(models: Any, asked: Asked, weights: Any) -> Standings:
    """Rank models by the weighted mean over their benchmarks."""
    check_within(asked)
    given, names = several(models, "models", "the benchmarks of each model")
    sides = sides_of(dict(zip(names, given)))
    shares = _weights(weights, _benchmark_count(sides))
    boards = _each(sides, asked, ModelBoard)
    return Standings(SuiteBoard(boards, shares), asked.level)


def asked_of_suites(
    metric: str, k: Index | None, confidence: Real, clusters: Any, ragged: bool, w: Any, tau: Real | None, within: Any
) -> Asked:
    known, k = metric_at(metric, k)
    if known and known.name == "threshold_spectrum_at_k":
        raise ValueError(f"metric must not be {metric} in a suite: there weights are those of the benchmarks")
    asked = Asked(metric, k, confidence, "new", clusters, ragged, w, tau, None, within)
    latent_draws(asked.k)  # what is wrong in every benchmark is no fault of one
    if tau is not None:
        proportion(tau, "tau")
    return asked


def sides_of(runs: dict[str, Iterable[Any]]) -> SuiteSides:
    sides = {name: items_of(side, name, "a sequence of benchmarks, an R each") for name, side in runs.items()}
    first, number = next(iter(sides)), _benchmark_count(sides)
    for name, side in sides.items():
        if not side:
            raise ValueError(f"{name} must have at least one benchmark; it is empty")
        if len(side) != number:
            raise ValueError(f"{first} and {name} must have the same benchmarks; got {number} and {len(side)}")
    return sides


def _benchmark_count(sides: SuiteSides) -> int:
    return len(next(iter(sides.values())))


def _each(sides: SuiteSides, asked: Asked, make: Callable[[Sequence[Any], Asked, list[str]], Made]) -> list[Made]:
    """Return make(models, asked, names of the models) for each benchmark. An error names the benchmark."""
    number, made, clusters = _benchmark_count(sides), [], asked.clusters
    labels = [None] * number if clusters is None else _as_many(clusters, "clusters", "a list of labels", number)
    for i, (models, own) in enumerate(zip(zip(*sides.values()), labels)):
        places = [f"{name}[{i}]" for name in sides]
        same_index((places[0], models[0]), (f"clusters[{i}]", own))
        try:
            made.append(make(models, asked.about("new", own), places))
        except ValueError as error:
            if any(place in str(error) for place in places):
                raise
            raise ValueError(f"{error}; in {' and '.join(places[:2])}") from None
        name = next(iter(sides))
        first, own = (asked.outcomes_in(R, places[0]) for R in (sides[name][0], models[0]))
        same_range(first, own, f"{name}[0] and {places[0]}")
    return made


def _as_many(values: Any, name: str, wanted: str, number: int) -> Sequence[Any]:
    found = items_of(values, name, f"a sequence, with {wanted} for each benchmark")
    if len(found) != number:
        raise ValueError(f"{name} must have {wanted} for each of the {number} benchmarks; got {len(found)}")
    return found


def _weights(weights: Any, number: int) -> list[int]:
    if weights is None:
        return [1] * number
    given = _as_many(weights, "weights", "a positive number", number)
    found, _ = exact_numbers(given, "weights")
    bits = max(map(abs, found)).bit_length()
    affordable("weights", 32 * number * (1 + bits // 2048), bits)  # products
    for i, weight in enumerate(found):
        if weight <= 0:
            raise ValueError(f"weights must be positive; got {shown(given[i])} at weights[{i}]")
    return found


class Contrast(Suite):
    """A sum of the means of benchmarks, weighted by w/d for weights w of either sign. The module's t is up + down."""

    def __init__(self, samples: Sequence[NewQuestions], weights: Sequence[int], d: int = 1) -> None:
        (low, high, scale), down = samples[0].bounds, sum([-w for w in weights if w < 0])
        pairs = zip(samples, weights)
        super().__init__([one if w > 0 else one.mirrored() for one, w in pairs], list(map(abs, weights)))
        up = sum(self.weights) - down
        self.bounds = up * low - down * high, up * high - down * low, scale * d


def unpaired(models: Sequence[Any], asked: Asked, anytime: bool) -> Difference:
    """Return the difference of two models, each on questions of its own."""
    questions, clusters = asked.questions, asked.clusters
    if questions != "new" or anytime:
        wrong = "anytime=True" if questions == "new" else f"questions={questions!r}"
        raise ValueError(f"paired=False is for new questions at one look, and cannot be combined with {wrong}")
    if asked.within:
        raise ValueError("within must not be given with paired=False: no two questions are a pair")
    labels = (None, None) if clusters is None else items(clusters, "clusters")
    if labels is None or len(labels) != 2:
        raise ValueError(f"clusters must be a pair of lists of labels for paired=False; got {shown(clusters)}")
    names = "R_a", "R_b"
    first, second = map(asked.outcomes_in, models, names)
    same_range(first, second, "R_a and R_b")
    samples: Any = [sample_of(R, asked.about("new", own), name) for R, own, name in zip(models, labels, names)]
    return Contrast(samples, (1, -1)).difference(asked.level)


def differences(runs: dict[str, Iterable[Any]], asked: Asked, rest: bool) -> list[Difference]:
    """Return the difference of two models in each benchmark.

    With `rest`, the mean difference in the other benchmarks is subtracted.
    """
    found = _each(sides_of(runs), asked, sample_of_models)
    K = len(found)
    if rest and K < 2:
        raise ValueError("runs_a must have at least two benchmarks for rest=True; got 1")
    affordable(next(iter(runs)), 40 * K * (K if rest else 1), 64)
    against = [[K - 1 if i == j else -1 for i in range(K)] for j in range(K)] if rest else []
    tested = [Contrast(found, weights, K - 1) for weights in against] or [Contrast([one], (1,)) for one in found]
    level = holms_level(tested, asked.level)
    return [one.interval(level, Difference) for one in tested]


def holms_level(tested: Sequence[Contrast], confidence: Ratio) -> Ratio:
    """Return the confidence of the last step of Holm's procedure, which tests whether each contrast differs from 0.

    It is 1 - alpha/(K - r) for K contrasts, of which the steps before found r. At this level, an interval excludes 0 if
    and only if the procedure finds that its contrast differs from 0.
    """
    (n, d), K, r, last = confidence, len(tested), -1, 0
    while r < last < K:
        r = last
        level = d * (K - r) - (d - n), d * (K - r)
        last = sum([one.excludes_zero(level) for one in tested])
    return level
