"""Intervals about what was observed: how far the values of the questions spread, and what that leaves open."""

from __future__ import annotations

from math import gcd

from .._arguments import class_weights, items, items_of, probability, shown
from .._credit import at_least_one, draws
from .._credit.measures import CreditMeasure, RewardMeasure
from .._credit.metrics import METRICS, known_as
from .._credit.rewards import earned_sums, other_outcomes
from .._double import lowest, nearest, nearest_sqrt, ratio_sum
from .._double.wilson import wilson_interval
from .._outcomes import emptiness
from .._votes import VoteTally, vote_tally
from ..tally import Tally, tally_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable, Sequence, SupportsIndex, Union

    from .._arguments import Real, Weights
    from .._credit.plurality import VoteMeasure
    from .._double import Ratio
    from .._outcomes import Counts
    from ..tally import Outcomes

    Interval = tuple[float, float, float, float]  # value, se, lo, hi
    Measure = Union[CreditMeasure, RewardMeasure, VoteMeasure]
    Total = tuple[int, int, Ratio, list[Ratio]]


class Metric:
    """What is asked of the outcomes: how they are read, k, and the measure that a valid k makes.

    `metric` is a name of the table; arguments that it does not take must be None.
    """

    def __init__(
        self, metric: str, k: SupportsIndex | None = None, w: Iterable[Real] | None = None, tau: Real | None = None,
        weights: Iterable[Real] | None = None,
    ) -> None:  # fmt: skip
        known = known_as(metric)
        if not known or not known.has_interval:
            names = [name for one in METRICS.values() if one.has_interval for name in (one.name, *one.aliases)]
            raise ValueError(f"metric must be one of {', '.join(names)}; got {shown(metric)}")
        for name, value in (("k", k), ("w", w), ("tau", tau), ("weights", weights)):
            if value is not None and name not in known.takes:
                raise ValueError(f"{name} must not be given for {metric}")
            if value is None and name != "w" and name in known.takes:
                raise ValueError(f"{name} must be given for {metric}")
        self.known = known
        self.k = k if "k" in known.takes else 1
        self.more: tuple[Any, ...] = () if tau is None else (tau,)
        if weights is not None:
            found = items(weights)  # which two models may ask for
            self.more = (weights if found is None else found,)
        self.highest, self.hint = 1, ""
        self.of_votes = known.kind == "votes"
        self.weights: Weights | None = None
        if w is not None:
            self.weights = class_weights(w)
            self.highest = len(self.weights[0]) - 1
        if known.kind == "reward":
            self.hint = other_outcomes(w, self.weights, metric == "max_at_k")

    def measured(self, R: Any, name: str) -> tuple[Measure, Any]:
        """The measure, and the tally, which is one of votes if the metric is."""
        if self.of_votes:
            from .._credit.plurality import VoteMeasure

            votes = votes_of(R, name)
            return VoteMeasure(draws(self.k, votes.outcomes)), votes
        outcomes = tally_of(R, self.highest, self.hint, None, name)
        number = draws(self.k, outcomes)
        if self.weights:
            return RewardMeasure(self.weights, number), outcomes
        credit = self.known.credit or at_least_one  # the mean, and the best, of 0/1 outcomes
        return CreditMeasure(credit(number, *self.more)), outcomes


class Spread:
    """x, S, B and b, and over how many questions M and clusters G of them; in the units of the credit.

    S over M**2 is the variance of x, and S is at most B M b.
    """

    def __init__(self, measure: Measure, x: Ratio, questions: int, clusters: int = 0) -> None:
        self.measure = measure
        self.x = x
        self.questions, self.clusters = questions, clusters
        self.residuals: list[int] = []  # of the clusters, over the denominator of x, where rows are known
        self.square = 0  # the sum of their squares
        self.S = self.B = 0, 1

    @property
    def b(self) -> Ratio:
        (m, d), measure = self.x, self.measure
        low, high, scale = measure.low, measure.high, measure.scale
        return (m * scale - low * d) * (high * d - m * scale), (d * scale) ** 2

    def of_questions(self, square: Ratio, B: Ratio = (1, 1)) -> Spread:
        """Of new questions, from the sum of the squares over clusters, G/(G-1) not yet applied."""
        n, d = square
        G, self.B = self.clusters, B
        if G > 1:
            self.S = G * n, (G - 1) * d
        else:
            n, d = self.b
            self.S = B[0] * self.questions * n, B[1] * d
        return self

    def unit(self) -> tuple[Ratio, Ratio]:
        """x and n where the credit's range is [0, 1]; it is not a single point."""
        (m, d), (S, e), (B, f), M, measure = self.x, self.S, self.B, self.questions, self.measure
        scale, width = measure.scale, measure.high - measure.low
        p, q = lowest(m * scale - measure.low * d, d * width)
        S, e = S * scale * scale, e * width * width
        # r = min(B, (S + B/2) / (M b + 1/2)), b = p (q - p) / q**2, and n = M / r
        share, whole = (2 * S * f + B * e) * q * q, (2 * M * p * (q - p) + q * q) * e * f
        if share * f > B * whole:
            share, whole = B, f
        return (p, q), lowest(M * whole, share)


