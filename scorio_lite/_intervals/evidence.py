"""The evidence against a mean, and the interval of the means with little evidence, which holds at any time.

Take values x_1..x_n in [0, 1] as the chances of n coins, and let c_j be the chance that j of the coins succeed. The
evidence against the mean m is

    E(m) = sum over j of c_j / ((n+1) C(n, j) m**j (1-m)**(n-j))
         = integral over 0 <= q <= 1 of the product over i of (1-q)(1-x_i)/(1-m) + q x_i/m

If each x_i has the mean m given the values before it, E(m) is a martingale that starts at 1. So the chance that it ever
reaches 1/alpha is at most alpha (Ville 1939). E is log-convex, and at most 1 at the mean of the values: so the m with
E(m) < 1/alpha are an interval, and this interval has the mean of the values in it.
"""

from __future__ import annotations

from math import comb, factorial, frexp, ldexp, log, log2, prod, sqrt

from .._numbers import FIRST_BITS, find_first, lowest, nearest, nearest_enclosed, over_limit, settled, sign
from .._numbers.enclosures import exponential, ln2, log_factorial, logarithm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Union

    from .._numbers import Enclosure, Ends, Ratio
    from .formula import MetricRange

    Evidence = Union["PairEvidence", "FewEvidence", "ValueEvidence"]
    Coins = dict[tuple[int, int], int]  # {(u, v): how many}, of values v/(u+v)

_MOST_PRODUCT = 2 * 10**11  # bits of coefficients in all steps, times the operations on them: a few seconds
_MOST_EXACT = 1 << 34  # bits that exact evidence goes through: a few seconds
_MOST_OF = 10**5  # up to this many questions, binomials are compared exactly
_LARGEST_DOUBLE = 1.7976931348623157e308
_SECANTS = 12  # towards an end, at most; six usually suffice
_LEAST = 5e-324  # the least double
_OVERFLOW = 710  # e**710 is beyond the doubles


def _added_up(terms: Iterable[tuple[int, Ends]], cut: int) -> Ends:
    """Enclose the sum of factor * number, divided by 2**cut, over pairs (factor, enclosure of the number)."""
    lo = hi = 0
    for factor, ends in terms:
        lo += factor * ends[factor < 0]
        hi += factor * ends[factor > 0]
    return lo >> cut, (hi >> cut) + 1


class PairEvidence:
    """The evidence of W values of 1 (wins), L of 0 (losses) and T of 1/2 (ties), as in paired 0/1 differences."""

    def __init__(self, wins: int, losses: int, ties: int = 0) -> None:
        self.wins, self.losses, self.ties = wins, losses, ties
        self.n = wins + losses + ties
        self.coins: Coins = {(0, 1): wins, (1, 0): losses, (1, 1): ties}
        self._known: dict[tuple[int, int], Ends] = {}

    def _log(self, n: int, bits: int) -> Ends:
        key = n, bits
        return self._known.get(key) or self._known.setdefault(key, log_factorial(n, bits))

    def log_evidence(self, p: int, q: int, bits: int) -> Ends:
        """Enclose the logarithm of the evidence against the mean p/q, in units of 2**-bits."""
        W, L, T, n = self.wins, self.losses, self.ties, self.n
        # For z = (1-2m)/m >= 0 the factor of a tie is (1 + q z)/(2 (1-m)); the powers of q integrate to E(m) = m**-W
        # (1-m)**-(L+T) 2**-T sum over j of C(T, j) z**j (W+j)! L! / (W+L+j+1)!. For m > 1/2 wins and losses change
        # places.
        if 2 * p > q:
            W, L, p = L, W, q - p
        z, cut = q - 2 * p, n.bit_length() + 8  # z over p
        at = bits + cut
        # Each term is z (T-j)(W+1+j) / ((j+1)(W+L+2+j)) times the one before. This factor falls with j, so the terms
        # have one peak, here at j, and fall faster and faster from it on both sides.
        j = find_first(T, lambda j: z * (T - j) * (W + 1 + j) < p * (j + 1) * (W + L + 2 + j))
        terms = [(1, self._log(W + j, at)), (1, self._log(L, at)), (-1, self._log(W + L + j + 1, at))]
        terms += [(-W, logarithm(p, q, at)), (-L - T, logarithm(q - p, q, at))]
        if T:
            terms += [(1, self._log(T, at)), (-1, self._log(j, at)), (-1, self._log(T - j, at)), (-T, ln2(at))]
            terms.append((j, logarithm(z or 1, p, at)))
            above = range(T - j, 0, -1), range(W + 1 + j, n + 2), range(j + 1, T + 1), range(W + L + 2 + j, n + 2)
            below = range(j, 0, -1), range(W + L + 1 + j, 0, -1), range(T - j + 1, T + 1), range(W + j, 0, -1)
            terms.append((1, _log_of_all((_falling_sum(z, p, *above, at), _falling_sum(p, z, *below, at)), at)))
        return _added_up(terms, cut)


