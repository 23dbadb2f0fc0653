"""Best-of-k, picked by a selector such as a reward model, a verifier or a log-probability."""

from __future__ import annotations

from .._credit.selected import mean_picked
from .._numbers import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, SupportsIndex

    from .._arguments import Real
    from .._scores import Scores
    from ..tally import Outcomes


def best_of_k(
    R: Outcomes | Scores, S: Iterable[Any], k: SupportsIndex, w: Iterable[Real] | None = None, *, ragged: bool = False
) -> float:
    """Return best-of-k: the mean reward of the trial that a selector picks among k, the one with the highest score.

    `S` has a score for each outcome of R: a real number, which may be infinite, or None, which is below every number. k
    of a question's N trials are drawn without replacement; tied trials share the pick equally. So a question's value is
    a sum over its groups of t tied trials: (C(L+t, k) - C(L, k)) / C(N, k) times T/t, where T is the total reward of
    the group, and L trials score below it. Only the order of S within a question counts. A score must not be made from
    the outcomes, nor depend on the other trials, as in a tournament or a vote among the N (use cons_at_k). R may be
    Scores. With `ragged`, rows may differ in N.

    >>> best_of_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], [[.1, .9, .4, .4, .4], [2, 1, 3, 1, None]], 2)
    0.7
    """
    return nearest(*mean_picked(R, S, k, w, ragged))
