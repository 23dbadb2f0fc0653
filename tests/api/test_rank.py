"""Check rankings: every order with every tie by brute force, exact ties and near ones, known scores, and refusals."""

from __future__ import annotations

import itertools
import random
from decimal import Decimal
from fractions import Fraction
from math import isqrt

import mpmath
import pytest
from helpers import cases, counts, peak, ratio, refused
from oracles import metrics, ranking, reals
from oracles.ranking import METHODS
from stand_ins import Array, reused

import scorio_lite as sl
from scorio_lite import Tally, rank
from scorio_lite._numbers.enclosures import erf_inverse
from scorio_lite._ranks import RankScore

R = [[[0, 1, 1], [1, 1, 0]], [[1, 1, 0], [0, 1, 1]], [[0, 0, 1], [1, 1, 1]], [[1, 0, 0], [0, 0, 0]]]
W = (0, 0.5, 1)
G = [[[0, 1, 2], [2, 2, 0]], [[1, 1, 1], [2, 2, 2]], [[0, 2, 0], [0, 0, 1]]]
FUNCTIONS = {
    "avg": (),
    "bayes": (),
    "pass_at_k": (2,),
    "pass_hat_k": (2,),
    "g_pass_at_k_tau": (3, 0.5),
    "mg_pass_at_k": (3,),
}


def score(name, R):
    found = getattr(sl, name)(R, *FUNCTIONS[name])
    return found[0] if isinstance(found, tuple) else found


def weak_orders(size):
    """Yield all ways to rank `size` things, with ties, as levels 0, 1, ... without a gap."""
    for levels in itertools.product(range(size), repeat=size):
        if set(levels) == set(range(max(levels) + 1)):
            yield levels


@counts(5, 6)
def test_ranks_by_brute_force(count):
    """All orders and ties of this many scores have the ranks of the definition."""
    for size, number in zip(range(1, count + 1), [1, 3, 13, 75, 541, 4683]):
        orders = list(weak_orders(size))
        assert len(orders) == number, "the ordered Bell numbers"
        for levels in orders:
            scores = [level / 7 for level in levels]
            assert rank.rank_scores(scores) == {method: ranking.ranks(scores, method) for method in METHODS}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_metrics_by_brute_force(name):
    """All orders and ties of up to four models have the right ranks. Tied models differ in their rows' orders."""
    arguments = FUNCTIONS[name]
    rng = random.Random(name)
    for size in (2, 3, 4):
        for levels in weak_orders(size):
            models = []
            for level in levels:
                rows = [[1] * level + [0] * (5 - level), [0, 0, 1, 1, 1]]
                for row in rows:
                    rng.shuffle(row)
                models.append(rng.sample(rows, 2))
            scores = [score(name, model) for model in models]
            for method in METHODS:
                ranks, shown = getattr(rank, name)(models, *arguments, method=method, return_scores=True)
                assert ranks == ranking.ranks(scores, method)
                assert {type(x) for x in ranks} == ({float} if method == "avg" else {int})
                assert shown == scores
            assert getattr(rank, name)(models, *arguments) == ranking.ranks(scores, "competition")


def test_scores_of_graded_models():
    for R0 in (None, [[0, 2], [1, 2]], [[[0], [1]], [[1], [1]], [[2], [0]]]):
        for quantile in (None, 0.05, 0.5, 0.9, Fraction(1, 3), 5e-324, 1 - 2**-53):
            expected = []
            for i, model in enumerate(G):
                prior = R0[i] if R0 is not None and isinstance(R0[0][0], list) else R0
                expected.append(sl.bayes(model, W, prior)[0])
                if quantile not in (None, 0.5):
                    q = Fraction(quantile)
                    expected[i] = sl.bayes_ci(model, W, prior, abs(2 * q - 1))[3 if q > 0.5 else 2]
            ranks, scores = rank.bayes(G, W, R0, quantile, return_scores=True)
            assert scores == expected
            assert ranks == ranking.ranks(expected, "competition")


