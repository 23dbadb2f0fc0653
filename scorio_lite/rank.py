"""Rank models by their scores. Models tie if their exact scores are equal, so rounding neither hides nor makes a tie.

    >>> from scorio_lite import rank
    >>> R = [[[1, 1, 0], [0, 1, 1]], [[1, 0, 1], [1, 1, 0]], [[1, 0, 0], [1, 1, 1]], [[1, 0, 0], [0, 0, 0]]]
    >>> rank.avg(R)
    [1, 1, 1, 4]
    >>> rank.pass_hat_k(R, 2, return_scores=True)
    ([2, 2, 1, 4], [0.3333333333333333, 0.3333333333333333, 0.5, 0.0])

The functions share these arguments. The package's docstring describes the other arguments.

R              outcomes of two models or more: models x questions x trials, or models x questions with one trial each.
               Each model is an R as the metrics take it. All models have the same size, unless they are Tallies.
method         the ranks of ties: "competition" 1, 2, 2, 4; "competition_max" 1, 3, 3, 4; "dense" 1, 2, 2, 3; "avg"
               1, 2.5, 2.5, 4, as floats.
return_scores  True returns (ranks, scores) instead of the ranks. The scores are those of the metric.

Ranks are a list in the order of the models; 1 is the best.
"""

from __future__ import annotations

from ._arguments import exact_ratios, items_of, iterator, listed, other_outcomes, probability, real, same_index, shown
from ._credit import at_least_one, draws, subset_mean, unanimous
from ._credit.graded import best_mean, check_rewards, class_rewards
from ._credit.steps import mean_majority, reaching
from ._numbers import minus
from ._posterior.dirichlet import reward_moments
from ._ranks import METHODS, RankScore, assign_ranks, check_equal, check_method, model_tallies, tied, unsettled
from .tally import Tally, trial_numbers

TYPE_CHECKING = False
if not TYPE_CHECKING:  # typing takes long to load

    def overload(function: Callable[..., Ranks]) -> Callable[..., Ranks]:
        return function


if TYPE_CHECKING:
    from typing import Callable, Iterable, Iterator, Sequence, overload

    from ._credit import Credit
    from ._types import Index, Level, Models, No, Prior, RankList, RankPair, Ranks, Ratio, Real, Rewards, Yes

__all__ = ["avg", "bayes", "g_pass_at_k_tau", "mg_pass_at_k", "pass_at_k", "pass_hat_k", "rank_scores"]
__dir__: Callable[[], list[str]] = __all__.copy


@overload
def avg(R: Models, method: str = ..., return_scores: No = ...) -> RankList: ...
@overload
def avg(R: Models, method: str = ..., return_scores: Yes = ...) -> RankPair: ...
def avg(R: Models, method: str = "competition", return_scores: bool = False) -> Ranks:
    """Rank models by avg@N of 0/1 outcomes, or of Scores that all have the same range.

    >>> avg([[[0, 1], [1, 1]], [[1, 1], [1, 0]], [[0, 0], [1, 1]]], return_scores=True)
    ([1, 1, 3], [0.75, 0.75, 0.5])
    """
    check_method(method)
    plain = class_rewards(None)
    means = (
        reward_moments(part, plain, posterior=False)[0] if type(part) is Tally else best_mean(part, 1, None)
        for part in model_tallies(R, scores=True)
    )
    return _ranking(((mean,) for mean in means), method, return_scores)


