"""Samples of questions: how much the values of the questions vary, and what else an interval needs.

One model gives a sample, and so do the paired differences of two models, and the mean over several benchmarks. For
"new" questions, the questions are a random sample; for "these" questions, only the trials are random. `formula` says
how an interval follows. In a sample, 0 and 1 are the ends of the metric's range. `Values` have the metric's own unit.
"""

from __future__ import annotations

from .._numbers import dot, lowest, minus, ratio_sum
from .._numbers.fixed import Fixed, greatest, least
from .formula import EffectiveSample, half_square, squared_quantile, squared_z

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Optional, Sequence

    from .._types import Ratio, ValueSums
    from .formula import Coefficients, ConfidenceLevel, MetricRange, Side

    Clusters = Optional[tuple[list[int], list[int]]]  # the number of each question's cluster, and sizes of clusters


class NewQuestions(EffectiveSample):
    """The sample of M new questions with the mean x.

    S    the estimate of M**2 times the variance of x. For G clusters it is G/(G-1) times the sum of T**2, where T is
         the sum of x_q - x over a cluster. Without clusters, each question is a cluster. For G = 1, S is None: then
         the variance is the greatest possible, B x (1 - x) / M
    S_1  with clusters, the S without them: M/(M-1) times the sum of (x_q - x)**2
    B    the mean size of a question's cluster: the sum of size**2, over M; 1 without clusters
    """

    def __init__(
        self, bounds: MetricRange, x: Ratio, M: int, S: Ratio | None, S_1: Ratio | None = None, B: Ratio = (1, 1)
    ) -> None:
        self.bounds, self.x, self.M, self.S, self.S_1, self.B = bounds, x, M, S, S_1, B
        (n, d), self.size = x, M
        self.variance = (S[0], S[1] * M * M) if S else (B[0] * n * (d - n), B[1] * M * d * d)

    def mirrored(self) -> NewQuestions:
        """Return the sample of 1 minus each value."""
        n, d = self.x
        return NewQuestions(self.bounds, (d - n, d), self.M, self.S, self.S_1, self.B)

    def df(self, bits: int) -> Fixed:
        n, d = self.M * self.B[1], self.B[0]
        return Fixed.of((max(n - d, d), d), bits)  # max(1, M/B - 1)

    def coefficients(self, bits: int) -> Coefficients:
        (n, d), M = self.B, self.M
        V, most = Fixed.of(self.variance, bits), Fixed.of((n, d * M), bits)
        if not (self.S and self.S_1):  # kappa is B
            return V, most, most, most
        B, S, S_1 = [Fixed.of(ratio, bits) for ratio in (self.B, self.S, self.S_1)]
        # The terms with 1/32, an eighth of the variance of a coin, make clusters move as wholes if nothing varied. With
        # B/2 the interval allows for a cluster that fails as a whole even if no cluster did.
        kappa = least(greatest(greatest((S + B * B / 32) / (S_1 + B / 32), B / 2), 1), B)
        return V, most, most, kappa / M

    def resized(self, size: int) -> NewQuestions:
        """Return the sample of `size` questions, without clusters, if their mean and spread stay the same."""
        (n, d), M = self.variance, self.M  # S grows in proportion to M
        return NewQuestions(self.bounds, self.x, size, (n * M * size, d))


