"""The arguments beside R: checked once, and turned into exact integers."""

from __future__ import annotations

from math import gcd

from ._credit import mean_majority, spectrum
from ._rounding import nearest
from ._values import exact_ratio, integer, is_iterable, listed, real, scalar, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence, SupportsIndex

    from ._credit import Credit
    from ._rounding import Ratio
    from ._values import Real
    from .tally import Tally

    Weights = tuple[list[int], int]  # the numerators, over one denominator
    Interval = Sequence[Real]

_BINARY = [0, 1], 1
_LARGEST_POWER = 1100  # binary exponent
_LARGEST_SUM = (1.000000000001).as_integer_ratio()  # of spectrum weights in floats


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
    counts = ", ".join(map(shown, min(short, key=sum)[:8]))
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
    n, d = real(confidence, "confidence", "in (0,1)")
    if not 0 < n < d:
        raise ValueError(f"confidence must be in (0,1); got {shown(confidence)}")
    return n, d


def least_successes(k: int, tau: Real) -> int:
    """The smallest j >= 1 with j / k >= tau, where j / k is a double if tau is one.

    So tau = 0.28 means 7 of 25, although 0.28 * 25 exceeds 7 in floats and in exact arithmetic.
    """
    n, d = proportion(tau, "tau")
    j = max(1, -(-n * k // d))
    if isinstance(tau, float):
        while j > 1 and nearest(j - 1, k) >= tau:
            j -= 1
    return j


def class_weights(w: Iterable[Real] | None) -> Weights:
    """w, one finite real weight a class; None is (0, 1)."""
    return _BINARY if w is None else _weights(w, "w")


def spectrum_weights(weights: Iterable[Real], k: int) -> Weights:
    """k non-negative weights that sum to at most 1; to 1 + 1e-12 if one of them is a float."""
    items = _items(weights, "weights", f"a length-{k} sequence of real numbers")
    if len(items) != k:
        raise ValueError(f"weights must be a length-{k} sequence; its length is {len(items)}")
    numerators, denominator = _weights(items, "weights")
    for i, numerator in enumerate(numerators):
        if numerator < 0:
            raise ValueError(f"weights must be non-negative; got {shown(items[i])} at weights[{i}]")
    n, d = _LARGEST_SUM if any(isinstance(item, float) for item in items) else (1, 1)
    if sum(numerators) * d > n * denominator:
        total = nearest(sum(numerators), denominator)
        raise ValueError(f"weights must satisfy sum(weights) <= 1; they sum to {total!r}")
    return numerators, denominator


def spectrum_credit(k: int, weights: Iterable[Real]) -> Credit:
    """The threshold spectrum with these weights."""
    return spectrum(k, *spectrum_weights(weights, k))


def stricter_credit(k: int, weights: Iterable[Real] | None) -> Credit:
    """What GeoSpectrum blends with Pass@k: the threshold spectrum with these weights, or mG-Pass@k without any."""
    return mean_majority(k) if weights is None else spectrum_credit(k, weights)


def powers(a: Real, b: Real) -> tuple[Ratio, Ratio]:
    """The powers of a geometric blend."""
    pair = real(a, "pass_power"), real(b, "unanimous_power")
    for (n, d), name in zip(pair, ("pass_power", "unanimous_power")):
        if n.bit_length() - d.bit_length() > _LARGEST_POWER:
            raise ValueError(f"{name} must be less than 2**{_LARGEST_POWER} in size: the limit, beyond every float")
    if not pair[0][0] and not pair[1][0]:
        raise ValueError("pass_power and unanimous_power must not both be 0")
    return pair


def mixing(lam: Real, lambda_: Real | None) -> Ratio:
    """lam, under either of its names."""
    ratio = proportion(lam, "lam")
    if lambda_ is None:
        return ratio
    if ratio != (1, 2):
        raise TypeError("Specify at most one of lam and lambda_: they are the same parameter")
    return proportion(lambda_, "lam")


def interval_bounds(bounds: Interval | None) -> tuple[float, float] | None:
    """The two ends as doubles, of which infinities are allowed; rounding them first clips to the same doubles."""
    if bounds is None:
        return None
    if type(bounds) is tuple and bounds == (0.0, 1.0):
        return 0.0, 1.0
    wanted = "None or a pair of real numbers"
    ends = _items(bounds, "bounds", wanted)
    if len(ends) != 2:
        raise ValueError(f"bounds must be {wanted}; got {len(ends)} of them")
    ratios: list[Ratio] = []
    for i, end in enumerate(map(scalar, ends)):
        ratio = exact_ratio(end)
        if not ratio and (isinstance(end, float) or hasattr(end, "as_tuple")):
            end = float(end)  # infinite, or NaN, to be refused with the order, or a Decimal beyond the doubles
            ratio = (0 if end != end else 1 if end > 0 else -1, 0)
        if not ratio:
            raise ValueError(f"bounds must be {wanted}; got {shown(end)} at bounds[{i}]")
        ratios.append(ratio)
    (n, d), (m, e) = ratios
    if (0, 0) in ratios or n * e > m * d or (d == e == 0 and n > m):
        raise ValueError(f"bounds must satisfy bounds[0] <= bounds[1]; got ({shown(ends[0])}, {shown(ends[1])})")
    lo, hi = (nearest(*ratio) if ratio[1] else ratio[0] * float("inf") for ratio in ratios)
    return lo, hi


def _weights(values: Iterable[Real], name: str) -> Weights:
    items = _items(values, name, "a sequence of real numbers, one a class")
    if not items:
        raise ValueError(f"{name} must not be empty")
    ratios: list[Ratio] = []
    for i, item in enumerate(items):
        ratio = exact_ratio(item)
        if not ratio:
            wanted = "numeric"
            if isinstance(item, complex):
                wanted = "real, not complex"
            elif isinstance(item, float):
                wanted = "finite"
            elif hasattr(item, "as_tuple"):
                wanted = "finite, and a Decimal within the limit of its size,"
            raise ValueError(f"{name} must be {wanted}; got {shown(item)} at {name}[{i}]")
        ratios.append(ratio)
    denominator = 1
    for _, d in ratios:
        denominator *= d // gcd(denominator, d)
    return [n * (denominator // d) for n, d in ratios], denominator


def _items(values: Any, name: str, wanted: str) -> Sequence[Any]:
    """A sequence argument as a list or tuple."""
    opened = listed(values)
    if type(opened) is list or type(opened) is tuple:
        return opened
    if not is_iterable(opened):
        raise ValueError(f"{name} must be {wanted}; got {shown(values)}")
    return list(opened)
