"""The metrics of reports and leaderboards, by the names that you type."""

from __future__ import annotations

import re
from math import isqrt

from .. import confidence as intervals
from .._credit.metrics import METRICS
from .book import Place
from .grading import FileError, count, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .._confidence import Metric as Asked
    from .._confidence.difference import Standings
    from .._credit.metrics import Known
    from .missing import Run

    Summary = tuple[float, float, float, float]  # value, se, lo, hi; or mu, sigma, lo, hi of a posterior

SUMMARY = ("value", "se", "lo", "hi")  # what an interval holds, in its order
NAMES = tuple(known.short for known in METRICS.values() if known.short)
_ALIASES = {
    alias.lower().replace("-", "_"): known
    for known in reversed(list(METRICS.values()))
    for alias in (*known.aliases, known.short, known.name, known.title)
    if known.short
}
_ALIASES["unanimous"] = METRICS["pass_hat_k"]
EVERY_K = 8  # with at most this many trials, a report has every k
_EFFORT = 1 << 21  # the most trials times k; the time of an interval of Maj@k grows faster than that
_SPREAD = 1 << 22  # the most different numbers of trials times k squared
_AT_K = r"(pass(?=\^)|.+(?=@))(.)0*([1-9]\d{0,8})"
_BOUNDED = ("pass_at_k", "pass_hat_k")
_MORE = "; pass and pass_hat have bounds for it"
_BINARY = ("avg", "pass", "pass_hat")
_GRADED = ("avg", "max")
_OTHERS = [known for known in METRICS.values() if known.short not in ("", *_BINARY, "max", "cons")]
_EVERY = (*_BINARY, *(f"{known.short}@0.5" if "tau" in known.takes else known.short for known in _OTHERS))
_WEIGHTED = [name for name, known in METRICS.items() if "w" in known.takes]


