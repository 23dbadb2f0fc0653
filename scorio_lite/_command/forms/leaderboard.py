"""Several runs: values, differences to the best, and the ranks that the data support."""

from __future__ import annotations

from itertools import takewhile

from ..grading import FileError, count
from ..score.metric_names import parse_metric, usual_k
from ..score.metrics import ends_of, ranged, scored
from ..score.run import paired_by_row
from ..text import CELL_COLUMNS, NAME_COLUMNS, TITLE_COLUMNS, level, shared_level, shortened, stem, write_number
from .form import Form, find_run, size_and_reading, trials_each
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..options import Options
    from ..pictures.picture import Picture
    from ..score.metrics import Metric, Score
    from ..score.run import Run
    from .form import Record
    from .slices import Cells
    from .tables import Block

_MANY = 20  # outcomes that two runs rarely share by chance
_CURVED = 12  # with at most this many runs, the page has their curves, too
_TO_THE_BEST = "difference to the best"
_NAMED = 3  # a remark names at most so many runs; of more, it says the number


class Row:
    """One run of a leaderboard: its numbers by metric, and its rank."""

    def __init__(self, run: Run, scores: dict[Metric, Score], ranking: Metric) -> None:
        self.run = run
        self.scores = scores  # empty if it lacks a task
        self.score = scores.get(ranking, {})
        self.difference: Score | None = None  # to the best
        self.better: float | None = None  # the probability that it is better than the row below
        self.rank = self.worst = int(bool(scores))

    @property
    def ranks(self) -> str:
        """The rank of the run, or the range of its possible ranks; "" if it has none."""
        return str(self.rank or "") if self.rank == self.worst else f"{self.rank}-{self.worst}"

    @property
    def at_k(self) -> Record:
        rows = [{"k": metric.k, metric.key: score} for metric, score in self.scores.items() if metric.k]
        return {"at_k": rows} if len(self.scores) > 1 else {}

    @property
    def is_below(self) -> bool:
        return self.rank > 1 if self.difference is None else self.difference["hi"] < 0


