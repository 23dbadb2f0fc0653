"""Bands of a curve, or of a model at successive steps: intervals that hold together with the probability 1 - alpha.

All intervals share a level. The more alike the values of the questions at neighbouring points are, the narrower they
are.

Each of K intervals misses its value with the probability alpha' = 1 - level. The chance that any of them misses is at
most f(alpha'), a sum. The first interval adds alpha' to it. Each further interval adds alpha' or, if it is less, what
Hotelling (1939) and Naiman (1986) show for a path on a sphere. The path is as long as the angle between a value and the
value before it, and the cosine of this angle is the correlation of both values over questions:

    f(alpha') = alpha' + sum of min(alpha', angle/pi (1 + q**2/df)**(-df/2)) = alpha,      P(|T| > q) = alpha'

T has Student's distribution with df degrees of freedom. f is at least alpha' and at most K alpha', and it grows at
least as fast as alpha': so the root is in [alpha/K, alpha].
"""

from __future__ import annotations

from math import isqrt

from .._arguments import items, shown
from .._numbers import FIRST_BITS, nearest_enclosed, undecided
from .._numbers.enclosures import deviate, exponential, half_root_pi, hull, logarithm, odd_series, over_power
from .difference import ModelBoard
from .formula import linear_deviate, square_at_least_four
from .results import Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

    from .._numbers import Ends, Ratio, Scaled
    from . import Asked
    from .formula import ConfidenceLevel
    from .spread import Cosine, Spread, ValueRows

    CurvePoint = tuple[float, float, float]  # (value, lo, hi)

_SLACK = 24  # bits beyond those asked for
_MOST_SECANTS = 400  # of a search; a dozen suffice


def shared_level(level: Ratio, df: Ratio, cosines: Sequence[Cosine]) -> ConfidenceLevel:
    """Return the level that each interval needs, so that all of them hold together at `level`.

    Return it as a ratio if it is known exactly, else as a SharedLevel. `cosines` has the cosine of the angle between
    each value and the next.
    """
    if all(m > 0 and m * m == n for m, n in cosines):
        return level
    n, d = level
    shared = SharedLevel((d - n, d), df, cosines)
    K = len(cosines) + 1
    return (d * K - (d - n), d * K) if shared.is_bonferroni() else shared


