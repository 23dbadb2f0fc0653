"""Check vote tallies: what answers and R may be, parts that add up, and many trials."""

from __future__ import annotations

import copy
import json
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from helpers import check_votes
from stand_ins import Array, Scalar, reused

import scorio_lite as sl
from scorio_lite import Tally, VoteTally, confidence, exact

ANSWERS = [["7", "8", "7", None], ["x", "y", "y", "z"]]
R = [[1, 0, 1, 0], [1, 0, 0, 0]]
VOTES = VoteTally(ANSWERS, R)

FORMS = [
    (tuple(map(tuple, ANSWERS)), tuple(map(tuple, R))),
    ((iter(row) for row in ANSWERS), (iter(row) for row in R)),
    (Array(ANSWERS), [Array(row) for row in R]),
    (ANSWERS, [bytes(row) for row in R]),
    (ANSWERS, [[bool(x) for x in R[0]], list(map(Decimal, R[1]))]),
    (ANSWERS, [list(map(Scalar, row)) for row in R]),
    (reused(ANSWERS), reused(R)),
]


@pytest.mark.parametrize(("answers", "outcomes"), FORMS, ids=range(len(FORMS)))
def test_forms(answers, outcomes):
    votes = VoteTally(answers, outcomes)
    assert votes == VOTES
    check_votes(votes)


def test_votes_in_place_of_answers_and_R():
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


def test_a_vote_tally_is_a_value():
    assert (VOTES.questions, VOTES.counts) == (2, [((2,), (1,), 1), ((1,), (2, 1), 0)])
    assert VOTES.outcomes == Tally(R) and sl.pass_at_k(VOTES.outcomes, 3) == sl.pass_at_k(R, 3)
    assert repr(VOTES) == "<VoteTally: 2 questions>"
    for same in (
        VoteTally.from_counts(json.loads(json.dumps(VOTES.counts))),
        VoteTally.from_dict(json.loads(json.dumps(VOTES.to_dict()))),
        pickle.loads(pickle.dumps(VOTES)),
        copy.deepcopy(VOTES),
    ):
        assert same == VOTES and hash(same) == hash(VOTES)
        check_votes(same)
    assert VOTES != ANSWERS
    assert VoteTally([["a"], ["b", "c"]], [[1], [0, 1]], True).outcomes.trials is None


def test_parts_add_up():
    parts = [VoteTally(ANSWERS[:1], R[:1]), VoteTally(), VoteTally(ANSWERS[1:], R[1:])]
    assert sum(parts, VoteTally()) == VOTES
    with pytest.raises(TypeError, match="unsupported operand"):
        VOTES + Tally(R)
    assert VoteTally.from_counts(iter([iter([[2, 0], (1,), 1.0])])).counts == [((2,), (1,), 1)]
    assert VoteTally.from_counts([]) == VoteTally()


SHAPES_OF_400 = {  # right, wrong, None
    "three": ([134], [133, 133], 0),
    "few": ([120], [100, 80, 60, 40], 0),
    "all different": ([27], range(1, 27), 22),
    "pairs": ([2], [2] * 127, 0),
    "mixed": ([4], [2] * 100 + [3] * 40 + [4] * 19, 0),
    "right and wrong": ([8] * 24, [8] * 26, 0),
}


@pytest.mark.long
@pytest.mark.parametrize("shape", SHAPES_OF_400)
def test_a_question_of_400_trials(shape):
    """For up to 400 trials, the chances of right and wrong answers add up to 1 if somebody votes."""
    right, wrong, none = SHAPES_OF_400[shape]
    sides = [VoteTally.from_counts([side]) for side in ((right, wrong, none), (wrong, right, none))]
    if len(right) > 1:
        assert sum(exact.cons_at_k(side, k=128) for side in sides) == 1
    assert 0 < exact.cons_at_k(sides[0], k=128) < 1
