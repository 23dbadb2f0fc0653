"""The difference of two runs in each task or slice, and the tasks in which it is unlike the mean of the others."""

from __future__ import annotations

from .forms import Part
from .tables import Table
from .text import CELL_COLUMNS, NAME_COLUMNS, shared_level, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .forms import Form, Record
    from .metrics import Metric
    from .ranges import Score
    from .run import Run
    from .tables import Block


class _Pair:
    """The differences of a run and its base: in each task or slice that both have, and over all of them."""

    def __init__(self, form: Form, run: Run, base: Run, metric: Metric, confidence: float) -> None:
        assert form.cells
        cells = form.cells
        both = [name for name in cells.of[run] if name in cells.of[base]]
        own, others = ([cells.of[one][name] for name in both] for one in (run, base))
        asked = (own, others), confidence, list(map(form.labels_of, own))
        self.run, self.base = run, base
        found = metric.tasks(*asked, rest=False)
        self.rows: list[Record] = [{cells.kind: name, "difference": one} for name, one in zip(both, found)]
        for row, rest in zip(self.rows, metric.tasks(*asked, rest=True) if len(both) > 1 else ()):
            row["from_the_others"] = rest
        # Those whose difference is not that of the others.
        apart = [(row[cells.kind], row["from_the_others"]) for row in self.rows if "from_the_others" in row]
        self.differing = {name: one for name, one in apart if one["lo"] > 0 or one["hi"] < 0}
        self.whole: Score | None = None
        if len(both) == len(cells.names):
            self.whole = form.whole([run, base], metric, confidence)


class Differences(Part):
    """The difference of each run and the baseline; without a baseline, of the second run and the first."""

    key = "differences"
    is_asked = False

    def __init__(self, form: Form, metric: Metric, base: Run | None) -> None:
        assert form.cells
        self._form, self._cells = form, form.cells
        base = base or form.runs[0]
        others = [run for run in form.runs if run is not base]
        self._confidence = 1 - (1 - form.options.confidence) / len(others)  # they share the chance of an error
        self._pairs = [_Pair(form, run, base, metric, self._confidence) for run in others]

    def blocks(self) -> list[Block]:
        together = f"; the intervals hold together at {shared_level(self._confidence)} (Holm):"
        return [
            block
            for pair in self._pairs
            for block in self._blocks(pair, ":" if pair is not self._pairs[0] else together)
        ]

    def _blocks(self, pair: _Pair, end: str) -> list[Block]:
        form, cells = self._form, self._cells
        run, base = (shortened(one.title, NAME_COLUMNS) for one in (pair.run, pair.base))
        _, *columns = pair.rows[0]
        has_rest = "from_the_others" in columns
        rows = [[cells.kind, "difference", *["less the mean of the others"] * has_rest]]
        rows += [
            [shortened(row[cells.kind], CELL_COLUMNS), *(form.cell(row[name]) for name in columns)] for row in pair.rows
        ]
        last = [cells.mean if form.averaged else "all", form.cell(pair.whole)] if pair.whole else []
        rows += [[*last, *[""] * has_rest]] if last else []
        words = [
            f"{shortened(name, CELL_COLUMNS)} ({'above' if one['lo'] > 0 else 'below'})"
            for name, one in pair.differing.items()
        ]
        differ = f"Different from the others: {', '.join(words)}."
        same = f"The {cells.kind}s do not differ among each other more than chance explains."
        note = [differ if words else same] * has_rest
        return [f"{run} less {base} in each {cells.kind}{end}", Table(rows), *note]

    def record(self) -> list[Record]:
        return [
            {
                "run": pair.run.title,
                "base": pair.base.title,
                "confidence": self._confidence,
                "difference": pair.whole,
                f"{self._cells.kind}s": pair.rows,
                "differing": list(pair.differing),
            }
            for pair in self._pairs
        ]
