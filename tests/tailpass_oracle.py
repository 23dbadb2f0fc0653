"""Compute TailPass from its definition: every composition of k trials, its chance, and whether it reaches a threshold.

Like oracle.py it shares nothing with the package. A question is a list of concentrations, one for each class; classes
are not merged, and moments come from the chances of pairs of compositions, one by one.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, prod

import mpmath
import oracle
from oracle import real


@lru_cache(maxsize=None)
def compositions(k, classes):
    """Return every vector of counts of k trials in this many classes."""
    bars = itertools.combinations(range(k + classes - 1), classes - 1)
    ends = ((-1, *one, k + classes - 1) for one in bars)
    return [tuple(b - a - 1 for a, b in zip(one, one[1:])) for one in ends]


def orders(x):
    return factorial(sum(x)) // prod(map(factorial, x))


def rising(a, n):
    return prod((a + i for i in range(n)), start=Fraction(1))


def reaches(score, threshold):
    """Return whether the score reaches the threshold. A float is compared with the score's double."""
    return oracle.double(score) >= threshold if isinstance(threshold, float) else score >= threshold


class Question:
    """The moments of powers of the class rates, under a Dirichlet distribution."""

    def __init__(self, concentrations, degree):
        self.total = sum(concentrations)
        self.risings = [[rising(a, n) for n in range(degree + 1)] for a in concentrations]

    def moment(self, x):
        return prod(known[n] for known, n in zip(self.risings, x)) / rising(self.total, sum(x))


class Profile:
    def __init__(self, R, k, w=None, R0=None, eta=1, prior=1, thresholds=None):
        w = [0, 1] if w is None else w
        C, M = len(w), len(R)
        self.k, self.w, self.M = k, [Fraction(x) for x in w], M
        self.thresholds = [j / k for j in range(1, k + 1)] if thresholds is None else thresholds
        self.xs = compositions(k, C)
        self.scores = [sum(n * s for n, s in zip(x, self.w)) / k for x in self.xs]
        base = [[Fraction(a) for a in row] for row in matrix_of(prior, C, M)]
        self.rows = [
            tuple(base[i][j] + list(row).count(j) + Fraction(eta) * (list(R0[i]).count(j) if R0 else 0) for j in range(C))
            for i, row in enumerate(R)
        ]
        self.questions = {row: Question(row, 2 * k) for row in set(self.rows)}

    def events(self):
        return [[int(reaches(score, threshold)) for score in self.scores] for threshold in self.thresholds]

    def of_question(self, values, row):
        question = self.questions[row]
        terms = [value * orders(x) * question.moment(x) for value, x in zip(values, self.xs) if value]
        return total(terms)

    def mean(self, values):
        """Return the mean over questions of what k trials earn. `values` has what each composition earns."""
        known = {row: self.of_question(values, row) for row in self.questions}
        return total([known[row] for row in self.rows]) / self.M

    def covariance(self, first, second):
        known = {}
        for row, question in self.questions.items():
            pairs = [
                a * b * (orders(x) * orders(y) * question.moment([m + n for m, n in zip(x, y)]))
                for (a, x), (b, y) in itertools.product(zip(first, self.xs), zip(second, self.xs))
                if a and b
            ]
            known[row] = total(pairs) - self.of_question(first, row) * self.of_question(second, row)
        return total([known[row] for row in self.rows]) / self.M**2

    def summary(self, values, confidence=0.95):
        """Return (mu, sigma, lo, hi), clipped into [0, 1]."""
        variance = self.covariance(values, values) if len(set(values)) > 1 else Fraction(0)
        return oracle.summary(self.mean(values), variance, confidence, (0, 1))

    def linear(self, weights):
        events = self.events()
        return [sum((Fraction(w) * row[i] for w, row in zip(weights, events)), Fraction(0)) for i in range(len(self.xs))]

    def power(self, lam):
        if Fraction(lam).denominator == 1:
            return [score ** int(lam) for score in self.scores]
        return [real(score) ** real(Fraction(lam)) if score not in (0, 1) else mpmath.mpf(int(score)) for score in self.scores]

    def ends(self):
        """Return two lists for all compositions: 1 if the score is above 0, else 0; and 1 if the score is 1, else 0."""
        return [int(score > 0) for score in self.scores], [int(score == 1) for score in self.scores]


def total(terms):
    if all(isinstance(term, (int, Fraction)) for term in terms):
        return sum(terms, Fraction(0))
    return mpmath.fsum(real(term) if isinstance(term, Fraction) else term for term in terms)


def matrix_of(prior, C, M):
    if not isinstance(prior, list):
        return [[prior] * C] * M
    return prior if isinstance(prior[0], list) else [prior] * M


def empirical(R, k, w=None, thresholds=None):
    """Return, for each threshold, the chance that k of a question's trials have a mean score that reaches it.

    The trials are drawn without replacement; chances are averaged over questions. Without `thresholds`, they are j/k.
    """
    w = [Fraction(x) for x in (w or [0, 1])]
    thresholds = [j / k for j in range(1, k + 1)] if thresholds is None else thresholds
    found = [Fraction(0) for _ in thresholds]
    for row in R:
        counts = [list(row).count(j) for j in range(len(w))]
        for x in compositions(k, len(w)):
            ways = prod(map(comb, counts, x))
            score = sum(n * s for n, s in zip(x, w)) / k
            for i, threshold in enumerate(thresholds):
                if ways and reaches(score, threshold):
                    found[i] += Fraction(ways, comb(len(row), k))
    return tuple(oracle.double(x / len(R)) for x in found)


# Weights


def beta_weights(k, theta, kappa):
    a, b = (real(Fraction(kappa) * x) for x in (Fraction(theta), 1 - Fraction(theta)))
    chances = [mpmath.betainc(a, b, 0, mpmath.mpf(t) / k, regularized=True) if 0 < t < k else mpmath.mpf(t // k) for t in range(k + 1)]
    return differences(chances)


def moment_weights(k, lam):
    return differences([(mpmath.mpf(t) / k) ** real(Fraction(lam)) for t in range(k + 1)])


def maxent_weights(k, mean):
    mean = Fraction(mean)
    if 2 * mean == 1:
        return (1 / k,) * k
    goal = real(min(mean, 1 - mean))
    low, high = mpmath.mpf(0), 1 / goal
    for _ in range(oracle.BITS + 200):
        middle = (low + high) / 2
        is_more = 1 / middle - 1 / mpmath.expm1(middle) > goal
        low, high = (middle, high) if is_more else (low, middle)
    found = differences([-mpmath.expm1(-low * t / k) / -mpmath.expm1(-low) for t in range(k + 1)])
    return found if 2 * mean < 1 else found[::-1]


def differences(values):
    return tuple(oracle.double(b - a, mpmath.mpf(2) ** -(oracle.BITS // 2 + 200)) for a, b in zip(values, values[1:]))
