"""The metrics of reports and leaderboards: what the library computes of runs, in the form that the views show."""

from __future__ import annotations

from ... import confidence as intervals
from ..._credit.metrics import METRICS
from ..text import FileError, count, shown
from .run import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

    from ..._credit.metrics import Listed
    from ..._intervals import Asked
    from ..._intervals.boards import Standings
    from .run import Run

    Score = dict[str, Any]  # value, se, lo, hi; and credible: mu, sigma, lo, hi
    Sides = Sequence[Sequence[Run]]  # for one run, or two that are compared: its parts in tasks or slices

SUMMARY = ("value", "se", "lo", "hi")  # the numbers of an interval, in order
POWER = 0.8  # the chance with which a sample size decides


class Metric:
    """A metric, at one k if it takes a k. It computes values, intervals and ranks of runs."""

    def __init__(self, known: Listed, parameter: str = "", k: int | None = None) -> None:
        self._known, self._parameter = known, parameter
        self.k = k  # also None if not known yet
        self.function: Any = known.name  # a MetricName, if it has intervals
        self.meaning = known.words
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
        """Return this metric at another k; itself if it takes no k."""
        return Metric(self._known, self._parameter, k) if self.has_k else self

    def of(self, *runs: Run) -> str:
        """Return the title for these runs, such as avg@4 if all questions have 4 trials, and else avg@N."""
        sizes, title = {size for run in runs for size in (run.trials, run.most_trials)}, self.title
        for letter, size in (("@k", self.k), ("^k", self.k), ("@N", sizes.pop() if len(sizes) == 1 else None)):
            if size is not None:
                title = title.replace(letter, f"{letter[0]}{size}")
        return title

    # Of one run

    def value(self, run: Run) -> float:
        from ... import eval as metrics

        result = self._of(getattr(metrics, self.function), run)
        return float(result if self.has_k else result[0])

    def interval(self, run: Run, confidence: float, questions: str, anytime: bool) -> Score:
        """Return the value and its interval; ranges if trials are missing, which all fail at the low end."""
        clusters = run.clusters if questions == "new" else None
        asked = {"confidence": confidence, "questions": questions, "clusters": clusters}
        asked.update({"anytime": True} if anytime else {})
        function, sides = getattr(intervals, self.function), [side for side in (run, run.solved) if side]
        return of_sides(self._of(function, side, **asked) for side in sides)

    def is_beyond(self, run: Run) -> bool:
        """Whether k is above the number of trials of every question. Then the metric has bounds, but no value."""
        is_binary = self.function in ("pass_at_k", "pass_hat_k") and not (run.weights or run.solved)
        return bool(self.k and is_binary and self.k > run.most_trials == run.trials)

    def bounds(self, run: Run, confidence: float) -> Score:
        """Return bounds lo and hi for k above all numbers of trials; also `unexplained` if no rates fit the data."""
        from ..._intervals.beyond import extremes_of

        given: Any = self._given(run, run.clusters)
        extremes = extremes_of(given, self.k or 0, self.function, confidence, run.clusters)
        lo, hi = extremes.rounded()
        return {"lo": lo, "hi": hi, **({} if extremes.have_rates() else {"unexplained": True})}

    def posterior(self, run: Run, confidence: float, prior: tuple[float, float]) -> Score:
        """Return the mean mu, the deviation sigma, lo and hi of the posterior, clipped to the metric's range."""
        from ... import eval as metrics

        asked: dict[str, Any] = {"confidence": confidence}
        if "w" not in self._known.takes:
            asked["alpha0"], asked["beta0"] = prior
        elif run.weights:
            asked["bounds"] = min(run.weights), max(run.weights)
        else:  # of 0/1 outcomes: pass, which takes any prior
            return Metric(METRICS["pass_at_k"], k=self.k or 1).posterior(run, confidence, prior)
        return dict(zip(("mu", "sigma", "lo", "hi"), self._of(getattr(metrics, f"{self.function}_ci"), run, **asked)))

    def enough(self, run: Run, half_width: float, confidence: float, questions: Any) -> int:
        """Return how many questions ("new"), or how many trials of each ("these"), give this half width."""
        asked = {"confidence": confidence, "questions": questions, **self._keywords(run)}
        given = self._given(run, None), half_width, self.function, self.k
        return int(self._call(intervals.enough, [run], *given, **asked))

    def band(self, run: Run, ks: Sequence[int], confidence: float) -> list[Score]:
        """Return scores at these k, whose intervals hold together at `confidence`."""
        given, asked = self._given(run, run.clusters), {"confidence": confidence, "clusters": run.clusters}
        points = self._call(intervals.curve, [run], given, ks, self.function, **asked)
        return [dict(zip(("value", "lo", "hi"), point)) for point in points]

    # Of several

    def compare(self, a: Run, b: Run, **asked: Any) -> Score:
        """Return the difference a minus b on the same questions in the same order; a range if trials are missing."""
        pairs = [(a, b.solved or b), (a.solved or a, b)][: 1 + bool(a.solved or b.solved)]
        return of_sides(self._difference([[run] for run in pair], **asked) for pair in pairs)

    def pvalue(self, sides: Sides, questions: str) -> float:
        """Return the p-value of the difference of two runs, or of the means over their parts in tasks."""
        return float(self._difference(sides, questions=questions).pvalue)

    def _difference(self, sides: Sides, **asked: Any) -> Any:
        first, *others = sides[0]
        if others:
            asked.pop("questions", None)
            return self._of_parts(intervals.compare_suite, sides, **asked)
        pair = [run for run, *_ in sides]
        asked.update(metric=self.function, k=self.k, clusters=first.clusters, **self._keywords(first))
        return self._call(intervals.compare, pair, *map(self._given, pair), **asked)

    def suite(self, sides: Sides, confidence: float) -> Score:
        """Return the mean over tasks or slices: of one run, or the difference of two."""
        function: Any = intervals.suite if len(sides) == 1 else intervals.compare_suite
        return scored(self._of_parts(function, sides, confidence=confidence))

    def tasks(self, sides: Sides, confidence: float) -> list[Score]:
        """Return the difference of two runs in each task or slice."""
        return list(map(scored, self._of_parts(intervals.compare_tasks, sides, confidence=confidence)))

    def _of_parts(self, function: Callable[..., Any], sides: Sides, **asked: Any) -> Any:
        asked.update(metric=self.function, k=self.k, **self._keywords(sides[0][0]))
        runs = [run for parts in sides for run in parts]
        given = [list(map(self._given, parts)) for parts in sides]
        return self._call(function, runs, *given, clusters=[run.clusters for run in sides[0]], **asked)

    def standings(self, parts: Sides, options: Any) -> Standings:
        """Return the ranks and differences of runs. `parts` has the runs: once, or for each task or slice."""
        from ..._intervals.anytime import AnytimeBoard
        from ..._intervals.boards import ModelBoard, Standings, SuiteBoard
        from ..._intervals.missing import EndsBoard

        runs, names = parts[0], [run.name for run in parts[0]]
        more = [{"clusters": some[0].clusters, "confidence": options.confidence} for some in parts]
        asked = [self._asked(some[0], options.questions, **own) for some, own in zip(parts, more)]
        level = asked[0].level
        if any(run.solved for run in runs):
            solved = [self._given(run.solved or run) for run in runs]
            return Standings(EndsBoard(list(map(self._given, runs)), solved, asked[0], names), level)
        kind = AnytimeBoard if options.anytime else ModelBoard
        boards: list[Any] = [kind(list(map(self._given, some)), own, names) for some, own in zip(parts, asked)]
        return Standings(SuiteBoard(boards, [1] * len(boards)) if boards[1:] else boards[0], level)

    def enough_to_decide(self, pair: Sequence[Run], margin: float, confidence: float, options: Any) -> int | None:
        """Return how many questions, or trials of each, decide if a value, or a pair's difference, is above the margin.

        Return None if no practical number decides.
        """
        from ..._intervals.plan import size_to_decide

        asked = self._asked(pair[0], options.questions, confidence=confidence)
        try:
            return size_to_decide(list(map(self._given, pair)), margin, asked, POWER)
        except ValueError:  # the value is at the margin, or hundreds of millions are needed
            return None

    # Arguments of the library

    def _asked(self, run: Run, questions: str, **more: Any) -> Asked:
        from ..._intervals import Asked

        return Asked(self.function, self.k, questions=questions, **self._keywords(run), **more)

    def _keywords(self, run: Run) -> dict[str, Any]:
        if self._parameter:
            return {"tau" if "tau" in self._known.takes else "lam": float(self._parameter)}
        return {"w": run.weights} if run.weights and not run.scores else {}

    def _given(self, run: Run, in_order: object = True) -> Any:
        """Return a run as the library takes it: votes, scores or counts; these as a Tally if `in_order` is None."""
        if run.scores and self._known.kind != "reward":
            raise FileError(f"{self.title} is not for real scores: use avg or max, or --threshold T, not --scores")
        if run.weights and "w" not in self._known.takes:
            raise FileError(f"{self.title} needs 0/1 outcomes; with --weights, use avg, bayes or max")
        if run.scores:
            return run.real_scores()
        return run.votes() if self.of_votes else run.rows() if in_order is not None else run.tally

    def _of(self, function: Callable[..., Any], run: Run, **asked: Any) -> Any:
        """Call a function of this metric."""
        asked.update({"k": self.k} if self.has_k else {}, **self._keywords(run))
        return self._call(function, [run], self._given(run, asked.get("clusters")), **asked)

    def _call(self, function: Callable[..., Any], runs: Iterable[Run], *given: Any, **asked: Any) -> Any:
        """Call a function of the library about runs. An error names the run that has too few trials."""
        try:
            return function(*given, **asked)
        except ValueError as error:
            for run in runs:
                if self.k is not None and self.k > run.trials:
                    raise FileError(f"{run.name}: {_too_few(run, self.k)}") from None
            raise FileError(f"{', '.join(run.name for run in runs)}: {self.title}: {error}") from None


def _too_few(run: Run, k: int) -> str:
    """Say which question has fewer trials than k, and which options help."""
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
    """Return the score of a range. `ends` are its (value_low, value_high, lo, hi)."""
    return {"value": None, **dict(zip(("value_low", "value_high", "lo", "hi"), ends))}


def of_sides(sides: Iterable[Iterable[float]]) -> Score:
    """Return the Score of one [value, se, lo, hi]; of two, if missing trials fail and if they succeed, the range."""
    failed, *others = map(scored, sides)
    for solved in others:
        return ranged((failed["value"], solved["value"], failed["lo"], solved["hi"]))
    return failed


def ends_of(score: Score) -> tuple[float, float]:
    """Return the range of a score's value if trials are missing; else (value, value)."""
    return (score["value_low"], score["value_high"]) if "value_low" in score else (score["value"], score["value"])
