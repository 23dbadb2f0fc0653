"""The difference of two runs in each task or slice, and the tasks that differ from the others."""

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
    """A run and the run it is compared with: in each task or slice that both have, and as a whole."""

    def __init__(self, form: Form, run: Run, base: Run, metric: Metric, confidence: float) -> None:
        assert form.cells
        cells = form.cells
        both = [i for i, pair in enumerate(zip(cells.of[run], cells.of[base])) if None not in pair]
        sides = [[cell for i in both for cell in [cells.of[one][i]] if cell] for one in (run, base)]
        labels = form.labels(sides[0])
        self.run, self.base = run, base
        self.names = [cells.names[i] for i in both]
        self.found = metric.tasks(sides, confidence, labels, False)
        self.rest = metric.tasks(sides, confidence, labels, True) if len(both) > 1 else []
        self.whole: Score = {}
        if len(both) == len(cells.names):
            self.whole = (
                form.mean([run, base], metric, confidence)
                if form.averages
                else form.difference(run, base, metric, confidence)
            )

    def differing(self) -> list[tuple[str, Score]]:
        """The tasks whose difference is not that of the others, with how far it is from their mean."""
        return [(name, rest) for name, rest in zip(self.names, self.rest) if rest["lo"] > 0 or rest["hi"] < 0]


class Differences(Part):
    """Each run less the baseline, or the second of two less the first."""

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
        first, *rest = map(self._blocks, self._pairs)
        together = f"; the intervals hold together at {shared_level(self._confidence)} (Holm):"
        head = str(first[0]).rstrip(":") + together
        return [head, *first[1:], *(block for blocks in rest for block in blocks)]

    def _blocks(self, pair: _Pair) -> list[Block]:
        form, cells = self._form, self._cells
        run, base = (shortened(one.title, NAME_COLUMNS) for one in (pair.run, pair.base))
        whole = cells.mean if form.averages else "all"
        rows = [[cells.kind, "difference", "less the mean of the others"]]
        for i, name in enumerate(pair.names):
            cell = [form.cell(found[i]) for found in (pair.found, pair.rest) if found]
            rows.append([shortened(name, CELL_COLUMNS), *cell])
        rows += [[whole, form.cell(pair.whole), *[""] * bool(pair.rest)]] if pair.whole else []
        words = [
            f"{shortened(name, CELL_COLUMNS)} ({'above' if rest['lo'] > 0 else 'below'})"
            for name, rest in pair.differing()
        ]
        differ = f"Different from the others: {', '.join(words)}."
        same = f"The {cells.kind}s do not differ among each other more than chance explains."
        last = [differ if words else same] if pair.rest else []
        return [f"{run} less {base} in each {cells.kind}:", Table([row[: 2 + bool(pair.rest)] for row in rows]), *last]

    def record(self) -> list[Record]:
        kind, found = self._cells.kind, []
        for pair in self._pairs:
            rows: list[Record] = [{kind: name, "difference": one} for name, one in zip(pair.names, pair.found)]
            for row, rest in zip(rows, pair.rest):
                row["from_the_others"] = rest
            found.append(
                {
                    "run": pair.run.title,
                    "base": pair.base.title,
                    "confidence": self._confidence,
                    "difference": pair.whole or None,
                    f"{kind}s": rows,
                    "differing": [name for name, _ in pair.differing()],
                }
            )
        return found

    def lines(self) -> list[Record]:
        return [
            {"run": pair["run"], "base": pair["base"], **row}
            for pair in self.record()
            for row in pair[f"{self._cells.kind}s"]
        ]
