"""Check arguments beside R: every function takes any type of number or sequence, and refuses everything else."""

from __future__ import annotations

import inspect
from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import pytest
from helpers import refused
from stand_ins import Index, Number

import scorio_lite as sl
from scorio_lite import Tally, confidence, exact, rank

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
NO_NUMBERS = (
    "1",
    b"1",
    [1],
    (1,),
    {1: 1},
    {1},
    range(1),
    iter([1]),
    object(),
    int,
    1j,
    nan,
    inf,
    Decimal("NaN"),
    Decimal("sNaN"),
    Decimal("-Infinity"),
)
NO_SEQUENCES = (5, 0.5, object(), Number(1, 2), "01", {0: 1, 1: 2})
OUTSIDE = (-0.1, 1.1, Fraction(11, 10))

# For each argument wrong values, and the message.
WRONG = {
    "k": [(value, "^k must be an integer; got ") for value in (True, 1.0, 1.5, "2", 2j, [1], Fraction(2))],
    "tau": [(value, r"^tau must be (given|in \[0, 1\].*; got )") for value in (*NO_NUMBERS, *OUTSIDE, None)],
    "lam": [(value, r"^lam must be in \[0, 1\].*; got ") for value in (*NO_NUMBERS, *OUTSIDE, None)],
    "lambda_": [(value, r"^lam must be in \[0, 1\].*; got ") for value in (*NO_NUMBERS, *OUTSIDE)],
    "confidence": [
        (value, r"^confidence must be in \(0,1\).*; got ") for value in (*NO_NUMBERS, *OUTSIDE, None, 0, 1, 0.0, 1.0)
    ],
    "alpha0": [
        (value, "^alpha0 must be a finite positive number.*; got ") for value in (*NO_NUMBERS, 0, -1, 0.0, None)
    ],
    "beta0": [(value, "^beta0 must be a finite positive number.*; got ") for value in (*NO_NUMBERS, 0, -1, 0.0, None)],
    "pass_power": [(value, "^pass_power must be a finite real number.*; got ") for value in (*NO_NUMBERS, None)],
    "unanimous_power": [
        (value, "^unanimous_power must be a finite real number.*; got ") for value in (*NO_NUMBERS, None)
    ],
    "weights": [
        *((value, "^weights must be a length-2 sequence .*; got ") for value in NO_SEQUENCES),
        ([0.5], "weights must be a length-2 sequence; its length is 1"),
        ([0.1, 0.1, 0.1], "weights must be a length-2 sequence; its length is 3"),
        ([0.5, -0.1], r"weights must be non-negative; got -0.1 at weights\[1\]"),
        ([0.5, 0.6], r"weights must satisfy sum\(weights\) <= 1; they sum to 1.1"),
        ([Fraction(1, 2), Fraction(1, 2) + Fraction(1, 10**13)], r"sum\(weights\) <= 1"),
        ([0.5, 0.5 + 2e-12], r"sum\(weights\) <= 1"),
        ([0.5, 1j], r"weights must be real, not complex; got 1j at weights\[1\]"),
        ([0.5, "a"], r"weights must be numeric; got 'a' at weights\[1\]"),
        ([[0.5], [0.5]], r"weights must be numeric; got a list at weights\[0\]"),
        ([0.5, nan], r"weights must be finite; got nan at weights\[1\]"),
        ([0.5, Decimal("Infinity")], "weights must be finite"),
        ([0.5, Decimal("1E-30000")], "weights must be finite, of at most 20000 digits: the limit"),
    ],
    "w": [
        *((value, "^w must be a sequence of real numbers, one a class; got ") for value in NO_SEQUENCES),
        *(([0, value], r"^w must be .* at w\[1\]") for value in (*NO_NUMBERS, None)),
        ([], "w must not be empty"),
        ([0, 1, 1j], r"w must be real, not complex; got 1j at w\[2\]"),
        (["a", 1], r"w must be numeric; got 'a' at w\[0\]"),
        ([[0, 1]], r"w must be numeric; got a list at w\[0\]"),
        ([0, nan], r"w must be finite; got nan at w\[1\]"),
        ([1], r"Entries of R must be integers in \[0, 0\], one for each of the 1 weights in w; got 1 at R\[0\]\[1\]"),
    ],
    "bounds": [
        *((value, "^bounds must be None or a pair of real numbers; got ") for value in NO_SEQUENCES),
        ((1,), "bounds must be None or a pair of real numbers; got 1 of them"),
        ((0, 1, 2), "bounds must be None or a pair"),
        ({0, 1}, "bounds must be None or a pair of real numbers; got a set"),
        ((None, 1), r"bounds must be None or a pair of real numbers; got None at bounds\[0\]"),
        ((0, "x"), r"got 'x' at bounds\[1\]"),
        ((0, 1j), r"got 1j at bounds\[1\]"),
        ((b"0", 1), r"got b'0' at bounds\[0\]"),
        ((1, 0), r"bounds must satisfy bounds\[0\] <= bounds\[1\]; got \(1, 0\)"),
        ((nan, 1), r"bounds\[0\] <= bounds\[1\]"),
        ((1 + Fraction(1, 10**30), 1), r"bounds\[0\] <= bounds\[1\]"),
        ((inf, -inf), r"bounds\[0\] <= bounds\[1\]"),
    ],
}
WRONG["ragged"] = [(value, "^ragged must be True or False; got ") for value in ("no", 1, 0, None, [True])]
WRONG["anytime"] = [(value, "^anytime must be True or False; got ") for value in ("no", 1, 0, None, [True])]
FUNCTIONS = {
    f"{module.__name__}.{name}": getattr(module, name)
    for module in (sl.eval, exact, confidence)
    for name in module.__all__
}
PARAMETERS = {name: inspect.signature(function).parameters for name, function in FUNCTIONS.items()}
OF_R = [name for name, parameters in PARAMETERS.items() if next(iter(parameters)) == "R" and "metric" not in parameters]


