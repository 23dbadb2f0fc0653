"""Check confidence.plan and detectable: data as expected, the worst case, the least difference."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from helpers import counts, refused

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


def test_what_is_not_given_is_the_worst_case():
    ways = [{}, {"correlation": -0.4}, {"differ": 0.5}, {"correlation": 0.5}, {"differ": 0.1}]
    needed = [confidence.plan(0.7, 0.65, **way) for way in ways]
    assert needed == sorted(needed, reverse=True)
    again = [confidence.plan(0.7, 0.65, differ=0.3, trials=n, agree=0.8) for n in (1, 2, 4, 1000)]
    assert again == sorted(again, reverse=True)
    assert again[0] == confidence.plan(0.7, 0.65, differ=0.3, trials=8) == confidence.plan(0.65, 0.7, differ=0.3)


@counts(12, 80)
def test_the_least_difference_that_is_detected(count):
    """The least loss is found that plan decides with at most so many questions, where plan answers."""
    found = set()
    for seed in range(count):
        rng = random.Random(f"detectable {seed}")
        M, a = rng.choice([3, 9, rng.randint(2, 60)]), Fraction(rng.choice([0.7, 0.5, 1, round(rng.random(), 2)]))
        known = {"power": rng.choice([0.5, 0.8]), "confidence": rng.choice([0.95, 0.95, 0.2])}
        both = rng.choice([{}, {"differ": round(rng.random() * 0.6, 2)}, {"correlation": rng.choice([0.9, -0.2])}])
        known.update({**both, **rng.choice([{}, {"trials": 3, "agree": 0.8}])})

        def decides(j, a=a, M=M, known=known):
            try:
                return a > Fraction(j, M) and confidence.plan(a, a - Fraction(j, M), **known) <= M
            except ValueError:  # such rates cannot be
                return False

        least = next((j for j in range(1, M + 1) if decides(j)), None)
        found.add(least)
        if least is None:
            refused("no loss", confidence.detectable, M, a, **known)
        else:
            assert confidence.detectable(M, a, **known) == least / M, (M, a, known)
    assert {None, 1} < found


def test_what_ends_the_search():
    refused("no loss up to a=0.7 can be detected with 5 questions; for gains pass 1 - a", confidence.detectable, 5, 0.7)
    refused("20 questions show no loss: differ must be", confidence.detectable, 20, 0.7, differ=0.05)
    for wrong in ({"questions": 1}, {"questions": 2.5}, {"questions": 10**9}, {"a": 2}, {"trials": 0}, {"agree": 2}):
        refused(f"^{next(iter(wrong))} must", confidence.detectable, **{"questions": 99, "a": 0.5, **wrong})
