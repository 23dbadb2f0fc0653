"""Check posterior moments: exact against their definition, enclosed against exact, and refusals beyond the limits."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest
from helpers import cases, counts, posterior_moments
from oracles import posterior

import scorio_lite as sl
from scorio_lite._posterior import posteriors
from scorio_lite._posterior.polynomials import power_basis, square
from scorio_lite.tally import success_counts, tally_of


def fractions(found):
    """Return moments, which are numerators over one denominator, as Fractions."""
    return [Fraction(n, found[1]) for n in found[0]]


def squared(f):
    n = len(f)
    return [sum(f[i] * f[t - i] for i in range(max(0, t - n + 1), min(n, t + 1))) for t in range(2 * n - 1)]


@counts(25, 333)
def test_power_basis_and_square(count):
    rng = random.Random("basis")
    for _ in range(count):
        values = [rng.getrandbits(rng.choice((1, 60))) for _ in range(rng.randint(1, 9))]
        k = len(values) - 1
        coefficients = power_basis(values)
        for p in (Fraction(0), Fraction(1), Fraction(2, 7)):
            binomial = sum(a * comb(k, j) * p**j * (1 - p) ** (k - j) for j, a in enumerate(values))
            assert sum(c * p**i for i, c in enumerate(coefficients)) == binomial
        assert square(coefficients) == squared(coefficients)
    for m in (1, 2, 3, 10, 11, 27, 28):
        for count in (1, 2, 4, 8, 16):
            for x in (2**m - 1, 1 - 2**m):
                assert square([x] * count) == squared([x] * count)
    assert square([0]) == [0]
    assert square([-(2**64), 2**64 - 1]) == [2**128, -(2**65) * (2**64 - 1), (2**64 - 1) ** 2]


def test_huge_k_with_whole_priors():
    """For huge k and whole priors, moments are right by closed forms: products of few factors."""

    def power(x, total, k):  # E[p**k] under Beta(x, total - x)
        value = Fraction(1)
        for i in range(total - x):
            value *= Fraction(x + i, x + k + i)
        return value

    R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
    for k in (10**4, 10**6, 10**9):
        means = [1 - power(b, 7, k) for b in (3, 2)]
        variances = [power(b, 7, 2 * k) - power(b, 7, k) ** 2 for b in (3, 2)]
        expected = posterior.summary(sum(means) / 2, sum(variances) / 4, 0.95, (0, 1))
        assert sl.max_at_k_ci(R, k) == sl.geo_spectrum_at_k_ci(R, k, 1) == expected
        if k > 10**4:
            continue
        assert sl.geom_at_k_ci(R, k, 1, 0) == sl.geom_ds_at_k_ci(R, k, 1, 0) == expected
        means = [power(a, 7, k) for a in (4, 5)]
        variances = [power(a, 7, 2 * k) - power(a, 7, k) ** 2 for a in (4, 5)]
        assert sl.geom_at_k_ci(R, k, 0, 1) == posterior.summary(sum(means) / 2, sum(variances) / 4, 0.95, (0, 1))
    w, R0 = [0, 0.5, 1], [[0, 2], [1, 2]]
    top = sl.max_at_k_ci([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], 10**9, w, R0)
    assert top[0] == top[3] == 1.0
    assert 0 < top[1] < 1e-9


@pytest.mark.parametrize("k", [300, 1000])
def test_both_forms_of_a_power_agree(k):
    """Moments with whole priors, which have a shorter form for large k, agree with those of half priors."""
    R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0] * 5, [1] * 5]
    for alpha0, beta0 in ((1, 1), (4, 2)):
        (whole,) = posteriors(success_counts(tally_of(R)), (alpha0, 1), (beta0, 1))
        (halves,) = posteriors(success_counts(tally_of(R)), (2 * alpha0, 2), (2 * beta0, 2))
        assert (whole.c, halves.c) == (1, 2)
        assert fractions(whole.success_powers(k)) == fractions(halves.success_powers(k))
        assert fractions(whole.failure_powers(k)) == fractions(halves.failure_powers(k))


EXTREME = [(1e-300, 1e-300), (1e300, 1e300), (1e-300, 1e300), (5e-324, 1), (1, 1.7976931348623157e308), (1e300, 1)]


@cases("priors", EXTREME[::2], EXTREME[1::2], ids=str)
def test_extreme_priors(priors):
    R = [[0, 1, 1, 0, 1], [1, 1, 1, 1, 1], [0] * 5]
    for k in (1, 3, 5):
        for name in ("pass_at_k", "pass_hat_k", "maj_at_k", "mg_pass_at_k", "auc_at_k"):
            moments = posterior.moments(name, R, k, *priors)
            assert posterior_moments(name, R, k, *priors) == moments
            assert getattr(sl, f"{name}_ci")(R, k, 0.95, None, *priors) == posterior.summary(*moments, 0.95, None)
        expected = posterior.summary(*posterior.moments("geom_at_k", R, k, *priors), 0.95, (0, 1))
        assert sl.geom_at_k_ci(R, k, alpha0=priors[0], beta0=priors[1]) == expected
