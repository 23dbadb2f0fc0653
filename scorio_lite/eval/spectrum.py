"""The threshold spectrum (Hariri et al., Geom@k)."""

from __future__ import annotations

from .._observed import score
from .._rounding import nearest
from .._weights import spectrum_credit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, SupportsIndex

    from .._values import Real
    from ..tally import Outcomes


def threshold_spectrum_at_k(R: Outcomes, k: SupportsIndex, weights: Iterable[Real]) -> float:
    """The threshold spectrum: X successes among k trials earn w_1 + ... + w_X (Hariri et al., Geom@k).

    `weights` holds k non-negative numbers that sum to at most 1; (1, 0, ..., 0) gives Pass@k, (0, ..., 0, 1) Pass^k.

    >>> threshold_spectrum_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    0.7
    """
    return nearest(*score(R, k, lambda k: spectrum_credit(k, weights)))
