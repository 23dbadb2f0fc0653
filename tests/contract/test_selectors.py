"""Check best_of_k and gap_closed: what R and S may be, errors with positions, pairs in place of R, and limits."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import pytest
from helpers import refused_with as refused
from stand_ins import Array, Scalar, reused

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, exact

R = [[0, 1, 1, 0], [1, 0, 0, 1]]
S = [[1, 2, 2, 5], [3, 4, 8, 8]]
PAIR = R, S
VALUE = sl.best_of_k(R, S, 2)
CALLS = {"best_of_k": sl.best_of_k, "exact": exact.best_of_k, "confidence": confidence.best_of_k, "gap_closed": confidence.gap_closed}
calls = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


@pytest.mark.parametrize(
    ("outcomes", "scores"),
    [
        (tuple(map(tuple, R)), tuple(map(tuple, S))),
        ((iter(row) for row in R), (iter(row) for row in S)),
        (Array(R), Array(S)),
        ([Array(row) for row in R], [Array(row) for row in S]),
        (reused(R), reused(S)),
        ([bytes(row) for row in R], [bytes(row) for row in S]),
        ([list(map(float, R[0])), list(map(bool, R[1]))], [list(map(float, S[0])), list(map(Decimal, S[1]))]),
        ([list(map(Fraction, R[0])), list(map(Scalar, R[1]))], [list(map(Fraction, S[0])), list(map(Scalar, S[1]))]),
        (R, [[1e-300, 1e300, Fraction(10**300), inf], [None, -inf, Decimal("Infinity"), inf]]),
        (R, [[-1, 0.5, Decimal("0.5"), True], [-5, Fraction(1, 3), 10**400, 10**400]]),
        (R, [[None, 0.0, -0.0, 1], [None, -inf, 1, 1.0]]),
        (Scores(R), S),
    ],
)
def test_forms(outcomes, scores):
    assert sl.best_of_k(outcomes, scores, 2) == VALUE


def test_arrays_and_frames():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    for kind in (numpy.array, pandas.DataFrame):
        assert sl.best_of_k(kind(R), kind(S), 2) == sl.best_of_k(kind(R), numpy.array(S, "f4"), 2) == VALUE
    assert confidence.compare((numpy.array(R), numpy.array(S)), PAIR, "best_of_k", 2).difference == 0
    refused(
        r"S must have real numbers, or None for a trial without a score; got nan at S\[1\]\[0\]",
        sl.best_of_k,
        R,
        numpy.array([[1, 2, 3, 4], [nan, 2, 3, 4]]),
        2,
    )


def test_scores_of_a_row_are_compared_exactly():
    """A double and the Fraction near to it are different scores."""
    assert sl.best_of_k([[1, 0]], [[0.1, Fraction(1, 10)]], 2) == 1.0
    assert sl.best_of_k([[1, 0]], [[1 / 3, Fraction(1, 3)]], 2) == 0.0
    assert sl.best_of_k([[1, 0]], [[2**53 + 1, 2.0**53]], 2) == 1.0
    assert sl.best_of_k([[1, 0]], [[Decimal("0.5"), Fraction(1, 2)]], 2) == 0.5
    assert sl.best_of_k([[1, 0]], [[None, -inf]], 2) == 0.0
    assert sl.best_of_k([[1, 0]], [[None, None]], 2) == 0.5


def test_a_flat_row_is_one_question():
    assert sl.best_of_k(R[0], S[0], 2) == sl.best_of_k(R[:1], S[:1], 2)


SHAPE = "S must have the shape of R;"
KINDS = r"S must have real numbers.*, or None for a trial without a score; got"
WRONG = [
    (R, [[1, 2, nan, 4], S[1]], rf"{KINDS} nan at S\[0\]\[2\]"),
    (R, [S[0], [1, None, nan, 4]], rf"{KINDS} nan at S\[1\]\[2\]"),
    (R, [S[0], [1, 2, 3, "4"]], rf"{KINDS} '4' at S\[1\]\[3\]"),
    (R, [S[0], [1, 2, 3, 1j]], rf"{KINDS} 1j at S\[1\]\[3\]"),
    (R, [S[0], [1, 2, Decimal("sNaN"), 4]], rf"{KINDS} Decimal\('sNaN'\) at S\[1\]\[2\]"),
    (R, [S[0], [1, 2, 3, [4]]], rf"{KINDS} a list at S\[1\]\[3\]"),
    (R[0], [1, 2, 3, nan], rf"{KINDS} nan at S\[3\]"),
    (R, [S[0], [Fraction(1, 3), Decimal("1E+99999"), 3, 4]], rf"{KINDS} Decimal\('1E\+99999'\) at S\[1\]\[1\]"),
    (R, S[:1], f"{SHAPE} R has 2 rows, S 1"),
    (R[:1], S, f"{SHAPE} R has 1 rows, S 2"),
    (R, [S[0], [1, 2, 3]], f"{SHAPE} row 1 has 4 in R, 3 in S"),
    (R, None, "S must be a sequence of scores, or of rows of them; got None"),
    (R, "ab", "S must be a sequence of scores, or of rows of them; got 'ab'"),
    (R, [S[0], 5], r"S\[1\] must be a sequence of scores; got 5"),
    (R, [[], []], r"S must have at least one question .*; S\[0\] is empty"),
    ([], [], r"R must have at least one question .*; it has no rows"),
    ([[]], [[]], r"R must have at least one question .*; row 0 is empty"),
    (Scores(), [], "R must (have at least one question .*; the Scores are empty|be outcomes 0 and 1, .*)"),
    (5, S, "R must be a 1-D or 2-D outcome matrix .*; got 5"),
    ([[0, 1], [1, 2]], S, r"Entries of R must be integers in \[0, 1\], or the weight vector 'w' must be provided; got 2 at R\[1\]\[1\] .*"),
    ([[0, 1], [1]], S, "R must be rectangular: row 1 has length 1, row 0 has 2; .* ragged=True .*"),
    (Tally(R), S, "R must be a matrix: a tally has lost which trial is which, and each has its own score"),
    (VoteTally([["a"]], [[1]]), S, "R must be a 1-D or 2-D outcome matrix .*; got a VoteTally; .*"),
]


@calls
def test_what_is_wrong_is_refused(call):
    for outcomes, scores, words in WRONG:
        refused(words, call, outcomes, scores, 1)


@calls
def test_k(call):
    for k in (0, -1, 5, 10**30):
        refused(r"k must satisfy 1 <= k <= N \(N=4\); got k=.*", call, R, S, k)
    for k, got in ((None, "None"), (1.0, "1.0"), (True, "True")):
        if k is not None or call in (sl.best_of_k, exact.best_of_k):
            refused(f"k must be an integer; got {got}", call, R, S, k)
    refused(r"k must satisfy 1 <= k <= N \(N=1\); got k=2", call, [[0], [0, 1]], [[1], [1, 2]], 2, ragged=True)
    refused("ragged must be True or False; got 2", call, R, S, 1, ragged=2)


def test_rewards():
    for call in (sl.best_of_k, exact.best_of_k, confidence.best_of_k):
        refused("w must not be given with Scores.*", call, Scores(R), S, 2, [0, 1])
        refused(r"Entries of R .* \[0, 1\], one for each of the 2 weights in w; got 2 at .*", call, [[2]], [[1]], 1, [0, 1])
    refused(r"R must be outcomes 0 and 1, not Scores; Scores.at_least\(threshold\) gives outcomes", confidence.gap_closed, Scores(R), S, 2)


# Pairs in place of R


def test_pairs():
    expected = confidence.best_of_k(R, S, 2)
    assert confidence.suite([PAIR], "best_of_k", 2) == expected
    assert confidence.compare(PAIR, PAIR, "best_of_k", 2)[:2] == (0.0, 0.0)
    assert confidence.ranks([PAIR, PAIR], "best_of_k", 2) == [(1, 2), (1, 2)]
    assert confidence.enough(PAIR, 0.4, "best_of_k", 2) >= 2
    assert confidence.best_of_k(R, S, 2, anytime=True)[:2] == expected[:2]
    one = [[0], [1], [1]]
    assert confidence.best_of_k(one, one, 1, anytime=True, of=9) == confidence.avg(one, anytime=True, of=9)
    assert confidence.evidence(PAIR, PAIR, "best_of_k", 2) <= 1
    assert confidence.best_of_k(R, S, 2, clusters="ab") == expected
    scores = Scores(R)
    assert confidence.compare((scores, S), PAIR, "best_of_k", 2).difference == 0


def test_what_takes_pairs():
    wanted = r"must be a tuple \(R, S\) for best_of_k: outcomes and scores; got"
    for given, got in ((R, "a list"), (Tally(R), "a Tally"), ((R, S, S), "a tuple")):
        for asked in ({}, {"questions": "these"}):
            refused(f"R_a {wanted} {got}", confidence.compare, given, PAIR, "best_of_k", 2, **asked)
            refused(f"R_b {wanted} {got}", confidence.compare, PAIR, given, "best_of_k", 2, **asked)
        refused(rf"models\[1\] {wanted} {got}", confidence.ranks, [PAIR, given], "best_of_k", 2)
        refused(rf"runs\[0\] {wanted} {got}", confidence.suite, [given], "best_of_k", 2)
        refused(f"R {wanted} {got}", confidence.enough, given, 0.1, "best_of_k", 2)
        refused(f"R {wanted} {got}", exact.spread, given, "best_of_k", 2)
    refused(r"S of R_b must have .*; got nan at S of R_b\[0\]\[1\]", confidence.compare, PAIR, (R, [[1, nan, 1, 1], S[1]]), "best_of_k", 2)
    refused("R_a and R_b must have the same questions; R_a has 2, R_b has 1", confidence.compare, PAIR, (R[:1], S[:1]), "best_of_k", 2)
    refused("R_a and R_b must have the same low and high; .*", confidence.compare, PAIR, (Scores(R, 0, 2), S), "best_of_k", 2)
    refused(r"runs\[0\] and runs\[1\] must have the same low and high; .*", confidence.suite, [PAIR, (Scores(R, 0, 2), S)], "best_of_k", 2)
    refused(
        "metric must be avg for anytime=True with questions='these', .*",
        confidence.compare,
        PAIR,
        PAIR,
        "best_of_k",
        2,
        anytime=True,
        questions="these",
    )
    refused("tau must not be given for best_of_k", confidence.compare, PAIR, PAIR, "best_of_k", 2, tau=0.5)
    refused("k must be given for best_of_k", confidence.compare, PAIR, PAIR, "best_of_k")


def test_two_selectors_of_the_same_trials():
    """Two selectors of the same trials are paired for new questions, and refused for these."""
    other = R, [row[::-1] for row in S]
    copied = [row[:] for row in R], other[1]
    words = "R_a and R_b must not have the same R for questions='these', .*; questions='new' pairs .*"
    refused(words, confidence.compare, PAIR, other, "best_of_k", 2, questions="these")
    refused(r"models\[0\] and models\[2\] must not .*", confidence.ranks, [PAIR, copied, other], "best_of_k", 2, questions="these")
    assert confidence.compare(PAIR, other, "best_of_k", 2) == confidence.compare(PAIR, copied, "best_of_k", 2)
    assert confidence.compare(PAIR, copied, "best_of_k", 2, questions="these").se > 0


@pytest.mark.long
def test_what_is_far_beyond_the_limits_is_refused():
    N = 40_000
    rows, scores = [[0, 1] * (N // 2)] * 40, [list(range(N))] * 40
    refused("k is beyond the limit: .*", sl.best_of_k, rows, scores, N // 2)
    refused(
        r"S\[0\] is beyond the limit: .*|S.* is beyond the limit: .*",
        sl.best_of_k,
        [[0, 1] * 3000],
        [[Fraction(1, 3**12_000 + 2 * j) for j in range(6000)]],
        2,
    )
    apart = [[Fraction(1, 3**300 + 2 * j) for j in range(80)]] * 4000
    refused("S is beyond the limit: .*", sl.best_of_k, [[0, 1] * 40] * 4000, apart, 2)
