"""Check tallies: sums, counts, histograms, dictionaries, pickles, and questions with their own numbers of trials."""

from __future__ import annotations

import json
import pickle
import random
from fractions import Fraction

import pytest
from helpers import check_tally

import scorio_lite as sl
from scorio_lite import exact
from scorio_lite.tally import Tally

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
G = [[0, 2, 1, 0, 1], [1, 2, 0, 2, 1]]


def test_one_class_in_a_matrix_and_in_a_tally():
    """A tally is two classes wide even if only class 0 occurs."""
    zeros = [[0, 0], [0, 0]]
    for call in (sl.bayes_ci, sl.avg, lambda R, w: sl.max_at_k(R, 2, w), lambda R, w: sl.max_at_k_ci(R, 2, w)):
        assert call(Tally(zeros), [0.25]) == call(zeros, [0.25])
    assert exact.bayes(Tally(zeros, [[0], [0]]), [0.25]) == (Fraction(1, 4), 0)
    assert sl.bayes(Tally([[0, 1]]), [0, 1, 7]) == sl.bayes([[0, 1]], [0, 1, 7])


RAGGED = [[0, 1, 1], [1, 0, 0, 1, 1], [1, 1, 0, 1, 0, 1, 1, 1]]


@pytest.mark.parametrize("kind", [list, tuple, bytes, lambda row: list(map(float, row)), iter])
def test_rows_of_any_type_may_be_ragged(kind):
    expected = {(1, 2): 1, (2, 3): 1, (2, 6): 1}
    t = Tally(map(kind, RAGGED), ragged=True)
    assert (t.histogram, t.trials, t.questions) == (expected, None, 3)
    assert repr(t) == "<Tally: 3 questions, 3 to 8 trials each, 2 classes>"
    assert Tally(map(kind, R), [[1], [0]], ragged=True) == Tally(R, [[1], [0]])
    graded = Tally([kind([0, 2]), kind([0, 0, 0]), kind([1])], ragged=True)
    assert graded.histogram == {(1, 0, 1): 1, (3, 0, 0): 1, (0, 1, 0): 1}


def test_counts_and_histograms():
    assert Tally.from_counts([[2, 3], (2.0, Fraction(3)), (1, 4, 0, 0)]).histogram == {(2, 3): 2, (1, 4): 1}
    assert Tally.from_counts([(5,), (0, 0, 1)]).histogram == {(5, 0, 0): 1, (0, 0, 1): 1}
    pairs = [((2, 3), 2), ([2, 3, 0], 1), ((1, 4), 0)]
    assert Tally.from_histogram(pairs) == Tally.from_histogram({(2, 3): 3}) == Tally.from_counts([(2, 3)] * 3)
    t = Tally([[0, 1, 2], [2, 2, 2]])
    assert (t.questions, t.trials, t.classes) == (2, 3, 3)
    assert Tally.from_histogram(t.histogram) == t
    assert (Tally().questions, Tally().trials, Tally().classes, Tally().histogram) == (0, None, 2, {})
    assert Tally([]) == Tally.from_counts([]) == Tally.from_histogram({}) == Tally()
    with pytest.raises(TypeError, match="unsupported operand"):
        Tally(R) + 1


def test_dictionaries_and_pickles():
    rng = random.Random("dictionaries")
    most = Tally.from_histogram({(1, 1): 2**64 - 1})
    assert Tally.from_dict(most.to_dict()) == most, "a tally can be written wherever it can be made"
    for _ in range(50):
        rows = [[rng.randint(0, 3) for _ in range(rng.randint(1, 4))] for _ in range(rng.randint(0, 6))]
        prior = [[rng.randint(0, 3) for _ in range(rng.randint(0, 2))] for _ in rows]
        t = Tally(rows, rng.choice((None, prior)), ragged=True)
        check_tally(t)
        data = json.loads(json.dumps(t.to_dict()))
        assert Tally.from_dict(data) == t
        assert data == (Tally() + t).to_dict(), "the same, however it was made"
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(t, protocol)) == t


def test_a_tally_cannot_be_changed():
    t = Tally([[0, 1], [1, 1]])
    for name in ("questions", "histogram", "new"):
        with pytest.raises(AttributeError):
            setattr(t, name, 1)
    t.histogram[2, 0] = 5
    t.cells.clear()
    assert t == Tally([[1, 0], [1, 1]]) and t.histogram == {(1, 1): 1, (0, 2): 1}
