"""The formula of every interval about an observed value, and why its constants are what they are.

A sample has a mean x of values in [0, 1]. Its interval is Wilson's (1927) at an effective sample size n (Korn and
Graubard 1998). Some events that were not seen are added to the data:

    1/n = min(most, (V + a f) / (b + f))        b = x (1 - x),  f = effect e,  e = max(z**2, 4) h**2 / 2

V   is the variance of the mean x. Without unseen events, 1/n would be V/b.
a   is the 1/n of the unseen events, and f is their weight beside b: 1/n is the weighted mean of V/b and a.
max(z**2, 4) / 2  is the number of added events, where P(|Z| <= z) = confidence: two up to 95 %, more at a higher
    confidence. So data without any spread still get an interval of some width.
h   is the size of such an event: max(1/2, x) for the lower end, max(1/2, 1 - x) for the upper. No event on this side
    can be larger.
effect  is the weight of one event of size 1. Clusters enlarge it, as their questions move as one (Kish 1965).
most  is the greatest 1/n: that of a sample in which all questions of a cluster move as one.

For M new questions, V is S/M**2, both a and most are B/M, and effect is kappa/M. `sample.NewQuestions` defines S, and
B, the mean size of a question's cluster. kappa, from 1 to B, is how many of a cluster's questions move as one. Without
clusters, B and kappa are 1. The design effect r is M/n.

The lower end p solves (y - p)**2 = t p (1 - p) with t = q**2/n and y = max(0, x - max(0, 1/2 - x)/n), where q is the
quantile of Student's t or of the normal distribution. So an end that is near 0 or 1 starts up to half an event farther
out (a continuity correction). Without it, 95 % intervals of 0/1 values held the truth in 84 % of runs at the worst
success rate. The upper end is 1 minus the lower end of the mirrored sample, whose values are 1 minus those of the
sample.

In simulations, 95 % intervals hold the truth in 90 % of runs or more, but for a few kinds of data, such as some
clusters of unequal size: see tools/ACCURACY.md.
"""

from __future__ import annotations

from .._numbers import nearest, nearest_sqrt
from .._numbers.fixed import Fixed, decided, greatest, least, nearest_each, sqrt
from .._numbers.quantiles import deviate
from .results import Difference, Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Protocol, TypeVar, Union

    from .._numbers.fixed import Number
    from .._types import Ratio

    class Shared(Protocol):  # a level that is not a fraction: see `curves`
        def between(self, bits: int) -> tuple[Ratio, Ratio]: ...

    ConfidenceLevel = Union[Ratio, Shared]
    Kind = TypeVar("Kind", bound=Interval)
    Coefficients = tuple[Fixed, Fixed, Fixed, Fixed]  # V, most, a, effect
    Side = Callable[[bool], tuple[Fixed, Fixed]]  # of is_upper, to (y, t)
    MetricRange = tuple[int, int, int]  # (low, high, scale): 0 and 1 stand for low/scale and high/scale


