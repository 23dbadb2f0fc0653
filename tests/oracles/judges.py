"""Compute the value by a judge and some labels from its definition, trial by trial: in Fractions, ends in mpmath."""

from __future__ import annotations

from fractions import Fraction

from .intervals import HALF, ONE, Sample, summary
from .reals import double, real

ANY = Fraction(10**60)  # a variance for which 1/n is the most that it can be


class Part:
    """The verdicts and labels of a model. A verdict without labels counts as if its mean label were `stand`."""

    def __init__(self, verdicts, labels, stand):
        self.M = M = len(verdicts)
        w, cells = Fraction(1, M * len(verdicts[0])), [[*zip(*rows)] for rows in zip(verdicts, labels)]
        p, given = {}, {}
        for v, y in (cell for row in cells for cell in row):
            p[v] = p.get(v, 0) + w
            given.setdefault(v, []).extend([] if y is None else [y])
        self.classes = [v for v in p if given[v]]
        self.m = m = {v: sum(some) / Fraction(len(some)) if some else stand for v, some in given.items()}
        self.f = f = {v: w * len(given[v]) / p[v] for v in p}
        self.x = sum(p[v] * m[v] for v in p)

        def totals(earn):
            """Return, for each question, the sum of earn(verdict, label) over its labelled trials."""
            return [sum((w / f[v] * earn(v, y) for v, y in row if y is not None), Fraction(0)) for row in cells]

        self.Z = [sum(w * (m[v] - self.x) for v, _ in row) for row in cells]
        self.T = [z + r for z, r in zip(self.Z, totals(lambda v, y: y - m[v]))]
        self.A, self.A_of = totals(lambda *_: 1), {c: totals(lambda v, _, c=c: v == c) for c in self.classes}
        rests = {c: totals(lambda v, y, c=c: (y - m[v]) * (v == c)) for c in self.classes}
        self.squares = {c: sum(R * R for R in rests[c]) for c in self.classes}
        self.K = sum(self.A) ** 2 / sum(A * A for A in self.A) if any(self.A) else Fraction(0)
        self.K_of = {c: p[c] ** 2 / sum(A * A for A in self.A_of[c]) for c in self.classes}

    def strata(self, scale, events):
        """Return (sum of squares, what is added for each z^2, share of labels, effective number of labels) of verdicts."""
        return [
            (self.squares[c] * scale, events[c] * max(self.A_of[c]) ** 2, self.f[c], self.K_of[c]) for c in self.classes
        ]


def variance(T, K):
    return K / (K - 1) * sum(t * t for t in T) if K > 1 else ANY


def event(mean):
    return max(HALF, mean) ** 2 / 2


def degrees(M, Z, strata):
    """Return the degrees of freedom, a function of z^2, of a sum of the squares of Z, of M questions, and of strata."""

    def at(square):
        v = [S + E * square for S, E, _, _ in strata]
        first = sum(z * z for z in Z) + sum(f * x for x, (_, _, f, _) in zip(v, strata))
        parts = [(first, Fraction(M)), *(((1 - f) * x, K) for x, (_, _, f, K) in zip(v, strata) if f < 1)]
        whole = real(sum(x for x, _ in parts))
        return whole**2 / sum(x * x / df for x, df in parts) - 1 if whole else ONE

    return at


def sample_of_one(part):
    M, each = part.M, {c: event(part.m[c]) for c in part.classes}
    E, F = [Fraction(0)], [Fraction(0)]
    for g, A in enumerate(part.A):
        e = max((each[c] for c in part.classes if part.A_of[c][g]), default=0)
        E.append(e * (A * A - Fraction(1, M * M)))
        F.append(e * (A - Fraction(1, M)))
    E, F = event(part.x) / M**2 + max(E), event(part.x) / M + max(F)
    df = degrees(M, part.Z, part.strata(1, each))
    return Sample(part.x, variance(part.T, part.K), max(part.A), E, F, df)


def sample_of_two(a, b):
    x, e = (a.x - b.x + 1) / 2, event((a.x - b.x + 1) / 2)
    most = max(*a.A, *b.A) if any(a.A) and any(b.A) else ONE
    T, Z = ([(p - q) / 2 for p, q in zip(*both)] for both in ((a.T, b.T), (a.Z, b.Z)))
    strata = [one for part in (a, b) for one in part.strata(Fraction(1, 4), dict.fromkeys(part.classes, e))]
    return Sample(x, variance(T, min(a.K, b.K)), most, e * most**2, e * most, degrees(a.M, Z, strata))


def answer(middle, sample, low, span, confidence):
    """Return (value, se, lo, hi), for the sample in which an unlabelled verdict counts as 1/2, and those of the ends."""
    V = middle.V if middle.V != ANY else middle.most * middle.x * (1 - middle.x)
    return summary(low + span * middle.x, V, sample, low, span, confidence)


def scaled(labels, low, high):
    return [[y if y is None else (Fraction(y) - low) / (high - low) for y in row] for row in labels]


def has_none(*labels):
    return all(y is None for rows in labels for row in rows for y in row)


def judged(verdicts, labels, low=0, high=1, confidence=0.95):
    low, high = Fraction(low), Fraction(high)
    if has_none(labels):
        return double((low + high) / 2), double((high - low) / 2), double(low), double(high)
    both = scaled(labels, low, high), scaled(labels, high, low)

    def sample(is_upper):
        return sample_of_one(Part(verdicts, both[is_upper], Fraction(0)))

    return answer(sample_of_one(Part(verdicts, both[0], HALF)), sample, low, high - low, confidence)


def compare_judged(verdicts_a, labels_a, verdicts_b, labels_b, low=0, high=1, confidence=0.95):
    low, high = Fraction(low), Fraction(high)
    span = high - low
    if has_none(labels_a, labels_b):
        return 0.0, double(span), double(-span), double(span)
    models = [(verdicts_a, scaled(labels_a, low, high)), (verdicts_b, scaled(labels_b, low, high))]

    def sample(is_upper):
        first, second = models[::-1] if is_upper else models
        return sample_of_two(Part(*first, Fraction(0)), Part(*second, ONE))

    return answer(sample_of_two(*(Part(*model, HALF) for model in models)), sample, -span, 2 * span, confidence)
