"""Metrics of 0/1 outcomes: what k trials, drawn from each question's N, earn on average.

Sources: Pass@k, Chen et al. 2021, arXiv:2107.03374; Pass^k, Yao et al. 2024, arXiv:2406.12045; G-Pass@k and mG-Pass@k,
Liu et al. 2024, arXiv:2412.13147; AUC@K, Hu et al. 2026, arXiv:2601.08763.
"""

from __future__ import annotations

from .._credit import at_least_one, mean_credit, unanimous
from .._credit.steps import area, majority, mean_majority, reaching, spectrum
from .._numbers import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

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

    tau is in [0, 1]. At least j successes are needed. j is the smallest integer >= 1 with j/k >= tau; if tau is a
    float, so is j/k. So tau = j/k asks for j successes, however j/k is rounded.

    >>> g_pass_at_k_tau([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    0.95
    """
    return nearest(*mean_credit(R, k, reaching, tau))


def maj_at_k(R: Outcomes, k: Index) -> float:
    """Return Maj@k, the chance that more than half of k trials succeed (majority as in Liu et al. 2024).

    All wrong answers count together, even if they differ; for a vote on answers use cons_at_k.

    >>> maj_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.85
    """
    return nearest(*mean_credit(R, k, majority))


def mg_pass_at_k(R: Outcomes, k: Index) -> float:
    """Return mG-Pass@k, the mean of G-Pass@k_tau over tau in the upper half (Liu et al. 2024).

    As published, it is 2/k times the sum of P(at least i of k succeed) over i > ceil(k/2), which is 0 for k = 1. For
    odd k this is not exactly twice the integral of G-Pass@k_tau over tau in [0.5, 1].

    >>> mg_pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.16666666666666666
    """
    return nearest(*mean_credit(R, k, mean_majority))


def auc_at_k(R: Outcomes, k: Index) -> float:
    """Return AUC@k, the area under Pass@1..Pass@k by the trapezoid rule, divided by k - 1 (Hu et al. 2026).

    For k = 1 it is Pass@1.

    >>> auc_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.9
    """
    return nearest(*mean_credit(R, k, area))


def threshold_spectrum_at_k(R: Outcomes, k: Index, weights: Iterable[Real]) -> float:
    """Return the threshold spectrum: X successes among k trials earn w_1 + ... + w_X (Hariri et al., Geom@k).

    `weights` has k numbers w_i >= 0 with a sum of at most 1. (1, 0, ..., 0) gives Pass@k, (0, ..., 0, 1) Pass^k.

    >>> threshold_spectrum_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    0.7
    """
    return nearest(*mean_credit(R, k, spectrum, weights))