def given(name):
    """Return keywords with which you can call a function."""
    usual = {"k": 2, "tau": 0.5, "weights": [0.5, 0.5], "S": R, "budget": 9, "question_price": 1, "trial_price": 0.5}
    return {
        one: usual[one]
        for one, parameter in PARAMETERS[name].items()
        if one in usual and parameter.default is parameter.empty
    }


@pytest.mark.parametrize("name", OF_R)
def test_what_is_wrong_is_refused(name):
    for argument, wrong in WRONG.items():
        for value, words in wrong if argument in PARAMETERS[name] else ():
            refused(words, FUNCTIONS[name], R, **{**given(name), argument: value})


@pytest.mark.parametrize("name", [name for name in OF_R if "k" in PARAMETERS[name]])
def test_k(name):
    is_fresh = name.endswith("_ci") and name.split(".")[2].startswith(("threshold", "geo", "max"))
    wording = "k must be >= 1; got k=" if is_fresh else r"k must satisfy 1 <= k <= N \(N=5\); got k="
    for k in (0, -1) if is_fresh else (0, -1, 6, 10**100):
        with pytest.raises(ValueError, match=wording) as caught:
            FUNCTIONS[name](R, **{**given(name), "k": k})
        assert len(str(caught.value)) < 150
    if "confidence." not in name:
        refused("k must be an integer; got None", FUNCTIONS[name], R, **{**given(name), "k": None})


def test_lam_under_both_names():
    refused("lam must be in", sl.geo_spectrum_at_k, R, 2, [0.1, 0.2], lambda_=0.3)
    with pytest.raises(TypeError, match="Specify at most one"):
        sl.geo_spectrum_at_k(R, 2, 0.3, lambda_=0.3)
    assert sl.geo_spectrum_at_k(R, 2, 0.5, lambda_=0.3) == sl.geo_spectrum_at_k(R, 2, 0.3)


def test_powers():
    for function in (sl.geom_at_k, sl.geom_ds_at_k, sl.geom_at_k_ci, sl.geom_ds_at_k_ci):
        refused("must not both be 0", function, R, 2, 0, 0.0)
        for power in (2**1101, -Fraction(10**400, 3), Decimal("1E+19999")):
            refused(r"pass_power must be less than 2\*\*1100", function, R, 2, power, 1)


