"""Check refusals of rankings: their words, and the position that they name."""

from __future__ import annotations

from decimal import Decimal
from math import inf, nan

import pytest
from helpers import refused

from scorio_lite import Tally, rank

FUNCTIONS = {"avg": (), "bayes": (), "pass_at_k": (2,), "pass_hat_k": (2,), "g_pass_at_k_tau": (3, 0.5), "mg_pass_at_k": (3,)}
R = [[[0, 1, 1], [1, 1, 0]], [[1, 1, 0], [0, 1, 1]], [[0, 0, 1], [1, 1, 1]], [[1, 0, 0], [0, 0, 0]]]
W = (0, 0.5, 1)
G = [[[0, 1, 2], [2, 2, 0]], [[1, 1, 1], [2, 2, 2]], [[0, 2, 0], [0, 0, 1]]]
NOT_INTEGRAL = (0.5, nan, inf, 1j, None, "1", Decimal("0.5"))
each = pytest.mark.parametrize("name", FUNCTIONS)


@pytest.mark.parametrize("bad", [*NOT_INTEGRAL, [0], 2, -1, 256, 10**30], ids=repr)
@each
def test_entries(name, bad):
    """The error for a wrong entry names its model, row and column."""
    words = r"^Entries of R must be integers in \[0, 1\] \(real, finite integer-valued outcomes\)"
    words += ", or the weight vector 'w' must be provided" * (name == "bayes")
    remedies = {"[0]": "; R must be 2-D or 3-D", "0.5": "; for real scores: .*"}
    remedy = remedies.get(str(bad), "; leave out missing trials, .*" if str(bad) in ("None", "nan") else "") + "$"
    deep = words + r"; got .* at R\[1\]\[0\]\[2\] \(model 1, row 0, column 2\)" + remedy
    for models in ([[[0, 1, 1], [1, 1, 0]], [[0, 1, bad], [1, 0, 0]]], [[[0.0, 1, 1], [1, 1, 0]], iter([(0, 1, bad), iter([1, 0, 0])])]):
        refused(deep, getattr(rank, name), models, *FUNCTIONS[name])
    if bad != [0]:
        flat = words + r"; got .* at R\[1\]\[2\] \(model 1, row 2, column 0\)" + remedy
        refused(flat, getattr(rank, name), [[0, 1, 0], [1, 1, bad]], *FUNCTIONS[name])


def test_entries_of_graded_models_and_priors():
    words = r"\(real, finite integer-valued outcomes\), one for each of the 3 weights in w; got"
    refused(rf"Entries of R must be integers in \[0, 2\] {words} 3 at R\[2\]\[1\]\[0\]", rank.bayes, [*G[:2], [[0, 1, 1], [3, 0, 0]]], W)
    for bad in (*NOT_INTEGRAL, 3, -1):
        for models in (G, [row[:2] for row in (G[0][0], G[1][0], G[2][0])]):
            refused(rf"Entries of R0 .* {words} .* at R0\[1\]\[0\] \(row 1, column 0\)", rank.bayes, models, W, [[0], [bad]])
            own = [[[0], [1]], [[0], [1]], [[0], [bad]]]
            refused(rf"R0 .* {words} .* at R0\[2\]\[1\]\[0\] \(model 2, row 1, column 0\)", rank.bayes, models, W, own)
    refused(rf"{words} 5 at R\[1\]\[1\] \(model 1, row 1, column 0\)", rank.bayes, [[0, 1], [0, 5]], W, [[0], [1]])


@pytest.mark.parametrize(
    "models, words",
    [
        ([], r"R must have at least 2 models \(L >= 2\) to rank; it has 0"),
        ([[0, 1]], r"R must have at least 2 models \(L >= 2\) to rank; it has 1"),
        ([Tally([[0, 1]])], r"L >= 2.*; it has 1"),
        ("0101", "R must be 3-D .models x questions x trials. or 2-D .models x questions, one trial each.; got '0101'"),
        (Tally([[0, 1]]), "R must be 3-D .*; got a Tally"),
        ([0, 1], r"R\[0\] must be a 1-D or 2-D outcome matrix .*; got 0"),
        ([[[0, 1]], {0: [0, 1]}], r"R\[1\] must be a 1-D or 2-D outcome matrix .*; got a dict"),
        ([[[[0, 1]]], [[[0, 1]]]], r"got a list at R\[0\]\[0\]\[0\] .*; R must be 2-D or 3-D"),
        ([[[0, 1]], [[0, 1], [1, 1]]], r"R must be rectangular: model 1 has 2 questions x 2 trials, model 0 has 1 x 2; .*tallies"),
        ([[0, 1], [0, 1, 1]], "R must be rectangular: model 1 has 3 questions x 1 trials, model 0 has 2 x 1"),
        ([[[0, 1]], [0, 1]], "R must be rectangular: model 1 has 2 questions x 1 trials, model 0 has 1 x 2"),
        ([Tally([[1]]), [[0, 1]], [[0]]], "R must be rectangular: model 2 has 1 questions x 1 trials, model 1 has 1 x 2"),
        ([[[0, 1]], [[0, 1], [1]]], "R must be rectangular: model 1, row 1 has length 1, row 0 has 2"),
        ([[[0, 1]], [[0, 1], 1]], r"row 1 of R\[1\] must be a sequence of outcomes; got 1"),
        ([[[0, 1]], []], r"R\[1\] must have at least one question \(M >= 1\) and one trial \(N >= 1\); it has no rows"),
        ([[[]], [[]]], r"R\[0\] must have at least one question .*; row 0 is empty"),
    ],
)
def test_shapes(models, words):
    for name, arguments in FUNCTIONS.items():
        refused(words, getattr(rank, name), models, *arguments)


@each
def test_method_k_tau_and_w(name):
    function, arguments = getattr(rank, name), FUNCTIONS[name]
    for method in ("x", "", None, "Dense", 1):
        words = "method must be one of 'competition', 'competition_max', 'dense', 'avg'; got"
        refused(words, lambda: function(R, *arguments, method=method))
    if arguments:
        for k in (0, 4):
            refused(rf"k must satisfy 1 <= k <= N \(N=3\); got k={k}", function, R, k, *arguments[1:])
        refused("k must be an integer; got ", function, R, True, *arguments[1:])
    refused(r"tau must be in \[0, 1\]; got ", rank.g_pass_at_k_tau, R, 2, nan)
    refused("w must be finite", rank.bayes, G, [0, nan, 1])


@pytest.mark.parametrize("quantile", [0, 1, 0.0, 1.0, -0.5, 2, nan, inf, "0.5", 1j, True, [0.5]], ids=str)
def test_quantile(quantile):
    refused(r"quantile must be in \(0, 1\); got ", rank.bayes, R, None, None, quantile)