class EffectiveSample:
    """A mean of values. Its interval follows from the module's formula.

    bounds    (low, high, scale): the values are from low/scale to high/scale
    x         their mean, mapped from this range to [0, 1]: a ratio
    variance  the square of the standard error of x
    """

    bounds: MetricRange
    x: Ratio
    variance: Ratio

    def df(self, bits: int) -> Fixed | None:
        """Return Student's degrees of freedom, at least 1, or None if q is a quantile of the normal distribution."""
        raise NotImplementedError

    def coefficients(self, bits: int) -> Coefficients:
        """Return the module's (V, most, a, effect)."""
        raise NotImplementedError

    def sides(self, level: ConfidenceLevel, bits: int, power: Ratio | None) -> Side:
        """Return a function of is_upper that gives the module's (y, t). For `power`, see `squared_quantile`."""
        n, d = self.x
        b, square = Fixed.of((n * (d - n), d * d), bits), squared_quantile(level, self.df(bits), bits, power)
        V, most, a, effect = self.coefficients(bits)
        effect = effect * squared_z(level, bits)

        def of_side(is_upper: bool) -> tuple[Fixed, Fixed]:
            f = effect * half_square(self.x, is_upper, bits)  # effect e
            return self.y_and_t(least(most, (V + a * f) / (b + f)), square, is_upper)

        return of_side

    def y_and_t(self, inverse: Fixed, square: Fixed, is_upper: bool) -> tuple[Fixed, Fixed]:
        """Return the module's (y, t), given 1/n and q**2. For the upper end, they are those of the mirrored sample."""
        n, d = self.x
        if is_upper:
            n = d - n
        y = Fixed.of((n, d), inverse.bits)
        if 2 * n < d:
            y = greatest(y - inverse * (d - 2 * n) / (2 * d), 0)  # x - (1/2 - x) / n
        return y, square * inverse

    def ends(self, level: ConfidenceLevel, bits: int) -> tuple[Fixed, Fixed]:
        """Return both ends of the interval, mapped to [0, 1]."""
        y_and_t = self.sides(level, bits, None)
        return wilson(*y_and_t(False)), 1 - wilson(*y_and_t(True))

    def interval(self, level: ConfidenceLevel, kind: type[Kind]) -> Kind:
        """Return (value, se, lo, hi) in the units of the metric, as an object of the class `kind`."""
        (n, d), (low, high, scale), (v, e) = self.x, self.bounds, self.variance
        value = nearest(low * d + (high - low) * n, scale * d)
        if low == high:
            return kind(value, 0.0, value, value)
        lo, hi = nearest_each(lambda bits: self.ends(level, bits), self.bounds)
        return kind(value, nearest_sqrt(v * (high - low) ** 2, e * scale * scale), lo, hi)

    def difference(self, level: Ratio) -> Difference:
        """Return the `interval` of a mean difference, with its p-value."""
        difference = self.interval(level, Difference)
        difference._excludes_zero = self.excludes_zero  # the p-value is computed when it is asked for
        return difference

    def excludes_zero(self, level: Ratio) -> bool:
        low, high, _ = self.bounds
        zero = -low, high - low
        return low < high and (self.clears(zero, level) or self.clears(zero, level, True))

    def margin(self, p: Ratio, level: ConfidenceLevel, bits: int, is_upper: bool, power: Ratio | None = None) -> Fixed:
        """Return a number that is above 0 if `clears` is true, 0 if the end is p, and below 0 otherwise.

        It is y - p - sqrt(t p (1 - p)).
        For p = 1/2 and a difference d = 2x - 1 > 0,
        it is above 0 if and only if d sqrt(n) > q.
        """
        y, t = self.sides(level, bits, power)(is_upper)
        n, d = p
        if is_upper:
            n = d - n
        return y - Fixed.of((n, d), bits) - sqrt(t * Fixed.of((n * (d - n), d * d), bits))

    def clears(self, p: Ratio, level: ConfidenceLevel, is_upper: bool = False, power: Ratio | None = None) -> bool:
        """Return whether the lower end is above p or, if `is_upper`, the upper end is below p. Ends at p do not count.

        With `power`, return whether a new sample has such an end with at least this probability.
        """
        (n, d), (m, e) = self.x, p
        if n * e >= m * d if is_upper else n * e <= m * d:  # x is within the interval
            return False
        return decided(lambda bits: self.margin(p, level, bits, is_upper, power) > 0)


def wilson(y: Fixed, t: Fixed) -> Fixed:
    """Return the module's lower end p. For y = 0 it is exactly 0."""
    z = y + y
    # This is (y + t/2 - sqrt(t y (1-y) + t**2/4)) / (1 + t), but no digits cancel. y * z alone loses bits of a tiny y.
    return y * (z / (z + t + sqrt(t * (z * (2 - z) + t))))


def half_square(x: Ratio, is_upper: bool, bits: int) -> Fixed:
    """Return the module's h**2 / 2, for the lower end or, if `is_upper`, for the upper end."""
    n, d = x
    if is_upper:
        n = d - n
    return Fixed.of((n * n, 2 * d * d) if 2 * n > d else (1, 8), bits)


def squared_z(level: ConfidenceLevel, bits: int) -> Number:
    """Return the module's max(z**2, 4)."""
    if isinstance(level, tuple) and 20 * level[0] <= 19 * level[1]:  # z(0.95) = 1.96: the usual levels take no time
        return 4
    return greatest(squared_quantile(level, None, bits, None), 4)


def squared_quantile(level: ConfidenceLevel, df: Fixed | None, bits: int, power: Ratio | None) -> Fixed:
    """Return q**2 for the q of `quantile`. If `power` is above 1/2, first add to q the z with P(Z <= z) = power."""
    q = quantile(level, df, bits)
    if power and 2 * power[0] > power[1]:
        q = q + deviate((2 * power[0] - power[1], power[1]), bits)
    return q * q


def quantile(level: ConfidenceLevel, df: Fixed | None, bits: int) -> Fixed:
    """Return the q with P(|T| <= q) = level, for Student's T with df >= 1 degrees of freedom.

    If df is None, T is normal. Between whole df, q is interpolated linearly.
    """
    low, high = (level, level) if isinstance(level, tuple) else level.between(bits)
    few, many = (df.lo, df.hi) if df else (0, 0)  # 0: T is normal
    q = _interpolated(low, many, bits)  # more degrees of freedom have a smaller q
    return q if few == many and low == high else Fixed(q.lo, _interpolated(high, few, bits).hi, bits)


def _interpolated(c: Ratio, df: int, bits: int) -> Fixed:
    whole, rest = df >> bits, df & (1 << bits) - 1
    q = deviate(c, bits, whole)
    if not rest:
        return q
    f = Fixed(rest, rest, bits)
    return (1 - f) * q + f * deviate(c, bits, whole + 1)
