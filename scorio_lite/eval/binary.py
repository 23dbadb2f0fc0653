"""Metrics of 0/1 outcomes. Each is the average of what k trials, drawn from a question's N, earn.

A metric is defined by its credit: what k trials with j successes earn.
Sources: Pass@k, Chen et al. 2021, arXiv:2107.03374; Pass^k, Yao et al. 2024, arXiv:2406.12045; G-Pass@k, mG-Pass@k,
Liu et al. 2024, arXiv:2412.13147; AUC@K, Hu et al. 2026, arXiv:2601.08763.
"""

from __future__ import annotations

from .. import _credit
from .._arguments import least_successes
from .._credit import mean_credit
from .._double import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, SupportsIndex

    from .._arguments import Real
    from ..tally import Outcomes


def pass_at_k(R: Outcomes, k: SupportsIndex) -> float:
    """Pass@k: the chance that at least one of k trials succeeds (Chen et al. 2021).

    The mean over questions of 1 - C(N-s, k) / C(N, k), with s successes among N trials. It is not the chance that a
    single answer is right, which is Pass@1.

    >>> pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.95
    """
    return nearest(*mean_credit(R, k, _credit.at_least_one))


def pass_hat_k(R: Outcomes, k: SupportsIndex) -> float:
    """Pass^k, also called Unanimous@k or G-Pass@k: the chance that all of k trials succeed (Yao et al. 2024).

    The mean over questions of C(s, k) / C(N, k), with s successes among N trials.

    >>> pass_hat_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.45
    """
    return nearest(*mean_credit(R, k, _credit.unanimous))


unanimous_at_k = g_pass_at_k = pass_hat_k


def g_pass_at_k_tau(R: Outcomes, k: SupportsIndex, tau: Real) -> float:
    """G-Pass@k_tau: the chance that at least a share tau, in [0, 1], of k trials succeeds (Liu et al. 2024).

    It asks for j successes, where j >= 1 is the smallest with j/k >= tau in floats. So tau = j/k means exactly j.

    >>> g_pass_at_k_tau([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, 0.5)
    0.95
    """
    return nearest(*mean_credit(R, k, lambda k: _credit.threshold(k, least_successes(k, tau))))


def mg_pass_at_k(R: Outcomes, k: SupportsIndex) -> float:
    """mG-Pass@k: the mean of G-Pass@k_tau over tau in the upper half (Liu et al. 2024).

    X successes among k trials earn (2/k) max(X - ceil(k/2), 0), as published. For odd k this is not exactly twice the
    integral of G-Pass@k_tau over tau in [0.5, 1]. It is 0 for k = 1.

    >>> mg_pass_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.16666666666666666
    """
    return nearest(*mean_credit(R, k, _credit.mean_majority))


def maj_at_k(R: Outcomes, k: SupportsIndex) -> float:
    """Maj@k: the chance that more than half of k trials succeed (the majority of Liu et al. 2024).

    It is not a vote on answers: wrong answers count together, even if they differ.

    >>> maj_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.85
    """
    return nearest(*mean_credit(R, k, _credit.majority))


def auc_at_k(R: Outcomes, k: SupportsIndex) -> float:
    """AUC@K: the area under Pass@1..Pass@k by the trapezoid rule, divided by k - 1; Pass@1 for k = 1 (Hu et al. 2026).

    >>> auc_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.9
    """
    return nearest(*mean_credit(R, k, _credit.area))


def threshold_spectrum_at_k(R: Outcomes, k: SupportsIndex, weights: Iterable[Real]) -> float:
    """The threshold spectrum: X successes among k trials earn w_1 + ... + w_X (Hariri et al., Geom@k).

    `weights` are k non-negative numbers with a sum of at most 1. (1, 0, ..., 0) gives Pass@k, and (0, ..., 0, 1) gives
    Pass^k.

    >>> threshold_spectrum_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2, [0.5, 0.5])
    0.7
    """
    return nearest(*mean_credit(R, k, lambda k: _credit.spectrum(k, weights)))
