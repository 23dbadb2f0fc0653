"""Metrics of 0/1 outcomes: what k trials, drawn from each question's N, earn on average.

Sources: Pass@k, Chen et al. 2021, arXiv:2107.03374; Pass^k, Yao et al. 2024, arXiv:2406.12045; G-Pass@k, Liu et al.
2024, arXiv:2412.13147.
"""

from __future__ import annotations

from .._credit import at_least_one, majority, mean_credit, reaching, unanimous
from .._numbers import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._types import Index, Outcomes, Real


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


def g_pass_at_k_tau(R: Outcomes, k: Index, tau: Real) -> float:
    """Return G-Pass@k_tau, the chance that at least a share tau of k trials succeeds (Liu et al. 2024).

    tau is in [0, 1]. At least j successes are needed, where j >= 1 is the smallest integer for which the float j/k is
    at least tau. So tau = j/k asks for j successes, however j/k is rounded.

    >>> g_pass_at_k_tau([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    0.95
    """
    return nearest(*mean_credit(R, k, reaching, tau))


def maj_at_k(R: Outcomes, k: Index) -> float:
    """Return Maj@k, the chance that more than half of k trials succeed (the majority of Liu et al. 2024).

    All wrong answers count together, even if they differ; for a vote on answers use cons_at_k.

    >>> maj_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.85
    """
    return nearest(*mean_credit(R, k, majority))
