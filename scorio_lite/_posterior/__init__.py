"""Exact moments of what fresh trials earn, under each question's posterior.

For 0/1 outcomes a question's success rate p has the posterior Beta(a, b), a = alpha0 + successes, b = beta0 + failures.
With every number over one denominator c, a = A/c, b = B/c and a + b = T/c,

    E[p**i (1-p)**j] = R(A, i) R(B, j) / R(T, i+j),     R(X, n) = X (X+c) ... (X + (n-1) c),

so that all questions with the same number of trials share a denominator, and only integers are left. A list of moments
goes with its denominator, and follows the order of the posteriors.
"""

from __future__ import annotations

from math import gcd

from .._double import budget, rise
from ..tally import success_counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

    from .._double import Ratio
    from ..tally import Tally

    Moments = tuple[list[int], int]  # numerators, one a posterior, over a denominator

_FAR = 8  # steps that are taken at once rather than one by one
_SHORT = 1 << 14  # bits up to which a product is made faster than shared
_LONG_GAP = 16  # a gap of k over so many steps, or more, is not stepped over


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
        return _base_powers(self.a, self.total, self.c, k)

    def failure_powers(self, k: int) -> Moments:
        """E[(1-p)**k]."""
        values, d = _base_powers(self.b[::-1], self.total, self.c, k)
        return values[::-1], d


def power_bits(part: Posteriors, k: int) -> int:
    """About the bits of R(T, k), or of what stands for it in the powers."""
    return (min(k, part.total) if part.c == 1 else k) * (part.total + k * part.c).bit_length()


def check_products(parts: list[Posteriors], k: int, steps: int) -> None:
    """Refuse too many R(X, k) that are products of their own, each of which takes so many long products by halves, with
    those of the moments.
    """
    far, bits = 0, 0
    for part in parts:
        if part.c > 1 or part.total - part.a[0] >= k:
            far, bits = far + len(far_bases(part.a, part.c, k)), max(bits, power_bits(part, k))
    budget("k", far, bits, bits // 2, steps)


def posteriors(outcomes: Tally, alpha: Ratio, beta: Ratio) -> list[Posteriors]:
    """Those of the questions, for each number of trials, with the prior Beta(alpha, beta)."""
    (x, d), (y, e) = alpha, beta
    c = d * e // gcd(d, e)
    x, y = x * (c // d), y * (c // e)
    parts = []
    for trials, questions in success_counts(outcomes).items():
        successes = sorted(questions)
        a, b = [x + s * c for s in successes], [y + (trials - s) * c for s in successes]
        parts.append(Posteriors(a, b, c, [questions[s] for s in successes]))
    return parts


def _base_powers(bases: list[int], total: int, c: int, k: int) -> Moments:
    """R(X, k) / R(T, k) for ascending X.

    For whole priors that is R(X, T-X) / R(X+k, T-X) too, which has fewer factors for large k; with the least X in the
    denominator both step from X to X by the same factors.
    """
    few = total - bases[0] if c == 1 and total - bases[0] < k else k
    return risings(bases, c, k, few), rise(total if few == k else bases[0] + k, c, few)


def risings(bases: list[int], c: int, k: int, few: int) -> list[int]:
    """R(X, k) for ascending X, where few = k; else R(X, k) times what makes the first of them R(X, few).

    R(X+c, k) = R(X, k) (X+kc) / X. Over a gap of g steps R(X+gc, k) / R(X, k) = R(X+kc, g) / R(X, g): fewer factors,
    but a long division, so that over a long gap R(X, k) is a product of its own (not where few < k: there k exceeds all
    gaps).
    """
    if few == k <= 2:
        return [base * (base + c) for base in bases] if k == 2 else bases
    last = bases[0]
    value = rise(last, c, few)
    far = max(_FAR, k // _LONG_GAP) * c if few == k else bases[-1]
    own: Iterator[int] | None = None
    values = []
    for base in bases:
        if base - last > _FAR * c:
            gap = (base - last) // c
            if base - last > far and k * base.bit_length() < _SHORT:
                value = rise(base, c, k)
            elif base - last > far:
                own = own or _windows(far_bases(bases, c, k), c, k)
                value = next(own)
            else:
                value = value * rise(last + k * c, c, gap) // rise(last, c, gap)
        else:
            for x in range(last, base, c):
                value = value * (x + k * c) // x
        values.append(value)
        last = base
    return values


def far_bases(bases: list[int], c: int, k: int) -> list[int]:
    """Those that are a long gap above the one before."""
    far = max(_FAR, k // _LONG_GAP) * c
    return [
        base for last, base in zip(bases, bases[1:]) if base - last > far and k * base.bit_length() >= _SHORT
    ]


def _windows(bases: list[int], c: int, k: int) -> Iterator[int]:
    """R(X, k) for ascending X, from shared products.

    The factors that all X have together are cut into blocks of k. A product of k factors has the end of one block and
    the start of the next: the ends are made from the last X in the block to the first, the starts from the first on.
    """
    start = 0
    while start < len(bases):
        first = bases[start]
        cut = first + k * c
        stop = start + 1
        while stop < len(bases) and bases[stop] < cut:
            stop += 1
        block = bases[start:stop]
        ends = [1]
        for x, above in zip(block[::-1], [cut, *block[:0:-1]]):
            ends.append(ends[-1] * rise(x, c, (above - x) // c))
        head = 1
        for x, below in zip(block, [first, *block]):
            head *= rise(below + k * c, c, (x - below) // c)
            yield ends.pop() * head
        start = stop
