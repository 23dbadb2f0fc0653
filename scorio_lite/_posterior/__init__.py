"""Exact moments of what fresh trials earn, under each question's posterior.

In come the counts of a tally, out come a mean and a variance; `_numbers.normal.summary` makes intervals. The files are:

here         the Beta posteriors of 0/1 outcomes, moments of powers of the success rate, checks of `k` and `bounds`
beta         the mean and the variance of what k trials earn by a credit
polynomials  the moments that are not powers: G-Pass and Maj, AUC, any credit
delta        blends of two metrics, by the delta method
dirichlet    graded outcomes: the mean reward, and the best of k rewards

For 0/1 outcomes, a question's success rate p has the posterior Beta(a, b), with a = alpha0 + successes and b = beta0 +
failures. Let c be a common denominator of alpha0 and beta0, and write a = A/c, b = B/c, a + b = T/c. Then

    E[p**i * (1-p)**j] = R(A, i) * R(B, j) / R(T, i+j),     R(X, n) = X * (X+c) * ... * (X + (n-1)*c).

So questions with the same number of trials share a denominator. The moments of several posteriors are (numerators,
denominator), where the numerators are a list of integers in the order of the posteriors. If j of k trials succeed, they
earn A_j (see `Credit`). At the rate p they earn on average g(p), the sum over j of A_j * C(k, j) * p**j * (1-p)**(k-j).
"""

from __future__ import annotations

from math import gcd

from .._arguments import exact_ratio, integer, items_of, positive, scalar, shown, size_limit
from .._numbers import affordable, nearest, rise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._types import Bounds, Index, Moments, Parts, Real


class Posteriors:
    """The posteriors Beta(A/c, B/c) of the success rates p of questions with the same number of trials.

    c        a common denominator of alpha0 and beta0
    a        the list of the A, ascending
    b        the list of the B, in the same order. Each A + B is T, which is called `total`
    numbers  how many questions have each posterior
    """

    def __init__(self, a: list[int], b: list[int], c: int, numbers: list[int]) -> None:
        self.a, self.b, self.c, self.numbers = a, b, c, numbers
        self.total = a[0] + b[0]

    def after_failures(self, k: int) -> Posteriors:
        return Posteriors(self.a, [b + k * self.c for b in self.b], self.c, self.numbers)

    def success_powers(self, k: int) -> Moments:
        """Return the mean of p**k under each posterior, as (numerators, denominator)."""
        return self._powers(self.a, k)

    def failure_powers(self, k: int) -> Moments:
        """Return the mean of (1-p)**k under each posterior, as (numerators, denominator)."""
        values, d = self._powers(self.b[::-1], k)
        return values[::-1], d

    def _powers(self, bases: list[int], k: int) -> Moments:
        """Return R(X, k) / R(T, k) for each X in the ascending list `bases`, as (numerators, denominator).

        R(X, k) is X * (X+c) * ... * (X + (k-1)*c).
        """
        # If c = 1, the ratio is R(X, n) / R(X+k, n) with n = T-X, which has fewer factors if n < k. Then the
        # denominator R(X+k, n) of the first X serves for all X.
        total, c = self.total, self.c
        few = min(total - bases[0], k) if c == 1 else k
        return self.risings(bases, k, few), rise(total if few == k else bases[0] + k, c, few)

    def risings(self, bases: list[int], k: int, few: int) -> list[int]:
        """Return R(X, k) (see `_powers`) for each X in ascending `bases`, times R(bases[0], few) / R(bases[0], k)."""
        # A step up is R(X+c, k) = R(X, k) (X+kc) / X. Over a long gap, R(X, k) is multiplied out anew or, if few < k, g
        # steps are taken at once: R(X+gc, k) = R(X, k) R(X+kc, g) / R(X, g).
        c, last, values = self.c, bases[0], []
        bits = few * (self.total + k * c).bit_length()
        far = min(k, 8 + bits // 2048)  # spare: steps that take as long as multiplying out
        affordable("k", min((bases[-1] - last) // c, far * len(bases)) + bits // 2048, bits)
        value = rise(last, c, few)
        for base in bases:
            gap = (base - last) // c
            if gap > far:
                value = rise(base, c, k) if few == k else value * rise(last + k * c, c, gap) // rise(last, c, gap)
            else:
                for x in range(last, base, c):
                    value = value * (x + k * c) // x
            values.append(value)
            last = base
        return values

    def bits(self, k: int) -> int:
        """Return an estimate of the length in bits of the denominator of `success_powers(k)`."""
        return (min(k, self.total) if self.c == 1 else k) * (self.total + k * self.c).bit_length()


def posteriors(groups: Parts, alpha0: Real, beta0: Real) -> list[Posteriors]:
    """Return a `Posteriors` for each N of {N: {successes: number of questions}}. The prior is Beta(alpha0, beta0)."""
    (x, d), (y, e) = positive(alpha0, "alpha0"), positive(beta0, "beta0")
    c = d * e // gcd(d, e)
    parts = []
    for trials, questions in groups.items():
        successes = sorted(questions)
        a = [x * (c // d) + s * c for s in successes]
        b = [y * (c // e) + (trials - s) * c for s in successes]
        parts.append(Posteriors(a, b, c, [questions[s] for s in successes]))
    return parts


def latent_draws(k: Index) -> int:
    """Return k, a number of fresh trials, as an int. k may exceed every question's N. Raise ValueError if k < 1."""
    number = k if type(k) is int else integer(k, "k")
    if number < 1:
        raise ValueError(f"k must be >= 1; got k={shown(number)}")
    return number


def clip(bounds: Bounds) -> tuple[float, float] | None:
    """Return `bounds` as two doubles, which may be infinite; None for None. Raise ValueError for anything else."""
    if bounds is None:
        return None
    if type(bounds) is tuple and list(map(type, bounds)) == [float, float] and bounds[0] <= bounds[1]:
        return bounds[0] + 0.0, bounds[1] + 0.0  # never -0.0
    wanted = "None or a pair of real numbers"
    ends = [scalar(end) for end in items_of(bounds, "bounds", wanted)]
    if len(ends) != 2:
        raise ValueError(f"bounds must be {wanted}; got {len(ends)} of them")
    low, high = ratios = [exact_ratio(end) for end in ends]
    for i, end in enumerate(ends):
        if not ratios[i] and not isinstance(end, float):
            raise ValueError(f"bounds must be {wanted}{size_limit(end)}; got {shown(end)} at bounds[{i}]")
    # Rounding keeps the order of numbers, so the ends of an interval, too, may be rounded before they are clipped.
    lo, hi = (nearest(*ratio) if ratio else end for ratio, end in zip(ratios, ends))
    if not (low[0] * high[1] <= high[0] * low[1] if low and high else lo <= hi):
        raise ValueError(f"bounds must satisfy bounds[0] <= bounds[1]; got ({shown(ends[0])}, {shown(ends[1])})")
    return lo, hi
