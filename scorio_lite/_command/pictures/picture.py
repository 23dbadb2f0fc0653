"""Draw what a form shows: bars of runs, and curves of metrics over k. svg.py and page.py put pictures into files."""

from __future__ import annotations

from collections import namedtuple
from math import ceil, floor, log2, log10

from ..score.metrics import EVERY_K, usual_k
from ..text import LARGE, shortened
from .svg import EDGE, GAP, LINE, WIDE, lines_of, typeset, width, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..forms.types import Callable, Form, Iterable, Metric, Run, Score, Sequence

    Bar = tuple[str, str, Score, bool]  # a rank, a name, a score, and whether it is significantly below the best

_BANDED = ("pass_at_k", "pass_hat_k", "maj_at_k")  # these have intervals that hold at all k together
_TALL, _RIGHT = 174, WIDE - 8  # pixels: the height and the right end of a curve's plot

# A note on how to read the picture, and its panels: a name, the numbers in words, marks, and how tall it is.
Picture = namedtuple("Picture", "note panels")
Panel = namedtuple("Panel", "name said marks tall")


class Axis:
    """An axis from pixel `start` to pixel `end`.

    `labels` is {value: label} for its ticks; `ticks` has (label, pixel). `along` is log2 for a log scale, else float.
    """

    def __init__(self, labels: dict[float, str], start: float, end: float, along: Callable[[float], float]) -> None:
        self._start, self._end, self._along = start, end, along
        self._first, self._last = along(min(labels)), along(max(labels))
        self.ticks = [(label, self.at(x)) for x, label in labels.items()]

    def at(self, value: float) -> float:
        span = self._last - self._first
        share = (self._along(value) - self._first) / span if span else 0.5
        return self._start + share * (self._end - self._start)


def _axis_of(form: Form, scores: Iterable[Score], start: float, end: float) -> Axis:
    """Return an Axis from pixel `start` to pixel `end` with about five ticks, for scores and intervals."""
    numbers = [score[name] for score in scores for name in ("value", "lo", "hi") if score[name] is not None]
    ticks, percent = round_numbers(min(numbers), max(numbers)), form.options.percent
    scaled = [float(f"{tick * (100 if percent else 1):.12g}") for tick in ticks]
    digits = max(len(f"{tick:.12g}".partition(".")[2]) for tick in scaled)
    written = ".12g" if max(map(abs, scaled)) >= LARGE else f".{digits}f"
    return Axis({tick: f"{x:{written}}{' %' * percent}" for tick, x in zip(ticks, scaled)}, start, end, float)


def draw_bars(form: Form, metric: str, bars: Sequence[Bar]) -> Picture:
    """Return a Picture with one panel. It shows names, numbers, intervals as bars, and values as dots."""
    axis, y = _axis_of(form, [bar[2] for bar in bars], EDGE, WIDE - EDGE), 0
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
    return Picture(note, [Panel(metric, " ".join(said), marks, y + 38)])


def draw_curves(form: Form, run: Run, metrics: Sequence[Metric]) -> Picture:
    """Return a Picture with a panel for each metric: its curve over k."""
    are_bands = form.is_usual() and not (run.weights or run.solved)
    are_bands = are_bands and all(metric.function in _BANDED for metric in metrics)
    curves = []
    for metric in metrics:
        ks, confidence = usual_k(run, metric.of_votes), form.options.confidence
        at_k = metric.band(run, ks, confidence) if are_bands else [form.score(run, metric.at(k)) for k in ks]
        curves.append(dict(zip(ks, at_k)))
    values = _axis_of(form, [score for scores in curves for score in scores.values()], _TALL, 0)
    ks = sorted({k for scores in curves for k in scores})
    left = max(width(label) for label, _ in values.ticks) + 12
    # A report has each k up to EVERY_K, and then 1, 2, 4, ...: the axis is logarithmic.
    across = Axis({k: str(k) for k in ks}, left + 10, _RIGHT - 10, log2 if ks[-1] > EVERY_K else float)
    panels = []
    for metric, scores in zip(metrics, curves):
        marks = [words(metric.title, 0, 14), f'  <g transform="translate(0 {LINE + 10})">']
        marks += [*_draw_curve(across, values, left, scores), "  </g>"]
        said = ", ".join(f"{form.cell(score)} at k={k}" for k, score in scores.items())
        panels.append(Panel(metric.title, f"{metric.title}: {said}.", marks, LINE + _TALL + 54))
    band = f"{form.level} interval {form.about}"
    band += ", for all k together, so it is longer than that of one k" * are_bands
    return Picture(f"Line: the observed value. Band: {band}.", panels)


def _draw_curve(across: Axis, values: Axis, left: float, scores: dict[int, Score]) -> list[str]:
    """Return the SVG lines of a panel that begins at pixel `left`: axes, and from {k: score} a curve and a band."""

    def places(name: str) -> list[str]:
        return [f"{across.at(k):.1f},{values.at(x[name]):.1f}" for k, x in scores.items() if x[name] is not None]

    marks = []
    for label, y in values.ticks:
        marks.append(f'  <path class="grid" d="M{left:.1f} {y:.1f}H{_RIGHT}"/>')
        marks.append(words(label, left - 8, y + 4.5, "quiet number", "end"))
    for label, x in _apart(across.ticks):
        marks.append(f'  <path class="axis" d="M{x:.1f} {_TALL}v5"/>')
        marks.append(words(label, x, _TALL + 19, "quiet number", "middle"))
    marks.append(words("k (trials)", (left + _RIGHT) / 2, _TALL + 37, "quiet", "middle"))
    marks.append(f'  <path class="axis" d="M{left:.1f} {_TALL}H{_RIGHT}"/>')
    marks.append(f'  <polygon class="band" points="{" ".join([*places("hi"), *reversed(places("lo"))])}"/>')
    marks.append(f'  <polyline class="line" points="{" ".join(places("value"))}"/>')
    dots = [place.split(",") for place in places("value")]
    return marks + [f'  <circle class="dot" cx="{place[0]}" cy="{place[1]}" r="3.2"/>' for place in dots]


def _apart(ticks: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return the ticks in reverse order, without those whose label would touch the next label that stays."""
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
