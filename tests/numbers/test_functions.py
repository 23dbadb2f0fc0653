"""Check, by mpmath at far higher precision, that functions of fixed-point numbers hold the exact values, narrowly."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from helpers import cases, counts, holds, take_no_guard_digits
from oracles.reals import real

from scorio_lite._numbers import functions
from scorio_lite._numbers.fixed import Fixed, Unknown
from scorio_lite._numbers.functions import arctangent, exp, log, log_factorial, log_ratio, pi, power, to_power

BITS = (4, 5, 8, 20, 60, 96, 300, 1500)


@pytest.fixture(autouse=True)
def precise():
    functions._constants.clear()
    functions._factorials.clear()
    with mpmath.workprec(4000):
        yield


def test_constants():
    for bits in (*BITS, *BITS[::-1]):
        for found, x in ((functions._constant("ln 2", bits), mpmath.log(2)), (pi(bits), +mpmath.pi)):
            assert holds(found, x) and found.hi - found.lo <= 2


@pytest.mark.parametrize("alternate", [False, True])
def test_series_at_few_bits(alternate):
    """The series of atanh and atan hold it also at few bits, where no guard digits hide an error."""
    function = mpmath.atan if alternate else mpmath.atanh
    for bits in (*BITS, 13, 40):
        one = 1 << bits
        for q in (2, 3, 5, 26, 239):
            assert holds(functions._odd_series(one // q, bits, alternate, q), function(mpmath.mpf(1) / q))
        for t in {-one // 2, -1, 0, 1, one // 3, one // 2 - 1}:
            for x in (t, t + 1):
                assert holds(functions._odd_series(t, bits, alternate), function(mpmath.mpf(x) / one))
    for t, steps in ((0, 0), (1, 1), (4, 1), (-4, 1)):  # steps until a power is 0, at 4 bits
        found = functions._odd_series(t, 4, alternate)
        assert (found.lo + found.hi, found.hi - found.lo) == (2 * t, 4 * steps + 8), t


@counts(60, 200)
def test_exp(count):
    rng = random.Random("exponential")
    for _ in range(count):
        bits, ln2 = rng.choice(BITS), functions._constant("ln 2", rng.choice(BITS))
        near, j = rng.choice([0, 1e-9, 1, 50, 800]) * rng.uniform(-1, 1), rng.choice([-3, 1, 999])
        for t in (int(Fraction(near) * 2**bits), j * (ln2.lo << bits >> ln2.bits) + rng.randint(-1, 1)):
            width = rng.choice([0, 0, 1, 5, 2 ** (bits // 2), 2**bits - 1])
            found = exp(Fixed(t, t + width, bits))
            assert all(holds(found, mpmath.exp(mpmath.mpf(x) / 2**bits)) for x in (t, t + width))
            assert width or t > 0 or found.hi - found.lo <= 2
    for x in (-bits - 2, -(10**30)):
        found = exp(Fixed(2 * x << bits, x << bits, bits))
        assert (found.lo, found.hi) == (0, 1)
    assert exp(Fixed(65536 << 4, 65536 << 4, 4)).lo > 1 << 94000
    for error, call, ends in ((OverflowError, exp, (65537, 65539)), (Unknown, exp, (0, 1)), (Unknown, log, (0, 1))):
        with pytest.raises(error):
            call(Fixed(ends[0] << bits, ends[1] << bits, bits))


@counts(20, 60)
def test_log(count):
    rng = random.Random("logarithm")
    for _ in range(count):
        bits = rng.choice(BITS)
        n, d = (rng.getrandbits(rng.choice([1, 5, 60, 3000])) + 1 for _ in range(2))
        for n, d in ((n, d), (n, n), (n, n + 1), (n + 1, n)):
            found = log_ratio(n, d, bits)
            assert holds(found, mpmath.log(mpmath.mpf(n) / d)) and found.hi - found.lo <= 3
        low, high = sorted((n, d))
        found = log(Fixed(low, high, bits))
        assert all(holds(found, mpmath.log(mpmath.mpf(x) / 2**bits)) for x in (low, high))


@cases("n", [0, 1, 2, 63, 64, 88, 812, 10**6], [1000, 10**9, 2**60])
def test_log_factorial(n):
    for bits in (8, 96, 192, 3000):
        found = log_factorial(n, bits)
        assert holds(found, mpmath.loggamma(n + 1)) and found.hi - found.lo <= 3


def test_bounds_without_guard_digits(monkeypatch):
    """Where each cut shows, the bounds hold, too, and are as wide as proven: a looser one changes the sum."""
    take_no_guard_digits(monkeypatch)
    rng, widths = random.Random("guard"), dict.fromkeys(("exp", "log", "ln 2", "pi", "Stirling", "atan"), 0)
    for i in range(150):
        functions._constants.clear()
        bits, n, d, m = rng.choice([8, 10, 12, 16, 20]), rng.randint(1, 300), rng.randint(1, 300), rng.randint(70, 200)
        x, t = rng.randint(-4 << bits, 4 << bits), rng.randint(0, 1 << bits)
        exact = {
            "exp": (exp(Fixed(x, x + i % 4, bits)), mpmath.exp(mpmath.ldexp(x, -bits))),
            "log": (log_ratio(n, d, bits), mpmath.log(mpmath.mpf(n) / d)),
            "ln 2": (functions._constant("ln 2", bits), mpmath.log(2)),
            "pi": (pi(bits), +mpmath.pi),
            "Stirling": (functions._stirling(m, bits), mpmath.loggamma(m + 1)),
            "atan": (arctangent(Fixed(t, t, bits)), mpmath.atan(mpmath.ldexp(t, -bits))),
        }
        for name, (found, value) in exact.items():
            assert holds(found, value), (i, name)
            widths[name] += found.hi - found.lo
    assert widths == {"exp": 12466, "log": 2721, "ln 2": 406, "pi": 53152, "Stirling": 895, "atan": 396}


@counts(60, 200)
def test_powers_and_angles(count):
    rng = random.Random("functions")
    for _ in range(count):
        bits, n, m = rng.choice([10, 30, 96]), rng.randint(1, 40), rng.randint(1, 9)
        low, high = sorted(rng.randint(0, 1 << bits) for _ in range(2))
        x = Fixed(low, rng.choice([low, min(low + 1, 1 << bits), high]), bits)
        for a in (real(Fraction(end, 1 << bits)) for end in (x.lo, x.hi)):
            assert holds(power(x, n), a**n) and holds(arctangent(x), mpmath.atan(a))
            try:
                assert holds(to_power(x, n, m), a ** (mpmath.mpf(n) / m))
            except Unknown:
                assert n * (x.hi - x.lo) >= m * x.lo * 0.9  # too wide
