"""Intervals that hold at any time: you may look at growing data as often as you like.

Such an interval consists of the means against which the data have little evidence. `evidence` defines the evidence.
"""

from __future__ import annotations

from math import gcd

from .._arguments import integer, is_scores, shown
from .._credit.measures import values_by_key
from .._numbers import dot, lowest, nearest, over_limit
from .._outcomes import counted
from .._outcomes.reader import is_row
from ..tally import Tally
from . import spread_of_measured
from .difference import ModelBoard, copies_of
from .evidence import PairEvidence, evidence_interval, evidence_of_coins, excess, totals_that_stay, work_of_values
from .results import Interval
from .spread import bounds_of_difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .._numbers import Index, Ratio
    from . import Asked
    from .evidence import Coins, Evidence
    from .formula import MetricRange
    from .spread import Kind, Spread

    Numbers = dict[int, int]  # {value: how many}, over one denominator


def anytime_interval(R: Any, asked: Asked, of: Index | None) -> Interval:
    """Return (value, se, lo, hi) of a metric, an interval that holds at any time.

    If R is a part of a benchmark, `of` is the number of questions of the whole benchmark; else it is None.
    """
    (n, d), questions = asked.level, asked.questions
    check_order(asked.clusters)
    measure, outcomes = asked.measured(R, "R")
    spread = spread_of_measured(measure, outcomes, questions)
    value, se, lo, hi = spread.interval(asked.level, Interval)
    low, high, _ = bounds = spread.bounds
    numbers, e = values_of(measure, outcomes) if questions == "new" else _all_outcomes(asked, outcomes)
    if of is not None:
        if questions == "these":
            raise ValueError("of must not be given for questions='these': other questions of the benchmark are new")
        is_single = getattr(outcomes, "outcomes", outcomes).trials == 1 and bounds == (0, bounds[2], bounds[2])
        lo, hi = _ends_of_part(numbers if is_single else {}, e, (d - n, d), integer(of, "of"))
    elif low < high:
        lo, hi = evidence_interval(*evidence_of(numbers, e, bounds, "R"), (d - n, d), bounds)
    return Interval((value, se, lo, hi))


def check_order(clusters: Any) -> None:
    if clusters is not None:
        raise ValueError("clusters must not be given for anytime=True, where each question is drawn by itself")


def values_of(measure: Any, outcomes: Any) -> tuple[Numbers, int]:
    """Return ({x: number of questions with the value x/d}, d)."""
    parts = measure.parts(outcomes)
    values, d = values_by_key(measure, parts, "R, with this many different N,", sum(map(len, parts.values())))
    numbers: Numbers = {}
    for N, part in parts.items():
        for key, number in part.items():
            numbers[values[N, key]] = numbers.get(values[N, key], 0) + number
    return numbers, d


def _all_outcomes(asked: Asked, outcomes: Any) -> tuple[Numbers, int]:
    """Return ({x: number of single outcomes with the value x/d}, d)."""
    _check_rounds(asked, outcomes, "R")
    if is_scores(outcomes):
        rows, d = outcomes.numerators()
        return counted(n for row in rows for n in row), d
    weights, d = asked.weights or ([0, 1], 1)
    numbers: Numbers = {}
    for counts, number in outcomes.histogram.items():
        for weight, trials in zip(weights, counts):
            numbers[weight] = numbers.get(weight, 0) + trials * number
    return numbers, d


def _check_is_avg(asked: Asked) -> None:
    if asked.known.name != "avg":
        raise ValueError("metric must be avg for anytime=True with questions='these', where each outcome is a value")


def _check_rounds(asked: Asked, outcomes: Any, name: str) -> None:
    _check_is_avg(asked)
    if outcomes.trials is None:
        raise ValueError(f"{name} must have as many trials of each question for anytime=True with questions='these'")


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
    return evidence_of_coins(coins_of(units, whole), mean, name), mean


