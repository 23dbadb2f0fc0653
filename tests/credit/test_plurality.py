"""Check cons@k by its definition, every subset and every tie one by one, and against other metrics."""

from __future__ import annotations

import random

import pytest
from helpers import counts, enumerated
from makers.draw import voted
from oracles.metrics import plurality

import scorio_lite as sl
from scorio_lite import exact


def partitions(total, most, parts):
    """Yield the ways to write a total as at most `parts` descending parts, of at most `most` each."""
    if not total:
        yield ()
    elif parts:
        for first in range(min(total, most), 0, -1):
            yield from ((first, *rest) for rest in partitions(total - first, first, parts - 1))


def every_question(N, kinds=5):
    """Yield (answers, outcomes) of N trials, for all counts of at most `kinds` answers, right or wrong, and of None."""
    for none in range(N + 1):
        for split in range(N - none + 1):
            for right in partitions(split, split, kinds):
                for wrong in partitions(N - none - split, N, kinds - len(right)):
                    given = [(i, 1) for i, n in enumerate(right) for _ in range(n)]
                    given += [(-1 - i, 0) for i, n in enumerate(wrong) for _ in range(n)] + [(None, 0)] * none
                    yield [answer for answer, _ in given], [outcome for _, outcome in given]


@pytest.mark.parametrize("N", [1, 2, 3, 4, 5, *(pytest.param(N, marks=pytest.mark.long) for N in (6, 7, 8, 9))])
def test_every_question_of_so_many_trials(N):
    for answers, outcomes in every_question(N):
        for k in range(1, N + 1):
            expected = enumerated(plurality, [list(zip(answers, outcomes))], k)
            assert exact.cons_at_k([answers], [outcomes], k) == expected, (answers, outcomes, k)


# Relations to other metrics, and changes without effect.


@counts(8, 133)
def test_identities(count):
    rng = random.Random("identities")
    for _ in range(count):
        N = rng.randint(1, 30)
        answers, R = voted(rng, rng.randint(1, 5), N, rng.randint(1, 12))
        k, avg = rng.randint(1, N), exact.avg(R)
        assert exact.cons_at_k(answers, R, 1) == avg
        assert N < 2 or any(None in row for row in answers) or exact.cons_at_k(answers, R, 2) == avg
        distinct, none = [list(range(N)) for _ in R], [[0] * N for _ in R]
        assert exact.cons_at_k(distinct, R, k) == avg
        assert exact.cons_at_k(distinct, [[1] * N for _ in R], k) == 1
        assert exact.cons_at_k([[None] * N for _ in R], none, k) == 0
        odd, same = k - 1 + k % 2 or 1, [["right" if outcome else "wrong" for outcome in row] for row in R]
        assert exact.cons_at_k(same, R, odd) == exact.maj_at_k(R, odd)
        assert exact.cons_at_k(answers, R, k) <= exact.pass_at_k(R, k)


@counts(4, 33)
def test_a_curve_is_its_points(count):
    rng = random.Random("curve")
    for _ in range(count):
        answers, R = voted(rng, rng.randint(1, 4), rng.randint(1, 24), rng.choice([2, 5, 12]))
        points = {k: sl.cons_at_k(answers, R, k) for k in range(1, len(R[0]) + 1)}
        assert sl.vote_curve(answers, R) == points
        ks = rng.sample(sorted(points), rng.randint(1, len(points)))
        assert list(sl.vote_curve(answers, R, ks).items()) == [(k, points[k]) for k in ks]


def test_answers_compete():
    """The vote can be right with 30 % right answers, if the wrong ones differ; right answers that differ compete, too."""
    assert sl.cons_at_k([["right"] * 3 + list("abcdefg")], [[1] * 3 + [0] * 7], 10) == 1.0
    assert sl.cons_at_k([["right"] * 3 + ["wrong"] * 7], [[1] * 3 + [0] * 7], 10) == 0.0
    assert sl.cons_at_k([["1/2", "0.5", "1/3", "1/3"]], [[1, 1, 0, 0]], 4) == 0.0
    assert sl.cons_at_k([["0.5", "0.5", "1/3", "1/3"]], [[1, 1, 0, 0]], 4) == 0.5
