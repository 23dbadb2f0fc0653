"""Check ranks, suites and tasks: levels that are shared, and what a single one of them is."""

from __future__ import annotations

import random

import pytest

from scorio_lite import confidence


def board(M, *solved):
    """Return models that solve the first questions of M, one trial each."""
    return [[[1]] * s + [[0]] * (M - s) for s in solved]


@pytest.mark.parametrize(("M", "solved"), [(20, [8, 4, 0]), (20, [8, *[4] * 18, 0]), (200, [8, *[4] * 18, 0])])
def test_the_first_step_has_the_level_of_all_pairs(M, solved):
    """8 and 0 solved are told apart alone, at 95 and even at 90 %, but not among the pairs of a board."""
    models, m = board(M, *solved), len(solved)
    assert confidence.compare(models[0], models[-1]).lo > 0
    assert confidence.ranks(models) == [(1, m)] * m


def test_one_or_two_are_the_interval():
    rng = random.Random("suites")
    for _ in range(15):
        M = rng.randint(1, 30)
        A, B = ([[rng.randrange(2) for _ in range(2)] for _ in range(M)] for _ in range(2))
        labels = rng.choice([None, [rng.randrange(1 + M // 2) for _ in range(M)]])
        lists = None if labels is None else [labels]
        difference = confidence.compare(A, B, clusters=labels)
        assert confidence.suite([A], clusters=lists) == confidence.avg(A, clusters=labels)
        assert confidence.compare_suite([A], [B], clusters=lists, weights=[7]) == difference
        assert confidence.compare_tasks([A], [B], clusters=lists) == [difference]
        beats = difference.lo > 0, difference.hi < 0
        expected = [(1 + beats[1], 2 - beats[0]), (1 + beats[0], 2 - beats[1])]
        assert confidence.ranks([A, B], clusters=labels) == expected
        assert confidence.ranks_suite([[A], [B]], clusters=lists) == expected


def test_tasks_against_the_rest():
    """Two of three tasks differ from the rest. If models or outcomes are swapped, the differences are mirrored."""
    solved = [(20, 5, 75), (5, 5, 40), (10, 20, 170)]  # only by the first model, only by the second, by neither
    first = [[[1]] * wins + [[0]] * (losses + others) for wins, losses, others in solved]
    second = [[[0]] * wins + [[1]] * losses + [[0]] * others for wins, losses, others in solved]
    found = confidence.compare_tasks(first, second, rest=True)
    assert [one.lo > 0 or one.hi < 0 for one in found] == [True, False, True]
    mirrored = [(-value, se, -hi, -lo) for value, se, lo, hi in found]
    failures = [[[[1 - x] for (x,) in R] for R in runs] for runs in (first, second)]
    assert confidence.compare_tasks(second, first, rest=True) == mirrored
    assert confidence.compare_tasks(*failures, rest=True) == mirrored
    one, other = confidence.compare_tasks(first[:2], second[:2], rest=True)
    assert other == (-one.value, one.se, -one.hi, -one.lo)
