"""The formula of every interval about an observed value, and why its constants are what they are.

A sample has the mean x of values in [0, 1], and the variance V of this mean. Its interval is Wilson's (1927) at an
effective sample size n (Korn and Graubard 1998). Some events that were not seen are added to the data:

    1/n = min(most, (V + unseen e) / (x (1-x) + design_effect e)),   e = max(z**2, 4)/2 h**2,   P(|Z| <= z) = confidence

max(z**2, 4)/2  is the number of added events: two up to 95 %, more at a higher confidence. So data without any spread
    still get an interval of some width.
h  is the size of such an event: max(1/2, x) for the lower end, max(1/2, 1-x) for the upper. No event on this side can
    be larger.
unseen, design_effect  say how much clusters enlarge an event, as their questions move as one (Kish 1965). For M
    new questions without clusters they are 1/M**2 and 1/M. See `spread_of_new`.
most  limits 1/n: no sample is smaller than if every cluster moved as one.

Both ends p solve (y - p)**2 = t p (1-p) with t = q**2/n. Here q is the quantile of Student's t or of the normal
distribution, and y is where the end starts:

    lower end   y = max(0, x - max(0, 1/2-x)/n)
    upper end   y = min(1, x + max(0, x-1/2)/n)

So the end that is nearer to 0 or 1 starts up to half an event farther out (a continuity correction). Without it, 95 %
intervals of 0/1 values held 84 % at the worst rate.

The constants make 95 % intervals hold the truth in 90 % of runs or more, in simulations: see tools/ACCURACY.md.
"""

from __future__ import annotations

from math import isqrt

from .._numbers import FIRST_BITS, nearest_enclosed, pinned, settled, sign
from .._numbers.enclosures import deviate, hull
from .._numbers.student import rational_square, student_deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, Sequence, Union

    from .._numbers import Enclosure, Ratio, Scaled

    class Shared(Protocol):  # a level that is not a fraction: see `bands`
        def deviate(self, bits: int) -> Scaled: ...
        def at_least_four(self, bits: int) -> Scaled: ...

    ConfidenceLevel = Union[Ratio, Shared]
    MetricRange = tuple[int, int, int]  # (low, high, scale): 0 and 1 stand for low/scale and high/scale
    Variance = tuple[int, int, int]  # V and `unseen`, over one denominator
    SamplePart = tuple[Variance, Ratio]  # with its degrees of freedom


