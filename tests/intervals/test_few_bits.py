"""Check numbers that are computed with few bits: they hold what many bits give."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import accumulate
from operator import mul

import mpmath
import pytest
from helpers import counts, holds, take_no_guard_digits

from scorio_lite._intervals import Asked, sample_of
from scorio_lite._intervals.anytime import PairEvidence, ValueEvidence, _falling_sum
from scorio_lite._intervals.beyond import extremes_of
from scorio_lite._intervals.boards import ModelBoard
from scorio_lite._intervals.curves import SharedLevel, angle
from scorio_lite._intervals.judges import Judgement, _marks
from scorio_lite._intervals.sample import Suite
from scorio_lite._numbers.fixed import Fixed, Unknown

LEVELS = [(19, 20), (1, 2), (999, 1000), (1, 3), (1, 10**9), (10**9 - 1, 10**9)]


def numbers(rng):
    """Yield functions that compute a number with so many bits: ends of each kind of sample, bounds, angles, ..."""
    M, N, rate = rng.choice([1, 2, 3, rng.randint(4, 60)]), rng.choice([1, 2, 5]), rng.choice([0, 1, rng.random()])
    A, B = ([[int(rng.random() < rate) for _ in range(N)] for _ in range(M)] for _ in range(2))
    asked = Asked("avg", clusters=rng.choice([None, [rng.randrange(1 + M // 2) for _ in range(M)]]))
    new, these = sample_of(A, asked), sample_of(A, Asked("avg", questions="these"))
    pair, both = ModelBoard([A, B], asked, ["R_a", "R_b"]).less(0, 1), Suite([new, sample_of(B, asked)], [2, 3])
    samples = [new, these, pair, both]
    labels = [[y if rng.random() < 0.5 else None for y in row] for row in A]
    questions = [tuple(zip(*rows)) for rows in zip(A, labels)]
    judged = Judgement([_marks(questions, {0: 0, 1: 1}, {0: 0, 1: 1})], (0, 1, 1), "labels")
    for sample, level in [(sample, rng.choice(LEVELS)) for sample in samples]:
        yield lambda bits, sample=sample, level=level: sample.ends(level, bits)[0]
        yield lambda bits, sample=sample, level=level: sample.ends(level, bits)[1]
    yield from [partial(judged.sample(0).lower, rng.choice(LEVELS))] if judged.kish[0] else []
    beyond = extremes_of(A, N + rng.choice([1, 3, 50]), "pass_at_k", 0.95, None)
    yield from rng.choice([[], [], [beyond.least, beyond.most]])
    yield partial(angle, (rng.choice([-1, 1]) * rng.randint(0, 10**6), 10 ** rng.randint(6, 300)))
    coins = {(rng.randint(0, 9), rng.randint(1, 9)): rng.randint(1, 9) for _ in range(rng.randint(1, 4))}
    pairs = PairEvidence(*(rng.randint(0, 40) for _ in range(3)))
    for evidence in ValueEvidence({**coins, (1, 1): 3, (1, 0): 1}, "R"), pairs:
        yield partial(evidence.log_evidence, rng.randint(1, 99), 100)
    squares = [(rng.randint(0, 99) ** 2, rng.randint(100, 120) ** 2) for _ in range(rng.randint(1, 4))]
    alpha, df = rng.choice([(1, 20), (1, 2), (1, 10**6)]), partial(Fixed.of, (rng.randint(2, 200), rng.choice([1, 2])))
    if rng.random() < 0.05:
        yield lambda bits: SharedLevel(alpha, df, squares).error(bits)


@pytest.mark.parametrize(("count", "in_all"), [(20, 10777303600), pytest.param(100, None, marks=pytest.mark.long)])
def test_few_bits_hold_what_many_give(count, in_all, monkeypatch):
    """Without guard digits, where each cut shows. In all, bounds are so wide: a looser one changes the sum."""
    take_no_guard_digits(monkeypatch)
    rng, width = random.Random("few bits"), 0
    for i in range(count):
        for number in numbers(rng):
            exact = number(400)
            for bits in (10, 14, 20, 30, 45, 60):
                try:
                    found = number(bits)
                except Unknown:
                    continue
                few, width = exact.bits - found.bits, width + found.hi - found.lo
                assert found.lo << few <= exact.lo <= exact.hi <= found.hi << few, (i, number, bits)
    assert in_all in (None, width)


@pytest.mark.parametrize("bits", [10, 60])
def test_angles(bits):
    for n in range(-9, 10):
        with mpmath.workprec(200):
            cosine = mpmath.sign(n) * mpmath.sqrt(mpmath.mpf(abs(n)) / 9)
            assert holds(angle((n, 9), bits), mpmath.acos(cosine) / mpmath.pi)


@counts(200, 1000)
def test_falling_sums_hold_their_terms(count):
    """The sum of products of falling factors is held, also where its first terms are below the last bit."""
    rng = random.Random("falling sums")
    for i in range(count):
        bits, d = rng.randint(1, 6), rng.randint(2, 40)
        factors = sorted([rng.randint(1, d) for _ in range(rng.randint(0, 9))], reverse=True)
        exact = sum(accumulate((Fraction(x, d) for x in factors), mul)) * 2**bits
        found = _falling_sum(((x, d) for x in factors), bits)
        assert found.lo <= exact <= found.hi, (i, bits, d, factors)
