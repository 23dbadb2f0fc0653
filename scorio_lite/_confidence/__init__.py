"""Intervals about what was observed: how far the values of the questions spread, and what that leaves open."""

from __future__ import annotations

from math import gcd

from .._arguments import class_weights, is_scores, items, probability, shown
from .._credit import at_least_one, draws
from .._credit.measures import CreditMeasure, RewardMeasure, ScoreMeasure
from .._credit.metrics import METRICS, known_as
from .._credit.rewards import earned_sums, other_outcomes
from .._double import budget, lowest, nearest, nearest_sqrt, ratio_sum
from .._double.wilson import Sample
from .._outcomes import emptiness
from .._votes import VoteTally, vote_tally
from ..tally import Tally, tally_of
from .checks import check_clusters, check_questions, cluster_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable, Optional, Sequence, SupportsIndex, TypeVar, Union

    from .._arguments import Real, Weights
    from .._credit.plurality import VoteMeasure
    from .._double import Ratio
    from .._double.wilson import Bounds
    from .._outcomes import Counts
    from .._scores import Scores
    from ..tally import Outcomes
    from .checks import Clusters

    Kind = TypeVar("Kind", bound="Interval")
    Measure = Union[CreditMeasure, RewardMeasure, ScoreMeasure, VoteMeasure]
    Sums = tuple[int, int, int, int, int, Optional[Ratio]]

_LONG_DENOMINATOR = 1 << 10  # bits: shorter ones cost next to nothing


class Interval(tuple):  # type: ignore[type-arg]
    """(value, se, lo, hi), with these names."""

    __slots__ = ()
    value: float = property(lambda self: self[0])  # type: ignore[assignment]
    se: float = property(lambda self: self[1])  # type: ignore[assignment]
    lo: float = property(lambda self: self[2])  # type: ignore[assignment]
    hi: float = property(lambda self: self[3])  # type: ignore[assignment]


class Difference(Interval):
    """(difference, se, lo, hi), with these names."""

    __slots__ = ()
    difference = Interval.value


class Metric:
    """What is asked of the outcomes: how they are read, k, and the measure that a valid k makes.

    `metric` is a name of the table; arguments that it does not take must be None.
    """

    def __init__(
        self, metric: str, k: SupportsIndex | None = None, w: Iterable[Real] | None = None, tau: Real | None = None,
        weights: Iterable[Real] | None = None, ragged: bool = False,
    ) -> None:  # fmt: skip
        known = known_as(metric)
        if not known or not known.has_interval:
            names = [name for one in METRICS.values() if one.has_interval for name in (one.name, *one.aliases)]
            way_out = f"; pass its name, {metric.__name__!r}" if hasattr(metric, "__name__") else ""
            raise ValueError(f"metric must be one of {', '.join(names)}; got {shown(metric)}{way_out}")
        if w is not None or (k is not None, tau is not None, weights is not None) != known.needs:
            known.check(metric, k=k, w=w, tau=tau, weights=weights)
        self.known, self.ragged = known, ragged
        self.k = k if known.needs[0] else 1
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
        if is_scores(R):
            return self._scored(R, name), R
        outcomes = tally_of(R, self.highest, self.hint, None, name, self.ragged)
        number = draws(self.k, outcomes)
        if self.weights:
            return RewardMeasure(self.weights, number), outcomes
        credit = self.known.credit or at_least_one  # the mean, and the best, of 0/1 outcomes
        return CreditMeasure(credit(number, *self.more)), outcomes

    def _scored(self, scores: Any, name: str) -> ScoreMeasure:
        from .._scores import draws_of_scores

        if self.known.kind != "reward" or self.weights:
            what = "w must not be given with Scores" if self.weights else f"{name} must be outcomes, not Scores"
            raise ValueError(f"{what}; Scores have avg and max_at_k, and Scores.at_least(threshold) gives outcomes")
        return ScoreMeasure(scores, draws_of_scores(scores, self.k or 0, name))


