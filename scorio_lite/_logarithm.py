"""Integer enclosures of the natural logarithm."""

from __future__ import annotations

from math import log

from ._enclose import exponential, ln2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._enclose import Enclosure


def logarithm(n: int, d: int, bits: int) -> Enclosure:
    """ln(n/d) for positive n and d.

    n/d = m * 2**e with 1/2 < m < 2. From a double y near ln m, ln m = y + 2 atanh(t) with t = (m - e**y)/(m + e**y),
    which grows with m and falls with e**y; t is some 2**-50, so that the series gains 100 bits a term.
    """
    e = n.bit_length() - d.bit_length()
    work = bits + 8 + e.bit_length()
    m = (n << work) // (d << e) if e >= 0 else (n << work - e) // d
    y = int(log(m / (1 << work)) * (1 << 60)) << work >> 60
    exp_lo, exp_hi = exponential(y, y, work)
    t_lo = (m - exp_hi << work) // (m + exp_hi)
    t_hi = (m + 1 - exp_lo << work) // (m + 1 + exp_lo) + 1
    ln2_lo, ln2_hi = ln2(work)
    lo = y + _twice_atanh(t_lo, work)[0] + e * (ln2_lo if e > 0 else ln2_hi)
    hi = y + _twice_atanh(t_hi, work)[1] + e * (ln2_hi if e > 0 else ln2_lo)
    return lo >> work - bits, (hi >> work - bits) + 1


def _twice_atanh(t: int, bits: int) -> Enclosure:
    """2 atanh(t) for |t| <= 1/2. A power of t is cut off by less than 3, a term by less than 2; the rest is below 2."""
    power, square, i, total = abs(t), t * t >> bits, 0, 0
    while power:
        total += power // (2 * i + 1)
        power = power * square >> bits
        i += 1
    lo, hi = 2 * total, 2 * total + 4 * i + 4
    return (lo, hi) if t >= 0 else (-hi, -lo)
