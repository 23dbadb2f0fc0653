"""The metrics of reports and leaderboards, which compute values, intervals and ranks of runs."""

from __future__ import annotations

from ... import confidence as intervals
from ..._credit.metrics import METRICS
from ..grading import FileError, count, shown
from .run import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

    from ..._credit.metrics import Listed
    from ..._intervals import Asked
    from ..._intervals.boards import Standings
    from .run import Run

    Score = dict[str, Any]  # value, se, lo, hi; and credible: mu, sigma, lo, hi

SUMMARY = ("value", "se", "lo", "hi")  # the numbers of an interval, in order
_POSTERIOR = ("mu", "sigma", "lo", "hi")
_BAND = ("value", "lo", "hi")
_CURVED = ("pass_at_k", "pass_hat_k", "maj_at_k")
_BOUNDED = ("pass_at_k", "pass_hat_k")
POWER = 0.8  # the chance with which a sample size decides
_MORE = "; pass and pass_hat have bounds for it"


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
        self.is_posterior = known.kind == "posterior"  # its value is the posterior mean
        self.of_votes = known.kind == "votes"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Metric) and (self.key, self.k) == (other.key, other.k)

    def __hash__(self) -> int:
        return hash((self.key, self.k))

    def at(self, k: int | None) -> Metric:
        """Return this metric at another k; itself if it takes no k."""
        return Metric(self._known, self._parameter, k) if self.has_k else self

    @property
    def has_credible(self) -> bool:
        """Whether the library has a posterior of the metric, in a function such as pass_at_k_ci.

        The posterior of avg is Bayes@N, a metric of its own.
        """
        from ... import eval as metrics

        return (self.has_k or self.is_posterior) and hasattr(metrics, f"{self.function}_ci")

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

        result = self._call(getattr(metrics, self.function), run, {})
        return float(result if self.has_k else result[0])

    def interval(self, run: Run, confidence: float, questions: str, anytime: bool) -> Score:
        """Return the value and its interval.

        If trials are missing, value and interval are ranges: all missing trials fail at the low end, and pass at the
        high end.
        """
        clusters = run.clusters if questions == "new" else None
        looks = {"anytime": True} if anytime else {}
        asked = {"confidence": confidence, "questions": questions, "clusters": clusters, **looks}
        function = getattr(intervals, self.function)
        return of_sides(self._call(function, side, asked) for side in (run, run.solved) if side)

    def is_beyond(self, run: Run) -> bool:
        """Whether k is above the number of trials of every question. Then the metric has bounds, but no value."""
        return self._is_further(run) and self.function in _BOUNDED

    def _is_further(self, run: Run) -> bool:
        is_binary = not (run.weights or run.solved)
        return bool(self.k and is_binary and self.k > run.most_trials == run.trials)

    def bounds(self, run: Run, confidence: float) -> Score:
        """Return bounds lo and hi for k above all numbers of trials; also `unexplained` if no rates fit the data."""
        from ..._intervals.beyond import extremes_of

        assert self.k
        given = self._given(run, run.clusters)
        extremes = extremes_of(given, self.k, self.function, confidence, run.clusters)
        lo, hi = extremes.rounded()
        return {"lo": lo, "hi": hi, **({} if extremes.have_rates() else {"unexplained": True})}

    def posterior(self, run: Run, confidence: float, prior: tuple[float, float]) -> Score:
        """Return the mean mu, the deviation sigma, lo and hi of the posterior, clipped to the metric's range."""
        from ... import eval as metrics

        keywords: dict[str, Any] = {"confidence": confidence}
        if "w" not in self._known.takes:
            keywords["alpha0"], keywords["beta0"] = prior
        elif run.weights:
            keywords["bounds"] = min(run.weights), max(run.weights)
        else:  # of 0/1 outcomes: pass, which takes any prior
            return Metric(METRICS["pass_at_k"], k=self.k or 1).posterior(run, confidence, prior)
        return dict(zip(_POSTERIOR, self._call(getattr(metrics, f"{self.function}_ci"), run, keywords)))

    def shares(self, run: Run, confidence: float) -> tuple[float | None, float, float | None]:
        """Say what makes an interval wide: return (share, width with more questions, width with more trials).

        The share is the part of the variance that comes from questions; the rest comes from trials. Each width is a
        ratio: the width with twice the questions (or trials) to the width now. If a question has fewer than 2k trials,
        the share and the last width are None.
        """
        from ..._arguments import probability
        from ..._intervals import sample_of

        samples: Any = [
            sample_of(self._given(run, None), self._asked(run, questions=which)) for which in ("new", "these")
        ]
        new, these = samples
        shares: tuple[float | None, float, float | None] = new.shares(these, probability(confidence))
        return shares

    def enough(self, run: Run, half_width: float, confidence: float, questions: str) -> int:
        """Return how many questions ("new"), or how many trials of each ("these"), give this half width."""
        keywords = {"confidence": confidence, "questions": questions, **self._keywords(run)}
        try:
            return intervals.enough(self._given(run, None), half_width, self.function, self.k, **keywords)
        except ValueError as error:
            raise FileError(f"{run.name}: {str(error).replace('half_width', '--plan')}") from None

    def has_band(self, run: Run) -> bool:
        """Whether the metric can have a band for this run: intervals that hold at all k together."""
        return self.function in _CURVED and not (run.weights or run.solved)

    def band(self, run: Run, ks: Sequence[int], confidence: float) -> tuple[list[Score], float]:
        """Return (scores at these k, confidence of each interval). The intervals hold together at `confidence`."""
        from ..._intervals.curves import curve_of

        given = [self._given(run, run.clusters)]
        curve: Any = curve_of(given, ks, self.function, confidence, run.clusters, (run.name,))
        _, points, level = curve
        each = level[0] / level[1] if isinstance(level, tuple) else 1 - level.rounded()
        return [dict(zip(_BAND, point)) for point in points], each

    # Of several

    def compare(self, a: Run, b: Run, **asked: Any) -> Score:
        """Return the difference a minus b on the same questions in the same order; a range if trials are missing."""
        self._check_k((a, b), "differences")
        asked.update(metric=self.function, k=self.k, clusters=a.clusters, **self._keywords(a))
        pairs = [(a, b.solved or b), (a.solved or a, b)][: 1 + bool(a.solved or b.solved)]
        return of_sides(intervals.compare(*map(self._given, pair), **asked) for pair in pairs)

    def pvalue(self, sides: Sequence[Sequence[Run]], questions: str) -> float:
        """Return the p-value of the difference of two runs. `sides` has for each [the run], or its parts in tasks."""
        first, second = self._cells(sides)
        difference: Any
        if len(first) > 1:
            difference = intervals.compare_suite(first, second, **self._of_cells(sides[0], 0.95))
        else:
            (run,) = sides[0]
            asked: Any = {"questions": questions, "clusters": run.clusters, **self._keywords(run)}
            difference = intervals.compare(first[0], second[0], self.function, self.k, **asked)
        return float(difference.pvalue)

    def suite(self, sides: Sequence[Sequence[Run]], confidence: float) -> Score:
        """Return the mean over tasks or slices: of one run, or the difference of two.

        Each of `sides` has the parts of a run in the tasks or slices.
        """
        function: Any = intervals.suite if len(sides) == 1 else intervals.compare_suite
        return scored(function(*self._cells(sides), **self._of_cells(sides[0], confidence)))

    def tasks(self, sides: Sequence[Sequence[Run]], confidence: float) -> list[Score]:
        """Return the difference of two runs in each task or slice. `sides` has the parts of each run."""
        first, second = self._cells(sides)
        differences = intervals.compare_tasks(first, second, **self._of_cells(sides[0], confidence))
        return list(map(scored, differences))

    def _cells(self, sides: Sequence[Sequence[Run]]) -> list[list[Any]]:
        for cells in sides:
            self._check_k(cells, "means over several")
        return [list(map(self._given, cells)) for cells in sides]

    def _of_cells(self, cells: Sequence[Run], confidence: float) -> dict[str, Any]:
        asked = {"metric": self.function, "k": self.k, "confidence": confidence, **self._keywords(cells[0])}
        return {**asked, "clusters": [cell.clusters for cell in cells]}

    def _check_k(self, runs: Sequence[Run], what: str) -> None:
        for run in runs:
            if self.k and self.k > run.trials:
                raise FileError(f"{run.name}: {_too_few(run, self.k)}; {what} have no bounds for it")

    def standings(self, parts: Sequence[Sequence[Run]], options: Any) -> Standings:
        """Return the ranks and differences of runs.

        `parts` is [the runs]; for ranks by a mean over tasks or slices, it has a list for each: the parts of all runs.
        """
        from ..._intervals.boards import ModelBoard, Standings, SuiteBoard

        board: Any
        runs, names = parts[0], [run.name for run in parts[0]]
        asked = self._asked(runs[0], questions=options.questions, confidence=options.confidence)
        if any(run.solved for run in runs):
            from ..._intervals.missing import EndsBoard

            failed, solved = map(self._given, runs), [self._given(run.solved or run) for run in runs]
            board = EndsBoard([*failed], solved, asked.about(options.questions, runs[0].clusters), names)
        else:
            if options.anytime:
                from ..._intervals.anytime import AnytimeBoard as ModelBoard
            boards = [
                ModelBoard(list(map(self._given, some)), asked.about(options.questions, some[0].clusters), names)
                for some in parts
            ]
            board = SuiteBoard(boards, [1] * len(boards)) if len(boards) > 1 else boards[0]
        return Standings(board, asked.level)

    def enough_to_decide(self, pair: Sequence[Run], margin: float, confidence: float, options: Any) -> int | None:
        """Return how many questions, or trials of each, decide whether the value is above the margin.

        `pair` is [a run], or two runs; then the value is their difference. Return None if no practical number decides.
        """
        from ..._intervals.plan import size_to_decide

        asked = self._asked(pair[0], questions=options.questions, confidence=confidence)
        try:
            return size_to_decide(list(map(self._given, pair)), margin, asked, POWER)
        except ValueError:  # the value is at the margin, or hundreds of millions are needed
            return None

    # Arguments of the library

    def _asked(self, run: Run, **more: Any) -> Asked:
        from ..._intervals import Asked

        return Asked(self.function, self.k, **self._keywords(run), **more)

    def _keywords(self, run: Run) -> dict[str, Any]:
        if self._parameter:
            return {"tau" if "tau" in self._known.takes else "lam": float(self._parameter)}
        return {"w": run.weights} if run.weights and not run.scores else {}

    def _given(self, run: Run, in_order: object = True) -> Any:
        """Return a run in the form that functions of the library take as R: votes, scores or counts.

        The counts are a Tally if `in_order` is None, which means that the order of the questions does not matter.
        """
        if run.scores and self._known.kind != "reward":
            raise FileError(f"{self.title} is not for real scores: use avg or max, or --threshold T, not --scores")
        if run.weights and "w" not in self._known.takes:
            raise FileError(f"{self.title} needs 0/1 outcomes; with --weights, use avg, bayes or max")
        if run.scores:
            return run.real_scores()
        return run.votes() if self.of_votes else run.rows() if in_order is not None else run.tally

    def _call(self, function: Callable[..., Any], run: Run, asked: dict[str, Any]) -> Any:
        k, R = self.k, self._given(run, asked.get("clusters"))
        try:
            return function(R, **({"k": k} if self.has_k else {}), **self._keywords(run), **asked)
        except ValueError as error:
            at = f"{function.__name__} at k={shown(k)}: " if k is not None else ""
            # A k above the number of trials is wrong for every metric, so the error names no metric.
            wrong = _too_few(run, k) if k is not None and k > run.trials else f"{at}{error}"
            also = _MORE if self._is_further(run) and self.function not in _BOUNDED else ""
            raise FileError(f"{run.name}: {wrong}{also}") from None


