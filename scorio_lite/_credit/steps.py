"""Credits of any threshold, and of several steps: Maj@k, G-Pass@k, mG-Pass@k, AUC@k and threshold spectra."""

from __future__ import annotations

from math import comb, factorial, gcd

from .._arguments import common_denominator, exact_numbers, items_of, least_successes, scalar, shown
from .._numbers import affordable, binomials, dot, nearest, square
from . import Credit, at_least_one, subsets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .._types import Ratio, Real

_FEW_STEPS = 4  # spare: so many thresholds take less time than each sum by its definition
_LARGEST_SUM = (1.000000000001).as_integer_ratio()  # of spectrum weights among which there are floats


class StepCredit(Credit):
    """The credit of several steps: the j-th success adds steps[j] to what k draws earn, in units of 1/scale.

    For example, mG-Pass@5 has the steps {4: 2, 5: 2} and the scale 5. So 4 successes earn 2/5, and 5 earn 4/5.
    """

    polynomials: tuple[list[int], list[int]] | None = None  # in powers of p, once a posterior needs them

    def __init__(self, k: int, steps: dict[int, int], scale: int = 1) -> None:
        first, full = min(steps or (0,)), sum(steps.values())
        super().__init__(k, first if len(steps) == 1 else 0, scale, full)
        self.steps, self.high = steps, max(full, scale)  # float weights may sum to 1 + 1e-12
        is_ramp = len(steps) == k + 1 - first > 1 and len({*steps.values()}) == 1
        self.ramp = first if is_ramp else 0  # from here on, each further success earns as much; 0 for other steps

    def earned(self) -> list[int]:
        """Return what k draws earn with 0, 1, ..., k successes, as integers in units of 1/scale."""
        totals = [0]
        for j in range(1, self.k + 1):
            totals.append(totals[-1] + self.steps.get(j, 0))
        return totals

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        k, i, d = self.k, self.position, comb(trials, self.k) * self.scale
        if i:
            reached = tails(1, i, k, trials, keys) if 1 < i < k else super().values(trials, keys)[0]
            return reached if self.full == 1 else [self.full * x for x in reached], d
        if self.ramp:
            return [self.steps[k] * x for x in tails(2, self.ramp, k, trials, keys)], d
        if len(self.steps) > _FEW_STEPS:
            affordable("k, with weights of many steps,", k * len(keys), d.bit_length())
            earned = self.earned()
            return [dot(_ways(0, k, s, trials - s), earned) for s in keys], d
        values = [0] * len(keys)
        for j, step in self.steps.items():
            values = [x + step * y for x, y in zip(values, threshold(k, j).values(trials, keys)[0])]
        return values, d

    def pairs(self, trials: int, questions: dict[int, int], earned: Ratio) -> Ratio:
        if self.position in (1, self.k):
            return super().pairs(trials, questions, earned)
        k = self.k
        A, d = self.values(k, list(range(k + 1)))  # what k draws earn is the value of k trials
        bits, longest = 2 * k * trials.bit_length(), k + max(A).bit_length()
        affordable("k", 3 * k * len(questions) + 4 * k * (1 + longest // 64), bits + longest)
        # Let t of the 2k trials of two disjoint k-subsets succeed. Then i of the first k do so with the chance
        # C(k, i) C(k, t-i) / C(2k, t). So the mean product is W_t / C(2k, t), where W_t is the sum over i + j = t of
        # A_i C(k, i) A_j C(k, j), here in units of 1/(whole d**2).
        whole = factorial(2 * k)
        weighted, common = list(map(int.__mul__, A, binomials(k))), d
        for x in weighted:  # common factors of AUC are long
            common = gcd(common, x)
        d, W = d // common, square([x // common for x in weighted])
        both = [x * (whole // c) for x, c in zip(W, binomials(2 * k))]
        sums = [0] * len(both)
        for s, number in questions.items():
            for t, x in enumerate(_ways(0, 2 * k, s, trials - s)):
                sums[t] += number * x
        return dot(sums, both), comb(trials, 2 * k) * whole * d * d


def reaching(k: int, tau: Real) -> Credit:
    """Return the credit of G-Pass@k at tau: k draws earn 1 if at least the share tau of them succeeds."""
    return threshold(k, least_successes(k, tau))


def majority(k: int) -> Credit:
    return threshold(k, k // 2 + 1)


def threshold(k: int, i: int) -> Credit:
    """Return the credit of i successes or more, with i in 1 to k: k draws earn 1 for them, else 0."""
    return Credit(k, i) if i in (1, k) else StepCredit(k, {i: 1})


def mean_majority(k: int) -> Credit:
    """Return the credit of mG-Pass@k: k draws earn 2/k for every success after the first ceil(k/2)."""
    affordable("k", k, 0)
    return StepCredit(k, dict.fromkeys(range(k - k // 2 + 1, k + 1), 2), k)


def spectrum(k: int, weights: Iterable[Real]) -> Credit:
    """Return the credit of a threshold spectrum: k draws with s successes earn the sum of the first s weights.

    Raise ValueError unless k weights >= 0 sum to at most 1, or to at most 1 + 1e-12 if any of them is a float.
    """
    items = items_of(weights, "weights", f"a length-{shown(k)} sequence of real numbers")
    if len(items) != k:
        raise ValueError(f"weights must be a length-{shown(k)} sequence; its length is {len(items)}")
    numerators, denominator = exact_numbers(items, "weights")
    if min(numerators) < 0:
        i = next(i for i, numerator in enumerate(numerators) if numerator < 0)
        raise ValueError(f"weights must be non-negative; got {shown(items[i])} at weights[{i}]")
    total = sum(numerators)
    n, d = _LARGEST_SUM if any(isinstance(scalar(item), float) for item in items) else (1, 1)
    if total * d > n * denominator:
        raise ValueError(f"weights must satisfy sum(weights) <= 1; they sum to {nearest(total, denominator)!r}")
    return StepCredit(k, {j: step for j, step in enumerate(numerators, 1) if step}, denominator)


def stricter(k: int, weights: Iterable[Real] | None) -> Credit:
    """Return the credit that GeoSpectrum blends with Pass@k: that of `spectrum` or, without weights, of mG-Pass@k."""
    return mean_majority(k) if weights is None else spectrum(k, weights)


class AreaCredit(StepCredit):
    """The credit of AUC: the area under Pass@1..Pass@k by the trapezoid rule, divided by k - 1. It has no `steps`."""

    is_area = True

    def __init__(self, k: int) -> None:
        self.high = 2 * k * (k - 1)  # the scale, too, but A_s is no multiple of 1/scale
        Credit.__init__(self, k, 0, self.high, self.high)

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        # Pass@i is 1 - q_i, with q_i = C(f, i) / C(N, i) for f = N - s failures. The sum of q_0 to q_k is
        # (N + 1 - (f-k) q_k) / (s+1), as induction over k shows. The trapezoid rule leaves out q_0 = 1, half of q_1 =
        # f/N, and half of q_k. The rest, divided by k - 1, is the area above the curve.
        k, N, subsets = self.k, trials, comb(trials, self.k)
        common = common_denominator("k", [s + 1 for s in keys], len(keys))
        d = 2 * N * (k - 1) * subsets * common
        values = []
        for s, without in zip(keys, subsets_of([N - s for s in keys], k)):
            whole = 2 * N * ((N + 1) * subsets - (N - s - k) * without)
            left_out = (3 * N - s) * subsets + N * without
            values.append(d - (whole - (s + 1) * left_out) * (common // (s + 1)))
        return values, d


def area(k: int) -> Credit:
    return AreaCredit(k) if k > 1 else at_least_one(k)


def tails(order: int, i: int, k: int, trials: int, successes: list[int]) -> list[int]:
    """Return a sum for each number of successes of a question. It runs over the k-subsets of the N = `trials` trials.

    Let X trials of a subset succeed. With order 1, the sum is the number of subsets with X >= i. With order 2, it is
    the sum of max(X - i + 1, 0).
    """
    if len(successes) * (4 + k // 16 + k - i) < trials - k:  # spare: the quicker way
        earned = range(1, k - i + 2) if order == 2 else [1] * (k - i + 1)
        return [dot(_ways(i, k, s, trials - s), earned) for s in successes]
    # One more success among the trials adds the sum of order - 1 for i - 1 and k - 1 among the other trials. So it is a
    # running sum, taken `order` times, of C(s, i - order) C(N - order - s, k - i), which is 0 for s < i - order.
    high, low = i - order, trials - order - (k - i)
    term = comb(trials - i, k - i)
    terms = [term]
    for s in range(high, max(successes) - order):
        term = term * ((s + 1) * (low - s)) // ((s + 1 - high) * (trials - order - s))
        terms.append(term)
    for _ in range(order):
        for s in range(1, len(terms)):
            terms[s] += terms[s - 1]
    return [terms[s - i] if s >= i else 0 for s in successes]


def _ways(i: int, k: int, s: int, f: int) -> list[int]:
    """Return [C(s, j) C(f, k-j) for j = i, i+1, ...] up to the last that is not 0.

    These are the numbers of k-subsets with j successes, among s successes and f failures.
    """
    first, last = max(i, k - f), min(s, k)
    if first > last:
        return []
    term = comb(s, first) * comb(f, k - first)
    terms = [0] * (first - i) + [term]
    for j in range(first, last):
        term = term * ((s - j) * (k - j)) // ((j + 1) * (f - k + j + 1))
        terms.append(term)
    return terms
