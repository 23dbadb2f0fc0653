"""Pictures: bars of runs, and curves of metrics over k, of what a form shows. svg.py and page.py frame them."""

from __future__ import annotations

from math import ceil, floor, log2, log10

from ..forms.form import usual
from ..score.metrics import EVERY_K
from ..text import LARGE, shortened
from .svg import EDGE, GAP, LINE, apart, lines_of, typeset, width, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..forms.types import Any, Callable, Form, Iterable, Metric, Run, Score, Sequence
    from .svg import Drawing

    Curve = tuple[str, Sequence[Any], str]  # a name, points (k, value, lo, hi), and the numbers in words

_BANDED = ("pass_at_k", "pass_hat_k", "maj_at_k")  # the library has intervals of these that hold at all k together
_PANELED = 4  # from so many metrics on, each has a panel
_GREY = 3  # the hue of what is below the best, and of a curve for comparison


class Picture:
    """A title, an axis of values, a note on how to read the picture, and its panels."""

    count = 1  # of panels

    def __init__(self, form: Form, title: str, axis: str, note: str, numbers: Iterable[Any]) -> None:
        self.title, self.axis, self.note = form.options.title or title, axis, note
        percent, ends = form.options.percent, [x for x in numbers if x is not None]
        self.ticks = round_numbers(min(ends), max(ends))
        scaled = [float(f"{tick * (100 if percent else 1):.12g}") for tick in self.ticks]
        digits = max(len(f"{tick:.12g}".partition(".")[2]) for tick in scaled)
        written = ".12g" if max(map(abs, scaled)) >= LARGE else f".{digits}f"
        self.labels = [f"{tick:{written}}{' %' * percent}" for tick in scaled]

    def share(self, value: float) -> float:
        """Return where a value is on the axis: 0 at its start, 1 at its end."""
        return (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])

    def draw(self, wide: float) -> list[Drawing]:
        """Return the panels, `wide` pixels wide."""
        raise NotImplementedError


