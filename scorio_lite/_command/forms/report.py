"""The report on one run."""

from __future__ import annotations

from ..grading import count
from ..score.metric_names import AVG, choose, parse_metric, usual_k
from ..text import NAME_COLUMNS, TITLE_COLUMNS, in_one_line, shortened, stem
from .form import ABOUT, Form, line, size_and_reading, trials_each
from .tables import Heading, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..options import Options
    from ..pictures.picture import Picture
    from ..score.metrics import Metric
    from ..score.run import Run
    from .form import Record
    from .tables import Block

_VOTES = 1 << 23  # the most questions times trials times k that vote by default; that takes some seconds
_SHORT = 20  # a meaning with fewer characters is put into the column's title


class Report(Form):
    """The report on one run: the means, the metrics at every k, and the tables that options add."""

    def __init__(self, runs: list[Run], options: Options) -> None:
        super().__init__(runs, options)
        (self._run,) = runs
        run = self._run
        self._other = "these" if options.questions == "new" else "new"
        wanted = choose(options.metrics, bool(run.weights), options.credible)
        self._means = {metric: self.score(run, metric) for metric in wanted if not metric.has_k}
        self._again = {  # with intervals for the other population: these questions, or new ones
            metric: {} if options.anytime else self.score(run, metric, questions=self._other)
            for metric in self._means
            if metric.has_interval
        }
        is_plain = AVG in self._means and not options.anytime and not run.solved
        self._trials = single_runs(run) if is_plain else {}
        self._tabled = [metric for metric in wanted if metric.has_k]
        ks = options.k or self._usual_k()
        self._at_k = {k: {metric: self.score(run, metric.at(k)) for metric in self._tabled} for k in ks}
        self._beyond = [k for k in ks if any(metric.at(k).is_beyond(run) for metric in self._tabled)]
        self._is_credible = options.credible or any(not metric.has_interval for metric in wanted)
        closer = list(self._again)  # the means; the other metrics at the given k, or else at the largest
        if options.k or ks[-1] > 1 or not closer:
            closer += [metric.at(k) for k in options.k or ks[-1:] for metric in self._tabled if metric.has_interval]
        if options.by or options.by_question or options.plan or options.require:
            from .parts import make_parts

            planned = [metric for metric in closer if metric.k not in self._beyond]
            make_parts(self, closer or [AVG], planned or [AVG], 0.0)

    def _usual_k(self) -> list[int]:
        run = self._run
        ks = usual_k(run.trials, run.sizes)
        if self.options.voting:
            most = _VOTES // (run.tally.questions * run.most_trials)
            ks = [k for k in ks if k <= max(1, most)]
        return ks

    # For reading

    def blocks(self) -> list[Block]:
        blocks: list[Block] = [self._heading(), *self.reading()]
        same = self._same_as_mean()
        if self._again:
            blocks.append(self._table_of_means(same))
        if self._trials:
            blocks.append(self._words_of_trials())
        sure = [metric for metric in self._tabled if metric.has_interval and metric not in same]
        if sure:
            blocks.append(f"{self._meanings(sure)}{self.level} intervals {self.about}:\n")
            columns = [["k", *map(str, self._at_k)], *map(self._column, sure)]
            blocks.append(Table(list(zip(*columns)), left=(), indent="  "))
        return [*blocks, *(self._credible_blocks() if self._is_credible else []), *self.notes()]

    def _heading(self) -> str:
        run = self._run
        name = shortened(run.title, NAME_COLUMNS)
        lines = [f"{name}{f' ({run.format})' if run.format else ''}: {self._size()}"]
        lines += [", ".join(f"{key} {in_one_line(value)}" for key, value in run.about.items())] if run.about else []
        return Heading("\n".join([*lines, *self.cluster_lines(), *run.remarks()]))

    def _size(self) -> str:
        return f"{count(self._run.tally.questions, 'question')}, {trials_each(self.runs)}"

    def _meanings(self, metrics: list[Metric]) -> str:
        known = [f"{metric.title}: {metric.meaning}" for metric in metrics if len(metric.meaning) >= _SHORT]
        return "; ".join(known) + ".\n" if known else ""

    def _same_as_mean(self) -> list[Metric]:
        """Return the metrics that have the numbers of the mean at every k: one trial each, and so k = 1."""
        ends = {name: value for name, value in self._means.get(AVG, {}).items() if name != "credible"}
        rows = self._at_k.values()
        return [metric for metric in self._tabled if ends and all(ends.items() <= row[metric].items() for row in rows)]

    def _table_of_means(self, same: list[Metric]) -> Table:
        """Return a table of the means, with intervals for these questions and for new ones."""
        rows = []
        for metric, other in self._again.items():
            names = [metric.of(self._run), *(one.at(1).of(self._run) for one in same if metric == AVG)]
            rows.append([", ".join(names), "value", f"{self.level} interval"])
            for questions, words in ABOUT.items():
                score = self._means[metric] if questions == self.options.questions else other
                rows += [[words, self.value(score), self.ends(score)]] if score else []
        return Table(rows)

    def _words_of_trials(self) -> str:
        n, mean, sd, low, high = (self._trials[name] for name in ("count", "mean", "sd", "lowest", "highest"))
        numbers = [self.write(value) for value in (mean, sd, low, high)]
        of = self._run.reading.get("trial")
        each = f" (each {in_one_line(of)} is one)" if of else ""
        words = "{} single runs{}: mean {}, standard deviation {}, range {} to {}."
        return words.format(n, each, *numbers)

    def _column(self, metric: Metric) -> list[str]:
        name = f"{metric.title} ({metric.meaning})" if len(metric.meaning) < _SHORT else metric.title
        return [name, *(self.cell(row[metric]) for row in self._at_k.values())]

    def _credible_blocks(self) -> list[Block]:
        """Return the tables of Bayes@N, of the blends and, with --credible, of the posterior of every metric."""
        options, run = self.options, self._run
        prior = f"Beta({options.alpha0 or 1:g}, {options.beta0 or 1:g})"
        if prior == "Beta(1, 1)" or run.weights:
            prior = "uniform: it pulls each question towards the middle"
        blends = [metric for metric in self._tabled if not metric.has_interval]
        words = f"{self._meanings(blends)}Only credible intervals are available for these.\n" if blends else ""
        note = (
            f"Posterior mean [{self.level} credible interval] for k fresh trials of these questions. The "
            f"prior of each question's rate is {prior}. A value may lie outside its credible interval."
        )
        tables: list[Block] = []
        means = {metric: score["credible"] for metric, score in self._means.items() if "credible" in score}
        if means:
            rows = [["", "posterior"], *([metric.of(run), self.cell(score, "mu")] for metric, score in means.items())]
            tables.append(Table(rows))
        rows_at_k = {k: row for k, row in self._at_k.items() if k not in self._beyond}
        columns: list[list[str]] = []
        for metric in self._tabled:
            is_shown = metric not in self._same_as_mean() or not means
            scores = [row[metric] for row in rows_at_k.values() if is_shown and "credible" in row[metric]]
            if scores:
                columns.append([metric.title, *(self.write(score["value"]) for score in scores)])
                columns.append(["posterior", *(self.cell(score["credible"], "mu") for score in scores)])
        if columns:
            tables.append(Table(list(zip(["k", *map(str, rows_at_k)], *columns)), left=(), indent="  ", step=2))
        return [words + note, *tables] if tables else ["These metrics have no credible intervals."]

    # In full

    def record(self) -> Record:
        run, options = self._run, self.options
        record: Record = {"file": run.file, "format": run.format, **run.about}
        if run.name != run.file:
            record["run"] = run.own_name
        record.update(size_and_reading(run))
        record.update(confidence=options.confidence, questions=options.questions, **self.settings())
        if run.weights:
            record["scores" if run.scores else "weights"] = run.weights
        elif self._is_credible:
            record["prior"] = {"alpha0": options.alpha0 or 1.0, "beta0": options.beta0 or 1.0}
        record.update((metric.key, score) for metric, score in self._means.items())
        record.update((f"{metric.key}_{self._other}", score) for metric, score in self._again.items() if score)
        record.update({"single_runs": self._trials} if self._trials else {})
        rows = [{"k": k, **{metric.key: score for metric, score in row.items()}} for k, row in self._at_k.items()]
        return {**record, **({"at_k": rows} if self._tabled else {})}

    def lines(self) -> list[Record]:
        asked = self.options.questions
        lines = [line(metric, asked, score) for metric, score in self._means.items()]
        lines += [line(metric, self._other, score) for metric, score in self._again.items() if score]
        return lines + [
            line(metric.at(k), asked, score) for k, row in self._at_k.items() for metric, score in row.items()
        ]

    # Pictures

    def title(self) -> str:
        """Return the model and the task, or else the name of the run or of the file, and the size."""
        run = self._run
        known = [run.about.get("model", run.own_name), run.about.get("task", "")]
        name = ", ".join(filter(None, known)) or stem(run.title)
        return f"{shortened(name, TITLE_COLUMNS)}: {self._size()}"

    def pictures(self) -> list[Picture]:
        from ..pictures.picture import BANDED, Curves

        run = self._run
        drawn = self._tabled or [metric for metric in choose(None, bool(run.weights)) if metric.has_k]
        if any(metric.of_votes for metric in drawn):  # beside its bound
            drawn = [parse_metric("pass"), *(metric for metric in drawn if metric.function != "pass_at_k")]
        if run.most_trials == 1 and not self._beyond:  # a curve would be a point
            at_1 = [metric.at(1) for metric in drawn if metric not in self._same_as_mean()] or [AVG]
            title, axis = self.title(), ", ".join(metric.of(run) for metric in at_1)
            return [self.forest(title, axis, [("", metric.of(run), self.score(run, metric), False) for metric in at_1])]
        votes = {metric: self._usual_k() for metric in drawn if metric.of_votes}
        curves = [self.curve(metric.title, run, metric, votes.get(metric)) for metric in drawn]
        axis = "score" if len(curves) > BANDED else ", ".join(curve.name for curve in curves)
        return [Curves(self.words(self.title(), axis), curves, self.about)]


def single_runs(run: Run) -> Record:
    """Return how the means of single runs vary, if every question has the same numbered trials; else {}.

    Each number of a trial is a run of its own, with one trial of every question. `sd` is the standard deviation over
    these runs, with n - 1.
    """
    if len(run.runs) < 2:
        return {}
    from ..._numbers import nearest, nearest_sqrt

    n, questions, solved = len(run.runs), run.tally.questions, [successes for _, successes in run.runs]
    square = n * sum(x * x for x in solved) - sum(solved) ** 2  # n squared times the variance, in successes
    return {
        "count": n,
        "mean": nearest(sum(solved), n * questions),
        "sd": nearest_sqrt(square, n * (n - 1) * questions * questions),
        "lowest": nearest(min(solved), questions),
        "highest": nearest(max(solved), questions),
    }
