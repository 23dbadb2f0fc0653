"""Names, signatures, types, errors, published values, and what may import what."""

from __future__ import annotations

import inspect
import json
from decimal import Decimal
from fractions import Fraction
from math import copysign

import pytest
from helpers import ROOT, refused

import scorio_lite as sl

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]

SIGNATURES = {
    "bayes": "R, w=None, R0=None", "bayes_ci": "R, w=None, R0=None, confidence=0.95, bounds=None", "avg": "R, w=None",
    "avg_ci": "R, w=None, confidence=0.95, bounds=None", "pass_at_k": "R, k", "pass_hat_k": "R, k",
    "unanimous_at_k": "R, k", "g_pass_at_k": "R, k", "g_pass_at_k_tau": "R, k, tau", "mg_pass_at_k": "R, k",
    "maj_at_k": "R, k", "auc_at_k": "R, k", "max_at_k": "R, k, w=None", "threshold_spectrum_at_k": "R, k, weights",
    "geom_at_k": "R, k, pass_power=0.5, unanimous_power=0.5",
    "geom_ds_at_k": "R, k, pass_power=0.5, unanimous_power=0.5",
    "geo_spectrum_at_k": "R, k, lam=0.5, weights=None, lambda_=None", "geo_spectrum_star_at_k": "R, k",
}
INTERVAL = "confidence=0.95, bounds=(0.0, 1.0), alpha0=1.0, beta0=1.0"
for _name in list(SIGNATURES):
    if not _name.startswith(("bayes", "avg", "max")):
        SIGNATURES[f"{_name}_ci"] = f"{SIGNATURES[_name]}, {INTERVAL}"
SIGNATURES["max_at_k_ci"] = "R, k, w=None, R0=None, confidence=0.95, bounds=None"
NAMES = [
    "bayes", "bayes_ci", "avg", "avg_ci", "pass_at_k", "pass_at_k_ci", "pass_hat_k", "pass_hat_k_ci", "unanimous_at_k",
    "unanimous_at_k_ci", "g_pass_at_k", "g_pass_at_k_ci", "g_pass_at_k_tau", "g_pass_at_k_tau_ci", "mg_pass_at_k",
    "mg_pass_at_k_ci", "maj_at_k", "maj_at_k_ci", "auc_at_k", "auc_at_k_ci", "max_at_k", "max_at_k_ci",
    "threshold_spectrum_at_k", "threshold_spectrum_at_k_ci", "geom_at_k", "geom_ds_at_k", "geom_at_k_ci",
    "geom_ds_at_k_ci", "geo_spectrum_at_k", "geo_spectrum_at_k_ci", "geo_spectrum_star_at_k",
    "geo_spectrum_star_at_k_ci",
]
EXTRA = {"g_pass_at_k_tau": (0.5,), "threshold_spectrum_at_k": ([0.5, 0.5],)}
EXTRA.update({f"{name}_ci": extra for name, extra in EXTRA.items()})
LATENT = [f"{name}_ci" for name in NAMES if name.startswith(("threshold", "geo", "max")) and not name.endswith("_ci")]


def arguments(name, k=2):
    """Positional arguments with which a metric can be called."""
    return (R, k, *EXTRA.get(name, ())) if "k" in SIGNATURES[name].split(", ") else (R,)


OWN = ["Scores", "Tally", "VoteTally", "cons_at_k", "vote_curve", "estimate_pass_at_k", "estimate_pass_hat_k"]


def test_names_in_their_order():
    assert sl.eval.__all__ == NAMES
    assert set(NAMES) == set(SIGNATURES)
    assert set(sl.eval.__all__) < set(dir(sl))
    assert dir(sl.eval) == sorted(SIGNATURES)
    assert sl.unanimous_at_k is sl.pass_hat_k
    assert sl.unanimous_at_k_ci is sl.pass_hat_k_ci
    namespace = {}
    exec("from scorio_lite import *", namespace)
    assert sl.__all__ == [*OWN, *NAMES]
    assert set(namespace) - {"__builtins__"} == set(sl.__all__), "the builtin eval is not replaced"
    assert {"confidence", "eval", "rank", "special"} <= set(dir(sl))
    for module in (sl, sl.eval):
        with pytest.raises(AttributeError, match="has no attribute 'pass_at_n'"):
            module.pass_at_n  # noqa: B018


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature_and_docstring(name):
    function = getattr(sl.eval, name)
    assert function is getattr(sl, name)
    parameters = inspect.signature(function).parameters.values()
    assert {p.kind for p in parameters} == {inspect.Parameter.POSITIONAL_OR_KEYWORD}
    assert ", ".join(str(p.replace(annotation=p.empty)) for p in parameters) == SIGNATURES[name]
    assert ">>>" in function.__doc__


