"""The metrics of reports, by the names that you type, and their numbers for runs. Requirements such as avg>=0.8."""

from __future__ import annotations

from math import isqrt

from ... import confidence as intervals
from ..._credit.metrics import METRICS
from ..text import FileError, count, finite, shown
from .run import Place, have_ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

    from ..._credit.metrics import Listed
    from ..._intervals import Asked
    from ..._intervals.boards import Standings
    from .run import Run

    Score = dict[str, Any]  # value, se, lo, hi; and credible: mu, sigma, lo, hi
    Sides = Sequence[Sequence[Run]]  # for one run, or two that are compared: [the run], or its parts in tasks or slices

SUMMARY = ("value", "se", "lo", "hi")  # the numbers of an interval, in order
POWER = 0.8  # the chance with which a sample size decides
NAMES = (*(known.short for known in METRICS.values() if known.short), "accuracy")
_BY_NAME = {name: one for one in reversed([*METRICS.values()]) for name in (*one.aliases, one.name, one.short)}
_BY_NAME.update(unanimous=METRICS["pass_hat_k"], accuracy=METRICS["avg"], geospec=METRICS["geo_spectrum_at_k"])
_USUAL = ("avg", "pass", "pass_hat")
_GRADED = tuple(known.short for known in METRICS.values() if known.kind == "reward")
_OTHERS = [known for known in METRICS.values() if known.short not in ("", *_USUAL, *_GRADED) and known.kind != "votes"]
_EVERY = (*_USUAL, *(f"{known.short}@0.5" if "tau" in known.takes else known.short for known in _OTHERS))
EVERY_K = 8  # with at most this many trials, a report has every k
_EFFORT = 1 << 21  # the most trials times k by default; intervals of Maj@k take longer still
_SPREAD = 1 << 22  # the most different numbers of trials, times k squared, by default
_VOTES = 1 << 23  # the most questions times trials times k of votes by default: some seconds
_BASE = "-base"


