"""Arguments of other types than a metric documents: what is a number or a sequence is taken, all else is refused."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from helpers import refused
from stand_ins import Index, Number, reused

import scorio_lite as sl
from scorio_lite import Tally, exact, rank

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]


NO_NUMBERS = (None, "1", b"1", "x", [1], (1,), {1: 1}, {1}, range(1), iter([1]), object(), int, 1j, float("nan"), float("inf"),
              Decimal("NaN"), Decimal("sNaN"), Decimal("-Infinity"))  # fmt: skip


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: type(value).__name__)
def test_what_is_no_number_is_refused(value):
    for call, words in (
        (lambda: sl.pass_at_k_ci(R, 2, alpha0=value), "^alpha0 must be a finite positive number"),
        (lambda: sl.bayes(R, [0, value]), r"^w must be .* at w\[1\]"),
        (lambda: sl.pass_at_k([[0, value]], 1), r"^Entries of R must be .* at R\[0\]\[1\]"),
        (lambda: sl.pass_at_k(R, value), "^k must be an integer; got "),
        (lambda: Tally.from_counts([(1, value)]), "^class counts must be non-negative integers"),
        (lambda: rank.rank_scores([0.5, value]), r"^scores_in_id_order must be .* at scores_in_id_order\[1\]"),
    ):
        refused(words, call)


def test_what_is_a_number_is_taken():
    for half in (Number(1, 2), Decimal("0.5")):
        assert exact.pass_at_k_moments(R, 2, alpha0=half) == exact.pass_at_k_moments(R, 2, alpha0=0.5)
        assert sl.bayes(R, [0, half]) == sl.bayes(R, [0, 0.5])
        assert sl.pass_at_k_ci(R, 2, bounds=(half, Index(1))) == sl.pass_at_k_ci(R, 2, bounds=(0.5, 1))
    for one in (Number(1, 1), Index(1), 1.0, True, Decimal(1)):
        assert sl.pass_at_k([[0, one]], 1) == 0.5
    assert sl.pass_at_k(R, Index(2)) == sl.pass_at_k(R, 2)


NO_SEQUENCES = (None, 5, 0.5, object(), Number(1, 2), "01", {0: 1, 1: 2})


@pytest.mark.parametrize("value", NO_SEQUENCES, ids=lambda value: type(value).__name__)
def test_what_is_no_sequence_is_refused(value):
    calls = [
        (lambda: sl.pass_at_k(value, 1), "^R must be a 1-D or 2-D outcome matrix"),
        (lambda: sl.pass_at_k([[0, 1], value], 1), "^row 1 of R must be a sequence of outcomes"),
        (lambda: sl.threshold_spectrum_at_k(R, 2, value), "^weights must be a length-2 sequence"),
        (lambda: Tally.from_counts(value), "^rows must be an iterable"),
        (lambda: Tally.from_counts([value]), r"^rows\[0\] must be class counts"),
        (lambda: Tally.from_dict({"version": 1, "cells": [value]}), r" at data\['cells'\]\[0\]"),
        (lambda: rank.avg(value), "^R must be 3-D"),
        (lambda: rank.rank_scores(value), "^scores_in_id_order must be a 1D sequence"),
    ]
    if value is not None:
        calls.append((lambda: sl.bayes(R, value), "^w must be a sequence of real numbers"))
        calls.append((lambda: sl.pass_at_k_ci(R, 2, bounds=value), "^bounds must be None or a pair"))
    if not isinstance(value, dict):
        calls.append((lambda: Tally.from_histogram(value), "histogram"))
    for call, words in calls:
        refused(words, call)


def test_iterators_are_read_once():
    assert sl.pass_at_k((iter(row) for row in R), 2) == 0.95
    assert sl.bayes(R, iter([0, 1])) == sl.bayes(R, (index for index in (0, 1))) == sl.bayes(R)
    for low in (Decimal("1E-999999"), Decimal("-1E-999999")):
        for high in (1, 1.0, Fraction(1), Decimal(1)):
            assert sl.pass_at_k_ci(R, 2, bounds=(low, high)) == sl.pass_at_k_ci(R, 2)
    assert sl.pass_at_k_ci(R, 2, bounds=iter((0, 1))) == sl.pass_at_k_ci(R, 2)
    assert Tally.from_counts(iter([iter([2, 3])])) == Tally.from_counts([[2, 3]])
    assert Tally.from_histogram(iter([iter([(2, 3), 1])])) == Tally.from_counts([[2, 3]])


def test_prior_rows_of_a_model_may_be_one_list_made_anew():
    models = [[[0, 1], [1, 1]], [[1, 0], [0, 1]]]
    priors = [[[0], [1]], [[1], [0]]]
    expected = rank.bayes(models, R0=priors, quantile=0.3, return_scores=True)
    assert rank.bayes(models, R0=map(reused, priors), quantile=0.3, return_scores=True) == expected


def test_a_long_range_is_no_prior():
    refused(r"R0 must be shape \(M, D\) or \(L, M, D\); it is 1-D", rank.bayes, [[[0, 1]], [[1, 1]]], R0=range(10**18))


class OwnError(Exception):
    pass


@pytest.mark.parametrize("error", [OwnError(), KeyboardInterrupt(), ZeroDivisionError(), MemoryError()])
def test_the_callers_exceptions_come_through(error):
    def failing(items):
        yield from items
        raise error

    for call in (
        lambda: sl.pass_at_k(failing(R), 1),
        lambda: sl.pass_at_k([failing(R[0])], 1),
        lambda: sl.bayes(R, failing([0, 1])),
        lambda: Tally.from_counts(failing([(1, 2)])),
        lambda: rank.avg(failing([R, R])),
    ):
        with pytest.raises(type(error)) as raised:
            call()
        assert raised.value is error


def test_messages_are_short_and_of_one_line():
    for value in ("x\n" * 10**5, b"\1" * 10**5, 10**5000, [1] * 10**5):
        for call in (lambda: sl.pass_at_k(R, [value]), lambda: sl.pass_at_k([[0, value]], 1), lambda: sl.bayes(R, [0, [value]])):
            with pytest.raises(ValueError, match=r"^(k|Entries of R|w) must be ") as caught:
                call()
            assert len(str(caught.value)) < 500
            assert str(caught.value).isprintable()
    with pytest.raises(ValueError, match=r"^weights must be a length-an integer of") as caught:
        sl.threshold_spectrum_at_k_ci(R, 10**5000, [1])
    assert len(str(caught.value)) < 500
