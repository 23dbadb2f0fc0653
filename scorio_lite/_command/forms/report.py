"""The form for one run."""

from __future__ import annotations

from ..score.metrics import AVG, choose, usual_k
from ..text import NAME_COLUMNS, TITLE_COLUMNS, in_one_line, shortened, stem
from .form import ABOUT, Form, Line, Part, by_metric, csv_of_lines, size
from .parts import make_parts
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Block, Metric, Options, Picture, Record, Run, Score, Sequence


_POSTERIOR = (
    "Posterior: mean [{} credible interval] for k fresh trials of these questions. The prior of each question's rate "
    "is uniform: it pulls each question towards its mean, so a value may lie outside its credible interval."
)


class Report(Form):
    """The report on one run: a table of means, a table of metrics at each k, and the tables that options add."""

    def __init__(self, runs: Sequence[Run], options: Options) -> None:
        super().__init__(runs, options)
        (self._run,) = (run,) = runs
        # The model and the task, or else the name of the run or of the file.
        names = [run.cell.told.model or run.cell.run, run.cell.told.task]
        name = ", ".join(filter(None, names)) or stem(run.title)
        self.title = f"{shortened(name, TITLE_COLUMNS)}: {self.say_size()}"
        self._other = "these" if options.questions == "new" else "new"
        metrics = choose(options.metrics, bool(run.weights), options.credible)
        self._means = {metric: self.score(run, metric) for metric in metrics if not metric.has_k}
        is_plain = AVG in self._means and not options.anytime
        # The mean for the other questions: these, or new ones.
        self._again = self.score(run, AVG, self._other) if is_plain else {}
        self._trials = single_runs(run) if is_plain and not run.solved else {}
        self._tabled = [metric for metric in metrics if metric.has_k]
        self._ks = options.k or usual_k(run, options.votes)
        self._at_k = {metric.at(k): self.score(run, metric.at(k)) for k in self._ks for metric in self._tabled}
        # With one trial each, other metrics have the numbers of the mean, and are named beside it.
        mean = {} if options.credible and options.metrics else self._means.get(AVG, {})
        self._same = [
            metric for metric in self._tabled if mean and all(mean.items() <= x.items() for x in self._column(metric))
        ]
        # Parts that options add are for the means, and for other metrics at the given or largest k.
        last = options.k or self._ks[-1:]
        asked = [metric for metric in (*self._means, *self._at_k) if metric.has_interval and metric.k in (None, *last)]
        means = [metric for metric in asked if not metric.has_k] if last == [1] != options.k else []
        main = Part("", self._blocks(), self._record(), self._rows())
        self.parts = [main, *make_parts(self, means or asked or [AVG])]

    def _column(self, metric: Metric) -> list[Score]:
        return [self._at_k[metric.at(k)] for k in self._ks]

    # For readers

    def _blocks(self) -> list[Block]:
        run = self._run
        format = f" ({run.cell.format})" if run.cell.format else ""
        lines = [f"{shortened(run.title, NAME_COLUMNS)}{format}: {self.say_size()}"]
        lines += [", ".join(f"{key} {in_one_line(value)}" for key, value in run.about.items())] * bool(run.about)
        blocks: list[Block] = ["\n".join([*lines, *self.cluster_lines(), *run.notes]), *self.reading()]
        blocks += [self._table_of_means()] if self._means else []
        if self._trials:
            words = [self.write(self._trials[name]) for name in ("mean", "sd", "lowest", "highest")]
            trial = run.cell.reading.get("trial") or "{trial}"
            of = f" (each {in_one_line(trial)} is one)" * (trial != "{trial}")
            numbers = "mean {}, standard deviation {}, range {} to {}".format(*words)
            blocks.append(f"{self._trials['count']} single runs{of}: {numbers}.")
        shown = [metric for metric in self._tabled if metric not in self._same]
        meanings = "; ".join(f"{metric.title}: {metric.meaning}" for metric in (*self._means, *shown))
        columns = [["k", *map(str, self._ks)]]
        for metric in shown:
            scores = self._column(metric)
            columns.append([metric.title, *map(self.cell, scores)])
            columns.append([f"{metric.title} posterior", *(self.cell(x.get("credible"), "mu") for x in scores)])
        title = f"{self.level} intervals {self.about}{self.unit}"
        blocks += [f"{meanings}.", Table(list(zip(*columns)), title, left=())] if shown else []
        if any("credible" in score for score in (*self._means.values(), *self._at_k.values())):
            blocks.append(_POSTERIOR.format(self.level))
        return blocks

    def _table_of_means(self) -> Table:
        """Return the table of means: avg with its interval for new and for these questions, then posterior means."""
        titles = [AVG.of(self._run), *(metric.at(1).of(self._run) for metric in self._same)]
        head = [", ".join(titles), f"{self.value}, {self.level} interval"] if AVG in self._means else ["", self.value]
        rows = [head]
        scores = {self.options.questions: self._means.get(AVG), self._other: self._again}
        rows += [[words, self.cell(scores[which])] for which, words in ABOUT.items() if scores[which]]
        for metric, score in self._means.items():
            if not metric.has_interval:
                rows.append([f"{metric.of(self._run)}, posterior", self.cell(score["credible"], "mu")])
        return Table(rows)

    # In full

    def _record(self) -> Record:
        run, options = self._run, self.options
        record: Record = {"file": run.cell.origin, "format": run.cell.format, **run.about}
        record.update({"run": run.cell.run} if run.name != run.cell.origin else {})
        record.update(size(run), reading=self.read_as(run))
        record.update(confidence=options.confidence, questions=options.questions, **self.settings())
        if run.weights:
            record["scores" if run.scores else "weights"] = run.weights
        elif options.credible or not all(metric.has_interval for metric in (*self._means, *self._tabled)):
            record["prior"] = {"alpha0": 1.0, "beta0": 1.0}
        record.update(by_metric(self._means))
        record.update({f"avg_{self._other}": self._again} if self._again else {})
        record.update({"single_runs": self._trials} if self._trials else {})
        return {**record, **by_metric(self._at_k)}

    def _rows(self) -> list[Record]:
        line = Line("", self._run, [self._run], {**self._means, **self._at_k})
        again = line._replace(scores={AVG: self._again} if self._again else {})
        return csv_of_lines([line], self.options.questions) + csv_of_lines([again], self._other)

    # The picture

    def picture(self) -> Picture:
        """Return a Picture: a curve over k for each metric with intervals, or avg's bar if questions have one trial."""
        from ..pictures.picture import draw_bars, draw_curves

        run = self._run
        drawn = [metric for metric in self._tabled if metric.has_interval]
        drawn = drawn or [metric for metric in choose(None, bool(run.weights)) if metric.has_k]
        if run.most_trials == 1:
            return draw_bars(self, AVG.of(run), [("", AVG.of(run), self.score(run, AVG), False)])
        return draw_curves(self, run, drawn)


def single_runs(run: Run) -> Record:
    """Return {"count", "mean", "sd", "lowest", "highest"} of the means of trial 1, trial 2, ...

    Return {} for rewards, for one trial, for trials without numbers, or if a question lacks one of these trials.
    """
    if not 1 < len(run.runs) == run.trials == run.most_trials:  # else questions differ in the numbers of their trials
        return {}
    from ..._numbers import nearest, nearest_sqrt

    n, questions, solved = len(run.runs), run.tally.questions, run.runs
    square = n * sum(x * x for x in solved) - sum(solved) ** 2  # n squared times the variance, in successes
    return {
        "count": n,
        "mean": nearest(sum(solved), n * questions),
        "sd": nearest_sqrt(square, n * (n - 1) * questions * questions),
        "lowest": nearest(min(solved), questions),
        "highest": nearest(max(solved), questions),
    }