class TheseQuestions(EffectiveSample):
    """The sample of M fixed questions with the mean x. Only their trials are random.

    S         the estimate of M**2 times the variance of x: the sum of x_q**2 - y_q (see `value_sums`), at least 0
    fewest    the fewest trials of a question. In `coefficients`, B is k/fewest, and A is k/(fewest - k), at most 1
    size      the harmonic mean of the numbers of trials, rounded up. For a difference, the greater one of both models
    of_trial  S times the exact harmonic mean: what S is with one trial of each question
    """

    of_trial: Ratio
    size: int

    def __init__(self, bounds: MetricRange, x: Ratio, M: int, S: Ratio, k: int, fewest: int) -> None:
        self.bounds, self.x, self.M, self.S, self.k, self.fewest = bounds, x, M, S, k, fewest
        self.variance = S[0], S[1] * M * M

    def df(self, _: int) -> None:
        return None

    def coefficients(self, bits: int) -> Coefficients:
        """Return (V, most, a, effect): S/M**2, B/M, A/M and 1/M."""
        k, M = self.k, self.M
        ratios = self.variance, (k, self.fewest * M), (k, max(self.fewest - k, k) * M), (1, M)
        V, most, a, effect = [Fixed.of(ratio, bits) for ratio in ratios]
        return V, most, a, effect

    def less(self, other: TheseQuestions) -> TheseQuestions:
        """Return the sample of this model minus another: x = (1 + x_a - x_b) / 2 and S = (S_a + S_b) / 4."""
        (n, d), (m, e), fewest = self.x, other.x, min(self.fewest, other.fewest)
        x, pairs = lowest(n * e - m * d + d * e, 2 * d * e), ((self.S, other.S), (self.of_trial, other.of_trial))
        S, of_trial = (_times(ratio_sum(pair), 1, 4) for pair in pairs)
        sample = TheseQuestions(bounds_of_difference(self.bounds), x, self.M, S, self.k, fewest)
        sample.of_trial, sample.size = of_trial, max(self.size, other.size)
        return sample

    def resized(self, size: int) -> TheseQuestions:
        """Return the sample with `size` trials of each question."""
        return TheseQuestions(self.bounds, self.x, self.M, _times(self.of_trial, 1, size), self.k, size)


class Suite(EffectiveSample):
    """The weighted mean over benchmarks of new questions. The weights are integers; w is a weight over their sum.

    Each benchmark has its own V_b, a and f, which `formula` defines. In f, h is that of the benchmark's own mean. For
    the suite, over all benchmarks,

        1/n = min(greatest w a, (V + E) / (b + F))
        V   = sum of w**2 V_b,    E = greatest w**2 a f,    F = greatest w f
        df  = (sum of v)**2 / sum of v**2/df_b,    v = w**2 (V_b + a f)    (Satterthwaite)
    """

    def __init__(self, samples: Sequence[NewQuestions], weights: Sequence[int]) -> None:
        self.samples, self.weights, self.bounds = samples, weights, samples[0].bounds
        self.x = lowest(*weighted_mean([sample.x for sample in samples], weights))
        whole = sum(weights)
        # For a benchmark of one cluster, V_b is B b/M with the b of the suite.
        alike = [s if s.S else NewQuestions(s.bounds, self.x, s.M, None, None, s.B) for s in samples]
        self.variances = [_times(s.variance, w * w, whole * whole) for s, w in zip(alike, weights)]
        self.variance = ratio_sum(self.variances)

    def sides(self, level: ConfidenceLevel, bits: int, power: Ratio | None) -> Side:
        x, V, events = Fixed.of(self.x, bits), Fixed.of(self.variance, bits), squared_z(level, bits)
        b, whole, benchmarks = x * (1 - x), sum(self.weights), []
        for sample, weight, variance in zip(self.samples, self.weights, self.variances):
            w, (_, _, a, effect) = Fixed.of((weight, whole), bits), sample.coefficients(bits)
            benchmarks.append((sample.x, w * a, w * effect * events, Fixed.of(variance, bits), sample.df(bits)))

        def of_side(is_upper: bool) -> tuple[Fixed, Fixed]:
            most = E = F = v_sum = squares = Fixed(0, 0, bits)
            for x_b, wa, w_effect, w2_V, df in benchmarks:
                wf = w_effect * half_square(x_b, is_upper, bits)
                most, E, F = greatest(most, wa), greatest(E, wa * wf), greatest(F, wf)
                v = w2_V + wa * wf
                v_sum, squares = v_sum + v, squares + v * v / df
            # df >= 1, as every df_b is: only bounds can be less
            square = squared_quantile(level, greatest(v_sum * v_sum / squares, 1), bits, power)
            return self.y_and_t(least(most, (V + E) / (b + F)), square, is_upper)

        return of_side


