"""Check quantiles of Student's t and of the normal distribution at few bits, by the oracle, and rational ones."""

from __future__ import annotations

import itertools
import random
from decimal import Decimal
from fractions import Fraction
from math import comb, copysign

import mpmath
import pytest
from helpers import cases, counts, holds, ratio, take_no_guard_digits
from oracles import reals
from oracles.reals import double, rational, real

from scorio_lite._numbers import quantiles
from scorio_lite.special import normal_quantile, student_t_quantile

FEW = (2, 3, 4, 5, 6, 8, 11, 16, 25, 40)
CHANCES = [Fraction(c) for c in (0.95, 0.5, 0.9, 0.1, 0.999, 1e-9, 1 - 2**-40)]
CHANCES += [Fraction(1, 3), Fraction(1, 10**400), 1 - Fraction(1, 2**300)]


@pytest.fixture(autouse=True)
def precise():
    quantiles._quantiles.clear()
    with mpmath.workprec(300):
        yield


def root_of(c, df):
    """Return the q with P(|T| <= q) = c, to within 2**-200 of it."""
    return real(sum(reals.quantile(Fraction(c), df or None, 220)) / 2)


def expected(p, df):
    """Return the double nearest to a quantile. Check that a larger error than that of `root_of` does not change it."""
    q = root_of(abs(2 * Fraction(p) - 1), df)
    return double(q, q / 2**190) * (1 if p > 0.5 else -1)


def ours(p, df):
    return student_t_quantile(p, df) if df else normal_quantile(p)


# At few bits: without guard digits every cut shows. df = 0 is the normal distribution.


@pytest.mark.parametrize("df", [*range(9), 29, 30, 163, 164, 1000, 10**6, 10**9])
def test_inverse_peak(df):
    """With the density f of the distribution, 1 / (2 f(0)) is held."""
    exact = 1 / reals.density(mpmath.mpf(0), df or None)
    for bits in (*range(1, 41), 100, 250):
        found = quantiles._inverse_peak(df, bits)
        assert holds(found, exact) and found.hi - found.lo <= 10


@cases("df", [0, 1, 2, 7], [3, 20])
def test_step(df):
    """The relative step is held also at few bits and at points far from the root."""
    for c, factor in itertools.product(CHANCES, (1, 0.9, 1.1, 0.5, 2)):
        q = root_of(c, df)
        at = 40 + max(0, -int(mpmath.log(q, 2)))
        v = int(mpmath.ldexp(q * factor, at))
        with mpmath.workprec(2000):
            x = mpmath.ldexp(v, -at)
            over = reals.chance(x, df or None, x > 0.01) - real(1 - c if x > 0.01 else c)
            exact = over * (1 if x > 0.01 else -1) / (x * reals.density(x, df or None))
        square, whole = v * v, (df or 1) << 2 * at
        w = (df + 1) * square // (2 * (square + whole if df else whole)) + 1
        for digits in (1, 2, 5, 20, 100):
            assert holds(quantiles._step(ratio(c), df, v, at, digits, w), exact)


@pytest.mark.parametrize("df", [0, 1, 2, 3, 8, 30, 163, 10**9])
def test_starts(df):
    """Newton's method starts near the root: few steps are left."""
    for c in CHANCES:
        v, at = (quantiles._near_student if df else quantiles._near_normal)(ratio(c), df)
        assert abs(mpmath.ldexp(v, -at) / root_of(c, df) - 1) < max(3e-5, df and 0.06 / df**0.7), c


@cases("df", [0, 1, 2, 163, 10**9], [3, 8, 1000])
def test_deviates_at_few_bits(df, monkeypatch):
    """Quantiles and steps are held, and as wide as proven: a looser bound changes the sum of their widths."""
    take_no_guard_digits(monkeypatch)
    monkeypatch.setattr(quantiles, "_FIRST_DIGITS", 1)
    width = 0
    for c, bits in itertools.product(CHANCES, (*FEW, 53, 96, 150)):
        root, at = root_of(c, df), bits + 60
        found, v = quantiles.deviate(ratio(c), bits, df), int(mpmath.ldexp(root, at)) + 1
        assert holds(found, root) and found.hi - found.lo <= 2 + root
        w = 1 + (df + 1) * v * v // (2 * (v * v + (df << 2 * at)))
        step = quantiles._step(ratio(c), df, v, at, bits, w)
        width += found.hi - found.lo + step.hi - step.lo
    assert (
        width % 10**9
        == {
            0: 818752086,
            1: 532875868,
            2: 729816581,
            3: 937256131,
            8: 685362898,
            163: 181779858,
            1000: 800068920,
            10**9: 973096583,
        }[df]
    )


