"""Samples of questions: how much the values of the questions vary, and what else an interval needs.

One model gives a sample, and so do the paired differences of two models, and the mean over several benchmarks. For
"new" questions, the questions are a random sample; for "these" questions, only the trials are random. `formula` says
how an interval follows. Here all is mapped from the range of the metric to [0, 1].
"""

from __future__ import annotations

from .._numbers import dot, lowest, minus, nearest, ratio_sum
from .._numbers.fixed import Fixed, greatest, least
from .formula import EffectiveSample, event, quantile, quantile_between

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Optional, Sequence

    from .._types import Ratio
    from .formula import ConfidenceLevel, MetricRange

    ValueSums = tuple[int, int, int, int, int, Optional[Ratio]]
    Cosine = tuple[int, int]  # (m, n): of the angle with the cosine m / sqrt(n), |m| <= sqrt(n)
    Clusters = tuple[list[int], list[int]]  # the number of each question's cluster, and the sizes of the clusters


class NewQuestions(EffectiveSample):
    """The sample of M new questions.

    S    the estimate of M**2 times the variance of x: G/(G-1) times the sum over G clusters of (sum of x_q - x)**2.
         Without clusters each question is one. None for G = 1: then it is B M b, the greatest that is possible
    S_1  with clusters, what S would be without: M/(M-1) times the sum of (x_q - x)**2
    B    the mean size of a question's cluster: the sum of size**2, over M; 1 without clusters
    df   Student's degrees of freedom, max(1, M/B - 1)
    """

    def __init__(
        self, bounds: MetricRange, x: Ratio, M: int, S: Ratio | None, S_1: Ratio | None = None, B: Ratio = (1, 1)
    ) -> None:
        self.bounds, self.x, self.M, self.S, self.S_1, self.B = bounds, x, M, S, S_1, B
        self.df = max(M * B[1] - B[0], B[0]), B[0]

    @property
    def variance(self) -> Ratio:
        (n, d), (B, e) = self.x, self.B
        return (self.S[0], self.S[1] * self.M**2) if self.S else (B * n * (d - n), e * self.M * d * d)

    def parts(self, b: Fixed) -> tuple[Fixed, Fixed, Fixed]:
        """Return (S, B, kappa). kappa is how many questions of a cluster move as one; b is the greatest variance."""
        B = Fixed.of(self.B, b.bits)
        if not self.S:
            return B * self.M * b, B, B
        S, one = Fixed.of(self.S, b.bits), Fixed.of((1, 1), b.bits)
        if not self.S_1:
            return S, B, one
        # The terms with 1/32, an eighth of the variance of a coin, make clusters move as wholes if nothing varied. With
        # B/2 the interval allows for a cluster that fails as a whole even if no cluster did.
        kappa = greatest((S + B * B / 32) / (Fixed.of(self.S_1, b.bits) + B / 32), B / 2)
        return S, B, least(greatest(kappa, one), B)

    def terms(self, level: ConfidenceLevel, bits: int) -> tuple[Fixed, Fixed, Fixed]:
        x, M, e = Fixed.of(self.x, bits), self.M, event(self.x, level, bits)
        b = x * (1 - x)
        S, B, kappa = self.parts(b)
        r = least(B, (S + kappa * B * e) / (M * b + kappa * e))
        return x, r / M, quantile(level, self.df, self.df, bits)

    @property
    def size(self) -> int:
        return self.M

    def resized(self, size: int) -> NewQuestions:
        """Return the sample of `size` questions with the same variance, without clusters."""
        (n, d), M = self.variance, self.M
        return NewQuestions(self.bounds, self.x, size, (n * M * size, d))

    def shares(self, these: TheseQuestions, level: Ratio) -> tuple[float | None, float, float | None]:
        """Return (share, width with twice the questions, width with twice the trials): what makes the interval wide.

        `these` is the sample of the same data for "these" questions. The share is the part of the variance that comes
        from questions; the rest comes from trials. Each width is divided by the width now. If a question has N < 2k
        trials, the share and the last width are None.
        """
        from .results import Interval

        (n, d), (m, e) = self.variance, these.variance
        m, e = (m, e) if m * d < n * e else (n, d)
        S, M = minus((n, d), (m, 2 * e)), self.M
        samples = self, self.resized(2 * M), self.but(S=(S[0] * M * M, S[1]))
        now, doubled, again = (hi - lo for _, _, lo, hi in [one.interval(level, Interval) for one in samples])
        if these.is_bound:
            return None, doubled / now, None
        return nearest(n * e - m * d, n * e) if n else 0.0, doubled / now, again / now


