"""Weights of the intervals ((t-1)/k, t/k], t = 1..k: how much a power rises in each, or the chance of a value in it.

The weights are the nearest doubles.
"""

from __future__ import annotations

from math import comb

from . import budget, nearest, nearest_enclosed, over_limit
from .enclosures import exponential, logarithm
from .powers import rational_blend, unit_power

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import Enclosure, Ends, Ratio

_MOST_EXTRA = 1 << 14  # bits beyond those asked for that the tail of a Beta distribution may take
_LONGEST_CHANCE = 1 << 14  # bits of a chance that is computed exactly
_END = 64  # no integral over [0, 1] is split within 1/64 of an end


def power_steps(k: int, lam: Ratio) -> list[float]:
    """Return (t/k)**lam - ((t-1)/k)**lam for t = 1..k."""
    budget("k", k, 200, steps=200)

    def weight(t: int) -> float:
        def enclose(bits: int) -> Enclosure:
            (a, b), (c, d) = unit_power(t, k, lam, bits), unit_power(t - 1, k, lam, bits)
            return a - d, b - c, 1 << bits

        def exact() -> float | None:  # two radicals differ by a rational number only if both are rational
            x, y = (rational_blend((s, k), (1, 1), lam, (0, 1)) if s else (0, 1) for s in (t, t - 1))
            return nearest(x[0] * y[1] - y[0] * x[1], x[1] * y[1]) if x and y else None

        return nearest_enclosed(enclose, exact)

    return [weight(t) for t in range(1, k + 1)]


