"""The metrics straight from SPEC's formulas, slowly: every result between two Fractions, which mostly are equal."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb, gcd
from types import SimpleNamespace
from typing import Any, Callable, Sequence, Tuple

from fuzzing.decimals import Bounds, TooSlow, blend

MOST_FACTORS = 400  # of a product
MOST_WORK = 4 * 10**6  # a unit is some 10 ns
MOST_AREA = 40  # of one whose credit takes the square of so many fractions
MOST_SUMS = 2000  # of the best of k, times k
MOST_DRAWS = 120  # of a credit that is summed over all numbers of successes


# --- credits: what j successes among k draws earn ---------------------------------------------------------------------


def at_least(k: int, least: int) -> list[int]:
    return [int(j >= least) for j in range(k + 1)]


def mean_majority(k: int) -> list[Fraction]:
    m = (k + 1) // 2
    return [Fraction(2, k) * max(j - m, 0) if k > 1 else Fraction(0) for j in range(k + 1)]


def area(k: int) -> list[Fraction]:
    if k == 1:
        return [Fraction(0), Fraction(1)]
    ends = {1, k}
    weights = [Fraction(1, 2 * (k - 1)) if i in ends else Fraction(1, k - 1) for i in range(1, k + 1)]
    return [sum(c * (1 - Fraction(comb(k - s, i), comb(k, i))) for i, c in enumerate(weights, 1)) for s in range(k + 1)]


def spectrum(weights: Sequence[Fraction]) -> list[Fraction]:
    return list(accumulate(weights, initial=Fraction(0)))


def credit_of(call: SimpleNamespace) -> list[Any]:
    k = call.k
    if k > MOST_DRAWS:
        raise TooSlow
    if call.base == "g_pass_at_k_tau":
        return at_least(k, call.least)
    if call.base == "maj_at_k":
        return at_least(k, k // 2 + 1)
    if call.base == "auc_at_k":
        if k > MOST_AREA:
            raise TooSlow
        return area(k)
    weights = getattr(call, "weights", None)
    return mean_majority(k) if weights is None else spectrum(weights)


# --- the observed matrix --------------------------------------------------------------------------------------------


def subsets_ratio(a: int, N: int, k: int) -> Fraction:
    """C(a, k) / C(N, k) for a <= N."""
    if a < k:
        return Fraction(0)
    if N - a < k:  # the same is C(N-k, N-a) / C(N, N-a)
        a, k = N - k, N - a
    if k > MOST_FACTORS:
        raise TooSlow
    n = d = 1
    for i in range(k):
        n, d = n * (a - i), d * (N - i)
    return Fraction(n, d)


def successes_of(counts: tuple[int, ...]) -> tuple[int, int]:
    return sum(counts), (counts[1] if len(counts) > 1 else 0)


def observed(call: SimpleNamespace, which: str, counts: tuple[int, ...]) -> Fraction:
    """What k of the trials of one question earn: "pass", "all", or the credit of the call."""
    N, s = successes_of(counts)
    k = call.k
    if which == "pass":
        return 1 - subsets_ratio(N - s, N, k)
    if which == "all":
        return subsets_ratio(s, N, k)
    credit = credit_of(call)
    total = sum(a * comb(s, j) * comb(N - s, k - j) for j, a in enumerate(credit) if a)
    return Fraction(total) / comb(N, k)


def average(call: SimpleNamespace, value: Callable[[Any], Fraction]) -> Fraction:
    """The mean over questions of what depends on a cell."""
    return Fraction(sum(number * value(cell) for cell, number in call.questions.items())) / sum(call.questions.values())


def best(call: SimpleNamespace, counts: tuple[int, ...]) -> Fraction:
    """The mean of the best of k rewards: by the chances that all k are among the trials that earn at most so much."""
    below, last, mean, N = 0, Fraction(0), Fraction(0), sum(counts)
    for reward, count in sorted(zip(call.w, counts)):
        below += count
        if count:
            chance = subsets_ratio(below, N, call.k)
            mean += reward * (chance - last)
            last = chance
    return mean


# --- posteriors -----------------------------------------------------------------------------------------------------


def rising(x: Fraction, n: int) -> Fraction:
    if n > MOST_FACTORS:
        raise TooSlow
    top, d = 1, x.denominator
    for i in range(n):
        top *= x.numerator + i * d
    return Fraction(top, d**n)


def power_mean(a: Fraction, b: Fraction, k: int) -> Fraction:
    """E[p**k] under Beta(a, b)."""
    if k > MOST_FACTORS and b.denominator == 1:  # (a)_k / (a+b)_k = (a)_b / (a+k)_b
        return rising(a, int(b)) / rising(a + k, int(b))
    return rising(a, k) / rising(a + b, k)


def mixed_mean(a: Fraction, b: Fraction, k: int) -> Bounds:
    """E[p**k (1-p)**k], which is 4**-k at most."""
    if 2 * k > 2 * MOST_FACTORS:
        return Fraction(0), Fraction(1, 1 << 2 * min(k, 4000))
    value = rising(a, k) * rising(b, k) / (rising(a + b, k) * rising(a + b + k, k))
    return value, value


class Beta:
    """The moments of credits under Beta(a, b)."""

    def __init__(self, a: Fraction, b: Fraction, degree: int) -> None:
        c = a.denominator * b.denominator // gcd(a.denominator, b.denominator)
        self.products: list[list[int]] = []
        for start in (a, b, a + b):
            x, products = int(start * c), [1]
            for i in range(degree):
                products.append(products[-1] * (x + i * c))
            self.products.append(products)

    def mean(self, coefficients: Sequence[int]) -> Fraction:
        """The mean of the sum of coefficient_j p**j (1-p)**(n-j)."""
        n = len(coefficients) - 1
        up, down, both = self.products
        return Fraction(sum(x * up[j] * down[n - j] for j, x in enumerate(coefficients) if x), both[n])


def expected_credit(credit: Sequence[Any]) -> tuple[list[int], int]:
    """What a credit earns on average, as the coefficients of p**j (1-p)**(k-j) over a denominator."""
    k, d = len(credit) - 1, 1
    for x in map(Fraction, credit):
        d = d * x.denominator // gcd(d, x.denominator)
    return [int(x * d) * comb(k, j) for j, x in enumerate(credit)], d


def times(f: Sequence[int], g: Sequence[int]) -> list[int]:
    result = [0] * (len(f) + len(g) - 1)
    for i, x in enumerate(f):
        if x:
            for j, y in enumerate(g):
                result[i + j] += x * y
    return result


Joint = Tuple[Fraction, Fraction, Bounds, Bounds, Bounds]  # x, y, Vx, Vy, Cov


def check_affordable(call: SimpleNamespace) -> None:
    bits = max(x.denominator.bit_length() + x.numerator.bit_length() for x in (call.alpha0, call.beta0))
    bits += max(sum(counts) for counts, _ in call.questions).bit_length()
    factors = min(call.k, MOST_FACTORS)
    size = factors * (bits + call.k.bit_length())  # of a fraction, which takes the square of it
    if len(call.questions) * max(factors * factors * bits, size * size // 1000) > MOST_WORK:
        raise TooSlow


def joint(call: SimpleNamespace, credit: Any, counts: tuple[int, ...]) -> Joint:
    """The means of Pass@k and of the credit (None: of Unanimous@k), their variances, and their covariance."""
    N, s = successes_of(counts)
    a, b, k = call.alpha0 + s, call.beta0 + N - s, call.k
    if credit is None:
        q, q2, u, u2 = power_mean(b, a, k), power_mean(b, a, 2 * k), power_mean(a, b, k), power_mean(a, b, 2 * k)
        lo, hi = mixed_mean(a, b, k)
        return 1 - q, u, (q2 - q * q,) * 2, (u2 - u * u,) * 2, (q * u - hi, q * u - lo)
    beta = Beta(a, b, 2 * k)
    (f, _), (g, d) = expected_credit(at_least(k, 1)), expected_credit(credit)
    x, y = beta.mean(f), beta.mean(g) / d
    xx, yy, xy = (beta.mean(times(*pair)) for pair in ((f, f), (g, g), (f, g)))
    return x, y, (xx - x * x,) * 2, (yy / d**2 - y * y,) * 2, (xy / d - x * y,) * 2


def posterior(call: SimpleNamespace, which: str) -> tuple[Fraction, Fraction]:
    """Mean and variance of the average of "pass", "all" or the credit of the call."""
    check_affordable(call)
    credit = None if which in ("pass", "all") else credit_of(call)
    place = 0 if which == "pass" else 1
    mean = variance = Fraction(0)
    questions = sum(call.questions.values())
    for (counts, _), number in call.questions.items():
        N, s = successes_of(counts)
        a, b = call.alpha0 + s, call.beta0 + N - s
        if credit is None:
            a, b = (b, a) if place == 0 else (a, b)
            first = power_mean(a, b, call.k)
            mean += number * (first if place else 1 - first)
            variance += number * (power_mean(a, b, 2 * call.k) - first * first)
        else:
            beta = Beta(a, b, 2 * call.k)
            g, d = expected_credit(credit)
            first = beta.mean(g) / d
            mean += number * first
            variance += number * (beta.mean(times(g, g)) / d**2 - first * first)
    return mean / questions, variance / questions**2


def padded(counts: tuple[int, ...], size: int) -> list[int]:
    return [*counts, *[0] * (size - len(counts))]


def bayes(call: SimpleNamespace, observed_mean: bool = False) -> tuple[Fraction, Fraction]:
    """bayes, and with the observed mean avg, whose standard deviation is T/N times that of bayes without R0."""
    w, mean, variance = call.w, Fraction(0), Fraction(0)
    questions = sum(call.questions.values())
    for (counts, prior), number in call.questions.items():
        seen, before = padded(counts, len(w)), padded(() if observed_mean else prior, len(w))
        T = len(w) + sum(seen) + sum(before)
        p = [Fraction(1 + x + y, T) for x, y in zip(seen, before)]
        first = sum(x * y for x, y in zip(p, w))
        spread = (sum(x * y * y for x, y in zip(p, w)) - first * first) / (T + 1)
        if observed_mean:
            first = sum(Fraction(x, sum(seen)) * y for x, y in zip(seen, w))
            spread *= Fraction(T, sum(seen)) ** 2
        mean += number * first
        variance += number * spread
    return mean / questions, variance / questions**2


def best_moments(call: SimpleNamespace) -> tuple[Fraction, Fraction]:
    """Max@k: with A <= B the chances of two levels and D = B - A, E[A**k B**k] is summed over A**(k+m) D**(k-m)."""
    k, questions = call.k, sum(call.questions.values())
    levels = sorted(set(call.w))
    if k > 60 or k * len(levels) ** 2 > MOST_SUMS:
        raise TooSlow
    gaps = [above - below for below, above in zip(levels, levels[1:])]
    mean = variance = Fraction(0)
    for (counts, prior), number in call.questions.items():
        sizes = [1 + x + y for x, y in zip(padded(counts, len(call.w)), padded(prior, len(call.w)))]
        T = sum(sizes)
        below = [sum(size for size, w in zip(sizes, call.w) if w <= level) for level in levels[:-1]]
        once, twice = rising(Fraction(T), k), rising(Fraction(T), 2 * k)
        loss = sum(gap * rising(Fraction(c), k) for gap, c in zip(gaps, below)) / once
        square = Fraction(0)
        for i, (gap, c) in enumerate(zip(gaps, below)):
            for j in range(i, len(gaps)):
                d = Fraction(below[j] - c)
                moment = sum(comb(k, m) * rising(Fraction(c), k + m) * rising(d, k - m) for m in range(k + 1))
                square += gap * gaps[j] * moment * (1 if i == j else 2)
        mean += number * (levels[-1] - loss)
        variance += number * (square / twice - loss * loss)
    return mean / questions, variance / questions**2


def blended(moments: Joint, powers: tuple[Fraction, Fraction]) -> tuple[Bounds, Bounds]:
    """Mean and variance of a blend by the delta method."""
    x, y, vx, vy, cov = moments
    a, b = powers
    mean = blend(x, y, a, b)
    if mean == (0, 0):
        return mean, mean
    square = blend(x, y, 2 * a, 2 * b)
    terms = [(a * a / x**2, vx)] if a else []
    terms += [(b * b / y**2, vy)] if b else []
    terms += [(2 * a * b / (x * y), cov)] if a * b else []
    ends = [sum(min(f * v[0], f * v[1]) for f, v in terms), sum(max(f * v[0], f * v[1]) for f, v in terms)]
    return mean, (max(ends[0], Fraction(0)) * square[0], ends[1] * square[1])