def test_equal_means_of_different_denominators_tie():
    """Means of 1/2 from 12, 30 and 2 trials tie exactly, as do means of 1/3 by G-Pass with different N."""
    halves = [Tally([[0, 0, 1, 1]] * 3), Tally([[0, 1, 0, 1, 0, 1]] * 5), Tally([[0, 1]]), [[1, 0, 0, 1]]]
    assert rank.avg(halves) == rank.bayes(halves) == [1, 1, 1, 1]
    ragged = Tally([[1, 1, 0, 0, 0, 0], [1, 0, 0], [1, 1, 1, 0, 0, 0, 0, 0, 0]], ragged=True)
    thirds = [Tally([[0, 0, 1]]), Tally([[0, 0, 1, 0, 1, 0]] * 7), ragged, Tally([[0, 0, 0, 1]])]
    assert rank.pass_at_k(thirds, 1) == rank.avg(thirds) == rank.g_pass_at_k_tau(thirds, 1, 1) == [1, 1, 1, 4]
    tenths = [Fraction(i, 10) for i in range(4)]
    models = [[[1, 2]], [[0, 3]], [[3, 0]]]
    assert rank.bayes(models, tenths) == [1, 1, 1]
    assert rank.bayes(models, [i / 10 for i in range(4)]) == [1, 2, 2], "the doubles: 0.1 + 0.2 is more than 0.3"


