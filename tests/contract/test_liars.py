"""Objects that lie or raise: a ValueError that names the argument, the caller's own exception, or the right result."""

from __future__ import annotations

from decimal import Decimal

import pytest

import scorio_lite as sl
from scorio_lite import Tally, exact, rank

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]


class Number:
    """A number by as_integer_ratio alone, true or not."""

    def __init__(self, *ratio):
        self.ratio = ratio

    def as_integer_ratio(self):
        return self.ratio


class Answers:
    """An object whose special method gives the answer, or raises it."""

    def __new__(cls, method, answer, base=object):
        def give(*_):
            if isinstance(answer, BaseException):
                raise answer
            return answer

        return type("Answers", (base,), {method: give})()


def counting(items, length):
    return type("Counting", (list,), {"__len__": lambda _: length})(items)


@pytest.mark.parametrize(
    "value",
    [
        *(Number(1, 0), Number(1, -2), Number(0.5, 2), Number(1, 2, 3), Number(1), Number(float("nan"), 1)),
        *(Number("1", "2"), Answers("as_integer_ratio", None), Answers("as_tuple", None)),
        *(Answers("as_tuple", (0, (1,), None)), Answers("__index__", "1"), Answers("__index__", 1.0)),
        *(Answers("__float__", 1.0), Decimal("sNaN")),
    ],
)
def test_what_is_no_number_is_refused(value):
    for call, name in (
        (lambda: sl.pass_at_k_ci(R, 2, alpha0=value), "alpha0 must be a finite positive number"),
        (lambda: sl.bayes(R, [0, value]), r"w must be .* at w\[1\]"),
        (lambda: sl.pass_at_k_ci(R, 2, bounds=(0, value)), r"bounds must be .* at bounds\[1\]"),
        (lambda: sl.pass_at_k([[0, value]], 1), r"at R\[0\]\[1\]"),
        (lambda: sl.pass_at_k(R, value), "k must be an integer"),
        (lambda: Tally.from_counts([(1, value)]), "class counts must be non-negative integers"),
    ):
        with pytest.raises(ValueError, match=name):
            call()


def test_what_is_a_number_is_taken():
    assert exact.pass_at_k_moments(R, 2, alpha0=Number(1, 2)) == exact.pass_at_k_moments(R, 2, alpha0=0.5)
    assert sl.pass_at_k([[0, Number(1, 1)]], 1) == 0.5


def test_a_float_is_its_value_whatever_its_class_says():
    class Half(float):
        def as_integer_ratio(self):
            return 1, 0

        def __ge__(self, other):
            return False

        __le__ = __ge__

    assert exact.pass_at_k_moments(R, 2, Half(0.5)) == exact.pass_at_k_moments(R, 2, 0.5)
    assert sl.g_pass_at_k_tau(R, 5, Half(0.4)) == sl.g_pass_at_k_tau(R, 5, 0.4)


def test_an_int_is_its_value_whatever_its_class_says():
    class Two(int):
        def __int__(self):
            return 7

    assert sl.pass_at_k(R, Two(2)) == 0.95
    assert sl.pass_at_k([[0, Two(1)]], 1) == 0.5


@pytest.mark.parametrize("answer", [[0, 1], 1, None, Answers("__next__", 1)])
def test_what_cannot_be_iterated_over_is_refused(answer):
    value = Answers("__iter__", answer) if not hasattr(answer, "__next__") else Answers("__iter__", object())
    for call, name in (
        (lambda: sl.pass_at_k(value, 1), "R must be a 1-D or 2-D outcome matrix"),
        (lambda: sl.pass_at_k([[0, 1], value], 1), "row 1 of R must be a sequence of outcomes"),
        (lambda: sl.bayes(R, value), "w must be a sequence of real numbers"),
        (lambda: sl.pass_at_k_ci(R, 2, bounds=value), "bounds must be None or a pair"),
        (lambda: sl.threshold_spectrum_at_k(R, 2, value), "weights must be a length-2 sequence"),
        (lambda: Tally.from_counts(value), "rows must be an iterable"),
        (lambda: Tally.from_counts([value]), r"rows\[0\] must be class counts"),
        (lambda: Tally.from_histogram([value]), "as item 0 of histogram"),
        (lambda: Tally.from_histogram(Answers("items", value)), "histogram must be a mapping"),
        (lambda: Tally.from_dict({"version": 1, "cells": [value]}), r"at data\['cells'\]\[0\]"),
        (lambda: rank.avg(value), "R must be 3-D"),
        (lambda: rank.rank_scores(value), "scores_in_id_order must be a 1D sequence"),
    ):
        with pytest.raises(ValueError, match=name):
            call()


