"""Whole curves of Pass@k, Pass^k or Maj@k: bands that hold for every k together, and where two models cross.

The interval at each k is the usual one, at a level that all k share: see `bands`. The more alike the values of the
questions at neighbouring k are, the narrower is the band.
"""

from __future__ import annotations

from .._arguments import MOST_ITEMS, integer, items_of, probability, shown
from .._credit import check_subsets, subset_values
from .._credit.metrics import known_as
from .._numbers import Meter, least_common, over_limit
from .._outcomes import counted
from ..tally import success_counts, tally_of
from . import AskedMetric, check_clusters, cluster_labels, count_rows
from .bands import shared_level
from .difference import check_alike, check_matrix, check_questions_alike
from .results import Interval
from .spread import ValueRows, bounds_of_difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable, Optional, Sequence, SupportsIndex

    from .._arguments import Real
    from .._credit import Credit
    from ..tally import Outcomes
    from .bands import Cosine
    from .formula import ConfidenceLevel
    from .spread import Clusters, Spread

    Trials = tuple[int, int]  # the trials of a question, and the successes among them
    CurvePoint = tuple[float, float, float]  # (value, lo, hi)
    Crossing = tuple[list[CurvePoint], list[Optional[int]]]

_METRICS = "pass_at_k", "pass_hat_k", "maj_at_k"


def curve_of(
    models: Sequence[Outcomes],
    ks: Iterable[SupportsIndex] | None,
    metric: str,
    confidence: Real,
    clusters: Iterable[Hashable] | None,
    names: Sequence[str],
) -> Band:
    """Return the curve of one model, or of the difference of two. `names` are the names of the models in errors."""
    known, level = known_as(metric), probability(confidence)
    if not known or known.name not in _METRICS:
        raise ValueError(f"metric must be one of {', '.join(_METRICS)}; got {shown(metric)}")
    credit: Any = known.credit
    questions, labels = _questions(models, clusters, names)
    return Band(questions, labels, _numbers(ks, min([N for one in questions for N, _ in one])), credit, level)


def _questions(
    models: Sequence[Outcomes], clusters: Iterable[Hashable] | None, names: Sequence[str]
) -> tuple[dict[tuple[Trials, ...], int] | list[tuple[Trials, ...]], Clusters | None]:
    """Return (questions, clusters). A question is a tuple with (trials, successes) of each model.

    With clusters, the questions are a list in order; else they are {question: how many are equal to it}.
    """
    if len(models) == 1 and clusters is None:
        groups = success_counts(tally_of(models[0], name=names[0]))
        return {((N, s),): number for N, group in groups.items() for s, number in group.items()}, None
    for R, name in zip(models, names):
        if clusters is not None:
            check_clusters(R, "new", name, clusters)
        if len(models) > 1:
            check_matrix(R, name, "")
    asked = AskedMetric("pass_at_k", 1)
    rows = [[(f + s, s) for f, s in count_rows(R, asked, name)] for R, name in zip(models, names)]
    check_alike(models, names, clusters)
    check_questions_alike(list(map(len, rows)), names)
    labels = cluster_labels(clusters, len(rows[0]))
    together = list(zip(*rows))
    return together if labels else counted(together), labels


def _numbers(ks: Iterable[SupportsIndex] | None, most: int) -> list[int]:
    """Return `ks` as a list, 1 to `most` if it is None. The k must ascend, and be in 1..most."""
    if ks is None:
        if most > MOST_ITEMS:
            raise over_limit("ks", f"R has {shown(most)} trials; 64 k are enough for a picture")
        return list(range(1, most + 1))
    given = items_of(ks, "ks", "a sequence of integers, or None for all")
    found = [integer(k, f"ks[{i}]") for i, k in enumerate(given)]
    if not found:
        raise ValueError(f"ks must have at least one k; None is all from 1 to {most}")
    for i, k in enumerate(found):
        if not 1 <= k <= most:
            raise ValueError(f"ks must be in 1 to {most}, the fewest trials; got {shown(k)} at ks[{i}]")
        if i and k <= found[i - 1]:
            raise ValueError(f"ks must rise: sorted(set(ks)) does; got {k} at ks[{i}] after {found[i - 1]}")
    return found


class Band:
    """A confidence band: the spread at each k, and the correlation of the values at each k with those at the next k."""

    def __init__(self, questions: Any, labels: Clusters | None, ks: list[int], credit: Any, level: Any) -> None:
        self.ks, self.confidence = ks, level
        numbers = () if labels else list(questions.values())
        models = list(zip(*questions))
        self.is_pair, self.meter = len(models) > 1, Meter("ks, of which 64 are enough for a picture,")
        bounds = bounds_of_difference((0, 1, 1)) if self.is_pair else (0, 1, 1)
        self.spreads: list[Spread] = []
        self.cosines: list[Cosine] = []
        before: ValueRows | None = None
        for k in ks:
            rows = ValueRows(bounds, *self._values(models, credit(k)), numbers).grouped(labels)
            self.spreads.append(rows.spread())
            if before:
                self.cosines.append(before.cosine_to(rows))
            before = rows

    def _values(self, models: Sequence[Sequence[Trials]], credit: Credit) -> tuple[list[int], int]:
        """Return (values of the questions, common denominator). For two models, values of the second are subtracted."""
        tables = []
        for model in models:
            parts: dict[int, dict[int, int]] = {}
            for N, s in model:
                parts.setdefault(N, {})[s] = 1
            check_subsets(credit.k, parts)
            tables.append({N: (group, *subset_values(credit, N, list(group))) for N, group in parts.items()})
        denominators = [d for table in tables for *_, d in table.values()]
        common = least_common("ks", denominators, len(models[0]))
        self.meter.spend(max([N for N, _ in models[0]]), common.bit_length(), 64)
        self.meter.spend(len(models[0]), common.bit_length(), steps=4)
        found = []
        for model, table in zip(models, tables):
            earned = {
                (N, s): n * (common // d) for N, (group, values, d) in table.items() for s, n in zip(group, values)
            }
            found.append([earned[one] for one in model])
        return list(map(int.__sub__, *found)) if self.is_pair else found[0], common

    def level(self) -> ConfidenceLevel:
        return shared_level(self.confidence, self.spreads[0].df or (1, 1), self.cosines)

    def points(self) -> list[CurvePoint]:
        level = self.level()
        found = []
        for spread in self.spreads:
            value, _, lo, hi = spread.interval(level, Interval)
            found.append((value, lo, hi))
        return found

    def crossing(self) -> Crossing:
        """Return (points of the difference, each k that may be the first where the second model is at least as good).

        These are the k with lo <= 0, up to the first k with hi <= 0. If no k has hi <= 0, None ends the list.
        """
        points = self.points()
        first: list[int | None] = []
        for k, (_, lo, hi) in zip(self.ks, points):
            if lo <= 0:
                first.append(k)
            if hi <= 0:
                return points, first
        return points, [*first, None]
