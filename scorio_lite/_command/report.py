"""The report on one run."""

from __future__ import annotations

from .forms import ABOUT, Form, line, size_and_reading, trials_each
from .grading import count
from .metric_names import AVG, choose, parse_metric, usual_k
from .tables import Heading, Table
from .text import NAME_COLUMNS, TITLE_COLUMNS, base_name, in_one_line, number, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .arguments import Options
    from .forms import Record
    from .metrics import Metric
    from .pictures import Picture
    from .run import Run
    from .tables import Block

_VOTES = 1 << 23  # the most questions times trials times k that vote by default; that takes some seconds
_UNLIKELY = 0.01  # a trial with a chance below it is named
_SHORT = 20  # a meaning with fewer characters is put into the column's title


class Report(Form):
    """The report on one run: the means, the metrics at every k, and the tables that options add."""

    def __init__(self, runs: list[Run], options: Options) -> None:
        super().__init__(runs, options)
        (self._run,) = runs
        run = self._run
        self._other = "these" if options.questions == "new" else "new"
        is_hidden = bool(options.anytime and (options.of or run.is_ragged))  # no whole rounds
        wanted = choose(options.metrics, bool(run.weights), options.credible)
        self._means = {metric: self.score(run, metric) for metric in wanted if not metric.has_k}
        self._again = {  # with intervals for the other population: these questions, or new ones
            metric: {} if is_hidden else self.score(run, metric, questions=self._other)
            for metric in self._means
            if metric.has_interval
        }
        self._means_apart = self._runs(wanted)
        self._tabled = [metric for metric in wanted if metric.has_k]
        ks = options.k or self._usual_k()
        self._at_k = {k: {metric: self.score(run, metric.at(k)) for metric in self._tabled} for k in ks}
        self._beyond = [k for k in ks if any(metric.at(k).is_beyond(run) for metric in self._tabled)]
        self._is_credible = options.credible or any(not metric.has_interval for metric in wanted)
        closer = list(self._again)  # the means; the other metrics at the given k, or else at the largest
        if options.k or ks[-1] > 1 or not closer:
            closer += [metric.at(k) for k in options.k or ks[-1:] for metric in self._tabled if metric.has_interval]
        planned = [metric for metric in closer if metric.k not in self._beyond]
        if self.has_parts:
            from .parts import make_parts

            self.parts = make_parts(self, closer or [AVG], planned or [AVG], 0.0)

    def _usual_k(self) -> list[int]:
        run = self._run
        ks = usual_k(run.trials, run.sizes)
        if self.options.voting:
            most = _VOTES // (run.tally.questions * run.most_trials)
            ks = [k for k in ks if k <= max(1, most)]
        return ks

    def _runs(self, wanted: list[Metric]) -> Record:
        """Return how far single runs (one trial a question) are apart; {} if this is not known or not asked for."""
        run, options = self._run, self.options
        if AVG not in wanted or run.trials < 2 or options.anytime or run.solved:
            return {}
        return AVG.runs(run, options.confidence)

    # For reading

    def blocks(self) -> list[Block]:
        blocks: list[Block] = [self._heading(), *self.reading()]
        if self._again:
            blocks.append(self._table_of_means())
        if self._means_apart:
            blocks.append(self._words_of_runs())
        sure = [metric for metric in self._tabled if metric.has_interval]
        if sure:
            blocks.append(f"{self._meanings(sure)}{self.level} intervals {self.about}:\n")
            columns = [["k", *map(str, self._at_k)], *map(self._column, sure)]
            blocks.append(Table(list(zip(*columns)), left=(), indent="  "))
        blocks += self.bounds_notes()
        blocks += self._credible_blocks() if self._is_credible else []
        return [*blocks, *self.notes()]

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

    def _table_of_means(self) -> Table:
        """Return a table of the means, with intervals for these questions and for new ones."""
        rows = []
        for metric, other in self._again.items():
            rows.append([metric.of(self._run), "value", f"{self.level} interval"])
            for questions, words in ABOUT.items():
                score = self._means[metric] if questions == self.options.questions else other
                rows += [[words, self.value(score), self.ends(score)]] if score else []
        return Table(rows)

    def _words_of_runs(self) -> str:
        """Say how far two runs may be apart, and name a trial that has more or fewer successes than chance explains."""
        apart = self.number(self._means_apart["between_runs"])
        lines = [f"Two single runs, one trial a question, differ by up to {apart} in {self.level} of cases."]
        found = self._means_apart.get("homogeneous", ())
        for one in [min(found, key=lambda one: one["p"])] if found else []:  # it may make the others look different
            if one["holm"] < _UNLIKELY:
                how_many, chance = "fewer" if one["fewer"] else "more", number(one["holm"], True)
                allowed = f"has {how_many} successes than chance allows ({chance} %)"
                lines.append(f"Trial {one['trial']} {allowed}: was this run different?")
        return "\n".join(lines)

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
            rows = [["", "posterior"], *([metric.of(run), self.cell(one, "mu")] for metric, one in means.items())]
            tables.append(Table(rows))
        rows_at_k = {k: row for k, row in self._at_k.items() if k not in self._beyond}
        columns: list[list[str]] = []
        for metric in self._tabled:
            scores = [row[metric] for row in rows_at_k.values() if "credible" in row[metric]]
            if scores:
                columns.append([metric.title, *(self.number(one["value"]) for one in scores)])
                columns.append(["posterior", *(self.cell(one["credible"], "mu") for one in scores)])
        if columns:
            tables.append(Table(list(zip(["k", *map(str, rows_at_k)], *columns)), left=(), indent="  ", step=2))
        return [words + note, *tables] if tables else ["These metrics have no credible intervals."]

    # In full

    def record(self) -> Record:
        run, options = self._run, self.options
        found: Record = {"file": run.file, "format": run.format, **run.about}
        if run.name != run.file:
            found["run"] = run.own_name
        found.update(size_and_reading(run))
        found.update(confidence=options.confidence, questions=options.questions, **self.settings())
        if run.weights:
            found["scores" if run.scores else "weights"] = run.weights
        elif self._is_credible:
            found["prior"] = {"alpha0": options.alpha0 or 1.0, "beta0": options.beta0 or 1.0}
        found.update((metric.key, score) for metric, score in self._means.items())
        found.update((f"{metric.key}_{self._other}", score) for metric, score in self._again.items() if score)
        found.update(self._means_apart)
        rows = [{"k": k, **{metric.key: one for metric, one in row.items()}} for k, row in self._at_k.items()]
        return {**found, **({"at_k": rows} if self._tabled else {})}

    def lines(self) -> list[Record]:
        asked = self.options.questions
        lines = [line(metric, asked, score) for metric, score in self._means.items()]
        lines += [line(metric, self._other, score) for metric, score in self._again.items() if score]
        return lines + [line(metric.at(k), asked, one) for k, row in self._at_k.items() for metric, one in row.items()]

    # Pictures

    def title(self) -> str:
        run = self._run
        return f"{shortened(run.name.replace(run.file, base_name(run.file)), TITLE_COLUMNS)}: {self._size()}"

    def pictures(self) -> list[Picture]:
        from .pictures import BANDED, Curves

        run = self._run
        drawn = self._tabled or [metric for metric in choose(None, bool(run.weights)) if metric.has_k]
        if any(metric.of_votes for metric in drawn):  # beside its bound
            drawn = [parse_metric("pass"), *(metric for metric in drawn if metric.function != "pass_at_k")]
        if run.most_trials == 1 and not self._beyond:  # a curve would be a point
            ones = [metric.at(1) for metric in drawn]
            title, axis = self.title(), ", ".join(metric.of(run) for metric in ones)
            return [self.forest(title, axis, [("", one.of(run), self.score(run, one), False) for one in ones])]
        votes = {metric: self._usual_k() for metric in drawn if metric.of_votes}
        curves = [self.curve(metric.title, run, metric, votes.get(metric)) for metric in drawn]
        axis = "score" if len(curves) > BANDED else ", ".join(curve.name for curve in curves)
        return [Curves(self.words(self.title(), axis), curves, self.about)]
