"""If NumPy is installed, check its arrays: they give the same tallies as their lists, and the same refusals."""

from __future__ import annotations

import random
import warnings
from fractions import Fraction

import pytest
from helpers import check_tally, refused

import scorio_lite as sl
from scorio_lite import Tally, confidence, rank
from scorio_lite._outcomes import arrays
from scorio_lite._ranks import model_tallies

numpy = pytest.importorskip("numpy")

KINDS = [
    "?",
    "i1",
    "u1",
    "i2",
    "u2",
    "i4",
    "u4",
    "i8",
    "u8",
    "f2",
    "f4",
    "f8",
    ">i8",
    ">u2",
    ">f8",
    "O",
]  # codes of NumPy
VIEWS = (
    lambda array: array,
    lambda array: array.T,
    lambda array: array[::2, ::-1],
    lambda array: array[:, :1],
    lambda array: numpy.asfortranarray(array),
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("classes", [2, 3, 10, 11, 200])
def test_arrays_are_read_as_their_lists(kind, classes):
    if (classes == 200 and kind == "i1") or (classes > 2 and kind == "?"):
        pytest.skip("no such class of this kind")
    rng = random.Random(classes)
    rows = [[0, 1] * 15] * (classes > 2) + [[rng.randrange(classes - 1) for _ in range(30)] for _ in range(8)]
    w = [rng.random() for _ in range(classes)]
    for view in VIEWS:
        array = view(numpy.array([*rows, [classes - 1] * 30]).astype(kind))
        assert Tally(array) == Tally(array.tolist())
        assert Tally(array).cells == Tally(array, ragged=True).cells == Tally(array.tolist()).cells
        check_tally(Tally(array))
        assert sl.bayes_ci(array, w) == sl.bayes_ci(array.tolist(), w)
        assert sl.max_at_k(array, 1, w) == sl.max_at_k(array.tolist(), 1, w)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        place = rf"at R\[{len(rows)}\]\[0\]"
        refused(
            rf"got (True|{classes - 1}(\.0)?) {place}",
            sl.bayes,
            numpy.array([*rows, [classes - 1] * 30]).astype(kind),
            w[:-1],
        )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [2, -1, 255, 2**40, 2**56, 0.5, 1e-30, float("nan"), float("inf")])
def test_wrong_entries_are_named(kind, value):
    array = numpy.array([[0, 1, 1] * 4] * 8).astype(kind)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            array[3, 4] = value
        except (OverflowError, ValueError):
            pytest.skip("no such number of this kind")
    if array[3, 4] in (0, 1):
        pytest.skip("it is cut to an outcome")
    with warnings.catch_warnings(), pytest.raises(ValueError, match=r"at R\[3\]\[4\] \(row 3, column 4\)"):
        warnings.simplefilter("error")
        sl.pass_at_k(array, 1)


def test_shapes():
    tally = Tally(numpy.zeros((150, 40), int))  # it goes with the weight of its only class
    assert sl.avg(tally, [0.5]) == sl.avg([[0] * 40] * 150, [0.5])
    assert confidence.max_at_k(tally, 2, [0.5]) == (0.5, 0.0, 0.5, 0.5)
    assert sl.avg(numpy.array([0, 1, 1])) == sl.avg([0, 1, 1])
    assert Tally(numpy.array([[0, 2], [1, 1]])).histogram == {(1, 0, 1): 1, (0, 2, 0): 1}
    for shape, words in (
        ((0, 3), "no rows"),
        ((3, 0), "row 0 is empty"),
        ((2, 2, 2), "1-D or 2-D"),
        ((), "1-D or 2-D"),
    ):
        refused(words, sl.avg, numpy.zeros(shape))


@pytest.mark.parametrize("classes", [2, 3, 4, 10, 11, 31, 32, 33])
@pytest.mark.parametrize("kind", ["uint8", "int64", "float32"])
def test_many_questions_are_added_up_by_the_array(monkeypatch, classes, kind):
    rng = random.Random(classes)
    rows = [[rng.randrange(classes) for _ in range(35)] for _ in range(150)] + [[classes - 1] * 35]
    array = numpy.array(rows).astype(kind)
    calls = [
        lambda R, w: sl.bayes_ci(R, w),
        lambda R, w: sl.avg(R, w),
        lambda R, w: confidence.avg(R, w),
        lambda R, w: confidence.avg(R, w, questions="these"),
        lambda R, w: rank.bayes([R, R] if isinstance(R, list) else numpy.stack([R, R]), w, None, 0.1),
    ]
    weights = [[rng.random() for _ in range(classes)] for _ in range(2)]
    weights[1][0] = Fraction(-1, 3)
    expected = [call(rows, w) for call in calls for w in weights]
    if 2 < classes < 33:  # nothing is done question by question
        monkeypatch.setattr(arrays, "counted", None)
    assert [call(array, w) for call in calls for w in weights] == expected
    monkeypatch.undo()
    read = Tally(array)
    assert (read.questions, read.trials, read.classes, read.has_prior) == (151, 35, classes, False)
    check_tally(read)
    for model in (*model_tallies(numpy.stack([array, array % 2]), classes - 1), *model_tallies(array, classes - 1)):
        check_tally(model)
    assert read == Tally(rows)
    assert read + read == Tally(rows * 2)
    assert Tally.from_dict(Tally(array).to_dict()) == read


