"""Round numbers for the axis of values."""

from __future__ import annotations

from math import ceil, floor, log10

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence


def round_steps(values: Sequence[float]) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten, about five of them, from below all values to above."""
    low, high = min(values), max(values)
    span = max(high - low, 1e-9 * max(1.0, abs(high)), 0.05 if 0 <= low <= high <= 1 else 0)
    power = 10.0 ** floor(log10(span / 5))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= span / 5.5)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    last = max(last, first + 1)
    return [float(f"{i * step:.12g}") for i in range(first, last + 1)]


def labels(ticks: Sequence[float], percent: bool) -> list[str]:
    scaled = [float(f"{tick * (100 if percent else 1):.12g}") for tick in ticks]
    digits = max(len(f"{tick:.12g}".partition(".")[2]) for tick in scaled)
    return [f"{tick:.{digits}f}{' %' if percent else ''}" for tick in scaled]
