"""Bands of a curve: intervals that hold together with the probability 1 - alpha.

All intervals share a level. The more alike the values of the questions at neighbouring points are, the narrower they
are.

Each of K intervals misses its value with the probability alpha' = 1 - level. The chance that any of them misses is at
most f(alpha'), a sum. The first interval adds alpha' to it. Each further interval adds alpha' or, if it is less, what
Hotelling (1939) and Naiman (1986) show for a path on a sphere. The path is as long as the angle theta between a value
and the value before it, and the cosine of theta is the correlation of both values over questions:

    f(alpha') = alpha' + sum of min(alpha', theta/pi (1 + q**2/df)**(-df/2)) = alpha,      P(|T| > q) = alpha'

T has Student's distribution with df degrees of freedom. f is at least alpha' and at most K alpha', and it grows at
least as fast as alpha': so the root is in [alpha/K, alpha].
"""

from __future__ import annotations

from .._numbers.fixed import Fixed, least, nearest_of, sqrt
from .._numbers.functions import arctangent, exp, log, pi
from .._numbers.roots import root
from .formula import quantile
from .results import Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, Sequence

    from .._types import Ratio
    from .formula import ConfidenceLevel
    from .sample import Cosine, NewQuestions, ValueRows

    CurvePoint = tuple[float, float, float]  # (value, lo, hi)

_MORE = 24  # bits of the root beyond those of the intervals


class SharedLevel:
    """The level 1 - alpha' of each interval of a band.

    `alpha` is the chance that any interval misses, `cosines` has the cosine of each theta.
    """

    def __init__(self, alpha: Ratio, df: Ratio, cosines: Sequence[Cosine]) -> None:
        self.alpha, self.df, self.cosines = alpha, df, cosines
        self.known: dict[int, Fixed] = {}

    def rounded(self) -> float:
        """Return alpha', to the nearest double."""
        return nearest_of(self.error)

    def between(self, bits: int) -> tuple[Ratio, Ratio]:
        """Return a lower and an upper bound of the level."""
        error = self.error(bits)
        one = 1 << error.bits
        return (one - error.hi, one), (one - error.lo, one)

    def error(self, bits: int) -> Fixed:
        """Return alpha', the root of f."""
        if bits not in self.known:
            (n, d), K = self.alpha, len(self.cosines) + 1
            at = bits + _MORE + d.bit_length() - n.bit_length()
            alpha, angles = Fixed.of(self.alpha, at), [angle(m, square, at) for m, square in self.cosines]

            def f(each: Fixed) -> Fixed:
                q = quantile(((1 << at) - each.lo, 1 << at), self.df, self.df, at)
                df = Fixed.of(self.df, at)
                tail = exp(-(df / 2) * log(1 + q * q / df))
                together = each
                for theta in angles:
                    together = together + least(each, theta * tail)
                return together - alpha

            self.known[bits] = root(f, alpha.lo // K, min(alpha.hi, (1 << at) - 1), at)
        return self.known[bits]


def angle(m: int, n: int, bits: int) -> Fixed:
    """Return theta/pi for an angle theta with the cosine m / sqrt(n)."""
    cos, sin = sqrt(Fixed.of((m * m, n), bits)), sqrt(Fixed.of((n - m * m, n), bits))
    theta = 2 * arctangent(sin / (1 + cos)) / pi(bits)
    return theta if m >= 0 else 1 - theta


def band_of(rows: Iterable[ValueRows], confidence: Ratio) -> tuple[list[CurvePoint], ConfidenceLevel]:
    """Return ([(value, lo, hi) of each point], the level of each interval at which all of them hold together).

    `rows` has the values of the questions for each point.
    """
    samples: list[NewQuestions] = []
    cosines: list[Cosine] = []
    before: ValueRows | None = None
    for one in rows:
        samples.append(one.sample())
        if before:
            cosines.append(before.cosine_to(one))
        before = one
    n, d = confidence
    level = SharedLevel((d - n, d), samples[0].df, cosines) if cosines else confidence
    intervals = [sample.interval(level, Interval) for sample in samples]
    return [(value, lo, hi) for value, _, lo, hi in intervals], level
