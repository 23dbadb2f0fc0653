"""Use the library in a user's script, in which mypy --strict finds no error; test_signatures.py runs it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Callable, Iterator, Mapping, Tuple

import scorio_lite
from scorio_lite import Difference, Interval, Scores, Tally, VoteTally, confidence, exact, rank, special

Summary = Tuple[float, float, float, float]
R: list[list[int]] = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
GRADED: list[list[int]] = [[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]]
PRIOR: list[list[int]] = [[0, 2], [1, 2]]
W: list[float] = [0.0, 0.5, 1.0]
HALF = Fraction(1, 2)
MODELS: list[list[list[int]]] = [R, [[0, 0, 1, 0, 1], [1, 1, 0, 1, 1]]]
ANSWERS: list[list[str | None]] = [["7", "8", "8", None, "8"], ["x", "x", "y", "x", "x"]]
PICKED: list[list[float | None]] = [[0.5, None, 2, 0.1, -1], [1, 2, 3, 3, 5]]
COSTS: list[list[float | Fraction | Decimal]] = [[1, Decimal("0.5"), 2, 1, 1], [HALF, 2.5, 3, 1, 1]]
LABELS: list[list[float | None]] = [[None, 1, None, 0.5, None], [1, None, None, None, None]]
GAPS: list[list[int | None]] = [[0, None, 1], [1, 1, None]]

# What R may be
tally: Tally = Tally(R) + Tally.from_counts([(2, 3), [1, 4]]) + Tally.from_histogram({(2, 3): 2})
tally = sum([tally, Tally(ragged=True), Tally.from_dict(tally.to_dict())], Tally())
with_prior: Tally = Tally(GRADED, PRIOR)
sizes: tuple[int, int | None, int, bool] = (tally.questions, tally.trials, tally.classes, with_prior.has_prior)
cells: int = sum(tally.cells.values()) + sum(tally.histogram.values())
rows: Iterator[bytes] = iter([b"\0\1\1", b"\1\1\1"])
score: float = scorio_lite.pass_at_k(rows, 2) + scorio_lite.pass_at_k(((False, True), (True, True)), 2)
score = scorio_lite.pass_at_k(tally, 2) + scorio_lite.pass_at_k([0.0, Fraction(1), Decimal(1)], 2)
votes: VoteTally = VoteTally(ANSWERS, R) + VoteTally.from_counts([((2,), [1, 1], 1)])
graded: Scores = Scores([[0.25, HALF], (Decimal("0.5"), 1)]) + Scores([iter([0.75, 0])], low=0, high=1)
reached: list[list[int]] = graded.at_least(0.5)

# Values, credible intervals and intervals about the value
estimates: list[float] = scorio_lite.estimate_pass_at_k((10, 5), iter([3, 0]), 2)
score = scorio_lite.cons_at_k(ANSWERS, R, 3) + scorio_lite.best_of_k(GRADED, PICKED, 2, W, ragged=True)
curve: dict[int, float] = scorio_lite.vote_curve(votes, ks=range(1, 4))
score = scorio_lite.g_pass_at_k_tau(R, 2, HALF) + scorio_lite.threshold_spectrum_at_k(R, 2, [HALF, 0.25])
score = scorio_lite.geom_at_k(R, 2, 1, HALF) + scorio_lite.geo_spectrum_at_k(R, 2, HALF, (0.25, 0.75))
pair: tuple[float, float] = scorio_lite.bayes(GRADED, W, PRIOR)
summaries: list[Summary] = [
    scorio_lite.pass_at_k_ci(R, 2, 0.9, (0.0, 1.0), HALF, Decimal("0.5")),
    scorio_lite.max_at_k_ci(GRADED, 2, W, PRIOR, bounds=[0, 1]),
    confidence.avg(graded, questions="these", ragged=True),
    confidence.max_at_k(GRADED, 2, W, clusters=[("repository", 1), None]),
    confidence.cons_at_k(votes, k=3, confidence=HALF),
    confidence.cost_per_solve(COSTS, R, w=W[:2], limits=(0, Decimal("9.5")), clusters="ab"),
    confidence.judged(R, LABELS, low=0, high=HALF + 1),
    confidence.bounded_difference(GAPS, GAPS, "pass_at_k", 2, clusters="ab"),
    confidence.suite([R, [[1]]], weights=[2, HALF], clusters=[["a", "a"], None]),
    confidence.compare((R, PICKED), (R, R), "best_of_k", 2),
    *confidence.compare_tasks([R, R], [R, R], rest=True, w=W[:2]),
]
ends: tuple[float, float] = confidence.beyond(R, 9, "pass_hat_k", confidence=0.9, clusters="ab")
band: list[tuple[float, float, float]] = confidence.curve(tally, (1, 3), "maj_at_k", confidence=0.9)
band, crossings = confidence.compare_curve(R, R, iter([1, 2]), clusters="ab")
firsts: list[int | None] = crossings
numbers: list[int] = [confidence.enough(R, 0.1, "pass_at_k", 2), confidence.plan(0.7, HALF, trials=4, agree=0.9)]
board = confidence.ranks([R, R], confidence=0.9)
places: list[tuple[int, int]] = confidence.ranks([GAPS, GAPS], missing="bounds")
by_name: Mapping[str, tuple[int, int]] = confidence.ranks({"oak": R, "birch": R}, "pass@k", 2, clusters="ab")
ahead: int = by_name["oak"][0] + confidence.ranks({1: R, 2: R})[1].worst + sum(one.best for one in board)
interval: Interval = confidence.avg(R)
difference: Difference = confidence.compare(R, R)
score = confidence.detectable(164, HALF, differ=0.2, power=0.9) + difference.pvalue + difference.difference
value, se, lo, hi = difference
ends = (lo + se, hi - value) if interval < difference else interval[2:]
entries: dict[str, float] = {**interval._asdict(), **Interval(value=0.5, se=0.1, lo=0.3, hi=0.7)._asdict()}


def misspelt() -> None:
    """Misspell names. A type checker must report each, or else it reports that a `type: ignore` is not needed."""
    confidence.compare(R, R, "pas_at_k", 2)  # type: ignore[arg-type]
    confidence.avg(R, questions="old")  # type: ignore[arg-type]
    confidence.near_pass_at_k(R, 2)  # type: ignore[attr-defined]


# Exact fractions, ranks, special functions
fraction: Fraction = exact.pass_at_k(R, 2) + exact.best_of_k(GRADED, PICKED, 2, W) + exact.avg(graded)
moments: tuple[Fraction, Fraction] = exact.bayes(GRADED, W, PRIOR)
ranks: list[float] = rank.bayes([GRADED, with_prior], W, quantile=0.05, method="avg", return_scores=False)
first: float = rank.avg(MODELS)[0]
best, scores = rank.bayes(MODELS, R0=[[0], [1]], return_scores=True)
compared: tuple[float, float, float, float, float] = rank.compare(GRADED, with_prior, W, R0_a=PRIOR, confidence=0.9)
by_method: dict[str, list[float]] = rank.rank_scores([0.5, HALF, 1], 0, [0.1, 0.1, 0.2], 0.9, "ci_overlap_adjacent")
fraction = special.binomial(5, 2) + special.rising(HALF, 3) + special.beta_ratio(0.5, 1, 1, 2)
score = special.normal_quantile(Fraction(39, 40)) + special.student_t_quantile(0.975, 2)
metric: Callable[[list[list[int]], int], float] = scorio_lite.eval.maj_at_k
error: type[ValueError] = scorio_lite.files.ReadError
