"""Check evidence and the ends of its intervals: enclosures, midpoints, 0, and numbers beyond the doubles."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import mpmath
import pytest
from helpers import counts, ratio
from oracles import reals
from oracles.anytime import Evidence, halfway

from scorio_lite._intervals.anytime import evidence_of
from scorio_lite._intervals.evidence import ValueEvidence, evidence_interval
from scorio_lite._numbers.enclosures import factorial_logarithm

HALF = Fraction(1, 2)
LEVEL = 1 - Fraction(0.95)  # alpha
LEVELS = (LEVEL, LEVEL, Fraction(1, 20), HALF, Fraction(1, 3), 1 - Fraction(1, 10**30), Fraction(1, 10**30))
RANGES = (
    (0, 1),
    (-1, 1),
    (-1, 1),
    (0.1, 0.7),
    (-2, 3),
    (Fraction(1, 3), 10**6),
    (-1e308, 1e308),
    (0, 5e-324),
    (-2 * 10**308, 2 * 10**308),
)


def evidence(values, low=0, high=1):
    """Return the evidence of values in [0, 1], mapped to low..high, with their mean and the range."""
    low, high = Fraction(low), Fraction(high)
    scaled = [low + (high - low) * x for x in values]
    d = 1
    for x in (*scaled, low, high):
        d *= Fraction(d, x.denominator).denominator
    bounds = int(low * d), int(high * d), d
    return (*evidence_of(Counter(int(x * d) for x in scaled), d, bounds, "R"), bounds)


def ends(values, alpha=LEVEL, low=0, high=1):
    found, mean, bounds = evidence(values, low, high)
    return evidence_interval(found, mean, ratio(alpha), bounds)


def pairs(wins, losses, ties=0):
    return [Fraction(1)] * wins + [Fraction(0)] * losses + [HALF] * ties


def drawn(rng):
    """Draw values of a random kind."""
    n = rng.choice([1, 2, 3, rng.randint(1, 12), rng.randint(1, 45)])
    kind = rng.choice(["binary", "pairs", "pairs", "parts", "parts", "floats", "one", "extreme"])
    if kind == "one":
        return [Fraction(rng.randint(0, 8), 8)] * n
    if kind == "extreme":
        return [Fraction(rng.choice([0, 1, 1e-300, 1 - 2**-53, Fraction(1, 10**40)])) for _ in range(n)]
    p, step = rng.random(), {"binary": 1, "pairs": 2, "parts": rng.randint(3, 60), "floats": 2**53}[kind]
    return [Fraction(round(step * (p if kind == "floats" else 1) * rng.random() ** (2 * p)), step) for _ in range(n)]


@counts(10, 500)
def test_ends(count):
    """The ends are the nearest doubles, as the signs of exact evidence on both sides show."""
    rng = random.Random("ends")
    for i in range(count):
        values, alpha, (low, high) = drawn(rng), rng.choice(LEVELS), rng.choice(RANGES)
        found = ends(values, alpha, low, high)
        assert Evidence(values).has_ends(*found, alpha, low, high), (i, values, alpha, low, high)
        mirrored = ends([1 - x for x in values], alpha, -Fraction(high), -Fraction(low))
        assert mirrored == (-found[1] + 0.0, -found[0] + 0.0), (i, values, alpha, low, high)


@counts(10, 400)
def test_ends_that_are_midpoints_of_doubles(count):
    """An end that is exactly a midpoint of doubles, because the level is chosen so, rounds to even."""
    rng = random.Random("midpoints")
    for i in range(count):
        values, (low, high) = drawn(rng)[:12], rng.choice(RANGES[:5])
        exact, (low, high) = Evidence(values), (Fraction(low), Fraction(high))
        if not 0 < exact.mean < 1 or max(x.denominator for x in values) > 2**60:
            continue
        share = Fraction(rng.random()) * exact.mean
        for x in halfway(float(low + (high - low) * rng.choice([share, 1 - (1 - exact.mean) * share]))):
            m = (x - low) / (high - low)
            if 0 < m < 1 and exact(m) > 1:
                found = ends(values, 1 / exact(m), low, high)
                assert exact.has_ends(*found, 1 / exact(m), low, high), (i, values, x)
                assert float(x) in found


@pytest.mark.parametrize("ties", [0, 1, 100, 10**6])
def test_ends_that_are_exactly_0(ties):
    """An end is exactly 0 at alpha = 1/16 for 7 wins and no loss, whose evidence against 0 is 16."""
    assert ends(pairs(7, 0, ties if ties < 10**6 else 0), Fraction(1, 16), -1, 1)[0] == 0.0
    found, mean, bounds = evidence_of({1: 7, 0: ties}, 1, (-1, 1, 1), "R"), None, (-1, 1, 1)
    lo, hi = evidence_interval(*found, (1, 16), bounds)
    assert (lo, str(lo), mean) == (0.0, "0.0", None)
    assert 0 < hi <= 1
    least = Fraction(1, 16) - Fraction(1, 10**60)
    assert -1e-40 < evidence_interval(*found, ratio(least), bounds)[0] < 0
    assert 0 < evidence_interval(*found, ratio(Fraction(1, 8) - least), bounds)[0] < 1e-40


def test_many_questions():
    """For many questions, the evidence at the midpoints beside each end is right by mpmath."""
    with mpmath.workprec(200):
        for wins, losses, ties in (
            (400_000, 600_000, 0),
            (999_995, 5, 0),
            (0, 0, 10**6),
            (700, 500, 8_800),
            (9_000, 0, 1_000),
        ):
            n, found = wins + losses + ties, evidence_of({1: wins, -1: losses, 0: ties}, 1, (-1, 1, 1), "R")
            lo, hi = evidence_interval(*found, ratio(LEVEL), (-1, 1, 1))
            for end, inside in (lo, 1), (hi, 0):
                signs = [
                    log_evidence(wins, losses, ties, (1 + reals.real(x)) / 2) > -mpmath.log(reals.real(LEVEL))
                    for x in halfway(end)
                ]
                assert signs == [bool(inside), not inside], (n, end)


def log_evidence(wins, losses, ties, m):
    """Return the logarithm of the evidence, with ties as a positive sum that mpmath evaluates (Euler's integral)."""
    if m > 0.5:
        wins, losses, m = losses, wins, 1 - m
    log_beta = mpmath.loggamma(wins + 1) + mpmath.loggamma(losses + 1) - mpmath.loggamma(wins + losses + 2)
    sum_of_ties = mpmath.hyp2f1(-ties, wins + 1, wins + losses + 2, (2 * m - 1) / m) if ties else 1
    return (
        log_beta
        - wins * mpmath.log(m)
        - losses * mpmath.log(1 - m)
        - ties * mpmath.log(2 * (1 - m))
        + mpmath.log(sum_of_ties)
    )


@counts(30, 600)
def test_enclosures_contain(count):
    """Enclosures of the evidence, at few bits and at many, hold its exact value."""
    rng = random.Random("evidence")
    for i in range(count):
        values, bits = drawn(rng), rng.choice([1, 8, 40, 96, 400])
        found, _, _ = evidence(values)
        m = Fraction(rng.random()) if rng.random() < 0.7 else HALF
        exact = Evidence(values)(m)
        with mpmath.workprec(1500):
            for kind in (found, ValueEvidence(found.coins, "R")):
                log = kind.log_evidence(*ratio(m), bits)
                assert log.lo <= mpmath.log(reals.real(exact)) * 2**bits <= log.hi, (i, values, m, bits, kind)


def test_evidence_is_the_integral():
    """E(m) is the integral over q of the product over values x of (1-q)(1-x)/(1-m) + q x/m, by mpmath."""
    with mpmath.workprec(120):
        for values in pairs(4, 2, 3), [Fraction(1, 3), Fraction(0), Fraction(9, 10)], [Fraction(3, 16)] * 9:
            for m in Fraction(1, 5), HALF, Fraction(9, 11):
                bets = [(reals.real((1 - x) / (1 - m)), reals.real(x / m)) for x in values]
                integral = mpmath.quad(lambda q: mpmath.fprod((1 - q) * a + q * b for a, b in bets), [0, 1])
                assert abs(integral / reals.real(Evidence(values)(m)) - 1) < 1e-25


@pytest.mark.parametrize("n", [0, 1, 63, 64, 87, 88, 89, 1000, 10**6, 10**9])
def test_log_factorial(n):
    with mpmath.workprec(3500):
        for bits in 8, 96, 192, 3000:
            lo, hi = factorial_logarithm(n, bits)
            assert lo <= mpmath.loggamma(n + 1) * mpmath.mpf(2) ** bits <= hi <= lo + 3
