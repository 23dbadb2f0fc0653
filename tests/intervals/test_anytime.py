"""Check intervals with anytime=True: the evidence, ends that are known, many questions, all paths of outcomes."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from oracles.anytime import evidence
from oracles.reals import halfway, real

from scorio_lite import Tally, confidence

HALF, LEVEL = Fraction(1, 2), 1 - Fraction(0.95)  # alpha


def test_evidence_is_the_integral():
    """E(m) is the integral over q of the product over values x of (1-q)(1-x)/(1-m) + q x/m, by mpmath."""
    with mpmath.workprec(120):
        for values in [Fraction(1), HALF, Fraction(0), HALF], [Fraction(1, 3), Fraction(9, 10)], [Fraction(3, 16)] * 9:
            for m in Fraction(1, 5), HALF, Fraction(9, 11):
                bets = [(real((1 - x) / (1 - m)), real(x / m)) for x in values]
                integral = mpmath.quad(lambda q: mpmath.fprod((1 - q) * a + q * b for a, b in bets), [0, 1])
                assert abs(integral / real(evidence(values)(m)) - 1) < 1e-25


def of_pairs(wins, losses, ties, alpha=LEVEL):
    """Return the ends for the rewards 1, -1 and 0."""
    tally = Tally.from_histogram({(1, 0, 0): losses, (0, 1, 0): ties, (0, 0, 1): wins})
    return confidence.avg(tally, [-1, 0, 1], confidence=1 - alpha, anytime=True)[2:]


@pytest.mark.parametrize("ties", [0, 1, 1000])
def test_ends_that_are_exactly_0(ties):
    """An end is exactly 0 at alpha = 1/16 for 7 wins and no loss, whose evidence against 0 is 16."""
    lo, hi = of_pairs(7, 0, ties, Fraction(1, 16))
    assert (lo, str(lo)) == (0.0, "0.0") and 0 < hi <= 1
    hair = Fraction(1, 10**60)
    assert -1e-40 < of_pairs(7, 0, ties, Fraction(1, 16) - hair)[0] < 0
    assert 0 < of_pairs(7, 0, ties, Fraction(1, 16) + hair)[0] < 1e-40
    models = [[[1]] * 7 + [[0]] * ties, [[0]] * (7 + ties)]
    for level, ranks in (0.9375, [(1, 2), (1, 2)]), (0.93, [(1, 1), (2, 2)]):
        assert confidence.ranks(models, confidence=level, anytime=True) == ranks


@pytest.mark.parametrize(("wins", "losses", "ties"), [(400_000, 600_000, 0), (0, 0, 10**6), (700, 500, 8_800)])
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
