"""Whole curves of Pass@k, Pass^k or Maj@k: bands that hold for every k together, and where two models cross.

The interval at each k is the usual one, at a level that all k share. The more alike the values of the questions at
neighbouring k are, the narrower the band is.

Each of K intervals misses its value with the probability alpha' = 1 - level. The chance that any of them misses is at
most f(alpha'), a sum. The first interval adds alpha' to it. Each further interval adds alpha' or, if it is less, what
Hotelling (1939) and Naiman (1986) show for a path on a sphere. The path has the length theta. The cosine of theta is
the correlation, over questions, of the values at this k and at the k before, with B/2 for unseen events (see
`Values.cosine_to`):

    f(alpha') = alpha' + sum of min(alpha', theta/pi (1 + q**2/df)**(-df/2)) = alpha,      P(|T| > q) = alpha'

T has Student's distribution with df degrees of freedom. f is at least alpha' and at most K alpha', and it grows at
least as fast as alpha': so the root is in [alpha/K, alpha]. alpha is 1 - confidence.
"""

from __future__ import annotations

from .._arguments import integer, items_of, probability, shown
from .._credit import values_by_key
from .._credit.metrics import metric_at
from .._numbers import affordable, subset_bits
from .._numbers.fixed import Fixed, least, sqrt_of
from .._numbers.functions import arctangent, exp, log, pi
from .._numbers.roots import root
from .boards import success_rows
from .formula import quantile
from .results import Interval
from .sample import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Hashable, Iterable, Iterator, Optional, Sequence

    from .._types import Index, Outcomes, Parts, Ratio, Real
    from .boards import Trials
    from .sample import Clusters

    CurvePoint = tuple[float, float, float]  # (value, lo, hi)
    Crossing = tuple[list[CurvePoint], list[Optional[int]]]

_METRICS = "pass_at_k", "pass_hat_k", "maj_at_k"
_LIMITED = "ks, of which 64 are enough for a picture,"
_MORE = 24  # spare: bits of the root beyond those of the intervals


def curve_of(
    models: Sequence[Outcomes],
    ks: Iterable[Index] | None,
    metric: str,
    confidence: Real,
    clusters: Iterable[Hashable] | None,
    names: Sequence[str],
) -> tuple[list[int], list[CurvePoint]]:
    """Return (ks, [(value, lo, hi) of each k]) of one model, or of the first model minus the second.

    Without `ks`, take the k in the metric's name or, without one, 1 to the fewest trials. Errors use `names`.
    """
    (known, k), (n, d) = metric_at(metric), probability(confidence)
    if not known or known.name not in _METRICS:
        raise ValueError(f"metric must be one of {', '.join(_METRICS)}; got {shown(metric)}")
    sides, labels, numbers = success_rows(models, clusters, names)
    given = _ascending(ks if k is None or ks is not None else (k,), min([N for side in sides for N, _ in side]))
    if k is not None and list(given) != [k]:
        raise ValueError(f"ks must be ({k},), or left out, for {metric}; got {shown(ks)}")
    values = list(_values_at(given, known.credit, sides, labels, numbers))
    samples = [at_k.sample() for at_k in values]
    cosines = [at_k.cosine_to(other) for at_k, other in zip(values, values[1:])]
    level: Any = SharedLevel((d - n, d), samples[0].df, cosines) if cosines else (n, d)
    intervals = [sample.interval(level, Interval) for sample in samples]
    return list(given), [(value, lo, hi) for value, _, lo, hi in intervals]


def _ascending(ks: Iterable[Index] | None, most: int) -> Sequence[int]:
    """Return `ks` as ints or, if it is None, 1 to `most`. Raise ValueError unless they rise and are in 1 to `most`."""
    if ks is None:
        return range(1, most + 1)
    listed = items_of(ks, "ks", "a sequence of integers, or None for all")
    given = [integer(k, f"ks[{i}]") for i, k in enumerate(listed)]
    if not given:
        raise ValueError(f"ks must have at least one k; None is all from 1 to {most}")
    for i, (k, before) in enumerate(zip(given, [0, *given])):
        if not 1 <= k <= most:
            raise ValueError(f"ks must be in 1 to {most}, the fewest trials; got {shown(k)} at ks[{i}]")
        if k <= before:
            raise ValueError(f"ks must rise: sorted(set(ks)) does; got {k} at ks[{i}] after {before}")
    return given