class Metric:
    """A metric, with its k if it takes one. Its methods compute values, intervals and ranks of runs."""

    def __init__(self, known: Listed, parameter: str = "", k: int | None = None) -> None:
        self._known, self._parameter, self.meaning = known, parameter, known.words
        self.k = k  # also None if not known yet
        self.function: Any = known.name  # a MetricName, if it has intervals
        self.title = f"{known.title}({parameter})" if parameter else known.title
        self.key = f"{known.name}@{parameter}" if parameter else known.name
        self.has_k = "k" in known.takes
        self.has_interval = known.has_interval  # the others have only credible ones
        self.of_votes = known.kind == "votes"
        self.has_credible = not self.of_votes and known.name != "avg"  # the posterior of avg is Bayes@N

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Metric) and (self.key, self.k) == (other.key, other.k)

    def __hash__(self) -> int:
        return hash((self.key, self.k))

    def at(self, k: int | None) -> Metric:
        """Return this metric with another k, or itself if it takes no k."""
        return Metric(self._known, self._parameter, k) if self.has_k else self

    def of(self, *runs: Run) -> str:
        """Return the metric's title for these runs: avg@4, for example, if all questions have 4 trials, else avg@N."""
        sizes, title = {size for run in runs for size in (run.trials, run.most_trials)}, self.title
        for letter, size in (("@k", self.k), ("^k", self.k), ("@N", sizes.pop() if len(sizes) == 1 else None)):
            if size is not None:
                title = title.replace(letter, f"{letter[0]}{size}")
        return title

    def value(self, run: Run) -> float:
        from ... import eval as metrics

        if run.solved:
            raise FileError(f"{self.title} has no range, which --missing bounds asks for; see --missing own")
        result = self._call(getattr(metrics, self.function), [run], self._given(run, None))
        return float(result if self.has_k else result[0])

    def is_beyond(self, run: Run) -> bool:
        """Return whether this is Pass@k or Pass^k, and k is above the number of trials that all questions have.

        If so, there are bounds but no value.
        """
        is_binary = self.function in ("pass_at_k", "pass_hat_k") and not (run.weights or run.solved)
        return bool(self.k and is_binary and self.k > run.most_trials == run.trials)

    def bounds(self, run: Run, confidence: float) -> Score:
        """Return {"lo", "hi"} for k > N trials, with "unexplained": True if no success rates fit the outcomes."""
        from ..._intervals.beyond import extremes_of

        given: Any = self._given(run, run.clusters)
        extremes = extremes_of(given, self.k or 0, self.function, confidence, run.clusters)
        lo, hi = extremes.rounded()
        return {"lo": lo, "hi": hi, **({} if extremes.have_rates() else {"unexplained": True})}

    def posterior(self, run: Run, confidence: float) -> Score:
        """Return {"mu": ..., "sigma": ..., "lo": ..., "hi": ...} of the posterior, lo and hi in the metric's range."""
        from ... import eval as metrics

        classes = run.weights or (0, 1)
        more = {"bounds": (min(classes), max(classes))} if "w" in self._known.takes else {}
        function = getattr(metrics, f"{self.function}_ci")
        numbers = self._call(function, [run], self._given(run, None), confidence=confidence, **more)
        return dict(zip(("mu", "sigma", "lo", "hi"), numbers))

    def enough(self, run: Run, half_width: float, confidence: float, questions: Any) -> int:
        """Return how many questions, or trials of each if `questions` is "these", give this half width."""
        given, asked = (self._given(run, None), half_width, self.function), {"questions": questions}
        return int(self._call(intervals.enough, [run], *given, confidence=confidence, **asked))

    def band(self, run: Run, ks: Sequence[int], confidence: float) -> list[Score]:
        """Return {"value": ..., "lo": ..., "hi": ...} for each of `ks`. The intervals hold for all k at once."""
        given, asked = self._given(run, run.clusters), {"confidence": confidence, "clusters": run.clusters}
        points = self.at(None)._call(intervals.curve, [run], given, ks, self.function, **asked)
        return [dict(zip(("value", "lo", "hi"), point)) for point in points]

    def score(self, sides: Sides, **asked: Any) -> Score:
        """Return the score of a side (a run or its parts) or, of two sides, the first minus the second.

        With --missing bounds, the value is a range. At its low end, missing trials of the first side fail, and those of
        the second succeed.
        """
        solved = [[run.solved or run for run in parts] for parts in sides]
        ends = ([sides[0], *solved[1:]], [solved[0], *sides[1:]])
        failed, *others = [scored(self._compute(end, **asked)) for end in (ends if have_ranges(sides) else ends[:1])]
        for best in others:
            return ranged((failed["value"], best["value"], failed["lo"], best["hi"]))
        return failed

    def pvalue(self, sides: Sides, questions: str) -> float:
        """Return the p-value of a difference of two sides, each a run or its parts, for "new" or "these" questions."""
        return float(self._compute(sides, questions=questions).pvalue)

    def tasks(self, sides: Sides, confidence: float) -> list[Score]:
        return list(map(scored, self._compute(sides, intervals.compare_tasks, confidence=confidence)))

    def _compute(self, sides: Sides, function: Any = None, questions: str = "new", **asked: Any) -> Any:
        """Return the interval of a run's value or of two runs' difference or, if given, what `function` returns."""
        (first, *others), is_pair = sides[0], len(sides) > 1
        runs = [run for parts in sides for run in parts]
        if others or function:  # means over parts are for new questions, at one look
            asked.pop("anytime", None)
            function = function or (intervals.compare_suite if is_pair else intervals.suite)
            given: Any = [list(map(self._given, parts)) for parts in sides]
            asked["clusters"] = [run.clusters for run in sides[0]]
        else:
            asked.update(questions=questions, clusters=first.clusters if is_pair or questions == "new" else None)
            if not is_pair:
                given = self._given(first, asked["clusters"])
                return self._call(getattr(intervals, self.function), runs, given, **asked)
            function, given = intervals.compare, map(self._given, runs)
        return self._call(function, runs, *given, metric=self.function, **asked)

    def standings(self, parts: Sides, options: Any) -> Standings:
        """Return the Standings of runs, with their ranks. `parts` has a list of runs for each task, or is [runs]."""
        from ..._intervals.anytime import AnytimeBoard
        from ..._intervals.boards import ModelBoard, Standings, SuiteBoard
        from ..._intervals.missing import EndsBoard

        kind, boards = AnytimeBoard if options.anytime else ModelBoard, []  # type: Any, list[Any]
        has_gaps = have_ranges(parts)
        for runs in parts:
            asked = self._asked(runs[0], options, options.confidence, runs[0].clusters)
            both = [*runs, *(run.solved or run for run in runs)] if has_gaps else runs
            boards.append(kind(list(map(self._given, both)), asked, [run.name for run in both]))
        board = SuiteBoard(boards, [1] * len(boards)) if boards[1:] else boards[0]
        return Standings(EndsBoard(board) if has_gaps else board, asked.level)

    def enough_to_decide(self, pair: Sequence[Run], margin: float, confidence: float, options: Any) -> int | None:
        """Return how many questions decide whether a value is above `margin`; None if no feasible number does.

        The value is a run's or, if `pair` has two, their difference. With --questions these, count trials of each.
        """
        from ..._intervals.plan import size_to_decide

        asked = self._asked(pair[0], options, confidence)
        try:
            return size_to_decide(list(map(self._given, pair)), margin, asked, POWER)
        except ValueError:  # the value is at the margin, or hundreds of millions are needed
            return None

    def _asked(self, run: Run, options: Any, confidence: float, clusters: Any = None) -> Asked:
        from ..._intervals import Asked

        more = self._keywords(run)
        return Asked(self.function, confidence=confidence, questions=options.questions, clusters=clusters, **more)

    def _keywords(self, run: Run) -> dict[str, Any]:
        k = {} if self.k is None else {"k": self.k}
        if self._parameter:
            return {**k, "tau" if "tau" in self._known.takes else "lam": float(self._parameter)}
        return {**k, "w": run.weights} if run.weights and not run.scores else k

    def _given(self, run: Run, in_order: object = True) -> Any:
        """Return a run's VoteTally, Scores or CountRows (or, if `in_order` is None, its unordered Tally)."""
        if run.scores and self._known.kind != "reward":
            raise FileError(f"{self.title} is not for real scores: use avg or max, or --threshold T, not --scores")
        if run.weights and "w" not in self._known.takes:
            raise FileError(f"{self.title} needs 0/1 outcomes; with --weights, use avg, bayes or max")
        if run.scores or self.of_votes:
            return run.real_scores if run.scores else run.votes
        from ..._intervals import CountRows

        return run.tally if in_order is None else CountRows(counts for _, counts in run.questions)

    def _call(self, function: Callable[..., Any], runs: Sequence[Run], *given: Any, **asked: Any) -> Any:
        """Return what a function of the library returns. Turn a ValueError into a FileError that names the runs."""
        try:
            return function(*given, **self._keywords(runs[0]), **asked)
        except ValueError as error:
            for run in runs:
                if self.k is not None and self.k > run.trials:
                    raise FileError(f"{run.name}: {_too_few(run, self.k)}") from None
            raise FileError(f"{', '.join(run.name for run in runs)}: {self.title}: {error}") from None


