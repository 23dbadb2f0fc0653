"""Check the names of metrics that `confidence` takes: a number in the place of k, and names that may mean either."""

from __future__ import annotations

import re

import pytest
from helpers import refused

from scorio_lite import VoteTally, confidence
from scorio_lite._credit.metrics import METRICS

A = [[1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 1, 1], [0, 1, 1, 0]] * 3
B = [[0, 0, 1, 1], [0, 0, 0, 0], [1, 0, 1, 1], [0, 1, 0, 0]] * 3
VOTES = VoteTally([["x" if x else "y" for x in row] for row in A], A)
CALLS = {
    "bounded": lambda *how: confidence.bounded(A, *how),
    "bounded_difference": lambda *how: confidence.bounded_difference(A, B, *how),
    "compare": lambda *how: confidence.compare(A, B, *how),
    "compare (anytime)": lambda *how: confidence.compare(A, B, *how, anytime=True),
    "compare (these)": lambda *how: confidence.compare(A, B, *how, questions="these"),
    "compare (unpaired)": lambda *how: confidence.compare(A, B[1:], *how, paired=False),
    "compare_suite": lambda *how: confidence.compare_suite([A, B], [B, B], *how),
    "compare_tasks": lambda *how: confidence.compare_tasks([A, B], [B, B], *how),
    "enough": lambda *how: confidence.enough(A, 0.1, *how),
    "enough_to_decide": lambda *how: confidence.enough_to_decide(A, B, 0, *how),
    "ranks": lambda *how: confidence.ranks({"oak": A, "birch": B}, *how),
    "ranks_suite": lambda *how: confidence.ranks_suite([[A, B], [B, A]], *how),
    "suite": lambda *how: confidence.suite([A, B], *how),
}
LONGEST = "pass@" + "9" * 10**6  # reading it as a number takes long


def message(call, *arguments, **keywords):
    with pytest.raises(ValueError) as error:
        call(*arguments, **keywords)
    return str(error.value)


@pytest.mark.parametrize("call", CALLS)
def test_a_number_in_the_place_of_k(call):
    function = CALLS[call]
    for k in (1, 2, 3):
        expected = function("pass_at_k", k)
        for name in ("pass@{}", "Pass@{}", "pass_at_{}", "pass@0{}"):
            assert function(name.format(k)) == function(name.format(k), k) == expected
        assert function(f"pass^{k}") == function(f"g_pass_at_{k}") == function("pass_hat_k", k)
    refused(r"k must be 2, or left out, for pass@2; got 3", function, "pass@2", 3)
    refused(r"k must be an integer; got 2\.0", function, "pass@2", 2.0)
    refused(r"k must (satisfy|be >= 1)", function, "pass@0")
    refused(r"k must satisfy 1 <= k <= N .*got k=5", function, "pass@5")


def test_every_name_that_ends_in_k_takes_a_number():
    given = {"tau": 0.5, "weights": [0.5, 0.25], "w": None}
    names = [name for known in METRICS.values() if known.has_interval for name in known.spellings if name[-1] == "k"]
    assert len(names) > 15
    for name in names:
        known = next(known for known in METRICS.values() if name in known.spellings)
        R = {"votes": VOTES, "selected": (A, B)}.get(known.kind, A)
        more = {one: given[one] for one in known.takes if one in given}
        assert confidence.compare(R, R[::-1] if R is A else R, f"{name[:-1]}2", **more) == confidence.compare(
            R, R[::-1] if R is A else R, name, 2, **more
        )


def test_bounds_and_curves():
    assert confidence.beyond(A, metric="pass@9") == confidence.beyond(A, 9, "pass@9") == confidence.beyond(A, 9)
    assert confidence.beyond(A, metric="pass^9") == confidence.beyond(A, 9, "pass_hat_k")
    refused("k must be 9, or left out, for pass@9; got 8", confidence.beyond, A, 8, "pass@9")
    refused("k must be an integer", confidence.beyond, A)
    assert confidence.curve(A, metric="maj@3") == confidence.curve(A, [3], "maj@3") == confidence.curve(A, [3], "maj")
    assert confidence.compare_curve(A, B, metric="pass@3") == confidence.compare_curve(A, B, [3])
    refused(r"ks must be \(3,\), or left out, for pass@3; got a list", confidence.curve, A, iter([1, 2]), "pass@3")
    refused("ks must be in 1 to 4", confidence.curve, A, None, "pass@0")


@pytest.mark.parametrize("name", ["g_pass", "G-Pass@k", "g-pass@k", "G-Pass@2", "g_pass@2"])
def test_g_pass_alone_may_mean_either(name):
    """In the command, g_pass takes a tau; in the contract, g_pass_at_k takes none. So `confidence` takes the full name."""
    for more in ({"k": 2}, {"k": 2, "tau": 0.5}):
        text = message(confidence.compare, A, B, name, **more)
        assert "it may mean g_pass_at_k (all of k trials succeed) or g_pass_at_k_tau (" in text
    for name in ("beyond", "curve"):
        refused("metric must be", getattr(confidence, name), A, 9, "g_pass")


@pytest.mark.parametrize(
    "name", ["avg@4", "pass_at_k2", "2", "pass", "g_pass_at_k_tau2", "", LONGEST, None, 2, ["pass"]]
)
def test_what_has_no_k_in_its_name(name):
    words = "k must be given for pass" if name == "pass" else "metric must be one of avg, pass_at_k, .*got "
    assert re.search(words, message(confidence.compare, A, B, name))
    assert name == "pass" or len(message(confidence.compare, A, B, name, 3)) < 900


class Unwritten:
    def __str__(self):
        raise TypeError


def test_what_is_no_text_is_no_name():
    for name in (Unwritten(), b"pass", [1], VOTES, float("nan")):
        assert "may mean" not in message(confidence.compare, A, B, name)


def test_names_that_are_begun_are_completed():
    assert "; it may mean maj_at_k (" in message(confidence.compare, A, B, "maj@", 2)
    assert "may mean" not in message(confidence.compare, A, B, "accuracy")
    refused(
        "metric must not be threshold_spectrum_at_2 in a suite", confidence.suite, [A, B], "threshold_spectrum_at_2"
    )