class EffectiveSample:
    """A sample of values in [0, 1], from which an interval follows by the formula of the module.

    x              the mean, a ratio in lowest terms
    variance       (V, unseen, d): V/d is the variance of x, and unseen/d the `unseen` of the formula
    most           the greatest possible 1/n, for the effective sample size n
    design_effect  as in the formula
    df             Student's degrees of freedom, at least 1; None for the normal distribution
    parts          for each end, (variance, df) of each part of a weighted mean of samples, from which Satterthwaite's
                   formula makes the degrees of freedom; empty for other samples
    fewer          how many degrees of freedom are subtracted from those of `parts`; at least 1 is left
    """

    parts: Sequence[Sequence[SamplePart]] = ()
    fewer = 0

    def __init__(self, x: Ratio, variance: Variance, most: Ratio, design_effect: Ratio, df: Ratio | None) -> None:
        self.x, self.variance, self.most, self.design_effect, self.df = x, variance, most, design_effect, df

    def ends(self, c: ConfidenceLevel, bounds: MetricRange) -> tuple[float, float]:
        """Return (lo, hi) at the confidence c, mapped from [0, 1] to the bounds, as the nearest doubles."""
        lower, upper = self.enclosed(c, FIRST_BITS)
        lo, hi = pinned(*_mapped(lower, bounds)), pinned(*_mapped(upper, bounds))
        return self._end(c, False, bounds) if lo is None else lo, self._end(c, True, bounds) if hi is None else hi

    def _end(self, c: ConfidenceLevel, is_upper: bool, bounds: MetricRange) -> float:
        def exact() -> float | None:
            end = self._rational_end(c, is_upper)
            return None if end is None else pinned(*_mapped((end[0], *end), bounds))

        return nearest_enclosed(lambda bits: _mapped(self.enclosed(c, bits)[is_upper], bounds), exact)

    def enclosed(self, c: ConfidenceLevel, bits: int) -> tuple[Enclosure, Enclosure]:
        """Enclose both ends of the interval at the confidence c, in [0, 1]: the more bits, the narrower."""
        square = at_least_four(c, bits)
        q = self._deviate(c, square, bits)
        (y, more, w), (t, at, digits) = self._start(q[0], square, False, bits)
        # With the y and t of the module and A = 2y + t + sqrt(t (4 y (1-y) + t)), the upper end is A / (2(1 + t)). The
        # product of both ends is y**2 / (1 + t), so the lower end is 2y**2 / A. In these sums of positive numbers
        # nothing cancels.
        a = (2 * y << at) + w * t + isqrt(t * ((4 * y * (w - y) << at) + w * w * t))  # over w * 2**at
        # The lower end falls as t grows, and A grows no faster than t. The lower end grows with y.
        n = 2 * y * y << at
        lower = n and n - (n >> digits - 1) - 1, 2 * (y + more) ** 2 << at, w * a
        (y, more, w), (t, at, digits) = self._start(q[-1], square, True, bits)
        a = (2 * y << at) + w * t + isqrt(t * ((4 * y * (w - y) << at) + w * w * t))
        n = 2 * w * ((1 << at) + t)
        # The upper end grows with t and with y. For y > 1/2, A grows at most twice as fast as y.
        return lower, (a, min(a + (a >> digits) + 3 + (2 * more << at), n), n)

    def _start(self, q: Scaled, square: Scaled, is_upper: bool, bits: int) -> tuple[Scaled, Scaled]:
        """Enclose the point y where the lower or the upper end starts, and t = q**2/n; see the module.

        Return ((a, more, w), (b, at, digits)): a/w <= y <= (a + more) / w, and b <= t * 2**at <= b (1 + 2**-digits).
        `q` encloses the quantile q, `square` encloses max(z**2, 4).
        """
        # For the least e. As |d ln(1/n) / d ln e| <= 1, the relative error of 1/n is at most that of e.
        n, m = self._inverse_size(square, is_upper)
        is_exact = square[0] == square[1]
        y = self._moved(n, m, 0 if is_exact else bits - 3, is_upper, bits)
        lo, hi, at = q
        n *= lo * lo
        shift = bits + 6 + m.bit_length() - n.bit_length()
        if shift < -2 * at:
            shift = -2 * at
        t = (n << shift) // m if shift >= 0 else n // (m << -shift)
        digits = lo.bit_length() - (hi - lo).bit_length() - 1  # of q
        if digits > bits:
            digits = bits
        if is_exact:
            return y, (t, 2 * at + shift, digits - 3)
        return y, (t - (t >> bits - 3) - 1, 2 * at + shift, digits - 5)

    def _moved(self, n: int, m: int, digits: int, is_upper: bool, bits: int) -> Scaled:
        """Return (a, more, w) with a/w <= y <= (a + more) / w, where y is where an end starts; see the module.

        n/m is the inverse of the effective sample size, right to `digits` bits, or exact if `digits` is 0.
        """
        p, w = self.x
        beyond = 2 * p - w if is_upper else w - 2 * p
        if beyond <= 0:
            return p, 0, w
        x, move, whole, slack = 2 * p * m, n * beyond, 2 * w * m, 0
        if digits:
            x, slack, move, whole = x << digits, move + 1, move << digits, whole << digits
        move = move if is_upper else -move
        least, most = x + move - slack, x + move + slack
        if most <= 0 or least >= whole:
            return is_upper, 0, 1
        shift = bits + 8 + whole.bit_length() - most.bit_length()
        least, most = max((least << shift) // whole, 0), min(-((-most << shift) // whole), 1 << shift)
        return least, most - least, 1 << shift

    def _events(self, is_upper: bool) -> tuple[Variance, Ratio, int]:
        """Return (variance, design_effect, 2h times the denominator of x) for an end and the module's h."""
        p, w = self.x
        return self.variance, self.design_effect, max(w, 2 * (w - p) if is_upper else 2 * p)

    def _inverse_size(self, square: Scaled, is_upper: bool) -> Ratio:
        """Return 1 / (effective sample size) for an end. The lower end of `square` stands for max(z**2, 4)."""
        (p, w), (least, _, at), ((v, unseen, d), (design_effect, e), h) = self.x, square, self._events(is_upper)
        events = least * h * h
        n, m = ((8 * v * w * w << at) + unseen * events) * e, ((8 * p * (w - p) * e << at) + design_effect * events) * d
        most, whole = self.most
        return (most, whole) if n * whole > most * m else (n, m)

    def _deviate(self, c: ConfidenceLevel, square: Scaled, bits: int) -> Sequence[Scaled]:
        """Return enclosures of the quantile q at the confidence c: one for both ends, or one for each end."""
        if not self.parts:
            return (linear_deviate(c, self.df, bits),)
        found = []
        for parts in self.parts:
            few, many = _degrees(parts, square, bits, self.fewer)
            found.append(hull(linear_deviate(c, many, bits), linear_deviate(c, few, bits)))
        return found

    def _whole_degrees(self, square: Scaled, is_upper: bool) -> int:
        """Return Student's degrees of freedom for an end if they are known to be a whole number; else 0.

        `square` encloses max(z**2, 4).
        """
        if not self.parts:
            return self.df[0] // self.df[1] if self.df and self.df[0] % self.df[1] == 0 else 0
        from fractions import Fraction

        # Of a sample in parts they are known if V + unseen e has rational ratios between parts. This is so if e is
        # rational (lo == hi), or if V / unseen is the same in all parts.
        (lo, hi, at), parts = square, self.parts[is_upper]
        v, u, _ = parts[0][0]
        if lo != hi and any(v * other != u * one for (one, other, _), _ in parts):
            return 0
        all_v = [(Fraction((8 * v << at) + u * lo, d), df) for (v, u, d), df in parts]
        whole = sum([v for v, _ in all_v]) ** 2 / sum([v * v / Fraction(*df) for v, df in all_v]) - self.fewer
        return max(int(whole), 1) if whole == int(whole) or whole < 1 else 0

    def _rational_end(self, c: ConfidenceLevel, is_upper: bool) -> Ratio | None:
        """Return an end in [0, 1], as a ratio, if it is known to be rational; else None.

        It is rational only if the effective sample size and the squared quantile are, or if it starts at 0 or 1.
        """
        lo, hi, at = square = at_least_four(c, FIRST_BITS)
        (n, m), (k, d) = self._inverse_size((lo, lo, at), is_upper), self._inverse_size((hi, hi, at), is_upper)
        if n * d != k * m:
            return None
        p, w = self.x
        whole = 2 * w * m  # y is over this
        move = n * max(2 * p - w if is_upper else w - 2 * p, 0)
        y = min(2 * p * m + move, whole) if is_upper else max(2 * p * m - move, 0)
        if y == is_upper * whole:
            return y, whole
        # No rational c with a rational q**2 is known for the normal distribution, and none for a shared level. Between
        # whole degrees of freedom q is a mean of an algebraic and a transcendental number (see `rational_square`).
        # Between 1 and 2 it is a mean of tan(pi c/2) and c sqrt(2/(1 - c**2)), with an irrational square: a rational
        # one needs a cos(pi c) of degree 2, so c = m/4, m/5 or m/6, and none of these gives it.
        df = self._whole_degrees(square, is_upper)
        rational = rational_square(c, df) if df and isinstance(c, tuple) else None
        if not rational:
            return None
        t, over = rational[0] * n, rational[1] * m
        square_of_root = t * (4 * y * (whole - y) * over + t * whole * whole)  # of a root over whole * over
        root = isqrt(square_of_root)
        end = 2 * y * over + t * whole + (root if is_upper else -root)
        return (end, 2 * whole * (over + t)) if root * root == square_of_root else None

    def clears(self, p: Ratio, c: Ratio, is_upper: bool = False, power: Ratio | None = None) -> bool:
        """Whether the lower end is above p or, if `is_upper`, the upper end is below p, for p in [0, 1].

        c is the confidence. With `power`, whether a new sample has such an end with at least this probability.
        """
        (x, w), (n, d) = self.x, p
        if (n * w >= x * d) if not is_upper else (n * w <= x * d):
            return False

        def compare(bits: int) -> int | None:
            least = at_least_four(c, bits)
            q = self._deviate(c, least, bits)[-is_upper]
            if power:  # q + the z with P(Z <= z) = power, above 1/2
                q = _mixed(q, deviate((2 * power[0] - power[1], power[1]), bits))
            (y, more, w), (t, at, digits) = self._start(q, least, is_upper, bits)
            near, far = (n * w - (y + more) * d, n * w - y * d) if is_upper else (y * d - n * w, (y + more) * d - n * w)
            if far <= 0:
                return -1
            below = w * w * n * (d - n)  # t at p
            near = max(near, 0) ** 2 << at
            return sign(near - (t + (t >> digits) + 2) * below, (far * far << at) - t * below)

        return settled(compare, lambda: None if power or not self.ends_at(p, c, is_upper) else 0) > 0

    def ends_at(self, p: Ratio, c: Ratio, is_upper: bool) -> bool:
        """Whether an end is known to be exactly p."""
        end = self._rational_end(c, is_upper)
        return end is not None and end[0] * p[1] == end[1] * p[0]

    def is_within(self, half_width: Ratio, c: Ratio) -> bool:
        """Whether half the width of the interval in [0, 1] is at most `half_width`, at confidence c."""
        n, d = half_width

        def compare(bits: int) -> int | None:
            (a, b, e), (g, k, f) = self.enclosed(c, bits)
            return sign((g * e - b * f) * d - 2 * n * e * f, (k * e - a * f) * d - 2 * n * e * f)

        def exact() -> int | None:  # a rational sum of square roots is one of rational roots
            lo, hi = (self._rational_end(c, is_upper) for is_upper in (False, True))
            if lo is None or hi is None:
                return None
            return 0 if (hi[0] * lo[1] - lo[0] * hi[1]) * d == 2 * n * hi[1] * lo[1] else None

        return settled(compare, exact) <= 0


class WeightedSample(EffectiveSample):
    """A weighted mean of samples. Each sample has unseen events of its own size h.

    `events` has (variance, design effect) for each end. Both include the sizes, so the formula's h is 1/2.
    """

    def __init__(
        self, x: Ratio, most: Ratio, events: Sequence[tuple[Variance, Ratio]], parts: Sequence[Sequence[SamplePart]]
    ) -> None:
        super().__init__(x, events[0][0], most, events[0][1], None)
        self.events, self.parts = events, parts

    def _events(self, is_upper: bool) -> tuple[Variance, Ratio, int]:
        return (*self.events[is_upper], self.x[1])


def _degrees(parts: Sequence[SamplePart], square: Scaled, bits: int, fewer: int) -> tuple[Ratio, Ratio]:
    """Return (least, greatest) of Satterthwaite's df: (sum of v)**2 / (sum of v**2 / df) - fewer, or 1 if that is less.

    v is the V + unseen e of a part, in the symbols of the module. e is an eighth of the number that `square` encloses.
    """
    lo, hi, at = square
    unit = bits + 16
    lo, hi = (lo << unit) >> at + 3, ((hi << unit) >> at + 3) + 1  # e, at least 1/2, times 2**unit
    both = [(((v << unit) + u * lo, (v << unit) + u * hi, d), df) for (v, u, d), df in parts]
    shift = bits + 8 - max([n.bit_length() - d.bit_length() for (_, n, d), _ in both])
    up, down = max(shift, 0), max(-shift, 0)
    scaled = [((n << up) // (d << down), (m << up) // (d << down) + 1, df) for (n, m, d), df in both]
    least, most = sum([n for n, _, _ in scaled]), sum([m for _, m, _ in scaled])
    fewest = sum([n * n * e // k for n, _, (k, e) in scaled])
    largest = sum([m * m * e // k + 1 for _, m, (k, e) in scaled])
    fewest = max(fewest, 1)
    few, many = least * least - fewer * largest, most * most - fewer * fewest
    return (max(few, largest), largest), (max(many, fewest), fewest)


def _mapped(end: Enclosure, bounds: MetricRange) -> Enclosure:
    (lo, hi, d), (low, high, scale) = end, bounds
    return low * d + (high - low) * lo, low * d + (high - low) * hi, scale * d


def at_least_four(c: ConfidenceLevel, bits: int) -> Scaled:
    """Enclose max(z**2, 4), with P(|Z| <= z) = c for a normal Z. Up to c = 0.9545 it is 4, and the ends are equal."""
    if not isinstance(c, tuple):
        return c.at_least_four(bits)
    if 20 * c[0] <= 19 * c[1]:  # z(0.95) = 1.96
        return 4, 4, 0
    return square_at_least_four(deviate(c, bits))


def square_at_least_four(z: Scaled) -> Scaled:
    lo, hi, at = z
    four = 4 << 2 * at
    return (4, 4, 0) if hi * hi <= four else (max(lo * lo, four), hi * hi, 2 * at)


def linear_deviate(c: ConfidenceLevel, df: Ratio | None, bits: int) -> Scaled:
    """Enclose the quantile at confidence c: of the normal distribution if df is None, else of Student's t.

    Between whole degrees of freedom, Student's quantile is interpolated linearly.
    """
    if not isinstance(c, tuple):
        return c.deviate(bits)
    if df is None:
        return deviate(c, bits)
    n, d = df
    whole, rest = divmod(n, d)
    few = student_deviate(c, whole, bits)
    return _mixed(few, student_deviate(c, whole + 1, bits), d - rest, rest, d) if rest else few


def _mixed(a: Scaled, b: Scaled, u: int = 1, v: int = 1, d: int = 1) -> Scaled:
    """Enclose (u a + v b) / d."""
    (lo, hi, at), (low, high, other) = a, b
    both = max(at, other)
    u, v = u << both - at, v << both - other
    return (u * lo + v * low) // d, (u * hi + v * high) // d + 1, both