def _falling_sum(
    n: int, d: int, x: Iterable[int], y: Iterable[int], u: Iterable[int], v: Iterable[int], bits: int
) -> Ends:
    """Enclose the sum of the terms that follow a first term of 2**bits.

    Term i is (n x[i] y[i]) / (d u[i] v[i]) times the term before it. These factors are at most 1, and fall as i grows.
    """
    # Each term is rounded down, so the i-th is too low by less than i. A geometric sum bounds the terms that are left
    # out.
    term, total, steps = 1 << bits, 0, 0
    for one, other, below, beside in zip(x, y, u, v):
        a, b = n * one * other, d * below * beside
        term = term * a // b
        total += term
        steps += 1
        if not term and a < b:
            return total, total + steps * steps + (steps + 1) * a // (b - a) + 1
    return total, total + steps * steps


def _log_of_all(sides: Iterable[Ends], bits: int) -> Ends:
    """Enclose ln(1 + a + b) for `sides`, enclosures of a and of b. All numbers are in units of 2**-bits."""
    lo, hi = (sum(ends) + (1 << bits) for ends in zip(*sides))
    return logarithm(lo, 1 << bits, bits)[0], logarithm(hi, 1 << bits, bits)[1]


def work_of_values(n: int, coins: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return (work as FewEvidence, work as ValueEvidence) of n values, estimated in bits times operations.

    `coins` has the different values, as pairs (u, v) for v/(u+v).
    """
    sizes = [(u + v).bit_length() for u, v in coins]
    size = max(sizes)
    few = n * len(sizes) * (n * size * (6 + sum(sizes) // 30) + 5000)
    return few, n * n * (2 * (n + FIRST_BITS) + size) * (3 + size // 30)


def evidence_of_coins(coins: Coins, mean: Ratio, name: str) -> FewEvidence | ValueEvidence:
    """Return the evidence of any values, in the form that is quicker to compute."""
    n = sum(coins.values())
    few, more = work_of_values(n, coins)
    return FewEvidence(coins) if few < min(more, _MOST_PRODUCT) else ValueEvidence(coins, mean, name)


class FewEvidence:
    """The evidence of values v/(u+v), among which only a few are different.

    It is computed from the exact coefficients f_j of the product F(z) of u + v z over all values.
    """

    def __init__(self, coins: Coins) -> None:
        self.coins, self.n, self.wins = coins, sum(coins.values()), coins.get((0, 1), 0)
        self.whole = prod([(u + v) ** number for (u, v), number in coins.items()])
        inner = {(u, v): number for (u, v), number in coins.items() if u and v}
        # Let P be the product of u + v z over the different values only, and Q the sum of P v/(u + v z) over all
        # values. Then P F' = Q F: each f_j follows from the coefficients just before it, as many as there are different
        # values.
        P, Q = [1], [0]
        for (u, v), number in inner.items():
            Q = [a * u + b * v + number * v * c for a, b, c in zip([*Q, 0], [0, *Q], [*P, 0])]
            P = [a * u + b * v for a, b in zip([*P, 0], [0, *P])]
        self.found = found = [prod([u**number for (u, _), number in inner.items()])]
        for i in range(sum(inner.values())):
            before = zip(Q, P[1:], reversed(found[-len(inner) :]), range(i, -1, -1))
            found.append(sum([(b - j * a) * f for b, a, f, j in before]) // ((i + 1) * P[0]))

    def log_evidence(self, p: int, q: int, bits: int) -> Ends:
        n, f, wins, up, cut = self.n, self.found, self.wins, q - p, self.n.bit_length() + 8
        at = bits + cut
        # E(m) is the sum of f_j / C(n, j) ((1-m)/m)**j, over (n+1) (1-m)**n F(1). All roots of F are real, so the f_j /
        # C(n, j) are log-concave (Newton): the terms have one peak, from which they fall ever faster.
        i = find_first(len(f) - 1, lambda i: f[i + 1] * (wins + i + 1) * up < f[i] * (n - wins - i) * p)
        j = wins + i
        sides = (
            _falling_sum(up, p, f[i + 1 :], range(j + 1, n + 1), f[i:], range(n - j, 0, -1), at),
            _falling_sum(p, up, reversed(f[:i]), range(n - j + 1, n + 1), reversed(f[: i + 1]), range(j, 0, -1), at),
        )
        terms = [(1, _log_of_all(sides, at)), (1, log_factorial(j, at)), (1, log_factorial(n - j, at))]
        terms += [(-1, log_factorial(n, at)), (1, logarithm(f[i], self.whole * (n + 1), at))]
        terms += [(j - n, logarithm(up, q, at)), (-j, logarithm(p, q, at))]
        return _added_up(terms, cut)


class ValueEvidence:
    """The evidence of any values v/(u+v).

    It is computed from the coefficients of the product of u + v z over all values, as a polynomial in z / 2**tilt. This
    variable is about 1 at the mean. The coefficients are cut to a length that suffices near the mean. Far from the
    mean, the enclosure of the evidence is wide.
    """

    def __init__(self, coins: Coins, mean: Ratio, name: str) -> None:
        self.coins, self.name = coins, name
        self.n = sum(coins.values())
        self.tilt = round(log2(mean[1] - mean[0]) - log2(mean[0]))
        self._terms: dict[int, tuple[list[int], int]] = {}

    def terms(self, bits: int) -> tuple[list[int], int]:
        """Return (terms, shift). Term j is the product's coefficient of z**j, over C(n, j), times 2**(shift + tilt j).

        Each term is too low by less than 4n 2**(n + bits) + 1.
        """
        if bits not in self._terms:
            n, at, left, right = self.n, self.n + bits, max(-self.tilt, 0), max(self.tilt, 0)
            size, room = max([(u + v).bit_length() for u, v in self.coins]) + left + right, 2 * at + 16
            if n * n * (room + size) * (3 + size // 30) > _MOST_PRODUCT:
                raise over_limit(self.name, f"{n} values that are not all 0, 1/2 or 1 take more than a few seconds")
            found, level, shift = [1 << room], 0.0, room + at + n * left
            # Each step cuts the coefficients to about 2 (n + bits) bits, so that each ends up less than 4n units too
            # low.
            for (u, v), number in self.coins.items():
                u, v = u << left, v << right
                for _ in range(number):
                    level += log2(u + v)  # log2 of the sum of the coefficients, over 2**room
                    cut = int(level)
                    level, shift = level - cut, shift - cut
                    found = [a * u + b * v >> cut for a, b in zip([*found, 0], [0, *found])]
            subsets = 1
            for j in range(n + 1):
                found[j] = (found[j] << at) // subsets
                subsets = subsets * (n - j) // (j + 1)
            self._terms[bits] = found, shift
        return self._terms[bits]

    def log_evidence(self, p: int, q: int, bits: int) -> Ends:
        n, at = self.n, bits + self.n.bit_length() + 8
        found, shift = self.terms(at)
        up, down = (q - p) << max(-self.tilt, 0), p << max(self.tilt, 0)
        work, total = at + 2 + max(0, down.bit_length() - up.bit_length()), 0
        ratio = (up << work) // down  # which lacks less than 2**-at of itself
        # (n+1) E(m) is the sum of the coefficients over C(n, j) times ((1-m)/m)**j, over (1-m)**n and the product of
        # all u + v. Horner's rule cuts off less than 1 in each step.
        for term in reversed(found):
            total = (total * ratio >> work) + term
        growth = (((up << 16) // down + 1) ** n >> 16 * n) + 1  # at least 1, and ratio**n
        above = total + (n + 1) * growth * ((4 * n << n + at) + 2)
        above += (2 * n * above >> at) + 1
        terms = [(1, (logarithm(total or 1, 1, at)[0], logarithm(above, 1, at)[1])), (-shift, ln2(at))]
        whole = prod([(u + v) ** number for (u, v), number in self.coins.items()])
        terms += [(-1, logarithm(whole * (n + 1), 1, at)), (-n, logarithm(q - p, q, at))]
        return _added_up(terms, at - bits)


def exact_evidence(evidence: Evidence, p: int, q: int) -> Ratio | None:
    """Return the evidence against the mean p/q as a ratio, or None if that takes too long."""
    # At p/q = 1/2, coins of 1/2 are left out: their factor is 1.
    coins = {coin: number for coin, number in evidence.coins.items() if 2 * p != q or coin[0] != coin[1]}
    n, wins, losses = sum(coins.values()), coins.pop((0, 1), 0), coins.pop((1, 0), 0)
    others, size, c = n - wins - losses, q.bit_length(), [1]
    length = sum([(u + v).bit_length() * number for (u, v), number in coins.items()])
    if (others + 1) * (others * length * (32 + size) // 32 + n * (size + n.bit_length())) > _MOST_EXACT:
        return None
    for (u, v), number in coins.items():
        for _ in range(number):
            c = [a * u + b * v for a, b in zip([*c, 0], [0, *c])]
    # The factor 1 / ((n+1) C(n, j)) is j! (n-j)! / (n+1)!.
    total, weight = 0, factorial(wins) * factorial(n - wins) * p ** (n - wins) * (q - p) ** wins
    for j, one in enumerate(c, wins):
        total += one * weight
        weight = weight * (j + 1) * (q - p) // ((n - j) * p or 1)
    return total * q**n, sum(c) * factorial(n + 1) * (p * (q - p)) ** n


def excess(evidence: Evidence, alpha: Ratio, p: int, q: int) -> float:
    """Return about ln(alpha times the evidence against the mean p/q). Its sign is right, and 0 means exactly 0."""

    def attempt(bits: int) -> float | None:
        lo, hi = _added_up([(1, evidence.log_evidence(p, q, bits)), (1, logarithm(*alpha, bits))], 0)
        side = sign(lo, hi)
        return side and (nearest(lo + hi, 2 << bits) or side * _LEAST)

    def exact() -> float | None:
        ratio = exact_evidence(evidence, p, q)
        return 0.0 if ratio and ratio[0] * alpha[0] == ratio[1] * alpha[1] else None

    return settled(attempt, exact)


def evidence_at_half(evidence: Evidence) -> float:
    """Return the evidence against the mean 1/2, as the nearest double."""
    if evidence.log_evidence(1, 2, FIRST_BITS)[0] >> FIRST_BITS >= _OVERFLOW:
        return float("inf")

    def enclose(bits: int) -> Enclosure:
        return (*exponential(*evidence.log_evidence(1, 2, bits), bits), 1 << bits)

    return nearest_enclosed(enclose, lambda: nearest(*ratio) if (ratio := exact_evidence(evidence, 1, 2)) else None)


def evidence_interval(evidence: Evidence, mean: Ratio, alpha: Ratio, bounds: MetricRange) -> tuple[float, float]:
    """Return the least and the greatest mean against which the evidence is below 1/alpha, as nearest doubles.

    Both are mapped from [0, 1] to `bounds`. `mean` is the mean of the values, in [0, 1].
    """
    (low, high, scale), (n, d), M = bounds, mean, evidence.n
    # The first guess is Wilson's interval at the variance of the values.
    x, whole = n / d, d * scale
    # Products, not powers: a power of a tiny number raises an error if the processor rounds up.
    apart = [(v / (u + v) - x, number) for (u, v), number in evidence.coins.items()]
    square = sum([number * far * far for far, number in apart]) / M
    z = 2 * (log(alpha[1]) - log(alpha[0])) + log(M + 1) + 1
    reach, middle = sqrt(z * square / M + (z / M) ** 2 / 4), x + z / M / 2
    least, value, most = (nearest(low * d + (high - low) * one, whole) for one in (0, n, d))
    lo, hi = (
        nearest((low << 99) + (high - low) * int((middle + arm) / (1 + z / M) * 2.0**99), scale << 99)
        for arm in (-reach, reach)
    )
    lo = _end(evidence, alpha, bounds, least, value, lo, False) if n else least
    return lo, _end(evidence, alpha, bounds, value, most, hi, True) if n < d else most


def _end(
    evidence: Evidence, alpha: Ratio, bounds: MetricRange, least: float, most: float, x: float, rises: bool
) -> float:
    """Return the interval's upper end, where the evidence rises, if `rises`; else its lower end.

    The end is the nearest double to the exact end, and in [least, most]. x is a guess.
    """
    low, high, scale = bounds

    def height(n: int, d: int) -> float:
        """Return ln(alpha times the evidence against n/d), times -1 at the lower end: so it rises with n/d."""
        p, q = lowest(n * scale - low * d, d * (high - low))
        f = excess(evidence, alpha, p, q) if 0 < p < q else 1.0
        return f if rises else -f

    a, b = _ordinal(least), _ordinal(most)
    if a < 0 < b:  # 0 can be an end exactly
        f = height(0, 1)
        a, b = (a, 0) if f > 0 else (0, b) if f else (0, 0)
    # Secants lead to a double near the end. Then the signs of ln(alpha E) at midpoints of doubles, ever farther from
    # that double, tell which double is nearest to the end.
    finite = [min(max(one, -_LARGEST_DOUBLE), _LARGEST_DOUBLE) for one in (least, most, x)]
    k, step = _ordinal(_near_root(height, *finite)), 1
    while a < b:
        k = min(max(k, a), b - 1)
        f = height(_times(k) + _times(k + 1), 1 << 1075)
        a, b = (a, k) if f > 0 else (k + 1, b) if f else (k + k % 2, k + k % 2)
        k, step = max(k - step, (a + b) // 2) if f > 0 else min(k + step, (a + b) // 2), 16 * step
    return nearest(_times(a), 1 << 1074)


def _near_root(height: Callable[[int, int], float], least: float, most: float, x: float) -> float:
    """Return a point near the root of a rising function, found by secants from the guess x."""
    y = x + (least / 2 + most / 2 - x) / 1000
    g = height(*y.as_integer_ratio())
    for _ in range(_SECANTS):
        f = height(*x.as_integer_ratio())
        if f == g:
            break
        x, y, g = x - f * ((x - y) / (f - g)), x, f
        if not least <= x <= most:  # or not a number
            x = y / 2 + (least if x < y else most) / 2
        if abs(x - y) <= abs(x) / 2**36:
            break
    return x


def _ordinal(x: float) -> int:
    """Return the position of x if the doubles are counted from 0 upwards. It is even if the last bit of x is 0."""
    if x < 0 or x - x:
        return -_ordinal(-x) if x < 0 else 2047 << 52
    m, e = frexp(x)
    return (e + 1021 << 52) + int(ldexp(m, 53)) if x >= 2.0**-1022 else int(ldexp(x, 1074))


def _times(k: int) -> int:
    """Return the double at position k, times 2**1074. The position after the last double stands for 2**1024."""
    e = max((abs(k) >> 52) - 1, 0)
    return (abs(k) - (e << 52) << e) * (-1 if k < 0 else 1)


def totals_that_stay(s: int, n: int, of: int, alpha: Ratio) -> Ratio:
    """Return the least and the greatest total of successes in `of` questions that are possible after s successes in n.

    A total K is possible if (of+1) C(K, s) C(of-K, n-s) > alpha C(of+1, n+1). With the chance 1 - alpha, the true total
    always is, however often you look.
    """
    # The left side is log-concave in K, with its peak at s (of+1) / n.
    peak = min(s * (of + 1) // n, of - n + s)

    def stays(K: int) -> bool:
        terms = [(1, K), (-1, s), (-1, K - s), (1, of - K), (-1, n - s), (-1, of - K - n + s), (-1, of), (1, n + 1)]
        terms.append((1, of - n))  # (of+1) / C(of+1, n+1) is (n+1)! (of-n)! / of!

        def compare(bits: int) -> int | None:
            logs = [(factor, log_factorial(number, bits)) for factor, number in terms]
            return sign(*_added_up([*logs, (-1, logarithm(*alpha, bits))], 0))

        def exact() -> int | None:
            if of >= _MOST_OF:
                return None
            return (of + 1) * comb(K, s) * comb(of - K, n - s) * alpha[1] - alpha[0] * comb(of + 1, n + 1)

        return settled(compare, exact) > 0

    least = s + find_first(peak - s, lambda i: stays(s + i))
    return least, peak + find_first(of - n + s - peak, lambda i: not stays(peak + i + 1))
