"""The curves of a picture: metrics against k."""

from __future__ import annotations

from .metrics import most_k
from .ticks import labels, round_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .metrics import Metric
    from .missing import Run

_UNCROWDED = 3  # with at most so many curves, each k is a dot
_DENSE = 16  # every k up to here
_STEPS = 4  # points for each doubling of k from there on
_ASKED = {"new": "for questions like these", "these": "if these questions are run again"}


class Point:
    """One k of a curve: the observed value, and the interval."""

    def __init__(self, k: int, value: float, lo: float, hi: float) -> None:
        self.k = k
        self.value = value
        self.lo = lo
        self.hi = hi


class Curve:
    """A metric of a run at many k. The intervals are those of `confidence`, or credible ones if it has none."""

    def __init__(
        self,
        name: str,
        run: Run,
        metric: Metric,
        confidence: float,
        questions: str = "new",
        clusters: Sequence[Any] | None = None,
        ks: Sequence[int] | None = None,
    ) -> None:
        self.name = name
        self.is_credible = not metric.has_interval
        self.points = []
        for k in ks or dense_k(run.trials, run.sizes):
            if self.is_credible:
                value, (_, _, lo, hi) = metric.value(run, k), metric.summary(run, k, confidence)
            else:
                value, _, lo, hi = metric.interval(run, k, confidence, questions, clusters)
            self.points.append(Point(k, value, lo, hi))


class Picture:
    """Curves and the words beside them."""

    def __init__(
        self,
        title: str,
        axis: str,
        confidence: float,
        curves: list[Curve],
        percent: bool = False,
        questions: str = "new",
    ) -> None:
        self.title = title
        self.axis = axis  # what the vertical one shows
        self.curves = curves
        self.percent = percent
        self._level = f"{confidence * 100:g} %"
        self._questions = questions

    @property
    def is_crowded(self) -> bool:
        return len(self.curves) > _UNCROWDED

    @property
    def band(self) -> str:
        """What the band means."""
        credible = f"{self._level} credible interval for k fresh trials, under a uniform prior"
        names = [curve.name for curve in self.curves if curve.is_credible]
        if len(names) == len(self.curves):
            return f"{credible} (the value may lie outside)"
        but = f"; of {', '.join(names)}: {credible} (the value may lie outside)" if names else ""
        return f"{self._level} interval {_ASKED[self._questions]}{but}"

    @property
    def note(self) -> str:
        return f"Line: the observed value. Band: {self.band}."

    @property
    def most(self) -> int:
        """The largest k."""
        return max(curve.points[-1].k for curve in self.curves)

    def ticks(self) -> list[float]:
        points = [point for curve in self.curves for point in curve.points]
        return round_steps([end for point in points for end in (point.value, point.lo, point.hi)])

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