def spread_of(
    R: Outcomes | VoteTally, metric: Metric, questions: str, clusters: Iterable[Hashable] | None, name: str = "R"
) -> Spread:
    """The spread of one model's outcomes."""
    if clusters is not None:
        check_clusters(R, questions, name)
        measure, values, d = row_values(R, metric, name)
        return clustered(measure, values, d, cluster_labels(clusters, len(values)))
    measure, outcomes = metric.measured(R, name)
    is_new, M = questions == "new", 0
    totals: list[Ratio] = []
    squares: list[Ratio] = []
    shares: list[Ratio] = []
    for N, number, total, some in _totals(measure, outcomes, not is_new):
        M += number
        totals.append(total)
        squares += some
        shares.append((measure.k * number, N))
    (n, d), (square, e) = ratio_sum(totals), ratio_sum(squares) if squares else (0, 1)
    if is_new:  # the sum of (x_q - x)**2 is that of x_q**2 less M x**2
        spread = Spread(measure, (n, d * M), M, M)
        rest = (square * M - n * n, e * M) if e == d * d else (square * d * d * M - n * n * e, d * d * e * M)
        return spread.of_questions(rest)
    spread = Spread(measure, (n, d * M), M)
    b, c = spread.b
    few = [(n * b, N * c) for n, N in shares if metric.of_votes or 2 * measure.k > N]
    spread.S = ratio_sum([(square, e), *few])
    if spread.S[0] < 0:
        spread.S = 0, 1
    n, e = ratio_sum(shares)
    spread.B = n, e * M
    return spread


def _totals(measure: Any, outcomes: Any, less_pairs: bool) -> list[Total]:
    """For each N: N, the number of questions, the sum of x_q over them, and what adds up to that of x_q**2, or where
    `less_pairs` of x_q**2 - y_q, if N >= 2k.
    """
    k, totals = measure.k, []
    if k == 1 and isinstance(measure, RewardMeasure):
        for N, _, number, first, second, square in earned_sums(outcomes, measure.weights):
            d = N * measure.scale
            squares = [(square, d * d)]
            if less_pairs:
                squares = [(square, d * d), (second - square, d * (d - measure.scale))] if N > 1 else []
            totals.append((N, number, (first, d), squares))
        return totals
    pairs: Any = getattr(measure, "pairs", None)  # which votes do not have
    for N, part in measure.parts(outcomes).items():
        values, d = measure.values(N, list(part))
        numbers = part.values()
        weighted, squares = list(map(int.__mul__, values, numbers)), []
        total = sum(weighted)
        if not less_pairs or (pairs and 2 * k <= N):
            squares.append((sum(map(int.__mul__, weighted, values)), d * d))
            if less_pairs:
                n, e = pairs(N, part, (total, d))
                squares.append((-n, e))
        totals.append((N, sum(numbers), (total, d), squares))
    return totals


class CountRows:
    """The class counts of each question, in order: a matrix of which only the counts are left. N may differ."""

    def __init__(self, counts: Iterable[Counts]) -> None:
        self.counts = list(counts)


