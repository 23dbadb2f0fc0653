"""The root of a rising function."""

from __future__ import annotations

from .fixed import Fixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable


def root(f: Callable[[Fixed], Fixed], low: int, high: int, bits: int) -> Fixed:
    """Return the point between low and high at which f rises from below 0 to above 0, all in units of 2**-bits."""
    # Secants lead near the root. If a secant's step is too long, twice the last step or a bisection takes its place.
    # The signs of f on both sides of the result prove that the root is there.
    x, step = (low + high) // 2, high - low
    older = step
    before, last, reach = x, 0, 1
    while step > 1:
        y = f(Fixed(x, x, bits))
        value = y.lo + y.hi
        move = step
        if value != last and x != before:
            move = -value * (x - before) // (value - last)
            reach = 1 + 2 * (y.hi - y.lo) * abs(x - before) // abs(value - last)  # what the width of y leaves open
        if y.lo <= 0 <= y.hi or abs(move) < 2:
            break
        low, high = (x, high) if value < 0 else (low, x)
        if 2 * abs(move) > older or not low < x + move < high:
            move = min((high - low) // 2, 2 * step) * (1 if value < 0 else -1)
        before, last, older, step = x, value, step, abs(move)
        x += move
    while True:
        below, above = max(x - reach, low), min(x + reach, high)
        if (below == low or f(Fixed(below, below, bits)).hi < 0) and (
            above == high or f(Fixed(above, above, bits)).lo > 0
        ):
            return Fixed(below, above, bits)
        reach *= 16  # spare: takes few steps
