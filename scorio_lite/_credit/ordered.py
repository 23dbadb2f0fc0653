"""The measure of what the highest of k trials earns, on which those of classes, Scores and selectors are built."""

from __future__ import annotations

from itertools import accumulate
from math import comb, inf

from .._arguments import common_denominator, exact_numbers, exact_ratio, scalar, shown, size_limit
from .._numbers import dot, ratio_sum
from . import check_subsets, subsets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .._types import OrderedRow, Ratio

_TIES = "S, with this many ties,"  # what long denominators come from
_IN_ORDER = {int, float, bool, type(None)}  # Python compares the numbers among these exactly


class OrderedMeasure:
    """The measure of what the highest of k trials earns: a class's reward, a real score, or what a selector picks.

    A question has groups of tied trials, lowest first. A group has t trials with the total reward T. L trials are
    below it, and U = L + t. Write C[c] for C(c, k). A subset picks its highest trial, or each of its highest trials
    with the same chance if they are tied. So a question with N trials has the value

        x_q = sum over groups of (C[U] - C[L]) T/t / C(N, k)

    A subclass has `row(key)`, the OrderedRow (see `_types`) of a question, with rewards in units of 1/d.
    """

    row: Any

    def __init__(self, k: int, bounds: tuple[int, int, int], d: int) -> None:
        self.k, self.d = k, d
        self.low, self.high, self.scale = bounds

    def values(self, trials: int, keys: list[Any]) -> tuple[list[int], int]:
        rows = list(map(self.row, keys))
        numbers = {0}.union(*{row[0] for row in rows})
        check_subsets(self.k, {trials: numbers})
        C = dict(zip(numbers, subsets_of(numbers, self.k)))
        common = common_denominator(_TIES, {row[2] for row in rows}, len(rows))
        last, picks, numerators = (), [], []
        for ends, means, e, _ in rows:
            if ends != last:  # without ties, all rows have the same
                last, picks = ends, [C[U] - C[L] for L, U in zip((0, *ends), ends)]
            numerators.append(sum(map(int.__mul__, picks, means)) * (common // e))
        return numerators, comb(trials, self.k) * self.d * common

    def pairs(self, trials: int, questions: dict[Any, int], _: Ratio) -> Ratio:
        # y_q is a sum over pairs of disjoint subsets, divided by C(N, k) C(N-k, k). First suppose that every pick from
        # a group earns T/t. Let the step s of a group be its T/t minus that of the next higher group (or minus 0). For
        # U <= U', C[U] C[U'-k] pairs have one subset in the lowest U trials, and the other in the lowest U'. So the
        # sum, by parts, is the sum over groups of C[U] s (C[U-k] s + 2 (sum over the groups above of C[U'-k] s')).
        # In J pairs, both subsets pick from one group; Q is the sum of its squared rewards. They pick different trials,
        # so the mean product is (T**2 - Q)/(t (t-1)), not (T/t)**2: J (t Q - T**2)/(t**2 (t-1)) is subtracted if t > 1.
        # Group by group, it is the same sum as that of
        #     2 (C[U-k] - C[L-k]) T/t W + J (T**2 - Q)/(t (t-1))
        # where W is the sum, over the groups below, of
        # (C[U] - C[L]) T/t, and J is 0 for t = 1.
        k, sums = self.k, {1: 0}
        rows = [(*self.row(key), number) for key, number in questions.items()]
        numbers = {0}.union(*(ends for ends, *_ in rows))
        numbers |= {U - k for U in numbers if k < U}
        check_subsets(2 * k, {trials: numbers})
        C = dict(zip(numbers, subsets_of(numbers, k)))
        for ends, means, e, ties, number in rows:
            total = above = higher = 0
            for U, mean in zip(reversed(ends), reversed(means)):
                if k > U:
                    break
                s, higher = mean - higher, mean
                high = C[U - k] * s
                total += C[U] * s * (high + 2 * above)
                above += high
            sums[e * e] = sums.get(e * e, 0) + number * total
            for U, group in ties:
                if 2 * k <= U:
                    t, T, Q = len(group), sum(group), dot(group, group)
                    L, d = U - t, t * t * (t - 1)
                    J = C[U] * C[U - k] - 2 * C[L] * C[U - k] + C[L] * C.get(L - k, 0)
                    sums[d] = sums.get(d, 0) - number * J * (t * Q - T * T)
        n, d = ratio_sum([(n, d) for d, n in sums.items()])
        return n, d * comb(trials, k) * comb(trials - k, k) * self.d**2


def by_score(earned: list[int], scores: Sequence[Any], place: str) -> OrderedRow:
    """Return the OrderedRow of a question whose trials earn `earned` and have these scores. Errors name `place`."""
    keys = _ordinals(scores, place)
    different = dict(zip(keys, earned))
    if len(different) == len(keys):
        return range(1, len(keys) + 1), list(map(different.__getitem__, sorted(different))), 1, []
    groups: dict[Any, list[int]] = {}
    for key, reward in zip(keys, earned):
        groups.setdefault(key, []).append(reward)
    ordered = [groups[key] for key in sorted(groups)]
    sizes, sums = list(map(len, ordered)), list(map(sum, ordered))
    e = common_denominator(_TIES, {t for t, T in zip(sizes, sums) if T % t}, len(ordered))
    ends = tuple(accumulate(sizes))
    ties = [(U, group) for U, group in zip(ends, ordered) if group.count(group[0]) < len(group)]
    return ends, [T * e // t for T, t in zip(sums, sizes)], e, ties


def _ordinals(scores: Sequence[Any], place: str) -> Sequence[Any]:
    """Return a sort key for each score. Equal scores have equal keys, and None is the lowest. Errors name `place`."""
    if _IN_ORDER.issuperset(map(type, scores)) and not [score for score in scores if score != score]:
        return [(score is not None, score or 0) for score in scores] if None in scores else scores
    sides = [_side(score, f"{place}[{j}]") for j, score in enumerate(scores)]
    numbers, _ = exact_numbers([0 if side else score for score, side in zip(scores, sides)], place)
    return list(zip(sides, numbers))


def _side(score: Any, place: str) -> int:
    """Return -2 for None, -1 for -inf, 1 for inf, 0 for a finite number: the first sort key. Else raise ValueError."""
    if score is None:
        return -2
    if exact_ratio(score):
        return 0
    value = scalar(score)
    try:
        if value in (inf, -inf):
            return 1 if value > 0 else -1
    except (ArithmeticError, TypeError, ValueError):  # a signalling NaN, NA, an array
        pass
    wanted = f"real numbers{size_limit(value)}, or None for a trial without a score"
    raise ValueError(f"{place.partition('[')[0]} must have {wanted}; got {shown(score)} at {place}")
