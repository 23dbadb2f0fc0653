"""Check intervals with anytime=True: known values, refusals, and the proof over all paths."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import mpmath
import pytest
from helpers import refused

from scorio_lite import Scores, Tally, confidence

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
P = [[0, 0, 1, 0, 1], [1, 1, 0, 1, 0], [0, 0, 0, 0, 0]]
A = [[1]] * 93 + [[0]] * 71  # only A solves 23 questions, only B solves 6
B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65


def once(successes, failures):
    return [[1]] * successes + [[0]] * failures


@pytest.mark.parametrize(
    ("result", "value", "lo", "hi"),
    [
        (lambda: confidence.compare(A, B, anytime=True), 0.10365853658536585, 0.00714241804017287, 0.20992258768004715),
        (lambda: confidence.compare(once(7, 0), once(0, 7), confidence=0.9375, anytime=True), 1.0, 0.0, 1.0),
        (lambda: confidence.avg([[1, 0]] * 3, [2, 2], anytime=True), 2.0, 2.0, 2.0),
        (lambda: confidence.compare([[1, 0]] * 3, P, w=[2, 2], anytime=True), 0.0, 0.0, 0.0),
    ],
)
def test_known_values(result, value, lo, hi):
    found = result()
    assert (found.value, found.lo, found.hi) == (value, lo, hi)


def test_what_is_as_without_anytime():
    assert confidence.avg(R, anytime=True)[:2] == confidence.avg(R)[:2]
    usual, looks = (confidence.compare(R, P, anytime=anytime) for anytime in (False, True))
    assert looks[:2] == usual[:2]
    assert type(looks) is type(usual)


@pytest.mark.parametrize(
    ("words", "call"),
    [
        ("questions='these'", lambda: confidence.avg(R, anytime=True, questions="these")),
        ("questions='these'", lambda: confidence.compare(R, P, anytime=True, questions="these")),
        ("clusters", lambda: confidence.avg(R, anytime=True, clusters="aab")),
        ("within", lambda: confidence.compare(R, P, anytime=True, within=(-1, 1))),
        ("Scores", lambda: confidence.avg(Scores(R), anytime=True)),
        ("Scores", lambda: confidence.ranks([Scores(R), Scores(P)], anytime=True)),
    ],
)
def test_what_has_no_interval_that_holds_at_any_time(words, call):
    refused(words, call)


def test_ranks_share_alpha_without_steps():
    """Model i beats model j if the interval of compare at the confidence 1 - alpha / (number of pairs) is above 0."""
    models = [once(80, 20), once(71, 29), once(62, 38)]
    level = 1 - (1 - Fraction(0.95)) / 3
    beats = [[confidence.compare(a, b, confidence=level, anytime=True).lo > 0 for b in models] for a in models]
    assert beats == [[False, False, True], [False] * 3, [False] * 3]
    assert confidence.ranks(models, anytime=True) == [(1, 2), (1, 3), (2, 3)]
    assert confidence.ranks([A, B], anytime=True) == [(1, 1), (2, 2)]
    assert confidence.ranks([once(7, 0), once(0, 7)], confidence=0.9375, anytime=True) == [(1, 2), (1, 2)]


@pytest.mark.long
def test_thousands_of_questions_of_few_values():
    """For 5000 x 4 outcomes, the evidence at both ends is 20 by its integral."""
    rng = random.Random("thousands")
    rows = [rng.choices((0, 1), (1, 0.6 * rng.random()), k=4) for _ in range(5000)]
    found, values = confidence.avg(rows, anytime=True), Counter(sum(row) for row in rows)
    with mpmath.workdps(30):
        for m in map(mpmath.mpf, found[2:]):

            def product(q, m=m):
                return (
                    mpmath.fprod(((1 - q) * (4 - x) / (1 - m) + q * x / m) ** n for x, n in values.items())
                    / mpmath.mpf(4) ** 5000
                )

            evidence = mpmath.quad(product, [found[0] + i / mpmath.mpf(100) for i in range(-20, 21)])
            assert abs(evidence / 20 - 1) < 1e-10


def ever_outside(n, is_inside, weight):
    """Return the chance that the interval ever excludes the truth while n questions with 0/1 outcomes come in.

    A path of n outcomes with s successes has the chance weight(s). For each s, the function counts the paths on which
    the truth is always inside.
    """
    inside = [1]
    for m in range(1, n + 1):
        inside = [a + b if is_inside(m, s) else 0 for s, (a, b) in enumerate(zip([*inside, 0], [0, *inside]))]
    return 1 - sum(number * weight(s) for s, number in enumerate(inside))


@pytest.mark.long
def test_the_truth_is_ever_outside_in_at_most_5_percent():
    ends = {}
    for n in range(1, 141):
        for s in range(n + 1):
            lo, hi = confidence.avg(Tally.from_histogram({(1, 0): n - s, (0, 1): s}), anytime=True)[2:]
            ends[n, s] = Fraction(lo), Fraction(hi)
    for p, most in (Fraction(1, 2), 0.032), (Fraction(4, 5), 0.032), (Fraction(19, 20), 0.019):
        chance = ever_outside(
            140, lambda m, s: ends[m, s][0] <= p <= ends[m, s][1], lambda s: p**s * (1 - p) ** (140 - s)
        )
        assert chance <= 1 - Fraction(0.95)
        assert 0.005 < chance < most, (p, float(chance))
