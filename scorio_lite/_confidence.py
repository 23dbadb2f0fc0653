"""Intervals about what was observed: how far the values of the questions spread, and what that leaves open."""

from __future__ import annotations

from . import _credit
from ._arguments import items_of, least_successes, probability, real, shown
from ._credit import draws
from ._credit.measures import CreditMeasure, RewardMeasure
from ._double import FIRST_BITS, LAST_BITS, minus, nearest, nearest_sqrt, pinned, ratio_sum, square_root, undecided
from ._double.enclosures import normal_deviate
from ._double.wilson import enough_outcomes, wilson_ends, wilson_interval
from ._outcomes import emptiness
from .tally import Tally, tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Hashable, Iterable, SupportsIndex, Union

    from ._arguments import Real
    from ._credit import Credit
    from ._double import Ratio
    from ._double.wilson import Deviate
    from .tally import Outcomes

    Interval = tuple[float, float, float, float]  # value, se, lo, hi
    Measure = Union[CreditMeasure, RewardMeasure]


class Metric:
    """What is asked of the outcomes: how they are read, k, and the measure that a valid k makes."""

    def __init__(
        self, k: SupportsIndex, credit: Callable[[int], Credit] | None, w: Iterable[Real] | None = None, name: str = ""
    ) -> None:
        self.k = k
        self.highest, self.hint = 1, ""
        self.make: Callable[[int], Measure] = lambda k: CreditMeasure((credit or _credit.at_least_one)(k))
        if not credit and w is None:
            self.hint = ", or the weight vector 'w' must be provided" if name == "max_at_k" else ", or w must be given"
        elif not credit and w is not None:
            from ._weights import class_weights

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


def metric_of(
    metric: str, k: Any, w: Any, tau: Any, weights: Any
) -> Metric:
    """The metric of a name and its arguments, of which those that it does not have must be None."""
    takes = {"avg": ("w",), "max_at_k": ("k", "w"), "g_pass_at_k_tau": ("k", "tau")}
    takes["threshold_spectrum_at_k"] = ("k", "weights")
    if metric not in takes and metric not in _CREDITS:
        raise ValueError(f"metric must be one of {', '.join([*takes, *_CREDITS])}; got {shown(metric)}")
    for name, value in (("k", k), ("w", w), ("tau", tau), ("weights", weights)):
        if value is not None and name not in takes.get(metric, ("k",)):
            raise ValueError(f"{name} must not be given for {metric}")
        if value is None and name != "w" and name in takes.get(metric, ("k",)):
            raise ValueError(f"{name} must be given for {metric}")
    if metric == "avg":
        return Metric(1, None, w, metric)
    if metric == "max_at_k":
        return Metric(k, None, w, metric)
    if metric == "g_pass_at_k_tau":
        return Metric(k, lambda k: _credit.threshold(k, least_successes(k, tau)))
    if metric == "threshold_spectrum_at_k":
        return Metric(k, lambda k: _credit.spectrum(k, weights))
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
        return x, (M * e, n)


def spread_of(
    R: Outcomes, metric: Metric, questions: str, clusters: Iterable[Hashable] | None, name: str = "R"
) -> Spread:
    """The spread of one model's outcomes."""
    if clusters is not None:
        _check_clusters(R, questions, name)
        measure, values, d = _rows(R, metric, name)
        labels = _labels(clusters, len(values))
        return _clustered(measure, values, d, labels)
    measure, parts = _measured(R, metric, name)
    is_new = questions == "new"
    tables = {N: measure.values(N, list(part)) for N, part in parts.items()}
    sums, squares, M = [], [], 0
    for N, part in parts.items():
        values, d = tables[N]
        weighted = list(map(int.__mul__, values, part.values()))
        sums.append((sum(weighted), d))
        M += sum(part.values())
        if is_new or 2 * measure.k <= N:
            squares.append((sum(map(int.__mul__, weighted, values)), d * d))
            if not is_new:
                n, e = measure.pairs(N, part)
                squares.append((-n, e))
    total = ratio_sum(sums)
    square = ratio_sum(squares) if squares else (0, 1)
    spread = Spread(measure, (total[0], total[1] * M), M, M)
    if is_new:  # the sum of (x_q - x)**2 is that of x_q**2 less M x**2
        return spread.of_questions(minus(square, (total[0] ** 2, total[1] ** 2 * M)))
    shares = [(measure.k * sum(part.values()), N) for N, part in parts.items()]
    few = [(n * spread.b[0], N * spread.b[1]) for n, N in shares if 2 * measure.k > N]
    spread.S = ratio_sum([square, *few])
    if spread.S[0] < 0:
        spread.S = 0, 1
    n, e = ratio_sum(shares)
    spread.B = n, e * M
    return spread


