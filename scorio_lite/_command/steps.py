"""The values of one model at successive steps (--x FIELD): a table and a curve, with a band for all steps together."""

from __future__ import annotations

import re

from .forms import Form, size, trials_each
from .grading import FileError, count, shown, typed_as
from .pictures import Curve, Curves
from .tables import Heading, Table
from .text import level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .arguments import Options
    from .forms import Record
    from .pictures import Picture
    from .run import Run
    from .tables import Block

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")


class Steps(Form):
    """A table and a curve of the metric at each step, in the order of the steps."""

    def __init__(self, runs: Sequence[Run], options: Options) -> None:
        super().__init__(runs, options)
        self._field = options.x or ""
        steps = {run: _step(run.title, self._field) for run in runs}
        self.runs = sorted(runs, key=steps.__getitem__)
        for one, two in zip(self.runs, self.runs[1:]):
            if steps[one] == steps[two]:
                raise FileError(f"--x {options.x}: {shown(one.title)} and {shown(two.title)} are the same step")
        ranking = options.ranking
        self._metric = ranking.at(max(options.k)) if options.k and ranking.has_k and not ranking.k else ranking
        if not self._metric.has_interval:
            raise FileError(f"--x {options.x}: {ranking.title} has no confidence intervals")
        self._axis = self._metric.of(*self.runs)
        points = self._metric.series(self.runs, options.confidence)
        self.rows = [{"x": steps[run], "run": run.title, **size(run), **one} for run, one in zip(self.runs, points)]

    def title(self) -> str:
        return f"{self._axis} by {self._field}"

    def blocks(self) -> list[Block]:
        options, one = self.options, self.runs[0]
        sizes = f"{count(len(self.runs), 'step')} of {count(one.tally.questions, 'question')}"
        head = Heading(f"{self.title()}: {sizes}, {trials_each(self.runs)}")
        rows = [[self._field, self._axis], *([f"{row['x']:.12g}", self.cell(row)] for row in self.rows)]
        note = (
            f"These {self.level} intervals, for new questions of this kind, hold together: the chance "
            f"that any of them misses is at most {level(1 - options.confidence)}."
        )
        if options.run and self.has_several:
            first, last = (typed_as(run.title) for run in (one, self.runs[-1]))
            note += f" Whether two steps differ, see --run {typed_as(options.run)} --only {first} --only {last}."
        return [head, Table(rows), *self.reading(), note]

    def record(self) -> Record:
        return {
            "x": self._field,
            "metric": self._metric.key,
            "k": self._metric.k,
            "confidence": self.options.confidence,
            **self.settings(),
            "reading": self.runs[0].reading,
            "steps": self.rows,
        }

    def lines(self) -> list[Record]:
        return [{**row, "metric": self._metric.key, "k": self._metric.k} for row in self.rows]

    def pictures(self) -> list[Picture]:
        curve = Curve(self._axis, [(row["x"], row) for row in self.rows], is_band=True)
        return [Curves(self.words(self.title(), self._axis), [curve], self.about, steps=self._field)]


def _step(name: str, field: str) -> float:
    """Return the number of a step: the only number in its name."""
    found = _NUMBER.findall(name)
    if len(found) != 1:
        raise FileError(f"--x {field}: {shown(name)} has {'no' if not found else 'more than one'} number")
    return float(found[0] if name.strip() == found[0] else found[0].lstrip("-"))
