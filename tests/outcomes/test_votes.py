"""Check vote tallies: what answers and R may be, which answers are equal, and many trials."""

from __future__ import annotations

from fractions import Fraction

import scorio_lite as sl
from scorio_lite import Tally, VoteTally, confidence, exact

ANSWERS = [["7", "8", "7", None], ["x", "y", "y", "z"]]
R = [[1, 0, 1, 0], [1, 0, 0, 0]]
VOTES = VoteTally(ANSWERS, R)


def test_votes_in_place_of_answers_and_R():
    assert VOTES.counts == [((2,), (1,), 1), ((1,), (2, 1), 0)] and VOTES.outcomes == Tally(R)
    assert VoteTally.from_counts(iter([iter([[2, 0], (1,), 1.0])])).counts == [((2,), (1,), 1)]
    for function in (sl.cons_at_k, exact.cons_at_k, confidence.cons_at_k):
        assert function(VOTES, None, 3) == function(ANSWERS, R, 3)
    assert sl.cons_at_k(ANSWERS[0], R[0], 3) == sl.cons_at_k(ANSWERS[:1], R[:1], 3), "a flat row is one question"
    assert list(sl.vote_curve(VOTES)) == [1, 2, 3, 4] and list(sl.vote_curve(VOTES, ks=[3, 1, 3])) == [3, 1]
    assert list(sl.vote_curve(VoteTally([["a", "b"], ["c"]], [[0, 1], [0]], ragged=True))) == [1]
    assert 0 < sl.cons_at_k(VoteTally.from_counts([([10**17], [10**17, 10**16], 10**18)]), k=5) < 1


def test_equal_answers_are_the_same():
    """Answers are equal as in Python; None is no answer, but "" and 0 are answers, and tuples may be."""
    assert VoteTally([[1, 1.0, True, Fraction(1), "1"]], [[1, 1, 1, 1, 0]]).counts == [((4,), (1,), 0)]
    assert VoteTally([["a", "a ", "A", ""]], [[0] * 4]).counts == [((), (1, 1, 1, 1), 0)]
    assert VoteTally([[0, False, None, ""]], [[1, 1, 0, 0]]).counts == [((2,), (1,), 1)]
    assert VoteTally([(1, 2), (3, 4), (1, 2)], [1, 0, 1]).counts == [((2,), (1,), 0)]