@overload
def bayes(
    R: Models, w: Rewards = ..., R0: Prior = ..., quantile: Level = ..., method: str = ..., return_scores: No = ...
) -> RankList: ...
@overload
def bayes(
    R: Models, w: Rewards = ..., R0: Prior = ..., quantile: Level = ..., method: str = ..., return_scores: Yes = ...
) -> RankPair: ...
def bayes(
    R: Models,
    w: Rewards = None,
    R0: Prior = None,
    quantile: Level = None,
    method: str = "competition",
    return_scores: bool = False,
) -> Ranks:
    """Rank models by Bayes@N. The score is mu; with a quantile q in (0, 1), it is mu + z * sigma.

    z is the normal quantile of q. A model is better than its score with the probability 1 - q, so a low q is cautious.
    R0 has D prior outcomes of each question: questions x D, shared by all models, or models x questions x D.

    >>> bayes([[[1, 1, 1], [0, 0, 0]], [[1, 1, 0], [1, 0, 0]]])
    [1, 1]
    >>> bayes([[[1, 1, 1], [0, 0, 0]], [[1, 1, 0], [1, 0, 0]]], quantile=0.05)
    [1, 2]
    """
    check_method(method)
    level = (1, 2) if quantile is None else probability(quantile, "quantile", "in (0, 1)")
    weights = class_rewards(w)

    def moments() -> Iterator[tuple[Ratio, Ratio]]:
        vectors = 0
        for part in model_tallies(R, len(weights[0]) - 1, other_outcomes(w, weights), R0):
            vectors += len(part._cells or [part])  # a tally of groups or columns counts as one
            check_rewards(weights, vectors)
            yield reward_moments(part, weights)

    return _ranking(moments(), method, return_scores, level)


@overload
def pass_at_k(R: Models, k: Index, method: str = ..., return_scores: No = ...) -> RankList: ...
@overload
def pass_at_k(R: Models, k: Index, method: str = ..., return_scores: Yes = ...) -> RankPair: ...
def pass_at_k(R: Models, k: Index, method: str = "competition", return_scores: bool = False) -> Ranks:
    """Rank models by Pass@k: at least one of k trials succeeds."""
    return _by_credit(R, k, at_least_one, method, return_scores)


@overload
def pass_hat_k(R: Models, k: Index, method: str = ..., return_scores: No = ...) -> RankList: ...
@overload
def pass_hat_k(R: Models, k: Index, method: str = ..., return_scores: Yes = ...) -> RankPair: ...
def pass_hat_k(R: Models, k: Index, method: str = "competition", return_scores: bool = False) -> Ranks:
    """Rank models by Pass^k: all of k trials succeed."""
    return _by_credit(R, k, unanimous, method, return_scores)


@overload
def mg_pass_at_k(R: Models, k: Index, method: str = ..., return_scores: No = ...) -> RankList: ...
@overload
def mg_pass_at_k(R: Models, k: Index, method: str = ..., return_scores: Yes = ...) -> RankPair: ...
def mg_pass_at_k(R: Models, k: Index, method: str = "competition", return_scores: bool = False) -> Ranks:
    """Rank models by mG-Pass@k: 2/k times the sum of P(at least i of k succeed) over i > ceil(k/2)."""
    return _by_credit(R, k, mean_majority, method, return_scores)


@overload
def g_pass_at_k_tau(R: Models, k: Index, tau: Real, method: str = ..., return_scores: No = ...) -> RankList: ...
@overload
def g_pass_at_k_tau(R: Models, k: Index, tau: Real, method: str = ..., return_scores: Yes = ...) -> RankPair: ...
def g_pass_at_k_tau(R: Models, k: Index, tau: Real, method: str = "competition", return_scores: bool = False) -> Ranks:
    """Rank models by G-Pass@k_tau: at least a share tau of k trials succeeds."""
    return _by_credit(R, k, lambda k: reaching(k, tau), method, return_scores)


def _by_credit(R: Models, k: Index, credit: Callable[[int], Credit], method: str, return_scores: bool) -> Ranks:
    check_method(method)
    models = list(model_tallies(R))
    lengths = [N for model in models for N in trial_numbers(model)]
    hint = "; R must be models x questions x trials, and in 2-D has one trial each"
    earned = credit(draws(k, lengths, hint=hint))
    return _ranking(((subset_mean(earned, part._success_groups()),) for part in models), method, return_scores)


def _ranking(moments: Iterable[tuple[Ratio, ...]], method: str, return_scores: bool, level: Ratio = (1, 2)) -> Ranks:
    """Rank models by mean + z * sigma, z the normal quantile of `level`. A model gives (mean, sigma**2) or (mean,)."""
    known: dict[tuple[Ratio, ...], RankScore] = {}
    scores = [known.get(one) or known.setdefault(one, RankScore(*one, probability=level)) for one in moments]
    check_equal(known.values(), "R, with equal scores,")
    result = assign_ranks(tied(scores, RankScore.__eq__), method)
    return (result, [score.rounded for score in scores]) if return_scores else result


