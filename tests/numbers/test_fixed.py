"""Check fixed-point numbers between two bounds: each operation holds every exact result, and ties are decided."""

from __future__ import annotations

import itertools
import operator
import random
from fractions import Fraction
from math import ceil, floor, isqrt

import pytest
from helpers import counts, holds, refused

from scorio_lite._numbers.fixed import Fixed, Unknown, decided, greatest, least, nearest_of, sqrt, sqrt_of
from scorio_lite._numbers.functions import power
from scorio_lite._numbers.roots import root

SMALL = [Fixed(lo, hi, 2) for lo in range(-6, 7) for hi in range(lo, 7)]  # in quarters
PAIRS = list(itertools.product(SMALL, repeat=2))


def between(x):
    return Fraction(x.lo, 4), Fraction(x.hi, 4)


def is_narrowest(x, values):
    return (x.lo, x.hi, x.bits) == (floor(min(values) * 4), ceil(max(values) * 4), 2)


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_operations(operation):
    for x, y in PAIRS:
        if operation is operator.truediv and y.lo <= 0:
            with pytest.raises(Unknown):
                x / y
        else:
            assert is_narrowest(operation(x, y), [operation(p, q) for p in between(x) for q in between(y)])
    for x, n in itertools.product(SMALL, range(-3, 4)):
        if operation is not operator.truediv or n > 0:
            assert is_narrowest(operation(x, n), [operation(p, n) for p in between(x)])
        if operation is not operator.truediv:
            assert is_narrowest(operation(n, x), [operation(n, p) for p in between(x)])


def test_order():
    for x, y in PAIRS:
        assert (least(x, y).lo, least(x, y).hi) == (min(x.lo, y.lo), min(x.hi, y.hi))
        assert (greatest(x, y).lo, greatest(x, y).hi) == (max(x.lo, y.lo), max(x.hi, y.hi))
        if x.lo > y.hi or x.hi <= y.lo:
            assert (x > y) == (y < x) == (x.lo > y.hi)
        else:
            with pytest.raises(Unknown):
                x > y  # noqa: B015
    assert all(is_narrowest(greatest(x, n), [max(p, n) for p in between(x)]) for x in SMALL for n in (-1, 0, 1))


def test_roots_and_ratios():
    for x in SMALL:
        assert is_narrowest(-x, [-p for p in between(x)])
        if x.hi >= 0:
            found, high = sqrt(x), isqrt(x.hi << 2)
            high += high * high < x.hi << 2
            assert found.lo == isqrt(max(x.lo, 0) << 2) and high <= found.hi <= high + 2 * (x.lo < x.hi)
    for n, d in itertools.product(range(-9, 10), range(1, 9)):
        assert is_narrowest(Fixed.of((n, d), 2), [Fraction(n, d)])
        found, low = sqrt_of((n * n, d), 2), isqrt(16 * n * n // d)
        assert (found.lo, found.hi) == (low, low + (low * low * d < 16 * n * n))
        for at, bits in itertools.product((0, 2, 5), repeat=2):
            cut = Fixed.cut(n, n + d, at, bits)
            ends = Fraction(n, 1 << at), Fraction(n + d, 1 << at)
            assert (cut.lo, cut.hi, cut.bits) == (floor(ends[0] * 2**bits), ceil(ends[1] * 2**bits), bits)


def test_what_is_exact_stays_exact():
    """Without rests nothing is rounded, so that 0, 1 and other ends of intervals are met."""
    for bits in (1, 5, 96):
        zero, one = Fixed(0, 0, bits), Fixed.of((1, 1), bits)
        for x in (zero * one, zero / one, one - one, sqrt(zero), greatest(zero - one, 0), sqrt(one) - 1):
            assert (x.lo, x.hi) == (0, 0)
        assert not zero > 0


@counts(40, 400)
def test_roots(count):
    """The root of a rising function is held, and known to about the last bit."""
    rng = random.Random("roots")
    for _ in range(count):
        bits, r, n = rng.choice([20, 60, 96, 200]), Fraction(rng.randint(1, 999), 1000), rng.choice([1, 2, 3, 9])
        goal = Fixed.of((r**n).as_integer_ratio(), bits)
        found = root(lambda x: power(x, n) - goal, 0, 1 << bits, bits)
        assert holds(found, r)
        assert n > 3 or r < Fraction(1, 5) or found.hi - found.lo < 1 << bits // 2


def test_decisions_and_ties():
    third, hair = Fraction(1, 3), Fraction(1, 2**3000)
    for x, y, is_above in ((1, third, True), (third, third, False), (third + hair, third, True), (third, 1, False)):
        pair = Fraction(x).as_integer_ratio(), Fraction(y).as_integer_ratio()
        assert decided(lambda bits: Fixed.of(pair[0], bits) > Fixed.of(pair[1], bits)) is is_above
    middle, step = 1 + Fraction(1, 2**53), Fraction(1, 2**52)
    for x, nearest in ((middle, 1.0), (middle + hair, 1 + step), (middle - hair, 1.0), (middle + step, 1 + 2 * step)):
        ratio = (x / 3).as_integer_ratio()
        assert nearest_of(lambda bits: 3 * Fixed.of(ratio, bits)) == nearest
        ratio = ((x + 5) / 21).as_integer_ratio()  # mapped from [0, 1] to [-5, 16]
        assert nearest_of(lambda bits: Fixed.of(ratio, bits), (-5, 16, 1)) == nearest
    for x in Fixed(-1, -1, 3000), Fixed(-2, 0, 1075):  # tiny, and a tie of the least double and 0
        assert str(x.rounded(is_last=True)) == "0.0"
    with pytest.raises(ValueError, match="the limit"):
        nearest_of(lambda bits: Fixed(0, 1 << bits, bits))
    refused("the limit", nearest_of, lambda bits: Fixed(1, 1, bits) / Fixed(0, 1, bits))
    assert not decided(lambda bits: Fixed(0, 1, bits) > 0)
