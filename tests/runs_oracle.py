"""Compute confidence.homogeneous and between_runs by their definition, for all totals that a run can have."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import oracle
from oracle import double


def chances(R, run):
    """Return (P(X <= t), P(X >= t)), where t is the total of a run, and X is its total after each row is shuffled."""
    found = [Fraction(1)]
    for row in R:
        p = Fraction(sum(row), len(row))
        found = [a * (1 - p) + b * p for a, b in zip([*found, 0], [0, *found])]
    total = sum(row[run] for row in R)
    return sum(found[: total + 1]), sum(found[total:])


def holm(ps):
    """Return for each p the least level at which Holm's steps reject it.

    Each p, from the smallest on, is compared with level / (the number of p that are not rejected yet).
    """
    adjusted = []
    for p in ps:
        steps = [min(Fraction(1), (len(ps) - i) * one) for i, one in enumerate(sorted(ps)) if one <= p]
        adjusted.append(max(steps[: sorted(ps).index(p) + 1]))
    return adjusted


def homogeneous(R):
    ps = [min(Fraction(1), 2 * min(chances(R, run))) for run in range(len(R[0]))]
    return list(zip(map(double, ps), map(double, holm(ps))))


def between_runs(R, w=(0, 1), confidence=0.95):
    """Return what confidence.between_runs does. R may be ragged."""
    w = list(map(Fraction, w))
    span, total = max(w) - min(w), Fraction(0)
    if not span:
        return 0.0
    alone = [w[row[0]] for row in R if len(row) == 1]
    for row in R:
        x = [w[outcome] for outcome in row]
        if len(x) > 1:
            mean = sum(x) / len(x)
            total += sum((one - mean) ** 2 for one in x) / (len(x) - 1)
        else:
            c = (sum(alone) - len(alone) * min(w) + span) / (len(alone) + 2)
            total += c * (span - c)
    with mpmath.workprec(400):
        z = mpmath.sqrt(2) * mpmath.erfinv(oracle.real(Fraction(confidence)))
        events = max(z * z, mpmath.mpf(4)) / 2 / min(map(len, R)) * oracle.real(span) ** 2
        x = z * mpmath.sqrt(2 * (oracle.real(total) + events)) / len(R)
        return min(double(x), double(span))
