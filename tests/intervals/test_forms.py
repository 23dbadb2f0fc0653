"""Check what R, labels of clusters and other arguments of confidence may be: the numbers are those of plain lists."""

from __future__ import annotations

import pytest

from scorio_lite import Scores, Tally, VoteTally, confidence

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
OTHER = [[0, 0, 1], [1, 1, 0], [0, 0, 0]]
THESE = {"questions": "these"}
RAGGED, OTHERS = [[1, 0, 1], [0], [1, 1, 0, 0, 1], [1, 1]], [[0, 0], [0, 1], [1], [1, 0, 1]]
OF_TWO = [  # models with different numbers of trials, given as matrices or as Scores
    lambda a, b, **how: confidence.compare(a, b, **how),
    lambda a, b, **how: confidence.ranks([a, b], **how),
    lambda a, b, **how: confidence.avg(a, clusters="abba", **how),
    lambda a, b, **how: confidence.suite([a, b], **how),
    lambda a, b, **how: confidence.compare_suite([a], [b], **how),
    lambda a, b, **how: confidence.enough_to_decide(a, b, **how),
]


@pytest.mark.parametrize("call", OF_TWO)
def test_ragged_matrices(call):
    expected = call(Scores(RAGGED), Scores(OTHERS))
    for pair in (RAGGED, OTHERS), (Scores(RAGGED), OTHERS), (RAGGED, Scores(OTHERS)):
        assert call(*pair, ragged=True) == expected


def test_rows_of_any_type():
    for asked in ({}, THESE):
        assert confidence.avg(Tally(R), **asked) == confidence.avg(R, **asked)
    assert confidence.compare(Tally(R), Tally(OTHER), **THESE) == confidence.compare(R, OTHER, **THESE)
    assert confidence.beyond(iter(R), 8, clusters=iter("abc")) == confidence.beyond(Tally(R), 8)
    answers = [["x" if outcome else "y" for outcome in row] for row in RAGGED]
    votes = VoteTally(answers, RAGGED, ragged=True)
    assert confidence.cons_at_k(answers, RAGGED, 1, ragged=True) == confidence.cons_at_k(votes, k=1)


def test_labels_of_any_type():
    """Only the equality of labels matters."""
    expected = confidence.avg(R, clusters=[0, 0, 1])
    for labels in (("a", "a", "b"), iter(["x", "x", None]), [(1, 2), (1, 2), frozenset()], [1, True, 2.5], b"aab"):
        assert confidence.avg(R, clusters=labels) == expected
    assert confidence.avg(R, clusters=[1, 2, 3]) == confidence.avg(R)


def test_arrays():
    numpy = pytest.importorskip("numpy")
    array, labels = numpy.array(R, numpy.uint8), numpy.array([3, 3, 4])
    for asked, same in ({}, {}), (THESE, THESE), ({"clusters": labels}, {"clusters": "aab"}):
        assert confidence.maj_at_k(array, 3, **asked) == confidence.maj_at_k(R, 3, **same)
        assert confidence.compare(array, array[:, ::-1], **asked) == confidence.compare(R, [x[::-1] for x in R], **same)
    assert confidence.avg(array, numpy.array([0.0, 0.1])) == confidence.avg(R, [0, 0.1])
    assert confidence.curve(array, numpy.array([1, 3]), clusters=labels) == confidence.curve(R, (1, 3), clusters="aab")
    assert confidence.compare_totals(*numpy.array([3, 2, 5])) == confidence.compare_totals(3, 2, 5)
    assert confidence.ranks_of_totals(numpy.array([3, 2]), 5) == confidence.ranks_of_totals([3, 2], 5)
