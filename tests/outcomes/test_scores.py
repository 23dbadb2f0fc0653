"""Check Scores: real scores at their exact values, against enumerated subsets; what they accept and refuse."""

from __future__ import annotations

import copy
import pickle
import random
from array import array
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import fsum, nan

import pytest
from helpers import check_scores, refused
from oracles.metrics import subsets_one_by_one
from stand_ins import Array, Frame

import scorio_lite as sl
from scorio_lite import Scores, Tally, exact, rank
from scorio_lite._scores import best_pair_sums, best_sums

ROWS = [[0.1, 0.7, 0.7, 0.25, 1.0], [0.3, 0.0, 1.0, 0.9, 0.2], [0.5, 0.5, 0.5, 0.5, 0.125]]
RAGGED = [[0.1], [0.3, 0.5, 0.2, 0.9], [Fraction(1, 3), Decimal("0.1"), 1, 0.5, 0.0, True]]


def best(row, k):
    """Return the mean best of k scores, and the mean product of the bests of two disjoint draws."""
    return subsets_one_by_one(max, [*map(Fraction, row)], k)


def value(rows, k=1):
    return sum(best(row, k)[0] for row in rows) / len(rows)


def hard_rows(rng):
    """Draw scores of one kind: short or long, near or far apart, exact fractions among doubles or not."""
    draw = rng.choice(
        [
            rng.random,
            lambda: rng.random() ** 40,
            lambda: rng.choice((0.0, 1.0, 5e-324, 1e-300, 0.1, 1 - 2**-53)),
            lambda: rng.randint(0, 8) / 8,
            lambda: rng.choice((0, 1, 0.5)),
            lambda: Fraction(rng.randint(0, 7), 7),
            lambda: Decimal(rng.randint(0, 1000)) / 1000,
            lambda: rng.choice((Fraction(1, 3), 0.1, Decimal("0.1"), 1)),
        ]
    )
    return [[draw() for _ in range(rng.randint(1, 7))] for _ in range(rng.randint(1, 6))]


def test_values_are_those_of_all_subsets():
    rng = random.Random("scores")
    for _ in range(150):
        rows = hard_rows(rng)
        scores = Scores(rows)
        check_scores(scores)
        assert exact.avg(scores) == value(rows)
        for k in range(1, min(map(len, rows)) + 1):
            assert exact.max_at_k(scores, k) == value(rows, k)
            assert sl.max_at_k(scores, k) == float(value(rows, k))
            n, d = best_sums(scores, k)
            m, e = best_pair_sums(scores, k)
            for i, row in enumerate(rows):
                subsets, others = (len(list(combinations(range(N), k))) for N in (len(row), len(row) - k))
                x, y = best(row, k)
                assert Fraction(n[i], d * subsets) == x
                assert others == m[i] == 0 or Fraction(m[i], e * subsets * others) == y


@pytest.mark.parametrize(
    "rows, low, high",
    [
        ([[1, 5, 3.5], [2, 4, 4]], 1, 5),
        ([[-1e300, 1e300], [1e-300, 5e-324]], -1e300, 1e300),
        ([[-0.75, 0.5, 0.0], [-0.0, 0.0, 1e-9]], -1, 1),
        ([[2.0**53 - 1, 1, 2.0**53], [0.1, 3, 2**53 - 1]], 0, 2**53),
        ([[2**53 + 1, 0.5], [2**70, 1e-5]], 0, 2**70),
        ([[10**400, 0.5], [1, 1]], 0, 10**400),
        ([[1.7e308, 1.7e308], [1.0, 2.0]], 0, 1.75e308),
        ([[1e-310, 3e-320]], 0, 1e-300),
        ([[5e-324] * 3, [0.0] * 3], 0, 5e-324),
        ([[45, 55.5], [50, 47]], 0, 100),
        ([[0.5, 0.5]], 0.5, 0.5),
        ([[Fraction(1, 3), 0.1]], Fraction(1, 10**30), Decimal("0.99")),
    ],
)
def test_any_range(rows, low, high):
    scores = Scores(rows, low, high)
    check_scores(scores)
    assert (scores.low, scores.high) == (low, high)
    assert exact.avg(scores) == value(rows)
    for k in (1, 2):
        assert exact.max_at_k(scores, k) == value(rows, k)
    for score in (Fraction(low) - 1, Fraction(high) + 1):
        with pytest.raises(
            ValueError, match=r"scores must be in \[.*\], the range of the scale.*; got .* at rows\[1\]\[0\]"
        ):
            Scores([rows[0], [score]], low, high)


def test_sums_of_doubles_that_round():
    """Sums of long rows are exact at the limit of what two doubles hold, and beyond."""
    rng = random.Random("sums")
    for N in (3, 64, 1000):
        for least in (2.0**-20, 2.0**-30, 2.0**-45, 2.0**-60):
            row = [rng.random() * (least if rng.random() < 0.5 else 1) + least * 2.0**-52 for _ in range(N)]
            rows = [[min(x, 1.0) for x in row], row[::-1]]
            (total, _), d = Scores(rows, 0, 2).sums()
            assert Fraction(total, d) == sum(map(Fraction, rows[0]))
    halves = [1.0, 2.0**-53, 2.0**-54, 2.0**-80]
    assert Fraction(Scores([halves]).sums()[0][0], Scores([halves]).sums()[1]) == sum(map(Fraction, halves))
    assert fsum(halves) != sum(map(Fraction, halves))


