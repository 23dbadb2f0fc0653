"""Intervals about what was observed: how far the values of the questions spread, and what that leaves open."""

from __future__ import annotations

from math import gcd

from .. import _credit
from .._arguments import items, items_of, least_successes, probability, shown
from .._credit import draws
from .._credit.measures import CreditMeasure, RewardMeasure
from .._credit.rewards import earned_sums
from .._double import lowest, minus, nearest, nearest_sqrt, ratio_sum
from .._double.wilson import wilson_interval
from .._outcomes import emptiness
from .._votes import VoteTally, vote_tally
from ..tally import Tally, tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Hashable, Iterable, Sequence, SupportsIndex, Union

    from .._arguments import Real
    from .._credit import Credit
    from .._credit.plurality import VoteMeasure
    from .._double import Ratio
    from .._outcomes import Counts
    from ..tally import Outcomes

    Interval = tuple[float, float, float, float]  # value, se, lo, hi
    Measure = Union[CreditMeasure, RewardMeasure, VoteMeasure]
    Total = tuple[int, int, Ratio, list[Ratio]]


class Metric:
    """What is asked of the outcomes: how they are read, k, and the measure that a valid k makes."""

    def __init__(
        self,
        k: SupportsIndex | None,
        credit: Callable[[int], Credit] | None,
        w: Iterable[Real] | None = None,
        name: str = "",
    ) -> None:
        self.k = k
        self.highest, self.hint = 1, ""
        self.of_votes = name == "cons_at_k"
        self.make: Callable[[int], Measure] = lambda k: CreditMeasure((credit or _credit.at_least_one)(k))
        if self.of_votes:
            from .._credit.plurality import VoteMeasure

            self.make = VoteMeasure
        elif not credit and w is None:
            self.hint = ", or the weight vector 'w' must be provided" if name == "max_at_k" else ", or w must be given"
        elif not credit and w is not None:
            from .._weights import class_weights

            weights = class_weights(w)
            self.highest = len(weights[0]) - 1
            self.hint = f", one for each of the {len(weights[0])} weights in w"
            self.make = lambda k: RewardMeasure(weights, k)


_CREDITS = {
    "pass_at_k": _credit.at_least_one,
    "pass_hat_k": _credit.unanimous,
    "unanimous_at_k": _credit.unanimous,
    "g_pass_at_k": _credit.unanimous,
    "mg_pass_at_k": _credit.mean_majority,
    "maj_at_k": _credit.majority,
    "auc_at_k": _credit.area,
}


def metric_of(metric: str, k: Any, w: Any, tau: Any, weights: Any) -> Metric:
    """The metric of a name and its arguments, of which those that it does not have must be None."""
    takes = {"avg": ("w",), "max_at_k": ("k", "w"), "g_pass_at_k_tau": ("k", "tau")}
    takes.update(threshold_spectrum_at_k=("k", "weights"), cons_at_k=("k",))
    if not isinstance(metric, str) or metric not in {*takes, *_CREDITS}:
        raise ValueError(f"metric must be one of {', '.join([*takes, *_CREDITS])}; got {shown(metric)}")
    for name, value in (("k", k), ("w", w), ("tau", tau), ("weights", weights)):
        if value is not None and name not in takes.get(metric, ("k",)):
            raise ValueError(f"{name} must not be given for {metric}")
        if value is None and name != "w" and name in takes.get(metric, ("k",)):
            raise ValueError(f"{name} must be given for {metric}")
    if metric == "avg":
        return Metric(1, None, w, metric)
    if metric in ("max_at_k", "cons_at_k"):
        return Metric(k, None, w, metric)
    if metric == "g_pass_at_k_tau":
        return Metric(k, lambda k: _credit.threshold(k, least_successes(k, tau)))
    if metric == "threshold_spectrum_at_k":
        found = items(weights)  # which two models may ask for
        return Metric(k, lambda k: _credit.spectrum(k, weights if found is None else found))
    return Metric(k, _CREDITS[metric])


class Spread:
    """x, S, B and b, and over how many questions M and clusters G of them; in the units of the credit.

    S over M**2 is the variance of x, and S is at most B M b.
    """

    def __init__(self, measure: Measure, x: Ratio, questions: int, clusters: int = 0) -> None:
        (m, d), (low, scale), (high, _) = x, measure.low, measure.high
        self.measure = measure
        self.x = x
        self.b = (m * scale - low * d) * (high * d - m * scale), (d * scale) ** 2
        self.questions, self.clusters = questions, clusters
        self.residuals: list[int] = []  # of the clusters, over the denominator of x, where rows are known
        self.square = 0  # the sum of their squares
        self.S = self.B = 0, 1

    def of_questions(self, square: Ratio, B: Ratio = (1, 1)) -> Spread:
        """Of new questions, from the sum of the squares over clusters, G/(G-1) not yet applied."""
        n, d = square
        G = self.clusters
        self.B = B
        self.S = (G * n, (G - 1) * d) if G > 1 else (B[0] * self.questions * self.b[0], B[1] * self.b[1])
        return self

    def unit(self) -> tuple[Ratio, Ratio]:
        """x and n where the credit's range is [0, 1]; it is not a single point."""
        (m, d), (low, scale), (high, _) = self.x, self.measure.low, self.measure.high
        width = high - low
        S, b = ((n * scale * scale, e * width * width) for n, e in (self.S, self.b))
        x = m * scale - low * d, d * width
        B, M = self.B, self.questions
        # r = min(B, (S + B/2) / (M b + 1/2)), and n = M / r
        n, e = (2 * S[0] * B[1] + B[0] * S[1]) * b[1], (2 * M * b[0] + b[1]) * S[1] * B[1]
        if n * B[1] > B[0] * e:
            n, e = B
        return lowest(*x), lowest(M * e, n)