# The nearest doubles.

HARD = (1e-300, 1e-100, 1e-16, 1e-5, 0.5 - 2**-54, 0.5 + 2**-53, 0.975, 0.841344746068543, 1 - 2**-53, Decimal("0.9"))
HARD += (Fraction(1, 3), Fraction(1, 2) + Fraction(1, 10**290), 2.0**-1022, 5e-324)


@cases("df", [0, 3, 10, 10**9], [1, 2, 163])
def test_hard_levels(df):
    for p in HARD if df < 1000 else HARD[2:-2]:
        assert ours(p, df) == expected(p, df), p
    p, hair = Fraction(1, 2) + Fraction(1, 2**1073), Fraction(1, 10**400)
    assert 0 < ours(p, df) == expected(p, df) < 1e-322
    for p in (0.5, Fraction(1, 2) + hair, Fraction(1, 2) - hair):
        assert (ours(p, df), copysign(1, ours(p, df))) == (0.0, 1)


@counts(2, 4)
def test_both_sides_of_midpoints(count):
    """Quantiles a hair below and above a midpoint of two doubles round to different sides."""
    rng = random.Random("midpoints")
    with mpmath.workprec(2500):
        for df in (*[0] * 5, 1, 2, 3, 4, 9, 40, 10**5) * (count // 2):
            x = rng.choice([rng.uniform(0.1, 5), rng.uniform(0, 1e-5), 2.0 ** rng.randint(-3, 2)])
            step = next(x + 2.0**e for e in range(-140, 0) if x + 2.0**e > x)
            tail = rational(reals.chance((mpmath.mpf(x) + mpmath.mpf(step)) / 2, df or None, True)) / 2
            hair = Fraction(1, 2 ** rng.choice([150, 300, 900]))
            assert [ours(p, df) for p in (1 - tail - hair, 1 - tail + hair, tail - hair)] == [x, step, -step]


# Rational quantiles.


def rational_cases(df, lengths):
    """Yield (q, P(|T| <= q)), both rational, for even df and q of these bit lengths with q**df < 2**1000."""
    for u in (u for u in range(1, 2 * df + 1) if 2 * df % u == 0):
        for k in range(1, 70):
            w, rest = divmod(df * 4**k, u)
            m, odd = divmod(w - u, 2)
            if not rest and not odd and m > 0 and m % 2 and m.bit_length() in lengths and m**df < 2 ** (k * df + 1000):
                root = Fraction(w - u, w + u)  # q / sqrt(df + q*q): the chance is a finite sum
                yield (
                    Fraction(m, 2**k),
                    root * sum(Fraction(comb(2 * i, i), 4**i) * (1 - root * root) ** i for i in range(df // 2)),
                )


@cases("df", [2, 4, 12, 20], [6, 10, 28, 60])
def test_rational_quantiles(df):
    """Rational quantiles are met if they are doubles, and rounded to even if they are midpoints of two."""
    exact = list(rational_cases(df, range(1, 54)))
    assert len(exact) > 10
    for q, c in exact:
        assert student_t_quantile((1 + c) / 2, df) == -student_t_quantile((1 - c) / 2, df) == q
    for q, c in rational_cases(df, [54]):
        low, high, hair = float(q - Fraction(1, 10**30)), float(q + Fraction(1, 10**30)), Fraction(1, 10**400)
        assert student_t_quantile((1 + c) / 2, df) == -student_t_quantile((1 - c) / 2, df) == float(q)
        assert student_t_quantile((1 + c) / 2 - hair, df) == low < high == student_t_quantile((1 + c) / 2 + hair, df)
