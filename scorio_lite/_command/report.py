"""The report on one run."""

from __future__ import annotations

from .grading import FileError, count
from .metrics import SUMMARY, chosen, most_k
from .text import Table, base_name, columns, csv, folded, in_one_line, interval, level, number, shortened, side_by_side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .arguments import Options
    from .curves import Picture
    from .decisions import Plan, Requirements
    from .metrics import Metric
    from .missing import Run
    from .slices import By
    from .text import Block

    Found = dict[str, Any]  # value, se, lo, hi; and credible: mu, sigma, lo, hi

_EVERY_K = 8  # with at most so many trials, the report has every k
_VOTES = 1 << 23  # the most questions times trials times k that vote by default; that takes some seconds
_WIDEST = 36  # columns of a question's name
_WIDEST_SLICE = 30
_MOST_LISTED = 100_000  # questions; each takes a dozen objects
_NAMES = ("mu", "sigma", "lo", "hi")
_ASKED = {"new": "on questions like these", "these": "if these questions were run again and again"}


def usual_k(trials: int, sizes: int = 1) -> list[int]:
    """The k of a report by default: every k if trials are few; otherwise 1, 2, 4, ... and the number of trials."""
    if trials <= _EVERY_K:
        return list(range(1, trials + 1))
    most = most_k(trials, sizes)
    return sorted({*(2**i for i in range(most.bit_length())), *([trials] if most == trials else ())})


