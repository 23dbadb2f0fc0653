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
NO_NUMBERS = ("1", Number(1, 0), b"1", [1], {}, iter(()), object(), int, 1j, nan, inf, Decimal("sNaN"), Decimal("-inf"))
NO_SEQUENCES = (5, object(), Number(1, 2), "01", {0: 1, 1: 2})
NO_FLAG = ("no", 1, 0, None, [True])
OUTSIDE = (-0.1, 1.1, Fraction(11, 10))
WRONG = {  # arguments, their wrong values, and how the message begins
    "k": ((True, 1.0, 1.5, "2", 2j, [1], Fraction(2)), "k must be an integer; got "),
    "tau": ((*NO_NUMBERS, *OUTSIDE, None), r"tau must be (given|in \[0, 1\])"),
    "lam": ((*NO_NUMBERS, *OUTSIDE, None), r"lam must be in \[0, 1\]"),
    "lambda_": ((*NO_NUMBERS, *OUTSIDE), r"lam must be in \[0, 1\]"),
    "confidence": ((*NO_NUMBERS, *OUTSIDE, None, 0, 1, 0.0, 1.0), r"confidence must be in \(0,1\)"),
    "alpha0": ((*NO_NUMBERS, 0, -1, None), "alpha0 must be a finite positive number"),
    "beta0": ((*NO_NUMBERS, 0, -1, None), "beta0 must be a finite positive number"),
    "pass_power": ((*NO_NUMBERS, None), "pass_power must be a finite real number"),
    "unanimous_power": ((*NO_NUMBERS, None), "unanimous_power must be a finite real number"),
    "weights": ((*NO_SEQUENCES, [0.5], [0.1] * 3, [0.5, nan], [[0.5], [0.5]]), "weights must be "),
    "w": ((*NO_SEQUENCES, *([0, value] for value in (*NO_NUMBERS, None)), [], [[0, 1]]), "w must "),
    "bounds": ((*NO_SEQUENCES, (1,), (0, 1, 2), {0, 1}, (None, 1), (0, 1j), (nan, 1), (inf, -inf)), "bounds must "),
    "ragged": (NO_FLAG, "ragged must be True or False"),
    "anytime": (NO_FLAG, "anytime must be True or False"),
}
MODULES = sl.eval, exact, confidence
FUNCTIONS = {f"{module.__name__}.{name}": getattr(module, name) for module in MODULES for name in module.__all__}
PARAMETERS = {name: inspect.signature(function).parameters for name, function in FUNCTIONS.items()}
OF_R = [name for name, taken in PARAMETERS.items() if next(iter(taken)) == "R" and "metric" not in taken]
USUAL = {"k": 2, "tau": 0.5, "weights": [0.5, 0.5], "S": R}


@pytest.mark.parametrize("name", OF_R)
def test_what_is_wrong_is_refused(name):
    function, taken = FUNCTIONS[name], PARAMETERS[name]
    given = {one: value for one, value in USUAL.items() if one in taken and taken[one].default is taken[one].empty}
    for argument, (values, words) in WRONG.items():
        for value in values if argument in taken else ():
            refused(f"^{words}", function, R, **{**given, argument: value})
    is_fresh = name.endswith("_ci") and name.split(".")[2].startswith(("threshold", "geo", "max"))
    words = "k must be >= 1; got k=" if is_fresh else r"k must satisfy 1 <= k <= N \(N=5\); got k=.{0,99}$"
    for k in () if "k" not in taken else (0, -1) if is_fresh else (0, -1, 6, 10**100):
        refused(words, function, R, **{**given, "k": k})


