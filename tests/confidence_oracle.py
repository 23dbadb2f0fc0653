"""The intervals of scorio_lite.confidence from their definition: Fractions, and enclosures where a value is irrational.

What is rational comes from counting: pairs of disjoint k-subsets by the successes, or by the best classes, in both. The
quantiles come from root finding on mpmath's erf and incomplete beta function. Each of them is enclosed, with its
neighbours tried on both sides, and the rest is mpmath's interval arithmetic. If both ends of an enclosure round to the
same double, that is the result; if not, there are more bits to be had.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb

import mpmath
import oracle
from mpmath import iv, mp
from oracle import double

BINARY = ("pass_at_k", "pass_hat_k", "unanimous_at_k", "g_pass_at_k", "g_pass_at_k_tau", "mg_pass_at_k", "maj_at_k",
          "auc_at_k", "threshold_spectrum_at_k")  # fmt: skip
NAMES = ("avg", *BINARY, "max_at_k")
PRECISIONS = (256, 1280, 4096)
GRID = 1080  # every double, and every midpoint of two, is a multiple of 2**-1075


# What questions are worth: exact.


def credit(name, k, tau=None, weights=None):
    """A_0..A_k of SPEC 3."""
    thresholds = {"pass_at_k": 1, "pass_hat_k": k, "unanimous_at_k": k, "g_pass_at_k": k, "maj_at_k": k // 2 + 1}
    if name in thresholds:
        return oracle.at_least(k, thresholds[name])
    if name == "g_pass_at_k_tau":
        return oracle.at_least(k, oracle.least_successes(k, tau))
    if name == "mg_pass_at_k":
        return oracle.mean_majority(k)
    return oracle.area_credit(k) if name == "auc_at_k" else oracle.spectrum(weights)


def binary_question(A, N, s):
    """(x_q, y_q) of N trials with s successes; y_q is None where no two k-subsets are disjoint.

    i successes and k-i failures are chosen first; what is left has s-i and N-s-(k-i).
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
    """The same for the best of k rewards, by the best of A and the best of B."""
    N, levels = len(rewards), sorted(set(rewards))
    up_to = [sum(reward <= level for reward in rewards) for level in levels]
    subsets, pairs = comb(N, k), comb(N, k) * comb(N - k, k)

    def single(u):
        return comb(up_to[u], k) if u >= 0 else 0

    def both(u, v):
        """Pairs with all of A at level u or less, and all of B at level v or less."""
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


class Spread:
    """x, S, B and b of a data set, and what the intervals need beside them. R is a list of rows, ragged or not; for
    cons_at_k a row is (counts of right answers, of wrong ones, number of None)."""

    def __init__(self, name, R, k=None, w=None, tau=None, weights=None, questions="new", clusters=None):
        self.k = k = 1 if name == "avg" else k
        self.M, self.questions = len(R), questions
        graded = name in ("avg", "max_at_k")
        self.low, self.high = Fraction(0), Fraction(1)
        if graded:
            w = [Fraction(reward) for reward in ((0, 1) if w is None else w)]
            self.low, self.high = min(w), max(w)
        A = None if graded or name == "cons_at_k" else credit(name, k, tau, weights)
        if A:
            self.high = max(self.high, Fraction(max(A)))  # a float sum of weights can be a hair above 1
        known, rows = {}, []
        for row in R:
            if name == "cons_at_k":  # a row of votes: no pairs of subsets
                if row not in known:
                    known[row] = oracle.vote(*row, k), None
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
        self.x = sum(self.values) / self.M
        self.b = (self.x - self.low) * (self.high - self.x)
        self.harmonic_mean = self.M / sum(Fraction(1, N) for _, _, N in rows)
        if questions == "these":
            self.df = None
            self.S = max(Fraction(0), sum(Fraction(k, N) * self.b if y is None else x * x - y for x, y, N in rows))
            self.B = k / self.harmonic_mean
        else:
            self.clusters = list(range(self.M)) if clusters is None else clusters
            sizes = Counter(self.clusters).values()
            self.df = max(len(sizes) - 1, 1)
            self.B = Fraction(sum(size * size for size in sizes), self.M)
            self.S = self.covariance(self) if len(sizes) > 1 else self.B * self.M * self.b

    def residuals(self):
        """The cluster totals of x_q - x, in the order of the labels' first rows."""
        totals = dict.fromkeys(self.clusters, Fraction(0))
        for label, value in zip(self.clusters, self.values):
            totals[label] += value - self.x
        return list(totals.values())

    def covariance(self, other):
        """S for other = self; of more than one cluster."""
        G = len(set(self.clusters))
        return Fraction(G, G - 1) * sum(e * f for e, f in zip(self.residuals(), other.residuals()))

    @property
    def exact(self):
        return self.x, self.S, self.B, self.b

    @property
    def span(self):
        return self.high - self.low

    @property
    def share(self):
        """r."""
        scale = self.span**2
        S, b = self.S / scale, self.b / scale
        return min(self.B, (S + self.B / 2) / (self.M * b + Fraction(1, 2)))


