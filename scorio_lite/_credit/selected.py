"""Read a selector's scores, and put what the trials of each question earn in the order of their scores."""

from __future__ import annotations

from math import inf

from .._arguments import (
    class_weights,
    exact_numbers,
    exact_ratio,
    flag,
    integral,
    is_scores,
    same_index,
    scalar,
    shown,
    size_limit,
)
from .._outcomes import CUT, LONGER, SCORED, emptiness
from .._outcomes.reader import OutcomeReader
from .._scores import cell_rows, check_shapes
from ..tally import Tally
from .measures import mean_value
from .ordered import RowMeasure
from .rewards import other_outcomes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .._types import Index, Ratio, Weights

_IN_ORDER = {int, float, bool}  # Python orders these exactly


class Selected:
    """What the trials of each question earn, in the ascending order of a selector's scores.

    rows    for each question: what its trials earn, times self.d, and the sizes of the groups of tied trials (none if
            no two trials are tied)
    bounds  (low, high, scale): a trial earns from low/scale to high/scale
    """

    def __init__(
        self, R: Any, S: Any, weights: Weights | None, hint: str, ragged: bool, names: tuple[str, str] = ("R", "S")
    ) -> None:
        same_index((names[0], R), (names[1], S))
        self.bounds, self.d, earned = earnings(R, weights, hint, ragged, names[0], "score")
        scores, is_flat = cell_rows(S, names[1], "scores")
        check_shapes(earned, scores, names)
        places = [names[1] if is_flat else f"{names[1]}[{i}]" for i in range(len(scores))]
        self.rows = [_by_score(*row) for row in zip(earned, scores, places)]

    def lengths(self) -> list[int]:
        """Return the number of trials N of each question."""
        return [len(earned) for earned, _ in self.rows]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def trials(self) -> int | None:
        """The number of trials N of every question; None if questions differ in N."""
        lengths = set(self.lengths())
        return lengths.pop() if len(lengths) == 1 else None


def earnings(
    R: Any, weights: Weights | None, hint: str, ragged: bool, name: str, beside: str
) -> tuple[tuple[int, int, int], int, list[list[int]]]:
    """Return ((low, high, scale), d, what each trial of each question earns in units of 1/d).

    A trial earns from low/scale to high/scale. Refuse a tally: an error says that each trial has its own `beside`, such
    as "score".
    """
    if is_scores(R):
        if weights:
            raise ValueError("w must not be given with Scores")
        if not len(R):
            raise emptiness(name, "the Scores are empty")
        rows, d = R.numerators()
        (low, high), scale = exact_numbers([R.low, R.high], "low and high")
        return (low, high, scale), d, list(rows)
    if isinstance(R, Tally):
        why = f"a tally has lost which trial is which, and each has its own {beside}"
        raise ValueError(f"{name} must be a matrix: {why}")
    earns, d = weights or ([0, 1], 1)
    reader = OutcomeReader(name, len(earns) - 1, hint, ragged, ways=(LONGER, "", CUT if weights else SCORED))
    matrix = reader.matrix(R)
    reader.vectors(matrix)
    by_class = dict(enumerate(earns))
    return (min(earns), max(earns), d), d, [_earned_by(row, by_class) for row in matrix]


def _earned_by(row: Any, by_class: dict[Any, int]) -> list[int]:
    try:
        return list(map(by_class.__getitem__, row))
    except (KeyError, TypeError):  # outcomes that are equal to integers, and have another hash or none
        return [by_class[integral(outcome)] for outcome in row]


def _by_score(earned: list[int], scores: Sequence[Any], place: str) -> tuple[list[int], Sequence[int]]:
    keys = _ordinals(scores, place)
    different = dict(zip(keys, earned))
    if len(different) == len(keys):
        return list(map(different.__getitem__, sorted(different))), ()
    groups: dict[Any, list[int]] = {}
    for key, one in zip(keys, earned):
        groups.setdefault(key, []).append(one)
    ordered = [groups[key] for key in sorted(groups)]
    return [one for group in ordered for one in group], tuple(map(len, ordered))


def _ordinals(scores: Sequence[Any], place: str) -> Sequence[Any]:
    """Return keys that sort as the scores do, and are equal for equal scores. None is below every number."""
    kinds = set(map(type, scores))
    if type(None) in kinds and kinds <= _IN_ORDER | {type(None)} and -inf not in scores:
        scores = [-inf if score is None else score for score in scores]
        kinds.discard(type(None))
    if kinds <= _IN_ORDER and not [score for score in scores if score != score]:
        return scores
    sides = [_side(score, f"{place}[{j}]") for j, score in enumerate(scores)]
    finite = [score for score, side in zip(scores, sides) if not side]
    numbers = iter(exact_numbers(finite, place)[0] if finite else [])
    return [(side, 0 if side else next(numbers)) for side in sides]


def _side(score: Any, place: str) -> int:
    """Return -2 for None, -1 or 1 for an infinity, 0 for a finite number: scores sort by this first."""
    if score is None or exact_ratio(score):
        return 0 if score is not None else -2
    value = scalar(score)
    try:
        if value in (inf, -inf):
            return 1 if value > 0 else -1
    except (ArithmeticError, TypeError, ValueError):  # a signalling NaN, NA, an array
        pass
    wanted = f"real numbers{size_limit(value)}, or None for a trial without a score"
    raise ValueError(f"{place.partition('[')[0]} must have {wanted}; got {shown(score)} at {place}")


def mean_picked(R: Any, S: Any, k: Index, w: Iterable[Any] | None, ragged: bool) -> Ratio:
    """Return the value of best_of_k as a ratio."""
    weights = None if w is None else class_weights(w)
    selected = Selected(R, S, weights, other_outcomes(w, weights), flag(ragged, "ragged"))
    return mean_value(RowMeasure(selected, k), selected)


def measure_picks(metric: Any, R: Any, name: str) -> tuple[RowMeasure, Selected]:
    """Return (measure of best_of_k, the `Selected` that it reads). R is a pair (outcomes, scores), or a `Selected`."""
    if isinstance(R, Selected):
        return RowMeasure(R, metric.k, name), R
    outcomes = metric.outcomes_in(R, name)
    names = ("R", "S") if name == "R" else (f"R of {name}", f"S of {name}")
    selected = Selected(outcomes, R[1], metric.weights, metric.hint, metric.ragged, names)
    return RowMeasure(selected, metric.k, names[0]), selected
