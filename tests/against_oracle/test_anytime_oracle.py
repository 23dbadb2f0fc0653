"""Compare intervals with anytime=True with their definition in Fractions, for every metric and for differences."""

from __future__ import annotations

import random
from fractions import Fraction

import confidence_oracle
import pytest
from anytime_oracle import Evidence
from helpers import counts
from oracle import double
from test_confidence_oracle import data, handed, other, ours

from scorio_lite import confidence

NAMES = [name for name in confidence_oracle.NAMES if name != "auc_at_k"]  # whose values have too many digits for Fractions
CONFIDENCES = (*[0.95] * 6, 0.9, 0.5, 0.9375, 1e-9, Fraction(1, 3), 1 - Fraction(1, 10**9))
MOST = 25  # questions, or outcomes of "these"


def values_of(name, R, k, rest, questions):
    """Return the values whose mean the metric is, and the ends of its range."""
    spread = confidence_oracle.Spread(name, R, k, **rest)
    if questions == "new":
        return spread.values, spread.low, spread.high
    w = [Fraction(reward) for reward in rest.get("w", (0, 1))]
    return [w[outcome] for row in R for outcome in row], spread.low, spread.high


def call(rng, name):
    R, k, rest = data(rng, name, rng.random() < 0.25, 8)
    questions = "these" if name == "avg" and rng.random() < 0.4 else "new"
    if questions == "these":
        R = [row[: min(map(len, R))] for row in R][: max(1, MOST // len(R[0]))]
    return R[:MOST], k, rest, questions, rng.choice(CONFIDENCES)


def is_right(found, values, low, high, level):
    if low == high:
        return found == (double(low),) * 2
    return Evidence([(x - low) / (high - low) for x in values]).has_ends(*found, 1 - Fraction(level), low, high)


@counts(5, 40)
@pytest.mark.parametrize("name", NAMES)
def test_anytime_interval(name, count):
    for i in range(count):
        rng = random.Random(f"anytime {name} {i}")
        R, k, rest, questions, level = call(rng, name)
        (given,), own = handed(rng, name, rest, R, as_tally=len(set(map(len, R))) > 1 or rng.random() < 0.3)
        found = ours(name, given, k, own, {"confidence": level, "questions": questions, "anytime": True})
        values, low, high = values_of(name, R, k, rest, questions)
        assert is_right((found.lo, found.hi), values, low, high, level), (i, R, k, rest, questions, level)
        assert found.value == double(sum(values) / len(values))
        assert {type(x) for x in found} == {float}


@counts(4, 20)
@pytest.mark.parametrize("name", NAMES)
def test_anytime_compare(name, count):
    for i in range(count):
        rng = random.Random(f"anytime compare {name} {i}")
        R_a, k, rest, questions, level = call(rng, name)
        R_a = [row[: min(map(len, R_a))] for row in R_a]
        R_b = other(rng, name, R_a, rest, 0.7)
        models, own = handed(rng, name, rest, R_a, R_b)
        more = {"metric": name, "k": k, **own, "questions": questions}
        found = confidence.compare(*models, **more, confidence=level, anytime=True)
        (a, low, high), (b, _, _) = (values_of(name, R, k, rest, questions) for R in (R_a, R_b))
        differences = [x - y for x, y in zip(a, b)]
        assert is_right((found.lo, found.hi), differences, low - high, high - low, level), (i, R_a, R_b, more, level)
        back = confidence.compare(*models[::-1], **more, confidence=level, anytime=True)
        assert (back.lo, back.hi) == (0.0 - found.hi, 0.0 - found.lo)
        units = [(x / (high - low) + 1) / 2 if low < high else Fraction(1, 2) for x in differences]
        evidence = Evidence(units)(Fraction(1, 2))
        assert confidence.evidence(*models, **more) == double(evidence)
        above = confidence.ranks(models, **more, confidence=level, anytime=True)[0][1] == 1
        assert above == (evidence * (1 - Fraction(level)) > 1 and sum(differences) > 0)
