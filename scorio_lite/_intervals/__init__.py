"""Intervals about the observed value of a metric.

In come the arguments of a function of `confidence`, out comes an Interval, a Difference, ranks or a number. This file
holds what a caller asks (`Asked`), and turns outcomes into the values of questions. The other files are:

formula   the interval of a mean: Wilson's at an effective sample size. All other files lead to it
sample    the values of questions, and the samples of new questions, of "these" questions and of suites
results   what callers get, and p-values
boards    the difference of two models, ranks of many (Holm), models with known totals only
suites    weighted means over benchmarks, unpaired models, tasks against the rest
plan      how many questions suffice, and what a number of them can show
curves    bands that hold for all k together, and where two models cross
anytime   intervals that hold at every look
beyond    Pass@k and Pass^k for k > N
missing   bounds that hold whatever hid the missing trials
clusters  questions that share a label
costs     what a solve costs
judges    a model judge with some human labels
"""

from __future__ import annotations

from .._arguments import flag, is_scores, is_votes, items, iterator, listed, other_outcomes, probability, shown
from .._credit import draws, values_by_key
from .._credit.metrics import METRICS, metric_at, near_names
from .._numbers import dot
from .._outcomes import PACKED, counted
from ..tally import Tally, tally_of, trial_numbers
from .sample import Values, new_of_sums, these_of_sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Union

    from .._scores import Scores
    from .._types import ClassCounts, Index, Outcomes, Real, Rewards, ValueSums
    from .._types import ClusterLabels as ClusterLabels
    from .._types import NewOrThese as NewOrThese
    from .._votes import VoteTally
    from .sample import NewQuestions, TheseQuestions

    Data = Union[Outcomes, Scores, VoteTally, tuple[Union[Outcomes, Scores], Iterable[Any]]]


class Asked:
    """What a caller asks of data: which metric, at which confidence, of which questions, and in which clusters.

    `metric` is a name or an alias in the table of metrics, and may have a number in the place of `k`. An argument that
    the metric does not take must be None. `questions` is "new" if the questions are a random sample, "these" if only
    the trials are random.
    """

    def __init__(
        self,
        metric: str,
        k: Index | None = None,
        confidence: Real = 0.95,
        questions: str = "new",
        clusters: Any = None,
        ragged: bool = False,
        w: Rewards = None,
        tau: Real | None = None,
        weights: Iterable[Real] | None = None,
    ) -> None:
        known, k = metric_at(metric, k)
        if not known or not known.has_interval:
            names = [name for line in METRICS.values() if line.has_interval for name in (line.name, *line.aliases)]
            way_out = f"; pass its name, {metric.__name__!r}" if hasattr(metric, "__name__") else near_names(metric)
            raise ValueError(f"metric must be one of {', '.join(names)}; got {shown(metric)}{way_out}")
        known.check(metric, k=k, w=w, tau=tau, weights=weights)
        self.known, self.k = known, 1 if k is None else k
        self.of_votes, self.of_picks = known.kind == "votes", known.kind == "selected"
        more = tau if weights is None else items(weights, "weights") or weights  # a list, as two models may ask for it
        self.more = () if more is None else (more,)
        self.weights = None
        if w is not None:
            from .._credit.graded import class_rewards

            self.weights = class_rewards(w)
        self.level = probability(confidence)
        if questions not in ("new", "these"):
            raise ValueError(f"questions must be 'new' or 'these'; got {shown(questions)}")
        self.questions, self.clusters = questions, clusters
        self.highest = len(self.weights[0]) - 1 if self.weights else 1
        self.ragged = flag(ragged, "ragged")
        self.limited = "w" if self.weights else "k, or R with different N,"  # what long denominators come from
        self.hint = other_outcomes(w, self.weights) if "w" in known.takes else ""

    def about(self, questions: str, clusters: Any = None) -> Asked:
        """Return the same request for other `questions` ("new" or "these") and other clusters."""
        other = object.__new__(Asked)
        vars(other).update(vars(self), questions=questions, clusters=clusters)
        return other

    def measured(self, R: Any, name: str) -> tuple[Any, Any]:
        """Return (an object of `_credit` that computes the metric, R in the form that it reads). Errors use `name`."""
        if self.known.special:
            given = (by_rows(self.outcomes_in(R, name), name), R[1]) if self.of_picks else R
            return self.known.special(self, given, name)
        R = by_rows(R, name)
        if is_scores(R):
            from .._credit.selected import RowMeasure

            if self.known.kind != "reward" or self.weights:
                what = "w must not be given with Scores" if self.weights else f"{name} must be outcomes, not Scores"
                raise ValueError(f"{what}; Scores have avg and max_at_k, and Scores.at_least(threshold) gives outcomes")
            return RowMeasure(R, self.k, name), R
        if isinstance(R, CountRows):
            R = Tally._of({(counts, ()): number for counts, number in R.numbers.items()})
        outcomes = tally_of(R, self.highest, self.hint, None, name, self.ragged)
        has_beyond = self.known.kind == "credit" and self.questions == "new"
        number = draws(self.k, trial_numbers(outcomes), has_beyond and self.known.credit)
        if self.weights:
            from .._credit.graded import ClassMeasure

            return ClassMeasure(self.weights, number), outcomes
        credit: Any = self.known.credit
        return credit(number, *self.more), outcomes

    def outcomes_in(self, R: Any, name: str) -> Any:
        """Return R or, for best_of_k, the outcomes in R = (outcomes, scores). Raise ValueError if R is no such pair."""
        if not self.of_picks:
            return R
        if not isinstance(R, tuple) or len(R) != 2:
            raise ValueError(f"{name} must be a tuple (R, S) for best_of_k: outcomes and scores; got {shown(R)}")
        return R[0]


