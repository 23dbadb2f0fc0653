"""Ranks from scores in their exact order, with ties that are ties."""

from __future__ import annotations

from ._arguments import shown
from ._double import minus, nearest
from ._double.intervals import summary
from ._double.normal import roots_exceed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    from ._double import Ratio

    Groups = list[list[int]]  # the indices of the scores, tied ones together, the best first

METHODS = ("competition", "competition_max", "dense", "avg")
_CI_METHODS = ("zscore_adjacent", "ci_overlap_adjacent")
_HALF = 1, 2


def check_ci_method(ci_tie_method: str) -> None:
    if ci_tie_method not in _CI_METHODS:
        raise ValueError(
            f"Unknown ci_tie_method {shown(ci_tie_method)}: it must be {' or '.join(map(repr, _CI_METHODS))}"
        )


def check_method(method: str) -> None:
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(map(repr, METHODS))}; got {shown(method)}")


class Score:
    """mean + z sigma, where z is the normal quantile of a probability; compared exactly, not as doubles."""

    __slots__ = ("mean", "rounded", "side", "spread", "variance")

    def __init__(self, mean: Ratio, variance: Ratio = (0, 1), probability: Ratio = _HALF) -> None:
        n, d = probability
        self.mean = mean
        self.variance = variance
        self.side = _sign(2 * n - d)  # of z, whose size is that of P(|Z| <= z) = spread
        self.spread = abs(2 * n - d), d
        if self.side:
            _, _, lo, hi = summary(mean, variance, self.spread, None)
            self.rounded = hi if self.side > 0 else lo
        else:
            self.rounded = nearest(*mean)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and not self._above(other)

    def __lt__(self, other: Score) -> bool:
        return self._above(other) < 0

    def _above(self, other: Score) -> int:
        """1, 0 or -1 for a score above, at or below the other."""
        if self.rounded != other.rounded:  # rounding keeps the order
            return 1 if self.rounded > other.rounded else -1
        (m, d), (v, e) = minus(self.mean, other.mean), minus(self.variance, other.variance)
        by_mean, by_sigma = _sign(m), _sign(v) * self.side
        if by_mean * by_sigma >= 0:
            return by_mean or by_sigma
        # The two differ by |m/d| one way and by |z| |s - t| = |z| |v/e| / (s + t) the other, with sigmas s and t. The
        # first is more if |m/d| / |v/e| (s + t) > |z|.
        n, d = (m * e) ** 2, (d * v) ** 2
        roots = [(n * a, d * b) for a, b in (self.variance, other.variance)]
        return by_mean if roots_exceed(roots, self.spread) else by_sigma


def tied(scores: Sequence[Score], joins: Callable[[Score, Score], bool]) -> Groups:
    """The groups of a walk down the scores: one joins the group above it if it joins that group's first."""
    groups: Groups = []
    for i in sorted(range(len(scores)), key=scores.__getitem__, reverse=True):
        if groups and joins(scores[groups[-1][0]], scores[i]):
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def within(tol: Ratio) -> Callable[[Score, Score], bool]:
    """What tells whether a score is at most tol below another."""

    def joins(best: Score, score: Score) -> bool:
        n, d = minus(best.mean, score.mean)
        return n * tol[1] <= tol[0] * d

    return joins


def widest(scores: Sequence[Score], sigmas: Sequence[Ratio]) -> list[Ratio]:
    """For each score the largest sigma among those of equal scores: which of these comes last is of no account."""
    result = list(sigmas)
    for group in tied(scores, Score.__eq__):
        sigma = max(sigmas[i] for i in group)
        for i in group:
            result[i] = sigma
    return result


def unsettled(
    groups: Groups, scores: Sequence[Score], sigmas: Sequence[Ratio], confidence: Ratio, ci_tie_method: str
) -> Groups:
    """The groups, each merged with the one above it if their sigmas leave open which is the better.

    All scores have one denominator, and all sigmas one.
    """
    merged = [list(group) for group in groups[:1]]
    for above, below in zip(groups, groups[1:]):
        i, j = above[-1], below[0]
        (gap, d), (sigma, e), (tau, _) = minus(scores[i].mean, scores[j].mean), sigmas[i], sigmas[j]
        if _is_open(gap * e, sigma * d, tau * d, confidence, ci_tie_method):
            merged[-1].extend(below)
        else:
            merged.append(list(below))
    return merged


def _is_open(gap: int, sigma: int, tau: int, confidence: Ratio, ci_tie_method: str) -> bool:
    """Whether gap < z sqrt(sigma**2 + tau**2), or for overlapping intervals gap <= z (sigma + tau)."""
    n, whole = confidence
    if ci_tie_method == "zscore_adjacent":
        square = sigma * sigma + tau * tau
        n = 2 * n - whole  # from P(X < z) to P(|X| < z)
    else:
        square = (sigma + tau) ** 2
    return n > 0 < square and not roots_exceed([(gap * gap, square)], (n, whole))


def ranks(groups: Groups, method: str) -> list[float]:
    """The rank of each index."""
    result = [0.0] * sum(map(len, groups))
    last = 0
    for dense, group in enumerate(groups, 1):
        first, last = last + 1, last + len(group)
        rank = (first, last, dense, (first + last) / 2)[METHODS.index(method)]
        for i in group:
            result[i] = rank
    return result


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)
