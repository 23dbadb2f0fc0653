"""Pictures of what a form shows: bars of runs, and curves of metrics over k. svg.py and page.py frame them."""

from __future__ import annotations

from collections import namedtuple
from math import ceil, floor, log2, log10

from ..forms.form import usual
from ..score.metrics import EVERY_K
from ..text import LARGE, shortened
from .svg import EDGE, GAP, LINE, WIDE, lines_of, typeset, width, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..forms.types import Callable, Form, Iterable, Metric, Run, Score, Sequence

    Bar = tuple[str, str, Score, bool]  # a rank, a name, a score, and whether it is significantly below the best
    Points = Sequence[tuple[float, float]]

_BANDED = ("pass_at_k", "pass_hat_k", "maj_at_k")  # the library has intervals of these that hold at all k together
_TALL = 174  # pixels of the plot of a curve

# A title, a note on how to read the picture, and its panels: a name, the numbers in words, marks, and how tall it is.
Picture = namedtuple("Picture", "title note panels")
Panel = namedtuple("Panel", "name said marks tall")


class Axis:
    """An axis of values from one place in pixels to another, with about five round ticks."""

    def __init__(self, form: Form, scores: Iterable[Score], start: float, end: float) -> None:
        numbers = [score[name] for score in scores for name in ("value", "lo", "hi") if score[name] is not None]
        self._start, self._end, self._rounded = start, end, round_numbers(min(numbers), max(numbers))
        percent = form.options.percent
        scaled = [float(f"{tick * (100 if percent else 1):.12g}") for tick in self._rounded]
        digits = max(len(f"{tick:.12g}".partition(".")[2]) for tick in scaled)
        written = ".12g" if max(map(abs, scaled)) >= LARGE else f".{digits}f"
        # The label of each tick, and its place.
        self.ticks = [(f"{x:{written}}{' %' * percent}", self.at(tick)) for x, tick in zip(scaled, self._rounded)]

    def at(self, value: float) -> float:
        """Return the place of a value."""
        first, *_, last = self._rounded
        return self._start + (value - first) / (last - first) * (self._end - self._start)


def draw_bars(form: Form, metric: str, bars: Sequence[Bar]) -> Picture:
    """Return a panel in which each run has a line with its numbers, and below it a bar for the interval, with a dot."""
    axis, y = Axis(form, [bar[2] for bar in bars], EDGE, WIDE - EDGE), 0
    marks, said = [], []  # type: list[str], list[str]
    named = max(width(rank) + GAP * bool(rank) for rank, *_ in bars)  # where names begin
    for rank, name, score, is_below in bars:
        number, tone, grey = typeset(form.cell(score)), "quiet" * is_below, " grey" * is_below
        said.append(f"{rank} {name}: {form.cell(score)}.".lstrip())
        marks += [words(rank, named - GAP, y + LINE, f"number {tone}", "end")] * bool(rank)
        marks.append(words(number, WIDE, y + LINE, "quiet number", "end"))
        for line in lines_of(name, WIDE - named - width(number) - GAP):
            y += LINE
            marks.append(words(line, named, y, tone))
        y += 14
        steps = "".join(f"M{place:.1f} {y - 7}v14" for _, place in axis.ticks)
        marks.append(f'  <path class="grid" d="M{EDGE} {y}H{WIDE - EDGE}{steps}"/>')
        ends = f'x1="{axis.at(score["lo"]):.1f}" x2="{axis.at(score["hi"]):.1f}"'
        marks.append(f'  <line class="line{grey}" {ends} y1="{y}" y2="{y}"/>')
        if score["value"] is not None:
            marks.append(f'  <circle class="dot{grey}" cx="{axis.at(score["value"]):.1f}" cy="{y}" r="4.3"/>')
        y += 14
    marks += [words(label, place, y + 8, "quiet number", "middle") for label, place in _apart(axis.ticks)]
    marks.append(words(shortened(metric, 40), WIDE / 2, y + 28, "quiet", "middle"))
    note = f"Dot: the observed value. Bar: {form.level} interval."
    note += " Grey: significantly below the best." * any(is_below for *_, is_below in bars)
    note += f" Intervals are {form.about}."
    note += " Runs whose bars overlap may still differ significantly: see their ranks." * form.has_several
    title = form.options.title or form.title
    return Picture(title, note, [Panel(metric, " ".join(said), marks, y + 38)])


