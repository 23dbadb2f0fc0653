"""Check cons@k by its definition, every subset and every tie one by one, and against other metrics."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import helpers
import pytest
from helpers import counts
from makers.draw import voted
from oracles import metrics, reals

import scorio_lite as sl
from scorio_lite import VoteTally, exact
from scorio_lite._credit import votes


def winner_is_right(drawn):
    """Return the share of right answers among those with most votes, from (answer, outcome) pairs."""
    votes = Counter(pair for pair in drawn if pair[0] is not None)
    first = [outcome for (_, outcome), number in votes.items() if number == max(votes.values())]
    return Fraction(sum(first), len(first)) if first else Fraction(0)


def enumerated(answers, R, k):
    return helpers.enumerated(winner_is_right, [list(zip(*row)) for row in zip(answers, R)], k)


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
            expected = enumerated([answers], [outcomes], k)
            assert exact.cons_at_k([answers], [outcomes], k) == expected, (answers, outcomes, k)
            assert metrics.cons([answers], [outcomes], k) == expected, (answers, outcomes, k)


# Relations to other metrics, and changes without effect.


@counts(8, 400)
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
        odd = k - 1 + k % 2 or 1
        assert exact.cons_at_k(
            [["right" if outcome else "wrong" for outcome in row] for row in R], R, odd
        ) == exact.maj_at_k(R, odd)
        assert exact.cons_at_k(answers, R, k) <= exact.pass_at_k(R, k)


@counts(4, 100)
def test_a_curve_is_its_points(count):
    rng = random.Random("curve")
    for _ in range(count):
        answers, R = voted(rng, rng.randint(1, 4), rng.randint(1, 24), rng.choice([2, 5, 12]))
        points = {k: sl.cons_at_k(answers, R, k) for k in range(1, len(R[0]) + 1)}
        assert sl.vote_curve(answers, R) == points
        ks = rng.sample(sorted(points), rng.randint(1, len(points)))
        assert list(sl.vote_curve(answers, R, ks).items()) == [(k, points[k]) for k in ks]


@counts(15, 150)
def test_both_ways_to_a_coefficient_agree(count, monkeypatch):
    """Single coefficients, whole products, and the usual choice between them give the same chances."""
    rng = random.Random(9)
    for _ in range(count):
        given = [rng.choice([1, 1, 1, 2, 2, 3, 5, 8]) for _ in range(rng.randrange(1, 25))]
        right = rng.randrange(min(4, len(given)) + 1)
        tally = VoteTally.from_counts([(given[:right], given[right:], rng.choice([0, 0, 1, 6]))])
        ks = rng.sample(range(1, tally.outcomes.trials + 1), min(tally.outcomes.trials, rng.choice([1, 2, 5, 9])))
        found = []
        for long in (0, votes._LONG, 10**9):
            monkeypatch.setattr(votes, "_LONG", long)
            found.append(([exact.cons_at_k(tally, k=k) for k in ks], sl.vote_curve(tally, ks=ks)))
        assert found[0] == found[1] == found[2]


def test_wrong_answers_compete():
    """With 30 % right answers the vote can be right, if the wrong answers differ."""
    answers, R = [["right"] * 3 + list("abcdefg")], [[1] * 3 + [0] * 7]
    assert sl.cons_at_k(answers, R, 10) == 1.0
    assert sl.maj_at_k(R, 10) == 0.0
    assert sl.cons_at_k([["right"] * 3 + ["wrong"] * 7], R, 10) == 0.0


def test_right_answers_that_differ_are_candidates_of_their_own():
    """Right answers that differ, 1/2 and 0.5, have a vote each, and lose to a wrong answer with two votes."""
    assert sl.cons_at_k([["1/2", "0.5", "1/3", "1/3"]], [[1, 1, 0, 0]], 4) == 0.0
    assert sl.cons_at_k([["0.5", "0.5", "1/3", "1/3"]], [[1, 1, 0, 0]], 4) == 0.5
    assert exact.cons_at_k([["1/2", "0.5", "1/3"]], [[1, 1, 0]], 3) == Fraction(2, 3)


def test_many_trials():
    """Votes of 1024 trials are right: 512 answers given twice each; two answers; and one trial with an answer."""
    pairs = VoteTally.from_counts([([2], [2] * 511, 0)])
    assert exact.cons_at_k(pairs, k=512) == Fraction(1, 512)
    rows = [[1] * 600 + [0] * 424]
    assert exact.cons_at_k(VoteTally.from_counts([([600], [424], 0)]), k=511) == exact.maj_at_k(rows, 511)
    rest = VoteTally.from_counts([([1], [], 1023)])
    assert exact.cons_at_k(rest, k=512) == Fraction(1, 2)


@counts(3, 12)
def test_votes_of_many_trials_and_answers(count):
    """Votes of many trials, and votes among many answers with the same count, have the oracle's values."""
    for i in range(count):
        rng = random.Random(f"many {i}")
        sides = [[rng.choice([1, 2, 3, rng.randint(1, 60)]) for _ in range(rng.randint(1, 9))] for _ in range(2)]
        if i % 2:
            sides = [[n for n in rng.sample(range(1, 7), 3) for _ in range(rng.randint(1, most))] for most in (20, 25)]
        votes = *map(tuple, sides), rng.choice([0, rng.randint(0, 99)])
        k = rng.randint(1, min(sum(map(sum, sides)) + votes[2], 60))
        assert exact.cons_at_k(VoteTally.from_counts([votes]), k=k) == metrics.vote(*votes, k), (votes, k)


@pytest.mark.long
def test_a_vote_curve_of_many_trials():
    """A vote curve is right also if it has too many trials to compute all k from one polynomial."""
    votes = (150, 3), (120, 90, 5, 5, 1), 26
    for ks in [240, 9, 238], [30, 31]:
        found = sl.vote_curve(VoteTally.from_counts([votes] * 2), ks=ks)
        assert list(found.items()) == [(k, reals.double(metrics.vote(*votes, k))) for k in ks]
