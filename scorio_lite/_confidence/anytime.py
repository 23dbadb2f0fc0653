"""Intervals that hold at every look: by the evidence of values, of paired differences, or of a part of a benchmark."""

from __future__ import annotations

from math import gcd

from .._arguments import integer, is_scores, items, shown
from .._double import lowest, nearest
from .._double.evidence import (
    PairEvidence,
    ValueEvidence,
    evidence_interval,
    totals_that_stay,
)
from .._outcomes import counted
from ..tally import Tally
from . import row_values
from .checks import check_indexes, check_ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, SupportsIndex

    from .._double import Ratio
    from .._double.evidence import Bounds, Evidence
    from . import Measure, Metric

    Numbers = dict[int, int]  # {value: how many}, the values over one denominator


def values_of(R: Any, metric: Metric, questions: str) -> tuple[Measure, Numbers, int]:
    """The values of the questions, or for "these" all outcomes, counted, over one denominator."""
    measure, outcomes = metric.measured(R, "R")
    found: dict[Ratio, int] = {}
    if questions == "these":
        _check_rounds(metric, outcomes.trials, "R")
        weights, d = metric.weights or ([0, 1], 1)
        if is_scores(R):
            rows, d = R.numerators()
            found = counted((n, d) for row in rows for n in row)
        for counts, number in () if is_scores(R) else outcomes.histogram.items():
            for weight, trials in zip(weights, counts):
                found[weight, d] = found.get((weight, d), 0) + trials * number
    else:
        parts: dict[int, dict[Any, int]] = measure.parts(outcomes)
        for N, part in parts.items():
            values, d = measure.values(N, list(part))
            for value, number in zip(values, part.values()):
                found[value, d] = found.get((value, d), 0) + number
    whole = 1
    for _, d in found:
        whole *= d // gcd(whole, d)
    numbers: Numbers = {}
    for (n, d), number in found.items():
        value = n * (whole // d)
        numbers[value] = numbers.get(value, 0) + number
    return measure, numbers, whole


def _check_rounds(metric: Metric, trials: int | None, name: str) -> None:
    if metric.known.name != "avg":
        raise ValueError("metric must be avg for anytime=True with questions='these', where each outcome is a value")
    if trials is None:
        raise ValueError(f"{name} must have whole rounds, as many trials of each question, for anytime=True with "
                         "questions='these'")  # fmt: skip


def evidence_of(numbers: Numbers, d: int, bounds: Bounds, name: str) -> tuple[Evidence, Ratio]:
    """The evidence of values over d within bounds, and their mean where these are 0 and 1."""
    low, high, scale = bounds
    whole = (high - low) * d
    units = {value * scale - low * d: number for value, number in numbers.items() if number}
    mean = lowest(sum(map(int.__mul__, units, units.values())), whole * sum(units.values()))
    if all(unit * 2 in (0, whole, 2 * whole) for unit in units):
        wins, losses = units.get(whole, 0), units.get(0, 0)
        return PairEvidence(wins, losses, sum(units.values()) - wins - losses), mean
    coins: dict[tuple[int, int], int] = {}
    for unit, number in units.items():
        common = gcd(unit, whole)
        coins[(whole - unit) // common, unit // common] = number
    return ValueEvidence(coins, mean, name), mean


def anytime_ends(R: Any, metric: Metric, level: Ratio, questions: str, of: SupportsIndex | None) -> tuple[float, float]:
    """lo and hi of a metric."""
    measure, numbers, d = values_of(R, metric, questions)
    alpha, bounds = (level[1] - level[0], level[1]), (measure.low, measure.high, measure.scale)
    if of is not None:
        return _part_ends(numbers, d, bounds, alpha, integer(of, "of"))
    evidence, mean = evidence_of(numbers, d, bounds, "R")
    return evidence_interval(evidence, mean, alpha, bounds)


def _part_ends(numbers: Numbers, d: int, bounds: Bounds, alpha: Ratio, of: int) -> tuple[float, float]:
    """Those of a part of a benchmark of `of` questions."""
    n = sum(numbers.values())
    if not {0, d}.issuperset(numbers) or bounds != (0, bounds[2], bounds[2]):
        raise ValueError("of must not be given but for 0/1 outcomes of one trial of each question")
    if of < n:
        raise ValueError(f"of must be at least the {n} questions of R; got {shown(of)}")
    least, most = totals_that_stay(numbers.get(d, 0), n, of, alpha)
    return nearest(least, of), nearest(most, of)


def paired_evidence(R_a: Any, R_b: Any, metric: Metric, questions: str) -> tuple[Evidence, Ratio, Bounds]:
    """Of a's values less b's, question by question, or outcome by outcome for "these"; their mean, and the range."""
    found = []
    for R, name in ((R_a, "R_a"), (R_b, "R_b")):
        if isinstance(R, Tally) and not metric.of_votes:
            raise ValueError(f"{name} must be a matrix: values are paired, and a tally has lost which is which")
        if questions == "these":
            rows = R.rows if is_scores(R) else items(R) or ()
            _check_rounds(metric, metric.measured(R if is_scores(R) else rows or R, name)[1].trials, name)
            alone = [[outcome] for row in rows for outcome in items(row) or [row]]
            R = type(R)(alone, R.low, R.high) if is_scores(R) else alone
        found.append(row_values(R, metric, name))
    (measure, first, d), (other, second, e) = found
    pair = (R_a, R_b), ("R_a", "R_b")
    check_ranges(*pair, [(one.low, one.high, one.scale) for one in (measure, other)])
    check_indexes(*pair)
    if len(first) != len(second):
        what = "the same questions" if questions == "new" else "as many trials of the same questions"
        raise ValueError(f"R_a and R_b must have {what}; R_a has {len(first)}, R_b has {len(second)}")
    numbers: Numbers = {}
    for a, b in zip(first, second):
        numbers[a * e - b * d] = numbers.get(a * e - b * d, 0) + 1
    width = measure.high - measure.low
    bounds = -width, width, measure.scale
    return (*evidence_of(numbers, d * e, bounds, "R_a"), bounds)
