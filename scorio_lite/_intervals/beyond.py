"""Pass@k and Pass^k for k > N: the bounds that two moments give, whatever the rates of the questions are.

The trials of a question fail at a rate r, and m_i is the mean of r**i over questions. So Pass@k is 1 - m_k. If r is the
rate of success instead, Pass^k is m_k.

N trials estimate m_N and, for j = N // 2, m_j - m_N without bias. Their intervals say that m_N is in [l, u], and that
m_j - m_N is in [d, e]. These limit m_k as follows.

The least m_k: as ln m_i is convex in i, and m_0 = 1, m_k is at least l**(k/N), and at least l (l/(l+e))**((k-N)/(N-j)).

The greatest m_k, over all rates with m_N <= u and m_j - m_N >= d: let g(r) = r**j - r**N, which rises from 0 up to r_0
= (j/N)**(1/(N-j)), and then falls to 0 at 1. Let s be the rate at which (1 - r**k)/g(r) is least. If all questions have
the same rate and m_N = u, their rate is r_u = u**(1/N).

- If d <= 0, m_k is at most u, as r**k <= r**N.
- If g(r_u) >= d, the questions have two rates: a share d/g(r) of them has some rate r, so that m_j - m_N = d, and the
  others have the rate 1. Then 1 - m_k is d times (1 - r**k)/g(r), which is least at r = s. The r at which m_N = u is a
  root of F(x) = (1-u) (x**j - x**N) - d (1 - x**N).
  If s is above this root, m_N is above u at r = s. Then r is the root, and 1 - m_k is (1-u) (1 - r**k)/(1 - r**N).
- If g(r_u) < d, no rates have both m_N = u and m_j - m_N >= d (Jensen). If r_u <= r_0, a smaller m_N does not help: the
  rate r_u of all questions comes nearest, and m_k is u**(k/N). If r_u > r_0, a smaller m_N allows d. Then 1 - m_k is
  d (1 - s**k)/g(s), or 1 - r**k for the greater r with g(r) = d if this r is below s, or 1 - r_0**k if even g(r_0) is
  below d.
- m_k is at least x**(k/N) for the estimate x of m_N. This matters only if no rates explain the data.

The root of F: it has the coefficients -d, v, d - v of x**0, x**j, x**N, with v = 1-u, and by Descartes' rule at most
two positive roots, one of which is 1. F(0) < 0, so F rises through the other root if it is below 1. This is so if d N <
v (N-j).

The rate s: the derivative of (1 - r**k)/g(r) has the sign of H(r) = -j + N r**(N-j) - (k-j) r**k + (k-N) r**(k+N-j),
which has at most three positive roots. H(1) = H'(1) = 0 and H(0) < 0: so H rises through the third root, s, if s < 1.
This is so if k > N + j. Else the ratio falls to k/(N-j) at 1, and s = 1.
"""

from __future__ import annotations

from .._arguments import integer, probability, shown
from .._credit import at_least_one, check_subsets, subset_values, unanimous
from .._credit.metrics import known_as
from .._numbers import FIRST_BITS, budget, nearest_enclosed
from .._numbers.enclosures import complement, exactly, exponential, less_ratio, logarithm, order, product, smaller
from .._numbers.powers import unit_power
from .._numbers.roots import polynomial, power, rising_root
from .._outcomes import CUT
from ..tally import success_counts, tally_of
from . import Asked, check_clusters, cluster_labels, count_rows
from .spread import ValueRows, spread_of_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Hashable, Iterable, Iterator

    from .._numbers import Enclosure, Index, Ratio, Real
    from .._numbers.roots import Root
    from ..tally import Outcomes
    from .formula import EffectiveSample
    from .spread import Clusters, Spread

    Keyed = list[tuple[int, int]]  # pairs (number of successes, number of questions with it)
    WilsonEnds = Callable[[int], tuple[Enclosure, Enclosure]]  # encloses both ends of an interval to a number of bits

_UNKNOWN = 0, 1, 1  # encloses any number in [0, 1]: the bits do not suffice
_ALL_ZERO = 1200  # bits after the point, below which all rounds to 0