class Metric:
    """One metric: its value and its interval for a run. `k` is None if the metric has no k."""

    named_k: int | None = None  # the 8 of pass@8

    def __init__(self, known: Known, parameter: str = "") -> None:
        self.function = known.name
        self.meaning = known.words
        self.title = f"{known.title}({parameter})" if parameter else known.title
        self.key = f"{known.name}@{parameter}" if parameter else known.name
        self.has_k = "k" in known.takes
        self.has_interval = known.has_interval  # the others have only credible ones
        self.of_votes = known.kind == "votes"
        self._more = (float(parameter),) if parameter else ()

    @property
    def has_credible(self) -> bool:
        """Whether it has credible intervals: not avg, for which Bayes@N has them, nor a metric without a `_ci`."""
        from .. import eval as metrics

        return self.function != "avg" and hasattr(metrics, f"{self.function}_ci")

    def value(self, run: Run, k: int | None = None) -> float:
        """The metric of the observed outcomes."""
        from .. import eval as metrics

        if run.scores:
            return float(metrics.max_at_k(self._given(run), k or 1))

        result = self._call(getattr(metrics, self.function), run, self._given(run), k, {})
        return float(result if self.has_k else result[0])

    def interval(
        self, run: Run, k: int | None, confidence: float, questions: str, clusters: Sequence[Any] | None = None,
        **looks: Any,
    ) -> Summary:  # fmt: skip
        """(value, se, lo, hi): the value and the interval about it, for new questions or for these."""
        R = self._given(run, by_question=clusters is not None)
        keywords = {"confidence": confidence, "questions": questions, "clusters": clusters, **looks}
        result: Summary = self._call(getattr(intervals, self.function), run, R, k, keywords)
        return result

    def is_beyond(self, run: Run, k: int | None) -> bool:
        """Whether k is beyond the trials of a run, where this metric has bounds and no value."""
        return bool(k and k > run.most_trials == run.trials and self.function in _BOUNDED and not run.weights)

    def bounds(self, run: Run, k: int, confidence: float, clusters: Sequence[Any] | None) -> tuple[float, float]:
        """(lo, hi) for such a k."""
        R = self._given(run, by_question=clusters is not None)
        return intervals.beyond(R, k, self.function, confidence=confidence, clusters=clusters)

    def standings(
        self, parts: Sequence[Sequence[Run]], k: int | None, confidence: float, questions: str,
        clusters: Sequence[Sequence[Any] | None] | None, together: bool, anytime: bool = False,
    ) -> Standings:  # fmt: skip
        """Rank runs on the same questions; or on several parts, which count alike."""
        from .._confidence.difference import Board, Standings, SuiteBoard

        by_question = questions != "these"
        models = [[self._given(run, by_question) for run in runs] for runs in parts]
        names = [run.name for run in parts[0]]
        asked, labels = self._asked(parts[0][0], k), clusters or [None] * len(parts)
        if anytime:
            from .._confidence.anytime import AnytimeBoard as Board
        boards = [Board(some, asked, questions, own, names) for some, own in zip(models, labels)]
        return Standings(SuiteBoard(boards) if len(boards) > 1 else boards[0], confidence, together)

    def compare(
        self, a: Run, b: Run, k: int | None, confidence: float, questions: str, clusters: Sequence[Any] | None,
        anytime: bool = False,
    ) -> Summary:  # fmt: skip
        """(difference, se, lo, hi) of two runs on the same questions, in the same order."""
        first, second = (self._given(run, by_question=questions != "these") for run in (a, b))
        keywords: dict[str, Any] = {"questions": questions, "clusters": clusters, "anytime": anytime}
        keywords.update(self._keywords(a))
        return intervals.compare(first, second, self.function, k, confidence=confidence, **keywords)

    def enough_to_decide(
        self, a: Run, b: Run | None, margin: float, k: int | None, confidence: float, questions: str, power: float
    ) -> int | None:
        """How many questions, or trials of each, decide on which side of the margin the run, or its difference to
        another, is; None if no practical number does."""
        from .._confidence.plan import size_to_decide

        pair = [self._given(run, by_question=b is not None and questions != "these") for run in (a, b) if run]
        try:
            return size_to_decide(pair, margin, self._asked(a, k), power, confidence, questions)
        except ValueError:  # at the margin, or hundreds of millions
            return None

    def size_to_see(
        self, a: Run, b: Run | None, margin: float, k: int | None, confidence: float, power: float, most: int | None
    ) -> int | None:
        """How many questions will probably decide the same at some look."""
        from .._confidence.anytime import AnytimeBoard, evidence_of, values_of
        from .looks import size_to_see

        asked = self._asked(a, k)
        if b:
            found = AnytimeBoard([self._given(run, True) for run in (a, b)], asked, "new", None, [a.name, b.name])
            evidence, _, bounds = found.evidence(0, 1)
        else:
            measure, outcomes = asked.measured(self._given(a), a.name)
            bounds = measure.low, measure.high, measure.scale
            evidence, _ = evidence_of(*values_of(outcomes, asked, "new"), bounds, a.name)
        return size_to_see(evidence, bounds, margin, confidence, power, most)

    def shares(self, run: Run, k: int | None, confidence: float) -> tuple[float | None, float, float | None]:
        """Split the variance into that of questions and of trials: see the library's function."""
        from .._arguments import probability
        from .._confidence import spread_of

        new, these = (spread_of(self._given(run), self._asked(run, k), one, None) for one in ("new", "these"))
        return new.shares(these, probability(confidence))

    def _asked(self, run: Run, k: int | None) -> Asked:
        """Return the metric as the library takes it."""
        from .._confidence import Metric as Asked

        return Asked(self.function, k if self.has_k else None, **self._keywords(run))

    def _keywords(self, run: Run) -> dict[str, Any]:
        return {"tau": self._more[0]} if self._more else {"w": run.weights} if run.weights and not run.scores else {}

    def suite(self, parts: Sequence[Run], k: int | None, confidence: float, clusters: Any) -> Summary:
        """(value, se, lo, hi) of the mean of several parts of a run, or of benchmarks, for new questions."""
        runs = [self._given(part, by_question=clusters is not None) for part in parts]
        more = self._keywords(parts[0])
        return intervals.suite(runs, self.function, k, confidence=confidence, clusters=clusters, **more)

    def enough(self, run: Run, half_width: float, k: int | None, confidence: float, questions: str) -> int:
        """Return how many questions ("new"), or trials of each ("these"), make the interval that short."""
        keywords = {"questions": questions, **self._keywords(run)}
        try:
            return intervals.enough(self._given(run), half_width, self.function, k, confidence=confidence, **keywords)
        except ValueError as error:
            raise FileError(f"{run.name}: {str(error).replace('half_width', '--plan')}") from None

    def summary(self, run: Run, k: int | None, confidence: float, prior: tuple[float, float] = (1, 1)) -> Summary:
        """(mu, sigma, lo, hi) of the posterior, clipped into the range of the metric."""
        from .. import eval as metrics

        keywords: dict[str, Any] = {"confidence": confidence}
        if self.function in ("bayes", "max_at_k") and not run.weights:  # the same of 0/1 outcomes, with any prior
            return parse_metric("pass").summary(run, k or 1, confidence, prior)
        if self.function in _WEIGHTED:
            keywords["bounds"] = (min(run.weights), max(run.weights)) if run.weights else (0, 1)
        else:
            keywords["alpha0"], keywords["beta0"] = prior
        result: Summary = self._call(getattr(metrics, f"{self.function}_ci"), run, run.tally, k, keywords)
        return result

    def _given(self, run: Run, by_question: bool = False) -> Any:
        """Return what the library takes: votes, scores, outcomes, or the counts of the questions in order."""
        if run.scores:
            from .scores import given

            self._check_graded(run)
            return given(run.scores, run.weights)
        return run.votes() if self.of_votes else run.rows() if by_question else run.tally

    def _check_graded(self, run: Run) -> None:
        if run.scores and self.function not in ("avg", "max_at_k"):
            raise FileError(f"{self.title} is not for real scores: use avg or max, or --threshold T, not --scores")
        if run.weights and self.function not in _WEIGHTED:
            raise FileError(f"{self.title} needs 0/1 outcomes; with --weights, use avg, bayes or max")

    def of(self, *runs: Run, k: int | None = None) -> str:
        """Return the title for these runs, with their number of trials if all questions have as many."""
        sizes, title = {size for run in runs for size in (run.trials, run.most_trials)}, self.title
        for letter, number in (("@k", k), ("^k", k), ("@N", sizes.pop() if len(sizes) == 1 else None)):
            if number is not None:
                title = title.replace(letter, f"{letter[0]}{number}")
        return title

    def _call(self, function: Callable[..., Any], run: Run, R: Any, k: int | None, keywords: dict[str, Any]) -> Any:
        self._check_graded(run)
        more = self._more if self.has_k and self.function != "max_at_k" else (None if run.scores else run.weights,)
        at_k = (None, k) if self.of_votes else (k,) if self.has_k else ()
        try:
            return function(R, *at_k, *more, **keywords)
        except ValueError as error:
            at = f"{function.__name__} at k={shown(k)}: " if k is not None else ""
            # A k above the number of trials is wrong for every metric, so none is named.
            wrong = _too_few(run, k) if k is not None and k > run.trials else f"{at}{error}"
            also = _MORE if k and k > run.most_trials == run.trials and self.function not in _BOUNDED else ""
            raise FileError(f"{run.name}: {wrong}{also}") from None