@pytest.mark.parametrize("name", SIGNATURES)
def test_types_of_results(name):
    """Floats, or tuples of them; and none is -0.0."""
    pair = name.startswith(("bayes", "avg"))
    for rows in (R, [[0, 0], [0, 0]]):
        value = getattr(sl, name)(rows, *arguments(name)[1:])
        assert type(value) is (tuple if pair or name.endswith("_ci") else float)
        values = value if isinstance(value, tuple) else (value,)
        assert len(values) == (4 if name.endswith("_ci") else 2 if pair else 1)
        assert {type(x) for x in values} == {float}
        assert pair or all(copysign(1, x) == 1 for x in values)
        assert rows is R or pair or name.endswith("_ci") or value == 0.0


@pytest.mark.parametrize("example", json.loads((ROOT / "tests/published.json").read_text()), ids=lambda e: e["function"])
def test_published_values(example):
    value = getattr(sl, example["function"])(*example["args"], **example["kwargs"])
    if isinstance(value, float):
        assert round(value, example["decimals"]) == example["value"]
    else:
        assert [round(x, d) for x, d in zip(value, example["decimals"])] == example["value"]


@pytest.mark.parametrize("name", [name for name in SIGNATURES if "k" in SIGNATURES[name].split(", ")])
def test_k(name):
    function, rest = getattr(sl, name), arguments(name)[2:]
    wording = "k must be >= 1; got k=" if name in LATENT else r"k must satisfy 1 <= k <= N \(N=5\); got k="
    for k in (0, -1) if name in LATENT else (0, -1, 6, 10**100):
        with pytest.raises(ValueError, match=wording) as caught:
            function(R, k, *rest)
        assert len(str(caught.value)) < 100
    for k in (True, 1.0, 1.5, "2", None, 2j, [1], Fraction(2)):
        refused("k must be an integer; got ", function, R, k, *rest)


NOT_PROPORTIONS = (-0.1, 1.1, float("nan"), float("inf"), "a", None, 1j, [0.5], Fraction(11, 10))


@pytest.mark.parametrize("bad", NOT_PROPORTIONS, ids=repr)
def test_tau_lam_and_confidence(bad):
    refused(r"tau must be in \[0, 1\]; got ", sl.g_pass_at_k_tau, R, 2, bad)
    refused(r"lam must be in \[0, 1\]; got ", sl.geo_spectrum_at_k, R, 2, bad)
    if bad is not None:
        refused(r"lam must be in \[0, 1\]; got ", sl.geo_spectrum_at_k, R, 2, lambda_=bad)
    for confidence in (bad, 0, 1, 0.0, 1.0):
        for function in (sl.bayes_ci, sl.avg_ci):
            refused(r"confidence must be in \(0,1\); got ", function, R, confidence=confidence)


def test_lam_under_both_names():
    refused("lam must be in", sl.geo_spectrum_at_k, R, 2, [0.1, 0.2], lambda_=0.3)
    with pytest.raises(TypeError, match="Specify at most one"):
        sl.geo_spectrum_at_k(R, 2, 0.3, lambda_=0.3)
    assert sl.geo_spectrum_at_k(R, 2, 0.5, lambda_=0.3) == sl.geo_spectrum_at_k(R, 2, 0.3)


@pytest.mark.parametrize("weights, words", [
    ([0.5], "weights must be a length-2 sequence; its length is 1"),
    ([0.1, 0.1, 0.1], "weights must be a length-2 sequence; its length is 3"),
    (None, "weights must be a length-2 sequence"),
    (0.5, "weights must be a length-2 sequence .*; got 0.5"),
    ("ab", "weights must be a length-2 sequence .*; got 'ab'"),
    ({0: 1, 1: 0}, "weights must be a length-2 sequence .*; got a dict"),
    ([0.5, -0.1], r"weights must be non-negative; got -0.1 at weights\[1\]"),
    ([0.5, 0.6], r"weights must satisfy sum\(weights\) <= 1; they sum to 1.1"),
    ([Fraction(1, 2), Fraction(1, 2) + Fraction(1, 10**13)], r"sum\(weights\) <= 1"),
    ([0.5, 0.5 + 2e-12], r"sum\(weights\) <= 1"),
    ([0.5, 1j], r"weights must be real, not complex; got 1j at weights\[1\]"),
    ([0.5, "a"], r"weights must be numeric; got 'a' at weights\[1\]"),
    ([[0.5], [0.5]], r"weights must be numeric; got a list at weights\[0\]"),
    ([0.5, float("nan")], r"weights must be finite; got nan at weights\[1\]"),
    ([0.5, Decimal("Infinity")], r"weights must be finite"),
    ([0.5, Decimal("1E-30000")], r"weights must be finite, of at most 20000 digits: the limit"),
])  # fmt: skip
def test_spectrum_weights(weights, words):
    refused(words, sl.threshold_spectrum_at_k, R, 2, weights)
    if weights is not None:
        refused(words, sl.geo_spectrum_at_k, R, 2, weights=weights)


