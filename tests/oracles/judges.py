"""Compute the value by a judge and some labels from its definition, trial by trial: in Fractions and enclosures."""

from __future__ import annotations

from fractions import Fraction

from mpmath import iv

from .intervals import Sample
from .reals import double, enclosed, nearest, root

HALF, ONE = Fraction(1, 2), Fraction(1)
ANY = 10**60  # a variance for which 1/n is the most that it can be


def h_of(mean, side):
    return max(HALF, 1 - mean if side else mean)


class Part:
    """The verdicts and labels of a model. A verdict without labels counts as if its mean label were `stand`."""

    def __init__(self, verdicts, labels, low, high, stand):
        low, high = Fraction(low), Fraction(high)
        self.M, N = len(verdicts), len(verdicts[0])
        w, classes = Fraction(1, self.M * N), sorted({v for row in verdicts for v in row}, key=repr)
        cells = [
            [(v, None if y is None else (Fraction(y) - low) / (high - low)) for v, y in zip(*rows)]
            for rows in zip(verdicts, labels)
        ]
        flat = [cell for row in cells for cell in row]
        self.p = {c: w * sum(v == c for v, _ in flat) for c in classes}
        given = {c: [y for v, y in flat if v == c and y is not None] for c in classes}
        self.f = {c: w * len(given[c]) / self.p[c] for c in classes}
        self.m = {c: sum(given[c]) / Fraction(len(given[c])) if given[c] else stand for c in classes}
        self.x = sum(self.p[c] * self.m[c] for c in classes)
        self.classes = [c for c in classes if given[c]]
        self.Z = [sum(w * (self.m[v] - self.x) for v, _ in row) for row in cells]
        self.R = {
            c: [
                sum((w / self.f[c] * (y - self.m[c]) for v, y in row if v == c and y is not None), Fraction(0))
                for row in cells
            ]
            for c in self.classes
        }
        self.A_of = {
            c: [sum((w / self.f[c] for v, y in row if v == c and y is not None), Fraction(0)) for row in cells]
            for c in self.classes
        }
        self.T = [z + sum(self.R[c][g] for c in self.classes) for g, z in enumerate(self.Z)]
        self.A = [sum((self.A_of[c][g] for c in self.classes), Fraction(0)) for g in range(self.M)]
        squares = sum(A * A for A in self.A)
        self.K = sum(self.A) ** 2 / squares if squares else Fraction(0)
        self.K_of = {c: self.p[c] ** 2 / sum(A * A for A in self.A_of[c]) for c in self.classes}
        assert sum(self.T) == 0


def degrees(first, M, others, square):
    """Return Satterthwaite's degrees of freedom of a sum of parts. Each part has the variance V + u * square.

    `first` is the (V, u) of the part of the M questions. `others` has a part for each verdict: ((V, u), effective number
    of labels).
    """

    def value(pair):
        return enclosed(pair[0]) + enclosed(pair[1]) * square

    if isinstance(square, Fraction):
        v = [V + u * square for V, u in [first, *(pair for pair, _ in others)]]
        if not sum(v):
            return ONE
        whole = sum(v) ** 2 / sum(x * x / df for x, df in zip(v, [Fraction(M), *(K for _, K in others)]))
        return max(ONE, whole - 1)
    v = [value(first), *(value(pair) for pair, _ in others)]
    dfs = [Fraction(M), *(K for _, K in others)]
    return sum(v[1:], v[0]) ** 2 / sum((x * x / enclosed(df) for x, df in zip(v, dfs)), iv.mpf(0)) - 1


