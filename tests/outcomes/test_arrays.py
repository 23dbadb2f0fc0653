"""If NumPy is installed, check its arrays: they give the same tallies as their lists, and the same refusals."""

from __future__ import annotations

import contextlib
import random
import warnings
from fractions import Fraction

import pytest
from helpers import check_tally, refused

import scorio_lite as sl
from scorio_lite import Scores, Tally, confidence, exact, rank
from scorio_lite._outcomes.arrays import array_counts
from scorio_lite._ranks import _together
from scorio_lite._scores import _doubles_of

numpy = pytest.importorskip("numpy")

KINDS = ["?", "i1", "u1", "i2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", ">i8", ">f8", "O"]  # codes of NumPy
VIEWS = (
    lambda array: array,
    lambda array: array.T,
    lambda array: array[::2, ::-1],
    lambda array: array[:, :1],
    lambda array: numpy.asfortranarray(array),
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("classes", [2, 3, 11, 33, 200])
def test_arrays_are_read_as_their_lists(kind, classes):
    if (classes == 200 and kind == "i1") or (classes > 2 and kind == "?"):
        pytest.skip("no such class of this kind")
    rng = random.Random(classes)
    rows = [[0, 1] * 15] * (classes > 2) + [[rng.randrange(classes - 1) for _ in range(30)] for _ in range(8)]
    w = [rng.random() for _ in range(classes)]
    whole = numpy.array([*rows, [classes - 1] * 30]).astype(kind)
    for view in VIEWS:
        array = view(whole)
        assert Tally(array) == Tally(array, ragged=True) == Tally(array.tolist())
        check_tally(Tally(array))
        for call in (sl.bayes_ci, confidence.avg, lambda R, w: confidence.avg(R, w, questions="these")):
            assert call(array, w) == call(array.tolist(), w)
        k = (array.shape[1] + 1) // 2
        if classes == 2:
            assert sl.pass_at_k(array, k) == sl.pass_at_k(array.tolist(), k)
        assert sl.max_at_k(array, k, w) == sl.max_at_k(array.tolist(), k, w)
        assert sl.max_at_k_ci(array, k, w) == sl.max_at_k_ci(array.tolist(), k, w)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        refused(rf"got (True|{classes - 1}(\.0)?) at R\[{len(rows)}\]\[0\]", sl.bayes, whole, w[:-1])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore")
def test_wrong_entries_are_named(kind):
    for value in (2, -1, 255, 2**40, 2**56, 0.5, 1e-30, float("nan"), float("inf")):
        array = numpy.array([[0, 1, 1] * 4] * 8).astype(kind)
        with contextlib.suppress(OverflowError, ValueError):  # of kinds that have no such number
            array[3, 4] = value
        if array[3, 4] not in (0, 1):
            refused(r"at R\[3\]\[4\] \(row 3, column 4\)", sl.pass_at_k, array, 1)


def test_which_arrays_are_read_as_they_are():
    for kind in KINDS[1:]:
        array, is_counted = numpy.array([[0, 1, 2, 2]] * 3).astype(kind), kind[0] not in ">O"
        assert (array_counts(array, 2) is not None) == is_counted
        assert array_counts(array, 1) is None
        found, shift = _doubles_of(array, 0, 2)
        assert (found is not None) == (shift is not None) == (kind not in ("i8", "u8", ">i8", "O"))
        assert [_doubles_of(array, *ends) for ends in ((0.5, 2), (0, 1.5))] == [(None, None)] * 2
        if is_counted:
            assert array_counts(array, 2).tolist() == [[1] * 3, [2] * 3]
            assert len(_together(array, 2)) == 3 and len(_together(numpy.array([array] * 4), 2)) == 4
    assert len(_together([bytes([0, 1]), bytes([1, 1])], 1)) == 2
    for shape in ((3,), (2, 2, 2), (0, 3)):
        array = numpy.zeros(shape)
        assert array_counts(array, 1) is None is _doubles_of(array, 0, 1)[0]
    for value in (-1.0, 0.5, numpy.nan, numpy.inf):
        assert array_counts(numpy.array([[0, 1, value]]), 1) is None
    assert _doubles_of(numpy.array([[0.25, 0, -0.5]]), -0.5, 1)[1] == 54


@pytest.mark.parametrize("N", [255, 256, 257, 65_535, 65_536])
def test_rows_of_any_length_are_added_up(N):
    assert Tally(numpy.ones((9, N), "u1")) == Tally.from_counts([(0, N)] * 9)


def test_shapes():
    assert sl.avg(Tally(numpy.zeros((150, 40), int)), [0.5]) == sl.avg([[0] * 40] * 150, [0.5])
    assert sl.avg(numpy.array([0, 1, 1])) == sl.avg([0, 1, 1])
    refused("flat row", confidence.avg, numpy.array([0, 1, 1]))
    shapes = {(0, 3): "no rows", (3, 0): "row 0 is empty", (2, 2, 2): "1-D or 2-D", (): "1-D or 2-D"}
    for shape, words in shapes.items():
        refused(words, sl.avg, numpy.zeros(shape))


@pytest.mark.parametrize("trials", [1, 7, 33])
def test_models_are_ranked_as_their_lists(trials):
    rng = random.Random(trials)
    models = [[[rng.choice((0, 0, 1)) for _ in range(trials)] for _ in range(9)] for _ in range(5)]
    R0, w = [[0]] * 9, numpy.array([0.1, 0.7])
    for kind in (int, float, bool, "u1", object):
        array = numpy.array(models).astype(kind)
        for call in (rank.avg, rank.bayes, lambda R, **given: rank.pass_at_k(R, 1, **given)):
            expected = call(models, return_scores=True)
            assert call(array, return_scores=True) == call(list(array), return_scores=True) == expected
        graded, rewards = (numpy.array(models) * numpy.arange(5).reshape(5, 1, 1)).astype(kind), [0, 0.5, 0.3, 1, 0.9]
        for deep in (graded, graded[:, :, 0]) if kind is not bool else ():
            expected = rank.bayes(deep.tolist(), rewards, return_scores=True)
            assert rank.bayes(deep, rewards, return_scores=True) == expected
        for prior in (numpy.array(R0), numpy.array([R0] * 5)):
            assert rank.bayes(array, w, prior, numpy.float64(0.1)) == rank.bayes(models, [0.1, 0.7], R0, 0.1)
    refused("1D sequence", rank.rank_scores, numpy.zeros((2, 2)))
    refused(r"R\[0\]\[0\]\[0\] \(row 0, column 0\)", rank.avg, numpy.full((2, 2, 2), numpy.nan))


@pytest.mark.parametrize("N", [1, 3, 64, 1023])
@pytest.mark.parametrize("bits", [0, 8, 30, 45, 60])
def test_means_of_scores_in_arrays_are_exact(N, bits):
    """Rows are summed in two parts, also where scores of 1 stand beside scores of 2**-bits."""
    rng = random.Random(f"{N} {bits}")
    doubles = numpy.array([[rng.random() * rng.choice([1, 2.0**-bits]) for _ in range(N)] for _ in range(3)])
    zeros = numpy.concatenate([doubles * 0, doubles], axis=1)
    for array in (-doubles, zeros, 1 - abs(doubles) / 9, doubles.astype("f4"), (9 * doubles).round().astype("i4")):
        rows, most = array.tolist(), abs(array).max().item()
        for high in (most, 2**53, 2**60):
            scores = Scores(array, -high, high)
            assert exact.avg(scores) == sum(map(Fraction, array.ravel().tolist())) / array.size
            assert confidence.avg(scores) == confidence.avg(Scores(rows, -high, high))


def test_counts():
    array = numpy.array([[0, 1, 2, 1]] * 90)
    read, before = Tally(array), Tally(array.tolist())
    array[:] = 0
    assert read == before, "the array may change after it was read"
    counts = numpy.array([[s % 5, 7 - s % 5] for s in range(40)])
    expected = Tally.from_counts(map(iter, counts.tolist()))
    assert Tally.from_counts(counts) == Tally.from_counts(zip(*counts.T)) == expected
