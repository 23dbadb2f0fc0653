"""Check that tallies, Scores and VoteTallies are values: they add, compare, hash, copy, pickle, and do not change."""

from __future__ import annotations

import copy
import json
import pickle
import random
from decimal import Decimal
from fractions import Fraction

import pytest
from helpers import check_tally, refused

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally

R, ANSWERS = [[0, 1, 1], [1, 0, 0, 1, 1], [0, 2, 2]], [["7", "8", "7"], ["x", "y", "y", "z", None]]
REAL = [[0.1], [0.3, 0.5, 0.9], [Fraction(1, 3), Decimal("0.1"), 1, True]]


def voted(rows):
    rows = list(rows)
    return VoteTally(rows, [[answer in ("7", "x") for answer in row] for row in rows], ragged=True)


MAKE = {
    "<Tally: 3 questions, 3 to 5 trials each, 3 classes>": (lambda rows: Tally(rows, ragged=True), R),
    "<VoteTally: 2 questions>": (voted, ANSWERS),
    "<Scores: 3 questions, in [0, 2]>": (lambda rows: Scores(rows, 0, 2), REAL),
}


@pytest.mark.parametrize("text", MAKE)
def test_values(text):
    make, rows = MAKE[text]
    thing, empty = make(rows), make([])
    assert repr(thing) == text and thing != rows and len({thing, make(rows), empty}) == 2
    same = [copy.copy(thing), copy.deepcopy(thing), make(iter(rows)), sum((make([row]) for row in rows), empty)]
    same += [pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    if isinstance(thing, Tally):  # the order of rows does not count
        same.append(make(rows[1:]) + make(rows[:1]))
    if not isinstance(thing, Scores):
        same.append(type(thing).from_dict(json.loads(json.dumps(thing.to_dict()))))
    assert {(type(one), one, hash(one)) for one in same} == {(type(thing), thing, hash(thing))}
    with pytest.raises(TypeError, match="unsupported operand"):
        thing + 1
    for name in ("questions", "new"):
        with pytest.raises(AttributeError):
            setattr(thing, name, 1)


def test_tallies():
    assert Tally.from_counts([[2, 3], (2.0, Fraction(3)), (1, 4, 0, 0)]).histogram == {(2, 3): 2, (1, 4): 1}
    pairs = [((2, 3), 2), ([2, 3, 0], 1), ((1, 4), 0)]
    assert Tally.from_histogram(pairs) == Tally.from_histogram({(2, 3): 3}) == Tally.from_counts([(2, 3)] * 3)
    assert (Tally(R, ragged=True).trials, Tally([[0, 1], [1, 1]]).trials, Tally().trials) == (None, 2, None)
    assert repr(Tally()) == "<Tally: 0 questions, 0 trials each, 2 classes>"
    tally = Tally([[0, 1], [1, 1]])
    tally.histogram[2, 0] = 5
    tally.cells.clear()
    assert tally == Tally([[1, 0], [1, 1]]) and tally.histogram == {(1, 1): 1, (0, 2): 1}
    zeros = [[0, 0], [0, 0]]  # a tally is two classes wide even if only class 0 occurs
    for call in (sl.bayes_ci, sl.avg, lambda R, w: sl.max_at_k(R, 2, w), lambda R, w: sl.max_at_k_ci(R, 2, w)):
        assert call(Tally(zeros), [0.25]) == call(zeros, [0.25])
    most = Tally.from_histogram({(1, 1): 2**64 - 1})
    assert Tally.from_dict(most.to_dict()) == most, "a tally can be written wherever it can be made"


def test_tallies_with_prior_outcomes():
    rng = random.Random("dictionaries")
    for _ in range(50):
        rows = [[rng.randint(0, 3) for _ in range(rng.randint(1, 4))] for _ in range(rng.randint(0, 6))]
        prior = [[rng.randint(0, 3) for _ in range(rng.randint(0, 2))] for _ in rows]
        tally = Tally(rows, rng.choice((None, prior)), ragged=True)
        check_tally(tally)
        data = json.loads(json.dumps(tally.to_dict()))
        assert Tally.from_dict(data) == pickle.loads(pickle.dumps(tally)) == tally
        assert data == (Tally() + tally).to_dict(), "the same, however it was made"


def test_scores_differ_in_their_range():
    assert Scores([[0.5, 1]]) == Scores([[Fraction(1, 2), 1.0]], 0.0, Decimal(1)) != Scores([[0.5, 1]], 0, 2)
    assert Scores([[0.1]]) != Scores([[Decimal("0.1")]])
    refused(r"the same low and high; got \[0, 2\] and \[0, 0.1\]", lambda: Scores((), 0, 2) + Scores((), 0, 0.1))
