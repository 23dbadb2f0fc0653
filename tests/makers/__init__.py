"""Random calls of the whole API, each with the result of the oracles: for golden.json, for tests and for the fuzzer."""

from __future__ import annotations

from oracles import beyond, boards, costs, curves, intervals, judges, metrics, posterior, ranking
from oracles.reals import double

from . import questions, values
from .draw import as_json

OBSERVED = [*metrics.EARNS]
BLENDS = ["geom_at_k", "geom_ds_at_k", "geo_spectrum_at_k", "geo_spectrum_star_at_k"]
SCORED = ["eval.max_at_k", "exact.avg", "confidence.avg", "confidence.max_at_k", "confidence.compare"]
GRADED = ["avg", "bayes", "max_at_k"]
QUANTILES = ["normal_quantile", "student_t_quantile"]
RANKED = ["avg", "bayes", "pass_at_k", "pass_hat_k", "g_pass_at_k_tau", "mg_pass_at_k"]


# Oracles take the name, and what the function takes.


def named(module):
    """Return the oracle that calls the function of this name."""
    return lambda name, *given, **how: getattr(module, name)(*given, **how)


def only(function):
    return lambda _, *given, **how: function(*given, **how)


def rounded(name, *given, **how):
    value = metrics.value(name, *given, **how)
    return (double(value), posterior.interval(name, *given, **how)[1]) if name in ("avg", "bayes") else double(value)


def credible(name, *given, **how):
    return posterior.interval(name[: -len("_ci")], *given, **how)


def any_name(name, *given, **how):
    """Answer for a name with its module."""
    module, _, name = name.rpartition(".")
    if module == "confidence":
        return intervals.compare(*given, **how) if name == "compare" else intervals.interval(name, *given, **how)
    value = intervals.spread(name, *given, **how).value
    return value if module == "exact" else double(value)


def of_scores(name, *given, **how):
    """Answer for Scores. Oracles know none: they get a class for each score, with the score as its reward."""
    w = [*given[0][1:], *(score for rows, _, _ in given for row in rows for score in row)]
    return any_name(name, *([[w.index(score) for score in row] for row in rows] for rows, _, _ in given), w=w, **how)


def of_picks(name, *given, **how):
    """Answer for outcomes and a selector's scores: rows of pairs."""
    pairs = given if isinstance(given[0], tuple) else [given]
    return any_name(name, *([[*zip(*rows)] for rows in zip(*pair)] for pair in pairs), **how)


def of_votes(name, answers, R, k, **how):
    """Answer for answers and outcomes: rows of pairs."""
    rows = [[*zip(*row)] for row in zip(answers, R)]
    return any_name(name, rows, k, **how) if name != "vote_curve" else {j: any_name("cons_at_k", rows, j) for j in k}


LOOKED_AT = ["avg", "pass_at_k", "pass_hat_k", "maj_at_k", "mg_pass_at_k"]
MAKERS = [  # draws arguments; the oracle; the module; the names in it, and how many golden values each name has
    (values.observed, rounded, "eval.", [*OBSERVED, *BLENDS], 40),
    (values.credible, credible, "eval.", [f"{name}_ci" for name in (*OBSERVED, *BLENDS)], 40),
    (values.graded, rounded, "eval.", GRADED, 40),
    (values.graded, credible, "eval.", [f"{name}_ci" for name in GRADED], 40),
    (values.observed, metrics.value, "exact.", OBSERVED, 20),
    (values.graded, metrics.value, "exact.", ["avg", "max_at_k"], 20),
    (values.graded, named(metrics), "exact.", ["bayes"], 20),
    (values.probability, values.quantile, "special.", QUANTILES, 30),
    (values.vote, of_votes, "", ["cons_at_k", "exact.cons_at_k", "vote_curve", "confidence.cons_at_k"], 25),
    (questions.pick, of_picks, "", ["best_of_k", "exact.best_of_k", "confidence.best_of_k", "confidence.compare"], 20),
    (values.ranks, ranking.rank, "rank.", RANKED, 25),
    (values.ranks_of_scores, named(ranking), "rank.", ["rank_scores"], 40),
    (questions.value, intervals.interval, "confidence.", intervals.NAMES, 30),
    (questions.difference, named(intervals), "confidence.", ["compare"], 60),
    (questions.scored, of_scores, "", SCORED, 10),
    (questions.enough, named(boards), "confidence.", ["enough"], 25),
    (questions.enough_to_decide, named(boards), "confidence.", ["enough_to_decide"], 25),
    (questions.plan, named(boards), "confidence.", ["plan"], 10),
    (questions.detectable, named(boards), "confidence.", ["detectable"], 10),
    (questions.board, named(boards), "confidence.", ["ranks"], 25),
    (questions.suite, named(boards), "confidence.", ["suite", "compare_suite", "ranks_suite"], 20),
    (questions.suite, named(boards), "confidence.", ["compare_tasks"], 10),
    (questions.unpaired, only(boards.unpaired), "confidence.", ["compare"], 10),
    (questions.totals, named(boards), "confidence.", ["compare_totals", "ranks_of_totals"], 10),
    (questions.missing, named(boards), "confidence.", ["bounded", "bounded_difference"], 10),
    (questions.missing, only(boards.bounded_ranks), "confidence.", ["ranks"], 10),
    (questions.looked_at, intervals.interval, "confidence.", LOOKED_AT, 12),
    (questions.looked_at, named(intervals), "confidence.", ["compare"], 12),
    (questions.looked_at, named(boards), "confidence.", ["ranks"], 12),
    (questions.further_draws, only(beyond.bounds), "confidence.", ["beyond"], 25),
    (questions.curve, named(curves), "confidence.", ["curve", "compare_curve"], 15),
    (questions.cost, named(costs), "confidence.", ["cost_per_solve"], 20),
    (questions.cost, lambda _, *given: costs.solved(*given)[0], "", ["exact.cost_per_solve"], 20),
    (questions.by_judge, named(judges), "confidence.", ["judged", "compare_judged"], 20),
]


def calls():
    """Yield (what is made, the name of a function with its module, make(rng), how many golden values it has)."""
    for draw, oracle, module, names, number in MAKERS:
        for name in names:

            def make(rng, draw=draw, oracle=oracle, name=name):
                arguments = draw(rng, name)
                *given, how = arguments if isinstance(arguments[-1], dict) else (*arguments, {})
                return arguments, oracle(name, *given, **how)

            yield draw.__name__, module + name, make, number


__all__ = ["MAKERS", "as_json", "calls"]
