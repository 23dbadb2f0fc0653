"""Check confidence.beyond: no distribution of rates passes its bounds; limits; nested in the confidence."""

from __future__ import annotations

import random

import mpmath
import pytest
from helpers import counts
from oracles import beyond

from scorio_lite import Tally, confidence

R = [[0] * 8] * 40 + [[1] + [0] * 7] * 20 + [[1] * 4 + [0] * 4] * 20 + [[1] * 8] * 20
PAIRS = [[1, 1]] * 101 + [[1, 0]] * 274 + [[0, 0]] * 125  # no rates explain so many questions that are solved once


@counts(10, 60)
def test_no_rates_pass_the_bounds(count):
    """The mean of r**k over some rates r is within the extremes that the oracle gives for limits that hold for them."""
    rng = random.Random("rates")
    for _ in range(count):
        N, mixed = rng.choice([2, 3, 8]), rng.randint(1, 4)
        some = [rng.choice([0, 1, rng.random(), rng.random() ** 0.1]) for _ in range(mixed)]
        rates = [(rng.random(), mpmath.mpf(rate)) for rate in some]

        def moment(i, rates=rates):
            return sum(w * r**i for w, r in rates) / sum(w for w, _ in rates)

        k, last, rest = N + rng.choice([1, 2, N, 99]), moment(N), moment(N // 2) - moment(N)
        a, b, c, d = (rng.choice([0, rng.random(), rng.random() / 20]) for _ in range(4))
        limits = (last * (1 - a), last + b * (1 - last)), (rest * (1 - c), rest + d)
        with mpmath.workprec(300):
            least, most = beyond.extremes(N, k, last, *limits)
        assert least <= moment(k) * (1 + mpmath.mpf(1e-30)) and moment(k) <= most + 1e-30, (N, k, rates, limits)


@pytest.mark.parametrize(("level", "k"), [(0.999, 6), (0.95, 6), (0.9, 3), (0.8, 20)])
def test_more_questions_are_solved_once_than_any_rates_explain(level, k):
    for rows in PAIRS, [[1, 1]] * 180 + [[1, 0]] * 300 + [[0, 0]] * 20:  # with failures of 25 %, and with fewer
        assert confidence.beyond(rows, k, confidence=level) == beyond.bounds(rows, k, confidence=level)


def test_any_form_and_many_draws():
    expected = confidence.beyond(R, 80)
    for rows, labels in ((Tally(R), None), (iter(R), iter(range(100)))):
        assert confidence.beyond(rows, 80, clusters=labels) == expected
    for digits in 100, 600:
        assert confidence.beyond(R, 10**digits) == (expected[0], 1)
        assert confidence.beyond(R, 10**digits, "unanimous_at_k")[0] == 0


def test_limits():
    """Bounds are right in the limits: one trial, all solved, none solved, and k = N + 1."""
    lo, hi = confidence.pass_at_k([[0]] * 60 + [[1]] * 40, 1)[2:]
    assert confidence.beyond([[0]] * 60 + [[1]] * 40, 2)[0] == lo < hi < 1 - (1 - hi) ** 2 - 1e-9
    for N in (1, 2, 7):
        for metric in "pass_at_k", "pass_hat_k":
            assert confidence.beyond([[0] * N] * 5, N + 1, metric)[0] == 0
            assert confidence.beyond([[1] * N] * 5, N + 1, metric)[1] == 1
        assert 0 <= confidence.beyond([[1] * N], N + 1)[0] < 0.5  # one question
    value, _, lo, hi = confidence.pass_at_k(R, 8, confidence=0.975)
    least, most = confidence.beyond(R, 9)
    assert lo <= least < value < hi < most < hi + 0.04


@counts(5, 26)
def test_more_draws_solve_more(count):
    for seed in range(count):
        rng = random.Random(seed)
        N, hopeless, a = rng.choice([2, 3, 8, 16]), rng.random(), rng.choice([0.3, 1, 3])
        rates = [rng.betavariate(a, 1) * (rng.random() >= hopeless) for _ in range(rng.choice([5, 20, 100]))]
        rows = [[int(rng.random() < rate) for _ in range(N)] for rate in rates]
        ends = [confidence.beyond(rows, k) for k in (N + 1, N + N // 2 + 1, 2 * N, 10 * N, 10**6)]
        assert ends == sorted(ends) and [hi for _, hi in ends] == sorted(hi for _, hi in ends), seed