class Spread:
    """What the interval about x is made of, over M questions, in the units of the metric: `Sample` has the formula.

    S over M**2 is the variance of x; None for a single cluster stands for its bound, B M b. An event that was not seen
    adds `unseen` to it: with clusters kappa B, kappa being `spare`. Of these questions, `lengths` has (questions, N).
    `is_bound` tells that S is a bound, of a single cluster or where N < 2k.
    """

    k = 1
    lengths: Sequence[tuple[int, int]] = ()
    pair: tuple[Spread, ...] = ()  # of a difference of these questions

    def __init__(
        self, bounds: Bounds, x: Ratio, M: int, S: Ratio | None, B: Ratio, unseen: Ratio, spare: Ratio, df: Ratio | None
    ) -> None:
        self.bounds, self.x, self.M, self.B = bounds, x, M, B
        self.unseen, self.spare, self.df = unseen, spare, df
        self.is_bound = not S
        if S:
            self.S = S
        else:
            n, d = self.b
            self.S = B[0] * M * n, B[1] * d

    @property
    def b(self) -> Ratio:
        (m, d), (low, high, scale) = self.x, self.bounds
        return (m * scale - low * d) * (high * d - m * scale), (d * scale) ** 2

    def sample(self) -> Sample:
        """The same where the metric goes from 0 to 1."""
        (m, d), (low, high, scale), M = self.x, self.bounds, self.M
        (n, e), (u, f), (c, g), (B, h) = self.S, self.unseen, self.spare, self.B
        square = (high - low) ** 2
        variance = n * scale * scale * f, u * e * square, M * M * e * f * square
        return Sample(lowest(m * scale - low * d, d * (high - low)), variance, (B, h * M), (c, g * M), self.df)

    def interval(self, level: Ratio, kind: type[Kind]) -> Kind:
        value, (low, high, _) = nearest(*self.x), self.bounds
        if low == high:
            return kind((value, 0.0, value, value))
        n, d = self.S
        return kind((value, nearest_sqrt(n, d * self.M**2), *self.sample().ends(level, self.bounds)))


def spread_of(
    R: Outcomes | Scores | VoteTally, metric: Metric, questions: str, clusters: Iterable[Hashable] | None,
    name: str = "R",
) -> Spread:  # fmt: skip
    """The spread of one model's outcomes."""
    if clusters is not None:
        check_clusters(R, questions, name)
        rows = Rows(*row_values(R, metric, name))
        return rows.grouped(cluster_labels(clusters, len(rows.values))).spread()
    measure, outcomes = metric.measured(R, name)
    parts = _value_sums(measure, outcomes, questions == "these")
    if questions == "these":
        return _of_these(measure, parts)
    _, M, n, square, d, _ = parts[0]
    e = d * d
    if len(parts) > 1:
        (n, d), M = ratio_sum([(n, d) for _, _, n, _, d, _ in parts]), sum([number for _, number, *_ in parts])
        square, e = ratio_sum([(square, d * d) for _, _, _, square, d, _ in parts])
    if e == d * d:  # the sum of (x_q - x)**2 is that of x_q**2 less M x**2
        return spread_of_new(_bounds(measure), (n, d * M), M, (square * M - n * n, e * M))
    return spread_of_new(_bounds(measure), (n, d * M), M, (square * d * d * M - n * n * e, d * d * e * M))


def _bounds(measure: Measure) -> Bounds:
    return measure.low, measure.high, measure.scale


