"""Check the names of metrics that `confidence` takes: a number in the place of k, and names that may mean either."""

from __future__ import annotations

import pytest
from helpers import refused

from scorio_lite import VoteTally, confidence
from scorio_lite._credit.metrics import METRICS

A = [[1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 1, 1], [0, 1, 1, 0]] * 3
B = [[0, 0, 1, 1], [0, 0, 0, 0], [1, 0, 1, 1], [0, 1, 0, 0]] * 3
VOTES = VoteTally([["x" if x else "y" for x in row] for row in A], A)
CALLS = [
    lambda *how: confidence.bounded(A, *how),
    lambda *how: confidence.compare(A, B, *how),
    lambda *how: confidence.compare(A, B, *how, anytime=True),
    lambda *how: confidence.compare_tasks([A, B], [B, B], *how),
    lambda *how: confidence.enough_to_decide(A, B, 0, *how),
    lambda *how: confidence.ranks({"oak": A, "birch": B}, *how),
    lambda *how: confidence.suite([A, B], *how),
]


@pytest.mark.parametrize("function", CALLS)
def test_a_number_in_the_place_of_k(function):
    for name in ("pass@2", "Pass@2", "pass_at_2", "pass@02"):
        assert function(name) == function(name, 2) == function("pass_at_k", 2)
    assert function("pass^3") == function("g_pass_at_3") == function("pass_hat_k", 3)
    refused(r"k must be 2, or left out, for pass@2; got 3", function, "pass@2", 3)
    refused(r"k must be an integer; got 2\.0", function, "pass@2", 2.0)
    for name in ("pass@0", "pass@5", f"pass@{10**30}"):
        refused(r"k must (satisfy|be >= 1)", function, name)


@pytest.mark.parametrize("known", [known for known in METRICS.values() if known.has_interval and known.name != "avg"])
def test_every_spelling_takes_a_number(known):
    given = {"tau": 0.5, "weights": [0.5, 0.25], "w": None}
    R = {"votes": VOTES, "selected": (A, B)}.get(known.kind, A)
    own, other = {one: given[one] for one in known.takes if one in given}, B if R is A else R
    for name in (name for name in known.spellings if name[-1] == "k"):
        assert confidence.compare(R, other, f"{name[:-1]}2", **own) == confidence.compare(R, other, name, 2, **own)


def test_bounds_and_curves():
    assert confidence.beyond(A, metric="pass@9") == confidence.beyond(A, 9, "pass@9") == confidence.beyond(A, 9)
    refused("k must be 9, or left out, for pass@9; got 8", confidence.beyond, A, 8, "pass@9")
    assert confidence.curve(A, metric="maj@3") == confidence.curve(A, [3], "maj@3") == confidence.curve(A, [3], "maj")
    refused(r"ks must be \(3,\), or left out, for pass@3; got a list", confidence.curve, A, iter([1, 2]), "pass@3")


def test_names_that_may_mean_either():
    """In the command, g_pass takes a tau; in the contract, g_pass_at_k takes none. So `confidence` takes the full name."""
    for name in ("g_pass", "G-Pass@k", "G-Pass@2"):
        refused(r"it may mean g_pass_at_k \(.*\) or g_pass_at_k_tau \(", confidence.compare, A, B, name, 2)
    refused("k must be given for pass", confidence.compare, A, B, "pass")
    refused("; write 'pass@2'$", confidence.compare, A, B, "PASS@2 ")
