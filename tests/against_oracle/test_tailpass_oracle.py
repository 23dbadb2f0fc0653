"""Compare TailPass and the weights of its thresholds with their oracle on random calls, by ==."""

from __future__ import annotations

import random
from fractions import Fraction

import oracle
import pytest
import tailpass_oracle
from helpers import counts
from random_calls import CONFIDENCES, LAMS, are_floats, matrix, profiled

import scorio_lite as sl


@counts(4, 60)
def test_profiles(count):
    for i in range(count):
        rng = random.Random(f"tailpass {i}")
        R, k, w, own = profiled(rng)
        where = i, R, k, w, own
        found, expected = sl.tailpass(R, k, w, **own), tailpass_oracle.Profile(R, k, w, **own)
        events, confidence = expected.events(), rng.choice([*CONFIDENCES, rng.random()])
        summaries = [expected.summary(event, confidence) for event in events]
        assert found.ci(confidence) == tuple(zip(*summaries)), where
        assert (found.mean, found.std) == tuple(zip(*summaries))[:2], where
        assert found.thresholds == tuple(expected.thresholds), where
        rows = [tuple(oracle.double(expected.of_question(event, row)) for event in events) for row in expected.rows]
        assert found.question_mean == tuple(rows), where
        assert all(map(are_floats, (found.mean, found.std, *found.question_mean))), where
        if i % 3 == 0:
            matrix_of = [tuple(oracle.double(expected.covariance(a, b)) for b in events) for a in events]
            assert found.covariance == tuple(matrix_of), where
        weights = [Fraction(rng.randint(0, 5)) for _ in events]
        weights = [x / sum(weights) for x in weights] if sum(weights) else [Fraction(1, len(weights))] * len(weights)
        assert found.linear_ci(weights, confidence) == expected.summary(expected.linear(weights), confidence), where
        lam = rng.choice([*LAMS, rng.random() * 5])
        power = expected.summary(expected.power(lam), confidence)
        assert found.moment_ci(lam, confidence) == power, (lam, where)
        assert found.moment(lam) == power[:2], (lam, where)
        ends = found.discovery(), found.stability()
        assert ends == tuple(expected.summary(end)[:2] for end in expected.ends()), where
        if len({*map(len, R)}) == 1 and k <= len(R[0]):
            observed = tailpass_oracle.empirical(R, k, w, own.get("thresholds"))
            assert sl.tailpass_empirical(R, k, w, thresholds=own.get("thresholds")) == observed, where


@pytest.mark.long
def test_many_trials():
    rng = random.Random("many trials")
    for _ in range(10):
        R = matrix(rng, 2, 9)
        expected = tailpass_oracle.Profile(R, 24)
        found = sl.tailpass(R, 24)
        assert found.mean == tuple(oracle.double(expected.mean(event)) for event in expected.events())
        for lam in (2, 3.5, 30):
            assert found.moment_ci(lam) == expected.summary(expected.power(lam))
