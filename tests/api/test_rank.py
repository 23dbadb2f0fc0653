"""Check rankings: exact ties and near ones, all kinds of models. Random calls have the oracle."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import isqrt

import pytest
from helpers import check_tally, refused
from oracles import ranking, reals
from stand_ins import Array, reused

import scorio_lite as sl
from scorio_lite import Tally, rank
from scorio_lite._ranks import RankScore, model_tallies

R = [[[0, 1, 1], [1, 1, 0]], [[1, 1, 0], [0, 1, 1]], [[0, 0, 1], [1, 1, 1]], [[1, 0, 0], [0, 0, 0]]]
W = (0, 0.5, 1)
G = [[[0, 1, 2], [2, 2, 0]], [[1, 1, 1], [2, 2, 2]], [[0, 2, 0], [0, 0, 1]]]


def test_equal_means_of_different_denominators_tie():
    halves = [Tally([[0, 0, 1, 1]] * 3), Tally([[0, 1, 0, 1, 0, 1]] * 5), Tally([[0, 1]]), [[1, 0, 0, 1]]]
    assert rank.avg(halves) == rank.bayes(halves) == [1, 1, 1, 1]
    ragged = Tally([[1, 1, 0, 0, 0, 0], [1, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0, 0]], ragged=True)
    thirds = [Tally([[0, 0, 1]]), Tally([[0, 0, 1, 0, 1, 0]] * 7), ragged, Tally([[0, 0, 0, 1]])]
    assert rank.pass_at_k(thirds, 1) == rank.avg(thirds) == rank.g_pass_at_k_tau(thirds, 1, 1) == [1, 1, 1, 4]
    models = [[[1, 2]], [[0, 3]], [[3, 0]]]
    assert rank.bayes(models, [Fraction(i, 10) for i in range(4)]) == [1, 1, 1]
    assert rank.bayes(models, [i / 10 for i in range(4)]) == [1, 2, 2], "the doubles: 0.1 + 0.2 is more than 0.3"


@pytest.mark.parametrize("digits", [13, 19])
def test_no_rounding_hides_a_difference(digits):
    """Models whose means differ by less than doubles can tell do not tie."""
    M, half = 10**digits, Tally([[0, 1]])
    above, below = (Tally.from_histogram({(0, 1): M // 2 + i, (1, 0): M // 2 - i}) for i in (1, -1))
    for name in ("avg", "bayes", "pass_at_k", "pass_hat_k"):
        models = [below, half, above, half], *((1,) if "pass" in name else ())
        ranks, scores = getattr(rank, name)(*models, return_scores=True)
        assert ranks == [4, 2, 1, 2] and (scores[0] < scores[2]) == (digits < 17)
    w = [0, Fraction(1, 2), Fraction(1, 2) + Fraction(1, 10 ** (20 * digits))]
    for quantile in (None, 0.05, 0.9):
        assert rank.bayes([[[1, 1]], [[1, 2]], [[1, 1]]], w, quantile=quantile) == [2, 1, 2]


@pytest.mark.parametrize("q", [Fraction(1, 20), Fraction(1, 2), Fraction(9, 10)], ids=str)
def test_scores_that_round_to_the_same_double_are_in_order(q):
    with reals.mpmath.workprec(1000):
        z = ranking.normal_quantile(q) if q != Fraction(1, 2) else 0
        pairs = [(2**99 + a, 2**199 + b) for a in (0, 1, 9) for b in (0, 1, 2**103, 2**107)]
        keys = [
            reals.real(Fraction(a, 2**100)) + z * reals.mpmath.sqrt(reals.real(Fraction(b, 2**200))) for a, b in pairs
        ]
        scores = [RankScore((a, 2**100), (b, 2**200), probability=q.as_integer_ratio()) for a, b in pairs]
        assert len({score.rounded for score in scores}) == 1
        for (x, one), (y, other) in itertools.product(zip(keys, scores), repeat=2):
            assert (one < other, one == other) == (x < y, x == y)


def test_the_tolerance_counts_from_the_best_of_a_group():
    scores = [1, Fraction(91, 100), Fraction(82, 100), Fraction(73, 100), Fraction(5, 10)]
    assert rank.rank_scores(scores, tol=Fraction(1, 10))["competition"] == [1, 1, 3, 3, 5]
    assert rank.rank_scores([0, 0.125, 0.25, 0.5], tol=0.125)["competition"] == [4, 2, 2, 1]
    assert rank.rank_scores([0.3, 0.1 + 0.2, Fraction(3, 10)], tol=0)["dense"] == [3, 1, 2]
    assert rank.rank_scores([1, 2], 0, [0, 0.25])["dense_ci"] == [2, 1]


@pytest.mark.parametrize("level", [0.95, 1 - 2**-53], ids=str)
@pytest.mark.parametrize("method", ["zscore_adjacent", "ci_overlap_adjacent"])
def test_gaps_a_hair_from_the_threshold(method, level, bits=60):
    """Scores tie if their gap is 2**-bits below z sqrt(sigma**2 + tau**2), or z (sigma + tau), but not above."""
    p, sigma, tau = Fraction(level), Fraction(3, 10), Fraction(2, 5)
    p, square = (p, sigma**2 + tau**2) if method == "zscore_adjacent" else ((1 + p) / 2, (sigma + tau) ** 2)
    root = Fraction(isqrt(int(square * 4 ** (bits + 99) * 100)), 10 * 2 ** (bits + 99))
    edge, hair = reals.rational(ranking.normal_quantile(p)) * root, Fraction(1, 2**bits)
    for gap, tie in ((edge - hair, [1, 1]), (edge + hair, [1, 2])):
        assert rank.rank_scores([gap, 0], 0, [sigma, tau], level, method)["competition_ci"] == tie
        assert rank.rank_scores([0, -gap], 0, [tau, sigma], level, method)["competition_ci"] == tie


def test_models_of_all_kinds():
    for models in (iter(R), Array(R), reused(R), [tuple(map(tuple, R[0])), Tally(R[1]), Array(R[2]), Tally(R[3])]):
        assert rank.bayes(models, return_scores=True) == ([1, 1, 1, 4], [0.6, 0.6, 0.6, 0.3])


def test_one_trial_each_and_prior_outcomes():
    """In a matrix models x questions, every outcome is a question with one trial. R0 may be shared, or of each model."""
    flat = [[0, 2, 1, 1], [2, 2, 2, 0], [0, 0, 1, 0]]
    deep = [[[x] for x in row] for row in flat]
    for tally, model in zip(model_tallies(flat, 2), deep):
        check_tally(tally)
        assert tally == Tally(model)
    for models in (tuple(map(tuple, flat)), [bytes(row) for row in flat], map(iter, flat), Array(flat)):
        assert rank.bayes(models, W, return_scores=True) == rank.bayes(deep, W, return_scores=True)
    shared, own = [[0], [1], [2], [2]], [[[0]] * 4, [[1]] * 4, [[2]] * 4]
    for R0, each in ((shared, [shared] * 3), (own, own), ([[]] * 4, [None] * 3)):
        scores = [sl.bayes(model, W, one)[0] for model, one in zip(deep, each)]
        for models in (flat, deep, iter(deep)):
            assert rank.bayes(models, W, iter(R0), return_scores=True)[1] == scores
    with_prior = [Tally(model, shared) for model in deep]
    assert rank.bayes(with_prior, W, return_scores=True) == rank.bayes(deep, W, shared, return_scores=True)
    refused(r"R0\[1\] cannot be given with a tally", rank.bayes, [[[0, 1, 1]], Tally([[0, 1]])], None, [[1]])
