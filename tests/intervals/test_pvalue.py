"""Check the p-values of differences: where their intervals begin to exclude 0, and beside McNemar's test."""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction

import pytest
from helpers import counts

from scorio_lite import confidence

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
P = [[0, 0, 1, 0, 1], [1, 1, 0, 1, 0], [0, 0, 0, 0, 0]]


def test_known_values():
    for wins, losses, M, p in (23, 6, 164, "0.0031"), (8, 6, 164, "0.62"), (5, 0, 100, "0.059"):
        rest = [[1]] * (M - wins - losses)
        A, B = [[1]] * wins + [[0]] * losses + rest, [[0]] * wins + [[1]] * losses + rest
        assert f"{confidence.compare(A, B).pvalue:.{len(p) - 2}f}" == p
    assert confidence.compare(R, R).pvalue == confidence.compare(R, P, w=[1, 1]).pvalue == 1.0
    assert confidence.compare_totals(10**9, 0, 10**9).pvalue == 2**-200


def excludes_zero(found):
    return found.lo > 0 or found.hi < 0


@counts(4, 13)
def test_p_is_the_least_error_at_which_the_interval_excludes_zero(count):
    rng = random.Random("p-values")
    calls = [
        lambda level: confidence.compare(A, B, confidence=level),
        lambda level: confidence.compare(A, B, confidence=level, questions="these"),
        lambda level: confidence.compare(A, B, "pass_at_k", 2, confidence=level, clusters=labels),
        lambda level: confidence.compare(A, B[1:], confidence=level, paired=False),
        lambda level: confidence.compare_suite([A, B], [B, A[::-1]], weights=[3, 1], confidence=level),
        lambda level: confidence.compare_totals(*solved, 40, confidence=level),
    ]
    for _ in range(count):
        M, gap = rng.randint(2, 30), rng.random()
        A, B = ([[int(rng.random() < rate) for _ in range(3)] for _ in range(M)] for rate in (0.5 + gap / 2, 0.5))
        labels, solved = [rng.randrange(M) for _ in range(M)], [rng.randint(0, 40) for _ in range(2)]
        for call in calls:
            p = Fraction(call(0.95).pvalue)
            assert p == 1 or excludes_zero(call(1 - p))
            assert p == Fraction(2) ** -200 or not excludes_zero(call(1 - p + p / 10**12))


def test_what_has_no_p():
    found = confidence.compare(R, P)
    copies = [pickle.loads(pickle.dumps(found)), copy.copy(found), type(found)(*found)]
    looks, task = confidence.compare(R, P, anytime=True), confidence.compare_tasks([R], [P])[0]
    for one in (*copies, looks, task, confidence.compare_judged(R, R, P, P), confidence.avg(R)):
        with pytest.raises(AttributeError, match="pvalue"):
            one.pvalue  # noqa: B018
    assert all(one == found and type(one) is type(found) for one in copies)
