"""Pass@k and Pass^k for k > N: the bounds that two moments give, whatever the rates of the questions are.

The trials of a question fail at a rate r, and m_i is the mean of r**i over questions. So Pass@k is 1 - m_k. If r is the
rate of success instead, Pass^k is m_k.

N trials estimate m_N and, for j = N // 2, m_j - m_N without bias. Their intervals say that m_N is in [l, u], and that
m_j - m_N is in [d, e]. These limit m_k as follows.

The least m_k: ln m_i is convex in i, and m_0 = 1. So m_k is at least l**(k/N), and l (l/(l+e))**((k-N)/(N-j)).

The greatest m_k, over all rates with m_N <= u and m_j - m_N >= d: let g(r) = r**j - r**N, which rises from 0 up to r_0
= (j/N)**(1/(N-j)), and then falls to 0 at 1. Let r_star be the rate at which (1 - r**k)/g(r) is least. Rates that are
all equal, and with which m_N = u, are u**(1/N).

- If d <= 0, m_k is at most u, as r**k <= r**N.
- If g(u**(1/N)) >= d, a share d/g(r) of the questions has some rate r, so that m_j - m_N = d, and the others have the
  rate 1. Then 1 - m_k is d (1 - r**k)/g(r), which is least at r_star. But m_N must not be above u: it is u at r_u, the
  root of F(x) = (1-u) g(x) - d (1 - x**N), and more at a greater r. So r is the lesser of r_star and r_u.
- If g(u**(1/N)) < d, no rates have both m_N = u and m_j - m_N >= d (Jensen). Let r_minus and r_plus be the rates with
  g(r) = d, below and above r_0. If u**(1/N) is below r_minus, a smaller m_N does not help: the rate u**(1/N) of all
  questions comes nearest, and m_k is u**(k/N). If u**(1/N) is above r_plus, a smaller m_N allows d, and 1 - m_k is d
  (1 - r**k)/g(r) at the lesser of r_star and r_plus. If even g(r_0) is below d, it takes the place of d: r_minus and
  r_plus are r_0, and m_k is r_0**k.
- In each case, m_k is at least X**(k/N) for the estimate X of m_N. This matters only if no rates explain the data.
"""

from __future__ import annotations

from .._arguments import integer, probability, shown
from .._credit import at_least_one, check_subsets, unanimous
from .._credit.metrics import metric_at
from .._numbers import affordable
from .._numbers.fixed import Fixed, decided, greatest, least, nearest_of
from .._numbers.functions import power, to_power
from .._numbers.roots import root
from .boards import success_rows
from .sample import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Hashable, Iterable

    from .._types import Index, Outcomes, Ratio, Real
    from .boards import Trials
    from .sample import Clusters, NewQuestions


def extremes_of(
    R: Outcomes, k: Index | None, metric: str, confidence: Real, clusters: Iterable[Hashable] | None
) -> Extremes:
    known, k = metric_at(metric, k)
    if not known or known.name not in ("pass_at_k", "pass_hat_k"):
        raise ValueError(f"metric must be pass_at_k or pass_hat_k, which have bounds beyond N; got {shown(metric)}")
    named = metric_at(k)[0]
    if named and named.name in ("pass_at_k", "pass_hat_k"):
        name = shown(k)
        raise ValueError(f"k must be an integer; got {name}: pass metric={name}")
    known.check(metric, k=k)
    (n, d), draws = probability(confidence), integer(k, "k")
    (questions,), labels, numbers = success_rows((R,), clusters, ("R",), True)
    N, most = min(questions)[0], max(questions)[0]
    if most > N:
        raise ValueError(f"R must have the same N for every question; it has {N} to {most} trials")
    if draws <= N:
        raise ValueError(f"k must be > N (N={N}): up to N there are intervals; got k={shown(draws)}")
    affordable("k", 200 * draws.bit_length(), 4 * draws.bit_length())
    is_hat = known.name == "pass_hat_k"
    level = (n, d) if N == 1 else (n + d, 2 * d)  # 1 - alpha/2: two intervals share alpha
    return Extremes(N, draws, _moments(questions, is_hat, labels, numbers), level, is_hat)