# Properties of Scores


def test_they_are_values():
    scores = Scores(RAGGED)
    assert (len(scores), scores.questions, scores.trials) == (3, 3, None)
    assert scores.rows == ((0.1,), (0.3, 0.5, 0.2, 0.9), (Fraction(1, 3), Decimal("0.1"), 1, 0.5, 0.0, 1))
    assert (Scores(ROWS).trials, Scores().trials, len(Scores())) == (5, None, 0)
    assert repr(scores) == "<Scores: 3 questions, in [0, 1]>"
    for same in (
        copy.copy(scores),
        copy.deepcopy(scores),
        Scores(scores.rows),
        *(pickle.loads(pickle.dumps(scores, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)),
    ):
        assert same == scores
        assert hash(same) == hash(scores)
        check_scores(same)
    assert Scores([[0.5, 1]]) == Scores([[Fraction(1, 2), 1.0]], 0.0, Decimal(1))
    assert hash(Scores([[0.5, 1]])) == hash(Scores([[Fraction(1, 2), 1.0]], 0.0, Decimal(1)))
    assert len({Scores(ROWS), Scores(ROWS[::-1]), Scores(ROWS, 0, 2), Scores([[0.1]]), Scores([[Decimal("0.1")]])}) == 5
    assert Scores(ROWS) != ROWS
    for name in ("rows", "low", "new"):
        with pytest.raises(AttributeError):
            setattr(scores, name, 1)
    with pytest.raises(AttributeError):
        del scores.rows


def test_parts_add_up():
    parts = [Scores([row], 0, 2) for row in RAGGED]
    total = sum(parts, Scores((), 0, 2))
    assert total == Scores(RAGGED, 0, 2)
    check_scores(total)
    assert exact.max_at_k(total, 1) == value(RAGGED)
    for other, words in (
        (Scores([[1]], 0, 1), r"\[0, 2\] and \[0, 1\]"),
        (Scores((), 0, 0.1), r"\[0, 2\] and \[0, 0.1\]"),
    ):
        refused(f"must have the same low and high; got {words}", lambda: total + other)
    refused(r"got \[0, 0.1\] and \[0, Decimal\('0.1'\)\]", lambda: Scores((), 0, 0.1) + Scores((), 0, Decimal("0.1")))
    with pytest.raises(TypeError, match="unsupported operand"):
        total + Tally([[1]])


def test_thresholds():
    assert Scores(RAGGED).at_least(0.5) == [[0], [0, 1, 0, 1], [0, 0, 1, 1, 0, 1]]
    assert Scores([[0.1]]).at_least(Decimal("0.1")) == [[1]]
    assert Scores([[Decimal("0.1")]]).at_least(0.1) == [[0]]
    assert sl.pass_at_k(Scores(ROWS).at_least(0.7), 2) == sl.pass_at_k([[0, 1, 1, 0, 1], [0, 0, 1, 1, 0], [0] * 5], 2)
    for wrong in (None, nan, "0.5"):
        refused("threshold must be a finite real number; got [^;]*$", lambda: Scores(ROWS).at_least(wrong))


@pytest.mark.parametrize(
    "make",
    [
        tuple,
        iter,
        Frame,
        Array,
        lambda rows: map(iter, rows),
        lambda rows: [array("d", row) for row in rows],
        lambda rows: [Array(row) for row in rows],
        lambda rows: [map(Fraction, row) for row in rows],
    ],
)
def test_forms(make):
    assert Scores(make(ROWS)) == Scores(ROWS)
    assert Scores(ROWS[0]) == Scores([ROWS[0]]) == Scores(array("d", ROWS[0]))


# Metrics


def test_ranks():
    models = [Scores(ROWS), Scores(ROWS[::-1]), Scores(RAGGED), Scores([[0.1], [0.3]])]
    assert rank.avg(models, return_scores=True) == ([1, 1, 3, 4], [sl.max_at_k(model, 1) for model in models])
    assert rank.avg(iter(models[:2]), "avg") == [1.5, 1.5]


def test_what_needs_classes_says_what_takes_scores():
    for call in (
        sl.avg,
        sl.bayes,
        sl.bayes_ci,
        sl.avg_ci,
        exact.bayes,
        Tally,
        lambda R: sl.max_at_k_ci(R, 1),
        lambda R: sl.pass_at_k(R, 1),
        lambda R: sl.geom_at_k(R, 1),
        lambda R: rank.bayes([R, R]),
        lambda R: rank.pass_at_k([R, R], 1),
    ):
        refused("got a Scores, for which there are confidence.avg and max_at_k; Scores.at_least", call, Scores(ROWS))
