"""Geometric blends of Pass@k with a stricter metric (Hariri et al., Geom@k)."""

from __future__ import annotations

from .._arguments import mixing, powers
from .._credit import at_least_one, check_subsets, draws, subset_mean, success_groups, unanimous
from .._credit.steps import stricter
from .._numbers import nearest
from .._numbers.powers import blend_mean, check_blends

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .._types import Index, Outcomes, Real


def geom_at_k(R: Outcomes, k: Index, pass_power: Real = 0.5, unanimous_power: Real = 0.5) -> float:
    """Return Geom@k, the mean over questions of Pass@k**pass_power * Unanimous@k**unanimous_power.

    Unanimous@k is Pass^k. The powers are finite and not both 0. 0**0 is 1. If a factor is 0 to a positive power, the
    blend is 0, whatever the other factor is. Otherwise a negative power of 0 is an error.

    >>> geom_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.6471059557560733
    """
    a, b = powers(pass_power, unanimous_power)
    groups = success_groups(R)
    k, terms, M = draws(k, groups), [], 0
    check_subsets(k, groups)
    check_blends(sum(map(len, groups.values())), a, b)
    any_of_them, all_of_them = at_least_one(k), unanimous(k)
    for trials, questions in groups.items():
        M += sum(questions.values())
        passed, subsets = any_of_them.values(trials, list(questions))
        agreed, _ = all_of_them.values(trials, list(questions))
        terms += [(number, x, y, subsets) for number, x, y in zip(questions.values(), passed, agreed)]
    return blend_mean(M, terms, (a, b))


def geom_ds_at_k(R: Outcomes, k: Index, pass_power: Real = 0.5, unanimous_power: Real = 0.5) -> float:
    """Return Geom@k of the data set: average Pass@k and Pass^k over questions, then blend both as geom_at_k does.

    >>> geom_ds_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    0.653834841531101
    """
    a, b = powers(pass_power, unanimous_power)
    groups = success_groups(R)
    k = draws(k, groups)
    x, d = subset_mean(at_least_one(k), groups)
    y, e = subset_mean(unanimous(k), groups)
    return blend_mean(1, [(1, x * e, y * d, d * e)], (a, b))


def geo_spectrum_at_k(
    R: Outcomes, k: Index, lam: Real = 0.5, weights: Iterable[Real] | None = None, lambda_: Real | None = None
) -> float:
    """Return GeoSpectrum@k, Pass@k**lam * S**(1 - lam), where Pass@k and S are averages over questions.

    S is the threshold spectrum of these weights or, without weights, mG-Pass@k. `lam` is in [0, 1]; `lambda_` is
    another name for it. With lam = 1, weights are not used.

    >>> geo_spectrum_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.408248290463863
    """
    n, d = mixing(lam, lambda_)
    groups = success_groups(R)
    k = draws(k, groups)
    x, x_d = subset_mean(at_least_one(k), groups)
    if n == d:
        return nearest(x, x_d)
    y, y_d = subset_mean(stricter(k, weights), groups)
    return blend_mean(1, [(1, x * y_d, y * x_d, x_d * y_d)], ((n, d), (d - n, d)))


def geo_spectrum_star_at_k(R: Outcomes, k: Index) -> float:
    """Return GeoSpectrum*@k, the geometric mean of Pass@k and mG-Pass@k: geo_spectrum_at_k with its defaults.

    >>> geo_spectrum_star_at_k([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 3)
    0.408248290463863
    """
    return geo_spectrum_at_k(R, k)