def spread_of_new(
    bounds: Bounds, x: Ratio, M: int, square: Ratio, sizes: Sequence[int] = (), residuals: Ratio = (0, 1)
) -> Spread:
    """Of new questions, from the sum of (x_q - x)**2 and, with clusters, their sizes and the sum of the squares of what
    their totals are above their share."""
    n, d = square
    if not sizes:
        return Spread(bounds, x, M, (M * n, (M - 1) * d) if M > 1 else None, (1, 1), (1, 1), (1, 1), (M - 1 or 1, 1))
    G, B = len(sizes), sum([size * size for size in sizes])  # B is over M
    if G == 1:
        return Spread(bounds, x, M, None, (M, 1), (M * M, 1), (M, 1), (1, 1))
    (low, high, scale), (s, e) = bounds, (G * residuals[0], (G - 1) * residuals[1])
    n, d, one, square_width = M * n, (M - 1) * d, scale * scale, (high - low) ** 2
    kappa = (32 * s * one * M * M + B * B * square_width * e) * d, (32 * n * one * M + B * square_width * d) * e * M
    if kappa[0] <= kappa[1]:
        kappa = 1, 1
    elif kappa[0] * M >= B * kappa[1]:
        kappa = B, M
    unseen = kappa[0] * B, kappa[1] * M
    return Spread(bounds, x, M, (s, e), (B, M), unseen, kappa, (max(M * M - B, B), B))


def _of_these(measure: Measure, parts: list[Sums]) -> Spread:
    """Of these questions. Where N < 2k the variance of x_q is at most k/N c (1-c), c being the mean of them and of two
    more, one of them 1."""
    bounds = low, high, scale = _bounds(measure)
    k, terms = measure.k, []
    for N, number, n, square, d, pairs in parts:
        if pairs:
            terms += [(square, d * d), (-pairs[0], pairs[1])]
        else:
            c, whole = n * scale - low * d * number + d * (high - low), d * (high - low) * (number + 2)
            terms.append((k * number * c * (whole - c), N * (d * (number + 2) * scale) ** 2))
    (n, d), S = ratio_sum([(n, d) for _, _, n, _, d, _ in parts]), ratio_sum(terms)
    M, least = sum([number for _, number, *_ in parts]), min([N for N, *_ in parts])
    x, unseen, S = (n, d * M), (k, max(least - k, k)), S if S[0] > 0 else (0, 1)
    spread = Spread(bounds, x, M, S, (k, least), unseen, (1, 1), None)
    spread.is_bound = not all(pairs for *_, pairs in parts)
    spread.k, spread.lengths = k, [(number, N) for N, number, *_ in parts]
    return spread


def _value_sums(measure: Any, outcomes: Any, with_pairs: bool) -> list[Sums]:
    """For each N: N, the number of questions, the sums of x_q and of x_q**2 as numerators, over d and d**2, d, and if
    `with_pairs` the sum of y_q where N >= 2k.
    """
    k, found = measure.k, []
    if k == 1 and isinstance(measure, RewardMeasure):
        for N, _, number, first, second, square in earned_sums(outcomes, measure.weights):
            d = N * measure.scale
            found.append((N, number, first, square, d, (square - second, d * (d - measure.scale)) if N > 1 else None))
        return found
    with_pairs = with_pairs and hasattr(measure, "pairs")  # which votes do not have
    for N, part in measure.parts(outcomes).items():
        values, d = measure.values(N, list(part))
        numbers = part.values()
        weighted = list(map(int.__mul__, values, numbers))
        total, square = sum(weighted), sum(map(int.__mul__, weighted, values))
        pairs = measure.pairs(N, part, (total, d)) if with_pairs and 2 * k <= N else None
        found.append((N, sum(numbers), total, square, d, pairs))
    return found


class CountRows:
    """The class counts of each question, in order: a matrix of which only the counts are left. N may differ."""

    def __init__(self, counts: Iterable[Counts]) -> None:
        self.counts = list(counts)


