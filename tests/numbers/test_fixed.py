"""Check fixed-point numbers between two bounds: each operation holds every exact result, at few bits and at many."""

from __future__ import annotations

import itertools
import operator
import random
from fractions import Fraction
from math import ceil, floor, isqrt

import pytest
from helpers import counts, holds, refused

from scorio_lite._numbers import functions
from scorio_lite._numbers.fixed import Fixed, Unknown, decided, greatest, least, nearest_of, sqrt, sqrt_of
from scorio_lite._numbers.roots import root

BITS, QUARTERS = (1, 2, 5, 10, 96), 2


# All small bounds: each operation gives the narrowest bounds that hold every result.

SMALL = [(lo, hi) for lo in range(-6, 7) for hi in range(lo, 7)]
PAIRS = list(itertools.product(SMALL, repeat=2))


def between(x):
    return Fraction(x.lo, 1 << x.bits), Fraction(x.hi, 1 << x.bits)


def narrowest(ends):
    return floor(min(ends) * 2**QUARTERS), ceil(max(ends) * 2**QUARTERS)


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_operations(operation):
    for a, b in PAIRS[::2]:
        x, y = Fixed(*a, QUARTERS), Fixed(*b, QUARTERS)
        if operation is operator.truediv and b[0] <= 0:
            with pytest.raises(Unknown):
                x / y
            continue
        found = operation(x, y)
        ends = [operation(p, q) for p in between(x) for q in between(y)]
        assert ((found.lo, found.hi), found.bits) == (narrowest(ends), QUARTERS), (a, b)


def test_operations_with_integers():
    for bounds, n in itertools.product(SMALL, range(-3, 4)):
        x = Fixed(*bounds, QUARTERS)
        for found, ends in (
            (x + n, [p + n for p in between(x)]),
            (n + x, [p + n for p in between(x)]),
            (x - n, [p - n for p in between(x)]),
            (n - x, [n - p for p in between(x)]),
            (x * n, [p * n for p in between(x)]),
            (n * x, [p * n for p in between(x)]),
            (-x, [-p for p in between(x)]),
            (greatest(x, n), [max(p, n) for p in between(x)]),
            *([(x / n, [p / n for p in between(x)])] if n > 0 else []),
        ):
            assert ((found.lo, found.hi), found.bits) == (narrowest(ends), QUARTERS), (bounds, n)


def test_comparisons():
    for a, b in PAIRS:
        x, y = Fixed(*a, QUARTERS), Fixed(*b, QUARTERS)
        is_above, is_not = a[0] > b[1], a[1] <= b[0]
        if is_above or is_not:
            assert (x > y) == is_above and (y < x) == is_above, (a, b)
        else:
            with pytest.raises(Unknown):
                x > y  # noqa: B015
        for choose, of in (least, min), (greatest, max):
            found = choose(x, y)
            assert (found.lo, found.hi) == (of(a[0], b[0]), of(a[1], b[1]))


def test_roots_and_ratios():
    for lo, hi in SMALL:
        if hi >= 0:
            found = sqrt(Fixed(lo, hi, QUARTERS))
            low = isqrt(max(lo, 0) << QUARTERS)
            high = isqrt(hi << QUARTERS)
            high += high * high < hi << QUARTERS
            assert found.lo == low
            assert high <= found.hi <= high + (2 if lo < hi else 0)
    for n, d in itertools.product(range(-9, 10), range(1, 9)):
        found = Fixed.of((n, d), QUARTERS)
        assert (found.lo, found.hi) == narrowest([Fraction(n, d)])
        found = sqrt_of((n * n, d), QUARTERS)
        low = isqrt((n * n << 2 * QUARTERS) // d)
        assert (found.lo, found.hi) == (low, low + (low * low * d < n * n << 2 * QUARTERS))
        for at, bits in itertools.product((0, 2, 5), repeat=2):
            cut = Fixed.cut(n, n + d, at, bits)
            ends = Fraction(n, 1 << at), Fraction(n + d, 1 << at)
            assert (cut.lo, cut.hi, cut.bits) == (floor(ends[0] * 2**bits), ceil(ends[1] * 2**bits), bits)


def test_what_is_exact_stays_exact():
    """Without rests nothing is rounded, so that 0, 1 and other ends of intervals are met."""
    for bits in BITS:
        zero, one = Fixed(0, 0, bits), Fixed.of((1, 1), bits)
        for x in (zero * one, zero / one, one - one, sqrt(zero), greatest(zero - one, 0), sqrt(one) - 1):
            assert (x.lo, x.hi) == (0, 0)
        assert not zero > 0 and not zero < 0


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
        assert n > 3 or r < Fraction(1, 10) or found.hi - found.lo < 1 << bits // 2


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
