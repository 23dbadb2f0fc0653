"""Compute compare_totals and ranks_of_totals by their definition, with rows that share the fewest successes."""

from __future__ import annotations

import confidence_oracle


def rows(a, b, M, both=None):
    """Make the rows of two models with these totals. Both solve `both` questions, by default as few as possible."""
    both = max(0, a + b - M) if both is None else both
    first = [1] * a + [0] * (M - a)
    second = [1] * both + [0] * (a - both) + [1] * (b - both) + [0] * (M - a - b + both)
    return [[x] for x in first], [[x] for x in second]


def compare(a, b, M, confidence=0.95):
    return confidence_oracle.compare(*rows(a, b, M), confidence=confidence)


def ranks(totals, M, confidence=0.95):
    def compare_pair(a, b, _metric, _k, confidence):
        return compare(a, b, M, confidence)

    return confidence_oracle.ranks(totals, confidence=confidence, compare=compare_pair)