@pytest.mark.parametrize("size", [(300, 20), (140, 140), (9, 260)])
def test_classes_are_counted_in_parts(monkeypatch, size):
    """Arrays are counted right if their classes are counted a few at a time."""
    rng = random.Random(size[0])
    rows = [[rng.randrange(12) for _ in range(size[1])] for _ in range(size[0])]
    w = [rng.uniform(-1, 1) for _ in range(12)]
    expected = Tally(rows), sl.bayes_ci(rows, w)
    monkeypatch.setattr(arrays, "_BLOCK", 4 * size[0] * size[1])
    assert (Tally(numpy.array(rows)), sl.bayes_ci(numpy.array(rows), w)) == expected


@pytest.mark.parametrize("trials", [1, 7, 32, 33])
def test_models_are_ranked_as_their_lists(trials):
    rng = random.Random(trials)
    rates = [rng.random() for _ in range(5)]
    models = [[[int(rng.random() < rate) for _ in range(trials)] for _ in range(9)] for rate in rates]
    for kind in (int, float, bool, "u1", object):
        array = numpy.array(models).astype(kind)
        for call in (rank.avg, rank.bayes, lambda R, **given: rank.pass_at_k(R, 1, **given)):
            assert (
                call(array, return_scores=True)
                == call(list(array), return_scores=True)
                == call(models, return_scores=True)
            )
        flat = [[row[0] for row in model] for model in models]
        assert rank.avg(array[:, :, 0], return_scores=True) == rank.avg(flat, return_scores=True)


def test_counts():
    array = numpy.array([[0, 1, 2, 1]] * 90)
    read, before = Tally(array), Tally(array.tolist())
    array[:] = 0
    assert read == before, "the array may change after it was read"
    counts = numpy.array([[s % 5, 7 - s % 5] for s in range(40)])
    assert Tally.from_counts(counts) == Tally.from_counts(map(iter, counts.tolist()))
    counts[33] = 0
    refused(r"^rows\[33\] must have at least one trial", Tally.from_counts, counts)


def test_columns_of_tables():
    """Frames, their rows and columns, and columns of Arrow give the same tallies."""
    counts = [(s % 5, 7 - s % 5) for s in range(40)]
    expected = Tally.from_counts(counts)
    assert Tally.from_counts(zip(*numpy.array(counts).T)) == expected
    frame = pytest.importorskip("pandas").DataFrame(counts, columns=["failures", "successes"])
    for rows in (frame, frame.itertuples(index=False), zip(frame["failures"], frame["successes"])):
        assert Tally.from_counts(rows) == expected
    arrow = pytest.importorskip("pyarrow")
    failures, successes = (arrow.array(column) for column in zip(*counts))
    for columns in ((failures, successes), (failures.tolist(), successes.tolist())):
        assert Tally.from_counts(zip(*columns)) == expected
    assert Tally(arrow.array([[0, 1, 1], [1, 1, 1]])) == Tally([[0, 1, 1], [1, 1, 1]])
    assert Tally.from_counts(arrow.array(counts)) == expected
    refused(r"rows must be an iterable of class counts.*; got a type", lambda: Tally.from_counts(type(frame)))


@pytest.mark.parametrize("kind", [numpy.float64, numpy.array, lambda x: numpy.array([x])[0]])
def test_a_scalar_that_holds_a_double_is_a_double(kind):
    R = [[0, 1, 1, 0] * 10, [1, 1, 0, 1] * 10]
    assert sl.g_pass_at_k_tau(R, 25, kind(0.28)) == sl.g_pass_at_k_tau(R, 25, 0.28)
    weights = [0.1] * 9 + [0.1 + 2**-53]  # exactly, they sum to more than 1
    assert sl.threshold_spectrum_at_k(R, 10, [kind(x) for x in weights]) == sl.threshold_spectrum_at_k(R, 10, weights)
