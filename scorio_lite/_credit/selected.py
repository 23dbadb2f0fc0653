"""Best-of-k with a selector: what the trial with the highest score among k trials earns.

Only the order of a question's scores counts. Take a group of t tied trials, with L trials below it, and U = L + t. Then
C(U, k) - C(L, k) of the question's k-subsets have their highest score in this group. In these subsets, each of the t
trials is picked equally often, so the picks earn the mean of what the t trials earn. For example, with the scores 1, 2,
2 and k = 2, the group of the two 2s has C(3, 2) - C(1, 2) = 3 subsets: all.
"""

from __future__ import annotations

from math import comb, inf

from .._arguments import exact_numbers, exact_ratio, integral, is_scores, same_index, scalar, shown, size_limit
from .._numbers import Meter, dot, least_common, ratio_sum
from .._outcomes import CUT, LONGER, SCORED, emptiness
from .._outcomes.reader import OutcomeReader
from .._scores import cell_rows, check_shapes, draws_of_scores, subsets_below
from ..tally import Tally
from .measures import ScoreMeasure, mean_value

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
        meter = Meter(names[1])
        self.rows = [
            _by_score(one, given, names[1] if is_flat else f"{names[1]}[{i}]", meter)
            for i, (one, given) in enumerate(zip(earned, scores))
        ]

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
    reader.questions(matrix)
    by_class = dict(enumerate(earns))
    return (min(earns), max(earns), d), d, [_earned_by(row, by_class) for row in matrix]


def _earned_by(row: Any, by_class: dict[Any, int]) -> list[int]:
    try:
        return list(map(by_class.__getitem__, row))
    except (KeyError, TypeError):  # outcomes that are equal to integers, and have another hash or none
        return [by_class[integral(outcome)] for outcome in row]


def _by_score(earned: list[int], scores: Sequence[Any], place: str, meter: Meter) -> tuple[list[int], Sequence[int]]:
    keys = _ordinals(scores, place, meter)
    different = dict(zip(keys, earned))
    if len(different) == len(keys):
        return list(map(different.__getitem__, sorted(different))), ()
    groups: dict[Any, list[int]] = {}
    for key, one in zip(keys, earned):
        groups.setdefault(key, []).append(one)
    ordered = [groups[key] for key in sorted(groups)]
    return [one for group in ordered for one in group], tuple(map(len, ordered))


def _ordinals(scores: Sequence[Any], place: str, meter: Meter) -> Sequence[Any]:
    """Return keys that sort as the scores do, and are equal for equal scores. None is below every number."""
    kinds = set(map(type, scores))
    if type(None) in kinds and kinds <= _IN_ORDER | {type(None)} and -inf not in scores:
        scores = [-inf if score is None else score for score in scores]
        kinds.discard(type(None))
    if kinds <= _IN_ORDER and not [score for score in scores if score != score]:
        return scores
    sides = [_side(score, f"{place}[{j}]") for j, score in enumerate(scores)]
    finite = [score for score, side in zip(scores, sides) if not side]
    found = exact_numbers(finite, place)[0] if finite else [0]
    meter.spend(len(found), max(map(abs, found)).bit_length())
    numbers = iter(found)
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