def _too_few(run: Run, k: int) -> str:
    """Name the question that has fewer trials than k, and what helps."""
    if run.most_trials < k:
        most = count(run.most_trials, "trial")
        return f"no question has more than {most}: k={shown(k)} is too many, k={run.trials} will do"
    few = [(label, sum(counts)) for label, counts in run.questions if sum(counts) < k]
    questions = f"{len(few):,} questions have" if len(few) > 1 else "1 question has"
    label, trials = few[0]
    first = label if isinstance(label, Place) else shown(label)
    ways = f"k={run.trials} will do, or --missing drop"
    return f"{questions} fewer than {k} trials, {first} the first of them with {trials}: {ways}"


def parse_metric(text: str) -> Metric:
    """The metric of this name: pass, pass_hat, g_pass@0.5, or its name in the library or in a paper. It may end in its
    k: pass@8, Pass^8, g_pass@0.5@8."""
    try:
        return _metric(text)
    except ValueError:
        at_k = re.fullmatch(_AT_K, text.strip(), re.I)
        if not at_k:
            raise
    name, sign, k = at_k.groups()
    found = _metric(f"{name}^k" if sign == "^" else name)
    if not found.has_k:
        raise ValueError(f"{shown(text)}: this metric has no k; write {name}")
    found.named_k = int(k)
    return found


def _metric(text: str) -> Metric:
    """The metric of a name without a k."""
    name, number = text.strip().lower().replace("-", "_"), ""
    if name not in _ALIASES:
        name, _, number = name.rpartition("@")
    if name not in _ALIASES:
        raise ValueError(f"unknown metric {shown(text)}; choose from {', '.join(NAMES)}, or all")
    known = _ALIASES[name]
    parameter = next((one for one in ("tau", "lam") if one in known.takes), "")
    if parameter == "tau" and not number:
        raise ValueError(f"{name} needs a threshold, as in g_pass@0.5")
    if number and not (parameter and _is_proportion(number)):
        wanted = f"expected {parameter} in [0, 1]" if parameter else "expected k, as in pass@4"
        raise ValueError(f"{shown(text)}: after @, {wanted}")
    return Metric(known, number)


def choose(names: list[str] | None, graded: bool, credible: bool = False) -> list[Metric]:
    """The metrics of these names, each once; without names, the usual ones, and Bayes@N if `credible`."""
    usual = (*(_GRADED if graded else _BINARY), *(("bayes",) if credible else ()))
    every = (*_GRADED, "bayes") if graded else _EVERY
    found: dict[str, Metric] = {}
    for name in names or usual:
        for one in every if name.strip().lower() == "all" else (name,):
            parsed = parse_metric(one)
            found.setdefault(parsed.key, parsed)
    return list(found.values())


def usual_k(trials: int, sizes: int = 1) -> list[int]:
    """The k of a report by default: every k if trials are few; otherwise 1, 2, 4, ... and the number of trials."""
    if trials <= EVERY_K:
        return list(range(1, trials + 1))
    most = most_k(trials, sizes)
    return sorted({*(2**i for i in range(most.bit_length())), *([trials] if most == trials else ())})


def most_k(trials: int, sizes: int = 1) -> int:
    """The largest k of a report or a curve by default: the number of trials, or less if that would take long.

    `sizes` is how many different numbers of trials the questions have."""
    return min(trials, max(1, _EFFORT // trials), max(1, isqrt(_SPREAD // sizes)))


def _is_proportion(text: str) -> bool:
    try:
        return 0 <= float(text) <= 1
    except ValueError:
        return False
