"""What k draws earn by each metric, and the mean of this over the k-subsets of each question's trials.

A credit says that k draws of which s succeed earn A_s. It is kept as steps: A_s = step_1 + ... + step_s. A run of equal
steps is kept as (first, last, step). So a credit takes a few numbers, whether k is 3 or 10**9. For example, 5 draws
earn 1 by maj@5 if 3 or more succeed. This is one step of 1, at 3: the run (3, 3, 1). All steps are integers over one
denominator.

Means are ratios (n, d), d > 0. They are never reduced, because a gcd takes longer than all the rest. Questions with the
same number of trials share a denominator, so a mean over them is a sum of integers.
"""

from __future__ import annotations

from math import comb

from .._arguments import integer, least_successes, shown
from .._numbers import binomials, budget, dot, least_common, newton_differences, ratio_sum, subset_bits
from .._outcomes import BOUNDED
from ..tally import success_counts, tally_of, trial_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

    from .._types import Index, Outcomes, Ratio, Real, StepRun, SuccessGroups
    from ..tally import Tally

_FEW_RUNS = 2  # credits with at most this many runs are summed run by run
_SMALL_N = 1 << 9  # subsets of fewer trials are counted quickly, whatever k is


class Credit:
    """What k draws earn: A_s if s of them succeed. The module describes `runs`; all numbers are over `denominator`.

    harmonic         the H of AUC, which has no runs: for s >= 1, A_s is H s/(s+1) - k - s; 0 for other credits
    position         the s of the only step; 0 if there are several steps
    full             A_k
    is_from_the_top  whether posterior moments are those of A_k minus what k draws earn, as they are simpler for Pass@k
                     and AUC
    """

    __slots__ = ("denominator", "full", "harmonic", "is_from_the_top", "k", "polynomials", "position", "runs")

    def __init__(self, k: int, runs: Sequence[StepRun], denominator: int = 1, harmonic: int = 0) -> None:
        self.k = k
        self.runs = runs
        self.denominator = denominator
        self.harmonic = harmonic
        self.full = denominator if harmonic else 0
        for first, last, step in runs:
            self.full += (last - first + 1) * step
        self.position = runs[0][0] if len(runs) == 1 and runs[0][0] == runs[0][1] else 0
        self.is_from_the_top = self.position == 1 or harmonic > 0
        self.polynomials: tuple[list[int], list[int]] | None = None  # in powers of p, once a posterior needs them

    def values(self) -> list[int]:
        """Return A_0..A_k as integers over the denominator. The credit must have runs, as all but AUC have."""
        steps = [0] * (self.k + 1)
        for first, last, step in self.runs:
            steps[first : last + 1] = [step] * (last - first + 1)
        total, values = 0, []
        for step in steps:
            total += step
            values.append(total)
        return values


def at_least_one(k: int) -> Credit:
    return Credit(k, ((1, 1, 1),))


def unanimous(k: int) -> Credit:
    return Credit(k, ((k, k, 1),))


def threshold(k: int, successes: int) -> Credit:
    """The credit of G-Pass: k draws earn 1 with at least this many successes."""
    return Credit(k, ((successes, successes, 1),))


def reaching(k: int, tau: Real) -> Credit:
    """The credit of G-Pass at tau: k draws earn 1 if at least this share of them succeeds."""
    return threshold(k, least_successes(k, tau))