class SharedLevel:
    """The module's level 1 - alpha' of each interval of a band. Methods enclose numbers to the bits asked for."""

    def __init__(self, alpha: Ratio, df: Ratio, cosines: Sequence[Cosine]) -> None:
        self.alpha, self.df, self.cosines = alpha, df, cosines
        self.known: dict[tuple[str, int], Scaled] = {}  # {(name of a quantity, bits): its enclosure}
        self.angles: dict[int, list[Ends]] = {}

    def rounded(self) -> float:
        """Return 1 minus the level, to the nearest double."""
        return nearest_enclosed(lambda bits: over_power(self._once("alpha'", bits, self._alpha)))

    def deviate(self, bits: int) -> Scaled:
        """Enclose the quantile of Student's t at this level, to this many bits."""
        return self._of_level("q", bits, lambda level: linear_deviate(level, self.df, bits + 8))

    def at_least_four(self, bits: int) -> Scaled:
        """Enclose max(z**2, 4), where P(|Z| <= z) is this level for a normal Z. Both ends are 4 if the maximum is 4."""
        # By Mills' ratio, the relative error of z is at most 1/z**2 times that of alpha': a quarter if z**2 >= 4.
        return square_at_least_four(self._of_level("z", bits, lambda level: deviate(level, bits + 8)))

    def _once(self, name: str, bits: int, compute: Callable[[int], Scaled]) -> Scaled:
        if (name, bits) not in self.known:
            self.known[name, bits] = compute(bits)
        return self.known[name, bits]

    def _of_level(self, name: str, bits: int, quantile: Callable[[Ratio], Scaled]) -> Scaled:
        """Enclose quantile(1 - alpha'), from both ends of an enclosure of alpha'. The result is kept as `name`."""

        def compute(bits: int) -> Scaled:
            a, b, at = self._once("alpha'", bits, self._alpha)
            return hull(*(quantile(((1 << at) - one, 1 << at)) for one in (b, a)))

        return self._once(name, bits, compute)

    def is_bonferroni(self) -> bool:
        """Whether the level is known to be that of Bonferroni's correction: 1 - alpha/K for each of K intervals."""
        n, d = self.alpha
        K = len(self.cosines) + 1
        at, work = self._digits(FIRST_BITS), FIRST_BITS
        c = d * K - n, d * K
        h, _ = self._tail(linear_deviate(c, self.df, work), at)
        return all(lo * h * c[1] >= n << at + work for lo, _ in self._angles(work))

    def _digits(self, bits: int) -> int:
        """Return how many bits after the point give `bits` significant bits of alpha' and of 1 - alpha'."""
        n, d = self.alpha
        small = d.bit_length() - min(n, d - n).bit_length() + (len(self.cosines) + 1).bit_length() + 1
        return bits + _SLACK + small

    def _angles(self, bits: int) -> list[Ends]:
        if bits not in self.angles:
            self.angles[bits] = [angle(m, n, bits) for m, n in self.cosines]
        return self.angles[bits]

    def _tail(self, q: Scaled, at: int) -> Ends:
        """Enclose (1 + q**2/df)**(-df/2) for an enclosed q, in units of 2**-at."""
        (n, d), (lo, hi, of_q) = self.df, q
        work, whole = at + n.bit_length() + 4, n << 2 * of_q
        low, _ = logarithm(whole + d * lo * lo, whole, work)
        _, high = logarithm(whole + d * hi * hi, whole, work)
        shift = work - at
        low, high = -(n * high // (2 * d) + 1) >> shift, -(n * max(low, 0) // (2 * d) >> shift)
        lo, hi = exponential(low, min(high, 0), at)
        return max(lo, 0), min(hi, 1 << at)

    def _spent(self, a: int, at: int, digits: int) -> Ends:
        """Enclose f(alpha') - alpha for alpha' = a / 2**at, with the f of the module, in units of 2**-at.

        The angles and the quantile q are enclosed to `digits` bits.
        """
        n, d = self.alpha
        low, high = self._tail(linear_deviate(((1 << at) - a, 1 << at), self.df, digits), at)
        lo = hi = a
        for least, most in self._angles(digits):
            lo += min(a, least * low >> digits)
            hi += min(a, (most * high >> digits) + 1)
        return lo - (n << at) // d - 1, hi - (n << at) // d

    def _alpha(self, bits: int) -> Scaled:
        """Enclose alpha', the root of `_spent`, to this many bits.

        Secants come near the root, within an interval that is known to hold it. The signs of `_spent` at both ends
        prove the enclosure.
        """
        (n, d), K, at = self.alpha, len(self.cosines) + 1, self._digits(bits)
        last = bits + _SLACK + K.bit_length()
        low, high = (n << at) // (d * K), -((-n << at) // d)
        # f is nearly proportional to alpha', which gives the first step.
        digits, x, before = 40, low, None
        for _ in range(_MOST_SECANTS):
            lo, hi = self._spent(x, at, digits)
            low, high = (x if hi < 0 else low), (x if lo > 0 else high)
            value = lo + hi >> 1
            if before and value != before[1]:
                move = -value * (x - before[0]) // (value - before[1])
            else:
                move = -value * x // max(value + (n << at) // d, 1)
            before = x, value
            reach = (x >> bits + 8) + 1
            if digits == last and abs(move) < reach:
                below, above = max(x - 2 * reach, low), min(x + 2 * reach, high)
                if (below == low or self._spent(below, at, last)[1] < 0) and (
                    above == high or self._spent(above, at, last)[0] > 0
                ):
                    return below, above, at
            if abs(move) << digits // 2 < x:
                digits = min(2 * digits, last)
            x += move
            if not low < x < high:
                x = low + high >> 1
        raise undecided()


def angle(m: int, n: int, bits: int) -> Ends:
    """Enclose acos(m / sqrt(n)) / pi, in units of 2**-bits."""
    # The tangent of half the angle is sqrt(n - m*m) / (sqrt(n) + m) for m >= 0; the angle of -m is pi minus the angle
    # of m. Both roots and m are rounded down, in units of 2**-shift, so each is too low by less than 1.
    work = bits + 16
    shift = work + 8 - (n.bit_length() >> 1)
    root, up, along = [isqrt(x << 2 * shift) if shift > 0 else isqrt(x >> -2 * shift) for x in (n, n - m * m, m * m)]
    least, most = (up << work) // (root + along + 2), (up + 1 << work) // (root + along) + 1
    lo, hi = _arctangent(least, work)
    quarter_lo, quarter_hi = half_root_pi(work)  # whose square is pi/4
    lo = (lo << 2 * work) // (2 * quarter_hi * quarter_hi)
    hi = (hi + most - least << 2 * work) // (2 * quarter_lo * quarter_lo) + 1
    lo, hi = max(lo, 0) >> 16, (hi >> 16) + 1
    return (lo, hi) if m >= 0 else ((1 << bits) - hi, (1 << bits) - lo)


def _arctangent(t: int, bits: int) -> Ends:
    """Enclose atan(t) for 0 <= t <= 1, with t and the ends in units of 2**-bits."""
    halvings = isqrt(bits) // 2 + 1
    work = bits + halvings + 8
    one, t = 1 << work, t << work - bits
    # The angle is halved by t' = t / (1 + sqrt(1 + t*t)). This halves the error of t and adds less than 1, so the error
    # stays below 2.
    for _ in range(halvings):
        t = (t << work) // (one + isqrt((one << work) + t * t))
    lo, hi = odd_series(t, work, True)
    shift = work - bits - halvings
    return lo - 2 >> shift, (hi + 2 >> shift) + 1


def band_of(rows: Iterable[ValueRows], confidence: Ratio) -> tuple[list[CurvePoint], ConfidenceLevel]:
    """Return ([(value, lo, hi) of each point], the level of each interval at which all of them hold together).

    `rows` has the values of the questions for each point.
    """
    spreads: list[Spread] = []
    cosines: list[Cosine] = []
    before: ValueRows | None = None
    for one in rows:
        spreads.append(one.spread())
        if before:
            cosines.append(before.cosine_to(one))
        before = one
    level = shared_level(confidence, spreads[0].df or (1, 1), cosines)
    intervals = [spread.interval(level, Interval) for spread in spreads]
    return [(value, lo, hi) for value, _, lo, hi in intervals], level


def series_of(models: Iterable[Any], asked: Asked) -> list[CurvePoint]:
    """Return (value, lo, hi) of each step. `models` has an R for each step."""
    found = items(models, "models")
    if not found:
        raise ValueError(f"models must be a sequence, with an R for each step; got {shown(models)}")
    names = [f"models[{i}]" for i in range(len(found))]
    rows: Any = ModelBoard(found, asked, names).models
    return band_of(rows, asked.level)[0]
