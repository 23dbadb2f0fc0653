"""Whole curves of Pass@k, Pass^k or Maj@k: bands that hold for every k together, and where two models cross.

The interval at each k is the usual one, at a level that all k share. The more alike the values of the questions at
neighbouring k are, the narrower the band is.

Each of K intervals misses its value with the probability alpha' = 1 - level. The chance that any of them misses is at
most f(alpha'), a sum. The first interval adds alpha' to it. Each further interval adds alpha' or, if it is less, what
Hotelling (1939) and Naiman (1986) show for a path on a sphere. The path is as long as the angle theta between a value
and the value before it, and the cosine of theta is the correlation of both values over questions:

    f(alpha') = alpha' + sum of min(alpha', theta/pi (1 + q**2/df)**(-df/2)) = alpha,      P(|T| > q) = alpha'

T has Student's distribution with df degrees of freedom. f is at least alpha' and at most K alpha', and it grows at
least as fast as alpha': so the root is in [alpha/K, alpha].
"""

from __future__ import annotations

from .._arguments import MOST_ITEMS, integer, items_of, probability, shown
from .._credit import check_subsets
from .._credit.measures import CreditMeasure, values_by_key
from .._credit.metrics import metric_at
from .._numbers import affordable, over_limit
from .._numbers.fixed import Fixed, least, nearest_of, sqrt
from .._numbers.functions import arctangent, exp, log, pi
from .._numbers.roots import root
from .._outcomes import counted
from ..tally import success_counts, tally_of
from . import Asked, by_rows, check_clusters, cluster_labels, count_rows
from .boards import check_alike, check_matrix, check_questions_alike
from .formula import quantile
from .results import Interval
from .sample import ValueRows, bounds_of_difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Hashable, Iterable, Iterator, Optional, Sequence

    from .._credit import Credit
    from .._types import Index, Outcomes, Ratio, Real
    from .formula import ConfidenceLevel
    from .sample import Clusters, Cosine, NewQuestions

    Trials = tuple[int, int]  # the trials of a question, and the successes among them
    CurvePoint = tuple[float, float, float]  # (value, lo, hi)
    Crossing = tuple[list[CurvePoint], list[Optional[int]]]

_METRICS = "pass_at_k", "pass_hat_k", "maj_at_k"


def curve_of(
    models: Sequence[Outcomes],
    ks: Iterable[Index] | None,
    metric: str,
    confidence: Real,
    clusters: Iterable[Hashable] | None,
    names: Sequence[str],
) -> tuple[list[int], list[CurvePoint], ConfidenceLevel]:
    """Return (ks, points, level of each interval) of the curve of one model, or of the difference of two.

    `names` are the names of the models in errors.
    """
    (known, k), level = metric_at(metric), probability(confidence)
    if not known or known.name not in _METRICS:
        raise ValueError(f"metric must be one of {', '.join(_METRICS)}; got {shown(metric)}")
    credit: Any = known.credit
    questions, labels = _questions(models, clusters, names)
    given = _numbers(ks if k is None or ks is not None else (k,), min([N for one in questions for N, _ in one]))
    if k is not None and given != [k]:
        raise ValueError(f"ks must be ({k},), or left out, for {metric}; got {shown(given)}")
    return (given, *band_of(_rows_at(questions, labels, given, credit), level))


def _questions(
    models: Sequence[Outcomes], clusters: Iterable[Hashable] | None, names: Sequence[str]
) -> tuple[dict[tuple[Trials, ...], int] | list[tuple[Trials, ...]], Clusters | None]:
    """Return (questions, clusters). A question is a tuple with (trials, successes) of each model.

    With clusters, the questions are a list in order; else they are {question: how many are equal to it}.
    """
    if len(models) == 1 and clusters is None:
        groups = success_counts(tally_of(by_rows(models[0], names[0]), name=names[0]))
        return {((N, s),): number for N, group in groups.items() for s, number in group.items()}, None
    for R, name in zip(models, names):
        check_clusters(R, "new", name, clusters)
        if len(models) > 1:
            check_matrix(R, name, "")
    asked = Asked("pass_at_k", 1)
    rows = [[(f + s, s) for f, s in count_rows(R, asked, name)] for R, name in zip(models, names)]
    check_alike(models, names, clusters)
    check_questions_alike(list(map(len, rows)), names)
    labels = cluster_labels(clusters, len(rows[0]))
    together = list(zip(*rows))
    return together if labels else counted(together), labels


def _numbers(ks: Iterable[Index] | None, most: int) -> list[int]:
    """Return `ks` as a list, 1 to `most` if it is None. The k must ascend, and be in 1..most."""
    if ks is None:
        if most > MOST_ITEMS:
            raise over_limit("ks", f"R has {shown(most)} trials; 64 k are enough for a picture")
        return list(range(1, most + 1))
    given = items_of(ks, "ks", "a sequence of integers, or None for all")
    found = [integer(k, f"ks[{i}]") for i, k in enumerate(given)]
    if not found:
        raise ValueError(f"ks must have at least one k; None is all from 1 to {most}")
    for i, k in enumerate(found):
        if not 1 <= k <= most:
            raise ValueError(f"ks must be in 1 to {most}, the fewest trials; got {shown(k)} at ks[{i}]")
        if i and k <= found[i - 1]:
            raise ValueError(f"ks must rise: sorted(set(ks)) does; got {k} at ks[{i}] after {found[i - 1]}")
    return found


def _rows_at(
    questions: Any, labels: Clusters | None, ks: Sequence[int], credit: Callable[[int], Credit]
) -> Iterator[ValueRows]:
    """Yield the values of the questions at each k. For two models, the values of the second are subtracted."""
    numbers, models = () if labels else list(questions.values()), list(zip(*questions))
    bounds = (0, 1, 1) if len(models) == 1 else bounds_of_difference((0, 1, 1))
    steps = 0
    parts: dict[int, dict[int, int]] = {}
    for N, s in {trials for model in models for trials in model}:
        parts.setdefault(N, {})[s] = 1
    for k in ks:
        check_subsets(k, parts)
        earned, d = values_by_key(CreditMeasure(credit(k)), parts, "ks", len(models[0]))
        bits = d.bit_length()
        steps += max(parts) // 2 + 4 * len(models[0]) * (1 + bits // 2048)
        affordable("ks, of which 64 are enough for a picture,", steps, bits)
        found = [[earned[trials] for trials in model] for model in models]
        values = found[0] if len(found) == 1 else list(map(int.__sub__, *found))
        yield ValueRows(bounds, values, d, numbers).grouped(labels)


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
    """Return theta/pi for the angle theta with the cosine m / sqrt(n): tan(theta/2) is sin / (1 + cos)."""
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


def crossing(ks: Sequence[int], points: list[CurvePoint]) -> Crossing:
    """Return (points of the difference, each k that may be the first where the second model is at least as good).

    These are the k with lo <= 0, up to the first k with hi <= 0. If no k has hi <= 0, None ends the list.
    """
    first: list[int | None] = []
    for k, (_, lo, hi) in zip(ks, points):
        if lo <= 0:
            first.append(k)
        if hi <= 0:
            return points, first
    return points, [*first, None]
