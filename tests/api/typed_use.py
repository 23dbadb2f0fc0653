"""Use every public function in a user's script, in which mypy --strict finds no error; test_signatures.py runs it."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Callable, Iterator, List, Mapping, Tuple

import scorio_lite
from scorio_lite import Difference, Interval, Scores, Tally, VoteTally, confidence, exact, rank, special

Summary = Tuple[float, float, float, float]
Ranks = List[float]

R: list[list[int]] = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
GRADED: list[list[int]] = [[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]]
PRIOR: list[list[int]] = [[0, 2], [1, 2]]
W: list[float] = [0.0, 0.5, 1.0]
WEIGHTS: list[Fraction] = [Fraction(1, 3), Fraction(2, 3)]
HALF = Fraction(1, 2)
MODELS: list[list[list[int]]] = [R, [[0, 0, 1, 0, 1], [1, 1, 0, 1, 1]]]
ANSWERS: list[list[str | None]] = [["7", "8", "8", None, "8"], ["x", "x", "y", "x", "x"]]
PICKED: list[list[float | None]] = [[0.5, None, 2, 0.1, -1], [1, 2, 3, 3, 5]]

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
votes = sum([votes, VoteTally(ragged=True)], VoteTally.from_dict(VoteTally().to_dict()))
graded: Scores = Scores([[0.25, HALF], (Decimal("0.5"), 1)]) + Scores([iter([0.75, 0])], low=0, high=1)
reached: list[list[int]] = graded.at_least(0.5)

# Values and credible intervals
estimates: list[float] = scorio_lite.estimate_pass_at_k(10, [3, 0], 2)
estimates = scorio_lite.estimate_pass_hat_k((10, 5), iter([3, 5]), 2)
score = scorio_lite.cons_at_k(ANSWERS, R, 3) + scorio_lite.best_of_k(GRADED, PICKED, 2, W, ragged=True)
curve: dict[int, float] = scorio_lite.vote_curve(votes, ks=range(1, 4))
score = scorio_lite.pass_hat_k(R, 2) + scorio_lite.unanimous_at_k(R, 2) + scorio_lite.g_pass_at_k(R, 2)
score = scorio_lite.g_pass_at_k_tau(R, 2, HALF) + scorio_lite.mg_pass_at_k(R, 3) + scorio_lite.maj_at_k(R, 3)
score = scorio_lite.auc_at_k(R, 3) + scorio_lite.threshold_spectrum_at_k(R, 2, WEIGHTS)
score = scorio_lite.geom_at_k(R, 2, 1, HALF) + scorio_lite.geom_ds_at_k(R, 2, unanimous_power=Decimal("0.75"))
score = scorio_lite.geo_spectrum_at_k(R, 2, HALF, (0.25, 0.75)) + scorio_lite.geo_spectrum_star_at_k(R, 2)
score = scorio_lite.max_at_k(GRADED, 2, W) + scorio_lite.max_at_k(graded, 2)
pair: tuple[float, float] = scorio_lite.bayes(GRADED, W, PRIOR)
pair = scorio_lite.avg(GRADED, (0, HALF, 1.0))
summaries: list[Summary] = [
    scorio_lite.pass_at_k_ci(R, 2, 0.9, (0.0, 1.0), HALF, HALF),
    *(scorio_lite.pass_hat_k_ci(R, 2, bounds=[0, 1]), scorio_lite.unanimous_at_k_ci(R, 2, bounds=None)),
    *(scorio_lite.g_pass_at_k_ci(tally, 2), scorio_lite.g_pass_at_k_tau_ci(R, 2, 0.5, alpha0=1, beta0=2)),
    *(scorio_lite.mg_pass_at_k_ci(R, 3), scorio_lite.maj_at_k_ci(R, 3), scorio_lite.auc_at_k_ci(R, 3)),
    *(scorio_lite.threshold_spectrum_at_k_ci(R, 2, [0.5, 0.5]), scorio_lite.geom_at_k_ci(R, 2, HALF)),
    *(scorio_lite.geom_ds_at_k_ci(tally, 2, HALF), scorio_lite.geo_spectrum_at_k_ci(R, 2, HALF, WEIGHTS)),
    *(scorio_lite.geo_spectrum_star_at_k_ci(R, 2), scorio_lite.bayes_ci(with_prior, W, bounds=(0.0, 1.0))),
    *(scorio_lite.avg_ci(GRADED, W, 0.9), scorio_lite.max_at_k_ci(GRADED, 2, W, PRIOR)),
]

# Intervals about the value
TRIED: list[list[int]] = [[0, 1, 1, 0], [1, 1, 0, 1]]
COSTS: list[list[float | Fraction | Decimal]] = [[1, Decimal("0.5"), 2, 1], [HALF, 2.5, 3, 1]]
LABELS: list[list[float | None]] = [[None, 1, None, 0.5], [1, None, None, None]]
GAPS: list[list[int | None]] = [[0, None, 1], [1, 1, None]]
summaries = [
    *(confidence.avg(GRADED, W, confidence=HALF), confidence.avg(graded, questions="these", ragged=True)),
    *(confidence.avg(R, anytime=True), confidence.pass_at_k(R, 2, confidence=0.9, questions="these")),
    *(confidence.pass_hat_k(R, 2, clusters=["a", "a"]), confidence.unanimous_at_k(tally, 2)),
    *(confidence.g_pass_at_k(R, 2), confidence.g_pass_at_k_tau(R, 2, Decimal("0.5"), clusters=iter((1, "b")))),
    *(confidence.mg_pass_at_k(R, 3), confidence.maj_at_k(R, 3), confidence.auc_at_k(R, 3)),
    *(confidence.threshold_spectrum_at_k(R, 2, WEIGHTS), confidence.max_at_k(GRADED, 2, W)),
    *(confidence.cons_at_k(ANSWERS, R, 3, clusters=["a", "b"]), confidence.cons_at_k(votes, k=3)),
    confidence.best_of_k(R, PICKED, 2, questions="these"),
    confidence.cost_per_solve(COSTS, TRIED, w=W[:2], limits=(0, Decimal("9.5")), clusters="ab", confidence=HALF),
    confidence.judged(TRIED, LABELS, low=0, high=HALF + 1),
    confidence.bounded(GAPS, "pass_at_k", 2, questions="these"),
    confidence.suite([R, [[1]]], weights=[2, HALF], clusters=[["a", "a"], None]),
    confidence.compare(R, R, "g_pass_at_k_tau", 2, tau=0.5, clusters=[1, 2]),
    confidence.compare(tally, tally, "threshold_spectrum_at_k", 2, weights=WEIGHTS, questions="these"),
    *(confidence.compare((R, PICKED), (R, R), "best_of_k", 2), confidence.compare(R, [[1]], paired=False)),
    confidence.compare([(2, 3), (1, 4)], [(4, 1), (2, 3)], "pass@k", 2, counts=True),
    confidence.compare_judged(TRIED, LABELS, TRIED, LABELS, confidence=0.9),
    *(confidence.bounded_difference(GAPS, GAPS, clusters="ab"), confidence.compare_totals(396, 360, 500)),
    confidence.compare_suite([R, R], [R, R], "pass_at_k", 2),
    *confidence.compare_tasks([R, R], [R, R], rest=True, w=W[:2]),
]
ends: tuple[float, float] = confidence.beyond(R, 9, "pass_hat_k", confidence=0.9, clusters="ab")
band: list[tuple[float, float, float]] = confidence.curve(tally, (1, 3), "maj_at_k", confidence=0.9)
band, crossings = confidence.compare_curve(R, R, iter([1, 2]), clusters="ab")
firsts: list[int | None] = crossings
numbers: list[int] = [
    confidence.enough(R, 0.1, "pass_at_k", 2, questions="these"),
    confidence.enough_to_decide(R, R, 0.1, "pass_at_k", 2, power=0.9, questions="these"),
    confidence.plan(0.7, HALF, correlation=0.5, trials=4, agree=0.9),
]
board = confidence.ranks([R, R], confidence=0.9)
places: list[tuple[int, int]] = confidence.ranks([R, R, R], "pass_at_k", 2, confidence=0.9)
places = confidence.ranks([R, R], anytime=True) + confidence.ranks([GAPS, GAPS], missing="bounds")
places += confidence.ranks_suite([[R, R], (R, R)], "pass_at_k", 2, weights=[2, 1])
by_name: Mapping[str, tuple[int, int]] = confidence.ranks({"oak": R, "birch": R}, "pass@k", 2, clusters="ab")
by_name = confidence.ranks_of_totals({"oak": 396, "birch": 360}, 500)
ahead: int = by_name["oak"][0] + confidence.ranks({1: R, 2: R})[1].worst + sum(one.best for one in board)
interval: Interval = confidence.avg(R)
difference: Difference = confidence.compare(R, R)
score = confidence.detectable(164, HALF, differ=0.2, power=0.9) + difference.pvalue + difference.difference
value, se, lo, hi = difference
ends = (lo + se, hi - value) if interval < difference else interval[2:]
entries: dict[str, float] = {**interval._asdict(), **Interval(value=0.5, se=0.1, lo=0.3, hi=0.7)._asdict()}
score = confidence.beyond(R, metric="pass@10").lo + confidence.compare(R, R, "pass^2").lo


def misspelt() -> None:
    """Misspell names. A type checker must report each, or else it reports that a `type: ignore` is not needed."""
    confidence.compare(R, R, "pas_at_k", 2)  # type: ignore[arg-type]
    confidence.avg(R, questions="old")  # type: ignore[arg-type]
    confidence.near_pass_at_k(R, 2)  # type: ignore[attr-defined]


# Exact fractions, ranks, special functions
fraction: Fraction = exact.pass_at_k(R, 2) + exact.pass_hat_k(R, 2) + exact.unanimous_at_k(R, 2)
fraction = exact.g_pass_at_k(R, 2) + exact.g_pass_at_k_tau(tally, 2, 0.5) + exact.mg_pass_at_k(R, 3)
fraction = exact.maj_at_k(R, 3) + exact.auc_at_k(R, 3) + exact.threshold_spectrum_at_k(R, 2, WEIGHTS)
fraction = exact.best_of_k(GRADED, PICKED, 2, W) + exact.max_at_k(GRADED, 2, W) + exact.cost_per_solve(COSTS, TRIED)
fraction = exact.cons_at_k(ANSWERS, R, 3) + exact.cons_at_k(votes, None, 3) + exact.avg(graded) + exact.avg(R)
moments: tuple[Fraction, Fraction] = exact.bayes(GRADED, W, PRIOR)
ranks: Ranks = rank.avg(MODELS) + rank.avg([graded, graded])
ranks = rank.bayes([GRADED, with_prior], W, quantile=0.05, method="avg", return_scores=False)
ranks = rank.pass_at_k([Tally(R), tally], 2) + rank.pass_hat_k(MODELS, 2, "dense", False)
ranks = rank.g_pass_at_k_tau(MODELS, 2, HALF) + rank.mg_pass_at_k((R, tally), 3)
first: float = rank.avg(MODELS)[0]
best, scores = rank.bayes(MODELS, R0=[[0], [1]], return_scores=True)
compared: tuple[float, float, float, float, float] = rank.compare(GRADED, with_prior, W, R0_a=PRIOR, confidence=0.9)
by_method: dict[str, Ranks] = rank.rank_scores([0.5, HALF, 1], 0, [0.1, 0.1, 0.2], 0.9, "ci_overlap_adjacent")
fraction = special.binomial(5, 2) + special.rising(HALF, 3) + special.beta(2, 3) + special.beta_ratio(0.5, 1, 1, 2)
score = special.normal_quantile(Fraction(39, 40)) + special.student_t_quantile(0.975, 2)
metric: Callable[[list[list[int]], int], float] = scorio_lite.eval.maj_at_k
error: type[ValueError] = scorio_lite.files.ReadError