def _measured(R: Outcomes, metric: Metric, name: str) -> tuple[Measure, dict[int, dict[Any, int]]]:
    """The measure, and {N: {key: number of questions}}."""
    outcomes = tally(R, metric.highest, metric.hint, None, name)
    measure = metric.make(draws(metric.k, outcomes))
    parts: dict[int, dict[Any, int]] = {}
    if isinstance(measure, CreditMeasure):
        parts.update(outcomes._groups)
    else:
        for counts, number in outcomes.histogram.items():
            parts.setdefault(sum(counts), {})[counts] = number
    measure.check(parts)
    return measure, parts


def _rows(R: Outcomes, metric: Metric, name: str) -> tuple[Measure, list[int], int]:
    """The measure, and the value of each row over one denominator."""
    from ._outcomes.reader import Reader

    reader = Reader(name, metric.highest, metric.hint)
    rows = reader.by_question(reader.rows(R))
    if not rows:
        raise emptiness(name, "it has no rows")
    measure, parts = _measured(Tally._added(((counts, ()), 1) for counts in rows), metric, name)
    (N,) = parts
    keys = {counts: measure.key(counts) for counts in set(rows)}
    values, d = measure.values(N, list(keys.values()))
    table = dict(zip(keys, values))
    return measure, [table[counts] for counts in rows], d


def check_questions(questions: str) -> None:
    if questions not in ("new", "these"):
        raise ValueError(f"questions must be 'new' or 'these'; got {shown(questions)}")


def _check_clusters(R: Outcomes, questions: str, name: str) -> None:
    if questions != "new":
        raise ValueError("clusters must not be given for questions='these': there the trials alone are random")
    if isinstance(R, Tally):
        raise ValueError(f"{name} must be a matrix where clusters are given: a tally has lost which row is which")


def _labels(clusters: Iterable[Hashable] | None, questions: int) -> list[Hashable]:
    """The cluster of each question."""
    if clusters is None:
        return list(range(questions))
    labels = list(items_of(clusters, "clusters", "a sequence of labels, one for each row of R"))
    if len(labels) != questions:
        raise ValueError(f"clusters must have one label for each row of R; R has {questions}, clusters {len(labels)}")
    for i, label in enumerate(labels):
        if getattr(label, "__hash__", None) is None:
            raise ValueError(f"clusters must be hashable labels; got {shown(label)} at clusters[{i}]")
    return labels


def _residuals(values: list[int], labels: list[Hashable]) -> tuple[list[int], int]:
    """M times what each cluster's total is above its size times the mean; and the sum of the squares of the sizes."""
    totals: dict[Hashable, int] = {}
    sizes: dict[Hashable, int] = {}
    for value, label in zip(values, labels):
        totals[label] = totals.get(label, 0) + value
        sizes[label] = sizes.get(label, 0) + 1
    M, total = len(values), sum(values)
    return [M * totals[label] - sizes[label] * total for label in totals], sum([size * size for size in sizes.values()])


def _clustered(measure: Measure, values: list[int], d: int, labels: list[Hashable]) -> Spread:
    residuals, squares = _residuals(values, labels)
    M = len(values)
    spread = Spread(measure, (sum(values), M * d), M, len(residuals))
    return spread.of_questions((sum([x * x for x in residuals]), (M * d) ** 2), (squares, M))


