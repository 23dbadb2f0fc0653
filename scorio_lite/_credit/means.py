"""Means over questions that differ in N, as the questions of a ragged tally do."""

from __future__ import annotations

from .._numbers import ratio_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .._types import Parts, Ratio


def mean_of_parts(parts: Parts, values: Callable[[int, list[Any]], tuple[list[int], int]]) -> Ratio:
    """Return the mean value of the questions; see `measures` for parts and values."""
    means, M = [], 0
    for N, part in parts.items():
        numerators, d = values(N, list(part))
        means.append((sum(map(int.__mul__, numerators, part.values())), d))
        M += sum(part.values())
    n, d = ratio_sum(means)
    return n, d * M