class TheseQuestions(EffectiveSample):
    """The sample of these M questions, of which only the trials are random.

    S         the estimate of M**2 times the variance of x: the sum of x_q**2 - y_q (see `value_sums`), at least 0
    B, A      the largest k/N; the largest k/(N-k), at most 1
    lengths   (number of questions with N trials, N) for each N
    is_bound  whether S is a bound, as a question has N < 2k
    pair      for a difference: the samples of both models
    """

    pair: tuple[TheseQuestions, ...] = ()

    def __init__(self, bounds: MetricRange, x: Ratio, M: int, S: Ratio, k: int, fewest: int) -> None:
        self.bounds, self.x, self.M, self.S, self.k = bounds, x, M, S, k
        self.B, self.A = (k, fewest), (k, max(fewest - k, k))
        self.lengths: list[tuple[int, int]] = []
        self.is_bound = False

    @property
    def variance(self) -> Ratio:
        return self.S[0], self.S[1] * self.M**2

    def terms(self, level: ConfidenceLevel, bits: int) -> tuple[Fixed, Fixed, Fixed]:
        x, M, e = Fixed.of(self.x, bits), self.M, event(self.x, level, bits)
        S, B, A = [Fixed.of(ratio, bits) for ratio in (self.S, self.B, self.A)]
        b = x * (1 - x)
        r = least(B, (S + A * e) / (M * b + e))
        return x, r / M, quantile(level, None, None, bits)

    def less(self, other: TheseQuestions) -> TheseQuestions:
        """Return the sample of this model minus another: x = (1 + x_a - x_b) / 2 and S = (S_a + S_b) / 4."""
        (n, d), (m, e), fewest = self.x, other.x, min(self.B[1], other.B[1])
        S, x = ratio_sum((self.S, other.S)), lowest(n * e - m * d + d * e, 2 * d * e)
        sample = TheseQuestions(bounds_of_difference(self.bounds), x, self.M, (S[0], 4 * S[1]), self.k, fewest)
        sample.pair, sample.is_bound = (self, other), self.is_bound or other.is_bound
        return sample

    @property
    def size(self) -> int:
        """The harmonic mean of the numbers of trials, rounded up."""
        return max([-(-n // d) for n, d in [one._trials() for one in self.pair or (self,)]])

    def _trials(self) -> Ratio:
        n, d = ratio_sum([(number, N) for number, N in self.lengths])
        return self.M * d, n

    def resized(self, size: int) -> TheseQuestions:
        """Return the sample with `size` trials of each question."""
        trials = [(each.S, each._trials()) for each in self.pair or (self,)]
        n, d = ratio_sum([(n * m, d * e * size) for (n, d), (m, e) in trials])
        S = n, d * (4 if self.pair else 1)
        return TheseQuestions(self.bounds, self.x, self.M, S, self.k, size)


class Suite(EffectiveSample):
    """The weighted mean over benchmarks of new questions. The weights are integers; w is a weight over their sum.

    1/n = min(greatest w B/M, (V + E) / (b + F))    V = sum of w**2 S/M**2
    E, F  the greatest e w**2 kappa B/M**2, and the greatest e w kappa/M: e is that of the benchmark's own mean
    df    (sum of v)**2 / sum of v**2/df,    v = w**2 (S + kappa B e) / M**2    (Satterthwaite)
    """

    def __init__(self, samples: Sequence[NewQuestions], weights: Sequence[int]) -> None:
        self.samples, self.weights, self.bounds = samples, weights, samples[0].bounds
        self.x = lowest(*weighted_mean([sample.x for sample in samples], weights))

    def mirrored(self) -> Suite:
        n, d = self.x
        return self.but(x=(d - n, d), samples=[sample.mirrored() for sample in self.samples])

    @property
    def variance(self) -> Ratio:
        whole = sum(self.weights)
        all_v = [sample.but(x=sample.x if sample.S else self.x).variance for sample in self.samples]
        return ratio_sum([(n * w * w, d * whole * whole) for (n, d), w in zip(all_v, self.weights)])

    def terms(self, level: ConfidenceLevel, bits: int) -> tuple[Fixed, Fixed, Fixed]:
        x, whole = Fixed.of(self.x, bits), sum(self.weights)
        b = x * (1 - x)
        most = V = E = F = v_sum = rest = Fixed(0, 0, bits)
        for sample, weight in zip(self.samples, self.weights):
            M, w = sample.M, Fixed.of((weight, whole), bits)
            (S, B, kappa), e = sample.parts(b), event(sample.x, level, bits)
            most = greatest(most, w * B / M)
            V = V + w * w * S / (M * M)
            E = greatest(E, e * w * w * kappa * B / (M * M))
            F = greatest(F, e * w * kappa / M)
            v = w * w * (S + kappa * B * e) / (M * M)
            v_sum, rest = v_sum + v, rest + v * v * sample.df[1] / sample.df[0]
        df = v_sum * v_sum / rest
        return x, least(most, (V + E) / (b + F)), quantile_between(level, df, bits)


def bounds_of_difference(bounds: MetricRange) -> MetricRange:
    low, high, scale = bounds
    return low - high, high - low, scale


def new_questions(
    bounds: MetricRange, mean: Ratio, M: int, square: Ratio, sizes: Sequence[int] = (), residuals: Ratio = (0, 1)
) -> NewQuestions:
    """Return the sample of new questions, from sums in the units of the metric.

    mean       the mean of the values x_q
    square     the sum of (x_q - mean)**2
    sizes      the sizes of the clusters; empty without clusters
    residuals  the sum over the clusters of (sum of values - size * mean)**2
    """
    (m, d), (low, high, scale), (n, e), (k, f), G = mean, bounds, square, residuals, len(sizes)
    if low == high:
        return NewQuestions(bounds, (0, 1), M, (0, 1))
    x, width = lowest(m * scale - low * d, d * (high - low)), (high - low) ** 2
    S_1 = (M * n * scale * scale, (M - 1) * e * width) if M > 1 else None
    if not sizes:
        return NewQuestions(bounds, x, M, S_1)
    S = (G * k * scale * scale, (G - 1) * f * width) if G > 1 else None
    return NewQuestions(bounds, x, M, S, S_1, (sum([size * size for size in sizes]), M))


def new_of_parts(bounds: MetricRange, parts: list[ValueSums]) -> NewQuestions:
    """Return the sample of new questions, from what `value_sums` returns."""
    _, M, n, square, d, _ = parts[0]
    e = d * d
    if len(parts) > 1:
        (n, d), M = ratio_sum([(n, d) for _, _, n, _, d, _ in parts]), sum([number for _, number, *_ in parts])
        square, e = ratio_sum([(square, d * d) for _, _, _, square, d, _ in parts])
    # The sum of (x_q - x)**2 is that of x_q**2 less M x**2.
    rest = (square * M - n * n, e * M) if e == d * d else minus((square * M, e * M), (n * n, d * d * M))
    return new_questions(bounds, (n, d * M), M, rest)


def these_of_parts(bounds: MetricRange, k: int, parts: list[ValueSums]) -> TheseQuestions:
    """Return the sample of "these" questions, from what `value_sums` returns."""
    (low, high, scale), terms = bounds, []
    M, fewest = sum([number for _, number, *_ in parts]), min([N for N, *_ in parts])
    if low == high:
        return TheseQuestions(bounds, (0, 1), M, (0, 1), k, fewest)
    width = (high - low) ** 2
    for N, number, n, square, d, pairs in parts:
        if pairs:
            terms += [(square * scale * scale, d * d * width), (-pairs[0] * scale * scale, pairs[1] * width)]
        else:
            # k/N c (1-c) bounds the variance of a value, where c is the mean of all values with N trials, a 0 and a 1.
            c, whole = n * scale - low * d * number + d * (high - low), d * (high - low) * (number + 2)
            terms.append((k * number * c * (whole - c), N * whole * whole))
    (n, d), S = ratio_sum([(n, d) for _, _, n, _, d, _ in parts]), ratio_sum(terms)
    x = lowest(n * scale - low * d * M, d * M * (high - low))
    sample = TheseQuestions(bounds, x, M, S if S[0] > 0 else (0, 1), k, fewest)
    sample.is_bound = not all(pairs for *_, pairs in parts)
    sample.lengths = [(number, N) for N, number, *_ in parts]
    return sample


class Several:
    """A model on several benchmarks, with a weight for each."""

    def __init__(self, parts: Sequence[Any], weights: Sequence[int]) -> None:
        self.parts, self.weights = parts, weights
        self.x = weighted_mean([part.x for part in parts], weights)

    def less(self, other: Several) -> Suite:
        return Suite([one.less(two) for one, two in zip(self.parts, other.parts)], self.weights)


class ValueRows:
    """The values of a model question by question, over one denominator, with the sums that comparisons need.

    If `numbers` is not empty, it says how many questions have each value.
    """

    def __init__(self, bounds: MetricRange, values: list[int], d: int, numbers: Sequence[int] = ()) -> None:
        self.bounds, self.values, self.d, self.numbers = bounds, values, d, numbers
        self.M = sum(numbers) if numbers else len(values)
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

    def sample(self) -> NewQuestions:
        return _of_sums(self, self.bounds, self.total, self.square, self.residual_square)

    def cosine_to(self, other: ValueRows) -> Cosine:
        """Return (m, n) such that m / sqrt(n) is the correlation of these values with those of `other`.

        It is (C + B/2) / sqrt((S + B/2) (S' + B/2)). S and B are those of `NewQuestions`, and S' is the S of `other`. C
        is G/(G-1) times the sum over clusters of T T', where T is the sum of x_q - x over a cluster, and T' is that of
        `other`. B/2 is for events that were not seen.
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

    def less(self, other: ValueRows) -> NewQuestions:
        """Return the sample of this model minus another, paired by question. Both must have the same denominator."""
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


def _of_sums(rows: ValueRows, bounds: MetricRange, total: int, square: int, of_clusters: int) -> NewQuestions:
    M, d = rows.M, rows.d
    rest = M * square - total * total, M * d * d
    return new_questions(bounds, (total, M * d), M, rest, rows.sizes, (of_clusters, (M * d) ** 2))


def weighted_mean(ratios: Sequence[Ratio], weights: Sequence[int]) -> Ratio:
    whole = sum(weights)
    return ratio_sum([(n * w, d * whole) for (n, d), w in zip(ratios, weights)])
