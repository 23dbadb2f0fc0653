"""Check confidence.beyond: limits, and that no distribution of rates passes its bounds."""

from __future__ import annotations

import random

import pytest
from helpers import counts

from scorio_lite import Tally, confidence

R = [[0] * 8] * 40 + [[1] + [0] * 7] * 20 + [[1] * 4 + [0] * 4] * 20 + [[1] * 8] * 20
PAIRS = [[1, 1]] * 101 + [[1, 0]] * 274 + [[0, 0]] * 125  # no rates explain so many questions that are solved once


@pytest.mark.parametrize(
    ("rows", "k", "metric", "level", "expected"),
    [
        (R, 80, "pass_at_k", 0.95, (0.4973125294725206, 0.9998983454871052)),
        (R, 80, "unanimous_at_k", 0.95, (0.0002628564800887901, 0.304766351647362)),
        (PAIRS, 6, "pass_at_k", 0.999, (0.9267069736591697, 0.9933290840289917)),
        (PAIRS, 6, "pass_at_k", 0.99, (0.9550989323589962, 0.992102381010554)),
        (PAIRS, 6, "pass_at_k", 0.95, (0.9791548204023728, 0.9909170191008311)),
        (PAIRS, 6, "pass_at_k", 0.9, (0.984375, 0.9902688682446438)),
        (PAIRS, 6, "pass_at_k", 0.8, (0.984375, 0.989493626086919)),
        (PAIRS, 3, "pass_at_k", 0.9, (0.875, 0.9013535010486625)),
        (PAIRS, 20, "pass_at_k", 0.9, (0.9999990463256836, 0.9999998032667156)),
        ([[1] + [0] * 7] * 40, 16, "pass_at_k", 0.95, (0.9856916710096033, 1.0)),
        ([[0] * 8] * 60 + [[1] + [0] * 7] * 40, 16, "pass_at_k", 0.95, (0.5329150334090211, 0.7635678329615044)),
        (PAIRS, 6, "pass_hat_k", 0.95, (0.0044239534374083435, 0.016668337874315046)),
    ],
)
def test_given_values_in_any_form(rows, k, metric, level, expected):
    assert confidence.beyond(rows, k, metric, confidence=level) == expected
    assert confidence.beyond(Tally(rows), k, metric, confidence=level, clusters=None) == expected
    assert confidence.beyond(iter(rows), k, metric, confidence=level, clusters=iter(range(len(rows)))) == expected


def test_limits():
    """Bounds are right in the limits: one trial, all solved, none solved, and k = N + 1."""
    lo, hi = confidence.pass_at_k([[0]] * 60 + [[1]] * 40, 1)[2:]
    assert confidence.beyond([[0]] * 60 + [[1]] * 40, 2)[0] == lo < hi < 1 - (1 - hi) ** 2 - 1e-9
    for N in (1, 2, 7):
        assert (
            confidence.beyond([[0] * N] * 5, 10**9)[0]
            == confidence.beyond([[1] * N] * 5, 10**9, "pass_hat_k")[0] * 0
            == 0
        )
        assert (
            confidence.beyond([[1] * N] * 5, N + 1)[1] == confidence.beyond([[1] * N] * 5, N + 1, "pass_hat_k")[1] == 1
        )
        assert 0 <= confidence.beyond([[1] * N], N + 1)[0] < 0.5  # one question
    value, _, lo, hi = confidence.pass_at_k(R, 8, confidence=0.975)
    least, most = confidence.beyond(R, 9)
    assert lo <= least < value < hi < most < hi + 0.04


def test_long_k():
    """k may have a few hundred digits."""
    for digits in (100, 300, 600):
        assert confidence.beyond(R, 10**digits) == (0.4973125294725206, 1)
        assert confidence.beyond(R, 10**digits, "pass_hat_k")[0] == 0


def draws(rng):
    """Draw questions with many kinds of rates, some of them 0."""
    N, hopeless, a = rng.choice([2, 3, 8, 16]), rng.random(), rng.choice([0.3, 1, 3])
    rates = [rng.betavariate(a, 1) * (rng.random() >= hopeless) for _ in range(rng.choice([5, 20, 100]))]
    return [[int(rng.random() < rate) for _ in range(N)] for rate in rates]


@counts(5, 26)
def test_nested_in_the_confidence_and_monotone_in_k(count):
    for seed in range(count):
        rng = random.Random(seed)
        rows, metric = draws(rng), rng.choice(["pass_at_k", "pass_hat_k"])
        N = len(rows[0])
        ks = [N + 1, N + N // 2 + 1, 2 * N, 10 * N, 10**6]
        table = [
            [confidence.beyond(rows, k, metric, confidence=level) for k in ks] for level in (0.8, 0.9, 0.95, 0.999)
        ]
        for line in table:
            assert all(0 <= lo <= hi <= 1 for lo, hi in line)
            ends = line if metric == "pass_at_k" else line[::-1]
            assert ends == sorted(ends) and [hi for _, hi in ends] == sorted(hi for _, hi in ends), seed
        for inner, outer in zip(table, table[1:]):
            assert all(b[0] <= a[0] and a[1] <= b[1] for a, b in zip(inner, outer)), seed
