"""Exact moments of what fresh trials earn, under each question's posterior.

For 0/1 outcomes a question's success rate p has the posterior Beta(a, b), a = alpha0 + successes, b = beta0 + failures.
With every number over one denominator c, a = A/c, b = B/c and a + b = T/c,

    E[p**i (1-p)**j] = R(A, i) R(B, j) / R(T, i+j),     R(X, n) = X (X+c) ... (X + (n-1) c),

so that all questions with the same number of trials share a denominator, and only integers are left. A list of moments
goes with its denominator, and follows the order of the posteriors.
"""

from __future__ import annotations

from math import gcd

from .._double import rising

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._double import Ratio
    from ..tally import Tally

    Moments = tuple[list[int], int]  # numerators, one a posterior, over a denominator

_FAR = 8  # steps that are taken at once rather than one by one


class Posteriors:
    """Those of the questions with the same number of trials: A ascending, B = T - A, and how many questions have each.

    All are over c; T is `total`.
    """

    __slots__ = ("a", "b", "c", "numbers", "total")

    def __init__(self, a: list[int], b: list[int], c: int, numbers: list[int]) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.total = a[0] + b[0]
        self.numbers = numbers

    def after_failures(self, k: int) -> Posteriors:
        """The posteriors after k more failures: E[(1-p)**k f] is E[(1-p)**k] times E[f] under these."""
        return Posteriors(self.a, [b + k * self.c for b in self.b], self.c, self.numbers)

    def success_powers(self, k: int) -> Moments:
        """E[p**k]."""
        return _powers(self.a, self.total, self.c, k)

    def failure_powers(self, k: int) -> Moments:
        """E[(1-p)**k]."""
        values, d = _powers(self.b[::-1], self.total, self.c, k)
        return values[::-1], d


def power_bits(part: Posteriors, k: int) -> int:
    """About the bits of R(T, k), or of what stands for it in the powers."""
    return (min(k, part.total) if part.c == 1 else k) * (part.total + k * part.c).bit_length()


def posteriors(outcomes: Tally, alpha: Ratio, beta: Ratio) -> list[Posteriors]:
    """Those of the questions, for each number of trials, with the prior Beta(alpha, beta)."""
    (x, d), (y, e) = alpha, beta
    c = d * e // gcd(d, e)
    x, y = x * (c // d), y * (c // e)
    parts = []
    for trials, questions in outcomes._groups.items():
        successes = sorted(questions)
        a, b = [x + s * c for s in successes], [y + (trials - s) * c for s in successes]
        parts.append(Posteriors(a, b, c, [questions[s] for s in successes]))
    return parts


def _powers(bases: list[int], total: int, c: int, k: int) -> Moments:
    """R(X, k) / R(T, k) for ascending X.

    For whole priors that is R(X, T-X) / R(X+k, T-X) too, which has fewer factors for large k; with the least X in the
    denominator both step from X to X by the same factors.
    """
    few = total - bases[0] if c == 1 and total - bases[0] < k else k
    return risings(bases, c, k, few), rising(total if few == k else bases[0] + k, c, few)


def risings(bases: list[int], c: int, k: int, few: int) -> list[int]:
    """R(X, k) for ascending X, where few = k; else R(X, k) times what makes the first of them R(X, few).

    R(X+c, k) = R(X, k) (X+kc) / X. Over a gap of g steps R(X+gc, k) / R(X, k) = R(X+kc, g) / R(X, g): fewer factors,
    but a long division, so that over a long gap R(X, k) is made anew (not where few < k: there k exceeds all gaps).
    """
    last = bases[0]
    value = rising(last, c, few)
    values = []
    for base in bases:
        if base - last > _FAR * c:
            gap = (base - last) // c
            if gap > k // 16 and few == k:
                value = rising(base, c, k)
            else:
                value = value * rising(last + k * c, c, gap) // rising(last, c, gap)
        else:
            for x in range(last, base, c):
                value = value * (x + k * c) // x
        values.append(value)
        last = base
    return values