def test_what_is_no_number_or_no_sequence_of_data_is_refused():
    for value in (*NO_NUMBERS, None):
        refused(r"^Entries of R must be .* at R\[0\]\[1\]", sl.pass_at_k, [[0, value]], 1)
        refused("^class counts must be non-negative integers", Tally.from_counts, [(1, value)])
        refused(r"^scores_in_id_order must be .* at scores_in_id_order\[1\]", rank.rank_scores, [0.5, value])
    for value in (*NO_SEQUENCES, None):
        refused("^R must be a 1-D or 2-D outcome matrix", sl.pass_at_k, value, 1)
        refused("^row 1 of R must be a sequence of outcomes", sl.pass_at_k, [[0, 1], value], 1)
        refused("^rows must be an iterable", Tally.from_counts, value)
        refused(r"^rows\[0\] must be class counts", Tally.from_counts, [value])
        refused(r" at data\['cells'\]\[0\]", Tally.from_dict, {"version": 1, "cells": [value]})
        refused("^R must be 3-D", rank.avg, value)
        refused("^scores_in_id_order must be a 1D sequence", rank.rank_scores, value)
        if not isinstance(value, dict):
            refused("histogram", Tally.from_histogram, value)


def test_what_is_a_number_is_taken():
    for half in (Number(1, 2), Decimal("0.5")):
        assert sl.pass_at_k_ci(R, 2, alpha0=half) == sl.pass_at_k_ci(R, 2, alpha0=0.5)
        assert sl.bayes(R, [0, half]) == sl.bayes(R, [0, 0.5])
        assert sl.pass_at_k_ci(R, 2, bounds=(half, Index(1))) == sl.pass_at_k_ci(R, 2, bounds=(0.5, 1))
    for one in (Number(1, 1), Index(1), 1.0, True, Decimal(1)):
        assert sl.pass_at_k([[0, one]], 1) == 0.5
    assert sl.pass_at_k(R, Index(2)) == sl.pass_at_k(R, 2)
    assert exact.avg([[0, 1]], [0, 0.1]) == Fraction(0.1) / 2, "floats count at their binary value"
    assert exact.avg([[0, 1]], [0, Decimal("0.1")]) == Fraction(1, 20)
    assert exact.bayes([[0, 1]], [0, 0.1])[0] != exact.bayes([[0, 1]], [0, Fraction(1, 10)])[0]


def test_spectrum_weights_that_are_let_through():
    assert sl.threshold_spectrum_at_k(R, 2, [0.5, 0.5 + 1e-13]) >= 0.7
    assert sl.threshold_spectrum_at_k(R, 3, [1 / 3] * 3) == sl.threshold_spectrum_at_k(R, 3, iter([1 / 3] * 3)) == 0.7
    assert sl.threshold_spectrum_at_k(R, 2, (Decimal("0.5"), Fraction(1, 2))) == 0.7
    assert sl.threshold_spectrum_at_k(R, 2, [0, 0]) == 0.0


def test_iterators_are_read_once():
    assert sl.pass_at_k((iter(row) for row in R), 2) == 0.95
    assert sl.bayes(R, iter([0, 1])) == sl.bayes(R, (index for index in (0, 1))) == sl.bayes(R)
    for bounds in (
        iter((0, 1)),
        *((Decimal(low), one) for low in ("1E-999999", "-1E-999999") for one in (1, 1.0, Fraction(1), Decimal(1))),
    ):
        assert sl.pass_at_k_ci(R, 2, bounds=bounds) == sl.pass_at_k_ci(R, 2)
    assert Tally.from_counts(iter([iter([2, 3])])) == Tally.from_counts([[2, 3]])
    assert Tally.from_histogram(iter([iter([(2, 3), 1])])) == Tally.from_counts([[2, 3]])


@pytest.mark.parametrize("error", [KeyError(), KeyboardInterrupt(), ZeroDivisionError(), MemoryError()])
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
        for call in (
            lambda: sl.pass_at_k(R, [value]),
            lambda: sl.pass_at_k([[0, value]], 1),
            lambda: sl.bayes(R, [0, [value]]),
            lambda: sl.threshold_spectrum_at_k_ci(R, 10**5000, [value]),
        ):
            with pytest.raises(ValueError, match=r"^(k|Entries of R|w|weights) must be ") as caught:
                call()
            assert len(str(caught.value)) < 500
            assert str(caught.value).isprintable()