def test_what_is_no_number_or_no_sequence_of_data_is_refused():
    for value in (*NO_NUMBERS, None):
        refused(r"^Entries of R must be .* at R\[0\]\[1\]", sl.pass_at_k, [[0, value]], 1)
        refused("^class counts must be non-negative integers", Tally.from_counts, [(1, value)])
        refused(r"^scores_in_id_order must be .* at scores_in_id_order\[1\]", rank.rank_scores, [0.5, value])
    for value in (*NO_SEQUENCES, None):
        refused("^R must be a 1-D or 2-D outcome matrix", sl.pass_at_k, value, 1)
        refused("^row 1 of R must be a sequence of outcomes", sl.pass_at_k, [[0, 1], value], 1)
        refused("^rows must be an iterable", Tally.from_counts, value)
        refused("^R must be 3-D", rank.avg, value)


def test_numbers_are_taken_exactly_and_sequences_read_once():
    for half in (Number(1, 2), Decimal("0.5")):
        assert sl.bayes(R, iter([0, half])) == sl.bayes(R, [0, 0.5])
        assert sl.pass_at_k_ci(R, 2, bounds=iter((half, Index(1)))) == sl.pass_at_k_ci(R, 2, bounds=(0.5, 1))
    for bound in (Fraction(1, 3), 0.5, 0, -0.0):
        assert str(sl.pass_at_k_ci(R, 2, bounds=(bound, bound))[2:]) == str((abs(float(bound)),) * 2)
    assert str(sl.pass_at_k_ci([[0, 1]], 1, 0.999, bounds=(-0.0, 1.0))[2]) == "0.0"
    for one in (Number(1, 1), Index(1), 1.0, True, Decimal(1)):
        assert sl.pass_at_k([[0, one]], 1) == 0.5
    assert sl.pass_at_k(R, Index(2)) == sl.pass_at_k((iter(row) for row in R), 2)
    for tenth, value in (0.1, Fraction(0.1)), (Decimal("0.1"), Fraction(1, 10)):
        assert exact.max_at_k([[0, 1]], 1, [0, tenth]) == value / 2
    for level in (Fraction(95, 100), Decimal("0.95")):
        assert confidence.avg(R, confidence=level) == confidence.avg(R, confidence=Fraction(19, 20))
    assert sl.threshold_spectrum_at_k(R, 3, [1 / 3] * 3) == sl.threshold_spectrum_at_k(R, 3, iter([1 / 3] * 3)) == 0.7
    assert sl.threshold_spectrum_at_k(R, 2, [0.5, 0.5 + 1e-13]) >= 0.7, "a float sum a hair above 1 is let through"
    for weights in ([0.5, 0.5 + 2e-12], [1, Fraction(1, 10**30)]):
        refused(r"sum\(weights\) <= 1", sl.threshold_spectrum_at_k, R, 2, weights)
    weights = iter([0.5, 0.25])
    assert confidence.compare(R, R[::-1], "threshold_spectrum_at_k", 2, weights=weights).value == 0


@pytest.mark.parametrize("error", [KeyError(), KeyboardInterrupt(), MemoryError()])
def test_the_callers_exceptions_come_through(error):
    def failing(items):
        yield from items
        raise error

    for call, items in (
        (lambda R: sl.pass_at_k(R, 1), R),
        (lambda row: sl.pass_at_k([row], 1), R[0]),
        (lambda w: sl.bayes(R, w), [0, 1]),
        (Tally.from_counts, [(1, 2)]),
        (rank.avg, [R, R]),
    ):
        with pytest.raises(type(error)) as raised:
            call(failing(items))
        assert raised.value is error


@pytest.mark.parametrize("value", ["x\n" * 10**5, b"\1" * 10**5, 10**5000, [1] * 10**5], ids=type)
def test_messages_are_short_and_of_one_line(value):
    words = r"\A(k|Entries of R|w|weights) must be [ -~]{0,480}\Z"
    refused(words, sl.pass_at_k, R, [value])
    refused(words, sl.pass_at_k, [[0, value]], 1)
    refused(words, sl.bayes, R, [0, [value]])
    refused(words, sl.threshold_spectrum_at_k_ci, R, 10**5000, [value])
