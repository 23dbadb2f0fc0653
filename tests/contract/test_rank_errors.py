"""What rankings refuse, in which words, and where it is."""

from __future__ import annotations

from decimal import Decimal

import pytest
from helpers import refused

from scorio_lite import Tally, rank

FUNCTIONS = {"avg": (), "bayes": (), "pass_at_k": (2,), "pass_hat_k": (2,), "g_pass_at_k_tau": (3, 0.5), "mg_pass_at_k": (3,)}
R = [[[0, 1, 1], [1, 1, 0]], [[1, 1, 0], [0, 1, 1]], [[0, 0, 1], [1, 1, 1]], [[1, 0, 0], [0, 0, 0]]]
W = (0, 0.5, 1)
G = [[[0, 1, 2], [2, 2, 0]], [[1, 1, 1], [2, 2, 2]], [[0, 2, 0], [0, 0, 1]]]
NOT_INTEGRAL = (0.5, float("nan"), float("inf"), 1j, None, "1", Decimal("0.5"), [0])


@pytest.mark.parametrize("bad", [*NOT_INTEGRAL, 2, -1, 256, 10**30], ids=repr)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_entries(name, bad):
    """What is wrong with an entry, and the model, row and column of it."""
    arguments = FUNCTIONS[name]
    function = getattr(rank, name)
    words = r"Entries of R must be integers in \[0, 1\] \(real, finite integer-valued outcomes\)"
    if name == "bayes":
        words += ", or the weight vector 'w' must be provided"
    place = r"; got .* at R\[1\]\[0\]\[2\] \(model 1, row 0, column 2\)"
    remedies = {0.5: "; for real scores: .*", None: "; leave out missing trials, .*"}
    deep = "; R must be 2-D or 3-D" if bad == [0] else remedies.get(bad if bad == bad else None, "")
    refused(f"^{words}{place}{deep}$", function, [[[0, 1, 1], [1, 1, 0]], [[0, 1, bad], [1, 0, 0]]], *arguments)
    refused(f"^{words}{place}{deep}$", function, [[[0.0, 1, 1], [1, 1, 0]], iter([(0, 1, bad), iter([1, 0, 0])])], *arguments)
    if bad != [0]:
        place = r"; got .* at R\[1\]\[2\] \(model 1, row 2, column 0\)"
        refused(f"^{words}{place}{deep}$", function, [[0, 1, 0], [1, 1, bad]], *arguments)


def test_entries_of_graded_models_and_priors():
    words = r"\(real, finite integer-valued outcomes\), one for each of the 3 weights in w; got"
    with pytest.raises(ValueError, match=rf"Entries of R must be integers in \[0, 2\] {words} 3 at R\[2\]\[1\]\[0\]"):
        rank.bayes([*G[:2], [[0, 1, 1], [3, 0, 0]]], W)
    for bad in (*NOT_INTEGRAL[:-1], 3, -1):
        for models in (G, [row[:2] for row in (G[0][0], G[1][0], G[2][0])]):
            refused(rf"Entries of R0 .* {words} .* at R0\[1\]\[0\] \(row 1, column 0\)", rank.bayes, models, W, [[0], [bad]])
            with pytest.raises(ValueError, match=rf"R0 .* {words} .* at R0\[2\]\[1\]\[0\] \(model 2, row 1, column 0\)"):
                rank.bayes(models, W, [[[0], [1]], [[0], [1]], [[0], [bad]]])
    refused(rf"{words} 5 at R\[1\]\[1\] \(model 1, row 1, column 0\)", rank.bayes, [[0, 1], [0, 5]], W, [[0], [1]])


SHAPES = "R must be 3-D .models x questions x trials. or 2-D .models x questions, one trial each.; got"