def rank_scores(
    scores_in_id_order: Sequence[Real],
    tol: Real = 1e-12,
    sigmas_in_id_order: Sequence[Real] | None = None,
    confidence: Real = 0.95,
    ci_tie_method: str = "zscore_adjacent",
) -> dict[str, list[float]]:
    """Return the ranks of given scores by all four methods: {"competition": [...], ...}.

    From the best score down, a score joins the group above it if it is at most tol below the best score of that group.
    With sigmas, there are four more rankings, "competition_ci" and so on. They also merge neighbouring groups. Let mu_1
    be the last score of the upper group, and mu_2 the first score of the lower group. The groups are merged

    "zscore_adjacent"      if |mu_1 - mu_2| / sqrt(sigma_1**2 + sigma_2**2) < z, the normal quantile of the confidence
    "ci_overlap_adjacent"  if the two-sided normal intervals of both scores overlap

    Equal scores all count with the largest of their sigmas. Refuse a negative sigma or tol. All comparisons are exact.

    >>> rank_scores([0.5, 0.9, 0.5])["avg"]
    [2.5, 1.0, 2.5]
    >>> rank_scores([0.5, 0.6, 0.9], sigmas_in_id_order=[0.1, 0.1, 0.1])["competition_ci"]
    [2, 2, 1]
    """
    level = probability(confidence)
    margin = real(tol, "tol", "a finite non-negative number", lambda n, _: n >= 0)
    if ci_tie_method not in ("zscore_adjacent", "ci_overlap_adjacent"):
        wanted = "it must be 'zscore_adjacent' or 'ci_overlap_adjacent'"
        raise ValueError(f"Unknown ci_tie_method {shown(ci_tie_method)}: {wanted}")
    scores = [RankScore(score) for score in _scores_in_order(scores_in_id_order, "scores_in_id_order")]
    check_equal(scores, "scores_in_id_order")

    def joins(best: RankScore, score: RankScore) -> bool:
        n, d = minus(best.mean, score.mean)
        return n * margin[1] <= margin[0] * d

    groups = tied(scores, joins)
    result = {method: assign_ranks(groups, method) for method in METHODS}
    if sigmas_in_id_order is not None:
        same_index(("scores_in_id_order", scores_in_id_order), ("sigmas_in_id_order", sigmas_in_id_order))
        sigmas = _scores_in_order(sigmas_in_id_order, "sigmas_in_id_order", len(scores))
        largest: dict[Ratio, RankScore] = {}  # {score: the largest sigma of all scores that equal it}
        for score, sigma in zip(scores, map(RankScore, sigmas)):
            largest[score.mean] = max(largest.get(score.mean, sigma), sigma)
        sigmas = [largest[score.mean].mean for score in scores]
        groups = unsettled(groups, scores, sigmas, level, ci_tie_method)
        result.update({f"{method}_ci": assign_ranks(groups, method) for method in METHODS})
    return result


def _scores_in_order(values: Iterable[Real], name: str, length: int | None = None) -> list[Ratio]:
    """Return real numbers as exact ratios. Errors call the numbers `name`.

    With `length`, the numbers are sigmas: refuse negative ones, and refuse more or fewer than `length`.
    """
    items = items_of(values, name, "a 1D sequence of real numbers")
    if length is not None and len(items) != length:
        raise ValueError(f"{name} must have the same length as the scores, {length}; its length is {len(items)}")
    for i, item in enumerate(items):
        if iterator(listed(item)) is not None:
            raise ValueError(f"{name} must be a 1D sequence of real numbers; got {shown(item)} at {name}[{i}]")
    ratios = exact_ratios(items, name)
    for i, (n, _) in enumerate(ratios if length is not None else ()):
        if n < 0:
            raise ValueError(f"{name} must be non-negative; got {shown(items[i])} at {name}[{i}]")
    return ratios