def coins_of(units: Numbers, whole: int) -> Coins:
    """Return {(u, v): number} for {x: number of values x/whole}, where v/(u+v) is x/whole in lowest terms.

    For example, {2: 5} with whole = 6 gives {(2, 1): 5}.
    """
    coins: Coins = {}
    for unit, number in units.items():
        common = gcd(unit, whole)
        coins[(whole - unit) // common, unit // common] = number
    return coins


def _ends_of_part(numbers: Numbers, d: int, alpha: Ratio, of: int) -> tuple[float, float]:
    """Return (lo, hi) of the mean over all `of` questions. `numbers` is {0: failures, d: successes} so far."""
    n = sum(numbers.values())
    if not n or not {0, d}.issuperset(numbers):
        raise ValueError("of must only be given for 0/1 outcomes with one trial of each question")
    if of < n:
        raise ValueError(f"of must be at least the {n} questions of R; got {shown(of)}")
    if of >> 64:
        raise over_limit("of", "it is 2**64 or more")
    least, most = totals_that_stay(numbers.get(d, 0), n, of, alpha)
    return nearest(least, of), nearest(most, of)


_WORK_OF_STEP = 15_000  # units of `work_of_values` that take as long as a step of a budget


class AnytimeBoard(ModelBoard):
    """Models on the same questions. The intervals of their differences hold at any time.

    For questions='these', each single outcome counts as a question.
    """

    has_steps = False  # no Holm: looks are not made at once

    def __init__(self, models: Sequence[Any], asked: Asked, names: Sequence[str]) -> None:
        check_order(asked.clusters)
        if asked.within:
            raise ValueError("within must not be given with anytime=True")
        self.names = names
        self.usual: ModelBoard | None = None
        if asked.questions == "these":
            _check_is_avg(asked)
            found = copies_of(models, asked, names)
            self.usual = ModelBoard(found, asked, names)
            models = [_outcome_rows(R, asked, name) for R, name in zip(found, names)]
        super().__init__(models, asked.about("new"), names)
        rows: Any = self.models
        low, high, scale = rows[0].bounds
        least, most = low * rows[0].d, high * rows[0].d
        values = {value * scale for one in rows for value in one.values}
        if not {least, most}.issuperset(values):
            few, more = work_of_values(rows[0].M, coins_of({x - least: 1 for x in values}, 2 * (most - least)))
            rows[0].steps = 300 + min(2 * few, more) // _WORK_OF_STEP  # of a pair: twice as many values

    def evidence(self, i: int, j: int) -> tuple[Evidence, Ratio, MetricRange]:
        """Return (evidence, mean, bounds) of the differences of model i minus model j.

        The evidence and the mean are those of the differences mapped from the bounds to [0, 1].
        """
        first: Any = self.models[i]
        second: Any = self.models[j]
        numbers = counted(map(int.__sub__, first.values, second.values))
        bounds = bounds_of_difference(first.bounds)
        return (*evidence_of(numbers, first.d, bounds, self.names[i]), bounds)

    def less(self, i: int, j: int) -> Any:
        spread = self.usual.less(i, j) if self.usual else super().less(i, j)
        return Look(spread, *self.evidence(i, j))


def _outcome_rows(R: Any, asked: Asked, name: str) -> Any:
    """Return R with a row for each single outcome, in order."""
    if isinstance(R, Tally):
        raise ValueError(f"{name} must be a matrix for anytime=True: outcomes are paired, and a tally has no order")
    _check_rounds(asked, asked.measured(R, name)[1], name)
    rows = [[outcome] for row in (R.rows if is_scores(R) else R) for outcome in (row if is_row(row) else [row])]
    return type(R)(rows, R.low, R.high) if is_scores(R) else rows


class Look:
    """The difference of two models, with an interval that holds at any time. Ranks use it like a Spread."""

    def __init__(self, spread: Spread, evidence: Evidence, mean: Ratio, bounds: MetricRange) -> None:
        self.spread, self.evidence, self.mean, self.bounds = spread, evidence, mean, bounds

    def sample(self) -> Look:
        return self

    def clears(self, point: Ratio, level: Ratio) -> bool:
        """Whether the lower end at this level is above `point`, both mapped to [0, 1]. `point` is below the mean."""
        return excess(self.evidence, (level[1] - level[0], level[1]), *point) > 0

    def interval(self, level: Ratio, kind: type[Kind]) -> Kind:
        value, se, *ends = self.spread.interval(level, kind)
        if self.bounds[0]:
            ends = list(evidence_interval(self.evidence, self.mean, (level[1] - level[0], level[1]), self.bounds))
        return kind((value, se, *ends))