@pytest.mark.parametrize("length", [-1, 0, 1, 10**12, 2**62, "2", None])
def test_no_length_is_believed(length):
    assert sl.pass_at_k(counting([counting(row, length) for row in R], length), 2) == 0.95
    assert sl.pass_at_k([counting(row, length) for row in R], 2) == 0.95
    assert sl.bayes(R, counting([0, 1], length)) == sl.bayes(R)
    assert sl.pass_at_k_ci(R, 2, bounds=counting([0, 1], length)) == sl.pass_at_k_ci(R, 2)
    assert Tally.from_counts([counting([2, 3], length)]) == Tally.from_counts([[2, 3]])
    assert Tally.from_dict({"version": 1, "cells": [counting([1, [2, 3], []], length)]}) == Tally([[0, 0, 1, 1, 1]])
    hinting = type("Hinting", (), {"__iter__": lambda _: iter([0, 1]), "__length_hint__": lambda _: length})()
    assert sl.bayes(R, hinting) == sl.bayes(R)


def test_iterators_without_iter():
    """An object that has __next__ alone is what __iter__ may return."""

    def rows():
        state = iter(R)
        return type("Old", (), {"__iter__": lambda _: type("Next", (), {"__next__": lambda _: next(state)})()})()

    assert sl.pass_at_k(rows(), 2) == 0.95


class OwnError(Exception):
    pass


@pytest.mark.parametrize("error", [OwnError(), KeyboardInterrupt(), ZeroDivisionError(), MemoryError(), SystemExit()])
def test_the_callers_exceptions_come_through(error):
    def failing(items):
        yield from items
        raise error

    for call in (
        lambda: sl.pass_at_k(failing(R), 1),
        lambda: sl.pass_at_k([failing(R[0])], 1),
        lambda: sl.pass_at_k([[0, Answers("__index__", error)]], 1),
        lambda: sl.pass_at_k([[0, Answers("as_integer_ratio", error)]], 1),
        lambda: sl.pass_at_k(Answers("tolist", error), 1),
        lambda: sl.pass_at_k(Answers("__iter__", error), 1),
        lambda: sl.bayes(R, failing([0, 1])),
        lambda: sl.pass_at_k_ci(R, 2, Answers("__index__", error)),
        lambda: Tally.from_counts(failing([(1, 2)])),
        lambda: Tally.from_histogram(Answers("items", error)),
        lambda: rank.avg(failing([R, R])),
    ):
        with pytest.raises(type(error)) as raised:
            call()
        assert raised.value is error
        assert sl.pass_at_k_ci(R, 2) == (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)


@pytest.mark.parametrize("method", ["__iter__", "tolist", "to_numpy"])
def test_a_row_that_raises_stop_iteration_is_not_the_end(method):
    """Rows after it would be left out without a word."""
    rows = [R[0], Answers(method, StopIteration()), R[1]]
    for call in (
        lambda: sl.pass_at_k(iter(rows), 1),
        lambda: sl.pass_at_k((row for row in rows), 1),
        lambda: Tally(iter(rows)),
        lambda: rank.avg(iter([R, iter(rows)])),
        lambda: Tally.from_counts(iter(rows)),
        lambda: rank.bayes([R, R], None, [R, Answers(method, StopIteration()), R]),
    ):
        with pytest.raises((RuntimeError, StopIteration)):
            call()


