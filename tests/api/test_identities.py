"""Check identities between the metrics, and under any rearrangement and any split of the data."""

from __future__ import annotations

import inspect
import random
from fractions import Fraction

import pytest
from helpers import counts

import scorio_lite as sl
from scorio_lite import Tally, exact


def matrix(M, N):
    rng = random.Random(f"{M} x {N}")
    return [[int(rng.random() < rate) for _ in range(N)] for rate in [rng.random() * 1.4 - 0.2 for _ in range(M)]]


MATRICES = [matrix(M, N) for M, N in ((1, 1), (1, 6), (2, 5), (7, 12))]
of_matrices = pytest.mark.parametrize("R", MATRICES, ids=lambda R: f"{len(R)}x{len(R[0])}")


def same(k):
    """Yield groups of calls with equal values and equal intervals. A call is (name, *arguments after k)."""
    first, last = [1] + [0] * (k - 1), [0] * (k - 1) + [1]
    upper = [Fraction(2, k) * (j > (k + 1) // 2) for j in range(1, k + 1)]
    tau, spectrum, blend = "g_pass_at_k_tau", "threshold_spectrum_at_k", "geo_spectrum_at_k"
    blends = [("geom_at_k", 1, 0), ("geom_ds_at_k", 1, 0), (blend, 1, "unused"), (blend, 0, first)]
    yield [("pass_at_k",), (tau, 0), (tau, 5e-324), (tau, 1 / k), (spectrum, first), *blends]
    hat = [("pass_hat_k",), ("unanimous_at_k",), ("g_pass_at_k",), (tau, 1), (tau, 1 - 2**-53), (spectrum, last)]
    yield [*hat, ("geom_at_k", 0, 1), ("geom_ds_at_k", 0, 1), *([("maj_at_k",)] if k == 2 else [])]
    yield [("maj_at_k",), (tau, Fraction(k // 2 + 1, k))]
    yield [("mg_pass_at_k",), (spectrum, upper)]
    yield [("geo_spectrum_star_at_k",), (blend,), (blend, 0.5, None), (blend, 0.5, upper), (blend, 0.5, None, None)]
    yield [("geom_ds_at_k", 0.3, 1 - Fraction(0.3)), (blend, 0.3, last)]


@pytest.mark.parametrize("priors", [(1, 1), (0.5, 2), (Fraction(1, 3), 50)], ids=str)
@of_matrices
def test_between_metrics(R, priors):
    more = {"confidence": 0.9, "bounds": (0.1, 0.8), "alpha0": priors[0], "beta0": priors[1]}
    mean = sl.avg(R)[0]
    for k in range(1, len(R[0]) + 1):
        for group in same(k):
            assert len({getattr(sl, name)(R, k, *rest) for name, *rest in group}) == 1, group
            assert len({getattr(sl, f"{name}_ci")(R, k, *rest, **more) for name, *rest in group}) == 1, group
        passed, unanimous = sl.pass_at_k(R, k), sl.pass_hat_k(R, k)
        assert sl.max_at_k(R, k) == passed and sl.threshold_spectrum_at_k(R, k, [Fraction(1, k)] * k) == mean
        assert sl.geo_spectrum_at_k(R, k, 0.25) == sl.geo_spectrum_at_k(R, k, lambda_=0.25)
        assert unanimous <= sl.geom_at_k(R, k) <= passed and (k == 1 or unanimous <= sl.maj_at_k(R, k) <= passed)

        assert sl.threshold_spectrum_at_k_ci(R, k, [Fraction(1, k)] * k, **more) == sl.pass_at_k_ci(R, 1, **more)
        assert sl.max_at_k_ci(R, k, None, None, 0.9, (0.1, 0.8)) == sl.pass_at_k_ci(R, k, 0.9, (0.1, 0.8))
    assert {one(R, 1) for one in (sl.pass_at_k, sl.pass_hat_k, sl.maj_at_k, sl.auc_at_k, sl.max_at_k)} == {mean}
    for function in (sl.pass_at_k_ci, sl.pass_hat_k_ci, sl.maj_at_k_ci, sl.auc_at_k_ci):
        assert function(R, 1) == sl.bayes_ci(R, R0=[[]] * len(R), bounds=(0, 1))
    assert sl.mg_pass_at_k_ci(R, 1) == sl.geo_spectrum_star_at_k_ci(R, 1) == (0.0, 0.0, 0.0, 0.0)
    assert sl.max_at_k_ci(R, 1, [-3, 0.5]) == sl.bayes_ci(R, [-3, 0.5])


@of_matrices
def test_mirrors(R):
    """Pass@k is 1 - Pass^k with failures and successes, and alpha0 and beta0, swapped; so are classes with their weights."""
    flipped = [[1 - outcome for outcome in row] for row in R]
    for k in range(1, len(R[0]) + 1):
        passed, hat = sl.pass_at_k_ci(R, k, 0.95, None, 0.3, 2), sl.pass_hat_k_ci(flipped, k, 0.95, None, 2, 0.3)
        assert passed[1] == hat[1]
        more = sl.g_pass_at_k_tau_ci(R, k, Fraction(k // 2 + 1, k), 0.95, None, 0.3, 2)
        fewer = sl.g_pass_at_k_tau_ci(flipped, k, Fraction(k - k // 2, k), 0.95, None, 2, 0.3)
        assert more[1] == fewer[1] and sl.max_at_k(R, k) == sl.max_at_k(flipped, k, [1, 0])
    assert sl.max_at_k_ci(R, 3, [0, 1]) == sl.max_at_k_ci(flipped, 3, [1, 0])
    assert sl.bayes_ci(R, [0, 0.1], [[0]] * len(R)) == sl.bayes_ci(flipped, [0.1, 0], [[1]] * len(R))


def test_priors_as_data():
    """A prior of whole numbers has the same effect as that many more successes and failures in each row."""
    rows, more = [[0, 1, 1, 0], [1, 1, 1, 0]], [[0, 1, 1, 0, 1, 1, 0], [1, 1, 1, 0, 1, 1, 0]]
    for k in (1, 2, 4):
        for name in ("pass_at_k", "pass_hat_k", "maj_at_k", "auc_at_k", "mg_pass_at_k", "geom_at_k"):
            function = getattr(sl, f"{name}_ci")
            assert function(rows, k, alpha0=3, beta0=2) == function(more, k, alpha0=1, beta0=1)
            assert function(rows, k, alpha0=2.5, beta0=1.25) == function(more, k, alpha0=0.5, beta0=Fraction(1, 4))


# Any split of the data.


def results(R, **given):
    """Return the results of every public function of R that needs no other argument than these."""
    found = {}
    for module in (sl.eval, exact, sl.confidence):
        for name in {*module.__all__} - {"beyond", "bounded"}:  # with another k, or of matrices alone
            parameters = inspect.signature(getattr(module, name)).parameters
            needed = {one.name for one in parameters.values() if one.default is one.empty}
            if "R" in needed <= {"R", *given} and (given["w"] is None or "w" in parameters):
                taken = {one: value for one, value in given.items() if one in parameters}
                found[module, name] = getattr(module, name)(R, **taken)
    return found


@counts(6, 40)
def test_any_split_in_any_order_gives_the_same_to_the_bit(count):
    rng = random.Random("splits")
    for _ in range(count):
        classes, M, N = rng.choice((2, 2, 2, 4)), rng.randint(1, 12), rng.randint(1, 6)
        k, w = rng.randint(1, N), None if classes == 2 else [rng.random() for _ in range(classes)]
        given = {"k": k, "tau": rng.choice((0.3, 1)), "weights": [Fraction(1, k + 1)] * k, "w": w}
        rows = [[rng.randrange(rng.randint(1, classes)) for _ in range(N)] for _ in range(M)]
        shuffled = [rng.sample(row, N) for row in rng.sample(rows, M)]
        ends = [0, *sorted(rng.randint(0, M) for _ in range(rng.randint(0, 4))), M]
        merged = sum((Tally(shuffled[i:j]) for i, j in zip(ends, ends[1:])), Tally())
        assert merged == Tally(rows) and hash(merged) == hash(Tally(rows))
        expected, thrice = results(rows, **given), results(rows * 3, **given)
        assert results(merged, **given) == expected, (rows, given)
        assert len(expected) >= (50 if w is None else 11)
        points = [one for one, value in expected.items() if isinstance(value, (float, Fraction))]
        assert all(thrice[one] == expected[one] for one in points) and len(points) >= (20 if w is None else 2)
