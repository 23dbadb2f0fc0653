"""The curves of a picture: metrics against k."""

from __future__ import annotations

from math import ceil, floor, log10

from .metrics import most_k

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .metrics import Metric
    from .missing import Run

_UNCROWDED = 3  # with at most so many curves, observed values are drawn, too
_DENSE = 16  # every k up to here
_STEPS = 4  # points for each doubling of k from there on


class Point:
    """One k of a curve: the observed value, and the posterior of k fresh trials."""

    def __init__(self, k: int, value: float, mu: float, lo: float, hi: float) -> None:
        self.k = k
        self.value = value
        self.mu = mu
        self.lo = lo
        self.hi = hi


class Curve:
    def __init__(self, name: str, run: Run, metric: Metric, confidence: float, ks: Sequence[int] | None = None) -> None:
        self.name = name
        self.points = []
        for k in ks or dense_k(run.trials, run.sizes):
            mu, _, lo, hi = metric.summary(run, k, confidence)
            self.points.append(Point(k, metric.value(run, k), mu, lo, hi))


class Picture:
    """Curves and the words beside them."""

    def __init__(self, title: str, axis: str, confidence: float, curves: list[Curve], percent: bool = False) -> None:
        self.title = title
        self.axis = axis  # what the vertical one shows
        self.confidence = confidence
        self.curves = curves
        self._scale = 100 if percent else 1

    @property
    def is_crowded(self) -> bool:
        return len(self.curves) > _UNCROWDED

    @property
    def note(self) -> str:
        dots = "" if self.is_crowded else " Dots: observed."
        return f"Lines and bands: posterior mean and {self.confidence * 100:g} % interval for k fresh trials.{dots}"

    @property
    def most(self) -> int:
        """The largest k."""
        return max(curve.points[-1].k for curve in self.curves)

    def ticks(self) -> list[float]:
        """Round numbers. All values lie between the first and the last."""
        points = [point for curve in self.curves for point in curve.points]
        low = min(min(point.lo, point.value) for point in points)
        high = max(max(point.hi, point.value) for point in points)
        return _round_steps(low, high)

    def tick_labels(self) -> list[str]:
        ticks = [float(f"{tick * self._scale:.12g}") for tick in self.ticks()]
        digits = max(len(f"{tick:.12g}".partition(".")[2]) for tick in ticks)
        return [f"{tick:.{digits}f}{' %' if self._scale > 1 else ''}" for tick in ticks]


def dense_k(trials: int, sizes: int = 1) -> list[int]:
    """Every small k, and then as many as a curve needs."""
    most = most_k(trials, sizes)
    ks = set(range(1, min(most, _DENSE) + 1))
    i = 0
    while most > _DENSE and _DENSE * 2 ** (i / _STEPS) < most:
        ks.add(round(_DENSE * 2 ** (i / _STEPS)))
        i += 1
    return sorted(ks | {most})


def _round_steps(low: float, high: float) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten, about five of them from below `low` to above `high`."""
    span = max(high - low, 1e-9 * max(1.0, abs(high)), 0.05 if 0 <= low <= high <= 1 else 0)
    power = 10.0 ** floor(log10(span / 5))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span / 5.5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return [float(f"{i * step:.12g}") for i in range(first, last + 1)]