@pytest.mark.parametrize("size", [1, 2, 70_000])
def test_an_outcome_that_raises_stop_iteration_is_not_the_end(size):
    rows = [[1] * size, [0] * (size - 1) + [Answers("__index__", StopIteration())]]
    for call in (lambda: sl.pass_at_k(rows, 1), lambda: Tally(rows), lambda: sl.max_at_k(rows, 1, [0, 1])):
        with pytest.raises((RuntimeError, StopIteration)):
            call()


def test_rows_that_change_while_they_are_read():
    row = [1, 1, 0, 1]
    row[1] = Answers("__index__", 1)
    for change in (row.clear, row.pop, lambda: row.append(1)):
        row[:] = [1, type("Changing", (), {"__index__": lambda _, change=change: change() or 1})(), 0, 1]
        try:
            assert 0 <= sl.pass_at_k([row], 2) <= 1
        except ValueError as error:
            assert "R" in str(error)


def test_a_matrix_that_changes_while_it_is_read():
    rows = [[1, 1], [0, 1]]
    rows.insert(1, [1, type("Clearing", (), {"__index__": lambda _: rows.clear() or 1})()])
    assert sl.pass_at_k(rows, 1) == 5 / 6
    assert rows == []


def test_methods_that_are_set_to_none():
    class Row(list):
        tolist = to_numpy = None

    assert sl.pass_at_k([Row(row) for row in R], 2) == 0.95


def test_messages_are_short():
    thing = type("N" * 10**5, (), {})()
    for call in (lambda: sl.pass_at_k(thing, 1), lambda: sl.pass_at_k(R, thing), lambda: sl.pass_at_k([[thing]], 1)):
        with pytest.raises(ValueError) as raised:
            call()
        assert len(str(raised.value)) < 500
    with pytest.raises(ValueError, match="weights must be a length-an integer of") as raised:
        sl.threshold_spectrum_at_k_ci(R, 10**5000, [1])
    assert len(str(raised.value)) < 500


def test_messages_show_the_name_of_a_class_in_one_line():
    class Misnamed(type):
        __name__ = 5

    class LongName(str):
        def __getitem__(self, _):
            return "x\n" * 100

    for kind, name in (
        (type("a\nb\x1b", (), {}), r"a\nb\x1b"),
        (Misnamed("Score", (), {}), "Score"),
        (type(LongName("Score"), (), {}), "Score"),
    ):
        with pytest.raises(ValueError) as caught:
            sl.pass_at_k([[0, kind()]], 1)
        assert f" {name} at R[0][1] " in str(caught.value)


def test_bounds_are_compared_as_numbers_alone():
    class Odd:
        def __eq__(self, other):
            raise AssertionError

        __hash__ = None

        def __index__(self):
            return 1

    assert sl.pass_at_k_ci(R, 2, bounds=(0, Odd())) == sl.pass_at_k_ci(R, 2)


def test_an_int_that_lies_about_its_length_is_refused_as_the_int_that_it_is():
    with pytest.raises(ValueError, match=r"R must be a 1-D or 2-D outcome matrix .*; got 0$"):
        sl.bayes(Answers("bit_length", "2", int))


def test_prior_rows_of_a_model_may_be_one_list_made_anew():
    def reused(rows):
        row = []
        for row[:] in rows:
            yield row

    models = [[[0, 1], [1, 1]], [[1, 0], [0, 1]]]
    priors = [[[0], [1]], [[1], [0]]]
    expected = rank.bayes(models, R0=priors, quantile=0.3, return_scores=True)
    assert rank.bayes(models, R0=map(reused, priors), quantile=0.3, return_scores=True) == expected


def test_a_long_range_is_no_prior():
    with pytest.raises(ValueError, match=r"R0 must be shape \(M, D\) or \(L, M, D\); it is 1-D"):
        rank.bayes([[[0, 1]], [[1, 1]]], R0=range(10**18))
