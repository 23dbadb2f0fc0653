"""A forest plot: the runs of a leaderboard, each with its value on a bar for the interval."""

from __future__ import annotations

from .text import interval, level, number
from .ticks import labels, round_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    Row = tuple[str, str, float, float, float, bool]  # ranks, name, value, lo, hi; whether it is below the best

LEGEND = ("not significantly below the best", "significantly below the best")


class Forest:
    """The rows from top to bottom, and the words beside them."""

    def __init__(
        self, title: str, axis: str, rows: Sequence[Row], confidence: float, note: str, percent: bool = False
    ) -> None:
        self.title = title
        self.axis = axis  # the metric
        self.rows = rows
        self.percent = percent
        self.has_legend = any(row[-1] for row in rows)
        self.note = (
            f"Dot: the observed value. Bar: {level(confidence)} interval. {' '.join(note.split())} "
            "Runs whose bars overlap may still differ significantly: see their ranks."
        )

    def ticks(self) -> list[float]:
        return round_steps([end for row in self.rows for end in row[2:5]])

    def tick_labels(self) -> list[str]:
        return labels(self.ticks(), self.percent)

    def numbers(self) -> list[str]:
        """The value and the interval of each row, as text."""
        ends = [row[2:5] for row in self.rows]
        return [f"{number(value, self.percent)} {interval(lo, hi, self.percent)}" for value, lo, hi in ends]

    def values(self) -> list[str]:
        """In words."""
        pairs = zip(self.rows, self.numbers())
        return [f"{row[0]} {row[1]}: {numbers}{f', {LEGEND[1]}' * row[-1]}" for row, numbers in pairs]
