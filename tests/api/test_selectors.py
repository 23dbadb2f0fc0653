"""Check best_of_k and gap_closed: what R and S may be, pairs in place of R, and limits."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import pytest
from helpers import refused_with as refused
from stand_ins import Array, Scalar, reused

import scorio_lite as sl
from scorio_lite import Scores, confidence

R = [[0, 1, 1, 0], [1, 0, 0, 1]]
S = [[1, 2, 2, 5], [3, 4, 8, 8]]
PAIR = R, S
VALUE = sl.best_of_k(R, S, 2)


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


def test_two_selectors_of_the_same_trials():
    """Two selectors of the same trials can be compared with questions="new", and are refused with questions="these"."""
    other = R, [row[::-1] for row in S]
    copied = [row[:] for row in R], other[1]
    words = "R_a and R_b must not have the same R for questions='these', .*; questions='new' pairs .*"
    refused(words, confidence.compare, PAIR, other, "best_of_k", 2, questions="these")
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