def _too_few(run: Run, k: int) -> str:
    """Return the words of an error: where there are fewer trials than k, and what helps."""
    if run.most_trials < k:
        most = count(run.most_trials, "trial")
        end = "only pass and pass_hat of one run have bounds beyond"
        return f"no question has more than {most}: k={shown(k)} is too large, k={run.trials} will do; {end}"
    label, trials = next((label, sum(counts)) for label, counts in run.questions if sum(counts) < k)
    name = label if isinstance(label, Place) else shown(label)
    return f"question {name} has {trials} of {k} trials: k={run.trials} will do, or --missing drop"


def scored(numbers: Iterable[float]) -> Score:
    return dict(zip(SUMMARY, numbers))


def ranged(ends: Sequence[float]) -> Score:
    """Return the score of a value that is a range. `ends` are (value_low, value_high, lo, hi)."""
    return {"value": None, **dict(zip(("value_low", "value_high", "lo", "hi"), ends))}


def ends_of(score: Score) -> tuple[float, float]:
    """Return (low, high) of a score whose value is a range, and (value, value) of any other score."""
    return (score["value_low"], score["value_high"]) if "value_low" in score else (score["value"], score["value"])


def parse_metric(text: str) -> Metric:
    """Return the Metric of a name: pass, pass_at_k, g_pass@0.5; with k: pass@4, Pass^4. Raise ValueError for others."""
    name, *numbers = text.strip().lower().replace("-", "_").replace("^", "_hat@").split("@")
    known = _BY_NAME.get(name)
    if known is None or not known.short:
        raise ValueError(f"unknown metric {shown(text)}; choose from {', '.join(NAMES)}")
    numbers = [number for number in numbers if number not in ("k", "n")]
    parameter = next((argument for argument in ("tau", "lam") if argument in known.takes), "")
    value = numbers.pop(0) if parameter and numbers else ""
    if parameter == "tau" and not value:
        raise ValueError(f"{name} needs a threshold, as in g_pass@0.5")
    if not 0 <= finite(value or 0) <= 1:
        raise ValueError(f"{shown(text)}: after @, expected {parameter} in [0, 1]")
    if numbers and "k" not in known.takes:
        raise ValueError(f"{shown(text)}: this metric has no k; write {name}")
    if numbers[1:] or not all(number.isdecimal() and 0 < int(number) < 10**9 for number in numbers):
        raise ValueError(f"{shown(text)}: after @, expected k, as in pass@4")
    return Metric(known, value, int(numbers[0]) if numbers else None)


