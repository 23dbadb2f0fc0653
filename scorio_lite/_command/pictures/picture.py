"""Pictures as data: curves of metrics over k, and bars of runs. svg.py and page.py draw them."""

from __future__ import annotations

from collections import namedtuple  # loading typing takes 3 ms
from math import ceil, floor, log10

from ..score.metric_names import most_k
from ..text import LARGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

PANELED = 4  # from so many curves on, each has a panel
_DENSE = 16  # curves show every k up to here
_STEPS = 4  # and from there on, this many points per doubling of k

# A run with its value on the bar of its interval; the value is None if trials are missing. `text` says the numbers.
Bar = namedtuple("Bar", "rank name text value lo hi is_below")
# A metric of one run at many k: points (k, value, lo, hi), and the numbers in words.
Curve = namedtuple("Curve", "name points words")


class Picture:
    """A title, an axis of values, a note on how to read the picture, and its numbers in words."""

    def __init__(self, title: str, axis: str, percent: bool, numbers: Iterable[Any], note: str, words: str) -> None:
        self.title, self.axis, self.percent, self.note, self.words = title, axis, percent, note, words
        ends = [x for x in numbers if x is not None]
        self.ticks = round_numbers(min(ends), max(ends))

    def share(self, value: float) -> float:
        """Return where a value is on the axis: 0 at its start, 1 at its end."""
        return (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])

    def tick_labels(self) -> list[str]:
        scaled = [float(f"{tick * (100 if self.percent else 1):.12g}") for tick in self.ticks]
        digits = max(len(f"{tick:.12g}".partition(".")[2]) for tick in scaled)
        form = ".12g" if max(map(abs, scaled)) >= LARGE else f".{digits}f"
        return [f"{tick:{form}}{' %' if self.percent else ''}" for tick in scaled]


class Forest(Picture):
    """The runs of a leaderboard from top to bottom: a dot for each value, on a bar for its interval."""

    def __init__(self, title: str, axis: str, percent: bool, bars: Sequence[Bar], level: str, note: str) -> None:
        self.bars = bars
        grey = " Grey: significantly below the best." if any(bar.is_below for bar in bars) else ""
        words = [f"{bar.rank} {bar.name}: {bar.text}.".lstrip() for bar in bars]
        note = f"Dot: the observed value. Bar: {level} interval.{grey} {note}"
        super().__init__(title, axis, percent, (x for bar in bars for x in bar[3:6]), note, " ".join(words))


class Curves(Picture):
    """Curves over k: those of runs, the best run first, or of many metrics in a panel each; a few in one panel."""

    def __init__(
        self, title: str, axis: str, percent: bool, curves: Sequence[Curve], asked: str, are_runs: bool
    ) -> None:
        points = [point for curve in curves for point in curve.points]
        grey = f" Grey line: {curves[0].name}." if are_runs and curves[1:] else ""
        note, words = f"Line: the observed value. Band: {asked}.{grey}", " ".join(curve.words for curve in curves)
        super().__init__(title, axis, percent, (x for point in points for x in point[1:]), note, words)
        self.least, self.most = min(k for k, *_ in points), max(k for k, *_ in points)
        # Each panel has its curves, and the curves that are grey in it.
        self.panels: list[tuple[Sequence[Curve], Sequence[Curve]]] = [(curves, ())]
        if are_runs or len(curves) >= PANELED:
            self.panels = [([curve], curves[:1] if are_runs and i else ()) for i, curve in enumerate(curves)]


def round_numbers(low: float, high: float) -> list[float]:
    """Return about five round numbers, such as 0, 0.2, ..., 1, from `low` or below to `high` or above."""
    span = max(high - low, 1e-9 * max(1.0, abs(high)), 0.05 if 0 <= low <= high <= 1 else 0)
    power = 10.0 ** floor(log10(span / 5))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span / 5.5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [float(f"{i * step:.12g}") for i in range(first, max(last, first + 1) + 1)]


def dense_k(trials: int, sizes: int) -> list[int]:
    """Return the k at which a curve is drawn: each k up to 16, then four for each doubling."""
    most = most_k(trials, sizes)
    steps = (round(_DENSE * 2 ** (i / _STEPS)) for i in range(_STEPS * most.bit_length()))
    return sorted({min(k, most) for k in (*range(1, _DENSE), *steps)})