def _too_few(run: Run, k: int) -> str:
    """Say which question has fewer trials than k, and which options help."""
    if run.most_trials < k:
        most = count(run.most_trials, "trial")
        return f"no question has more than {most}: k={shown(k)} is too large, k={run.trials} will do"
    few = [(label, sum(counts)) for label, counts in run.questions if sum(counts) < k]
    questions = f"{len(few):,} questions have" if len(few) > 1 else "1 question has"
    label, trials = few[0]
    first = label if isinstance(label, Place) else shown(label)
    ways = f"k={run.trials} will do, or --missing drop"
    return f"{questions} fewer than {k} trials; the first, {first}, has {trials}: {ways}"


def scored(numbers: Iterable[float]) -> Score:
    return dict(zip(SUMMARY, numbers))


def ranged(ends: Sequence[float]) -> Score:
    """Return the score of a range. `ends` are its (value_low, value_high, lo, hi)."""
    return {"value": None, **dict(zip(("value_low", "value_high", "lo", "hi"), ends))}


def of_sides(sides: Iterable[Iterable[float]]) -> Score:
    """Return a Score from `sides`, a list of one [value, se, lo, hi].

    If trials are missing, `sides` has two: one if they all fail, one if they all succeed. Then the score is a range.
    """
    failed, *others = map(scored, sides)
    for solved in others:
        return ranged((failed["value"], solved["value"], failed["lo"], solved["hi"]))
    return failed


def ends_of(score: Score) -> tuple[float, float]:
    """Return the range of a score's value if trials are missing; else (value, value)."""
    return (score["value_low"], score["value_high"]) if "value_low" in score else (score["value"], score["value"])