class Report:
    """All numbers of a report, and the forms in which it is printed."""

    def __init__(self, runs: list[Run], options: Options) -> None:
        (self._run,) = runs
        run = self._run
        if options.by_question and len(run.questions) > _MOST_LISTED:
            raise FileError(
                f"{run.name}: {count(len(run.questions), 'question')}; --by-question lists {_MOST_LISTED:,} at most"
            )
        self._options = options
        self._percent = options.percent
        self._clusters = self._labels(run)
        wanted = chosen(options.metrics, bool(run.weights), options.credible)
        self._means = {metric: self._score(run, metric, None, self._clusters) for metric in wanted if not metric.has_k}
        self._other = "these" if options.questions == "new" else "new"
        self._again = {  # the means, with the interval of the other question
            metric: self._score(run, metric, None, self._clusters, self._other)
            for metric in self._means
            if metric.has_interval
        }
        self._tabled = [metric for metric in wanted if metric.has_k]
        ks = options.k or self._usual_k()
        self._at_k = {k: {metric: self._score(run, metric, k, self._clusters) for metric in self._tabled} for k in ks}
        self._is_credible = options.credible or any(not metric.has_interval for metric in wanted)
        # For slices and plans: the means, and the others at the k that are asked for, or else at the largest.
        self._closer: list[tuple[Metric, int | None]] = [(metric, None) for metric in self._again]
        if options.k or ks[-1] > 1 or not self._again:
            sure = [metric for metric in self._tabled if metric.has_interval]
            self._closer += [(metric, k) for k in options.k or ks[-1:] for metric in sure]
        self._closer = self._closer or [(chosen(["avg"], False)[0], None)]
        self._field = options.by.field if options.by else ""
        self._slices = self._by(options.by) if options.by else []
        self._questions = self._by_question() if options.by_question else []
        self._plan = self._planned(options.plan) if options.plan else None
        self._required = self._requirements() if options.require else None

    @property
    def status(self) -> int:
        """The exit status: what came of --require."""
        return self._required.status if self._required else 0

    def _usual_k(self) -> list[int]:
        run = self._run
        ks = usual_k(run.trials, run.sizes)
        if self._options.voting:
            most = _VOTES // (run.tally.questions * run.most_trials)
            ks = [k for k in ks if k <= max(1, most)]
        return ks

    def _labels(self, run: Run) -> list[str] | None:
        if not self._options.cluster:
            return None
        from .slices import clusters

        return clusters([run], self._options.cluster)

    def _score(
        self, run: Run, metric: Metric, k: int | None, clusters: list[str] | None, questions: str | None = None
    ) -> Found:
        options = self._options
        questions = questions or options.questions
        found: Found = {}
        if metric.has_interval:
            clusters = clusters if questions == "new" else None
            found.update(zip(SUMMARY, metric.interval(run, k, options.confidence, questions, clusters)))
        else:
            found["value"] = metric.value(run, k)
        if metric.function != "avg" and not metric.of_votes and (options.credible or not metric.has_interval):
            prior = options.alpha0 or 1.0, options.beta0 or 1.0
            found["credible"] = dict(zip(_NAMES, metric.summary(run, k, options.confidence, prior)))
        return found

    def _by(self, by: By) -> list[tuple[str, Run, list[Found]]]:
        """The slices of --by, with the numbers of `_closer`."""
        found = []
        for name, part in by.slices(self._run):
            clusters = self._labels(part)
            found.append((name, part, [self._score(part, metric, k, clusters) for metric, k in self._closer]))
        return found

    def _by_question(self) -> list[tuple[str, int, Found]]:
        """Each question's name, trials and mean, with the interval in the long run; the hardest first."""
        from .missing import Run

        (avg,) = chosen(["avg"], False)
        weights = self._run.weights or (0, 1)
        order = sorted(range(len(weights)), key=weights.__getitem__)
        ends = order[0], order[-1]  # the range of the interval; no other class counts that does not occur
        known: dict[Any, tuple[int, Found]] = {}
        for _, counts in self._run.questions:
            if counts not in known:
                used = [j for j, n in enumerate(counts) if n or j in ends]
                own = self._run.weights and [weights[j] for j in used]
                one = Run(self._run.name, [("", tuple([counts[j] for j in used]))], own)
                known[counts] = one.trials, self._score(one, avg, None, None, "these")
        rows = [(str(label), *known[counts]) for label, counts in self._run.questions]
        return sorted(rows, key=lambda row: (row[2]["value"], row[2]["hi"]))

    def _planned(self, half_width: float) -> Plan:
        from .decisions import Plan

        return Plan(self._run, self._closer, half_width, self._options.confidence)

    def _requirements(self) -> Requirements:
        from .decisions import Requirements

        options = self._options
        found = [self._score(self._run, one.metric, one.k, self._clusters) for one in options.require]
        return Requirements(
            self._run, options.require, found, options.confidence, options.questions, not self._clusters
        )

    def _drawn(self, metric: Metric, k: int) -> Found:
        """What the table has, if it is there: votes take long."""
        return self._at_k.get(k, {}).get(metric) or self._score(self._run, metric, k, self._clusters)

    def picture(self) -> Picture:
        from functools import partial

        from .curves import Curve, Picture

        run, options = self._run, self._options
        drawn = self._tabled or [metric for metric in chosen(None, bool(run.weights)) if metric.has_k]
        if any(metric.of_votes for metric in drawn):  # beside its bound
            drawn = [*chosen(["pass"], False), *(metric for metric in drawn if metric.function != "pass_at_k")]
        curves = [
            Curve(metric.title, run, partial(self._drawn, metric), self._usual_k() if metric.of_votes else None)
            for metric in drawn
        ]
        title = f"{shortened(run.name.replace(run.file, base_name(run.file), 1), 40)}: {self._size()}"
        return Picture(title, "score", curves, options.confidence, self._asked(), self._percent)

    # For reading

    def blocks(self, width: int | None) -> list[Block]:
        """The parts of the report, for lines of this width, or of any for None."""
        blocks: list[Block] = [self._heading(width)]
        if self._again:
            blocks.append(Table(self._table_of_means()))
        sure = [metric for metric in self._tabled if metric.has_interval]
        if sure:
            blocks.append(f"{self._meanings(sure, width)}{self._level()} intervals {self._asked()}:\n")
            blocks += side_by_side([self._ks()], [[self._column(metric)] for metric in sure], width)
        blocks += self._blocks_of_credible(width) if self._is_credible else []
        blocks += self._blocks_of_slices(width) if self._slices else []
        if self._questions:
            blocks.append(Table(self._table_of_questions()))
        if self._plan:
            blocks += self._plan.blocks()
        if self._required:
            blocks += self._required.blocks(self._percent)
        return blocks

    def _heading(self, width: int | None) -> str:
        run = self._run
        rest = f"{f' ({run.format})' if run.format else ''}: {self._size()}"
        lines = [(shortened(run.title, width - columns(rest)) if width else in_one_line(run.title)) + rest]
        about = ", ".join(f"{key} {value}" for key, value in run.about.items())
        lines += [shortened(about, width) if width else in_one_line(about)] if about else []
        if self._clusters:
            groups = len(set(self._clusters))
            lines.append(f"{count(groups, 'cluster')} of questions by {in_one_line(self._options.cluster or '')}")
        return "".join([*(f"{line}\n" for line in lines), *(folded(remark, width) for remark in run.remarks())])

    def _size(self) -> str:
        run = self._run
        fewest = f"{run.trials} to " if run.most_trials > run.trials else ""
        return f"{count(run.tally.questions, 'question')}, {fewest}{count(run.most_trials, 'trial')} each"

    def _level(self) -> str:
        return level(self._options.confidence)

    def _asked(self) -> str:
        return _ASKED[self._options.questions].replace("on ", "for ")

    def _meanings(self, metrics: list[Metric], width: int | None) -> str:
        known = [f"{metric.title}: {metric.meaning}" for metric in metrics if metric.function != "maj_at_k"]
        return folded("; ".join(known) + ".", width) if known else ""

    def _cell(self, found: Found, name: str = "value") -> str:
        ends = f" {interval(found['lo'], found['hi'], self._percent)}" if "lo" in found else ""
        return number(found[name], self._percent) + ends

    def _table_of_means(self) -> list[list[str]]:
        """The mean, with the intervals of both questions."""
        rows = []
        for metric, other in self._again.items():
            rows.append([metric.of(self._run), "value", f"{self._level()} interval"])
            for questions, words in _ASKED.items():
                found = self._means[metric] if questions == self._options.questions else other
                value, ends = number(found["value"], self._percent), (found["lo"], found["hi"])
                rows.append([words, value, interval(*ends, self._percent)])
        return rows

    def _ks(self) -> list[str]:
        return ["k", *map(str, self._at_k)]

    def _column(self, metric: Metric) -> list[str]:
        name = f"{metric.title} ({metric.meaning})" if metric.function == "maj_at_k" else metric.title
        return [name, *(self._cell(row[metric]) for row in self._at_k.values())]

    def _blocks_of_credible(self, width: int | None) -> list[Block]:
        """Bayes@N, the blends, and with --credible the posterior of every metric."""
        options, run = self._options, self._run
        prior = f"Beta({options.alpha0 or 1:g}, {options.beta0 or 1:g})"
        if prior == "Beta(1, 1)" or run.weights:
            prior = "uniform: it pulls each question towards the middle"
        blends = [metric for metric in self._tabled if not metric.has_interval]
        have = "This has" if len(blends) == 1 else "They have"
        words = f"{self._meanings(blends, width)}{have} credible intervals alone.\n" if blends else ""
        note = (
            f"Posterior mean [{self._level()} credible interval] for k fresh trials of these questions. The "
            f"prior of each question's rate is {prior}. This is no error bar: a value may lie outside."
        )
        blocks: list[Block] = []
        means = [metric for metric, found in self._means.items() if "credible" in found]
        if means:
            rows = [["", "posterior"]]
            rows += [[metric.of(run), self._cell(self._means[metric]["credible"], "mu")] for metric in means]
            blocks.append(Table(rows))
        groups = []
        for metric in self._tabled:
            found = [row[metric] for row in self._at_k.values() if "credible" in row[metric]]
            values = [metric.title, *(number(one["value"], self._percent) for one in found)]
            groups.append([values, ["posterior", *(self._cell(one["credible"], "mu") for one in found)]])
        blocks += side_by_side([self._ks()], [group for group in groups if len(group[0]) > 1], width)
        if not blocks:
            return ["Neither avg nor cons@k has credible intervals.\n"]
        return [words + folded(note, width), *blocks]

    def _blocks_of_slices(self, width: int | None) -> list[Block]:
        run = self._run
        every = [self._score(run, metric, k, self._clusters) for metric, k in self._closer]
        rows = [*self._slices, ("all", run, every)]
        names = [f"by {self._field}", *(name for name, _, _ in rows)]
        names = [shortened(name, _WIDEST_SLICE) if width else in_one_line(name) for name in names]
        first, *others = (
            [metric.of(run, k=k), *(self._cell(cells[j]) for _, _, cells in rows)]
            for j, (metric, k) in enumerate(self._closer)
        )
        sizes = [
            ["questions", *(f"{run.tally.questions:,}" for _, run, _ in rows)],
            ["trials", *(run.size() for _, run, _ in rows)],
        ]
        table = Table(list(zip(names, *sizes, first)), left=(0, 3), indent="  ")
        return [table, *side_by_side([names], [[other] for other in others], width, left=(0,))]

    def _table_of_questions(self) -> list[list[str]]:
        rows = [["question", "trials", "mean", f"{self._level()} interval, long run"]]
        for name, trials, found in self._questions:
            ends = interval(found["lo"], found["hi"], self._percent)
            rows.append([shortened(name, _WIDEST), str(trials), number(found["value"], self._percent), ends])
        return rows

    # In full

    def json(self) -> str:
        import json

        run, options = self._run, self._options
        found: dict[str, Any] = {"file": run.file, "format": run.format, **run.about}
        if run.name != run.file:
            found["run"] = run.own_name
        found.update(_size(run))
        if run.remark:
            found["missing"] = run.remark
        found["confidence"] = options.confidence
        found["questions"] = options.questions
        if self._clusters:
            found["cluster"], found["clusters"] = options.cluster, len(set(self._clusters))
        if run.weights:
            found["weights"] = run.weights
        elif self._is_credible:
            found["prior"] = {"alpha0": options.alpha0 or 1.0, "beta0": options.beta0 or 1.0}
        for metric, row in self._means.items():
            found[metric.key] = row
        found.update((f"{metric.key}_{self._other}", row) for metric, row in self._again.items())
        if self._tabled:
            found["at_k"] = [
                {"k": k, **{metric.key: one for metric, one in row.items()}} for k, row in self._at_k.items()
            ]
        if self._slices:
            found["by"] = {"field": self._field, "slices": [self._slice(*row) for row in self._slices]}
        if self._questions:
            found["by_question"] = [
                {"question": name, "trials": trials, "avg_these": row} for name, trials, row in self._questions
            ]
        if self._plan:
            found["plan"] = self._plan.json()
        if self._required:
            found["require"] = self._required.json()
        return json.dumps(found, indent=2) + "\n"

    def _slice(self, name: str, part: Run, row: list[Found]) -> dict[str, Any]:
        found: dict[str, Any] = {"slice": name, **_size(part)}
        at_k: dict[int, dict[str, Found]] = {}
        for (metric, k), one in zip(self._closer, row):
            (found if k is None else at_k.setdefault(k, {}))[metric.key] = one
        return {**found, **({"at_k": [{"k": k, **row} for k, row in at_k.items()]} if at_k else {})}

    def csv(self) -> str:
        """The metrics; or the questions, the slices, the plan or the requirements, if one of them is asked for."""
        closer = self._plan or self._required
        if closer:
            return csv(closer.csv())
        if self._questions:
            return csv(
                [["question", "trials", *SUMMARY], *([*row, *found.values()] for *row, found in self._questions)]
            )
        asked = self._options.questions
        more = ["mu", "sigma", "credible_lo", "credible_hi"] if self._is_credible else []
        head = ["metric", "k", "questions", *SUMMARY, *more]
        if self._slices:
            slices = (
                [name, part.tally.questions, part.trials, *_row(metric, k, asked, one, bool(more))]
                for name, part, row in self._slices
                for (metric, k), one in zip(self._closer, row)
            )
            return csv([["slice", "question_count", "trials", *head], *slices])
        rows = [_row(metric, None, asked, one, bool(more)) for metric, one in self._means.items()]
        rows += [_row(metric, None, self._other, one, bool(more)) for metric, one in self._again.items()]
        rows += [
            _row(metric, k, asked, one, bool(more)) for k, row in self._at_k.items() for metric, one in row.items()
        ]
        return csv([head, *rows])


def _size(run: Run) -> dict[str, int]:
    ragged = {"most_trials": run.most_trials} if run.most_trials > run.trials else {}
    return {"question_count": run.tally.questions, "trials": run.trials, **ragged}


def _row(metric: Metric, k: int | None, questions: str, found: Found, with_credible: bool) -> list[object]:
    """A metric as a line of CSV, whose cells are empty for what it does not have."""
    asked = questions if "lo" in found else ""
    credible = found.get("credible", {})
    more = [credible.get(name, "") for name in _NAMES] if with_credible else []
    return [metric.key, "" if k is None else k, asked, *(found.get(name, "") for name in SUMMARY), *more]
