"""The exact functions: subsets enumerated, posteriors summed, and what eval and the intervals round."""

from __future__ import annotations

import inspect
import itertools
import random
from decimal import Decimal
from fractions import Fraction

import oracle
import pytest
from helpers import METRICS, beta_moments, counts, enumerated, refused, rising
from oracle import double

import scorio_lite as sl
from scorio_lite import Tally, confidence, exact

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
POINTS = [name for name in exact.__all__ if not name.endswith("_moments") and name not in ("evidence", "spread", "cons_at_k")]
MOMENTS = [name for name in exact.__all__ if name.endswith("_moments")]


def credits(k, weights):
    yield "pass_at_k_moments", oracle.at_least(k, 1), ()
    yield "pass_hat_k_moments", oracle.at_least(k, k), ()
    yield "mg_pass_at_k_moments", oracle.mean_majority(k), ()
    yield "maj_at_k_moments", oracle.majority(k), ()
    yield "auc_at_k_moments", oracle.area_credit(k), ()
    yield "g_pass_at_k_tau_moments", oracle.at_least(k, max(1, -(-k * 3 // 4))), (0.75,)
    yield "threshold_spectrum_at_k_moments", oracle.spectrum(weights), (weights,)


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


@pytest.mark.parametrize("name", sorted(METRICS))
def test_points_by_enumeration(name):
    rng = random.Random(name)
    for M, N in itertools.product((1, 3), (1, 4, 6)):
        rows = [[rng.randint(0, 1) for _ in range(N)] for _ in range(M)]
        for k in range(1, N + 1):
            found = getattr(exact, name)(rows, k)
            assert type(found) is Fraction
            assert found == enumerated(METRICS[name](k), rows, k)


@counts(25, 300)
def test_moments_by_summation(count):
    rng = random.Random("moments")
    for _ in range(count):
        N, M = rng.randint(1, 6), rng.randint(1, 4)
        k = rng.randint(1, N)
        rows = [[rng.randint(0, 1) for _ in range(N)] for _ in range(M)]
        a, b = (rng.choice((1, 0.5, Fraction(1, 3), Decimal("0.1"), 0.1)) for _ in range(2))
        weights = [Fraction(rng.randint(0, 3), 3 * k) for _ in range(k)]
        for name, credit, rest in credits(k, weights):
            expected = beta_moments(credit, rows, Fraction(a), Fraction(b))
            assert getattr(exact, name)(rows, k, *rest, a, b) == expected, (name, rows, k, rest, a, b)


@counts(40, 1000)
def test_bayes_avg_and_max_from_their_formulas(count):
    rng = random.Random("categorical")
    for _ in range(count):
        C, N, D, M = rng.randint(1, 3), rng.randint(1, 5), rng.randint(0, 2), rng.randint(1, 4)
        w = [Fraction(rng.randint(-3, 3), rng.randint(1, 3)) for _ in range(C + 1)]
        rows = [[rng.randint(0, C) for _ in range(N)] for _ in range(M)]
        prior = [[rng.randint(0, C) for _ in range(D)] for _ in range(M)]

        def moments(prior, D, w=w, rows=rows, T=1 + C + N, M=M, C=C):
            mean = spread = Fraction(0)
            for row, more in zip(rows, prior):
                p = [Fraction(1 + (row + more).count(j), T + D) for j in range(C + 1)]
                mu = sum(map(Fraction.__mul__, p, w))
                mean += mu
                spread += sum(x * y * y for x, y in zip(p, w)) - mu * mu
            return mean / M, spread / (M * M * (T + D + 1))

        assert exact.bayes(rows, w, prior) == moments(prior, D)
        assert exact.max_at_k_moments(rows, 1, w, prior) == moments(prior, D)
        mean = sum(w[x] for row in rows for x in row) / (M * N)
        assert exact.avg(rows, w) == (mean, moments([[]] * M, 0)[1] * Fraction(1 + C + N, N) ** 2)
        k = rng.randint(1, N)
        assert exact.max_at_k(rows, k, w) == enumerated(lambda draw, w=w: max(w[x] for x in draw), rows, k)


def arguments(function, R, k, rng):
    given = {"k": k, "tau": 0.5, "weights": [Fraction(1, 2 * k)] * k, "alpha0": rng.choice((1, 0.5)), "beta0": 1}
    return (R, *(given[one] for one in inspect.signature(function).parameters if one in given))


@counts(15, 300)
def test_what_eval_returns_is_the_rounded_exact_value(count):
    rng = random.Random("rounded")
    for _ in range(count):
        M, N = rng.randint(1, 9), rng.randint(1, 30)
        rows = [[int(rng.random() < rate) for _ in range(N)] for rate in [rng.random() for _ in range(M)]]
        k = rng.randint(1, N)
        for name in POINTS:
            found = getattr(exact, name)(*arguments(getattr(exact, name), rows, k, rng))
            rounded = getattr(sl, name)(*arguments(getattr(sl, name), rows, k, rng))
            if name in ("bayes", "avg"):
                assert rounded == (float(found[0]), double(oracle.mpmath.sqrt(oracle.real(found[1]))))
            else:
                assert rounded == float(found)
        for name in MOMENTS:
            values = arguments(getattr(exact, name), rows, k, rng)
            mean, variance = getattr(exact, name)(*values)
            names = inspect.signature(getattr(exact, name)).parameters
            mu, sigma, _, _ = getattr(sl, name.replace("_moments", "_ci"))(**dict(zip(names, values)))
            assert (mu, sigma) == (float(mean), double(oracle.mpmath.sqrt(oracle.real(variance))))


def test_any_k_where_the_interval_takes_any():
    assert exact.threshold_spectrum_at_k_moments([[0, 1]], 3, [0, 0, 1])[0] == Fraction(2 * 3 * 4, 4 * 5 * 6)
    assert exact.max_at_k_moments([[0, 1]], 10)[0] == 1 - Fraction(rising(2, 10), rising(4, 10))
    assert exact.max_at_k_moments([[0, 1]], 10**6, [0, 7])[0] < 7


def test_floats_count_at_their_binary_value():
    assert exact.avg([[0, 1]], [0, 0.1])[0] == Fraction(0.1) / 2
    assert exact.avg([[0, 1]], [0, Decimal("0.1")])[0] == Fraction(1, 20)
    assert exact.pass_at_k_moments(R, 1, 0.1)[0] != exact.pass_at_k_moments(R, 1, Fraction(1, 10))[0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: exact.pass_at_k(R, 6), r"1 <= k <= N \(N=5\); got k=6"),
        (lambda: exact.pass_at_k_moments(R, 6), r"1 <= k <= N \(N=5\); got k=6"),
        (lambda: exact.max_at_k_moments(R, 0), "k must be >= 1"),
        (lambda: exact.maj_at_k_moments(R, 2, 0), "alpha0 must be a finite positive"),
        (lambda: exact.bayes([[0, 2]]), "weight vector 'w' must be provided"),
        (lambda: exact.g_pass_at_k_tau(R, 2, 1.5), r"tau must be in \[0, 1\]"),
        (lambda: exact.threshold_spectrum_at_k(R, 2, [1]), "length-2"),
        (lambda: exact.threshold_spectrum_at_k_moments(R, 10**5, [1e-5] * 10**5), "k is beyond the limit"),
        (lambda: exact.mg_pass_at_k_moments(Tally.from_counts([(s, 2048) for s in range(2000)]), 2000), "the limit"),
    ],
)
def test_errors(call, words):
    refused(words, call)


def test_a_tally_in_place_of_a_matrix():
    assert exact.auc_at_k(Tally(R), 3) == exact.auc_at_k(R, 3)
    assert exact.maj_at_k_moments(Tally(R), 3) == exact.maj_at_k_moments(R, 3)
    assert exact.bayes(Tally(R, [[1], [0]])) == exact.bayes(R, None, [[1], [0]])
