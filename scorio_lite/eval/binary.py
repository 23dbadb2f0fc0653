"""Pass@k and Pass^k: whether any of k trials succeeds, drawn from each question's N, or all of them.

Sources: Pass@k, Chen et al. 2021, arXiv:2107.03374; Pass^k, Yao et al. 2024, arXiv:2406.12045.
"""

from __future__ import annotations

from .._credit import at_least_one, mean_credit, unanimous
from .._numbers import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._types import Index, Outcomes


def pass_at_k(R: Outcomes, k: Index) -> float:
    """Return Pass@k, the chance that at least one of k trials succeeds (Chen et al. 2021).

    It is the mean over questions of 1 - C(N-s, k) / C(N, k), with s successes in N trials. The chance that a single
    answer is right is Pass@1.

    >>> pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.95
    """
    return nearest(*mean_credit(R, k, at_least_one))


def pass_hat_k(R: Outcomes, k: Index) -> float:
    """Return Pass^k (Unanimous@k, G-Pass@k), the chance that all of k trials succeed (Yao et al. 2024).

    It is the mean over questions of C(s, k) / C(N, k), with s successes in N trials.

    >>> pass_hat_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.45
    """
    return nearest(*mean_credit(R, k, unanimous))


unanimous_at_k = pass_hat_k
g_pass_at_k = pass_hat_k
