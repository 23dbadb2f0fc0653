"""Roots, powers, and quantiles of the normal distribution, each between two Fractions, by decimals of many digits."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from math import isqrt
from statistics import NormalDist
from typing import Tuple

from fuzzing.values import Wrong

Bounds = Tuple[Fraction, Fraction]
DIGITS = 100
TINY = Fraction(1, 10**70)  # relative width of what decimals are trusted to


class TooSlow(Exception):
    """A call that is not affordable here."""


def context(digits: int) -> Context:
    if digits > 3000:
        raise TooSlow
    return Context(prec=digits, Emax=10**12, Emin=-(10**12))


def widened(value: Decimal) -> Bounds:
    exact = Fraction(value)
    return exact - abs(exact) * TINY, exact + abs(exact) * TINY


def log(x: Fraction, digits: int) -> Decimal:
    near = max(0, x.denominator.bit_length() - abs(x.numerator - x.denominator).bit_length())
    precise = context(digits + near)
    return precise.ln(precise.divide(Decimal(x.numerator), Decimal(x.denominator)))


def blend(x: Fraction, y: Fraction, a: Fraction, b: Fraction) -> Bounds:
    """x**a * y**b."""
    zeros = [power for base, power in ((x, a), (y, b)) if not base and power]
    if zeros:
        if max(zeros) > 0:
            return Fraction(0), Fraction(0)
        raise Wrong
    if a.denominator == b.denominator == 1 and abs(a) + abs(b) < 20:
        value = (x ** int(a) if a else Fraction(1)) * (y ** int(b) if b else Fraction(1))
        return value, value
    digits = DIGITS + sum(len(str(abs(int(power)))) for power in (a, b))
    precise, t = context(digits), Decimal(0)
    for base, power in ((x, a), (y, b)):
        if power and base != 1:
            scaled = precise.divide(Decimal(power.numerator), Decimal(power.denominator))
            t = precise.add(t, precise.multiply(scaled, log(base, digits)))
    if t > 2000:
        raise TooSlow
    if t < -3000:
        return Fraction(0), Fraction(1, 10**1300)
    return widened(precise.exp(t))


def pi(digits: int) -> Decimal:
    one = 10 ** (digits + 10)

    def arctan(q: int) -> int:
        total, power, i = 0, one // q, 0
        while power:
            total += (-1) ** i * (power // (2 * i + 1))
            power //= q * q
            i += 1
        return total

    return Decimal(4 * (4 * arctan(5) - arctan(239))).scaleb(-digits - 10, context(digits + 20))


_quantiles: dict[Fraction, Bounds] = {}


def quantile(c: Fraction) -> Bounds:
    """z with Phi(z) - Phi(-z) = c: Newton's method on the series erf(u) = 2/sqrt(pi) e**-uu (u + 2/3 u**3 + ...)."""
    if c not in _quantiles:
        tail = (1 - c).denominator.bit_length() - (1 - c).numerator.bit_length()
        if tail > 1100:
            raise TooSlow
        D = context(DIGITS + tail // 3)  # of which the tail takes 0.301 a bit
        scale = D.divide(D.sqrt(pi(D.prec)), Decimal(2))
        target = D.divide(Decimal(c.numerator), Decimal(c.denominator))
        if c < Fraction(1, 10**6):
            u = D.multiply(scale, target)
        elif tail < 45:
            u = Decimal(NormalDist().inv_cdf((1 + float(c)) / 2) / 2**0.5)
        else:
            u, near, size = Decimal(1), context(30), -log(1 - c, 30)
            for _ in range(40):  # of 1 - c = e**-uu / (u sqrt(pi)), nearly
                u = near.sqrt(near.subtract(size, near.ln(near.multiply(u, near.sqrt(pi(30))))))
        for _ in range(60):
            w = D.multiply(u, u)
            term = total = u
            i = 1
            while term > total.scaleb(-D.prec):
                term = D.divide(D.multiply(term, D.multiply(Decimal(2), w)), Decimal(2 * i + 1))
                total = D.add(total, term)
                i += 1
            step = D.subtract(D.multiply(D.multiply(scale, target), D.exp(w)), total)
            u = D.add(u, min(max(step, -u / 2), u / 2))
            if abs(step) < u.scaleb(-80):
                break
        else:
            raise TooSlow
        _quantiles[c] = widened(D.multiply(u, D.sqrt(Decimal(2))))
    return _quantiles[c]


def root(x: Fraction) -> Bounds:
    n, d = isqrt(x.numerator), isqrt(x.denominator)
    if n * n == x.numerator and d * d == x.denominator:
        return Fraction(n, d), Fraction(n, d)
    shift = 400 - (x.numerator.bit_length() - x.denominator.bit_length()) // 2
    scaled = x * Fraction(2) ** (2 * shift)
    low = isqrt(scaled.numerator // scaled.denominator)
    return Fraction(low) / Fraction(2) ** shift, Fraction(low + 1) / Fraction(2) ** shift


def chance(mean: Fraction, variance: Fraction) -> Bounds:
    """Phi(mean / sigma): (1 + erf(u)) / 2, by the series of quantile."""
    if not variance or not mean:
        value = Fraction((mean > 0) - (mean < 0) + 1, 2)
        return value, value
    w = mean * mean / (2 * variance)
    if w > 600:
        raise TooSlow
    precise = context(2 * DIGITS + int(w) // 2)
    x = precise.divide(Decimal(w.numerator), Decimal(w.denominator))
    term = total = precise.sqrt(x)
    i = 1
    while term > total.scaleb(-precise.prec):
        term = precise.divide(precise.multiply(term, precise.multiply(Decimal(2), x)), Decimal(2 * i + 1))
        total = precise.add(total, term)
        i += 1
    half = precise.divide(precise.multiply(total, precise.exp(precise.minus(x))), precise.sqrt(pi(precise.prec)))
    tail = Fraction(1, 2) - Fraction(half)
    lo, hi = tail - abs(tail) * TINY, tail + abs(tail) * TINY
    return (1 - hi, 1 - lo) if mean > 0 else (lo, hi)
