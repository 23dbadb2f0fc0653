"""The limits of what is computed: beyond them a ValueError names the limit."""

from __future__ import annotations

from ._values import shown

MOST_BITS = 1 << 21  # of an integer in an exact posterior moment
MOST_WORK = 5 * 10**11  # a few seconds, in units of what a multiplication of 1-bit integers would cost


def check_size(k: int, count: int, bits: int) -> None:
    """Refuse a calculation with so many integers of so many bits."""
    if bits > MOST_BITS or count * bits**1.6 > MOST_WORK:
        raise ValueError(
            "k is beyond the limit for this posterior: moments of degree "
            f"{shown(k)} would need {shown(count)} integers of {shown(bits)} bits"
        )