@pytest.mark.parametrize("models, words", [
    ([], r"R must have at least 2 models \(L >= 2\) to rank; it has 0"),
    ([[[0, 1]]], r"R must have at least 2 models \(L >= 2\) to rank; it has 1"),
    ([[0, 1]], r"L >= 2.*; it has 1"),
    ([Tally([[0, 1]])], r"L >= 2.*; it has 1"),
    (5, f"{SHAPES} 5"),
    (None, f"{SHAPES} None"),
    ("0101", f"{SHAPES} '0101'"),
    ({"a": [[0, 1]], "b": [[0, 1]]}, f"{SHAPES} a dict"),
    (Tally([[0, 1]]), f"{SHAPES} a Tally"),
    ([0, 1], r"R\[0\] must be a 1-D or 2-D outcome matrix .*; got 0"),
    ([[[0, 1]], 1], r"R\[1\] must be a 1-D or 2-D outcome matrix .*; got 1"),
    ([[[0, 1]], "01"], r"R\[1\] must be a 1-D or 2-D outcome matrix .*; got '01'"),
    ([[[0, 1]], {0: [0, 1]}], r"R\[1\] must be a 1-D or 2-D outcome matrix .*; got a dict"),
    ([[[[0, 1]]], [[[0, 1]]]], r"got a list at R\[0\]\[0\]\[0\] .*; R must be 2-D or 3-D"),
    ([[[0, 1]], [[0, 1], [1, 1]]], r"R must be rectangular: model 1 has 2 questions x 2 trials, model 0 has 1 x 2; .*tallies"),
    ([[[0, 1]], [[0, 1, 1]]], "R must be rectangular: model 1 has 1 questions x 3 trials, model 0 has 1 x 2"),
    ([[0, 1], [0, 1, 1]], "R must be rectangular: model 1 has 3 questions x 1 trials, model 0 has 2 x 1"),
    ([[[0, 1]], [0, 1]], "R must be rectangular: model 1 has 2 questions x 1 trials, model 0 has 1 x 2"),
    ([Tally([[1]]), [[0, 1]], [[0]]], "R must be rectangular: model 2 has 1 questions x 1 trials, model 1 has 1 x 2"),
    ([[[0, 1]], [[0, 1], [1]]], "R must be rectangular: model 1, row 1 has length 1, row 0 has 2"),
    ([[[0, 1]], [[0, 1], 1]], r"row 1 of R\[1\] must be a sequence of outcomes; got 1"),
    ([[[0, 1]], []], r"R\[1\] must have at least one question \(M >= 1\) and one trial \(N >= 1\); it has no rows"),
    ([[[]], [[]]], r"R\[0\] must have at least one question .*; row 0 is empty"),
])  # fmt: skip
def test_shapes(models, words):
    for name, arguments in FUNCTIONS.items():
        refused(words, getattr(rank, name), models, *arguments)


def test_models_are_not_modified():
    models = [[[0, 1], [1, 1]], [[0, 0], [1, 0]]]
    rank.bayes(models, None, [[0], [1]], 0.3)
    assert models == [[[0, 1], [1, 1]], [[0, 0], [1, 0]]]


