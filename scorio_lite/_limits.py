"""The limits of what is computed: beyond them a ValueError names the limit."""

from __future__ import annotations

from ._values import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ._posterior import Group

MOST_BITS = 1 << 21  # of an integer in an exact posterior moment
MOST_WORK = 5 * 10**11  # a few seconds, in units of what a multiplication of 1-bit integers would cost
MOST_DENOMINATORS = 10**12  # different ones, times the square of their bits
MOST_STEPS = 2048  # k of a credit of many different steps
MOST_HORNER = 10**11  # of a few seconds too: evaluations of a polynomial times its degree times the bits of a value


def check_steps(k: int) -> None:
    """Refuse a posterior moment of a credit of many steps."""
    if k > MOST_STEPS:
        raise ValueError(f"k is beyond the limit for credits of many steps; got k={shown(k)}, more than {MOST_STEPS}")


def check_evaluations(degree: int, group: Group) -> None:
    """Refuse to evaluate a polynomial of this degree for the posteriors of groups like this one."""
    count, bits = group.groups * len(group.states), degree * group.total.bit_length()
    if degree * count * bits > MOST_HORNER:
        raise ValueError(
            "k is beyond the limit for exact posterior moments of credits of many steps: a polynomial of degree "
            f"{shown(degree)} for {shown(count)} posteriors, with values of {shown(bits)} bits"
        )


def check_denominators(denominators: Sequence[int]) -> None:
    """Refuse to add fractions with so many so large denominators."""
    bits = max([d.bit_length() for d in denominators])
    if len(denominators) * bits * bits > MOST_DENOMINATORS:
        raise ValueError(
            f"R has questions of {len(denominators)} different numbers of trials N: beyond the limit for an exact mean "
            f"over them, with denominators of {bits} bits; a smaller k has smaller ones"
        )


def check_size(k: int, count: int, bits: int) -> None:
    """Refuse a calculation with so many integers of so many bits."""
    if bits > MOST_BITS or count * bits**1.6 > MOST_WORK:
        raise ValueError(
            "k is beyond the limit for this posterior: moments of degree "
            f"{shown(k)} would need {shown(count)} integers of {shown(bits)} bits"
        )
