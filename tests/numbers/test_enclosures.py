"""Check, by mpmath at far higher precision, that enclosures hold what they claim to, and are as narrow as claimed."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from helpers import cases, counts, holds, scaled
from oracles import reals

from scorio_lite._numbers import enclosures, normal
from scorio_lite._numbers.enclosures import deviate, erf_inverse, exponential, half_root_pi, ln2, logarithm

PRECISIONS = (8, 20, 60, 96, 128, 300, 1500)


@pytest.fixture(autouse=True)
def precise():
    enclosures._constants.clear()
    enclosures._quantiles.clear()
    with mpmath.workprec(4000):
        yield


@pytest.mark.parametrize("order", [1, -1])
def test_constants(order):
    for bits in PRECISIONS[::order]:
        for enclosure, x in ((ln2(bits), mpmath.log(2)), (half_root_pi(bits), mpmath.sqrt(mpmath.pi) / 2)):
            assert holds(enclosure, x, bits)
            assert enclosure[1] - enclosure[0] <= 2


KERNEL_PRECISIONS = (4, 5, 8, 13, 20, 40)


def test_kernels_at_few_bits():
    """The enclosures of exp, log and others hold also at few bits, where no guard digits hide an error."""
    for bits in (*KERNEL_PRECISIONS, 200, 2000):
        for q in (2, 3, 5, 26, 239):
            for alternate, x in ((False, mpmath.atanh), (True, mpmath.atan)):
                assert holds(enclosures.odd_series((1 << bits) // q, bits, alternate, q), x(mpmath.mpf(1) / q), bits)
        for r in {0, 1, (1 << bits) // 3, (1 << bits) // 2, (1 << bits) // 2 - 1}:
            assert holds(enclosures._taylor(r, bits), mpmath.exp(mpmath.mpf(r) / 2**bits), bits)
        for t in {-(1 << bits) // 2, -1, 0, 1, (1 << bits) // 3, (1 << bits) // 2}:
            for x in (t, t + (t < (1 << bits) // 2)):
                for alternate, function in ((False, mpmath.atanh), (True, mpmath.atan)):
                    assert holds(enclosures.odd_series(t, bits, alternate), function(mpmath.mpf(x) / 2**bits), bits)


@pytest.mark.parametrize(
    "c", [Fraction(1, 3), Fraction(19, 20), 1 - Fraction(1, 2**60), 1 - Fraction(1, 2**400)], ids=float
)
def test_newton_step_at_few_bits(c):
    """The enclosure of a Newton step's residual holds it also at few bits and at points far from the root."""
    near, at = enclosures._erf_inverse_near(c.numerator, c.denominator)
    for v in (near, near * 9 // 10, near * 11 // 10, near >> 20 << 20):
        with mpmath.workprec(1500):
            w = (mpmath.mpf(v) / 2**at) ** 2
            series = sum_of_series(w)
            rho = mpmath.sqrt(mpmath.pi) / 2 * reals.real(c) / mpmath.sqrt(w) * mpmath.exp(w) - series
        for work in (*KERNEL_PRECISIONS, 100, 700):
            assert holds(enclosures._newton_step(c.numerator, c.denominator, v, at, work), rho, work)


def sum_of_series(w):
    """Return the sum of (2w)**i / (2i+1)!!."""
    term = total = mpmath.mpf(1)
    i = 0
    while term > mpmath.mpf(2) ** -mpmath.mp.prec:
        i += 1
        term *= 2 * w / (2 * i + 1)
        total += term
    return total


@counts(60, 500)
def test_exponential(count):
    rng = random.Random("exponential")
    for _ in range(count):
        bits = rng.choice(PRECISIONS)
        t = int(Fraction(rng.choice([0, 1e-9, 1, 50, 800]) * rng.uniform(-1, 1)) * 2**bits)
        width = rng.choice([0, 0, 1, 5, 2 ** (bits // 2), 2**bits])
        low, high = exponential(t, t + width, bits)
        least, most = (scaled(mpmath.exp(mpmath.mpf(x) / 2**bits), bits) for x in (t, t + width))
        assert low <= least
        assert most <= high
        if not width and t <= 0:
            assert high - low <= 2


def test_exponential_of_exact_multiples_of_ln2():
    for bits in PRECISIONS:
        for j in (-1000, -3, -1, 1, 3, 1000):
            low, high = ln2(bits)
            t = j * (low if j > 0 else high)
            for nudge in (-1, 0, 1):
                assert holds(exponential(t + nudge, t + nudge, bits), mpmath.exp(mpmath.mpf(t + nudge) / 2**bits), bits)


@counts(20, 133)
def test_logarithm(count):
    rng = random.Random("logarithm")
    for _ in range(count):
        bits = rng.choice(PRECISIONS)
        n, d = (rng.getrandbits(rng.choice([1, 5, 60, 3000])) + 1 for _ in range(2))
        for n, d in ((n, d), (n, n), (n, n + 1), (n + 1, n)):
            low, high = logarithm(n, d, bits)
            assert low <= scaled(mpmath.log(mpmath.mpf(n) / d), bits) <= high
            assert high - low <= 3


LEVELS = [Fraction(c) for c in (0.95, 0.5, 0.75, 0.1, 0.4999, 0.5001, 1e-2, 1e-9, 2**-40, 1e-12, 5e-324, 1 - 2**-53)]
LEVELS += [1 - Fraction(1, 2**e) for e in (60, 300, 900, 990, 1000, 1073)] + [Fraction(1, 10**600), Fraction(2, 3)]


def check(found, c, bits, square=1):
    """Check the enclosure of u with erf(u / sqrt(square)) = c, by erfc for c near 1, and at more digits than u has."""
    low, high, at = found
    for end, side in ((low, -1), (high, 1)):
        with mpmath.workprec(at + 100):
            u = mpmath.mpf(end) / mpmath.mpf(2) ** at / mpmath.sqrt(square)
            assert (reals.real(1 - c) - mpmath.erfc(u) if c > 0.5 else mpmath.erf(u) - reals.real(c)) * side >= 0
    assert (high - low) << bits <= low


@counts(2, 4)
@pytest.mark.parametrize("c", LEVELS, ids=float)
def test_erf_inverse(c, count):
    for bits in (53, 96, 200, 700, 16384 if c in (0.5, 0.75) else 2000)[:count]:
        check(erf_inverse(c.numerator, c.denominator, bits), c, bits)


@cases("c", LEVELS[::2], LEVELS[1::2], ids=float)
def test_normal_deviate(c):
    for bits in (53, 96, 300):
        found = deviate((c.numerator, c.denominator), bits)
        check(found, c, bits, 2)
    assert deviate((c.numerator, c.denominator), 20) == found, "a narrower enclosure at hand is used"


SQUARES = [Fraction(x) for x in (0, 1, 2, 50, 1481, 1493, 749.5, 8 - 2**-50, 0.09)]
SQUARES += [Fraction(1, 10**600), Fraction(1, 3**40), Fraction(1, 7)]


@counts(4, 8)
def test_erf_series_at_few_bits(count):
    """The enclosure of the series holds it also at few bits, for every w from this integer to the next."""
    for bits in (1, 2, 3, *KERNEL_PRECISIONS, 100):
        for w in (0, 1, 2, (1 << bits) // 3, 1 << bits, 5 << bits, (40 << bits) + 1, 300 << bits)[:count]:
            low, high = enclosures.erf_series(w, bits)
            with mpmath.workprec(bits + 500):
                assert low <= scaled(sum_of_series(mpmath.mpf(w) / 2**bits), bits)
                assert scaled(sum_of_series(mpmath.mpf(w + 1) / 2**bits), bits) <= high


@counts(20, 133)
def test_normal_tail_at_few_bits(count):
    """The enclosure of the tail holds at few bits, where a bound from the wrong end would show."""
    rng = random.Random("tail")
    for _ in range(count):
        square = Fraction(rng.choice([0.01, 1, 5, 40, 300]) * rng.random())
        with mpmath.workprec(800):
            tail = mpmath.erfc(mpmath.sqrt(reals.real(square) / 2)) / 2
            for bits in range(1, 41):
                found = normal.normal_tail(square.numerator, square.denominator, bits)
                assert holds((found.lo, found.hi), tail, bits)
