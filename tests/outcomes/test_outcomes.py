"""Check how outcomes are read: every type of row, and every refusal with the row and the column."""

from __future__ import annotations

import array
import copy
import itertools
import random
from decimal import Decimal
from fractions import Fraction

import pytest
from helpers import peak, refused
from stand_ins import Array, Frame, Index, Scalar, Sequence

import scorio_lite as sl
from scorio_lite import confidence, rank
from scorio_lite.tally import Tally, tally_of

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
G = [[0, 2, 1, 0, 1], [1, 2, 0, 2, 1]]


class Int(int):
    pass


ENTRIES = (int, bool, float, Fraction, Decimal, Int, Index, Scalar, lambda x: Scalar(float(x)))
ROWS = (
    list,
    tuple,
    bytes,
    bytearray,
    iter,
    Array,
    lambda row: array.array("b", row),
    lambda row: memoryview(bytes(row)),
)
MATRICES = (
    list,
    tuple,
    iter,
    Array,
    Sequence,
    lambda rows: (row for row in rows),
    lambda rows: dict(enumerate(rows)).values(),
)


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_type_of_entry(entry):
    for matrix in (R, G) if entry is not bool else (R,):
        top = max(map(max, matrix))
        assert tally_of([[entry(x) for x in row] for row in matrix], top) == tally_of(matrix, top)
        assert tally_of([matrix[0], [entry(x) for x in matrix[1]]], top) == tally_of(matrix, top)
        mixed = [[entry(x) if j % 2 else x for j, x in enumerate(row)] for row in matrix]
        assert tally_of(mixed, top) == tally_of(matrix, top)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("rows", MATRICES)
def test_every_type_of_row_and_matrix(row, rows):
    assert sl.pass_at_k(rows([row(x) for x in R]), 2) == 0.95
    assert tally_of(rows([row(x) for x in G]), 2) == tally_of(G, 2)


def test_flat_matrices_are_one_question():
    for flat in (
        [0, 1, 1],
        (0, 1, 1),
        b"\0\1\1",
        bytearray(b"\0\1\1"),
        iter([0, 1, 1]),
        Array([0, 1, 1]),
        [False, True, 1.0],
    ):
        assert tally_of(flat) == tally_of([[0, 1, 1]])
    assert tally_of(range(2)) == tally_of([[0, 1]])
    assert sl.avg([0, 1, 1]) == sl.avg([[0, 1, 1]]) != sl.avg([[x] for x in (0, 1, 1)])
    assert "[[x] for x in xs]" in sl.__doc__
    assert tally_of(Frame(R)) == tally_of(R)


def test_more_classes_than_bytes_count_fast():
    rng = random.Random("classes")
    for classes in (3, 9, 10, 11, 40, 256, 257, 300):
        matrix = [[rng.randrange(classes) for _ in range(50)] for _ in range(20)]
        matrix[0][0] = classes - 1
        expected = tally_of(matrix, classes - 1)
        assert expected.classes == classes
        for counts, _ in expected.cells:
            assert any(counts == tuple(map(row.count, range(classes))) for row in matrix)
        assert tally_of([[float(x) for x in row] for row in matrix], classes - 1) == expected
        w = [rng.random() for _ in range(classes)]
        assert sl.avg(matrix, w) == sl.avg([[Fraction(x) for x in row] for row in matrix], w)


BAD = (
    (2, "2"),
    (-1, "-1"),
    (0.5, "0.5"),
    (float("nan"), "nan"),
    (float("inf"), "inf"),
    (None, "None"),
    ("1", "'1'"),
    (b"1", "b'1'"),
    (1j, "1j"),
    (1 + 0j, "(1+0j)"),
    ([1], "a list"),
    ((0,), "a tuple"),
    ({}, "a dict"),
    (Decimal("NaN"), "Decimal('NaN')"),
    (Decimal("sNaN"), "Decimal('sNaN')"),
    (Decimal("1E+999999999"), "Decimal('1E+999999999')"),
    (Decimal("0.1"), "Decimal('0.1')"),
    (Fraction(1, 2), "Fraction(1, 2)"),
    (Fraction(1, 10**4000), "a Fraction"),
    (10**5000, "an integer of 16610 bits"),
    (object(), "an object"),
    (Array([1]), "an Array"),
    (Decimal(1) + Decimal("1E-25"), "Decimal('1.0000000000000000000000001')"),
    ("x" * 10**6, f"'{'x' * 40}'"),
    (b"\1" * 99, "b'\\x01"),
)


