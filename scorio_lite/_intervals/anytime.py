"""Intervals that hold at any time: you may look at growing data as often as you like.

Such an interval consists of the means against which the data have little evidence. Take values x_1..x_n in [0, 1] as
the chances of n coins, and let c_j be the chance that j of the coins succeed. The evidence against the mean m is

    E(m) = sum over j of c_j / ((n+1) C(n, j) m**j (1-m)**(n-j))
         = integral over 0 <= q <= 1 of the product over i of (1-q)(1-x_i)/(1-m) + q x_i/m

If each x_i has the mean m given the values before it, E(m) is a martingale that starts at 1. Let alpha be 1 minus the
confidence. The chance that E(m) ever reaches 1/alpha is at most alpha (Ville 1939). E is log-convex, and at most 1 at
the mean of the values. So the m with E(m) < 1/alpha are an interval, and the mean of the values is in it.
"""

from __future__ import annotations

from math import gcd, prod

from .._arguments import is_scores
from .._credit import values_by_key
from .._numbers import affordable, find_first
from .._numbers.fixed import Fixed
from .._numbers.functions import log, log_factorial, log_ratio
from .._numbers.roots import root
from .boards import ModelBoard
from .formula import EffectiveSample
from .results import Difference, Interval
from .sample import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence, Union

    from .._types import Ratio
    from . import Asked

    Evidence = Union["PairEvidence", "ValueEvidence"]
    Coins = dict[tuple[int, int], int]  # {(u, v): how many}, of values v/(u+v)

_PAIRS = {(0, 1), (1, 0), (1, 1)}  # values of 1, of 0 and of 1/2


def anytime_interval(R: Any, asked: Asked) -> Interval:
    check_anytime([R], asked)
    measure, outcomes = asked.measured(R, "R")
    parts = measure.parts(outcomes)
    values, d = values_by_key(measure, parts, "R, with this many different N,", sum(map(len, parts.values())))
    numbers = [parts[N][key] for N, key in values]
    bounds = measure.low, measure.high, measure.scale
    return Look(Values(bounds, list(values.values()), d, numbers=numbers), "R").interval(asked.level, Interval)


def check_anytime(models: Sequence[Any], asked: Asked) -> None:
    if asked.questions != "new":
        raise ValueError("anytime=True is for new questions, and cannot be combined with questions='these'")
    if asked.clusters is not None:
        raise ValueError("clusters must not be given for anytime=True, where each question is drawn by itself")
    if any(is_scores(asked.outcomes_in(R, "R")) for R in models):
        raise ValueError("anytime=True is for outcomes, not for Scores; Scores.at_least(threshold) gives outcomes")


class AnytimeBoard(ModelBoard):
    """Models on the same questions. The intervals of their differences hold at any time."""

    has_steps = False  # no Holm: looks are not made at once

    def __init__(self, models: Sequence[Any], asked: Asked, names: Sequence[str]) -> None:
        check_anytime(models, asked)
        super().__init__(models, asked, names)
        coins = {coin for model in self.models for coin in coins_of(model)}
        if not coins <= _PAIRS:  # a pair has about twice as many different values, of twice the range
            number, bits = work_of_values(self.models[0].M, [(u + v, u + v) for u, v in coins])
            self.price = 3 * number, bits

    def less(self, i: int, j: int) -> Look:
        return Look(self.models[i].differences(self.models[j]), self.names[i])


