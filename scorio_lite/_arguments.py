"""The arguments beside R: checked once, and turned into exact integers."""

from __future__ import annotations

from ._limits import MOST_ITEMS
from ._rounding import nearest
from ._values import exact_ratio, integer, items, listed, real, scalar, shown, size_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence, SupportsIndex

    from ._rounding import Ratio
    from ._values import Real
    from .tally import Tally

    Interval = Sequence[Real]


def draws(k: SupportsIndex, outcomes: Tally) -> int:
    """k draws from the trials of each question."""
    number = integer(k, "k")
    shortest = outcomes.lengths()[0]
    if not 1 <= number <= shortest:
        why = _short_questions(number, outcomes) if number > 0 and outcomes.trials is None else ""
        raise ValueError(f"k must satisfy 1 <= k <= N (N={shortest}); got k={shown(number)}{why}")
    return number


def _short_questions(k: int, outcomes: Tally) -> str:
    """Which questions have fewer than k trials."""
    short = {counts: number for counts, number in outcomes.histogram.items() if sum(counts) < k}
    vector = min(short, key=sum)
    counts = ", ".join([*map(shown, vector[:8]), *["..."] * (len(vector) > 8)])
    number = shown(sum(short.values()))
    return (
        f"; {number} of {shown(outcomes.questions)} questions have fewer, such as one with the class counts ({counts})"
    )


def latent_draws(k: SupportsIndex) -> int:
    """k fresh trials, of which there are as many as one likes."""
    number = integer(k, "k")
    if number < 1:
        raise ValueError(f"k must be >= 1; got k={shown(number)}")
    return number


def prior(value: Real, name: str) -> Ratio:
    """alpha0 or beta0."""
    n, d = real(value, name, "a finite positive number")
    if n <= 0:
        raise ValueError(f"{name} must be a finite positive number; got {shown(value)}")
    return n, d


def proportion(value: Real, name: str) -> Ratio:
    n, d = real(value, name, "in [0, 1]")
    if not 0 <= n <= d:
        raise ValueError(f"{name} must be in [0, 1]; got {shown(value)}")
    return n, d


def confidence_level(confidence: Real) -> Ratio:
    return _probability(confidence, "confidence", "in (0,1)")


def quantile_level(quantile: Real) -> Ratio:
    return _probability(quantile, "quantile", "in (0, 1)")


def _probability(value: Real, name: str, wanted: str) -> Ratio:
    n, d = real(value, name, wanted)
    if not 0 < n < d:
        raise ValueError(f"{name} must be {wanted}; got {shown(value)}")
    return n, d


def least_successes(k: int, tau: Real) -> int:
    """The smallest j >= 1 with j / k >= tau, where j / k is a double if tau is one.

    So tau = 0.28 means 7 of 25, although 0.28 * 25 exceeds 7 in floats and in exact arithmetic.
    """
    n, d = proportion(tau, "tau")
    j = max(1, -(-n * k // d))
    if isinstance(tau, float):
        while j > 1 and nearest(j - 1, k) >= nearest(n, d):
            j -= 1
    return j


def interval_bounds(bounds: Interval | None) -> tuple[float, float] | None:
    """The two ends as doubles, of which infinities are allowed; rounding them first clips to the same doubles."""
    if bounds is None:
        return None
    if type(bounds) is tuple and list(map(type, bounds)) == [float, float] and bounds == (0.0, 1.0):
        return 0.0, 1.0
    wanted = "None or a pair of real numbers"
    ends = items_of(bounds, "bounds", wanted)
    if len(ends) != 2:
        raise ValueError(f"bounds must be {wanted}; got {len(ends)} of them")
    ratios: list[Ratio] = []
    for i, end in enumerate(ends):
        number = scalar(end)
        ratio = exact_ratio(number) or _unbounded(number)
        if not ratio:
            raise ValueError(f"bounds must be {wanted}{size_limit(number)}; got {shown(number)} at bounds[{i}]")
        ratios.append(ratio)
    (n, d), (m, e) = ratios
    if (0, 0) in ratios or n * e > m * d or (d == e == 0 and n > m):
        raise ValueError(f"bounds must satisfy bounds[0] <= bounds[1]; got ({shown(ends[0])}, {shown(ends[1])})")
    lo, hi = (nearest(*ratio) if ratio[1] else ratio[0] * float("inf") for ratio in ratios)
    return lo, hi


def _unbounded(value: Any) -> Ratio | None:
    """An infinity as (1, 0) or (-1, 0), and NaN, to be refused with the order, as (0, 0)."""
    if not isinstance(value, float) and not hasattr(value, "as_tuple"):
        return None
    try:
        number = float(value)  # an infinity too for a Decimal beyond the doubles
    except (TypeError, ValueError):  # a signalling NaN
        return None
    return (number > 0) - (number < 0), 0


def items_of(values: Any, name: str, wanted: str) -> Sequence[Any]:
    """A sequence argument as a list or tuple."""
    found = items(listed(values))
    if found is None:
        raise ValueError(f"{name} must be {wanted}; got {shown(values)}")
    if len(found) > MOST_ITEMS:
        raise ValueError(f"{name} must be {wanted}, of at most {MOST_ITEMS} items: the limit")
    return found
