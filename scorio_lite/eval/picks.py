"""What is picked of k trials: by a selector (best-of-k), or by the vote on answers (cons@k)."""

from __future__ import annotations

from .._arguments import items_of
from .._credit import draws
from .._credit.selected import mean_picked
from .._credit.votes import mean_votes
from .._numbers import nearest
from .._votes import vote_tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .._scores import Scores
    from .._types import Index, Outcomes, Rewards
    from .._votes import VoteTally


def best_of_k(R: Outcomes | Scores, S: Iterable[Any], k: Index, w: Rewards = None, *, ragged: bool = False) -> float:
    """Return best-of-k, the mean reward of a selector: of k trials, it picks the one with the highest score.

    `S` has a score for each outcome of R: a real number, which may be infinite, or None, which is below every number. k
    of a question's N trials are drawn without replacement; tied trials share the pick equally. A question's value is a
    sum over groups of tied trials. If t trials tie, earn T together, and L trials score lower, the group adds T/t times
    (C(L+t, k) - C(L, k)) / C(N, k). Only the order of S within a question counts. A score must not be made from the
    outcomes. It must not depend on other trials, as in a tournament; for a vote use cons_at_k. R may be Scores. With
    `ragged`, rows may differ in N.

    >>> best_of_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], [[.1, .9, .4, .4, .4], [2, 1, 3, 1, None]], 2)
    0.7
    """
    return nearest(*mean_picked(R, S, k, w, ragged))


def cons_at_k(answers: VoteTally | Iterable[Any], R: Iterable[Any] | None = None, k: Index | None = None) -> float:
    """Return cons@k (maj@k, self-consistency): the chance that the vote of k trials is right (Wang et al. 2022).

    `answers` has an answer for each outcome of R: any hashable value, such as a string. k of a question's N trials
    are drawn without replacement, and vote. The most frequent answer wins, even with less than half of the votes. Ties
    for first place are broken evenly. None is no answer: it is drawn, but does not vote. If no trial votes, the vote is
    wrong. Two right answers that differ do not count together, so normalise answers first. You must give k. A VoteTally
    takes the place of answers and R: cons_at_k(votes, k=3). Wang et al.: arXiv:2203.11171.

    >>> cons_at_k([["7", "8", "7", "9", "6"], ["4", "4", "5", "4", None]], [[1, 0, 1, 0, 0], [0, 0, 1, 0, 0]], 3)
    0.325
    """
    votes = vote_tally(answers, R)
    return nearest(*mean_votes([draws(k, votes.lengths())], votes.counts)[0])


def vote_curve(
    answers: VoteTally | Iterable[Any], R: Iterable[Any] | None = None, ks: Iterable[Index] | None = None
) -> dict[int, float]:
    """Return {k: cons@k} for each k in `ks`. This is faster than a call of cons_at_k for each.

    By default, `ks` is 1 to the fewest trials of a question.

    >>> vote_curve([["7", "8", "7", "9", "6"]], [[1, 0, 1, 0, 0]], [1, 3, 5])
    {1: 0.4, 3: 0.5, 5: 1.0}
    """
    votes = vote_tally(answers, R)
    lengths = votes.lengths()
    if ks is None:
        ks = range(1, min(lengths) + 1)
    found = list(dict.fromkeys([draws(k, lengths) for k in items_of(ks, "ks", "a sequence of integers")]))
    return dict(zip(found, [nearest(*mean) for mean in mean_votes(found, votes.counts)])) if found else {}