class Leaderboard(Form):
    """A table of several runs, the highest value first, with the ranks that the data support."""

    _unit = "runs"  # in remarks

    def __init__(self, runs: Sequence[Run], options: Options, tasks: Cells | None = None) -> None:
        if options.flips:
            runs = [find_run("flips", name, runs) for name in options.flips]
            if runs[0] is runs[1]:
                raise FileError("--flips needs two different runs")
        super().__init__(runs, options, tasks)
        ranking = options.ranking
        self._is_credible = not ranking.has_interval
        # The metric of the curves. Rewards and real scores have no Pass@k.
        self._at_k = ranking if ranking.has_k else parse_metric("max" if runs[0].weights else "pass")
        every = [cell for run in runs for cell in tasks.parts(run)] if tasks else runs
        self._metric = self._at_its_k(ranking, every) if ranking.has_k else ranking
        self._shown = self._columns([] if ranking.has_k else [ranking])
        rows = map(self._row, runs)  # by value or the middle of a range; last those without one
        self._rows = sorted(rows, key=lambda row: -sum(ends_of(row.score)) if row.score else float("inf"))
        self._ranked = [row for row in self._rows if row.scores]
        self.runs = [row.run for row in self._rows]
        self._confidence = options.confidence  # of the differences
        if self._is_credible:
            self._rank_by_chance()
        else:
            self._rank_by_differences()
        if self.cells or options.plan or options.require or options.flips:
            from .parts import make_parts

            make_parts(self, [self._metric], [self._metric], self._confidence)

    def _columns(self, ranking: list[Metric]) -> list[Metric]:
        return [*ranking, *map(self._at_k.at, self.options.k or ())]

    def _at_its_k(self, metric: Metric, runs: Sequence[Run]) -> Metric:
        """Return the metric at its own k; if it has none, at the last k of -k for which all runs have enough trials."""
        asked = [metric] if metric.k else list(map(metric.at, self.options.k or ()))
        known = [metric_at_k for metric_at_k in asked if not any(map(metric_at_k.is_beyond, runs))]
        if not known:
            for run in runs:
                asked[-1].value(run)  # raises the error that k is too large
        return known[-1]

    def _row(self, run: Run) -> Row:
        shown = () if self.tasks and self.tasks.lacks(run) else self._shown
        return Row(run, {metric: self.measure([run], metric) for metric in shown}, self._metric)

    def _rank_by_differences(self) -> None:
        """Set the ranks, and each run's difference to the best. A rank and a difference never contradict each other."""
        runs = [row.run for row in self._ranked]
        if len(runs) < 2:
            return
        sides = list(zip(*map(self.tasks.parts, runs))) if self.tasks else [runs]
        standings = self._metric.standings(sides, self.options)
        self._confidence = standings.level[0] / standings.level[1]
        board: Any = standings.board
        has_ranges = any(run.solved for run in self.runs)
        for i, row in enumerate(self._ranked):
            row.rank, row.worst = standings.ranks[i]
            if i and has_ranges:
                row.difference = ranged(board.bounds(i, 0, standings.level))
            elif i:
                row.difference = scored(standings.difference(i, 0))
        second = self._ranked[1]
        pvalue = self.pvalue(runs, self._metric) if len(runs) == 2 else None
        if second.difference and pvalue is not None:
            second.difference["pvalue"] = pvalue

    def _rank_by_chance(self) -> None:
        """Rank the runs by posteriors: a run ranks above another if P(it is better) > (1 + confidence) / 2."""
        sure, rows = (1 + self.options.confidence) / 2, self._rows
        for row in rows:
            beaten = [other for other in rows if other is not row and self._chance(row, other) > sure]
            row.worst = len(rows) - len(beaten)
            for other in beaten:
                other.rank += 1
        for row, below in zip(rows, rows[1:]):
            row.better = self._chance(row, below)

    def _chance(self, one: Row, other: Row) -> float:
        """Return P(`one` is better than `other`). Posteriors other than that of Bayes@N are taken as normal."""
        if self._metric.is_posterior:
            from ...rank import compare

            return compare(one.run.tally, other.run.tally, one.run.weights)[-1]
        from fractions import Fraction

        from ..._numbers.normal import chance_above_zero

        mu, sigma = ([Fraction(row.score["credible"][key]) for row in (one, other)] for key in ("mu", "sigma"))
        ratios = (mu[0] - mu[1], sigma[0] ** 2 + sigma[1] ** 2)
        return chance_above_zero(*((ratio.numerator, ratio.denominator) for ratio in ratios))

    # For reading

    def blocks(self) -> list[Block]:
        return [self._heading(), self._table(), *self.reading(), self._note(), *self._crossing(), *self.notes()]

    def _heading(self) -> str:
        questions = count({run.tally.questions for run in self.runs}.pop(), "question")
        trials = "" if self.has_trials() else f", {trials_each(self.runs)}"
        by = f", by {self.options.by.field}" if self.options.by else ""
        lines = [f"{len(self._rows)} runs of {questions}{trials}, ranked by {self._title(self._metric)}{by}"]
        lines += [*paired_by_row(self.runs), *self.cluster_lines()]
        lines += [*self._twins(), *self._remarks()]
        return "\n".join(lines)

    def _twins(self) -> list[str]:
        """Return [a line that asks if a run is a copy] if two runs have the same outcomes in many trials; else []."""
        seen: dict[Any, Run] = {}
        for run in self.runs:
            known = seen.setdefault(tuple(run.scores or ()) or run.tally, run)
            is_many = run.tally.questions * run.trials >= _MANY
            if known is not run and is_many and known.questions == run.questions and 0 < run.mean() < 1:
                names = [shortened(one.title, TITLE_COLUMNS) for one in (known, run)]
                return [f"{' and '.join(names)} have the same outcomes on all questions: is one a copy of the other?"]
        return []

    def _remarks(self) -> list[str]:
        """Return each remark on runs once, after their names: "a, b: 3 questions left out" or "5 of 9 runs: ..."."""
        runs: dict[str, list[str]] = {}
        for name, run in self._named():
            for remark in run.remarks():
                runs.setdefault(remark, []).append(shortened(name, TITLE_COLUMNS))
        remarks_of_runs, every = [], len(self._named())
        for remark, names in runs.items():
            who = f"all {every} {self._unit}" if len(names) == every else f"{len(names)} of {every} {self._unit}"
            remarks_of_runs.append(f"{', '.join(names) if len(names) <= _NAMED else who}: {remark}")
        return remarks_of_runs

    def _named(self) -> list[tuple[str, Run]]:
        return [(run.title, run) for run in self.runs]

    def has_trials(self) -> bool:
        """Whether the table shows the numbers of trials, since they differ between runs or questions."""
        return len({trials for run in self.runs for trials in (run.trials, run.most_trials)}) > 1

    def _title(self, metric: Metric) -> str:
        if not self.tasks:
            return metric.of(*self.runs)
        return f"{metric.of(*(cell for run in self.runs for cell in self.tasks.parts(run)))}, {self.tasks.mean}"

    def _table(self) -> Table:
        rows = self._rows
        columns = [["rank", *(row.ranks for row in rows)]]
        columns.append(["run", *(shortened(row.run.title, NAME_COLUMNS) for row in rows)])
        for metric in self._shown:
            columns += self._score_columns(metric)
            if metric == self._metric and self._is_credible:
                columns.append(["P(better)", *("" if one.better is None else self.write(one.better) for one in rows)])
            elif metric == self._metric:
                columns += self._difference_columns()
        if self.has_trials():
            columns.append(["trials", *(row.run.size() for row in rows)])
        columns += self._cell_columns() if self.cells else []
        below = [i for i, row in enumerate(rows) if row.is_below]
        no_scores = ("rank", "run", "trials", "P(better)", "p", _TO_THE_BEST)
        ranked = [j for j, (title, *_) in enumerate(columns) if title not in no_scores]
        form = {"below": below, "turns": bool(self.cells), "ranked": ranked, "drawn": 2}
        return Table(list(zip(*columns)), left=(1,), keys=2, **form)

    def _difference_columns(self) -> list[list[str]]:
        """Return the columns of the differences to the best and, for two runs, of the p-value; [] for tasks, slices."""
        differences = [row.difference or {} for row in self._rows if not self.cells]
        columns = [
            [_TO_THE_BEST, *(self.cell(score) if score else "" for score in differences)],
            ["p", *(write_number(score["pvalue"]) if "pvalue" in score else "" for score in differences)],
        ]
        return [column for column in columns if any(column[1:])]

    def _cell_columns(self) -> list[list[str]]:
        """Return a column for each task or slice: the ranking metric of each run, or "" if the run lacks it."""
        assert self.cells
        columns = []
        means = [self.mean_of_slices(run, self._metric) for run in self.runs if not self.tasks]
        if all(means) and means:
            columns.append([self.cells.mean, *(self.cell(score) for score in means if score)])
        for name, n in zip(self.cells.names, self.cells.sizes()):
            cells = [self.cells.of[run].get(name) for run in self.runs]
            numbers = [self.cell(self.score(cell, self._metric)) if cell else "" for cell in cells]
            columns.append([f"{shortened(name, CELL_COLUMNS)} ({n:,})", *numbers])
        return columns

    def _crossing(self) -> list[Block]:
        """Say which of two runs is better at which k, by intervals that hold for all k together; [] if neither is."""
        options, metric, fewest = self.options, self._at_k, min(run.trials for run in self.runs)
        is_usual = options.questions == "new" and not (options.anytime or self._is_credible or self.tasks)
        ks = [k for k in options.k or usual_k(fewest) if k <= fewest]
        if len(self.runs) != 2 or len(ks) < 2 or not (is_usual and all(map(metric.has_band, self.runs))):
            return []
        from .differences import in_words

        pairs = zip(self.runs, reversed(self.runs))  # the second if the lower run is better at smaller k
        sentences = (in_words(ks, metric.crossing(a, b, ks, options.confidence), a.title, b.title) for a, b in pairs)
        words = next((text for text in sentences if text is not None), "")
        return [f"{self._at_k.title}, at {self.level} for all k together: {words}"] if words else []

    def _score_columns(self, metric: Metric) -> list[list[str]]:
        scores = [row.scores.get(metric, {}) for row in self._rows]
        title = self.tasks.mean if self.tasks and len(self._shown) == 1 else self._title(metric)
        if metric.has_interval:
            return [[title, *(self.cell(score) if score else "" for score in scores)]]
        posterior = [self.cell(score["credible"], "mu") for score in scores]
        if metric.is_posterior:
            return [[title, *posterior]]
        return [[title, *(self.write(score["value"]) for score in scores)], ["posterior", *posterior]]

    def _note(self) -> str:
        some = next((row.ranks for row in self._rows if row.rank < row.worst), "")
        is_open = f" Rank {some} is a range: the data do not decide within it." if some else ""
        if self._is_credible:
            return (
                f"Posterior: its mean and {self.level} credible interval, under a uniform prior of each question's "
                "rate. Rank: 1 + the number of runs that beat this one with a probability above "
                f"{(1 + self.options.confidence) / 2:g}. P(better): the chance that a run is better than the next."
                f"{is_open}"
            )
        paired = "Differences to the best" + (" are paired by question" if self.options.questions == "new" else "")
        values = f"Each value has its own {self.level} interval, {self.about}."
        if self.cells:
            values += f" With many {self.cells.kind}s, some differ by chance."
        if len(self._rows) == 2:
            worse = "" if self.cells else f" {paired}: below 0, the run is worse."
            pvalue = (self._rows[-1].difference or {}).get("pvalue")
            p = f"The difference of the two runs has p {write_number(pvalue or 0)}: it" if self.cells else "p"
            alpha = f"{1 - self.options.confidence:.3g}"
            agrees = f" {p} is at most {alpha} just where the interval of the difference excludes 0."
            return f"{values}{worse}{agrees * (pvalue is not None)}{is_open}"
        chance, last = level(1 - self.options.confidence), shared_level(self._confidence)
        agree = f" {paired}. Their {last} intervals agree with the ranks: below 0, the run is worse."
        return (
            f"{values} Ranks hold together: the chance of any false order on the board is at most {chance}."
            f"{is_open}{'' if self.cells else agree}"
        )

    # In full

    def record(self) -> Record:
        options = self.options
        record: Record = {"rank_by": self._metric.key}
        if self._metric.k is not None:
            record["k"] = self._metric.k
        record["confidence"] = options.confidence
        if not self._is_credible:
            record.update(questions=options.questions, pairs="board", difference_confidence=self._confidence)
        return {**record, **self.settings(), "runs": list(map(self._full, self._rows))}

    def _full(self, row: Row) -> Record:
        run = row.run
        record: Record = {
            "rank": row.rank,
            "worst": row.worst,
            "run": run.title,
            "file": run.file,
            "format": run.format,
        }
        record.update(size_and_reading(run), **row.score)
        record.update({"p_better": row.better} if self._is_credible else {"difference": row.difference})
        return {**record, **row.at_k}

    def lines(self) -> list[Record]:
        lines = []
        for row in self._rows:
            line = {**self._full(row), "most_trials": row.run.most_trials}
            line.update(
                (f"{metric.key}@{metric.k}", score) for metric, score in row.scores.items() if metric != self._metric
            )
            lines.append({key: value for key, value in line.items() if key not in ("missing", "at_k", "reading")})
        return lines

    # Pictures

    def title(self, what: str = "") -> str:
        """Return a title such as "opus, gpt: avg@4" or, for many runs, "results: avg@4 of 9 runs"."""
        names = [row.run.title for row in self._ranked]
        if len(names) <= _NAMED and len(", ".join(names)) <= TITLE_COLUMNS:
            return f"{', '.join(names)}{what and f': {what}'}"
        steps = zip(*(run.file.replace("\\", "/").split("/") for run in self.runs))
        *_, last = ("", *(step for step, *_ in takewhile(lambda step: len(set(step)) == 1, steps)))
        where = shortened(stem(last), TITLE_COLUMNS) if last.strip(".") else ""
        return f"{where and f'{where}: '}{what and f'{what} of '}{count(len(names), 'run')}"

    def caption(self) -> str:
        return self._heading().partition("\n")[0]

    def pictures(self) -> list[Picture]:
        from ..pictures.picture import Curves

        options, forest = self.options, self.forest_of_runs()
        is_asked = len(options.k or ()) > 1
        self.main_picture = int(is_asked)
        few = len(self.runs) <= _CURVED and min(run.trials for run in self.runs) > 1 and not self._is_credible
        if not is_asked and not (few and options.html):
            return [forest]
        words = self.words(self.title(self._at_k.title), self._at_k.title)
        curves = [self.curve(run.title, run, self._at_k) for run in self.runs]
        return [forest, Curves(words, curves, self.about, are_runs=True)]

    def forest_of_runs(self) -> Picture:
        title = self._title(self._metric)
        rows = [(row.ranks, row.run.title, row.score, row.is_below) for row in self._ranked]
        return self.forest(self.title(title), title, rows)
