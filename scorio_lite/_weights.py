"""Check the powers and the lam of a blend."""

from __future__ import annotations

from ._arguments import proportion, real
from ._numbers import affordable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._types import Ratio, Real

_LARGEST_POWER = 1100  # binary exponent of a power of a blend: beyond every float


def powers(a: Real, b: Real) -> tuple[Ratio, Ratio]:
    """Return the powers of a geometric blend as exact ratios. Refuse huge powers, and two zeros."""
    first, second = real(a, "pass_power"), real(b, "unanimous_power")
    for (n, d), name in (first, "pass_power"), (second, "unanimous_power"):
        if n.bit_length() - d.bit_length() > _LARGEST_POWER:
            raise ValueError(f"{name} must be less than 2**{_LARGEST_POWER} in size: the limit, beyond every float")
    if not first[0] and not second[0]:
        raise ValueError("pass_power and unanimous_power must not both be 0")
    return first, second


def check_blends(count: int, *powers: Ratio) -> None:
    """Refuse the powers of a blend if so many blends take too long. A power of 1/2 or a whole one is a root at most."""
    if any(d > 2 or abs(n) > 16 for n, d in powers):
        size = max(0, *(n.bit_length() - d.bit_length() for n, d in powers))
        affordable("pass_power or unanimous_power", count * (40 + size // 16), 96 + size)


def mixing(lam: Real, lambda_: Real | None) -> Ratio:
    """Return lam as an exact ratio. lambda_ is another name of the same argument; refuse both together."""
    ratio = proportion(lam, "lam")
    if lambda_ is None:
        return ratio
    if ratio != (1, 2):
        raise TypeError("Specify at most one of lam and lambda_: they are the same parameter")
    return proportion(lambda_, "lam")
