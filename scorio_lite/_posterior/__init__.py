"""Exact moments of what fresh trials earn, under each question's posterior.

For 0/1 outcomes a question's success rate p has the posterior Beta(a, b), a = alpha0 + successes, b = beta0 + failures.
With every number over one denominator c, a = A/c, b = B/c and a + b = T/c,

    E[p**i (1-p)**j] = R(A, i) R(B, j) / R(T, i+j),     R(X, n) = X (X+c) ... (X + (n-1) c),

so that all questions with the same number of trials share a denominator, and only integers are left. A list of moments
goes with its denominator, and follows the order of the posteriors.
"""

from __future__ import annotations

from .._double import rising

TYPE_CHECKING = False
if TYPE_CHECKING:
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

    def power_bits(self, k: int) -> int:
        """About the bits of R(T, k), or of what stands for it in the powers."""
        return (min(k, self.total) if self.c == 1 else k) * (self.total + k * self.c).bit_length()


def _powers(bases: list[int], total: int, c: int, k: int) -> Moments:
    """R(X, k) / R(T, k) for ascending X.

    For whole priors that is R(X, T-X) / R(X+k, T-X) too, which has fewer factors for large k; with the least X in the
    denominator both step from X to X by the same factors.
    """
    least = bases[0]
    if c == 1 and total - least < k:
        return risings(bases, 1, k, rising(least, 1, total - least)), rising(least + k, 1, total - least)
    return risings(bases, c, k), rising(total, c, k)


def risings(bases: list[int], c: int, k: int, value: int = 0) -> list[int]:
    """R(X, k) for ascending X, times what makes the first of them `value`: from R(X+c, k) = R(X, k) (X+kc) / X.

    Over a gap of g steps that is R(X+gc, k) / R(X, k) = R(X+kc, g) / R(X, g): fewer factors, but a long division, so
    that over a long gap R(X, k) is made anew; `value` is only given where k exceeds all gaps.
    """
    last = bases[0]
    given, value = value, value or rising(last, c, k)
    values = []
    for base in bases:
        if base - last > _FAR * c:
            gap = (base - last) // c
            if gap > k // 16 and not given:
                value = rising(base, c, k)
            else:
                value = value * rising(last + k * c, c, gap) // rising(last, c, gap)
        else:
            for x in range(last, base, c):
                value = value * (x + k * c) // x
        values.append(value)
        last = base
    return values
