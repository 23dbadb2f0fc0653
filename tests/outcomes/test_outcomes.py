"""Check how outcomes are read: every type of row, and every refusal with the row and the column."""

from __future__ import annotations

import array
import copy
import random
from decimal import Decimal
from fractions import Fraction

import pytest
from helpers import refused
from stand_ins import Array, Index, Scalar, reused

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, rank
from scorio_lite._outcomes.reader import read_successes

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
G = [[0, 2, 1, 0, 1], [1, 2, 0, 2, 1]]


ENTRIES = (int, bool, float, Fraction, Decimal, Index, Scalar, lambda x: Scalar(float(x)))
ROWS = list, tuple, bytes, bytearray, iter, Array, lambda row: array.array("b", row), lambda row: memoryview(bytes(row))
MATRICES = (list, tuple, iter, Array, lambda rows: dict(enumerate(rows)).values())
READERS = [  # of outcomes, answers, scores, prior outcomes and models
    Tally,
    Scores,
    lambda rows: VoteTally(rows, R),
    lambda rows: VoteTally([["x" if x else "y" for x in row] for row in R], rows),
    lambda rows: sl.best_of_k(rows, R[::-1], 2),
    lambda rows: sl.best_of_k(R[::-1], rows, 2),
    lambda rows: sl.bayes([[0], [1]], None, rows),
    lambda rows: rank.bayes([rows, R[::-1]], return_scores=True),
    lambda rows: confidence.avg(rows, clusters="ab"),
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_type_of_entry(entry):
    for matrix in (R, G) if entry is not bool else (R,):
        assert Tally([[entry(x) for x in row] for row in matrix]) == Tally(matrix)
        assert Tally([[entry(x) if j % 2 else x for j, x in enumerate(row)] for row in matrix]) == Tally(matrix)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("rows", MATRICES)
def test_every_type_of_row_and_matrix(row, rows):
    assert [read(rows([row(x) for x in R])) for read in READERS] == [read(R) for read in READERS]
    assert Tally(rows([row(x) for x in G])) == Tally(G)
    assert Tally(row([0, 1, 1])) == Tally([[0, 1, 1]]) == Tally(rows([0, True, 1.0])), "a flat row is one question"
    assert Tally(rows([row([0, 1, 1]), row([1])]), ragged=True).histogram == {(1, 2): 1, (0, 1): 1}


@pytest.mark.parametrize("classes", [3, 9, 10, 11, 40, 256, 257, 300])
def test_any_number_of_classes(classes):
    rng = random.Random(classes)
    matrix = [[rng.randrange(classes) for _ in range(50)] for _ in range(20)]
    matrix[0][0] = classes - 1
    tally = Tally(matrix)
    assert tally.classes == classes
    assert all(any(counts == tuple(map(row.count, range(classes))) for row in matrix) for counts, _ in tally.cells)
    assert Tally([[float(x) for x in row] for row in matrix]) == tally
    w = [rng.random() for _ in range(classes)]
    assert sl.avg(matrix, w) == sl.avg([[Fraction(x) for x in row] for row in matrix], w)


BAD = {"2": 2, "-1": -1, "0.5": 0.5, "nan": float("nan"), "None": None, "'1'": "1", "(1+0j)": 1 + 0j, "a list": [1]}
BAD.update({"a Fraction": Fraction(1, 10**4000), f"'{'x' * 40}'": "x" * 10**6, "Decimal('sNaN')": Decimal("sNaN")})


@pytest.mark.parametrize(("shown", "bad"), BAD.items(), ids=range(len(BAD)))
@pytest.mark.parametrize("good", [int, float, Fraction], ids=lambda x: x.__name__)
def test_bad_entries_are_shown_briefly_with_their_place(shown, bad, good):
    for M, N, i, j in ((1, 2, 0, 1), (3, 4, 0, 1), (3, 4, 2, 0), (3, 4, 1, 3), (150, 100, 149, 0)):
        matrix = [[good(0)] * N for _ in range(M)]
        matrix[i][j] = bad
        with pytest.raises(ValueError) as caught:
            sl.pass_at_k(matrix, 1)
        message = str(caught.value)
        assert message.startswith(f"Entries of R must be integers in [0, 1]; got {shown}")
        assert f" at R[{i}][{j}] (row {i}, column {j})" in message and len(message) < 200
    refused(r" at R\[2\] \(row 0, column 2\)", lambda: sl.avg([good(0), good(1), bad]))


def test_prior_outcomes():
    w = [0, 0.5, 1]
    expected = sl.bayes([[*G[0], 0, 2], [*G[1], 1, 2]], w)
    for R0 in ([0, 2, 1, 2], Array([[0, 2], [1, 2]]), iter([b"\0\2", (1.0, 2.0)]), bytes([0, 2, 1, 2])):
        assert sl.bayes(G, w, R0) == expected
    for empty in ([], (), [[], []], Array([[], []]), iter([])):
        assert sl.bayes(G, w, empty) == sl.bayes(G, w)
    assert sl.bayes([0, 1, 1], None, [1, 0]) == sl.bayes([[0, 1, 1]], None, [[1, 0]])


def test_successes_of_questions():
    rows = [[0, 1, 1], [1, 1, 1], [1, 0, 1]] * 9000  # of several blocks
    assert read_successes(rows) == read_successes(map(iter, rows)) == {3: {2: 18000, 3: 9000}}


def test_inputs_are_not_modified():
    given = copy.deepcopy(G), [0, 0.5, 1], [[0, 2], [1, 2]], ["a", "b"]
    rows, w, R0, labels = given
    confidence.compare(rows, rows[::-1], w=w, clusters=labels)
    confidence.max_at_k(rows, 2, w, questions="these")
    sl.bayes_ci(rows, w, R0, bounds=[0, 1])
    rank.bayes([rows, rows], w, R0, 0.3)
    assert given == (G, [0, 0.5, 1], [[0, 2], [1, 2]], ["a", "b"])


@pytest.mark.parametrize("kind", [None, bytearray, Array, lambda row: iter(list(row))])
def test_a_generator_may_use_a_row_again(kind):
    """What was read does not change if a generator changes a row after yielding it."""
    assert [read(reused(R, kind)) for read in READERS] == [read(R) for read in READERS]


def test_a_stream_is_not_held():
    tracemalloc, peaks = pytest.importorskip("tracemalloc"), []
    for factor in (1, 1, 4):
        tracemalloc.start()
        Tally([i & 1] * 100 for i in range(2600 * factor))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.2 * peaks[1]
