"""Which products of powers of rationals are rational, exactly."""

from __future__ import annotations

from math import gcd

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._rounding import Ratio

_LONGEST = 1 << 16  # bits of a rational blend: no midpoint of doubles needs more


def rational_blend(x: Ratio, y: Ratio, a: Ratio, b: Ratio) -> Ratio | None:
    """x**a * y**b if it is rational, else None.

    Over the common denominator D of the powers it is the D-th root of a product of powers of the four integers in x
    and y, and so of powers of pairwise coprime integers g. It is rational if and only if each g**e in it is a D-th
    power. For t = D / gcd(D, e) that means that g is a t-th power: 8**(4/6) is rational, since t = 3 and 8 = 2**3.
    """
    D = a[1] * b[1] // gcd(a[1], b[1])
    powers = []
    for (n, d), (m, e) in ((x, a), (y, b)):
        common = gcd(n, d)
        powers += [(n // common, m * (D // e)), (d // common, -m * (D // e))]
    numerator = denominator = 1
    for g in _coprime_base([n for n, _ in powers]):
        e = sum(_multiplicity(n, g) * power for n, power in powers)
        t = D // gcd(D, e)
        root = _whole_root(g, t)
        if root == 1 or root**t != g:
            return None
        e //= D // t
        if abs(e) * root.bit_length() > _LONGEST:
            return None
        numerator *= root ** max(e, 0)
        denominator *= root ** max(-e, 0)
    return numerator, denominator


def _coprime_base(numbers: list[int]) -> list[int]:
    """Pairwise coprime integers above 1 of which all the numbers are products of powers."""
    base: list[int] = []
    rest = list(numbers)
    while rest:
        n = rest.pop()
        for i, g in enumerate(base):
            common = gcd(n, g)
            if common > 1:
                del base[i]
                rest += [n // common, common, g // common]
                break
        else:
            if n > 1:
                base.append(n)
    return base


def _multiplicity(n: int, g: int) -> int:
    """How often g divides n."""
    count = 0
    while n % g == 0:
        n //= g
        count += 1
    return count


def _whole_root(n: int, t: int) -> int:
    """The integer part of the t-th root of n >= 1, by Newton's method from above."""
    if t >= n.bit_length():
        return 1
    root = 1 << -(-n.bit_length() // t)
    while True:
        smaller = ((t - 1) * root + n // root ** (t - 1)) // t
        if smaller >= root:
            return root
        root = smaller
