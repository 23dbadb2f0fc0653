"""Check numbers that are computed with few bits: they hold what many bits give."""

from __future__ import annotations

import random
from functools import partial

from helpers import counts

from scorio_lite._intervals import Asked, sample_of
from scorio_lite._intervals.beyond import extremes_of
from scorio_lite._intervals.boards import ModelBoard
from scorio_lite._intervals.curves import SharedLevel
from scorio_lite._intervals.judges import JudgedModels, Judgement, _read
from scorio_lite._intervals.sample import Suite
from scorio_lite._numbers.fixed import Fixed, Unknown

LEVELS = [(19, 20), (1, 2), (999, 1000), (1, 3), (1, 10**9), (10**9 - 1, 10**9)]


def samples(rng):
    """Draw samples of each kind: of one model, of a difference, of a suite, of judged trials."""
    M, N = rng.choice([1, 2, 3, rng.randint(4, 60)]), rng.choice([1, 2, 5])
    rate = rng.choice([0, 1, rng.random()])
    A, B = ([[int(rng.random() < rate) for _ in range(N)] for _ in range(M)] for _ in range(2))
    asked = Asked("avg", clusters=rng.choice([None, [rng.randrange(1 + M // 2) for _ in range(M)]]))
    new, these = sample_of(A, asked), sample_of(A, Asked("avg", questions="these"))
    difference = ModelBoard([A, B], asked, ["R_a", "R_b"]).less(0, 1)
    yield from (new, these, difference, Suite([new, sample_of(B, asked)], [2, 3]))
    labels = [[y if rng.random() < 0.5 else None for y in row] for row in A]
    judged = JudgedModels([Judgement(*_read(A, labels, (0, 1), ("verdicts", "labels")), "labels")])
    if any(one.most[0] for one in judged.models):
        yield judged.sample(0)


@counts(120, 480)
def test_few_bits_hold_the_ends(count):
    """The enclosures of ends with 10 to 60 bits hold those with 400 bits. For each sample there is one level."""
    rng = random.Random("few bits")
    checked = narrow = 0
    for i in range(count):
        for sample in samples(rng):
            level = rng.choice(LEVELS)
            exact = sample.lower(level, 400)
            for bits in (10, 14, 20, 30, 45, 60):
                try:
                    found = sample.lower(level, bits)
                except Unknown:
                    continue
                checked += 1
                narrow += found.hi - found.lo < 1 << bits // 2
                assert found.lo << 400 - bits <= exact.lo <= exact.hi <= found.hi << 400 - bits, (i, level, bits)
    assert checked > 20 * count
    assert narrow > checked / 2


@counts(4, 120)
def test_few_bits_hold_the_levels_of_bands(count):
    rng = random.Random("levels")
    for i in range(count):
        squares = [(rng.randint(0, 99) ** 2, rng.randint(100, 120) ** 2) for _ in range(rng.randint(1, 4))]
        alpha, ratio = rng.choice([(1, 20), (1, 2), (1, 10**6)]), (rng.randint(2, 200), rng.choice([1, 2]))
        df = partial(Fixed.of, ratio)
        level = SharedLevel(alpha, df, squares)
        exact = level.error(400)
        for bits in (20, 40, 60):
            found = SharedLevel(alpha, df, squares).error(bits)
            few = exact.bits - found.bits
            assert found.lo << few <= exact.lo <= exact.hi <= found.hi << few, (i, bits)


@counts(4, 120)
def test_few_bits_hold_the_bounds_beyond_the_trials(count):
    rng = random.Random("beyond")
    checked = 0
    for i in range(count):
        N, rates = rng.choice([1, 2, 5, 8]), [rng.choice([0, 1, rng.random()]) for _ in range(rng.randint(1, 40))]
        rows = [[int(rng.random() < rate) for _ in range(N)] for rate in rates]
        extremes = extremes_of(rows, N + rng.choice([1, 3, 50]), "pass_at_k", 0.95, None)
        for bound in (extremes.least, extremes.most):
            exact = bound(400)
            for bits in (30, 45, 60, 96):
                try:
                    found = bound(bits)
                except Unknown:
                    continue
                checked += 1
                few = exact.bits - found.bits
                assert found.lo << few <= exact.lo <= exact.hi <= found.hi << few, (i, bits)
    assert checked > 4 * count
