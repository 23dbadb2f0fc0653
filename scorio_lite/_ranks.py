"""Read the outcomes of several models as tallies. Rank models by scores that are compared exactly."""

from __future__ import annotations

from ._arguments import is_scores, is_tally, listed, same_range, shown
from ._numbers import affordable, minus, nearest
from ._numbers.normal import roots_exceed, summary
from ._outcomes import PACKED, counted, is_array, keys_of, packed
from ._outcomes.arrays import FEW_NUMBERS, array_counts
from ._outcomes.cells import of_single, opened, parts_of
from ._outcomes.prior import cells_with_prior, priors_of_models
from ._outcomes.reader import OutcomeReader
from .tally import Tally, tally_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Collection, Iterator, Sequence

    from ._types import Ratio, TallyParts, TiedGroups

METHODS = ("competition", "competition_max", "dense", "avg")


def model_tallies(R: Any, highest: int = 1, hint: str = "", R0: Any = None, scores: bool = False) -> Iterator[Any]:
    """Yield the tally of each of two or more models, with its prior outcomes R0. `hint` ends errors about outcomes.

    A model is a matrix (all have the same size), a row with one outcome for each question, or a tally. Outcomes are in
    0..highest. If `scores` is true, all models may be Scores, which are yielded unchanged.
    """
    hint = " (real, finite integer-valued outcomes)" + hint
    models = R if is_array(R) else listed(R)  # arrays are read faster as they are
    together = _together(models, highest) if highest and R0 is None else []
    if len(together) > 1:
        yield from (Tally._of(*parts) for parts in together)
        return
    wanted = "R must be 3-D (models x questions x trials) or 2-D (models x questions, one trial each)"
    models = opened(listed(models), wanted)
    priors = [] if R0 is None else priors_of_models(R0)
    size: tuple[int, int, int | None] | None = None  # of the first matrix
    i, first = -1, None
    for i, model in enumerate(models):
        first = first if i else model
        if scores and (is_scores(model) or is_scores(first)):
            if not is_scores(first) or not is_scores(model):
                raise ValueError(f"R must have Scores of all models, or of none; R[{i}] and R[0] differ in that")
            same_range(first, model, f"R[0] and R[{i}]")
            yield model
            continue
        if is_tally(model) or not priors:
            tally = tally_of(model, highest, hint, R0, f"R[{i}]", by_row=False)
        else:
            reader = OutcomeReader(f"R[{i}]", highest, hint, by_row=False)
            tally = Tally._added(cells_with_prior(reader, model, *priors[min(i, len(priors) - 1)]))
        if not is_tally(model):
            size = size or (i, tally.questions, tally.trials)
            if size[1:] != (tally.questions, tally.trials):
                found = f"model {i} has {tally.questions} questions x {tally.trials} trials"
                other = f"model {size[0]} has {size[1]} x {size[2]}; models of different sizes can be ranked as tallies"
                raise ValueError(f"R must be rectangular: {found}, {other}")
        yield tally
    if i < 1:
        raise ValueError(f"R must have at least 2 models (L >= 2) to rank; it has {i + 1}")
    if priors and priors[0][1] != "R0" and len(priors) != i + 1:
        raise ValueError(f"{priors[0][2]}; it has {len(priors)} models, R has {i + 1}")


def _together(models: Any, highest: int) -> list[TallyParts]:
    """Return the outcome counts of each model, all found in one pass; [] if models must be read one by one."""
    if is_array(models):
        rows = models.reshape(-1, models.shape[-1]) if models.ndim in (2, 3) and models.size else models
        counts = array_counts(rows, highest) if rows is not models else None
        return [] if counts is None else _array_parts(models, counts)
    rows = packed(models) if type(models) in (list, tuple) and models and type(models[0]) in PACKED else None
    if not rows or not rows[0] or len(set(map(len, rows))) > 1:
        return []
    reader = OutcomeReader("R", highest, by_row=False)
    reader.flat, reader.columns = True, len(rows[0])
    return [parts_of(reader, counted([key])) for key in keys_of(rows, highest) or ()]


def _array_parts(models: Any, counts: Any) -> list[TallyParts]:
    """Return the counts of each model in a 2-D or 3-D array, as TallyParts. `array_counts` returned `counts`."""
    *_, M, N = models.shape
    if models.ndim == 2:
        rows = zip((N - counts.sum(axis=0)).tolist(), *counts.tolist())
        return [of_single({j: number for j, number in enumerate(row) if number}) for row in rows]
    if len(counts) == 1 and N <= FEW_NUMBERS:
        questions = counts.reshape(-1, M)
        numbers = zip(*[(questions == n).sum(axis=1, dtype="u4").tolist() for n in range(N + 1)])
        return [(None, {N: {n: number for n, number in enumerate(row) if number}}, None) for row in numbers]
    occurring = zip(*counts.reshape(len(counts), -1, M).any(axis=2).tolist())  # which classes each model has
    tops = [max([j for j, occurs in enumerate(model, 1) if occurs], default=1) for model in occurring]
    return [(None, None, (N, counts[:top, i * M : (i + 1) * M])) for i, top in enumerate(tops)]


