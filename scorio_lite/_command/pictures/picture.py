"""Pictures as data: curves of metrics over k, and forest plots of runs. svg.py draws them."""

from __future__ import annotations

from collections import namedtuple  # loading typing takes 3 ms
from math import ceil, floor, log10

from ..score.metric_names import most_k, usual_k
from ..score.metrics import ends_of, of_interval
from ..text import LARGE, interval, level, write_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ..score.metrics import Score

    # The value is both ends of its range, which are equal unless trials are missing; for k beyond the trials, it is ().
    Point = tuple[int, Sequence[float], float, float]  # k, value, lo, hi
    # rank, name, value, lo, hi, is it below the best?
    BarRow = tuple[str, str, Sequence[float], float, float, bool]

BANDED = 3  # curves that share a panel, at most
LEGEND = ("not significantly below the best", "significantly below the best")
_RANGED = " Thick or darker part: what the value can be, as trials are missing."
_DENSE = 16  # curves show every k up to here
_STEPS = 4  # and from there on, this many points per doubling of k


class Words(namedtuple("Words", "title axis confidence percent", defaults=(False,))):
    """The titles of a picture and its axis of values, the level of its intervals, and whether values are in percent."""

    __slots__ = ()


class Picture:
    """The base of all pictures: a title, an axis of values, and a note on how to read it."""

    note = ""

    def __init__(self, words: Words, ends: list[float]) -> None:
        """Set the title and the axis of values, which spans the numbers `ends`."""
        self.title, self.axis, confidence, self.percent = words
        self.level = level(confidence)
        self.ticks = round_numbers(min(ends), max(ends))

    def share(self, value: float) -> float:
        """Return where a value is on the axis: 0 at its start, 1 at its end."""
        return (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])

    def tick_labels(self) -> list[str]:
        scaled = [float(f"{tick * (100 if self.percent else 1):.12g}") for tick in self.ticks]
        digits = max(len(f"{tick:.12g}".partition(".")[2]) for tick in scaled)
        form = ".12g" if max(map(abs, scaled)) >= LARGE else f".{digits}f"
        return [f"{tick:{form}}{' %' if self.percent else ''}" for tick in scaled]

    def values(self) -> list[str]:
        """Return what the picture shows in words: a sentence for each row or curve."""
        raise NotImplementedError

    def cell(self, value: Sequence[float], lo: float, hi: float) -> str:
        """Return a text such as "0.643 [0.595, 0.689]"."""
        if not value:
            return f"between {write_number(lo, self.percent)} and {write_number(hi, self.percent)}"
        ends = [write_number(end, self.percent) for end in dict.fromkeys(value)]
        return f"{' to '.join(ends)} {interval(lo, hi, self.percent)}"


def round_numbers(low: float, high: float) -> list[float]:
    """Return about five round numbers, such as 0, 0.2, ..., 1, from `low` or below to `high` or above."""
    span = max(high - low, 1e-9 * max(1.0, abs(high)), 0.05 if 0 <= low <= high <= 1 else 0)
    power = 10.0 ** floor(log10(span / 5))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span / 5.5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [float(f"{i * step:.12g}") for i in range(first, max(last, first + 1) + 1)]


class Forest(Picture):
    """The runs of a leaderboard from top to bottom: a dot for each value, on a bar for its interval."""

    def __init__(self, words: Words, rows: Sequence[BarRow], note: str) -> None:
        super().__init__(words, [x for row in rows for x in (*row[2], *row[3:5])])
        self.rows = rows
        self.has_legend = any(row[-1] for row in rows)
        has_ranges = any(low < high for _, _, (low, high), *_ in rows)
        self.bars = f"Dot: the observed value.{_RANGED * has_ranges} Bar: {self.level} interval."
        self.note = f"{self.bars} {note}"

    def values(self) -> list[str]:
        return [f"{row[0]} {row[1]}: {self.cell(*row[2:5])}{f', {LEGEND[1]}' * row[-1]}." for row in self.rows]


class Curve:
    """A metric of one run at many k, with intervals.

    `bounds` has scores for k above the number of trials, without values. With `is_band`, the intervals hold for all
    points together. If a score has no `lo`, its credible interval is drawn.
    """

    def __init__(
        self,
        name: str,
        scores: Sequence[tuple[int, Score]],
        bounds: Sequence[tuple[int, Score]] = (),
        is_band: bool = False,
    ) -> None:
        self.name, self.is_band = name, is_band
        self.is_credible = any("lo" not in score for _, score in scores)
        ends = [(k, score, of_interval(score)) for k, score in scores]
        self.points: list[Point] = [(k, ends_of(score), interval["lo"], interval["hi"]) for k, score, interval in ends]
        self.bounds: list[Point] = [(k, (), score["lo"], score["hi"]) for k, score in bounds]

    @property
    def is_range(self) -> bool:
        return any(low < high for _, (low, high), _, _ in self.points)

    @property
    def end(self) -> tuple[int, float]:
        """(k, height) where the curve ends: at its last value, or in the middle of its last bounds."""
        k, value, *ends = [*self.points, *self.bounds][-1]
        return k, sum(value or ends) / 2


class Curves(Picture):
    """Several curves over k: those of many metrics or of runs in a panel each, a few of one run in one panel.

    `asked` says which questions the intervals are for. With `are_runs`, each curve is of one run, the best run first.
    """

    def __init__(self, words: Words, curves: list[Curve], asked: str, are_runs: bool = False) -> None:
        points = [point for curve in curves for point in (*curve.points, *curve.bounds)]
        super().__init__(words, [x for _, value, lo, hi in points for x in (*value, lo, hi)])
        self.curves, self.are_runs = curves, are_runs
        self.has_panels = are_runs or len(curves) > BANDED
        self.least, self.most = min(k for k, *_ in points), max(k for k, *_ in points)
        credible = f"{self.level} credible interval for k fresh trials (the value may lie outside)"
        names = [curve.name for curve in curves if curve.is_credible]
        banded = [curve.name for curve in curves if curve.is_band]
        of = f", of {', '.join(banded)}" if len(banded) < len(curves) else ""
        asked += f"{of} for all k together" if banded else ""
        band = f"{self.level} interval {asked}" + (f"; of {', '.join(names)}: {credible}" if names else "")
        self.band = credible if len(names) == len(curves) else band  # its meaning
        thick = _RANGED * any(curve.is_range for curve in curves)
        bounds = " Two dashed lines: bounds beyond the trials." * any(curve.bounds for curve in curves)
        best = f" Grey line: {curves[0].name}." * are_runs
        self.note = f"Line: the observed value.{thick} Band: {self.band}.{bounds}{best}"

    def values(self) -> list[str]:
        sentences = []
        for curve in self.curves:
            points = [*curve.points, *curve.bounds]
            shown = {*usual_k(self.most), curve.points[-1][0], curve.end[0]}
            words = [f"{self.cell(value, lo, hi)} at k={k}" for k, value, lo, hi in points if k in shown]
            sentences.append(f"{curve.name}: {', '.join(words)}.")
        return sentences


def dense_k(trials: int, sizes: int = 1) -> list[int]:
    """Return the k at which a curve is drawn: each k up to 16, then four for each doubling."""
    most = most_k(trials, sizes)
    steps = (round(_DENSE * 2 ** (i / _STEPS)) for i in range(_STEPS * most.bit_length()))
    return sorted({min(k, most) for k in (*range(1, _DENSE), *steps)})
