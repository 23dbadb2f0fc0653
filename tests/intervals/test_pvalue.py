"""Check the p-values of differences: where their intervals begin to exclude 0, beside McNemar's test, and refusals."""

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


def models(wins, losses, M):
    """Return two models of which only the first solves `wins` questions, and only the second `losses`."""
    both = [[1]] * (M - wins - losses)
    return [[1]] * wins + [[0]] * losses + both, [[0]] * wins + [[1]] * losses + both


@pytest.mark.parametrize(
    ("wins", "losses", "M", "p"),
    [
        (23, 6, 164, "0.0031"),
        (8, 6, 164, "0.62"),
        (34, 15, 220, "0.0084"),
        (5, 0, 100, "0.059"),
        (10, 1, 100, "0.016"),
        (1, 0, 20, "0.56"),
        (60, 30, 1000, "0.0020"),
    ],
)
def test_known_values(wins, losses, M, p):
    found = confidence.compare(*models(wins, losses, M)).pvalue
    assert f"{found:.{len(p) - 2}f}" == p
    assert confidence.compare(*models(losses, wins, M)).pvalue == found


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
        A = [[int(rng.random() < 0.5 + gap / 2) for _ in range(3)] for _ in range(M)]
        B = [[int(rng.random() < 0.5) for _ in range(3)] for _ in range(M)]
        labels, solved = [rng.randrange(M) for _ in range(M)], [rng.randint(0, 40) for _ in range(2)]
        for call in calls:
            p = call(0.95).pvalue
            assert 2**-200 <= p <= 1
            p, hair = Fraction(p), Fraction(p) / 10**12
            assert p == 1 or excludes_zero(call(1 - p))
            assert p == Fraction(2) ** -200 or not excludes_zero(call(1 - p + hair))


def test_the_greatest_and_the_least_p():
    assert confidence.compare(R, R).pvalue == 1.0
    assert confidence.compare(R, P, w=[1, 1]).pvalue == 1.0
    assert confidence.compare_totals(10**9, 0, 10**9).pvalue == 2**-200


def test_what_has_no_p():
    found = confidence.compare(R, P)
    assert 0 < found.pvalue < 1
    others = [
        pickle.loads(pickle.dumps(found)),
        copy.copy(found),
        type(found)(*found),
        confidence.compare(R, P, anytime=True),
        confidence.compare_tasks([R], [P])[0],
        confidence.compare_judged(R, R, P, P),
    ]
    for one in others:
        assert type(one) is type(found)
        with pytest.raises(AttributeError, match="pvalue"):
            one.pvalue  # noqa: B018
    assert others[0] == found
    assert not hasattr(confidence.avg(R), "pvalue")
