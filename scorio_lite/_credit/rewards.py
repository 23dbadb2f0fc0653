"""Sums of the rewards of graded trials over the questions."""

from __future__ import annotations

from .._arguments import class_weights
from .._numbers import affordable, dot
from .._outcomes import WAYS
from ..tally import success_counts, tally_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._types import CellCounts, Earned, Outcomes, Prior, Rewards, Weights
    from ..tally import Tally

_FEW_PRODUCTS = 16  # products of weights that exact_numbers has accepted


def check_rewards(weights: Weights, vectors: int) -> None:
    """Refuse w if adding up the rewards of this many different vectors of class counts takes too long."""
    values, denominator = weights
    if vectors * len(values) <= _FEW_PRODUCTS or weights == ([0, 1], 1):
        return
    bits = 2 * max(denominator, max(values), -min(values)).bit_length()
    affordable("w", vectors * (3 + len(values)) * (1 + bits // 4096), bits)


def other_outcomes(w: Any, weights: Weights | None) -> str:
    """Return the end of an error about outcomes other than 0 and 1: it says how to pass such outcomes."""
    if weights and w is not None:
        return f", one for each of the {len(weights[0])} weights in w"
    return ", or the weight vector 'w' must be provided"


def class_rewards(w: Rewards) -> Weights:
    """Return (rewards of the classes as integers, their common denominator)."""
    return ([0, 1], 1) if w is None else class_weights(w)


def graded_tally(R: Outcomes, w: Rewards, R0: Prior = None, ways: tuple[str, str, str] = WAYS) -> tuple[Tally, Weights]:
    """Return (the tally of R and its prior outcomes R0, the rewards of the classes). Without w, outcomes are 0 or 1."""
    weights = class_rewards(w)
    return tally_of(R, len(weights[0]) - 1, other_outcomes(w, weights), R0, ways=ways), weights


def earned_sums(outcomes: Tally, weights: Weights, posterior: bool = False) -> list[Earned]:
    """Return a tuple of sums of what questions earn for each pair (N, number of prior outcomes).

    It has N, N plus the prior outcomes, the number of questions M, and the sums over all questions of rewards, of
    squared rewards, and of the squared total reward of a question. Unless `posterior`, prior outcomes are ignored, and
    there is one tuple for each N.
    """
    rewards = weights[0]
    if outcomes._columns:
        from .._outcomes.arrays import sums_of

        N, gaps = outcomes._columns[0], [reward - rewards[0] for reward in rewards[1:]]
        totals, square = sums_of(outcomes._columns, gaps)
        gains = list(map(int.__mul__, gaps, totals))
        return [_with_least(rewards[0], N, outcomes.questions, sum(gains), dot(gaps, gains), square)]
    earned = []
    if len(rewards) == 2 and not (posterior and outcomes.has_prior):
        groups, gap = success_counts(outcomes), rewards[1] - rewards[0]
        check_rewards(weights, len(groups))
        for trials, group in groups.items():
            questions = total = square = 0
            for s, number in group.items():
                questions += number
                total += number * s
                square += number * s * s
            earned.append(_with_least(rewards[0], trials, questions, gap * total, gap**2 * total, gap**2 * square))
        return earned
    cells = outcomes.cells
    check_rewards(weights, len(cells))
    for (trials, counted), (vectors, numbers) in _by_trials(cells, posterior).items():
        second, firsts = 0, [0] * len(numbers)
        for reward, column in zip(rewards, zip(*vectors)):
            if reward:
                second += reward * reward * dot(numbers, column)
                firsts = [before + reward * count for before, count in zip(firsts, column)]
        questions = total = product = 0
        for number, first in zip(numbers, firsts):
            questions += number
            total += number * first
            product += number * first * first
        earned.append((trials, counted, questions, total, second, product))
    return earned


def _by_trials(cells: CellCounts, posterior: bool) -> dict[tuple[int, int], tuple[Any, Any]]:
    """Return {(N, N + prior outcomes): (vectors of class counts, number of questions with each vector)}.

    Unless `posterior`, prior outcomes are ignored.
    """
    different, priors = zip(*cells)
    lengths = set(map(sum, different))
    if len(lengths) == 1 and not (posterior and any(priors)):
        (trials,) = lengths
        return {(trials, trials): (different, list(cells.values()))}
    groups: dict[tuple[int, int], tuple[Any, Any]] = {}
    for counts, prior, number in zip(different, priors, cells.values()):
        trials = sum(counts)
        if prior and posterior:
            counts = tuple(map(int.__add__, counts, prior))
        vectors, numbers = groups.setdefault((trials, sum(counts)), ([], []))
        vectors.append(counts)
        numbers.append(number)
    return groups


def _with_least(low: int, N: int, M: int, gain: int, second: int, square: int) -> Earned:
    """Return the sums of `Earned` for M questions of N trials, given those of the rewards less w_0 = `low`.

    A question with c_j trials of class j, which earn w_j each, earns w_0 N + the sum of (w_j - w_0) c_j over j > 0.
    """
    every = low * N * M
    return N, N, M, every + gain, low * (every + 2 * gain) + second, low * N * (every + 2 * gain) + square
