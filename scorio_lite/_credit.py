"""What k draws earn, metric by metric.

A credit gives A_s to k draws with s successes. It is held as its steps, A_s = step_1 + ... + step_s, and these as runs
of equal ones, integers over one denominator: G-Pass, the majority and the rest then differ in a few numbers, for k = 3
and for k = 10**9 alike. maj@5, for example, is the run (3, 3, 1): one step, at 3, to the full credit.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    Run = tuple[int, int, int]  # (first, last, step): the steps first..last


class Credit:
    """Steps over a denominator, in ascending runs; for AUC harmonic (1 - 1/(s+1)) - k - s at every s >= 1 instead."""

    __slots__ = ("denominator", "harmonic", "k", "polynomials", "runs")

    def __init__(self, k: int, runs: Sequence[Run], denominator: int = 1, harmonic: int = 0) -> None:
        self.k = k
        self.runs = runs
        self.denominator = denominator
        self.harmonic = harmonic
        self.polynomials: tuple[list[int], list[int]] | None = None  # what a posterior needs of it, once made

    @property
    def position(self) -> int:
        """Where the one step of the credit is; 0 if it has more than one."""
        (first, last, _), *more = self.runs or ((0, 1, 0),)
        return first if first == last and not more and not self.harmonic else 0

    @property
    def full(self) -> int:
        """A_k times the denominator."""
        return self.denominator if self.harmonic else sum((last - first + 1) * step for first, last, step in self.runs)

    def values(self) -> list[int]:
        """A_0..A_k times the denominator, for a credit in runs."""
        steps = [0] * (self.k + 1)
        for first, last, step in self.runs:
            steps[first : last + 1] = [step] * (last - first + 1)
        total, values = 0, []
        for step in steps:
            total += step
            values.append(total)
        return values


def threshold(k: int, successes: int) -> Credit:
    """1 for so many successes or more: G-Pass, and with 1 success Pass, with k of them Unanimous."""
    return Credit(k, ((successes, successes, 1),))


def at_least_one(k: int) -> Credit:
    return threshold(k, 1)


def unanimous(k: int) -> Credit:
    return threshold(k, k)


def majority(k: int) -> Credit:
    """1 for more than half."""
    return threshold(k, k // 2 + 1)


def mean_majority(k: int) -> Credit:
    """mG: 2/k for every success beyond the first half, which has ceil(k/2)."""
    return Credit(k, ((k // 2 + k % 2 + 1, k, 2),) if k > 1 else (), k)


def area(k: int) -> Credit:
    """AUC: Pass@1..Pass@k by the trapezoid rule, in closed form.

    i of k draws are all failures with the chance C(k-s, i) / C(k, i), and these chances sum over i = 0..k to
    (k+1)/(s+1). With the two ends counted half, A_s = ((k+1) s/(s+1) - 1/2 - s/(2k)) / (k-1) for s >= 1.
    """
    if k == 1:
        return at_least_one(k)
    return Credit(k, (), 2 * k * (k - 1), harmonic=2 * k * (k + 1))


def spectrum(k: int, weights: Sequence[int], denominator: int) -> Credit:
    """w_1 + ... + w_s, from the numerators of the weights."""
    runs: list[Run] = []
    for position, step in enumerate(weights, 1):
        if runs and runs[-1][2] == step:
            runs[-1] = (runs[-1][0], position, step)
        else:
            runs.append((position, position, step))
    return Credit(k, [run for run in runs if run[2]], denominator)
