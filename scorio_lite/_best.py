"""The best of k fresh rewards under the Dirichlet posterior of each question: the moments of Max@k."""

from __future__ import annotations

from ._limits import check_size
from ._rewards import reward_gaps
from ._rounding import ratio_sum
from .special import rising_numerator as rising

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._rounding import Ratio
    from ._weights import Weights
    from .tally import Tally


def best_moments(k: int, tally: Tally, weights: Weights) -> tuple[Ratio, Ratio]:
    """Mean and variance of the best of k fresh rewards, averaged over the questions.

    The best is the top reward less, for each gap between neighbouring rewards, gap * A**k, where A is the chance of a
    reward below the gap: A ~ Beta(c, T-c) if c of the T counts are below.
    """
    rewards, denominator = weights
    top, gaps = reward_gaps(rewards)
    cells = sorted((len(rewards) + sum(map(sum, cell)), *cell, number) for cell, number in tally.cells.items())
    largest = cells[-1][0]
    bits = min(k, largest) * (k + largest).bit_length() + max(map(abs, rewards)).bit_length()
    check_size(k, len(cells) * len(rewards), bits, int(6 * bits**0.6))
    chance = _Chances(k, 0)
    sums: dict[int, tuple[int, int, int]] = {}
    for size, counts, prior, number in cells:
        if size != chance.size:  # those of one size are kept at a time
            chance = _Chances(k, size)
        found = [1] * len(rewards)
        for vector in (counts, prior):
            found[: len(vector)] = map(int.__add__, found, vector)
        below, levels = 0, []
        for j, gap in gaps:
            below += found[j]
            if gap:
                low, high = chance.pairs.get(below) or chance.pair(below)
                levels.append((gap * low, gap * high))
        lost, square, above = sum(low for low, _ in levels), 0, 0
        for low, high in reversed(levels):
            square += low * (high + 2 * above)
            above += high
        old = sums.get(size, (0, 0, 0))
        sums[size] = old[0] + number * lost, old[1] + number * square, old[2] + number * lost * lost
    means, variances = [(top * tally.questions, denominator)], []
    for size, (lost, square, squares) in sums.items():
        chance = _Chances(k, size)
        low, high = chance.pair(size)
        means.append((-lost, low * denominator))
        variances.append((square * low - squares * high, low * low * high * denominator * denominator))
    (n, d), (v, e) = ratio_sum(means), ratio_sum(variances)
    return (n, d * tally.questions), (v, e * tally.questions * tally.questions)


class _Chances:
    """Moments of the chances A of a reward below a gap: E[A**k] = low(c) / low(T), and for A' above A
    E[A**k A'**k] = low(c) high(c') / (low(T) high(T)).

    For A/A' ~ Beta(c, c'-c) and A' are independent, and so the latter is E[A'**2k] E[(A/A')**k], where
    E[A**k] = R(c, k) / R(T, k) with the rising factorials R(c, k) = c (c+1) ... (c+k-1). For k > T the same is written
    with fewer factors: R(c, k) / R(T, k) = R(c, T-c) / R(c+k, T-c).
    """

    __slots__ = ("k", "pairs", "size")

    def __init__(self, k: int, size: int) -> None:
        self.k = k
        self.size = size
        self.pairs: dict[int, tuple[int, int]] = {}

    def pair(self, c: int) -> tuple[int, int]:
        """low(c) and high(c)."""
        k, size = self.k, self.size
        few = k if k <= size else size - c
        low, high = rising(c, 1, few), rising(c + k, 1, few)
        if few < k:
            low, high = low * rising(1 + k, 1, c - 1), high * rising(1 + 2 * k, 1, c - 1)
        self.pairs[c] = low, high
        return low, high
