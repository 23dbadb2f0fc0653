"""Check fixed-point numbers between two bounds: each operation holds every exact result, at few bits and at many."""

from __future__ import annotations

import operator
import random
from fractions import Fraction

import mpmath
import pytest
from helpers import counts, refused
from oracles.reals import real

from scorio_lite._numbers import functions
from scorio_lite._numbers.fixed import Fixed, Unknown, decided, greatest, least, nearest_of, sqrt
from scorio_lite._numbers.roots import root

BITS = (1, 2, 5, 10, 96)


def drawn(rng, bits, low=-4, high=4):
    """Return a number between two bounds, and some numbers that it holds."""
    ends = sorted(rng.randint(low << bits, high << bits) for _ in range(2))
    ends[1] = rng.choice([ends[0], ends[0] + 1, ends[1]])
    return Fixed(*ends, bits), [Fraction(end, 1 << bits) for end in (*ends, rng.randint(*ends))]


def holds(x, number):
    """Return whether x holds a Fraction or a number of mpmath."""
    number = real(number) if isinstance(number, Fraction) else number
    return x.lo <= number * 2**x.bits <= x.hi


@counts(300, 3000)
def test_arithmetic(count):
    rng = random.Random("arithmetic")
    with mpmath.workprec(600):
        for _ in range(count):
            bits = rng.choice(BITS)
            (x, numbers), (y, others) = drawn(rng, bits), drawn(rng, bits)
            whole = rng.randint(-5, 5)
            for a, b in zip(numbers, rng.sample(others, 3)):
                for op in (operator.add, operator.sub, operator.mul):
                    assert holds(op(x, y), op(a, b))
                    assert holds(op(x, whole), op(a, whole)) and holds(op(whole, x), op(whole, a))
                assert holds(-x, -a) and holds(greatest(x, y), max(a, b)) and holds(least(x, y), min(a, b))
                assert holds(greatest(x, whole), max(a, whole))
                if whole > 0:
                    assert holds(x / whole, a / whole)
                if y.lo > 0:
                    assert holds(x / y, a / b)
                else:
                    with pytest.raises(Unknown):
                        x / y
                if x.hi >= 0 <= a:
                    assert holds(sqrt(x), mpmath.sqrt(real(a)))
                try:
                    assert (x > y) == (a > b) and (x < y) == (b > a)
                except Unknown:
                    assert x.lo <= y.hi and y.lo <= x.hi
                assert holds(Fixed.of((a * 3 / 7).as_integer_ratio(), bits), a * 3 / 7)
                assert holds(Fixed.cut(x.lo, x.hi, bits, rng.choice(BITS)), a)


def test_what_is_exact_stays_exact():
    """Without rests nothing is rounded, so that 0, 1 and other ends of intervals are met."""
    for bits in BITS:
        zero, one = Fixed(0, 0, bits), Fixed.of((1, 1), bits)
        for x in (zero * one, zero / one, one - one, sqrt(zero), greatest(zero - one, 0), sqrt(one) - 1):
            assert (x.lo, x.hi) == (0, 0)
        assert not zero > 0 and not zero < 0


@counts(60, 600)
def test_functions(count):
    rng = random.Random("functions")
    with mpmath.workprec(600):
        for _ in range(count):
            bits = rng.choice([4, 10, 30, 96])
            x, numbers = drawn(rng, bits, 0, 1)
            n, m = rng.randint(1, 40), rng.randint(1, 9)
            assert holds(functions.pi(bits), mpmath.pi)
            assert holds(functions.log_factorial(n, bits), mpmath.log(mpmath.factorial(n)))
            assert holds(functions.log_ratio(n, m, bits), mpmath.log(mpmath.mpf(n) / m))
            for a in map(real, numbers):
                assert holds(functions.power(x, n), a**n)
                if bits > 9:
                    assert holds(functions.to_power(x, n, m), a ** (mpmath.mpf(n) / m))
                assert holds(functions.arctangent(x), mpmath.atan(a))
                y = -n * x / m
                if y.hi - y.lo < 1 << bits:
                    assert holds(functions.exp(y), mpmath.exp(-n * a / m))
                if x.lo > 0:
                    assert holds(functions.log(x), mpmath.log(a))


@counts(40, 400)
def test_roots(count):
    """The root of a rising function is held, wherever the search begins, and known to about the last bit."""
    rng = random.Random("roots")
    for _ in range(count):
        bits, r, n = rng.choice([20, 60, 96, 200]), Fraction(rng.randint(1, 999), 1000), rng.choice([1, 2, 3, 9])
        third = Fixed.of((r**n).as_integer_ratio(), bits)
        start = rng.choice([None, rng.randrange(1 << bits)])
        found = root(lambda x, n=n, third=third: functions.power(x, n) - third, 0, 1 << bits, bits, start)
        assert holds(found, r)
        assert n > 3 or found.hi - found.lo < 1 << bits // 2


def test_decisions_and_ties():
    half, third = Fraction(1, 2), Fraction(1, 3)
    hair = Fraction(1, 2**3000)
    for x, y, expected in (
        (half, third, True),
        (third, third, False),
        (third + hair, third, True),
        (third, third + hair, False),
    ):
        pair = x.as_integer_ratio(), y.as_integer_ratio()
        assert decided(lambda bits, pair=pair: Fixed.of(pair[0], bits) > Fixed.of(pair[1], bits)) is expected
    middle = 1 + Fraction(1, 2**53)
    for x, expected in (
        (middle, 1.0),
        (middle + hair, 1 + 2**-52),
        (middle - hair, 1.0),
        (middle + Fraction(1, 2**52), 1 + 2**-51),
    ):
        ratio = (x / 3).as_integer_ratio()
        assert nearest_of(lambda bits, ratio=ratio: 3 * Fixed.of(ratio, bits)) == expected

    def unknown(_):
        raise Unknown

    refused("the limit", nearest_of, unknown)
    refused("the limit", nearest_of, lambda bits: Fixed(0, 1 << bits, bits))
    assert not decided(unknown)