# Quantiles: q with P(|Z| <= q) = confidence.


def chance(q, df, of_tail):
    """P(|Z| <= q), or P(|Z| > q), each without cancellation; df None is the normal distribution."""
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
    """Of |Z|."""
    if df is None:
        return mpmath.sqrt(2 / mp.pi) * mpmath.exp(-q * q / 2)
    a = mpmath.mpf(df) / 2
    return 2 * mpmath.exp(-(a + 0.5) * mpmath.log1p(q * q / df)) / (mpmath.sqrt(df) * mpmath.beta(a, 0.5))


@lru_cache(maxsize=None)
def quantile(confidence, df, bits):
    """An enclosure of q, as two Fractions: a root found by bisection and the secant in logarithms, then by Newton's
    method, and tried on both sides. The smaller of confidence and 1 - confidence is what chances are compared with."""
    of_tail = 2 * confidence > 1
    target = 1 - confidence if of_tail else confidence
    with mpmath.workprec(120):
        goal = mpmath.log(oracle.real(target))

        def residue(log_q):
            return mpmath.log(chance(mpmath.exp(log_q), df, of_tail)) - goal

        low, step = mpmath.mpf(-1), mpmath.mpf(1)
        if df is None:
            while residue(low) * (1 - 2 * of_tail) > 0:
                low *= 2
        else:  # tails are thicker than the normal distribution's, but hardly so for many degrees of freedom
            low, step = mpmath.log(oracle.real(quantile(confidence, None, 120)[0])), mpmath.mpf(1) / df
        high = low + step
        while residue(high) * (1 - 2 * of_tail) < 0:
            low, high, step = high, high + 2 * step, 2 * step
        q = mpmath.exp(mpmath.findroot(residue, (low, high), solver="anderson", tol=1e-40, maxsteps=500))
    precision = 60
    while precision < bits + 60:
        precision = min(2 * precision, bits + 60)
        with mpmath.workprec(precision + 120):
            error = chance(q, df, of_tail) - oracle.real(target)
            q += (error if of_tail else -error) / density(q, df)
    with mpmath.workprec(bits + 240):
        hair = mpmath.mpf(2) ** -bits
        ends = [q * (1 - hair), q * (1 + hair)]
        signs = [chance(end, df, of_tail) < oracle.real(target) for end in ends]
        assert signs == [not of_tail, of_tail], f"the oracle's quantile of {confidence} with df {df} is wrong"
        return oracle.rational(ends[0]), oracle.rational(ends[1])


# Enclosures, and their rounding.


def enclosed(x):
    """A Fraction, or two, in the interval arithmetic."""
    low, high = x if isinstance(x, tuple) else (x, x)
    return iv.mpf([(iv.mpf(low.numerator) / low.denominator).a, (iv.mpf(high.numerator) / high.denominator).b])


def ends(x):
    """Those of an enclosure, exactly."""
    values = [Fraction(-man if sign else man) * Fraction(2) ** exp for sign, man, exp, _ in x._mpi_]
    return values[0], values[1]


def root(x):
    """The square root of what cannot be negative."""
    low, high = ends(x)
    return iv.sqrt(enclosed((max(low, Fraction(0)), max(high, Fraction(0)))))


def decided(function, decide):
    """decide(low end, high end) of function(bits) at as many bits as it needs; it returns None where it needs more."""
    for bits in PRECISIONS:
        iv.prec = bits
        low, high = ends(function(bits - 40))
        decision = decide(low, high)
        if decision is not None:
            return decision
    # Thousands of bits do not tell it from a number that ends after 1,080: it is taken to be that one.
    exact = Fraction(round((low + high) / 2 * 2**GRID), 2**GRID)
    assert low <= exact <= high
    return decide(exact, exact)


