"""Random calls of the whole API, each with the result of the oracles: for golden.json, for tests and for the fuzzer."""

from __future__ import annotations

from oracles.intervals import BINARY

from . import intervals, metrics
from .draw import Coded, as_json

OBSERVED = [*BINARY]
BLENDS = ["geom_at_k", "geom_ds_at_k", "geo_spectrum_at_k", "geo_spectrum_star_at_k"]
SCORED = "eval.max_at_k exact.avg exact.max_at_k confidence.avg confidence.max_at_k confidence.compare rank.avg"

MAKERS = [  # a maker, the module, the names in it, and how many golden values each name has
    (metrics.value, "eval.", [*OBSERVED, *BLENDS], 40),
    (metrics.credible, "eval.", [f"{name}_ci" for name in (*OBSERVED, *BLENDS)], 40),
    (metrics.graded, "eval.", ["bayes", "bayes_ci", "avg", "avg_ci", "max_at_k", "max_at_k_ci"], 40),
    (metrics.fraction, "exact.", [*OBSERVED, "avg", "bayes", "max_at_k"], 20),
    (
        metrics.special,
        "special.",
        ["binomial", "rising", "beta", "beta_ratio", "normal_quantile", "student_t_quantile"],
        30,
    ),
    (metrics.estimate, "", ["estimate_pass_at_k", "estimate_pass_hat_k"], 15),
    (metrics.tally, "Tally.", ["questions", "trials", "classes", "histogram", "to_dict"], 10),
    (metrics.vote, "", ["cons_at_k", "exact.cons_at_k", "vote_curve", "confidence.cons_at_k"], 25),
    (metrics.pick, "", ["best_of_k", "exact.best_of_k", "confidence.best_of_k", "confidence.compare"], 20),
    (metrics.ranks, "rank.", ["avg", "bayes", "pass_at_k", "pass_hat_k", "g_pass_at_k_tau", "mg_pass_at_k"], 25),
    (metrics.ranks_of_scores, "rank.", ["rank_scores"], 40),
    (metrics.compared, "rank.", ["compare"], 25),
    (intervals.value, "confidence.", intervals.METRICS, 30),
    (intervals.difference, "confidence.", ["compare"], 60),
    (intervals.scored, "", SCORED.split(), 10),
    (intervals.enough, "confidence.", ["enough"], 25),
    (intervals.enough_to_decide, "confidence.", ["enough_to_decide"], 25),
    (intervals.plan, "confidence.", ["plan"], 10),
    (intervals.detectable, "confidence.", ["detectable"], 10),
    (intervals.board, "confidence.", ["ranks"], 25),
    (intervals.suite, "confidence.", ["suite", "compare_suite", "ranks_suite"], 20),
    (intervals.contrast, "confidence.", ["compare_tasks", "compare"], 10),
    (intervals.totals, "confidence.", ["compare_totals", "ranks_of_totals"], 10),
    (intervals.missing, "confidence.", ["bounded", "bounded_difference", "ranks"], 10),
    (intervals.looked_at, "confidence.", ["avg", "pass_at_k", "pass_hat_k", "maj_at_k", "mg_pass_at_k", "compare"], 12),
    (intervals.further_draws, "confidence.", ["beyond"], 25),
    (intervals.curve, "confidence.", ["curve", "compare_curve"], 15),
    (intervals.cost, "", ["confidence.cost_per_solve", "exact.cost_per_solve"], 20),
    (intervals.by_judge, "confidence.", ["judged", "compare_judged"], 20),
]

R = [[0, 1, 1], [1, 1, 0]]
REFUSED = [  # with the start of the message, on which users match
    ("eval.pass_at_k", [R, 4], "k must satisfy 1 <= k <= N (N=3); got k=4"),
    ("eval.pass_at_k", [R, 1.5], "k must be an integer"),
    ("eval.geom_at_k_ci", [R, 0], "k must be >= 1"),
    ("eval.g_pass_at_k_tau", [R, 2, 1.5], "tau must be in [0, 1]"),
    ("eval.bayes_ci", [R, None, None, 1], "confidence must be in (0,1)"),
    ("confidence.avg", [R, {"questions": "old"}], "questions must be 'new' or 'these'"),
    ("estimate_pass_at_k", [[3, 2], [1, 1], 3], "k must satisfy 1 <= k <= N (N=2"),
    ("cons_at_k", [Coded(answers=["aba"]), [[1, 0, 0]], 2], "equal answers of a question must all be right"),
    ("exact.maj_at_k", [R, 0], "k must satisfy 1 <= k <= N (N=3)"),
]

__all__ = ["MAKERS", "REFUSED", "Coded", "as_json"]
