"""Check that what is wrong is refused by a ValueError that names the argument; each call is a different reason."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import nan

import pytest
from helpers import refused

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, exact, rank, special

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
P = [[0, 0, 1, 0, 1], [1, 1, 0, 1, 0], [0, 0, 0, 0, 0]]
MODELS = [[[0, 1], [1, 1]], [[1, 0], [0, 1]]]
ONE = [[1], [0], [1]]
SMALL, LARGE = Scores([[0.1], [0.05]], 0, 1), Scores([[0.1], [0.05]], 0, 5)
VOTES = VoteTally([["a", "b", "a"]], [[1, 0, 1]])
THESE = {"questions": "these"}

CASES = {
    # The wordings on which users match
    r"quantile must be in \(0, 1\)": lambda: rank.bayes(MODELS, quantile=1),
    r"Entries of R must .* in \[0, 1\]; got 2 at R\[0\]\[1\] \(row 0, column 1\)": lambda: sl.pass_at_k([[0, 2]], 1),
    r"Entries of R must be integers in \[0, 2\].*got 3": lambda: sl.bayes([[0, 3]], [0, 1, 2]),
    r"Entries of R must be integers in \[0, 1\] .*; got 2 at R\[1\]": lambda: rank.bayes([[[0, 1]], [[1, 2]]], [0, 1]),
    r"Entries of R0 must be integers in \[0, 2\]": lambda: sl.bayes([[0, 1]], [0, 1, 2], [[3]]),
    r"Entries of R must .*weight vector 'w' must be provided": lambda: sl.bayes([[0, 2]]),
    r"Entries of R must .*the weight vector 'w' must be provided": lambda: sl.max_at_k([[0, 2]], 1),
    r"Entries of R must be integers in \[0, 1\], or": lambda: sl.avg([[0, 2]]),
    r"R0 must have the same number of rows \(M\) as R": lambda: sl.bayes(R, R0=[[1]]),
    r"weights must be a length-2 sequence": lambda: sl.threshold_spectrum_at_k(R, 2, [0.5]),
    r"weights must be non-negative; got -0.1 at weights\[1\]": lambda: sl.threshold_spectrum_at_k(R, 2, [0, -0.1]),
    r"weights must satisfy sum\(weights\) <= 1": lambda: sl.threshold_spectrum_at_k(R, 2, [0.5, 0.6]),
    r"weights must be real, not complex": lambda: sl.threshold_spectrum_at_k(R, 2, [0.5, 1j]),
    r"weights must be numeric": lambda: sl.threshold_spectrum_at_k(R, 2, [0.5, "a"]),
    r"bounds must satisfy bounds\[0\] <= bounds\[1\]": lambda: sl.pass_at_k_ci(R, 2, bounds=(1, 0)),
    r"scores_in_id_order must be a 1D sequence": lambda: rank.rank_scores([[1]]) and rank.rank_scores("abc"),
    r"sigmas_in_id_order must have the same length": lambda: rank.rank_scores([1, 2], 0, [1]),
    r"Unknown ci_tie_method": lambda: rank.rank_scores([1, 2], 0, [0, 0], 0.95, "x"),
    r"R must have at least 2 models .*; it has 0$": lambda: rank.avg([]),
    r"k must satisfy 1 <= k <= N \(N=1\); got k=2; .* in 2-D has one trial each$": lambda: rank.pass_at_k(R, 2),
    r"k must satisfy 1 <= k <= N \(N=1\); got k=0$": lambda: rank.pass_at_k(R, 0),
    r"R must be rect.*: model 1 has 1 questions x 3 trials, model 0 has 2 x 2;": lambda: rank.avg(
        [MODELS[0], [[1] * 3]]
    ),
    r"Shared R0 must have shape": lambda: rank.bayes(MODELS, R0=[[0], [1], [1]]),
    r"Model-specific R0 must have shape.*; it has 5 models, R has 2$": lambda: rank.bayes(MODELS, R0=[[[0], [1]]] * 5),
    r"R0 must be shape \(M, D\) or \(L, M, D\)": lambda: rank.bayes(MODELS, R0=b"01"),
    r"Entries of R must .*real, finite integer-valued outcomes": lambda: rank.avg([[[0.5]], [[1]]]),
    # Matrices
    r"R must be rectangular: row 1 has length 1, row 0 has 2": lambda: sl.avg([[0, 1], [1]]),
    r"R must have at least one question .* no rows": lambda: sl.avg([]),
    r"R must have at least one question .*the tally is empty": lambda: sl.avg(Tally()),
    r"tol must be a finite non-negative number": lambda: rank.rank_scores([1, 2], -1),
    r"sigmas_in_id_order must be non-negative": lambda: rank.rank_scores([1, 2], 0, [0.5, -0.1]),
    # Tallies, Scores, votes and picks
    r"data must be what Tally.to_dict returns": lambda: Tally.from_dict([]),
    r"scores must be in \[0, 1\], .* got 1.5 at rows\[0\]\[0\]": lambda: Scores([[1.5]]),
    r"R\[0\] and R\[1\] must have the same low and high": lambda: rank.avg([SMALL, LARGE]),
    r"R_a and R_b must have the same low and high": lambda: confidence.compare(SMALL, LARGE),
    r"equal answers of a question must all be right": lambda: sl.cons_at_k([["a", "a"]], [[1, 0]], 1),
    r"R_a and R_b must not have the same R": lambda: (
        confidence.compare((ONE, ONE), (ONE, R[:3]), "best_of_k", 1, **THESE)
        and confidence.compare((R, R), (R, P), "best_of_k", 2, **THESE)
    ),
    # confidence
    r"questions must be 'new' or 'these'; got 'old'": lambda: confidence.avg(R, questions="old"),
    r"clusters must have one label for each row": lambda: confidence.avg(R, clusters="ab"),
    r"R_a and R_b must have the same questions; R_a has 3, R_b has 2": lambda: confidence.compare(R, P[:2]),
    r"margin must not be what is observed": lambda: confidence.enough_to_decide(R, R),
    r"R must have the same N for every.*1 to 2": lambda: confidence.beyond(Tally([[0], [1, 0]], ragged=True), 9),
    r"k must be > N \(N=5\): up to N there are intervals": lambda: confidence.beyond(R, 5),
    r"models\[0\] and models\[2\] must have the same questions": lambda: confidence.ranks([R, P, R[:2]]),
    r"weights must have a positive number for each": lambda: confidence.suite([R, P], weights=[1, 2, 3]),
    r"a must be a whole number of questions.*21 of 30 is 0.7, and 22 is 0.7333": lambda: confidence.compare_totals(
        0.7233, 20, 30
    ),
    r"missing must not be given with anytime=True": lambda: confidence.ranks([R, P], missing="bounds", anytime=True),
    r"labels\[0\]\[0\] must be a number in \[0, 1\]": lambda: confidence.judged([[1]], [[2]]),
    r"C\[1\]\[0\] must be a finite real number >= 0": lambda: confidence.cost_per_solve([[1], [None]], [[1], [0]]),
    r"R must have a success": lambda: exact.cost_per_solve([[3, 1]], [[0, 0]]),
    r"method must be one of": lambda: rank.avg(MODELS, "x"),
    r"rows\[0\]\[1\] must be a finite real number": lambda: Scores([[0.5, nan]]),
    r"R must have Scores of all models": lambda: rank.avg([SMALL, [[0], [1]]]),
    r"w must not be given with Scores": lambda: confidence.avg(SMALL, [0, 1]),
    r"R must .*VoteTally.outcomes": lambda: sl.pass_at_k(VOTES, 1),
    r"S must have the shape of R": lambda: sl.best_of_k(R, [[1]], 1),
    r"R must be a matrix: a tally has lost which": lambda: sl.best_of_k(Tally(R), R, 1),
    r"clusters must not be given for questions='these'": lambda: confidence.avg(R, clusters="aab", **THESE),
    r"R must be a matrix where clusters are given": lambda: confidence.avg(Tally(R), clusters="aab"),
    r"R_a must be a matrix for new questions": lambda: confidence.compare(Tally(R), P),
    r"half_width must be in \(0, 0.5\]": lambda: confidence.enough(R, 0.6, w=[1, 2]),
    r"power must be in \[0.5, 1\)": lambda: confidence.enough_to_decide(R, P, power=1),
    r"ks must be in 1 to 5": lambda: confidence.curve(R, (1, 6)),
    r"ks must rise": lambda: confidence.curve(R, (2, 2)),
    r"runs_a and runs_b must have the same benchmarks": lambda: confidence.compare_suite([R, P], [R]),
    r"C\[0\]\[0\] must be .* within limits": lambda: confidence.cost_per_solve([[1]], [[1]], limits=(2, 3)),
    r"anytime=True is .*questions='these'": lambda: confidence.compare(R, P, anytime=True, **THESE),
    r"clusters must not be given for anytime": lambda: confidence.avg(R, anytime=True, clusters="aab"),
    r"anytime=True is .*not for Scores": lambda: confidence.ranks([Scores(R), Scores(P)], anytime=True),
    r"no loss up to a=0.7 can be detected with 5 questions; for gains pass": lambda: confidence.detectable(5, 0.7),
    r"20 questions show no loss: differ must be": lambda: confidence.detectable(20, 0.7, differ=0.05),
    r"trials must be an integer of at least 1": lambda: confidence.plan(0.7, 0.5, trials=0),
    # One more for each condition
    r"R must be given with answers": lambda: sl.cons_at_k([["a"]], None, 1),
    r"R cannot be given with a VoteTally": lambda: confidence.cons_at_k(VOTES, [[1, 0, 1]], 1),
    r"R must be Scores within \[0, 1\]": lambda: confidence.cost_per_solve([[1], [2]], Scores([[2], [1]], 0, 2)),
    r"R must be 0 where there is no answer": lambda: sl.cons_at_k([[None]], [[1]], 1),
    r"R must be a matrix of outcomes, with None": lambda: confidence.bounded(Tally(R)),
    r"R0 must .*or be flat and reshaped row by row": lambda: sl.bayes(R, R0=[1]),
    r"answers must be hashable": lambda: VoteTally([[nan]], [[1]]),
    r"rows\[0\] must be .*; got a tuple": lambda: VoteTally.from_counts([((1,), (2,))]),
    r"low must not exceed high": lambda: Scores([[1]], 2, 1),
    r"low must be below high": lambda: confidence.judged([[1]], [[1]], low=1, high=1),
    r"w must be within \[0, 1\]": lambda: confidence.cost_per_solve([[1], [2]], [[0], [1]], w=[0, 2]),
    r"S must have real numbers, or None": lambda: sl.best_of_k([[1]], [[nan]], 1),
    r"clusters must be hashable": lambda: confidence.avg(R, clusters=[[], [], []]),
    r"clusters must be a pair": lambda: confidence.compare(ONE, R, clusters="ab", paired=False),
    r"paired=False is for new": lambda: confidence.compare(ONE, ONE, paired=False, anytime=True),
    r"k must be an integer; got 'pass@64': pass metric='pass@64'": lambda: confidence.beyond(R, "pass@64"),
    r"k must be given for pass@k": lambda: confidence.beyond(R, metric="pass@k"),
    r"metric must be pass_at_k or pass_hat_k": lambda: confidence.beyond(R, 6, "maj_at_k"),
    r"metric must be one of pass_at_k, pass_hat_k, maj_at_k": lambda: confidence.curve(R, None, "auc_at_k"),
    r"metric must not be best_of_k with missing": lambda: confidence.bounded((R, R), "best_of_k", 1),
    r"ragged must not be True with missing": lambda: confidence.ranks([R, P], missing="bounds", ragged=True),
    r"half_width is beyond the limit: it takes more than 500000000 q": lambda: confidence.enough(R, 1e-6),
    r"runs_a must have at least two benchmarks for rest": lambda: confidence.compare_tasks([R], [P], rest=True),
    r"margin must be between": lambda: confidence.enough_to_decide(R, P, 1),
    r"differ and correlation must not both": lambda: confidence.plan(0.7, 0.6, differ=0.2, correlation=0),
    r"agree must be at least 0.5499999999999999 for": lambda: confidence.plan(0.7, 0.6, trials=3, agree=0.1),
    r"limits must be \(l, h\)": lambda: confidence.cost_per_solve([[1]], [[1]], limits=(1, 2, 3)),
    r"verdicts must have at most": lambda: confidence.judged([[x] for x in range(300)], [[1]] * 300),
    r"pass_power must not be negative where Pass@k is 0": lambda: sl.geom_at_k([[0, 0]], 1, -1, 0),
    r"unanimous_power must not be negative where": lambda: sl.geom_at_k([[0, 0]], 2, 0, -0.5),
    r"pass_power or unanimous_power is beyond the limit": lambda: sl.geom_at_k_ci(R, 5, 0.5, -(10**6)),
    r"df is beyond the limit": lambda: special.student_t_quantile(0.7, 10**10),
    # special, and numbers beyond what is computed
    r"confidence, or another .* beyond the limit": lambda: sl.avg_ci(R, confidence=1 - Fraction(1, 10**400)),
    r"weights must be finite, of at most 20000 digits": lambda: sl.threshold_spectrum_at_k(R, 1, [Decimal("1E-30000")]),
    r"pass_power must be less than 2\*\*1100": lambda: sl.geom_at_k(R, 2, 2**1101, 1),
    r".* must not both be 0": lambda: sl.geom_at_k(R, 2, 0, 0.0),
}


@pytest.mark.parametrize("words", CASES, ids=range(len(CASES)))
def test_refused(words):
    refused(f"^{words}", CASES[words])


def test_lam_under_both_names_is_a_type_error():
    with pytest.raises(TypeError, match="Specify at most one"):
        sl.geo_spectrum_at_k(R, 2, 0.3, lambda_=0.3)