def _deviate(level: Ratio, questions: str, clusters: int) -> tuple[Deviate, Callable[[Ratio], bool]]:
    """q, and whether its square is a given rational number."""
    if questions == "these":
        return lambda bits: normal_deviate(level, bits), lambda _: False
    from ._double.student import is_squared_deviate, student_deviate

    df = max(clusters - 1, 1)
    return lambda bits: student_deviate(level, df, bits), lambda square: is_squared_deviate(square, level, df)


def interval(
    R: Outcomes, metric: Metric, confidence: Real, questions: str, clusters: Iterable[Hashable] | None
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
    ends = wilson_interval(*spread.unit(), *_deviate(level, questions, spread.clusters), low, high, scale)
    return (value, nearest_sqrt(S, d * spread.questions**2), *ends)


def difference(
    R_a: Outcomes, R_b: Outcomes, metric: Metric, confidence: Real, questions: str, clusters: Iterable[Hashable] | None
) -> Interval:
    """(difference, se, lo, hi) of two models by one metric."""
    level = probability(confidence)
    check_questions(questions)
    covariance, correlated = (0, 1), (0, 1)  # of the sums; and the correlation, as its square with its sign
    if questions == "these":
        if clusters is not None:
            _check_clusters(R_a, questions, "R_a")
        a, b = (spread_of(R, metric, questions, None, name) for R, name in ((R_a, "R_a"), (R_b, "R_b")))
        _check_questions_of_both(a.questions, b.questions)
    else:
        for R, name in ((R_a, "R_a"), (R_b, "R_b")):
            if isinstance(R, Tally):
                raise ValueError(
                    f"{name} must be a matrix for new questions: questions are paired row by row, and a tally has lost "
                    "which is which; questions='these' takes tallies"
                )
        (measure, values_a, d), (_, values_b, e) = _rows(R_a, metric, "R_a"), _rows(R_b, metric, "R_b")
        _check_questions_of_both(len(values_a), len(values_b))
        labels = _labels(clusters, len(values_a))
        a, b = _clustered(measure, values_a, d, labels), _clustered(measure, values_b, e, labels)
        A, B = _residuals(values_a, labels)[0], _residuals(values_b, labels)[0]
        aa, bb, ab = (sum(map(int.__mul__, *pair)) for pair in ((A, A), (B, B), (A, B)))
        G, M = len(A), len(values_a)
        if aa and bb:
            covariance = G * ab, (G - 1) * M * M * d * e
            correlated = ab * abs(ab), aa * bb
    (low, scale), (high, _) = a.measure.low, a.measure.high
    gap, M = minus(a.x, b.x), a.questions
    value = nearest(*gap)
    if low == high:
        return value, 0.0, value, value
    variance = minus(ratio_sum((a.S, b.S)), (2 * covariance[0], covariance[1]))
    se = nearest_sqrt(variance[0], variance[1] * M * M)
    (x_a, n_a), (x_b, n_b) = a.unit(), b.unit()
    deviate, _ = _deviate(level, questions, a.clusters)
    if correlated[0] == correlated[1] and _equal(minus((1, 1), x_a), x_b) and _equal(n_a, n_b):
        return value, se, value, value  # both intervals reach as far, and one model's changes are the other's
    ends = _difference_ends(minus(x_a, x_b), a.unit(), b.unit(), correlated, deviate, (high - low, scale))
    return (value, se, *ends)


def _equal(a: Ratio, b: Ratio) -> bool:
    return a[0] * b[1] == b[0] * a[1]


def _check_questions_of_both(first: int, second: int) -> None:
    if first != second:
        raise ValueError(f"R_a and R_b must have the same questions; R_a has {first}, R_b has {second}")


def _difference_ends(
    gap: Ratio, a: tuple[Ratio, Ratio], b: tuple[Ratio, Ratio], correlated: Ratio, deviate: Deviate, width: Ratio
) -> tuple[float, float]:
    """d - sqrt(A**2 + B**2 - 2 rho A B), where a may be too high by A and b too low by B; and d + sqrt, vice versa."""
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        one = 1 << bits
        q = deviate(bits)
        reach = []  # how far the ends are below and above the values, times 2**bits
        for x, n in (a, b):
            lower, upper = wilson_ends(x, n, q, bits)
            m = x[0] * one // x[1]
            (l_lo, l_hi), (u_lo, u_hi) = (
                (least[0] * one // least[1], most[0] * one // most[1] + 1) for least, most in (lower, upper)
            )
            below = (max(m - l_hi, 0), m + 1 - l_lo) if x[0] else (0, 0)
            above = (max(u_lo - m - 1, 0), u_hi - m) if x[0] != x[1] else (0, 0)
            reach.append((below, above))
        rho_lo, rho_hi, scale = square_root(abs(correlated[0]), abs(correlated[0]), correlated[1], bits)
        if abs(correlated[0]) == correlated[1]:
            rho_lo = rho_hi = scale = 1
        ends = []
        for (A_lo, A_hi), (B_lo, B_hi) in ((reach[0][0], reach[1][1]), (reach[0][1], reach[1][0])):
            if correlated[0] > 0:  # as (A - B)**2 + 2 (1 - rho) A B nothing cancels
                near, far = max(A_lo - B_hi, B_lo - A_hi, 0), max(A_hi - B_lo, B_hi - A_lo)
                least = near * near * scale + 2 * max(scale - rho_hi, 0) * A_lo * B_lo
                most = far * far * scale + 2 * (scale - rho_lo) * A_hi * B_hi
            else:
                least = (A_lo * A_lo + B_lo * B_lo) * scale + 2 * rho_lo * A_lo * B_lo
                most = (A_hi * A_hi + B_hi * B_hi) * scale + 2 * rho_hi * A_hi * B_hi
            ends.append(square_root(least, most, scale, bits))
        (lo_near, lo_far, s), (hi_near, hi_far, t) = ends
        (g, d), (w, e) = gap, width
        s, t = s * one, t * one
        lo_end = pinned(w * (g * s - lo_far * d), w * (g * s - lo_near * d), d * e * s)
        hi_end = pinned(w * (g * t + hi_near * d), w * (g * t + hi_far * d), d * e * t)
        if lo_end is not None and hi_end is not None:
            return lo_end, hi_end
        bits *= 2
    raise undecided()


def enough(R: Outcomes, half_width: Real, metric: Metric, confidence: Real, questions: str) -> int:
    """The trials a question, or the questions, for an interval about the same value that reaches no further."""
    level = probability(confidence)
    check_questions(questions)
    h, e = real(half_width, "half_width", "a positive number")
    spread = spread_of(R, metric, questions, None)
    (low, scale), (high, _) = spread.measure.low, spread.measure.high
    if not 0 < h * scale * 2 <= (high - low) * e:
        half = nearest(high - low, 2 * scale)
        raise ValueError(f"half_width must be in (0, {half!r}], half the range of the metric; got {shown(half_width)}")
    (m, d), (n, r) = spread.unit()
    b, width, M = (m * (d - m), d * d), (h * scale, e * (high - low)), spread.questions
    if questions == "these":  # N' / N times as many outcomes, N the harmonic mean
        k, N = spread.measure.k, spread.B  # B = k / N
        have = -(-k * N[1] // N[0])
        per_trial = n * N[0], r * N[1] * k
        bits = FIRST_BITS
        while bits <= LAST_BITS:
            least, most = enough_outcomes(b, width, normal_deviate(level, bits), bits)
            fewest, number = (-(-p * per_trial[1] // (q * per_trial[0])) for p, q in (least, most))
            if fewest == number:
                return max(have, number)
            bits *= 2
        raise undecided()

    def suffices(questions: int) -> bool:
        """Whether so many questions, with r as it is, are as many outcomes as it takes."""
        bits = FIRST_BITS
        while bits <= LAST_BITS:
            q = _deviate(level, "new", questions)[0](bits)
            least, most = enough_outcomes(b, width, q, bits)
            ours, whole = questions * n, M * r
            if ours * most[1] >= most[0] * whole:
                return True
            if ours * least[1] < least[0] * whole:
                return False
            bits *= 2
        raise undecided()

    if suffices(M):
        return M
    few, many = M, 2 * M
    while not suffices(many):
        few, many = many, 2 * many
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if suffices(middle) else (middle, many)
    return many