def row_values(R: Any, metric: Metric, name: str) -> tuple[Measure, list[int], int]:
    """The measure, and the value of each row over one denominator."""
    rows: list[Any]
    if metric.of_votes:
        rows = votes_of(R, name).counts
        measure, outcomes = metric.measured(R, name)
        places = {votes: (N, votes) for N, part in measure.parts(outcomes).items() for votes in part}
    else:
        rows = R.counts if isinstance(R, CountRows) else _count_rows(R, metric, name)
        if not rows:
            raise emptiness(name, "it has no rows")
        measure, outcomes = metric.measured(Tally.from_counts(rows), name)
        measure.parts(outcomes)
        places = {counts: (sum(counts), measure.key(counts)) for counts in set(rows)}
    keys: dict[int, dict[Any, None]] = {}
    for N, key in places.values():
        keys.setdefault(N, {})[key] = None
    tables = {N: measure.values(N, list(group)) for N, group in keys.items()}
    d = 1
    for _, e in tables.values():
        d *= e // gcd(d, e)
    values = {(N, key): n * (d // tables[N][1]) for N, group in keys.items() for key, n in zip(group, tables[N][0])}
    return measure, [values[places[row]] for row in rows], d


def _count_rows(R: Outcomes, metric: Metric, name: str) -> list[Counts]:
    from .._outcomes.reader import Reader

    reader = Reader(name, metric.highest, metric.hint)
    return reader.by_question(reader.rows(R))


def votes_of(R: object, name: str) -> VoteTally:
    if not isinstance(R, VoteTally):
        raise ValueError(f"{name} must be a VoteTally for cons_at_k, such as VoteTally(answers, R); got {shown(R)}")
    return vote_tally(R, None)


def check_questions(questions: str) -> None:
    if questions not in ("new", "these"):
        raise ValueError(f"questions must be 'new' or 'these'; got {shown(questions)}")


def check_clusters(R: object, questions: str, name: str) -> None:
    if questions != "new":
        raise ValueError("clusters must not be given for questions='these': there the trials alone are random")
    if isinstance(R, Tally):
        raise ValueError(f"{name} must be a matrix where clusters are given: a tally has lost which row is which")


def cluster_labels(clusters: Iterable[Hashable] | None, questions: int) -> list[Hashable]:
    """The cluster of each question."""
    if clusters is None:
        return list(range(questions))
    labels = list(items_of(clusters, "clusters", "a sequence of labels, one for each row of R"))
    if len(labels) != questions:
        raise ValueError(f"clusters must have one label for each row of R; R has {questions}, clusters {len(labels)}")
    for i, label in enumerate(labels):
        if not _is_hashable(label):
            raise ValueError(f"clusters must be hashable labels; got {shown(label)} at clusters[{i}]")
    return labels


def _is_hashable(label: object) -> bool:
    try:
        hash(label)
    except TypeError:
        return False
    return True


def clustered(measure: Measure, values: list[int], d: int, labels: Sequence[Hashable]) -> Spread:
    """Of new questions: a cluster's residual is what its total is above its size times the mean."""
    totals: dict[Hashable, int] = {}
    sizes: dict[Hashable, int] = {}
    for value, label in zip(values, labels):
        totals[label] = totals.get(label, 0) + value
        sizes[label] = sizes.get(label, 0) + 1
    M, total = len(values), sum(values)
    spread = Spread(measure, (total, M * d), M, len(sizes))
    spread.residuals = [M * totals[label] - size * total for label, size in sizes.items()]
    spread.square = sum([x * x for x in spread.residuals])
    return spread.of_questions((spread.square, (M * d) ** 2), (sum([size * size for size in sizes.values()]), M))


def degrees(clusters: int) -> int:
    """Of freedom, of Student's quantile for new questions; without clusters 0, for the normal one."""
    return max(clusters - 1, 1) if clusters else 0


def interval(
    R: Outcomes | VoteTally, metric: Metric, confidence: Real, questions: str, clusters: Iterable[Hashable] | None
) -> Interval:
    """(value, se, lo, hi) of a metric."""
    level = probability(confidence)
    check_questions(questions)
    spread = spread_of(R, metric, questions, clusters)
    measure, value = spread.measure, nearest(*spread.x)
    if measure.low == measure.high:
        return value, 0.0, value, value
    S, d = spread.S
    q = level, degrees(spread.clusters)
    lo, hi = wilson_interval(*spread.unit(), q, measure.low, measure.high, measure.scale)
    return value, nearest_sqrt(S, d * spread.questions**2), lo, hi