def row_values(R: Any, metric: Metric, name: str) -> tuple[Measure, list[int], int]:
    """The measure, and the value of each row over one denominator."""
    rows: list[Any]
    measure: Any
    if metric.of_votes:
        rows = votes_of(R, name).counts
        measure, outcomes = metric.measured(R, name)
        places = {votes: (N, votes) for N, part in measure.parts(outcomes).items() for votes in part}
    elif is_scores(R):
        measure, outcomes = metric.measured(R, name)
        places = {q: (N, q) for N, part in measure.parts(outcomes).items() for q in part}
        rows = list(range(len(R)))
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
    d = common_denominator([e for _, e in tables.values()], len(rows), metric)
    values = {(N, key): n * (d // tables[N][1]) for N, group in keys.items() for key, n in zip(group, tables[N][0])}
    return measure, [values[places[row]] for row in rows], d


def common_denominator(denominators: list[int], values: int, metric: Metric) -> int:
    """The least common one, for so many values, of which the squares will be added up."""
    d = 1
    for e in denominators:
        d *= e // gcd(d, e)
        if d >> _LONG_DENOMINATOR:
            budget("w" if metric.weights else "k, or R with different N,", values, d.bit_length(), steps=2)
    return d


def _count_rows(R: Outcomes, metric: Metric, name: str) -> list[Counts]:
    from .._outcomes.reader import Reader

    reader = Reader(name, metric.highest, metric.hint, metric.ragged)
    return reader.by_question(reader.rows(R))


def votes_of(R: object, name: str) -> VoteTally:
    if not isinstance(R, VoteTally):
        raise ValueError(f"{name} must be a VoteTally for cons_at_k, such as VoteTally(answers, R); got {shown(R)}")
    return vote_tally(R, None)


class Rows:
    """The values of a model question by question, over one denominator, with what many comparisons need of them."""

    def __init__(self, measure: Measure, values: list[int], d: int) -> None:
        self.bounds = _bounds(measure)
        self.values, self.d = values, d
        self.sizes: list[int] = []  # of clusters; empty without
        self.residuals: list[int] = []  # what clusters have above their share of the total, times M

    def grouped(self, clusters: Clusters | None) -> Rows:
        self.total = sum(self.values)
        self.square = sum(map(int.__mul__, self.values, self.values))
        if clusters:
            numbers, self.sizes = clusters
            M, totals = len(numbers), [0] * len(self.sizes)
            for number, value in zip(numbers, self.values):
                totals[number] += value
            self.residuals = [M * total - size * self.total for total, size in zip(totals, self.sizes)]
        self.residual_square = sum(map(int.__mul__, self.residuals, self.residuals))
        return self

    def over(self, d: int) -> Rows:
        """The same over a multiple of the denominator."""
        if d != self.d:
            self.values, self.d = [d // self.d * value for value in self.values], d
        return self

    def spread(self) -> Spread:
        return _of_sums(self, self.bounds, self.total, self.square, self.residual_square)

    def less(self, other: Rows) -> Spread:
        """Of the paired differences to a model on the same questions, over the same denominator."""
        (low, high, scale), common = self.bounds, sum(map(int.__mul__, self.values, other.values))
        of_clusters = self.residual_square + other.residual_square
        of_clusters -= 2 * sum(map(int.__mul__, self.residuals, other.residuals))
        square = self.square + other.square - 2 * common
        return _of_sums(self, (low - high, high - low, scale), self.total - other.total, square, of_clusters)


def _of_sums(rows: Rows, bounds: Bounds, total: int, square: int, of_clusters: int) -> Spread:
    M, d = len(rows.values), rows.d
    rest = M * square - total * total, M * d * d
    return spread_of_new(bounds, (total, M * d), M, rest, rows.sizes, (of_clusters, (M * d) ** 2))


def interval(
    R: Outcomes | Scores | VoteTally, metric: Metric, confidence: Real, questions: str,
    clusters: Iterable[Hashable] | None,
) -> Interval:  # fmt: skip
    """(value, se, lo, hi) of a metric."""
    level = probability(confidence)
    check_questions(questions)
    return spread_of(R, metric, questions, clusters).interval(level, Interval)
