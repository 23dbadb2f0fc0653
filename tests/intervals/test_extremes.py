"""Check bounds by all that is possible: rates beyond the trials, missing trials, overlaps of totals."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import mpmath
import pytest
from helpers import counts
from oracles import beyond, boards

from scorio_lite import confidence
from scorio_lite._intervals.beyond import extremes_of


@counts(10, 30)
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
    for both, once, neither in (101, 274, 125), (180, 300, 20), (7, 75, 18):  # with failures of 25 %, and with fewer
        rows = [[1, 1]] * both + [[1, 0]] * once + [[0, 0]] * neither
        assert confidence.beyond(rows, k, confidence=level) == beyond.bounds(rows, k, confidence=level)
        # With failures of rate r, m is the mean of r**2, and half of `once` is r - r**2.
        each = (1 + Fraction(level)) / 2
        lo, hi = confidence.avg([[int(row == [0, 0])] for row in rows], confidence=each)[2:]
        m = min(max(0.25, lo), hi)
        least = confidence.avg([[int(row == [1, 0])] for row in rows], confidence=each).lo / 2
        assert extremes_of(rows, k, "pass_at_k", level, None).have_rates() == (least <= m**0.5 - m)


def test_limits_of_bounds_beyond_the_trials():
    """Bounds are right in the limits: one trial, all solved, none solved, and very many draws."""
    lo, hi = confidence.pass_at_k([[0]] * 60 + [[1]] * 40, 1)[2:]
    assert confidence.beyond([[0]] * 60 + [[1]] * 40, 2)[0] == lo < hi < 1 - (1 - hi) ** 2 - 1e-9
    for N, metric in itertools.product((1, 2, 7), ("pass_at_k", "pass_hat_k")):
        assert confidence.beyond([[0] * N] * 5, N + 1, metric)[0] == 0
        assert confidence.beyond([[1] * N] * 5, N + 1, metric)[1] == 1
    R = [[0] * 8] * 40 + [[1] + [0] * 7] * 20 + [[1] * 4 + [0] * 4] * 20 + [[1] * 8] * 20
    for digits in 100, 600:
        assert confidence.beyond(R, 10**digits) == (confidence.beyond(R, 80)[0], 1)
        assert confidence.beyond(R, 10**digits, "unanimous_at_k")[0] == 0


@counts(30, 60)
def test_every_completion(count):
    """Over all ways to fill the gaps, low and high are the extreme values, and lo and hi the extreme ends."""
    for i in range(count):
        rng = random.Random(f"completions {i}")
        N, M, these = rng.choice([2, 3, 4]), rng.choice([2, 3, 4]), {"questions": "these"}
        places = {(rng.randrange(M), rng.randrange(N)) for _ in range(rng.randint(0, 5))}
        rows = [[None if (q, j) in places else rng.randrange(2) for j in range(N)] for q in range(M)]
        metric, draws = rng.choice([("avg", []), ("pass_at_k", [2]), ("pass_hat_k", [2]), ("maj_at_k", [2])])
        ends = []
        for filled in itertools.product((0, 1), repeat=len(places)):
            at = dict(zip(places, filled))
            whole = [[at.get((q, j), x) for j, x in enumerate(row)] for q, row in enumerate(rows)]
            ends.append(getattr(confidence, metric)(whole, *draws, **these))
        values, _, lows, highs = zip(*ends)
        as_nan = [[float("nan") if x is None else float(x) for x in row] for row in rows]
        for given in rows, map(iter, as_nan):
            found = confidence.bounded(given, metric, *draws, **these)
            assert found == (min(values), max(values), min(lows), max(highs)), (rows, metric)


def test_a_missing_trial_may_have_a_class_that_does_not_occur():
    assert confidence.bounded([[0, 1], [None, 1]], w=[0, 0.5, 1])[:2] == (0.25, 0.5)


def test_a_model_is_above_another_only_if_no_missing_trial_can_change_that():
    models = {"solved": [[1]] * 40, "unknown": [[0]] + [[None]] * 39}
    assert confidence.ranks(models, missing="bounds") == {"solved": (1, 2), "unknown": (1, 2)}
    models["unknown"] = [[0]] * 39 + [[None]]
    assert confidence.ranks(models, missing="bounds") == {"solved": (1, 1), "unknown": (2, 2)}


@counts(7, 14)
def test_totals_contain_the_interval_at_every_overlap(count):
    for M, level in itertools.product((1, 2, 3, 4, 5, 8, count), (0.8, 0.999)):
        for a, b in itertools.product(range(M + 1), repeat=2):
            outer = confidence.compare_totals(a, b, M, confidence=level)
            for both in range(max(0, a + b - M), min(a, b) + 1):
                inner = confidence.compare(*boards.rows_of_totals(a, b, M, both), confidence=level)
                assert outer.difference == inner.difference and outer.se >= inner.se, (a, b, M, both)
                assert outer.lo <= inner.lo and inner.hi <= outer.hi, (a, b, M, both)
    assert confidence.compare_totals(8 * 10**8, 7 * 10**8, 10**9).lo > 0.0999