def bounds_of_difference(bounds: MetricRange) -> MetricRange:
    low, high, scale = bounds
    return low - high, high - low, scale


def _times(x: Ratio, n: int, d: int) -> Ratio:
    return x[0] * n, x[1] * d


def weighted_mean(ratios: Sequence[Ratio], weights: Sequence[int]) -> Ratio:
    whole = sum(weights)
    return ratio_sum([_times(x, w, whole) for x, w in zip(ratios, weights)])


def new_questions(
    bounds: MetricRange, mean: Ratio, M: int, S: Ratio | None, S_1: Ratio | None = None, B: Ratio = (1, 1)
) -> NewQuestions:
    """Return NewQuestions(bounds, x, M, S, S_1, B), given the mean, S and S_1 in the metric's units, not in [0, 1]."""
    (n, d), (low, high, scale) = mean, bounds
    width = high - low or scale  # if high is low, all values are, and x is 0
    to_unit = scale * scale, width * width
    S, S_1 = S and _times(S, *to_unit), S_1 and _times(S_1, *to_unit)
    return NewQuestions(bounds, lowest(n * scale - low * d, d * width), M, S, S_1, B)


def new_of_sums(bounds: MetricRange, sums: Sequence[ValueSums]) -> NewQuestions:
    """Return the sample of new questions, from what `value_sums` returns."""
    M, (n, d) = sum([row[1] for row in sums]), ratio_sum([(row[2], row[4]) for row in sums])
    square, e = ratio_sum([(row[3], row[4] * row[4]) for row in sums])
    # M times the sum of (x_q - x)**2 is M times the sum of x_q**2, less the square of the sum of x_q.
    rest, f = minus((M * square, e), (n * n, d * d))
    return new_questions(bounds, (n, d * M), M, (rest, f * (M - 1)) if M > 1 else None)


