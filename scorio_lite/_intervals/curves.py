"""Whole curves of Pass@k, Pass^k or Maj@k: bands that hold for every k together, and where two models cross.

The interval at each k is the usual one, at a level that all k share: see `bands`.
"""

from __future__ import annotations

from .._arguments import MOST_ITEMS, integer, items_of, probability, shown
from .._credit import check_subsets
from .._credit.measures import CreditMeasure, values_by_key
from .._credit.metrics import metric_at
from .._numbers import affordable, over_limit
from .._outcomes import counted
from ..tally import success_counts, tally_of
from . import Asked, by_rows, check_clusters, cluster_labels, count_rows
from .bands import band_of
from .boards import check_alike, check_matrix, check_questions_alike
from .sample import ValueRows, bounds_of_difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Hashable, Iterable, Iterator, Optional, Sequence

    from .._credit import Credit
    from .._types import Index, Real
    from ..tally import Outcomes
    from .bands import CurvePoint
    from .formula import ConfidenceLevel
    from .sample import Clusters

    Trials = tuple[int, int]  # the trials of a question, and the successes among them
    Crossing = tuple[list[CurvePoint], list[Optional[int]]]

_METRICS = "pass_at_k", "pass_hat_k", "maj_at_k"


def curve_of(
    models: Sequence[Outcomes],
    ks: Iterable[Index] | None,
    metric: str,
    confidence: Real,
    clusters: Iterable[Hashable] | None,
    names: Sequence[str],
) -> tuple[list[int], list[CurvePoint], ConfidenceLevel]:
    """Return (ks, points, level of each interval) of the curve of one model, or of the difference of two.

    `names` are the names of the models in errors.
    """
    (known, k), level = metric_at(metric), probability(confidence)
    if not known or known.name not in _METRICS:
        raise ValueError(f"metric must be one of {', '.join(_METRICS)}; got {shown(metric)}")
    credit: Any = known.credit
    questions, labels = _questions(models, clusters, names)
    given = _numbers(ks if k is None or ks is not None else (k,), min([N for one in questions for N, _ in one]))
    if k is not None and given != [k]:
        raise ValueError(f"ks must be ({k},), or left out, for {metric}; got {shown(given)}")
    return (given, *band_of(_rows_at(questions, labels, given, credit), level))


def _questions(
    models: Sequence[Outcomes], clusters: Iterable[Hashable] | None, names: Sequence[str]
) -> tuple[dict[tuple[Trials, ...], int] | list[tuple[Trials, ...]], Clusters | None]:
    """Return (questions, clusters). A question is a tuple with (trials, successes) of each model.

    With clusters, the questions are a list in order; else they are {question: how many are equal to it}.
    """
    if len(models) == 1 and clusters is None:
        groups = success_counts(tally_of(by_rows(models[0], names[0]), name=names[0]))
        return {((N, s),): number for N, group in groups.items() for s, number in group.items()}, None
    for R, name in zip(models, names):
        check_clusters(R, "new", name, clusters)
        if len(models) > 1:
            check_matrix(R, name, "")
    asked = Asked("pass_at_k", 1, has_ragged=False)
    rows = [[(f + s, s) for f, s in count_rows(R, asked, name)] for R, name in zip(models, names)]
    check_alike(models, names, clusters)
    check_questions_alike(list(map(len, rows)), names)
    labels = cluster_labels(clusters, len(rows[0]))
    together = list(zip(*rows))
    return together if labels else counted(together), labels


def _numbers(ks: Iterable[Index] | None, most: int) -> list[int]:
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


def _rows_at(
    questions: Any, labels: Clusters | None, ks: Sequence[int], credit: Callable[[int], Credit]
) -> Iterator[ValueRows]:
    """Yield the values of the questions at each k. For two models, the values of the second are subtracted."""
    numbers, models = () if labels else list(questions.values()), list(zip(*questions))
    bounds = (0, 1, 1) if len(models) == 1 else bounds_of_difference((0, 1, 1))
    steps = 0
    parts: dict[int, dict[int, int]] = {}
    for N, s in {trials for model in models for trials in model}:
        parts.setdefault(N, {})[s] = 1
    for k in ks:
        check_subsets(k, parts)
        earned, d = values_by_key(CreditMeasure(credit(k)), parts, "ks", len(models[0]))
        bits = d.bit_length()
        steps += max(parts) + 4 * len(models[0]) * (1 + bits // 2048)
        affordable("ks, of which 64 are enough for a picture,", steps, bits)
        found = [[earned[trials] for trials in model] for model in models]
        values = found[0] if len(found) == 1 else list(map(int.__sub__, *found))
        yield ValueRows(bounds, values, d, numbers).grouped(labels)


def crossing(ks: Sequence[int], points: list[CurvePoint]) -> Crossing:
    """Return (points of the difference, each k that may be the first where the second model is at least as good).

    These are the k with lo <= 0, up to the first k with hi <= 0. If no k has hi <= 0, None ends the list.
    """
    first: list[int | None] = []
    for k, (_, lo, hi) in zip(ks, points):
        if lo <= 0:
            first.append(k)
        if hi <= 0:
            return points, first
    return points, [*first, None]
