"""Check confidence.plan and best_split: known values, the oracle, data as expected, simulations."""

from __future__ import annotations

import random
from fractions import Fraction

import confidence_oracle as oracle
import pytest
from helpers import counts
from stand_ins import Array

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
            trials, how = (rng.choice([1, 2, 7]), {"power": rng.choice([0.5, 0.8]), "confidence": rng.choice([0.95, 0.8])})
            found = confidence.plan(a, b, differ=differ, trials=trials, agree=agree, margin=margin, **how)
            assert oracle.is_planned(found, a - b, variance(a, b, differ, trials, agree), margin, **how), seed


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


@pytest.mark.parametrize(
    ("a", "b", "correlation", "differ"),
    [
        (Fraction(1, 2), Fraction(1, 4), 0, 0.5),
        (0.5, 0.75, 0.5, 0.5 - 2 * 0.5 * 0.5 * 0.1875**0.5),
        (Fraction(9, 10), Fraction(1, 2), Fraction(1, 3), 0.4),
        (0.5, 0.25, Fraction(-1, 2), 0.5 + 0.1875**0.5 / 2),
    ],
)
def test_a_correlation_gives_the_nearest_double(a, b, correlation, differ):
    assert confidence.plan(a, b, correlation=correlation) == confidence.plan(a, b, differ=differ)


@counts(75, 1200)
def test_the_power_is_what_was_asked(count):
    for a, b, differ in ((0.7, 0.5, 0.4), (0.4, 0.3, 0.2)):
        M = confidence.plan(a, b, differ=differ)
        rng, found = random.Random(f"power {a}"), 0
        for _ in range(count):
            kinds = rng.choices("ab=", [(differ + a - b) / 2, (differ - a + b) / 2, 1 - differ], k=M)
            wins, losses = kinds.count("a"), kinds.count("b")
            A, B = [[1]] * wins + [[0]] * (M - wins), [[0]] * wins + [[1]] * losses + [[0]] * (M - wins - losses)
            found += confidence.compare(A, B).lo > 0
        assert 0.72 < found / count < 0.88


@counts(4, 60)
def test_the_best_split_is_the_best_of_all(count):
    for seed in range(count):
        rng = random.Random(f"split {seed}")
        rates = [rng.random() for _ in range(rng.randint(2, 6))]
        models = [[[int(rng.random() < rate) for _ in range(rng.randint(2, 5))] for rate in rates] for _ in range(rng.choice([1, 2]))]
        budget, question, trial = rng.choice([9, 14]), rng.choice([0, 0.25, 2]), rng.choice([0.125, 0.5])
        level = rng.choice([0.95, 0.8])
        M, N, half = confidence.best_split(models[0], budget, question, trial, *models[1:], confidence=level, ragged=True)
        assert M * (question + len(models) * N * trial) <= budget
        assert oracle.best_split(models, budget, question, trial, level) == (M, N), seed
        assert half == oracle.half_width(models, M, N, level)


R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]


def test_where_questions_are_free_they_have_one_trial():
    for one in (R, map(iter, R), Array([*map(iter, R)])):
        assert confidence.best_split(one, 10, 0, Fraction(1, 100))[:2] == (1000, 1)
    dear = [confidence.best_split(R, 1000, price, 0.01)[1] for price in (0.1, 1, 10)]
    assert dear == sorted(dear)
    assert dear[0] < dear[-1]