class SelectMeasure(ScoreMeasure):
    """The measure of what a selector picks from k trials (see measures.py). The key of a question is its index."""

    def __init__(self, selected: Any, k: Index, name: str) -> None:
        self.scores = selected
        self.k = draws_of_scores(selected, k, name)
        self.low, self.high, self.scale = selected.bounds
        self.tops = subsets_below(selected, self.k)  # C(i, k - 1) from i = k - 1 on
        self.ways = [0] * self.k  # C(i, k)
        total = 0
        for top in self.tops:
            total += top
            self.ways.append(total)

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        found = [self._value(*self.scores.rows[q]) for q in keys]
        common = least_common("S, with this many ties,", {e for _, e in found}, len(found))
        return [n * (common // e) for n, e in found], comb(trials, self.k) * self.scores.d * common

    def _value(self, earned: list[int], sizes: Sequence[int]) -> Ratio:
        """Return the sum of what the picks from all k-subsets of a question earn, as a ratio in units of 1/d."""
        k, ways = self.k, self.ways
        if not sizes:
            return sum(map(int.__mul__, self.tops, earned[k - 1 :])), 1
        totals = {1: 0}
        for L, U, n, d in _means(earned, sizes):
            if k <= U:
                totals[d] = totals.get(d, 0) + n * (ways[U] - ways[L])
        return _added_shares(totals)

    def pairs(self, trials: int, questions: dict[int, int], _: Ratio) -> Ratio:
        n, e = ratio_sum([self._pair_value(*self.scores.rows[q]) for q in questions])
        return n, e * comb(trials, self.k) * comb(trials - self.k, self.k) * self.scores.d**2

    def _pair_value(self, earned: list[int], sizes: Sequence[int]) -> Ratio:
        """Return the sum, over all ordered pairs of disjoint k-subsets, of the product of what the two picks earn.

        Take a group of t tied trials, with L trials below it, and U = L + t. In J pairs, both picks are from this
        group, and any two of its trials are picked equally often. In other pairs, only the higher pick is from this
        group. Then the other subset is among the L trials, and C(U-k, k) - C(L-k, k) subsets are left for the higher
        pick.
        """
        k, ways, squares = self.k, self.ways, {1: 0}
        groups = _means(earned, sizes)
        common = least_common("S, with this many ties,", {d for *_, d in groups}, len(groups)) if sizes else 1
        total = lower = 0
        for L, U, n, d in groups:
            if k > U:
                continue
            low, beside = ways[L - k] if k <= L else 0, ways[U - k]
            n *= common // d
            total += 2 * (beside - low) * n * lower
            lower += (ways[U] - ways[L]) * n
            if U - L > 1 and beside:
                group, t = earned[L:U], U - L
                J = (ways[U] - 2 * ways[L]) * beside + ways[L] * low
                m, e = _share(sum(group) ** 2 - dot(group, group), t * (t - 1))
                squares[e] = squares.get(e, 0) + m * J
        return ratio_sum(((total, common * common), _added_shares(squares)))


def _means(earned: list[int], sizes: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Return (L, U, n, d) for each group of tied trials. These are the trials L..U-1, and earn n/d on average.

    A group of one trial that earns 0 is left out.
    """
    if not sizes:
        return [(L, L + 1, n, 1) for L, n in enumerate(earned) if n]
    found, L = [], 0
    for t in sizes:
        U = L + t
        if t > 1:
            found.append((L, U, *_share(sum(earned[L:U]), t)))
        elif earned[L]:
            found.append((L, U, earned[L], 1))
        L = U
    return found


def _share(total: int, parts: int) -> Ratio:
    """Return total/parts as a ratio. An integer gets the denominator 1, so that few different denominators occur."""
    whole, rest = divmod(total, parts)
    return (total, parts) if rest else (whole, 1)


def _added_shares(totals: dict[int, int]) -> Ratio:
    """Return the sum of ratios that are given as {denominator: numerator}."""
    common = least_common("S, with this many ties,", totals, len(totals))
    return sum([n * (common // d) for d, n in totals.items()]), common


def mean_picked(R: Any, S: Any, k: Index, w: Iterable[Any] | None, ragged: bool) -> Ratio:
    """Return the value of best_of_k as a ratio."""
    from .._arguments import class_weights, flag
    from .rewards import other_outcomes

    weights = None if w is None else class_weights(w)
    selected = Selected(R, S, weights, other_outcomes(w, weights), flag(ragged, "ragged"))
    return mean_value(SelectMeasure(selected, k, "R"), selected)


def measure_picks(metric: Any, R: Any, name: str) -> tuple[SelectMeasure, Selected]:
    """Return (measure of best_of_k, the `Selected` that it reads). R is a pair (outcomes, scores), or a `Selected`."""
    if isinstance(R, Selected):
        return SelectMeasure(R, metric.k, name), R
    outcomes = metric.outcomes_in(R, name)
    names = ("R", "S") if name == "R" else (f"R of {name}", f"S of {name}")
    selected = Selected(outcomes, R[1], metric.weights, metric.hint, metric.ragged, names)
    return SelectMeasure(selected, metric.k, names[0]), selected