@pytest.mark.parametrize("R0, words", [
    ([[0], [1], [1]], r"Shared R0 must have shape \(M, D\); it has 3 rows, R\[0\] has 2 questions"),
    ([[0]], r"Shared R0 must have shape \(M, D\); it has 1 rows"),
    ([[[0], [1]]] * 3, r"Model-specific R0 must have shape \(L, M, D\); it has 3 models, R has more"),
    ([[[0], [1]]] * 5, r"Model-specific R0 must have shape \(L, M, D\); it has 5 models, R has 4"),
    ([[[0]]] * 4, r"Model-specific R0 must have shape \(L, M, D\); R0\[0\] has 1 rows, R\[0\] has 2 questions"),
    ([[[0], [1]]] * 3 + [[[0], [1], [1]]], r"Model-specific R0 must have shape .*; R0\[3\] has 3 rows"),
    ([[[0], [1]]] * 3 + [[[0, 1], [1, 1]]], r"Model-specific R0 must have shape .*; R0\[3\] is not as wide as R0\[0\]"),
    ([[[0], [1]]] * 3 + [[0, 1]], r"Model-specific R0 must have shape .*; R0\[3\] is not as wide as R0\[0\]"),
    ([0, 1], r"R0 must be shape \(M, D\) or \(L, M, D\); it is 1-D"),
    (b"01", r"R0 must be shape \(M, D\) or \(L, M, D\); it is 1-D"),
    ([], r"R0 must be shape \(M, D\) or \(L, M, D\); it is 1-D"),
    (0, r"R0 must be shape \(M, D\) or \(L, M, D\); it is 0-D"),
    ("01", r"R0 must be shape \(M, D\) or \(L, M, D\); it is 0-D"),
    ({0: [1]}, r"R0 must be shape \(M, D\) or \(L, M, D\); it is 0-D"),
    ([[[[0]], [[1]]]] * 4, r"R0 must be shape \(M, D\) or \(L, M, D\); it is 4-D"),
    ([[0], [1, 1]], "R0 must be rectangular: row 1 has length 2, row 0 has 1"),
    ([[[0], [1]]] * 3 + [[[0], [1, 1]]], "R0 must be rectangular: model 3, row 1 has length 2, row 0 has 1"),
    ([[0], 1], "row 1 of R0 must be a sequence of outcomes; got 1"),
])  # fmt: skip
def test_shapes_of_prior_outcomes(R0, words):
    refused(words, rank.bayes, R, None, R0)


def test_flat_prior_outcomes_among_matrices():
    with pytest.raises(ValueError, match=r"Model-specific R0 must have shape .*; R0\[1\] is not as wide as R0\[0\]"):
        rank.bayes([[[0, 1]], [[1, 1]]], None, [[[0, 1]], [0, 1]])


def test_prior_outcomes_of_models_without_rows():
    refused(r"R\[0\] must have at least one question .*; it has no rows", rank.bayes, [[], []], None, [[0]])


@pytest.mark.parametrize("method", ["x", "", None, "Dense", 1, "ordinal"])
def test_method(method):
    for name, arguments in FUNCTIONS.items():
        with pytest.raises(ValueError, match="method must be one of 'competition', 'competition_max', 'dense', 'avg'; got"):
            getattr(rank, name)(R, *arguments, method=method)


@pytest.mark.parametrize("quantile", [0, 1, 0.0, 1.0, -0.5, 2, float("nan"), float("inf"), "0.5", 1j, True, [0.5]], ids=str)
def test_quantile(quantile):
    refused(r"quantile must be in \(0, 1\); got ", rank.bayes, R, quantile=quantile)


def test_k_and_tau():
    for name in ("pass_at_k", "pass_hat_k", "mg_pass_at_k"):
        for k in (0, 4, -1):
            refused(rf"k must satisfy 1 <= k <= N \(N=3\); got k={k}", getattr(rank, name), R, k)
        for k in (True, 1.0, "2", None):
            refused("k must be an integer; got ", getattr(rank, name), R, k)
    for tau in (-0.1, 1.1, float("nan"), "a"):
        refused(r"tau must be in \[0, 1\]; got ", rank.g_pass_at_k_tau, R, 2, tau)
    refused("w must be finite", rank.bayes, G, [0, float("nan"), 1])


