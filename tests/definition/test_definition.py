"""Small cases by enumerating every subset of trials, one by one."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import oracle
import pytest
from helpers import METRICS, enumerated
from oracle import double

import scorio_lite


def shapes():
    rng = random.Random("definition")
    for M, N in itertools.product((1, 2, 3), range(1, 8)):
        for k in range(1, N + 1):
            yield [[rng.randint(0, 1) for _ in range(N)] for _ in range(M)], k
            yield [[rng.choice((0, 0, 0, 1))] * N for _ in range(M)], k


def pass_at(i):
    """The chance that i of the drawn trials, drawn again, hold a success."""
    return lambda draw: enumerated(any, [draw], i)


@pytest.mark.parametrize("name", METRICS)
def test_metric(name):
    for R, k in shapes():
        assert getattr(scorio_lite, name)(R, k) == double(enumerated(METRICS[name](k), R, k)), (R, k)


def test_g_pass_at_k_tau():
    for R, k in shapes():
        for tau in (0, 0.2, 1 / 3, 0.5, Fraction(2, 3), 0.75, 0.999, 1):
            expected = enumerated(lambda draw: sum(draw) >= 1 and Fraction(sum(draw), len(draw)) >= tau, R, k)
            if not isinstance(tau, float) or tau in (0.5, 0.75):  # where no rounding of j / k is in play
                assert scorio_lite.g_pass_at_k_tau(R, k, tau) == double(expected), (R, k, tau)


def test_auc_at_k():
    for R, k in shapes():
        curve = [enumerated(any, R, i) for i in range(1, k + 1)]
        area = sum((a + b) / 2 for a, b in zip(curve, curve[1:])) / (k - 1) if k > 1 else curve[0]
        assert scorio_lite.auc_at_k(R, k) == double(area), (R, k)


@pytest.mark.parametrize("shift", [0, 1 << 20])
def test_threshold_spectrum_at_k(shift, monkeypatch):
    monkeypatch.setattr("scorio_lite._subsets._SHIFT", shift)  # question by question, and all of them at once
    rng = random.Random("spectrum")
    for R, k in shapes():
        weights = [Fraction(rng.choice((0, 0, 1, 2, 5)), 5 * k) for _ in range(k)]
        expected = enumerated(lambda draw: sum(weights[: sum(draw)], Fraction(0)), R, k)
        assert scorio_lite.threshold_spectrum_at_k(R, k, weights) == double(expected), (R, k, weights)


def test_max_at_k():
    rng = random.Random("max")
    for M, N in itertools.product((1, 3), range(1, 7)):
        R = [[rng.randint(0, 3) for _ in range(N)] for _ in range(M)]
        for w in ([0, 1, 2, 3], [3, 1, 0, 1], [0.1, -0.7, 0.1, 1e9], [2, 2, 2, 2]):
            for k in range(1, N + 1):
                expected = enumerated(lambda draw: max(Fraction(w[outcome]) for outcome in draw), R, k)
                assert scorio_lite.max_at_k(R, k, w) == double(expected), (R, k, w)


def test_blends():
    for R, k in shapes():
        passed, unanimous = (enumerated(earn, R, k) for earn in (any, all))
        mean_majority = enumerated(METRICS["mg_pass_at_k"](k), R, k)
        assert scorio_lite.geom_ds_at_k(R, k) == double(oracle.blend(passed, unanimous, 0.5, 0.5))
        assert scorio_lite.geo_spectrum_star_at_k(R, k) == double(oracle.blend(passed, mean_majority, 0.5, 0.5))
        rows = [oracle.blend(enumerated(any, [row], k), enumerated(all, [row], k), 0.5, 0.5) for row in R]
        assert scorio_lite.geom_at_k(R, k) == double(oracle.mean(rows))
