"""Reading outcomes: every row type, every refusal with its place, and tallies that add."""

from __future__ import annotations

import array
import copy
import itertools
import pickle
import random
import tracemalloc
from decimal import Decimal
from fractions import Fraction

import oracle
import pytest
from oracle import double

import scorio_lite as sl
from scorio_lite import exact
from scorio_lite._outcomes import BLOCK
from scorio_lite.tally import Tally, tally

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
G = [[0, 2, 1, 0, 1], [1, 2, 0, 2, 1]]


class Array:
    """What NumPy, pandas and torch have in common here."""

    def __init__(self, items):
        self.items = items

    def tolist(self):
        return self.items


class Frame:
    """A table whose iteration gives the names of its columns."""

    def __iter__(self):
        return iter([0, 1])

    def keys(self):
        return [0, 1]

    def to_numpy(self):
        return Array(R)


class Endless:
    """An object like a mock's, whose every method returns another of them."""

    def tolist(self):
        return self


class Sequence:
    """A sequence of the old protocol: no __iter__."""

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Scalar:
    """A tensor of no dimensions: a number, to be had by tolist alone."""

    shape = ()

    def __init__(self, value):
        self.value = value

    def tolist(self):
        return self.value


class Loud(int):
    """An integer that cannot be shown."""

    def __repr__(self):
        raise ZeroDivisionError


class Index(int):
    pass


class OnlyIndex:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


ENTRIES = (int, bool, float, Fraction, Decimal, Index, OnlyIndex, Scalar, lambda x: Scalar(float(x)))
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
        assert tally([[entry(x) for x in row] for row in matrix], top) == tally(matrix, top)
        assert tally([matrix[0], [entry(x) for x in matrix[1]]], top) == tally(matrix, top)
        mixed = [[entry(x) if j % 2 else x for j, x in enumerate(row)] for row in matrix]
        assert tally(mixed, top) == tally(matrix, top)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("rows", MATRICES)
def test_every_type_of_row_and_matrix(row, rows):
    assert sl.pass_at_k(rows([row(x) for x in R]), 2) == 0.95
    assert tally(rows([row(x) for x in G]), 2) == tally(G, 2)


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
        assert tally(flat) == tally([[0, 1, 1]])
    assert tally(range(2)) == tally([[0, 1]])
    assert tally(Frame()) == tally(R)


def test_more_classes_than_bytes_count_fast():
    rng = random.Random("classes")
    for classes in (3, 9, 10, 11, 40, 256, 257, 300):
        matrix = [[rng.randrange(classes) for _ in range(50)] for _ in range(20)]
        matrix[0][0] = classes - 1
        expected = tally(matrix, classes - 1)
        assert expected.classes == classes
        for counts, _ in expected.cells:
            assert any(counts == tuple(map(row.count, range(classes))) for row in matrix)
        assert tally([[float(x) for x in row] for row in matrix], classes - 1) == expected
        w = [rng.random() for _ in range(classes)]
        assert sl.avg(matrix, w) == sl.avg([[Fraction(x) for x in row] for row in matrix], w)


BAD = (2, -1, 0.5, float("nan"), float("inf"), None, "1", b"1", 1j, 1 + 0j, [1], (0,), {}, Decimal("NaN"), Decimal("sNaN"),
       Decimal("1E+999999999"), Fraction(1, 2), 10**5000, object(), Array([1]), Decimal(1) + Decimal("1E-25"))  # fmt: skip


