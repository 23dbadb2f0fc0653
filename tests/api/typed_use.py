"""Use the library in a user's script, in which mypy --strict finds no error; test_signatures.py runs it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Mapping, Sequence

import scorio_lite
from scorio_lite import Difference, Interval, Scores, Tally, VoteTally, confidence, exact, rank

R: list[list[int]] = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
PRIOR: list[list[int]] = [[0, 1], [1, 1]]
W: list[float] = [0.0, 0.5]
HALF = Fraction(1, 2)
ANSWERS: list[list[str | None]] = [["7", "8", "8", None, "8"], ["x", "x", "y", "x", "x"]]
NUMBERS: list[list[float | None]] = [[0.5, None, 1, 0.1, 0], [1, None, None, None, 1]]
COSTS: list[list[float | Fraction | Decimal]] = [[1, Decimal("0.5"), 2, 1, 1], [HALF, 2.5, 3, 1, 1]]
GAPS: list[list[int | None]] = [[0, None, 1], [1, 1, None]]

# What R may be, and values
tally: Tally = Tally(R, PRIOR) + Tally.from_counts([(2, 3), [1, 4]]) + Tally.from_histogram({(2, 3): 2})
tally = sum([tally, Tally(ragged=True), Tally.from_dict(tally.to_dict())], Tally())
sizes: tuple[int, int | None, int, bool] = (tally.questions, tally.trials, tally.classes, tally.has_prior)
score: float = scorio_lite.pass_at_k(iter([b"\0\1\1", b"\1\1\1"]), 2) + scorio_lite.pass_at_k(
    ((False, True), (True, True)), 2
)
score = scorio_lite.pass_at_k(tally, 2) + scorio_lite.pass_at_k([0.0, Fraction(1), Decimal(1)], 2)
votes: VoteTally = VoteTally(ANSWERS, R) + VoteTally.from_counts([((2,), [1, 1], 1)])
graded: Scores = Scores([[0.25, HALF], (Decimal("0.5"), 1)]) + Scores([iter([0.75, 0])], low=0, high=1)
reached: list[list[int]] = graded.at_least(0.5)
score = scorio_lite.cons_at_k(ANSWERS, R, 3) + scorio_lite.best_of_k(R, NUMBERS, 2, W, ragged=True)
curve: dict[int, float] = scorio_lite.vote_curve(votes, ks=range(1, 4))
score = scorio_lite.g_pass_at_k_tau(R, 2, HALF) + scorio_lite.threshold_spectrum_at_k(R, 2, [HALF, 0.25])
pair: tuple[float, float] = scorio_lite.bayes(R, W, PRIOR)
summary: tuple[float, float, float, float] = scorio_lite.pass_at_k_ci(R, 2, 0.9, (0.0, 1), HALF, Decimal("0.5"))

# Intervals about the value
interval: Interval = confidence.avg(graded, questions="these", ragged=True)
difference: Difference = confidence.compare((R, NUMBERS), (R, R), "best_of_k", 2)
value, se, lo, hi = difference
score = difference.pvalue + difference.difference + confidence.detectable(164, HALF, differ=0.2, power=0.9)
ends: tuple[float, float] = (lo + se, hi - value) if interval < difference else interval[2:]
entries: dict[str, float] = {**interval._asdict(), **Interval(value=0.5, se=0.1, lo=0.3, hi=0.7)._asdict()}
summary = confidence.cost_per_solve(COSTS, R, w=W[:2], limits=(0, Decimal("9.5")), clusters=[("repository", 1), None])
summary = confidence.suite([R, [[1]]], weights=[2, HALF], clusters=[["a", "a"], None])
ends = confidence.beyond(R, 9, "pass_hat_k", confidence=0.9, clusters="ab")
band, crossings = confidence.compare_curve(R, R, iter([1, 2]), clusters="ab")
firsts: list[int | None] = crossings
numbers: list[int] = [confidence.enough(R, 0.1, "pass_at_k", 2), confidence.plan(0.7, HALF, trials=4, agree=0.9)]
places: Sequence[tuple[int, int]] = confidence.ranks([GAPS, GAPS], missing="bounds")
by_name: Mapping[str, tuple[int, int]] = confidence.ranks({"oak": R, "birch": R}, "pass@k", 2, clusters="ab")
ahead: int = by_name["oak"][0] + confidence.ranks({1: R, 2: R})[1].worst


def misspelt() -> None:
    """Misspell names. A type checker must report each, or else it reports that a `type: ignore` is not needed."""
    confidence.compare(R, R, "pas_at_k", 2)  # type: ignore[arg-type]
    confidence.avg(R, questions="old")  # type: ignore[arg-type]
    confidence.near_pass_at_k(R, 2)  # type: ignore[attr-defined]


# Exact fractions, ranks, quantiles
fraction: Fraction = exact.pass_at_k(R, 2) + exact.avg(graded)
moments: tuple[Fraction, Fraction] = exact.bayes(R, W, PRIOR)
ranks: list[float] = rank.bayes([R, tally], W, quantile=0.05, method="avg", return_scores=False)
best, scores = rank.bayes([R, R], R0=[[0], [1]], return_scores=True)