def extremes_of(R: Outcomes, k: Index, metric: str, confidence: Real, clusters: Iterable[Hashable] | None) -> Extremes:
    known, (n, d), draws = known_as(metric), probability(confidence), integer(k, "k")
    if not known or known.name not in ("pass_at_k", "pass_hat_k"):
        raise ValueError(f"metric must be pass_at_k or pass_hat_k, which have bounds beyond N; got {shown(metric)}")
    N, rows, labels = _successes(R, clusters)
    if draws <= N:
        raise ValueError(f"k must be > N (N={N}): up to N there are intervals; got k={shown(draws)}")
    is_hat, level = known.name == "pass_hat_k", (n, d) if N == 1 else (n + d, 2 * d)
    samples = [spread.sample() for spread in _moment_spreads(rows, N, is_hat, labels)]
    return Extremes(N, draws, samples[0].x, [_ends_of(sample, level) for sample in samples], is_hat)


def _ends_of(sample: EffectiveSample, level: Ratio) -> WilsonEnds:
    return lambda bits: sample.enclosed(level, bits)


def _successes(R: Outcomes, clusters: Iterable[Hashable] | None) -> tuple[int, Keyed, Clusters | None]:
    """Return (N, [(successes, number of questions)], clusters). With clusters, each row of R has its own pair."""
    if clusters is None:
        (N, found), *others = sorted(success_counts(tally_of(R, ways=("", "", CUT))).items())
        if others:
            raise ValueError(f"R must have the same N for every question; it has {N} to {others[-1][0]} trials")
        return N, list(found.items()), None
    check_clusters(R, "new", "R", clusters)
    counts = count_rows(R, Asked("pass_at_k", 1, has_ragged=False), "R")
    return sum(counts[0]), [(s, 1) for _, s in counts], cluster_labels(clusters, len(counts))


