"""Compute the metrics straight from their definitions, in Fractions; blends in mpmath if they are irrational.

Nothing here is fast, and no oracle shares anything with the package.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import mpmath

from .reals import real


def hypergeometric(credit, N, successes):
    """Return the mean of credit[X], if k of N trials are drawn without replacement and X of the k are successes."""
    k = len(credit) - 1
    total = sum(
        a * comb(successes, j) * comb(N - successes, k - j)
        for j, a in enumerate(credit)
        if a and j <= successes and k - j <= N - successes
    )
    return Fraction(total) / comb(N, k)


def at_least(k, j0):
    return [int(j >= j0) for j in range(k + 1)]


def mean_majority(k):
    return [Fraction(2 * max(j - (k + 1) // 2, 0), k) if k > 1 else 0 for j in range(k + 1)]


def spectrum(weights):
    return [sum(map(Fraction, weights[:j]), Fraction(0)) for j in range(len(weights) + 1)]


def credit(name, k, tau=None, weights=None):
    """Return A_0..A_k: what k draws earn by this metric, for 0..k successes."""
    thresholds = {
        "pass_at_k": 1,
        "maj_at_k": k // 2 + 1,
        **dict.fromkeys(("pass_hat_k", "unanimous_at_k", "g_pass_at_k"), k),
    }
    if name == "g_pass_at_k_tau":
        return at_least(k, least_successes(k, tau))
    if name == "threshold_spectrum_at_k":
        return spectrum(weights)
    if name in ("mg_pass_at_k", "auc_at_k"):
        return mean_majority(k) if name == "mg_pass_at_k" else area_credit(k)
    return at_least(k, thresholds[name])


def score(credit, R):
    cache = {}
    for row in R:
        key = len(row), sum(row)
        if key not in cache:
            cache[key] = hypergeometric(credit, *key)
    return sum(cache[len(row), sum(row)] for row in R) / len(R)


def area(k, R):
    """Return AUC@k from its definition, the trapezoid rule over Pass@1..Pass@k."""
    curve = [score(at_least(i, 1), R) for i in range(1, k + 1)]
    if k == 1:
        return curve[0]
    return sum((a + b) / 2 for a, b in zip(curve, curve[1:])) / (k - 1)


def area_credit(k):
    """Return the credit of AUC@k for each number of successes among k trials."""
    return [area(k, [[1] * s + [0] * (k - s)]) for s in range(k + 1)]


def least_successes(k, tau):
    """Return the least j with j / k >= tau, by trying each: in doubles, and exactly for a Fraction."""
    return min(j for j in range(1, k + 1) if (Fraction(j, k) if isinstance(tau, Fraction) else j / k) >= tau)


def blend(x, y, a, b):
    """Return x**a * y**b: a Fraction for whole powers, else a number of mpmath's."""
    x, y, a, b = (Fraction(v) for v in (x, y, a, b))
    if (x == 0 and a > 0) or (y == 0 and b > 0):
        return Fraction(0)
    if (x == 0 and a < 0) or (y == 0 and b < 0):
        raise ValueError
    if a.denominator == b.denominator == 1 and abs(a) + abs(b) < 200:
        return x ** int(a) * y ** int(b)
    factors = [mpmath.exp(real(p) * mpmath.log(real(v))) for v, p in ((x, a), (y, b)) if p and v != 1]
    return mpmath.fprod(factors)


def geom(R, k, a, b):
    total = []
    for row in R:
        x, y = (hypergeometric(credit, len(row), sum(row)) for credit in (at_least(k, 1), at_least(k, k)))
        total.append(blend(x, y, a, b))
    return mean(total)


def mean(values):
    """Return the mean of Fractions, or of numbers of mpmath's with Fractions among them."""
    if all(isinstance(value, Fraction) for value in values):
        return sum(values) / len(values)
    return sum(real(value) if isinstance(value, Fraction) else value for value in values) / len(values)


def best(R, k, w):
    """Return Max@k, from sorted rewards."""
    total = Fraction(0)
    for row in R:
        rewards = sorted(Fraction(w[outcome]) for outcome in row)
        total += sum(comb(i - 1, k - 1) * reward for i, reward in enumerate(rewards, 1)) / comb(len(row), k)
    return total / len(R)


def vote(right, wrong, none, k):
    """Return the chance that a right answer wins the vote of k trials.

    `right` and `wrong` say how often each answer was given, `none` how many trials have no answer. Answer by answer, the
    function counts subsets of trials by (size, votes of the leading answers, right leaders, wrong leaders).
    """
    subsets = {(0, 0, 0, 0): 1}
    for n, is_right in [*((n, 1) for n in right), *((n, 0) for n in wrong)]:
        found = Counter()
        for (drawn, most, a, b), ways in subsets.items():
            for votes in range(min(n, k - drawn) + 1):
                first = (a + is_right, b + 1 - is_right) if votes == most and votes else (a, b)
                if votes > most:
                    first = (is_right, 1 - is_right)
                found[(drawn + votes, max(votes, most), *first)] += ways * comb(n, votes)
        subsets = found
    won = sum(Fraction(ways * comb(none, k - drawn) * a, a + b) for (drawn, _, a, b), ways in subsets.items() if a)
    return Fraction(won) / comb(sum(right) + sum(wrong) + none, k)


def votes(answers, outcomes):
    """Return (counts of right answers, counts of wrong answers, number of None) of a row, the largest counts first."""
    sides = [Counter(a for a, right in zip(answers, outcomes) if a is not None and right == side) for side in (1, 0)]
    return (*(tuple(sorted(side.values(), reverse=True)) for side in sides), list(answers).count(None))


def cons(answers, R, k):
    cache = {}
    for row in map(votes, answers, R):
        if row not in cache:
            cache[row] = vote(*row, k)
    return sum(cache[row] for row in map(votes, answers, R)) / len(R)


def bayes(R, w, R0=None):
    """Return (mean, variance) of Bayes@N, a question at a time."""
    w = [Fraction(v) for v in w]
    M, mean, spread = len(R), Fraction(0), Fraction(0)
    for i, row in enumerate(R):
        prior = R0[i] if R0 is not None else []
        T = len(w) + len(row) + len(prior)
        p = [Fraction(1 + list(row).count(j) + list(prior).count(j), T) for j in range(len(w))]
        first = sum(a * b for a, b in zip(p, w))
        mean += first
        spread += (sum(a * b * b for a, b in zip(p, w)) - first * first) / (T + 1)
    return mean / M, spread / M**2


def avg(R, w):
    """Return (mean, variance) of avg@N, for questions with their own N."""
    mean = sum(sum(Fraction(w[outcome]) for outcome in row) / len(row) for row in R) / len(R)
    variance = sum(bayes([row], w)[1] * Fraction(len(w) + len(row), len(row)) ** 2 for row in R)
    return mean, variance / len(R) ** 2


def subsets_one_by_one(earn, row, k):
    """Return the mean of what a row's k-subsets earn, and of the products of disjoint ones (None without any)."""
    places = itertools.combinations(range(len(row)), k)
    drawn = [(set(some), Fraction(earn([row[i] for i in some]))) for some in places]
    pairs = [a * b for (A, a), (B, b) in itertools.product(drawn, repeat=2) if not A & B]
    return sum(value for _, value in drawn) / len(drawn), sum(pairs) / len(pairs) if pairs else None