def test_spectrum_weights_that_are_let_through():
    assert sl.threshold_spectrum_at_k(R, 2, [0.5, 0.5 + 1e-13]) >= 0.7
    assert sl.threshold_spectrum_at_k(R, 3, [1 / 3] * 3) == sl.threshold_spectrum_at_k(R, 3, iter([1 / 3] * 3)) == 0.7
    assert sl.threshold_spectrum_at_k(R, 2, (Decimal("0.5"), Fraction(1, 2))) == 0.7
    assert sl.threshold_spectrum_at_k(R, 2, [0, 0]) == 0.0


@pytest.mark.parametrize("w, words", [
    ([], "w must not be empty"),
    ([0, 1, 1j], r"w must be real, not complex; got 1j at w\[2\]"),
    (["a", 1], r"w must be numeric; got 'a' at w\[0\]"),
    ([[0, 1]], r"w must be numeric; got a list at w\[0\]"),
    ([0, float("nan")], r"w must be finite; got nan at w\[1\]"),
    ([0, float("inf")], "w must be finite"),
    (2.0, "w must be a sequence of real numbers, one a class; got 2.0"),
    ("01", "w must be a sequence of real numbers"),
    ({0: 0, 1: 1}, "w must be a sequence of real numbers"),
    ([1], r"Entries of R must be integers in \[0, 0\], one for each of the 1 weights in w; got 1 at R\[0\]\[1\]"),
])  # fmt: skip
def test_class_weights(w, words):
    for function in (sl.bayes, sl.bayes_ci, sl.avg, sl.avg_ci, lambda R, w: sl.max_at_k(R, 1, w)):
        refused(words, function, R, w)


@pytest.mark.parametrize("bounds, words", [
    ((1, 0), r"bounds must satisfy bounds\[0\] <= bounds\[1\]; got \(1, 0\)"),
    ((float("nan"), 1), r"bounds must satisfy bounds\[0\] <= bounds\[1\]"),
    ((1,), "bounds must be None or a pair of real numbers; got 1 of them"),
    ((0, 1, 2), "bounds must be None or a pair"),
    ("ab", "bounds must be None or a pair of real numbers; got 'ab'"),
    ((None, 1), r"bounds must be None or a pair of real numbers; got None at bounds\[0\]"),
    ((0, "x"), r"got 'x' at bounds\[1\]"),
    ((0, 1j), r"got 1j at bounds\[1\]"),
    (("0", "1"), r"got '0' at bounds\[0\]"),
    ((b"0", 1), r"got b'0' at bounds\[0\]"),
    ((1 + Fraction(1, 10**30), 1), r"bounds\[0\] <= bounds\[1\]"),
    ((float("inf"), float("-inf")), r"bounds\[0\] <= bounds\[1\]"),
    (0.5, "bounds must be None or a pair of real numbers; got 0.5"),
    ({0, 1}, "bounds must be None or a pair of real numbers; got a set"),
])  # fmt: skip
def test_bounds(bounds, words):
    for function in (sl.bayes_ci, sl.avg_ci):
        refused(words, function, R, bounds=bounds)


def test_powers():
    for function in (sl.geom_at_k, sl.geom_at_k_ci):
        for power in (2**1101, -Fraction(10**400, 3), Decimal("1E+19999")):
            refused(r"pass_power must be less than 2\*\*1100", function, R, 2, power, 1)
    for function in (sl.geom_at_k, sl.geom_ds_at_k):
        refused("must not both be 0", function, R, 2, 0, 0.0)
        for bad in (float("inf"), float("nan"), "a", None, 1j):
            refused("pass_power must be a finite real number", function, R, 2, bad, 1)
            refused("unanimous_power must be a finite real number", function, R, 2, 1, bad)
