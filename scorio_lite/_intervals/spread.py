"""The spread of a sample: how much the values of the questions vary, and what else its interval needs.

One model has a spread, and so have the paired differences of two models, and the mean over several benchmarks. For
"new" questions, the questions are a random sample; for "these" questions, only the trials are random. `formula` says
how an interval follows from a spread.
"""

from __future__ import annotations

from .._numbers import dot, lowest, minus, nearest, nearest_sqrt, ratio_sum
from .formula import QuestionSample, SuiteSample
from .results import Difference, Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Optional, Sequence, TypeVar

    from .._numbers import Ratio
    from .formula import ConfidenceLevel, MetricRange

    Kind = TypeVar("Kind", bound=Interval)
    ValueSums = tuple[int, int, int, int, int, Optional[Ratio]]
    Cosine = tuple[int, int]  # (m, n): of the angle with the cosine m / sqrt(n), |m| <= sqrt(n)
    Clusters = tuple[list[int], list[int]]  # the number of each question's cluster, and the sizes of the clusters


class Spread:
    """What the interval about the mean value x of M questions needs, in the units of the metric; see `formula`.

    squares         S, the estimate of M**2 times the variance of x
    largest_effect  B, the mean size of a question's cluster: the sum of size**2, over M; 1 without clusters. For
                    "these" questions, the largest k/N
    unseen          what an unseen event of size 1 adds to S; with clusters, design_effect times B
    design_effect   kappa: how many questions of a cluster move as one
    df              Student's degrees of freedom; None for "these" questions
    lengths         for "these" questions: (number of questions with N trials, N) for each N
    is_bound        whether S is the greatest that is possible, as it cannot be estimated: for a single question or
                    cluster, or for "these" questions if N < 2k
    """

    k = 1
    steps = 30  # of a comparison, for a budget
    lengths: Sequence[tuple[int, int]] = ()
    pair: tuple[Spread, ...] = ()  # for a difference on these questions: the spreads of both models

    def __init__(
        self,
        bounds: MetricRange,
        x: Ratio,
        M: int,
        S: Ratio | None,
        df: Ratio | None,
        B: Ratio = (1, 1),
        unseen: Ratio = (1, 1),
        design_effect: Ratio = (1, 1),
    ) -> None:
        self.bounds, self.x, self.M, self.largest_effect = bounds, x, M, B
        self.unseen, self.design_effect, self.df = unseen, design_effect, df
        self.is_bound = not S
        if S:
            self.squares = S
        else:
            n, d = self.most_variance
            self.squares = B[0] * M * n, B[1] * d

    @property
    def most_variance(self) -> Ratio:
        """The greatest variance that the value of a question can have, given the range of the metric and the mean."""
        (m, d), (low, high, scale) = self.x, self.bounds
        return (m * scale - low * d) * (high * d - m * scale), (d * scale) ** 2

    def sample(self) -> QuestionSample:
        """Return the sample of this spread, with the range of the metric mapped to [0, 1]."""
        (m, d), (low, high, scale), (n, e) = self.x, self.bounds, self.squares
        x, S = lowest(m * scale - low * d, d * (high - low)), (n * scale * scale, e * (high - low) ** 2)
        return QuestionSample(x, self.M, S, self.largest_effect, self.unseen, self.design_effect, self.df)

    def interval(self, level: ConfidenceLevel, kind: type[Kind]) -> Kind:
        value, (low, high, _) = nearest(*self.x), self.bounds
        if low == high:
            return kind((value, 0.0, value, value))
        return kind((value, nearest_sqrt(*self.variance), *self.sample().ends(level, self.bounds)))

    def difference(self, level: Ratio) -> Difference:
        """Return (difference, se, lo, hi) with its p-value."""
        return self.interval(level, Difference).with_p(self.excludes_zero)

    def excludes_zero(self, level: Ratio) -> bool:
        low, high, _ = self.bounds
        if low == high:
            return False
        sample, zero = self.sample(), (-low, high - low)
        return sample.clears(zero, level) or sample.clears(zero, level, True)

    @property
    def variance(self) -> Ratio:
        """The square of the standard error, in the units of the metric."""
        n, d = self.squares
        return n, d * self.M**2

    def less(self, other: Spread) -> Spread:
        """Return the spread of this model minus another model, if only the trials are random."""
        (B, d), (C, e) = self.largest_effect, other.largest_effect
        few = self if B * e >= C * d else other  # with the fewest trials
        S, bounds = ratio_sum((self.squares, other.squares)), bounds_of_difference(self.bounds)
        spread = Spread(bounds, minus(self.x, other.x), self.M, S, None, few.largest_effect, few.unseen)
        spread.k, spread.pair, spread.is_bound = self.k, (self, other), self.is_bound or other.is_bound
        return spread

    def changed(self, x: Ratio, S: Ratio | None) -> Spread:
        """Return this spread with another mean x, and another S: M**2 times the variance of x."""
        return Spread(self.bounds, x, self.M, S, self.df, self.largest_effect, self.unseen, self.design_effect)

    @property
    def size(self) -> int:
        """The number of questions; for "these" questions, the harmonic mean of their numbers of trials, rounded up."""
        return self.M if self.df else max([-(-n // d) for n, d in [one._trials() for one in self.pair or (self,)]])

    def _trials(self) -> Ratio:
        n, d = ratio_sum([(number, N) for number, N in self.lengths])
        return self.M * d, n

    def resized(self, size: int) -> Spread:
        """Return the spread for `size` new questions, or `size` trials of each of "these", without clusters."""
        bounds, x, M, k = self.bounds, self.x, self.M, self.k
        if self.df:
            n, d = self.squares
            return Spread(bounds, x, size, (n * size, d * M), (max(size - 1, 1), 1))
        trials = [(each.squares, each._trials()) for each in self.pair or (self,)]
        S = ratio_sum([(n * m, d * e * size) for (n, d), (m, e) in trials])
        return Spread(bounds, x, M, S, None, (k, size), (k, max(size - k, k)))

    def shares(self, these: Spread, level: Ratio) -> tuple[float | None, float, float | None]:
        """Return (share, width with twice the questions, width with twice the trials): what makes the interval wide.

        This spread is for "new" questions; `these` is the spread of the same data for "these" questions. The share is
        the part of the variance that comes from questions; the rest comes from trials. Each width is divided by the
        width now. If a question has N < 2k trials, the share and the last width are None.
        """
        (n, d), (m, e) = self.squares, these.squares
        m, e = (m, e) if m * d < n * e else (n, d)
        fewer = self.changed(self.x, minus((n, d), (m, 2 * e)))
        ends = [one.sample().ends(level, self.bounds) for one in (self, self.resized(2 * self.M), fewer)]
        now, doubled, again = (hi - lo for lo, hi in ends)
        if these.is_bound:
            return None, doubled / now, None
        return nearest(n * e - m * d, n * e) if n else 0.0, doubled / now, again / now


def bounds_of_difference(bounds: MetricRange) -> MetricRange:
    low, high, scale = bounds
    return low - high, high - low, scale


def spread_of_new(
    bounds: MetricRange, x: Ratio, M: int, square: Ratio, sizes: Sequence[int] = (), residuals: Ratio = (0, 1)
) -> Spread:
    """Return the spread for "new" questions.

    square     the sum of (x_q - x)**2 over the values x_q of the questions
    sizes      the sizes of the clusters; empty without clusters
    residuals  the sum over the clusters of (sum of values - size x)**2
    """
    n, d = square
    # S = M**2 times the variance of x: M/(M-1) times the sum of squares.
    if not sizes:
        return Spread(bounds, x, M, (M * n, (M - 1) * d) if M > 1 else None, (M - 1 or 1, 1))
    G, B = len(sizes), sum([size * size for size in sizes])  # B is over M
    if G == 1:
        return Spread(bounds, x, M, None, (1, 1), (M, 1), (M * M, 1), (M, 1))
    # With G clusters, S is G/(G-1) times the sum of their squared residuals.
    (low, high, scale), (s, e) = bounds, (G * residuals[0], (G - 1) * residuals[1])
    n, d, one, square_width = M * n, (M - 1) * d, scale * scale, (high - low) ** 2
    # kappa of `Spread` is S over the S without clusters. Each has a term with 1/32, an eighth of the variance of a
    # coin, so that clusters move as wholes if nothing varied. kappa is at least B/2, so that the interval allows for a
    # cluster that fails as a whole even if no cluster did.
    kappa = (32 * s * one * M * M + B * B * square_width * e) * d, (32 * n * one * M + B * square_width * d) * e * M
    kappa = largest((kappa, (B, 2 * M)))
    if kappa[0] <= kappa[1]:
        kappa = 1, 1
    elif kappa[0] * M >= B * kappa[1]:
        kappa = B, M
    unseen = kappa[0] * B, kappa[1] * M
    return Spread(bounds, x, M, (s, e), (max(M * M - B, B), B), (B, M), unseen, kappa)


def spread_of_parts(bounds: MetricRange, parts: list[ValueSums]) -> Spread:
    """Return the spread for "new" questions, from what `value_sums` returns."""
    _, M, n, square, d, _ = parts[0]
    e = d * d
    if len(parts) > 1:
        (n, d), M = ratio_sum([(n, d) for _, _, n, _, d, _ in parts]), sum([number for _, number, *_ in parts])
        square, e = ratio_sum([(square, d * d) for _, _, _, square, d, _ in parts])
    # The sum of (x_q - x)**2 is that of x_q**2 less M x**2.
    rest = (square * M - n * n, e * M) if e == d * d else minus((square * M, e * M), (n * n, d * d * M))
    return spread_of_new(bounds, (n, d * M), M, rest)


def spread_of_these(bounds: MetricRange, k: int, parts: list[ValueSums]) -> Spread:
    """Return the spread for "these" questions, from what `value_sums` returns."""
    (low, high, scale), terms = bounds, []
    for N, number, n, square, d, pairs in parts:
        if pairs:
            terms += [(square, d * d), (-pairs[0], pairs[1])]
        else:
            # k/N c (1-c) bounds the variance of a value, where c is the mean of all values with N trials, a 0 and a 1.
            c, whole = n * scale - low * d * number + d * (high - low), d * (high - low) * (number + 2)
            terms.append((k * number * c * (whole - c), N * (d * (number + 2) * scale) ** 2))
    (n, d), S = ratio_sum([(n, d) for _, _, n, _, d, _ in parts]), ratio_sum(terms)
    M, least = sum([number for _, number, *_ in parts]), min([N for N, *_ in parts])
    x, unseen, S = (n, d * M), (k, max(least - k, k)), S if S[0] > 0 else (0, 1)
    spread = Spread(bounds, x, M, S, None, (k, least), unseen)
    spread.is_bound = not all(pairs for *_, pairs in parts)
    spread.k, spread.lengths = k, [(number, N) for N, number, *_ in parts]
    return spread


class Suite(Spread):
    """The spread of a weighted mean over benchmarks."""

    def __init__(self, spreads: Sequence[Spread], weights: Sequence[int]) -> None:
        self.spreads, self.weights, self.unit = spreads, weights, sum(weights)
        self.bounds, self.x = spreads[0].bounds, weighted_mean([spread.x for spread in spreads], weights)

    def sample(self) -> SuiteSample:  # type: ignore[override]  # both are a EffectiveSample
        (m, d), (low, high, scale), whole = self.x, self.bounds, sum(self.weights)
        x, spreads = lowest(m * scale - low * d, d * (high - low)), self.spreads
        parts = [((w, whole), spread.sample()) for w, spread in zip(self.weights, spreads)]
        return SuiteSample(x, parts, [spread.is_bound for spread in spreads])

    @property
    def variance(self) -> Ratio:
        (n, d), terms = self.most_variance, []
        for spread, w in zip(self.spreads, self.weights):
            (B, b), (S, e), M = spread.largest_effect, spread.squares, spread.M
            if spread.is_bound:
                terms.append((B * n * w * w, b * d * M * sum(self.weights) ** 2))
            else:
                terms.append((S * w * w, e * (M * self.unit) ** 2))
        return ratio_sum(terms)


class Several:
    """A model on several benchmarks, with a weight for each."""

    def __init__(self, parts: Sequence[ValueRows | Spread], weights: Sequence[int]) -> None:
        self.parts, self.weights = parts, weights
        self.x = weighted_mean([part.x for part in parts], weights)
        self.steps = 2 * sum([part.steps for part in parts])

    def less(self, other: Several) -> Suite:
        pairs: Any = zip(self.parts, other.parts)
        return Suite([one.less(two) for one, two in pairs], self.weights)


class ValueRows:
    """The values of a model question by question, over one denominator, with the sums that comparisons need.

    If `numbers` is not empty, it says how many questions have each value.
    """

    def __init__(self, bounds: MetricRange, values: list[int], d: int, numbers: Sequence[int] = ()) -> None:
        self.bounds, self.values, self.d, self.numbers = bounds, values, d, numbers
        self.M = sum(numbers) if numbers else len(values)
        self.steps = 30 + self.M // 8
        self.within: MetricRange | None = None  # the declared range of differences
        self.name = ""  # in messages
        self.sizes: list[int] = []  # of clusters; empty without
        self.residuals: list[int] = []  # M * sum of values - size * total, for each cluster
        self._marked: tuple[int, int] | None = None  # what `_bits` returned

    def grouped(self, clusters: Clusters | None) -> ValueRows:
        weighted = self._weighted()
        self.total, self.square = sum(weighted), dot(weighted, self.values)
        if clusters:
            numbers, self.sizes = clusters
            totals = [0] * len(self.sizes)
            for number, value in zip(numbers, self.values):
                totals[number] += value
            self.residuals = [self.M * total - size * self.total for total, size in zip(totals, self.sizes)]
        self.residual_square = dot(self.residuals, self.residuals)
        return self

    def _bits(self) -> tuple[int, int]:
        """Return (unit, bits) if all values are 0 or one number `unit`, for which `bits` has a 1; else (0, 0)."""
        if self._marked is None:
            units = {*self.values} - {0}
            is_one = len(units) == 1
            bits = int("".join(["01"[value != 0] for value in self.values]), 2) if is_one else 0
            self._marked = units.pop() if is_one else 0, bits
        return self._marked

    def _weighted(self) -> list[int]:
        return list(map(int.__mul__, self.values, self.numbers)) if self.numbers else self.values

    @property
    def x(self) -> Ratio:
        return self.total, self.M * self.d

    def over(self, d: int) -> ValueRows:
        """Change the denominator of the values to d, a multiple of the present denominator; return self."""
        if d != self.d:
            self.values, self.d = [d // self.d * value for value in self.values], d
        return self

    def spread(self) -> Spread:
        return _of_sums(self, self.bounds, self.total, self.square, self.residual_square)

    def cosine_to(self, other: ValueRows) -> Cosine:
        """Return (m, n) such that m / sqrt(n) is the correlation of these values with those of `other`.

        It is (C + B/2) / sqrt((S + B/2) (S' + B/2)). Here S and B are those of `Spread`, S' is the S of `other`, and C
        is S with products of both values in place of squares. B/2 is for events that were not seen.
        """
        M, (low, high, scale), G = self.M, self.bounds, len(self.sizes) or self.M
        if G == 1:
            return 0, 1
        if self.sizes:
            unit, half = 2 * G, (G - 1) * M * sum([size * size for size in self.sizes])
            both = dot(self.residuals, other.residuals)
            first, second = self.residual_square, other.residual_square
        else:
            unit, half = 2, G - 1
            both = M * dot(self._weighted(), other.values) - self.total * other.total
            first, second = (M * rows.square - rows.total**2 for rows in (self, other))
        unit, half, d, e = unit * scale * scale, half * (high - low) ** 2, self.d, other.d
        return unit * both + half * d * e, (unit * first + half * d * d) * (unit * second + half * e * e)

    def less(self, other: ValueRows) -> Spread:
        """Return the spread of this model minus another, paired by question. Both must have the same denominator."""
        (unit, ones), (other_unit, others) = self._bits(), other._bits()
        common = (
            unit * other_unit * bin(ones & others).count("1") if unit * other_unit else dot(self.values, other.values)
        )
        square = self.square + other.square - 2 * common
        of_clusters = self.residual_square + other.residual_square - 2 * dot(self.residuals, other.residuals)
        bounds = self._declared(other) if self.within else bounds_of_difference(self.bounds)
        return _of_sums(self, bounds, self.total - other.total, square, of_clusters)

    def _declared(self, other: ValueRows) -> MetricRange:
        """Return the declared range of differences. Refuse it if a question's difference is outside of this range."""
        low, high, scale = within = self.within or (0, 0, 0)
        least, most, unit = bounds_of_difference(self.bounds)
        ends = f"[{nearest(low, scale)!r}, {nearest(high, scale)!r}]"
        if low * unit < least * scale or high * unit > most * scale:
            whole = f"[{nearest(least, unit)!r}, {nearest(most, unit)!r}]"
            raise ValueError(f"within must lie in {whole}, the range of differences of this metric; got {ends}")
        for row, difference in enumerate(map(int.__sub__, self.values, other.values)):
            if not low * self.d <= difference * scale <= high * self.d:
                what = f"{self.name} less {other.name} is {nearest(difference, self.d)!r} in row {row}"
                raise ValueError(f"within must hold the difference of every question: {what}, outside of {ends}")
        return within


def _of_sums(rows: ValueRows, bounds: MetricRange, total: int, square: int, of_clusters: int) -> Spread:
    M, d = rows.M, rows.d
    rest = M * square - total * total, M * d * d
    return spread_of_new(bounds, (total, M * d), M, rest, rows.sizes, (of_clusters, (M * d) ** 2))


def weighted_mean(ratios: Sequence[Ratio], weights: Sequence[int]) -> Ratio:
    whole = sum(weights)
    return ratio_sum([(n * w, d * whole) for (n, d), w in zip(ratios, weights)])


def largest(ratios: Iterable[Ratio]) -> Ratio:
    n, d = 0, 1
    for m, e in ratios:
        if m * d > n * e:
            n, d = m, e
    return n, d
