"""The curves of a picture: metrics against k."""

from __future__ import annotations

from .metrics import EVERY_K, most_k
from .text import interval, level, number
from .ticks import labels, round_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable

    from .missing import Run

    Point = tuple[int, Any, float, float]  # k, value, lo, hi

BANDED = 3  # the first curves have bands; with no more, each k is a dot
_DENSE = 16  # every k up to here
_STEPS = 4  # points for each doubling of k from there on


class Curve:
    """A metric of a run at many k. `score` finds the numbers of one k, with the interval or a credible one."""

    def __init__(
        self, name: str, run: Run, score: Callable[[int], dict[str, Any]], ks: Iterable[int] | None = None,
        further: Iterable[int] = (),
    ) -> None:  # fmt: skip
        self.name = name
        self.points: list[Point] = []
        self.bounds: list[tuple[int, float, float]] = []  # k, lo, hi: beyond the trials
        if further:
            beyond = (k for k in dense_k(max(further)) if k > run.trials)
            self.bounds = [(k, found["lo"], found["hi"]) for k in beyond for found in [score(k)]]
        self.is_credible = False
        for k in ks or dense_k(run.trials, run.sizes):
            found = score(k)
            self.is_credible = "lo" not in found
            ends = found["credible"] if self.is_credible else found
            self.points.append((k, found["value"], ends["lo"], ends["hi"]))

    @property
    def end(self) -> tuple[int, float]:
        """Where its name stands: at its last value, or beside its bounds."""
        for k, lo, hi in self.bounds[-1:]:
            return k, (lo + hi) / 2
        return self.points[-1][:2]


class Picture:
    """Curves and the words beside them. `asked` says what the intervals are about. Curves that are split have a panel
    each; others are in one, with their names at their ends."""

    def __init__(
        self, title: str, axis: str, curves: list[Curve], confidence: float, asked: str, percent: bool = False,
        is_split: bool = False,
    ) -> None:  # fmt: skip
        self.title = title
        self.axis = axis  # what the vertical one shows
        self.curves = curves
        self.is_split = is_split
        self.percent = percent
        self._level = level(confidence)
        self._asked = asked

    @property
    def is_crowded(self) -> bool:
        return len(self.curves) > BANDED and not self.is_split

    @property
    def band(self) -> str:
        """Say what the band means."""
        credible = f"{self._level} credible interval for k fresh trials (the value may lie outside)"
        names = [curve.name for curve in self.curves if curve.is_credible]
        if len(names) == len(self.curves):
            return credible
        return f"{self._level} interval {self._asked}" + (f"; of {', '.join(names)}: {credible}" if names else "")

    @property
    def note(self) -> str:
        which = f", of the first {BANDED}" if self.is_crowded else ""
        hatched = " Hatched: bounds beyond the trials." if any(curve.bounds for curve in self.curves) else ""
        return f"Line: the observed value. Band{which}: {self.band}.{hatched}"

    @property
    def most(self) -> int:
        """The largest k."""
        return max(curve.end[0] for curve in self.curves)

    def values(self) -> list[str]:
        """In words: the curves at the k of a report."""
        return [
            f"{curve.name}: " + ", ".join(
                f"{number(value, self.percent)} {interval(lo, hi, self.percent)} at k={k}"
                for k, value, lo, hi in curve.points
                if k <= EVERY_K or k & (k - 1) == 0 or k == curve.points[-1][0]
            ) + "".join(
                f", between {number(lo, self.percent)} and {number(hi, self.percent)} at k={k}"
                for k, lo, hi in curve.bounds
                if k & (k - 1) == 0 or k == curve.bounds[-1][0]
            )
            for curve in self.curves
        ]  # fmt: skip

    def ticks(self) -> list[float]:
        points = [point for curve in self.curves for point in (*curve.points, *curve.bounds)]
        return round_steps([end for _, *ends in points for end in ends])

    def tick_labels(self) -> list[str]:
        return labels(self.ticks(), self.percent)


def dense_k(trials: int, sizes: int = 1) -> list[int]:
    """Every small k, and then as many as a curve needs."""
    most = most_k(trials, sizes)
    ks = set(range(1, min(most, _DENSE) + 1))
    i = 0
    while most > _DENSE and _DENSE * 2 ** (i / _STEPS) < most:
        ks.add(round(_DENSE * 2 ** (i / _STEPS)))
        i += 1
    return sorted(ks | {most})