def _moment_spreads(rows: Keyed, N: int, is_hat: bool, labels: Clusters | None) -> Iterator[Spread]:
    """Yield the Spread of the estimate of the mean of r**N and, if N > 1, of the estimate of that of r**j - r**N.

    For Pass@k, the estimates of a question are 1 - Pass@N and Pass@N - Pass@j; for Pass^k, Pass^N and Pass^j - Pass^N.
    """
    sure, keys = N if is_hat else 0, list({s for s, _ in rows})
    found = [({s: int(s == sure) for s in keys}, 1)]
    if N > 1:
        check_subsets(N // 2, {N: dict(rows)}, "R, with this many trials,")
        values, d = subset_values((unanimous if is_hat else at_least_one)(N // 2), N, keys)
        found.append(({s: 0 if s == sure else x if is_hat else d - x for s, x in zip(keys, values)}, d))
    for earned, d in found:
        if labels:
            yield ValueRows((0, 1, 1), [earned[s] for s, _ in rows], d).grouped(labels).spread()
        else:
            M, total, square = (sum([number * earned[s] ** power for s, number in rows]) for power in (0, 1, 2))
            yield spread_of_parts((0, 1, 1), [(1, M, total, square, d, None)])


class Extremes:
    """The least and the greatest mean of r**k over questions with rates r, which the trials allow.

    The trials give intervals of the mean of r**N and, if N > 1, of the mean of r**j - r**N with j = N // 2. `mean` is
    the estimate of the mean of r**N. The module says how the extremes follow from the intervals.
    """

    def __init__(self, N: int, k: int, mean: Ratio, moments: list[WilsonEnds], is_hat: bool) -> None:
        budget("k", 200, 4 * k.bit_length() + 1024, steps=k.bit_length())
        self.N, self.j, self.k, self.mean, self.last, self.is_hat = N, N // 2, k, mean, moments[0], is_hat
        self.rest = moments[1] if N > 1 else None

    def rounded(self) -> tuple[float, float]:
        first, second = (self.least, self.rest_of_most) if self.is_hat else (self.rest_of_most, self.least)
        return nearest_enclosed(first), nearest_enclosed(lambda bits: complement(second(bits)))

    def have_rates(self) -> bool:
        """Whether questions can have rates r whose means of r**N and of r**j - r**N are in both intervals."""
        if not self.rest:
            return True
        # Rates 0 and 1 make the mean of r**j - r**N as small as needed: only the lower end d of its interval matters.
        (d, _, D), _ = self.rest(FIRST_BITS)
        (l_lo, _, L), (_, u_hi, U) = self.last(FIRST_BITS)
        greatest = self._peak(FIRST_BITS)
        for m, side in ((l_lo, L), -1), ((u_hi, U), 1):  # if r_0**N is outside [l, u], the end next to it
            if order(self._peak_to(self.N, FIRST_BITS), m) == side:
                greatest = less_ratio(_to_power(m, self.j, self.N, FIRST_BITS), m)
        return order(greatest, (d, D)) >= 0

    def least(self, bits: int) -> Enclosure:
        l_lo, l_hi, f = self.last(bits)[0]
        if not l_lo:
            return _UNKNOWN if l_hi else (0, 0, 1)
        e_lo, e_hi, g = self.rest(bits)[1] if self.rest else (0, 0, 0)
        lo, _ = self._log_least((l_lo, f), (e_hi, g), bits)
        _, hi = self._log_least((l_hi, f), (e_lo, g), bits)
        at = bits + min(_ALL_ZERO, max(0, -hi * 3 // 2 >> bits))
        lo, hi = exponential(lo << at - bits, hi << at - bits, at)
        return lo, min(hi, 1 << at), 1 << at

    def _log_least(self, m: Ratio, rest: Ratio, bits: int) -> tuple[int, int]:
        """Enclose ln of the least mean of r**k in units of 2**-bits. m is the mean of r**N, `rest` of r**j - r**N."""
        N, j, k, work = self.N, self.j, self.k, bits + self.k.bit_length() + 8
        lo, hi = logarithm(*m, work)
        ends = [(k * lo // N, k * hi // N + 1)]
        if rest[1]:
            low, high = logarithm(m[0] * rest[1] + rest[0] * m[1], m[0] * rest[1], work)
            ends.append((lo - (k - N) * high // (N - j) - 1, hi - (k - N) * low // (N - j)))
        return max([lo for lo, _ in ends]) >> work - bits, (max([hi for _, hi in ends]) >> work - bits) + 1

    def rest_of_most(self, bits: int) -> Enclosure:
        """Enclose 1 minus the greatest mean of r**k that the intervals of the means of r**N and r**j - r**N allow."""
        u_lo, u_hi, U = self.last(bits)[1]
        if not self.rest:
            return U - u_hi, U - u_lo, U
        d_lo, d_hi, D = self.rest(bits)[0]
        # It falls as the upper end u of the first interval grows, and rises with the lower end d of the second.
        low, high = self._rest_of_most((u_hi, U), (d_lo, D), bits), self._rest_of_most((u_lo, U), (d_hi, D), bits)
        return (low[0] * high[2], high[1] * low[2], low[2] * high[2]) if low and high else _UNKNOWN

    def _rest_of_most(self, u: Ratio, d: Ratio, bits: int) -> Enclosure | None:
        """Enclose 1 minus the greatest mean of r**k, if that of r**N is at most u, and that of r**j - r**N at least d.

        Return None if the bits do not decide between the module's cases.
        """
        if d[0] <= 0:
            return u[1] - u[0], u[1] - u[0], u[1]
        below = order(less_ratio(_to_power(u, self.j, self.N, bits), u), d)  # 1 if g(r) > d at r**N = u
        if not below:
            return None
        if below > 0:
            found = self._of_two_rates(u, d, bits)
        else:
            side = order(self._peak_to(self.N, bits), u)
            if not side:
                return None
            found = self._above_peak(d, bits) if side < 0 else complement(_to_power(u, self.k, self.N, bits))
        return found and smaller(found, complement(_to_power(self.mean, self.k, self.N, bits)))

    def _of_two_rates(self, u: Ratio, d: Ratio, bits: int) -> Enclosure | None:
        """Return what `_rest_of_most` returns in the module's case g(r_u) >= d: questions have two rates."""
        N, j, s, v = self.N, self.j, self._turn(bits), (u[1] - u[0], u[1])
        if not s:
            return None
        of_d, of_v = _over_one(d, v, bits)
        F = (-of_d[1], -of_d[0], 0), (*of_v, j), (of_d[0] - of_v[1], of_d[1] - of_v[0], N)
        lo, hi, _ = polynomial(F, s) if s[2] else ((N - j) * of_v[0] - N * of_d[1], (N - j) * of_v[1] - N * of_d[0], 0)
        if hi <= 0:  # r is not below s
            return product(exactly(d), self._ratio(s, j))
        more = max(0, of_v[0].bit_length() - of_d[0].bit_length()) + 2 * N.bit_length()
        r = rising_root(F, N, bits, more) if lo > 0 else None
        return r and product(exactly(v), self._ratio(r, 0))

    def _above_peak(self, d: Ratio, bits: int) -> Enclosure | None:
        """Return what `_rest_of_most` returns in the module's case g(r_u) < d and r_u > r_0."""
        N, j, k, s = self.N, self.j, self.k, self._turn(bits)
        below = order(self._peak(bits), d)
        if below < 0:
            return complement(self._peak_to(k, bits))
        if not below or not s:
            return None
        of_d, of_one = _over_one(d, (1, 1), bits)
        G = (*of_d, 0), (-of_one[1], -of_one[0], j), (*of_one, N)  # d - g, which rises from the peak on
        lo, hi, _ = polynomial(G, s) if s[2] else (1, 1, 0)
        if hi < 0:
            return product(exactly(d), self._ratio(s, j))
        start = self._peak_to(1, 64 + 2 * N.bit_length())
        more = of_one[0].bit_length() - of_d[0].bit_length() + 2 * N.bit_length()
        r = rising_root(G, N, bits, more, (start[0], start[2])) if lo > 0 else None
        return r and complement((*power(r, k), 1 << r[2]))

    def _peak_to(self, power: int, bits: int) -> Enclosure:
        """Enclose a power of the rate r = (j/N)**(1/(N-j)), at which r**j - r**N is greatest."""
        return _to_power((self.j, self.N), power, self.N - self.j, bits)

    def _peak(self, bits: int) -> Enclosure:
        """Enclose the greatest value of r**j - r**N."""
        # At this rate, r**N is r**j j/N.
        lo, hi, one = self._peak_to(self.j, bits)
        return (self.N - self.j) * lo, (self.N - self.j) * hi, self.N * one

    def _ratio(self, x: Root, i: int) -> Enclosure:
        """Enclose (1 - x**k) / (x**i - x**N)."""
        (k_lo, k_hi), (i_lo, i_hi), (N_lo, N_hi), one = power(x, self.k), power(x, i), power(x, self.N), 1 << x[2]
        # The limit at x = 1 is k / (N - i). For i = 0 and x < 1 the ratio is less than this limit.
        if i_lo <= N_hi:
            return self.k * (not x[2]), self.k, self.N - i
        return (one - k_hi) * one // (i_hi - N_lo), -((k_lo - one) * one // (i_lo - N_hi)), one

    def _turn(self, bits: int) -> Root | None:
        """Enclose the rate r at which (1 - r**k) / (r**j - r**N) is least; None if the bits do not suffice."""
        N, j, k = self.N, self.j, self.k
        if k <= N + j:
            return 1, 1, 0
        H = (-j, -j, 0), (N, N, N - j), (j - k, j - k, k), (k - N, k - N, k + N - j)
        # Near 1, H is of the size of (1 - s)**3, and 1 - s is at least about 1/N**2: hence the extra bits.
        return rising_root(H, N, bits + k.bit_length(), 2 * k.bit_length() + 6 * N.bit_length())


def _over_one(a: Ratio, b: Ratio, bits: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return ((n, n + 1), (m, m + 1)), which enclose a x and b x for the same x. n has at most bits + 64 bits."""
    cut = max(0, (a[0] * b[1]).bit_length() - bits - 64)
    n, m = a[0] * b[1] >> cut, b[0] * a[1] >> cut
    return (n, n + 1), (m, m + 1)


def _to_power(x: Ratio, a: int, b: int, bits: int) -> Enclosure:
    """Enclose x**(a/b), for x in [0, 1]."""
    return (*unit_power(*x, (a, b), bits), 1 << bits)
