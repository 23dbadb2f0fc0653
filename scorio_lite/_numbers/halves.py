"""Sums of many ratios with different denominators."""

from __future__ import annotations

from math import gcd

from . import EASY, affordable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .._types import Ratio

_LONG_GCD = 65536  # spare: bits from which on no gcd is taken


def sum_by_halves(ratios: Sequence[Ratio]) -> Ratio:
    """Return the sum of many ratios as a ratio. Sort them by denominator, add each two neighbours, and repeat this.

    Neighbours have denominators of similar size, which share factors, so a gcd keeps the numbers small. Once
    denominators are much longer than the given ones, no gcd is taken: it costs more than it saves.
    """
    sums: dict[int, int] = {}
    for n, d in ratios:
        sums[d] = sums.get(d, 0) + n
    terms = [(sums[d], d) for d in sorted(sums)]
    longest = min(max(EASY, 4 * terms[-1][1].bit_length()), _LONG_GCD)
    while len(terms) > 1:
        bits = max(d.bit_length() for _, d in terms)
        affordable("R, with this many different N,", len(terms) * (1 + bits // 512), bits)
        sums_of_two = terms[-1:] if len(terms) % 2 else []
        for (n, d), (m, e) in zip(terms[::2], terms[1::2]):
            common = gcd(d, e) if bits <= longest else 1
            sums_of_two.append((n * (e // common) + m * (d // common), d * (e // common)))
        terms = sums_of_two
    return terms[0]