def _moments(questions: list[Trials], is_hat: bool, labels: Clusters, numbers: Any) -> list[NewQuestions]:
    """Return [sample of x_N, sample of x_D], or only the first for N = 1. They estimate the module's m_N and m_j - m_N.

    A question with f failures has x_N = 1 if f = N, else 0, and x_D = C(f, j)/C(N, j) - x_N. So x_N is 1 - Pass@N, and
    x_D is Pass@N - Pass@j. For Pass^k (`is_hat`), f counts successes: x_N is Pass^N, and x_D is Pass^j - Pass^N.
    """
    N, successes = questions[0][0], [s for _, s in questions]
    sure = N if is_hat else 0
    moments = [([int(s == sure) for s in successes], 1)]
    if N > 1:
        check_subsets(N // 2, {N: dict.fromkeys(successes, 1)}, "R, with this many trials,")
        values, d = (unanimous if is_hat else at_least_one)(N // 2).values(N, successes)
        moments.append(([0 if s == sure else x if is_hat else d - x for s, x in zip(successes, values)], d))
    return [Values((0, 1, 1), x, d, labels, numbers).sample() for x, d in moments]


class Extremes:
    """The least and the greatest m_k that the trials allow. m_k is the mean of r**k over questions with rates r.

    `moments` is what `_moments` returns. At `level`, their intervals are the module's [l, u] and [d, e].
    """

    def __init__(self, N: int, k: int, moments: list[NewQuestions], level: Ratio, is_hat: bool) -> None:
        self.N, self.j, self.k, self.moments, self.level, self.is_hat = N, N // 2, k, moments, level, is_hat

    def rounded(self) -> tuple[float, float]:
        if self.is_hat:
            return nearest_of(self.least), nearest_of(self.most)
        return nearest_of(lambda bits: 1 - self.most(bits)), nearest_of(lambda bits: 1 - self.least(bits))

    def have_rates(self) -> bool:
        """Return whether the means of r**N and of r**j - r**N can both be in their intervals, for some rates r."""
        if self.N == 1:
            return True

        def too_much(bits: int) -> bool:
            # Rates 0 and 1 make the mean of r**j - r**N as small as needed: only the lower end d matters. With m_N = m,
            # the mean is at most m**(j/N) - m, which rises up to m = r_0**N, and then falls.
            (low, u), (d, _) = [sample.ends(self.level, bits) for sample in self.moments]
            m = least(greatest(self._peak(self.N, bits), low), u)
            return d > to_power(m, self.j, self.N) - m

        return not decided(too_much)

    def least(self, bits: int) -> Fixed:
        N, j, k = self.N, self.j, self.k
        ends = [sample.ends(self.level, bits) for sample in self.moments]
        low, e = ends[0][0], ends[-1][1]  # low is l
        m_k = to_power(low, k, N)
        if N > 1 and low.hi:
            m_k = greatest(m_k, low * to_power(low / (low + e), k - N, N - j))
        return m_k

    def most(self, bits: int) -> Fixed:
        N, j, k = self.N, self.j, self.k
        bits += 2 * k.bit_length() + 6 * N.bit_length()  # spare: 1 - r_star can be 1/N**2, and H (1 - r_star)**3
        ends = [sample.ends(self.level, bits) for sample in self.moments]
        u, d = ends[0][1], ends[-1][0]
        if N == 1 or not d.hi:
            return u
        if to_power(u, j, N) - u > d:  # g(u**(1/N)) > d

            def F(r: Fixed) -> Fixed:
                # With v = 1-u, F has the coefficients -d, v, d - v of r**0, r**j, r**N, and so at most two positive
                # roots (Descartes). One is 1. F(0) < 0: F rises through the other if it is below 1, if d N < v (N-j).
                return (1 - u) * self._g(r) - d * (1 - power(r, N))

            m_k = self._of_two_rates(d, F, 0)
        elif self._peak(N, bits) > u:  # u**(1/N) is below r_0, and so below r_minus
            m_k = to_power(u, k, N)
        elif d > self._peak(j, bits) * (N - j) / N:  # g(r_0), as r_0**N is r_0**j j/N
            m_k = self._peak(k, bits)
        else:
            m_k = self._of_two_rates(d, lambda r: d - self._g(r), self._peak(1, bits).lo)  # r_plus
        return greatest(m_k, to_power(Fixed.of(self.moments[0].x, bits), k, N))

    def _of_two_rates(self, d: Fixed, F: Callable[[Fixed], Fixed], low: int) -> Fixed:
        """Return m_k if a share d/g(r) of the questions has the rate r, and the others have the rate 1.

        r is the lesser of r_star and the rate above low / 2**d.bits at which F rises through 0: r_u or r_plus.
        """
        N, j, k, bits = self.N, self.j, self.k, d.bits

        def H(r: Fixed) -> Fixed:
            # The derivative of (1 - r**k)/g(r) has the sign of H, which has at most three positive roots. H(1) = H'(1)
            # = 0 and H(0) < 0, so H rises through the third, r_star, if it is below 1: if k > N + j. Else the ratio
            # falls to k/(N-j) at 1, and r_star = 1.
            return N * power(r, N - j) - j - (k - j) * power(r, k) + (k - N) * power(r, k + N - j)

        r = root(H, 0, 1 << bits, bits) if k > N + j else None  # r_star; None is 1
        if r is None or F(r) > 0:  # just below 1, F is above 0: g(r) is least there, g(r) / (1 - r**N) greatest
            r = root(F, low, r.lo if r else 1 << bits, bits)
        return 1 - d * ((1 - power(r, k)) / self._g(r))

    def _g(self, r: Fixed) -> Fixed:
        return power(r, self.j) - power(r, self.N)

    def _peak(self, n: int, bits: int) -> Fixed:
        """Return r_0**n. r_0 is the rate at which the module's g(r) = r**j - r**N is greatest."""
        return to_power(Fixed.of((self.j, self.N), bits), n, self.N - self.j)