class Forest(Picture):
    """For each run a line with its rank, its name and the numbers; below it a bar for the interval, with a dot.

    `rows` are (rank, name, score, whether it is significantly below the best).
    """

    def __init__(self, form: Form, title: str, axis: str, rows: Sequence[tuple[str, str, Score, bool]]) -> None:
        self._rows = [(*row, form.cell(row[2])) for row in rows]
        grey = " Grey: significantly below the best." * any(is_below for *_, is_below in rows)
        overlap = " Runs whose bars overlap may still differ significantly: see their ranks." * form.has_several
        note = f"Dot: the observed value. Bar: {form.level} interval.{grey} Intervals are {form.about}.{overlap}"
        ends = (score[name] for _, _, score, _ in rows for name in ("value", "lo", "hi"))
        super().__init__(form, title, axis, note, ends)

    def draw(self, wide: float) -> list[Drawing]:
        rows, marks, y = self._rows, [], 0.0  # type: Any, list[str], float
        named = max(width(rank) + GAP * bool(rank) for rank, *_ in rows)  # where names begin

        def at(value: float) -> float:
            return EDGE + self.share(value) * (wide - 2 * EDGE)

        for rank, name, score, is_below, text in rows:
            tone, hue, dot = ("quiet", _GREY, f"dot paper s{_GREY}") if is_below else ("", 0, "f0")
            number, lo, hi = typeset(text), at(score["lo"]), at(score["hi"])
            marks += [words(rank, named - GAP, y + LINE, f"number {tone}", "end")] * bool(rank)
            marks.append(words(number, wide, y + LINE, "quiet number", "end"))
            for line in lines_of(name, wide - named - width(number) - GAP):
                y += LINE
                marks.append(words(line, named, y, tone))
            y += 14
            steps = "".join(f"M{at(tick):.1f} {y - 7:.1f}v14" for tick in self.ticks)
            marks.append(f'  <path class="grid" d="M{EDGE} {y:.1f}H{wide - EDGE:.1f}{steps}"/>')
            marks.append(f'  <line class="line s{hue}" x1="{lo:.1f}" x2="{hi:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
            if score["value"] is not None:
                marks.append(f'  <circle class="{dot}" cx="{at(score["value"]):.1f}" cy="{y:.1f}" r="4.3"/>')
            y += 14
        for tick, label in zip(self.ticks, apart(self.labels, wide - 2 * EDGE)):
            marks.append(words(label, at(tick), y + 8, "quiet number", "middle"))
        marks.append(words(shortened(self.axis, 40), wide / 2, y + 28, "quiet", "middle"))
        said = " ".join(f"{rank} {name}: {text}.".lstrip() for rank, name, _, _, text in rows)
        return [(self.title, said, marks, y + 38)]


class Curves(Picture):
    """Curves over k, from (name, run, metric): one panel for a few metrics of a run; else a panel for each curve.

    With `are_runs`, the curves are those of runs, the best first, which is a grey line in the panels of the others.
    """

    def __init__(
        self, form: Form, title: str, axis: str, drawn: Sequence[tuple[str, Run, Metric]], are_runs: bool = False
    ) -> None:
        are_bands = form.is_usual() and not any(
            run.weights or run.solved or metric.function not in _BANDED for _, run, metric in drawn
        )
        curves = [_make_curve(form, *one, are_bands) for one in drawn]
        points = [point for _, points, _ in curves for point in points]
        self.ks = sorted({k for k, *_ in points})
        # Each panel has its curves, and the curves that are grey in it.
        self._panels: list[tuple[list[Curve], list[Curve]]] = [(curves, [])]
        if are_runs or len(curves) >= _PANELED:
            self._panels = [([curve], curves[:1] if are_runs and i else []) for i, curve in enumerate(curves)]
        self.count = len(self._panels)
        grey = f" Grey line: {drawn[0][0]}." if are_runs and curves[1:] else ""
        band = f"{form.level} interval {form.about}{' for all k together' * are_bands}"
        note = f"Line: the observed value. Band: {band}.{grey}"
        super().__init__(form, title, axis, note, (x for point in points for x in point[1:]))

    def draw(self, wide: float) -> list[Drawing]:
        return [self._draw_panel(curves, others, wide) for curves, others in self._panels]

    def _draw_panel(self, curves: Sequence[Curve], others: Sequence[Curve], wide: float) -> Drawing:
        """Draw curves below their names. `others` are drawn as grey lines only."""
        marks, y, has_keys = [], 14, len(curves) > 1
        for i, (name, _, _) in enumerate(curves):
            marks += [f'  <path class="line s{i}" d="M0 {y - 4}h16"/>'] * has_keys
            for line in lines_of(name, wide - 30):
                marks.append(words(line, 24 * has_keys, y))
                y += LINE
        plot = _Plot(self, y - 4, wide)
        marks += plot.axes()
        for i, (_, points, _) in enumerate(curves):
            ends = [(k, hi) for k, _, _, hi in points] + [(k, lo) for k, _, lo, _ in reversed(points)]
            marks.append(f'  <polygon class="band f{i} s{i}" points="{plot.line(ends)}"/>')
        for hue, (_, points, _) in [*((_GREY, curve) for curve in others), *enumerate(curves)]:
            values = [(k, value) for k, value, *_ in points if value is not None]
            marks += [f'  <polyline class="line s{hue}" points="{plot.line(values)}"/>'] if values else []
            for k, value in values if hue != _GREY else ():
                place = f'cx="{plot.x(k):.1f}" cy="{plot.y(value):.1f}"'
                marks.append(f'  <circle class="dot paper s{hue}" r="3.2" {place}/>')
        names, said = (", ".join(name for name, *_ in curves), " ".join(text for *_, text in curves))
        return names, said, marks, plot.bottom + 44


def _make_curve(form: Form, name: str, run: Run, metric: Metric, is_band: bool) -> Curve:
    """Return a curve: a band for all k together, or intervals of one k."""
    ks = usual(run, metric.of_votes)
    scores = metric.band(run, ks, form.options.confidence) if is_band else [form.score(run, metric.at(k)) for k in ks]
    said = [f"{form.cell(score)} at k={k}" for k, score in zip(ks, scores)]
    points = [(k, score["value"], score["lo"], score["hi"]) for k, score in zip(ks, scores)]
    return name, points, f"{name}: {', '.join(said)}."


class _Plot:
    """The rectangle in which curves are drawn, with k across and values upwards."""

    def __init__(self, picture: Curves, top: float, wide: float) -> None:
        self._picture, self._top, self._right = picture, top, wide - 8
        self._left = max(map(width, picture.labels)) + 12
        self.bottom = top + 90 + wide / 5
        # A report has each k up to EVERY_K, and then 1, 2, 4, ...: the axis is logarithmic.
        self._along: Callable[[float], float] = log2 if picture.ks[-1] > EVERY_K else float

    def x(self, k: float) -> float:
        first, last = self._along(self._picture.ks[0]), self._along(self._picture.ks[-1])
        share = (self._along(k) - first) / (last - first) if first < last else 0.5
        return self._left + 10 + share * (self._right - self._left - 20)

    def y(self, value: float) -> float:
        return self.bottom - self._picture.share(value) * (self.bottom - self._top)

    def line(self, points: Sequence[tuple[int, float]]) -> str:
        return " ".join(f"{self.x(k):.1f},{self.y(value):.1f}" for k, value in points)

    def axes(self) -> list[str]:
        """Draw a line for each tick of the values, with its label on the left, and the axis of k below."""
        left, right, bottom, marks = self._left, self._right, self.bottom, []
        for tick, label in zip(self._picture.ticks, self._picture.labels):
            marks.append(f'  <path class="grid" d="M{left:.1f} {self.y(tick):.1f}H{right:.1f}"/>')
            marks.append(words(label, left - 8, self.y(tick) + 4.5, "quiet number", "end"))
        for k in self._ticks():
            marks.append(f'  <path class="axis" d="M{self.x(k):.1f} {bottom:.1f}v5"/>')
            marks.append(words(str(k), self.x(k), bottom + 19, "quiet number", "middle"))
        marks.append(words("k (trials)", (left + right) / 2, bottom + 37, "quiet", "middle"))
        return [*marks, f'  <path class="axis" d="M{left:.1f} {bottom:.1f}H{right:.1f}"/>']

    def _ticks(self) -> list[int]:
        """Return the last k, and as many others as fit without touching, and always the first."""
        first, *_, last = ks = [self._picture.ks[0], *self._picture.ks]
        kept = [last]
        for k in reversed(ks[1:-1]):
            between = (self.x(kept[0]) - self.x(k), self.x(k) - self.x(first))
            if all(gap >= width(f"{k} {kept[0]}") / 2 or not gap for gap in between):
                kept.insert(0, k)
        return kept


def round_numbers(low: float, high: float) -> list[float]:
    """Return about five round numbers, such as 0, 0.2, ..., 1, from `low` or below to `high` or above."""
    span = max(high - low, 1e-9 * max(1.0, abs(high)), 0.05 if 0 <= low <= high <= 1 else 0)
    power = 10.0 ** floor(log10(span / 5))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span / 5.5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [float(f"{i * step:.12g}") for i in range(first, max(last, first + 1) + 1)]