def spread_of(
    R: Outcomes | VoteTally, metric: Metric, questions: str, clusters: Iterable[Hashable] | None, name: str = "R"
) -> Spread:
    """The spread of one model's outcomes."""
    if clusters is not None:
        check_clusters(R, questions, name)
        measure, values, d = row_values(R, metric, name)
        return clustered(measure, values, d, cluster_labels(clusters, len(values)))
    is_new = questions == "new"
    measure, totals = _totals(R, metric, name, not is_new)
    M = sum([number for _, number, _, _ in totals])
    total = ratio_sum([total for _, _, total, _ in totals])
    squares = [square for *_, some in totals for square in some]
    square = ratio_sum(squares) if squares else (0, 1)
    spread = Spread(measure, (total[0], total[1] * M), M, M if is_new else 0)
    if is_new:  # the sum of (x_q - x)**2 is that of x_q**2 less M x**2
        return spread.of_questions(minus(square, (total[0] ** 2, total[1] ** 2 * M)))
    shares = [(measure.k * number, N) for N, number, _, _ in totals]
    few = [(n * spread.b[0], N * spread.b[1]) for n, N in shares if metric.of_votes or 2 * measure.k > N]
    spread.S = ratio_sum([square, *few])
    if spread.S[0] < 0:
        spread.S = 0, 1
    n, e = ratio_sum(shares)
    spread.B = n, e * M
    return spread


def _totals(R: Any, metric: Metric, name: str, less_pairs: bool) -> tuple[Measure, list[Total]]:
    """The measure, and for each N: N, the number of questions, the sum of x_q over them, and what adds up to that of
    x_q**2, or where `less_pairs` of x_q**2 - y_q, if N >= 2k.
    """
    measure, outcomes = _measured(R, metric, name)
    totals: list[Total] = []
    if isinstance(measure, RewardMeasure) and measure.k == 1:
        for N, _, number, first, second, square in earned_sums(outcomes, measure.weights):
            d = N * measure.denominator
            squares = [(square, d * d)]
            if less_pairs:
                squares = [(square, d * d), (second - square, d * (d - measure.denominator))] if N > 1 else []
            totals.append((N, number, (first, d), squares))
        return measure, totals
    pairs: Any = getattr(measure, "pairs", None)  # which votes do not have
    for N, part in _parts(measure, outcomes).items():
        values, d = measure.values(N, list(part))
        weighted = list(map(int.__mul__, values, part.values()))
        total, squares = (sum(weighted), d), []
        if not less_pairs or (pairs and 2 * measure.k <= N):
            squares.append((sum(map(int.__mul__, weighted, values)), d * d))
            if less_pairs:
                n, e = pairs(N, part, total)
                squares.append((-n, e))
        totals.append((N, sum(part.values()), total, squares))
    return measure, totals


def _measured(R: Any, metric: Metric, name: str) -> tuple[Measure, Any]:
    """The measure, and the tally, which is one of votes if the metric is."""
    if metric.of_votes:
        votes = votes_of(R, name)
        measure: Any = metric.make(draws(metric.k, votes.outcomes))
        k, known = votes._known  # at once: another thread may ask for another k
        if k == measure.k:
            measure.known = known
        votes._known = measure.k, measure.known
        return measure, votes
    outcomes = tally(R, metric.highest, metric.hint, None, name)
    return metric.make(draws(metric.k, outcomes)), outcomes


def _parts(measure: Any, outcomes: Tally | VoteTally) -> dict[int, dict[Any, int]]:
    """{N: {key: number of questions}}."""
    parts: dict[int, dict[Any, int]] = {}
    if isinstance(outcomes, VoteTally):
        parts = outcomes._parts()
    elif isinstance(measure, CreditMeasure):
        parts.update(outcomes._groups)
    else:
        for counts, number in outcomes.histogram.items():
            parts.setdefault(sum(counts), {})[counts] = number
    measure.check(parts)
    return parts


class CountRows:
    """The class counts of each question, in order: a matrix of which only the counts are left. N may differ."""

    def __init__(self, counts: Iterable[Counts]) -> None:
        self.counts = list(counts)


def row_values(R: Any, metric: Metric, name: str) -> tuple[Measure, list[int], int]:
    """The measure, and the value of each row over one denominator."""
    rows: list[Any]
    if metric.of_votes:
        rows = votes_of(R, name).counts
        measure, outcomes = _measured(R, metric, name)
        places = {votes: (N, votes) for N, part in _parts(measure, outcomes).items() for votes in part}
    else:
        rows = R.counts if isinstance(R, CountRows) else _count_rows(R, metric, name)
        if not rows:
            raise emptiness(name, "it has no rows")
        measure, outcomes = _measured(Tally._added(((counts, ()), 1) for counts in rows), metric, name)
        _parts(measure, outcomes)
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
    (low, scale), (high, _) = spread.measure.low, spread.measure.high
    value = nearest(*spread.x)
    if low == high:
        return value, 0.0, value, value
    S, d = spread.S
    ends = wilson_interval(*spread.unit(), (level, degrees(spread.clusters)), low, high, scale)
    return (value, nearest_sqrt(S, d * spread.questions**2), *ends)