class Look(EffectiveSample):
    """A sample of the values of questions, whose interval holds at any time."""

    def __init__(self, values: Values, name: str) -> None:
        usual, coins = values.sample(), coins_of(values)
        self.bounds, self.x, self.variance = usual.bounds, usual.x, usual.variance
        self.evidence: Evidence
        if _PAIRS.issuperset(coins):
            self.evidence = PairEvidence(coins.get((0, 1), 0), coins.get((1, 0), 0), coins.get((1, 1), 0))
        else:
            self.evidence = ValueEvidence(coins, name)

    def margin(self, p: Ratio, level: Any, bits: int, _side: object, _power: object = None) -> Fixed:
        """Return ln(alpha E(p)), alpha = 1 - level. It is above 0 if and only if the interval does not contain p."""
        n, d = level
        return self.evidence.log_evidence(*p, bits) + log_ratio(d - n, d, bits)

    def difference(self, level: Ratio) -> Difference:
        return self.interval(level, Difference)

    def ends(self, level: Any, bits: int) -> tuple[Fixed, Fixed]:
        return self._end(level, bits, False), self._end(level, bits, True)

    def _end(self, level: Any, bits: int, is_upper: bool) -> Fixed:
        """Return the least or, if `is_upper`, the greatest mean m with E(m) below 1/alpha, for alpha = 1 - level."""
        n, d = self.x
        if n == (d if is_upper else 0):
            return Fixed(n << bits, n << bits, bits) / d
        log_alpha = log_ratio(level[1] - level[0], level[1], bits)

        def f(m: Fixed) -> Fixed:
            excess = self.evidence.log_evidence(m.lo, 1 << bits, bits) + log_alpha
            return excess if is_upper else -excess  # if E(m) is exactly 1/alpha, as it can be at 1/2, no bits tell

        low, high = ((n << bits) // d, 1 << bits) if is_upper else (0, -((-n << bits) // d))
        return root(f, low, high, bits)


def coins_of(values: Values) -> Coins:
    """Return {(u, v): how many of the values, mapped to [0, 1], are v/(u+v)}. u and v have no common factor."""
    (low, high, scale) = values.bounds
    coins: Coins = {}
    whole = (high - low) * values.d or 1
    for x, number in zip(values.values, values.numbers or [1] * values.M):
        unit = x * scale - low * values.d
        common = gcd(unit, whole)
        coin = (whole - unit) // common, unit // common
        coins[coin] = coins.get(coin, 0) + number
    return coins


class PairEvidence:
    """The evidence against a mean, from W wins (values of 1), L losses (0) and T ties (1/2).

    The module's c_(W+i) is C(T, i) / 2**T, and
    E(1/2) is 2**(W+L) W! L! / (W+L+1)!.
    """

    def __init__(self, wins: int, losses: int, ties: int = 0) -> None:
        self.wins, self.losses, self.ties = wins, losses, ties

    def log_evidence(self, p: int, d: int, bits: int) -> Fixed:
        """Return ln E(m) for m = p/d and the module's E."""
        W, L, T = self.wins, self.losses, self.ties
        # For z = (1-2m)/m >= 0 the factor of a tie is (1 + q z)/(2 (1-m)); the powers of q integrate to E(m) = m**-W
        # (1-m)**-(L+T) 2**-T sum over j of C(T, j) z**j (W+j)! L! / (W+L+j+1)!. For m > 1/2 wins and losses change
        # places.
        if 2 * p > d:
            W, L, p = L, W, d - p
        z = d - 2 * p  # over p; 0 at m = 1/2, where ties drop out, as j = 0

        def ratio(j: int) -> Ratio:
            return z * (T - j) * (W + 1 + j), p * (j + 1) * (W + L + 2 + j)

        j, others = _about_peak(ratio, T, bits)
        log_E = log_factorial(W + j, bits) + log_factorial(L, bits) - log_factorial(W + L + j + 1, bits)
        log_E = log_E - W * log_ratio(p, d, bits) - (L + T) * log_ratio(d - p, d, bits)
        if T:
            log_E = log_E + log_factorial(T, bits) - log_factorial(j, bits) - log_factorial(T - j, bits)
            log_E = log_E + j * log_ratio(z or 1, p, bits) - T * log_ratio(2, 1, bits) + log(others + 1)
        return log_E


class ValueEvidence:
    """The evidence against a mean, from any values. `coins` is {(u, v): how many values are v/(u+v)}.

    Let F(z) be the product of u + v z over all values. If f_j are its coefficients, the module's c_j is f_j / F(1).
    Values of 1, counted in `wins`, only shift the coefficients. So the list `f` begins with f_j for j = wins.
    """

    def __init__(self, coins: Coins, name: str) -> None:
        self.n, self.wins = sum(coins.values()), coins.get((0, 1), 0)
        affordable(name, *work_of_values(self.n, coins))
        self.whole = prod([(u + v) ** number for (u, v), number in coins.items()])  # F(1)
        inner = {(u, v): number for (u, v), number in coins.items() if u and v}
        # Let P be the product of u + v z over the different values only, and Q the sum of P v/(u + v z) over all
        # values. Then P F' = Q F: each f_j follows from the coefficients just before it, as many as there are different
        # values.
        P, Q = [1], [0]
        for (u, v), number in inner.items():
            Q = [a * u + b * v + number * v * c for a, b, c in zip([*Q, 0], [0, *Q], [*P, 0])]
            P = [a * u + b * v for a, b in zip([*P, 0], [0, *P])]
        self.f = f = [prod([u**number for (u, _), number in inner.items()])]
        for i in range(sum(inner.values())):
            before = zip(Q, P[1:], reversed(f[-len(inner) :]), range(i, -1, -1))
            f.append(sum([(b - j * a) * x for b, a, x, j in before]) // ((i + 1) * P[0]))

    def log_evidence(self, p: int, d: int, bits: int) -> Fixed:
        """Return ln E(m) for m = p/d and the module's E."""
        n, f, wins, up = self.n, self.f, self.wins, d - p
        # E(m) is the sum of f_j / C(n, j) ((1-m)/m)**j, over (n+1) (1-m)**n F(1). All roots of F are real, so the f_j /
        # C(n, j) are log-concave (Newton): the ratios of neighbouring terms fall.

        def ratio(i: int) -> Ratio:
            return f[i + 1] * (wins + i + 1) * up, f[i] * (n - wins - i) * p

        i, others = _about_peak(ratio, len(f) - 1, bits)
        j = wins + i
        log_E = log(others + 1) + log_factorial(j, bits) + log_factorial(n - j, bits) - log_factorial(n, bits)
        log_E = log_E + log_ratio(f[i], self.whole * (n + 1), bits)
        return log_E + (j - n) * log_ratio(up, d, bits) - j * log_ratio(p, d, bits)


def work_of_values(n: int, coins: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return (number of integers, bits of each) for the evidence of n values v/(u+v). `coins` has their (u, v)."""
    sizes = [(u + v).bit_length() for u, v in coins]
    return n + n * len(sizes) * (1 + sum(sizes) // 60) // 8, n * max(sizes)


def _about_peak(ratio: Callable[[int], Ratio], last: int, bits: int) -> tuple[int, Fixed]:
    """Return (j, sum of all other terms / term j). Term j is the greatest of the terms 0 to `last`.

    ratio(i) is term i + 1 over term i. It falls as i grows, so the terms fall ever faster on both sides of the peak.
    """
    j = find_first(last, lambda i: ratio(i)[0] < ratio(i)[1])
    above, below = map(ratio, range(j, last)), (ratio(i)[::-1] for i in range(j - 1, -1, -1))
    return j, _falling_sum(above, bits) + _falling_sum(below, bits)


def _falling_sum(ratios: Iterable[Ratio], bits: int) -> Fixed:
    """Return the sum of the terms that follow a first term of 1. Each is its ratio times the term before it.

    The ratios are at most 1, and none is above the one before.
    """
    # Each term is rounded down, so the i-th is too low by less than i. A geometric sum bounds the terms that are left
    # out.
    term, total, steps = 1 << bits, 0, 0
    for n, d in ratios:
        term = term * n // d
        total += term
        steps += 1
        if not term:  # after a ratio below 1, so this one is below 1, too
            return Fixed(total, total + steps * steps + (steps + 1) * n // (d - n) + 1, bits)
    return Fixed(total, total + steps * steps, bits)
