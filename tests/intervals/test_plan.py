"""Check confidence.plan: known values, the oracle, data as expected, simulations."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from helpers import counts
from oracles import boards

from scorio_lite import confidence


def variance(a, b, differ, trials=1, agree=1):
    within = 1 - Fraction(agree)
    return differ - (a - b) ** 2 - within + within / trials


def drawn(rng):
    """Draw two rates, how often one model alone is right, and how often two trials agree."""
    a, b = (Fraction(rng.randint(0, 20), 20) for _ in range(2))
    differ = abs(a - b) + (min(a + b, 2 - a - b) - abs(a - b)) * Fraction(rng.randint(0, 10), 10)
    within = min(differ - (a - b) ** 2, a * (1 - a) + b * (1 - b)) * Fraction(rng.randint(0, 4), 4)
    return a, b, differ, 1 - within


@counts(8, 120)
def test_the_least_number_that_decides(count):
    for seed in range(count):
        rng = random.Random(f"plan {seed}")
        a, b, differ, agree = drawn(rng)
        margin = rng.choice([0, Fraction(1, 100), Fraction(-1, 30)])
        if a - b != margin:
            trials, how = (
                rng.choice([1, 2, 7]),
                {"power": rng.choice([0.5, 0.8]), "confidence": rng.choice([0.95, 0.8])},
            )
            found = confidence.plan(a, b, differ=differ, trials=trials, agree=agree, margin=margin, **how)
            assert boards.is_planned(found, a - b, variance(a, b, differ, trials, agree), margin, **how), seed


@pytest.mark.parametrize("M", [20, 100, 400])
def test_data_with_the_expected_counts(M):
    """From the planned number of questions on, compare decides data with the expected counts."""
    for wins, losses in ((M // 5, M // 10), (M // 5, M // 20), (M // 4, 0), (M // 3, M // 3 - 1)):
        a, b = Fraction(wins, M), Fraction(losses, M)
        A, B = [[1]] * wins + [[0]] * (M - wins), [[0]] * wins + [[1]] * losses + [[0]] * (M - wins - losses)
        for level in (0.5, 0.9, 0.95, 0.999):
            needed = confidence.plan(a, b, differ=a + b, power=0.5, confidence=level)
            assert (needed <= M) == (confidence.compare(A, B, confidence=level).lo > 0)
            if needed <= M:
                assert confidence.enough_to_decide(A, B, power=0.5, confidence=level) == M


def test_what_is_not_given_is_the_worst_case():
    ways = [{}, {"correlation": -0.4}, {"differ": 0.5}, {"correlation": 0.5}, {"differ": 0.1}]
    needed = [confidence.plan(0.7, 0.65, **way) for way in ways]
    assert needed == sorted(needed, reverse=True)
    assert confidence.plan(0.7, 0.65, differ=0.3, trials=8) == confidence.plan(0.7, 0.65, differ=0.3)
    again = [confidence.plan(0.7, 0.65, differ=0.3, trials=n, agree=0.8) for n in (1, 2, 4, 1000)]
    assert again == sorted(again, reverse=True)
    assert again[0] == confidence.plan(0.7, 0.65, differ=0.3)
    assert confidence.plan(0.65, 0.7, differ=0.3) == again[0]