AVG = parse_metric("avg")


def choose(names: Sequence[str] | None, graded: bool, credible: bool = False) -> list[Metric]:
    """Return the metrics with these names, each once and without a k. "all" stands for all but cons@k.

    Without names, return the usual metrics and, if `credible`, Bayes@N. `graded` says that outcomes are not 0 and 1.
    """
    usual, every = (_GRADED, (*_GRADED, "bayes")) if graded else (_USUAL, _EVERY)
    chosen: dict[str, Metric] = {}
    for name in names or (*usual, *(["bayes"] if credible else [])):
        for text in every if name == "all" else (name,):
            metric = parse_metric(text).at(None)
            chosen.setdefault(metric.key, metric)
    return list(chosen.values())


def usual_k(run: Run, are_votes: bool) -> list[int]:
    """Return the list of k that a report shows by default, up to a k that is quick (a lower one if `are_votes`)."""
    trials, votes = run.trials, run.tally.questions * run.most_trials * are_votes
    most = max(1, min(_EFFORT // trials, isqrt(_SPREAD // run.sizes), _VOTES // max(1, votes)))
    ks = range(1, trials + 1) if trials <= EVERY_K else (*(2**i for i in range(trials.bit_length())), trials)
    return sorted({k for k in ks if k <= most})


class Requirement:
    """A bound for a metric's whole interval: avg>=0.8. In avg-base>=0, it is for the difference to the baseline."""

    def __init__(self, text: str) -> None:
        name, sign, bound = text.rpartition(">=")
        if not sign:
            raise ValueError(f"expected METRIC>=BOUND, in quotes, such as 'pass_hat@4>=0.8'; got {shown(text)}")
        self.task, colon, name = name.rpartition(":")
        self.task = self.task.strip()  # or slice; "" if the bound is for the whole run
        name = "".join(name.split())
        self.text = f"{self.task}{colon}{name}>={''.join(bound.split())}"
        self.is_difference = name.lower().endswith(_BASE)
        name = name[: -len(_BASE)] if self.is_difference else name
        self.metric = parse_metric(name)
        if self.metric.has_k and not self.metric.k:
            raise ValueError(f"{shown(name)} needs a k, as in {shown(name + '@4')}")
        self.bound = finite(bound)

    def decide(self, score: Score) -> str:
        return "met" if score["lo"] >= self.bound else "failed" if score["hi"] < self.bound else "undecided"

    def check(self, weights: Sequence[float] | None) -> str:
        """Return a message if the bound is not in the range of `weights` (None: 0 to 1) or of differences; else ""."""
        least, most = (min(weights), max(weights)) if weights else (0.0, 1.0)
        if self.is_difference:
            least, most = least - most, most - least
        if least <= self.bound <= most:
            return ""
        hint = "" if weights else f"; for {self.bound:g} % write {self.bound / 100:g}"
        if self.bound < least and not self.is_difference:
            hint = f"; a difference may be below: {self.text.replace('>=', f'{_BASE}>=')}"
        return f"--require {self.text}: the bound must be between {least:g} and {most:g}{hint}"
