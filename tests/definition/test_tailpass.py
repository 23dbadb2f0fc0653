"""Check TailPass by enumeration, what it has in common with other metrics, and what it refuses."""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction

import helpers
import oracle
import pytest
import tailpass_oracle
from helpers import counts, refused
from random_calls import matrix

import scorio_lite as sl
from scorio_lite import Tally, exact, tailpass, tailpass_empirical
from scorio_lite._numbers import families, powers
from scorio_lite.eval import tailpass_weights

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
G = [[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]]
W = [0, Fraction(1, 2), 1]


@counts(5, 40)
def test_every_subset_of_the_trials(count):
    for i in range(count):
        rng = random.Random(f"subsets {i}")
        w = rng.choice([[0, 1], [0.3, 0.3], [0, 0.1, 1 / 3], [1, 0.25, 0, 0.5]])
        rows, k = matrix(rng, rng.randint(1, 3), rng.randint(1, 6), len(w)), 1
        k = rng.randint(1, len(rows[0]))
        thresholds = sorted({rng.random(), rng.randint(0, k) / k, Fraction(rng.randint(0, k), k)})

        def chance(threshold):
            def earn(draw):
                return tailpass_oracle.reaches(sum(Fraction(w[outcome]) for outcome in draw) / k, threshold)

            return oracle.double(helpers.enumerated(earn, rows, k))

        assert tailpass_empirical(rows, k, w, thresholds=thresholds) == tuple(map(chance, thresholds))


# Relations


@counts(4, 40)
def test_identities_of_the_observed_trials(count):
    for i in range(count):
        rng = random.Random(f"observed {i}")
        N = rng.randint(1, 30)
        rows, k = matrix(rng, rng.randint(1, 9), N), rng.randint(1, N)
        found = tailpass_empirical(rows, k)
        assert found == tuple(sl.g_pass_at_k_tau(rows, k, j / k) for j in range(1, k + 1))
        assert (found[0], found[-1]) == (sl.pass_at_k(rows, k), sl.pass_hat_k(rows, k))
        assert found == tuple(sorted(found, reverse=True))
        assert sum(exact.g_pass_at_k_tau(rows, k, Fraction(j, k)) for j in range(1, k + 1)) / k == exact.avg(rows)[0]
        assert tailpass_empirical(Tally(rows), k) == found == tailpass_empirical(rows[::-1], k, [0, 1])
        assert tailpass_empirical(rows, k, thresholds=[0, 0.5, 1]) == (1.0, sl.g_pass_at_k_tau(rows, k, 0.5), found[-1])