@pytest.mark.parametrize("bad, shown", BAD, ids=lambda x: type(x).__name__)
@pytest.mark.parametrize("good", [int, float, Fraction], ids=lambda x: x.__name__)
def test_bad_entries_are_shown_briefly_with_their_place(bad, shown, good):
    large = 100 if good is Fraction else 700
    some = ((1, 2, [(0, 1)]), (3, 4, [(0, 1), (2, 0), (1, 3)]), (large, 100, [(large - 1, 0)]))
    for M, N, places in some if any(bad is one for one, _ in BAD[:6]) else some[:2]:
        for i, j in places:
            matrix = [[good(0)] * N for _ in range(M)]
            matrix[i][j] = bad
            with pytest.raises(ValueError) as caught:
                sl.pass_at_k(matrix, 1)
            message = str(caught.value)
            assert message.startswith(f"Entries of R must be integers in [0, 1]; got {shown}")
            assert f" at R[{i}][{j}] (row {i}, column {j})" in message
            assert message.endswith("; R must be 1-D or 2-D") == isinstance(bad, (list, tuple, dict, bytes, Array))
            assert len(message) < 200
    refused(r" at R\[2\] \(row 0, column 2\)", lambda: sl.avg([good(0), good(1), bad]))


def test_prior_outcomes():
    w = [0, 0.5, 1]
    expected = sl.bayes(G, w, [[0, 2], [1, 2]])
    for R0 in ([0, 2, 1, 2], (0, 2, 1, 2), Array([[0, 2], [1, 2]]), iter([b"\0\2", (1.0, 2.0)]), bytes([0, 2, 1, 2])):
        assert sl.bayes(G, w, R0) == expected
    assert sl.bayes(iter(G), w, iter([[0, 2], [1, 2]])) == expected
    for empty in ([], (), [[], []], Array([[], []]), iter([])):
        assert sl.bayes(G, w, empty) == sl.bayes(G, w)
    assert sl.bayes([0, 1, 1], None, [1, 0]) == sl.bayes([[0, 1, 1]], None, [[1, 0]])
    joined = [row + prior for row, prior in zip(G, ([0, 2], [1, 2]))]
    assert sl.bayes(joined, w) == expected


def test_inputs_are_not_modified():
    rows, w, R0, labels = copy.deepcopy(G), [0, 0.5, 1], [[0, 2], [1, 2]], ["a", "b"]
    for asked in ({}, {"questions": "these"}, {"clusters": labels}):
        confidence.max_at_k(rows, 2, w, **asked)
        confidence.compare(rows, rows[::-1], w=w, **asked)
    sl.bayes_ci(rows, w, R0, bounds=[0, 1])
    sl.max_at_k(rows, 2, w)
    rank.bayes([rows, rows], w, R0, 0.3)
    assert (rows, w, R0, labels) == (G, [0, 0.5, 1], [[0, 2], [1, 2]], ["a", "b"])


@pytest.mark.parametrize("kind", [list, bytearray, Array, lambda row: iter(list(row))])
@pytest.mark.parametrize("buffer", [[0, 0], bytearray(2)], ids=["list", "bytearray"])
def test_a_generator_may_use_a_row_again(kind, buffer):
    """A tally does not change if a generator changes a row after yielding it."""
    expected = [[1, 1], [0, 0], [0, 0], [0, 1]]

    def rows():
        for buffer[:] in expected:
            yield buffer if kind is list else kind(buffer)

    assert sl.avg(rows())[0] == 3 / 8
    assert sl.bayes([[0]] * 4, None, rows()) == sl.bayes([[0]] * 4, None, expected)


def test_grouped_rows():
    """Rows of itertools.groupby, which are used up when the next one comes, are read."""
    groups = itertools.groupby([("a", 1), ("a", 0), ("b", 1), ("b", 1)], lambda pair: pair[0])
    assert sl.avg((outcome for _, outcome in group) for _, group in groups)[0] == 0.75


def test_a_stream_is_not_held():
    def rows(factor):
        return ([i & 1] * 100 for i in range(2600 * factor))

    tally_of(rows(1))
    assert peak(tally_of, rows(4)) < 1.2 * peak(tally_of, rows(1))


def test_rows_of_ranges():
    """Rows that are ranges are counted by their ends, not entry by entry."""
    ranges = [range(300), range(300, 0, -1), range(1000, 4000, 10)]
    assert Tally(ranges) == Tally([list(row) for row in ranges])
    for wrong, place in ((range(4000, 4300), r"R\[1\]\[96\]"), (range(298, -2, -1), r"R\[1\]\[299\]")):
        refused(place, Tally, [range(300), wrong])
