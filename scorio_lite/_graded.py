"""Graded outcomes: R and R0 with the rewards of their classes."""

from __future__ import annotations

from .tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ._values import Real
    from ._weights import Weights
    from .tally import Outcomes, Tally


def graded_tally(
    R: Outcomes, w: Iterable[Real] | None, R0: Iterable[Any] | None = None, needs_w: bool = True
) -> tuple[Tally, Weights]:
    """The tally of R and R0, and the rewards of the classes; without w outcomes are 0 or 1."""
    weights, hint = rewards(w, needs_w)
    return tally(R, len(weights[0]) - 1, hint, R0), weights


def rewards(w: Iterable[Real] | None, needs_w: bool = True) -> tuple[Weights, str]:
    """The rewards of the classes, and the hint at what allows others."""
    if w is None:
        return ([0, 1], 1), ", or the weight vector 'w' must be provided" if needs_w else ", or w must be given"
    from ._weights import class_weights

    weights = class_weights(w)
    return weights, f", one for each of the {len(weights[0])} weights in w"
