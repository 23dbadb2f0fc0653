"""Intervals that hold at any time: you may look at growing data as often as you like.

Such an interval consists of the means against which the data have little evidence. `evidence` defines the evidence.
"""

from __future__ import annotations

from math import gcd

from .._arguments import is_scores
from .._credit.measures import values_by_key
from .._numbers import dot, lowest
from .._outcomes import counted
from . import sample_of_measured
from .boards import ModelBoard
from .evidence import PairEvidence, ValueEvidence, evidence_interval, is_against, work_of_values
from .results import Difference, Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .._types import Ratio
    from . import Asked
    from .evidence import Coins, Evidence
    from .formula import Kind, MetricRange
    from .sample import NewQuestions

    Numbers = dict[int, int]  # {value: how many}, over one denominator


def anytime_interval(R: Any, asked: Asked) -> Interval:
    """Return (value, se, lo, hi) of a metric, an interval that holds at any time."""
    n, d = asked.level
    check_anytime([R], asked)
    measure, outcomes = asked.measured(R, "R")
    sample = sample_of_measured(measure, outcomes, "new")
    value, se, lo, hi = sample.interval(asked.level, Interval)
    low, high, _ = bounds = sample.bounds
    if low < high:
        lo, hi = evidence_interval(*evidence_of(*value_counts(measure, outcomes), bounds, "R"), (d - n, d), bounds)
    return Interval(value, se, lo, hi)


def check_anytime(models: Sequence[Any], asked: Asked) -> None:
    """Refuse what has no interval that holds at any time."""
    if asked.questions != "new":
        raise ValueError("anytime=True is for new questions, and cannot be combined with questions='these'")
    if asked.clusters is not None:
        raise ValueError("clusters must not be given for anytime=True, where each question is drawn by itself")
    if asked.within:
        raise ValueError("within must not be given with anytime=True")
    if any(is_scores(asked.outcomes_in(R, "R")) for R in models):
        raise ValueError("anytime=True is for outcomes, not for Scores; Scores.at_least(threshold) gives outcomes")


def value_counts(measure: Any, outcomes: Any) -> tuple[Numbers, int]:
    """Return ({x: number of questions with the value x/d}, d)."""
    parts = measure.parts(outcomes)
    values, d = values_by_key(measure, parts, "R, with this many different N,", sum(map(len, parts.values())))
    numbers: Numbers = {}
    for N, part in parts.items():
        for key, number in part.items():
            numbers[values[N, key]] = numbers.get(values[N, key], 0) + number
    return numbers, d


def evidence_of(numbers: Numbers, d: int, bounds: MetricRange, name: str) -> tuple[Evidence, Ratio]:
    """Return (evidence, mean) of the values x/d, mapped from `bounds` to [0, 1]. `numbers` is {x: how many values}."""
    low, high, scale = bounds
    whole, M = (high - low) * d, sum(numbers.values())
    units = {value * scale - low * d: number for value, number in numbers.items() if number}
    if not whole:
        return PairEvidence(0, 0, M), (1, 2)
    mean = lowest(dot(units, units.values()), whole * M)
    if all(unit * 2 in (0, whole, 2 * whole) for unit in units):
        wins, losses = units.get(whole, 0), units.get(0, 0)
        return PairEvidence(wins, losses, M - wins - losses), mean
    return ValueEvidence(coins_of(units, whole), name), mean


def coins_of(units: Numbers, whole: int) -> Coins:
    """Return {(u, v): number} for {x: number of values x/whole}, where v/(u+v) is x/whole in lowest terms.

    For example, {2: 5} with whole = 6 gives {(2, 1): 5}.
    """
    coins: Coins = {}
    for unit, number in units.items():
        common = gcd(unit, whole)
        coins[(whole - unit) // common, unit // common] = number
    return coins


class AnytimeBoard(ModelBoard):
    """Models on the same questions. The intervals of their differences hold at any time."""

    has_steps = False  # no Holm: looks are not made at once

    def __init__(self, models: Sequence[Any], asked: Asked, names: Sequence[str]) -> None:
        check_anytime(models, asked)
        super().__init__(models, asked, names)
        first = self.models[0]
        low, high, scale = first.bounds
        least, most = low * first.d, high * first.d
        values = {value * scale for one in self.models for value in one.values}
        if not {least, most}.issuperset(values):  # a pair has about twice as many different values
            number, bits = work_of_values(first.M, coins_of({x - least: 1 for x in values}, 2 * (most - least)))
            self.price = 3 * number, bits

    def less(self, i: int, j: int) -> Look:
        differences = self.differences(i, j)
        bounds = differences.bounds
        return Look(
            differences.sample(), *evidence_of(counted(differences.values), differences.d, bounds, self.names[i])
        )


class Look:
    """The difference of two models, with an interval that holds at any time. Ranks use it like a sample."""

    def __init__(self, usual: NewQuestions, evidence: Evidence, mean: Ratio) -> None:
        self.usual, self.evidence, self.mean = usual, evidence, mean

    def clears(self, p: Ratio, level: Ratio) -> bool:
        """Whether the lower end at this level is above p, which is below the mean; both are mapped to [0, 1]."""
        return is_against(self.evidence, p, (level[1] - level[0], level[1]))

    def interval(self, level: Ratio, kind: type[Kind]) -> Kind:
        value, se, *ends = self.usual.interval(level, kind)
        bounds = self.usual.bounds
        if bounds[0]:
            ends = list(evidence_interval(self.evidence, self.mean, (level[1] - level[0], level[1]), bounds))
        return kind(value, se, *ends)

    def difference(self, level: Ratio) -> Difference:
        return self.interval(level, Difference)