def sample_of_one(part, side):
    M, x = part.M, part.x
    a = max(part.A)
    V = part.K / (part.K - 1) * sum(T * T for T in part.T) if part.K > 1 else Fraction(ANY)
    h, each = h_of(x, side), {c: h_of(part.m[c], side) for c in part.classes}
    E, F = h * h / 2 / M**2, h * h / 2 / M
    extra_E = extra_F = Fraction(0)
    for g in range(M):
        heavy = [each[c] for c in part.classes if part.A_of[c][g]]
        if heavy:
            e = max(heavy) ** 2 / 2
            extra_E = max(extra_E, e * max(Fraction(0), part.A[g] ** 2 - Fraction(1, M * M)))
            extra_F = max(extra_F, e * max(Fraction(0), part.A[g] - Fraction(1, M)))
    v = {c: (sum(R * R for R in part.R[c]), each[c] ** 2 / 2 * max(part.A_of[c]) ** 2) for c in part.classes}
    v_0 = tuple(
        add + sum(part.f[c] * v[c][i] for c in part.classes) for i, add in enumerate((sum(Z * Z for Z in part.Z), 0))
    )
    others = [(tuple((1 - part.f[c]) * u for u in v[c]), part.K_of[c]) for c in part.classes if part.f[c] < 1]
    return whole(x, V, a, E + extra_E, F + extra_F, lambda _, square: degrees(v_0, M, others, square))


def whole(x, V, a, E, F, df):
    return Sample(x, V, a, [E, E], [F, F], df)


def sample_of_two(a, b, side):
    M, x = a.M, (a.x - b.x + 1) / 2
    most = max(max(p, q) for p, q in zip(a.A, b.A)) if any(a.A) and any(b.A) else ONE
    K, T = min(a.K, b.K), [(p - q) / 2 for p, q in zip(a.T, b.T)]
    V = K / (K - 1) * sum(t * t for t in T) if K > 1 else Fraction(ANY)
    e = h_of(x, side) ** 2 / 2
    v, others = [sum(((p - q) / 2) ** 2 for p, q in zip(a.Z, b.Z)), Fraction(0)], []
    for part in (a, b):
        for c in part.classes:
            own = sum(R * R for R in part.R[c]) / 4, e * max(part.A_of[c]) ** 2
            v = [one + part.f[c] * u for one, u in zip(v, own)]
            others.append((tuple((1 - part.f[c]) * u for u in own), part.K_of[c]))
    return whole(x, V, most, e * most**2, e * most, lambda _, square: degrees(tuple(v), M, others, square))


def summary(samples, K, most, low, span, level):
    """Return (value, se, lo, hi). `samples` has a sample for the value and se, one for lo, and one for hi."""
    middle, *both = samples
    V = middle.V if K > 1 else most * middle.x * (1 - middle.x)
    lo, hi = (
        nearest(lambda bits: enclosed(low) + enclosed(span) * sample.end(side, level, bits))
        for side, sample in enumerate(both)
    )
    return double(low + span * middle.x), root(V * span * span), lo, hi


def judged(verdicts, labels, low=0, high=1, level=0.95):
    low, high = Fraction(low), Fraction(high)
    if all(y is None for row in labels for y in row):
        return double((low + high) / 2), double((high - low) / 2), double(low), double(high)
    parts = [Part(verdicts, labels, low, high, stand) for stand in (HALF, Fraction(0), ONE)]
    samples = [sample_of_one(part, side) for part, side in zip(parts, (0, 0, 1))]
    return summary(samples, parts[0].K, max(parts[0].A), low, high - low, level)


def compare(verdicts_a, labels_a, verdicts_b, labels_b, low=0, high=1, level=0.95):
    low, high = Fraction(low), Fraction(high)
    span = high - low
    if all(y is None for labels in (labels_a, labels_b) for row in labels for y in row):
        return 0.0, double(span), double(-span), double(span)
    pairs = [
        (Part(verdicts_a, labels_a, low, high, stand), Part(verdicts_b, labels_b, low, high, 1 - stand))
        for stand in (HALF, Fraction(0), ONE)
    ]
    samples = [sample_of_two(*pair, side) for pair, side in zip(pairs, (0, 0, 1))]
    a, b = pairs[0]
    return summary(samples, min(a.K, b.K), samples[0].most, -span, 2 * span, level)
