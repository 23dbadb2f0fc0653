"""Intervals and ranks for models of which only totals are known, with one trial of each question.

The models a and b may have solved more or fewer questions in common. If they solve as few in common as possible, they
differ on the most questions: the mean difference is the same, and its variance is the largest. So the interval contains
the interval for the questions that they really solve in common.
"""

from __future__ import annotations

from .._arguments import exact_ratio, integral, shown
from .._numbers import nearest
from .difference import ModelBoard, several
from .spread import spread_of_new

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence, SupportsIndex

    from .._numbers import Ratio
    from .spread import Spread

_MOST_QUESTIONS = 10**9  # as many degrees of freedom as quantiles are made for


class Total:
    """A model that solved `a` of M questions."""

    steps = 30  # of a comparison, for a budget

    def __init__(self, a: int, M: int) -> None:
        self.a, self.M = a, M

    @property
    def x(self) -> Ratio:
        return self.a, self.M

    def less(self, other: Total) -> Spread:
        """Return the spread of this model minus another, if they solve as few questions in common as possible."""
        a, b, M = self.a, other.a, self.M
        differ = a + b - 2 * max(0, a + b - M)
        return spread_of_new((-1, 1, 1), (a - b, M), M, (M * differ - (a - b) ** 2, M))


class TotalsBoard(ModelBoard):
    """Models of which only totals are known."""

    def __init__(self, totals: Sequence[Any], M: SupportsIndex, names: Sequence[str]) -> None:
        number = integral(M)
        if number is None or not 1 <= number <= _MOST_QUESTIONS:
            raise ValueError(f"M must be an integer in 1 to {_MOST_QUESTIONS}, the number of questions; got {shown(M)}")
        self.models: Any = [Total(_solved(total, number, name), number) for total, name in zip(totals, names)]


def _solved(total: Any, M: int, name: str) -> int:
    found, ratio = integral(total), exact_ratio(total)
    if found is not None and 0 <= found <= M:
        return found
    way_out = ""
    if ratio and 0 < ratio[0] < ratio[1]:  # a share of the questions
        few = ratio[0] * M // ratio[1]
        near = [f"{one} of {M} is {nearest(one, M):.6g}" for one in (few, few + 1)]
        way_out = f"; as a share of the questions, {', '.join(near)}"
    elif ratio and 0 < ratio[0] < ratio[1] * M:
        few = ratio[0] // ratio[1]
        way_out = f"; the nearest are {few} and {few + 1}"
    raise ValueError(f"{name} must be a whole number of questions, 0 to {M}; got {shown(total)}{way_out}")


def board_of_totals(totals: Iterable[Any], M: SupportsIndex) -> TotalsBoard:
    found = several(totals, "totals", "a number for each model")
    return TotalsBoard(found, M, [f"totals[{i}]" for i in range(len(found))])
