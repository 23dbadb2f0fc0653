"""Check confidence.plan: data as expected. Random calls have the oracle."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorio_lite import confidence


@pytest.mark.parametrize("M", [20, 100, 400])
def test_data_with_the_expected_counts(M):
    """From the planned number of questions on, compare decides data with the expected counts."""
    for wins, losses in ((M // 5, M // 10), (M // 5, M // 20), (M // 4, 0), (M // 3, M // 3 - 1)):
        a, b = Fraction(wins, M), Fraction(losses, M)
        A, B = [[1]] * wins + [[0]] * (M - wins), [[0]] * wins + [[1]] * losses + [[0]] * (M - wins - losses)
        for level in (0.5, 0.9, 0.95, 0.999):
            needed = confidence.plan(a, b, differ=a + b, power=0.5, confidence=level)
            assert (needed <= M) == (confidence.compare(A, B, confidence=level).lo > 0)
            assert needed > M or confidence.enough_to_decide(A, B, power=0.5, confidence=level) == M
