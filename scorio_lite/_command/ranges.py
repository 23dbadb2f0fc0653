"""Scores: the numbers of a value and its interval by name. Where trials are missing, the value is a range."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    Score = dict[str, Any]  # value, se, lo, hi; and credible: mu, sigma, lo, hi

SUMMARY = ("value", "se", "lo", "hi")  # the numbers of an interval, in order


def scored(numbers: Iterable[float]) -> Score:
    return dict(zip(SUMMARY, numbers))


def ranged(ends: Sequence[float]) -> Score:
    """The score of (low, high, lo, hi)."""
    return {"value": None, **dict(zip(("value_low", "value_high", "lo", "hi"), ends))}


def ends_of(score: Score) -> tuple[float, float]:
    """The ends of the range of a value; both are the value where no trials are missing."""
    return (score["value_low"], score["value_high"]) if "value_low" in score else (score["value"], score["value"])
