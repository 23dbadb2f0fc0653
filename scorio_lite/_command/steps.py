"""The values of one model at successive steps (--x FIELD): a table and a curve, with a band for all steps together."""

from __future__ import annotations

import re

from .drawing import SMALL, grid, titles, width, words
from .forms import Form, size
from .grading import FileError, count, shown, typed_as
from .metric_names import parse_metric
from .pictures import Picture
from .tables import Heading, Table
from .text import level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .arguments import Options
    from .forms import Record
    from .pictures import AnyPicture
    from .run import Run
    from .tables import Block

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_TALL, _LEFT, _TOP, _UNDER = 320, 74, 14, 58


class Steps(Form):
    """The metric at each step, in the order of the steps."""

    def __init__(self, runs: Sequence[Run], options: Options) -> None:
        super().__init__(runs, options)
        self._x = {run: _step(run.title, options.x or "") for run in runs}
        self.runs = sorted(runs, key=self._x.__getitem__)
        for one, two in zip(self.runs, self.runs[1:]):
            if self._x[one] == self._x[two]:
                raise FileError(f"--x {options.x}: {shown(one.title)} and {shown(two.title)} are the same step")
        ranking = parse_metric(options.rank_by or "avg")
        self._metric = ranking.at((options.k or [1])[-1]) if ranking.has_k and not ranking.k else ranking
        if not self._metric.has_interval:
            raise FileError(f"--x {options.x}: {ranking.title} has no confidence intervals")
        self._points = self._metric.series(self.runs, options.confidence, self.labels_of(self.runs[0]))

    def title(self) -> str:
        return f"{self._metric.of(*self.runs)} by {self.options.x}"

    def blocks(self) -> list[Block]:
        options, one = self.options, self.runs[0]
        sizes = f"{count(len(self.runs), 'step')} of {count(one.tally.questions, 'question')}"
        trials = count(one.trials, "trial") if one.most_trials == one.trials else f"{one.size()} trials"
        head = Heading(f"{self.title()}: {sizes}, {trials} each")
        head.name = self.title()
        rows = [[options.x or "", self._metric.of(*self.runs)]]
        for run, point in zip(self.runs, self._points):
            rows.append([f"{self._x[run]:.12g}", self.cell(dict(zip(("value", "lo", "hi"), point)))])
        note = (
            f"These {level(options.confidence)} intervals, for new questions of this kind, hold together: the chance "
            f"that any of them misses is at most {level(1 - options.confidence)}."
        )
        if options.run and len(self.runs) > 1:
            first, last = (typed_as(run.title) for run in (one, self.runs[-1]))
            note += f" Whether two steps differ, see --run {typed_as(options.run)} --only {first} --only {last}."
        return [head, Table(rows), *self.reading(), note]

    def record(self) -> Record:
        options = self.options
        rows = [
            {"x": self._x[run], "run": run.title, **size(run), "value": value, "lo": lo, "hi": hi}
            for run, (value, lo, hi) in zip(self.runs, self._points)
        ]
        return {
            "x": options.x,
            "metric": self._metric.key,
            "k": self._metric.k,
            "confidence": options.confidence,
            **self.settings(),
            "reading": self.runs[0].reading,
            "steps": rows,
        }

    def lines(self) -> list[Record]:
        return [{**row, "metric": self._metric.key, "k": self._metric.k} for row in self.record()["steps"]]

    def pictures(self) -> list[AnyPicture]:
        options = self.options
        points = [(self._x[run], *point) for run, point in zip(self.runs, self._points)]
        axis = self._metric.of(*self.runs)
        return [Climb(self.title(), axis, options.x or "", points, options.confidence, options.percent)]


def _step(name: str, field: str) -> float:
    """The number of a step, which is its name, or the only number in it."""
    found = _NUMBER.findall(name)
    if len(found) != 1:
        raise FileError(f"--x {field}: {shown(name)} has {'no' if not found else 'more than one'} number")
    return float(found[0] if name.strip() == found[0] else found[0].lstrip("-"))


class Climb(Picture):
    """The curve of a value over steps, with the band of all steps."""

    def __init__(
        self,
        title: str,
        axis: str,
        across: str,
        points: Sequence[tuple[float, float, float, float]],
        confidence: float,
        percent: bool,
    ) -> None:
        super().__init__(title, axis, confidence, percent, [end for point in points for end in point[1:]])
        self._across, self._points = across, points
        self.note = f"Line: the observed value. Band: {self.level} intervals for new questions, for all steps together."

    def values(self) -> list[str]:
        return [f"{x:.12g}: {self.cell(value, lo, hi)}" for x, value, lo, hi in self._points]

    def drawn(self, across: int) -> tuple[list[str], float]:
        left, right, bottom = _LEFT, across - (24 if across == SMALL else 48), _TALL - _UNDER
        low, *_, high = self.ticks()
        first, last = self._points[0][0], self._points[-1][0]

        def x(step: float) -> float:
            return left + 14 + (right - left - 28) * ((step - first) / (last - first) if last > first else 0.5)

        def y(value: float) -> float:
            return bottom - (value - low) / (high - low) * (bottom - _TOP)

        parts, end = grid(self, left, right, y), left - 40.0
        for step, *_ in self._points:
            text = f"{step:,.12g}"
            parts.append(f'  <path class="axis" d="M{x(step):.1f} {bottom}v5"/>')
            if x(step) - end > width(text):
                parts.append(words(text, x(step), bottom + 21, "quiet number", "middle"))
                end = x(step)
        parts.append(f'  <path class="axis" d="M{left} {bottom}H{right:.1f}"/>')
        places = [(x(step), y(value), y(lo), y(hi)) for step, value, lo, hi in self._points]
        ends = [(at, hi) for at, _, _, hi in places] + [(at, lo) for at, _, lo, _ in reversed(places)]
        parts.append(f'  <polygon class="band f0 s0" points="{_joined(ends)}"/>')
        parts.append(f'  <polyline class="line s0" points="{_joined([(at, up) for at, up, *_ in places])}"/>')
        parts += [f'  <circle class="dot paper s0" r="3.2" cx="{at:.1f}" cy="{up:.1f}"/>' for at, up, *_ in places]
        return parts + titles(self, self._across, left, right, _TOP, bottom), _TALL


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