@pytest.mark.parametrize("arguments, words", [
    ((3,), "scores_in_id_order must be a 1D sequence of real numbers; got 3"),
    (("abc",), "scores_in_id_order must be a 1D sequence of real numbers; got 'abc'"),
    (({1: 2},), "scores_in_id_order must be a 1D sequence of real numbers; got a dict"),
    (([[1, 2], [3, 4]],), r"scores_in_id_order must be a 1D sequence of real numbers; got a list at scores_in_id_order\[0\]"),
    (([1, float("nan")],), r"scores_in_id_order must be finite; got nan at scores_in_id_order\[1\]"),
    (([1, float("inf")],), r"scores_in_id_order must be finite; got inf at scores_in_id_order\[1\]"),
    (([1, "2"],), r"scores_in_id_order must be numeric; got '2' at scores_in_id_order\[1\]"),
    (([1, 1j],), "scores_in_id_order must be real, not complex"),
    (([1, None],), "scores_in_id_order must be numeric; got None"),
    (([1, 2], -1e-12), "tol must be a finite non-negative number; got -1e-12"),
    (([1, 2], float("nan")), "tol must be a finite non-negative number; got nan"),
    (([1, 2], float("inf")), "tol must be a finite non-negative number; got inf"),
    (([1, 2], None), "tol must be a finite non-negative number; got None"),
    (([1, 2], 0, [1]), "sigmas_in_id_order must have the same length as the scores, 2; its length is 1"),
    (([1, 2], 0, [[1, 1]]), "sigmas_in_id_order must have the same length as the scores"),
    (([1, 2], 0, [[1], [1]]), "sigmas_in_id_order must be a 1D sequence of real numbers; got a list"),
    (([1, 2], 0, 0.5), "sigmas_in_id_order must be a 1D sequence of real numbers; got 0.5"),
    (([1, 2], 0, [0.5, -0.1]), r"sigmas_in_id_order must be non-negative; got -0.1 at sigmas_in_id_order\[1\]"),
    (([1, 2], 0, [float("nan"), 1]), r"sigmas_in_id_order must be finite; got nan at sigmas_in_id_order\[0\]"),
    (([1, 2], 0, [float("inf"), 1]), r"sigmas_in_id_order must be finite; got inf"),
    (([1, 2], 0, [1, 1], 1), r"confidence must be in \(0,1\); got 1"),
    (([1, 2], 0, None, float("nan")), r"confidence must be in \(0,1\); got nan"),
    (([1, 2], 0, [1, 1], 0.95, "x"), "Unknown ci_tie_method 'x': it must be 'zscore_adjacent' or 'ci_overlap_adjacent'"),
    (([1, 2], 0, None, 0.95, None), "Unknown ci_tie_method None"),
])  # fmt: skip
def test_refusals_of_given_scores(arguments, words):
    refused(words, rank.rank_scores, *arguments)


@pytest.mark.parametrize("arguments, words", [
    (
        ([[0, 2]], [[0, 1]]),
        r"Entries of R_a must be integers in \[0, 1\], or the weight vector 'w' must be provided; got 2 at R_a\[0\]\[1\] \(row 0, column 1\)",
    ),
    (([[0, 1]], [0, 0.5]), r"Entries of R_b .*; got 0.5 at R_b\[1\] \(row 0, column 1\)"),
    (([[0, 1]], [[0, 1], [1]]), "R_b must be rectangular: row 1 has length 1, row 0 has 2"),
    (([[0, 1]], []), "R_b must have at least one question .*; it has no rows"),
    (([[0, 1]], 3), "R_b must be a 1-D or 2-D outcome matrix"),
    (([[0, 1]], Tally()), "R_b must have at least one question .*; the tally R_b is empty"),
    (([[0, 1]], Tally([[0, 2]])), r"Entries of R_b must be .*; the tally R_b has 2"),
    (([[0, 1]], Tally([[0, 1]]), None, None, [[1]]), "R0_b cannot be given with a tally"),
    (([[0, 1]], [[0, 1]], None, [[1], [0]]), "R0_a must have the same number of rows .M. as R_a; R0_a has 2, R_a has 1"),
    (
        ([[0, 1], [1, 1]], [[0, 1]], None, [1, 0, 1]),
        "R0_a must have the same number of rows .M. as R_a, or be flat and .* 3 outcomes",
    ),
    (([[0, 1]], [[0, 1]], None, None, [[2]]), r"Entries of R0_b .*; got 2 at R0_b\[0\]\[0\]"),
    (([[0, 1]], [[0, 1]], [0, "a"]), "w must be numeric"),
    (([[0, 1]], [[0, 1]], None, None, None, 1), r"confidence must be in \(0,1\); got 1"),
])  # fmt: skip
def test_refusals_of_compare(arguments, words):
    refused(words, rank.compare, *arguments)
