"""Compute the value by a judge and some labels from its definition, trial by trial: in Fractions, ends in mpmath."""

from __future__ import annotations

from fractions import Fraction

from .intervals import HALF, ONE, Sample, summary
from .reals import double, real

ANY = 10**60  # a variance for which 1/n is the most that it can be


def h_of(mean, is_upper):
    return max(HALF, 1 - mean if is_upper else mean)


class Part:
    """The verdicts and labels of a model. A verdict without labels counts as if its mean label were `stand`."""

    def __init__(self, verdicts, labels, low, high, stand):
        self.M = M = len(verdicts)
        w = Fraction(1, M * len(verdicts[0]))
        cells = [
            [(v, y if y is None else (Fraction(y) - low) / (high - low)) for v, y in zip(*rows)]
            for rows in zip(verdicts, labels)
        ]
        flat = [cell for row in cells for cell in row]
        p, given = {}, {}
        for v, y in flat:
            p[v] = p.get(v, 0) + w
            given.setdefault(v, []).extend([] if y is None else [y])
        self.classes = [v for v in p if given[v]]
        self.m = m = {v: sum(some) / Fraction(len(some)) if some else stand for v, some in given.items()}
        self.f = f = {v: w * len(given[v]) / p[v] for v in p}
        self.x = sum(p[v] * m[v] for v in p)

        def totals(earn):
            """Return, for each question, the sum of earn(verdict, label) over its labelled trials."""
            return [sum((earn(v, y) for v, y in row if y is not None), Fraction(0)) for row in cells]

        self.Z = [sum(w * (m[v] - self.x) for v, _ in row) for row in cells]
        self.T = [z + r for z, r in zip(self.Z, totals(lambda v, y: w / f[v] * (y - m[v])))]
        self.A = totals(lambda v, _: w / f[v])
        self.A_of = {c: totals(lambda v, _, c=c: w / f[v] * (v == c)) for c in self.classes}
        rests = {c: totals(lambda v, y, c=c: w / f[v] * (y - m[v]) * (v == c)) for c in self.classes}
        self.squares = {c: sum(R * R for R in rests[c]) for c in self.classes}
        self.K = sum(self.A) ** 2 / sum(A * A for A in self.A) if any(self.A) else Fraction(0)
        self.K_of = {c: p[c] ** 2 / sum(A * A for A in self.A_of[c]) for c in self.classes}


def degrees(M, Z, strata):
    """Return the degrees of freedom, a function of z^2, of a sum of the squares Z of M questions and of strata.

    A stratum is (sum of squares, what is added for each z^2, share of labels, effective number of labels).
    """

    def at(square):
        v = [S + E * square for S, E, _, _ in strata]
        first = Z + sum(f * x for x, (_, _, f, _) in zip(v, strata))
        others = [((1 - f) * x, K) for x, (_, _, f, K) in zip(v, strata) if f < 1]
        parts = [(first, Fraction(M)), *others]
        whole = real(sum(x for x, _ in parts))
        return whole**2 / sum(x * x / df for x, df in parts) - 1 if whole else ONE

    return at


def sample_of_one(part, is_upper):
    M, x = part.M, part.x
    V = part.K / (part.K - 1) * sum(T * T for T in part.T) if part.K > 1 else Fraction(ANY)
    each = {c: h_of(part.m[c], is_upper) ** 2 / 2 for c in part.classes}
    extra_E, extra_F = [Fraction(0)], [Fraction(0)]
    for g, A in enumerate(part.A):
        e = max((each[c] for c in part.classes if part.A_of[c][g]), default=0)
        extra_E.append(e * (A * A - Fraction(1, M * M)))
        extra_F.append(e * (A - Fraction(1, M)))
    e = h_of(x, is_upper) ** 2 / 2
    strata = [(part.squares[c], each[c] * max(part.A_of[c]) ** 2, part.f[c], part.K_of[c]) for c in part.classes]
    df = degrees(M, sum(Z * Z for Z in part.Z), strata)
    return Sample(1 - x if is_upper else x, V, max(part.A), e / M**2 + max(extra_E), e / M + max(extra_F), df)


def sample_of_two(a, b, is_upper):
    x = (a.x - b.x + 1) / 2
    most = max(max(p, q) for p, q in zip(a.A, b.A)) if any(a.A) and any(b.A) else ONE
    K, T = min(a.K, b.K), [(p - q) / 2 for p, q in zip(a.T, b.T)]
    V = K / (K - 1) * sum(t * t for t in T) if K > 1 else Fraction(ANY)
    e = h_of(x, is_upper) ** 2 / 2
    strata = [
        (part.squares[c] / 4, e * max(part.A_of[c]) ** 2, part.f[c], part.K_of[c])
        for part in (a, b)
        for c in part.classes
    ]
    df = degrees(a.M, sum(((p - q) / 2) ** 2 for p, q in zip(a.Z, b.Z)), strata)
    return Sample(1 - x if is_upper else x, V, most, e * most**2, e * most, df)


def found(sample_of, make, low, span, level):
    """Return (value, se, lo, hi). make(stand) gives the parts for which an unlabelled verdict stands so."""
    middle = make(HALF)
    sample, K = sample_of(*middle, False), min(part.K for part in middle)
    V = sample.V if K > 1 else sample.most * sample.x * (1 - sample.x)

    def end(is_upper):
        return sample_of(*make(ONE if is_upper else Fraction(0)), is_upper)

    return summary(low + span * sample.x, V, end, low, span, level)


def has_none(*labels):
    return all(y is None for rows in labels for row in rows for y in row)


def judged(verdicts, labels, low=0, high=1, confidence=0.95):
    low, high = Fraction(low), Fraction(high)
    if has_none(labels):
        return double((low + high) / 2), double((high - low) / 2), double(low), double(high)

    def make(stand):
        return [Part(verdicts, labels, low, high, stand)]

    return found(sample_of_one, make, low, high - low, confidence)


def compare_judged(verdicts_a, labels_a, verdicts_b, labels_b, low=0, high=1, confidence=0.95):
    low, high = Fraction(low), Fraction(high)
    span = high - low
    if has_none(labels_a, labels_b):
        return 0.0, double(span), double(-span), double(span)

    def make(stand):
        return Part(verdicts_a, labels_a, low, high, stand), Part(verdicts_b, labels_b, low, high, 1 - stand)

    return found(sample_of_two, make, -span, 2 * span, confidence)
