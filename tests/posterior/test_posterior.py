"""Check posterior moments: exact against their definition, enclosed against exact, and refusals beyond the limits."""

from __future__ import annotations

from fractions import Fraction

from helpers import cases
from oracles import posterior

import scorio_lite as sl


def test_huge_k_with_whole_priors():
    """For huge k and whole priors, moments are right by closed forms: products of few factors."""

    def power(x, total, k):  # E[p**k] under Beta(x, total - x)
        value = Fraction(1)
        for i in range(total - x):
            value *= Fraction(x + i, x + k + i)
        return value

    R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
    for k in (300, 10**4, 10**9):
        mean = 1 - sum(power(failures, 7, k) for failures in (3, 2)) / 2
        variance = sum(power(failures, 7, 2 * k) - power(failures, 7, k) ** 2 for failures in (3, 2)) / 4
        passed = posterior.summary(mean, variance, 0.95, (0, 1))
        assert sl.max_at_k_ci(R, k) == sl.geo_spectrum_at_k_ci(R, k, 1) == passed
        assert k > 10**5 or sl.geom_at_k_ci(R, k, 1, 0) == sl.geom_ds_at_k_ci(R, k, 1, 0) == passed
    w, R0 = [0, 0.5, 1], [[0, 2], [1, 2]]
    top = sl.max_at_k_ci([[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]], 10**9, w, R0)
    assert top[0] == top[3] == 1.0
    assert 0 < top[1] < 1e-9


EXTREME = [(1e-300, 1e-300), (1e300, 1e300), (1e-300, 1e300), (5e-324, 1), (1, 1.7976931348623157e308), (1e300, 1)]


@cases("priors", EXTREME[::2], EXTREME[1::2], ids=str)
def test_extreme_priors(priors):
    R = [[0, 1, 1, 0, 1], [1, 1, 1, 1, 1], [0] * 5]
    for k in (1, 3, 5):
        for name in ("pass_at_k", "pass_hat_k", "maj_at_k", "mg_pass_at_k", "auc_at_k"):
            moments = posterior.moments(name, R, k, *priors)
            assert getattr(sl, f"{name}_ci")(R, k, 0.95, None, *priors) == posterior.summary(*moments, 0.95, None)
        expected = posterior.summary(*posterior.moments("geom_at_k", R, k, *priors), 0.95, (0, 1))
        assert sl.geom_at_k_ci(R, k, alpha0=priors[0], beta0=priors[1]) == expected