def check_method(method: str) -> None:
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(map(repr, METHODS))}; got {shown(method)}")


class RankScore:
    """A model's score, mean + z * sqrt(variance), compared exactly. z is the normal quantile of `probability`."""

    __slots__ = ("mean", "rounded", "side", "spread", "variance")

    def __init__(self, mean: Ratio, variance: Ratio = (0, 1), *, probability: Ratio = (1, 2)) -> None:
        n, d = probability
        self.mean, self.variance = mean, variance
        self.side = (2 * n > d) - (2 * n < d)  # the sign of z; P(|Z| <= |z|) is `spread`
        self.spread = abs(2 * n - d), d
        if self.side:
            _, _, lo, hi = summary(mean, variance, self.spread, None)
            self.rounded = hi if self.side > 0 else lo
        else:
            self.rounded = nearest(*mean)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RankScore) and not self._above(other)

    def __lt__(self, other: RankScore) -> bool:
        return self._above(other) < 0

    def _above(self, other: RankScore) -> int:
        """Return 1, 0 or -1 if this score is above, equal to or below `other`."""
        if self is other:
            return 0
        if self.rounded != other.rounded:  # rounding keeps the order
            return 1 if self.rounded > other.rounded else -1
        (m, d), (v, e) = minus(self.mean, other.mean), minus(self.variance, other.variance)
        by_mean, by_sigma = (m > 0) - (m < 0), ((v > 0) - (v < 0)) * self.side
        if by_mean * by_sigma >= 0:
            return by_mean or by_sigma
        # The means differ by |m/d|. With the sigmas s and t, the terms z sigma differ by |z| |s - t| = |z| |v/e| / (s +
        # t), in the other direction. The means decide if |m/d| / |v/e| (s + t) > |z|.
        n, d = (m * e) ** 2, (d * v) ** 2
        roots = [(n * a, d * b) for a, b in (self.variance, other.variance)]
        return by_mean if roots_exceed(roots, self.spread) else by_sigma


def check_equal(scores: Collection[RankScore], name: str) -> None:
    """Refuse the argument `name` if so many of its scores round to equal doubles that comparing them takes too long."""
    ties = len(scores) - len({score.rounded for score in scores})
    if ties:
        longest = max([score.mean[1] * score.variance[1] for score in scores]).bit_length()
        affordable(name, 9 * ties * (1 + longest // 512), longest)  # products of long integers


def tied(scores: Sequence[RankScore], joins: Callable[[RankScore, RankScore], bool]) -> TiedGroups:
    """Return groups of the indices of tied scores, the best group first.

    From the best score down, a score joins the last group if joins(first of that group, score). Else it starts one.
    """
    groups: TiedGroups = []
    keys = [(score.rounded, score) for score in scores]  # rounding keeps the order
    for i in sorted(range(len(scores)), key=keys.__getitem__, reverse=True):
        if groups and joins(scores[groups[-1][0]], scores[i]):
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def unsettled(
    groups: TiedGroups, scores: Sequence[RankScore], sigmas: Sequence[Ratio], confidence: Ratio, ci_tie_method: str
) -> TiedGroups:
    """Return `groups`, made by `tied`, after merging neighbours that the sigmas of the scores do not tell apart.

    The last score of the better group and the first of the worse are compared, as in rank.rank_scores.
    """
    longest = max([one[1] for one in (*(score.mean for score in scores), *sigmas)], default=0).bit_length()
    affordable("sigmas_in_id_order", 8 * len(groups) * (1 + longest // 128), 3 * longest)  # long products
    merged = [list(group) for group in groups[:1]]
    for above, below in zip(groups, groups[1:]):
        i, j = above[-1], below[0]
        (gap, d), (sigma, e), (tau, f) = minus(scores[i].mean, scores[j].mean), sigmas[i], sigmas[j]
        n, whole = confidence
        if ci_tie_method == "zscore_adjacent":  # gap < z sqrt(sigma**2 + tau**2)
            square = ((sigma * f) ** 2 + (tau * e) ** 2) * d * d
            n = 2 * n - whole  # from P(X < z) to P(|X| < z)
        else:  # gap <= z (sigma + tau)
            square = ((sigma * f + tau * e) * d) ** 2
        if n > 0 < square and not roots_exceed([((gap * e * f) ** 2, square)], (n, whole)):
            merged[-1].extend(below)
        else:
            merged.append(list(below))
    return merged


def assign_ranks(groups: TiedGroups, method: str) -> list[float]:
    """Return the rank of each score, in the order of the scores. `tied` makes `groups`; METHODS has all methods."""
    ranks: dict[int, float] = {}
    last = 0
    for dense, group in enumerate(groups, 1):
        first, last = last + 1, last + len(group)
        rank = (first, last, dense, (first + last) / 2)[METHODS.index(method)]
        ranks.update(dict.fromkeys(group, rank))
    return [ranks[i] for i in range(len(ranks))]
