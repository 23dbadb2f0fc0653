"""Two models compared: mean, sigma and interval of the difference, and the chance that it is above 0."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import oracle
from helpers import counts

import scorio_lite as sl
from scorio_lite import Tally, rank

R = [[[0, 1, 1], [1, 1, 0]], [[1, 1, 0], [0, 1, 1]], [[0, 0, 1], [1, 1, 1]], [[1, 0, 0], [0, 0, 0]]]
W = (0, 0.5, 1)
G = [[[0, 1, 2], [2, 2, 0]], [[1, 1, 1], [2, 2, 2]], [[0, 2, 0], [0, 0, 1]]]


def compared(a, b, confidence):
    """What compare returns, from the oracle's exact moments."""
    mean, variance = a[0] - b[0], a[1] + b[1]
    summary = oracle.summary(mean, variance, confidence, None)
    if not variance or not mean:
        return (*summary, 0.5 if not mean else float(mean > 0))
    with mpmath.workprec(oracle.BITS + 2000):
        x = oracle.real(mean) / mpmath.sqrt(2 * oracle.real(variance))
        p = mpmath.erfc(-x) / 2
        return (*summary, oracle.double(p) if p > mpmath.mpf(2) ** -1200 else 0.0)


@counts(25, 500)
def test_compare(count):
    rng = random.Random("compare")
    for _ in range(count):
        w = rng.choice([None, (0, 1), W, (0.1, 0.2, 0.3), (Fraction(1, 3), 5e-324, 1e300), (2, 2, 2)])
        classes = 2 if w is None else len(w)
        sides = []
        for _ in range(2):
            M, N = rng.randint(1, 3), rng.choice([1, 4, 200])
            p = rng.random()
            model = [[int(rng.random() < p) * rng.randrange(classes) for _ in range(N)] for _ in range(M)]
            prior = [[rng.randrange(classes)] for _ in range(M)] if rng.random() < 0.5 else None
            sides.append((model, prior))
        confidence = rng.choice([0.95, 0.5, Fraction(1, 3), 1 - 2**-53])
        (a, R0_a), (b, R0_b) = sides
        weights = (0, 1) if w is None else w
        expected = compared(oracle.bayes(a, weights, R0_a), oracle.bayes(b, weights, R0_b), confidence)
        result = rank.compare(a, b, w, R0_a, R0_b, confidence)
        assert result == expected
        assert type(result) is tuple
        assert {type(x) for x in result} == {float}
        assert rank.compare(Tally(a, R0_a), Tally(b, R0_b), w, confidence=confidence) == expected
        back = rank.compare(b, a, iter(weights), R0_b, R0_a, confidence)
        assert back[:4] == (-expected[0] + 0.0, expected[1], -expected[3] + 0.0, -expected[2] + 0.0)
        assert abs(back[4] + result[4] - 1) <= 2**-53


def test_compare_far_apart():
    """Tails down to the least doubles and beyond, and chances up to 1."""
    for successes in (60, 900, 1790, 1800, 1830, 10**6):
        weak, strong = Tally.from_counts([(successes, 1)]), Tally.from_counts([(1, successes)])
        for a, b in ((weak, strong), (strong, weak)):
            assert rank.compare(a, b) == compared(sl.exact.bayes(a), sl.exact.bayes(b), 0.95), successes


def test_compare_without_difference_or_sigma():
    assert rank.compare(R[0], R[1]) == (0.0, *rank.compare(R[0], R[1])[1:4], 0.5)
    assert rank.compare([[0, 1]], [[1, 0]], [3, 3]) == (0.0, 0.0, 0.0, 0.0, 0.5)
    assert rank.compare([[0]], [[0]], [0.1]) == (0.0, 0.0, 0.0, 0.0, 0.5)
    w = [0, 0.1, 0.7]
    a, b = sl.exact.bayes(G[0], w)[0], sl.exact.bayes(G[2], w)[0]
    assert rank.compare(G[0], G[2], w)[0] == float(a - b) != float(a) - float(b)