@pytest.mark.parametrize("bad", BAD, ids=lambda x: type(x).__name__)
@pytest.mark.parametrize("good", [int, float, Fraction], ids=lambda x: x.__name__)
def test_bad_entries_are_named_with_their_place(bad, good):
    for M, N in ((1, 2), (3, 4), (2000, 50)):
        for i, j in ((0, 1), (M - 1, 0), (M // 2, N - 1)):
            if i == j == 0:
                continue
            matrix = [[good(0)] * N for _ in range(M)]
            matrix[i][j] = bad
            with pytest.raises(ValueError) as caught:
                sl.pass_at_k(matrix, 1)
            message = str(caught.value)
            assert message.startswith("Entries of R must be integers in [0, 1]; got ")
            assert f" at R[{i}][{j}] (row {i}, column {j})" in message
            assert len(message) < 200
    with pytest.raises(ValueError, match=r" at R\[2\] \(row 0, column 2\)"):
        sl.avg([good(0), good(1), bad])


@pytest.mark.parametrize(
    "bad, shown",
    [
        (2, "got 2 at"), (0.5, "got 0.5 at"), (None, "got None at"), ("1", "got '1' at"), (float("nan"), "got nan at"),
        ("x" * 10**6, "got 'xxxxx"), (10**5000, "got an integer of 16610 bits"), (Fraction(1, 2), r"got Fraction\(1, 2\)"),
        (Fraction(1, 10**4000), "got a Fraction at"), ([1], r"got a list at .*; R must be 1-D or 2-D"), (object(), "got an object"),
        (1j, "got 1j at"), (b"\1" * 99, r"got b'\\x01"), (Decimal("0.1"), r"got Decimal\('0.1'\)"),
    ],
    ids=lambda x: type(x).__name__,
)  # fmt: skip
def test_bad_entries_are_shown_briefly(bad, shown):
    with pytest.raises(ValueError, match=shown) as caught:
        sl.pass_at_k([[0, 1], [0, bad]], 1)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    "matrix, words",
    [
        ([], r"at least one question \(M >= 1\) and one trial \(N >= 1\); it has no rows"),
        (iter(()), "it has no rows"),
        ((), "it has no rows"),
        (b"", "it has no rows"),
        ([[]], "row 0 is empty"),
        ([(), ()], "row 0 is empty"),
        ([[0, 1], [1]], "R must be rectangular: row 1 has length 1, row 0 has 2"),
        ([[0, 1], [1, 0], []], "row 2 has length 0, row 0 has 2"),
        ([[0.0, 1.0], [1.0, 0.0, 1.0]], "row 1 has length 3, row 0 has 2"),
        ([[[0, 1]], [[1, 1]]], "got a list at .*; R must be 1-D or 2-D"),
        (Array([[[0, 1]]]), "got a list at .*; R must be 1-D or 2-D"),
        (5, "R must be a 1-D or 2-D outcome matrix .*; got 5"),
        (None, "R must be a 1-D or 2-D outcome matrix .*; got None"),
        ("0110", "R must be a 1-D or 2-D outcome matrix .*; got '0110'"),
        ({"a": [0, 1]}, "R must be a 1-D or 2-D outcome matrix .*; got a dict"),
        ({0, 1}, "R must be a 1-D or 2-D outcome matrix .*; got a set"),
        (list, "R must be a 1-D or 2-D outcome matrix .*; got a type"),
        ([list], r"got a type at R\[0\]"),
        ([[0], list], "row 1 of R must be a sequence of outcomes; got a type"),
        ([[0, list]], r"got a type at R\[0\]\[1\]"),
        (range(10**12), r"got 2 at R\[2\]"),
        ([range(10**12)], r"got 2 at R\[0\]\[2\]"),
        ([[0] * 5, range(10**12, 0, -1)], r"got 1000000000000 at R\[1\]\[0\]"),
        (Endless(), "R must be a 1-D or 2-D outcome matrix .*; got an Endless"),
        (Array(1), "R must be a 1-D or 2-D outcome matrix .*; got 1"),
        ([[0, 1], 1], "row 1 of R must be a sequence of outcomes; got 1"),
        ([[0, 1], "01"], "row 1 of R must be a sequence of outcomes; got '01'"),
        ([[0, 1], {0: 1}], "row 1 of R must be a sequence of outcomes; got a dict"),
        ([{0, 1}], "row 0 of R must be a sequence of outcomes; got a set"),
        (["01", "10"], r"got '01' at R\[0\]"),
        ([0, [1]], r"got a list at R\[1\]"),
    ],
)
def test_bad_matrices(matrix, words):
    with pytest.raises(ValueError, match=words):
        sl.pass_at_k(matrix, 1)


def test_the_first_bad_row_of_many_is_named():
    matrix = [[0] * 100 for _ in range(3000)]
    matrix[1500] = [0] * 99
    matrix[2500][7] = 3
    with pytest.raises(ValueError, match="row 1500 has length 99, row 0 has 100"):
        sl.avg(matrix)


def test_wordings_for_graded_entries():
    with pytest.raises(
        ValueError,
        match=r"Entries of R must be integers in \[0, 2\], one for each of the 3 weights in w; got 3 at R\[0\]\[1\]",
    ):
        sl.bayes([[0, 3]], [0, 0.5, 1])
    for function in (sl.bayes, sl.bayes_ci, lambda R: sl.max_at_k(R, 1)):
        with pytest.raises(ValueError, match=r"weight vector 'w' must be provided; got 2 at R\[0\]\[1\]"):
            function([[0, 2]])
    for function in (sl.avg, sl.avg_ci):
        with pytest.raises(ValueError, match=r"integers in \[0, 1\], or w must be given; got 2 at R\[0\]\[1\]"):
            function([[0, 2]])
    for function in (lambda R: sl.pass_at_k(R, 1), lambda R: sl.maj_at_k_ci(R, 1)):
        with pytest.raises(ValueError, match=r"Entries of R must be integers in \[0, 1\]; got 2 at R\[0\]\[1\]"):
            function([[0, 2]])
    with pytest.raises(ValueError, match=r"Entries of R0 must be integers in \[0, 1\], .*; got 2 at R0\[1\]\[0\]"):
        sl.bayes(R, [0, 1], [[1], [2]])
    with pytest.raises(
        ValueError, match=r"Entries of R0 .* 'w' must be provided; got 2 at R0\[1\] \(row 1, column 0\)"
    ):
        sl.bayes(R, None, [1, 2])


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
    for wrong in ([[0]], [[0], [1], [1]], [0, 1, 1]):
        with pytest.raises(ValueError, match=r"R0 must have the same number of rows \(M\) as R"):
            sl.bayes(R, None, wrong)
    with pytest.raises(ValueError, match="R0 must be rectangular: row 1 has length 2, row 0 has 1"):
        sl.bayes(R, None, [[0], [1, 1]])
    with pytest.raises(ValueError, match="R0 must be rectangular"):
        sl.bayes(R, None, [[], [1]])


def test_inputs_are_not_modified():
    rows, w, R0 = copy.deepcopy(G), [0, 0.5, 1], [[0, 2], [1, 2]]
    sl.bayes_ci(rows, w, R0, bounds=[0, 1])
    sl.max_at_k(rows, 2, w)
    assert (rows, w, R0) == (G, [0, 0.5, 1], [[0, 2], [1, 2]])


@pytest.mark.parametrize("kind", [list, bytearray, Array, lambda row: iter(list(row))])
def test_a_generator_may_use_a_row_again(kind):
    """What was read of a row does not change with the row."""

    def rows():
        buffer = [0, 0]
        for row in ([1, 1], [0, 0], [0, 0], [0, 1]):
            buffer[:] = row
            yield buffer if kind is list else kind(buffer)

    def packed():
        buffer = bytearray(2)
        for row in ([1, 1], [0, 0], [0, 0], [0, 1]):
            buffer[:] = bytes(row)
            yield buffer

    for source in (rows, packed):
        assert sl.avg(source())[0] == 3 / 8
        assert sl.bayes([[0]] * 4, None, source()) == sl.bayes([[0]] * 4, None, [[1, 1], [0, 0], [0, 0], [0, 1]])


def test_grouped_rows():
    """itertools.groupby gives rows that are gone with the next."""
    pairs = [("a", 1), ("a", 0), ("b", 1), ("b", 1)]
    assert (
        sl.avg((outcome for _, outcome in group) for _, group in itertools.groupby(pairs, lambda pair: pair[0]))[0]
        == 0.75
    )


def test_a_value_that_cannot_be_shown():
    with pytest.raises(ValueError, match=r"got 5 at R\[0\]\[1\]"):
        sl.avg([[0, Loud(5)]])
    with pytest.raises(ValueError, match=r"got 7 at w\[0\]|Entries of R"):
        sl.avg([[0, 1]], [Loud(7)])


def test_prior_outcomes_beside_a_tally():
    with pytest.raises(ValueError, match="R0 cannot be given with a tally"):
        sl.bayes(tally(R), None, [[1], [1]])


def test_one_weight():
    assert sl.bayes([[0, 0], [0, 0]], [3]) == (3.0, 0.0)
    assert tally([[0, 0]], 0) == tally([[0, 0]], 1)
    assert sl.bayes([[0, 0]], [3], [[0]]) == (3.0, 0.0)


def test_exceptions_of_the_callers_own_pass_through():
    def broken():
        yield [0, 1]
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sl.avg(broken())


def check(t: Tally) -> None:
    """Every invariant of a tally."""
    assert t.questions == sum(t.cells.values())
    classes = {len(counts) for counts, _ in t.cells}
    assert classes == {t.classes}
    assert {len(prior) for _, prior in t.cells} <= {0, t.classes}
    assert t.classes == 2 or any(counts[-1] or prior[-1:] > (0,) for counts, prior in t.cells)
    assert all(number > 0 for number in t.cells.values())
    assert pickle.loads(pickle.dumps(t)) == copy.deepcopy(t) == t
    assert hash(copy.copy(t)) == hash(t)


def test_tallies_of_parts_add_to_the_tally_of_the_whole():
    rng = random.Random("split")
    for _ in range(200):
        classes, M, N = rng.choice((2, 3, 5)), rng.randint(2, 12), rng.randint(1, 6)
        matrix = [[rng.randrange(rng.randint(1, classes)) for _ in range(N)] for _ in range(M)]
        prior = [[rng.randrange(classes) for _ in range(rng.choice((0, 2)))] for _ in range(M)]
        prior = prior if len({len(row) for row in prior}) == 1 else None
        cut = rng.randint(1, M - 1)
        parts = [
            tally(matrix[half], classes - 1, R0=None if prior is None else prior[half])
            for half in (slice(cut), slice(cut, None))
        ]
        whole = tally(matrix, classes - 1, R0=prior)
        for t in (whole, *parts):
            check(t)
        assert parts[0] + parts[1] == parts[1] + parts[0] == whole
        assert hash(parts[0] + parts[1]) == hash(whole)
    assert pickle.loads(pickle.dumps(Tally())) == copy.deepcopy(Tally()) == Tally()
    assert whole != matrix
    with pytest.raises(TypeError):
        whole + 1


def test_metrics_take_a_tally():
    t = tally(R)
    assert repr(t) == "<Tally: 2 questions, 5 trials each, 2 classes>"
    assert sl.pass_at_k(t, 2) == sl.pass_at_k(R, 2)
    assert sl.bayes_ci(t) == sl.bayes_ci(R)
    assert sl.max_at_k(tally(G, 2), 2, [0, 1, 5]) == sl.max_at_k(G, 2, [0, 1, 5])
    assert sl.bayes(tally([[0, 1]], 9), [0, 1, 7]) == sl.bayes([[0, 1]], [0, 1, 7])
    for function in (sl.avg, sl.bayes_ci, lambda t: sl.geom_at_k_ci(t, 1), lambda t: sl.max_at_k(t, 1)):
        with pytest.raises(ValueError, match=r"at least one question .*; the tally is empty"):
            function(Tally())
    with pytest.raises(ValueError, match=r"Entries of R must be integers in \[0, 1\]; the tally has 2"):
        sl.pass_at_k(tally(G, 2), 2)


def test_questions_with_different_numbers_of_trials_are_averaged_by_question():
    """What a tally can hold already, the metrics score: each question with its own N."""
    short, long = [[1, 0]], [[0, 1, 1, 0, 1], [1, 1, 1, 1, 1]]
    both = tally(short) + tally(long)
    assert both.lengths() == [2, 5]
    assert both.trials is None
    for function in (sl.pass_at_k, sl.pass_hat_k, sl.maj_at_k, sl.auc_at_k, sl.max_at_k):
        assert function(both, 1) == float((Fraction(1, 2) + Fraction(3, 5) + 1) / 3)
    assert sl.geom_at_k(both, 2) == double(
        oracle.mean([Fraction(0), oracle.blend(Fraction(9, 10), Fraction(3, 10), 0.5, 0.5), Fraction(1)])
    )
    assert sl.pass_hat_k(both, 2) == float((0 + Fraction(3, 10) + 1) / 3)
    assert sl.auc_at_k(both, 2) == float((Fraction(3, 4) + Fraction(3, 4) + 1) / 3)
    assert sl.avg(both)[0] == float((Fraction(1, 2) + Fraction(3, 5) + 1) / 3)
    assert sl.bayes(both)[0] == float((Fraction(2, 4) + Fraction(4, 7) + Fraction(6, 7)) / 3)
    with pytest.raises(ValueError, match=r"\(N=2\); got k=3"):
        sl.pass_at_k(both, 3)


def test_a_stream_is_not_held():
    rows = 4 * BLOCK // 100

    def peak(factor):
        source = ([i & 1] * 100 for i in range(rows * factor))
        tracemalloc.start()
        tally(source)
        high = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return high

    peak(1)
    assert peak(4) < 1.2 * peak(1)


def test_a_long_row_is_read():
    row = [0, 1] * 200_000
    assert sl.avg([row])[0] == 0.5
    assert sl.pass_at_k([row], 1) == 0.5


def test_one_class_in_a_matrix_and_in_a_tally():
    """A tally is two classes wide even where only class 0 occurs."""
    zeros = [[0, 0], [0, 0]]
    for call in (
        sl.bayes,
        sl.avg,
        sl.bayes_ci,
        lambda R, w: sl.max_at_k(R, 2, w),
        lambda R, w: sl.max_at_k_ci(R, 2, w),
    ):
        assert call(Tally(zeros), [0.25]) == call(zeros, [0.25])
    with pytest.raises(ValueError, match=r"integers in \[0, 0\].* the tally has 1"):
        sl.bayes(Tally([[0, 1]]), [0.25])
    with pytest.raises(ValueError, match=r"integers in \[0, 0\].* the tally has 1"):
        sl.bayes(Tally(zeros, [[1], [0]]), [0.25])
    assert exact.bayes(Tally(zeros, [[0], [0]]), [0.25]) == (Fraction(1, 4), 0)


def test_rows_of_ranges():
    """Counted by their ends, not entry by entry."""
    ranges = [range(300), range(300, 0, -1), range(1000, 4000, 10)]
    assert Tally(ranges) == Tally([list(row) for row in ranges])
    for wrong, place in ((range(4000, 4300), r"R\[1\]\[96\]"), (range(298, -2, -1), r"R\[1\]\[299\]")):
        with pytest.raises(ValueError, match=place):
            Tally([range(300), wrong])
