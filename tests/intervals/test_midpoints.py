"""Check intervals and plans where an end is a midpoint of two doubles, or is exactly on a limit or near it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from helpers import counts
from oracles import anytime, intervals
from oracles.reals import double, halfway

from scorio_lite import confidence

# Three questions of one trial, one of them solved: n = 3, and at such confidences an end is rational: the lower one, for
# which y = 5/18, or the upper one. Beside each is that end, as a share of the range.
LOWER, UPPER = (
    [tuple(map(Fraction, pair.split())) for pair in pairs]
    for pairs in (("1/7 50/219", "17/25 14/183", "97/119 1/23"), ("2/7 5/11", "11/19 8/13", "47/61 28/37"))
)
ONE_OF_THREE, HAIR = [[1], [0], [0]], Fraction(1, 10**40)


@counts(2, 4)
def test_ends_that_are_midpoints_of_doubles(count):
    """An end that is exactly a midpoint of two doubles rounds to even."""
    rng = random.Random("midpoints")
    for i in range(count):
        t = Fraction(2 * rng.getrandbits(52) + 2**53 + 1, 2 ** rng.choice([55, 56, 57]))
        low = rng.choice([0, Fraction(-1, 3)])
        for (level, end), is_upper in (LOWER[i % 3], False), (UPPER[i % 3], True):
            w = [low, low + (t - low) / end]
            plus, minus = (confidence.avg(ONE_OF_THREE, [x * y for x in w], confidence=level) for y in (1, -1))
            assert ((plus.hi, -minus.lo) if is_upper else (plus.lo, -minus.hi)) == (float(t), float(t)), t
            assert intervals.interval("avg", ONE_OF_THREE, w=w, confidence=level)[2 + is_upper] == float(t), t
        level, lower = LOWER[i % 3]
        assert confidence.avg(ONE_OF_THREE, [-lower, 1 - lower], confidence=level).lo == 0  # an end at 0
        w, A, B = [0, t / (1 - 2 * lower)], [[0], [0], [1]], [[1], [1], [0]]
        assert confidence.compare(B, A, w=w, confidence=level).hi == float(t), t  # of a difference from -1 to 1
        c = rng.choice([Fraction(1, 2), Fraction(99, 100)])  # without any success, n does not depend on the confidence
        assert confidence.avg([[0]] * 3, [0, t * (3 - c * c) / (2 * c * c)], confidence=c).hi == float(t), t


@counts(2, 4)
def test_ends_that_hold_at_any_time(count):
    """The confidence is chosen so that an end with anytime=True is a midpoint; the value 1/3 has no finite double."""
    rng, met = random.Random("anytime"), 0
    for i in range(count):
        values = [Fraction(1, 3), *(Fraction(rng.randint(0, 8), 8) for _ in range(rng.randint(1, 9)))]
        low, high = rng.choice([(0, 1), (-1, 1), (Fraction(0.1), Fraction(0.7)), (Fraction(1, 3), 10**6)])
        w = [low, high, *(low + (high - low) * x for x in values)]
        for x in halfway(double(low + (high - low) * sum(values) / len(values) * Fraction(rng.random() / 4))):
            alpha = min(Fraction(1, 2), 1 / anytime.evidence(values)((x - low) / (high - low)))
            found = confidence.avg([[2 + j] for j in range(len(values))], w, confidence=1 - alpha, anytime=True)[2:]
            assert found == anytime.ends(values, alpha, low, high), (i, values)
            met += found[0] == float(x)
    assert met > count


@pytest.mark.parametrize("level, lo", [((1, 2), (9, 11)), ((1, 3), (12, 13)), ((2, 3), (15, 23)), ((1, 4), (45, 47))])
def test_ends_of_costs(level, lo):
    """If all costs are c, with limits=(c, c), the ends are c over those of avg, of which `lo` is the lower one."""
    for ulps, even, above in ((1, 1.0, 1 + 2**-52), (3, 1 + 2**-51, 1 + 2**-51)):  # halves of a unit in the last place
        for end, expected in (1 + Fraction(ulps, 2**53), even), (1 + Fraction(ulps, 2**53) + HAIR, above):
            c = Fraction(*lo) * end
            found = confidence.cost_per_solve([[c]] * 3, [[1]] * 3, limits=(c, c), confidence=Fraction(*level))
            assert found == (float(c), 0, float(c), expected)


@pytest.mark.parametrize("c", [0.9545, 0.95, 1 / 3, 0.999])
def test_ends_of_a_suite_that_are_midpoints_of_doubles(c):
    """A suite of two benchmarks of one cluster has the ends (1 - c)/2 and (1 + c)/2 at the level c, rounded to even."""
    _, _, lo, hi = confidence.suite([[[1], [0]], [[1], [0]]], clusters=["aa", "bb"], confidence=c)
    assert (lo, hi) == (float((1 - Fraction(c)) / 2), float((1 + Fraction(c)) / 2))


def test_the_greatest_reward_can_be_a_midpoint_of_doubles():
    """If all trials earn the greatest reward, this is the upper end, even if it is a midpoint of doubles."""
    top = Fraction(2**53 + 1)
    for w, value in ([0, top], 2.0**53), ([-1, -top / 2**60, top], 2.0**53), ([-2 * top, -top], -(2.0**53)):
        found = confidence.avg([[len(w) - 1] * 2] * 3, w)
        assert found == intervals.interval("avg", [[len(w) - 1] * 2] * 3, w=w) and found.hi == value


def test_enough_where_the_half_width_is_met_exactly():
    """Three questions suffice for exactly the half width that they give, but do not for one a hair less."""
    half = Fraction(1, 2)
    exact = [(Fraction(3, 5), Fraction(3, 22), {"R": [[1], [1]]})]
    for level, upper in (Fraction(5, 11), Fraction(9, 13)), (Fraction(43, 83), Fraction(70, 97)):  # two rational roots
        exact.append((level, upper - half, {"R": [[0], [1], [2]], "w": [0, 0.5, 1]}))
    for level, width, given in exact:
        for half_width, expected in (width, 3), (width - HAIR, 4):
            assert confidence.enough(**given, half_width=half_width, confidence=level) == expected


def test_an_end_on_the_margin_does_not_exclude_it():
    A, B = [[1], [1], [0]], [[0], [0], [1]]
    for level, upper in UPPER:
        margin = 1 - 2 * upper  # the lower end is 1 - upper, as a share of -1 to 1
        for side, expected in (-HAIR, 3), (0, 4):
            chosen = {"power": Fraction(1, 2), "confidence": level}
            assert confidence.enough_to_decide(A, B, margin + side, **chosen) == expected