def draw_curves(form: Form, metric: str, drawn: Sequence[tuple[str, Run, Metric]], are_runs: bool = False) -> Picture:
    """Return a panel for each curve over k, from (name, run, metric).

    With `are_runs`, the curves are those of runs, the best first, which is a grey line in the panels of the others.
    """
    are_bands = form.is_usual() and not any(
        run.weights or run.solved or metric.function not in _BANDED for _, run, metric in drawn
    )
    curves = [_scores_over_k(form, run, metric, are_bands) for _, run, metric in drawn]
    axis = Axis(form, [score for scores in curves for score in scores.values()], _TALL, 0)
    plot = _Plot(axis, sorted({k for scores in curves for k in scores}))
    panels = []
    for i, ((name, _, _), scores) in enumerate(zip(drawn, curves)):
        lines, best = lines_of(name, WIDE - 30), curves[:1] if are_runs and i else []
        marks = [words(line, 0, 14 + LINE * j) for j, line in enumerate(lines)]
        top = LINE * len(lines) + 10
        marks += [f'  <g transform="translate(0 {top})">', *plot.axes, *plot.draw(scores, best), "  </g>"]
        said = ", ".join(f"{form.cell(score)} at k={k}" for k, score in scores.items())
        panels.append(Panel(name, f"{name}: {said}.", marks, top + _TALL + 44))
    grey = f" Grey line: {drawn[0][0]}." if are_runs and curves[1:] else ""
    band = f"{form.level} interval {form.about}"
    band += ", for all k together, so it is longer than that of one k" * are_bands
    return Picture(form.options.title or form.title, f"Line: the observed {metric}. Band: {band}.{grey}", panels)


def _scores_over_k(form: Form, run: Run, metric: Metric, is_band: bool) -> dict[int, Score]:
    """Return the scores by k: of a band for all k together, or of intervals of one k."""
    ks = usual(run, metric.of_votes)
    band = metric.band(run, ks, form.options.confidence) if is_band else [form.score(run, metric.at(k)) for k in ks]
    return dict(zip(ks, band))


class _Plot:
    """The rectangle in which a curve is drawn, with k across and values upwards; `axes` are the marks around it."""

    def __init__(self, axis: Axis, ks: Sequence[int]) -> None:
        self._axis, self._ks, left, right = axis, ks, max(width(label) for label, _ in axis.ticks) + 12, WIDE - 8
        self._start, self._wide = left + 10, right - left - 20
        # A report has each k up to EVERY_K, and then 1, 2, 4, ...: the axis is logarithmic.
        self._along: Callable[[float], float] = log2 if ks[-1] > EVERY_K else float
        self.axes = []
        for label, y in axis.ticks:
            self.axes.append(f'  <path class="grid" d="M{left:.1f} {y:.1f}H{right}"/>')
            self.axes.append(words(label, left - 8, y + 4.5, "quiet number", "end"))
        for label, x in _apart([(str(k), self._x(k)) for k in ks]):
            self.axes.append(f'  <path class="axis" d="M{x:.1f} {_TALL}v5"/>')
            self.axes.append(words(label, x, _TALL + 19, "quiet number", "middle"))
        self.axes.append(words("k (trials)", (left + right) / 2, _TALL + 37, "quiet", "middle"))
        self.axes.append(f'  <path class="axis" d="M{left:.1f} {_TALL}H{right}"/>')

    def _x(self, k: float) -> float:
        first, last = self._along(self._ks[0]), self._along(self._ks[-1])
        return self._start + self._wide * ((self._along(k) - first) / (last - first) if first < last else 0.5)

    def _line(self, points: Iterable[tuple[int, float]]) -> str:
        return " ".join(f"{self._x(k):.1f},{self._axis.at(value):.1f}" for k, value in points)

    def draw(self, scores: dict[int, Score], best: Sequence[dict[int, Score]]) -> list[str]:
        """Return the marks of a curve: its band, the grey line of the best, its line, and a dot for each value."""
        ends = [*_points(scores, "hi"), *reversed(_points(scores, "lo"))]
        marks = [f'  <polygon class="band" points="{self._line(ends)}"/>']
        for curve, grey in [*((curve, " grey") for curve in best), (scores, "")]:
            marks.append(f'  <polyline class="line{grey}" points="{self._line(_points(curve, "value"))}"/>')
        for k, value in _points(scores, "value"):
            marks.append(f'  <circle class="dot" cx="{self._x(k):.1f}" cy="{self._axis.at(value):.1f}" r="3.2"/>')
        return marks


def _points(scores: dict[int, Score], name: str) -> list[tuple[int, float]]:
    return [(k, score[name]) for k, score in scores.items() if score[name] is not None]


def _apart(ticks: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the ticks whose labels do not touch a later one: (label, place) of each, from the last."""
    kept: list[tuple[str, float]] = []
    for label, place in reversed(ticks):
        if not kept or kept[-1][1] - place >= width(f"{label} {kept[-1][0]}") / 2:
            kept.append((label, place))
    return kept


def round_numbers(low: float, high: float) -> list[float]:
    """Return about five round numbers, such as 0, 0.2, ..., 1, from `low` or below to `high` or above."""
    span = max(high - low, 1e-9 * max(1.0, abs(high)), 0.05 if 0 <= low <= high <= 1 else 0)
    power = 10.0 ** floor(log10(span / 5))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span / 5.5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [float(f"{i * step:.12g}") for i in range(first, max(last, first + 1) + 1)]
