"""Moments of a credit's expectation under each question's Beta posterior.

Under k fresh trials with success rate p, a credit earns g(p) = sum of A_j C(k, j) p**j (1-p)**(k-j) on average. A
question's rate p has the posterior Beta(a, b), a = alpha0 + successes, b = beta0 + failures. With every number over
one denominator c, a = A/c, b = B/c and a + b = T/c,

    E[p**i (1-p)**j] = R(A, i) R(B, j) / R(T, i+j),     R(X, n) = X (X+c) ... (X + (n-1) c),

so that all questions with the same number of trials share a denominator, and only integers are left. In this module a
list of moments goes with its denominator; the lists follow the order of `states`.
"""

from __future__ import annotations

from math import gcd

from ._limits import check_denominators, check_evaluations, check_numbers, check_size
from ._rounding import FEW, ratio_sum
from .special import rising_numerator as rising

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._credit import Credit
    from ._rounding import Ratio
    from .tally import Tally

    Moments = tuple[list[int], int]  # numerators, one a state, over a denominator


_FAR = 8  # steps that are taken at once rather than one by one


class Group:
    """The questions with the same number of trials: their posteriors (A, B) by ascending A, and how many of each."""

    __slots__ = ("c", "groups", "numbers", "states", "total")

    def __init__(self, questions: dict[int, int], trials: int, a: int, b: int, c: int, groups: int) -> None:
        self.groups = groups  # of which this is one
        self.c = c
        self.total = a + b + trials * c
        self.states = [(a + s * c, b + (trials - s) * c) for s in sorted(questions)]
        self.numbers = [questions[s] for s in sorted(questions)]

    def lifted(self, k: int) -> Group:
        """The posteriors after k more failures: E[(1-p)**k f] is E[(1-p)**k] times E[f] under these."""
        group = Group.__new__(Group)
        group.c, group.groups, group.numbers = self.c, self.groups, self.numbers
        group.total = self.total + k * self.c
        group.states = [(a, b + k * self.c) for a, b in self.states]
        return group

    def bits(self, k: int) -> int:
        """Of R(T, k), or of what stands for it in `powers`."""
        return (min(k, self.total) if self.c == 1 else k) * (self.total + k * self.c).bit_length()

    def powers(self, k: int, of_failures: bool) -> Moments:
        """E[(1-p)**k], or E[p**k]: R(X, k) / R(T, k) with X = B, or A.

        For whole priors that is R(X, T-X) / R(X+k, T-X) too, which has fewer factors for large k; with the least X in
        the denominator both step from state to state by the same factors.
        """
        total, c = self.total, self.c
        least = self.states[-1][1] if of_failures else self.states[0][0]
        factors = total - least if c == 1 and total - least < k else k
        bits = (total + k * c).bit_length()
        check_size(k, self.groups * len(self.states), factors * bits, bits)
        if factors < k:
            return self.risings(k, of_failures, rising(least, 1, total - least)), rising(least + k, 1, total - least)
        return self.risings(k, of_failures), rising(total, c, k)

    def risings(self, k: int, of_failures: bool, value: int = 0) -> list[int]:
        """R(B, k), or R(A, k), times what makes the least of them `value`: from R(X+c, k) = R(X, k) (X+kc) / X.

        Over a gap of g steps that is R(X+gc, k) / R(X, k) = R(X+kc, g) / R(X, g): fewer factors, but a long division,
        so that over a long gap R(X, k) is made anew; `value` is only given where k exceeds all gaps.
        """
        c = self.c
        bases = [state[1] for state in reversed(self.states)] if of_failures else [state[0] for state in self.states]
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
        return values[::-1] if of_failures else values


def groups(tally: Tally, alpha0: Ratio, beta0: Ratio) -> list[Group]:
    parts = tally.by_trials()
    c = alpha0[1] * beta0[1] // gcd(alpha0[1], beta0[1])
    a, b = alpha0[0] * (c // alpha0[1]), beta0[0] * (c // beta0[1])
    check_numbers("alpha0 or beta0", sum(map(len, parts.values())), max(a, b, c))
    return [Group(questions, trials, a, b, c, len(parts)) for trials, questions in parts.items()]


def check_average(credit: Credit, parts: list[Group], products: int) -> None:
    """Refuse an average of moments of a credit that takes so many products of them."""
    k, weight = credit.k, credit.denominator.bit_length()
    sizes = [group.bits(k) for group in parts]
    if len(sizes) > FEW:
        check_denominators(len(sizes), len(sizes), 4 * max(sizes))  # about those of the variances
        check_size(k, products // 3 * len(sizes), max(sizes) + weight)
    else:  # denominators multiply
        check_size(k, products, sum(sizes) + weight)


def credit_moments(credit: Credit, parts: list[Group]) -> tuple[Ratio, Ratio]:
    """Mean and variance of the average of g over all the questions."""
    check_average(credit, parts, 50)
    means, variances = [], []
    for group in parts:
        (first, d), (second, e) = moments(credit, group)
        squares = sum(number * x * x for number, x in zip(group.numbers, first))
        means.append((sum(map(int.__mul__, first, group.numbers)), d * credit.denominator))
        spread = sum(map(int.__mul__, second, group.numbers)) * d * d - squares * e
        variances.append((spread, d * d * e * credit.denominator**2))
    questions = sum(sum(group.numbers) for group in parts)
    (n, d), (v, e) = ratio_sum(means), ratio_sum(variances)
    if from_the_top(credit):
        n, d = credit.full * questions * d - n * credit.denominator, d * credit.denominator
    return (n, d * questions), (v, e * questions * questions)


def from_the_top(credit: Credit) -> bool:
    """Whether `moments` gives those of the full credit less g, because they are simpler: Pass@k and AUC."""
    return credit.k > 1 and (credit.position == 1 or credit.harmonic > 0)


def moments(credit: Credit, group: Group) -> tuple[Moments, Moments]:
    """E[g] and E[g**2], or those of the full credit less g, times the credit's denominator and its square."""
    k, position, full = credit.k, credit.position, credit.full
    if credit.harmonic:
        from ._area import area_moments

        return area_moments(k, group)
    if not full:
        nothing = [0] * len(group.states), 1
        return nothing, nothing
    weight = 2 * credit.denominator.bit_length()
    check_size(k, 2 * group.groups * len(group.states), weight)
    if not position:
        from ._polynomials import evaluate, polynomials

        check_evaluations(2 * k, weight, group)
        bases = [a for a, _ in group.states]
        first, second = (evaluate(f, bases, group.total, group.c) for f in polynomials(credit))
        return first, second
    if position in (1, k):
        (first_list, d), (second_list, e) = group.powers(k, position < k), group.powers(2 * k, position < k)
    else:
        from ._thresholds import threshold_moments

        (first_list, d), (second_list, e) = threshold_moments(k, position, group)
    if full > 1:
        first_list, second_list = [full * x for x in first_list], [full * full * x for x in second_list]
    return (first_list, d), (second_list, e)