@counts(4, 40)
def test_identities_of_the_posterior(count):
    for i in range(count):
        rng = random.Random(f"posterior {i}")
        N = rng.randint(1, 20)
        rows, k = matrix(rng, rng.randint(1, 6), N), rng.randint(1, N)
        alpha, beta = rng.choice([1, 0.5, 2.25]), rng.choice([1, 0.3])
        profile = tailpass(rows, k, prior=[beta, alpha])
        prior = {"alpha0": alpha, "beta0": beta}
        tails = [sl.g_pass_at_k_tau_ci(rows, k, j / k, **prior) for j in range(1, k + 1)]
        assert profile.ci() == tuple(zip(*tails))
        assert profile.discovery() == sl.pass_at_k_ci(rows, k, **prior)[:2] == (profile.mean[0], profile.std[0])
        assert profile.stability() == sl.pass_hat_k_ci(rows, k, **prior)[:2] == (profile.mean[-1], profile.std[-1])
        weights = [Fraction(j, k * (k + 1) // 2) for j in range(1, k + 1)]
        assert profile.linear_ci(weights) == sl.threshold_spectrum_at_k_ci(rows, k, weights, **prior)
        uniform = [Fraction(1, k)] * k
        assert profile.linear(uniform) == profile.moment(1) == tailpass(rows, 1, prior=[beta, alpha]).moment(1)
        squares = [Fraction(2 * t - 1, k * k) for t in range(1, k + 1)]
        assert profile.linear_ci(squares) == profile.moment_ci(2)
        for moment, end in (profile.moment(1e-300), profile.discovery()), (profile.moment(1e300), profile.stability()):
            assert moment == pytest.approx(end, rel=1e-15)
        covariance = profile.covariance
        assert all(covariance[a][b] == covariance[b][a] >= 0 for a in range(k) for b in range(k))
        assert profile.at_k(1).mean == (profile.moment(1)[0],)
        assert profile.at_k(k).covariance == covariance
        assert profile.at_k(2, thresholds=[0.5]).mean == profile.at_k(2).mean[:1]


@counts(6, 24)
def test_identities_of_graded_trials(count):
    for i in range(count):
        rng = random.Random(f"graded {i}")
        C, M = rng.randint(2, 4), rng.randint(1, 5)
        w = sorted({0.0, 1.0, *(rng.random() for _ in range(C - 2))})
        rows, R0, k = matrix(rng, M, 6, C), matrix(rng, M, 3, C), rng.randint(1, 4)
        profile = tailpass(rows, k, w, R0)
        assert profile.moment_ci(1) == sl.bayes_ci(rows, w, R0, bounds=(0, 1))
        merged = [[outcome + C * rng.randint(0, 1) for outcome in row] for row in rows]
        halves = tailpass(merged, k, [*w, *w], prior=0.5)
        assert halves.ci() == tailpass(rows, k, w).ci(), "classes with one score add up"
        assert tailpass(rows, k, w, [a + a for a in R0], eta=0.5).covariance == profile.covariance
        order = rng.sample(range(M), M)
        turned = tailpass([rows[q][::-1] for q in order], k, w, [R0[q] for q in order])
        assert (turned.mean, turned.std) == (profile.mean, profile.std)
        assert turned.question_mean == tuple(profile.question_mean[q] for q in order)
        of_tally = tailpass(Tally(rows, R0), k, w)
        assert (of_tally.ci(), of_tally.covariance, of_tally.moment(0.7)) == (profile.ci(), profile.covariance, profile.moment(0.7))


def test_a_threshold_j_of_k_takes_exactly_j():
    """The threshold j/k takes exactly j successes, although 0.28 * 25 is 7.000000000000001 in floats."""
    rows = [[1] * 7 + [0] * 18]
    assert tailpass_empirical(rows, 25, thresholds=[0.28]) == tailpass_empirical(rows, 25, thresholds=[Fraction(7, 25)]) == (1.0,)
    for k in (*range(1, 13), 25, 49):
        rows = [[1] * j + [0] * (k - j) for j in range(k + 1)]
        for j in range(k + 1):
            assert tailpass_empirical([rows[j]], k) == (1.0,) * j + (0.0,) * (k - j)
    assert tailpass_empirical([[0, 0, 0]], 3, [0.1, 1], thresholds=[0.1]) == (1.0,)
    assert tailpass_empirical([[0, 0, 0]], 3, [0.3, 1], thresholds=[Fraction(3, 10)]) == (0.0,), "0.3 is below 3/10"
    assert tailpass_empirical([[0, 0, 0]], 3, [0.3, 1], thresholds=[0.3]) == (1.0,)


def test_questions_with_different_numbers_of_trials():
    tally = Tally([[1, 0, 1], [1, 1], [0, 2, 2, 1]], ragged=True)
    rows = [tailpass([row], 2, W) for row in ([1, 0, 1], [1, 1], [0, 2, 2, 1])]
    found = tailpass(tally, 2, W)
    for name in "mean", "std":
        parts = [getattr(row, name) for row in rows]
        power = 1 if name == "mean" else 2
        expected = [sum(x**power for x in column) ** (1 / power) / 3 for column in zip(*parts)]
        assert getattr(found, name) == pytest.approx(expected, rel=1e-14)
    assert tailpass_empirical(tally, 2, W)[0] == pytest.approx(
        sum(tailpass_empirical([r], 2, W)[0] for r in ([1, 0, 1], [1, 1], [0, 2, 2, 1])) / 3
    )


def test_moments_that_are_rational_though_lam_is_not_whole():
    """If each score to the power lam = 1/2 is rational, the moment is exact: 1/2 + 2**-54 rounds to even."""
    assert tailpass([[0, 1, 2]], 1, [0, 0.25, 1]).moment(0.5)[0] == 0.5
    square = Fraction(2**53 + 1, 2**54) ** 2
    assert tailpass([[0]], 9, [square]).moment_ci(0.5) == (0.5, 0.0, 0.5, 0.5)


def test_a_single_score_has_no_spread():
    profile = tailpass([[0, 1], [1, 1]], 5, [0.3, 0.3])
    assert profile.mean == (1.0, 0.0, 0.0, 0.0, 0.0)
    assert profile.std == (0.0,) * 5
    assert profile.moment(2) == (oracle.double(Fraction(0.3) ** 2), 0.0)
    assert profile.moment(0.5) == (0.3**0.5, 0.0)
    assert (profile.discovery(), profile.stability()) == ((1.0, 0.0), (0.0, 0.0))


def test_many_trials_cost_little_where_no_composition_is_needed():
    profile = tailpass(G, 10**6, W, thresholds=[0.5])
    assert 0 < profile.stability()[0] < profile.moment(2)[0] < profile.moment(1)[0] < 1
    binary = tailpass(R, 10**5, thresholds=[0.5])
    assert binary.moment(3)[0] == pytest.approx(tailpass(R, 400).moment(3)[0], rel=0.01)
    assert binary.discovery()[0] == binary.at_k(10**5, thresholds=[1e-5]).mean[0]
    assert repr(profile) == "<TailPassProfile: k=1000000, 2 questions>"


def test_profiles_copy_and_pickle():
    profile = tailpass(G, 3, W)
    for same in copy.deepcopy(profile), pickle.loads(pickle.dumps(profile)):
        assert (same.mean, same.question_mean, same.k, same.question_count) == (profile.mean, profile.question_mean, 3, 2)


# Weights


def test_weights_of_each_family():
    assert tailpass_weights.uniform_weights(3) == (1 / 3,) * 3 == tailpass_weights.moment_weights(3, 1)
    assert tailpass_weights.discovery_weights(3) == tailpass_weights.threshold_weights(3, 1) == (1.0, 0.0, 0.0)
    assert tailpass_weights.stability_weights(3) == tailpass_weights.threshold_weights(3, 3) == (0.0, 0.0, 1.0)
    assert tailpass_weights.payoff_weights([0, 0.25, 0.25, 1]) == (0.25, 0.0, 0.75)
    assert tailpass_weights.beta_weights(4, 0.5, 2) == tailpass_weights.maxent_weights(4, 0.5) == (0.25,) * 4
    assert tailpass_weights.beta_weights(2, 0.5, 0.3) == (0.5, 0.5)
    assert tailpass_weights.beta_weights(3, 0.25, 1e-3) == pytest.approx((0.75, 0, 0.25), abs=1e-3)
    assert tailpass_weights.maxent_weights(3, 0.9925719941586278)[2] == 1.0
    assert dir(tailpass_weights) == sorted(tailpass_weights.__all__)
    assert sl.eval.tailpass_weights is tailpass_weights
    for k, lam in (5, 0.5), (7, 3), (12, 2.5):
        profile, weights = tailpass(R, k), tailpass_weights.moment_weights(k, lam)
        assert profile.linear(weights) == pytest.approx(profile.moment(lam), rel=1e-14)


@pytest.mark.parametrize("bits", [8, 20, 60, 200])
def test_powers_are_enclosed(bits):
    rng = random.Random(bits)
    for _ in range(60):
        d = rng.randint(1, 99)
        n, lam = rng.randint(0, d), Fraction(rng.choice([0.5, 3, 1e-9, 1e9, rng.random(), 40 * rng.random()]))
        exactly = oracle.real(Fraction(n, d)) ** oracle.real(lam)
        assert helpers.holds(powers.unit_power(n, d, helpers.ratio(lam), bits), exactly, bits), (n, d, lam)


@pytest.mark.parametrize("bits", [8, 20, 60, 200])
def test_integrals_are_enclosed(bits):
    rng = random.Random(bits)
    for _ in range(6):
        theta, kappa = Fraction(rng.uniform(0.01, 0.99)), Fraction(rng.choice([0.01, 1, 5.5, 60 * rng.random()]))
        d = rng.randint(2, 20)
        n = rng.randint(1, d - 1)
        beta = families._Beta(helpers.ratio(theta), helpers.ratio(kappa))
        a, b = oracle.real(theta * kappa), oracle.real((1 - theta) * kappa)
        top = oracle.real(theta) ** a * oracle.real(1 - theta) ** b
        exactly = oracle.mpmath.betainc(a, b, 0, oracle.mpmath.mpf(n) / d) / top
        assert helpers.holds(beta.part(n, d, bits), exactly, bits), (theta, kappa, n, d)
        mean = oracle.real(theta) if theta < Fraction(1, 2) else 1 - oracle.real(theta)
        low, high = families._slope(*helpers.ratio(min(theta, 1 - theta)), bits)
        slopes = [oracle.mpmath.mpf(s) / 2**bits for s in (low, high)]
        means = [1 / s - 1 / oracle.mpmath.expm1(s) if s else oracle.mpmath.mpf(1) / 2 for s in slopes]
        assert means[0] >= mean >= means[1]


# Refusals

PROFILE = tailpass(R, 2)


def test_nothing_is_sampled():
    for call in (PROFILE.ci, lambda **how: PROFILE.linear_ci([0.5, 0.5], **how), lambda **how: PROFILE.moment_ci(2, **how)):
        refused("method must be 'normal': nothing is sampled, so there is no 'mc'; got 'mc'", call, method="mc")
    assert not hasattr(PROFILE, "sample")