def _values_at(
    ks: Sequence[int], credit: Any, sides: list[list[Trials]], labels: Clusters, numbers: Sequence[int] | None
) -> Iterator[Values]:
    """Yield, for each k, the Values of one model, or of the first model minus the second.

    credit(k) computes the metric at k. The last three arguments are what `success_rows` returns.
    """
    parts: dict[int, dict[int, int]] = {}
    for N, s in {trials for side in sides for trials in side}:
        parts.setdefault(N, {})[s] = 1
    _check_binomials(ks, credit, parts)
    steps = 0
    for k in ks:
        earned, d = values_by_key(credit(k), parts, "ks", len(sides[0]))
        steps += 4 * len(sides[0]) * (1 + d.bit_length() // 2048)
        affordable(_LIMITED, steps, d.bit_length())
        first, *others = [Values((0, 1, 1), [earned[trials] for trials in side], d, labels, numbers) for side in sides]
        yield first.differences(others[0]) if others else first


def _check_binomials(ks: Iterable[int], credit: Any, parts: Parts) -> None:
    """Raise ValueError about ks if the values of `parts`, {N: {successes: 1}}, take too much time or memory."""
    most, steps = max(parts), 0
    for k in ks:
        # Pass@k holds N - k integers, most of them shorter than C(N, k), and Maj@k N - k/2; a question takes k + 8 at
        # most. Those of several N are not held together.
        held = 3 * (most - k) // 4 if credit(k).position in (1, k) else most - k // 2
        terms = {N: len(part) * (k + 8) for N, part in parts.items()}
        times = [min(N // 2, few) for N, few in terms.items()]
        steps += max(max(times), sum(times) // 20)
        affordable(_LIMITED, max(steps, min(held, max(terms.values()))), subset_bits(most, k))


class SharedLevel:
    """The level 1 - alpha' of each interval of a band.

    `alpha` is the chance that any interval misses. `cosines` has cos(theta)**2, with a minus where theta is obtuse.
    """

    def __init__(self, alpha: Ratio, df: Callable[[int], Fixed], cosines: Sequence[Ratio]) -> None:
        self.alpha, self.df, self.cosines = alpha, df, cosines
        self.known: dict[int, Fixed] = {}

    def between(self, bits: int) -> tuple[Ratio, Ratio]:
        """Return a lower and an upper bound of the level, as ratios."""
        level = 1 - self.error(bits)
        return (level.lo, 1 << level.bits), (level.hi, 1 << level.bits)

    def error(self, bits: int) -> Fixed:
        """Return alpha', the root of the module's f(alpha') = alpha."""
        if bits not in self.known:
            (n, d), K = self.alpha, len(self.cosines) + 1
            at = bits + _MORE + d.bit_length() - n.bit_length()
            alpha, df = Fixed.of(self.alpha, at), self.df(at)
            thetas_over_pi = [angle(square, at) for square in self.cosines]

            def f(each: Fixed) -> Fixed:  # f(alpha') - alpha, for alpha' = each
                q = quantile(((1 << at) - each.lo, 1 << at), df, at)
                tail = exp(-(df / 2) * log(1 + q * q / df))
                together = each
                for theta_over_pi in thetas_over_pi:
                    together = together + least(each, theta_over_pi * tail)
                return together - alpha

            low, high = alpha.lo // K, min(alpha.hi, (1 << at) - 1)
            self.known[bits] = root(f, low, high, at)
        return self.known[bits]


def angle(square: Ratio, bits: int) -> Fixed:
    """Return theta/pi. `square` is cos(theta)**2, with a minus if theta is obtuse."""
    n, d = square
    cos, sin = sqrt_of((abs(n), d), bits), sqrt_of((d - abs(n), d), bits)
    theta_over_pi = 2 * arctangent(sin / (1 + cos)) / pi(bits)  # tan(theta/2) is sin / (1 + cos)
    return theta_over_pi if n >= 0 else 1 - theta_over_pi


def crossing(ks: Sequence[int], points: list[CurvePoint]) -> Crossing:
    """Return (points, first). `first` lists each k that may be the first where the second model is at least as good.

    It has each k with lo <= 0, up to the first k with hi <= 0. If no k has hi <= 0, the list ends with None.
    """
    first: list[int | None] = []
    for k, (_, lo, hi) in zip(ks, points):
        if lo <= 0:
            first.append(k)
        if hi <= 0:
            return points, first
    return points, [*first, None]
