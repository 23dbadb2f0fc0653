"""The report on one run."""

from __future__ import annotations

from .grading import FileError, count
from .metrics import chosen, most_k
from .text import Table, base_name, csv, in_one_line, interval, number, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .arguments import Options
    from .curves import Picture
    from .metrics import Metric, Summary
    from .missing import Run
    from .text import Block

    Row = tuple[float, Summary]  # the observed value; mu, sigma, lo, hi of the posterior

_EVERY_K = 8  # with at most so many trials, the report has every k
_ABREAST = 3  # metrics in one table of text
_WIDEST = 38  # characters of a question's name
_MOST_LISTED = 100_000  # questions; each takes a dozen objects
_NAMES = ("mu", "sigma", "lo", "hi")
_NOTE = """\
Values observed [credible intervals for k fresh trials, under a uniform prior].
The intervals are not error bars: a value may lie outside. See --help.
"""


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
        questions = len(self._run.questions)
        if options.by_question and questions > _MOST_LISTED:
            raise FileError(
                f"{self._run.name}: {count(questions, 'question')}; --by-question lists {_MOST_LISTED:,} at most"
            )
        self._options = options
        self._percent = options.percent
        wanted = chosen(options.metrics, bool(self._run.weights))
        self._means = {metric: self._row(metric, None) for metric in wanted if not metric.has_k}
        self._tabled = [metric for metric in wanted if metric.has_k]
        ks = options.k or usual_k(self._run.trials, self._run.sizes)
        self._at_k = {k: {metric: self._row(metric, k) for metric in self._tabled} for k in ks}
        self._questions = self._by_question() if options.by_question else []

    def _row(self, metric: Metric, k: int | None) -> Row:
        return metric.value(self._run, k), metric.summary(self._run, k, self._options.confidence)

    def _by_question(self) -> list[tuple[str, int, float, Summary]]:
        """Each question's name, trials, mean and Bayes@N, the hardest first."""
        from .missing import Run

        avg, bayes = chosen(["avg", "bayes"], False)
        known: dict[Any, Any] = {}
        for _, counts in self._run.questions:
            if counts not in known:
                one = Run("", [("", counts)], self._run.weights)
                known[counts] = (one.trials, avg.value(one), bayes.summary(one, None, self._options.confidence))
        rows = [(str(label), *known[counts]) for label, counts in self._run.questions]
        return sorted(rows, key=lambda row: (row[2], row[3][0]))

    def picture(self) -> Picture:
        from .curves import Curve, Picture

        run, confidence = self._run, self._options.confidence
        drawn = self._tabled or [metric for metric in chosen(None, bool(run.weights)) if metric.has_k]
        curves = [Curve(metric.title, run, metric, confidence) for metric in drawn]
        return Picture(
            f"{shortened(base_name(run.name), 40)}: {self._size()}", "score", confidence, curves, self._percent
        )

    # For reading

    def blocks(self, width: int | None) -> list[Block]:
        """The parts of the report, for lines of this width, or of any for None."""
        abreast = _ABREAST if width else len(self._tabled) or 1
        blocks: list[Block] = [self._heading()]
        if self._means:
            blocks.append(Table(self._table_of_means()))
        blocks += [
            Table(self._table_at_k(self._tabled[i : i + abreast]), left=range(1, abreast + 1), indent="  ")
            for i in range(0, len(self._tabled), abreast)
        ]
        if self._tabled and width:
            blocks.append(_NOTE)
        if self._questions:
            blocks.append(Table(self._table_of_questions(self._percent)))
        return blocks

    def _heading(self) -> str:
        run = self._run
        kind = f" ({run.format})" if run.format else ""
        lines = [f"{in_one_line(run.name)}{kind}: {self._size()}"]
        return "\n".join([*lines, *run.remarks()]) + "\n"

    def _size(self) -> str:
        run = self._run
        fewest = f"{run.trials} to " if run.most_trials > run.trials else ""
        return f"{count(run.tally.questions, 'question')}, {fewest}{count(run.most_trials, 'trial')} each"

    def _interval_title(self) -> str:
        return f"{self._options.confidence * 100:g} % interval"

    def _table_of_means(self) -> list[list[str]]:
        size = self._run.trials if self._run.most_trials == self._run.trials else None
        rows = [["", "mean", "sigma", self._interval_title()]]
        for metric, (value, (_, sigma, lo, hi)) in self._means.items():
            rows.append(
                [
                    metric.for_size(trials=size),
                    *(number(x, self._percent) for x in (value, sigma)),
                    interval(lo, hi, self._percent),
                ]
            )
        return rows

    def _table_at_k(self, metrics: Sequence[Metric]) -> list[list[str]]:
        rows = [["k", *(metric.title for metric in metrics)]]
        for k, row in self._at_k.items():
            cells = (row[metric] for metric in metrics)
            rows.append(
                [
                    str(k),
                    *(
                        f"{number(value, self._percent)} {interval(lo, hi, self._percent)}"
                        for value, (_, _, lo, hi) in cells
                    ),
                ]
            )
        return rows

    def _table_of_questions(self, percent: bool) -> list[list[str]]:
        rows = [["question", "trials", "mean", "Bayes@N", self._interval_title()]]
        for name, trials, mean, (mu, _, lo, hi) in self._questions:
            rows.append(
                [
                    shortened(name, _WIDEST),
                    str(trials),
                    number(mean, percent),
                    number(mu, percent),
                    interval(lo, hi, percent),
                ]
            )
        return rows

    # In full

    def json(self) -> str:
        import json

        run = self._run
        found: dict[str, Any] = {
            "file": run.name,
            "format": run.format,
            "questions": run.tally.questions,
            "trials": run.trials,
        }
        if run.most_trials > run.trials:
            found["most_trials"] = run.most_trials
        if run.remark:
            found["missing"] = run.remark
        found["confidence"] = self._options.confidence
        if run.weights:
            found["weights"] = run.weights
        for metric, (_, values) in self._means.items():
            found[metric.key] = dict(zip(_NAMES, values))
        if self._tabled:
            found["at_k"] = [
                {
                    "k": k,
                    **{
                        metric.key: {"value": value, **dict(zip(_NAMES, values))}
                        for metric, (value, values) in row.items()
                    },
                }
                for k, row in self._at_k.items()
            ]
        if self._questions:
            found["by_question"] = [
                {"question": name, "trials": trials, "mean": mean, "bayes": dict(zip(_NAMES, values))}
                for name, trials, mean, values in self._questions
            ]
        return json.dumps(found, indent=2) + "\n"

    def csv(self) -> str:
        """The metrics, or the questions with --by-question."""
        if self._questions:
            return csv([["question", "trials", "mean", *_NAMES], *([*row[:3], *row[3]] for row in self._questions)])
        rows: list[list[object]] = [["metric", "k", "value", *_NAMES]]
        rows += [[metric.key, "", value, *values] for metric, (value, values) in self._means.items()]
        rows += [
            [metric.key, k, value, *values] for k, row in self._at_k.items() for metric, (value, values) in row.items()
        ]
        return csv(rows)
