"""Compute confidence.bounded, bounded_difference and ranks with all missing trials failed, or all solved."""

from __future__ import annotations

import confidence_oracle


def completed(R, w=None):
    """Return [R with the least reward for missing trials, R with the greatest]."""
    w = [0, 1] if w is None else w
    ends = [w.index(extreme(w)) for extreme in (min, max)]
    return [[[end if x is None else x for x in row] for row in R] for end in ends]


def bounded(R, metric="avg", k=None, **rest):
    F, T = completed(R, rest.get("w"))
    low, high = (confidence_oracle.interval(metric, rows, k, **rest) for rows in (F, T))
    return low[0], high[0], low[2], high[3]


def bounded_difference(R_a, R_b, metric="avg", k=None, **rest):
    (F_a, T_a), (F_b, T_b) = (completed(R, rest.get("w")) for R in (R_a, R_b))
    low, high = (confidence_oracle.compare(a, b, metric, k, **rest) for a, b in ((F_a, T_b), (T_a, F_b)))
    return low[0], high[0], low[2], high[3]


def ranks(models, metric="avg", k=None, **rest):
    def compare(a, b, metric, k, **rest):
        return confidence_oracle.compare(completed(a, rest.get("w"))[0], completed(b, rest.get("w"))[1], metric, k, **rest)

    return confidence_oracle.ranks(models, metric, k, compare=compare, **rest)
