"""Check intervals with anytime=True: known values, refusals, and the proof over all paths."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import comb, inf

import mpmath
import pytest
from anytime_oracle import totals

from scorio_lite import Tally, VoteTally, confidence

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
P = [[0, 0, 1, 0, 1], [1, 1, 0, 1, 0], [0, 0, 0, 0, 0]]
A = [[1]] * 93 + [[0]] * 71  # only A solves 23 questions, only B solves 6
B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65


def once(successes, failures):
    return [[1]] * successes + [[0]] * failures


@pytest.mark.parametrize(
    ("result", "value", "lo", "hi"),
    [
        (lambda: confidence.avg(once(350, 50), anytime=True, of=1319), 0.875, 1081 / 1319, 1210 / 1319),
        (lambda: confidence.avg(once(0, 5), anytime=True, of=20), 0.0, 0.0, 0.5),
        (lambda: confidence.maj_at_k(once(2, 1), 1, anytime=True, of=3), 2 / 3, 2 / 3, 2 / 3),
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
    for questions in "new", "these":
        usual, looks = (confidence.compare(R, P, questions=questions, anytime=anytime) for anytime in (False, True))
        assert looks[:2] == usual[:2]
        assert type(looks) is type(usual) is confidence.compare(R, P).__class__
    assert confidence.avg([[1, 1]] * 3, [0, 0.5], anytime=True, questions="these").lo == confidence.avg(once(6, 0), anytime=True).lo / 2


def test_evidence():
    assert confidence.evidence(A, B) == confidence.evidence(B, A) == 37.67356546391029
    assert confidence.evidence(once(1100, 0), once(0, 1100)) == inf
    votes = VoteTally([["a", "b"], ["c", "c"]], [[1, 0], [1, 1]])
    assert confidence.evidence(votes, votes, "cons_at_k", 1) == 1.0


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
    """For 5000 x 4 outcomes, the evidence at both ends is 20 by its integral, and many models are ranked."""
    rng = random.Random("thousands")
    rows = [rng.choices((0, 1), (1, 0.6 * rng.random()), k=4) for _ in range(5000)]
    found, values = confidence.avg(rows, anytime=True), Counter(sum(row) for row in rows)
    with mpmath.workdps(30):
        for m in map(mpmath.mpf, found[2:]):

            def product(q, m=m):
                return mpmath.fprod(((1 - q) * (4 - x) / (1 - m) + q * x / m) ** n for x, n in values.items()) / mpmath.mpf(4) ** 5000

            evidence = mpmath.quad(product, [found[0] + i / mpmath.mpf(100) for i in range(-20, 21)])
            assert abs(evidence / 20 - 1) < 1e-10
    models = [[[int(rng.random() < 0.3 + 0.03 * i) for _ in range(4)] for _ in range(500)] for i in range(16)]
    best = [1] * 16
    for i, a in enumerate(models):
        for j, b in enumerate(models[:i]):
            if confidence.evidence(a, b) > 16 * 15 / 2 / (1 - Fraction(0.95)):
                best[j if sum(map(sum, a)) > sum(map(sum, b)) else i] += 1
    assert [first for first, _ in confidence.ranks(models, anytime=True)] == best != [1] * 16


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
        chance = ever_outside(140, lambda m, s: ends[m, s][0] <= p <= ends[m, s][1], lambda s: p**s * (1 - p) ** (140 - s))
        assert chance <= 1 - Fraction(0.95)
        assert 0.005 < chance < most, (p, float(chance))


@pytest.mark.long
def test_the_total_of_a_benchmark_is_ever_outside_in_at_most_5_percent():
    """For every total of T <= 30 questions, the chance that the interval ever excludes it is at most 5 %."""
    worst = Fraction(0)
    for T in range(1, 31):
        ends = {}
        for n in range(1, T + 1):
            for s in range(n + 1):
                lo, hi = confidence.avg(Tally.from_histogram({(1, 0): n - s, (0, 1): s}), anytime=True, of=T)[2:]
                ends[n, s] = round(lo * T), round(hi * T)
                assert (lo, hi) == (ends[n, s][0] / T, ends[n, s][1] / T)
        stay = totals(T // 3, T // 2 + 1, T, 1 - Fraction(0.95)) if T > 3 else []
        assert not stay or ends[T // 2 + 1, T // 3] == (stay[0], stay[-1])
        for K in range(T + 1):
            chance = ever_outside(T, lambda m, s: ends[m, s][0] <= K <= ends[m, s][1], lambda s: Fraction(s == K, comb(T, K)))
            worst = max(worst, chance)
    assert 0.02 < worst < 0.03, float(worst)
