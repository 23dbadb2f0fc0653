"""Check intervals with anytime=True: ends by the signs of exact evidence, midpoints, known values, all paths."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from helpers import counts, refused
from oracles.anytime import ends as nearest_ends
from oracles.anytime import evidence
from oracles.reals import double, halfway, real

from scorio_lite import Scores, Tally, confidence

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
P = [[0, 0, 1, 0, 1], [1, 1, 0, 1, 0], [0, 0, 0, 0, 0]]
HALF, LEVEL = Fraction(1, 2), 1 - Fraction(0.95)  # alpha
LEVELS = (LEVEL, LEVEL, Fraction(1, 20), HALF, Fraction(1, 3), 1 - Fraction(1, 10**30), Fraction(1, 10**30))
RANGES = [(0, 1), (-1, 1), (0.1, 0.7), (Fraction(1, 3), 10**6), (-1e308, 1e308), (0, 5e-324), (-(10**309), 10**309)]


def ends(values, alpha=LEVEL, low=0, high=1):
    """Return the ends for one trial each with these values in [0, 1], mapped to low..high."""
    low, high = Fraction(low), Fraction(high)
    w = [low, high, *(low + (high - low) * x for x in values)]
    return confidence.avg([[2 + i] for i in range(len(values))], w, confidence=1 - alpha, anytime=True)[2:]


def of_pairs(wins, losses, ties, alpha=LEVEL):
    """Return the ends for the rewards 1, -1 and 0."""
    tally = Tally.from_histogram({(1, 0, 0): losses, (0, 1, 0): ties, (0, 0, 1): wins})
    return confidence.avg(tally, [-1, 0, 1], confidence=1 - alpha, anytime=True)[2:]


def drawn(rng, most=20):
    """Draw values of a random kind."""
    n, p = rng.choice([1, 2, 3, rng.randint(1, most)]), rng.random()
    kind = rng.choice(["binary", "pairs", "pairs", "parts", "parts", "floats", "one", "extreme"])
    if kind == "one":
        return [Fraction(rng.randint(0, 8), 8)] * n
    if kind == "extreme":
        return [Fraction(rng.choice([0, 1, 1e-300, 1 - 2**-53, Fraction(1, 10**40)])) for _ in range(min(n, 4))]
    step = {"binary": 1, "pairs": 2, "parts": rng.randint(3, 60), "floats": 2**53}[kind]
    return [Fraction(round(step * rng.random() ** (2 * p)), step) for _ in range(n)]


@counts(10, 100)
def test_ends(count):
    """The ends are the nearest doubles; they are mirrored."""
    rng = random.Random("ends")
    for i in range(count):
        values, alpha, (low, high) = drawn(rng), rng.choice(LEVELS), rng.choice(RANGES)
        found = ends(values, alpha, low, high)
        assert found == nearest_ends(values, alpha, low, high), (i, values, alpha, low, high)
        mirrored = ends([1 - x for x in values], alpha, -Fraction(high), -Fraction(low))
        assert mirrored == (-found[1] + 0.0, -found[0] + 0.0), (i, values, alpha, low, high)


@counts(2, 8)
def test_ends_that_are_midpoints_of_doubles(count):
    """An end that is exactly a midpoint of doubles, because the level is chosen so, rounds to even."""
    rng, met = random.Random("midpoints"), 0
    for i in range(count):
        values, (low, high) = [Fraction(1, 3), *drawn(rng, 9)], [*map(Fraction, rng.choice(RANGES[:4]))]
        mean = sum(values) / len(values)
        for x in halfway(double(low + (high - low) * mean * Fraction(rng.random() / 4))):
            alpha = min(HALF, 1 / evidence(values)((x - low) / (high - low)))
            found = ends(values, alpha, low, high)
            assert found == nearest_ends(values, alpha, low, high), (i, values)
            met += found[0] == float(x)
    assert met > count


@pytest.mark.parametrize("ties", [0, 1, 100, 10**6])
def test_ends_that_are_exactly_0(ties):
    """An end is exactly 0 at alpha = 1/16 for 7 wins and no loss, whose evidence against 0 is 16."""
    lo, hi = of_pairs(7, 0, ties, Fraction(1, 16))
    assert (lo, str(lo)) == (0.0, "0.0") and 0 < hi <= 1
    hair = Fraction(1, 10**60)
    assert -1e-40 < of_pairs(7, 0, ties, Fraction(1, 16) - hair)[0] < 0
    assert 0 < of_pairs(7, 0, ties, Fraction(1, 16) + hair)[0] < 1e-40


SIZES = [(400_000, 600_000, 0), (999_995, 5, 0), (0, 0, 10**6), (700, 500, 8_800), (9_000, 0, 1_000)]


@pytest.mark.parametrize(("wins", "losses", "ties"), SIZES)
def test_many_questions(wins, losses, ties):
    """For many questions, the evidence at the midpoints beside each end is right by mpmath."""
    with mpmath.workprec(200):
        for end, is_lower in zip(of_pairs(wins, losses, ties), (True, False)):
            evidences = [log_evidence(wins, losses, ties, (1 + real(x)) / 2) for x in halfway(end)]
            assert [one > -mpmath.log(real(LEVEL)) for one in evidences] == [is_lower, not is_lower], end


def log_evidence(wins, losses, ties, m):
    """Return the logarithm of the evidence, with ties as a positive sum that mpmath evaluates (Euler's integral)."""
    if m > 0.5:
        wins, losses, m = losses, wins, 1 - m
    log_beta = mpmath.loggamma(wins + 1) + mpmath.loggamma(losses + 1) - mpmath.loggamma(wins + losses + 2)
    of_ties = mpmath.hyp2f1(-ties, wins + 1, wins + losses + 2, (2 * m - 1) / m) if ties else 1
    bets = wins * mpmath.log(m) + losses * mpmath.log(1 - m) + ties * mpmath.log(2 * (1 - m))
    return log_beta - bets + mpmath.log(of_ties)


def test_evidence_is_the_integral():
    """E(m) is the integral over q of the product over values x of (1-q)(1-x)/(1-m) + q x/m, by mpmath."""
    with mpmath.workprec(120):
        for values in [Fraction(1), HALF, Fraction(0), HALF], [Fraction(1, 3), Fraction(9, 10)], [Fraction(3, 16)] * 9:
            for m in Fraction(1, 5), HALF, Fraction(9, 11):
                bets = [(real((1 - x) / (1 - m)), real(x / m)) for x in values]
                integral = mpmath.quad(lambda q: mpmath.fprod((1 - q) * a + q * b for a, b in bets), [0, 1])
                assert abs(integral / real(evidence(values)(m)) - 1) < 1e-25


# What users see


def once(successes, failures):
    return [[1]] * successes + [[0]] * failures


def test_what_has_no_interval_that_holds_at_any_time():
    refused("questions='these'", confidence.compare, R, P, anytime=True, questions="these")
    refused("clusters", confidence.avg, R, anytime=True, clusters="aab")
    refused("Scores", confidence.avg, Scores(R), anytime=True)
    refused("Scores", confidence.ranks, [Scores(R), Scores(P)], anytime=True)


def test_ranks_share_alpha_without_steps():
    """Model i beats model j if the interval of compare at the confidence 1 - alpha / (number of pairs) is above 0."""
    models, level = [once(80, 20), once(71, 29), once(62, 38)], 1 - LEVEL / 3
    beats = [[confidence.compare(a, b, confidence=level, anytime=True).lo > 0 for b in models] for a in models]
    assert beats == [[False, False, True], [False] * 3, [False] * 3]
    assert confidence.ranks(models, anytime=True) == [(1, 2), (1, 3), (2, 3)]
    for level, ranks in (0.9375, [(1, 2), (1, 2)]), (0.93, [(1, 1), (2, 2)]):  # E(1/2) is 16
        assert confidence.ranks([once(7, 0), once(0, 7)], confidence=level, anytime=True) == ranks


@pytest.mark.parametrize("n", [16, pytest.param(60, marks=pytest.mark.long)])
def test_the_truth_is_ever_outside_in_at_most_5_percent(n):
    """Of all paths of n outcomes, those on which the interval ever excludes the truth have a chance of at most 5 %."""
    tallies = [[Tally.from_histogram({(1, 0): m - s, (0, 1): s}) for s in range(m + 1)] for m in range(1, n + 1)]
    ends = [[confidence.avg(tally, anytime=True)[2:] for tally in row] for row in tallies]
    for p in Fraction(1, 2), Fraction(4, 5), Fraction(19, 20):
        inside = [1]  # the paths with s successes on which the truth was always inside
        for row in ends:
            paths = zip([*inside, 0], [0, *inside], row)
            inside = [a + b if Fraction(lo) <= p <= Fraction(hi) else 0 for a, b, (lo, hi) in paths]
        chance = 1 - sum(paths * p**s * (1 - p) ** (n - s) for s, paths in enumerate(inside))
        assert chance <= LEVEL
        assert n < 60 or p > 0.9 or 0.005 < chance < 0.032, (p, float(chance))