def nearest(function):
    return decided(function, lambda low, high: double(low) if double(low) == double(high) else None)


def arms(spread, confidence, bits):
    """x - lo and hi - x."""
    zero = iv.mpf(0)
    if not spread.span:
        return zero, zero
    n, span = enclosed(spread.M / spread.share), enclosed(spread.span)
    b = enclosed(spread.b / spread.span**2)
    x = enclosed((spread.x - spread.low) / spread.span)
    q = enclosed(quantile(Fraction(confidence), spread.df, bits))
    shift = q * q / n
    middle, half = (x + shift / 2) / (1 + shift), root(shift * b + shift * shift / 4) / (1 + shift)
    down = zero if spread.x == spread.low else span * (x - (middle - half))
    up = zero if spread.x == spread.high else span * (middle + half - x)
    return down, up


def interval(name, R, k=None, *, w=None, tau=None, weights=None, confidence=0.95, questions="new", clusters=None):
    """(value, se, lo, hi) as doubles."""
    spread = Spread(name, R, k, w, tau, weights, questions, clusters)
    if not spread.span:
        value = double(spread.x)
        return value, 0.0, value, value
    return (
        double(spread.x),
        oracle.root(spread.S / spread.M**2),
        nearest(lambda bits: enclosed(spread.x) - arms(spread, confidence, bits)[0]),
        nearest(lambda bits: enclosed(spread.x) + arms(spread, confidence, bits)[1]),
    )


def compare(R_a, R_b, metric="avg", k=None, *, w=None, tau=None, weights=None, confidence=0.95, questions="new",
            clusters=None):  # fmt: skip
    """(difference, se, lo, hi) as doubles. Of one cluster, which has no paired differences, S is S_a + S_b."""
    a, b = (Spread(metric, R, k, w, tau, weights, questions, clusters) for R in (R_a, R_b))
    d, S, covariance = a.x - b.x, a.S + b.S, Fraction(0)
    if questions == "new" and len(set(a.clusters)) > 1:
        covariance = a.covariance(b)
        S -= 2 * covariance
    product = a.S * b.S if covariance else Fraction(1)

    def distance(first, second):
        """The root of first^2 + second^2 - 2 rho first second."""
        if covariance**2 == product:
            return abs(first - second if covariance > 0 else first + second)
        rho = enclosed(covariance) / iv.sqrt(enclosed(product))
        return root(first * first + second * second - 2 * rho * first * second)

    def end(bits, side):
        # down of a with up of b for lo, up of a with down of b for hi
        return distance(arms(a, confidence, bits)[side], arms(b, confidence, bits)[1 - side])

    return (
        double(d),
        oracle.root(S / a.M**2),
        nearest(lambda bits: enclosed(d) - end(bits, 0)),
        nearest(lambda bits: enclosed(d) + end(bits, 1)),
    )


# Planning.


def suffices(spread, size, half_width, confidence):
    """Whether so many trials a question ("these"), or so many questions ("new"), are enough with x and r as they are."""
    df = None if spread.questions == "these" else max(size - 1, 1)
    n = size / spread.share * (spread.M / spread.harmonic_mean if df is None else 1)
    b, width = spread.b / spread.span**2, Fraction(half_width) / spread.span

    def excess(bits):
        q = enclosed(quantile(Fraction(confidence), df, bits))
        shift = q * q / enclosed(n)
        return root(shift * enclosed(b) + shift * shift / 4) / (1 + shift) - enclosed(width)

    return decided(excess, lambda low, high: True if high <= 0 else False if low > 0 else None)


def is_enough(answer, R, half_width, metric="avg", k=None, *, w=None, tau=None, weights=None, confidence=0.95,
              questions="new"):  # fmt: skip
    """Whether the answer is the least size that suffices, or what the data have if that does."""
    spread = Spread(metric, R, k, w, tau, weights, questions)
    have = spread.harmonic_mean if questions == "these" else spread.M
    if suffices(spread, have, half_width, confidence):
        return answer == ceil(have)
    return suffices(spread, answer, half_width, confidence) and not suffices(spread, answer - 1, half_width, confidence)