@pytest.mark.parametrize("digits", [13, 15, 17, 19])
def test_no_rounding_hides_a_difference(digits):
    """Models whose means differ by less than doubles can tell do not tie."""
    M = 10**digits
    above, below = (Tally.from_histogram({(0, 1): M // 2 + i, (1, 0): M // 2 - i}) for i in (1, -1))
    half = Tally([[0, 1]])
    for name in ("avg", "bayes", "pass_at_k", "pass_hat_k"):
        arguments = (1,) if "pass" in name else ()
        ranks, scores = getattr(rank, name)([below, half, above, half], *arguments, return_scores=True)
        assert ranks == [4, 2, 1, 2]
        assert (scores[0] < scores[2]) == (digits < 17)
    assert rank.rank_scores([0.5, 0.5 + 1e-13], tol=0)["dense"] == [2, 1]
    w = [0, Fraction(1, 2), Fraction(1, 2) + Fraction(1, 10 ** (20 * digits))]
    for quantile in (None, 0.05, 0.9):
        assert rank.bayes([[[1, 1]], [[1, 2]], [[1, 1]]], w, quantile=quantile) == [2, 1, 2]


def around(probability, bits):
    """Return two rationals about 2**-bits below and above z / sqrt(2), with the normal quantile z of a probability."""
    c = 2 * Fraction(probability) - 1
    lo, hi, at = erf_inverse(*ratio(abs(c)), bits)
    low, high = Fraction(lo, 2**at), Fraction(hi, 2**at)
    return (low, high) if c > 0 else (-high, -low)


@pytest.mark.parametrize("probability", [0.05, 0.3, 0.841, 0.975, 1 - 2**-53, 1e-300], ids=str)
@cases("bits", [60, 400], [3000])
def test_quantile_scores_a_hair_apart(probability, bits):
    """Scores mean + z sigma that differ by about 2**-bits are ranked right, on either side."""
    q = ratio(probability)
    low, high = around(probability, bits)
    wide, narrow = Fraction(1, 3), Fraction(2, 7)  # sqrt(2) sigma
    first = RankScore((1, 2), ratio(wide**2 / 2), q)
    for u, is_above in ((low, True), (high, False)):
        other = RankScore(ratio(Fraction(1, 2) + u * (wide - narrow)), ratio(narrow**2 / 2), q)
        assert (first < other, first == other, other < first) == (not is_above, False, is_above)
    again = RankScore((7, 14), (ratio(wide**2 / 2)[0] * 6, ratio(wide**2 / 2)[1] * 6), q)
    assert (first < again, first == again, again < first, first == "score") == (False, True, False, False)


@pytest.mark.parametrize("probability", [0.2, 0.9])
def test_quantile_scores_with_irrational_sigmas(probability):
    """Scores mean + z sigma are ranked right if sigmas are irrational, such as sqrt(2), or 0."""
    low, high = around(probability, 400)
    for v, e in ((2, 3), (0, 5), (7, 0), (10**9, 10**9 + 1)):
        with mpmath.workprec(3000):
            width = reals.rational(mpmath.sqrt(2 * v) - mpmath.sqrt(2 * e))
        for u, side in ((low - Fraction(1, 2**390), 1), (high + Fraction(1, 2**390), -1)):
            side *= 1 if width > 0 else -1
            first, other = (RankScore(m, (v, 1), ratio(probability)) for m, v in (((0, 1), v), (ratio(u * width), e)))
            assert (first < other, other < first) == (side < 0, side > 0)


def test_equal_means_and_equal_sigmas_decide_exactly():
    """If the means, or the sigmas, are equal, scores are ranked exactly, without more precision."""
    hair = Fraction(1, 10**9000)
    for q, side in (((9, 10), 1), ((1, 10), -1), ((1, 2), 0)):
        a, b = RankScore((1, 2), (1, 9), q), RankScore((1, 2), ratio(Fraction(1, 9) + hair), q)
        assert (a < b, b < a, a == b) == (side > 0, side < 0, side == 0)
        assert RankScore(ratio(Fraction(1, 2) + hair), (1, 9), q) > a


@pytest.mark.long
def test_scores_that_no_precision_tells_apart_are_refused():
    low, _ = around(Fraction(3, 4), 13000)
    a, b = RankScore((0, 1), (1, 2), (3, 4)), RankScore(ratio(low), (0, 1), (3, 4))
    refused("12288 bits, the limit, do not tell", sorted, (a, b))


def test_a_quantile_changes_the_order():
    steady, wild = [[0, 1, 1, 1], [1, 1, 1, 0]], [[1, 1, 1, 1], [1, 1, 0, 0]]
    for quantile, ranks in (None, [1, 1]), (0.5, [1, 1]), (0.05, [2, 1]), (0.95, [1, 2]):
        assert rank.bayes([steady, wild], quantile=quantile) == ranks
    shuffled = [steady, steady[::-1], [row[::-1] for row in steady]]
    assert rank.bayes(shuffled, quantile=0.05) == [1, 1, 1], "equal inputs tie in any order"


@counts(25, 1000)
def test_given_scores_by_definition(count):
    rng = random.Random("scores")
    for _ in range(count):
        size = rng.randint(1, 9)
        kinds = [lambda: rng.randint(0, 5) / 7, rng.random, lambda: 0.3 + rng.randint(0, 4) * 1e-13]
        scores = [rng.choice(kinds)() for _ in range(size)]
        tol = rng.choice([0, 1e-12, 0.05, Fraction(1, 7)])
        sigmas = [rng.choice([0, 0.01, rng.random() / 9, 5e-324]) for _ in range(size)]
        confidence = rng.choice([0.95, 0.6, 0.999, 0.5, 0.2, Fraction(2, 3)])
        assert rank.rank_scores(scores, tol) == ranking.rank_scores([*map(Fraction, scores)], Fraction(tol))
        for method in ("zscore_adjacent", "ci_overlap_adjacent"):
            ranks = rank.rank_scores(scores, tol, sigmas, confidence, method)
            exactly = [[*map(Fraction, some)] for some in (scores, sigmas)]
            expected = ranking.rank_scores(exactly[0], Fraction(tol), exactly[1], Fraction(confidence), method)
            assert ranks == expected, (scores, tol, sigmas, confidence, method)


def test_the_tolerance_counts_from_the_best_of_a_group():
    scores = [1, Fraction(91, 100), Fraction(82, 100), Fraction(73, 100), Fraction(5, 10)]
    assert rank.rank_scores(scores, tol=Fraction(1, 10))["competition"] == [1, 1, 3, 3, 5]
    assert rank.rank_scores([0, 0.125, 0.25, 0.5], tol=0.125)["competition"] == [4, 2, 2, 1]
    assert rank.rank_scores([1.0, 1.0 - 0.6e-12, 1.0 - 1.2e-12])["competition"] == [1, 1, 3]
    assert rank.rank_scores([0.3, 0.1 + 0.2, Fraction(3, 10)], tol=0)["dense"] == [3, 1, 2]


def test_given_scores_of_all_kinds():
    assert list(rank.rank_scores([1])) == list(METHODS)
    assert list(rank.rank_scores([1], sigmas_in_id_order=[0])) == [*METHODS, *(f"{m}_ci" for m in METHODS)]
    assert rank.rank_scores([]) == {method: [] for method in METHODS}
    assert rank.rank_scores([], sigmas_in_id_order=())["avg_ci"] == []
    expected = rank.rank_scores([0.5, 2.0, 0.25])
    for scores in ((0.5, 2, 0.25), iter([Decimal("0.5"), 2, Fraction(1, 4)]), Array([0.5, 2.0, 0.25])):
        assert rank.rank_scores(scores) == expected
    mixed = [Fraction(1, 3), Decimal("0.3333333333333333"), 1 / 3, 5e-324, 1e308, 0]
    assert rank.rank_scores(mixed, tol=0)["competition"] == [2, 4, 3, 5, 1, 6]
    assert rank.rank_scores(mixed, 0, [Decimal("1E-400"), 0, 5e-324, 0, 1, 0])["competition_ci"] == [2, 4, 3, 5, 1, 6]
    largest = 1.7976931348623157e308
    assert rank.rank_scores([largest, -largest, 5e-324, 0.0, -0.0], 0)["dense"] == [1, 4, 2, 3, 3]
    assert rank.rank_scores([1e308, -1e308], tol=10**309)["dense"] == [1, 1], "no overflow"


@pytest.mark.parametrize("bits", [60, 1200, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.parametrize("confidence", [0.95, Fraction(3, 4), 1 - 2**-53], ids=str)
@pytest.mark.parametrize("method", ["zscore_adjacent", "ci_overlap_adjacent"])
def test_gaps_a_hair_from_the_threshold(method, confidence, bits):
    """Scores tie if their gap is 2**-bits below z sqrt(sigma**2 + tau**2), or z (sigma + tau), but not above."""
    p, sigma, tau = Fraction(confidence), Fraction(3, 10), Fraction(2, 5)
    if method == "ci_overlap_adjacent":
        p = (1 + p) / 2
    square = sigma**2 + tau**2 if method == "zscore_adjacent" else (sigma + tau) ** 2
    root = Fraction(isqrt(int(2 * square * 4 ** (bits + 99) * 100)), 10 * 2 ** (bits + 99))
    low, high = around(p, bits)
    for gap, tie in ((low * root, [1, 1]), (high * (root + Fraction(1, 2 ** (bits + 98))), [1, 2])):
        assert rank.rank_scores([gap, 0], 0, [sigma, tau], confidence, method)["competition_ci"] == tie
        assert rank.rank_scores([0, -gap], 0, [tau, sigma], confidence, method)["competition_ci"] == tie


def test_models_of_all_kinds():
    """Models may be rows of any type, one trial each, arrays, generators that reuse their lists, or tallies."""
    ranks, scores = rank.bayes(R, return_scores=True)
    assert (ranks, scores) == ([1, 1, 1, 4], [0.6, 0.6, 0.6, 0.3])

    kinds = [
        tuple(tuple(map(tuple, rows)) for rows in R),
        [[bytes(row) for row in rows] for rows in R],
        [[[float(x) for x in row] for row in rows] for rows in R],
        [[[bool(x) for x in row] for row in rows] for rows in R],
        [[[kind(x) for kind, x in zip((Fraction, Decimal, float), row)] for row in rows] for rows in R],
        (iter(map(iter, rows)) for rows in R),
        Array(R),
        [Array(rows) for rows in R],
        reused(R),
        [Tally(rows) for rows in R],
        [R[0], Tally(R[1]), Array(R[2]), Tally(R[3])],
    ]
    for models in kinds:
        assert rank.bayes(models, return_scores=True) == (ranks, scores)


def test_models_of_arrays():
    numpy = pytest.importorskip("numpy")
    R0 = [[0], [1]]
    assert rank.bayes(numpy.array(R), None, numpy.array(R0)) == rank.bayes(R, None, R0)
    assert rank.bayes(numpy.array(R), None, numpy.array([R0] * 4)) == rank.bayes(R, None, R0)
    assert rank.bayes(numpy.array(G), numpy.array(W), quantile=numpy.float64(0.1)) == rank.bayes(G, W, quantile=0.1)
    assert rank.rank_scores(numpy.array([0.1, 0.2]), sigmas_in_id_order=numpy.array([0.1, 0.2]))["dense_ci"] == [1, 1]
    refused("1D sequence", rank.rank_scores, numpy.zeros((2, 2)))
    refused(
        r"got nan at R\[0\]\[0\]\[0\] \(model 0, row 0, column 0\)", lambda: rank.avg(numpy.full((2, 2, 2), numpy.nan))
    )


def test_one_trial_each():
    """In a matrix models x questions, every outcome is a question with one trial."""
    flat = [[0, 2, 1, 1], [2, 2, 2, 0], [0, 0, 1, 0]]
    deep = [[[x] for x in row] for row in flat]
    for models in (flat, tuple(map(tuple, flat)), [bytes(row) for row in flat], map(iter, flat), Array(flat)):
        assert rank.bayes(models, W, return_scores=True) == rank.bayes(deep, W, return_scores=True)
    for R0 in ([[0], [1], [2], [2]], [[[0]] * 4, [[1]] * 4, [[2]] * 4], [[]] * 4):
        assert rank.bayes(flat, W, R0, 0.2, return_scores=True) == rank.bayes(deep, W, R0, 0.2, return_scores=True)
    for i, row in enumerate(flat):
        assert rank.bayes(flat, W, return_scores=True)[1][i] == sl.bayes([[x] for x in row], W)[0]
    assert rank.avg([[0, 0, 0], [1, 1, 1], [1, 0, 1]], return_scores=True) == ([3, 1, 2], [0.0, 1.0, 2 / 3])
    assert rank.avg([[0], [1]]) == [2, 1]
    assert rank.bayes([[0, 0], [0, 0]], [7]) == [1, 1]
    assert rank.pass_at_k([[0, 1], [1, 1]], 1) == [2, 1]
    assert rank.bayes([[4095]] * 100, range(4096)) == [1] * 100, (
        "counts are as long as the highest class, reading is not"
    )
    models, w = [[i * j % 300 for j in range(400)] for i in (1, 7, 11)], [i / 7 for i in range(300)]
    expected = [sl.bayes([[outcome] for outcome in model], w)[0] for model in models]
    for one in (models, map(tuple, models)):
        assert rank.bayes(one, w, return_scores=True)[1] == expected


def test_prior_outcomes():
    """R0 may be one matrix for all models or one for each, without columns, an iterator, or part of the tallies."""
    R0 = [[0, 0], [1, 1]]
    own = [[[0, 0], [0, 0]], R0, R0, [[1, 1], [1, 1]]]
    assert rank.bayes(R, None, R0, return_scores=True)[1] == [sl.bayes(m, None, R0)[0] for m in R]
    assert rank.bayes(R, None, own, return_scores=True)[1] == [sl.bayes(m, None, r)[0] for m, r in zip(R, own)]
    assert rank.bayes(R, None, iter(map(iter, R0))) == rank.bayes(R, None, R0)
    assert rank.bayes(R, None, iter(own)) == rank.bayes(R, None, own)
    assert rank.bayes(iter(R), None, [bytes(row) for row in R0]) == rank.bayes(R, None, R0)
    for empty in ([[], []], [[[], []]] * 4):
        assert rank.bayes(R, None, empty) == rank.bayes(R)
    with_prior = [Tally(model, R0) for model in R]
    assert rank.bayes(with_prior, return_scores=True) == rank.bayes(R, None, R0, return_scores=True)


def test_tallies_may_differ_in_size():
    parts = [Tally([[0, 1, 1]]), Tally([[1, 1], [0, 1]]), Tally([[1, 0, 1], [1, 1]], ragged=True)]
    for name, arguments in FUNCTIONS.items():
        if 3 not in arguments:
            ranks, scores = getattr(rank, name)(parts, *arguments, return_scores=True)
            assert scores == [score(name, part) for part in parts]
            assert ranks == ranking.ranks(scores, "competition")
    refused(r"k must satisfy 1 <= k <= N \(N=2\); got k=3", rank.pass_at_k, parts, 3)
    refused(
        r"Entries of R must be integers in \[0, 1\].*; the tally R\[1\] has 2", rank.avg, [parts[0], Tally([[0, 2]])]
    )
    refused(r"R must have at least one question .*; the tally R\[1\] is empty", rank.avg, [parts[0], Tally()])
    refused("R0 cannot be given with a tally", rank.bayes, [[[0, 1, 1]], parts[0]], None, [[1]])


def test_models_are_held_one_at_a_time():
    def models(count):
        return ([[(i + 99) * j % 197] for j in range(9)] for i in range(count))

    rank.bayes(models(2), range(197))
    assert peak(rank.bayes, models(30), range(197)) < 6 * peak(rank.bayes, models(2), range(197))


def test_equal_scores_are_compared_once(monkeypatch):
    """Equal scores are compared once, so a million models with few different scores are ranked as quickly as few."""
    compared = []
    above = RankScore._above
    monkeypatch.setattr(RankScore, "_above", lambda a, b: compared.append(a is not b) or above(a, b))
    assert rank.avg([[0, 1], [1, 0], [1, 1]] * 400, "dense") == [2, 2, 1] * 400
    assert sum(compared) <= 2


# Two models compared: mean, sigma and interval of the difference, and the chance that it is above 0


@counts(13, 500)
def test_compare(count):
    rng = random.Random("compare")
    for _ in range(count):
        w = rng.choice([None, (0, 1), W, (0.1, 0.2, 0.3), (Fraction(1, 3), 5e-324, 1e300), (2, 2, 2)])
        weights, sides = (0, 1) if w is None else w, []
        for _ in range(2):
            M, N, p = rng.randint(1, 3), rng.choice([1, 4, 200]), rng.random()
            model = [[int(rng.random() < p) * rng.randrange(len(weights)) for _ in range(N)] for _ in range(M)]
            sides.append((model, [[rng.randrange(len(weights))] for _ in range(M)] if rng.random() < 0.5 else None))
        confidence = rng.choice([0.95, 0.5, Fraction(1, 3), 1 - 2**-53])
        (a, R0_a), (b, R0_b) = sides
        expected = ranking.compare(metrics.bayes(a, weights, R0_a), metrics.bayes(b, weights, R0_b), confidence)
        result = rank.compare(a, b, w, R0_a, R0_b, confidence)
        assert result == expected
        assert type(result) is tuple
        assert {type(x) for x in result} == {float}
        assert rank.compare(Tally(a, R0_a), Tally(b, R0_b), w, confidence=confidence) == expected
        back = rank.compare(b, a, iter(weights), R0_b, R0_a, confidence)
        assert back[:4] == (-expected[0] + 0.0, expected[1], -expected[3] + 0.0, -expected[2] + 0.0)
        assert abs(back[4] + result[4] - 1) <= 2**-53


def test_compare_far_apart():
    """p of compare is right in the tails, down to the least doubles, and close to 1."""
    for successes in (60, 900, 1790, 1800, 1830, 10**6):
        weak, strong = Tally.from_counts([(successes, 1)]), Tally.from_counts([(1, successes)])
        for a, b in ((weak, strong), (strong, weak)):
            assert rank.compare(a, b) == ranking.compare(sl.exact.bayes(a), sl.exact.bayes(b), 0.95), successes


def test_compare_without_difference_or_sigma():
    assert rank.compare(R[0], R[1]) == (0.0, *rank.compare(R[0], R[1])[1:4], 0.5)
    assert rank.compare([[0, 1]], [[1, 0]], [3, 3]) == (0.0, 0.0, 0.0, 0.0, 0.5)
    assert rank.compare([[0]], [[0]], [0.1]) == (0.0, 0.0, 0.0, 0.0, 0.5)
    w = [0, 0.1, 0.7]
    a, b = sl.exact.bayes(G[0], w)[0], sl.exact.bayes(G[2], w)[0]
    assert rank.compare(G[0], G[2], w)[0] == float(a - b) != float(a) - float(b)
