"""The exact functions: names, arguments and errors; random_calls.py and test_definition.py have their values."""

from __future__ import annotations

import inspect
from decimal import Decimal
from fractions import Fraction

import pytest
from helpers import refused

import scorio_lite as sl
from scorio_lite import Tally, confidence, exact

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
POINTS = [name for name in exact.__all__ if not name.endswith("_moments") and name not in ("evidence", "spread", "cons_at_k")]
MOMENTS = [name for name in exact.__all__ if name.endswith("_moments")]


def test_names():
    assert set(POINTS) < set(sl.eval.__all__)
    assert {name[: -len("_moments")] + "_ci" for name in MOMENTS} < set(sl.eval.__all__)
    assert {*POINTS, *MOMENTS, "evidence", "spread", "cons_at_k"} == set(exact.__all__)
    for name in (*POINTS, *MOMENTS):
        twin = getattr(sl, name.replace("_moments", "_ci"))
        theirs = [one for one in inspect.signature(twin).parameters if one not in ("confidence", "bounds")]
        assert list(inspect.signature(getattr(exact, name)).parameters) == theirs
    assert exact.unanimous_at_k is exact.g_pass_at_k is exact.pass_hat_k
    theirs = [one for one in inspect.signature(confidence.compare).parameters if one not in ("R_b", "confidence", "anytime")]
    assert list(inspect.signature(exact.spread).parameters) == ["R", *theirs[1:]]


def test_floats_count_at_their_binary_value():
    assert exact.avg([[0, 1]], [0, 0.1])[0] == Fraction(0.1) / 2
    assert exact.avg([[0, 1]], [0, Decimal("0.1")])[0] == Fraction(1, 20)
    assert exact.pass_at_k_moments(R, 1, 0.1)[0] != exact.pass_at_k_moments(R, 1, Fraction(1, 10))[0]


@pytest.mark.parametrize(("call", "words"), [
    (lambda: exact.pass_at_k(R, 6), r"1 <= k <= N \(N=5\); got k=6"),
    (lambda: exact.pass_at_k_moments(R, 6), r"1 <= k <= N \(N=5\); got k=6"),
    (lambda: exact.max_at_k_moments(R, 0), "k must be >= 1"),
    (lambda: exact.maj_at_k_moments(R, 2, 0), "alpha0 must be a finite positive"),
    (lambda: exact.bayes([[0, 2]]), "weight vector 'w' must be provided"),
    (lambda: exact.g_pass_at_k_tau(R, 2, 1.5), r"tau must be in \[0, 1\]"),
    (lambda: exact.threshold_spectrum_at_k(R, 2, [1]), "length-2"),
    (lambda: exact.threshold_spectrum_at_k_moments(R, 10**5, [1e-5] * 10**5), "k is beyond the limit"),
    (lambda: exact.mg_pass_at_k_moments(Tally.from_counts([(s, 2048) for s in range(2000)]), 2000), "the limit"),
])  # fmt: skip
def test_errors(call, words):
    refused(words, call)
