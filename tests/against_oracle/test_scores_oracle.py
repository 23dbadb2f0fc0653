"""Scores in confidence against the oracle of graded outcomes, in which every score is a class: doubles by ==."""

from __future__ import annotations

import random
from fractions import Fraction

import confidence_oracle as oracle
import pytest
from helpers import refused

from scorio_lite import Scores, Tally, confidence, exact

RANGES = [(0, 1), (1, 5), (-1.0, 0.1), (Fraction(1, 3), 7), (-1e300, 1e300), (0, 2.0**-1000)]


def drawn(rng, ends, M, few=None):
    """Rows of scores within a range, ragged: anywhere, of few values, or all at one place or at the ends."""
    low, high = ends
    at = rng.choice([rng.random, lambda: rng.choice((0, 0.5, 1)), lambda: rng.random() ** 9, lambda: 0.5, lambda: rng.randint(0, 1)])
    rows = [[low + (high - low) * at() for _ in range(few or rng.randint(1, 6))] for _ in range(M)]
    return [[min(max(x, low), high) for x in row] for row in rows]


def classes(ends, *models):
    """The weights, and the rows of each model, of outcomes that earn the scores."""
    w = [*ends, *{score for rows in models for row in rows for score in row}]
    return w, [[[w.index(score) for score in row] for row in rows] for rows in models]


@pytest.mark.parametrize("seed", range(40))
def test_intervals(seed):
    rng = random.Random(f"scores {seed}")
    ends, M = rng.choice(RANGES), rng.choice([1, 2, 5, 12])
    first, second = drawn(rng, ends, M), drawn(rng, ends, M)
    w, (A, B) = classes(ends, first, second)
    a, b = Scores(first, *ends), Scores(second, *ends)
    k = rng.randint(1, min(map(len, first + second)))
    asked = {"confidence": rng.choice([0.95, 0.8, 0.999]), "questions": rng.choice(["new", "these"])}
    if asked["questions"] == "new" and rng.random() < 0.4:
        asked["clusters"] = [rng.choice("abc") for _ in range(M)]
    assert confidence.avg(a, **asked) == oracle.interval("avg", A, w=w, **asked)
    assert confidence.max_at_k(a, k, **asked) == oracle.interval("max_at_k", A, k, w=w, **asked)
    assert confidence.compare(a, b, "max_at_k", k, **asked) == oracle.compare(A, B, "max_at_k", k, w=w, **asked)
    del asked["confidence"]
    for metric, draws in (("avg", None), ("max_at_k", k)):
        spread = oracle.Spread(metric, A, draws or 1, w, **asked)
        assert exact.spread(a, metric, draws, **asked) == spread.exact


@pytest.mark.parametrize("seed", range(4))
def test_suites_ranks_and_plans(seed):
    rng = random.Random(f"scores of many {seed}")
    ends = RANGES[seed]
    rows = [drawn(rng, ends, 4, 3) for _ in range(3)]
    w, models = classes(ends, *rows)
    scores = [Scores(one, *ends) for one in rows]
    assert confidence.suite(scores, weights=[1, 2, 3]) == oracle.suite(models, w=w, weights=[1, 2, 3])
    for questions in ("new", "these"):
        asked = {"w": w, "questions": questions}
        assert confidence.ranks(scores, questions=questions) == oracle.ranks(models, **asked)
        width = (Fraction(ends[1]) - Fraction(ends[0])) / 7
        as_tally = Tally(models[0])
        assert confidence.enough(scores[0], width, questions=questions) == confidence.enough(as_tally, width, **asked)
        assert confidence.enough(scores[0], width, "max_at_k", 2) == confidence.enough(as_tally, width, "max_at_k", 2, w=w)


def test_outcomes_are_scores_of_0_and_1():
    R, P = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]], [[0, 0, 1, 0, 1], [1, 1, 0, 1, 0], [0, 0, 0, 0, 0]]
    for questions in ("new", "these"):
        assert confidence.avg(Scores(R), questions=questions) == confidence.avg(R, questions=questions)
        assert confidence.compare(Scores(R), P, questions=questions) == confidence.compare(R, P, questions=questions)
        assert confidence.enough_to_decide(Scores(R), Scores(P), questions=questions) == confidence.enough_to_decide(
            R, P, questions=questions
        )


@pytest.mark.parametrize("call, words", [
    (lambda a, b: confidence.compare(a, b), r"R_a and R_b must have the same low and high; got \[0, 1\] and \[0, 0.1\]"),
    (lambda a, b: confidence.compare(a, b, questions="these"), "R_a and R_b must have the same low and high"),
    (lambda a, b: confidence.ranks([a, a, b]), r"models\[0\] and models\[2\] must have the same low and high"),
    (lambda a, b: confidence.suite([a, b]), r"runs\[0\] and runs\[1\] must have the same low and high"),
    (lambda a, b: confidence.compare_suite([a], [b]), r"runs_a\[0\] and runs_b\[0\] must have the same low and high"),
    (lambda a, b: confidence.compare([[0], [1]], b), r"R_a and R_b .*; got \[0, 1\] and \[0, 0.1\]"),
    (lambda a, b: confidence.pass_at_k(a, 1), r"R must be outcomes, not Scores; .* Scores.at_least\(threshold\)"),
    (lambda a, b: confidence.avg(a, [0, 1]), r"w must not be given with Scores"),
    (lambda a, b: confidence.max_at_k(a, 2), r"k must satisfy 1 <= k <= N \(N=1\); got k=2$"),
    (lambda a, b: confidence.avg(Scores()), "R must have at least one question .*; the Scores are empty"),
])  # fmt: skip
def test_what_is_refused_is_named(call, words):
    refused(words, call, Scores([[0.1], [0.05]]), Scores([[0.1], [0.05]], 0, 0.1))
