"""What all point metrics of 0/1 outcomes share: R, k and a credit become an exact mean."""

from __future__ import annotations

from ._arguments import draws
from ._subsets import subset_mean
from .tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, SupportsIndex

    from ._credit import Credit
    from ._rounding import Ratio
    from .tally import Outcomes


def score(R: Outcomes, k: SupportsIndex, credit: Callable[[int], Credit]) -> Ratio:
    """The mean credit of k trials drawn from each question's N."""
    outcomes = tally(R)
    return subset_mean(credit(draws(k, outcomes)), outcomes)
