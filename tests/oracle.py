"""Compute the metrics straight from their definitions: in Fractions, and in mpmath if a value is irrational.

Nothing here is fast and nothing is shared with the package. `double` rounds a Fraction by Python's own division. For a
number of mpmath's, it rounds both ends of a far too wide error interval, and checks that they give the same double.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, inf, isqrt, prod

import mpmath

BITS = 700  # of mpmath's numbers that count: many more than a double, and than its distance to any midpoint met here
mpmath.mp.prec = BITS + 1200


def double(x, slack=None):
    """Return the double nearest to x. If x is mpmath's, x - slack and x + slack must give the same double."""
    if isinstance(x, Fraction):
        try:
            return float(x) + 0.0
        except OverflowError:
            return inf if x > 0 else -inf
    if x == 0:
        return 0.0
    exact = rational(x)
    slack = abs(exact) / 2 ** (BITS // 2) if slack is None else rational(slack)
    low, high = double(exact - slack), double(exact + slack)
    assert low == high, f"the oracle needs more than {BITS} bits for {x}"
    return low


def rational(x):
    """Return a number of mpmath's as a Fraction."""
    sign, man, exp, _ = mpmath.mpf(x)._mpf_
    return Fraction(-man if sign else man) * Fraction(2) ** exp


def real(x):
    """Return a Fraction as a number of mpmath's."""
    return mpmath.mpf(x.numerator) / x.denominator


def hypergeometric(credit, N, successes):
    """Return the mean of credit[X], if k of N trials are drawn without replacement and X of the k are successes."""
    k = len(credit) - 1
    total = sum(
        a * comb(successes, j) * comb(N - successes, k - j) for j, a in enumerate(credit) if a and j <= successes and k - j <= N - successes
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
    thresholds = {"pass_at_k": 1, "maj_at_k": k // 2 + 1, **dict.fromkeys(("pass_hat_k", "unanimous_at_k", "g_pass_at_k"), k)}
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


class Beta:
    """The Beta(a, b) distribution of a success rate p, for rational a and b. It gives exact means of polynomials in p."""

    def __init__(self, a, b, degree):
        self.c = c = a.denominator * b.denominator // gcd(a.denominator, b.denominator)
        self.rising = [[1], [1], [1]]
        for start, products in zip((a, b, a + b), self.rising):
            for i in range(degree):
                products.append(products[-1] * int((start + i) * c))

    def mean(self, coefficients):
        """Return the mean over p of the sum of coefficients[j] p**j (1-p)**(n-j)."""
        n = len(coefficients) - 1
        A, B, T = self.rising
        return Fraction(sum(x * A[j] * B[n - j] for j, x in enumerate(coefficients) if x), T[n])


def weighted(credit):
    """Return (integers, denominator): the coefficients of p**j (1-p)**(k-j) in what k draws earn on average.

    p is the success rate, and k draws with j successes earn credit[j].
    """
    k = len(credit) - 1
    values = [Fraction(x) * comb(k, j) for j, x in enumerate(credit)]
    d = 1
    for value in values:
        d = d * value.denominator // gcd(d, value.denominator)
    return [int(value * d) for value in values], d


def product(f, g):
    result = [0] * (len(f) + len(g) - 1)
    for i, x in enumerate(f):
        if x:
            for j, y in enumerate(g):
                result[i + j] += x * y
    return result


def posterior(credits, R, alpha0, beta0):
    """Return (means, {(i, j): covariance}) for each row: the posterior moments of what each of the credits earns."""
    pairs = [weighted(credit) for credit in credits]
    products = {(i, j): product(pairs[i][0], pairs[j][0]) for i in range(len(pairs)) for j in range(i + 1)}
    cache = {}
    for s, N in {(sum(row), len(row)) for row in R}:
        beta = Beta(Fraction(alpha0) + s, Fraction(beta0) + N - s, 2 * (len(credits[0]) - 1))
        means = [beta.mean(f) / d for f, d in pairs]
        cache[s, N] = (means, {(i, j): beta.mean(f) / (pairs[i][1] * pairs[j][1]) - means[i] * means[j] for (i, j), f in products.items()})
    return [cache[sum(row), len(row)] for row in R]


def credit_moments(credit, R, alpha0, beta0):
    rows = posterior([credit], R, alpha0, beta0)
    return sum(m[0] for m, _ in rows) / len(R), sum(v[0, 0] for _, v in rows) / len(R) ** 2


def delta(x, y, vx, vy, cov, a, b):
    """Return (mean, variance) of x**a y**b by the delta method."""
    a, b = Fraction(a), Fraction(b)
    blended = blend(x, y, a, b)
    if not blended:
        return Fraction(0), Fraction(0)
    relative = a * a * vx / x**2 + (b * b * vy / y**2 + 2 * a * b * cov / (x * y) if b else 0)
    square = blended if isinstance(blended, Fraction) else mpmath.mpf(blended)
    square *= square
    # x**2a y**2b can be rational where x**a y**b is not
    if (2 * a).denominator == (2 * b).denominator == 1 and abs(a) + abs(b) < 100:
        square = blend(x, y, 2 * a, 2 * b)
    return blended, square * relative if isinstance(square, Fraction) else square * real(relative)


def geom_moments(R, k, a, b, alpha0, beta0):
    rows = posterior([at_least(k, 1), at_least(k, k)], R, alpha0, beta0)
    blends = [delta(*m, v[0, 0], v[1, 1], v[1, 0], a, b) for m, v in rows]
    return mean([m for m, _ in blends]), mean([v for _, v in blends]) / len(R)


def blend_moments(R, other, a, b, alpha0, beta0):
    M = len(R)
    rows = posterior([at_least(len(other) - 1, 1), other], R, alpha0, beta0)
    x, y = (sum(m[i] for m, _ in rows) / M for i in range(2))
    vx, vy, cov = (sum(v[pair] for _, v in rows) / M**2 for pair in ((0, 0), (1, 1), (1, 0)))
    return delta(x, y, vx, vy, cov, a, b)


def best_moments(R, k, w, R0=None):
    """Return the moments of Max@k under the Dirichlet posterior, from expected products of powers of rates."""
    levels = sorted({Fraction(x) for x in w})
    total, spread = Fraction(0), Fraction(0)
    for i, row in enumerate(R):
        prior = list(R0[i]) if R0 is not None else []
        T = len(w) + len(row) + len(prior)
        outcomes = [*row, *prior, *range(len(w))]
        below = [sum(Fraction(w[outcome]) <= level for outcome in outcomes) for level in levels]

        def power(c, n, k=k):
            return Fraction(rising(c, k), rising(n, k))

        gaps = [b - a for a, b in zip(levels, levels[1:])]
        first = sum(gap * power(c, T) for gap, c in zip(gaps, below))
        second = Fraction(0)
        for (g, c), (h, e) in itertools.product(zip(gaps, below), repeat=2):
            low, high = min(c, e), max(c, e)
            ratio = power(low, high) if low < high else 1
            second += g * h * Fraction(rising(high, 2 * k), rising(T, 2 * k)) * ratio
        total += levels[-1] - first
        spread += second - first * first
    return total / len(R), spread / len(R) ** 2


def rising(x, n):
    return prod(range(x, x + n))


# Quantiles: q with P(|Z| <= q) = confidence.


def chance(q, df, of_tail):
    """Return P(|Z| <= q), or P(|Z| > q) without cancellation. Z is Student's; if df is None, it is normal."""
    if df is None:
        u = q / mpmath.sqrt(2)
        return mpmath.erfc(u) if of_tail else mpmath.erf(u)
    a, half, square = mpmath.mpf(df) / 2, mpmath.mpf(1) / 2, q * q
    if of_tail and square > df:
        return mpmath.betainc(a, half, 0, df / (df + square), regularized=True)
    with mpmath.extraprec(int(square) + 64 if of_tail else 0):  # no tail is thinner than the normal distribution's
        inside = mpmath.betainc(half, a, 0, square / (df + square), regularized=True)
        return 1 - inside if of_tail else inside


def density(q, df):
    """Return the density of |Z| at q, for the Z of `chance`."""
    if df is None:
        return mpmath.sqrt(2 / mpmath.pi) * mpmath.exp(-q * q / 2)
    a = mpmath.mpf(df) / 2
    return 2 * mpmath.exp(-(a + 0.5) * mpmath.log1p(q * q / df)) / (mpmath.sqrt(df) * mpmath.beta(a, 0.5))


@lru_cache(maxsize=None)
def quantile(confidence, df, bits):
    """Return two Fractions that enclose the q with P(|Z| <= q) = confidence. The chance is computed at both of them.

    The root is found by bisection and the secant in logarithms, then by Newton's method. Chances are compared with the
    smaller of confidence and 1 - confidence.
    """
    of_tail = 2 * confidence > 1
    target = 1 - confidence if of_tail else confidence
    with mpmath.workprec(120):
        goal = mpmath.log(real(target))

        def residue(log_q):
            return mpmath.log(chance(mpmath.exp(log_q), df, of_tail)) - goal

        low, step = mpmath.mpf(-1), mpmath.mpf(1)
        if df is None:
            while residue(low) * (1 - 2 * of_tail) > 0:
                low *= 2
        else:  # tails are thicker than the normal distribution's, but hardly so for many degrees of freedom
            low, step = mpmath.log(real(quantile(confidence, None, 120)[0])), mpmath.mpf(1) / df
        high = low + step
        while residue(high) * (1 - 2 * of_tail) < 0:
            low, high, step = high, high + 2 * step, 2 * step
        q = mpmath.exp(mpmath.findroot(residue, (low, high), solver="anderson", tol=1e-40, maxsteps=500))
    precision = 60
    while precision < bits + 60:
        precision = min(2 * precision, bits + 60)
        with mpmath.workprec(precision + 120):
            error = chance(q, df, of_tail) - real(target)
            q += (error if of_tail else -error) / density(q, df)
    with mpmath.workprec(bits + 240):
        hair = mpmath.mpf(2) ** -bits
        ends = [q * (1 - hair), q * (1 + hair)]
        signs = [chance(end, df, of_tail) < real(target) for end in ends]
        assert signs == [not of_tail, of_tail], f"the oracle's quantile of {confidence} with df {df} is wrong"
        return rational(ends[0]), rational(ends[1])


def deviate(confidence):
    """Return the q with P(|Z| <= q) = confidence for a standard normal Z."""
    return real(sum(quantile(Fraction(confidence), None, BITS)) / 2)


def summary(mean, variance, confidence, bounds):
    """Return (mu, sigma, lo, hi) as doubles, from mean and variance, each exact or a number of mpmath's."""
    with mpmath.workprec(BITS + 4500):
        center, spread = (real(x) if isinstance(x, Fraction) else x for x in (mean, variance))
        sigma = mpmath.sqrt(spread)
        half = deviate(confidence) * sigma
        digits = BITS + 4000 if isinstance(mean, Fraction) else BITS // 2
        slack = half * mpmath.mpf(2) ** -(BITS // 2) + abs(center) * mpmath.mpf(2) ** -digits
        lo, hi = [double(mean)] * 2 if not variance else [double(center + x, slack) for x in (-half, half)]
        mu, sigma = double(mean), root(variance) if isinstance(variance, Fraction) else double(sigma)
    if bounds is not None:
        lo, hi = (min(max(end, bounds[0] + 0.0), bounds[1] + 0.0) for end in (lo, hi))
    return mu, sigma, lo, hi


def root(x):
    """Return the nearest double of a Fraction's square root: exact if it is rational."""
    n, d = isqrt(x.numerator), isqrt(x.denominator)
    exact = n * n == x.numerator and d * d == x.denominator
    return double(Fraction(n, d) if exact else mpmath.sqrt(real(x)))


# --- special functions and ranks ----------------------------------------------------------------------------------------


def special(name, a=0, b=0, n=0, k=0, i=0, j=0):
    """Return the special function of this name at Fractions and integers."""
    if name == "binomial":
        return Fraction(comb(n, k)) if k <= n else Fraction(0)
    if name == "beta":
        return Fraction(1, a * comb(a + b - 1, a))
    products = [prod((x + m for m in range(count)), start=Fraction(1)) for x, count in ((a, i), (b, j), (a + b, i + j))]
    return prod((a + m for m in range(n)), start=Fraction(1)) if name == "rising" else products[0] * products[1] / products[2]


def normal_quantile(p):
    """Return the normal quantile of a Fraction in (0, 1)."""
    return mpmath.mpf(0) if 2 * p == 1 else deviate(abs(2 * p - 1)) * (1 if 2 * p > 1 else -1)


METHODS = ("competition", "competition_max", "dense", "avg")


def ranks(scores, method):
    """Return the rank of each score, counted from the scores above it and those equal to it."""
    found = []
    for score in scores:
        above, equal = [other for other in scores if other > score], scores.count(score)
        methods = len(above) + 1, len(above) + equal, len(set(above)) + 1, len(above) + (1 + equal) / 2
        found.append(methods[METHODS.index(method)])
    return found


def rank_scores(values, tol=0, sigmas=None, confidence=None, ci_tie_method=None):
    """Return {method: ranks}, as rank.rank_scores does. With sigmas, each method is there with _ci, too."""
    order, top = sorted(set(values), reverse=True), {}
    for above, value in zip([None, *order], order):
        top[value] = value if above is None or top[above] - value > tol else top[above]
    found = {method: ranks([top[value] for value in values], method) for method in METHODS}
    if sigmas is None:
        return found
    sigma = {value: max(s for s, x in zip(sigmas, values) if x == value) for value in order}
    level = dict.fromkeys(order[:1], 0)
    for above, value in zip(order, order[1:]):
        is_tied = top[above] == top[value] or is_open(above - value, sigma[above], sigma[value], confidence, ci_tie_method)
        level[value] = level[above] - (not is_tied)
    return {**found, **{f"{method}_ci": ranks([level[value] for value in values], method) for method in METHODS}}


def is_open(gap, s, t, confidence, ci_tie_method):
    """Return whether two scores with the difference `gap` and the sigmas s and t are tied."""
    is_zscore = ci_tie_method == "zscore_adjacent"
    p = confidence if is_zscore else (1 + confidence) / 2
    if 2 * p <= 1 or not s + t:
        return False
    edge = real(s * s + t * t if is_zscore else (s + t) ** 2) * deviate(2 * p - 1) ** 2
    square = real(gap * gap)
    assert abs(square - edge) > edge * mpmath.mpf(2) ** -300
    return bool(square < edge)


def compare(a, b, confidence):
    """Return (difference, sigma, lo, hi, chance that the difference is above 0). a and b are (mean, variance) of a model."""
    mean, variance = a[0] - b[0], a[1] + b[1]
    chance = Fraction((mean > 0) - (mean < 0) + 1, 2)
    if mean and variance:
        with mpmath.workprec(BITS + 2000):
            p = mpmath.erfc(-real(mean) / mpmath.sqrt(2 * real(variance))) / 2
            chance = p if p > mpmath.mpf(2) ** -1200 else 0
    return (*summary(mean, variance, confidence, None), double(chance))