def majority(k: int) -> Credit:
    """The credit of Maj: k draws earn 1 if more than half of them succeed."""
    return Credit(k, ((k // 2 + 1, k // 2 + 1, 1),))


def mean_majority(k: int) -> Credit:
    """The credit of mG: k draws earn 2/k for every success after the first ceil(k/2)."""
    return Credit(k, ((k // 2 + k % 2 + 1, k, 2),) if k > 1 else (), k)


def area(k: int) -> Credit:
    """The credit of AUC: the area under Pass@1..Pass@k by the trapezoid rule, divided by k - 1.

    Let s of k draws succeed. Of the subsets of i of these draws, the share C(k-s, i) / C(k, i) has no success, and
    Pass@i is 1 minus this share. The shares for i = 0..k sum to (k+1)/(s+1), so Pass@1 + ... + Pass@k is (k+1) s/(s+1).
    The trapezoid rule subtracts half of Pass@1, which is s/k, and half of Pass@k, which is 1. So A_s = ((k+1) s/(s+1) -
    1/2 - s/(2k)) / (k-1) for s >= 1.
    """
    if k == 1:
        return at_least_one(k)
    return Credit(k, (), 2 * k * (k - 1), harmonic=2 * k * (k + 1))


def spectrum(k: int, weights: Iterable[Real]) -> Credit:
    """The credit of a threshold spectrum: k draws with s successes earn the sum of the first s weights."""
    from .._weights import spectrum_weights

    numerators, denominator = spectrum_weights(weights, k)
    runs: list[StepRun] = []
    for position, step in enumerate(numerators, 1):
        if runs and runs[-1][2] == step:
            runs[-1] = (runs[-1][0], position, step)
        else:
            runs.append((position, position, step))
    return Credit(k, [run for run in runs if run[2]], denominator)


def stricter(k: int, weights: Iterable[Real] | None) -> Credit:
    """The stricter credit of GeoSpectrum: the threshold spectrum with these weights, or mG-Pass@k without weights."""
    return mean_majority(k) if weights is None else spectrum(k, weights)


def mean_credit(R: Outcomes, k: Index, credit: Callable[..., Credit], *more: Any) -> Ratio:
    """Return what k of a question's N 0/1 outcomes, drawn without replacement, earn on average over questions.

    `credit(k, *more)` makes the credit; `more` has its further argument, if it takes one.
    """
    outcomes = tally_of(R, ways=BOUNDED)
    parts = success_counts(outcomes)
    return subset_mean(credit(draws(k, outcomes, "", parts, credit), *more), parts)


def draws(k: Index | None, outcomes: Tally, hint: str = "", numbers: Iterable[int] = (), credit: object = None) -> int:
    """Return k as an int. Refuse it unless 1 <= k <= the fewest trials of a question.

    An error ends with the `hint` if a question has one trial. `numbers` are the different numbers of trials, if the
    caller knows them. `credit` makes the credit of a metric for which the caller can pass on to confidence.beyond.
    """
    number = k if type(k) is int else integer(k, "k")
    if number == 1:  # every question has a trial
        return 1
    shortest = min(numbers or trial_numbers(outcomes))
    if not 1 <= number <= shortest:
        why = hint if number > 1 == shortest else ""
        if number > 0 and outcomes.trials is None:
            why = _short_questions(number, outcomes) + why
        elif number > 0 and credit in (at_least_one, unanimous):
            why = "; confidence.beyond has bounds for k > N"
        raise ValueError(f"k must satisfy 1 <= k <= N (N={shortest}); got k={shown(number)}{why}")
    return number


def _short_questions(k: int, outcomes: Tally) -> str:
    """Return the text for an error: how many questions have fewer than k trials, and an example."""
    short = {counts: number for counts, number in outcomes.histogram.items() if sum(counts) < k}
    vector = min(short, key=sum)
    counts = ", ".join([*map(shown, vector[:8]), *["..."] * (len(vector) > 8)])
    share = f"{shown(sum(short.values()))} of {shown(outcomes.questions)} questions"
    return f"; {share} have fewer, such as one with the class counts ({counts})"


def subset_mean(credit: Credit, parts: SuccessGroups) -> Ratio:
    """Return what k of a question's N trials, drawn without replacement, earn on average over questions; k <= N."""
    k, M = credit.k, 0
    check_subsets(k, parts)
    means: list[Ratio] = []
    for trials, questions in parts.items():
        M += sum(questions.values())
        values, d = subset_values(credit, trials, list(questions), len(parts))
        means.append((sum(map(int.__mul__, values, questions.values())), d))  # faster than `dot` for a few
    n, d = ratio_sum(means) if len(means) > 1 else means[0]
    return n, d * M


def subset_values(credit: Credit, trials: int, successes: list[int], parts: int = 1) -> tuple[list[int], int]:
    """Return (numerators, denominator) of what k of a question's trials earn on average, for each number of successes.

    The caller has `parts` different numbers of trials. The limit on the work is for all of these together.
    """
    k, d = credit.k, comb(trials, credit.k) * credit.denominator
    if credit.harmonic:
        earned = _area_terms(credit, trials, successes)
        common = least_common("k", [e for _, e in earned], len(earned))
        return [n * (common // e) for n, e in earned], common * d
    if credit.position:
        values = tails(1, credit.position, k, trials, successes)
        return values if credit.full == 1 else [credit.full * x for x in values], d
    if len(credit.runs) > _FEW_RUNS:
        budget("k, with weights of many steps,", parts, d.bit_length(), 64, steps=k * len(successes))
        # A subset with X successes earns A_X. With the i-th difference D_i of A_0, A_1, ... at A_0, A_X is the sum
        # of D_i C(X, i), by Newton's formula. C(X, i) counts the sets of i successes in the subset. Each set of i
        # successes is in C(N-i, k-i) of the k-subsets, so C(X, i) sums to C(s, i) C(N-i, k-i) over all of them.
        terms = [x * comb(trials - i, k - i) for i, x in enumerate(newton_differences(credit.values()))]
        return [dot(terms, binomials(s, k)) for s in successes], d
    values = [0] * len(successes)
    for first, last, step in credit.runs:
        found = tails(1 if first == last else 2, first, k, trials, successes)
        if first < last < k:
            found = list(map(int.__sub__, found, tails(2, last + 1, k, trials, successes)))
        values = [value + step * x for value, x in zip(values, found)]
    return values, d


def check_subsets(k: int, parts: dict[int, dict[int, int]], name: str = "k") -> None:
    """Refuse the argument `name` if counting k-subsets takes too long. `parts` is {N: {key: number of questions}}.

    Questions with the same N and key, such as the number of successes, have equal credits. For each N, the work is k +
    8 terms for each key, but at most N terms in all. A term has at most the bits of C(N, k) for the largest N.
    """
    most = max(parts)
    if most < _SMALL_N:
        return
    terms = 0
    for trials, questions in parts.items():
        terms += min(trials, len(questions) * (k + 8))
    bits = subset_bits(most, k)
    budget(name, terms, bits, 64)
    if bits >> 15:  # C(N, k) takes long divisions
        budget(name, 1, bits, 64, steps=bits // 32)


def tails(order: int, i: int, k: int, trials: int, successes: list[int]) -> list[int]:
    """Return, for each number of successes of a question, a sum over all k-subsets of its trials.

    Let X trials of a subset succeed. With order 1, the sum counts the subsets with X >= i. With order 2, it is the sum
    of max(X - i + 1, 0).
    """
    # A binomial of k factors takes as long as 1 + k (k+128) / 2**11 steps of the running sum below, as was measured.
    if order == 1 and (i == 1 or i == k) and len(successes) * (1 + (k * (k + 128) >> 11)) < 2 * (trials - k) + 8:
        if i == k:
            return [comb(s, k) for s in successes]
        subsets = comb(trials, k)
        return [subsets - comb(trials - s, k) for s in successes]
    if len(successes) * (4 + k // 16 + k - i) < trials - k:
        return [_tail_sum(order, i, k, s, trials - s) for s in successes]
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


def _tail_sum(order: int, i: int, k: int, successes: int, failures: int) -> int:
    """Compute `tails` for one question, of whose k-subsets C(successes, j) C(failures, k-j) have j successes."""
    first, last = max(i, k - failures), min(successes, k)
    if first > last:
        return 0
    term = comb(successes, first) * comb(failures, k - first)
    terms = [term]
    for j in range(first, last):
        term = term * ((successes - j) * (k - j)) // ((j + 1) * (failures - k + j + 1))
        terms.append(term)
    return dot(terms, range(first - i + 1, k + 1)) if order == 2 else sum(terms)


def _area_terms(credit: Credit, trials: int, successes: list[int]) -> list[Ratio]:
    """Return what all k-subsets of a question earn together by AUC, as a ratio for each number of successes s.

    The ratios are in units of 1 / denominator of the credit, and N is `trials`. A subset with X >= 1 successes earns
    h (1 - 1/(X+1)) - k - X, where h is `credit.harmonic`; one without successes earns 0. The sum of 1/(X+1) over all
    k-subsets is (C(N+1, k+1) - C(N-s, k+1)) / (s+1), since C(s, j) / (j+1) = C(s+1, j+1) / (s+1). This equals
    (C(N, k) + t) / (s+1), where t is how many (k+1)-subsets have a success.
    """
    k = credit.k
    subsets, more = comb(trials, k), comb(trials, k + 1)
    one = comb(trials - 1, k - 1)  # subsets with a given trial, so that X sums to s times this
    terms = []
    for s, tail in zip(successes, tails(1, 1, k, trials, successes)):
        t = more - (subsets - tail) * (trials - s - k) // (k + 1)
        terms.append((credit.harmonic * (s * subsets - t) - (k * tail + s * one) * (s + 1), s + 1))
    return terms
