"""The weighted mean over several benchmarks, for new questions of each."""

from __future__ import annotations

from .._arguments import exact_numbers, items, items_of, latent_draws, proportion, same_index, same_range, shown
from .._numbers import budget
from . import Asked, AskedMetric
from .difference import ModelBoard, Standings, SuiteBoard, check_within, several, spread_of_models
from .spread import Suite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence, SupportsIndex, TypeVar

    from .._arguments import Real
    from .spread import Kind, Spread

    Made = TypeVar("Made")
    SuiteSides = dict[str, Sequence[Any]]  # {name of a model in messages: its benchmarks}


def suite_interval(runs: dict[str, Iterable[Any]], kind: type[Kind], asked: Asked, weights: Any) -> Kind:
    """Return (value, se, lo, hi) of the weighted mean over the benchmarks of one model, or of the difference of two."""
    sides = sides_of(runs)
    shares = _weights(weights, _benchmark_count(sides))
    return Suite(spreads_of(sides, asked), shares).interval(asked.level, kind)


def suite_standings(models: Any, asked: Asked, weights: Any) -> Standings:
    """Rank models by the weighted mean over their benchmarks."""
    check_within(asked.metric)
    found = several(models, "models", "the benchmarks of each model")
    sides = sides_of({f"models[{i}]": side for i, side in enumerate(found)})
    shares = _weights(weights, _benchmark_count(sides))
    boards = _each(sides, asked, ModelBoard)
    return Standings(SuiteBoard(boards, shares), asked.level)


def metric_of_suites(
    metric: str, k: SupportsIndex | None, w: Any, tau: Real | None, ragged: bool, within: Any = None
) -> AskedMetric:
    if metric == "threshold_spectrum_at_k":
        raise ValueError(f"metric must not be {metric} in a suite: there weights are those of the benchmarks")
    asked = AskedMetric(metric, k, w, tau, ragged=ragged, within=within)
    latent_draws(asked.k)  # what is wrong in every benchmark is no fault of one
    if tau is not None:
        proportion(tau, "tau")
    return asked


def sides_of(runs: dict[str, Iterable[Any]]) -> SuiteSides:
    sides = {name: _benchmarks(side, name) for name, side in runs.items()}
    first, number = next(iter(sides)), _benchmark_count(sides)
    for name, side in sides.items():
        if len(side) != number:
            raise ValueError(f"{first} and {name} must have the same benchmarks; got {number} and {len(side)}")
    return sides


def _benchmark_count(sides: SuiteSides) -> int:
    return len(next(iter(sides.values())))


def spreads_of(sides: SuiteSides, asked: Asked) -> list[Spread]:
    """Return the spread of each benchmark of one model, or of the difference of two."""
    return _each(sides, asked, spread_of_models)


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
        first, own = (asked.metric.outcomes_in(R, places[0]) for R in (sides[name][0], models[0]))
        same_range(first, own, f"{name}[0] and {places[0]}")
    return made


def _benchmarks(runs: Any, name: str) -> Sequence[Any]:
    found = items(runs, name)
    if found is None:
        raise ValueError(f"{name} must be a sequence of benchmarks, an R each; got {shown(runs)}")
    if not found:
        raise ValueError(f"{name} must have at least one benchmark; it is empty")
    return found


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
    budget("weights", number, max(map(abs, found)).bit_length(), steps=32)  # products of these in each
    for i, weight in enumerate(found):
        if weight <= 0:
            raise ValueError(f"weights must be positive; got {shown(given[i])} at weights[{i}]")
    return found