def these_of_sums(bounds: MetricRange, k: int, sums: Sequence[ValueSums]) -> TheseQuestions:
    """Return the sample of "these" questions, from what `value_sums` returns for subsets of k trials."""
    (low, high, scale), terms = bounds, []
    width = high - low or scale
    for N, number, total, square, d, pairs in sums:
        if pairs:
            terms += [_times(x, scale * scale, width * width) for x in ((square, d * d), (-pairs[0], pairs[1]))]
        else:
            # k/N c (1-c) bounds the variance of a value, where c is the mean of all values with N trials, a 0 and a 1.
            c, whole = total * scale - low * d * number + d * width, d * width * (number + 2)
            terms.append((k * number * c * (whole - c), N * whole * whole))
    M, (n, d), S = sum([row[1] for row in sums]), ratio_sum([(row[2], row[4]) for row in sums]), ratio_sum(terms)
    x, S = lowest(n * scale - low * d * M, d * M * width), (max(S[0], 0), S[1])
    sample = TheseQuestions(bounds, x, M, S, k, min([row[0] for row in sums]))
    n, d = ratio_sum([(number, N) for N, number, *_ in sums])
    sample.of_trial, sample.size = _times(S, M * d, n), -(-M * d // n)
    return sample


class Values:
    """The values of a metric for the questions: x/d for each x in `values`. `bounds` are those of the metric.

    If `numbers` is given, it says how many questions have each value. For `clusters`, see `cluster_labels`.
    """

    def __init__(
        self,
        bounds: MetricRange,
        values: list[int],
        d: int,
        clusters: Clusters = None,
        numbers: Sequence[int] | None = None,
    ) -> None:
        self.bounds, self.values, self.d, self.clusters, self.numbers = bounds, values, d, clusters, numbers
        self.M = sum(numbers) if numbers else len(values)
        self.weighted = [x * n for x, n in zip(values, numbers)] if numbers else values
        self.total = sum(self.weighted)
        self.x: Ratio = self.total, self.M * d
        self.B: Ratio = 1, 1
        if clusters:
            places, sizes = clusters
            totals = [0] * len(sizes)
            for place, value in zip(places, values):
                totals[place] += value
            self.B = dot(sizes, sizes), self.M
            # M T for each cluster, where T is the sum of x_q - x, in units of 1/d
            self.residuals = [self.M * total - size * self.total for total, size in zip(totals, sizes)]
            self.residual_squares = dot(self.residuals, self.residuals)
        self.squares = dot(self.weighted, values)

    def over(self, d: int, clusters: Clusters) -> Values:
        """Return the same values with these clusters and the denominator d, a multiple of the present one."""
        return Values(self.bounds, [d // self.d * x for x in self.values], d, clusters, self.numbers)

    def differences(self, other: Values) -> Values:
        """Return these values minus those of `other`, question by question. Both have the same denominator."""
        values = [x - y for x, y in zip(self.values, other.values)]
        return Values(bounds_of_difference(self.bounds), values, self.d, self.clusters, self.numbers)

    def less(self, other: Values) -> NewQuestions:
        """Return the sample of these values minus those of `other`, question by question."""

        def variance(clusters: object) -> Ratio | None:  # S + S' - 2 C
            ratios = self.covariances(other, clusters)
            return (ratios[0][0] + ratios[2][0] - 2 * ratios[1][0], ratios[0][1]) if ratios else None

        bounds, mean = bounds_of_difference(self.bounds), (self.total - other.total, self.M * self.d)
        S, S_1 = variance(self.clusters), variance(None) if self.clusters else None
        return new_questions(bounds, mean, self.M, S, S_1, self.B)

    def covariances(self, other: Values, clusters: object) -> list[Ratio]:
        """Return [S, C, S']: the `covariance` of self, of self with `other`, and of `other`; [] for one cluster."""
        ratios = [a.covariance(b, clusters) for a, b in ((self, self), (self, other), (other, other))]
        return [ratio for ratio in ratios if ratio]

    def covariance(self, other: Values, clusters: object) -> Ratio | None:
        """Return G/(G-1) times the sum over G clusters of T T'. T sums x_q - x over a cluster; T' does so for `other`.

        Without `clusters`, each question is a cluster. For G = 1 return None.
        """
        M, d, G = self.M, self.d * other.d, len(self.residuals) if clusters else self.M
        if G == 1:
            return None
        if clusters:
            products = self.residual_squares if other is self else dot(self.residuals, other.residuals)
            return G * products, (G - 1) * M * M * d
        products = self.squares if other is self else dot(self.weighted, other.values)
        return M * products - self.total * other.total, (M - 1) * d

    def sample(self) -> NewQuestions:
        S, S_1 = self.covariance(self, self.clusters), self.covariance(self, None) if self.clusters else None
        return new_questions(self.bounds, self.x, self.M, S, S_1, self.B)

    def cosine_to(self, other: Values) -> Ratio:
        """Return cos(theta)**2 with the sign of the cosine, for the angle theta between these values and `other`.

        The cosine is (C + B/2) / sqrt((S + B/2) (S' + B/2)). S, C and S' are the `covariances` of the values mapped to
        [0, 1]. B/2 stands for events that were not seen, and B is the mean size of a question's cluster. For one
        cluster the cosine is 0.
        """
        low, high, scale = self.bounds
        half, ratios = (self.B[0], 2 * self.B[1]), self.covariances(other, self.clusters)
        if not ratios:
            return 0, 1
        (s, e), (c, d), (t, f) = [ratio_sum((_times(x, scale**2, (high - low) ** 2), half)) for x in ratios]
        return c * abs(c) * e * f, d * d * s * t