def by_rows(R: Any, name: str) -> Any:
    """Return R or, for an iterator, a new one over the same rows. Raise ValueError if R is a flat row, not a matrix."""
    if type(R) is list and R and type(R[0]) in PACKED:  # the usual rows
        return R
    if isinstance(R, (Tally, CountRows)) or is_scores(R) or is_votes(R) or getattr(R, "ndim", 1) != 1:
        return R
    rows = listed(R)
    opened: Any = iterator(rows)
    first = [] if opened is None else [row for _, row in zip(range(1), opened)]
    if first and type(first[0]) not in PACKED:
        from .._outcomes.reader import is_row

        if not is_row(first[0]):
            ways = f"for one trial of each of several questions pass [[x] for x in {name}], for many of one, [{name}]"
            raise ValueError(f"{name} must have a row for each question, and a flat row may mean either: {ways}")
    return (row for some in (first, opened) for row in some) if first and opened is rows else R


def sample_of(R: Any, asked: Asked, name: str = "R") -> NewQuestions | TheseQuestions:
    """Return the sample of one model with the outcomes R. `name` is R's name in errors."""
    if asked.clusters is not None:
        from .clusters import check_clusters, cluster_labels

        check_clusters(asked.outcomes_in(R, name), asked.questions, name, asked.clusters)
        values = values_of(R, asked, name)
        return values.over(values.d, cluster_labels(asked.clusters, values.M)).sample()
    measure, outcomes = asked.measured(R, name)
    bounds = measure.low, measure.high, measure.scale
    if asked.questions == "these":
        return these_of_sums(bounds, measure.k, value_sums(measure, outcomes, measure.pairs is not None))
    return new_of_sums(bounds, value_sums(measure, outcomes, False))


def value_sums(measure: Any, outcomes: Any, with_pairs: bool) -> list[ValueSums]:
    """Return the sums over questions that a sample needs, in one tuple for each number of trials N.

    For question q, x_q is what a k-subset of its trials earns on average, and y_q the mean product of what two disjoint
    k-subsets earn. d is a common denominator of the x_q. The tuple is (N, number of questions, d * sum of x_q, d**2 *
    sum of x_q**2, d, sum of y_q as a ratio). The sum of y_q is None if N < 2k, and may be None unless `with_pairs`.
    """
    sums: list[ValueSums] = []
    if measure.k == 1 and hasattr(measure, "sums_of_one"):
        return list(measure.sums_of_one(outcomes))  # faster than one question after another
    for N, part in measure.parts(outcomes).items():
        values, d = measure.values(N, list(part))
        numbers = part.values()
        weighted = list(map(int.__mul__, values, numbers))
        total, square = sum(weighted), dot(weighted, values)
        pairs = measure.pairs(N, part, (total, d)) if with_pairs and 2 * measure.k <= N else None
        sums.append((N, sum(numbers), total, square, d, pairs))
    return sums


class CountRows:
    """The class counts of each question, in order: how often each class 0, 1, ... occurs. Questions may differ in N."""

    def __init__(self, counts: Iterable[ClassCounts]) -> None:
        self.counts = list(counts)
        self.numbers = counted(self.counts)  # of questions with these counts


def count_rows(R: Any, name: str, asked: Asked | None = None, ragged: bool = False) -> CountRows:
    """Return the CountRows of R. Outcomes must be 0 to `asked.highest`; without `asked`, they must be 0 or 1.

    If asked.ragged or, without `asked`, `ragged` is True, rows may differ in length.
    """
    from .._outcomes.reader import OutcomeReader

    if isinstance(R, CountRows):
        return R
    reader = OutcomeReader(name, *((asked.highest, asked.hint, asked.ragged) if asked else (1, "", ragged)))
    if not asked:
        reader.longer = "; curves of two models, or with clusters, need rows of one length"
    return CountRows(reader.vectors(reader.rows(by_rows(R, name))))


def values_of(R: Any, asked: Asked, name: str) -> Values:
    """Return the values of the questions, one for each row of R, in order."""
    if asked.known.special or is_scores(R):
        measure, outcomes = asked.measured(R, name)
        rows = outcomes.counts if asked.of_votes else range(len(outcomes.lengths()))
        places = {key: (N, key) for N, part in measure.parts(outcomes).items() for key in part}
    else:
        R = count_rows(R, name, asked)
        measure, outcomes = asked.measured(R, name)
        measure.parts(outcomes)  # which refuses long work
        rows = R.counts
        places = {counts: (sum(counts), counts if asked.weights else counts[1]) for counts in R.numbers}
    keys: dict[int, dict[Any, int]] = {}
    for N, key in places.values():
        keys.setdefault(N, {})[key] = 1
    values, d = values_by_key(measure, keys, asked.limited, len(rows))
    value_of = {row: values[place] for row, place in places.items()}
    return Values((measure.low, measure.high, measure.scale), list(map(value_of.__getitem__, rows)), d)
