"""Compute the intervals of scorio_lite.confidence from their definition, in Fractions and enclosures.

Rational values come from counting pairs of disjoint k-subsets, by the successes or by the best classes in both.
Enclosures of quantiles come from finding roots of mpmath's erf and incomplete beta function, and all others from these
by interval arithmetic.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

from mpmath import iv

from . import metrics
from .reals import double, enclosed, ends, lesser, nearest, quantile, root, root_of, student

BINARY = (
    "pass_at_k",
    "pass_hat_k",
    "unanimous_at_k",
    "g_pass_at_k",
    "g_pass_at_k_tau",
    "mg_pass_at_k",
    "maj_at_k",
    "auc_at_k",
    "threshold_spectrum_at_k",
)
NAMES = ("avg", *BINARY, "max_at_k")


# The exact worth of questions.


def binary_question(A, N, s):
    """Return (x_q, y_q) of a question with N trials, of which s succeed. k trials earn A[i] if i of them succeed.

    x_q is the mean of what k trials earn. y_q is the mean of the product of what two disjoint sets of k trials earn; it
    is None if there are no two such sets.
    """
    k = len(A) - 1
    x = y = Fraction(0)
    for i in range(max(0, k - (N - s)), min(k, s) + 1):
        first = comb(s, i) * comb(N - s, k - i)
        x += A[i] * first
        if A[i]:
            rest = N - s - (k - i)
            pairs = sum(
                (A[j] * comb(s - i, j) * comb(rest, k - j) for j in range(max(0, k - rest), min(k, s - i) + 1)),
                Fraction(0),
            )
            y += A[i] * first * pairs
    pairs = comb(N, k) * comb(N - k, k)
    return x / comb(N, k), y / pairs if pairs else None


def graded_question(rewards, k):
    """Return (x_q, y_q), see `binary_question`, of a question whose k trials earn the best of their rewards."""
    N, levels = len(rewards), sorted(set(rewards))
    up_to = [sum(reward <= level for reward in rewards) for level in levels]
    subsets, pairs = comb(N, k), comb(N, k) * comb(N - k, k)

    def single(u):
        return comb(up_to[u], k) if u >= 0 else 0

    def both(u, v):
        """Count pairs of disjoint k-subsets: one has no reward above levels[u], the other none above levels[v]."""
        low, high = min(u, v), max(u, v)
        return comb(up_to[low], k) * comb(max(up_to[high] - k, 0), k) if low >= 0 else 0

    x = sum(level * (single(u) - single(u - 1)) for u, level in enumerate(levels)) / subsets
    if not pairs:
        return x, None
    y = sum(
        a * b * (both(u, v) - both(u - 1, v) - both(u, v - 1) + both(u - 1, v - 1))
        for u, a in enumerate(levels)
        for v, b in enumerate(levels)
    )
    return x, y / pairs


def later_subset(k, N):
    """Return k/(N - k), at most 1: the weight of an unseen event in intervals about "these" questions."""
    return min(Fraction(1), Fraction(k, N - k)) if k < N else Fraction(1)


class Spread:
    """What the interval of a data set depends on, such as its value x, and S = M**2 times the variance of x.

    The names are those of _intervals/spread.py. R is a list of rows of any lengths; a row of cons_at_k is what
    `metrics.votes` returns.
    """

    def __init__(self, name, R, k=None, w=None, tau=None, weights=None, questions="new", clusters=None):
        self.k = k = 1 if name == "avg" else k
        self.M, self.questions = len(R), questions
        graded = name in ("avg", "max_at_k")
        self.low, self.high = Fraction(0), Fraction(1)
        if graded:
            w = [Fraction(reward) for reward in ((0, 1) if w is None else w)]
            self.low, self.high = min(w), max(w)
        A = None if graded or name == "cons_at_k" else metrics.credit(name, k, tau, weights)
        if A:
            self.high = max(self.high, Fraction(max(A)))  # a float sum of weights can be a hair above 1
        known, rows = {}, []
        for row in R:
            if name == "cons_at_k":  # a row of votes: no pairs of subsets
                if row not in known:
                    known[row] = metrics.vote(*row, k), None
                rows.append((*known[row], sum(row[0]) + sum(row[1]) + row[2]))
                continue
            key = tuple(sorted(row))
            if key not in known:
                known[key] = (
                    graded_question([w[outcome] for outcome in row], k)
                    if graded
                    else binary_question(A, len(row), sum(row))
                )
            rows.append((*known[key], len(row)))
        self.values = [x for x, _, _ in rows]
        self.lengths = [N for _, _, N in rows]
        self.clusters = list(range(self.M)) if clusters is None else clusters
        self.measure([y for _, y, _ in rows])

    @classmethod
    def of(cls, values, low, high, questions="new", clusters=None, k=1, lengths=None, pairs=None):
        """Return the spread of the mean of values in [low, high].

        For "these" questions, `pairs` has the y_q of each question, see `binary_question`.
        """
        one = cls.__new__(cls)
        one.values, one.M, one.low, one.high, one.questions = (
            list(values),
            len(values),
            Fraction(low),
            Fraction(high),
            questions,
        )
        one.clusters, one.k, one.lengths = list(range(one.M) if clusters is None else clusters), k, lengths
        one.measure(pairs)
        return one

    @property
    def span(self):
        return self.high - self.low

    @property
    def exact(self):
        return self.x, self.S, self.B, self.b

    def in_range(self, value):
        return (value - self.low) / self.span

    def measure(self, pairs):
        self.x = sum(self.values) / self.M
        self.b = (self.x - self.low) * (self.high - self.x)
        if self.questions == "these":
            self.B = max(Fraction(self.k, N) for N in self.lengths)
            self.A = max(later_subset(self.k, N) for N in self.lengths)
            terms = [x * x - y for x, y in zip(self.values, pairs) if y is not None]
            if self.span:
                for N in {N for N, y in zip(self.lengths, pairs) if y is None}:
                    same = [self.in_range(x) for x, of in zip(self.values, self.lengths) if of == N]
                    c = (sum(same) + 1) / (len(same) + 2)
                    terms += [Fraction(self.k, N) * c * (1 - c) * self.span**2] * len(same)
            self.S = max(Fraction(0), sum(terms))
            self.harmonic_mean = self.M / sum(Fraction(1, N) for N in self.lengths)
            return
        totals, sizes = dict.fromkeys(self.clusters, Fraction(0)), Counter(self.clusters)
        for label, value in zip(self.clusters, self.values):
            totals[label] += value - self.x
        self.G = len(sizes)
        self.B = Fraction(sum(size * size for size in sizes.values()), self.M)
        self.S = (
            Fraction(self.G, self.G - 1) * sum(e * e for e in totals.values())
            if self.G > 1
            else self.B * self.M * self.b
        )
        self.kappa = self.B
        if self.G > 1 and self.span:
            alone = Fraction(self.M, self.M - 1) * sum((x - self.x) ** 2 for x in self.values)
            of_range = self.span**2
            kappa = (self.S / of_range + self.B**2 / 32) / (alone / of_range + self.B / 32)
            self.kappa = max(Fraction(1), min(max(kappa, self.B / 2), self.B))

    def minus(self, other):
        """Return the Spread of the difference of this model and another."""
        pair = object.__new__(Spread)
        pair.__dict__.update(vars(self))
        pair.low, pair.high = -self.span, self.span
        pair.values = [x - y for x, y in zip(self.values, other.values)]
        if self.questions == "new":
            pair.measure(None)
            return pair
        pair.x = self.x - other.x
        pair.b = (pair.x - pair.low) * (pair.high - pair.x)
        pair.S, pair.B, pair.A = self.S + other.S, max(self.B, other.B), max(self.A, other.A)
        pair.both = self, other
        return pair

    def resized(self, size):
        """Return the Spread of a data set with `size` questions or, for "these" questions, `size` trials of each."""
        other = object.__new__(Spread)
        other.__dict__.update(vars(self))
        if self.questions == "new":
            other.S, other.M = self.S * size / self.M, size
        else:
            other.S = sum((one.S * one.harmonic_mean for one in getattr(self, "both", [self])), Fraction(0)) / size
            other.B = Fraction(self.k, size)
            other.A = later_subset(self.k, size)
        return other

    def sample(self):
        """Return the `Sample` of this spread, with the metric scaled to 0..1."""
        M, V = self.M, self.S / self.span**2 / self.M**2
        x = self.in_range(self.x)
        if self.questions == "these":
            return Sample(x, V, self.B / M, sized(x, self.A / M**2), sized(x, Fraction(1, M)), lambda *_: None)
        df = max(Fraction(1), M / self.B - 1)
        unseen, spare = sized(x, self.kappa * self.B / M**2), sized(x, self.kappa / M)
        return Sample(x, V, self.B / M, unseen, spare, lambda *_: df)


class Sample:
    """A sample with the mean x. Each end of its interval has an effective size n of its own.

    1/n = min(most, (V + unseen e) / (b + spare e)), where `most` limits 1/n, V is the variance of x, b = x (1 - x), and
    e = max(z^2, 4) for the normal quantile z. `unseen` and `spare` are pairs of numbers: for the lower and for the upper
    end. `degrees` returns the degrees of freedom of an end.
    """

    def __init__(self, x, V, most, unseen, spare, degrees):
        self.x, self.V, self.most, self.unseen, self.spare, self.degrees = x, V, most, unseen, spare, degrees

    def end(self, is_upper, confidence, bits, power=None):
        """Return an enclosure of lo or hi."""
        n, q = self.inverse_size(is_upper, confidence, bits), self.quantile(is_upper, confidence, bits, power)
        beyond = max(Fraction(0), self.x - Fraction(1, 2) if is_upper else Fraction(1, 2) - self.x)
        if isinstance(n, Fraction):
            y = enclosed(min(Fraction(1), self.x + beyond * n) if is_upper else max(Fraction(0), self.x - beyond * n))
            n = enclosed(n)
        elif is_upper:
            y = lesser(enclosed(self.x) + enclosed(beyond) * n, iv.mpf(1))
        else:
            y = -lesser(-(enclosed(self.x) - enclosed(beyond) * n), iv.mpf(0))
        if ends(y) == (is_upper, is_upper):
            return y
        t = q * q * n
        half = root_of(t * y * (1 - y) + t * t / 4)
        return (y + t / 2 + (half if is_upper else -half)) / (1 + t)

    def square(self, confidence, bits):
        z = enclosed(quantile(Fraction(confidence), None, bits))
        return Fraction(4) if ends(z)[1] < 2 else z * z  # z is not 2: that is transcendental for a rational chance

    def inverse_size(self, is_upper, confidence, bits):
        """Return 1/n for an end (see `Sample`): a Fraction if it is rational, else an enclosure."""
        square, b = self.square(confidence, bits), self.x * (1 - self.x)
        unseen, spare = self.unseen[is_upper], self.spare[is_upper]
        if isinstance(square, Fraction):
            return min(self.most, (self.V + unseen * square) / (b + spare * square))
        n = (enclosed(self.V) + enclosed(unseen) * square) / (enclosed(b) + enclosed(spare) * square)
        return self.most if ends(n)[0] > self.most else lesser(n, enclosed(self.most))

    def quantile(self, is_upper, confidence, bits, power):
        q = student(Fraction(confidence), self.degrees(is_upper, self.square(confidence, bits)), bits)
        if power is not None and power != Fraction(1, 2):
            q += enclosed(quantile(2 * Fraction(power) - 1, None, bits))
        return q


def sized(x, event):
    """Return event * h**2 / 2 with h = max(1/2, x) for the lower end, and h = max(1/2, 1 - x) for the upper."""
    return [event * max(Fraction(1, 2), far) ** 2 / 2 for far in (x, 1 - x)]


def weighted(spreads, weights):
    """Return (value, variance, Sample) of a suite. Value and variance are in the units of the metric, the Sample in 0..1."""
    w = [Fraction(weight) / sum(map(Fraction, weights)) for weight in weights]
    value = sum(a * one.x for a, one in zip(w, spreads))
    samples = [one.sample() for one in spreads]
    x = sum(a * one.x for a, one in zip(w, samples))
    for one, spread in zip(samples, spreads):
        if spread.G == 1:
            one.V = spread.B / spread.M * x * (1 - x)
    if len(samples) == 1:
        return value, samples[0].V * spreads[0].span ** 2, samples[0]
    parts = [(a * a * one.V, [a * a * u for u in one.unseen], one.degrees()) for a, one in zip(w, samples)]

    def degrees(is_upper, square):
        square = enclosed(square) if isinstance(square, Fraction) else square
        v = [enclosed(V) + enclosed(u[is_upper]) * square for V, u, _ in parts]
        return sum(v, iv.mpf(0)) ** 2 / sum((a * a / enclosed(df) for a, (_, _, df) in zip(v, parts)), iv.mpf(0))

    V = sum(V for V, _, _ in parts)
    most = max(a * one.most for a, one in zip(w, samples))
    spare = [max(a * one.spare[side] for a, one in zip(w, samples)) for side in (0, 1)]
    unseen = [max(u[side] for _, u, _ in parts) for side in (0, 1)]
    whole = Sample(x, V, most, unseen, spare, degrees)
    return value, V * spreads[0].span ** 2, whole


def summary(value, V, sample, low, span, confidence):
    """Return (value, se, lo, hi) as doubles."""
    if not span:
        return double(value), 0.0, double(value), double(value)
    lo, hi = (
        nearest(lambda bits: enclosed(low) + enclosed(span) * sample.end(side, confidence, bits)) for side in (0, 1)
    )
    return double(value), root(V), lo, hi


def of_spread(spread, confidence):
    sample = spread.sample() if spread.span else None
    return summary(spread.x, spread.S / spread.M**2, sample, spread.low, spread.span, confidence)


def interval(name, R, k=None, confidence=0.95, **rest):
    return of_spread(Spread(name, R, k, **rest), confidence)


def difference(R_a, R_b, metric="avg", k=None, **rest):
    a, b = (Spread(metric, R, k, **rest) for R in (R_a, R_b))
    return a.minus(b)


def compare(R_a, R_b, metric="avg", k=None, confidence=0.95, **rest):
    return of_spread(difference(R_a, R_b, metric, k, **rest), confidence)