def beta_steps(k: int, theta: Ratio, kappa: Ratio) -> list[float]:
    """Return the chance that X is in ((t-1)/k, t/k], for t = 1..k and an X ~ Beta(theta kappa, (1 - theta) kappa)."""
    if k == 1:
        return [1.0]
    budget("k, or kappa,", k, 300, steps=1000 + 10 * k + 4 * (kappa[0] // kappa[1]))
    below, above = _Beta(theta, kappa), _Beta((theta[1] - theta[0], theta[1]), kappa)
    wholes: dict[int, Ends] = {}

    def side(j: int, bits: int) -> tuple[Ends, bool]:
        """Return (integral of `_Beta` from 0 to j/k, True) or (that from j/k to 1, False), whichever is sharper."""
        is_low = j * theta[1] <= k * theta[0]
        return below.part(j, k, bits) if is_low else above.part(k - j, k, bits), is_low

    def whole(bits: int) -> Ends:
        if bits not in wholes:
            n, e = theta
            n, e = (1, _END) if _END * n < e else (_END - 1, _END) if _END * (e - n) < e else theta
            (a, b), (c, d) = below.part(n, e, bits), above.part(e - n, e, bits)
            wholes[bits] = a + c, b + d
        return wholes[bits]

    def weight(t: int) -> float:
        def enclose(bits: int) -> Enclosure:
            least, most = whole(bits)
            ((a, b), is_low), ((c, d), was_low) = side(t, bits), side(t - 1, bits)
            lo, hi = (a - d, b - c) if is_low else (c - b, d - a)
            if was_low and not is_low:
                lo, hi = least - b - d, most - a - c
            return max(0, lo) * least, hi * most, least * most

        return nearest_enclosed(enclose, lambda: below.exact(t, k))

    return [weight(t) for t in range(1, k + 1)]


class _Beta:
    """Integrals of y**(a-1) (1-y)**(b-1) for a = theta kappa and b = (1 - theta) kappa, from 0 to some x.

    They are in units of the greatest y**a (1-y)**b, which is at y = theta. The integral from 0 to x is x**a (1-x)**b /
    a times the series U = 1 + x (a+b)/(a+1) + x**2 (a+b)(a+b+1)/((a+1)(a+2)) + ...
    """

    def __init__(self, theta: Ratio, kappa: Ratio) -> None:
        (n, d), (m, e) = theta, kappa
        self.theta = theta
        self.a, self.b, self.c = n * m, (d - n) * m, d * e  # over c
        self.known: dict[tuple[int, int, int], Ends] = {}

    def part(self, n: int, d: int, bits: int) -> Ends:
        """Enclose the integral from 0 to n/d < 1, in units of 2**-bits; not closely if n/d is far above theta."""
        if not n:
            return 0, 0
        if (n, d, bits) not in self.known:
            self.known[n, d, bits] = self._part(n, d, bits)
        return self.known[n, d, bits]

    def _part(self, n: int, d: int, bits: int) -> Ends:
        a, b, c, (t, e) = self.a, self.b, self.c, self.theta
        work = bits + 16
        while True:
            extra = work + max(0, max(a, b).bit_length() - c.bit_length()) + 8
            one, other = logarithm(n * e, d * t, extra), logarithm((d - n) * e, d * (e - t), extra)
            lo, hi = ((a * x + b * y) // c for x, y in zip(one, other))  # encloses ln of x**a (1-x)**b, <= 0
            lost = (-lo * 3 // 2 >> extra) + 16 if n * e > d * t else 0
            if work >= bits + lost:
                break
            if lost > _MOST_EXTRA:
                raise over_limit("kappa", "so narrow a distribution is too far from the middle of the thresholds")
            work = bits + lost
        cut = extra - work
        low, high = exponential(lo >> cut, min(0, (hi >> cut) + 2), work)
        least, most = self._series(n, d, work)
        down = 2 * work - bits
        return (low * least * c // a) >> down, (high * most * c // a >> down) + 2

    def _series(self, n: int, d: int, bits: int) -> Ends:
        """Enclose the series U of the class at x = n/d, in units of 2**-bits."""
        a, c, total = self.a, self.c, self.a + self.b
        low = high = least = most = 1 << bits
        i = 0
        while True:
            above, below = n * (total + i * c), d * (a + (i + 1) * c)
            # The ratios of successive terms rise or fall to n/d: no later ratio exceeds the greater of this one and
            # n/d. So a geometric series bounds the terms that are left out.
            if not low:
                r, s = (above, below) if above * d > n * below else (n, d)
                if r < s:
                    return least, most + high * r // (s - r) + 1
            low, high = low * above // below, high * above // below + 1
            least, most = least + low, most + high
            i += 1

    def exact(self, t: int, k: int) -> float | None:
        """Return the chance of ((t-1)/k, t/k] as the nearest double; None if a or b is not an integer, or too large."""
        n, a = (self.a + self.b) // self.c - 1, self.a // self.c
        if self.a % self.c or self.b % self.c or n * k.bit_length() > _LONGEST_CHANCE:
            return None
        # The chance of (0, x] is the chance of at least a successes in n = a+b-1 trials with the success rate x.
        tails = [sum([comb(n, i) * j**i * (k - j) ** (n - i) for i in range(a, n + 1)]) for j in (t, t - 1)]
        return nearest(tails[0] - tails[1], k**n)


def exponential_steps(k: int, mean: Ratio) -> list[float]:
    """Return the chance that X is in ((t-1)/k, t/k], for t = 1..k and an X in [0, 1] with this mean.

    The density of X is proportional to e**(-s x). The mean determines s: for s > 0 it is 1/s - 1/(e**s - 1), which
    falls from 1/2 to 0 as s grows. For a mean above 1/2, the chances are those of 1 - X in reverse order.
    """
    n, d = mean
    if 2 * n == d or k == 1:
        return [nearest(1, k)] * k
    is_late = 2 * n > d
    n = min(n, d - n)
    budget("k", k, 200, steps=200)
    slopes: dict[int, list[Ends]] = {}

    def powers(bits: int) -> list[Ends]:
        """Enclose e**(-s j/k) for j = 0..k, in units of 2**-bits, with the s of this mean."""
        if bits not in slopes:
            least, most = _slope(n, d, bits)
            slopes[bits] = [exponential(-most * j // k, -(least * j // k), bits) for j in range(k + 1)]
        return slopes[bits]

    def weight(t: int) -> float:
        def enclose(bits: int) -> Enclosure:
            found, one = powers(bits), 1 << bits
            (a, b), (c, e), (low, high) = found[t - 1], found[t], found[k]
            if high >= one:
                return 0, 1, 1
            return max(0, a - e) * (one - high), (b - c) * (one - low), (one - high) * (one - low)

        return nearest_enclosed(enclose)

    found = [weight(t) for t in range(1, k + 1)]
    return found[::-1] if is_late else found


def _slope(n: int, d: int, bits: int) -> Ends:
    """Enclose the s > 0 with 1/s - 1/(e**s - 1) = n/d < 1/2 by bisection, in units of 2**-bits."""
    work = 4 * bits
    low, high = 0, (d << bits) // n + 1  # as the mean is less than 1/s
    middle = high - 2  # enough for a large s
    while high - low > 2:
        # With u = e**-s, the left side is above n/d if d (1 - u (1 + s)) is above n s (1 - u).
        s, one = middle << work - bits, 1 << work
        u_lo, u_hi = exponential(-s, -s, work)
        least = d * ((one << work) - u_hi * (one + s)) - n * s * (one - u_lo)
        most = d * ((one << work) - u_lo * (one + s)) - n * s * (one - u_hi)
        if least > 0:
            low = middle
        elif most < 0:
            high = middle
        else:
            break
        middle = low + high >> 1
    return low, high
